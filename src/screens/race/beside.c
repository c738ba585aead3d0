/* What moves how, in numbers beside the sheet: the game builds it, the frame gives it room.
 */
#include "screens/race/frame.h"

#include "ui/layout.h"

bool race_has_motion(const struct race_screen *race)
{
    return race->family->build_motion != NULL;
}

static bool is_wanted(const struct app *app, const struct race_screen *race)
{
    return race_has_motion(race) && settings_show_motion(&app->settings, false) && !race->taught;
}

void race_flip_motion(struct app *app)
{
    app_flip_motion(app, false);
}

struct box race_cut_motion(const struct app *app, const struct race_screen *race,
                           const struct canvas *canvas, struct box *rest)
{
    if (!is_wanted(app, race))
        return (struct box){0};
    return race->family->cut_motion(canvas, rest,
                                    course_size(session_setup(race->session)->course));
}

int race_build_motion(struct app *app, struct ui *ui, struct race_screen *race, struct box box)
{
    if (box.w <= 0 || box.h <= 0)
        return -1;
    int all = session_step_count(race->session), shown = race->steps;
    struct view_motion motion = {
        .box = box,
        .steps = race->looks_back ? all : shown,
        .round = shown > 0 ? session_step(race->session, shown - 1).round : 0,
        .camera = &race->camera,
        .sheet_box = race->sheet_box,
    };
    return race->family->build_motion(race->view, app, ui, &motion);
}

bool race_point_at_motion(const struct app *app, struct race_screen *race, const SDL_Event *event)
{
    return event->type == SDL_MOUSEMOTION && is_wanted(app, race) && !race->covered &&
           race->family->point_at_motion(race->view, event->motion.x, event->motion.y);
}

int race_press_motion(const struct app *app, const struct race_screen *race, const SDL_Event *event)
{
    bool pressed = event->type == SDL_MOUSEBUTTONDOWN && event->button.button == SDL_BUTTON_LEFT;
    if (!pressed || !is_wanted(app, race) || race->covered)
        return -1;
    return race->family->press_motion(race->view, event->button.x, event->button.y);
}
