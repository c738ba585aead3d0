/* The keys that write an order while its field has not the focus: the car is driven by them. */
#include "screens/stock_cars/view/inside.h"

#include <string.h>

/* --- switches --------------------------------------------------------------------------------- */

static bool writes_orders(const struct view *view)
{
    return stock_chooses(view) && !stock_choosing_specials(session_race(view->session));
}

int stock_switches(const struct view *view, struct view_switch into[VIEW_SWITCHES])
{
    int count = 0;
    if (session_allow(view->session).hints && driving_of(&stock_cars_game)->find_hints)
        into[count++] = (struct view_switch){SWITCH_HINTS, "button hint",  "Hints",
                                             ICON_LAMP,    view->hints_on, false};
    if (session_setup(view->session)->players > 1)
        into[count++] = (struct view_switch){SWITCH_REACH, "button reach", "Reach",
                                             ICON_REACH,   view->reach_on, !writes_orders(view)};
    return count;
}

void stock_flip(struct view *view, int which, struct view_deed *deed)
{
    (void)deed;
    if (stock_cars_game.over(session_race(view->session)))
        return;
    if (which == SWITCH_HINTS) {
        view->hints_missed = !session_allow(view->session).hints;
        view->hints_on = !view->hints_on && !view->hints_missed;
    } else {
        view->reach_on = !view->reach_on;
    }
    view->turns++;
}

/* --- keys ------------------------------------------------------------------------------------- */

static void press_move(struct view *view, char kind, struct view_deed *deed)
{
    int spot = way_spot_of(&view->way, kind, 1);
    if (spot >= 0)
        stock_take_spot(view, spot, deed);
}

/* The next slower or faster speed that the beginning can reach. */
static void press_speed(struct view *view, int step, struct view_deed *deed)
{
    struct stock_speed speeds[STOCK_SPEEDS];
    const struct race *race = session_race(view->session);
    bool slipstream;
    int count = stock_speeds(race, view->car, speeds, &slipstream);
    for (int i = 0; i < count; i++)
        if (speeds[i].speed == view->way.speed && i + step >= 0 && i + step < count) {
            stock_choose_speed(view, &speeds[i + step], deed);
            return;
        }
}

static bool press_key(struct view *view, SDL_Keycode key, struct view_deed *deed)
{
    switch (key) {
    case SDLK_UP:
    case SDLK_KP_8:
        press_move(view, 'M', deed);
        return true;
    case SDLK_LEFT:
    case SDLK_KP_4:
    case SDLK_KP_7:
        press_move(view, 'L', deed);
        return true;
    case SDLK_RIGHT:
    case SDLK_KP_6:
    case SDLK_KP_9:
        press_move(view, 'R', deed);
        return true;
    case SDLK_h:
        stock_flip(view, SWITCH_HINTS, deed);
        return true;
    case SDLK_r:
        stock_flip(view, SWITCH_REACH, deed);
        return true;
    case SDLK_PAGEUP:
        press_speed(view, 1, deed);
        return true;
    case SDLK_PAGEDOWN:
        press_speed(view, -1, deed);
        return true;
    case SDLK_BACKSPACE:
    case SDLK_DOWN:
    case SDLK_KP_2:
        stock_take_back(view, deed);
        return true;
    default:
        return false;
    }
}

bool stock_take_event(struct view *view, const SDL_Event *event, struct view_deed *deed)
{
    if (event->type != SDL_KEYDOWN || (event->key.keysym.mod & (KMOD_CTRL | KMOD_GUI | KMOD_ALT)) ||
        !writes_orders(view))
        return false;
    return press_key(view, event->key.keysym.sym, deed);
}
