/* What a viewer shows is what is read: whether and where a shape is drawn, and what it is called,
 * in files of other programs. The boxes are worked out by hand from SVG 2, CSS Cascade and CSS
 * Transforms: a letter for the role, then left, top, right and bottom in squares, y down.
 */
#include "unit/track/drafts.h"
#include "unit/track/fixture.h"

#include <stdio.h>

#define HEAD                                                                                       \
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "          \
    "xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape' viewBox='0 0 40 24'>"
/* A square from (1, 1) to (4, 4). */
#define BOX " d='M1 1H4V4H1Z'/>"
#define WALL(attributes) "<path class='wall' " attributes BOX
#define RULE(css) "<style>" css "</style>"

struct reading {
    const char *body, *items;
};

static void expect_readings(const struct reading *readings, size_t count)
{
    for (size_t i = 0; i < count; i++)
        expect_items_in(HEAD, readings[i].body, readings[i].items);
}
#define EXPECT_READINGS(list) expect_readings(list, sizeof(list) / sizeof *(list))

static void test_whether_it_is_seen(void **state)
{
    (void)state;
    static const struct reading readings[] = {
        {WALL("display='none'"), ""},
        {WALL("style='display:NONE'"), ""},
        {WALL("style='fill:red;/* ; */display : none'"), ""},
        {WALL("visibility='hidden'"), ""},
        {WALL("style='visibility:collapse'"), ""},
        {WALL("opacity='0'"), ""},
        {WALL("style='opacity:0%'"), ""},
        {WALL("style='opacity:.01'"), "w 1 1 4 4"},
        {WALL("display='inline'"), "w 1 1 4 4"},
        {WALL("display='bogus'"), "w 1 1 4 4"},
        {WALL("display='none !important'"), "w 1 1 4 4"}, /* no value of an attribute */
        {WALL("style='display:none;display:bogus'"), ""},
        {WALL("style='display:none;display:inline'"), "w 1 1 4 4"},
        {WALL("style='display:none!important;display:inline'"), ""},
        {WALL("style='font-family:\"a;display:none\"'"), "w 1 1 4 4"},
        {WALL("style='--x:none;display:inherit'"), "w 1 1 4 4"},
        /* Visibility can be taken back within, display and opacity cannot. */
        {"<g visibility='hidden'>" WALL("visibility='visible'") WALL("") "</g>", "w 1 1 4 4"},
        {"<g visibility='hidden'>" WALL("visibility='initial'") "</g>", "w 1 1 4 4"},
        {"<g visibility='hidden'>" WALL("visibility='unset'") "</g>", ""},
        {"<g display='none'>" WALL("style='display:inline!important'") "</g>", ""},
        {"<g opacity='0'>" WALL("opacity='1'") "</g>", ""},
        {"<g style='display:none'><svg>" WALL("") "</svg></g>", ""},
        {"<defs><g visibility='hidden'><path id='a' class='wall'" BOX "</g></defs>"
         "<use href='#a'/>",
         "w 1 1 4 4"}, /* a clone inherits from where it stands */
        {"<path id='a' class='wall' display='none'" BOX "<use href='#a'/>", ""},
        {"<path id='a' class='wall'" BOX "<use href='#a' visibility='hidden'/>", "w 1 1 4 4"},
    };
    EXPECT_READINGS(readings);
}

static void test_the_cascade(void **state)
{
    (void)state;
    static const struct reading readings[] = {
        {RULE("path{display:none}") WALL("display='inline'"), ""},
        {RULE("*{display:none}"), ""},
        {RULE("#a{display:none}.wall{display:inline}") WALL("id='a'"), ""},
        {RULE(".wall{display:inline}path{display:none}") WALL(""), "w 1 1 4 4"},
        {RULE(".wall{display:none}") WALL("style='display:inline'"), "w 1 1 4 4"},
        {RULE(".wall{display:none !important}") WALL("style='display:inline'"), ""},
        {RULE("path{display:none!important}#a{display:inline}") WALL("id='a'"), ""},
        {RULE("path.wall{display:none}.wall{display:inline}") WALL(""), ""},
        {RULE("g path{display:none}") "<g>" WALL("") "</g>" WALL("id='b'"), "w 1 1 4 4"},
        {RULE("g>path{display:none}") "<g><a>" WALL("") "</a></g>", "w 1 1 4 4"},
        {RULE("svg > g path{display:none}") "<g><a>" WALL("") "</a></g>", ""},
        {RULE(":root{visibility:hidden}") WALL(""), ""},
        {RULE("svg{visibility:hidden}.wall{visibility:visible}") WALL(""), "w 1 1 4 4"},
        {RULE("[class~=wall]{display:none}") WALL(""), ""},
        {RULE("path[id^='hid']{display:none}") WALL("id='hidden'") WALL("id='x'"), "w 1 1 4 4"},
        {RULE("path:hover{display:none}") WALL(""), "w 1 1 4 4"},
        {RULE("path{fill:red;;display:none;}") WALL(""), ""},
        {RULE("/*path{display:none}*/ <![CDATA[ <!-- path{opacity:0} --> ]]>") WALL(""), ""},
        {RULE("@media print{path{display:none}}") WALL(""), "w 1 1 4 4"},
        {RULE("@media screen{path{display:none}}") WALL(""), ""},
        {"<style media='print'>path{display:none}</style>" WALL(""), "w 1 1 4 4"},
        {"<style type='text/x'>path{display:none}</style>" WALL(""), "w 1 1 4 4"},
        {RULE("@keyframes a{from{display:none}}@font-face{src:url(x)}") WALL(""), "w 1 1 4 4"},
        {RULE("@import url('https://fonts.example/css');") WALL(""), "w 1 1 4 4"},
        {RULE("#a\\ b,.\\77 all{display:none}") WALL(""), ""},
        /* Rules hold where the original stands, not where its clone is shown. */
        {RULE("defs path{display:none}") "<defs><path id='a' class='wall'" BOX "</defs>"
                                         "<use href='#a'/>",
         ""},
    };
    EXPECT_READINGS(readings);
}

static void test_transforms(void **state)
{
    (void)state;
    static const struct reading readings[] = {
        {WALL("transform='none'"), "w 1 1 4 4"},
        {WALL("transform='translate(2)'"), "w 3 1 6 4"},
        {WALL("style='transform:translate(1px,2px)'"), "w 2 3 5 6"},
        {WALL("style='transform:translateX(2px) translateY(1px)'"), "w 3 2 6 5"},
        {WALL("transform='translate(9)' style='transform:none'"), "w 1 1 4 4"},
        {RULE(".wall{transform:translate(1px,0)}") WALL(""), "w 2 1 5 4"},
        {RULE(".wall{transform:translate(1px,0)}") WALL("transform='translate(9)'"), "w 2 1 5 4"},
        {RULE("g{transform:scale(2)}") "<g>" WALL("") "</g>", "w 2 2 8 8"},
        {RULE(".wall{transform:scale(200%,1)}") WALL(""), "w 2 1 8 4"},
        /* Percent of the view box of 40 x 24. */
        {WALL("style='transform:translate(10%,25%)'"), "w 5 7 8 10"},
        {WALL("style='transform:rotate(180deg);transform-origin:4px 4px'"), "w 4 4 7 7"},
        {WALL("style='transform:rotate(.5turn);transform-origin:center'"), "w 36 20 39 23"},
        {WALL("style='transform:scale(2);transform-origin:left 1px'"), "w 2 1 8 7"},
        {WALL("transform='rotate(90)' transform-origin='4 4'"), "w 4 1 7 4"},
        {WALL("style='transform:scale(2);transform-origin:bottom'"), "w -18 -22 -12 -16"},
        {WALL("style='translate:1px 2px'"), "w 2 3 5 6"},
        {WALL("style='scale:2;translate:1px'"), "w 3 2 9 8"},
        {WALL("style='rotate:180deg;transform-origin:4px 4px'"), "w 4 4 7 7"},
        {WALL("style='translate:1px;transform:scale(2)'"), "w 3 2 9 8"},
        {WALL("style='transform:matrix(1,0,0,1,3,4)'"), "w 4 5 7 8"},
        {WALL("style='transform:skew(45deg)'"), "w 2 1 8 4"},
        {WALL("style='transform:translate(1cm)'") /* 37.795 px */, "w 38.7949 1 41.7949 4"},
    };
    EXPECT_READINGS(readings);
}

static void test_documents_within(void **state)
{
    (void)state;
    static const struct reading readings[] = {
        {"<svg x='2' y='1'>" WALL("") "</svg>", "w 3 2 6 5"},
        {"<svg x='10%' y='50%'>" WALL("") "</svg>", "w 5 13 8 16"},
        {"<svg width='20' height='20' viewBox='0 0 10 10'>" WALL("") "</svg>", "w 2 2 8 8"},
        /* 20 x 10 for 10 x 10: as large as the height allows, in the middle. */
        {"<svg width='20' height='10' viewBox='0 0 10 10'>" WALL("") "</svg>", "w 6 1 9 4"},
        {"<svg width='20' height='10' viewBox='0 0 10 10' preserveAspectRatio='xMinYMin'>" WALL(
             "") "</svg>",
         "w 1 1 4 4"},
        {"<svg width='20' height='10' viewBox='0 0 10 10' preserveAspectRatio='xMaxYMid "
         "meet'>" WALL("") "</svg>",
         "w 11 1 14 4"},
        {"<svg width='20' height='10' viewBox='0 0 10 10' preserveAspectRatio='none'>" WALL(
             "") "</svg>",
         "w 2 1 8 4"},
        {"<svg width='20' height='10' viewBox='0 0 10 10' preserveAspectRatio='xMidYMin "
         "slice'>" WALL("") "</svg>",
         "w 2 2 8 8"},
        {"<svg width='0'>" WALL("") "</svg>", ""},
        {"<svg overflow='visible' width='2' height='2'>" WALL("") "</svg>", "w 1 1 4 4"},
        {RULE("svg svg{x:2px;width:20px;height:20px}") "<svg viewBox='0 0 10 10'>" WALL(
             "") "</svg>",
         "w 4 2 10 8"},
        {"<svg transform='translate(5)'>" WALL("") "</svg>", "w 6 1 9 4"},
        {"<symbol id='s' viewBox='0 0 10 10'>" WALL(
             "") "</symbol>"
                 "<use href='#s' x='10' width='10' height='20'/>",
         "w 11 6 14 9"},
        {"<svg id='s' width='10' height='10' viewBox='0 0 10 10'>" WALL(
             "") "</svg>"
                 "<use href='#s' width='20' height='20'/>",
         "w 1 1 4 4, w 2 2 8 8"},
    };
    EXPECT_READINGS(readings);
}

static void test_geometry(void **state)
{
    (void)state;
    static const struct reading readings[] = {
        {"<rect class='wall' x='10%' y='50%' width='25%' height='25%'/>", "w 4 12 14 18"},
        {"<line class='start' x1='0' x2='50%' y1='50%' y2='50%'/>", "l 0 12 20 12"},
        {"<rect class='wall' style='x:2px;y:3px;width:4px;height:5px'/>", "w 2 3 6 8"},
        {RULE("rect{width:10px;height:50%}") "<rect class='wall' width='1' height='1'/>",
         "w 0 0 10 12"},
        {RULE("circle{r:3px;cx:5px}") "<circle class='wall' cy='4' r='1'/>", "w 2 1 8 7"},
        {RULE("path{d:path(\"M2 2H5V6Z\")}") WALL(""), "w 2 2 5 6"},
        {WALL("style=\"d:path('M0 0H2V2Z')\""), "w 0 0 2 2"},
        {"<ellipse class='wall' cx='8' cy='8' rx='4'/>", "w 4 4 12 12"},
        {"<ellipse class='wall' cx='8' cy='8' rx='auto' ry='3'/>", "w 5 5 11 11"},
        {"<rect class='wall' width='4' height='4' rx='auto'/>", "w 0 0 4 4"},
        /* Pieces without size are seen by nobody. */
        {"<path class='wall' d='M1 1H4V4H1Z m 0 0 z'/>", "w 1 1 4 4"},
        {"<path class='wall' d='M9 9z M1 1H4V4H1Z M7 7L7 7'/>", "w 1 1 4 4"},
        {"<path class='start' d='M1 1H4m0 0z'/>", "l 1 1 4 1"},
        {"<path class='checkpoint' data-number='1' d='M1 1L1 1M2 2L2 2'/>", "c 1 1 1 1"},
    };
    EXPECT_READINGS(readings);
}

static void test_cuts_and_choices(void **state)
{
    (void)state;
    static const struct reading readings[] = {
        /* As Figma exports: all of the drawing in a clip of its own size. */
        {"<g clip-path='url(#c)'>" WALL(
             "") "</g><defs><clipPath id='c'>"
                 "<rect width='40' height='24' fill='white'/></clipPath></defs>",
         "w 1 1 4 4"},
        {"<clipPath id='c'><rect width='3' height='3' transform='translate(1 1)'/></clipPath>"
         "<g transform='translate(5)'>" WALL("clip-path='url(\"#c\")'") "</g>",
         "w 6 1 9 4"},
        {WALL("clip-path='url(#nowhere)' mask='url(#nowhere)'"), "w 1 1 4 4"},
        {"<clipPath id='c'/>" WALL("clip-path='url(#c)'"), ""},
        {WALL("mask='none' style='clip-path:none'"), "w 1 1 4 4"},
        {"<switch><foreignObject requiredExtensions='http://ns.adobe.com/x'/><g>" WALL(
             "") "</g>"
                 "<g>" WALL("") "</g></switch>",
         "w 1 1 4 4"},
        {"<switch><text>x</text><g>" WALL("") "</g></switch>", ""},
        {"<switch><text systemLanguage='de'>x</text><text>y</text></switch>" WALL(""), "w 1 1 4 4"},
        {"<path class='wall' d='M1 1H4V4H1Z'><animate attributeName='fill' to='red'/></path>",
         "w 1 1 4 4"},
    };
    EXPECT_READINGS(readings);
}

static void test_names(void **state)
{
    (void)state;
    static const char *const walls[] = {"id='wall'",
                                        "id='Wall 2'",
                                        "id='WALL-'",
                                        "id='wall_1_'",
                                        "id='wall_x0020_3'",
                                        "class='Wall'",
                                        "class='wall_2'",
                                        "inkscape:label='Wall'",
                                        "data-name='wall'",
                                        "id=' wall '",
                                        "id='wall (2)'",
                                        "id='wall\xC2\xA0(2)'",
                                        "id='path12' inkscape:label='#wall-1'",
                                        "class='st0' id='wall.001'"};
    static const char *const lines[] = {"id='start_x0020_finish'", "id='start finish'",
                                        "id='start_finish'",       "id='Start/Finish'",
                                        "class='start-finish'",    "class='finish start'",
                                        "id='finish-start_1_'",    "id='startFinish'"};
    static const char *const none[] = {"id='walls'",    "id='wall a'", "id='2'",
                                       "id='firewall'", "class='st0'", "id='w\xC3\xA4ll'"};
    char body[300];
    for (size_t i = 0; i < sizeof walls / sizeof *walls; i++) {
        snprintf(body, sizeof body, "<path %s" BOX, walls[i]);
        expect_items_in(HEAD, body, "w 1 1 4 4");
        snprintf(body, sizeof body, "<g %s><g><path id='path7'" BOX "</g></g>", walls[i]);
        expect_items_in(HEAD, body, "w 1 1 4 4");
    }
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        snprintf(body, sizeof body, "<path %s d='M1 1H9'/>", lines[i]);
        expect_items_in(HEAD, body, "b 1 1 9 1");
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        snprintf(body, sizeof body, "<path %s" BOX, none[i]);
        expect_items_in(HEAD, body, "d 1 1 4 4");
    }
    /* A layer names its areas, also several; a line only if it is alone there. */
    expect_items_in(HEAD,
                    "<g inkscape:groupmode='layer' inkscape:label='Wall' id='layer1'><path" BOX
                    "<g><path" BOX "</g><path class='slick'" BOX "</g>",
                    "w 1 1 4 4, w 1 1 4 4, s 1 1 4 4");
    expect_items_in(HEAD,
                    "<g inkscape:groupmode='layer' inkscape:label='Start'><path d='M1 1H9'/></g>"
                    "<g inkscape:groupmode='layer' inkscape:label='Finish'><path d='M1 1H9'/>"
                    "<path d='M1 2H9'/></g>",
                    "l 1 1 9 1, d 1 1 9 1, d 1 2 9 2");
}

struct refusal {
    const char *body;
    int line;
    const char *words;
};

/* By name and line, also in a drawing that is only opened. */
static void test_what_is_not_followed_is_refused(void **state)
{
    (void)state;
    static const struct refusal refusals[] = {
        {"\n" WALL("style='transform:rotate3d(1,1,1,45deg)'"), 2, "in this wall the property tran"},
        {"\n" WALL("style='transform:translate(1,2)'"), 2, "needs a unit"},
        {"\n" WALL("style='transform:translate(1px 2px)'"), 2, "commas"},
        {"\n" WALL("style='transform:translate(calc(1px + 2px))'"), 2, "property transform is not"},
        {"\n" WALL("style='display:var(--a)'"), 2, "worked out"},
        {"\n" WALL("style='transform:scale(2);transform-box:fill-box'"), 2, "transform-box"},
        {"\n" WALL("style='animation:a 1s'"), 2, "animation"},
        {"\n" WALL("style='offset-path:path(\"M0 0H9\")'"), 2, "offset-path"},
        {"\n<circle class='wall' style='r:5'/>", 2, "the property r is not understood"},
        {"\n<rect class='wall' style='width:calc(1px)' height='2'/>", 2, "the property width"},
        {"\n<style>\n\n.wall:nth-child(2){display:none}</style>" WALL(""), 4, ":nth-child(2)"},
        {"\n<style>\n.wall + path{display:none}</style>" WALL(""), 3, "+ path"},
        {"\n<style>@media (min-width: 9px) {\n .wall{display:none}}</style>" WALL(""), 2,
         "@media (min-width"},
        {"\n<style>@supports (x:y) {.wall{display:none}}</style>" WALL(""), 2, "@supports"},
        {"\n<style>@import 'more.css';</style>" WALL(""), 2, "nothing outside is ever read"},
        {"\n<style>.wall{.x &amp;{display:none}}</style>" WALL(""), 2, "within the rule"},
        {"<clipPath id='c'><rect width='3' height='9'/></clipPath>\n" WALL("clip-path='url(#c)'"),
         2, "a part is cut off by its clip-path"},
        {"<clipPath id='c'><circle r='9'/></clipPath>\n" WALL("clip-path='url(#c)'"), 2,
         "no plain rectangle"},
        {"\n" WALL("style='clip-path:circle(5px)'"), 2, "clip-path"},
        {"<mask id='m'><rect/></mask>\n<g mask='url(#m)'>" WALL("") "</g>", 2, "mask"},
        {"\n<svg width='3' height='3'>" WALL("") "</svg>", 2, "cut off by the edge of an <svg>"},
        {"\n<svg viewBox='0 0 9 9' preserveAspectRatio='middle'>" WALL("") "</svg>", 2,
         "preserveAspectRatio"},
        {"<switch>\n<g systemLanguage='de'>" WALL("") "</g></switch>", 2, "systemLanguage"},
        {"<g>\n<set attributeName='display' to='none'/>" WALL("") "</g>", 2, "animation"},
        {"<g>\n<animateTransform attributeName='transform'/>" WALL("") "</g>", 2, "animation"},
        {"\n" WALL("style='transform:wobble(3)'"), 2, "in this wall the property transform"},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        struct text svg = {0};
        struct draft draft;
        struct error error = {0};
        text_append_format(&svg, HEAD "%s</svg>", refusals[i].body);
        if (svg_read_draft(svg.data, svg.length, &draft, &error))
            fail_msg("read: %s", refusals[i].body);
        if (!strstr(error.text, refusals[i].words) || error.line != refusals[i].line)
            fail_msg("%d: %s\n%s", error.line, error.text, refusals[i].body);
        text_free(&svg);
    }
}

#define RING                                                                                       \
    "<svg viewBox='0 0 20 12'>\n<rect class='wall' width='20' height='12'/>\n"                     \
    "<rect class='wall' x='5' y='4' width='10' height='4'/>\n"

static void expect_remark(const char *svg, const char *words)
{
    struct track *track = read_track(svg);
    if (words ? !track->remark || !strstr(track->remark, words) : track->remark != NULL)
        fail_msg("\"%s\" of %s", track->remark ? track->remark : "", svg);
    track_release(track);
}

static void test_names_that_were_not_taken(void **state)
{
    (void)state;
    expect_remark(RING "</svg>", NULL);
    expect_remark(RING "<circle id='tree' r='1'/></svg>", NULL);
    expect_remark(RING "<circle id='walls' r='1'/></svg>", "line 4: 'walls' begins like");
    expect_remark(RING "<g id='slick'><circle r='1'/><circle r='2'/></g></svg>",
                  "line 4: 'slick' begins like a part of a track, but the group holds several");
    expect_remark(RING "<circle class='starting' r='1'/><circle id='outsider' r='1'/></svg>",
                  "(and 1 more)");
    expect_remark(RING "<circle class='decoration' id='walls' r='1'/></svg>", NULL);
    /* As scour leaves it, which takes away what is shown by SVG 2's href. */
    expect_remark(RING "<use href='#gone'/></svg>", "line 4: a <use> of '#gone' shows nothing");
    expect_remark(RING "<path id='tree' d='M1 1H2'/><use href='#tree'/></svg>", NULL);
    expect_remark(RING "<text id='word'>A</text><use href='#word'/></svg>", NULL);
    expect_refused("<svg viewBox='0 0 20 12'>\n<rect id='walls' width='9' height='9'/></svg>", 1,
                   "there is no wall: give a closed shape the class or the id \"wall\" (a group's "
                   "names its shape if it is the only one) (line 2: 'walls' begins like");
}

/* A race track whose line has lost its name is no arena. */
static void test_a_line_without_its_name(void **state)
{
    (void)state;
    static const char said[] = "without a start line this reads as an arena";
    expect_refused(RING "<path d='M5 6H0'/></svg>", 4, said);
    expect_refused(RING "<path d='M4.7 6H.3'/></svg>", 4, said);
    expect_refused(RING "<line id='l' x1='10' y1='8' x2='10' y2='12'/></svg>", 4, said);
    expect_remark(RING "<path class='decoration' d='M5 6H0'/></svg>", NULL);
    expect_remark(RING "<path d='M1 1H4'/></svg>", NULL);                /* within the road */
    expect_remark(RING "<path d='M5 6H0' display='none'/></svg>", NULL); /* nobody sees it */
    expect_remark(RING "<path d='M1 1H4V3H1Z'/></svg>", NULL);
    expect_remark("<svg viewBox='0 0 20 12'><rect class='wall' width='20' height='12'/>"
                  "<path d='M0 6H20'/></svg>",
                  NULL); /* nothing to drive round */
}

/* The smaller of both scales, as preserveAspectRatio says; with slice the larger. */
static void test_the_size_of_a_unit(void **state)
{
    (void)state;
    static const struct {
        const char *root;
        double millimetres;
    } cases[] = {
        {"width='60mm' height='20mm' viewBox='0 0 30 20'", 1},
        {"width='30mm' height='60mm' viewBox='0 0 30 20'", 1},
        {"width='60mm' height='20mm' viewBox='0 0 30 20' preserveAspectRatio='xMidYMid slice'", 2},
        {"width='60mm' viewBox='0 0 30 20'", 2},
        {"width='100%' height='2cm' viewBox='0 0 30 20'", 1},
        {"width='60' height='20' viewBox='0 0 30 20'", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text svg = {0};
        struct draft draft;
        text_append_format(&svg, "<svg %s/>", cases[i].root);
        read_draft(svg.data, &draft);
        double off = draft.source.millimetres - cases[i].millimetres;
        assert_true(off < 1e-6 && off > -1e-6);
        draft_free(&draft);
        text_free(&svg);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whether_it_is_seen),
        cmocka_unit_test(test_the_cascade),
        cmocka_unit_test(test_transforms),
        cmocka_unit_test(test_documents_within),
        cmocka_unit_test(test_geometry),
        cmocka_unit_test(test_cuts_and_choices),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_what_is_not_followed_is_refused),
        cmocka_unit_test(test_names_that_were_not_taken),
        cmocka_unit_test(test_a_line_without_its_name),
        cmocka_unit_test(test_the_size_of_a_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
