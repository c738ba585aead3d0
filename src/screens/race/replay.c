/* Looking back on a race: any of its moments on the same sheet, by slider, step by step or playing.
 *
 * The race's frame round a session that is only read: every state is kept there, so showing the
 * race after n actions is asking for it. The screen owns its state from enter to leave, with the
 * session if that was opened for it alone.
 */
#include "screens/race/inside.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/system/file.h"
#include "session/session.h"
#include "ui/layout.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double STROKE_PART = 0.45; /* of the time for an action that its stroke takes */
enum { ACTION_MILLISECONDS = 700, PAGE_STEPS = 10 };

enum { SPEEDS = 4, USUAL_SPEED = 1 };
static const struct race_speed speeds[SPEEDS] = {{"choice speed 0.5", "½×", 0.5},
                                                 {"choice speed 1", "1×", 1},
                                                 {"choice speed 2", "2×", 2},
                                                 {"choice speed 4", "4×", 4}};

static struct {
    /* What the next enter is about. */
    const struct session *asked; /* NULL: it is no more */
    struct session *own;         /* the same, if it was opened for this screen alone; else NULL */
    int asked_steps;

    /* From enter to leave: */
    struct race_screen *race;
    bool playing;
    int speed;                 /* index */
    Uint32 since;              /* when the last action was shown, while playing */
    bool why;                  /* is it told why a computer did it? */
    struct thinking *thinking; /* that tells it; NULL until it was asked */
} replay;

/* --- coming and going ------------------------------------------------------------------------- */

static void look_at(struct app *app, const struct session *session, struct session *own, int steps)
{
    replay.asked = session;
    replay.own = own;
    replay.asked_steps = steps;
    app_go(app, &screen_replay);
}

void app_look_back(struct app *app)
{
    bool over = session_setup(app->session)->game->over(session_race(app->session));
    look_at(app, app->session, NULL, over ? 0 : session_step_count(app->session));
}

void app_look_at_file(struct app *app, const char *path, int steps)
{
    char where[600];
    struct error error;
    bool damaged = false;
    struct session *session = session_load(path, &damaged, &error);
    error_describe(&error, file_own_name(path), where, sizeof where);
    if (!session) {
        app_tell(app, "This race cannot be opened. %s", where);
        return;
    }
    if (damaged)
        app_tell(app, "This race is damaged and is shown up to there. %s", where);
    look_at(app, session, session, steps);
}

static void enter(struct app *app)
{
    int most = session_step_count(replay.asked);
    replay.asked_steps = replay.asked_steps < most ? replay.asked_steps : most;
    replay.race = race_look_back(replay.asked, replay.asked_steps);
    replay.playing = false;
    replay.speed = USUAL_SPEED;
    app->looked_at = replay.asked;
    app->looked_steps = replay.asked_steps;
}

/* One comes back to the same moment, of a race that is still there. */
static bool returns(const struct app *app)
{
    return replay.asked && replay.asked == app->session;
}

static void leave(struct app *app)
{
    replay.asked_steps = replay.race->steps;
    race_close(replay.race);
    thinking_close(replay.thinking);
    replay.thinking = NULL;
    if (replay.own)
        replay.asked = NULL;
    session_free(replay.own);
    replay.race = NULL;
    replay.own = NULL;
    app->looked_at = NULL;
    app->untold_steps = 0;
}

/* --- time ------------------------------------------------------------------------------------- */

static int last_step(void)
{
    return session_step_count(replay.race->session);
}

/* The car whose action was the last one shown; 0: none. */
static int car_at(int steps)
{
    return steps > 0 ? session_step(replay.race->session, steps - 1).car : 0;
}

static void seek(struct app *app, int steps)
{
    struct race_screen *race = replay.race;
    race_look_at(race, steps < 0 ? 0 : steps > last_step() ? last_step() : steps);
    race_release_moments(race);
    replay.since = clock_now();
    app->looked_steps = race->steps;
    /* A camera that does not show the whole sheet goes where something happens. */
    double x, y;
    if (!race->camera.chosen || !race_locate(race, race->car, &x, &y) ||
        race_is_in_sight(race, x, y, race->camera.view.square))
        return;
    race_centre_car(app, race, race->car);
}

static void play(struct app *app, bool playing)
{
    if (playing && replay.race->steps == last_step())
        seek(app, 0);
    replay.playing = playing;
    race_look_at(replay.race, replay.race->steps);
    replay.since = clock_now() - ACTION_MILLISECONDS * 4; /* the first action at once */
}

static void step_to(struct app *app, int steps)
{
    play(app, false);
    race_drop_moments(replay.race);
    seek(app, steps);
}

/* The sheet after all that was done in a round; -1: nothing. */
static void go_to_round(struct app *app, int round)
{
    const struct session *session = replay.race->session;
    int steps = 0;
    if (round < 0)
        return;
    while (steps < last_step() && session_step(session, steps).round <= round)
        steps++;
    step_to(app, steps);
}

/* Milliseconds from one action to the next. */
static double pace(void)
{
    return ACTION_MILLISECONDS / speeds[replay.speed].times;
}

/* Of a step that is more than a stroke, at the usual speed; 0: nothing of it is seen; -1: it is a
 * stroke. */
static int step_time(int step)
{
    const struct race_screen *race = replay.race;
    return race->rules_view->step_time ? race->rules_view->step_time(race->view, step) : -1;
}

static double running_time(void)
{
    int time = step_time(replay.race->running);
    return time > 0 ? time / speeds[replay.speed].times : pace() * STROKE_PART;
}

/* The next action goes under the pen, or on the sheet where nothing is drawn stroke by stroke. */
static void begin_action(struct app *app, Uint32 now)
{
    struct race_screen *race = replay.race;
    while (race->steps < last_step() && step_time(race->steps) == 0)
        seek(app, race->steps + 1);
    replay.since = now;
    if (race->steps == last_step())
        return;
    if (!settings_draw_strokes(&app->settings)) {
        seek(app, race->steps + 1);
        return;
    }
    race_run_next(race);
    int time = step_time(race->running);
    race_begin_moments(app, race, race->running, time > 0 ? time : (int)running_time());
}

/* One moment of playing; milliseconds until the next, -1 when it is over. */
static int go_on(struct app *app, Uint32 now)
{
    struct race_screen *race = replay.race;
    double passed = now - replay.since;
    if (race->running >= 0) {
        double share = passed / running_time();
        race_run_to(race, share, step_time(race->running) > 0 ? share : motion_progress(share));
        if (share < 1)
            return RACE_FRAME_MILLISECONDS;
        Uint32 since = replay.since;
        seek(app, race->running + 1);
        replay.since = since;
        return 0;
    }
    if (race->steps == last_step()) {
        replay.playing = false;
        return 0;
    }
    if (passed < pace())
        return (int)(pace() - passed) + 1;
    begin_action(app, now);
    return RACE_FRAME_MILLISECONDS;
}

static int animate(struct app *app, Uint32 now)
{
    struct race_screen *race = replay.race;
    int wait = replay.playing && !app->over ? go_on(app, now) : -1;
    wait = race_move_camera(race, now, wait);
    return race_sooner(wait, race_run_moments(app, race, now));
}

/* --- the bar under the sheet ------------------------------------------------------------------ */

/* Interface pixels. */
static const double ROW_HEIGHT = 56, SENTENCE_HEIGHT = 40, SIDE = 14;
static const double COUNT_WIDTH = 112, SLIDER_LEAST = 150;
static const double ICON_SIDE = RACE_TRANSPORT_SIDE, GAP = RACE_TRANSPORT_GAP;

static void build_icons(struct app *app, struct layout *row)
{
    int steps = replay.race->steps, last = last_step();
    struct race_transport state = {replay.playing, last > 0, steps > 0, steps < last};
    switch (race_build_transport(row, state)) {
    case PRESS_START:
        step_to(app, 0);
        break;
    case PRESS_BACK:
        step_to(app, steps - 1);
        break;
    case PRESS_PLAY:
        play(app, !replay.playing);
        break;
    case PRESS_FORWARD:
        step_to(app, steps + 1);
        break;
    case PRESS_END:
        step_to(app, last);
        break;
    case PRESS_NONE:
        break;
    }
}

static void build_slider(struct app *app, struct ui *ui, struct box row)
{
    struct canvas *canvas = ui_canvas(ui);
    int steps = replay.race->steps;
    char text[40];
    snprintf(text, sizeof text, "%d of %d", steps, last_step());
    struct box count = box_cut_right(&row, canvas_units(canvas, COUNT_WIDTH));
    struct ui_range range = {.maximum = last_step(), .step = 1, .unit = ""};
    if (ui_slider(ui, "slider replay", text, row, &steps, &range))
        step_to(app, steps);
    snprintf(text, sizeof text, "%d of %d", replay.race->steps, last_step());
    canvas_text(canvas, STYLE_STRONG, canvas_theme(canvas)->ink, text, count, ALIGN_CENTRE);
}

/* Was it entered unseen by the others? */
static bool was_secret(int step)
{
    const struct race_screen *race = replay.race;
    int cars[CAR_LIMIT];
    bool secret = false;
    race->rules_view->game->owes(session_race_after(race->session, step), cars, &secret);
    return secret;
}

/* All that the log says of the last action that is shown. */
static void print_sentences(struct text *into)
{
    const struct race_screen *race = replay.race;
    int steps = race->steps, round;
    if (race->running >= 0 && race->rules_view->step_words) {
        race->rules_view->step_words(race->view, race->running, race->progress, into);
        return;
    }
    if (steps == 0) {
        text_append(into, "Before the start.");
        return;
    }
    int line = session_log_count_after(race->session, steps - 1);
    for (; line < session_log_count_after(race->session, steps); line++)
        text_append_format(into, "%s%s", into->length > 0 ? " " : "",
                           session_log_line(race->session, line, &round));
    if (into->length == 0 && was_secret(steps - 1))
        text_append_format(into, "%s has entered.", race_name_of_car(race, car_at(steps)));
    else if (into->length == 0 && race->rules_view->step_words)
        race->rules_view->step_words(race->view, steps - 1, 1, into);
    if (into->length == 0)
        text_append_format(into, "%s moves to %s.", race_name_of_car(race, car_at(steps)),
                           session_step(race->session, steps - 1).action);
}

/* --- why -------------------------------------------------------------------------------------- */

/* Did a computer do it that can say why? */
static bool has_reason(void)
{
    const struct race_screen *race = replay.race;
    const struct game *game = race->rules_view->game;
    int car = car_at(race->steps);
    if (car == 0 || race->running >= 0 || !driving_of(game)->explain)
        return false;
    int player = game->player_of(session_race(race->session), car);
    return driver_find_level(game, session_player(race->session, player)->driver) >= 0;
}

static const struct reason *find_reason(void)
{
    const struct session *session = replay.race->session;
    const char *drivers[PLAYER_LIMIT];
    if (!replay.why || !has_reason())
        return NULL;
    for (int i = 0; i < session_setup(session)->players; i++)
        drivers[i] = programs_driver(session, i + 1);
    if (!replay.thinking)
        replay.thinking = thinking_open(session, drivers);
    return thinking_why(replay.thinking, session, replay.race->steps - 1);
}

/* Dotted, over the sheet; true if it comes to what stands at the sheet's foot. */
static bool draw_way(struct canvas *canvas, const struct reason *reason, struct box foot)
{
    const struct race_screen *race = replay.race;
    double points[2 * REASON_PLACES], width = canvas_units(canvas, 4);
    bool meets = false;
    for (int i = 0; i < reason->count; i++) {
        double x, y;
        if (race->rules_view->way_spot)
            race->rules_view->way_spot(race->view, reason->way[i], &x, &y);
        else
            shown_spot(race->rules_view, reason->way[i], &x, &y);
        paper_to_device(&race->camera.view, race->camera.rows, x, y, &points[2 * i],
                        &points[2 * i + 1]);
        points[2 * i] += race->sheet_box.x;
        points[2 * i + 1] += race->sheet_box.y;
        meets |=
            points[2 * i] < foot.x + foot.w + 12 * width && points[2 * i + 1] > foot.y - 12 * width;
    }
    struct stroke stroke = {canvas_theme(canvas)->action, width, 2 * width};
    if (reason->count > 1)
        canvas_stroke(canvas, points, reason->count, &stroke);
    return meets;
}

static void build_why(struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct reason *reason = find_reason();
    struct box sheet = replay.race->sheet_box;
    int side = canvas_units(canvas, SIDE), most = canvas_units(canvas, 420);
    if (!replay.why || !has_reason())
        return;
    const char *words = reason ? text_string(&reason->sentence) : "…";
    int width = sheet.w - 4 * side < most ? sheet.w - 4 * side : most;
    int height = canvas_paragraph_height(canvas, STYLE_BODY, words, width);
    struct box box = {sheet.x + side, sheet.y + sheet.h - height - 3 * side, width + 2 * side,
                      height + 2 * side};
    if (reason && draw_way(canvas, reason, box))
        box.y = sheet.y + side;
    canvas_plain_card(canvas, box);
    canvas_paragraph(canvas, STYLE_BODY, canvas_theme(canvas)->ink, words,
                     box_inset(box, side, side), ALIGN_LEFT);
    ui_tell_label(ui, words, box);
}

static void build_sentence(struct ui *ui, struct box row)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct text sentence = {0};
    int car = car_at(replay.race->steps);
    print_sentences(&sentence);
    if (car > 0) {
        struct box mark = box_cut_left(&row, canvas_units(canvas, 30));
        canvas_mark(canvas, paper_pen_of(replay.race->session, car),
                    mark.x + canvas_units(canvas, 10), mark.y + mark.h / 2.0,
                    canvas_units(canvas, 18));
    }
    struct layout chips = {ui, row, 8};
    if (has_reason() &&
        layout_chip(&chips, "button why", "Why?", "why the computer did it (W)", replay.why)
            .clicked)
        replay.why = !replay.why;
    row = chips.rest;
    const char *keys = "Space play · arrows step · Esc back";
    int width = canvas_text_width(canvas, STYLE_SMALL, keys);
    if (canvas_text_width(canvas, STYLE_BODY, text_string(&sentence)) + width +
            canvas_units(canvas, 20) <
        row.w)
        canvas_text(canvas, STYLE_SMALL, theme->ink_soft, keys, box_cut_right(&row, width),
                    ALIGN_RIGHT);
    canvas_text(canvas, STYLE_BODY, theme->ink, text_string(&sentence), row, ALIGN_LEFT);
    ui_status(ui, text_string(&sentence));
    text_free(&sentence);
}

/* Does the slider have room between the buttons? Else it stands above them. */
static bool is_wide(const struct canvas *canvas, int width)
{
    double buttons = 2 * SIDE + (RACE_TRANSPORT_ICONS + SPEEDS) * (ICON_SIDE + GAP);
    return width >= canvas_units(canvas, buttons + SLIDER_LEAST + COUNT_WIDTH);
}

static void build_bar(struct app *app, struct ui *ui, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    bool wide = is_wide(canvas, box.w);
    struct layout bar = layout_foot(ui, box, SIDE);
    struct box slider = {0};
    if (!wide)
        slider = layout_take(&bar, AT_TOP, ROW_HEIGHT);
    struct layout row = layout_row(&bar, ROW_HEIGHT, GAP);
    build_icons(app, &row);
    if (wide) {
        slider = row.rest;
        box_cut_right(&slider, SPEEDS * canvas_units(canvas, ICON_SIDE + GAP));
        box_cut_left(&row.rest, slider.w);
        layout_skip(&row, AT_LEFT, GAP);
    }
    build_slider(app, ui, slider);
    race_build_speeds(&row, speeds, SPEEDS, &replay.speed);
    build_sentence(ui, bar.rest);
}

/* --- the panel -------------------------------------------------------------------------------- */

/* What can be saved of it, with a short label where the long one has no room, and the way back. */
static void build_buttons(struct app *app, struct ui *ui, struct box *rest)
{
    static const struct {
        const char *id, *label, *brief;
        void (*save)(struct app *app);
    } savings[] = {{"button picture", "Save picture", "Picture", app_save_picture},
                   {"button save-sheet", "Save sheet", "Sheet", app_save_sheet},
                   {"button save-moves", "Save moves", "Moves", app_save_moves}};
    struct canvas *canvas = ui_canvas(ui);
    int gap = canvas_units(canvas, 6);
    struct layout column = {ui, *rest, 10};
    /* Where it has no room, the results and the race menu have it. */
    bool roomy = rest->h >= 3 * ui_button_height(ui) + canvas_units(canvas, 24 + 4 * 10);
    if (roomy && ui_button(ui, "button csv-for", app_csv_label(app),
                           layout_take(&column, AT_BOTTOM, 24), LOOK_LINK))
        app_next_csv(app);
    struct box lower = layout_cut(&column, AT_BOTTOM, ui_button_height(ui));
    struct box upper = layout_cut(&column, AT_BOTTOM, ui_button_height(ui));
    for (int i = 0; i < 3; i++) {
        struct box box = box_column(upper, i, 3, gap);
        bool fits = canvas_text_width(canvas, STYLE_BODY, savings[i].label) <
                    box.w - canvas_units(canvas, 10);
        if (ui_button(ui, savings[i].id, fits ? savings[i].label : savings[i].brief, box,
                      LOOK_PLAIN))
            savings[i].save(app);
    }
    if (app_can_show_in_class(app)) {
        struct box row = layout_cut(&column, AT_BOTTOM, ui_button_height(ui));
        if (ui_button(ui, "button show-in-class", "Show in class", box_column(row, 0, 2, gap),
                      LOOK_PLAIN))
            app_show_in_class(app);
        if (ui_button(ui, "button motion", "Graphs", box_column(row, 1, 2, gap),
                      settings_show_motion(&app->settings, false) ? LOOK_PRIMARY : LOOK_PLAIN))
            race_flip_motion(app);
    }
    if (ui_button(ui, "button animation", "Film", box_column(lower, 0, 3, gap), LOOK_PLAIN))
        app_save_animation(app);
    if (ui_button(ui, "button print", "Print", box_column(lower, 1, 3, gap), LOOK_PLAIN))
        app_print(app, (struct course){0});
    if (ui_button(ui, "button back", "Back", box_column(lower, 2, 3, gap), LOOK_PRIMARY))
        app_go_back(app);
    *rest = column.rest;
}

static void build_panel(struct app *app, struct ui *ui, struct box rest)
{
    struct race_screen *race = replay.race;
    int round = race->steps > 0 ? session_step(race->session, race->steps - 1).round : 0;
    race_tell_progress(
        race, round > 0 ? ui_words("Replay · %s %d", race->rules_view->game->round_noun, round)
                        : "Replay · before the start");
    build_buttons(app, ui, &rest);
    race_build_cards(app, ui, race, &rest);
    race_build_log(ui, race, rest);
}

/* --- the screen ------------------------------------------------------------------------------- */

static void build(struct app *app, struct ui *ui)
{
    struct race_screen *race = replay.race;
    struct canvas *canvas = ui_canvas(ui);
    struct box rest = canvas_box(canvas);
    race_follow_projector(app, race);
    int rows = canvas_units(canvas, ROW_HEIGHT) * (is_wide(canvas, rest.w) ? 1 : 2);
    struct box bar = box_cut_bottom(&rest, rows + canvas_units(canvas, SENTENCE_HEIGHT));
    if (!race->folded)
        build_panel(app, ui, race_cut_panel(race, canvas, &rest));
    build_bar(app, ui, bar);
    struct box motion = race_cut_motion(app, race, canvas, &rest);
    race_resize(race, canvas, rest);
    race_find_motion(race, clock_now());
    race_place_map_alone(race, canvas);
    struct view_look look = race_look(race);
    race_sheet_draw(race->sheet, canvas, NULL, race_shown(race), &look);
    race_draw_confetti(race, canvas, clock_now());
    build_why(ui);
    race_build_map(app, ui, race);
    go_to_round(app, race_build_motion(app, ui, race, motion));
}

static bool press_other_key(struct app *app, SDL_Keycode key)
{
    int speed = replay.speed + (key == SDLK_UP) - (key == SDLK_DOWN);
    switch (key) {
    case SDLK_SPACE:
        play(app, !replay.playing);
        return true;
    case SDLK_UP:
    case SDLK_DOWN:
        replay.speed = speed < 0 ? 0 : speed >= SPEEDS ? SPEEDS - 1 : speed;
        return true;
    case SDLK_w:
        replay.why = !replay.why && has_reason();
        return true;
    case SDLK_F12:
        app_save_picture(app);
        return true;
    case SDLK_ESCAPE:
        app_go_back(app);
        return true;
    default:
        return race_look_key(app, replay.race, key);
    }
}

static bool press_key(struct app *app, const SDL_Keysym *key)
{
    int steps = replay.race->steps;
    int page = app->projector ? 1 : PAGE_STEPS; /* a presenter's remote has no other keys */
    if (key->mod & (KMOD_CTRL | KMOD_GUI) && key->sym == SDLK_s) {
        app_save_race(app);
        return true;
    }
    if (key->mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI))
        return false;
    const struct {
        SDL_Keycode key;
        int to;
    } jumps[] = {
        {SDLK_LEFT, steps - 1},        {SDLK_RIGHT, steps + 1}, {SDLK_PAGEUP, steps - page},
        {SDLK_PAGEDOWN, steps + page}, {SDLK_HOME, 0},          {SDLK_END, last_step()}};
    for (size_t i = 0; i < sizeof jumps / sizeof jumps[0]; i++)
        if (key->sym == jumps[i].key) {
            step_to(app, jumps[i].to);
            return true;
        }
    return press_other_key(app, key->sym);
}

static bool event(struct app *app, const SDL_Event *event)
{
    struct race_screen *race = replay.race;
    if (event->type == SDL_KEYDOWN)
        return press_key(app, &event->key.keysym);
    int round = race_press_motion(app, race, event);
    go_to_round(app, round);
    if (round >= 0 || race_point_at_motion(app, race, event))
        return true;
    return race_move_by_hand(race, event);
}

const struct screen screen_replay = {
    .name = "replay",
    .enter = enter,
    .leave = leave,
    .build = build,
    .event = event,
    .animate = animate,
    .covers_window = true,
    .returns = returns,
};
