/* The race screen: one person's look at a running race, and the way of an action from the pointer
 * to the session.
 *
 * The screen owns its state from enter to leave. Nothing here decides a rule: what can be chosen is
 * asked, what was chosen is handed to session_do, and what came of it is read from the events. A
 * stroke that is being drawn delays nothing: the session is ahead of the pen, and whatever is
 * chosen meanwhile first ends the stroke.
 */
#include "screens/race_inside.h"

#include "base/memory.h"
#include "paper/lettering.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double LINE_HEIGHT = 44; /* interface pixels */
static const double PANEL_WIDTH = 290;
static const double TARGET_SIZE = 24;
enum { FRAME_MILLISECONDS = 8 };

static struct race_screen *shown; /* from enter to leave */

int race_pen_of_car(const struct race_screen *race, int car)
{
    const struct car *at = graph_paper_car(session_race(race->session), car);
    return session_player(race->session, at->player)->pen;
}

const char *race_name_of_car(const struct race_screen *race, int car)
{
    const struct car *at = graph_paper_car(session_race(race->session), car);
    return session_player(race->session, at->player)->name;
}

static void widen(struct camera_area *area, struct point at)
{
    area->left = at.x < area->left ? at.x : area->left;
    area->right = at.x > area->right ? at.x : area->right;
    area->bottom = at.y < area->bottom ? at.y : area->bottom;
    area->top = at.y > area->top ? at.y : area->top;
}

/* The camera sees to it that what can be chosen now is in sight. */
static void aim_at_choice(struct race_screen *race)
{
    const struct choice *choice = &race->choice;
    struct camera_area area = {1e9, 1e9, -1e9, -1e9};
    if (choice->shown_count == 0)
        for (int i = 0; i < choice->starts.count; i++)
            widen(&area, choice->starts.items[i]);
    for (int i = 0; i < choice->shown_count; i++)
        widen(&area, choice->shown[i].to);
    if (choice->shown_count > 0)
        widen(&area, choice->from);
    if (area.left <= area.right)
        camera_show(&race->camera, area);
}

void race_go_to_goal(struct app *app, struct race_screen *race)
{
    if (app->settings.stroke_animation)
        camera_begin_glide(&race->camera, SDL_GetTicks());
    else
        camera_jump(&race->camera);
}

void race_centre_car(struct app *app, struct race_screen *race, int car)
{
    const struct car *at = graph_paper_car(session_race(race->session), car);
    if (at->status == CAR_WAITING)
        return;
    camera_centre(&race->camera, at->at.x, at->at.y);
    race_go_to_goal(app, race);
}

static void refresh(struct race_screen *race)
{
    race->steps = session_step_count(race->session);
    race->pointed = race->pointed_start = -1;
    race->at_keys = false;
    race->asking = -1;
    choice_refresh(&race->choice, race->session);
}

void race_finish_stroke(struct app *app, struct race_screen *race)
{
    if (race->running < 0)
        return;
    race->running = -1;
    aim_at_choice(race);
    race_go_to_goal(app, race);
}

static void begin_stroke(struct app *app, struct race_screen *race)
{
    race->running = race->steps - 1;
    race->running_since = SDL_GetTicks();
    race->progress = 0;
    if (!app->settings.stroke_animation)
        race_finish_stroke(app, race);
}

void race_act(struct app *app, struct race_screen *race, const char *action)
{
    struct error error;
    race_finish_stroke(app, race);
    if (!session_do(app->session, action, &error)) {
        app_tell(app, "%s", error.text);
        return;
    }
    refresh(race);
    race_take_notes(race, race->steps - 1);
    begin_stroke(app, race);
}

static void do_move(struct app *app, struct race_screen *race, int index)
{
    struct text action = {0};
    choice_print_move(&race->choice, index, &action);
    race_act(app, race, text_string(&action));
    text_free(&action);
}

void race_choose_move(struct app *app, struct race_screen *race, int index)
{
    enum outcome outcome = race->choice.shown[index].outcome;
    bool crashes = outcome == OUTCOME_OFF_TRACK || outcome == OUTCOME_COLLISION;
    if (crashes && app->settings.ask_before_crash && !race->has_asked) {
        race_finish_stroke(app, race);
        race->asking = index;
        race->has_asked = true;
        return;
    }
    do_move(app, race, index);
}

void race_choose_start(struct app *app, struct race_screen *race, int start)
{
    race_finish_stroke(app, race);
    if (choice_start_is_action(race->session)) {
        struct text action = {0};
        struct graph_paper_action chosen = {.to = race->choice.starts.items[start]};
        graph_paper_print_action(&chosen, &action);
        race_act(app, race, text_string(&action));
        text_free(&action);
        return;
    }
    choice_take_start(&race->choice, race->session, start);
    race->pointed = race->pointed_start = -1;
    race->at_keys = false;
    aim_at_choice(race);
    race_go_to_goal(app, race);
}

void race_give_back_start(struct app *app, struct race_screen *race)
{
    if (race->choice.chosen_start < 0)
        return;
    choice_take_start(&race->choice, race->session, -1);
    race->pointed = -1;
    aim_at_choice(race);
    race_go_to_goal(app, race);
}

void race_toggle_nitros(struct app *app, struct race_screen *race)
{
    race->nitros_on = !race->nitros_on;
    choice_show_nitros(&race->choice, race->nitros_on || race->shift_held);
    aim_at_choice(race);
    race_go_to_goal(app, race);
}

void race_undo(struct app *app, struct race_screen *race)
{
    struct error error;
    if (race->choice.chosen_start >= 0) {
        race_give_back_start(app, race);
        return;
    }
    if (!session_can_undo(race->session))
        return;
    race->running = -1;
    if (!session_undo(app->session, &error)) {
        app_tell(app, "%s", error.text);
        return;
    }
    refresh(race);
    race_forget_log(race);
    race->note_count = 0;
    aim_at_choice(race);
    race_go_to_goal(app, race);
}

static void adopt_track(struct race_screen *race, const struct setup *setup)
{
    camera_set_sheet(&race->camera, setup->track);
    standing_find(&race->standing, setup->track);
    par_free(race->par);
    race->par = NULL;
    race->par_wanted = setup->values[FIELD_LAPS] == 1 && setup->track->has_line;
    race->has_asked = false;
}

/* Another race, or one that was changed elsewhere: everything is looked at again. */
static void adopt_session(struct app *app, struct race_screen *race)
{
    bool other = race->session != app->session;
    if (!other && race->steps == session_step_count(app->session))
        return;
    race->session = app->session;
    race->running = -1;
    race->note_count = 0;
    if (other)
        adopt_track(race, session_setup(race->session));
    refresh(race);
    race_forget_log(race);
    race_sheet_forget(race->sheet);
}

static void enter(struct app *app)
{
    shown = memory_allocate(1, sizeof *shown);
    shown->sheet = race_sheet_create(&paper_theme_paper);
    shown->running = -1;
    adopt_session(app, shown);
}

static void leave(struct app *app)
{
    (void)app;
    race_sheet_free(shown->sheet);
    choice_free(&shown->choice);
    race_forget_log(shown);
    standing_free(&shown->standing);
    par_free(shown->par);
    free(shown);
    shown = NULL;
}

/* The camera of a new sheet knows where to look only when it knows the window. */
static void place_camera(struct race_screen *race, const struct canvas *canvas)
{
    struct camera *camera = &race->camera;
    bool first = camera->width == 0;
    bool same = camera->width == race->sheet_box.w && camera->height == race->sheet_box.h;
    if (same && camera->goal.scale == canvas_scale(canvas))
        return;
    camera_resize(camera, race->sheet_box.w, race->sheet_box.h, canvas_scale(canvas));
    if (first)
        camera_fit(camera);
    bool fitted = camera->fitted;
    aim_at_choice(race);
    camera->fitted = fitted; /* a larger window may show the whole sheet again */
    camera_jump(camera);
}

static struct paper_turn make_turn(struct race_screen *race)
{
    const struct choice *choice = &race->choice;
    struct paper_turn turn = {
        .pen = race_pen_of_car(race, choice->car),
        .starts = choice->starts.items,
        .start_count = choice->starts.count,
        .chosen_start = choice->chosen_start,
        .chosen = race->pointed,
        .moves = choice->shown,
        .move_count = choice->shown_count,
        .vectors = race->vectors,
    };
    if (choice->chosen_start >= 0) {
        /* The place is taken; the others are only in the way now. */
        turn.starts += choice->chosen_start;
        turn.start_count = 1;
        turn.chosen_start = 0;
    } else if (turn.start_count > 0) {
        turn.chosen_start = race->pointed_start;
    }
    if (choice->shown_count > 0) {
        choice_look_ahead(&race->choice, race->session, race->pointed);
        turn.has_car = true;
        turn.car = choice->from;
        turn.velocity = choice->velocity;
        turn.principal = choice->principal;
        turn.after = choice->after.items;
        turn.after_count = choice->after.count;
    }
    return turn;
}

static void draw_sheet(struct ui *ui, struct race_screen *race)
{
    struct race_scene scene = {
        .session = race->session,
        .camera = &race->camera,
        .steps = race->running >= 0 ? race->running : race->steps,
        .running = race->running,
        .progress = race->progress,
        .moving = race->camera.gliding || race->zooming,
    };
    struct paper_turn turn;
    if (race->choice.car > 0 && race->running < 0) {
        turn = make_turn(race);
        scene.turn = &turn;
    }
    race_sheet_draw(race->sheet, ui_canvas(ui), race->sheet_box, &scene);
}

/* Round a grid point, and no larger than a square: the nearest point is always the one that is hit.
 */
static struct box target_box(const struct race_screen *race, struct point at)
{
    double x, y;
    const struct paper_view *view = &race->camera.view;
    double wanted = TARGET_SIZE * view->scale;
    int size = (int)(view->square < wanted ? view->square : wanted);
    paper_to_device(view, session_setup(race->session)->track, at.x, at.y, &x, &y);
    struct box box = {race->sheet_box.x + (int)x - size / 2, race->sheet_box.y + (int)y - size / 2,
                      size, size};
    return box_intersect(box, race->sheet_box);
}

static struct ui_state build_point(struct ui *ui, struct race_screen *race, const char *kind,
                                   struct point at, const char *text)
{
    char id[RACE_ID_BYTES];
    snprintf(id, sizeof id, "%s %d,%d", kind, at.x, at.y);
    return ui_target(ui, id, target_box(race, at), text);
}

/* Every point that can be chosen is a target; the one that the keyboard is on counts as pointed at.
 */
static void build_points(struct app *app, struct ui *ui, struct race_screen *race)
{
    struct choice *choice = &race->choice;
    int clicked_move = -1, clicked_start = -1, keyed = -1;
    for (int i = 0; i < choice->shown_count; i++) {
        struct ui_state state = build_point(ui, race, "move", choice->shown[i].to,
                                            graph_paper_outcome_name(choice->shown[i].outcome));
        clicked_move = state.clicked ? i : clicked_move;
        keyed = state.ring ? i : keyed;
    }
    bool starts = choice->shown_count == 0;
    for (int i = 0; starts && i < choice->starts.count; i++) {
        struct ui_state state = build_point(ui, race, "start", choice->starts.items[i], "");
        clicked_start = state.clicked ? i : clicked_start;
        keyed = state.ring ? i : keyed;
    }
    if (keyed >= 0) {
        race->at_keys = true;
        race->pointed = starts ? -1 : keyed;
        race->pointed_start = starts ? keyed : -1;
    }
    if (clicked_move >= 0)
        race_choose_move(app, race, clicked_move);
    if (clicked_start >= 0)
        race_choose_start(app, race, clicked_start);
}

static void follow_pointer(struct ui *ui, struct race_screen *race)
{
    int x, y;
    if (race->want_focus[0]) {
        ui_set_focus(ui, race->want_focus, true);
        race->want_focus[0] = '\0';
    }
    if (race->at_keys)
        return;
    ui_pointer(ui, &x, &y);
    race_point_at(race, x, y);
}

void race_print_status(const struct race_screen *race, char *text, size_t size)
{
    const struct choice *choice = &race->choice;
    const char *name = choice->car ? race_name_of_car(race, choice->car) : "";
    if (choice->car == 0)
        snprintf(text, size, "The race is over.");
    else if (choice->shown_count == 0 && choice->starts.count > 0)
        snprintf(text, size, "%s, choose your start.", name);
    else
        snprintf(text, size, "%s, your move.", name);
}

static void build_question(struct app *app, struct ui *ui, struct race_screen *race)
{
    if (race->asking < 0)
        return;
    bool off = race->choice.shown[race->asking].outcome == OUTCOME_OFF_TRACK;
    enum ui_answer answer = ui_question(ui, off ? "This leaves the track" : "This hits another car",
                                        "Drive there all the same? I ask only once in a game.",
                                        "Drive", "Choose again");
    int asked = race->asking;
    if (answer == ANSWER_NONE)
        return;
    race->asking = -1;
    if (answer == ANSWER_YES)
        do_move(app, race, asked);
}

static void build(struct app *app, struct ui *ui)
{
    struct race_screen *race = shown;
    struct canvas *canvas = ui_canvas(ui);
    adopt_session(app, race);
    struct box rest = canvas_box(canvas), panel = {0}, line = {0};
    if (!race->folded) {
        int most = rest.w * 44 / 100;
        int width = canvas_units(canvas, PANEL_WIDTH);
        line = box_cut_bottom(&rest, canvas_units(canvas, LINE_HEIGHT));
        panel = box_cut_right(&rest, width < most ? width : most);
    }
    race->sheet_box = rest;
    place_camera(race, canvas);
    choice_show_nitros(&race->choice, race->nitros_on || race->shift_held);
    follow_pointer(ui, race);
    build_points(app, ui, race);
    draw_sheet(ui, race);
    race_build_notes(app, ui, race);
    if (!race->folded) {
        race_build_panel(app, ui, race, panel);
        race_build_line(app, ui, race, line);
    }
    char status[PLAYER_NAME_BYTES + 40];
    race_print_status(race, status, sizeof status);
    ui_status(ui, status);
    build_question(app, ui, race);
}

static bool event(struct app *app, const SDL_Event *event)
{
    return race_event(app, shown, event);
}

/* The search must not hold up the first picture. */
static void begin_par_search(struct race_screen *race)
{
    if (race->par_wanted)
        race->par = par_search(&session_setup(race->session)->track, 1);
    race->par_wanted = false;
}

static int animate(struct app *app, Uint32 now)
{
    struct race_screen *race = shown;
    begin_par_search(race);
    bool moving = race->running >= 0 || race->camera.gliding;
    if (race->running >= 0) {
        race->progress = (now - race->running_since) / (double)RACE_STROKE_MILLISECONDS;
        if (race->progress >= 1)
            race_finish_stroke(app, race);
    }
    camera_move(&race->camera, now);
    if (moving || !race->zooming)
        return moving ? FRAME_MILLISECONDS : -1;
    /* One more picture with sharp edges when the wheel has come to rest. */
    Uint32 rested = now - race->zooming_since;
    race->zooming = rested < RACE_ZOOM_REST;
    return race->zooming ? (int)(RACE_ZOOM_REST - rested) : 0;
}

const struct screen screen_race = {
    .name = "race",
    .enter = enter,
    .leave = leave,
    .build = build,
    .event = event,
    .animate = animate,
    .covers_window = true,
};
