/* What is not saved is kept, and offered again when its editor is no more; files and their names.
 */
#include "base/system/file.h"
#include "screens/graph_paper/editor/document.h"
#include "support/cmocka.h"
#include "support/folder.h"
#include "track/svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct spot square[4] = {{10, 10}, {20, 10}, {20, 20}, {10, 20}};

static struct editor *new_editor(char *tracks)
{
    struct editor *editor = calloc(1, sizeof *editor);
    editor_prepare(editor);
    editor->desk.sheet = sketch_create(40, 30);
    editor->desk.kind->comes_up(&editor->desk);
    desk_open(&(struct app){.tracks_folder = tracks}, &editor->desk);
    return editor;
}

static void close_editor(struct editor *editor)
{
    editor_give_up(editor);
    editor_forget(editor);
    steps_free(editor->desk.sheet);
    free(editor->desk.path);
    keeper_free(editor->desk.keeper);
    free(editor->path_drawn.spots);
    free(editor);
}

static void draw(struct editor *editor)
{
    struct error error;
    assert_true(sketch_draw_polygon(editor->desk.sheet, DRAFT_WALL, square, 4, true, &error) >= 0);
    editor_refresh(editor);
}

static bool is_kept(const char *name)
{
    char *path = folder_path(name);
    bool is = file_exists(path);
    free(path);
    return is;
}

static void kept_until_it_is_saved(void **state)
{
    (void)state;
    folder_empty();
    char *tracks = folder_path("tracks");
    struct editor *editor = new_editor(tracks);
    keeper_keep_now(editor->desk.keeper);
    assert_false(is_kept("unsaved-1.svg")); /* nothing has changed */
    draw(editor);
    assert_true(keeper_keep(editor->desk.keeper, 1000) > 0);
    assert_false(is_kept("unsaved-1.svg")); /* it waits a little */
    keeper_keep(editor->desk.keeper, 10000);
    keeper_keep_now(editor->desk.keeper);
    assert_true(is_kept("unsaved-1.svg"));
    assert_false(keeper_has_left(tracks, ".svg")); /* its editor is there */
    steps_undo(editor->desk.sheet);
    keeper_keep(editor->desk.keeper, 20000);
    assert_false(is_kept("unsaved-1.svg")); /* it is again as it was saved */
    close_editor(editor);
    free(tracks);
}

static void draw_somewhere(struct editor *editor, int number)
{
    struct error error;
    struct spot at = {2 + number % 30, 2 + number / 30};
    struct spot corners[4] = {
        {at.x, at.y}, {at.x + 1, at.y}, {at.x + 1, at.y + 1}, {at.x, at.y + 1}};
    assert_true(sketch_draw_polygon(editor->desk.sheet, DRAFT_WALL, corners, 4, true, &error) >= 0);
    editor_refresh(editor);
}

/* Loops in the safety copy, 0 without one. */
static int count_kept(void)
{
    char *path = folder_path("unsaved-1.svg");
    struct text bytes = {0};
    struct error error;
    struct draft draft;
    int count = 0;
    if (file_exists(path)) {
        assert_true(file_read(path, 1000000, &bytes, &error));
        assert_true(svg_read_draft(text_string(&bytes), bytes.length, &draft, &error));
        for (int i = 0; i < draft.count; i++)
            count += draft.items[i].loop_count;
        draft_free(&draft);
    }
    text_free(&bytes);
    free(path);
    return count;
}

/* The thread writes when it comes to it; no time goes by meanwhile for the keeper. */
static void wait_for_kept(struct editor *editor, int wanted, Uint32 now)
{
    const struct timespec pause = {0, 1000000};
    for (int i = 0; i < 10000 && count_kept() < wanted; i++) {
        nanosleep(&pause, NULL);
        keeper_keep(editor->desk.keeper, now);
    }
    if (count_kept() < wanted)
        fail_msg("at %u ms %d strokes are kept, not %d", (unsigned)now, count_kept(), wanted);
}

/* A stroke every half second: what was drawn five seconds ago is safe at any time. */
static void kept_while_one_draws(void **state)
{
    (void)state;
    enum { STEP = 250, AT_RISK = 5000, LAST = 30000 };
    folder_empty();
    char *tracks = folder_path("tracks");
    struct editor *editor = new_editor(tracks);
    int drawn = 0;
    for (Uint32 now = STEP; now <= LAST; now += STEP) {
        if (now % (2 * STEP) == 0)
            draw_somewhere(editor, drawn++);
        keeper_keep(editor->desk.keeper, now);
        wait_for_kept(editor, now < AT_RISK ? 0 : (int)(now - AT_RISK) / (2 * STEP), now);
    }
    close_editor(editor);
    free(tracks);
}

/* The x of the right end of the last outline in the safety copy, in squares; 0 without a copy. */
static int kept_up_to(void)
{
    char *path = folder_path("unsaved-1.svg");
    struct text bytes = {0};
    struct error error;
    struct draft draft;
    int most = 0;
    if (file_exists(path)) {
        assert_true(file_read(path, 1000000, &bytes, &error));
        assert_true(svg_read_draft(text_string(&bytes), bytes.length, &draft, &error));
        const struct draft_loop *loop = &draft.items[draft.count - 1].loops[0];
        for (int i = 0; i < loop->count; i++)
            most = loop->vertices[i].x > most ? loop->vertices[i].x : most;
        draft_free(&draft);
    }
    text_free(&bytes);
    free(path);
    return most / FINE;
}

static void wait_for_kept_up_to(struct editor *editor, int wanted, Uint32 now)
{
    const struct timespec pause = {0, 1000000};
    for (int i = 0; i < 10000 && kept_up_to() < wanted; i++) {
        nanosleep(&pause, NULL);
        keeper_keep(editor->desk.keeper, now);
    }
    if (kept_up_to() < wanted)
        fail_msg("at %u ms the stroke is kept up to %d, not %d", (unsigned)now, kept_up_to(),
                 wanted);
}

static struct editor_touch touch_at(double x, double y)
{
    return (struct editor_touch){.at = {x, y}, .reach = 0.5};
}

/* One stroke to the right without letting go, a square a second: it is safe, too, but for its last
 * five seconds and the square of its reach; and given up it is gone from the copy. */
static void kept_within_one_stroke(void **state)
{
    (void)state;
    enum { STEP = 250, SECOND = 1000, AT_RISK = 5, LAST = 30 * SECOND };
    static const enum editor_tool_id tools[] = {TOOL_PEN, TOOL_SLICK, TOOL_POLYGON};
    char *tracks = folder_path("tracks");
    for (int i = 0; i < 3; i++) {
        folder_empty();
        struct editor *editor = new_editor(tracks);
        editor->desk.camera.view.square = 20;
        editor_choose_tool(editor, tools[i]);
        for (Uint32 now = STEP; now <= LAST; now += STEP) {
            struct editor_touch touch = touch_at((double)now / SECOND, 10 + now % SECOND / 1e3);
            if (now == STEP || (tools[i] == TOOL_POLYGON && now % SECOND == 0)) {
                editor_press(editor, &touch);
                if (tools[i] == TOOL_POLYGON)
                    editor_release(editor, &touch);
            }
            editor_move(editor, &touch, tools[i] != TOOL_POLYGON);
            keeper_keep(editor->desk.keeper, now);
            wait_for_kept_up_to(editor, (int)now / SECOND - AT_RISK - 1, now);
        }
        assert_int_equal(sketch_draft(editor->desk.sheet)->count, 0); /* it is not drawn yet */
        editor_give_up(editor);
        keeper_keep(editor->desk.keeper, 2 * LAST);
        assert_false(is_kept("unsaved-1.svg"));
        close_editor(editor);
    }
    free(tracks);
}

static void says_when_no_slot_is_free(void **state)
{
    (void)state;
    folder_empty();
    char *tracks = folder_path("tracks");
    for (int slot = 1; slot <= 40; slot++) {
        char name[40];
        struct error error;
        snprintf(name, sizeof name, "unsaved-%d.svg", slot);
        char *path = folder_path(name);
        assert_true(file_write_atomically(path, "left", 4, &error));
        free(path);
    }
    struct editor *editor = new_editor(tracks);
    draw(editor);
    keeper_keep(editor->desk.keeper, 1000);
    assert_non_null(
        strstr(editor->desk.said, "cannot be kept aside for a power cut: 40 unsaved sheets"));
    editor->desk.said[0] = '\0';
    keeper_keep(editor->desk.keeper, 20000);
    assert_string_equal(editor->desk.said, ""); /* once */
    char *freed = folder_path("unsaved-1.svg");
    remove(freed);
    keeper_keep(editor->desk.keeper, 40000);
    keeper_keep(editor->desk.keeper, 43000);
    wait_for_kept(editor, 1, 43000);
    close_editor(editor);
    free(freed);
    free(tracks);
}

static void left_behind_and_taken_up(void **state)
{
    (void)state;
    folder_empty();
    char *tracks = folder_path("tracks");
    struct editor *first = new_editor(tracks);
    struct editor *second = new_editor(tracks); /* in another window */
    first->desk.path = folder_path("tracks/--odd name.svg");
    first->desk.stamp = (struct file_stamp){true, 12, 34, 56};
    draw(first);
    keeper_keep_now(first->desk.keeper);
    draw(second);
    keeper_keep_now(second->desk.keeper);
    assert_true(is_kept("unsaved-1.svg") && is_kept("unsaved-2.svg"));
    close_editor(first);
    assert_true(keeper_has_left(tracks, ".svg"));

    struct desk_wish wish;
    struct error error;
    struct editor *third = new_editor(tracks);
    assert_true(desk_take_left(&third->desk, &wish, &error));
    char *path = folder_path("tracks/--odd name.svg");
    assert_string_equal(wish.path, path);
    assert_true(wish.changed);
    assert_true(wish.stamp.seconds == 12 && wish.stamp.nanoseconds == 34 && wish.stamp.size == 56);
    assert_int_equal(sketch_draft(wish.sheet)->count, 1);
    assert_int_equal(sketch_draft(wish.sheet)->items[0].loops[0].count, 4);
    assert_false(keeper_has_left(tracks, ".svg"));
    steps_free(wish.sheet);
    free(wish.path);
    assert_false(desk_take_left(&third->desk, &wish, &error));
    close_editor(third);
    close_editor(second);
    free(path);
    free(tracks);
}

static void what_cannot_be_read_is_set_aside(void **state)
{
    (void)state;
    folder_empty();
    char *tracks = folder_path("tracks"), *kept = folder_path("unsaved-1.svg");
    struct error error;
    struct desk_wish wish;
    assert_true(file_write_atomically(kept, "rubbish", 7, &error));
    struct editor *editor = new_editor(tracks);
    assert_true(keeper_has_left(tracks, ".svg"));
    assert_false(desk_take_left(&editor->desk, &wish, &error));
    assert_true(error.text[0] != 0);
    assert_false(keeper_has_left(tracks, ".svg"));
    assert_true(is_kept("unsaved-1.svg.broken"));
    close_editor(editor);
    free(kept);
    free(tracks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kept_until_it_is_saved),
        cmocka_unit_test(kept_while_one_draws),
        cmocka_unit_test(kept_within_one_stroke),
        cmocka_unit_test(says_when_no_slot_is_free),
        cmocka_unit_test(left_behind_and_taken_up),
        cmocka_unit_test(what_cannot_be_read_is_set_aside),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
