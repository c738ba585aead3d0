/* What other programs put into drawings: clones, style sheets, names of namespaces as entities;
 * what of it a track follows, what a draft loses, and what is refused.
 */
#include "unit/track/drafts.h"
#include "unit/track/fixture.h"

#include <time.h>

#define HEAD                                                                                       \
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "          \
    "viewBox='0 0 40 24'>\n"
#define SQUARE " d='M1 1H4V4H1Z'/>"

static void expect_items(const char *body, const char *expected)
{
    expect_items_in(HEAD, body, expected);
}

static void test_clones_are_followed(void **state)
{
    (void)state;
    expect_items("<path id='a'" SQUARE "<use href='#a' x='10' y='2'/>", "d 1 1 4 4, d 11 3 14 6");
    expect_items("<use xlink:href='#a' transform='scale(2)' x='1'/><defs><path id='a'" SQUARE
                 "</defs>",
                 "d 4 2 10 8");
    expect_items("<defs><g id='g' transform='translate(1 1)'><path" SQUARE "<path" SQUARE
                 "</g></defs><g transform='translate(0 10)'><use href='#g'/></g>",
                 "d 2 12 5 15, d 2 12 5 15");
    /* A clone of a clone. */
    expect_items("<defs><path id='a'" SQUARE "<use id='b' href='#a' x='5'/></defs>"
                 "<use href='#b' y='5'/>",
                 "d 6 6 9 9");
    /* A symbol is not drawn unless it is used, and fits the clone's box. */
    expect_items("<symbol id='s'><path" SQUARE "</symbol><use href='#s'/>", "d 1 1 4 4");
    expect_items("<symbol id='s' viewBox='0 0 10 10'><path" SQUARE "</symbol>"
                 "<use href='#s' x='2' width='20' height='40'/>",
                 "d 4 12 10 18");
    /* The first of two equal ids; what is nowhere, elsewhere or no shape is not drawn. */
    expect_items("<defs><path id='a'" SQUARE "<path id='a' d='M0 0H9V9Z'/></defs><use href='#a'/>",
                 "d 1 1 4 4");
    expect_items("<text id='t'>x</text><use href='#t'/><use href='#no'/><use/>"
                 "<use href='other.svg#a'/>",
                 "");
}

static void test_roles_of_clones(void **state)
{
    (void)state;
    expect_items("<defs><path id='wall'" SQUARE "</defs><use href='#wall'/>", "w 1 1 4 4");
    expect_items("<defs><path id='a'" SQUARE "</defs><use id='wall-2' href='#a' x='3'/>",
                 "w 4 1 7 4");
    expect_items("<path id='wall'" SQUARE "<use class='slick' href='#wall' x='5'/>"
                 "<use class='decoration' href='#wall' x='10'/>",
                 "w 1 1 4 4, s 6 1 9 4, d 11 1 14 4");
    /* The outermost clone that says what it is counts, for all of a group. */
    expect_items("<defs><g id='g'><path" SQUARE "<path id='slick'" SQUARE "</g>"
                 "<use id='turbo' href='#g'/></defs><use class='wall' href='#turbo'/>",
                 "w 1 1 4 4, w 1 1 4 4");
    expect_items("<defs><path id='a' d='M1 1H9'/></defs><use class='checkpoint' data-number='7' "
                 "href='#a'/>",
                 "c 1 1 9 1");
}

static void test_a_track_of_clones(void **state)
{
    (void)state;
    struct track *track = read_track(
        SHEET "<defs><rect id='r' width='1' height='1'/></defs>"
              "<use class='wall' href='#r' transform='scale(20 12)'/>"
              "<use class='wall' href='#r' transform='translate(5 4) scale(10 4)'/>" LINE END);
    expect_loop(area_loop(track->surface, 0), "0,12288 20480,12288 20480,0 0,0");
    expect_loop(area_loop(track->surface, 1), "5120,8192 15360,8192 15360,4096 5120,4096");
    track_release(track);
    expect_refused(SHEET OUTER "<use class='wall' href='x.svg#a'/>" END, 3, "is a <use> of 'x.svg");
}

static void test_clones_in_a_circle(void **state)
{
    (void)state;
    expect_refused(SHEET OUTER "<g id='g'>\n<use href='#g'/></g>" END, 4, "shows itself");
    expect_refused(SHEET OUTER "<defs><g id='a'>\n<use href='#b'/></g><g id='b'>\n"
                               "<use href='#a'/></g></defs>\n<use href='#a'/>" END,
                   5, "this <use> shows itself");
    expect_refused(SHEET OUTER "<use id='u' href='#u'/>" END, 3, "shows itself");
}

/* Ten to the power of 20 shapes, in some hundred bytes. */
static void test_clone_bombs(void **state)
{
    (void)state;
    static const char *const shapes[] = {"<path id='c0' class='wall' d='M1 1H2V2Z'/>",
                                         "<path id='c0' d='M1 1H2V2Z'/>", "<g id='c0'/>"};
    for (int i = 0; i < 3; i++) {
        struct text svg = {0};
        struct draft draft;
        struct error error = {0};
        text_append_format(&svg, SHEET OUTER "<defs>%s", shapes[i]);
        for (int level = 1; level <= 20; level++) {
            text_append_format(&svg, "<g id='c%d'>", level);
            for (int k = 0; k < 10; k++)
                text_append_format(&svg, "<use href='#c%d'/>", level - 1);
            text_append(&svg, "</g>\n");
        }
        text_append(&svg, "</defs><use href='#c20'/></svg>");
        clock_t began = clock();
        assert_false(svg_read_draft(svg.data, svg.length, &draft, &error));
        assert_int_equal(draft.count, 0);
        expect_refused(svg.data, error.line, i == 0 ? "" : "clones (<use>) show so much");
        assert_true(error.line > 1);
        assert_true((clock() - began) / CLOCKS_PER_SEC < 5); /* it takes 0.1 s */
        text_free(&svg);
    }
}

static void test_deep_clones(void **state)
{
    (void)state;
    struct text svg = {0};
    text_append(&svg, SHEET OUTER "<defs><path id='u0'" SQUARE);
    for (int i = 1; i <= 250; i++)
        text_append_format(&svg, "<use id='u%d' href='#u%d'/>", i, i - 1);
    text_append(&svg, "</defs>\n<use href='#u250'/></svg>");
    expect_refused(svg.data, 3, "nested more than 200 deep");
    text_free(&svg);
}

static void test_style_sheets(void **state)
{
    (void)state;
    static const struct {
        const char *css, *classes;
        bool seen;
    } cases[] = {
        {".a{display:none}", "a", false},
        {".a{display:none}", "b", true},
        {".a { fill : red ; display : none }", "x a", false},
        {".a,.b{visibility:hidden}", "b", false},
        {".a .b{display:none}", "b", true},
        {".a:hover{display:none}", "a", true},
        {".a{display:none!important;}", "a", false},
        {".a{display:none}.a{display:inline}", "a", true},
        {".a{display:none}.b{display:inline}", "b a", true},
        {".b{display:inline}.a{display:none}", "b a", false},
        {"/* .a{display:none} */.b{}", "a", true},
        {"@media print{.a{display:none}.c{}}.b{display:none}", "a", true},
        {"@media print{.a{display:none}.c{}}.b{display:none}", "b", false},
        {"@charset 'x';.a{display:none}", "a", false},
        {".a{display:none", "a", false},
        {"}{;:}.a{display:none}", "a", false},
        {"<![CDATA[.a>b{} .a{visibility:collapse}]]>", "a", false},
        {".aa{display:none}", "a", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text body = {0};
        text_append_format(&body, "<style>%s</style><path class='%s'" SQUARE, cases[i].css,
                           cases[i].classes);
        expect_items(body.data, cases[i].seen ? "d 1 1 4 4" : "");
        text_clear(&body); /* the sheet may stand behind, and a group may be hidden */
        text_append_format(&body, "<g class='%s'><path" SQUARE "</g><style>%s</style>",
                           cases[i].classes, cases[i].css);
        expect_items(body.data, cases[i].seen ? "d 1 1 4 4" : "");
        text_free(&body);
    }
    expect_items("<style>path.a{display:none}</style><path class='a'" SQUARE, "");
    expect_items("<style>.a{display:none}</style><path class='a' style='display:inline'" SQUARE
                 "<path class='a' display='inline'" SQUARE,
                 "d 1 1 4 4");
    expect_items("<defs><path id='p'" SQUARE "</defs><style>.a{display:none}</style>"
                 "<use class='a' href='#p'/><use href='#p'/>",
                 "d 1 1 4 4");
}

#define NAMESPACES                                                                                 \
    "<?xml version='1.0' encoding='utf-8'?>\n<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' "      \
    "'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd' [\n"                                       \
    "<!ENTITY ns_svg 'http://www.w3.org/2000/svg'>\n"                                              \
    "<!ENTITY ns_xlink 'http://www.w3.org/1999/xlink'>\n"                                          \
    "<!ENTITY ns_ai 'http://ns.adobe.com/AdobeIllustrator/10.0/'>%s]>\n"                           \
    "<svg xmlns='&ns_svg;' xmlns:xlink='&ns_xlink;' xmlns:i='&ns_ai;' viewBox='0 0 40 24'>\n"      \
    "<defs><path id='a'" SQUARE "</defs><use xlink:href='#a'/><i:pgf/>%s</svg>"

static bool reads(const char *declaration, const char *body, struct error *error)
{
    struct text svg = {0};
    struct draft draft;
    text_append_format(&svg, NAMESPACES, declaration, body);
    *error = (struct error){0};
    bool read = svg_read_draft(svg.data, svg.length, &draft, error);
    assert_int_equal(draft.count, read);
    draft_free(&draft);
    text_free(&svg);
    return read;
}

static void test_entities(void **state)
{
    (void)state;
    struct error error;
    static const char *const refused[] = {
        "<!ENTITY a 'xxxx'>",
        "<!ENTITY a 'http://x/&ns_ai;'>",
        "<!ENTITY a 'http://x/ y'>",
        "<!ENTITY a '<path/>'>",
        "<!ENTITY a SYSTEM 'http://example.org/x'>",
        "<!ENTITY a PUBLIC 'x' 'file:///etc/passwd'>",
        "<!ENTITY % a 'http://example.org/'>",
        "<!ENTITY % a SYSTEM 'file:///etc/passwd'>%a;",
        "<!ELEMENT path EMPTY>",
        "<!ATTLIST path class CDATA 'wall'>",
        "<!NOTATION a SYSTEM 'x'>",
        "<!ENTITY a SYSTEM 'x' NDATA b>",
        "<!ENTITY a 'http://x/"
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'>",
    };
    assert_true(reads("", "", &error));
    assert_true(reads("<!-- no more --><!ENTITY a 'https://example.org/x?y=1#z'>", "", &error));
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        if (reads(refused[i], "", &error))
            fail_msg("read: %s", refused[i]);
        assert_int_equal(error.line, 2);
        assert_non_null(strstr(error.text, "the DOCTYPE declares entities or other things"));
    }
    struct text many = {0};
    for (int i = 0; i < 5000; i++)
        text_append(&many, "&ns_ai;");
    assert_false(reads("", many.data, &error));
    text_free(&many);
    for (int i = 0; i < 62; i++)
        text_append_format(&many, "<!ENTITY n%d 'http://x/'>", i);
    assert_false(reads(many.data, "", &error));
    text_free(&many);
}

static void test_what_is_lost(void **state)
{
    (void)state;
    struct draft draft;
    read_draft(HEAD "<text>a</text><text>b</text><image href='x.png'/><linearGradient id='g'/>"
                    "<filter id='f'/><path fill='#f00'" SQUARE "<path display='none'" SQUARE
                    "<circle r='2'/></svg>",
               &draft);
    struct draft_losses lost = draft.source.losses;
    assert_true(draft.source.is_other);
    assert_int_equal(lost.texts, 2);
    assert_int_equal(lost.pictures, 1);
    assert_int_equal(lost.shapes, 1);
    assert_true(lost.gradients && lost.effects && lost.colours && lost.curves);
    draft_free(&draft);
    read_draft(HEAD "<path fill='none' style='stroke:#000000'" SQUARE "</svg>", &draft);
    lost = draft.source.losses;
    assert_int_equal(lost.texts + lost.pictures + lost.shapes, 0);
    assert_false(lost.gradients || lost.effects || lost.colours || lost.curves);
    struct text ours = {0};
    svg_write_draft(&draft, &ours);
    draft_free(&draft);
    read_draft(ours.data, &draft);
    lost = draft.source.losses;
    assert_false(draft.source.is_other);
    assert_int_equal(lost.texts + lost.pictures + lost.shapes, 0);
    assert_false(lost.gradients || lost.effects || lost.colours || lost.curves);
    draft_free(&draft);
    text_free(&ours);
}

/* 200 x 120 mm with a square of 100 x 60 mm; Inkscape writes millimetres, others pixels. */
static void test_size_of_a_square(void **state)
{
    (void)state;
    static const char svg[] = "<svg width='200mm' height='120mm' viewBox='0 0 200 120.5'>"
                              "<rect id='wall' x='50' y='30' width='100' height='60'/></svg>";
    struct draft draft;
    struct error error;
    assert_true(svg_read_draft_at(svg, strlen(svg), 5, &draft, &error));
    assert_true(draft.source.is_other && draft.source.square == 5);
    /* The box is a little higher than the paper, so all of it shrinks: 120 / 120.5. */
    assert_true(draft.source.millimetres > 0.9958 && draft.source.millimetres < 0.9959);
    assert_int_equal(draft.width, 40);
    assert_int_equal(draft.height, 25); /* 24.1 */
    assert_true(point_equal(draft.items[0].loops[0].vertices[0],
                            (struct point){10 * FINE, (25 - 6) * FINE}));
    assert_true(point_equal(draft.items[0].loops[0].vertices[2],
                            (struct point){30 * FINE, (25 - 18) * FINE}));
    draft_free(&draft);
    assert_true(svg_read_draft_at(svg, strlen(svg), 2.5, &draft, &error));
    assert_int_equal(draft.width, 80);
    draft_free(&draft);
    assert_false(svg_read_draft_at(svg, strlen(svg), 0.01, &draft, &error));
    assert_non_null(strstr(error.text, "1 to 4096 squares"));
    read_draft("<svg width='200' height='120' viewBox='0 0 200 120'/>", &draft);
    assert_true(draft.source.millimetres == 0);
    draft_free(&draft);
    read_draft("<svg viewBox='0 0 200 120' data-square='5'/>", &draft);
    assert_false(draft.source.is_other);
    draft_free(&draft);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clones_are_followed), cmocka_unit_test(test_roles_of_clones),
        cmocka_unit_test(test_a_track_of_clones),   cmocka_unit_test(test_clones_in_a_circle),
        cmocka_unit_test(test_clone_bombs),         cmocka_unit_test(test_deep_clones),
        cmocka_unit_test(test_style_sheets),        cmocka_unit_test(test_entities),
        cmocka_unit_test(test_what_is_lost),        cmocka_unit_test(test_size_of_a_square),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
