/* Beside the demonstration's sheet: moves, bodies, wind, target, arrows.
 */
#include "screens/graph_paper/demonstration/demonstration.h"

#include "base/memory.h"
#include "rules/graph_paper/graph_paper.h"
#include "screens/app.h"
#include "screens/graph_paper/motion/motion.h"
#include "screens/graph_paper/scene/scene_view.h"
#include "screens/tracks/tracks.h"
#include "ui/layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the files of the demonstration share.
 */

/* What a click on the sheet does. */
enum demonstration_hand { HAND_CHOOSES, HAND_TARGET, HAND_BODY };

struct demonstration {
    struct scene scene;
    struct scene_view *view;
    int body; /* whose move is chosen */
    enum demonstration_hand hand;
    struct motion_pane *motion;
    bool folded;    /* the panel is away, as it is when the projector has just come on */
    bool projected; /* was the projector on in the last pass? */
    struct track_offer *tracks; /* the dialog that offers them, NULL: it is closed */
    struct ui_scroll panel;
    char told[400]; /* what could not be done; "" for nothing */
};

static void demonstration_clear(struct demonstration *shown);
static void demonstration_offer_tracks(struct app *app, struct demonstration *shown);

static void demonstration_back(struct demonstration *shown);

static void demonstration_step(struct demonstration *shown);

static void demonstration_flip_motion(struct app *app);

static void build_heading(struct layout *column, const char *words)
{
    layout_skip(column, AT_TOP, 4);
    layout_text(column, AT_TOP, STYLE_STRONG, canvas_theme(ui_canvas(column->ui))->ink, words);
}

static void build_moves(struct layout *column, struct demonstration *shown)
{
    struct flow flow = flow_begin(column, 8);
    if (flow_button(&flow, "button back", "Back", LOOK_PLAIN))
        demonstration_back(shown);
    if (flow_button(&flow, "button step", "Next move", LOOK_PRIMARY))
        demonstration_step(shown);
    if (flow_button(&flow, "button restart", "Restart", LOOK_PLAIN))
        scene_restart(&shown->scene);
    if (flow_button(&flow, "button begin-here", "Begin here", LOOK_PLAIN))
        scene_begin_here(&shown->scene);
    if (shown->scene.pencil_count > 0 &&
        flow_button(&flow, "button rub-out", "Rub out the pencil", LOOK_PLAIN))
        scene_rub_out(&shown->scene);
    flow_end(&flow, column);
}

static void build_bodies(struct layout *column, struct demonstration *shown)
{
    struct scene *scene = &shown->scene;
    build_heading(column, "Bodies");
    struct flow flow = flow_begin(column, 8);
    for (int i = 0; i < scene->body_count; i++)
        if (flow_chip(&flow, ui_words("choice body-%d", i + 1), scene->bodies[i].name, "",
                      i == shown->body)
                .clicked)
            shown->body = i;
    if (scene->body_count < SCENE_BODIES &&
        flow_button(&flow, "button add-body", "Add", LOOK_PLAIN))
        shown->hand = HAND_BODY;
    if (scene->body_count > 1 && flow_button(&flow, "button remove-body", "Remove", LOOK_PLAIN)) {
        scene_remove_body(scene, shown->body);
        shown->body = 0;
    }
    flow_end(&flow, column);
}

/* Two steppers of a vector; true if it is another one now. */
static bool build_vector(struct layout *column, const char *id, const char *label, int most,
                         struct point *vector)
{
    const struct ui_range range = {-most, most, 1, "", NULL};
    int x = vector->x, y = vector->y;
    bool other = ui_stepper(column->ui, ui_words("%s-x", id), ui_words("%s in x", label),
                            layout_take(column, AT_TOP, 36), &x, &range);
    other = ui_stepper(column->ui, ui_words("%s-y", id), ui_words("%s in y", label),
                       layout_take(column, AT_TOP, 36), &y, &range) ||
            other;
    *vector = (struct point){x, y};
    return other;
}

static void build_target(struct layout *column, struct demonstration *shown)
{
    struct scene_target *target = &shown->scene.targets[0];
    build_heading(column, "Flag");
    struct flow flow = flow_begin(column, 8);
    bool there = shown->scene.target_count > 0;
    if (flow_button(&flow, "button target", there ? "Move it" : "Place one", LOOK_PLAIN))
        shown->hand = HAND_TARGET;
    if (there && flow_button(&flow, "button remove-target", "Remove", LOOK_PLAIN))
        shown->scene.target_count = 0;
    flow_end(&flow, column);
    if (!there)
        return;
    struct point at = scene_target_at(target, shown->scene.now), drift = target->drift;
    /* From where it is now, so that it does not jump. */
    if (build_vector(column, "drift", "Its velocity", 9, &drift)) {
        target->drift = drift;
        target->at =
            (struct point){at.x - shown->scene.now * drift.x, at.y - shown->scene.now * drift.y};
    }
    ui_check(column->ui, "switch arrive", "Arrive with a given velocity",
             layout_take(column, AT_TOP, 32), &target->has_velocity);
    if (target->has_velocity)
        build_vector(column, "arrive", "Arrives with", 20, &target->velocity);
}

/* demonstration/panel.c: what stands beside the sheet. */
static void demonstration_panel(struct app *app, struct ui *ui, struct demonstration *shown,
                                struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    canvas_fill(canvas, box, theme->panel);
    int top = ui_scroll_begin(ui, "scroll panel", box, &shown->panel);
    int side = canvas_units(canvas, 16);
    struct layout column = layout_column(ui, box.x + side, top + side, box.w - 2 * side, 8);
    layout_text(&column, AT_TOP, STYLE_HEADING, theme->ink, "Free demonstration");
    layout_text(&column, AT_TOP, STYLE_BODY, theme->ink_soft, ui_words("t = %d", shown->scene.now));
    build_moves(&column, shown);
    build_bodies(&column, shown);
    struct point wind = shown->scene.wind;
    struct error error = {0};
    build_heading(&column, "Wind, added in each move");
    if (build_vector(&column, "wind", "Wind", SCENE_ACCELERATION, &wind) &&
        !scene_set_wind(&shown->scene, wind, &error))
        snprintf(shown->told, sizeof shown->told, "%s", error.text);
    build_target(&column, shown);
    build_heading(&column, "Arrows");
    for (int i = 0; i < ARROWS_SWITCHES; i++) {
        bool on = arrows_show((unsigned)app->settings.arrows, (enum arrow_switch)i);
        if (!ui_check(column.ui, ui_words("switch arrows-%s", arrow_words[i].id),
                      arrow_words[i].label, layout_take(&column, AT_TOP, 30), &on))
            continue;
        app->settings.arrows ^= 1 << i;
        app->settings_changed = true;
    }
    build_heading(&column, "Sheet");
    struct flow flow = flow_begin(&column, 8);
    if (flow_button(&flow, "button motion", "Table and graphs",
                    settings_show_motion(&app->settings, true) ? LOOK_PRIMARY : LOOK_PLAIN))
        demonstration_flip_motion(app);
    if (flow_button(&flow, "button track", "A track...", LOOK_PLAIN))
        demonstration_offer_tracks(app, shown);
    if (flow_button(&flow, "button blank", "Empty sheet", LOOK_PLAIN))
        demonstration_clear(shown);
    if (flow_button(&flow, "button leave", "Leave", LOOK_PLAIN))
        app_go_back(app);
    flow_end(&flow, &column);
    ui_scroll_end(ui, column.rest.y + side);
}

/* === demonstration ============================================================================ */

/* The free demonstration: keys, the sheet and what is done on it.
 *
 * F9 folds the panel away. Space and Page Down make the next move, Backspace and Page Up take it
 * back, Home goes to the start: all that a presenter's remote has.
 */

enum { BLANK_WIDTH = 40, BLANK_HEIGHT = 26 };
static const double PANEL_WIDTH = 330, FOOT = 50; /* interface pixels */

static struct demonstration shown;
static bool has_scene; /* a race, or what was left here before; it stays until the program ends */
static bool touched;   /* something was done since the screen came up */

static void demonstration_clear(struct demonstration *of)
{
    scene_free(&of->scene);
    scene_init(&of->scene, BLANK_WIDTH, BLANK_HEIGHT);
    scene_add_body(&of->scene, (struct point){5, 5}, (struct point){2, 1});
    of->body = 0;
}

void graph_paper_show_in_class(struct app *app, const struct session *session, int steps)
{
    scene_free(&shown.scene);
    has_scene = scene_of_session(&shown.scene, session, steps, 0, (struct point){0, 0});
    app_go(app, &screen_demonstration);
}

static void enter(struct app *app)
{
    (void)app;
    if (!has_scene)
        demonstration_clear(&shown);
    has_scene = true;
    touched = false;
    shown.view = scene_view_create();
    shown.body = 0;
    shown.hand = HAND_CHOOSES;
    shown.motion = motion_pane_create();
    shown.folded = shown.projected = false;
    shown.told[0] = 0;
}

static void leave(struct app *app)
{
    (void)app;
    scene_view_free(shown.view);
    motion_pane_free(shown.motion);
    track_offer_free(shown.tracks);
    shown.tracks = NULL;
    shown.view = NULL;
    shown.motion = NULL;
}

/* --- what is done ----------------------------------------------------------------------------- */

static void demonstration_step(struct demonstration *of)
{
    of->told[0] = 0;
    touched = true;
    if (!scene_step(&of->scene))
        snprintf(of->told, sizeof of->told, "No body can make another move.");
    else if (of->scene.body_count > 0)
        scene_view_follow(of->view, scene_at(&of->scene.bodies[of->body], of->scene.now));
}

static void demonstration_back(struct demonstration *of)
{
    of->told[0] = 0;
    if (!scene_back(&of->scene))
        snprintf(of->told, sizeof of->told, "This is the start: there is no move to take back.");
}

static void choose(struct demonstration *of, struct point acceleration)
{
    struct error error = {0};
    if (!scene_choose(&of->scene, of->body, acceleration, &error))
        snprintf(of->told, sizeof of->told, "%s", error.text);
}

static void click(struct demonstration *of, const struct scene_request *request)
{
    if (of->hand == HAND_CHOOSES && request->body >= 0)
        of->body = request->body;
    if (of->hand == HAND_TARGET) {
        struct point at = request->at;
        struct scene_target *target = &of->scene.targets[0];
        int now = of->scene.now;
        if (of->scene.target_count == 0)
            *target = (struct scene_target){.at = at};
        of->scene.target_count = 1;
        target->at = (struct point){at.x - now * target->drift.x, at.y - now * target->drift.y};
    } else if (of->hand == HAND_BODY) {
        int body = scene_add_body(&of->scene, request->at, (struct point){0, 0});
        if (body >= 0)
            of->body = body;
        else
            snprintf(of->told, sizeof of->told, "There are at most %d bodies.", SCENE_BODIES);
    }
    of->hand = HAND_CHOOSES;
}

static void obey(struct demonstration *of, const struct scene_request *request)
{
    struct scene *scene = &of->scene;
    if (request->kind == SCENE_NOTHING)
        return;
    of->told[0] = 0;
    touched = true;
    switch (request->kind) {
    case SCENE_CHOSE:
        choose(of, request->at);
        demonstration_step(of);
        break;
    case SCENE_MOVED_CHOICE:
        choose(of, request->at);
        break;
    case SCENE_MOVED_BODY:
        of->body = request->body;
        scene_place(scene, request->body, request->at, scene->bodies[request->body].velocity);
        break;
    case SCENE_MOVED_TIP:
        of->body = request->body;
        scene_place(scene, request->body, scene->bodies[request->body].start, request->at);
        break;
    default:
        click(of, request);
        break;
    }
}

/* --- the screen ------------------------------------------------------------------------------- */

static void say(struct demonstration *of, struct text *into)
{
    struct scene *scene = &of->scene;
    struct point choice;
    if (of->told[0]) {
        text_append(into, of->told);
        return;
    }
    if (of->hand != HAND_CHOOSES) {
        text_append(into, of->hand == HAND_TARGET ? "Click the point for the flag."
                                                  : "Click the point for the new body.");
        return;
    }
    for (int i = 0; i < scene->target_count; i++)
        for (int body = 0; body < scene->body_count; body++)
            if (scene_reaches(scene, i, body, scene->now))
                text_append_format(into, "%s has reached the flag. ", scene->bodies[body].name);
    if (scene->body_count == 0 || scene->now == 0) {
        text_append(into, "Drag a body or the tip of its arrow; click a point for the next move.");
        return;
    }
    const struct scene_body *body = &scene->bodies[of->body];
    const struct scene_move *made = scene_move_of(body, scene->now);
    if (made && made->kind != SCENE_CHOSEN) {
        text_append_format(into, "%s %s", body->name,
                           made->kind == SCENE_STOPPED ? "was stopped and chose nothing."
                                                       : "misses this move.");
        return;
    }
    if (motion_pane_hides(of->motion, 0))
        return;
    struct arrow_move move = scene_arrows(scene, of->body, scene->now);
    size_t before = into->length;
    arrows_say(&move, into);
    if (into->length == before && scene_choice(scene, of->body, &choice))
        text_append_format(into, "%s keeps its velocity.", body->name);
}

static void build_foot(struct ui *ui, struct box box)
{
    struct text words = {0};
    struct layout foot = layout_foot(ui, box, 14);
    say(&shown, &words);
    foot.gap = 8;
    if (shown.folded) {
        if (layout_button(&foot, AT_RIGHT, "button panel", "Panel", LOOK_PLAIN))
            shown.folded = false;
        if (layout_button(&foot, AT_RIGHT, "button step", "Next move", LOOK_PRIMARY))
            demonstration_step(&shown);
        if (layout_button(&foot, AT_RIGHT, "button back", "Back", LOOK_PLAIN))
            demonstration_back(&shown);
    }
    layout_say(&foot, text_string(&words),
               shown.folded ? "" : "Space next move · Backspace back · F9 panel · Esc leave");
    ui_status(ui, text_string(&words));
    text_free(&words);
}

static void build_sheet(struct app *app, struct ui *ui, struct box box)
{
    bool hides = motion_pane_hides(shown.motion, 0);
    struct scene_look look = {.arrows = hides ? 0 : (unsigned)app->settings.arrows,
                              .shows_body = true,
                              .untold = motion_pane_asks(shown.motion),
                              .body = shown.body};
    bool chooses = shown.hand == HAND_CHOOSES && shown.scene.body_count > 0;
    struct scene_hands hands = {.chooses = chooses,
                                .places = !chooses,
                                .drags = chooses,
                                .drags_choice = chooses && shown.scene.now > 0};
    struct scene_request request;
    look.is_marked = settings_show_motion(&app->settings, true) &&
                     motion_pane_marked(shown.motion, &look.marked_body, &look.marked_row);
    if (look.marked_body < 0)
        look.marked_body = shown.body;
    scene_view_build(shown.view, ui, box, &shown.scene, &look, hands, &request);
    obey(&shown, &request);
}

static void go_to_row(int row)
{
    if (row >= 0)
        scene_go(&shown.scene, row);
}

/* The moves of the body whose turn it is to be chosen for, at the end of its way. */
static int list_moves(const struct scene *scene, int mover, struct scene_move **moves)
{
    enum { WIDTH = 2 * SCENE_ACCELERATION + 1 };
    int reach = scene->reach > 0 ? scene->reach : SCENE_ACCELERATION, count = 0;
    const struct scene_body *body = &scene->bodies[mover];
    *moves = NULL;
    if (scene->body_count == 0 || body->ended || scene->now != body->count)
        return 0;
    *moves = memory_allocate(WIDTH * WIDTH, sizeof **moves);
    for (int i = 0; i < WIDTH * WIDTH; i++) {
        struct scene_move move = {
            .choice = {i % WIDTH - SCENE_ACCELERATION, i / WIDTH - SCENE_ACCELERATION},
            .wind = scene->wind};
        move.at = scene_next_point(scene, mover, move.choice, &move.velocity);
        if (point_reach(move.choice) <= reach)
            (*moves)[count++] = move;
    }
    return count;
}

/* Where the next push is written, it is made. */
static void build_motion(struct app *app, struct ui *ui, struct box *rest)
{
    struct scene *scene = &shown.scene;
    struct box beside =
        motion_pane_cut(ui_canvas(ui), rest, (struct point){scene->width, scene->height});
    struct scene_move *moves;
    int move = -1, count = list_moves(scene, shown.body, &moves);
    struct motion_show show = {.box = beside,
                               .name = shown.scene.course.body ? course_name(shown.scene.course)
                                                               : "demonstration",
                               .scene = scene,
                               .row = scene->now,
                               .camera = scene_view_camera(shown.view),
                               .sheet_box = *rest,
                               .usual = true,
                               .mover = shown.body,
                               .from = scene_at(&scene->bodies[shown.body], scene->now),
                               .moves = moves,
                               .move_count = count,
                               .move = &move};
    go_to_row(motion_pane_build(shown.motion, app, ui, &show));
    if (move >= 0) {
        struct scene_request made = {SCENE_CHOSE, shown.body, moves[move].choice};
        obey(&shown, &made);
    }
    free(moves);
}

/* demonstration/demonstration.c */
static void demonstration_flip_motion(struct app *app)
{
    app_flip_motion(app, true);
}

static bool is_graph_paper(struct course course)
{
    return course.game == &graph_paper_game;
}

/* an empty sheet with one body */
static void demonstration_offer_tracks(struct app *app, struct demonstration *of)
{
    track_offer_free(of->tracks);
    of->tracks = track_offer_open(app, is_graph_paper);
}

/* In the middle of the start line; of an arena in the middle of the sheet. */
static struct point find_start(struct course course)
{
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_CLASSROOM);
    setup.course = course;
    struct race *race = graph_paper_game.begin(&setup);
    struct start_runs starts = {0};
    graph_paper_start_runs(race, &starts);
    struct point size = course_size(course);
    struct point at = starts.points > 0 ? graph_paper_start(&starts, starts.points / 2)
                                        : (struct point){size.x / 2, size.y / 2};
    graph_paper_free_runs(&starts);
    graph_paper_game.free(race);
    return at;
}

static void build_offer(struct ui *ui)
{
    struct course course;
    if (!shown.tracks)
        return;
    enum offer_answer answer =
        track_offer_build(shown.tracks, ui, "A track",
                          "Bodies move over it by velocity and acceleration alone: its walls stop "
                          "nothing.",
                          &course);
    if (answer == OFFER_TAKEN) {
        /* The track, with one body that stands at its start. */
        struct demonstration *of = &shown;
        scene_free(&of->scene);
        scene_init(&of->scene, course_size(course).x, course_size(course).y);
        scene_lay(&of->scene, course);
        scene_add_body(&of->scene, find_start(course), (struct point){0, 0});
        of->body = 0;
    }
    if (answer == OFFER_STAYS)
        return;
    track_offer_free(shown.tracks);
    shown.tracks = NULL;
}

static void build(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    struct box rest = canvas_box(canvas);
    struct box foot = box_cut_bottom(&rest, canvas_units(canvas, FOOT));
    int width = canvas_units(canvas, PANEL_WIDTH);
    if (shown.projected != app->projector)
        shown.folded = app->projector;
    shown.projected = app->projector;
    if (!shown.folded)
        demonstration_panel(app, ui, &shown,
                            box_cut_right(&rest, width < rest.w / 2 ? width : rest.w / 2));
    if (settings_show_motion(&app->settings, true))
        build_motion(app, ui, &rest);
    build_sheet(app, ui, rest);
    build_foot(ui, foot);
    build_offer(ui);
}

static bool press_key(struct app *app, SDL_Keycode key)
{
    switch (key) {
    case SDLK_SPACE:
    case SDLK_PAGEDOWN:
        if (shown.hand == HAND_CHOOSES) /* else a click is waited for */
            demonstration_step(&shown);
        return true;
    case SDLK_BACKSPACE:
    case SDLK_PAGEUP:
        demonstration_back(&shown);
        return true;
    case SDLK_k:
        demonstration_flip_motion(app);
        return true;
    case SDLK_w:
        return motion_pane_write(shown.motion);
    case SDLK_F9:
        shown.folded = !shown.folded;
        return true;
    case SDLK_HOME:
        scene_go(&shown.scene, 0);
        return true;
    case SDLK_ESCAPE:
        if (shown.hand != HAND_CHOOSES)
            shown.hand = HAND_CHOOSES;
        else if (settings_show_motion(&app->settings, true) && motion_pane_close(shown.motion))
            return true;
        else if (touched)
            app_ask(app, "Leave", app_go_back, "",
                    "Leave the demonstration? It stays as it is until the program ends.");
        else
            app_go_back(app);
        return true;
    default:
        return false;
    }
}

static bool event(struct app *app, const SDL_Event *event)
{
    bool key = event->type == SDL_KEYDOWN;
    if (shown.tracks) /* its dialog has keys and clicks */
        return false;
    if (key && !(event->key.keysym.mod & (KMOD_CTRL | KMOD_GUI | KMOD_ALT)) &&
        press_key(app, event->key.keysym.sym))
        return true;
    if (!settings_show_motion(&app->settings, true))
        return scene_view_event(shown.view, event);
    if (event->type == SDL_MOUSEBUTTONDOWN && event->button.button == SDL_BUTTON_LEFT) {
        int row = motion_pane_press(shown.motion, event->button.x, event->button.y);
        go_to_row(row);
        if (row >= 0)
            return true;
    }
    bool marks = event->type == SDL_MOUSEMOTION &&
                 motion_pane_point(shown.motion, event->motion.x, event->motion.y);
    return scene_view_event(shown.view, event) || marks;
}

static int animate(struct app *app, Uint32 now)
{
    (void)app;
    return scene_view_animate(shown.view, now, track_offer_patience(shown.tracks));
}

const struct screen screen_demonstration = {
    .name = "demonstration",
    .enter = enter,
    .leave = leave,
    .build = build,
    .event = event,
    .animate = animate,
    .covers_window = true,
};
