/* Events on the sheet: the pointer, the keyboard's cursor, and the keys of the map editor. Arrows
 * move the cursor by a tile, Space or Enter presses and lets go.
 */
#include "screens/stock_cars/editor/editor.h"
#include "screens/workshop.h"

#include <math.h>

static struct point tile_under(const struct map_editor *editor, int x, int y)
{
    double across, up;
    camera_to_sheet(&editor->camera, x - editor->sheet_box.x, y - editor->sheet_box.y, &across,
                    &up);
    return (struct point){(int)floor(across), (int)floor(up)};
}

/* --- the pointer ------------------------------------------------------------------------------ */

static bool move_sheet(struct map_editor *editor, const SDL_Event *event)
{
    return camera_hand_event(&editor->hand, &editor->camera, editor->sheet_box, event);
}

static bool press(struct map_editor *editor, const SDL_Event *event)
{
    const SDL_MouseButtonEvent *button = &event->button;
    if (!box_holds(editor->sheet_box, button->x, button->y) || editor->hand.dragging)
        return false;
    if (button->button != SDL_BUTTON_LEFT)
        return !editor->pressed && move_sheet(editor, event);
    editor->cursor = false;
    editor->pressed = true;
    map_editor_press(editor, tile_under(editor, button->x, button->y));
    return true;
}

static bool let_go(struct map_editor *editor)
{
    bool held = editor->pressed;
    editor->pressed = false;
    map_editor_release(editor);
    return held;
}

static bool move(struct map_editor *editor, const SDL_Event *event)
{
    const SDL_MouseMotionEvent *motion = &event->motion;
    /* It was let go over a dialog that a key had opened meanwhile. */
    if (editor->pressed && !(motion->state & SDL_BUTTON_LMASK))
        let_go(editor);
    if (editor->hand.dragging)
        return move_sheet(editor, event);
    if (editor->cursor && (editor->drawing || (motion->xrel == 0 && motion->yrel == 0)))
        return false;
    editor->cursor = false;
    if (!editor->pressed && !box_holds(editor->sheet_box, motion->x, motion->y)) {
        bool was_known = editor->pointer_known;
        editor->pointer_known = false;
        return was_known;
    }
    struct point at = tile_under(editor, motion->x, motion->y);
    bool moved = !editor->pointer_known || !point_equal(at, editor->pointer);
    map_editor_drag(editor, at);
    return moved;
}

static bool release(struct map_editor *editor, const SDL_Event *event)
{
    if (event->button.button != SDL_BUTTON_LEFT || !editor->pressed)
        return move_sheet(editor, event);
    map_editor_drag(editor, tile_under(editor, event->button.x, event->button.y));
    return let_go(editor);
}

/* --- the cursor ------------------------------------------------------------------------------- */

static bool move_cursor(struct map_editor *editor, const SDL_Keysym *key)
{
    struct point by = {(key->sym == SDLK_RIGHT) - (key->sym == SDLK_LEFT),
                       (key->sym == SDLK_UP) - (key->sym == SDLK_DOWN)};
    const struct map_draft *draft = map_plan_draft(editor->desk.sheet);
    if ((by.x == 0 && by.y == 0) || editor->pressed)
        return false;
    struct point at = editor->pointer;
    if (!editor->pointer_known)
        at = tile_under(editor, editor->sheet_box.x + editor->sheet_box.w / 2,
                        editor->sheet_box.y + editor->sheet_box.h / 2);
    else if (editor->cursor)
        at = point_add(at, by);
    struct point most = {draft->width - 1, draft->height - 1};
    at = point_upper(point_lower(at, most), (struct point){0, 0});
    editor->cursor = true;
    editor->focus_sheet = true;
    map_editor_drag(editor, at);
    camera_show(&editor->camera, (struct camera_area){at.x - 1, at.y - 1, at.x + 2, at.y + 2});
    camera_jump(&editor->camera);
    return true;
}

static bool press_cursor(struct map_editor *editor, SDL_Keycode key)
{
    if ((key != SDLK_SPACE && key != SDLK_RETURN && key != SDLK_KP_ENTER) || editor->pressed ||
        !editor->pointer_known)
        return false;
    editor->cursor = true;
    bool drags = editor->tool != MAP_FILL && editor->tool != MAP_LINE && editor->tool != MAP_GRID;
    if (!editor->drawing)
        map_editor_press(editor, editor->pointer);
    else
        map_editor_release(editor);
    if (editor->drawing && !drags)
        map_editor_release(editor);
    return true;
}

/* --- keys ------------------------------------------------------------------------------------- */

static bool press_control_key(struct app *app, struct map_editor *editor, const SDL_Keysym *key)
{
    switch (key->sym) {
    case SDLK_z:
        desk_step_back(&editor->desk, (key->mod & KMOD_SHIFT) != 0);
        return true;
    case SDLK_y:
        desk_step_back(&editor->desk, true);
        return true;
    case SDLK_s:
        desk_save(app, &editor->desk);
        return true;
    case SDLK_c:
    case SDLK_x:
        map_editor_copy(editor, key->sym == SDLK_x);
        return true;
    case SDLK_v:
        map_editor_paste(editor);
        return true;
    case SDLK_n:
        stock_cars_workshop.edit_new(app, 0, 0);
        return true;
    case SDLK_p:
        if (editor->desk.course.body)
            app_print(app, editor->desk.course);
        return true;
    default:
        return false;
    }
}

static bool choose_by_letter(struct map_editor *editor, SDL_Keycode key)
{
    const struct desk_tools tools = {.tools = map_tools, .count = MAP_TOOL_COUNT};
    int tool = desk_tool_of_key(&tools, key);
    if (tool >= 0)
        map_editor_choose_tool(editor, (enum map_tool_id)tool);
    return tool >= 0;
}

static bool press_escape(struct app *app, struct map_editor *editor)
{
    editor->pressed = false;
    if (map_editor_give_up(editor))
        return true;
    if (editor->has_part)
        editor->has_part = false;
    else
        desk_leave(app, &editor->desk);
    return true;
}

static bool press_key(struct app *app, struct map_editor *editor, const SDL_Keysym *key)
{
    bool is_arrow = key->sym == SDLK_LEFT || key->sym == SDLK_RIGHT || key->sym == SDLK_UP ||
                    key->sym == SDLK_DOWN;
    if (key->sym == SDLK_ESCAPE)
        return press_escape(app, editor);
    if (key->mod & (KMOD_CTRL | KMOD_GUI))
        return press_control_key(app, editor, key);
    if ((editor->ring_elsewhere && is_arrow) || SDL_IsTextInputActive())
        return false;
    if (key->mod & KMOD_ALT)
        return false;
    if ((key->sym == SDLK_DELETE || key->sym == SDLK_BACKSPACE) && editor->has_part) {
        map_editor_delete_part(editor);
        return true;
    }
    return move_cursor(editor, key) || press_cursor(editor, key->sym) ||
           choose_by_letter(editor, key->sym) ||
           camera_hand_key(&editor->camera, key->sym, NULL, !app->settings.reduced_motion);
}

bool map_editor_event(struct app *app, struct map_editor *editor, const SDL_Event *event)
{
    if (editor->desk.asks != DESK_ASKS_NOTHING)
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
        return press_key(app, editor, &event->key.keysym);
    case SDL_WINDOWEVENT:
        return event->window.event == SDL_WINDOWEVENT_FOCUS_LOST && let_go(editor);
    default:
        return false;
    }
}
