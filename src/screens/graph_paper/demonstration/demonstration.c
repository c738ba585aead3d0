/* The free demonstration: keys, the sheet and what is done on it.
 *
 * F9 folds the panel away. Space and Page Down make the next move, Backspace and Page Up take it
 * back, Home goes to the start: all that a presenter's remote has.
 */
#include "screens/graph_paper/demonstration/demonstration.h"

#include "rules/graph_paper/graph_paper.h"
#include "screens/graph_paper/demonstration/inside.h"

#include <stdio.h>
#include <string.h>

enum { BLANK_WIDTH = 40, BLANK_HEIGHT = 26 };
static const double PANEL_WIDTH = 330, FOOT = 50; /* interface pixels */

static struct demonstration shown;
static bool has_scene; /* a race, put there before the screen comes up */

void demonstration_clear(struct demonstration *of)
{
    scene_free(&of->scene);
    scene_init(&of->scene, BLANK_WIDTH, BLANK_HEIGHT);
    scene_add_body(&of->scene, (struct point){5, 5}, (struct point){2, 1});
    of->body = 0;
}

void graph_paper_show_in_class(struct app *app, const struct session *session, int steps)
{
    scene_free(&shown.scene);
    has_scene = scene_of_session(&shown.scene, session, steps, 0);
    app_go(app, &screen_demonstration);
}

static void enter(struct app *app)
{
    (void)app;
    if (!has_scene)
        demonstration_clear(&shown);
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
    scene_free(&shown.scene);
    has_scene = false;
}

/* --- what is done ----------------------------------------------------------------------------- */

void demonstration_step(struct demonstration *of)
{
    of->told[0] = 0;
    if (!scene_step(&of->scene))
        snprintf(of->told, sizeof of->told, "Nobody can take another move.");
    else if (of->scene.body_count > 0)
        scene_view_follow(of->view, scene_at(&of->scene.bodies[of->body], of->scene.now));
}

void demonstration_back(struct demonstration *of)
{
    of->told[0] = 0;
    if (!scene_back(&of->scene))
        snprintf(of->told, sizeof of->told, "This is where everything begins.");
}

static void choose(struct demonstration *of, struct point acceleration)
{
    struct error error = {0};
    if (!scene_choose(&of->scene, of->body, acceleration, &error))
        snprintf(of->told, sizeof of->told, "%s", error.text);
}

static void put_target(struct scene *scene, struct point at)
{
    struct scene_target *target = &scene->targets[0];
    int now = scene->now;
    if (scene->target_count == 0)
        *target = (struct scene_target){.at = at};
    scene->target_count = 1;
    target->at = (struct point){at.x - now * target->drift.x, at.y - now * target->drift.y};
}

static void click(struct demonstration *of, const struct scene_deed *deed)
{
    if (of->hand == HAND_CHOOSES && deed->body >= 0)
        of->body = deed->body;
    if (of->hand == HAND_TARGET) {
        put_target(&of->scene, deed->at);
    } else if (of->hand == HAND_BODY) {
        int body = scene_add_body(&of->scene, deed->at, (struct point){0, 0});
        if (body >= 0)
            of->body = body;
        else
            snprintf(of->told, sizeof of->told, "There are at most %d bodies.", SCENE_BODIES);
    }
    of->hand = HAND_CHOOSES;
}

static void obey(struct demonstration *of, const struct scene_deed *deed)
{
    struct scene *scene = &of->scene;
    if (deed->kind == SCENE_NOTHING)
        return;
    of->told[0] = 0;
    switch (deed->kind) {
    case SCENE_CHOSE:
        choose(of, deed->at);
        demonstration_step(of);
        break;
    case SCENE_MOVED_CHOICE:
        choose(of, deed->at);
        break;
    case SCENE_MOVED_BODY:
        of->body = deed->body;
        scene_place(scene, deed->body, deed->at, scene->bodies[deed->body].velocity);
        break;
    case SCENE_MOVED_TIP:
        of->body = deed->body;
        scene_place(scene, deed->body, scene->bodies[deed->body].start, deed->at);
        break;
    default:
        click(of, deed);
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
        text_append(into, of->hand == HAND_TARGET ? "Click where the target is to be."
                                                  : "Click where the new body is to be.");
        return;
    }
    for (int i = 0; i < scene->target_count; i++)
        for (int body = 0; body < scene->body_count; body++)
            if (scene_reaches(scene, i, body, scene->now))
                text_append_format(into, "%s has reached the target. ", scene->bodies[body].name);
    if (scene->body_count == 0 || scene->now == 0) {
        text_append(into, "Drag a body or the tip of its arrow; click a point for the next move.");
        return;
    }
    const struct scene_body *body = &scene->bodies[of->body];
    const struct scene_move *made = scene_move_of(body, scene->now);
    if (made && made->kind != SCENE_CHOSEN) {
        text_append_format(into, "%s %s", body->name,
                           made->kind == SCENE_STOPPED ? "was stopped: nothing was chosen."
                                                       : "misses this move.");
        return;
    }
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
    struct scene_look look = {
        .arrows = (unsigned)app->settings.arrows, .shows_body = true, .body = shown.body};
    bool chooses = shown.hand == HAND_CHOOSES && shown.scene.body_count > 0;
    struct scene_hands hands = {.chooses = chooses,
                                .places = !chooses,
                                .drags = chooses,
                                .drags_choice = chooses && shown.scene.now > 0};
    struct scene_deed deed;
    look.is_marked = settings_show_motion(&app->settings, true) &&
                     motion_pane_marked(shown.motion, &look.marked_body, &look.marked_row);
    if (look.marked_body < 0)
        look.marked_body = shown.body;
    scene_view_build(shown.view, ui, box, &shown.scene, &look, hands, &deed);
    obey(&shown, &deed);
}

static const char *demonstration_name(const struct demonstration *of)
{
    return of->scene.course.body ? course_name(of->scene.course) : "demonstration";
}

static void go_to_row(int row)
{
    if (row >= 0)
        scene_go(&shown.scene, row);
}

void demonstration_flip_motion(struct app *app)
{
    app_flip_motion(app, true);
}

static bool is_graph_paper(struct course course)
{
    return course.game == &graph_paper_game;
}

void demonstration_offer_tracks(struct app *app, struct demonstration *of)
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

/* The track, with one body that stands at its start. */
static void lay(struct demonstration *of, struct course course)
{
    scene_free(&of->scene);
    scene_init(&of->scene, course_size(course).x, course_size(course).y);
    scene_lay(&of->scene, course);
    scene_add_body(&of->scene, find_start(course), (struct point){0, 0});
    of->body = 0;
}

static void build_offer(struct ui *ui)
{
    struct course course;
    if (!shown.tracks)
        return;
    enum offer_answer answer =
        track_offer_build(shown.tracks, ui, "A track",
                          "Bodies move over it by velocity and acceleration alone: its walls stop "
                          "nobody.",
                          &course);
    if (answer == OFFER_TAKEN)
        lay(&shown, course);
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
    if (settings_show_motion(&app->settings, true)) {
        struct box beside =
            motion_pane_cut(canvas, &rest, (struct point){shown.scene.width, shown.scene.height});
        struct motion_show show = {.box = beside,
                                   .name = demonstration_name(&shown),
                                   .scene = &shown.scene,
                                   .row = shown.scene.now,
                                   .camera = scene_view_camera(shown.view),
                                   .sheet_box = rest};
        go_to_row(motion_pane_build(shown.motion, app, ui, &show));
    }
    build_sheet(app, ui, rest);
    build_foot(ui, foot);
    build_offer(ui);
}

static bool press_key(struct app *app, SDL_Keycode key)
{
    switch (key) {
    case SDLK_SPACE:
    case SDLK_PAGEDOWN:
        demonstration_step(&shown);
        return true;
    case SDLK_BACKSPACE:
    case SDLK_PAGEUP:
        demonstration_back(&shown);
        return true;
    case SDLK_k:
        demonstration_flip_motion(app);
        return true;
    case SDLK_F9:
        shown.folded = !shown.folded;
        return true;
    case SDLK_HOME:
        scene_go(&shown.scene, 0);
        return true;
    case SDLK_ESCAPE:
        if (shown.hand != HAND_CHOOSES)
            shown.hand = HAND_CHOOSES;
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
