/* What is not saved is kept, and offered again when its editor is no more; files and their names.
 */
#include "base/system/file.h"
#include "screens/graph_paper/editor/editor.h"
#include "support/cmocka.h"
#include "support/folder.h"
#include "track/draft.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct spot square[4] = {{10, 10}, {20, 10}, {20, 20}, {10, 20}};

static struct editor *new_editor(char *tracks)
{
    struct editor *editor = calloc(1, sizeof *editor);
    editor_prepare(editor);
    editor->frame.sheet = sketch_create(40, 30);
    editor->frame.kind->comes_up(&editor->frame);
    editor_frame_open(&(struct app){.tracks_folder = tracks}, &editor->frame);
    return editor;
}

static void close_editor(struct editor *editor)
{
    editor_give_up(editor);
    editor_forget(editor);
    steps_free(editor->frame.sheet);
    free(editor->frame.path);
    autosave_free(editor->frame.autosave);
    free(editor->path_drawn.spots);
    free(editor);
}

static void draw(struct editor *editor)
{
    struct error error;
    assert_true(sketch_draw_polygon(editor->frame.sheet, DRAFT_WALL, square, 4, true, &error) >= 0);
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
    autosave_keep_now(editor->frame.autosave);
    assert_false(is_kept("unsaved-1.svg")); /* nothing has changed */
    draw(editor);
    assert_true(autosave_keep(editor->frame.autosave, 1000) > 0);
    assert_false(is_kept("unsaved-1.svg")); /* it waits a little */
    autosave_keep(editor->frame.autosave, 10000);
    autosave_keep_now(editor->frame.autosave);
    assert_true(is_kept("unsaved-1.svg"));
    assert_false(autosave_has_left(tracks, ".svg")); /* its editor is there */
    steps_undo(editor->frame.sheet);
    autosave_keep(editor->frame.autosave, 20000);
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
    assert_true(sketch_draw_polygon(editor->frame.sheet, DRAFT_WALL, corners, 4, true, &error) >=
                0);
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

/* The thread writes when it comes to it; no time goes by meanwhile for the autosave. */
static void wait_for_kept(struct editor *editor, int wanted, Uint32 now)
{
    const struct timespec pause = {0, 1000000};
    for (int i = 0; i < 10000 && count_kept() < wanted; i++) {
        nanosleep(&pause, NULL);
        autosave_keep(editor->frame.autosave, now);
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
        autosave_keep(editor->frame.autosave, now);
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
        autosave_keep(editor->frame.autosave, now);
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
        editor->frame.camera.view.square = 20;
        editor_choose_tool(editor, tools[i]);
        for (Uint32 now = STEP; now <= LAST; now += STEP) {
            struct editor_touch touch = touch_at((double)now / SECOND, 10 + now % SECOND / 1e3);
            if (now == STEP || (tools[i] == TOOL_POLYGON && now % SECOND == 0)) {
                editor_press(editor, &touch);
                if (tools[i] == TOOL_POLYGON)
                    editor_release(editor, &touch);
            }
            editor_move(editor, &touch, tools[i] != TOOL_POLYGON);
            autosave_keep(editor->frame.autosave, now);
            wait_for_kept_up_to(editor, (int)now / SECOND - AT_RISK - 1, now);
        }
        assert_int_equal(sketch_draft(editor->frame.sheet)->count, 0); /* it is not drawn yet */
        editor_give_up(editor);
        autosave_keep(editor->frame.autosave, 2 * LAST);
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
    autosave_keep(editor->frame.autosave, 1000);
    assert_non_null(
        strstr(editor->frame.said, "cannot be kept aside for a power cut: 40 unsaved sheets"));
    editor->frame.said[0] = '\0';
    autosave_keep(editor->frame.autosave, 20000);
    assert_string_equal(editor->frame.said, ""); /* once */
    char *freed = folder_path("unsaved-1.svg");
    remove(freed);
    autosave_keep(editor->frame.autosave, 40000);
    autosave_keep(editor->frame.autosave, 43000);
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
    first->frame.path = folder_path("tracks/--odd name.svg");
    first->frame.stamp = (struct file_stamp){true, 12, 34, 56};
    draw(first);
    autosave_keep_now(first->frame.autosave);
    draw(second);
    autosave_keep_now(second->frame.autosave);
    assert_true(is_kept("unsaved-1.svg") && is_kept("unsaved-2.svg"));
    close_editor(first);
    assert_true(autosave_has_left(tracks, ".svg"));

    struct next_sheet next;
    struct error error;
    struct editor *third = new_editor(tracks);
    assert_true(editor_frame_take_left(&third->frame, &next, &error));
    char *path = folder_path("tracks/--odd name.svg");
    assert_string_equal(next.path, path);
    assert_true(next.changed);
    assert_true(next.stamp.seconds == 12 && next.stamp.nanoseconds == 34 && next.stamp.size == 56);
    assert_int_equal(sketch_draft(next.sheet)->count, 1);
    assert_int_equal(sketch_draft(next.sheet)->items[0].loops[0].count, 4);
    assert_false(autosave_has_left(tracks, ".svg"));
    steps_free(next.sheet);
    free(next.path);
    assert_false(editor_frame_take_left(&third->frame, &next, &error));
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
    struct next_sheet next;
    assert_true(file_write_atomically(kept, "rubbish", 7, &error));
    struct editor *editor = new_editor(tracks);
    assert_true(autosave_has_left(tracks, ".svg"));
    assert_false(editor_frame_take_left(&editor->frame, &next, &error));
    assert_true(error.text[0] != 0);
    assert_false(autosave_has_left(tracks, ".svg"));
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
