/* What else lies on a sheet, how it is found, moved and named. */
#include "unit/studio/drawing.h"

#include "base/memory.h"

#include <stdio.h>

/* Lines, gates, points. */

static void test_lines_give_way(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
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
    steps_free(sketch);
}

static void expect_numbers(const struct steps *sketch, const char *expected)
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
    struct steps *sketch = sketch_create(40, 30);
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
    steps_free(sketch);
}

static void test_inspected_points_turn(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
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
    steps_free(sketch);
}

static void test_roles_and_arrows(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
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
    steps_free(sketch);
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
    struct steps *sketch = sketch_from_draft(&draft);
    assert_int_equal(count_of(sketch), 3);
    assert_int_equal(item_of(sketch, 0)->role, DRAFT_WALL);
    assert_int_equal(item_of(sketch, 1)->role, DRAFT_WALL);
    assert_int_equal(item_of(sketch, 2)->loop_count, 3);
    assert_true(sketch_set_role(sketch, 2, DRAFT_WALL, &error));
    assert_int_equal(count_of(sketch), 5);
    for (int i = 0; i < 5; i++)
        assert_int_equal(item_of(sketch, i)->loop_count, 1);
    steps_free(sketch);
}

/* Finding. */

static void test_finding(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
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
    steps_free(sketch);
}

/* Transforms. */

static void test_moving_scaling_turning(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
    struct error error = {0};
    int items[2] = {add_box(sketch, DRAFT_WALL, 5, 5, 4, 2), 0};
    items[1] =
        sketch_set_line(sketch, DRAFT_START, (struct spot){5, 6}, (struct spot){8, 6}, &error);
    struct sketch_transform moving = sketch_moving(2.25, 1);
    assert_true(sketch_transform(sketch, items, 2, &moving, &error));
    expect_box(sketch, items[0], 7.25, 6, 11.25, 8);
    expect_box(sketch, items[1], 7, 7, 10, 7); /* on grid points */
    assert_string_equal(steps_undo_name(sketch), "Move");
    steps_undo(sketch);
    struct sketch_transform scaling = sketch_scaling((struct spot){5, 5}, 2, 3);
    assert_true(sketch_transform(sketch, items, 1, &scaling, &error));
    expect_box(sketch, items[0], 5, 5, 13, 11);
    steps_undo(sketch);
    struct sketch_transform turning = sketch_turning((struct spot){9, 5}, 90);
    assert_true(sketch_transform(sketch, items, 1, &turning, &error));
    expect_box(sketch, items[0], 7, 1, 9, 5);
    steps_free(sketch);
}

static void test_transforms_that_are_refused(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
    struct error error = {0};
    int wall = add_box(sketch, DRAFT_WALL, 5, 5, 4, 2);
    uint64_t version = steps_version(sketch);
    struct sketch_transform large = sketch_scaling((struct spot){5, 5}, 20, 20);
    struct sketch_transform none = {NAN, 0, 0, 1, 0, 0};
    assert_false(sketch_transform(sketch, &wall, 1, &large, &error));
    assert_non_null(strstr(error.text, "no room"));
    assert_false(sketch_transform(sketch, &wall, 1, &none, &error));
    assert_false(sketch_transform(sketch, &(int){7}, 1, &large, &error));
    assert_non_null(strstr(error.text, "nothing is chosen"));
    assert_int_equal(steps_version(sketch), version);
    int line =
        sketch_set_line(sketch, DRAFT_START, (struct spot){5, 6}, (struct spot){8, 6}, &error);
    struct sketch_transform small = sketch_scaling((struct spot){5, 5}, 0.1, 0.1);
    assert_false(sketch_transform(sketch, &line, 1, &small, &error));
    assert_non_null(strstr(error.text, "no length"));
    /* What lies near the edge is brought back on the sheet as it is. */
    struct sketch_transform far = sketch_moving(-100, 100);
    assert_true(sketch_transform(sketch, &wall, 1, &far, &error));
    expect_box(sketch, wall, 0, 28, 4, 30);
    steps_free(sketch);
}

static void test_duplicating_and_deleting(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
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
    assert_string_equal(steps_undo_name(sketch), "Delete");
    steps_free(sketch);
}

static void test_resizing(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
    struct error error = {0};
    int wall = add_box(sketch, DRAFT_WALL, 5, 5, 4, 2);
    struct sketch_transform moving = sketch_moving(3, -1), none = sketch_moving(0, 0);
    assert_true(sketch_resize(sketch, 20, 10, &moving, &error));
    assert_int_equal(sketch_draft(sketch)->width, 20);
    expect_box(sketch, wall, 8, 4, 12, 6);
    assert_false(sketch_resize(sketch, 11, 10, &none, &error));
    assert_non_null(strstr(error.text, "off the sheet"));
    assert_false(sketch_resize(sketch, 0, 10, &none, &error));
    assert_false(sketch_resize(sketch, 5000, 10, &none, &error));
    assert_true(steps_undo(sketch));
    assert_int_equal(sketch_draft(sketch)->height, 30);
    expect_box(sketch, wall, 5, 5, 9, 7);
    struct sketch_transform half = {0.5, 0, 0, 0.5, 1, 0};
    assert_true(sketch_resize(sketch, 20, 15, &half, &error));
    expect_box(sketch, wall, 3.5, 2.5, 5.5, 3.5);
    assert_string_equal(steps_undo_name(sketch), "Scale sheet");
    steps_free(sketch);
}

/* Words. */

static void set_texts(struct steps *sketch, const char *name, const char *author, const char *note)
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
    struct steps *sketch = sketch_create(40, 30);
    uint64_t version = steps_version(sketch);
    set_texts(sketch, "K", "", "");
    set_texts(sketch, "Ki", "", "");
    set_texts(sketch, "Kidney", "", "");
    set_texts(sketch, "Kidney", "A", "");
    set_texts(sketch, "Kidney", "Ada", "");
    assert_string_equal(sketch_draft(sketch)->description, "by Ada");
    set_texts(sketch, "Kidney", "Ada", "Brake late; by the wall");
    assert_string_equal(sketch_draft(sketch)->description, "Brake late; by the wall; by Ada");
    assert_string_equal(steps_undo_name(sketch), "Change note");
    assert_true(steps_undo(sketch));
    assert_string_equal(steps_undo_name(sketch), "Change author");
    assert_true(steps_undo(sketch));
    assert_string_equal(sketch_draft(sketch)->name, "Kidney");
    assert_true(steps_undo(sketch));
    assert_string_equal(sketch_draft(sketch)->name, "");
    assert_int_equal(steps_version(sketch), version);
    assert_false(steps_undo(sketch));
    /* Typed and taken away again: as if nothing had been. */
    set_texts(sketch, "K", "", "");
    set_texts(sketch, "", "", "");
    assert_int_equal(steps_version(sketch), version);
    assert_null(steps_undo_name(sketch));
    steps_free(sketch);
}

static void expect_texts(const char *description, const char *author, const char *note)
{
    struct draft draft = {.width = 4, .height = 3};
    struct sketch_texts texts;
    draft.description = memory_copy_string(description);
    struct steps *sketch = sketch_from_draft(&draft);
    sketch_texts(sketch, &texts);
    assert_string_equal(texts.author, author);
    assert_string_equal(texts.note, note);
    /* A name alone leaves the description as it was. */
    snprintf(texts.name, sizeof texts.name, "New");
    assert_true(sketch_set_texts(sketch, &texts));
    assert_string_equal(sketch_draft(sketch)->description, description);
    steps_free(sketch);
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

/* As long as the title of a file may be. */
static void test_long_names(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(40, 30);
    struct sketch_texts texts = {.name = ""};
    memset(texts.name, 'x', sizeof texts.name - 1);
    assert_true(sketch_set_texts(sketch, &texts));
    assert_int_equal(strlen(sketch_draft(sketch)->name), SVG_TITLE_LIMIT);
    expect_written_and_read(sketch_draft(sketch));
    steps_free(sketch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_give_way),
        cmocka_unit_test(test_checkpoints),
        cmocka_unit_test(test_inspected_points_turn),
        cmocka_unit_test(test_roles_and_arrows),
        cmocka_unit_test(test_walls_have_one_loop),
        cmocka_unit_test(test_finding),
        cmocka_unit_test(test_moving_scaling_turning),
        cmocka_unit_test(test_transforms_that_are_refused),
        cmocka_unit_test(test_duplicating_and_deleting),
        cmocka_unit_test(test_resizing),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_texts_of_files),
        cmocka_unit_test(test_long_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
