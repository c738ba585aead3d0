/* Events that no widget took: pointer on the sheet, wheel, and the keys of a race. */
#include "screens/race/inside.h"

#include <math.h>

static bool is_on_sheet(const struct race_screen *race, int x, int y)
{
    return box_holds(race->sheet_box, x, y);
}

/* True if another grid point is under the pointer now. */
static bool follow_grid(struct race_screen *race, int x, int y)
{
    struct point grid = {0, 0};
    bool known = is_on_sheet(race, x, y) && race->camera.view.square > 0;
    if (known) {
        double sheet_x, sheet_y;
        camera_to_sheet(&race->camera, x - race->sheet_box.x, y - race->sheet_box.y, &sheet_x,
                        &sheet_y);
        grid = (struct point){(int32_t)lround(sheet_x), (int32_t)lround(sheet_y)};
        known = grid.x >= 0 && grid.y >= 0 && grid.x <= race->camera.columns &&
                grid.y <= race->camera.rows;
    }
    bool same = known == race->grid_known && (!known || point_equal(grid, race->grid));
    race->grid = grid;
    race->grid_known = known;
    return !same;
}

static bool hover(struct race_screen *race, int x, int y)
{
    struct view_look look = race_look(race);
    bool other = race->family->hover && race->family->hover(race->view, &look, x, y);
    return follow_grid(race, x, y) || other;
}

static bool press(struct app *app, struct race_screen *race, const SDL_MouseButtonEvent *button)
{
    if (!is_on_sheet(race, button->x, button->y) || race->hand.dragging)
        return false;
    struct view_deed deed = {0};
    hover(race, button->x, button->y);
    if (button->button != SDL_BUTTON_LEFT || !race->family->click ||
        !race->family->click(race->view, &deed))
        return camera_hand_press(&race->hand, race->sheet_box, button);
    race_obey(app, race, &deed);
    return true;
}

static bool move_pointer(struct race_screen *race, const SDL_MouseMotionEvent *motion)
{
    if (race->hand.dragging)
        return camera_hand_drag(&race->hand, &race->camera, motion);
    return hover(race, motion->x, motion->y);
}

static bool release(struct app *app, struct race_screen *race, const SDL_MouseButtonEvent *button)
{
    if (!camera_hand_release(&race->hand, button))
        return false;
    if (button->button == SDL_BUTTON_RIGHT && !race->hand.drag_moved) {
        struct view_deed deed = {0};
        shown_give_back(race_shown(race), &deed);
        race_obey(app, race, &deed);
    }
    return true;
}

static bool turn_wheel(struct race_screen *race, const SDL_MouseWheelEvent *wheel)
{
    bool moved = camera_hand_wheel(&race->hand, &race->camera, race->sheet_box, wheel);
    if (moved)
        hover(race, wheel->mouseX, wheel->mouseY);
    return moved;
}

/* At the car that is to move, if it is in sight, else at the middle of the window. */
static bool press_zoom_key(struct app *app, struct race_screen *race, double factor)
{
    double x = race->sheet_box.w / 2.0, y = race->sheet_box.h / 2.0, car_x, car_y;
    struct point from;
    if (race->car > 0 && shown_car_place(race_shown(race), race->car, &from)) {
        paper_to_device(&race->camera.goal, race->camera.rows, from.x, from.y, &car_x, &car_y);
        if (car_x >= 0 && car_y >= 0 && car_x < 2 * x && car_y < 2 * y) {
            x = car_x;
            y = car_y;
        }
    }
    camera_zoom(&race->camera, factor, x, y);
    race_go_to_goal(app, race);
    return true;
}

bool race_look_key(struct app *app, struct race_screen *race, SDL_Keycode key)
{
    switch (key) {
    case SDLK_f:
        camera_fit(&race->camera);
        race_go_to_goal(app, race);
        return true;
    case SDLK_F9:
        race->folded = !race->folded;
        return true;
    case SDLK_SPACE:
        if (race->watching)
            race_pause(race);
        return race->watching;
    case SDLK_RIGHT:
        if (race->watching && race->paused)
            race_step(race);
        return race->watching && race->paused;
    default:
        return camera_hand_key_factor(key) > 0 &&
               press_zoom_key(app, race, camera_hand_key_factor(key));
    }
}

static bool press_key(struct app *app, struct race_screen *race, const SDL_KeyboardEvent *event)
{
    const SDL_Keysym *key = &event->keysym;
    bool control = key->mod & (KMOD_CTRL | KMOD_GUI);
    if (control && (key->sym == SDLK_y || (key->sym == SDLK_z && (key->mod & KMOD_SHIFT)))) {
        race_redo(app, race);
        return true;
    }
    if (control && key->sym == SDLK_z) {
        race_undo(app, race);
        return true;
    }
    if (control || (key->mod & KMOD_ALT))
        return false;
    if (key->sym != SDLK_ESCAPE)
        return race_look_key(app, race, key->sym);
    app_open_over(app, race->menu);
    return true;
}

/* What the family makes of an event. */
static bool offer(struct app *app, struct race_screen *race, const SDL_Event *event)
{
    struct view_deed deed = {0};
    bool taken = race->family->event && race->family->event(race->view, event, &deed);
    if (taken)
        race_obey(app, race, &deed);
    return taken;
}

/* Under the cover nothing of the race is pointed at. */
static bool press_covered_key(struct app *app, struct race_screen *race,
                              const SDL_KeyboardEvent *event)
{
    SDL_Keycode key = event->keysym.sym;
    if (key == SDLK_SPACE)
        race_take_seat(app, race);
    return key == SDLK_SPACE ||
           ((key == SDLK_ESCAPE || key == SDLK_z || key == SDLK_y) && press_key(app, race, event));
}

bool race_event(struct app *app, struct race_screen *race, const SDL_Event *event)
{
    if (race->covered)
        return event->type == SDL_KEYDOWN && press_covered_key(app, race, &event->key);
    if (offer(app, race, event))
        return true;
    switch (event->type) {
    case SDL_MOUSEMOTION:
        return move_pointer(race, &event->motion);
    case SDL_MOUSEBUTTONDOWN:
        return press(app, race, &event->button);
    case SDL_MOUSEBUTTONUP:
        return release(app, race, &event->button);
    case SDL_MOUSEWHEEL:
        return turn_wheel(race, &event->wheel);
    case SDL_MULTIGESTURE:
        return camera_hand_pinch(&race->hand, &race->camera, race->sheet_box, &event->mgesture);
    case SDL_KEYDOWN:
        return press_key(app, race, &event->key);
    case SDL_WINDOWEVENT:
        /* Whatever is held now, its release will not be seen. */
        if (event->window.event == SDL_WINDOWEVENT_FOCUS_LOST)
            race->hand.dragging = 0;
        return event->window.event == SDL_WINDOWEVENT_FOCUS_LOST;
    default:
        return false;
    }
}
