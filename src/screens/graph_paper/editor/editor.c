/* The sheet that is being drawn: what is known of it, undo and redo, problems.
 *
 * Owns the sketch. After each change the track that the sheet may become is looked at anew: what is
 * wrong or missing, how it is to be drawn, and, when it is a track, what its best lap is.
 */

#include "base/hash.h"
#include "base/memory.h"
#include "base/system/file.h"
#include "rules/graph_paper/graph_paper.h"
#include "screens/graph_paper/editor/document.h"
#include "track/track.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void editor_prepare(struct editor *editor)
{
    editor->tool = TOOL_PEN;
    editor->polygon_role = DRAFT_WALL;
    editor->line_role = DRAFT_START_FINISH;
    editor->eraser_width = 2;
    editor->parallel_squares = 5;
    editor->parallel_base = -1;
    editor->chosen_problem = -1;
    editor->path_drawn.item = -1;
    editor->selection.hot = HANDLE_NONE;
}

void editor_say(struct editor *editor, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(editor->said, sizeof editor->said, format, arguments);
    va_end(arguments);
}

bool editor_did(struct editor *editor, bool done)
{
    if (!done && editor->error.text[0])
        editor_say(editor, "%s", editor->error.text);
    editor->error = (struct error){0};
    return done;
}

/* --- the document --------------------------------------------------------------------------- */

static void forget_what_is_known(struct editor *editor)
{
    track_release(editor->look);
    track_release(editor->track);
    editor->look = editor->track = NULL;
    editor->problem_count = 0;
    editor->chosen_problem = -1;
    editor->known = false;
}

void editor_close_sketch(struct editor *editor)
{
    editor_give_up(editor);
    forget_what_is_known(editor);
    steps_free(editor->sketch);
    free(editor->path);
    free(editor->photo.pixels);
    editor->photo = (struct flat_photo){0};
    editor->sketch = NULL;
    editor->path = NULL;
    editor->stamp = (struct file_stamp){0};
    editor->selection.count = 0;
    editor->parallel_base = -1;
    editor->parallel_key = 0;
    editor->cursor = (struct cursor){0};
}

void editor_show_sketch(struct editor *editor, struct steps *sketch)
{
    editor_close_sketch(editor);
    editor->sketch = sketch;
    editor->saved_version = steps_version(sketch);
    editor_sheet_forget(editor->sheet);
    editor_refresh(editor);
    camera_set_sheet(&editor->camera, track_size(editor->look));
}

const struct flat_photo *editor_photo(const struct editor *editor)
{
    const struct draft *draft = sketch_draft(editor->sketch);
    const struct flat_photo *photo = &editor->photo;
    bool fits = photo->pixels && photo->width * draft->height == photo->height * draft->width &&
                photo->width % draft->width == 0;
    return fits ? photo : NULL;
}

bool editor_is_changed(const struct editor *editor)
{
    return editor->sketch && steps_version(editor->sketch) != editor->saved_version;
}

bool editor_is_empty(const struct editor *editor)
{
    return sketch_draft(editor->sketch)->count == 0;
}

uint64_t editor_hash_item(const struct draft_item *item)
{
    uint64_t hash = hash_number(HASH_START, (int64_t)item->role);
    hash = hash_number(hash, item->number);
    hash = hash_number(hash, (int64_t)item->arrow.x * SHEET_MAX * 4 + item->arrow.y);
    for (int i = 0; i < item->loop_count; i++) {
        const struct draft_loop *loop = &item->loops[i];
        hash = hash_number(hash, loop->closed);
        hash = hash_bytes(hash, loop->vertices, (size_t)loop->count * sizeof *loop->vertices);
    }
    return hash;
}

/* --- what is known of it -------------------------------------------------------------------- */

static void look_for_problems(struct editor *editor, const struct draft *draft)
{
    editor->problem_count = draft_list_problems(draft, editor->problems, EDITOR_PROBLEM_LIMIT);
    track_release(editor->track);
    editor->track = NULL;
    if (editor->problem_count == 0)
        editor->track = track_from_draft(draft, &editor->error);
    editor->turned = editor->track ? lap_find_turned(editor->track) : (struct lap_turned){0};
    if (editor->problem_count > 0 || editor->track)
        return;
    editor->problems[0] = (struct draft_problem){.error = editor->error, .item = -1, .other = -1};
    editor->problem_count = 1;
    editor->error = (struct error){0};
}

/* The sheet may have been made larger or smaller: what one looks at stays. */
static void follow_size(struct editor *editor, const struct draft *draft)
{
    struct camera *camera = &editor->camera;
    if (camera->columns == draft->width && camera->rows == draft->height)
        return;
    camera->columns = draft->width;
    camera->rows = draft->height;
    if (camera->width > 0) {
        camera_fit(camera);
        camera_jump(camera);
    }
}

/* What the best lap depends on: all but name, author and note. */
static uint64_t hash_shape(const struct draft *draft)
{
    uint64_t hash = hash_number(HASH_START, (int64_t)draft->width * SHEET_MAX * 2 + draft->height);
    for (int i = 0; i < draft->count; i++)
        hash = hash_number(hash, (int64_t)editor_hash_item(&draft->items[i]));
    return hash;
}

static void ask_for_lap(struct editor *editor, const struct draft *draft)
{
    uint64_t shape = hash_shape(draft);
    bool same = editor->lap_asked && shape == editor->shape;
    editor->shape = shape;
    if (!editor->best_lap || same)
        return;
    editor->lap_asked = true;
    best_lap_ask(editor->best_lap, editor->track && editor->track->has_line ? editor->track : NULL,
                 shape);
}

static void drop_stale_items(struct editor *editor, const struct draft *draft)
{
    int kept = 0;
    for (int i = 0; i < editor->selection.count; i++)
        if (editor->selection.items[i] < draft->count)
            editor->selection.items[kept++] = editor->selection.items[i];
    editor->selection.count = kept;
    editor->corner.pointed = editor->corner.pressed = false;
    if (editor->parallel_base >= draft->count)
        editor->parallel_base = -1;
}

bool editor_refresh(struct editor *editor)
{
    uint64_t version = steps_version(editor->sketch);
    if (editor->known && version == editor->known_version)
        return false;
    const struct draft *draft = sketch_draft(editor->sketch);
    editor->known = true;
    editor->known_version = version;
    editor->chosen_problem = -1;
    track_release(editor->look);
    editor->look = track_to_look_at(draft);
    look_for_problems(editor, draft);
    sketch_texts(editor->sketch, &editor->texts);
    follow_size(editor, draft);
    drop_stale_items(editor, draft);
    ask_for_lap(editor, draft);
    return true;
}

void editor_turn_lines(struct editor *editor)
{
    editor_refresh(editor);
    const struct lap_turned turned = editor->turned;
    for (int i = sketch_draft(editor->sketch)->count - 1; i >= 0; i--) {
        enum draft_role role = sketch_draft(editor->sketch)->items[i].role;
        if ((role == DRAFT_START && turned.start) || (role == DRAFT_FINISH && turned.finish))
            sketch_flip_line(editor->sketch, i);
    }
}

/* A track has no problem but that, when it is found, there may be no lap. */
static void editor_take_answer(struct editor *editor)
{
    const struct best_lap_answer *answer = &editor->answer;
    editor->answer = best_lap_answer(editor->best_lap);
    if (!editor->track)
        return;
    editor->problem_count =
        answer->state == BEST_LAP_NO_LAP && answer->version == editor->shape ? 1 : 0;
    if (editor->problem_count == 0)
        return;
    struct draft_problem problem = {.item = -1, .other = -1, .repair = REPAIR_TURN};
    problem.has_place = answer->finding.has_place;
    problem.at = point_to_fine(answer->finding.at);
    snprintf(problem.error.text, sizeof problem.error.text, "%s", answer->why);
    editor->problems[0] = problem;
}

static bool place_of_problem(const struct editor *editor, const struct draft_problem *problem,
                             struct camera_area *area)
{
    struct spot low, high;
    if (problem->has_place) {
        double x = (double)problem->at.x / FINE, y = (double)problem->at.y / FINE;
        *area = (struct camera_area){x - 3, y - 3, x + 3, y + 3};
        return true;
    }
    if (problem->item < 0 || !sketch_box(editor->sketch, problem->item, &low, &high))
        return false;
    *area = (struct camera_area){low.x, low.y, high.x, high.y};
    return true;
}

void editor_go_to_problem(struct editor *editor, int index)
{
    struct camera_area area;
    editor->chosen_problem = index;
    if (place_of_problem(editor, &editor->problems[index], &area))
        camera_show(&editor->camera, area);
}

/* --- undo ----------------------------------------------------------------------------------- */

/* What is being drawn goes first, corner by corner where it has any. */
static bool take_back_drawing(struct editor *editor)
{
    const struct editor_tool *tool = editor_tool(editor);
    const struct editor_touch none = {0};
    if (editor->path_drawn.active && tool->key_press &&
        tool->key_press(editor, SDLK_BACKSPACE, &none))
        return true;
    if (!editor->path_drawn.active && editor->selection.grip == GRIP_NONE)
        return false;
    editor_give_up(editor);
    return true;
}

/* The name is the sketch's until the step is taken. */
static void take_step(struct editor *editor, const char *name, bool (*step)(struct steps *sketch),
                      const char *done, const char *nothing)
{
    char kept[80];
    snprintf(kept, sizeof kept, "%s", name ? name : "");
    editor->selection.count = 0;
    editor->parallel_base = -1;
    editor->parallel_dropped = false;
    if (step(editor->sketch))
        editor_say(editor, "%s: %s.", done, kept);
    else
        editor_say(editor, "There is nothing to %s.", nothing);
}

void editor_undo(struct editor *editor)
{
    if (!take_back_drawing(editor))
        take_step(editor, steps_undo_name(editor->sketch), steps_undo, "Undone", "undo");
}

void editor_redo(struct editor *editor)
{
    editor_give_up(editor);
    take_step(editor, steps_redo_name(editor->sketch), steps_redo, "Done again", "do again");
}

/* --- shapes of other programs --------------------------------------------------------------- */

bool editor_is_shape(enum draft_role role)
{
    return draft_role_is_area(role) || role == DRAFT_DECORATION;
}

static bool is_closed_shape(const struct draft_item *item)
{
    for (int i = 0; i < item->loop_count; i++)
        if (item->loops[i].closed && item->loops[i].count >= 3)
            return item->role == DRAFT_DECORATION;
    return false;
}

int editor_count_shapes(const struct editor *editor)
{
    const struct draft *draft = sketch_draft(editor->sketch);
    int count = 0;
    for (int i = 0; i < draft->count; i++) {
        if (draft->items[i].role == DRAFT_WALL)
            return 0;
        count += is_closed_shape(&draft->items[i]);
    }
    return count;
}

void editor_take_shapes(struct editor *editor)
{
    const struct draft *draft = sketch_draft(editor->sketch);
    editor->selection.count = 0;
    steps_begin(editor->sketch, "Change role");
    /* From the back: an item may become several, which come behind it. */
    for (int i = draft->count - 1; i >= 0; i--)
        if (is_closed_shape(&draft->items[i]))
            editor_did(editor, sketch_set_role(editor->sketch, i, DRAFT_WALL, &editor->error));
    steps_end(editor->sketch, false);
}

/* === input ==================================================================================== */

/* Events on the sheet: the pointer, the keyboard's cursor, and the keys of the editor.
 *
 * The cursor is a second pointer: arrows move it by a square (with Shift by a quarter), Space or
 * Enter presses and lets go, so everything that is drawn with the mouse is drawn without, too.
 */

static const double NEAR = 12;          /* interface pixels: what is so near is meant */
static const double CURSOR_MARGIN = 40; /* between the cursor and the edge of the window */
static const double QUARTER = 0.25;

static struct editor_touch touch_at(const struct editor *editor, struct spot at, SDL_Keymod mod)
{
    const struct paper_view *view = &editor->camera.view;
    double square = view->square > 0 ? view->square : 1;
    return (struct editor_touch){.at = at,
                                 .reach = NEAR * view->scale / square,
                                 .shift = (mod & KMOD_SHIFT) != 0,
                                 .loose = (mod & KMOD_ALT) != 0};
}

static struct editor_touch touch_of_pixel(const struct editor *editor, int x, int y)
{
    struct spot at;
    camera_to_sheet(&editor->camera, x - editor->sheet_box.x, y - editor->sheet_box.y, &at.x,
                    &at.y);
    return touch_at(editor, at, SDL_GetModState());
}

/* --- the pointer ---------------------------------------------------------------------------- */

static bool move_sheet(struct editor *editor, const SDL_Event *event)
{
    return camera_hand_event(&editor->hand, &editor->camera, editor->sheet_box, event);
}

static bool press(struct editor *editor, const SDL_Event *event)
{
    const SDL_MouseButtonEvent *button = &event->button;
    if (!box_holds(editor->sheet_box, button->x, button->y) || editor->hand.dragging)
        return false;
    if (button->button != SDL_BUTTON_LEFT || editor->space_held)
        return !editor->pressed && move_sheet(editor, event);
    if (editor->cursor.down)
        editor_give_up(editor);
    editor->cursor.shown = false;
    editor->pressed = true;
    struct editor_touch touch = touch_of_pixel(editor, button->x, button->y);
    touch.again = button->clicks % 2 == 0 && button->clicks > 0;
    /* What the handles are under is asked for where the press is, not where the pointer was. */
    editor_move(editor, &touch, false);
    editor_press(editor, &touch);
    return true;
}

/* The release of what is held was not seen, or will not be. */
static bool lose_focus(struct editor *editor)
{
    bool held = editor->pressed;
    struct editor_touch touch = touch_at(editor, editor->pointer, KMOD_NONE);
    editor->hand.dragging = 0;
    editor->pressed = editor->space_held = false;
    if (held)
        editor_release(editor, &touch);
    return held;
}

static bool move(struct editor *editor, const SDL_Event *event)
{
    const SDL_MouseMotionEvent *motion = &event->motion;
    /* It was let go over a dialog that a key had opened meanwhile. */
    if (editor->pressed && !(motion->state & SDL_BUTTON_LMASK))
        lose_focus(editor);
    if (editor->hand.dragging) {
        bool panned = move_sheet(editor, event);
        editor->space_panned = editor->space_panned || panned;
        return panned;
    }
    bool inside = box_holds(editor->sheet_box, motion->x, motion->y);
    if (!inside && !editor->pressed) {
        bool was_known = editor->pointer_known && !editor->cursor.shown;
        editor->pointer_known = editor->cursor.shown;
        return was_known;
    }
    /* Whoever takes the mouse again means it; in the middle of a stroke by keys it is a slip. */
    if (editor->cursor.shown && !editor->pressed) {
        if (editor->cursor.down || (motion->xrel == 0 && motion->yrel == 0))
            return false;
        editor->cursor.shown = false;
    }
    struct editor_touch touch = touch_of_pixel(editor, motion->x, motion->y);
    editor_move(editor, &touch, editor->pressed);
    return true;
}

static bool release(struct editor *editor, const SDL_Event *event)
{
    const SDL_MouseButtonEvent *button = &event->button;
    if (button->button != SDL_BUTTON_LEFT || !editor->pressed)
        return move_sheet(editor, event);
    editor->pressed = false;
    struct editor_touch touch = touch_of_pixel(editor, button->x, button->y);
    editor_release(editor, &touch);
    return true;
}

/* --- the cursor ----------------------------------------------------------------------------- */

static void keep_cursor_in_sight(struct editor *editor)
{
    struct camera *camera = &editor->camera;
    double margin = fmin(CURSOR_MARGIN * camera->view.scale, camera->width / 4.0);
    double x = camera->view.left + editor->cursor.at.x * camera->view.square;
    double y = camera->view.top + (camera->rows - editor->cursor.at.y) * camera->view.square;
    double dx = fmax(0, margin - x) - fmax(0, x - (camera->width - margin));
    double dy = fmax(0, margin - y) - fmax(0, y - (camera->height - margin));
    bool out = x < 0 || y < 0 || x > camera->width || y > camera->height;
    if (out || (camera->chosen && (dx != 0 || dy != 0)))
        camera_pan(camera, (int)lround(dx), (int)lround(dy));
}

static void begin_cursor(struct editor *editor)
{
    const struct draft *draft = sketch_draft(editor->sketch);
    const struct camera *camera = &editor->camera;
    struct spot at = editor->pointer;
    if (!editor->pointer_known)
        camera_to_sheet(camera, camera->width / 2.0, camera->height / 2.0, &at.x, &at.y);
    at = editor_snapped(at);
    editor->cursor.at.x = fmin(fmax(at.x, 0), draft->width);
    editor->cursor.at.y = fmin(fmax(at.y, 0), draft->height);
    editor->cursor.shown = true;
}

/* Shift tells how far the cursor goes, and means nothing else then. */
static SDL_Keymod without_shift(SDL_Keymod mod)
{
    return (SDL_Keymod)((unsigned)mod & ~(unsigned)KMOD_SHIFT);
}

/* In quarters, so that what is drawn by keys has as many points as by hand. */
static void step_cursor(struct editor *editor, double dx, double dy, SDL_Keymod mod)
{
    const struct draft *draft = sketch_draft(editor->sketch);
    int steps = (mod & KMOD_SHIFT) ? 1 : 4;
    for (int i = 0; i < steps; i++) {
        struct spot *at = &editor->cursor.at;
        at->x = fmin(fmax(at->x + dx * QUARTER, 0), draft->width);
        at->y = fmin(fmax(at->y + dy * QUARTER, 0), draft->height);
        struct editor_touch touch = touch_at(editor, *at, without_shift(mod));
        editor_move(editor, &touch, editor->cursor.down);
    }
    keep_cursor_in_sight(editor);
}

static bool move_cursor(struct editor *editor, const SDL_Keysym *key)
{
    int dx = (key->sym == SDLK_RIGHT) - (key->sym == SDLK_LEFT);
    int dy = (key->sym == SDLK_UP) - (key->sym == SDLK_DOWN);
    if ((dx == 0 && dy == 0) || editor->pressed)
        return false;
    if (!editor->cursor.shown)
        begin_cursor(editor);
    else
        step_cursor(editor, dx, dy, (SDL_Keymod)key->mod);
    struct editor_touch touch =
        touch_at(editor, editor->cursor.at, without_shift((SDL_Keymod)key->mod));
    editor_move(editor, &touch, editor->cursor.down);
    editor->focus_sheet = true;
    return true;
}

static bool press_cursor(struct editor *editor, const SDL_Keysym *key)
{
    bool presses = key->sym == SDLK_SPACE || key->sym == SDLK_RETURN || key->sym == SDLK_KP_ENTER;
    if (!presses || editor->pressed)
        return false;
    if (!editor->cursor.shown) {
        begin_cursor(editor);
        return true;
    }
    struct editor_touch touch = touch_at(editor, editor->cursor.at, (SDL_Keymod)key->mod);
    if (!editor->cursor.down) {
        editor_move(editor, &touch, false);
        editor_press(editor, &touch);
        editor->cursor.down = !editor_tool(editor)->clicks;
    } else {
        editor->cursor.down = false;
    }
    if (!editor->cursor.down)
        editor_release(editor, &touch);
    return true;
}

/* With the pointer on the sheet Space may be held to move the view; its other actions
 * wait for the release. */
static bool hold_space(struct editor *editor, const SDL_KeyboardEvent *key)
{
    if (key->keysym.sym != SDLK_SPACE || editor->cursor.shown || !editor->pointer_known ||
        editor->pressed)
        return false;
    if (!key->repeat) {
        editor->space_held = true;
        editor->space_panned = false;
    }
    return true;
}

static bool let_go_of_space(struct editor *editor, const SDL_Keysym *key)
{
    if (key->sym != SDLK_SPACE || !editor->space_held)
        return false;
    editor->space_held = false;
    return editor->hand.dragging || editor->space_panned || press_cursor(editor, key);
}

static void editor_draw_cursor(struct canvas *canvas, const struct editor *editor)
{
    if (!editor->cursor.shown)
        return;
    const struct paper_view *view = &editor->camera.view;
    struct box box = editor->sheet_box;
    double x = box.x + view->left + editor->cursor.at.x * view->square;
    double y = box.y + view->top + (editor->camera.rows - editor->cursor.at.y) * view->square;
    double radius = 9 * view->scale, arm = 16 * view->scale, gap = 4 * view->scale;
    struct stroke pen = {canvas_theme(canvas)->focus, 2.5 * view->scale, 0};
    canvas_push_clip(canvas, box);
    canvas_circle(canvas, x, y, editor->cursor.down ? radius * 0.6 : radius, &pen);
    for (int i = 0; i < 4; i++) {
        double dx = (i == 0) - (i == 1), dy = (i == 2) - (i == 3);
        const double points[4] = {x + dx * gap, y + dy * gap, x + dx * arm, y + dy * arm};
        canvas_stroke(canvas, points, 2, &pen);
    }
    canvas_pop_clip(canvas);
}

/* --- keys ----------------------------------------------------------------------------------- */

static bool press_control_key(struct app *app, struct editor *editor, const SDL_Keysym *key)
{
    bool shift = key->mod & KMOD_SHIFT;
    switch (key->sym) {
    case SDLK_z:
        (shift ? editor_redo : editor_undo)(editor);
        return true;
    case SDLK_y:
        editor_redo(editor);
        return true;
    case SDLK_s:
        (shift ? editor_save_copy : editor_save)(app, editor);
        return true;
    case SDLK_d:
        editor_duplicate_selection(editor);
        return true;
    case SDLK_a:
        editor_select_all(editor);
        return true;
    case SDLK_n:
        app_edit_new(app, 0, 0);
        return true;
    case SDLK_p:
        app_print(app, graph_paper_course(editor->track ? editor->track : editor->look));
        return true;
    default:
        return false;
    }
}

/* Zooms at the pointer or the cursor. */
static bool press_look_key(struct app *app, struct editor *editor, SDL_Keycode key)
{
    const struct camera *camera = &editor->camera;
    struct spot at = editor->cursor.shown ? editor->cursor.at : editor->pointer;
    const double place[] = {camera->view.left + at.x * camera->view.square,
                            camera->view.top + (camera->rows - at.y) * camera->view.square};
    bool known = editor->pointer_known || editor->cursor.shown;
    if (key == SDLK_g)
        editor->best_lap_hidden = !editor->best_lap_hidden;
    else if (key == SDLK_F9)
        editor_fold(editor);
    else
        return camera_hand_key(&editor->camera, key, known ? place : NULL,
                               !app->settings.reduced_motion);
    return true;
}

static bool press_escape(struct app *app, struct editor *editor)
{
    editor->pressed = false;
    if (editor_give_up(editor))
        return true;
    if (editor->cursor.shown)
        editor->cursor.shown = false;
    else
        editor_leave(app, editor);
    return true;
}

static bool choose_by_letter(struct editor *editor, SDL_Keycode key)
{
    for (int i = 0; i < TOOL_COUNT; i++)
        if (tolower(editor_tools[i]->letter[0]) == key) {
            editor_choose_tool(editor, (enum editor_tool_id)i);
            editor->focus_sheet = true;
            return true;
        }
    return false;
}

static bool offer_to_tool(struct editor *editor, const SDL_Keysym *key)
{
    const struct editor_tool *tool = editor_tool(editor);
    struct spot at = editor->cursor.shown ? editor->cursor.at : editor->pointer;
    struct editor_touch touch = touch_at(editor, at, (SDL_Keymod)key->mod);
    return tool->key_press && !editor->cursor.down && !editor->pressed &&
           tool->key_press(editor, key->sym, &touch);
}

static bool press_key(struct app *app, struct editor *editor, const SDL_KeyboardEvent *event)
{
    const SDL_Keysym *key = &event->keysym;
    if (key->mod & (KMOD_CTRL | KMOD_GUI))
        return press_control_key(app, editor, key);
    bool is_arrow = key->sym == SDLK_LEFT || key->sym == SDLK_RIGHT || key->sym == SDLK_UP ||
                    key->sym == SDLK_DOWN;
    if (key->sym == SDLK_ESCAPE)
        return press_escape(app, editor);
    if ((editor->ring_elsewhere && is_arrow) || SDL_IsTextInputActive())
        return false;
    if (offer_to_tool(editor, key) || move_cursor(editor, key) || hold_space(editor, event) ||
        press_cursor(editor, key))
        return true;
    if (key->mod & KMOD_ALT)
        return false;
    return choose_by_letter(editor, key->sym) || press_look_key(app, editor, key->sym);
}

static bool editor_event(struct app *app, struct editor *editor, const SDL_Event *event)
{
    if (editor->dialog != DIALOG_NONE)
        return false;
    switch (event->type) {
    case SDL_MOUSEBUTTONDOWN:
        return press(editor, event);
    case SDL_MOUSEMOTION:
        return move(editor, event);
    case SDL_MOUSEBUTTONUP:
        return release(editor, event);
    case SDL_MOUSEWHEEL:
    case SDL_MULTIGESTURE:
        return move_sheet(editor, event);
    case SDL_KEYDOWN:
        return press_key(app, editor, &event->key);
    case SDL_KEYUP:
        return let_go_of_space(editor, &event->key.keysym);
    case SDL_WINDOWEVENT:
        return event->window.event == SDL_WINDOWEVENT_FOCUS_LOST && lose_focus(editor);
    default:
        return false;
    }
}

/* === editor =================================================================================== */

/* The track editor: a sheet, tools beside it, and what is said of the drawing.
 *
 * There is one editor. What is drawn in it outlives the screen, so trying the track, looking for
 * help or going home and back changes nothing.
 */

static const double PANEL_WIDTH = 298, LINE_HEIGHT = 44, LEAST_SHEET = 40; /* interface pixels */
static const double LEAST_INVITATION = 200;

static struct editor *shared; /* made when first asked for, kept to the end */

static struct editor *the_editor(void)
{
    if (!shared) {
        shared = memory_allocate(1, sizeof *shared);
        editor_prepare(shared);
    }
    return shared;
}

int editor_tool_in_hand(void)
{
    return shared && shared->sketch ? (int)shared->tool : -1;
}

/* --- coming and going ----------------------------------------------------------------------- */

static bool is_worth_asking(const struct editor *editor)
{
    return editor->sketch && editor->has_sheet && editor_is_changed(editor);
}

void editor_open_pending(struct app *app, struct editor *editor)
{
    struct pending_open *pending = &editor->pending;
    (void)app;
    if (!pending->is_there)
        return;
    if (pending->cells.path) {
        editor_open_dialog(editor, DIALOG_CELLS);
        return;
    }
    if (!pending->has_draft && pending->width == 0) {
        editor_open_dialog(editor, DIALOG_NEW);
        return;
    }
    if (pending->import.bytes.length > 0) {
        editor_open_dialog(editor, DIALOG_IMPORT);
        return;
    }
    struct draft_losses losses = pending->draft.source.losses;
    editor_show_sketch(editor, pending->has_draft ? sketch_from_draft(&pending->draft)
                                                  : sketch_create(pending->width, pending->height));
    editor->path = pending->path;
    editor->stamp = pending->stamp;
    editor->copied = pending->has_draft && !pending->path;
    editor->losses = losses;
    editor->losses_told = false;
    if (pending->changed)
        editor->saved_version = UINT64_MAX;
    editor->has_sheet = true;
    editor->dialog = DIALOG_NONE;
    editor->scroll.offset = 0;
    editor->photo = pending->photo;
    editor->photo_hidden = false;
    editor_choose_tool(editor, pending->photo.pixels ? TOOL_LINE
                               : pending->has_draft  ? TOOL_SELECT
                                                     : TOOL_PEN);
    pending->photo.pixels = NULL;
    pending->path = NULL;
    pending_open_free(pending);
}

static void see_to_pending(struct app *app, struct editor *editor)
{
    if (!editor->sketch) {
        editor_show_sketch(editor, sketch_create(60, 45));
        editor->has_sheet = false;
        if (!editor->pending.is_there)
            editor->pending.is_there = true;
    }
    if (!editor->pending.is_there)
        return;
    if (is_worth_asking(editor))
        editor_open_dialog(editor, DIALOG_OTHER);
    else
        editor_open_pending(app, editor);
}

static void enter(struct app *app)
{
    struct editor *editor = the_editor();
    if (!editor->keeper)
        editor->keeper = editor_keeper_create(editor, app->tracks_folder);
    editor->sheet = editor_sheet_create();
    editor->best_lap = best_lap_create();
    editor->known = editor->lap_asked = false;
    editor->pressed = editor->pointer_known = editor->leaving = false;
    editor->hand = (struct camera_hand){0};
    editor->dialog = DIALOG_NONE;
    see_to_pending(app, editor);
}

static void leave(struct app *app)
{
    struct editor *editor = the_editor();
    (void)app;
    editor_give_up(editor);
    keeper_keep_now(editor->keeper);
    editor_sheet_free(editor->sheet);
    best_lap_free(editor->best_lap);
    editor->sheet = NULL;
    editor->best_lap = NULL;
    editor->answer = (struct best_lap_answer){0};
}

/* The sheet that one comes from is the one that is chosen where one comes to. */
static void choose_own(struct app *app, const struct editor *editor)
{
    const char *file = editor_file_name(editor);
    if (!file)
        return;
    free(app->chosen_track);
    app->chosen_track = file_join(app->tracks_folder, file);
    app->chosen_was_drawn = true;
}

void editor_go_away(struct app *app, struct editor *editor)
{
    choose_own(app, editor);
    editor->leaving = false;
    app_go_back(app);
}

void editor_leave(struct app *app, struct editor *editor)
{
    editor->leaving = is_worth_asking(editor);
    if (editor->leaving)
        editor_open_dialog(editor, DIALOG_LEAVE);
    else
        editor_go_away(app, editor);
}

static void open_when_free(struct app *app, struct pending_open pending)
{
    struct editor *editor = the_editor();
    pending_open_free(&editor->pending);
    editor->pending = pending;
    app_go(app, &screen_editor);
}

void app_edit_new(struct app *app, int width, int height)
{
    open_when_free(app, (struct pending_open){.is_there = true, .width = width, .height = height});
}

void app_edit_file(struct app *app, const char *path)
{
    struct pending_open pending;
    struct error error;
    char where[600];
    if (editor_read_file(app, path, &pending, &error)) {
        open_when_free(app, pending);
        return;
    }
    pending_open_free(&pending);
    error_describe(&error, file_own_name(path), where, sizeof where);
    app_tell(app, "This drawing cannot be opened. %s", where);
}

bool app_import_file(struct app *app, struct course course, const char *path)
{
    struct pending_open pending;
    struct error error;
    if (graph_paper_track_of(course)->has_line)
        return false;
    bool imports = editor_read_file(app, path, &pending, &error) && pending.import.bytes.length > 0;
    if (imports)
        open_when_free(app, pending);
    else
        pending_open_free(&pending);
    return imports;
}

void app_open_grid_or_photo(struct app *app, const char *path)
{
    struct pending_open pending = {.is_there = true};
    struct error ignored;
    if (!cells_takes(path) || !cells_load(path, &pending.cells.cells, &ignored)) {
        app_open_photo(app, path);
        return;
    }
    pending.cells.path = memory_copy_string(path);
    open_when_free(app, pending);
}

void app_edit_photo(struct app *app, struct draft *draft, struct flat_photo photo)
{
    struct pending_open pending = {.is_there = true, .has_draft = true, .changed = true};
    pending.draft = *draft;
    pending.photo = photo;
    *draft = (struct draft){0};
    open_when_free(app, pending);
}

void app_edit_draft(struct app *app, struct draft *draft)
{
    app_edit_photo(app, draft, (struct flat_photo){0});
}

bool app_has_unsaved_sheet(const struct app *app)
{
    return (shared && is_worth_asking(shared)) || editor_keeper_has_left(app->tracks_folder);
}

void app_edit_unsaved(struct app *app)
{
    struct editor *editor = the_editor();
    struct pending_open pending;
    struct error error;
    if (is_worth_asking(editor)) {
        app_go(app, &screen_editor);
        return;
    }
    if (!editor->keeper)
        editor->keeper = editor_keeper_create(editor, app->tracks_folder);
    if (editor_keeper_take_left(editor, &pending, &error)) {
        editor_check_path(app, &pending);
        open_when_free(app, pending);
        return;
    }
    pending_open_free(&pending);
    app_tell(app, "The unsaved sheet cannot be read: %s", error.text);
}

/* --- the picture ---------------------------------------------------------------------------- */

static void invite(struct canvas *canvas, enum canvas_style style, enum canvas_style smaller,
                   const char *line, struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    if (canvas_text_width(canvas, style, line) > box.w)
        style = smaller;
    if (canvas_text_width(canvas, style, line) > box.w)
        return;
    canvas_text(canvas, style, color_mix(theme->paper, theme->ink_soft, 0.75), line, box,
                ALIGN_CENTRE);
}

/* An empty sheet says what to do with it. */
static void build_invitation(struct canvas *canvas, const struct editor *editor)
{
    static const char *const lines[] = {"Draw the outer wall,", "then the inner one,",
                                        "then a line to start from."};
    if (!editor_is_empty(editor) || editor->path_drawn.active || editor->dialog != DIALOG_NONE ||
        editor->sheet_box.w < canvas_units(canvas, LEAST_INVITATION))
        return;
    int height = canvas_units(canvas, 44);
    struct box box = box_centre(editor->sheet_box, editor->sheet_box.w, 4 * height);
    canvas_push_clip(canvas, editor->sheet_box);
    for (int i = 0; i < 3; i++)
        invite(canvas, STYLE_TITLE, STYLE_HEADING, lines[i], box_cut_top(&box, height));
    invite(canvas, STYLE_BODY, STYLE_SMALL, "Hold the button down, or arrow keys and Space.", box);
    canvas_pop_clip(canvas);
}

static void build_sheet(struct ui *ui, struct editor *editor)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_view *view = &editor->camera.view;
    struct box box = editor->sheet_box;
    char where[80];
    snprintf(where, sizeof where, "%.2f %.2f %.4f", box.x + view->left,
             box.y + view->top + editor->camera.rows * view->square, view->square);
    struct ui_state state = ui_surface(ui, "sheet", box, where);
    editor_sheet_draw(editor->sheet, canvas, editor);
    build_invitation(canvas, editor);
    editor_draw_cursor(canvas, editor);
    int in = canvas_units(canvas, 5);
    if (state.ring)
        ui_focus_ring(ui, box_inset(box, in, in), 2);
}

static void learn(struct ui *ui, struct editor *editor)
{
    editor_refresh(editor);
    editor_take_answer(editor);
    editor_parallel_refresh(editor);
    editor->hint[0] = 0;
    if (editor->focus_sheet)
        ui_set_focus(ui, "sheet", false);
    editor->focus_sheet = false;
    const char *ring = ui_ring(ui);
    editor->ring_elsewhere = ring[0] && strcmp(ring, "sheet") != 0;
}

static void tell(struct app *app, struct editor *editor)
{
    if (editor->said[0])
        app_notice(app, "%s", editor->said);
    editor->said[0] = 0;
}

static int panel_width(const struct canvas *canvas, int room)
{
    int width = canvas_units(canvas, PANEL_WIDTH);
    int most = editor_is_narrow(canvas) ? room - canvas_units(canvas, LEAST_SHEET)
                                        : canvas_box(canvas).w * 44 / 100;
    return width < most ? width : most;
}

static void build(struct app *app, struct ui *ui)
{
    struct editor *editor = the_editor();
    struct canvas *canvas = ui_canvas(ui);
    struct box rest = canvas_box(canvas);
    learn(ui, editor);
    struct box line = box_cut_bottom(&rest, canvas_units(canvas, LINE_HEIGHT));
    struct box tools = box_cut_left(&rest, editor_toolbar_width(ui, rest.h));
    struct box panel = {0, 0, 0, 0};
    editor->folded = editor->panel_choice == PANEL_AS_FITS ? editor_is_narrow(canvas)
                                                           : editor->panel_choice == PANEL_FOLDED;
    if (!editor->folded)
        panel = box_cut_right(&rest, panel_width(canvas, rest.w));
    editor->sheet_box = rest;
    camera_resize(&editor->camera, rest.w, rest.h, canvas_scale(canvas));
    editor_build_toolbar(ui, editor, tools);
    build_sheet(ui, editor);
    if (!editor->folded)
        editor_build_panel(app, ui, editor, panel);
    editor_build_line(ui, editor, line);
    if (!app->message[0] && !app->over)
        editor_build_dialog(app, ui, editor);
    tell(app, editor);
}

static bool event(struct app *app, const SDL_Event *sdl_event)
{
    struct editor *editor = the_editor();
    bool used = editor_event(app, editor, sdl_event);
    tell(app, editor);
    return used;
}

static int animate(struct app *app, Uint32 now)
{
    struct editor *editor = the_editor();
    int wait = editor->has_sheet ? keeper_keep(editor->keeper, now) : -1;
    bool tells = editor->said[0] != 0;
    wait = camera_hand_animate(&editor->hand, &editor->camera, now, wait);
    tell(app, editor);
    return tells ? 0 : wait;
}

/* Without a sheet there is nothing but the question for one. */
static bool returns(const struct app *app)
{
    (void)app;
    return the_editor()->has_sheet || the_editor()->pending.is_there;
}

const struct screen screen_editor = {
    .name = "editor",
    .enter = enter,
    .leave = leave,
    .build = build,
    .event = event,
    .animate = animate,
    .covers_window = true,
    .returns = returns,
};
