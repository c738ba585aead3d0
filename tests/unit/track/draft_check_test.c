/* What is wrong with a track: each is told with the line of the shape and the place on the sheet.
 */
#include "track/draft.h"
#include "unit/track/fixture.h"

#include "base/memory.h"

#include <stdlib.h>

/* The body begins in line 2. */
static void expect_wrong(const char *body, int line, const char *text)
{
    struct text svg = {0};
    text_append_format(&svg, "%s%s%s", SHEET, body, END);
    expect_refused(svg.data, line, text);
    text_free(&svg);
}

static void expect_sound(const char *body)
{
    struct text svg = {0};
    text_append_format(&svg, "%s%s%s", SHEET, body, END);
    track_release(read_track(svg.data));
    text_free(&svg);
}

static void test_walls(void **state)
{
    (void)state;
    expect_wrong("", 1, "there is no wall: give a closed shape the class or the id \"wall\"");
    expect_wrong("<g class='wall'><path d='M1 1L4 1L4 5Z'/><path d='M5 1L8 1L8 5Z'/></g>", 1,
                 "(a group's names its shape if");
    expect_wrong(OUTER "<path class='wall' d='M1 1L4 1L4 5'/>", 3,
                 "this wall is not closed: its ends are 5 squares apart");
    expect_wrong("<path class='wall' d='M1 1L4 1L4 2.5L1 2.5'/>", 2, "are 1.5 squares apart");
    expect_wrong("<path class='wall' d='M1 1L4 1L4 2L2 2'/>", 2, "are 1.414 squares apart");
    expect_wrong("<path class='wall' d='M1 1L4 1L4 5L1.001 1'/>", 2, "are 0.001 squares apart");
    expect_wrong("<path class='wall' d='M1 1L4 1L4 5L1 1M5 5L6 6L6 5'/>", 2, "1 squares apart");
    expect_wrong("<line class='wall' x2='4' y2='3'/>", 2, "are 5 squares apart");
    expect_wrong("<polyline class='wall' points='1,1 4,1 4,5'/>", 2, "are 5 squares apart");
    expect_wrong("<polygon class='wall' points='1,1 4,1'/>", 2,
                 "this wall has a loop with fewer than 3 corners");
    expect_wrong("<path class='wall' d='M1 1L4 1L1 1'/>", 2, "fewer than 3 corners");
    expect_wrong("<path class='wall' d='M1 1L1.0001 1L1 1.0001Z'/>", 2, "fewer than 3 corners");
    expect_wrong(OUTER "\n<path class='wall' d='M1 1L4 1L8 1Z'/>", 4,
                 "this wall has a loop that encloses no area");
}

static void test_crossings(void **state)
{
    (void)state;
    expect_wrong("<path class='wall' d='M1 1L5 5V1L1 5Z'/>", 2,
                 "this wall crosses itself at (3, 9); move one of the two strokes");
    expect_wrong("<path class='wall' d='M1 1H5V5H1ZM3 3.25H9V4H3Z'/>", 2,
                 "two loops of this wall cross at (5, 8)");
    expect_wrong("<rect class='wall' x='1' y='1' width='4' height='4'/>\n"
                 "<path class='wall' d='M9 2.125L3 2.125L3 1.5L9 1.5Z'/>",
                 3, "this wall crosses that of line 2 at (5, 9.88)");
    expect_wrong(OUTER "<path class='slick' d='M1 1L5 5V1L1 5Z'/>", 3,
                 "this slick crosses itself at (3, 9)");
}

static void test_accepted_walls(void **state)
{
    (void)state;
    expect_sound(OUTER "<path class='wall' d='M5 0H9V4H5Z'/><path class='wall' d='M9 4H12V8H9Z'/>");
    expect_sound(OUTER OUTER "<path class='wall' d='M5 2H9V4H5Z'/>");
    expect_sound(OUTER "<path class='slick' d='M5 2H9V4H5Z'/><path class='slick' d='M6 1V9H7Z'/>");
}

static void test_vertices_off_the_sheet(void **state)
{
    (void)state;
    expect_wrong("<rect class='wall' width='21' height='12'/>", 2,
                 "in this wall the point (21, 12) is off the sheet of 20 × 12 squares; move it "
                 "onto the sheet or make the sheet larger");
    expect_wrong(OUTER "<circle class='slick' cx='19.5' cy='6' r='1'/>", 3, "in this slick");
    expect_wrong(OUTER "<line class='start finish' x1='-1' y1='6' x2='5' y2='6'/>", 3,
                 "in this start and finish line the point (-1, 6) is off the sheet");
    expect_wrong(OUTER "<circle class='outside' cx='20' cy='13'/>", 3,
                 "in this point declared outside the point (20, -1)");
}

static void test_lines_that_are_none(void **state)
{
    (void)state;
    expect_wrong(OUTER "<path class='start finish' d='M0 6H2H5'/>", 3,
                 "this start and finish line must be one straight line");
    expect_wrong(OUTER "<path class='finish' d='M0 6H2M3 6H5'/>", 3,
                 "this finish line must be one straight line");
    expect_wrong(OUTER "<path class='start' d='M0 6H5Z'/>", 3, "must be one straight line");
    expect_wrong(OUTER "<line class='start' x1='1' x2='1'/>", 3, "must be one straight line");
    expect_wrong(OUTER "<line class='start finish' x1='0' y1='6.5' x2='5' y2='6'/>", 3,
                 "this start and finish line must lie on grid points, but (0, 5.5) is none");
}

static void test_lines_across_the_track(void **state)
{
    (void)state;
    expect_sound(OUTER INNER LINE);
    expect_sound(OUTER INNER "<path class='start finish' d='M0 6H15'/>");
    expect_wrong(OUTER INNER "<path class='start finish' d='M0 6H4'/>", 4,
                 "this start and finish line does not reach across the track: its end (4, 6) lies "
                 "inside; draw it from wall to wall or beyond");
    expect_wrong(OUTER INNER "<path class='start finish' d='M2 6H5'/>", 4, "its end (2, 6)");
    expect_wrong(OUTER INNER "<path class='start finish' d='M6 6H9'/>", 4,
                 "does not reach across the track: no piece of it lies inside");
    expect_wrong(OUTER INNER "<path class='start finish' d='M5 4V8'/>", 4, "no piece of it");
    expect_wrong(OUTER INNER "<path class='start finish' d='M0 0H20'/>", 4, "no piece of it");
    expect_wrong("<path class='wall' d='M2 2H9V9H2Z'/>\n<path class='start finish' d='M0 0L2 2'/>",
                 3, "no piece of it");
    expect_sound("<path class='wall' d='M2 2H9V9H2Z'/>\n<path class='start finish' d='M1 1L9 9'/>");
}

/* Through a strait between grid points, along an edge on the line, through a vertex. */
static void test_lines_in_narrow_places(void **state)
{
    (void)state;
    expect_sound("<path class='wall' d='M2.25 0H2.75V12H2.25ZM8 0H12V12H8Z'/>"
                 "<line class='start' x1='8' x2='12' y1='6' y2='6'/>"
                 "<line class='finish' x1='2' x2='3' y1='6' y2='6'/>");
    expect_wrong("<path class='wall' d='M2.25 0H2.75V12H2.25Z'/>\n"
                 "<line class='start finish' x1='2' x2='3' y1='6' y2='6'/>",
                 3, "there is no start point: no grid point of the start line lies in the track");
    /* Declared points decide about start points, too. */
    expect_sound("<path class='wall' d='M2.25 0H2.75V12H2.25Z'/>\n"
                 "<circle class='inside' cx='2' cy='6' r='.25'/>\n"
                 "<line class='start finish' x1='2' x2='3' y1='6' y2='6'/>");
    expect_wrong("<path class='wall' d='M1.75 0H2.25V12H1.75Z'/>\n"
                 "<circle class='outside' cx='2' cy='6' r='.25'/>\n"
                 "<line class='start finish' x1='1' x2='3' y1='6' y2='6'/>",
                 4, "there is no start point");
    expect_sound("<path class='wall' d='M4 6H8V2H12V6H16V10H4Z'/>"
                 "<path class='start finish' d='M4 6H16'/>");
    expect_wrong("<path class='wall' d='M4 6H8V7H12V6H16V10H4Z'/>\n"
                 "<path class='start finish' d='M4 6H16'/>",
                 3, "no piece of it");
    expect_sound("<path class='wall' d='M4 6L8 2L12 6L8 10Z'/>"
                 "<path class='start finish' d='M2 6H14'/>");
}

static void test_starts_and_finishes(void **state)
{
    (void)state;
    expect_wrong(OUTER INNER "<path class='start' d='M0 6H5'/>", 4,
                 "there is a start line but no finish line");
    expect_wrong(OUTER INNER "<path class='finish' d='M0 6H5'/>", 4,
                 "there is a finish line but no start line");
    expect_wrong(OUTER INNER LINE "<path class='start' d='M0 6H5'/>", 5,
                 "this is a second start line, the first is in line 4; a track has one");
    expect_wrong(OUTER INNER LINE "<path class='finish' d='M0 6H5'/>", 5,
                 "this is a second finish line, the first is in line 4");
    expect_wrong(OUTER INNER LINE LINE, 5, "this is a second start line");
    expect_sound(OUTER INNER);
}

static void test_checkpoints(void **state)
{
    (void)state;
#define CHECKPOINT(number, points)                                                                 \
    "<polyline class='checkpoint' data-number='" number "' points='" points "'/>\n"
    expect_sound(OUTER CHECKPOINT("2", "1,1 2,1") CHECKPOINT("1", "1,3"));
    expect_wrong(OUTER CHECKPOINT("1", "1,1") CHECKPOINT("3", "1,3"), 4,
                 "checkpoint 2 is missing: the next one is number 3");
    expect_wrong(OUTER CHECKPOINT("2", "1,1"), 3, "checkpoint 1 is missing");
    expect_wrong(OUTER CHECKPOINT("1", "1,1") CHECKPOINT("2", "1,1") CHECKPOINT("1", "1,3"), 5,
                 "checkpoint 1 stands here again, the first is in line 3");
    expect_wrong(OUTER CHECKPOINT("1", "1,1 2.5,1"), 3,
                 "this checkpoint must lie on grid points, but (2.5, 11) is none");
    expect_wrong(OUTER "<polyline class='checkpoint' data-number='1'/>", 3, "has no points");
}

static void test_inspected_points(void **state)
{
    (void)state;
    expect_sound(OUTER
                 "<circle class='inside' cx='4' cy='4'/><circle class='inside' cx='4' cy='4'/>");
    expect_wrong(OUTER "<circle class='inside' cx='4' cy='4.1'/>", 3,
                 "this point declared inside must lie on grid points, but (4, 7.9) is none");
    expect_wrong(OUTER "<circle class='inside' cx='4' cy='4'/>\n<circle class='inside' cx='5' "
                       "cy='4'/>\n<circle class='outside' cx='4' cy='4'/>",
                 5, "the point (4, 8) is declared both inside and outside, also in line 3");
}

static void test_patches(void **state)
{
    (void)state;
    expect_wrong(OUTER "<path class='slick' d='M1 1H4'/>", 3,
                 "this slick is not closed: its ends are 3 squares apart");
    expect_wrong(OUTER "<path class='turbo' data-arrow='1 1' d='M1 1H4Z'/>", 3,
                 "this turbo area has a loop with fewer than 3 corners");
    struct text body = {0};
    text_append(&body, OUTER);
    for (int i = 0; i < 1001; i++)
        text_append(&body, "<path class='slick' d='M1 1H4V4Z'/>\n");
    expect_wrong(body.data, 1003, "there are more than 1000 slicks and turbo areas");
    text_free(&body);
}

/* The editor's way: no file, so no line, and a sheet that may have shrunk meanwhile. */

static void add_rectangle(struct draft *draft, enum draft_role role, int size)
{
    struct error error;
    const struct point corners[4] = {{0, 0}, {size, 0}, {size, size}, {0, size}};
    draft_add_item(draft, role, 0);
    draft_begin_loop(draft);
    for (int i = 0; i < 4; i++)
        assert_true(draft_add_vertex(draft, point_to_fine(corners[i]), &error));
    draft_close_loop(draft);
}

static void test_drafts_by_hand(void **state)
{
    (void)state;
    struct draft draft = {.width = 12, .height = 12, .name = memory_copy_string("By hand")};
    struct error error = {0};
    assert_null(track_from_draft(&draft, &error));
    assert_non_null(strstr(error.text, "there is no wall"));
    add_rectangle(&draft, DRAFT_WALL, 12);
    add_rectangle(&draft, DRAFT_SLICK, 2);
    struct track *track = track_from_draft(&draft, &error);
    assert_non_null(track);
    assert_string_equal(track->name, "By hand");
    assert_true(track_on_slick(track, (struct point){2, 2}));
    assert_false(track_on_slick(track, (struct point){3, 2}));
    assert_ptr_equal(track_retain(track), track);
    track_release(track);
    track_release(track);
    draft.height = 11;
    assert_null(track_from_draft(&draft, &error));
    assert_non_null(
        strstr(error.text, "in this wall the point (12, 12) is off the sheet of 12 × 11"));
    assert_int_equal(error.line, 0);
    draft.height = SHEET_MAX + 1;
    assert_null(track_from_draft(&draft, &error));
    assert_non_null(strstr(error.text, "the sheet must have 1 to 4096 squares each way"));
    draft_free(&draft);
    track_release(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_walls),
        cmocka_unit_test(test_crossings),
        cmocka_unit_test(test_accepted_walls),
        cmocka_unit_test(test_vertices_off_the_sheet),
        cmocka_unit_test(test_lines_that_are_none),
        cmocka_unit_test(test_lines_across_the_track),
        cmocka_unit_test(test_lines_in_narrow_places),
        cmocka_unit_test(test_starts_and_finishes),
        cmocka_unit_test(test_checkpoints),
        cmocka_unit_test(test_inspected_points),
        cmocka_unit_test(test_patches),
        cmocka_unit_test(test_drafts_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
