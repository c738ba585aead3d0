/* Drawings of other programs as drafts: what is drawn becomes items, what cannot be seen does not,
 * and nothing but what cannot be read at all is refused.
 */
#include "unit/track/drafts.h"

#define HEAD "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 12'>\n"
#define SQUARE " d='M1 1H4V4H1Z'/>"

/* The roles of the items, a letter each: walls w, slicks s, turbo areas t, lines l (start),
 * f (finish), b (both), checkpoints c, points i and o, decoration d. */
static void expect_roles(const char *body, const char *roles)
{
    static const char letters[] = "wstblfciod"; /* in the order of the roles */
    struct text svg = {0};
    struct draft draft;
    char found[64] = "";
    text_append_format(&svg, "%s%s</svg>", HEAD, body);
    read_draft(svg.data, &draft);
    for (int i = 0; i < draft.count && i < 63; i++)
        found[i] = letters[draft.items[i].role];
    if (strcmp(found, roles) != 0)
        fail_msg("\"%s\" instead of \"%s\" in %s", found, roles, body);
    expect_written_and_read(&draft);
    draft_free(&draft);
    text_free(&svg);
}

static void test_what_is_drawn(void **state)
{
    (void)state;
    expect_roles("", "");
    expect_roles("<path class='wall'" SQUARE "<path" SQUARE "<rect width='3' height='2'/>", "wdd");
    expect_roles("<circle r='1' cx='4' cy='4'/><text>Hi</text><image href='x.png'/>", "d");
    expect_roles("<g id='layer1'><g transform='scale(.5)'><polygon points='1,1 3,1 2,2'/></g></g>",
                 "d");
    expect_roles("<path class='st0' style='fill:#fff'" SQUARE, "d");
    expect_roles("<path class='decoration'" SQUARE, "d");
    expect_roles("<path class='decoration wall'" SQUARE, "w");
    expect_roles("<path id='wall'" SQUARE "<path id='slick-2' class='cls-1'" SQUARE
                 "<path id='turbo'" SQUARE "<path id='start' d='M1 1H9'/><path id='finish' "
                 "d='M1 2H9'/><path id='checkpoint' d='M1 3H9'/><circle id='inside' cx='1' "
                 "cy='1'/>",
                 "wstlfci");
}

/* The paper under the drawing is none of it, unless the drawing says so. */
static void test_paper_is_no_decoration(void **state)
{
    (void)state;
    expect_roles("<rect width='20' height='12' fill='url(#squares)'/>", "");
    expect_roles("<path d='M 20 12 V 0 H 0 V 12 Z'/><rect width='19' height='12'/>", "d");
    expect_roles("<rect class='decoration' width='20' height='12'/>", "d");
    expect_roles("<rect class='wall' width='20' height='12'/>", "w");
}

static void test_what_is_not_seen(void **state)
{
    (void)state;
    static const char *const holders[] = {"defs",   "clipPath", "symbol",       "pattern",
                                          "marker", "metadata", "mask",         "style",
                                          "script", "filter",   "foreignObject"};
    for (size_t i = 0; i < sizeof holders / sizeof *holders; i++) {
        struct text body = {0};
        text_append_format(&body, "<%s><g><path" SQUARE "</g></%s><path" SQUARE, holders[i],
                           holders[i]);
        expect_roles(body.data, "d");
        text_free(&body);
    }
    expect_roles("<path display='none'" SQUARE "<path visibility='hidden'" SQUARE, "");
    expect_roles("<path style='fill:red;display:none'" SQUARE, "");
    expect_roles("<path style='fill:red; visibility : hidden ;stroke:none'" SQUARE, "");
    expect_roles("<path style='fill:none;display:inline'" SQUARE, "d");
    expect_roles("<g style='display:none'><g><path" SQUARE "</g><path" SQUARE "</g><path" SQUARE,
                 "d");
    /* A wall in a hidden layer is seen by nobody, so it is none. */
    expect_roles("<g display='none'><path class='wall'" SQUARE "</g>", "");
    expect_roles("<x:path xmlns:x='http://example.org/x'" SQUARE "<use href='#a'/>", "");
}

/* Decoration that cannot be read is left out; a wall that cannot be read is an error. */
static void test_what_cannot_be_read(void **state)
{
    (void)state;
    struct draft draft;
    struct error error;
    expect_roles("<path d='rubbish'/><rect width='100%' height='50%'/><path/><path d='M 1 1'/>"
                 "<polygon points='1,1 2'/><path transform='wobble(3)'" SQUARE "<path" SQUARE,
                 "dd"); /* the percentages, and the last path */
    static const char bad[] = HEAD "\n<path class='wall' d='M 1 1 L x'/></svg>";
    assert_false(svg_read_draft(bad, strlen(bad), &draft, &error));
    assert_int_equal(error.line, 3);
    assert_non_null(strstr(error.text, "in this wall a number was expected"));
    assert_int_equal(draft.count, 0);
    assert_null(draft.items);
    static const char *const broken[] = {
        "",
        "<svg",
        "<html/>",
        "no drawing",
        "<svg viewBox='0 0 20 12'><path></svg>",
        "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg viewBox='0 0 2 2'>&a;</svg>",
        "<svg viewBox='0 0 20 12' data-graphprix='2'/>",
        "<svg viewBox='0 0 0 12'/>",
        "<svg/>",
        "<svg viewBox='0 0 20 12'><use class='wall'/></svg>",
        "<svg viewBox='0 0 20 12'><path class='wall slick'/></svg>",
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        error = (struct error){0};
        if (svg_read_draft(broken[i], strlen(broken[i]), &draft, &error))
            fail_msg("read: %s", broken[i]);
        assert_true(error.text[0] != '\0');
        assert_int_equal(draft.count, 0);
    }
}

/* What is wrong on the sheet is left to the list of problems. */
static void test_what_is_wrong_is_kept(void **state)
{
    (void)state;
    struct draft draft;
    expect_roles("<path class='wall' d='M1 1H30V-4'/>", "w");
    expect_roles("<path class='turbo'" SQUARE "<path class='turbo' data-arrow='x'" SQUARE, "tt");
    expect_roles("<path class='checkpoint' d='M1.5 1H4'/>", "c");
    expect_roles("<path class='start' d='M1 1H4V6Z'/><circle class='inside' cx='.3' cy='77'/>",
                 "li");
    expect_roles("<path class='wall'/>", "w");
    read_draft(HEAD "<path class='wall' d='M-1e8 1L1e8 3L4 5e8Z'/></svg>", &draft);
    assert_int_equal(draft.items[0].loops[0].vertices[0].x, -2 * SHEET_MAX * FINE);
    assert_int_equal(draft.items[0].loops[0].vertices[1].x, 2 * SHEET_MAX * FINE);
    struct draft_problem problems[9];
    assert_int_equal(draft_list_problems(&draft, problems, 9), 1);
    assert_non_null(strstr(problems[0].error.text, "is off the sheet"));
    track_release(track_to_look_at(&draft));
    expect_written_and_read(&draft);
    draft_free(&draft);
}

static void expect_sheet(const char *root, int width, int height)
{
    struct draft draft;
    struct text svg = {0};
    text_append_format(&svg, "<svg xmlns='http://www.w3.org/2000/svg' %s/>", root);
    read_draft(svg.data, &draft);
    assert_int_equal(draft.width, width);
    assert_int_equal(draft.height, height);
    draft_free(&draft);
    text_free(&svg);
}

/* Any size: the sheet holds all of the drawing. */
static void test_sizes(void **state)
{
    (void)state;
    expect_sheet("viewBox='0 0 20 12'", 20, 12);
    expect_sheet("viewBox='0 0 841.89 595.28'", 842, 596);
    expect_sheet("viewBox='0 0 20.0000001 11.9999999'", 20, 12);
    expect_sheet("width='210mm' height='297mm' viewBox='0 0 210 297'", 210, 297);
    expect_sheet("width='100mm' height='60mm' viewBox='0 0 377.95276 226.77165' "
                 "data-square='18.897638'",
                 20, 12);
    expect_sheet("width='24px' height='24px'", 24, 24);
    expect_sheet("viewBox='0 0 5000 3000'", 2500, 1500);
    expect_sheet("viewBox='0 0 100000 90000'", 3125, 2813);
    expect_sheet("viewBox='0 0 .2 .3'", 1, 1);
}

/* As Inkscape saves it, with everything around. */
static void test_an_inkscape_drawing(void **state)
{
    (void)state;
    struct draft draft;
    read_draft(
        "<?xml version='1.0' encoding='UTF-8' standalone='no'?>\n"
        "<!-- Created with Inkscape (http://www.inkscape.org/) -->\n"
        "<svg width='210mm' height='297mm' viewBox='0 0 210 297' version='1.1' id='svg5'\n"
        " inkscape:version='1.2.2' sodipodi:docname='a.svg'\n"
        " xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape'\n"
        " xmlns:sodipodi='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd'\n"
        " xmlns:xlink='http://www.w3.org/1999/xlink' xmlns='http://www.w3.org/2000/svg'>\n"
        " <title>My drawing</title><sodipodi:namedview id='n' pagecolor='#ffffff'>"
        "<inkscape:grid type='xygrid' id='wall'/></sodipodi:namedview>\n"
        " <defs id='defs2'><linearGradient id='g'><stop offset='0'/></linearGradient>"
        "<clipPath id='c'><rect id='wall-1' width='90' height='90'/></clipPath>"
        "<inkscape:path-effect effect='spiro' id='p'/></defs>\n"
        " <metadata><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/></metadata>\n"
        " <g inkscape:label='Layer 1' inkscape:groupmode='layer' id='layer1' "
        "clip-path='url(#c)'>\n"
        "  <path style='fill:none;stroke:#000000;stroke-width:0.264583px' "
        "d='m 20,30 c 10,-5 30,5 40,0 l 0,40 h -40 z' id='path123' sodipodi:nodetypes='ccccc'/>\n"
        "  <g id='g9' transform='matrix(0.5,0,0,0.5,10,10)'><rect id='wall' width='100' "
        "height='80' x='0' y='0' ry='0'/>\n"
        "   <text xml:space='preserve' x='1' y='2'><tspan>Start</tspan></text></g>\n"
        "  <use x='0' y='0' xlink:href='#path123' id='use4'/>\n"
        "  <path sodipodi:type='star' id='star' d='M 1,1 2,2 3,1 Z'/>\n"
        " </g>\n</svg>\n",
        &draft);
    assert_string_equal(draft.name, "My drawing");
    assert_int_equal(draft.count, 4);
    assert_int_equal(draft.items[0].role, DRAFT_DECORATION);
    assert_int_equal(draft.items[1].role, DRAFT_WALL);
    assert_int_equal(draft.items[1].line, 13);
    struct point corner = draft.items[1].loops[0].vertices[2];
    assert_true(point_equal(corner, (struct point){60 * FINE, (297 - 50) * FINE}));
    assert_int_equal(draft.items[2].role, DRAFT_DECORATION); /* the clone */
    assert_int_equal(draft.items[2].loops[0].count, draft.items[0].loops[0].count);
    assert_int_equal(draft.items[3].role, DRAFT_DECORATION);
    assert_int_equal(draft.vertex_count, 5);
    expect_written_and_read(&draft);
    draft_free(&draft);
}

/* As Illustrator and others do: styles, a switch, a size in points, one long path. */
static void test_other_drawings(void **state)
{
    (void)state;
    struct draft draft;
    read_draft("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
               "<!-- Generator: Adobe Illustrator 24.0.1, SVG Export Plug-In -->\n"
               "<svg version=\"1.1\" id=\"Layer_1\" xmlns=\"http://www.w3.org/2000/svg\" "
               "xmlns:xlink=\"http://www.w3.org/1999/xlink\" x=\"0px\" y=\"0px\" "
               "viewBox=\"0 0 100.5 80.2\" style=\"enable-background:new 0 0 100.5 80.2;\" "
               "xml:space=\"preserve\">\n"
               "<style type=\"text/css\">.st0{fill:none;stroke:#231F20;}</style>\n"
               "<switch><g><path class=\"st0\" d=\"M10.5,10.5c0,0,5-3,9,0s3,9,0,12S10.5,10.5,"
               "10.5,10.5z\"/><polyline class=\"st0\" points=\"1,1 5,5 9.5,1 \"/>"
               "<ellipse transform=\"matrix(0.7071 -0.7071 0.7071 0.7071 -10 20)\" class=\"st0\" "
               "cx=\"40\" cy=\"40\" rx=\"9\" ry=\"5\"/><path id=\"wall_1_\" d=\"M0 0h9v9z\"/>"
               "</g></switch></svg>",
               &draft);
    assert_int_equal(draft.width, 101);
    assert_int_equal(draft.height, 81);
    assert_int_equal(draft.count, 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(draft.items[i].role, i < 3 ? DRAFT_DECORATION : DRAFT_WALL);
    assert_false(draft.items[1].loops[0].closed);
    assert_int_equal(draft.items[1].loops[0].count, 3);
    expect_written_and_read(&draft);
    draft_free(&draft);
}

/* The reader of tracks goes on ignoring what has no role, however much of it there is. */
static void test_decoration_has_a_limit_of_its_own(void **state)
{
    (void)state;
    struct text svg = {0};
    struct draft draft;
    struct error error;
    text_append(&svg, HEAD "<path class='wall' d='M0 0H20V12H0Z'/>\n");
    for (int i = 0; i < 30; i++) {
        text_append(&svg, "<path class='decoration' d='M0 0");
        for (int j = 0; j < 10000; j++)
            text_append(&svg, j % 2 ? "H1" : "H2");
        text_append(&svg, "'/>\n");
    }
    text_append(&svg, "</svg>");
    read_draft(svg.data, &draft);
    assert_int_equal(draft.vertex_count, 4);
    assert_int_equal(draft.count, 1 + DRAFT_DECORATION_VERTEX_LIMIT / 10001);
    draft_free(&draft);
    struct track *track = svg_read_track(svg.data, svg.length, &error);
    assert_non_null(track);
    track_release(track);
    text_free(&svg);
}

/* Open strokes, single points, loops of two, several loops: all of it comes back. */
static void test_unfinished_drafts_come_back(void **state)
{
    (void)state;
    expect_roles("<path class='wall' d='M1 1L2 2'/><path class='wall' d='M1 1L1 1'/>"
                 "<path class='wall' d='M1 1Z'/><path class='wall' d='M1 1L2 2Z'/>"
                 "<path class='slick' d='M1 1L2 2M3 3L4 4L5 3ZM9 9Z'/>"
                 "<path class='checkpoint' data-number='2' d='M1 1L2 2M3 3L4 4'/>"
                 "<path class='finish' d='M1 1L2 2L3 3'/><path class='wall' d='M1 1H3V3H1V1'/>",
                 "wwwwscfw");
}

/* A drawing is not refused for its title; no character is cut in two, no blank left at the end. */
static void test_long_texts_are_cut(void **state)
{
    (void)state;
    struct text svg = {0};
    struct draft draft;
    text_append(&svg, HEAD "<title>");
    for (int i = 0; i < SVG_TITLE_LIMIT - 1; i++)
        text_append(&svg, "x");
    text_append(&svg, "\xC3\xA4</title><desc>");
    for (int i = 0; i < SVG_DESCRIPTION_LIMIT / 2; i++)
        text_append(&svg, "y ");
    text_append(&svg, "z</desc></svg>");
    read_draft(svg.data, &draft);
    assert_int_equal(strlen(draft.name), SVG_TITLE_LIMIT - 1);
    assert_int_equal(strlen(draft.description), SVG_DESCRIPTION_LIMIT - 1);
    expect_written_and_read(&draft);
    draft_free(&draft);
    text_free(&svg);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_drawn),
        cmocka_unit_test(test_paper_is_no_decoration),
        cmocka_unit_test(test_what_is_not_seen),
        cmocka_unit_test(test_what_cannot_be_read),
        cmocka_unit_test(test_what_is_wrong_is_kept),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_an_inkscape_drawing),
        cmocka_unit_test(test_other_drawings),
        cmocka_unit_test(test_decoration_has_a_limit_of_its_own),
        cmocka_unit_test(test_long_texts_are_cut),
        cmocka_unit_test(test_unfinished_drafts_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
