/* Events that no widget took: pointer on the sheet, wheel, and the keys of a race. */
#include "screens/race_inside.h"

#include <math.h>

static const double CLICK_SLIP = 5;     /* interface pixels a click may move */
static const double NOTCH_FACTOR = 1.2; /* of zoom */
static const double TRACKPAD_STEP = 40; /* interface pixels for a notch's worth of two fingers */
enum { TRACKPAD_MEMORY = 400 };

static double scale_of(const struct race_screen *race)
{
    return race->camera.view.scale;
}

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
    bool other = race->family->hover(race->view, &look, x, y);
    return follow_grid(race, x, y) || other;
}

static bool begin_drag(struct race_screen *race, const SDL_MouseButtonEvent *button)
{
    if (!is_on_sheet(race, button->x, button->y))
        return false;
    race->dragging = button->button;
    race->drag_x = button->x;
    race->drag_y = button->y;
    race->drag_moved = false;
    return true;
}

static bool press(struct app *app, struct race_screen *race, const SDL_MouseButtonEvent *button)
{
    if (!is_on_sheet(race, button->x, button->y) || race->dragging)
        return false;
    struct view_deed deed = {0};
    hover(race, button->x, button->y);
    if (button->button != SDL_BUTTON_LEFT || !race->family->click(race->view, &deed))
        return begin_drag(race, button);
    race_obey(app, race, &deed);
    return true;
}

static bool drag(struct race_screen *race, const SDL_MouseMotionEvent *motion)
{
    int dx = motion->x - race->drag_x, dy = motion->y - race->drag_y;
    if (!race->drag_moved && hypot(dx, dy) < CLICK_SLIP * scale_of(race))
        return false;
    race->drag_moved = true;
    race->drag_x = motion->x;
    race->drag_y = motion->y;
    camera_pan(&race->camera, dx, dy);
    return true;
}

static bool move_pointer(struct race_screen *race, const SDL_MouseMotionEvent *motion)
{
    if (race->dragging)
        return drag(race, motion);
    return hover(race, motion->x, motion->y);
}

static bool release(struct app *app, struct race_screen *race, const SDL_MouseButtonEvent *button)
{
    if (race->dragging != button->button)
        return false;
    race->dragging = 0;
    if (button->button == SDL_BUTTON_RIGHT && !race->drag_moved) {
        struct view_deed deed = {0};
        race->family->give_back(race->view, &deed);
        race_obey(app, race, &deed);
    }
    return true;
}

static void zoom(struct race_screen *race, double factor, int x, int y)
{
    camera_zoom(&race->camera, factor, x - race->sheet_box.x, y - race->sheet_box.y);
    camera_jump(&race->camera);
    race->zooming = true;
    race->zooming_since = SDL_GetTicks();
    hover(race, x, y);
}

/* A trackpad tells small fractions and goes sideways, a wheel whole notches up and down. */
static bool is_trackpad(struct race_screen *race, const SDL_MouseWheelEvent *wheel, Uint32 now)
{
    double x = (double)wheel->preciseX, y = (double)wheel->preciseY;
    if (x != 0 || y != floor(y))
        race->trackpad_until = now + TRACKPAD_MEMORY;
    return race->trackpad_until && (Sint32)(race->trackpad_until - now) > 0;
}

static bool turn_wheel(struct race_screen *race, const SDL_MouseWheelEvent *wheel)
{
    int x = wheel->mouseX, y = wheel->mouseY;
    if (!is_on_sheet(race, x, y))
        return false;
    double turn_x = (double)wheel->preciseX, turn_y = (double)wheel->preciseY;
    double sign = wheel->direction == SDL_MOUSEWHEEL_FLIPPED ? -1 : 1;
    bool control = SDL_GetModState() & KMOD_CTRL;
    if (!control && is_trackpad(race, wheel, SDL_GetTicks())) {
        double step = TRACKPAD_STEP * scale_of(race) * sign;
        camera_pan(&race->camera, (int)lround(-turn_x * step), (int)lround(turn_y * step));
        hover(race, x, y);
    } else {
        zoom(race, pow(NOTCH_FACTOR, turn_y * sign), x, y);
    }
    return true;
}

static bool pinch(struct race_screen *race, const SDL_MultiGestureEvent *gesture)
{
    if (gesture->numFingers != 2 || fabs((double)gesture->dDist) < 0.0005)
        return false;
    int x = race->sheet_box.x + race->sheet_box.w / 2,
        y = race->sheet_box.y + race->sheet_box.h / 2;
    zoom(race, 1 + 3 * (double)gesture->dDist, x, y);
    return true;
}

/* At the car that is to move, if it is in sight, else at the middle of the window. */
static bool press_zoom_key(struct app *app, struct race_screen *race, double factor)
{
    double x = race->sheet_box.w / 2.0, y = race->sheet_box.h / 2.0, car_x, car_y;
    struct point from;
    if (race->car > 0 && race->family->car_place(race->view, race->car, &from)) {
        paper_to_device(&race->camera.goal, session_setup(race->session)->track, from.x, from.y,
                        &car_x, &car_y);
        if (car_x >= 0 && car_y >= 0 && car_x < 2 * x && car_y < 2 * y) {
            x = car_x;
            y = car_y;
        }
    }
    camera_zoom(&race->camera, factor, x, y);
    race_go_to_goal(app, race);
    return true;
}

static bool press_look_key(struct app *app, struct race_screen *race, SDL_Keycode key)
{
    switch (key) {
    case SDLK_f:
        camera_fit(&race->camera);
        race_go_to_goal(app, race);
        return true;
    case SDLK_F9:
        race->folded = !race->folded;
        return true;
    case SDLK_PLUS:
    case SDLK_EQUALS:
    case SDLK_KP_PLUS:
        return press_zoom_key(app, race, NOTCH_FACTOR);
    case SDLK_MINUS:
    case SDLK_KP_MINUS:
        return press_zoom_key(app, race, 1 / NOTCH_FACTOR);
    default:
        return false;
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
        return press_look_key(app, race, key->sym);
    app_open_over(app, race->menu);
    return true;
}

/* What the family makes of an event. */
static bool offer(struct app *app, struct race_screen *race, const SDL_Event *event)
{
    struct view_deed deed = {0};
    bool taken = race->family->event(race->view, event, &deed);
    if (taken)
        race_obey(app, race, &deed);
    return taken;
}

bool race_event(struct app *app, struct race_screen *race, const SDL_Event *event)
{
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
        return pinch(race, &event->mgesture);
    case SDL_KEYDOWN:
        return press_key(app, race, &event->key);
    case SDL_WINDOWEVENT:
        /* Whatever is held now, its release will not be seen. */
        if (event->window.event == SDL_WINDOWEVENT_FOCUS_LOST)
            race->dragging = 0;
        return event->window.event == SDL_WINDOWEVENT_FOCUS_LOST;
    default:
        return false;
    }
}
