/* Events on the sheet: the pointer, the keyboard's cursor, and the keys of the editor.
 *
 * The cursor is a second pointer: arrows move it by a square (with Shift by a quarter), Space or
 * Enter presses and lets go, so everything that is drawn with the mouse is drawn without, too.
 */
#include "rules/graph_paper/graph_paper.h"
#include "screens/graph_paper/editor/document.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

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

void editor_draw_cursor(struct canvas *canvas, const struct editor *editor)
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

bool editor_event(struct app *app, struct editor *editor, const SDL_Event *event)
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
