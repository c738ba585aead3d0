/* Events on the sheet of a desk: the pointer, the keyboard's cursor, and the keys that all editors
 * have. Arrows move the cursor, Space or Enter presses and lets go.
 */
#include "screens/desk/desk_inside.h"

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
    if (button->button != SDL_BUTTON_LEFT)
        return !desk->pressed && move_sheet(desk, event);
    desk->cursor = false;
    desk->pressed = desk->pointer_known = true;
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

static bool move(struct desk *desk, const SDL_Event *event)
{
    const SDL_MouseMotionEvent *motion = &event->motion;
    double at[2];
    /* It was let go over a dialog that a key had opened meanwhile. */
    if (desk->pressed && !(motion->state & SDL_BUTTON_LMASK))
        let_go(desk);
    if (desk->hand.dragging)
        return move_sheet(desk, event);
    if (desk->cursor && (desk->drawing || (motion->xrel == 0 && motion->yrel == 0)))
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

static bool move_cursor(struct desk *desk, const SDL_Keysym *key)
{
    struct point by = {(key->sym == SDLK_RIGHT) - (key->sym == SDLK_LEFT),
                       (key->sym == SDLK_UP) - (key->sym == SDLK_DOWN)};
    if ((by.x == 0 && by.y == 0) || desk->pressed)
        return false;
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
    return true;
}

static bool press_cursor(struct desk *desk, SDL_Keycode key)
{
    if ((key != SDLK_SPACE && key != SDLK_RETURN && key != SDLK_KP_ENTER) || desk->pressed ||
        !desk->pointer_known)
        return false;
    desk->cursor = true;
    if (desk->drawing)
        desk->kind->release(desk);
    else {
        desk->kind->press_cursor(desk);
        if (desk->kind->tools[desk->tool].clicks)
            desk->kind->release(desk);
    }
    return true;
}

/* --- keys ------------------------------------------------------------------------------------- */

static bool press_control_key(struct app *app, struct desk *desk, const SDL_Keysym *key)
{
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
        return desk->kind->key(app, desk, key);
    }
}

static bool choose_by_letter(struct desk *desk, SDL_Keycode key)
{
    const struct desk_tools tools = {desk->kind->tools, desk->kind->tool_count, desk->tool, -1};
    int tool = desk_tool_of_key(&tools, key);
    if (tool >= 0)
        desk->kind->choose_tool(desk, tool);
    return tool >= 0;
}

static bool press_escape(struct app *app, struct desk *desk)
{
    desk->pressed = false;
    if (!desk->kind->give_up(desk) && !desk->kind->let_go(desk))
        desk_leave(app, desk);
    return true;
}

static bool press_key(struct app *app, struct desk *desk, const SDL_Keysym *key)
{
    bool is_arrow = key->sym == SDLK_LEFT || key->sym == SDLK_RIGHT || key->sym == SDLK_UP ||
                    key->sym == SDLK_DOWN;
    if (key->sym == SDLK_ESCAPE)
        return press_escape(app, desk);
    if (key->mod & (KMOD_CTRL | KMOD_GUI))
        return press_control_key(app, desk, key);
    if ((desk->ring_elsewhere && is_arrow) || SDL_IsTextInputActive() || (key->mod & KMOD_ALT))
        return false;
    return desk->kind->key(app, desk, key) || move_cursor(desk, key) ||
           press_cursor(desk, key->sym) || choose_by_letter(desk, key->sym) ||
           camera_hand_key(&desk->camera, key->sym, NULL, !app->settings.reduced_motion);
}

static bool take_event(struct app *app, struct desk *desk, const SDL_Event *event)
{
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
        return press_key(app, desk, &event->key.keysym);
    case SDL_WINDOWEVENT:
        return event->window.event == SDL_WINDOWEVENT_FOCUS_LOST && let_go(desk);
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
