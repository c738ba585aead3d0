/* The keys by which a point is chosen, and the switches that keys and buttons work. */
#include "screens/graph_paper/view/inside.h"

#include "ui/ui.h"

#include <stdio.h>

/* --- switches --------------------------------------------------------------------------------- */

static bool has_nitros(const struct view *view)
{
    int car = view->choice.car;
    return car > 0 && !view->watches &&
           graph_paper_car(session_race(view->session), car)->nitros > 0;
}

int graph_paper_switches(const struct view *view, struct view_switch into[VIEW_SWITCHES])
{
    const int *values = session_setup(view->session)->values;
    bool others = values[FIELD_GOOD_BRAKES] > 0 || values[FIELD_TURBO_BOOSTS] > 0;
    int count = 0;
    if (values[FIELD_NITROS] > 0)
        into[count++] =
            (struct view_switch){SWITCH_NITROS, "button nitro",  others ? "Extras" : "Nitro",
                                 ICON_FLAME,    view->nitros_on, !has_nitros(view)};
    if (session_allow(view->session).hints)
        into[count++] = (struct view_switch){SWITCH_HINTS, "button hint",  "Hints",
                                             ICON_LAMP,    view->hints_on, false};
    into[count++] = (struct view_switch){SWITCH_VECTORS, "button vectors", "Vectors",
                                         ICON_VECTORS,   view->vectors,    false};
    return count;
}

/* When it is over there is nothing to switch: the buttons are gone, and so must be their keys. */
void graph_paper_flip(struct view *view, int which, struct view_deed *deed)
{
    if (graph_paper_game.over(session_race(view->session)))
        return;
    switch (which) {
    case SWITCH_VECTORS:
        view->vectors = !view->vectors;
        break;
    case SWITCH_HINTS:
        view->hints_missed = !session_allow(view->session).hints;
        view->hints_on = !view->hints_on && !view->hints_missed;
        break;
    case SWITCH_NITROS:
        view->nitros_on = !view->nitros_on && has_nitros(view);
        graph_paper_show_nitros(view);
        deed->changed = true;
        break;
    }
}

/* --- keys ------------------------------------------------------------------------------------- */

/* The keyboard goes to one of the points that choice_spot tells. */
static void go_to_spot(struct view *view, int index)
{
    graph_paper_print_spot(&view->choice, index, view->want_focus);
    view->at_keys = true;
    view->pointed = index;
}

/* Number pad and digit row are the same block: 7 8 9 / 4 5 6 / 1 2 3 round the principal point.
 * Chooses a point, or goes to one that cannot be chosen, where it says why. */
static bool press_digit(struct view *view, int digit, struct view_deed *deed)
{
    const struct choice *choice = &view->choice;
    int dx = (digit - 1) % 3 - 1, dy = (digit - 1) / 3 - 1;
    int shown = choice_move_at(choice, dx, dy);
    if (shown >= 0) {
        graph_paper_choose_move(view, shown, deed);
        return true;
    }
    for (int i = choice->shown_count; i > 0 && i < choice_spot_count(choice); i++)
        if (point_equal(choice_spot(choice, i),
                        point_add(choice->principal, (struct point){dx, dy}))) {
            go_to_spot(view, i);
            return true;
        }
    return false;
}

static bool press_arrow(struct view *view, int dx, int dy)
{
    int next = choice_step(&view->choice, view->at_keys ? view->pointed : -1, dx, dy);
    if (next >= 0)
        go_to_spot(view, next);
    return next >= 0;
}

static bool press_key(struct view *view, const SDL_KeyboardEvent *event, struct view_deed *deed)
{
    const SDL_Keysym *key = &event->keysym;
    int dx = (key->sym == SDLK_RIGHT) - (key->sym == SDLK_LEFT);
    int dy = (key->sym == SDLK_UP) - (key->sym == SDLK_DOWN);
    if (key->mod & (KMOD_CTRL | KMOD_GUI | KMOD_ALT))
        return false;
    /* A key that is held down moves once. */
    int digit = keys_digit(key);
    if (digit > 0)
        return event->repeat || press_digit(view, digit, deed);
    if (dx != 0 || dy != 0)
        return press_arrow(view, dx, dy);
    switch (key->sym) {
    case SDLK_BACKSPACE:
        graph_paper_give_back(view, deed);
        return true;
    case SDLK_v:
        graph_paper_flip(view, SWITCH_VECTORS, deed);
        return true;
    case SDLK_h:
        graph_paper_flip(view, SWITCH_HINTS, deed);
        return true;
    case SDLK_n:
        graph_paper_flip(view, SWITCH_NITROS, deed);
        return true;
    default:
        return false;
    }
}

static bool is_shift(SDL_Keycode key)
{
    return key == SDLK_LSHIFT || key == SDLK_RSHIFT;
}

bool graph_paper_take_event(struct view *view, const SDL_Event *event, struct view_deed *deed)
{
    switch (event->type) {
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        if (is_shift(event->key.keysym.sym)) {
            view->shift_held = event->type == SDL_KEYDOWN;
            return event->key.repeat == 0;
        }
        return event->type == SDL_KEYDOWN && press_key(view, &event->key, deed);
    case SDL_WINDOWEVENT:
        /* Whatever is held now, its release will not be seen. */
        if (event->window.event == SDL_WINDOWEVENT_FOCUS_LOST)
            view->shift_held = false;
        return false;
    default:
        return false;
    }
}
