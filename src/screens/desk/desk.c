/* What stands round the sheet. */
#include "screens/desk/desk.h"

#include "base/hash.h"
#include "base/memory.h"
#include "paper/brush.h"
#include "screens/tracks/gallery.h"
#include "screens/tracks/par.h"
#include "screens/workshop.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void desk_say(struct desk *desk, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(desk->said, sizeof desk->said, format, arguments);
    va_end(arguments);
}

bool desk_is_changed(const struct desk *desk)
{
    return desk->sheet && steps_version(desk->sheet) != desk->saved_version;
}

const char *desk_noun(const struct desk *desk)
{
    return desk->kind->game->course->noun;
}

const char *desk_name(const struct desk *desk)
{
    const char *name = desk->kind->name(desk->sheet);
    return name[0] ? name : "Untitled";
}

void desk_tell(struct app *app, struct desk *desk)
{
    if (desk->said[0])
        app_notice(app, "%s", desk->said);
    desk->said[0] = 0;
}

/* === files ==================================================================================== */

/* Files of a desk, and what it keeps aside while nothing is saved.
 *
 * A file is written whole or not at all, and only where the player's own courses are; one that has
 * changed since it was read stays as it is, and a new one is written beside it.
 */

static bool is_wished(const struct desk_wish *wish)
{
    return wish->sheet || wish->is_asked_for;
}

static void desk_free_wish(struct desk_wish *wish)
{
    steps_free(wish->sheet);
    free(wish->path);
    *wish = (struct desk_wish){0};
}

static bool desk_read_file(const struct app *app, struct desk *desk, const char *path,
                           struct desk_wish *wish, struct error *error)
{
    struct text bytes = {0};
    *wish = (struct desk_wish){.stamp = file_stamp(path)};
    if (file_read_unpacked(path, COURSE_FILE_LIMIT, &bytes, error))
        wish->sheet = desk->kind->read(desk, text_string(&bytes), bytes.length, error);
    if (wish->sheet)
        wish->path = tracks_own_path(app->tracks_folder, path);
    wish->is_copy = !wish->path;
    text_free(&bytes);
    return wish->sheet != NULL;
}

/* --- saving ----------------------------------------------------------------------------------- */

static bool write_to(struct app *app, const struct desk *desk, const char *path)
{
    struct text text = {0};
    struct error error;
    desk->kind->write(desk->sheet, &text);
    bool written = file_make_folder(app->tracks_folder, &error) &&
                   file_write_atomically(path, text.data, text.length, &error);
    text_free(&text);
    if (!written)
        app_tell(app, "The %s cannot be saved to %s: %s. It stays as it is here.", desk_noun(desk),
                 path, error.text);
    return written;
}

static char *new_path(struct app *app, const struct desk *desk)
{
    struct error error;
    const char *name = desk->kind->name(desk->sheet);
    char *path =
        tracks_take_path(desk->kind->game, app->tracks_folder, name[0] ? name : "Untitled", &error);
    if (!path)
        app_tell(app, "The %s cannot be saved: %s. It stays as it is here.", desk_noun(desk),
                 error.text);
    return path;
}

bool desk_save_to(struct app *app, struct desk *desk, bool anew)
{
    char *path = desk->path && !anew ? desk->path : new_path(app, desk);
    if (!path || !write_to(app, desk, path)) {
        struct error error;
        if (path && path != desk->path) {
            file_remove(path, &error);
            free(path);
        }
        return false;
    }
    if (path != desk->path)
        free(desk->path);
    desk->path = path;
    desk->stamp = file_stamp(path);
    desk->saved_version = steps_version(desk->sheet);
    keeper_forget(desk->keeper);
    return true;
}

/* What is being drawn is no part of the sheet as long as its step is open. */
static void settle(struct desk *desk)
{
    if (steps_is_open(desk->sheet))
        desk->kind->give_up(desk);
    desk->kind->refresh(desk);
}

bool desk_save(struct app *app, struct desk *desk)
{
    settle(desk);
    struct file_stamp now = file_stamp(desk->path);
    bool other = desk->path && now.known && !file_stamp_is_same(&now, &desk->stamp);
    desk->has_dialog = desk->kind->may_save && !desk->kind->may_save(desk, other);
    if (desk->has_dialog || !desk_save_to(app, desk, other))
        return false;
    const char *wrong =
        desk->course.body ? "" : ui_words(" It is no %s yet: the panel says why.", desk_noun(desk));
    app_notice(app, "%sSaved as %s.%s",
               other ? "Another program has changed the file, so this is a new one. " : "",
               file_own_name(desk->path), wrong);
    return true;
}

/* --- what is kept aside ----------------------------------------------------------------------- */

static int count_wet(const struct desk *desk)
{
    return desk->kind->count_wet ? desk->kind->count_wet(desk) : 0;
}

static uint64_t version(const void *own)
{
    const struct desk *desk = own;
    return hash_number(steps_version(desk->sheet), count_wet(desk));
}

static bool is_worth_keeping(const void *own)
{
    return desk_is_changed(own) || (((const struct desk *)own)->sheet && count_wet(own) > 0);
}

static void write_kept(const void *own, struct text *into)
{
    const struct desk *desk = own;
    if (desk->kind->write_kept)
        desk->kind->write_kept(desk, into);
    else
        desk->kind->write(desk->sheet, into);
    if (desk->path)
        keeper_append_origin(into, desk->path, &desk->stamp);
}

static void say(void *desk, const char *sentence)
{
    desk_say(desk, "%s", sentence);
}

void desk_open(const struct app *app, struct desk *desk)
{
    if (!desk->keeper)
        desk->keeper = keeper_create(app->tracks_folder,
                                     (struct kept_sheet){desk, desk->kind->kept_as, version,
                                                         is_worth_keeping, write_kept, say});
}

struct left {
    struct desk *desk;
    struct desk_wish *wish;
};

/* The mark behind the sheet is no part of it. */
static bool read_kept(void *into, const struct text *bytes, struct error *error)
{
    const struct left *left = into;
    const char *text = text_string(bytes), *mark = strstr(text, keeper_origin_mark);
    size_t length = mark ? (size_t)(mark - text) : bytes->length;
    struct steps *sheet = left->desk->kind->read(left->desk, text, length, error);
    if (!sheet)
        return false;
    *left->wish = (struct desk_wish){.sheet = sheet, .changed = true};
    left->wish->path = keeper_find_origin(text, &left->wish->stamp);
    return true;
}

bool desk_take_left(struct desk *desk, struct desk_wish *wish, struct error *error)
{
    struct left left = {desk, wish};
    return keeper_take_left(desk->keeper, read_kept, &left, error);
}

/* --- what is known of it ---------------------------------------------------------------------- */

void desk_learn(struct desk *desk, bool right)
{
    struct error error;
    struct course course = {desk->kind->game, right ? desk->kind->make(desk->sheet, &error) : NULL};
    bool same = course.body && desk->course.body &&
                course_fingerprint(course) == course_fingerprint(desk->course);
    course_release(desk->course);
    desk->course = course.body ? course : (struct course){0};
    if (same && desk->par)
        return;
    par_free(desk->par);
    desk->par = course.body ? par_search_courses(&course, 1) : NULL;
}

void desk_write_standing(const struct desk *desk, char *into, size_t size)
{
    int wrong = desk->kind->count_wrong(desk);
    const struct par_answer answer =
        desk->par ? par_answer(desk->par, 0) : (struct par_answer){.state = PAR_NO_LAP};
    into[0] = '\0';
    if (desk->kind->is_empty(desk->sheet) || desk->drawing)
        return;
    if (wrong > 0)
        snprintf(into, size, "Still to be put right: %d.", wrong);
    else if (desk->kind->write_complete)
        desk->kind->write_complete(desk, into, size);
    else if (answer.state == PAR_SEARCHING)
        snprintf(into, size, "The %s is complete. Its fewest turns are being looked for ...",
                 desk_noun(desk));
    else if (answer.state == PAR_LAP && answer.rounds > 0) {
        struct setup setup = par_course_setup(desk->course);
        const char *whose = par_whose(&setup);
        snprintf(into, size, "The %s is complete. Alone it takes %d turns at least, for %s.",
                 desk_noun(desk), answer.rounds, whose ? whose : "a car that nobody meets");
    } else
        snprintf(into, size, "The %s is complete. Its fewest turns were not counted.",
                 desk_noun(desk));
}

/* What was begun is given up; to undo that is all. */
void desk_step_back(struct desk *desk, bool redo)
{
    bool parts = !redo && desk->kind->take_back;
    if ((parts ? desk->kind->take_back : desk->kind->give_up)(desk) && !redo)
        return;
    const char *name = redo ? steps_redo_name(desk->sheet) : steps_undo_name(desk->sheet);
    desk->kind->stepped(desk);
    if (redo ? steps_redo(desk->sheet) : steps_undo(desk->sheet))
        desk_say(desk, "%s: %s.", redo ? "Done again" : "Undone", name);
    else
        desk_say(desk, "There is nothing to %s.", redo ? "do again" : "undo");
}

/* --- coming and going ------------------------------------------------------------------------- */

static void show_sheet(struct desk *desk, struct steps *sheet)
{
    desk->kind->give_up(desk);
    steps_free(desk->sheet);
    free(desk->path);
    desk->sheet = sheet;
    desk->path = NULL;
    desk->saved_version = steps_version(sheet);
    desk->pointer_known = desk->cursor = desk->camera.chosen = desk->copied = false;
    desk->scroll.offset = 0;
    desk->kind->comes_up(desk);
    camera_set_sheet(&desk->camera, desk->kind->size(sheet));
}

/* What was wished for comes up, or is asked for. */
static void desk_take_wish(struct desk *desk)
{
    struct desk_wish wish = desk->wish;
    desk->asks = DESK_ASKS_NOTHING;
    if (!wish.sheet) {
        desk->has_dialog = true;
        desk->kind->ask(desk);
        return;
    }
    desk->wish = (struct desk_wish){0};
    show_sheet(desk, wish.sheet);
    desk->is_blank = false;
    desk->path = wish.path;
    desk->stamp = wish.stamp;
    desk->copied = wish.is_copy;
    if (wish.changed)
        desk->saved_version = UINT64_MAX;
}

static void paint_live(cairo_t *cairo, void *context)
{
    struct desk *desk = context;
    for (int i = 0; desk->kind->live[i]; i++)
        desk->kind->live[i](cairo, desk);
    labels_draw(cairo, &desk->numbers, sheet_theme(desk->picture));
}

void desk_enter(struct desk *desk)
{
    desk->pressed = desk->pointer_known = desk->has_dialog = desk->leaving = false;
    desk->hand = (struct camera_hand){0};
    desk->asks = DESK_ASKS_NOTHING;
    if (!desk->kind->draw_sheet)
        desk->picture = sheet_create((struct sheet_painter){
            .ground = desk->kind->paint, .live = paint_live, .context = desk});
    desk->kind->opens(desk);
    if (!desk->sheet && !is_wished(&desk->wish)) {
        desk->wish.is_asked_for = desk->kind->ask != NULL;
        desk->wish.sheet = desk->kind->ask ? NULL : desk->kind->create();
    }
    if (!desk->sheet && !desk->wish.sheet) {
        show_sheet(desk, desk->kind->create());
        desk->is_blank = true;
    }
    if (is_wished(&desk->wish) && desk_is_changed(desk))
        desk->asks = DESK_ASKS_OTHER;
    else if (is_wished(&desk->wish))
        desk_take_wish(desk);
}

void desk_close(struct desk *desk)
{
    desk->kind->give_up(desk);
    keeper_keep_now(desk->keeper);
    par_free(desk->par);
    course_release(desk->course);
    desk->par = NULL;
    desk->course = (struct course){0};
    desk->kind->closes(desk);
    if (desk->picture)
        sheet_free(desk->picture);
    desk->picture = NULL;
    labels_end(&desk->numbers);
    desk->numbers = (struct labels){0};
}

/* The course that one comes from is the one that is chosen where one comes to. */
static void desk_go_away(struct app *app, struct desk *desk)
{
    if (desk->path) {
        free(app->chosen_track);
        app->chosen_track = memory_copy_string(desk->path);
        app->chosen_was_drawn = true;
    }
    app_go_back(app);
}

void desk_leave(struct app *app, struct desk *desk)
{
    if (desk_is_changed(desk))
        desk->asks = DESK_ASKS_LEAVING;
    else
        desk_go_away(app, desk);
}

void desk_go_on(struct app *app, struct desk *desk, bool saved)
{
    bool leaves = desk->leaving;
    desk->leaving = false;
    if (!saved)
        desk_free_wish(&desk->wish);
    else if (is_wished(&desk->wish))
        desk_take_wish(desk);
    else if (leaves)
        desk_go_away(app, desk);
}

void desk_answer(struct app *app, struct desk *desk, struct steps *sheet)
{
    desk->wish.sheet = sheet;
    if (sheet)
        desk_take_wish(desk);
    else
        desk_free_wish(&desk->wish);
    if (desk->is_blank)
        desk_go_away(app, desk);
}

void desk_wish_for(struct app *app, struct desk *desk, struct desk_wish wish)
{
    desk_free_wish(&desk->wish);
    desk->wish = wish;
    app_go(app, desk->kind->screen);
}

void desk_edit_new(struct app *app, struct desk *desk)
{
    desk_wish_for(app, desk, (struct desk_wish){.sheet = desk->kind->create()});
}

void desk_edit_file(struct app *app, struct desk *desk, const char *path)
{
    struct desk_wish wish;
    struct error error;
    char where[600];
    if (desk_read_file(app, desk, path, &wish, &error)) {
        desk_wish_for(app, desk, wish);
        return;
    }
    error_describe(&error, file_own_name(path), where, sizeof where);
    app_tell(app, "This %s cannot be opened. %s", desk_noun(desk), where);
}

void desk_edit_unsaved(struct app *app, struct desk *desk)
{
    struct desk_wish wish;
    struct error error;
    if (desk_is_changed(desk))
        app_go(app, desk->kind->screen);
    else if (desk_take_left(desk, &wish, &error)) {
        char *own = wish.path ? tracks_own_path(app->tracks_folder, wish.path) : NULL;
        free(wish.path);
        wish.path = own;
        wish.is_copy = !own;
        desk_wish_for(app, desk, wish);
    } else
        app_tell(app, "The unsaved %s cannot be read: %s", desk_noun(desk), error.text);
}

bool desk_has_unsaved(const struct app *app, const struct desk *desk, const struct desk_kind *kind)
{
    return (desk && desk_is_changed(desk)) || keeper_has_left(app->tracks_folder, kind->kept_as);
}

void desk_print(struct app *app, struct desk *desk)
{
    settle(desk);
    if (desk->course.body)
        app_print(app, desk->course);
    else
        desk_say(desk, "It cannot be printed before it is a %s: the panel says why.",
                 desk_noun(desk));
}

void desk_try(struct app *app, struct desk *desk)
{
    struct error error;
    settle(desk);
    if (!desk->course.body) {
        desk->kind->show_wrong(desk);
        desk_say(desk, "It cannot be tried yet: what is in the way is marked and listed.");
        return;
    }
    if (desk->kind->try_out) {
        desk->kind->try_out(app, desk);
        return;
    }
    struct player tester = workshop_tester(&app->settings);
    struct setup setup = setup_for_course(desk->course);
    setup.seed = 1;
    if (!app_try(app, &setup, &tester, &error))
        app_tell(app, "This %s cannot be tried out: %s", desk_noun(desk), error.text);
}

/* === input ==================================================================================== */

/* Events on the sheet of a desk: the pointer, the keyboard's cursor, and the keys that all editors
 * have. Arrows move the cursor, Space or Enter presses and lets go.
 */

static void place_under(const struct desk *desk, int x, int y, double at[2])
{
    camera_to_sheet(&desk->camera, x - desk->sheet_box.x, y - desk->sheet_box.y, &at[0], &at[1]);
}

/* --- the pointer ------------------------------------------------------------------------------ */

static bool move_sheet(struct desk *desk, const SDL_Event *event)
{
    return camera_hand_event(&desk->hand, &desk->camera, desk->sheet_box, event);
}

static bool press(struct desk *desk, const SDL_Event *event)
{
    const SDL_MouseButtonEvent *button = &event->button;
    double at[2];
    if (!box_holds(desk->sheet_box, button->x, button->y) || desk->hand.dragging)
        return false;
    if (button->button != SDL_BUTTON_LEFT || desk->space_held)
        return !desk->pressed && move_sheet(desk, event);
    desk->cursor = false;
    desk->pressed = desk->pointer_known = true;
    desk->again = button->clicks % 2 == 0 && button->clicks > 0;
    place_under(desk, button->x, button->y, at);
    desk->kind->press(desk, at[0], at[1]);
    return true;
}

static bool let_go(struct desk *desk)
{
    bool held = desk->pressed;
    desk->pressed = false;
    desk->kind->release(desk);
    return held;
}

/* The release of what is held will not be seen. */
static bool lose_focus(struct desk *desk)
{
    desk->hand.dragging = 0;
    desk->space_held = false;
    return let_go(desk);
}

/* Whoever takes the mouse again means it; in the middle of a stroke by keys it is a slip. */
static bool is_slip(const struct desk *desk, const SDL_MouseMotionEvent *motion)
{
    bool strokes = desk->drawing && !desk->kind->tools[desk->tool].clicks;
    return desk->cursor && (strokes || (motion->xrel == 0 && motion->yrel == 0));
}

static bool move(struct desk *desk, const SDL_Event *event)
{
    const SDL_MouseMotionEvent *motion = &event->motion;
    double at[2];
    /* It was let go over a dialog that a key had opened meanwhile. */
    if (desk->pressed && !(motion->state & SDL_BUTTON_LMASK))
        let_go(desk);
    if (desk->hand.dragging) {
        bool panned = move_sheet(desk, event);
        desk->space_panned = desk->space_panned || panned;
        return panned;
    }
    if (is_slip(desk, motion))
        return false;
    desk->cursor = false;
    bool was_known = desk->pointer_known;
    if (!desk->pressed && !box_holds(desk->sheet_box, motion->x, motion->y)) {
        desk->pointer_known = false;
        return was_known;
    }
    place_under(desk, motion->x, motion->y, at);
    desk->pointer_known = true;
    return desk->kind->drag(desk, at[0], at[1]) || !was_known;
}

static bool release(struct desk *desk, const SDL_Event *event)
{
    double at[2];
    if (event->button.button != SDL_BUTTON_LEFT || !desk->pressed)
        return move_sheet(desk, event);
    place_under(desk, event->button.x, event->button.y, at);
    desk->kind->drag(desk, at[0], at[1]);
    return let_go(desk);
}

/* --- the cursor ------------------------------------------------------------------------------- */

/* Goes so far, or shows itself first. */
static void step_cursor(struct desk *desk, struct point by)
{
    if (!desk->pointer_known) {
        double at[2];
        place_under(desk, desk->sheet_box.x + desk->sheet_box.w / 2,
                    desk->sheet_box.y + desk->sheet_box.h / 2, at);
        desk->kind->drag(desk, at[0], at[1]);
    }
    bool shows_itself = !desk->cursor;
    desk->pointer_known = desk->cursor = desk->focus_sheet = true;
    desk->kind->step_cursor(desk, shows_itself ? (struct point){0, 0} : by);
    camera_jump(&desk->camera);
}

static bool move_cursor(struct desk *desk, const SDL_Keysym *key)
{
    struct point by = {(key->sym == SDLK_RIGHT) - (key->sym == SDLK_LEFT),
                       (key->sym == SDLK_UP) - (key->sym == SDLK_DOWN)};
    if ((by.x == 0 && by.y == 0) || desk->pressed)
        return false;
    step_cursor(desk, by);
    return true;
}

static bool press_cursor(struct desk *desk, SDL_Keycode key)
{
    bool clicks = desk->kind->tools[desk->tool].clicks, shows = desk->kind->space_pans;
    if ((key != SDLK_SPACE && key != SDLK_RETURN && key != SDLK_KP_ENTER) || desk->pressed ||
        (!desk->pointer_known && !shows))
        return false;
    if (!desk->cursor && shows) {
        step_cursor(desk, (struct point){0, 0});
        return true;
    }
    desk->cursor = true;
    if (desk->drawing && !clicks)
        desk->kind->release(desk);
    else {
        desk->kind->press_cursor(desk);
        if (clicks)
            desk->kind->release(desk);
    }
    return true;
}

/* With the pointer on the sheet Space may be held to move it; what else it does waits for the
 * release. */
static bool hold_space(struct desk *desk, const SDL_KeyboardEvent *key)
{
    if (key->keysym.sym != SDLK_SPACE || !desk->kind->space_pans || desk->cursor ||
        !desk->pointer_known || desk->pressed)
        return false;
    if (!key->repeat) {
        desk->space_held = true;
        desk->space_panned = false;
    }
    return true;
}

static bool let_go_of_space(struct desk *desk, SDL_Keycode key)
{
    if (key != SDLK_SPACE || !desk->space_held)
        return false;
    desk->space_held = false;
    return desk->hand.dragging || desk->space_panned || press_cursor(desk, key);
}

/* --- keys ------------------------------------------------------------------------------------- */

static bool press_control_key(struct app *app, struct desk *desk, const SDL_Keysym *key)
{
    if (desk->kind->key(app, desk, key))
        return true;
    switch (key->sym) {
    case SDLK_z:
        desk_step_back(desk, (key->mod & KMOD_SHIFT) != 0);
        return true;
    case SDLK_y:
        desk_step_back(desk, true);
        return true;
    case SDLK_s:
        desk_save(app, desk);
        return true;
    case SDLK_n:
        desk_edit_new(app, desk);
        return true;
    case SDLK_p:
        desk_print(app, desk);
        return true;
    default:
        return false;
    }
}

static bool choose_by_letter(struct desk *desk, SDL_Keycode key)
{
    for (int i = 0; i < desk->kind->tool_count; i++)
        if (tolower((unsigned char)desk->kind->tools[i].letter[0]) == key) {
            desk->kind->choose_tool(desk, i);
            return true;
        }
    return false;
}

static bool press_key(struct app *app, struct desk *desk, const SDL_KeyboardEvent *event)
{
    const SDL_Keysym *key = &event->keysym;
    bool is_arrow = key->sym == SDLK_LEFT || key->sym == SDLK_RIGHT || key->sym == SDLK_UP ||
                    key->sym == SDLK_DOWN;
    desk->again = false;
    if (key->sym == SDLK_ESCAPE) {
        desk->pressed = false;
        if (!desk->kind->give_up(desk) && !desk->kind->let_go(desk))
            desk_leave(app, desk);
        return true;
    }
    if (key->mod & (KMOD_CTRL | KMOD_GUI))
        return press_control_key(app, desk, key);
    if ((desk->ring_elsewhere && is_arrow) || SDL_IsTextInputActive())
        return false;
    if (desk->kind->key(app, desk, key) || move_cursor(desk, key) || hold_space(desk, event) ||
        press_cursor(desk, key->sym))
        return true;
    if (key->mod & KMOD_ALT)
        return false;
    if (key->sym == SDLK_F9)
        desk_fold(desk);
    return key->sym == SDLK_F9 || choose_by_letter(desk, key->sym) ||
           camera_hand_key(&desk->camera, key->sym, NULL, !app->settings.reduced_motion);
}

static bool take_event(struct app *app, struct desk *desk, const SDL_Event *event)
{
    desk->mod = event->type == SDL_KEYDOWN ? (SDL_Keymod)event->key.keysym.mod : SDL_GetModState();
    switch (event->type) {
    case SDL_MOUSEBUTTONDOWN:
        return press(desk, event);
    case SDL_MOUSEMOTION:
        return move(desk, event);
    case SDL_MOUSEBUTTONUP:
        return release(desk, event);
    case SDL_MOUSEWHEEL:
    case SDL_MULTIGESTURE:
        return move_sheet(desk, event);
    case SDL_KEYDOWN:
        return press_key(app, desk, &event->key);
    case SDL_KEYUP:
        return let_go_of_space(desk, event->key.keysym.sym);
    case SDL_WINDOWEVENT:
        return event->window.event == SDL_WINDOWEVENT_FOCUS_LOST && lose_focus(desk);
    default:
        return false;
    }
}

bool desk_event(struct app *app, struct desk *desk, const SDL_Event *event)
{
    bool used =
        desk->asks == DESK_ASKS_NOTHING && !desk->has_dialog && take_event(app, desk, event);
    desk_tell(app, desk);
    return used;
}

/* --- time ------------------------------------------------------------------------------------- */

int desk_animate(struct app *app, struct desk *desk, Uint32 now)
{
    int wait = keeper_keep(desk->keeper, now);
    bool tells = desk->said[0] != 0;
    wait = camera_hand_animate(&desk->hand, &desk->camera, now, wait);
    desk_tell(app, desk);
    return tells ? 0 : wait;
}
