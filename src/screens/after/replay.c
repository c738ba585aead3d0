/* Looking back on a race: any of its moments on the same sheet, by slider, step by step or playing.
 *
 * The screen owns its state from enter to leave, with the session if that was opened for it alone.
 * The running race is only read.
 */
#include "screens/after/replay_inside.h"

#include "base/error.h"
#include "base/memory.h"
#include "session/save.h"

#include <stdlib.h>
#include <string.h>

static const double PANEL_WIDTH = 290;  /* interface pixels */
static const double STROKE_PART = 0.45; /* of the time for an action that its stroke takes */
enum { FRAME_MILLISECONDS = 8, ACTION_MILLISECONDS = 700, PAGE_STEPS = 10 };

const char *const replay_speed_names[REPLAY_SPEEDS] = {"½×", "1×", "2×", "4×"};
static const double speeds[REPLAY_SPEEDS] = {0.5, 1, 2, 4};
enum { USUAL_SPEED = 1 };

static struct replay_screen *shown; /* from enter to leave */

/* What the next enter is about. */
static struct {
    const struct session *session;
    struct session *own;
    int steps;
} asked;

/* --- coming and going ------------------------------------------------------------------------- */

static void look_at(struct app *app, const struct session *session, struct session *own, int steps)
{
    session_free(asked.own);
    asked.session = session;
    asked.own = own;
    asked.steps = steps;
    app_go(app, &screen_replay);
}

void app_look_back(struct app *app)
{
    bool over = session_setup(app->session)->game->over(session_race(app->session));
    look_at(app, app->session, NULL, over ? 0 : session_step_count(app->session));
}

void app_look_at_file(struct app *app, const char *path)
{
    char where[600];
    struct error error;
    bool damaged = false;
    const char *slash = strrchr(path, '/');
    struct session *session = session_load(path, &damaged, &error);
    error_describe(&error, slash ? slash + 1 : path, where, sizeof where);
    if (!session) {
        app_tell(app, "This race cannot be opened. %s", where);
        return;
    }
    if (damaged)
        app_tell(app, "This race is damaged and is shown up to there. %s", where);
    look_at(app, session, session, 0);
}

static void enter(struct app *app)
{
    shown = memory_allocate(1, sizeof *shown);
    shown->session = asked.session;
    shown->own = asked.own;
    shown->steps = asked.steps;
    asked.own = NULL;
    shown->family = rules_view_find(session_setup(shown->session)->game);
    shown->view = shown->family->create(shown->session);
    shown->speed = USUAL_SPEED;
    shown->running = -1;
    camera_set_sheet(&shown->camera, course_size(session_setup(shown->session)->course));
    app->looked_at = shown->session;
    app->looked_steps = shown->steps;
}

static void leave(struct app *app)
{
    shown->family->free(shown->view);
    session_free(shown->own);
    free(shown);
    shown = NULL;
    app->looked_at = NULL;
}

/* --- time ------------------------------------------------------------------------------------- */

int replay_pen_of_car(const struct replay_screen *replay, int car)
{
    const struct game *game = replay->family->game;
    int player = game->player_of(session_race(replay->session), car);
    return session_player(replay->session, player)->pen;
}

const char *replay_name_of_car(const struct replay_screen *replay, int car)
{
    const struct game *game = replay->family->game;
    int player = game->player_of(session_race(replay->session), car);
    return session_player(replay->session, player)->name;
}

int replay_car(const struct replay_screen *replay)
{
    int steps = replay->running >= 0 ? replay->running + 1 : replay->steps;
    return steps > 0 ? session_step(replay->session, steps - 1).car : 0;
}

/* A camera that does not show the whole sheet goes where something happens. */
static void follow_car(struct app *app, struct replay_screen *replay)
{
    struct standing standing;
    struct camera *camera = &replay->camera;
    int car = replay_car(replay);
    if (!camera->chosen || car == 0)
        return;
    replay->family->game->standing(session_race_after(replay->session, replay->steps), car,
                                   &standing);
    if (!standing.on_course)
        return;
    double x = camera->view.left + standing.at.x * camera->view.square;
    double y = camera->view.top + (camera->rows - standing.at.y) * camera->view.square;
    double margin = camera->view.square;
    if (x >= margin && y >= margin && x <= camera->width - margin && y <= camera->height - margin)
        return;
    camera_centre(camera, standing.at.x, standing.at.y);
    if (app->settings.stroke_animation && !replay->playing)
        camera_begin_glide(camera, SDL_GetTicks());
    else
        camera_jump(camera);
}

void replay_seek(struct app *app, struct replay_screen *replay, int steps)
{
    int most = session_step_count(replay->session);
    replay->steps = steps < 0 ? 0 : steps > most ? most : steps;
    replay->running = -1;
    replay->since = SDL_GetTicks();
    app->looked_steps = replay->steps;
    follow_car(app, replay);
}

void replay_play(struct app *app, struct replay_screen *replay, bool playing)
{
    if (playing && replay->steps == session_step_count(replay->session))
        replay_seek(app, replay, 0);
    replay->playing = playing;
    replay->running = -1;
    replay->since = SDL_GetTicks() - ACTION_MILLISECONDS * 4; /* the first action at once */
}

/* Milliseconds from one action to the next. */
static double pace(const struct replay_screen *replay)
{
    return ACTION_MILLISECONDS / speeds[replay->speed];
}

/* The next action goes under the pen, or on the sheet where nothing is drawn stroke by stroke. */
static void begin_action(struct app *app, struct replay_screen *replay, Uint32 now)
{
    replay->since = now;
    if (app->settings.stroke_animation) {
        replay->running = replay->steps;
        replay->progress = 0;
        return;
    }
    replay_seek(app, replay, replay->steps + 1);
}

/* One moment of playing; milliseconds until the next, -1 when it is over. */
static int play(struct app *app, struct replay_screen *replay, Uint32 now)
{
    double passed = now - replay->since;
    if (replay->running >= 0) {
        replay->progress = passed / (pace(replay) * STROKE_PART);
        if (replay->progress < 1)
            return FRAME_MILLISECONDS;
        Uint32 since = replay->since;
        replay_seek(app, replay, replay->running + 1);
        replay->since = since;
        return 0;
    }
    if (replay->steps == session_step_count(replay->session)) {
        replay->playing = false;
        return 0;
    }
    if (passed < pace(replay))
        return (int)(pace(replay) - passed) + 1;
    begin_action(app, replay, now);
    return FRAME_MILLISECONDS;
}

static int animate(struct app *app, Uint32 now)
{
    struct replay_screen *replay = shown;
    int wait = replay->playing && !app->over ? play(app, replay, now) : -1;
    if (replay->camera.gliding) {
        camera_move(&replay->camera, now);
        wait = FRAME_MILLISECONDS;
    }
    return wait >= 0 ? wait : camera_hand_rest(&replay->hand, now);
}

/* --- the screen ------------------------------------------------------------------------------- */

static void place_camera(struct replay_screen *replay, const struct canvas *canvas)
{
    camera_open(&replay->camera, replay->sheet_box.w, replay->sheet_box.h, canvas_scale(canvas));
}

static void draw_sheet(struct replay_screen *replay, struct canvas *canvas)
{
    struct view_look look = {
        .camera = &replay->camera,
        .sheet_box = replay->sheet_box,
        .steps = replay->running >= 0 ? replay->running : replay->steps,
        .running = replay->running,
        .progress = replay->progress,
        .moving = replay->camera.gliding || replay->hand.zooming || replay->hand.dragging,
    };
    replay->family->show(replay->view, canvas, &look);
}

static void build(struct app *app, struct ui *ui)
{
    struct replay_screen *replay = shown;
    struct canvas *canvas = ui_canvas(ui);
    struct box rest = canvas_box(canvas);
    struct box bar = box_cut_bottom(&rest, replay_bar_height(canvas, rest.w));
    if (!replay->folded) {
        int most = rest.w * 44 / 100, width = canvas_units(canvas, PANEL_WIDTH);
        struct box panel = box_cut_right(&rest, width < most ? width : most);
        replay_build_panel(app, ui, replay, panel);
    }
    replay_build_bar(app, ui, replay, bar);
    replay->sheet_box = rest;
    place_camera(replay, canvas);
    draw_sheet(replay, canvas);
}

static void zoom(struct app *app, struct replay_screen *replay, double factor)
{
    struct camera *camera = &replay->camera;
    camera_zoom(camera, factor, camera->width / 2.0, camera->height / 2.0);
    if (app->settings.stroke_animation)
        camera_begin_glide(camera, SDL_GetTicks());
    else
        camera_jump(camera);
}

static void fit(struct app *app, struct replay_screen *replay)
{
    camera_fit(&replay->camera);
    if (app->settings.stroke_animation)
        camera_begin_glide(&replay->camera, SDL_GetTicks());
    else
        camera_jump(&replay->camera);
}

static bool press_other_key(struct app *app, struct replay_screen *replay, SDL_Keycode key)
{
    double factor = camera_hand_key_factor(key);
    switch (key) {
    case SDLK_SPACE:
        replay_play(app, replay, !replay->playing);
        return true;
    case SDLK_UP:
    case SDLK_DOWN:
        replay->speed += (key == SDLK_UP) - (key == SDLK_DOWN);
        replay->speed = replay->speed < 0                ? 0
                        : replay->speed >= REPLAY_SPEEDS ? REPLAY_SPEEDS - 1
                                                         : replay->speed;
        return true;
    case SDLK_f:
        fit(app, replay);
        return true;
    case SDLK_F9:
        replay->folded = !replay->folded;
        return true;
    case SDLK_F12:
        app_save_picture(app);
        return true;
    case SDLK_ESCAPE:
        app_go_back(app);
        return true;
    default:
        if (factor > 0)
            zoom(app, replay, factor);
        return factor > 0;
    }
}

static bool press_key(struct app *app, struct replay_screen *replay, const SDL_Keysym *key)
{
    if (key->mod & (KMOD_CTRL | KMOD_GUI) && key->sym == SDLK_s) {
        app_save_race(app);
        return true;
    }
    if (key->mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI))
        return false;
    const struct {
        SDL_Keycode key;
        int to;
    } jumps[] = {{SDLK_LEFT, replay->steps - 1},
                 {SDLK_RIGHT, replay->steps + 1},
                 {SDLK_PAGEUP, replay->steps - PAGE_STEPS},
                 {SDLK_PAGEDOWN, replay->steps + PAGE_STEPS},
                 {SDLK_HOME, 0},
                 {SDLK_END, session_step_count(replay->session)}};
    for (size_t i = 0; i < sizeof jumps / sizeof jumps[0]; i++)
        if (key->sym == jumps[i].key) {
            replay_play(app, replay, false);
            replay_seek(app, replay, jumps[i].to);
            return true;
        }
    return press_other_key(app, replay, key->sym);
}

static bool event(struct app *app, const SDL_Event *event)
{
    struct replay_screen *replay = shown;
    if (event->type == SDL_KEYDOWN)
        return press_key(app, replay, &event->key.keysym);
    return camera_hand_event(&replay->hand, &replay->camera, replay->sheet_box, event);
}

const struct screen screen_replay = {
    .name = "replay",
    .enter = enter,
    .leave = leave,
    .build = build,
    .event = event,
    .animate = animate,
    .covers_window = true,
    .returns = screen_never_returns,
};
