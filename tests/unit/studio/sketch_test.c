/* The sheet that somebody draws: what each change does, what it refuses, and how it is undone. */
#include "studio/sketch.h"

#include "base/memory.h"

#include "track/svg.h"
#include "unit/track/drafts.h"

#include <math.h>
#include <stdio.h>

enum { PLACES = 400 };

/* An ellipse round (20, 15) as a hand draws it, from one angle to another. */
static int draw_round(struct spot *into, double across, double up, double from, double to)
{
    for (int i = 0; i < PLACES; i++) {
        double angle = from + (to - from) * i / (PLACES - 1);
        double tremor = 0.03 * ((i * 7919) % 13 - 6) / 6.0;
        into[i] =
            (struct spot){20 + (across + tremor) * cos(angle), 15 + (up - tremor) * sin(angle)};
    }
    return PLACES;
}

static int add_round(struct sketch *sketch, enum draft_role role, double across, double up,
                     double from, double to)
{
    struct spot raw[PLACES];
    struct error error = {0};
    int count = draw_round(raw, across, up, from, to);
    int item = sketch_draw_stroke(sketch, role, raw, count, 0.5, &error);
    if (item < 0)
        fail_msg("%s", error.text);
    return item;
}

static int add_box(struct sketch *sketch, enum draft_role role, double x, double y, double width,
                   double height)
{
    struct error error = {0};
    struct spot corners[] = {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
    int item = sketch_draw_polygon(sketch, role, corners, 4, true, &error);
    if (item < 0)
        fail_msg("%s", error.text);
    return item;
}

static const struct draft_item *item_of(const struct sketch *sketch, int item)
{
    return &sketch_draft(sketch)->items[item];
}

static int count_of(const struct sketch *sketch)
{
    return sketch_draft(sketch)->count;
}

static void expect_box(const struct sketch *sketch, int item, double x, double y, double right,
                       double top)
{
    struct spot low, high;
    assert_true(sketch_box(sketch, item, &low, &high));
    if (fabs(low.x - x) > 0.002 || fabs(low.y - y) > 0.002 || fabs(high.x - right) > 0.002 ||
        fabs(high.y - top) > 0.002)
        fail_msg("(%g, %g) to (%g, %g)", low.x, low.y, high.x, high.y);
}

static void test_a_track_is_drawn(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
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
    sketch_free(sketch);
    sketch_free(NULL);
}

/* Undo. */

static void test_undo_and_versions(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
    uint64_t empty = sketch_version(sketch);
    assert_false(sketch_undo(sketch));
    assert_false(sketch_redo(sketch));
    assert_null(sketch_undo_name(sketch));
    add_box(sketch, DRAFT_WALL, 1, 1, 30, 20);
    uint64_t wall = sketch_version(sketch);
    add_box(sketch, DRAFT_SLICK, 5, 5, 3, 3);
    uint64_t slick = sketch_version(sketch);
    assert_true(empty != wall && wall != slick && empty != slick);
    assert_string_equal(sketch_undo_name(sketch), "Draw slick");
    assert_null(sketch_redo_name(sketch));
    assert_true(sketch_undo(sketch));
    assert_int_equal(sketch_version(sketch), wall);
    assert_string_equal(sketch_undo_name(sketch), "Draw wall");
    assert_string_equal(sketch_redo_name(sketch), "Draw slick");
    assert_true(sketch_undo(sketch));
    assert_int_equal(sketch_version(sketch), empty);
    assert_int_equal(count_of(sketch), 0);
    assert_true(sketch_redo(sketch));
    assert_true(sketch_redo(sketch));
    assert_false(sketch_redo(sketch));
    assert_int_equal(sketch_version(sketch), slick);
    assert_int_equal(count_of(sketch), 2);
    /* A change after an undo ends what could be done again, and its number is a new one. */
    sketch_undo(sketch);
    add_box(sketch, DRAFT_TURBO, 5, 5, 3, 3);
    assert_null(sketch_redo_name(sketch));
    assert_true(sketch_version(sketch) != slick && sketch_version(sketch) != wall);
    sketch_free(sketch);
}

/* What changes nothing is no step. */
static void test_no_step_for_nothing(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
    struct error error;
    int wall = add_box(sketch, DRAFT_WALL, 1, 1, 30, 20);
    uint64_t version = sketch_version(sketch);
    struct sketch_transform nowhere = sketch_moving(0, 0);
    assert_true(sketch_transform(sketch, &wall, 1, &nowhere, &error));
    assert_true(sketch_set_role(sketch, wall, DRAFT_WALL, &error));
    assert_true(sketch_resize(sketch, 40, 30, 0, 0, &error));
    assert_false(sketch_erase(sketch, &(struct spot){10, 10}, 1, 1, &error));
    assert_string_equal(error.text, "");
    assert_false(sketch_delete(sketch, NULL, 0));
    assert_int_equal(sketch_version(sketch), version);
    sketch_begin_step(sketch);
    struct sketch_transform there = sketch_moving(2, 1), back = sketch_moving(-2, -1);
    sketch_transform(sketch, &wall, 1, &there, &error);
    assert_true(sketch_version(sketch) != version);
    sketch_transform(sketch, &wall, 1, &back, &error);
    sketch_end_step(sketch);
    assert_int_equal(sketch_version(sketch), version);
    assert_string_equal(sketch_undo_name(sketch), "Draw wall");
    sketch_free(sketch);
}

static void test_steps_of_several_changes(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
    struct error error;
    sketch_end_step(sketch); /* none is open */
    sketch_begin_step(sketch);
    sketch_end_step(sketch);
    assert_null(sketch_undo_name(sketch));
    add_box(sketch, DRAFT_WALL, 1, 1, 30, 20);
    add_box(sketch, DRAFT_WALL, 5, 5, 3, 3);
    uint64_t before = sketch_version(sketch);
    sketch_begin_step(sketch);
    for (int i = 0; i < 5; i++) {
        struct spot at = {5 + i, 5};
        sketch_erase(sketch, &at, 1, 0.6, &error);
    }
    assert_string_equal(sketch_undo_name(sketch), "Erase");
    sketch_end_step(sketch);
    uint64_t after = sketch_version(sketch);
    assert_true(sketch_undo(sketch));
    assert_int_equal(sketch_version(sketch), before);
    assert_true(item_of(sketch, 1)->loops[0].closed);
    assert_true(sketch_redo(sketch));
    assert_int_equal(sketch_version(sketch), after);
    /* Undo in the middle of a drag takes back the drag. */
    sketch_begin_step(sketch);
    struct sketch_transform there = sketch_moving(2, 1);
    sketch_transform(sketch, &(int){0}, 1, &there, &error);
    assert_true(sketch_undo(sketch));
    assert_int_equal(sketch_version(sketch), after);
    sketch_free(sketch);
}

static void test_undo_has_a_limit(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
    struct error error;
    for (int i = 0; i < SKETCH_UNDO_LIMIT + 50; i++)
        sketch_turn_inspected(sketch, (struct spot){i % 41, i / 41});
    (void)error;
    assert_int_equal(count_of(sketch), SKETCH_UNDO_LIMIT + 50);
    int undone = 0;
    while (sketch_undo(sketch))
        undone++;
    assert_int_equal(undone, SKETCH_UNDO_LIMIT);
    assert_int_equal(count_of(sketch), 50);
    while (sketch_redo(sketch))
        undone--;
    assert_int_equal(undone, 0);
    assert_int_equal(count_of(sketch), SKETCH_UNDO_LIMIT + 50);
    sketch_free(sketch);
}

/* Drawing. */

static void test_a_stroke_goes_on(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
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
    sketch_free(sketch);
}

static void test_a_stroke_joins_two(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
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
    assert_true(sketch_undo(sketch) && sketch_undo(sketch));
    assert_int_equal(count_of(sketch), 3);
    sketch_free(sketch);
}

static void test_strokes_that_are_none(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
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
    sketch_free(sketch);
}

/* What would be off the sheet is brought to its edge. */
static void test_the_edge(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
    int wall = add_round(sketch, DRAFT_WALL, 30, 20, 0, 6.25);
    expect_box(sketch, wall, 0, 0, 40, 30);
    struct error error;
    int line = sketch_set_line(sketch, DRAFT_START, (struct spot){-9, 3.4}, (struct spot){100, 3.6},
                               &error);
    expect_box(sketch, line, 0, 3, 40, 4);
    sketch_free(sketch);
}

static void test_polygons_are_as_they_are(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
    struct error error;
    struct spot corners[] = {{1, 1}, {9.5, 1.25}, {9.5, 7}, {1, 1}};
    int wall = sketch_draw_polygon(sketch, DRAFT_WALL, corners, 4, false, &error);
    assert_true(item_of(sketch, wall)->loops[0].closed);
    assert_int_equal(item_of(sketch, wall)->loops[0].count, 3);
    assert_int_equal(item_of(sketch, wall)->loops[0].vertices[1].y, FINE + FINE / 4);
    int turbo = sketch_draw_polygon(sketch, DRAFT_TURBO, corners, 3, true, &error);
    assert_true(item_of(sketch, turbo)->arrow.x != 0 || item_of(sketch, turbo)->arrow.y != 0);
    sketch_free(sketch);
}

static void test_redrawing_a_part(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
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
        sketch_undo(sketch);
    }
    struct spot far[] = {{10, 15}, {15, 18}, {20, 25}};
    assert_false(sketch_redraw(sketch, wall, far, 3, 0.5, &error));
    assert_non_null(strstr(error.text, "begin and end the stroke on the outline"));
    assert_false(sketch_redraw(sketch, 9, far, 3, 0.5, &error));
    sketch_free(sketch);
}

static void test_redrawing_an_open_stroke(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
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
    sketch_free(sketch);
}

static void test_erasing(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
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
    sketch_free(sketch);
}

/* A closed loop that the eraser opens begins where the gap ends, not where it was begun. */
static void test_erasing_keeps_strokes_whole(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
    struct error error = {0};
    add_box(sketch, DRAFT_WALL, 5, 5, 20, 10);
    struct spot side = {25, 10};
    assert_true(sketch_erase(sketch, &side, 1, 1, &error));
    assert_int_equal(count_of(sketch), 1);
    assert_int_equal(item_of(sketch, 0)->loops[0].count, 6);
    sketch_free(sketch);
}

static void test_erasing_things(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
    struct error error = {0};
    struct spot gate[] = {{10, 4}, {10, 9}}, at = {10.3, 7};
    add_box(sketch, DRAFT_SLICK, 20, 5, 5, 5);
    sketch_add_checkpoint(sketch, gate, 2, &error);
    sketch_set_line(sketch, DRAFT_START, (struct spot){9, 7}, (struct spot){12, 7}, &error);
    sketch_turn_inspected(sketch, (struct spot){10, 7});
    assert_int_equal(count_of(sketch), 4);
    assert_true(sketch_erase(sketch, &at, 1, 0.5, &error));
    assert_int_equal(count_of(sketch), 1);
    assert_true(sketch_undo(sketch));
    assert_int_equal(count_of(sketch), 4);
    sketch_free(sketch);
}

/* Lines, gates, points. */

static void test_lines_give_way(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
    struct error error = {0};
    struct spot a = {1, 1}, b = {5, 1};
    sketch_set_line(sketch, DRAFT_START, a, b, &error);
    sketch_set_line(sketch, DRAFT_FINISH, a, b, &error);
    assert_int_equal(count_of(sketch), 2);
    sketch_set_line(sketch, DRAFT_START, b, a, &error);
    assert_int_equal(count_of(sketch), 2);
    int line = sketch_set_line(sketch, DRAFT_START_FINISH, a, b, &error);
    assert_int_equal(count_of(sketch), 1);
    assert_true(sketch_flip_line(sketch, line));
    assert_int_equal(item_of(sketch, line)->loops[0].vertices[0].x, 5 * FINE);
    assert_false(sketch_flip_line(sketch, 4));
    assert_int_equal(sketch_set_line(sketch, DRAFT_START, a, (struct spot){1.3, 0.8}, &error), -1);
    assert_non_null(strstr(error.text, "from one grid point to another one"));
    assert_int_equal(sketch_set_line(sketch, DRAFT_WALL, a, b, &error), -1);
    assert_int_equal(count_of(sketch), 1);
    sketch_free(sketch);
}

static void expect_numbers(const struct sketch *sketch, const char *expected)
{
    char numbers[64] = "";
    for (int i = 0; i < count_of(sketch); i++)
        snprintf(numbers + strlen(numbers), sizeof numbers - strlen(numbers), "%d ",
                 item_of(sketch, i)->number);
    assert_string_equal(numbers, expected);
}

static void test_checkpoints(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
    struct error error = {0};
    struct spot gate[] = {{10.2, 4}, {13.1, 5.9}};
    for (int i = 0; i < 4; i++)
        assert_int_equal(sketch_add_checkpoint(sketch, gate, 2, &error), i);
    const struct draft_loop *loop = &item_of(sketch, 0)->loops[0];
    const int points[4][2] = {{10, 4}, {11, 5}, {12, 5}, {13, 6}};
    assert_int_equal(loop->count, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(loop->vertices[i].x, points[i][0] * FINE);
        assert_int_equal(loop->vertices[i].y, points[i][1] * FINE);
    }
    expect_numbers(sketch, "1 2 3 4 ");
    assert_true(sketch_set_number(sketch, 3, 2));
    expect_numbers(sketch, "1 3 4 2 ");
    assert_true(sketch_set_number(sketch, 0, 99));
    expect_numbers(sketch, "4 2 3 1 ");
    assert_false(sketch_set_number(sketch, 0, 0));
    assert_false(sketch_set_number(sketch, 9, 1));
    assert_int_equal(sketch_add_checkpoint(sketch, gate, 0, &error), -1);
    struct spot dot = {3, 3};
    assert_int_equal(sketch_add_checkpoint(sketch, &dot, 1, &error), 4);
    assert_int_equal(item_of(sketch, 4)->loops[0].count, 1);
    sketch_free(sketch);
}

static void test_inspected_points_turn(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
    struct spot at = {3.4, 2.6};
    assert_true(sketch_turn_inspected(sketch, at));
    assert_int_equal(item_of(sketch, 0)->role, DRAFT_INSIDE);
    expect_box(sketch, 0, 3, 3, 3, 3);
    assert_true(sketch_turn_inspected(sketch, at));
    assert_int_equal(count_of(sketch), 1);
    assert_int_equal(item_of(sketch, 0)->role, DRAFT_OUTSIDE);
    assert_true(sketch_turn_inspected(sketch, at));
    assert_int_equal(count_of(sketch), 0);
    assert_false(sketch_turn_inspected(sketch, (struct spot){NAN, 1}));
    sketch_free(sketch);
}

static void test_roles_and_arrows(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
    struct error error = {0};
    int area = add_box(sketch, DRAFT_DECORATION, 5, 5, 5, 5);
    assert_true(sketch_set_role(sketch, area, DRAFT_TURBO, &error));
    assert_true(sketch_set_arrow(sketch, area, (struct point){-2, 1}, &error));
    assert_int_equal(item_of(sketch, area)->arrow.x, -2);
    assert_false(sketch_set_arrow(sketch, area, (struct point){0, 0}, &error));
    assert_false(sketch_set_role(sketch, area, DRAFT_CHECKPOINT, &error));
    assert_non_null(strstr(error.text, "this cannot become that"));
    assert_false(sketch_set_role(sketch, area, DRAFT_START, &error));
    assert_true(sketch_set_role(sketch, area, DRAFT_WALL, &error));
    assert_false(sketch_set_arrow(sketch, area, (struct point){1, 0}, &error));
    struct spot ends[] = {{1, 1}, {6.2, 0.9}};
    int stroke = sketch_draw_polygon(sketch, DRAFT_DECORATION, ends, 2, false, &error);
    assert_true(sketch_set_role(sketch, stroke, DRAFT_START_FINISH, &error));
    expect_box(sketch, stroke, 1, 1, 6, 1);
    assert_true(sketch_set_role(sketch, stroke, DRAFT_START, &error));
    sketch_free(sketch);
}

/* A shape of several loops becomes as many walls. */
static void test_walls_have_one_loop(void **state)
{
    (void)state;
    struct draft draft;
    struct error error;
    read_draft("<svg viewBox='0 0 40 30'><path class='wall' d='M1 1H9V9ZM20 20H29V29Z'/>"
               "<path d='M1 1H9V9ZM20 20H29V29ZM3 3L5 5'/><path class='slick'/></svg>",
               &draft);
    struct sketch *sketch = sketch_from_draft(&draft);
    assert_int_equal(count_of(sketch), 3);
    assert_int_equal(item_of(sketch, 0)->role, DRAFT_WALL);
    assert_int_equal(item_of(sketch, 1)->role, DRAFT_WALL);
    assert_int_equal(item_of(sketch, 2)->loop_count, 3);
    assert_true(sketch_set_role(sketch, 2, DRAFT_WALL, &error));
    assert_int_equal(count_of(sketch), 5);
    for (int i = 0; i < 5; i++)
        assert_int_equal(item_of(sketch, i)->loop_count, 1);
    sketch_free(sketch);
}

/* Finding. */

static void test_finding(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
    struct error error = {0};
    int wall = add_box(sketch, DRAFT_WALL, 1, 1, 30, 20);
    int slick = add_box(sketch, DRAFT_SLICK, 5, 5, 6, 6);
    int line =
        sketch_set_line(sketch, DRAFT_START, (struct spot){1, 15}, (struct spot){9, 15}, &error);
    assert_int_equal(sketch_find(sketch, (struct spot){20, 1.3}, 0.5), wall);
    assert_int_equal(sketch_find(sketch, (struct spot){20, 1.6}, 0.5), -1);
    assert_int_equal(sketch_find(sketch, (struct spot){8, 8}, 0.5), slick);
    assert_int_equal(sketch_find(sketch, (struct spot){1, 15.2}, 0.5),
                     line); /* rather than the wall */
    assert_int_equal(sketch_find(sketch, (struct spot){1, 17}, 0.5), wall);
    assert_int_equal(sketch_find(sketch, (struct spot){NAN, 17}, 0.5), -1);
    int found[5];
    assert_int_equal(
        sketch_find_in_box(sketch, (struct spot){0, 0}, (struct spot){40, 30}, found, 5), 3);
    assert_int_equal(
        sketch_find_in_box(sketch, (struct spot){4, 4}, (struct spot){11, 11}, found, 5), 1);
    assert_int_equal(found[0], slick);
    assert_int_equal(
        sketch_find_in_box(sketch, (struct spot){0, 0}, (struct spot){40, 30}, found, 2), 2);
    sketch_free(sketch);
}

/* Transforms. */

static void test_moving_scaling_turning(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
    struct error error = {0};
    int items[2] = {add_box(sketch, DRAFT_WALL, 5, 5, 4, 2), 0};
    items[1] =
        sketch_set_line(sketch, DRAFT_START, (struct spot){5, 6}, (struct spot){8, 6}, &error);
    struct sketch_transform moving = sketch_moving(2.25, 1);
    assert_true(sketch_transform(sketch, items, 2, &moving, &error));
    expect_box(sketch, items[0], 7.25, 6, 11.25, 8);
    expect_box(sketch, items[1], 7, 7, 10, 7); /* on grid points */
    assert_string_equal(sketch_undo_name(sketch), "Move");
    sketch_undo(sketch);
    struct sketch_transform scaling = sketch_scaling((struct spot){5, 5}, 2, 3);
    assert_true(sketch_transform(sketch, items, 1, &scaling, &error));
    expect_box(sketch, items[0], 5, 5, 13, 11);
    sketch_undo(sketch);
    struct sketch_transform turning = sketch_turning((struct spot){9, 5}, 90);
    assert_true(sketch_transform(sketch, items, 1, &turning, &error));
    expect_box(sketch, items[0], 7, 1, 9, 5);
    sketch_free(sketch);
}

/* A drag of a hundred small moves ends where one large move would have, also on grid points and
 * also if it has been beyond the edge on its way. */
static void test_drags(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
    struct error error = {0};
    int items[2] = {add_round(sketch, DRAFT_WALL, 5, 4, 0, 6.25), 0};
    items[1] =
        sketch_set_line(sketch, DRAFT_START, (struct spot){15, 15}, (struct spot){20, 15}, &error);
    char *before = draft_text(sketch_draft(sketch));
    struct sketch_transform right = sketch_moving(0.3, 0.1), left = sketch_moving(-0.3, -0.1);
    sketch_begin_step(sketch);
    for (int i = 0; i < 100; i++)
        assert_true(sketch_transform(sketch, items, 2, &right, &error));
    struct spot low, high;
    assert_true(sketch_box(sketch, items[0], &low, &high));
    assert_true(fabs(high.x - 40) < 0.002); /* as a whole against the edge */
    assert_true(high.x - low.x > 9.9);
    for (int i = 0; i < 90; i++)
        assert_true(sketch_transform(sketch, items, 2, &left, &error));
    expect_box(sketch, items[1], 18, 16, 23, 16);
    for (int i = 0; i < 10; i++)
        assert_true(sketch_transform(sketch, items, 2, &left, &error));
    sketch_end_step(sketch);
    char *after = draft_text(sketch_draft(sketch));
    assert_string_equal(before, after);
    free(before);
    free(after);
    sketch_free(sketch);
}

static void test_transforms_that_are_refused(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
    struct error error = {0};
    int wall = add_box(sketch, DRAFT_WALL, 5, 5, 4, 2);
    uint64_t version = sketch_version(sketch);
    struct sketch_transform large = sketch_scaling((struct spot){5, 5}, 20, 20);
    struct sketch_transform none = {NAN, 0, 0, 1, 0, 0};
    assert_false(sketch_transform(sketch, &wall, 1, &large, &error));
    assert_non_null(strstr(error.text, "no room"));
    assert_false(sketch_transform(sketch, &wall, 1, &none, &error));
    assert_false(sketch_transform(sketch, &(int){7}, 1, &large, &error));
    assert_non_null(strstr(error.text, "nothing is chosen"));
    assert_int_equal(sketch_version(sketch), version);
    int line =
        sketch_set_line(sketch, DRAFT_START, (struct spot){5, 6}, (struct spot){8, 6}, &error);
    struct sketch_transform small = sketch_scaling((struct spot){5, 5}, 0.1, 0.1);
    assert_false(sketch_transform(sketch, &line, 1, &small, &error));
    assert_non_null(strstr(error.text, "no length"));
    /* What lies near the edge is brought back on the sheet as it is. */
    struct sketch_transform far = sketch_moving(-100, 100);
    assert_true(sketch_transform(sketch, &wall, 1, &far, &error));
    expect_box(sketch, wall, 0, 28, 4, 30);
    sketch_free(sketch);
}

static void test_duplicating_and_deleting(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
    struct error error = {0};
    struct spot gate[] = {{10, 4}, {13, 4}};
    int items[3] = {add_box(sketch, DRAFT_WALL, 5, 5, 4, 2), 0, 0};
    items[1] = sketch_add_checkpoint(sketch, gate, 2, &error);
    assert_true(sketch_duplicate(sketch, items, 2, &error));
    assert_int_equal(items[0], 2);
    assert_int_equal(items[1], 3);
    assert_int_equal(item_of(sketch, 3)->number, 2);
    items[2] = items[0];
    assert_true(sketch_delete(sketch, items, 3));
    assert_int_equal(count_of(sketch), 2);
    assert_false(sketch_delete(sketch, &(int){-1}, 1));
    assert_false(sketch_duplicate(sketch, &(int){5}, 1, &error));
    assert_string_equal(sketch_undo_name(sketch), "Delete");
    sketch_free(sketch);
}

static void test_resizing(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
    struct error error = {0};
    int wall = add_box(sketch, DRAFT_WALL, 5, 5, 4, 2);
    assert_true(sketch_resize(sketch, 20, 10, 3, -1, &error));
    assert_int_equal(sketch_draft(sketch)->width, 20);
    expect_box(sketch, wall, 8, 4, 12, 6);
    assert_false(sketch_resize(sketch, 11, 10, 0, 0, &error));
    assert_non_null(strstr(error.text, "off the sheet"));
    assert_false(sketch_resize(sketch, 0, 10, 0, 0, &error));
    assert_false(sketch_resize(sketch, 5000, 10, 0, 0, &error));
    assert_true(sketch_undo(sketch));
    assert_int_equal(sketch_draft(sketch)->height, 30);
    expect_box(sketch, wall, 5, 5, 9, 7);
    sketch_free(sketch);
}

/* Words. */

static void set_texts(struct sketch *sketch, const char *name, const char *author, const char *note)
{
    struct sketch_texts texts;
    snprintf(texts.name, sizeof texts.name, "%s", name);
    snprintf(texts.author, sizeof texts.author, "%s", author);
    snprintf(texts.note, sizeof texts.note, "%s", note);
    sketch_set_texts(sketch, &texts);
}

static void test_texts(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
    uint64_t version = sketch_version(sketch);
    set_texts(sketch, "K", "", "");
    set_texts(sketch, "Ki", "", "");
    set_texts(sketch, "Kidney", "", "");
    set_texts(sketch, "Kidney", "A", "");
    set_texts(sketch, "Kidney", "Ada", "");
    assert_string_equal(sketch_draft(sketch)->description, "by Ada");
    set_texts(sketch, "Kidney", "Ada", "Brake late; by the wall");
    assert_string_equal(sketch_draft(sketch)->description, "Brake late; by the wall; by Ada");
    assert_string_equal(sketch_undo_name(sketch), "Change note");
    assert_true(sketch_undo(sketch));
    assert_string_equal(sketch_undo_name(sketch), "Change author");
    assert_true(sketch_undo(sketch));
    assert_string_equal(sketch_draft(sketch)->name, "Kidney");
    assert_true(sketch_undo(sketch));
    assert_string_equal(sketch_draft(sketch)->name, "");
    assert_int_equal(sketch_version(sketch), version);
    assert_false(sketch_undo(sketch));
    /* Typed and taken away again: as if nothing had been. */
    set_texts(sketch, "K", "", "");
    set_texts(sketch, "", "", "");
    assert_int_equal(sketch_version(sketch), version);
    assert_null(sketch_undo_name(sketch));
    sketch_free(sketch);
}

static void expect_texts(const char *description, const char *author, const char *note)
{
    struct draft draft = {.width = 4, .height = 3};
    struct sketch_texts texts;
    draft.description = memory_copy_string(description);
    struct sketch *sketch = sketch_from_draft(&draft);
    sketch_texts(sketch, &texts);
    assert_string_equal(texts.author, author);
    assert_string_equal(texts.note, note);
    /* A name alone leaves the description as it was. */
    snprintf(texts.name, sizeof texts.name, "New");
    assert_true(sketch_set_texts(sketch, &texts));
    assert_string_equal(sketch_draft(sketch)->description, description);
    sketch_free(sketch);
}

static void test_texts_of_files(void **state)
{
    (void)state;
    char longest[1000], cut[SKETCH_TEXT_BYTES];
    expect_texts("", "", "");
    expect_texts("by Ada", "Ada", "");
    expect_texts("Stand by", "", "Stand by");
    expect_texts("Brake late; by Ada", "Ada", "Brake late");
    expect_texts("By foot; by bike; by Ada", "Ada", "By foot; by bike");
    for (int i = 0; i < 998; i += 2)
        memcpy(longest + i, "\xC3\xA4", 3);
    memcpy(cut, longest, 398);
    cut[398] = '\0';
    expect_texts(longest, "", cut); /* no half character */
}

/* A name that no file could hold is cut. */
static void test_long_names(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
    struct sketch_texts texts = {.name = ""};
    memset(texts.name, 'x', SKETCH_TEXT_BYTES - 1);
    assert_true(sketch_set_texts(sketch, &texts));
    assert_int_equal(strlen(sketch_draft(sketch)->name), SVG_TITLE_LIMIT);
    expect_written_and_read(sketch_draft(sketch));
    sketch_free(sketch);
}

/* Vertices are counted before anything changes. */
static void test_too_many_vertices(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(4000, 4000);
    struct error error = {0};
    enum { MANY = 60000 };
    struct spot *corners = calloc(MANY, sizeof *corners);
    for (int i = 0; i < MANY; i++)
        corners[i] = (struct spot){i % 4000, i / 4000 * 10 + (i % 2)};
    for (int i = 0; i < 3; i++)
        assert_true(sketch_draw_polygon(sketch, DRAFT_WALL, corners, MANY, true, &error) >= 0);
    uint64_t version = sketch_version(sketch);
    assert_int_equal(sketch_draw_polygon(sketch, DRAFT_WALL, corners, MANY, true, &error), -1);
    assert_non_null(strstr(error.text, "at most 200000 vertices"));
    assert_int_equal(sketch_version(sketch), version);
    assert_int_equal(count_of(sketch), 3);
    assert_false(sketch_duplicate(sketch, &(int){0}, 1, &error));
    free(corners);
    sketch_free(sketch);
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
        cmocka_unit_test(test_lines_give_way),
        cmocka_unit_test(test_checkpoints),
        cmocka_unit_test(test_inspected_points_turn),
        cmocka_unit_test(test_roles_and_arrows),
        cmocka_unit_test(test_walls_have_one_loop),
        cmocka_unit_test(test_finding),
        cmocka_unit_test(test_moving_scaling_turning),
        cmocka_unit_test(test_drags),
        cmocka_unit_test(test_transforms_that_are_refused),
        cmocka_unit_test(test_duplicating_and_deleting),
        cmocka_unit_test(test_resizing),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_texts_of_files),
        cmocka_unit_test(test_long_names),
        cmocka_unit_test(test_too_many_vertices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
