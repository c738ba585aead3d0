/* Events that no widget took: pointer on the sheet, wheel, and the keys of a race. */
#include "screens/race_inside.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double REACH = 12;         /* interface pixels from a point that still hit it */
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

static void to_sheet(const struct race_screen *race, int x, int y, double *sheet_x, double *sheet_y)
{
    camera_to_sheet(&race->camera, x - race->sheet_box.x, y - race->sheet_box.y, sheet_x, sheet_y);
}

bool race_point_at(struct race_screen *race, int x, int y)
{
    int pointed = -1, start = -1;
    struct point grid = {0, 0};
    bool known = is_on_sheet(race, x, y) && race->camera.view.square > 0;
    if (known) {
        double sheet_x, sheet_y;
        double reach = REACH * scale_of(race) / race->camera.view.square;
        to_sheet(race, x, y, &sheet_x, &sheet_y);
        pointed = choice_nearest_move(&race->choice, sheet_x, sheet_y, reach);
        start = pointed < 0 ? choice_nearest_start(&race->choice, sheet_x, sheet_y, reach) : -1;
        grid = (struct point){(int32_t)lround(sheet_x), (int32_t)lround(sheet_y)};
        known = grid.x >= 0 && grid.y >= 0 && grid.x <= race->camera.columns &&
                grid.y <= race->camera.rows;
    }
    bool same = pointed == race->pointed && start == race->pointed_start &&
                known == race->grid_known && (!known || point_equal(grid, race->grid));
    race->pointed = pointed;
    race->pointed_start = start;
    race->grid = grid;
    race->grid_known = known;
    return !same;
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
    race_point_at(race, button->x, button->y);
    bool left = button->button == SDL_BUTTON_LEFT;
    if (left && race->pointed >= 0)
        race_choose_move(app, race, race->pointed);
    else if (left && race->pointed_start >= 0)
        race_choose_start(app, race, race->pointed_start);
    else
        return begin_drag(race, button);
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
    bool changed = race_point_at(race, motion->x, motion->y) || race->at_keys;
    race->at_keys = false;
    return changed;
}

static bool release(struct app *app, struct race_screen *race, const SDL_MouseButtonEvent *button)
{
    if (race->dragging != button->button)
        return false;
    race->dragging = 0;
    if (button->button == SDL_BUTTON_RIGHT && !race->drag_moved)
        race_give_back_start(app, race);
    return true;
}

static void zoom(struct race_screen *race, double factor, int x, int y)
{
    camera_zoom(&race->camera, factor, x - race->sheet_box.x, y - race->sheet_box.y);
    camera_jump(&race->camera);
    race->zooming = true;
    race->zooming_since = SDL_GetTicks();
    race_point_at(race, x, y);
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
        race_point_at(race, x, y);
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

/* Number pad and digit row are the same block: 7 8 9 / 4 5 6 / 1 2 3 round the principal point. */
static int digit_of(SDL_Keycode key)
{
    if (key >= SDLK_KP_1 && key <= SDLK_KP_9)
        return (int)(key - SDLK_KP_1) + 1;
    return key >= SDLK_1 && key <= SDLK_9 ? (int)(key - SDLK_1) + 1 : 0;
}

static bool press_digit(struct app *app, struct race_screen *race, int digit)
{
    int shown = choice_move_at(&race->choice, (digit - 1) % 3 - 1, (digit - 1) / 3 - 1);
    if (shown >= 0)
        race_choose_move(app, race, shown);
    return shown >= 0;
}

static void focus_on(struct race_screen *race, const char *kind, struct point at)
{
    snprintf(race->want_focus, sizeof race->want_focus, "%s %d,%d", kind, at.x, at.y);
    race->at_keys = true;
}

static bool press_arrow(struct race_screen *race, int dx, int dy)
{
    const struct choice *choice = &race->choice;
    bool starts = choice->shown_count == 0;
    int at = !race->at_keys ? -1 : starts ? race->pointed_start : race->pointed;
    int next = choice_step(choice, starts, at, dx, dy);
    if (next < 0)
        return false;
    if (starts)
        focus_on(race, "start", choice->starts.items[next]);
    else
        focus_on(race, "move", choice->shown[next].to);
    return true;
}

/* At the car that is to move, if it is in sight, else at the middle of the window. */
static bool press_zoom_key(struct app *app, struct race_screen *race, double factor)
{
    double x = race->sheet_box.w / 2.0, y = race->sheet_box.h / 2.0, car_x, car_y;
    if (race->choice.shown_count > 0) {
        struct point from = race->choice.from;
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
    case SDLK_v:
        race->vectors = !race->vectors;
        return true;
    case SDLK_n:
        race_toggle_nitros(app, race);
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
    if (control && key->sym == SDLK_z) {
        race_undo(app, race);
        return true;
    }
    if (control || (key->mod & KMOD_ALT))
        return false;
    /* A key that is held down moves once. */
    if (digit_of(key->sym))
        return event->repeat || press_digit(app, race, digit_of(key->sym));
    switch (key->sym) {
    case SDLK_LEFT:
        return press_arrow(race, -1, 0);
    case SDLK_RIGHT:
        return press_arrow(race, 1, 0);
    case SDLK_UP:
        return press_arrow(race, 0, 1);
    case SDLK_DOWN:
        return press_arrow(race, 0, -1);
    case SDLK_BACKSPACE:
        race_give_back_start(app, race);
        return true;
    case SDLK_ESCAPE:
        app_open_over(app, &screen_menu);
        return true;
    default:
        return press_look_key(app, race, key->sym);
    }
}

static bool is_shift(SDL_Keycode key)
{
    return key == SDLK_LSHIFT || key == SDLK_RSHIFT;
}

bool race_event(struct app *app, struct race_screen *race, const SDL_Event *event)
{
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
    case SDL_KEYUP:
        if (is_shift(event->key.keysym.sym)) {
            race->shift_held = event->type == SDL_KEYDOWN;
            return event->key.repeat == 0;
        }
        return event->type == SDL_KEYDOWN && press_key(app, race, &event->key);
    case SDL_WINDOWEVENT:
        /* Whatever is held now, its release will not be seen. */
        if (event->window.event == SDL_WINDOWEVENT_FOCUS_LOST) {
            race->shift_held = false;
            race->dragging = 0;
        }
        return event->window.event == SDL_WINDOWEVENT_FOCUS_LOST;
    default:
        return false;
    }
}
