/* What stands round the sheet. */
#include "screens/editor_frame/editor_frame.h"

#include "base/memory.h"
#include "base/number.h"
#include "paper/paper.h"
#include "screens/course_tools.h"
#include "screens/tracks/tracks.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void editor_frame_say(struct editor_frame *frame, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(frame->said, sizeof frame->said, format, arguments);
    va_end(arguments);
}

bool editor_frame_is_changed(const struct editor_frame *frame)
{
    return frame->kind->write && frame->sheet &&
           steps_version(frame->sheet) != frame->saved_version;
}

const char *editor_frame_noun(const struct editor_frame *frame)
{
    return frame->kind->game->course->noun;
}

const char *editor_frame_name(const struct editor_frame *frame)
{
    const char *name = frame->kind->name(frame->sheet);
    return name[0] ? name : "Untitled";
}

static bool give_up(struct editor_frame *frame)
{
    return frame->kind->give_up && frame->kind->give_up(frame);
}

void editor_frame_tell(struct app *app, struct editor_frame *frame)
{
    if (frame->said[0])
        app_notice(app, "%s", frame->said);
    frame->said[0] = 0;
}

/* === files ==================================================================================== */

/* Files of a frame, and what it keeps aside while nothing is saved.
 *
 * A file is written whole or not at all, and only where the player's own courses are; one that has
 * changed since it was read stays as it is, and a new one is written beside it.
 */

static bool is_wished(const struct next_sheet *next)
{
    return next->sheet || next->is_asked_for;
}

static void editor_frame_free_next(struct next_sheet *next)
{
    steps_free(next->sheet);
    free(next->path);
    *next = (struct next_sheet){0};
}

static bool editor_frame_read_file(const struct app *app, struct editor_frame *frame,
                                   const char *path, struct next_sheet *next, struct error *error)
{
    struct text bytes = {0};
    *next = (struct next_sheet){.stamp = file_stamp(path)};
    if (file_read_unpacked(path, COURSE_FILE_LIMIT, &bytes, error))
        next->sheet = frame->kind->read(frame, text_string(&bytes), bytes.length, error);
    if (next->sheet)
        next->path = tracks_own_path(app->tracks_folder, path);
    next->is_copy = !next->path;
    text_free(&bytes);
    return next->sheet != NULL;
}

/* --- saving ----------------------------------------------------------------------------------- */

static bool write_to(struct app *app, const struct editor_frame *frame, const char *path)
{
    struct text text = {0};
    struct error error;
    frame->kind->write(frame->sheet, &text);
    bool written = file_make_folder(app->tracks_folder, &error) &&
                   file_write_atomically(path, text.data, text.length, &error);
    text_free(&text);
    if (!written)
        app_tell(app, "The %s cannot be saved to %s: %s. It stays as it is here.",
                 editor_frame_noun(frame), path, error.text);
    return written;
}

static char *new_path(struct app *app, const struct editor_frame *frame)
{
    struct error error;
    const char *name = frame->kind->name(frame->sheet);
    char *path = tracks_take_path(frame->kind->game, app->tracks_folder,
                                  name[0] ? name : "Untitled", &error);
    if (!path)
        app_tell(app, "The %s cannot be saved: %s. It stays as it is here.",
                 editor_frame_noun(frame), error.text);
    return path;
}

bool editor_frame_save_to(struct app *app, struct editor_frame *frame, bool anew)
{
    char *path = frame->path && !anew ? frame->path : new_path(app, frame);
    if (!path || !write_to(app, frame, path)) {
        struct error error;
        if (path && path != frame->path) {
            file_remove(path, &error);
            free(path);
        }
        return false;
    }
    if (path != frame->path)
        free(frame->path);
    frame->path = path;
    frame->stamp = file_stamp(path);
    frame->saved_version = steps_version(frame->sheet);
    autosave_forget(frame->autosave);
    return true;
}

/* What is being drawn is no part of the sheet as long as its step is open. */
static void settle(struct editor_frame *frame)
{
    if (steps_is_open(frame->sheet))
        give_up(frame);
    frame->kind->refresh(frame);
}

bool editor_frame_save(struct app *app, struct editor_frame *frame)
{
    settle(frame);
    struct file_stamp now = file_stamp(frame->path);
    bool other = frame->path && now.known && !file_stamp_is_same(&now, &frame->stamp);
    frame->has_dialog = frame->kind->may_save && !frame->kind->may_save(frame, other);
    if (frame->has_dialog || !editor_frame_save_to(app, frame, other))
        return false;
    const char *wrong = frame->course.body ? ""
                                           : ui_words(" It is no %s yet: the panel says why.",
                                                      editor_frame_noun(frame));
    app_notice(app, "%sSaved as %s.%s",
               other ? "Another program has changed the file, so this is a new one. " : "",
               file_own_name(frame->path), wrong);
    return true;
}

/* --- what is kept aside ----------------------------------------------------------------------- */

static int count_wet(const struct editor_frame *frame)
{
    return frame->kind->count_wet ? frame->kind->count_wet(frame) : 0;
}

static uint64_t version(const void *own)
{
    const struct editor_frame *frame = own;
    return hash_number(steps_version(frame->sheet), count_wet(frame));
}

static bool is_worth_keeping(const void *own)
{
    return editor_frame_is_changed(own) ||
           (((const struct editor_frame *)own)->sheet && count_wet(own) > 0);
}

static void write_kept(const void *own, struct text *into)
{
    const struct editor_frame *frame = own;
    if (frame->kind->write_kept)
        frame->kind->write_kept(frame, into);
    else
        frame->kind->write(frame->sheet, into);
    if (frame->path)
        autosave_append_origin(into, frame->path, &frame->stamp);
}

static void say(void *frame, const char *sentence)
{
    editor_frame_say(frame, "%s", sentence);
}

void editor_frame_open(const struct app *app, struct editor_frame *frame)
{
    if (!frame->autosave && frame->kind->kept_as)
        frame->autosave = autosave_create(app->tracks_folder,
                                          (struct kept_sheet){frame, frame->kind->kept_as, version,
                                                              is_worth_keeping, write_kept, say});
}

struct left {
    struct editor_frame *frame;
    struct next_sheet *next;
};

/* The mark behind the sheet is no part of it. */
static bool read_kept(void *into, const struct text *bytes, struct error *error)
{
    const struct left *left = into;
    const char *text = text_string(bytes), *mark = strstr(text, autosave_origin_mark);
    size_t length = mark ? (size_t)(mark - text) : bytes->length;
    struct steps *sheet = left->frame->kind->read(left->frame, text, length, error);
    if (!sheet)
        return false;
    *left->next = (struct next_sheet){.sheet = sheet, .changed = true};
    left->next->path = autosave_find_origin(text, &left->next->stamp);
    return true;
}

bool editor_frame_take_left(struct editor_frame *frame, struct next_sheet *next,
                            struct error *error)
{
    struct left left = {frame, next};
    return autosave_take_left(frame->autosave, read_kept, &left, error);
}

/* --- what is known of it ---------------------------------------------------------------------- */

void editor_frame_learn(struct editor_frame *frame, bool right)
{
    struct error error;
    struct course course = {frame->kind->game,
                            right ? frame->kind->make(frame->sheet, &error) : NULL};
    bool same = course.body && frame->course.body &&
                course_fingerprint(course) == course_fingerprint(frame->course);
    course_release(frame->course);
    frame->course = course.body ? course : (struct course){0};
    if (same && frame->par)
        return;
    par_free(frame->par);
    frame->par = course.body ? par_search_courses(&course, 1) : NULL;
}

void editor_frame_write_standing(const struct editor_frame *frame, char *into, size_t size)
{
    int wrong = frame->kind->count_wrong ? frame->kind->count_wrong(frame) : 0;
    const struct par_answer answer =
        frame->par ? par_answer(frame->par, 0) : (struct par_answer){.state = PAR_NO_LAP};
    into[0] = '\0';
    bool is_told = frame->kind->write ? !frame->kind->is_empty(frame->sheet)
                                      : frame->kind->write_complete != NULL;
    if (frame->drawing || !is_told)
        return;
    if (wrong > 0)
        snprintf(into, size, "Still to be put right: %d.", wrong);
    else if (frame->kind->write_complete)
        frame->kind->write_complete(frame, into, size);
    else if (answer.state == PAR_SEARCHING)
        snprintf(into, size, "The %s is complete. Its fewest turns are being looked for ...",
                 editor_frame_noun(frame));
    else if (answer.state == PAR_LAP && answer.rounds > 0) {
        struct setup setup = par_course_setup(frame->course);
        const char *whose = par_whose(&setup);
        snprintf(into, size, "The %s is complete. Alone it takes %d turns at least, for %s.",
                 editor_frame_noun(frame), answer.rounds,
                 whose ? whose : "a car that nobody meets");
    } else
        snprintf(into, size, "The %s is complete. Its fewest turns were not counted.",
                 editor_frame_noun(frame));
}

/* What was begun is given up; to undo that is all. */
void editor_frame_step_back(struct editor_frame *frame, bool redo)
{
    bool parts = !redo && frame->kind->take_back;
    if ((parts ? frame->kind->take_back : give_up)(frame) && !redo)
        return;
    const char *name = redo ? steps_redo_name(frame->sheet) : steps_undo_name(frame->sheet);
    if (redo ? steps_redo(frame->sheet) : steps_undo(frame->sheet))
        editor_frame_say(frame, "%s: %s.", redo ? "Done again" : "Undone", name);
    else
        editor_frame_say(frame, "There is nothing to %s.", redo ? "do again" : "undo");
    if (frame->kind->stepped)
        frame->kind->stepped(frame);
}

/* --- coming and going ------------------------------------------------------------------------- */

static void show_sheet(struct editor_frame *frame, struct steps *sheet)
{
    give_up(frame);
    steps_free(frame->sheet);
    free(frame->path);
    frame->sheet = sheet;
    frame->path = NULL;
    frame->saved_version = steps_version(sheet);
    frame->pointer_known = frame->cursor = frame->camera.chosen = frame->copied = false;
    frame->scroll.offset = 0;
    if (frame->kind->comes_up)
        frame->kind->comes_up(frame);
    camera_set_sheet(&frame->camera, frame->kind->size(sheet));
}

/* What was wished for comes up, or is asked for. */
static void editor_frame_take_wish(struct editor_frame *frame)
{
    struct next_sheet next = frame->next;
    frame->asks = EDITOR_FRAME_ASKS_NOTHING;
    if (!next.sheet) {
        frame->has_dialog = true;
        frame->kind->ask(frame);
        return;
    }
    frame->next = (struct next_sheet){0};
    show_sheet(frame, next.sheet);
    frame->is_blank = false;
    frame->path = next.path;
    frame->stamp = next.stamp;
    frame->copied = next.is_copy;
    if (next.changed)
        frame->saved_version = UINT64_MAX;
}

static void paint_live(cairo_t *cairo, void *context)
{
    struct editor_frame *frame = context;
    for (int i = 0; frame->kind->live[i]; i++)
        frame->kind->live[i](cairo, frame);
    labels_draw(cairo, &frame->numbers, sheet_theme(frame->picture));
}

static struct editor_frame *shown; /* from enter to close */

struct editor_frame *editor_frame_shown(void)
{
    return shown;
}

void editor_frame_enter(const struct app *app, struct editor_frame *frame)
{
    editor_frame_open(app, frame);
    shown = frame;
    frame->pressed = frame->pointer_known = frame->has_dialog = frame->leaving = false;
    frame->hand = (struct camera_hand){0};
    frame->asks = EDITOR_FRAME_ASKS_NOTHING;
    if (!frame->kind->draw_sheet)
        frame->picture = sheet_create((struct sheet_painter){
            .ground = frame->kind->paint, .live = paint_live, .context = frame});
    if (frame->kind->opens)
        frame->kind->opens(frame);
    if (!frame->sheet && !is_wished(&frame->next)) {
        frame->next.is_asked_for = frame->kind->ask != NULL;
        frame->next.sheet = frame->kind->ask ? NULL : frame->kind->create();
    }
    if (!frame->sheet && !frame->next.sheet) {
        show_sheet(frame, frame->kind->create());
        frame->is_blank = true;
    }
    if (is_wished(&frame->next) && editor_frame_is_changed(frame))
        frame->asks = EDITOR_FRAME_ASKS_OTHER;
    else if (is_wished(&frame->next))
        editor_frame_take_wish(frame);
}

void editor_frame_close(struct app *app)
{
    struct editor_frame *frame = shown;
    (void)app;
    give_up(frame);
    if (frame->autosave)
        autosave_keep_now(frame->autosave);
    par_free(frame->par);
    course_release(frame->course);
    frame->par = NULL;
    frame->course = (struct course){0};
    if (frame->kind->closes)
        frame->kind->closes(frame);
    if (frame->picture)
        sheet_free(frame->picture);
    frame->picture = NULL;
    labels_end(&frame->numbers);
    frame->numbers = (struct labels){0};
}

/* The course that one comes from is the one that is chosen where one comes to. */
static void editor_frame_go_away(struct app *app, struct editor_frame *frame)
{
    if (frame->path) {
        free(app->chosen_track);
        app->chosen_track = memory_copy_string(frame->path);
        app->chosen_was_drawn = true;
    }
    app_go_back(app);
}

void editor_frame_leave(struct app *app, struct editor_frame *frame)
{
    if (editor_frame_is_changed(frame))
        frame->asks = EDITOR_FRAME_ASKS_LEAVING;
    else
        editor_frame_go_away(app, frame);
}

void editor_frame_go_on(struct app *app, struct editor_frame *frame, bool saved)
{
    bool leaves = frame->leaving;
    frame->leaving = false;
    if (!saved)
        editor_frame_free_next(&frame->next);
    else if (is_wished(&frame->next))
        editor_frame_take_wish(frame);
    else if (leaves)
        editor_frame_go_away(app, frame);
}

void editor_frame_answer(struct app *app, struct editor_frame *frame, struct steps *sheet)
{
    frame->next.sheet = sheet;
    if (sheet)
        editor_frame_take_wish(frame);
    else
        editor_frame_free_next(&frame->next);
    if (frame->is_blank)
        editor_frame_go_away(app, frame);
}

void editor_frame_open_next(struct app *app, struct editor_frame *frame, struct next_sheet next)
{
    editor_frame_free_next(&frame->next);
    frame->next = next;
    app_go(app, frame->kind->screen);
}

void editor_frame_edit_new(struct app *app, struct editor_frame *frame)
{
    editor_frame_open_next(app, frame, (struct next_sheet){.sheet = frame->kind->create()});
}

void editor_frame_edit_file(struct app *app, struct editor_frame *frame, const char *path)
{
    struct next_sheet next;
    struct error error;
    char where[600];
    if (frame->kind->edit_file) {
        frame->kind->edit_file(app, path);
        return;
    }
    if (editor_frame_read_file(app, frame, path, &next, &error)) {
        editor_frame_open_next(app, frame, next);
        return;
    }
    error_describe(&error, file_own_name(path), where, sizeof where);
    app_tell(app, "This %s cannot be opened. %s", editor_frame_noun(frame), where);
}

void editor_frame_edit_unsaved(struct app *app, struct editor_frame *frame)
{
    struct next_sheet next;
    struct error error;
    editor_frame_open(app, frame);
    if (editor_frame_is_changed(frame))
        app_go(app, frame->kind->screen);
    else if (editor_frame_take_left(frame, &next, &error)) {
        char *own = next.path ? tracks_own_path(app->tracks_folder, next.path) : NULL;
        free(next.path);
        next.path = own;
        next.is_copy = !own;
        editor_frame_open_next(app, frame, next);
    } else
        app_tell(app, "The unsaved %s cannot be read: %s", editor_frame_noun(frame), error.text);
}

bool editor_frame_has_unsaved(const struct app *app, const struct editor_frame *frame)
{
    return editor_frame_is_changed(frame) ||
           autosave_has_left(app->tracks_folder, frame->kind->kept_as);
}

void editor_frame_print(struct app *app, struct editor_frame *frame)
{
    settle(frame);
    if (frame->course.body)
        app_print(app, frame->course);
    else
        editor_frame_say(frame, "It cannot be printed before it is a %s: the panel says why.",
                         editor_frame_noun(frame));
}

void editor_frame_try(struct app *app, struct editor_frame *frame)
{
    struct error error;
    settle(frame);
    if (!frame->course.body) {
        frame->kind->show_wrong(frame);
        editor_frame_say(frame, "It cannot be tried yet: what is in the way is marked and listed.");
        return;
    }
    if (frame->kind->try_out) {
        frame->kind->try_out(app, frame);
        return;
    }
    struct player tester = course_tools_tester(&app->settings);
    struct setup setup = setup_for_course(frame->course);
    setup.seed = 1;
    if (!app_try(app, &setup, &tester, &error))
        app_tell(app, "This %s cannot be tried out: %s", editor_frame_noun(frame), error.text);
}

/* === input ==================================================================================== */

/* Events on the sheet of a frame: the pointer, the keyboard's cursor, and the keys that all editors
 * have. Arrows move the cursor, Space or Enter presses and lets go.
 */

static void place_under(const struct editor_frame *frame, int x, int y, double at[2])
{
    camera_to_sheet(&frame->camera, x - frame->sheet_box.x, y - frame->sheet_box.y, &at[0], &at[1]);
}

/* --- the pointer ------------------------------------------------------------------------------ */

static bool move_sheet(struct editor_frame *frame, const SDL_Event *event)
{
    return camera_hand_event(&frame->hand, &frame->camera, frame->sheet_box, event);
}

static bool press(struct editor_frame *frame, const SDL_Event *event)
{
    const SDL_MouseButtonEvent *button = &event->button;
    double at[2];
    if (!box_holds(frame->sheet_box, button->x, button->y) || frame->hand.dragging)
        return false;
    if (button->button != SDL_BUTTON_LEFT || frame->space_held || !frame->kind->press)
        return !frame->pressed && move_sheet(frame, event);
    frame->cursor = false;
    frame->pressed = frame->pointer_known = true;
    frame->again = button->clicks % 2 == 0 && button->clicks > 0;
    place_under(frame, button->x, button->y, at);
    frame->kind->press(frame, at[0], at[1]);
    return true;
}

static bool let_go(struct editor_frame *frame)
{
    bool held = frame->pressed;
    frame->pressed = false;
    if (frame->kind->release)
        frame->kind->release(frame);
    return held;
}

/* The release of what is held will not be seen. */
static bool lose_focus(struct editor_frame *frame)
{
    frame->hand.dragging = 0;
    frame->space_held = false;
    return let_go(frame);
}

static bool move(struct editor_frame *frame, const SDL_Event *event)
{
    const SDL_MouseMotionEvent *motion = &event->motion;
    double at[2];
    /* It was let go over a dialog that a key had opened meanwhile. */
    if (frame->pressed && !(motion->state & SDL_BUTTON_LMASK))
        let_go(frame);
    if (frame->hand.dragging) {
        bool panned = move_sheet(frame, event);
        frame->space_panned = frame->space_panned || panned;
        return panned;
    }
    /* Whoever takes the mouse again means it; in the middle of a stroke by keys it is a slip. */
    bool strokes = frame->drawing && !frame->kind->tools[frame->tool].clicks;
    if (frame->cursor && (strokes || (motion->xrel == 0 && motion->yrel == 0)))
        return false;
    frame->cursor = false;
    if (!frame->kind->drag)
        return false;
    bool was_known = frame->pointer_known;
    if (!frame->pressed && !box_holds(frame->sheet_box, motion->x, motion->y)) {
        frame->pointer_known = false;
        return was_known;
    }
    place_under(frame, motion->x, motion->y, at);
    frame->pointer_known = true;
    return frame->kind->drag(frame, at[0], at[1]) || !was_known;
}

static bool release(struct editor_frame *frame, const SDL_Event *event)
{
    bool left = event->button.button == SDL_BUTTON_LEFT;
    double at[2];
    place_under(frame, event->button.x, event->button.y, at);
    if (!left || !frame->pressed) {
        bool used = move_sheet(frame, event);
        if (used && !frame->hand.drag_moved && frame->kind->click)
            frame->kind->click(frame, at[0], at[1], left);
        return used;
    }
    frame->kind->drag(frame, at[0], at[1]);
    return let_go(frame);
}

/* --- the cursor ------------------------------------------------------------------------------- */

/* Goes so far, or shows itself first. */
static void step_cursor(struct editor_frame *frame, struct point by)
{
    if (!frame->pointer_known) {
        double at[2];
        place_under(frame, frame->sheet_box.x + frame->sheet_box.w / 2,
                    frame->sheet_box.y + frame->sheet_box.h / 2, at);
        frame->kind->drag(frame, at[0], at[1]);
    }
    bool shows_itself = !frame->cursor;
    frame->pointer_known = frame->cursor = frame->focus_sheet = true;
    frame->kind->step_cursor(frame, shows_itself ? (struct point){0, 0} : by);
    camera_jump(&frame->camera);
}

static bool move_cursor(struct editor_frame *frame, const SDL_Keysym *key)
{
    struct point by = {(key->sym == SDLK_RIGHT) - (key->sym == SDLK_LEFT),
                       (key->sym == SDLK_UP) - (key->sym == SDLK_DOWN)};
    if ((by.x == 0 && by.y == 0) || frame->pressed || !frame->kind->step_cursor)
        return false;
    step_cursor(frame, by);
    return true;
}

static bool press_cursor(struct editor_frame *frame, SDL_Keycode key)
{
    bool shows = frame->kind->space_pans;
    if ((key != SDLK_SPACE && key != SDLK_RETURN && key != SDLK_KP_ENTER) || frame->pressed ||
        (!frame->pointer_known && !shows) || !frame->kind->press_cursor)
        return false;
    bool clicks = frame->kind->tools[frame->tool].clicks;
    if (!frame->cursor && shows) {
        step_cursor(frame, (struct point){0, 0});
        return true;
    }
    frame->cursor = true;
    if (frame->drawing && !clicks)
        frame->kind->release(frame);
    else {
        frame->kind->press_cursor(frame);
        if (clicks)
            frame->kind->release(frame);
    }
    return true;
}

/* With the pointer on the sheet Space may be held to move it; what else it does waits for the
 * release. */
static bool hold_space(struct editor_frame *frame, const SDL_KeyboardEvent *key)
{
    if (key->keysym.sym != SDLK_SPACE || !frame->kind->space_pans || frame->cursor ||
        !frame->pointer_known || frame->pressed)
        return false;
    if (!key->repeat) {
        frame->space_held = true;
        frame->space_panned = false;
    }
    return true;
}

static bool let_go_of_space(struct editor_frame *frame, SDL_Keycode key)
{
    if (key != SDLK_SPACE || !frame->space_held)
        return false;
    frame->space_held = false;
    return frame->hand.dragging || frame->space_panned || press_cursor(frame, key);
}

/* --- keys ------------------------------------------------------------------------------------- */

static bool press_control_key(struct app *app, struct editor_frame *frame, const SDL_Keysym *key)
{
    if (frame->kind->key(app, frame, key))
        return true;
    switch (key->sym) {
    case SDLK_z:
        editor_frame_step_back(frame, (key->mod & KMOD_SHIFT) != 0);
        return true;
    case SDLK_y:
        editor_frame_step_back(frame, true);
        return true;
    default:
        break;
    }
    if (!frame->kind->write)
        return false;
    switch (key->sym) {
    case SDLK_s:
        editor_frame_save(app, frame);
        return true;
    case SDLK_n:
        editor_frame_edit_new(app, frame);
        return true;
    case SDLK_p:
        editor_frame_print(app, frame);
        return true;
    default:
        return false;
    }
}

static bool choose_by_letter(struct editor_frame *frame, SDL_Keycode key)
{
    for (int i = 0; i < frame->kind->tool_count; i++)
        if (tolower((unsigned char)frame->kind->tools[i].letter[0]) == key) {
            frame->kind->choose_tool(frame, i);
            return true;
        }
    return false;
}

static bool press_key(struct app *app, struct editor_frame *frame, const SDL_KeyboardEvent *event)
{
    const SDL_Keysym *key = &event->keysym;
    bool is_arrow = key->sym == SDLK_LEFT || key->sym == SDLK_RIGHT || key->sym == SDLK_UP ||
                    key->sym == SDLK_DOWN;
    frame->again = false;
    if (key->sym == SDLK_ESCAPE) {
        frame->pressed = false;
        if (!give_up(frame) && !(frame->kind->let_go && frame->kind->let_go(frame)))
            editor_frame_leave(app, frame);
        return true;
    }
    if (key->mod & (KMOD_CTRL | KMOD_GUI))
        return press_control_key(app, frame, key);
    if ((frame->ring_elsewhere && is_arrow) || SDL_IsTextInputActive())
        return false;
    if (frame->kind->key(app, frame, key) || move_cursor(frame, key) || hold_space(frame, event) ||
        press_cursor(frame, key->sym))
        return true;
    if (key->mod & KMOD_ALT)
        return false;
    if (key->sym == SDLK_F9)
        editor_frame_fold(frame);
    return key->sym == SDLK_F9 || choose_by_letter(frame, key->sym) ||
           camera_hand_key(&frame->camera, key->sym, NULL, !app->settings.reduced_motion);
}

static bool take_event(struct app *app, struct editor_frame *frame, const SDL_Event *event)
{
    frame->mod = event->type == SDL_KEYDOWN ? (SDL_Keymod)event->key.keysym.mod : SDL_GetModState();
    switch (event->type) {
    case SDL_MOUSEBUTTONDOWN:
        return press(frame, event);
    case SDL_MOUSEMOTION:
        return move(frame, event);
    case SDL_MOUSEBUTTONUP:
        return release(frame, event);
    case SDL_MOUSEWHEEL:
    case SDL_MULTIGESTURE:
        return move_sheet(frame, event);
    case SDL_KEYDOWN:
        return press_key(app, frame, &event->key);
    case SDL_KEYUP:
        return let_go_of_space(frame, event->key.keysym.sym);
    case SDL_WINDOWEVENT:
        return event->window.event == SDL_WINDOWEVENT_FOCUS_LOST && lose_focus(frame);
    default:
        return false;
    }
}

bool editor_frame_event(struct app *app, const SDL_Event *event)
{
    struct editor_frame *frame = shown;
    bool used = frame->asks == EDITOR_FRAME_ASKS_NOTHING && !frame->has_dialog &&
                take_event(app, frame, event);
    editor_frame_tell(app, frame);
    return used;
}

/* --- time ------------------------------------------------------------------------------------- */

int editor_frame_animate(struct app *app, Uint32 now)
{
    struct editor_frame *frame = shown;
    int wait = frame->autosave ? autosave_keep(frame->autosave, now) : -1;
    bool tells = frame->said[0] != 0;
    wait = camera_hand_animate(&frame->hand, &frame->camera, now, wait);
    editor_frame_tell(app, frame);
    return tells ? 0 : wait;
}
