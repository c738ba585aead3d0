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
        int last = race->family->tiles; /* there is one tile fewer than there are lines */
        double half = race->family->tiles ? 0.5 : 0;
        grid = (struct point){(int32_t)lround(sheet_x - half), (int32_t)lround(sheet_y - half)};
        known = grid.x >= 0 && grid.y >= 0 && grid.x <= race->camera.columns - last &&
                grid.y <= race->camera.rows - last;
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

/* True if what is pointed at takes the press. */
static bool press(struct app *app, struct race_screen *race, const SDL_MouseButtonEvent *button)
{
    struct view_deed deed = {0};
    if (!is_on_sheet(race, button->x, button->y) || race->hand.dragging)
        return false;
    hover(race, button->x, button->y);
    if (button->button != SDL_BUTTON_LEFT || !race->family->click ||
        !race->family->click(race->view, &deed))
        return false;
    race_obey(app, race, &deed);
    return true;
}

/* A click with the other button takes back what is half chosen. */
static void release(struct app *app, struct race_screen *race, const SDL_MouseButtonEvent *button)
{
    struct view_deed deed = {0};
    if (button->button != SDL_BUTTON_RIGHT || race->hand.drag_moved)
        return;
    shown_give_back(race_shown(race), &deed);
    race_obey(app, race, &deed);
}

/* Whatever is left to the hand that moves the sheet. */
static bool move_sheet(struct app *app, struct race_screen *race, const SDL_Event *event)
{
    bool held = race->hand.dragging > 0;
    /* Whatever is held then, its release will not be seen. */
    bool lost = event->type == SDL_WINDOWEVENT && event->window.event == SDL_WINDOWEVENT_FOCUS_LOST;
    bool taken = camera_hand_event(&race->hand, &race->camera, race->sheet_box, event);
    if (event->type == SDL_MOUSEBUTTONUP && taken)
        release(app, race, &event->button);
    if (event->type == SDL_MOUSEWHEEL && taken)
        hover(race, event->wheel.mouseX, event->wheel.mouseY);
    if (event->type == SDL_MOUSEMOTION && !held)
        taken = hover(race, event->motion.x, event->motion.y);
    return taken || lost;
}

/* Zooms at the car that is to move, if it is in sight. */
bool race_look_key(struct app *app, struct race_screen *race, SDL_Keycode key)
{
    double at[2];
    bool seen = !race->looks_back && race_locate(race, race->car, &at[0], &at[1]) &&
                race_is_in_sight(race, at[0], at[1], 0);
    switch (key) {
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
    case SDLK_k:
        if (race_has_motion(race))
            race_flip_motion(app);
        return race_has_motion(race);
    default:
        return camera_hand_key(&race->camera, key, seen ? at : NULL, !app->settings.reduced_motion);
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

static bool is_shortcut(const SDL_KeyboardEvent *event)
{
    return event->keysym.mod & (KMOD_CTRL | KMOD_GUI | KMOD_ALT);
}

bool race_event(struct app *app, struct race_screen *race, const SDL_Event *event)
{
    if (race->covered && !race_is_shown(race))
        return event->type == SDL_KEYDOWN && press_covered_key(app, race, &event->key);
    if (race_is_shown(race)) {
        if (event->type == SDL_KEYDOWN && !is_shortcut(&event->key) &&
            race_show_key(app, race, event->key.keysym.sym))
            return true;
    } else if (offer(app, race, event)) {
        return true;
    }
    if (event->type == SDL_KEYDOWN)
        return press_key(app, race, &event->key);
    bool marks = race_point_at_motion(app, race, event);
    return (event->type == SDL_MOUSEBUTTONDOWN && press(app, race, &event->button)) ||
           move_sheet(app, race, event) || marks;
}
