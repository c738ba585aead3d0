/* The tools of the editor without a window: touches go in, the sheet changes. Expected places are
 * worked out by hand; a square is 20 pixels.
 */
#include "base/number.h"
#include "screens/graph_paper/editor/editor.h"
#include "support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct editor *new_editor(void)
{
    struct editor *editor = calloc(1, sizeof *editor);
    editor_prepare(editor);
    editor->frame.sheet = sketch_create(40, 30);
    editor->frame.kind->comes_up(&editor->frame);
    editor->frame.camera.view = (struct paper_view){0, 0, 20, 1};
    return editor;
}

static void free_editor(struct editor *editor)
{
    editor_give_up(editor);
    editor_forget(editor);
    steps_free(editor->frame.sheet);
    free(editor->frame.path);
    free(editor->path_drawn.spots);
    trail_free(&editor->parallel.look);
    free(editor);
}

static const struct draft *draft_of(const struct editor *editor)
{
    return sketch_draft(editor->frame.sheet);
}

static struct editor_touch touch(double x, double y)
{
    return (struct editor_touch){.at = {x, y}, .reach = 0.6};
}

static void press(struct editor *editor, double x, double y)
{
    struct editor_touch at = touch(x, y);
    editor_move(editor, &at, false);
    editor_press(editor, &at);
}

static void drag(struct editor *editor, double x, double y)
{
    struct editor_touch at = touch(x, y);
    editor_move(editor, &at, true);
}

static void let_go(struct editor *editor, double x, double y)
{
    struct editor_touch at = touch(x, y);
    editor_release(editor, &at);
    editor_refresh(editor);
}

static void click(struct editor *editor, double x, double y)
{
    press(editor, x, y);
    let_go(editor, x, y);
}

static void key(struct editor *editor, SDL_Keycode code)
{
    struct editor_touch at = touch(0, 0);
    editor_tool(editor)->key_press(editor, code, &at);
    editor_refresh(editor);
}

static void draw_circle(struct editor *editor, double x, double y, double radius, int steps)
{
    press(editor, x + radius, y);
    for (int i = 1; i <= steps; i++)
        drag(editor, x + radius * cos(2 * M_PI * i / 64), y + radius * sin(2 * M_PI * i / 64));
}

static void a_stroke_closes_when_it_comes_back(void **state)
{
    (void)state;
    struct editor *editor = new_editor();
    draw_circle(editor, 20, 15, 8, 4);
    assert_false(editor->path_drawn.near_start); /* it has not been away yet */
    struct editor_show show = editor_show(editor);
    assert_true(show.wet.count > 2 && !show.wet.ring_filled);
    let_go(editor, 28, 15.8);
    editor_frame_step_back(&editor->frame, false);
    editor_refresh(editor);
    assert_int_equal(draft_of(editor)->count, 0);
    draw_circle(editor, 20, 15, 8, 64);
    assert_true(editor->path_drawn.near_start);
    assert_true(editor_show(editor).wet.ring_filled);
    let_go(editor, 28, 15);
    assert_int_equal(draft_of(editor)->count, 1);
    assert_true(draft_of(editor)->items[0].loops[0].closed);
    assert_int_equal(editor->known.problem_count, 0);
    free_editor(editor);
}

static void what_is_given_up_leaves_nothing(void **state)
{
    (void)state;
    struct editor *editor = new_editor();
    draw_circle(editor, 20, 15, 8, 30);
    assert_true(editor_give_up(editor));
    assert_false(editor_give_up(editor));
    let_go(editor, 20, 20); /* the button comes up later */
    assert_int_equal(draft_of(editor)->count, 0);
    assert_int_equal(editor_show(editor).wet.count, 0);
    click(editor, 10, 10); /* a click is no stroke, and that is said */
    assert_int_equal(draft_of(editor)->count, 0);
    assert_true(editor->frame.said[0] != 0);
    free_editor(editor);
}

static void undo_takes_corners_first(void **state)
{
    (void)state;
    struct editor *editor = new_editor();
    draw_circle(editor, 20, 15, 8, 64);
    let_go(editor, 28, 15);
    editor_choose_tool(editor, TOOL_POLYGON);
    click(editor, 2, 2);
    click(editor, 5, 2);
    editor_frame_step_back(&editor->frame, false);
    assert_int_equal(editor->path_drawn.count, 1);
    editor_frame_step_back(&editor->frame, false);
    assert_false(editor->path_drawn.active);
    editor_refresh(editor);
    assert_int_equal(draft_of(editor)->count, 1);
    editor_frame_step_back(&editor->frame, false);
    editor_refresh(editor);
    assert_int_equal(draft_of(editor)->count, 0);
    free_editor(editor);
}

static void corners_snap_unless_they_are_loose(void **state)
{
    (void)state;
    struct editor *editor = new_editor();
    editor_choose_tool(editor, TOOL_POLYGON);
    click(editor, 2.3, 1.6);
    click(editor, 9.8, 2.4);
    struct editor_touch loose = touch(10.25, 9.5);
    loose.loose = true;
    editor_press(editor, &loose);
    key(editor, SDLK_RETURN);
    assert_int_equal(draft_of(editor)->count, 1);
    const struct draft_loop *loop = &draft_of(editor)->items[0].loops[0];
    const struct point expected[3] = {
        {2 * FINE, 2 * FINE}, {10 * FINE, 2 * FINE}, {10 * FINE + FINE / 4, 9 * FINE + FINE / 2}};
    assert_int_equal(loop->count, 3);
    assert_memory_equal(loop->vertices, expected, sizeof expected);
    free_editor(editor);
}

static void a_line_is_laid_by_clicks_or_by_a_drag(void **state)
{
    (void)state;
    struct editor *editor = new_editor();
    editor_choose_tool(editor, TOOL_LINE);
    click(editor, 5, 5);
    assert_true(editor_show(editor).has_line);
    click(editor, 5, 9);
    press(editor, 7, 5); /* another takes its place */
    drag(editor, 7, 8);
    let_go(editor, 7.2, 8.9);
    assert_int_equal(draft_of(editor)->count, 1);
    const struct point *ends = draft_of(editor)->items[0].loops[0].vertices;
    assert_true(point_equal(ends[0], (struct point){7 * FINE, 5 * FINE}));
    assert_true(point_equal(ends[1], (struct point){7 * FINE, 9 * FINE}));
    key(editor, SDLK_x);
    ends = draft_of(editor)->items[0].loops[0].vertices;
    assert_true(point_equal(ends[0], (struct point){7 * FINE, 9 * FINE}));
    click(editor, 1, 1);
    key(editor, SDLK_x); /* before it is laid */
    click(editor, 1, 4);
    ends = draft_of(editor)->items[0].loops[0].vertices;
    assert_true(point_equal(ends[0], (struct point){1 * FINE, 4 * FINE}));
    free_editor(editor);
}

static void the_second_wall_is_on_the_side_of_the_pointer(void **state)
{
    (void)state;
    struct editor *editor = new_editor();
    draw_circle(editor, 20, 15, 8, 64);
    let_go(editor, 28, 15);
    editor_choose_tool(editor, TOOL_PARALLEL);
    assert_int_equal(editor->parallel.base, 0); /* there is no other */
    press(editor, 28, 15);
    drag(editor, 24.9, 15);
    assert_false(editor->parallel.outside);
    assert_int_equal(editor->parallel.squares, 3);
    drag(editor, 32.1, 15);
    assert_true(editor->parallel.outside);
    assert_int_equal(editor->parallel.squares, 4);
    let_go(editor, 32.1, 15);
    editor_parallel_refresh(editor);
    assert_true(editor->parallel.look.count > 8);
    assert_int_equal(draft_of(editor)->count, 1); /* shown, not yet there */
    key(editor, SDLK_RETURN);
    assert_int_equal(draft_of(editor)->count, 2);
    free_editor(editor);
}

static void selecting(void **state)
{
    (void)state;
    struct editor *editor = new_editor();
    draw_circle(editor, 10, 15, 5, 64);
    let_go(editor, 15, 15);
    draw_circle(editor, 28, 15, 5, 64);
    let_go(editor, 33, 15);
    editor_choose_tool(editor, TOOL_SELECT);
    click(editor, 10, 20);
    assert_int_equal(editor->selection.count, 1);
    struct editor_touch more = touch(28, 20);
    more.shift = true;
    editor_press(editor, &more);
    editor_release(editor, &more);
    assert_int_equal(editor->selection.count, 2);
    editor_press(editor, &more);
    editor_release(editor, &more);
    assert_int_equal(editor->selection.count, 1); /* and away again */
    press(editor, 1, 1);                          /* a box round everything */
    drag(editor, 39, 29);
    let_go(editor, 39, 29);
    assert_int_equal(editor->selection.count, 2);
    key(editor, SDLK_DELETE);
    assert_int_equal(draft_of(editor)->count, 0);
    assert_int_equal(editor->selection.count, 0);
    free_editor(editor);
}

static void exact_steps_by_keys(void **state)
{
    (void)state;
    struct editor *editor = new_editor();
    struct spot low, high;
    editor_choose_tool(editor, TOOL_POLYGON);
    click(editor, 10, 10);
    click(editor, 20, 10);
    click(editor, 20, 14);
    click(editor, 10, 14);
    key(editor, SDLK_RETURN);
    editor_choose_tool(editor, TOOL_SELECT);
    click(editor, 15, 10);
    key(editor, SDLK_RIGHTBRACKET);
    assert_true(sketch_box(editor->frame.sheet, 0, &low, &high));
    assert_true(fabs(high.x - low.x - 11) < 0.01 && fabs(high.y - low.y - 4.4) < 0.01);
    for (int i = 0; i < 6; i++)
        key(editor, SDLK_COMMA); /* six times 15 degrees */
    assert_true(sketch_box(editor->frame.sheet, 0, &low, &high));
    assert_true(fabs(high.x - low.x - 4.4) < 0.02 && fabs(high.y - low.y - 11) < 0.02);
    key(editor, SDLK_UP);
    struct spot before = low;
    assert_true(sketch_box(editor->frame.sheet, 0, &low, &high));
    assert_true(low.y == before.y + 1 && low.x == before.x);
    free_editor(editor);
}

static void words_do_not_change_what_was_asked(void **state)
{
    (void)state;
    struct editor *editor = new_editor();
    draw_circle(editor, 20, 15, 8, 64);
    let_go(editor, 28, 15);
    uint64_t shape = editor->known.shape, version = editor->known.version;
    struct sketch_texts texts = {.name = "Pond"};
    sketch_set_texts(editor->frame.sheet, &texts);
    assert_true(editor_refresh(editor));
    assert_true(editor->known.version != version);
    assert_true(editor->known.shape == shape);
    assert_string_equal(editor->known.texts.name, "Pond");
    free_editor(editor);
}

/* --- anything at random ----------------------------------------------------------------------- */

static double chance(struct random *random, double most)
{
    return (double)random_below(random, 10000) * most / 10000;
}

static void do_something(struct editor *editor, struct random *random)
{
    static const SDL_Keycode keys[] = {SDLK_RETURN, SDLK_BACKSPACE, SDLK_x, SDLK_DELETE, SDLK_LEFT};
    struct editor_touch at = touch(chance(random, 44) - 2, chance(random, 34) - 2);
    at.shift = random_below(random, 4) == 0;
    at.again = random_below(random, 6) == 0;
    switch (random_below(random, 12)) {
    case 0:
        editor_choose_tool(editor, (enum editor_tool_id)random_below(random, TOOL_COUNT));
        break;
    case 1:
        editor_frame_step_back(&editor->frame, false);
        break;
    case 2:
        editor_frame_step_back(&editor->frame, true);
        break;
    case 3:
        editor_give_up(editor);
        break;
    case 4:
    case 5:
        if (editor_tool(editor)->key_press)
            editor_tool(editor)->key_press(editor, keys[random_below(random, 5)], &at);
        break;
    case 6:
        editor_duplicate_selection(editor);
        break;
    default:
        editor_move(editor, &at, false);
        editor_press(editor, &at);
        for (int i = (int)random_below(random, 9); i > 0; i--) {
            at.at.x += chance(random, 8) - 4;
            at.at.y += chance(random, 8) - 4;
            editor_move(editor, &at, true);
        }
        if (random_below(random, 8) > 0)
            editor_release(editor, &at);
        break;
    }
}

static void anything_may_be_done(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct editor *editor = new_editor();
        struct random random = random_seeded(seed);
        for (int i = 0; i < 120; i++) {
            do_something(editor, &random);
            editor_refresh(editor);
            editor_parallel_refresh(editor);
            struct editor_show show = editor_show(editor);
            assert_true(show.pointed < draft_of(editor)->count);
            for (int k = 0; k < editor->selection.count; k++)
                assert_in_range(editor->selection.items[k], 0, draft_of(editor)->count - 1);
        }
        editor_give_up(editor);
        while (steps_undo_name(editor->frame.sheet))
            editor_frame_step_back(&editor->frame, false);
        editor_refresh(editor);
        assert_int_equal(draft_of(editor)->count, 0);
        free_editor(editor);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stroke_closes_when_it_comes_back),
        cmocka_unit_test(what_is_given_up_leaves_nothing),
        cmocka_unit_test(undo_takes_corners_first),
        cmocka_unit_test(corners_snap_unless_they_are_loose),
        cmocka_unit_test(a_line_is_laid_by_clicks_or_by_a_drag),
        cmocka_unit_test(the_second_wall_is_on_the_side_of_the_pointer),
        cmocka_unit_test(selecting),
        cmocka_unit_test(exact_steps_by_keys),
        cmocka_unit_test(words_do_not_change_what_was_asked),
        cmocka_unit_test(anything_may_be_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
