/* Circuits that are drawn: the pen, corners and lines, what is set, and that all of it can be
 * undone. Expected values are worked out by hand on a square course of 4 x 20 squares, 40 rows, so
 * that a row is two squares long.
 */
#include "studio/circuit/plan.h"

#include "base/number.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Clockwise from the upper left corner, at (5, 25) of a sheet 40 x 30: ten rows a side. */
static const char square[] =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 150' data-graphprix-circuit='1' "
    "data-rows='40' data-lanes='2'><title>Square</title>"
    "<path class='course' d='M 25 25 L 125 25 L 125 125 L 25 125 Z'/>"
    "<g class='corner' data-from='10' data-to='13' data-limits='80 100' data-line='2 1 1 "
    "2'/></svg>";

static struct steps *read_plan(const char *file)
{
    struct circuit_draft draft;
    struct error error;
    if (!circuit_draft_read(file, strlen(file), &draft, &error))
        fail_msg("%d: %s", error.line, error.text);
    return circuit_plan_from_draft(&draft);
}

static const struct draft_corner *corner(const struct steps *plan, int index)
{
    return &circuit_plan_draft(plan)->corners[index];
}

static void expect_corner(const struct steps *plan, int index, int from, int to, int one, int two,
                          const char *line)
{
    const struct draft_corner *found = corner(plan, index);
    char lanes[CIRCUIT_ROWS_MOST + 1] = "";
    for (int i = 0; i < found->line_count; i++)
        lanes[i] = (char)('0' + found->line[i]);
    assert_int_equal(found->from, from);
    assert_int_equal(found->to, to);
    assert_int_equal(found->limits[0], one);
    assert_int_equal(found->limits[1], two);
    assert_string_equal(lanes, line);
}

static int faults(const struct steps *plan, struct circuit_fault *first)
{
    struct circuit_fault found[30];
    int count = circuit_draft_check(circuit_plan_draft(plan), found, 30);
    if (first && count > 0)
        *first = found[0];
    return count;
}

static void test_rows_keep_corners_in_their_place(void **state)
{
    (void)state;
    struct steps *plan = read_plan(square);
    assert_true(fabs(circuit_plan_row_length(circuit_plan_draft(plan)) - 2) < 0.001);
    steps_begin(plan, "rows");
    circuit_plan_set_rows(plan, 80);
    steps_end(plan, false);
    expect_corner(plan, 0, 20, 27, 80, 100, "22111122");
    steps_begin_again(plan, "rows");
    circuit_plan_set_rows(plan, 20);
    steps_end(plan, false);
    assert_int_equal(corner(plan, 0)->from, 5);
    assert_int_equal(corner(plan, 0)->to, 6);
    assert_true(steps_undo(plan));
    expect_corner(plan, 0, 10, 13, 80, 100, "2112");
    assert_false(steps_undo(plan));
    steps_free(plan);
}

static void test_the_other_way_round_and_back(void **state)
{
    (void)state;
    struct steps *plan = read_plan(square);
    steps_begin(plan, "reverse");
    circuit_plan_reverse(plan);
    expect_corner(plan, 0, 26, 29, 100, 80, "1221");
    struct point second = circuit_plan_draft(plan)->course[1];
    assert_true(second.x == 25 * FINE && second.y == 125 * FINE);
    circuit_plan_reverse(plan);
    steps_end(plan, false);
    assert_null(steps_undo_name(plan)); /* nothing has changed */
    steps_free(plan);
}

static void test_the_race_begins_elsewhere(void **state)
{
    (void)state;
    struct steps *plan = read_plan(square);
    steps_begin(plan, "start");
    circuit_plan_begin_at(plan, 5); /* the middle of the upper side */
    struct point first = circuit_plan_draft(plan)->course[0];
    assert_true(first.x == 75 * FINE && first.y == 25 * FINE);
    expect_corner(plan, 0, 5, 8, 80, 100, "2112");
    circuit_plan_begin_at(plan, 7); /* in the middle of the corner: it becomes two */
    assert_int_equal(circuit_plan_draft(plan)->corner_count, 2);
    expect_corner(plan, 0, 38, 39, 80, 100, "21");
    expect_corner(plan, 1, 0, 1, 80, 100, "12");
    struct circuit_fault fault;
    assert_int_equal(faults(plan, &fault), 1);
    assert_non_null(strstr(fault.text, "starting grid"));
    assert_int_equal(fault.row, 39);
    steps_end(plan, false);
    steps_undo(plan);
    expect_corner(plan, 0, 10, 13, 80, 100, "2112");
    steps_free(plan);
}

static void test_corners_lines_and_what_is_wrong(void **state)
{
    (void)state;
    struct circuit_fault fault;
    struct steps *plan = read_plan(square);
    steps_begin(plan, "corner");
    assert_int_equal(circuit_plan_add_corner(plan, 22, 18), 1); /* round the lower right */
    assert_int_equal(corner(plan, 1)->from, 18);
    assert_int_equal(corner(plan, 1)->limits[1], corner(plan, 1)->limits[0] + 20);
    assert_int_equal(faults(plan, NULL), 0);
    assert_false(circuit_plan_set_line(plan, 17, 1)); /* no corner */
    assert_true(circuit_plan_set_line(plan, 21, 1));
    assert_int_equal(corner(plan, 1)->line[20 - corner(plan, 1)->from], 1);
    circuit_plan_set_lanes(plan, 3);
    assert_true(circuit_plan_set_line(plan, 21, 3));
    assert_int_equal(faults(plan, &fault), 2); /* up to lane 3 and down again */
    assert_true(fault.corner == 1 && fault.row == 21 && fault.lane == 3);
    assert_non_null(strstr(fault.text, "lane 1 to lane 3"));
    circuit_plan_set_lanes(plan, 2);
    assert_int_equal(faults(plan, NULL), 0);
    circuit_plan_set_limit(plan, 1, 2, 90);
    assert_int_equal(faults(plan, &fault), 1);
    assert_true(fault.row == 18 && fault.lane == 2);
    circuit_plan_set_limit(plan, 1, 2, 200);
    circuit_plan_stretch_corner(plan, 1, 13, 22); /* row 13 is the other's */
    assert_int_equal(faults(plan, &fault), 1);
    assert_int_equal(fault.row, 13);
    circuit_plan_shift_corner(plan, 1, 23); /* 36 to 45: there is no row 45 */
    assert_int_equal(faults(plan, NULL), 1);
    circuit_plan_remove_corner(plan, 1);
    assert_int_equal(faults(plan, NULL), 0);
    steps_end(plan, false);
    steps_free(plan);
}

/* A ring with the middle (20, 15), anticlockwise, from angle to angle in turns. */
static int ring(struct spot *into, double radius, double from, double to)
{
    int count = 0;
    for (double turn = from; turn <= to + 1e-9; turn += 0.01) {
        double angle = turn * 2 * acos(-1);
        into[count++] = (struct spot){20 + radius * cos(angle), 15 + radius * sin(angle)};
    }
    return count;
}

static void test_the_pen_closes(void **state)
{
    (void)state;
    struct spot raw[200];
    struct steps *plan = circuit_plan_create();
    assert_int_equal(faults(plan, NULL), 1); /* no course */
    steps_begin(plan, "course");
    assert_int_equal(circuit_plan_draw(plan, raw, ring(raw, 10, 0, 1), 0.5), CIRCUIT_DREW_COURSE);
    steps_end(plan, false);
    assert_int_equal(faults(plan, NULL), 0);
    struct trail course = circuit_plan_course(circuit_plan_draft(plan));
    double length = trail_length(&course), round = 2 * acos(-1) * 10;
    assert_true(fabs(length - round) < 0.02 * round);
    assert_true(trail_area(&course) > 300); /* pi 100, the way it was drawn */
    assert_int_equal(circuit_plan_draft(plan)->rows, (int)lround(length / 1.7));
    trail_free(&course);
    steps_begin(plan, "course");
    assert_int_equal(circuit_plan_draw(plan, raw, ring(raw, 10, 0, 0.8), 0.5),
                     CIRCUIT_DREW_PART); /* from course to course */
    assert_int_equal(circuit_plan_draw(plan, raw, ring(raw, 6, 0, 0.8), 0.5), CIRCUIT_JOINED_ENDS);
    assert_int_equal(circuit_plan_draw(plan, raw, 3, 0.5), CIRCUIT_DREW_NOTHING);
    steps_end(plan, false);
    assert_true(steps_undo(plan) && steps_undo(plan));
    assert_int_equal(circuit_plan_draft(plan)->course_count, 0);
    steps_free(plan);
}

static void test_the_way_of_a_road(void **state)
{
    (void)state;
    static const struct point outer[] = {
        {5120, 5120}, {35840, 5120}, {35840, 25600}, {5120, 25600}};
    static const struct point inner[] = {
        {9216, 9216}, {9216, 21504}, {31744, 21504}, {31744, 9216}};
    /* Walls at 5 and 9 squares: the middle is at 7; the race crosses (20, 5..9) towards the right.
     */
    const struct course_road road = {.walls = {inner, outer},
                                     .counts = {4, 4},
                                     .from = {20480, 9216},
                                     .to = {20480, 5120},
                                     .ahead = {1, 0}};
    struct steps *plan = circuit_plan_create();
    steps_begin(plan, "course");
    assert_true(circuit_plan_follow_road(plan, &road, (struct point){40, 30}));
    steps_end(plan, false);
    struct trail course = circuit_plan_course(circuit_plan_draft(plan));
    assert_true(fabs(course.spots[0].x - 20) < 0.6 && fabs(course.spots[0].y - 7) < 0.2);
    assert_true(course.spots[1].x > course.spots[0].x);
    struct spot left = {7, 15};
    double away;
    trail_nearest(&course, left, &away);
    assert_true(away < 0.2);
    assert_true(steps_undo(plan) && circuit_plan_draft(plan)->course_count == 0);
    trail_free(&course);
    steps_free(plan);
}

static void test_remarks(void **state)
{
    (void)state;
    struct circuit_remark remarks[6];
    struct steps *plan = read_plan(square);
    steps_begin(plan, "move");
    circuit_plan_move(plan, -4.5, 0); /* the strip reaches half a square over the left edge */
    int count = circuit_plan_remarks(circuit_plan_draft(plan), remarks, 6);
    bool beyond = false, over = false;
    for (int i = 0; i < count; i++)
        beyond = beyond || strstr(remarks[i].text, "beyond the sheet");
    assert_true(beyond);
    circuit_plan_fit(plan);
    assert_true(circuit_plan_size(circuit_plan_draft(plan)).x == 26);
    circuit_plan_set_lane_width(plan, 11 * CIRCUIT_SQUARE); /* 22 squares wide, the hole is 20 */
    count = circuit_plan_remarks(circuit_plan_draft(plan), remarks, 6);
    for (int i = 0; i < count; i++)
        over = over || strstr(remarks[i].text, "folds over");
    assert_true(over);
    steps_end(plan, false);
    steps_free(plan);
}

/* The square bends by 90 degrees where rows 10, 20 and 30 begin, and where the line is: the rows on
 * both sides of that belong to a bend. */
static void test_corners_are_offered_where_it_bends(void **state)
{
    (void)state;
    struct circuit_bend bends[8];
    struct circuit_remark remarks[6];
    struct steps *plan = read_plan(square);
    assert_int_equal(circuit_plan_bends(circuit_plan_draft(plan), bends, 8), 2); /* one is there */
    assert_int_equal(bends[0].from, 19);
    assert_int_equal(bends[0].to, 20);
    assert_int_equal(bends[1].from, 29);
    assert_int_equal(bends[1].to, 30);
    for (int i = circuit_plan_remarks(circuit_plan_draft(plan), remarks, 6) - 1; i >= 0; i--)
        assert_null(strstr(remarks[i].text, "no corners"));
    steps_begin(plan, "corners");
    circuit_plan_remove_corner(plan, 0);
    assert_true(circuit_plan_remarks(circuit_plan_draft(plan), remarks, 6) > 0);
    assert_non_null(strstr(remarks[0].text, "it has no corners"));
    assert_int_equal(circuit_plan_bends(circuit_plan_draft(plan), bends, 8), 3);
    assert_int_equal(circuit_plan_bends(circuit_plan_draft(plan), bends, 1), 1);
    assert_int_equal(bends[0].from, 9);
    assert_int_equal(circuit_plan_add_corner(plan, bends[0].from, bends[0].to), 0);
    expect_corner(plan, 0, 9, 10, 60, 80, "");
    steps_end(plan, false);
    steps_free(plan);
    /* A circle of 36 rows bends by 10 degrees in each: nothing stands out. */
    plan = read_plan("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 200' "
                     "data-graphprix-circuit='1' data-rows='36' data-lanes='2'><title>Ring</title>"
                     "<path class='course' d='M 100 20 A 80 80 0 0 1 100 180 A 80 80 0 0 1 100 20 "
                     "Z'/></svg>");
    assert_int_equal(circuit_plan_bends(circuit_plan_draft(plan), bends, 8), 0);
    steps_free(plan);
}

/* --- anything, in any order ------------------------------------------------------------------- */

static int pick(struct random *chance, int below)
{
    return (int)random_below(chance, (uint32_t)below);
}

static void do_anything(struct steps *plan, struct random *chance)
{
    const struct circuit_draft *draft = circuit_plan_draft(plan);
    int row = pick(chance, draft->rows), other = pick(chance, draft->rows);
    int index = draft->corner_count > 0 ? pick(chance, draft->corner_count) : -1;
    int deed = pick(chance, 10), lane = 1 + pick(chance, draft->lanes);
    if (deed == 0)
        circuit_plan_set_rows(plan, 20 + pick(chance, 60));
    else if (deed == 1)
        circuit_plan_set_lanes(plan, 2 + pick(chance, 2));
    else if (deed == 2)
        circuit_plan_begin_at(plan, row);
    else if (deed == 3)
        circuit_plan_reverse(plan);
    else if (deed == 4)
        circuit_plan_add_corner(plan, row, other);
    else if (deed == 5 && index >= 0)
        circuit_plan_stretch_corner(plan, index, row, other);
    else if (deed == 6 && index >= 0)
        circuit_plan_remove_corner(plan, index);
    else if (deed == 7)
        circuit_plan_set_line(plan, row, lane);
    else if (deed == 8 && index >= 0)
        circuit_plan_set_limit(plan, index, lane, 20 * (1 + pick(chance, 10)));
    else
        circuit_plan_fit(plan);
}

static struct text written(const struct steps *plan)
{
    struct text text = {0};
    circuit_draft_write(circuit_plan_draft(plan), &text);
    return text;
}

/* What was written is read as the same; a draft without a fault is a circuit, one with a fault is
 * none; and undo leads back step by step. */
static void test_anything_in_any_order(void **state)
{
    (void)state;
    enum { DEEDS = 120 };
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct random chance = random_seeded(seed);
        struct steps *plan = read_plan(square);
        struct text before[DEEDS];
        int done = 0;
        for (int i = 0; i < DEEDS; i++) {
            struct text was = written(plan);
            uint64_t version = steps_version(plan);
            steps_begin(plan, "deed");
            do_anything(plan, &chance);
            steps_end(plan, false);
            if (steps_version(plan) != version)
                before[done++] = was;
            else
                text_free(&was);
            struct error error;
            const struct circuit *made = circuit_make(circuit_plan_draft(plan), &error);
            assert_true((made != NULL) == (faults(plan, NULL) == 0));
            circuit_strips.release(made);
            circuit_strips.release(circuit_make_to_look_at(circuit_plan_draft(plan)));
            struct text now = written(plan);
            struct circuit_draft again;
            assert_true(circuit_draft_read(text_string(&now), now.length, &again, &error));
            assert_true(circuit_draft_is_same(&again, circuit_plan_draft(plan)));
            circuit_draft_free(&again);
            text_free(&now);
        }
        while (done > 0) {
            assert_true(steps_undo(plan));
            struct text now = written(plan);
            assert_string_equal(text_string(&now), text_string(&before[--done]));
            text_free(&now);
            text_free(&before[done]);
        }
        steps_free(plan);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_keep_corners_in_their_place),
        cmocka_unit_test(test_the_other_way_round_and_back),
        cmocka_unit_test(test_the_race_begins_elsewhere),
        cmocka_unit_test(test_corners_lines_and_what_is_wrong),
        cmocka_unit_test(test_the_pen_closes),
        cmocka_unit_test(test_the_way_of_a_road),
        cmocka_unit_test(test_remarks),
        cmocka_unit_test(test_corners_are_offered_where_it_bends),
        cmocka_unit_test(test_anything_in_any_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
