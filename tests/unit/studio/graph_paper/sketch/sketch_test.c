/* Walls on a sheet: what pen, polygon, eraser and redrawing do, and how it is undone. */
#include "unit/studio/drawing.h"

static void test_a_track_is_drawn(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
    struct draft_problem problems[20];
    struct error error = {0};
    assert_int_equal(draft_list_problems(sketch_draft(sketch), problems, 20), 1);
    assert_true(problems[0].missing);
    assert_int_equal(add_round(sketch, DRAFT_WALL, 18, 13, 0, 6.25), 0);
    assert_int_equal(add_round(sketch, DRAFT_WALL, 9, 6, 0, 6.25), 1);
    assert_int_equal(item_of(sketch, 1)->loop_count, 1);
    assert_true(item_of(sketch, 1)->loops[0].closed);
    int line = sketch_set_line(sketch, DRAFT_START_FINISH, (struct spot){27.6, 15.2},
                               (struct spot){39, 14.7}, &error);
    assert_int_equal(line, 2);
    assert_int_equal(draft_list_problems(sketch_draft(sketch), problems, 20), 0);
    struct track *track = track_from_draft(sketch_draft(sketch), &error);
    assert_non_null(track);
    assert_int_equal(track->start.from.x, 28);
    track_release(track);
    steps_free(sketch);
    steps_free(NULL);
}

/* Undo. */

static void test_undo_and_versions(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
    uint64_t empty = steps_version(sketch);
    assert_false(steps_undo(sketch));
    assert_false(steps_redo(sketch));
    assert_null(steps_undo_name(sketch));
    add_box(sketch, DRAFT_WALL, 1, 1, 30, 20);
    uint64_t wall = steps_version(sketch);
    add_box(sketch, DRAFT_SLICK, 5, 5, 3, 3);
    uint64_t slick = steps_version(sketch);
    assert_true(empty != wall && wall != slick && empty != slick);
    assert_string_equal(steps_undo_name(sketch), "Draw slick");
    assert_null(steps_redo_name(sketch));
    assert_true(steps_undo(sketch));
    assert_int_equal(steps_version(sketch), wall);
    assert_string_equal(steps_undo_name(sketch), "Draw wall");
    assert_string_equal(steps_redo_name(sketch), "Draw slick");
    assert_true(steps_undo(sketch));
    assert_int_equal(steps_version(sketch), empty);
    assert_int_equal(count_of(sketch), 0);
    assert_true(steps_redo(sketch));
    assert_true(steps_redo(sketch));
    assert_false(steps_redo(sketch));
    assert_int_equal(steps_version(sketch), slick);
    assert_int_equal(count_of(sketch), 2);
    /* A change after an undo ends what could be done again, and its number is a new one. */
    steps_undo(sketch);
    add_box(sketch, DRAFT_TURBO, 5, 5, 3, 3);
    assert_null(steps_redo_name(sketch));
    assert_true(steps_version(sketch) != slick && steps_version(sketch) != wall);
    steps_free(sketch);
}

/* What changes nothing is no step. */
static void test_no_step_for_nothing(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
    struct error error;
    int wall = add_box(sketch, DRAFT_WALL, 1, 1, 30, 20);
    uint64_t version = steps_version(sketch);
    struct sketch_transform nowhere = sketch_moving(0, 0);
    assert_true(sketch_transform(sketch, &wall, 1, &nowhere, &error));
    assert_true(sketch_set_role(sketch, wall, DRAFT_WALL, &error));
    assert_true(sketch_resize(sketch, 40, 30, &nowhere, &error));
    assert_false(sketch_erase(sketch, &(struct spot){10, 10}, 1, 1, &error));
    assert_string_equal(error.text, "");
    assert_false(sketch_delete(sketch, NULL, 0));
    assert_int_equal(steps_version(sketch), version);
    steps_begin(sketch, "several");
    struct sketch_transform there = sketch_moving(2, 1), back = sketch_moving(-2, -1);
    sketch_transform(sketch, &wall, 1, &there, &error);
    assert_true(steps_version(sketch) != version);
    sketch_transform(sketch, &wall, 1, &back, &error);
    steps_end(sketch, false);
    assert_int_equal(steps_version(sketch), version);
    assert_string_equal(steps_undo_name(sketch), "Draw wall");
    steps_free(sketch);
}

static void test_steps_of_several_changes(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
    struct error error;
    steps_begin(sketch, "several");
    steps_end(sketch, false);
    assert_null(steps_undo_name(sketch));
    add_box(sketch, DRAFT_WALL, 1, 1, 30, 20);
    add_box(sketch, DRAFT_WALL, 5, 5, 3, 3);
    uint64_t before = steps_version(sketch);
    steps_begin(sketch, "several");
    for (int i = 0; i < 5; i++) {
        struct spot at = {5 + i, 5};
        sketch_erase(sketch, &at, 1, 0.6, &error);
    }
    steps_end(sketch, false);
    assert_string_equal(steps_undo_name(sketch), "several");
    uint64_t after = steps_version(sketch);
    assert_true(steps_undo(sketch));
    assert_int_equal(steps_version(sketch), before);
    assert_true(item_of(sketch, 1)->loops[0].closed);
    assert_true(steps_redo(sketch));
    assert_int_equal(steps_version(sketch), after);
    /* What is changed in the middle of a step is taken back when it is ended. */
    steps_begin(sketch, "several");
    struct sketch_transform there = sketch_moving(2, 1);
    sketch_transform(sketch, &(int){0}, 1, &there, &error);
    assert_false(steps_undo(sketch));
    steps_end(sketch, false);
    assert_true(steps_version(sketch) != after && steps_undo(sketch));
    assert_int_equal(steps_version(sketch), after);
    steps_free(sketch);
}

static void test_undo_has_a_limit(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
    struct error error;
    for (int i = 0; i < SKETCH_UNDO_LIMIT + 50; i++)
        sketch_turn_inspected(sketch, (struct spot){i % 41, i / 41});
    (void)error;
    assert_int_equal(count_of(sketch), SKETCH_UNDO_LIMIT + 50);
    int undone = 0;
    while (steps_undo(sketch))
        undone++;
    assert_int_equal(undone, SKETCH_UNDO_LIMIT);
    assert_int_equal(count_of(sketch), 50);
    while (steps_redo(sketch))
        undone--;
    assert_int_equal(undone, 0);
    assert_int_equal(count_of(sketch), SKETCH_UNDO_LIMIT + 50);
    steps_free(sketch);
}

/* Drawing. */

static void test_a_stroke_goes_on(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
    int first = add_round(sketch, DRAFT_WALL, 10, 8, 0, 2);
    assert_false(item_of(sketch, first)->loops[0].closed);
    assert_int_equal(add_round(sketch, DRAFT_WALL, 10.2, 8, 2.02, 4), first);
    assert_int_equal(add_round(sketch, DRAFT_SLICK, 10, 8, 4, 5), 1); /* another role: of its own */
    assert_int_equal(add_round(sketch, DRAFT_WALL, 10, 8, -0.02, -1.5), first); /* at its start */
    assert_int_equal(count_of(sketch), 2);
    assert_int_equal(add_round(sketch, DRAFT_WALL, 10, 8, 4.02, 4.75), first); /* closes it */
    assert_true(item_of(sketch, first)->loops[0].closed);
    for (int i = 0; i < item_of(sketch, first)->loops[0].count; i++) {
        struct point at = item_of(sketch, first)->loops[0].vertices[i];
        double x = (at.x / 1024.0 - 20) / 10, y = (at.y / 1024.0 - 15) / 8;
        assert_true(fabs(hypot(x, y) - 1) < 0.04);
    }
    steps_free(sketch);
}

static void test_a_stroke_joins_two(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
    add_box(sketch, DRAFT_SLICK, 1, 1, 2, 2);
    add_round(sketch, DRAFT_WALL, 10, 8, 0, 2);
    add_round(sketch, DRAFT_WALL, 10, 8, 3, 5);
    assert_int_equal(count_of(sketch), 3);
    int joined =
        add_round(sketch, DRAFT_WALL, 10, 8, 2.97, 2.03); /* from the second to the first */
    assert_int_equal(count_of(sketch), 2);
    assert_int_equal(joined, 1);
    assert_false(item_of(sketch, joined)->loops[0].closed);
    joined = add_round(sketch, DRAFT_WALL, 10, 8, 5.03, 6.25);
    assert_int_equal(joined, 1);
    assert_true(item_of(sketch, joined)->loops[0].closed);
    assert_true(steps_undo(sketch) && steps_undo(sketch));
    assert_int_equal(count_of(sketch), 3);
    steps_free(sketch);
}

static void test_strokes_that_are_none(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
    struct error error = {0};
    struct spot dot[] = {{5, 5}, {5.05, 5}, {NAN, 3}}, corners[] = {{5, 5}, {5, 5}, {5, 5}};
    assert_int_equal(sketch_draw_stroke(sketch, DRAFT_WALL, dot, 3, 0.5, &error), -1);
    assert_non_null(strstr(error.text, "too short"));
    assert_int_equal(sketch_draw_stroke(sketch, DRAFT_START, dot, 3, 0.5, &error), -1);
    assert_non_null(strstr(error.text, "only walls, slicks and turbo areas"));
    assert_int_equal(sketch_draw_polygon(sketch, DRAFT_WALL, corners, 3, true, &error), -1);
    assert_non_null(strstr(error.text, "three corners"));
    assert_int_equal(sketch_draw_polygon(sketch, DRAFT_WALL, corners, 0, false, &error), -1);
    assert_non_null(strstr(error.text, "two different places"));
    assert_int_equal(count_of(sketch), 0);
    steps_free(sketch);
}

/* What would be off the sheet is brought to its edge. */
static void test_the_edge(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
    int wall = add_round(sketch, DRAFT_WALL, 30, 20, 0, 6.25);
    expect_box(sketch, wall, 0, 0, 40, 30);
    struct error error;
    int line = sketch_set_line(sketch, DRAFT_START, (struct spot){-9, 3.4}, (struct spot){100, 3.6},
                               &error);
    expect_box(sketch, line, 0, 3, 40, 4);
    steps_free(sketch);
}

static void test_polygons_are_as_they_are(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
    struct error error;
    struct spot corners[] = {{1, 1}, {9.5, 1.25}, {9.5, 7}, {1, 1}};
    int wall = sketch_draw_polygon(sketch, DRAFT_WALL, corners, 4, false, &error);
    assert_true(item_of(sketch, wall)->loops[0].closed);
    assert_int_equal(item_of(sketch, wall)->loops[0].count, 3);
    assert_int_equal(item_of(sketch, wall)->loops[0].vertices[1].y, FINE + FINE / 4);
    int turbo = sketch_draw_polygon(sketch, DRAFT_TURBO, corners, 3, true, &error);
    assert_true(item_of(sketch, turbo)->arrow.x != 0 || item_of(sketch, turbo)->arrow.y != 0);
    steps_free(sketch);
}

static void test_redrawing_a_part(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
    struct error error = {0};
    int wall = add_box(sketch, DRAFT_WALL, 5, 5, 20, 10);
    /* A bulge over the upper side, drawn against the way of its vertices and then with it. */
    for (int with = 0; with < 2; with++) {
        struct spot raw[100];
        for (int i = 0; i < 100; i++) {
            double share = with ? 1 - i / 99.0 : i / 99.0;
            raw[i] = (struct spot){10 + 10 * share, 15 + 8 * share * (1 - share)};
        }
        if (!sketch_redraw(sketch, wall, raw, 100, 0.5, &error))
            fail_msg("%s", error.text);
        assert_true(item_of(sketch, wall)->loops[0].closed);
        struct spot low, high;
        assert_true(sketch_box(sketch, wall, &low, &high));
        assert_true(fabs(low.y - 5) < 0.01 && fabs(high.y - 17) < 0.1);
        assert_true(fabs(low.x - 5) < 0.01 && fabs(high.x - 25) < 0.01);
        steps_undo(sketch);
    }
    struct spot far[] = {{10, 15}, {15, 18}, {20, 25}};
    assert_false(sketch_redraw(sketch, wall, far, 3, 0.5, &error));
    assert_non_null(strstr(error.text, "begin and end the stroke on the outline"));
    assert_false(sketch_redraw(sketch, 9, far, 3, 0.5, &error));
    steps_free(sketch);
}

static void test_redrawing_an_open_stroke(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
    struct error error = {0};
    struct spot ends[] = {{5, 5}, {35, 5}}, raw[100];
    int wall = sketch_draw_polygon(sketch, DRAFT_WALL, ends, 2, false, &error);
    for (int i = 0; i < 100; i++) /* backward */
        raw[i] = (struct spot){25 - 10 * i / 99.0, 5 + 12 * i / 99.0 * (1 - i / 99.0)};
    assert_true(sketch_redraw(sketch, wall, raw, 100, 0.5, &error));
    const struct draft_loop *loop = &item_of(sketch, wall)->loops[0];
    assert_false(loop->closed);
    assert_int_equal(loop->vertices[0].x, 5 * FINE);
    assert_int_equal(loop->vertices[loop->count - 1].x, 35 * FINE);
    struct spot low, high;
    sketch_box(sketch, wall, &low, &high);
    assert_true(fabs(high.y - 8) < 0.1);
    steps_free(sketch);
}

static void test_erasing(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
    struct error error = {0};
    add_box(sketch, DRAFT_WALL, 5, 5, 20, 10);
    struct spot corner = {5, 5}, side = {15, 15}, path[] = {{4, 10}, {30, 10}};
    assert_true(sketch_erase(sketch, &corner, 1, 1, &error));
    const struct draft_loop *loop = &item_of(sketch, 0)->loops[0];
    assert_int_equal(count_of(sketch), 1);
    assert_false(loop->closed);
    assert_int_equal(loop->count, 5);
    /* Along the wall a square is gone on both sides of the corner. */
    assert_true(point_equal(loop->vertices[0], (struct point){6 * FINE, 5 * FINE}));
    assert_true(point_equal(loop->vertices[4], (struct point){5 * FINE, 6 * FINE}));
    assert_true(sketch_erase(sketch, &side, 1, 2, &error));
    assert_int_equal(count_of(sketch), 2);
    expect_box(sketch, 0, 6, 5, 25, 15);
    expect_box(sketch, 1, 5, 6, 13, 15);
    assert_true(sketch_erase(sketch, path, 2, 0.5, &error));
    assert_int_equal(count_of(sketch), 4);
    assert_true(sketch_erase(sketch, path, 2, 30, &error));
    assert_int_equal(count_of(sketch), 0);
    assert_false(sketch_erase(sketch, path, 2, 30, &error));
    assert_string_equal(error.text, "");
    steps_free(sketch);
}

/* A closed loop that the eraser opens begins where the gap ends, not where it was begun. */
static void test_erasing_keeps_strokes_whole(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
    struct error error = {0};
    add_box(sketch, DRAFT_WALL, 5, 5, 20, 10);
    struct spot side = {25, 10};
    assert_true(sketch_erase(sketch, &side, 1, 1, &error));
    assert_int_equal(count_of(sketch), 1);
    assert_int_equal(item_of(sketch, 0)->loops[0].count, 6);
    steps_free(sketch);
}

static void test_erasing_things(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
    struct error error = {0};
    struct spot gate[] = {{10, 4}, {10, 9}}, at = {10.3, 7};
    add_box(sketch, DRAFT_SLICK, 20, 5, 5, 5);
    sketch_add_checkpoint(sketch, gate, 2, &error);
    sketch_set_line(sketch, DRAFT_START, (struct spot){9, 7}, (struct spot){12, 7}, &error);
    sketch_turn_inspected(sketch, (struct spot){10, 7});
    assert_int_equal(count_of(sketch), 4);
    assert_true(sketch_erase(sketch, &at, 1, 0.5, &error));
    assert_int_equal(count_of(sketch), 1);
    assert_true(steps_undo(sketch));
    assert_int_equal(count_of(sketch), 4);
    steps_free(sketch);
}

/* Vertices are counted before anything changes. */
static void test_too_many_vertices(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(4000, 4000);
    struct error error = {0};
    enum { MANY = 60000 };
    struct spot *corners = calloc(MANY, sizeof *corners);
    for (int i = 0; i < MANY; i++)
        corners[i] = (struct spot){i % 4000, i / 4000 * 10 + (i % 2)};
    for (int i = 0; i < 3; i++)
        assert_true(sketch_draw_polygon(sketch, DRAFT_WALL, corners, MANY, true, &error) >= 0);
    uint64_t version = steps_version(sketch);
    assert_int_equal(sketch_draw_polygon(sketch, DRAFT_WALL, corners, MANY, true, &error), -1);
    assert_non_null(strstr(error.text, "at most 200000 vertices"));
    assert_int_equal(steps_version(sketch), version);
    assert_int_equal(count_of(sketch), 3);
    assert_false(sketch_duplicate(sketch, &(int){0}, 1, &error));
    free(corners);
    steps_free(sketch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_track_is_drawn),
        cmocka_unit_test(test_undo_and_versions),
        cmocka_unit_test(test_no_step_for_nothing),
        cmocka_unit_test(test_steps_of_several_changes),
        cmocka_unit_test(test_undo_has_a_limit),
        cmocka_unit_test(test_a_stroke_goes_on),
        cmocka_unit_test(test_a_stroke_joins_two),
        cmocka_unit_test(test_strokes_that_are_none),
        cmocka_unit_test(test_the_edge),
        cmocka_unit_test(test_polygons_are_as_they_are),
        cmocka_unit_test(test_redrawing_a_part),
        cmocka_unit_test(test_redrawing_an_open_stroke),
        cmocka_unit_test(test_erasing),
        cmocka_unit_test(test_erasing_keeps_strokes_whole),
        cmocka_unit_test(test_erasing_things),
        cmocka_unit_test(test_too_many_vertices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
