/* SVG files as people make them: sheets, roles, shapes, groups, words, and files that are no SVG.
 */
#include "unit/track/fixture.h"

#include "base/number.h"
#include "base/system/host.h"

#include <stdlib.h>

/* The sheet. */

static void expect_sheet(const char *root, int width, int height, const char *vertices)
{
    struct text svg = {0};
    text_append_format(&svg, "<svg %s>%s</svg>", root, "<path class='wall' d='M0 0L10 0L0 10Z'/>");
    struct track *track = read_track(svg.data);
    assert_int_equal(track->width, width);
    assert_int_equal(track->height, height);
    if (vertices)
        expect_loop(area_loop(track->surface, 0), vertices);
    track_release(track);
    text_free(&svg);
}

static void test_sheets(void **state)
{
    (void)state;
    expect_sheet("viewBox='0 0 20 12'", 20, 12, "0,12288 10240,12288 0,2048");
    expect_sheet("viewBox='0,0,20,12' width='7mm'", 20, 12, NULL);
    expect_sheet("width='20' height='12px'", 20, 12, NULL);
    expect_sheet("viewBox='0 0 20 12' data-square='2'", 10, 6, "0,6144 5120,6144 0,1024");
    expect_sheet("viewBox='-4 -2 20 12'", 20, 12, "4096,10240 14336,10240 4096,0");
    expect_sheet("viewBox='-4 -2 20 12' data-square='2'", 10, 6, "2048,5120 7168,5120 2048,0");
    expect_sheet("width='10cm' height='50mm' data-square='3.779527559'", 100, 50, NULL);
    expect_sheet("viewBox='0 0 19.9999 12.0001'", 20, 12, NULL);
    expect_sheet("viewBox='0 0 4096 4096'", 4096, 4096, NULL);
    /* The sheet holds all of the drawing, from its upper left corner on. */
    expect_sheet("viewBox='0 0 20.5 12'", 21, 12, "0,12288 10240,12288 0,2048");
    expect_sheet("viewBox='0 0 20 12.001'", 20, 13, NULL);
    expect_sheet("viewBox='0 0 20 11.999'", 20, 12, NULL);
    expect_sheet("viewBox='0 0 20 12' data-square='3'", 7, 4, NULL);
}

static void expect_bad_sheet(const char *root, const char *text)
{
    struct text svg = {0};
    text_append_format(&svg, "<?xml version='1.0'?>\n<svg %s>%s</svg>", root, OUTER);
    expect_refused(svg.data, 2, text);
    text_free(&svg);
}

static void test_bad_sheets(void **state)
{
    (void)state;
    expect_bad_sheet("", "the size of the sheet is missing: give <svg> a viewBox");
    expect_bad_sheet("width='20'", "the size of the sheet is missing");
    expect_bad_sheet("viewBox='0 0 4097 12'", "the sheet must have 1 to 4096 squares each way");
    expect_bad_sheet("viewBox='0 0 0 12'", "1 to 4096");
    expect_bad_sheet("viewBox='0 0 -20 12'", "1 to 4096");
    expect_bad_sheet("viewBox='0 0 20'", "in the viewBox a number was expected");
    expect_bad_sheet("viewBox='0 0 20 1e308'", "in the viewBox the number '1e308' is too large");
    expect_bad_sheet("viewBox='0 0 NaN 12'", "found 'NaN 12'");
    expect_bad_sheet("width='100%' height='100%'", "missing: give <svg> a viewBox, such as");
    expect_bad_sheet("width='20' height='50 %'", "the size of the sheet is missing");
    expect_bad_sheet("viewBox='0 0 20 12' data-square='0'", "data-square must be one number");
    expect_bad_sheet("viewBox='0 0 20 12' data-square='1e-300'", "1 to 4096");
    expect_bad_sheet("viewBox='0 0 20 12' data-square='5mm'", "data-square must be one number");
    expect_bad_sheet("viewBox='0 0 20 12' data-graphprix='2'", "the format '2'");
}

/* Vertices are rounded to 1/1024, halves away from zero, before y is flipped. */
static void test_rounding(void **state)
{
    (void)state;
    struct track *track =
        read_track("<svg viewBox='0 0 20 12'><path class='wall' d='M0.00048828125 "
                   "0.00048828125L10.000488281249 0.000488281249L5.00048828125 9.00146484375Z'/>"
                   "</svg>");
    expect_loop(area_loop(track->surface, 0), "1,12287 10240,12288 5121,3070");
    track_release(track);
}

/* Roles. */

static void expect_counts(const char *body, int walls, int slicks)
{
    struct text svg = {0};
    text_append_format(&svg, "%s%s%s%s", SHEET, OUTER, body, END);
    struct track *track = read_track(svg.data);
    assert_int_equal(area_loop_count(track->surface), walls);
    assert_int_equal(track->slick_count, slicks);
    track_release(track);
    text_free(&svg);
}

#define SQUARE " d='M8 8h2v2h-2z'/>"

static void test_roles(void **state)
{
    (void)state;
    expect_counts("<path class='wall'" SQUARE, 2, 0);
    expect_counts("<path class='st0 wall thick'" SQUARE, 2, 0);
    expect_counts("<path class=' \n slick\t'" SQUARE, 1, 1);
    expect_counts("<path id='wall'" SQUARE, 2, 0);
    expect_counts("<path id='wall-2'" SQUARE, 2, 0);
    expect_counts("<path id='wall2'" SQUARE, 2, 0);
    expect_counts("<path id='slick_17'" SQUARE, 1, 1);
    expect_counts("<path id='slick-2-5'" SQUARE, 1, 1);
    expect_counts("<path class='st0' id='slick'" SQUARE, 1, 1);
    expect_counts("<path class='slick' id='wall'" SQUARE, 1, 1);
    expect_counts("<path class='Wall'" SQUARE, 2, 0);
    expect_counts("<path id='wall-'" SQUARE, 2, 0);
}

static void test_decoration(void **state)
{
    (void)state;
    expect_counts("<path" SQUARE, 1, 0);
    expect_counts("<path class='walls'" SQUARE, 1, 0);
    expect_counts("<path id='wall-a2'" SQUARE, 1, 0);
    expect_counts("<path id='2'" SQUARE, 1, 0);
    expect_counts("<path d='rubbish'/><rect x='no'/><path transform='?' d='M0 0'/>", 1, 0);
    expect_counts("<text class='wall'>wall</text><image class='wall'/>", 1, 0);
}

/* A group named after the start may hold the flags that stand there; one shape in a group of its
 * own is what the group is called. */
static void test_groups_of_several_give_no_role(void **state)
{
    (void)state;
    expect_counts("<g class='wall' id='slick'><path" SQUARE "<path" SQUARE "</g>", 1, 0);
    expect_counts("<g class='wall' id='slick'><path" SQUARE "</g>", 2, 0);
    expect_counts("<g id='slick'><g><path" SQUARE "</g></g>", 1, 1);
    expect_counts("<g class='slick'><path class='decoration'" SQUARE "</g>", 1, 0);
    expect_counts("<g class='slick'><g><path class='wall'" SQUARE "</g></g>", 2, 0);
    expect_counts("<a><switch><path class='wall'" SQUARE "</switch></a>", 2, 0);
}

static void test_definitions_are_ignored(void **state)
{
    (void)state;
    static const char *const holders[] = {"defs",     "clipPath", "symbol", "pattern", "marker",
                                          "metadata", "mask",     "style",  "unknown"};
    for (size_t i = 0; i < sizeof holders / sizeof *holders; i++) {
        struct text body = {0};
        text_append_format(&body, "<%s><g><path class='wall' d='?'/></g></%s><path class='slick'%s",
                           holders[i], holders[i], SQUARE);
        expect_counts(body.data, 1, 1);
        text_free(&body);
    }
    expect_counts("<rect width='1' height='1'><path class='wall' d='?'/></rect>", 1, 0);
    expect_counts("<x:path xmlns:x='http://example.org/x' class='wall' d='?'/>", 1, 0);
    expect_counts("<s:path xmlns:s='http://www.w3.org/2000/svg' class='wall'" SQUARE, 2, 0);
}

static void expect_bad_body(const char *body, const char *text)
{
    struct text svg = {0};
    text_append_format(&svg, "%s%s%s%s", SHEET, OUTER, body, END);
    expect_refused(svg.data, 3, text);
    text_free(&svg);
}

static void test_roles_that_do_not_go_together(void **state)
{
    (void)state;
    expect_bad_body("<path class='wall slick'" SQUARE, "one shape cannot be all of that");
    expect_bad_body("<path class='start wall'" SQUARE, "one shape cannot be all of that");
    expect_bad_body(
        "<use class='wall' href='#a'/>",
        "this wall is a <use> of '#a', which is no shape or group of this file; unlink");
    expect_bad_body("<use id='slick-1' href='#a'/>", "this slick is a <use>");
}

/* Shapes. */

static void expect_wall(const char *shape, const char *vertices)
{
    struct text svg = {0};
    text_append_format(&svg, "%s%s%s", SHEET, shape, END);
    struct track *track = read_track(svg.data);
    expect_loop(area_loop(track->surface, 0), vertices);
    track_release(track);
    text_free(&svg);
}

static void test_straight_shapes(void **state)
{
    (void)state;
    expect_wall("<polygon class='wall' points='1,2 3,2 3,5'/>", "1024,10240 3072,10240 3072,7168");
    expect_wall("<polyline class='wall' points='1 2,3 2,3 5,1 2'/>",
                "1024,10240 3072,10240 3072,7168");
    expect_wall("<path class='wall' d='M1 2L3 2L3 5L1 2'/>", "1024,10240 3072,10240 3072,7168");
    expect_wall("<path class='wall' d='M1 2L3 2L3 5L1 2Z'/>", "1024,10240 3072,10240 3072,7168");
    expect_wall("<rect class='wall' x='1' y='2' width='3' height='4'/>",
                "1024,10240 4096,10240 4096,6144 1024,6144");
    expect_wall("<rect class='wall' x='1' y='2' width='3' height='4' rx='0' ry='9'/>",
                "1024,10240 4096,10240 4096,6144 1024,6144");
    expect_wall("<rect class='wall' width='96px' height='1in' transform='scale(.03125)'/>",
                "0,12288 3072,12288 3072,9216 0,9216");
}

/* Every vertex at its distance from the centre, within what flattening and rounding may do. */
static void expect_ellipse(struct loop loop, double cx, double cy, double rx, double ry)
{
    assert_true(loop.count >= 8);
    for (int i = 0; i < loop.count; i++) {
        double x = (loop.vertices[i].x / 1024.0 - cx) / rx;
        double y = (loop.vertices[i].y / 1024.0 - cy) / ry;
        double off = x * x + y * y - 1;
        assert_true(off < .01 && off > -.01);
    }
}

static void test_round_shapes(void **state)
{
    (void)state;
    struct track *track = read_track(
        "<svg viewBox='0 0 20 12'><circle class='wall' cx='10' cy='6' r='5'/>"
        "<ellipse class='slick' cx='10' cy='5' rx='4' ry='2'/>"
        "<ellipse class='slick' rx='4' ry='2' transform='translate(10 6) rotate(90)'/></svg>");
    expect_ellipse(area_loop(track->surface, 0), 10, 6, 5, 5);
    expect_ellipse(area_loop(track->slicks[0].area, 0), 10, 7, 4, 2);
    expect_ellipse(area_loop(track->slicks[1].area, 0), 10, 6, 2, 4);
    track_release(track);
}

/* A rectangle of 10 x 6 with corners of radius 2 keeps 4 sides; rx alone stands for both. */
static void expect_rounded(const char *attributes, double area)
{
    struct text svg = {0};
    text_append_format(&svg, "%s<rect class='wall' x='1' y='1' width='10' height='6' %s/>%s", SHEET,
                       attributes, END);
    struct track *track = read_track(svg.data);
    struct loop loop = area_loop(track->surface, 0);
    double twice = 0;
    for (int i = 2; i < loop.count; i++)
        twice += (double)point_cross(loop.vertices[0], loop.vertices[i - 1], loop.vertices[i]);
    double difference = twice / -2 / FINE / FINE - area;
    assert_true(difference < .2 && difference > -.2);
    track_release(track);
    text_free(&svg);
}

static void test_rounded_rectangles(void **state)
{
    (void)state;
    const double pi = 3.14159265358979;
    expect_rounded("rx='2' ry='2'", 60 - (4 - pi) * 4);
    expect_rounded("rx='2'", 60 - (4 - pi) * 4);
    expect_rounded("ry='2'", 60 - (4 - pi) * 4);
    expect_rounded("rx='2' ry='1'", 60 - (4 - pi) * 2);
    expect_rounded("rx='99' ry='99'", pi * 5 * 3);
}

static void test_bad_shapes(void **state)
{
    (void)state;
    expect_bad_body("<path class='wall' d='M1 1L2 2 x'/>",
                    "in this wall a path command was expected, but found 'x'");
    expect_bad_body("<path class='wall' d='M1 1L99 1'/>",
                    "in this wall the point (99, 11) is off the sheet of 20 × 12 squares");
    expect_bad_body("<path class='wall' d='M1 1L1e308 1'/>", "'1e308 1' is too large");
    expect_bad_body("<path class='wall' d='M1 1 L 5 5 Z 7 7'/>", "stands behind Z");
    expect_bad_body("<path class='wall'/>", "this wall has no points");
    expect_bad_body("<path class='wall' d=' '/>", "this wall has no points");
    expect_bad_body("<polygon class='wall'/>", "this wall has no points");
    expect_bad_body("<polygon class='wall' points='1 1 2'/>", "found the end");
    expect_bad_body("<polygon class='wall' points='1 1,a'/>", "found 'a'");
    expect_bad_body("<circle class='wall' cx='5' cy='5' r='-1'/>",
                    "the attribute r must not be negative");
    expect_bad_body("<circle class='wall' cx='5' cy='5'/>", "fewer than 3 corners");
    expect_bad_body("<rect class='wall' width='50em' height='5'/>",
                    "the attribute width is wrong: 'em' stands behind a number");
    expect_bad_body("<rect class='slick' width='5'/>", "fewer than 3 corners");
    expect_bad_body("<circle class='wall' cx='nan' cy='5' r='1'/>", "the attribute cx is wrong");
    expect_bad_body("<path class='wall' transform='spin(3)'" SQUARE,
                    "in this wall 'spin(3)' is no transform");
    expect_bad_body("<path class='wall' transform='scale(1e9) scale(1e9)'" SQUARE,
                    "more than a thousand million squares off the sheet");
    expect_bad_body("<g transform='rotate(x)'/>", "a number was expected, but found 'x)'");
    expect_bad_body("<path class='turbo'" SQUARE, "in this turbo area data-arrow must hold two");
    expect_bad_body("<path class='turbo' data-arrow='1'" SQUARE, "data-arrow must hold two");
    expect_bad_body("<path class='turbo' data-arrow='1.5 2'" SQUARE, "data-arrow must hold two");
    expect_bad_body("<path class='turbo' data-arrow='0 0'" SQUARE, "data-arrow must hold two");
    expect_bad_body("<path class='turbo' data-arrow='1 2 3'" SQUARE, "data-arrow must hold two");
    expect_bad_body("<polyline class='checkpoint' points='1,1'/>",
                    "in this checkpoint data-number must say which checkpoint it is");
    expect_bad_body("<polyline class='checkpoint' data-number='0' points='1,1'/>", "data-number");
    expect_bad_body("<polyline class='checkpoint' data-number='one' points='1,1'/>", "data-number");
    expect_bad_body("<rect class='inside' width='1' height='1'/>",
                    "in this point declared inside an inspected point must be a circle");
}

/* What else a sheet may hold. */
static void test_features(void **state)
{
    (void)state;
    struct track *track = read_track(
        SHEET OUTER INNER LINE "<path class='turbo' data-arrow=' 2,-1 '" SQUARE
                               "<polyline class='checkpoint' data-number='2' points='1,1 2,1 3,1'/>"
                               "<path id='checkpoint-1' d='M5 9L5 10M5 10L6 12M6 12L7 12'/>"
                               "<polyline id='checkpoint3-8' points='4 4'/>"
                               "<circle class='inside' cx='12' cy='8'/>"
                               "<ellipse class='outside' transform='translate(1 1)' cx='2' cy='3' "
                               "rx='.25' ry='.25'/>" END);
    assert_int_equal(track->turbo_count, 1);
    assert_true(point_equal(track->turbo_areas[0].arrow, (struct point){2, -1}));
    assert_int_equal(track->checkpoint_count, 3);
    assert_int_equal(track->checkpoints[0].number, 1);
    assert_int_equal(track->checkpoints[0].point_count, 4);
    assert_true(point_equal(track->checkpoints[0].points[3], (struct point){7, 0}));
    assert_int_equal(track->checkpoints[1].point_count, 3);
    assert_true(point_equal(track->checkpoints[1].points[2], (struct point){3, 11}));
    assert_int_equal(track->checkpoints[2].point_count, 1);
    assert_int_equal(track->inspected_count, 2);
    assert_true(point_equal(track->inspected[0].at, (struct point){12, 4}));
    assert_true(track->inspected[0].inside);
    assert_true(point_equal(track->inspected[1].at, (struct point){3, 8}));
    assert_false(track->inspected[1].inside);
    track_release(track);
}

static void test_lines(void **state)
{
    (void)state;
    struct track *track = read_track(SHEET OUTER INNER LINE END);
    assert_true(track->has_line && !track->open);
    assert_true(point_equal(track->start.from, (struct point){5, 6}));
    assert_true(point_equal(track->start.to, (struct point){0, 6}));
    assert_true(point_equal(track->finish.to, (struct point){0, 6}));
    track_release(track);
    track = read_track(SHEET OUTER "<path id='start' d='M2 0V12'/><line id='finish-1' x1='18' "
                                   "x2='18' y2='12'/>" END);
    assert_true(track->has_line && track->open);
    assert_true(point_equal(track->start.from, (struct point){2, 12}));
    assert_true(point_equal(track->finish.to, (struct point){18, 0}));
    track_release(track);
    track = read_track(SHEET OUTER INNER "<path id='start-finish' d='M0 6h5'/>" END);
    assert_true(track->has_line && !track->open);
    track_release(track);
}

/* As Inkscape writes: millimetres, layers with transforms, ids, properties in other namespaces. */
static void test_inkscape_drawing(void **state)
{
    (void)state;
    struct track *track = read_track(
        "<?xml version='1.0' encoding='UTF-8' standalone='no'?>\n"
        "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' "
        "'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd'>\n"
        "<svg width='100mm' height='60mm' viewBox='0 0 100 60' version='1.1' id='svg5'\n"
        " data-square='5' xmlns='http://www.w3.org/2000/svg'\n"
        " xmlns:sodipodi='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd'\n"
        " xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape'>\n"
        "<sodipodi:namedview id='view7' inkscape:document-units='mm'><inkscape:grid id='wall'/>\n"
        "</sodipodi:namedview><defs id='defs2'><path id='wall-9' d='M 0,0'/></defs>\n"
        "<g inkscape:label='Track' inkscape:groupmode='layer' id='layer1'\n"
        " transform='translate(-10,-20)'>\n"
        "<path style='fill:none' d='m 10,20 h 100 v 60 H 10 Z' id='wall'\n"
        " sodipodi:nodetypes='ccccc'/>\n"
        "<g id='g12' transform='matrix(0,1,-1,0,85,40)'><rect id='wall-3' width='20' height='50'\n"
        " x='0' y='0'/></g>\n"
        "<path id='start-finish-1' d='M 35,50 H 10'/></g></svg>\n");
    assert_int_equal(track->width, 20);
    assert_int_equal(track->height, 12);
    expect_loop(area_loop(track->surface, 0), "0,12288 20480,12288 20480,0 0,0");
    expect_loop(area_loop(track->surface, 1), "15360,8192 15360,4096 5120,4096 5120,8192");
    assert_true(point_equal(track->start.from, (struct point){5, 6}));
    assert_true(point_equal(track->start.to, (struct point){0, 6}));
    track_release(track);
}

/* Words. */

static void expect_words(const char *body, const char *name, const char *description)
{
    struct text svg = {0};
    text_append_format(&svg, "%s%s%s%s", SHEET, OUTER, body, END);
    struct track *track = read_track(svg.data);
    assert_string_equal(track->name, name);
    assert_string_equal(track->description, description);
    track_release(track);
    text_free(&svg);
}

static void test_title_and_description(void **state)
{
    (void)state;
    expect_words("", "", "");
    expect_words("<title> Kidney\n</title><desc>\n  two\n  lines </desc>", "Kidney", "two lines");
    expect_words("<title>A &amp; B &lt;&#228;&gt;</title>", "A & B <\xC3\xA4>", "");
    expect_words("<title><![CDATA[<x>]]></title><title>second</title>", "<x>", "");
    expect_words("<g><title>group</title></g><rect><title>shape</title></rect>", "", "");
    expect_words("<title>a<b>not</b>c</title>", "ac", "");
}

static void test_long_words(void **state)
{
    (void)state;
    char words[9001];
    struct text body = {0};
    memset(words, 'x', sizeof words);
    text_append_format(&body, "%s<title>%.1001s</title>%s", SHEET, words, OUTER END);
    expect_refused(body.data, 1, "the title is longer than 1000 bytes");
    text_clear(&body);
    text_append_format(&body, "%s<desc>%.8001s</desc>%s", SHEET, words, OUTER END);
    expect_refused(body.data, 1, "the description (<desc>) is longer than 8000 bytes");
    text_free(&body);
}

/* Files that are no track. */

static void test_files_that_are_no_svg(void **state)
{
    (void)state;
    expect_refused("", 1, "not well-formed XML (no element found)");
    expect_refused("hello", 1, "not well-formed XML");
    expect_refused("\x1f\x8b\x08", 1, "not well-formed XML");
    expect_refused("<html/>", 1, "this is no SVG drawing: the outermost element must be <svg>");
    expect_refused("<svg xmlns='http://example.org/'/>", 1, "this is no SVG drawing");
    expect_refused(SHEET OUTER, 3, "not well-formed XML (no element found)");
    expect_refused(SHEET "<g>\n" END, 3, "not well-formed XML (mismatched tag)");
    expect_refused(SHEET "<path class='wall' class='slick'/>" END, 2, "duplicate attribute");
    expect_refused(SHEET "&nothing;" END, 2, "undefined entity");
}

/* Counted from 1, both: the wrong element begins behind two blanks, the wrong byte behind "<a ". */
static void test_errors_name_the_column(void **state)
{
    (void)state;
    struct error error = {0};
    const char *element = SHEET "  <path class='wall' d='M0 0 L1 x'/>" END;
    assert_null(svg_read_track(element, strlen(element), &error));
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 3);
    const char *byte = SHEET "<a <";
    assert_null(svg_read_track(byte, strlen(byte), &error));
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 4);
}

static void test_a_zero_byte_is_no_end(void **state)
{
    (void)state;
    static const char svg[] = SHEET OUTER "\0" END;
    struct error error;
    assert_null(svg_read_track(svg, sizeof svg - 1, &error));
    assert_int_equal(error.line, 3);
}

static void test_entities_are_never_read(void **state)
{
    (void)state;
    expect_refused("<!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>\n" SHEET
                   "<title>&x;</title>" OUTER END,
                   1, "the DOCTYPE declares entities or other things, which are never read");
    expect_refused("<!DOCTYPE svg [\n<!ENTITY a 'xxxx'><!ENTITY b '&a;&a;'>]>" SHEET
                   "<title>&b;</title>" OUTER END,
                   1, "entities");
    expect_refused("<!DOCTYPE svg [<!ATTLIST path class CDATA 'wall'>]>" SHEET OUTER END, 1,
                   "DOCTYPE");
    expect_refused("<!DOCTYPE svg SYSTEM 'x.dtd'>" SHEET "<title>&x;</title>" OUTER END, 2,
                   "an entity stands here that the file does not declare");
}

/* Any file cut anywhere is refused, or it was whole already. */
static void test_truncated_files(void **state)
{
    (void)state;
    static const char svg[] = SHEET OUTER INNER LINE "<title>T</title>" END;
    for (size_t length = 0; length + 1 < sizeof svg; length++) {
        struct error error = {0};
        char *copy = malloc(length + 1);
        memcpy(copy, svg, length);
        assert_null(svg_read_track(copy, length, &error));
        assert_true(error.line > 0 && error.text[0] != '\0');
        free(copy);
    }
}

static void test_deep_nesting(void **state)
{
    (void)state;
    struct text svg = {0};
    text_append(&svg, SHEET);
    for (int i = 0; i < 199; i++)
        text_append(&svg, "<g>");
    text_append(&svg, "<g>");
    expect_refused(svg.data, 2, "elements are nested more than 200 deep");
    text_clear(&svg);
    text_append(&svg, SHEET);
    for (int i = 0; i < 100000; i++)
        text_append(&svg, "<unknown>");
    expect_refused(svg.data, 2, "nested more than 200 deep");
    text_free(&svg);
}

static void test_limits(void **state)
{
    (void)state;
    struct text svg = {0};
    struct error error = {0};
    text_append(&svg, SHEET "<!--");
    while (svg.length <= TRACK_FILE_LIMIT)
        text_append(&svg, "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef");
    assert_null(svg_read_track(svg.data, svg.length, &error));
    assert_non_null(strstr(error.text, "larger than 16 MiB"));
    text_clear(&svg);
    text_append(&svg, SHEET "<polygon class='wall' points='");
    while (svg.length < TRACK_FILE_LIMIT - 100)
        text_append(&svg, "1 1 2 2 ");
    text_append(&svg, "'/>" END);
    int64_t start = clock_processor_nanoseconds();
    expect_refused(svg.data, 2, "a track has at most 200000");
    assert_true(clock_processor_nanoseconds() - start < 5000000000);
    text_free(&svg);
}

static void test_files(void **state)
{
    (void)state;
    struct error error = {0};
    assert_null(svg_load_track("/nowhere/at/all.svg", &error));
    assert_non_null(strstr(error.text, "there is no such file"));
    assert_int_equal(error.line, 0);
    assert_null(svg_load_track(".", &error));
    assert_non_null(strstr(error.text, "folder"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sheets),
        cmocka_unit_test(test_bad_sheets),
        cmocka_unit_test(test_rounding),
        cmocka_unit_test(test_roles),
        cmocka_unit_test(test_decoration),
        cmocka_unit_test(test_groups_of_several_give_no_role),
        cmocka_unit_test(test_definitions_are_ignored),
        cmocka_unit_test(test_roles_that_do_not_go_together),
        cmocka_unit_test(test_straight_shapes),
        cmocka_unit_test(test_round_shapes),
        cmocka_unit_test(test_rounded_rectangles),
        cmocka_unit_test(test_bad_shapes),
        cmocka_unit_test(test_features),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_inkscape_drawing),
        cmocka_unit_test(test_title_and_description),
        cmocka_unit_test(test_long_words),
        cmocka_unit_test(test_files_that_are_no_svg),
        cmocka_unit_test(test_errors_name_the_column),
        cmocka_unit_test(test_a_zero_byte_is_no_end),
        cmocka_unit_test(test_entities_are_never_read),
        cmocka_unit_test(test_truncated_files),
        cmocka_unit_test(test_deep_nesting),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
