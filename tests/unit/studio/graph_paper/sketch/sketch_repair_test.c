/* What is wrong is put right by one click, a corner is moved alone, and a turbo area that is new
 * pushes along the race. What comes out is worked out by hand.
 */
#include "drivers/graph_paper/driving.h"
#include "unit/studio/drawing.h"

#include <stdio.h>

enum { LIST = 20 };

/* The first problem of that kind is repaired; the others are left. */
static void repair(struct steps *sketch, enum draft_repair kind)
{
    struct draft_problem problems[LIST];
    struct error error = {0};
    int count = draft_list_problems(sketch_draft(sketch), problems, LIST);
    for (int i = 0; i < count; i++) {
        if (problems[i].repair != kind)
            continue;
        assert_non_null(sketch_repair_name(kind));
        if (!sketch_repair(sketch, &problems[i], &error))
            fail_msg("%s", error.text);
        return;
    }
    fail_msg("nothing is to be repaired so; the first problem: %s",
             count > 0 ? problems[0].error.text : "none");
}

static void expect_sound(const struct steps *sketch)
{
    struct draft_problem problems[LIST];
    if (draft_list_problems(sketch_draft(sketch), problems, LIST) > 0)
        fail_msg("%s", problems[0].error.text);
}

/* A ring: the track is between x 2 and 10 at the left, y 2 and 10 at the foot, and so on. */
static struct steps *draw_ring(void)
{
    struct steps *sketch = sketch_create(40, 30);
    add_box(sketch, DRAFT_WALL, 2, 2, 36, 26);
    add_box(sketch, DRAFT_WALL, 10, 10, 20, 10);
    return sketch;
}

static void set_line(struct steps *sketch, enum draft_role role, double x1, double y1, double x2,
                     double y2)
{
    struct error error = {0};
    assert_true(
        sketch_set_line(sketch, role, (struct spot){x1, y1}, (struct spot){x2, y2}, &error) >= 0);
}

static int add_stroke(struct steps *sketch, const struct spot *corners, int count)
{
    struct error error = {0};
    int item = sketch_draw_polygon(sketch, DRAFT_WALL, corners, count, false, &error);
    assert_true(item >= 0);
    return item;
}

static void test_a_stroke_is_joined_with_itself(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
    struct spot corners[] = {{2, 2}, {38, 2}, {38, 28}, {2, 28}, {2, 5}};
    add_stroke(sketch, corners, 5);
    repair(sketch, REPAIR_JOIN);
    expect_sound(sketch);
    assert_int_equal(item_of(sketch, 0)->loops[0].count, 5);
    assert_true(steps_undo(sketch));
    assert_false(item_of(sketch, 0)->loops[0].closed);
    steps_free(sketch);
}

/* Two halves whose ends are a square apart: what lies nearest is joined first. */
static void test_two_strokes_are_joined(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
    struct spot lower[] = {{2, 14}, {2, 2}, {38, 2}, {38, 14}};
    struct spot upper[] = {{38, 15}, {38, 28}, {2, 28}, {2, 15}};
    add_stroke(sketch, lower, 4);
    add_stroke(sketch, upper, 4);
    repair(sketch, REPAIR_JOIN);
    assert_int_equal(count_of(sketch), 1);
    assert_false(item_of(sketch, 0)->loops[0].closed);
    repair(sketch, REPAIR_JOIN);
    assert_int_equal(count_of(sketch), 1);
    expect_sound(sketch);
    expect_box(sketch, 0, 2, 2, 38, 28);
    steps_free(sketch);
}

/* Both ends lie inside; it goes on to the walls at y 20 and 28, straight as it was drawn. */
static void test_a_line_is_extended(void **state)
{
    (void)state;
    struct steps *sketch = draw_ring();
    set_line(sketch, DRAFT_START_FINISH, 20, 22, 20, 26);
    repair(sketch, REPAIR_EXTEND);
    expect_sound(sketch);
    expect_box(sketch, 2, 20, 20, 20, 28);
    steps_free(sketch);
}

static void expect_lap(const struct steps *sketch, bool expected)
{
    struct error error = {0};
    struct track *track = track_from_draft(sketch_draft(sketch), &error);
    if (!track)
        fail_msg("%s", error.text);
    assert_int_equal(lap_prove(track, NULL, NULL, &error), expected);
    track_release(track);
}

/* From left to right: nobody gets behind the finish, to cross it from the right. */
static void test_a_line_is_turned_where_that_helps(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
    struct draft_problem no_lap = {.item = -1, .repair = REPAIR_TURN};
    struct error error = {0};
    add_box(sketch, DRAFT_WALL, 2, 10, 34.5, 10);
    set_line(sketch, DRAFT_START, 6, 20, 6, 10);
    set_line(sketch, DRAFT_FINISH, 36, 9, 37, 21);
    expect_lap(sketch, false);
    if (!sketch_repair(sketch, &no_lap, &error))
        fail_msg("%s", error.text);
    expect_lap(sketch, true);
    assert_int_equal(item_of(sketch, 2)->loops[0].vertices[0].y, 21 * FINE);
    assert_int_equal(item_of(sketch, 1)->loops[0].vertices[0].y, 20 * FINE);
    steps_free(sketch);
    sketch = sketch_create(40, 30); /* two rooms: no way round helps */
    add_box(sketch, DRAFT_WALL, 2, 10, 14, 10);
    add_box(sketch, DRAFT_WALL, 22, 10, 16, 10);
    set_line(sketch, DRAFT_START, 6, 20, 6, 10);
    set_line(sketch, DRAFT_FINISH, 34, 10, 34, 20);
    uint64_t version = steps_version(sketch);
    assert_false(sketch_repair(sketch, &no_lap, &error));
    assert_non_null(strstr(error.text, "does not help"));
    assert_true(steps_version(sketch) == version);
    steps_free(sketch);
}

static void test_the_other_repairs(void **state)
{
    (void)state;
    struct steps *sketch = draw_ring();
    struct error error = {0};
    set_line(sketch, DRAFT_START, 20, 20, 20, 28);
    repair(sketch, REPAIR_BOTH);
    expect_sound(sketch);
    struct spot gate[] = {{2, 15}, {10, 15}};
    for (int i = 0; i < 3; i++)
        assert_true(sketch_add_checkpoint(sketch, gate, 2, &error) >= 0);
    int first = 3;
    assert_true(sketch_delete(sketch, &first, 1));
    if (item_of(sketch, 3)->number != 1) {
        repair(sketch, REPAIR_NUMBER);
        assert_int_equal(item_of(sketch, 3)->number, 1);
        assert_int_equal(item_of(sketch, 4)->number, 2);
    }
    expect_sound(sketch);
    struct spot flat[] = {{4, 4}, {6, 4}, {8, 4}};
    assert_true(sketch_draw_polygon(sketch, DRAFT_SLICK, flat, 3, true, &error) >= 0);
    repair(sketch, REPAIR_TAKE_AWAY);
    expect_sound(sketch);
    steps_free(sketch);
}

static void test_a_corner_is_moved_alone(void **state)
{
    (void)state;
    struct steps *sketch = draw_ring();
    struct sketch_corner corner;
    struct error error = {0};
    assert_false(sketch_find_corner(sketch, 1, (struct spot){20, 10}, 2, &corner));
    assert_true(sketch_find_corner(sketch, 1, (struct spot){29.7, 19.5}, 1, &corner));
    assert_true(sketch_move_corner(sketch, corner, (struct spot){25.25, 22.5}, &error));
    expect_box(sketch, 1, 10, 10, 30, 22.5);
    assert_int_equal(item_of(sketch, 1)->loops[0].count, 4);
    assert_false(sketch_move_corner(sketch, corner, (struct spot){10, 20}, &error));
    set_line(sketch, DRAFT_START_FINISH, 20, 20, 20, 28);
    assert_true(sketch_find_corner(sketch, 2, (struct spot){20, 28}, 0.5, &corner));
    assert_true(sketch_move_corner(sketch, corner, (struct spot){22.3, 29.4}, &error));
    expect_box(sketch, 2, 20, 20, 22, 29); /* on grid points */
    steps_free(sketch);
}

static void expect_arrow(struct steps *sketch, double x, double y, int arrow_x, int arrow_y)
{
    int area = add_box(sketch, DRAFT_TURBO, x, y, 3, 3);
    struct point arrow = item_of(sketch, area)->arrow;
    if (arrow.x != arrow_x || arrow.y != arrow_y)
        fail_msg("at (%g, %g): (%d, %d)", x, y, arrow.x, arrow.y);
}

/* The line at the head of the ring is crossed to the left, so the race goes to the left there, then
 * down, to the right and up; once it is turned, the other way round. Before there is a line nobody
 * knows. */
static void test_arrows_begin_along_the_race(void **state)
{
    (void)state;
    struct steps *sketch = draw_ring();
    expect_arrow(sketch, 30, 4, 1, 0);
    set_line(sketch, DRAFT_START_FINISH, 20, 19, 20, 29);
    expect_arrow(sketch, 24, 22, -1, 0);
    expect_arrow(sketch, 4, 13, 0, -1);
    expect_arrow(sketch, 18, 4, 1, 0);
    expect_arrow(sketch, 33, 13, 0, 1);
    set_line(sketch, DRAFT_START_FINISH, 20, 29, 20, 19);
    expect_arrow(sketch, 15, 22, 1, 0);
    expect_arrow(sketch, 4, 16, 0, 1);
    steps_free(sketch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_stroke_is_joined_with_itself),
        cmocka_unit_test(test_two_strokes_are_joined),
        cmocka_unit_test(test_a_line_is_extended),
        cmocka_unit_test(test_a_line_is_turned_where_that_helps),
        cmocka_unit_test(test_the_other_repairs),
        cmocka_unit_test(test_a_corner_is_moved_alone),
        cmocka_unit_test(test_arrows_begin_along_the_race),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
