/* The race screen: the frame round a family's view, and the way of an action from there to the
 * session.
 *
 * The screen owns its state, with the view, from enter to leave. Nothing here knows a rule: what
 * the view gives is handed to session_do, and what came of it is read from the events. A stroke
 * that is being drawn delays nothing: the session is ahead of the pen, and whatever is chosen
 * meanwhile first ends the stroke.
 */
#include "screens/race/inside.h"

#include "base/memory.h"
#include "screens/after/series.h"
#include "session/post.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double LINE_HEIGHT = 44; /* interface pixels */
static const double PANEL_WIDTH = 290, PANEL_PADDING = 14;
/* Of the window at most: the sheet is what one looks at. */
enum { PANEL_PERCENT = 30, PERCENT_LOOKING_BACK = 36 };
static const double ASKED_ROOM = 30; /* round what a question is about */
enum { SETTLED = 250 };              /* milliseconds without which a picture still moves */

static struct race_screen *shown; /* from enter to leave */

const char *race_name_of_car(const struct race_screen *race, int car)
{
    int player = race->family->game->player_of(session_race(race->session), car);
    return session_player(race->session, player)->name;
}

struct shown_race race_shown(const struct race_screen *race)
{
    int steps = session_step_count(race->session);
    if (race->looks_back)
        steps = race->steps;
    else if (race_is_shown(race)) /* what comes of it, as soon as its end is seen */
        steps = race->running + (race->progress >= 1);
    const struct race *state = session_race_after(race->session, steps);
    return (struct shown_race){race->family, race->view, race->session, state};
}

/* The camera sees to it that what can be chosen now is in sight. */
static void aim_at_choice(struct race_screen *race)
{
    struct camera_area area;
    struct view_look look = race_look(race);
    if (race->family->camera_bounds && race->family->camera_bounds(race->view, &look, &area))
        camera_show(&race->camera, area);
}

static void show_choice(struct app *app, struct race_screen *race)
{
    aim_at_choice(race);
    camera_go(&race->camera, !app->settings.reduced_motion);
}

void race_keep_in_sight(struct app *app, struct race_screen *race)
{
    show_choice(app, race);
}

bool race_locate(const struct race_screen *race, int car, double *x, double *y)
{
    struct point at;
    if (car == 0 || !shown_car_place(race_shown(race), car, &at))
        return false;
    double half = race->family->tiles ? 0.5 : 0;
    paper_to_device(&race->camera.goal, race->camera.rows, at.x + half, at.y + half, x, y);
    return true;
}

bool race_is_in_sight(const struct race_screen *race, double x, double y, double margin)
{
    return x >= margin && y >= margin && x <= race->camera.width - margin &&
           y <= race->camera.height - margin;
}

void race_centre_car(struct app *app, struct race_screen *race, int car)
{
    struct point at;
    if (!shown_car_place(race_shown(race), car, &at))
        return;
    camera_centre(&race->camera, at.x, at.y);
    camera_go(&race->camera, !app->settings.reduced_motion);
}

static void free_deed(struct view_deed *deed)
{
    text_free(&deed->action);
    text_free(&deed->title);
    text_free(&deed->cost);
    *deed = (struct view_deed){0};
}

static void forget_question(struct race_screen *race)
{
    free_deed(&race->asked);
}

static void refresh(struct race_screen *race)
{
    race->steps = session_step_count(race->session);
    race->car = race_next_car(session_race(race->session));
    forget_question(race);
    race_follow_turn(race);
    race_follow_seat(race);
    race_refresh_view(race);
}

void race_choose_again(struct app *app, struct race_screen *race)
{
    race_refresh_view(race);
    show_choice(app, race);
    race_begin_choice(app, race);
}

void race_finish_stroke(struct app *app, struct race_screen *race)
{
    if (race->running < 0)
        return;
    race->running = -1;
    race_release_moments(race);
    race_dry(app, race);
    show_choice(app, race);
    race_begin_choice(app, race);
}

/* Who only watches sees at least one car: when the last one has left the picture, the camera goes
 * to the one that moves. */
static void follow_watched(struct app *app, struct race_screen *race, int mover)
{
    int cars = race->family->game->car_count(session_race(race->session));
    for (int car = 1; car <= cars; car++) {
        double x, y;
        if (race_locate(race, car, &x, &y) && race_is_in_sight(race, x, y, 0))
            return;
    }
    race_centre_car(app, race, mover);
}

static void begin_stroke(struct app *app, struct race_screen *race)
{
    race->running = race->steps - 1;
    race->running_since = clock_now();
    race->share = race->progress = 0;
    if (race->hasty) {
        race_finish_stroke(app, race);
        return;
    }
    if (race_begin_show(app, race))
        return;
    race->stroke_time = race_stroke_time(race, race->running);
    race_begin_moments(app, race, race->running, race->stroke_time);
    app_hear(app, MOMENT_STROKE, race->stroke_time);
    if (!settings_draw_strokes(&app->settings))
        race_finish_stroke(app, race);
}

/* What the session has just done is shown. */
static void show_step(struct app *app, struct race_screen *race)
{
    int mover = race->car;
    bool quick = race->watching && app->settings.pace == PACE_QUICK;
    race_end_choice(race);
    refresh(race);
    app_take_records(app);
    race_take_notes(race, race->steps - 1);
    if (race->camera.width > 0 && race_is_only_watched(race))
        follow_watched(app, race, mover);
    begin_stroke(app, race);
    if (quick)
        race_finish_stroke(app, race);
}

void race_act(struct app *app, struct race_screen *race, const char *action)
{
    struct error error;
    race_finish_stroke(app, race);
    if (session_do(app->session, race->car, action, &error))
        show_step(app, race);
    else
        app_tell(app, "%s", error.text);
}

void race_redo(struct app *app, struct race_screen *race)
{
    struct error error;
    if (!session_can_redo(race->session))
        return;
    race_finish_stroke(app, race);
    if (session_redo(app->session, &error))
        show_step(app, race);
    else
        app_tell(app, "%s", error.text);
}

void race_obey(struct app *app, struct race_screen *race, struct view_deed *deed)
{
    int player =
        race->car > 0 ? race->family->game->player_of(session_race(race->session), race->car) : 0;
    bool acts =
        deed->action.length > 0 && !race->watching && (race->seat == 0 || race->seat == player);
    unsigned *before = &race->asked_before[player];
    bool asks = app->settings.ask_before_crash && (deed->worries & ~*before) != 0;
    if (acts || deed->changed)
        race_finish_stroke(app, race);
    if (acts && asks) {
        *before |= deed->worries;
        race->asked = *deed;
        return;
    }
    if (acts) {
        race_act(app, race, text_string(&deed->action));
    } else if (deed->changed) {
        show_choice(app, race);
    }
    free_deed(deed);
}

void race_undo(struct app *app, struct race_screen *race)
{
    struct error error;
    struct view_deed deed = {0};
    shown_give_back(race_shown(race), &deed);
    if (deed.changed) {
        race_obey(app, race, &deed);
        return;
    }
    if (!session_can_undo(race->session))
        return;
    race->running = -1;
    bool was_over = race->car == 0;
    if (!session_undo_shown(app->session, &error)) {
        app_tell(app, "%s", error.text);
        return;
    }
    if (was_over)
        app_take_back_records(app);
    refresh(race);
    race_forget_log(race);
    race_forget_remarks(race, false);
    race->note_count = 0;
    race_drop_moments(race);
    show_choice(app, race);
}

const struct record *app_ghost_record(const struct app *app)
{
    bool has = shown && shown->session == app->session && shown->ghost.record.rounds > 0;
    return has ? &shown->ghost.record : NULL;
}

bool app_can_finish_race(const struct app *app)
{
    return shown && shown->session == app->session && shown->watching && shown->thinking &&
           race_is_only_watched(shown);
}

void app_finish_race(struct app *app)
{
    race_finish_stroke(app, shown);
    shown->hasty = true;
    shown->paused = shown->stepping = false;
    camera_jump(&shown->camera);
}

void app_copy_post(struct app *app)
{
    struct text post = {0};
    post_write(app->session, post_last_turn(app->session), &post);
    if (SDL_SetClipboardText(text_string(&post)) == 0)
        app_notice(app, "Map and standings are on the clipboard: paste them into your post.");
    else
        app_tell(app, "The clipboard cannot be written: %s", SDL_GetError());
    text_free(&post);
}

void app_paste_orders(struct app *app)
{
    struct text faults = {0}, notes = {0};
    char *post = SDL_GetClipboardText();
    race_finish_stroke(app, shown);
    if (post_take(app->session, post, strlen(post), (struct post_wish){0}, &faults, &notes)) {
        show_step(app, shown);
        if (notes.length > 0)
            app_tell(app, "The orders were carried out. %s", text_string(&notes));
    } else
        app_tell(app, "No order of the clipboard was carried out. %s%s", text_string(&faults),
                 text_string(&notes));
    SDL_free(post);
    text_free(&faults);
    text_free(&notes);
}

static void drop_view(struct race_screen *race)
{
    if (race->view)
        race->family->free(race->view);
    race->view = NULL;
    race_drop_ghost(race);
    picture_free(&race->map);
    forget_question(race);
    race_forget_log(race);
}

static void show_session(struct race_screen *race, const struct session *session)
{
    if (race->session != session)
        camera_set_sheet(&race->camera, course_size(session_setup(session)->course));
    race->session = session;
    race->family = rules_view_find(session_setup(session)->game);
    race->view = race->family->create(session);
}

/* Another race, or one that was changed elsewhere: everything is looked at again. */
static void adopt_session(struct app *app, struct race_screen *race)
{
    bool other = race->session != app->session;
    if (!other && race->steps == session_step_count(app->session))
        return;
    drop_view(race);
    race_forget_remarks(race, true);
    race->hasty = false;
    if (other) {
        race_stop_thinking(race);
        race_look_first(race);
    }
    show_session(race, app->session);
    race_find_ghost(app, race);
    bool *hints = race->family->hint_switch ? race->family->hint_switch(race->view) : NULL;
    if (hints)
        *hints = app->settings.hints;
    race->running = -1;
    race->note_count = 0;
    race_drop_moments(race);
    if (other)
        memset(race->asked_before, 0, sizeof race->asked_before);
    refresh(race);
    race_begin_choice(app, race);
}

static struct race_screen *make_race(void)
{
    struct race_screen *race = memory_allocate(1, sizeof *race);
    race->running = -1;
    return race;
}

struct race_screen *race_open(struct app *app, const struct screen *menu)
{
    struct race_screen *race = make_race();
    race->menu = menu;
    adopt_session(app, race);
    return race;
}

struct race_screen *race_look_back(const struct session *session, int steps)
{
    struct race_screen *race = make_race();
    race->looks_back = true;
    race->steps = steps;
    race->car = steps > 0 ? session_step(session, steps - 1).car : 0;
    show_session(race, session);
    return race;
}

void race_close(struct race_screen *race)
{
    drop_view(race);
    race_stop_thinking(race);
    race_forget_remarks(race, true);
    text_free(&race->remark);
    free(race);
}

static void enter(struct app *app)
{
    shown = race_open(app, &screen_menu);
}

static void leave(struct app *app)
{
    race_keep_choice(app, shown);
    race_close(shown);
    shown = NULL;
}

struct view_look race_look(const struct race_screen *race)
{
    return (struct view_look){
        .camera = &race->camera,
        .sheet_box = race->sheet_box,
        .steps = race->running >= 0 ? race->running : race->steps,
        .running = race->running,
        .progress = race->progress,
        .moving = race->camera.gliding || race->hand.zooming || race->hand.dragging,
        .covered = {race->over[RACE_OVER_NOTES], race->over[RACE_OVER_CHIP],
                    race->over[RACE_OVER_NAME], race->over[RACE_OVER_MAP]},
        .motion = &race->moments.motion,
        .ghost = race_ghost(race),
        .asked = race->asked.action.length > 0 ? &race->asked.place : NULL,
    };
}

static void build_sheet(struct app *app, struct ui *ui, struct race_screen *race, struct box strip)
{
    struct view_deed deed = {0};
    struct view_look look = race_look(race);
    look.arrows = app->settings.arrows;
    race->family->draw(race->view, ui, &look, &deed);
    if (strip.h > 0 && !race_is_shown(race))
        race->family->build_strip(race->view, ui, strip, &deed);
    race_obey(app, race, &deed);
}

/* Before how far the race is. */
static void tell_series(const struct app *app, struct race_screen *race)
{
    char told[sizeof race->words.progress];
    const char *which = series_race_words(app);
    if (race->session != app->session || !which[0])
        return;
    memcpy(told, race->words.progress, sizeof told);
    snprintf(race->words.progress, sizeof race->words.progress, "%s · %.60s", which, told);
}

/* Behind it: what the ghost took. */
static void tell_ghost(struct race_screen *race)
{
    size_t length = strlen(race->words.progress);
    if (race->ghost.shown)
        snprintf(race->words.progress + length, sizeof race->words.progress - length, " · ghost %d",
                 race->ghost.record.rounds);
}

/* The place that is asked about and the car, with some room: what the question must not cover. */
static struct box find_asked(const struct race_screen *race)
{
    const struct paper_view *view = &race->camera.view;
    double x, y, room = fmax(1.2 * view->square, ASKED_ROOM * view->scale);
    paper_to_device(view, race->camera.rows, race->asked.place.x, race->asked.place.y, &x, &y);
    struct box box = {(int)(x - room), (int)(y - room), (int)(2 * room), (int)(2 * room)};
    if (race_locate(race, race->car, &x, &y))
        box = box_join(box, box_make((int)(x - room), (int)(y - room), box.w, box.h));
    box.x += race->sheet_box.x;
    box.y += race->sheet_box.y;
    return box_intersect(box, race->sheet_box);
}

static void build_question(struct app *app, struct ui *ui, struct race_screen *race)
{
    if (race->asked.action.length == 0)
        return;
    struct text text = {0};
    struct box seen = find_asked(race);
    const char *same = race->asked.same;
    text_append_format(&text, "%s %s all the same? You are asked about this once a game.",
                       text_string(&race->asked.cost), same ? same : "Drive there");
    enum ui_answer answer =
        ui_question_beside(ui, text_string(&race->asked.title), text_string(&text),
                           same ? same : "Drive", "Choose again", &seen);
    text_free(&text);
    if (answer == ANSWER_YES)
        race_act(app, race, text_string(&race->asked.action));
    if (answer != ANSWER_NONE)
        forget_question(race);
}

struct box race_cut_panel(const struct race_screen *race, struct canvas *canvas, struct box *rest)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    int percent = race->looks_back ? PERCENT_LOOKING_BACK : PANEL_PERCENT;
    int most = rest->w * percent / 100, width = canvas_units(canvas, PANEL_WIDTH);
    int padding = canvas_units(canvas, PANEL_PADDING / (2 * most < width ? 2 : 1));
    struct box panel = box_cut_right(rest, width < most ? width : most);
    canvas_fill(canvas, panel, theme->panel);
    canvas_fill(canvas, box_make(panel.x, panel.y, canvas_units(canvas, 1), panel.h),
                theme->panel_edge);
    return box_inset(panel, padding, padding);
}

void race_follow_projector(const struct app *app, struct race_screen *race)
{
    if (race->projected != app->projector)
        race->folded = app->projector;
    race->projected = app->projector;
}

void race_build(struct app *app, struct ui *ui, struct race_screen *race, struct box rest)
{
    struct canvas *canvas = ui_canvas(ui);
    adopt_session(app, race);
    race_follow_projector(app, race);
    race_let_drive(app, race);
    race_follow_ghost(app, race);
    race_find_motion(race, clock_now()); /* under a cover, too: what is over rests there */
    if (race->covered && !race_is_shown(race)) {
        race_build_cover(app, ui, race, rest);
        return;
    }
    struct box panel = {0}, line = {0};
    if (!race->folded) {
        line = box_cut_bottom(&rest, canvas_units(canvas, LINE_HEIGHT));
        panel = race_cut_panel(race, canvas, &rest);
    }
    struct box motion = race_cut_motion(app, race, canvas, &rest);
    struct box strip = {0};
    if (race->family->strip_height)
        strip = box_cut_bottom(&rest, race->family->strip_height(race->view, ui, rest.w));
    race->sheet_box = rest;
    if (camera_resize(&race->camera, rest.w, rest.h, canvas_scale(canvas))) {
        aim_at_choice(race); /* what is in sight is known only now */
        camera_jump(&race->camera);
    }
    race_follow_hints(app, race);
    race_place_over(race, canvas);
    build_sheet(app, ui, race, strip);
    race_hear_pointer(app, race, ui);
    if (race_is_shown(race))
        race_build_show(app, ui, race, strip);
    race_build_motion(app, ui, race, motion);
    shown_tell(race_shown(race), race->watching, &race->words);
    tell_series(app, race);
    tell_ghost(race);
    race_draw_confetti(race, canvas, clock_now());
    race_build_map(app, ui, race);
    race_build_notes(app, ui, race);
    race_draw_name(ui, race);
    race_tell_pause(race);
    race_tell_show(race);
    if (race->folded) {
        if (!race->taught)
            race_build_chip(app, ui, race);
    } else {
        if (panel.w > 0)
            race_build_panel(app, ui, race, panel);
        race_build_line(app, ui, race, line);
    }
    struct text status = {0};
    const char *remarks[] = {race->words.status, race->words.remark, race_last_remark(race)};
    for (int i = 0; i < 3; i++)
        text_append_format(&status, "%s%s", i > 0 && remarks[i][0] ? " " : "", remarks[i]);
    text_append(&status, race_is_shown(race) ? " " : "");
    race_say_moment(race, &status);
    ui_status(ui, text_string(&status));
    text_free(&status);
    build_question(app, ui, race);
    race_build_program_question(ui, race);
}

static void build(struct app *app, struct ui *ui)
{
    race_build(app, ui, shown, canvas_box(ui_canvas(ui)));
}

static bool event(struct app *app, const SDL_Event *event)
{
    return race_event(app, shown, event);
}

int race_animate(struct app *app, struct race_screen *race, Uint32 now)
{
    if (!race->seen)
        race_look_first(race); /* from the first picture on, however long it took */
    race->seen = true;
    int wait = race_patience(app, race, now);
    if (race_is_shown(race)) {
        wait = race_run_show(app, race, now);
    } else if (race->running >= 0) {
        wait = RACE_FRAME_MILLISECONDS;
        race->share = (now - race->running_since) / (double)race->stroke_time;
        race->progress =
            race->family->step_time ? motion_ease(race->share) : motion_progress(race->share);
        if (race->share >= 1)
            race_finish_stroke(app, race);
    }
    wait = camera_hand_animate(&race->hand, &race->camera, now, wait);
    int moments = race_run_moments(app, race, now);
    app->ornament = moments >= 0 && (wait < 0 || wait >= SETTLED);
    return race_sooner(wait, moments);
}

static int animate(struct app *app, Uint32 now)
{
    return race_animate(app, shown, now);
}

static bool returns(const struct app *app)
{
    return app->session != NULL;
}

const struct screen screen_race = {
    .name = "race",
    .enter = enter,
    .leave = leave,
    .build = build,
    .event = event,
    .animate = animate,
    .covers_window = true,
    .returns = returns,
};
