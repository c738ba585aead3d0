/* A step that is more than a stroke: shown at one of three speeds or at once, stopped, and gone
 * through from moment to moment, with the keys by which one looks back on a race.
 *
 * The race is ahead of what is shown; until the end is seen nobody acts. Before the screen is
 * handed over the last moment stays until somebody goes on, so that all can look at it.
 */
#include "screens/race/inside.h"
#include "screens/race/transport.h"

#include <stdio.h>

enum { SPEEDS = 4, AT_ONCE = SPEEDS - 1, FRAME_MILLISECONDS = 15 };
static const struct race_speed speeds[SPEEDS] = {{"choice speed 1", "1×", 1},
                                                 {"choice speed 2", "2×", 2},
                                                 {"choice speed 4", "4×", 4},
                                                 {"choice speed once", "all", 0}};
static const double GO_WIDTH = 110; /* interface pixels */

bool race_is_shown(const struct race_screen *race)
{
    return race->running >= 0 && race->show.time > 0;
}

/* Under a cover nothing could be looked at. What has begun goes on to its own end. */
static void end_show(struct app *app, struct race_screen *race)
{
    race->share = race->progress = 1;
    race->show.paused = true;
    race_release_moments(race);
    if (!race->covered)
        race_finish_stroke(app, race);
}

static void follow(struct app *app, struct race_screen *race)
{
    if (!race->camera.gliding)
        race_keep_in_sight(app, race);
}

bool race_begin_show(struct app *app, struct race_screen *race)
{
    struct race_show *show = &race->show;
    show->time = 0;
    if (!race->family->step_time)
        return false;
    show->time = race->family->step_time(race->view, race->running);
    if (show->time < 0) {
        show->time = 0;
        return false;
    }
    if (show->time > 0)
        race_begin_moments(app, race, race->running, show->time);
    show->paused = false;
    show->since = clock_now();
    if (show->time == 0)
        race_finish_stroke(app, race);
    else if (!settings_draw_strokes(&app->settings) || show->speed == AT_ONCE)
        end_show(app, race);
    return true;
}

int race_run_show(struct app *app, struct race_screen *race, Uint32 now)
{
    struct race_show *show = &race->show;
    int passed = (int)(now - show->since); /* it may just have begun, after `now` */
    show->since = now;
    if (show->paused || app->over || app->message[0])
        return -1;
    if (show->speed == AT_ONCE) {
        end_show(app, race);
        return 0;
    }
    race->share += (passed > 0 ? passed : 0) * speeds[show->speed].times / show->time;
    race->progress = race->share;
    if (race->progress >= 1)
        end_show(app, race);
    else
        follow(app, race);
    return FRAME_MILLISECONDS;
}

static void go_to(struct app *app, struct race_screen *race, double share)
{
    race_resume_moments(app, race);
    race->show.paused = true;
    race->share = race->progress = share;
    follow(app, race);
}

static void play(struct app *app, struct race_screen *race)
{
    struct race_show *show = &race->show;
    if (race->progress >= 1)
        race->share = race->progress = 0;
    race_resume_moments(app, race);
    show->paused = !show->paused;
    show->since = clock_now();
    if (show->speed == AT_ONCE)
        show->speed = 0;
}

static void press(struct app *app, struct race_screen *race, enum race_press press)
{
    bool back = press == PRESS_BACK;
    switch (press) {
    case PRESS_START:
        go_to(app, race, 0);
        break;
    case PRESS_BACK:
    case PRESS_FORWARD:
        go_to(app, race,
              race->family->step_moment(race->view, race->running, race->progress, back));
        break;
    case PRESS_PLAY:
        play(app, race);
        break;
    case PRESS_END:
        end_show(app, race);
        break;
    case PRESS_NONE:
        break;
    }
}

bool race_show_key(struct app *app, struct race_screen *race, SDL_Keycode key)
{
    static const struct {
        SDL_Keycode key;
        enum race_press press;
    } keys[] = {{SDLK_SPACE, PRESS_PLAY},
                {SDLK_LEFT, PRESS_BACK},
                {SDLK_RIGHT, PRESS_FORWARD},
                {SDLK_HOME, PRESS_START},
                {SDLK_END, PRESS_END}};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (keys[i].key == key) {
            press(app, race, keys[i].press);
            return true;
        }
    int speed = race->show.speed + (key == SDLK_UP) - (key == SDLK_DOWN);
    race->show.speed = speed < 0 ? 0 : speed >= SPEEDS ? SPEEDS - 1 : speed;
    return key == SDLK_UP || key == SDLK_DOWN;
}

void race_say_moment(const struct race_screen *race, struct text *into)
{
    if (race_is_shown(race))
        race->family->step_words(race->view, race->running, race->progress, into);
}

int race_told_car(const struct race_screen *race)
{
    bool film = race_is_shown(race) || (race->looks_back && race->running >= 0);
    return film && race->family->step_words
               ? race->family->step_words(race->view, race->running, race->progress, NULL)
               : race->car;
}

void race_build_show(struct app *app, struct ui *ui, struct race_screen *race, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct text words = {0};
    struct layout column = layout_strip(ui, box, RACE_TRANSPORT_GAP);
    struct layout row = layout_row(&column, RACE_TRANSPORT_SIDE, RACE_TRANSPORT_GAP);
    struct box go = layout_take(&row, AT_RIGHT, GO_WIDTH);
    struct race_transport state = {!race->show.paused, true, race->progress > 0,
                                   race->progress < 1};
    race_say_moment(race, &words);
    canvas_paragraph(canvas, STYLE_BODY, theme->ink, text_string(&words), column.rest, ALIGN_LEFT);
    text_free(&words);
    press(app, race, race_build_transport(&row, state));
    race_build_speeds(&row, speeds, SPEEDS, &race->show.speed);
    if (ui_button(ui, "button go-on", "Go on", go, LOOK_PRIMARY))
        race_finish_stroke(app, race);
    ui_default(ui, "button go-on");
}

void race_tell_show(struct race_screen *race)
{
    struct view_words *words = &race->words;
    if (!race_is_shown(race))
        return;
    int round = session_step(race->session, race->running).round;
    if (round > 0)
        snprintf(words->status, sizeof words->status, "Turn %d is shown.", round);
    else
        snprintf(words->status, sizeof words->status, "Before the first turn.");
    words->remark[0] = words->brief_remark[0] = '\0';
    words->keys = "Space stops · arrows step, faster, slower · Enter goes on";
    words->brief_keys = "Space · arrows · Enter";
    words->half_chosen = false;
}
