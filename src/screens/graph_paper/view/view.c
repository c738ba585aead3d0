/* The motion of a race beside its sheet: the race as a scene, made again when it has gone on.
 */

#include "base/memory.h"
#include "base/number.h"
#include "paper/graph_paper/ink.h"
#include "screens/graph_paper/demonstration/demonstration.h"
#include "screens/graph_paper/view/inside.h"
#include "session/records.h"
#include "ui/ui.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void find_scene(struct view *view, int steps, int start)
{
    if (view->motion && view->scene_steps == steps && view->scene_turns == view->turns &&
        view->scene_start == start)
        return;
    if (view->motion)
        scene_free(&view->scene);
    else
        view->motion = motion_pane_create();
    scene_of_session(&view->scene, view->session, steps, start >= 0 ? view->choice.car : 0,
                     view->choice.start);
    view->scene_steps = steps;
    view->scene_turns = view->turns;
    view->scene_start = start;
}

/* From the first of the newest moves that are still to be written. */
static int count_untold(const struct view *view, int steps)
{
    uint64_t met = 0;
    int untold = 0;
    for (int i = steps - 1; i >= 0 && motion_pane_hides(view->motion, 0); i--) {
        int car = session_step(view->session, i).car;
        if (car > 0 && !(met >> car & 1) && motion_pane_hides(view->motion, car))
            untold = steps - i;
        met |= UINT64_C(1) << car;
    }
    return untold;
}

static void graph_paper_choose_move(struct view *view, int shown, struct view_request *request);

static int graph_paper_build_motion(struct view *view, struct app *app, struct ui *ui,
                                    const struct view_motion *motion)
{
    const struct choice *choice = &view->choice;
    int move = -1, mover = 0;
    find_scene(view, motion->steps, motion->request ? choice->chosen_start : -1);
    while (mover < view->scene.body_count && view->scene.bodies[mover].car != choice->car)
        mover++;
    struct motion_show show = {
        .box = motion->box,
        .name = course_name(session_setup(view->session)->course),
        .scene = &view->scene,
        .row = motion->round,
        .camera = motion->camera,
        .sheet_box = motion->sheet_box,
        .mover = mover,
        .from = choice->from,
        .move_count = motion->request && mover < view->scene.body_count ? choice->shown_count : 0,
        .move = &move,
    };
    struct scene_move *moves = memory_allocate((size_t)show.move_count + 1, sizeof *moves);
    for (int i = 0; i < show.move_count; i++) {
        const struct move *shown = &choice->shown[i];
        struct point way = point_subtract(shown->to, shown->from);
        moves[i] = (struct scene_move){
            .choice = shown->acceleration, .wind = choice->shift, .velocity = way, .at = shown->to};
    }
    show.moves = moves;
    int clicked = motion_pane_build(view->motion, app, ui, &show);
    motion_pane_mark(view->motion, ui_canvas(ui));
    *motion->untold = count_untold(view, motion->steps);
    free(moves);
    if (move >= 0)
        graph_paper_choose_move(view, move, motion->request);
    return clicked;
}

static bool graph_paper_point_at_motion(struct view *view, int x, int y)
{
    return view->motion && motion_pane_point(view->motion, x, y);
}

/* screens/graph_paper/view/view.c: see rules_view.h. */
static int graph_paper_press_motion(const struct view *view, int x, int y)
{
    return view->motion ? motion_pane_press(view->motion, x, y) : -1;
}

/* === moments ================================================================================== */

/* Which events of graph paper are moments, and where they are shown. */

static enum moment_kind graph_paper_moment(const struct event *event)
{
    const struct graph_paper_event *body = graph_paper_event(event);
    switch (body->type) {
    case EVENT_MOVED:
        return body->number > 0 ? MOMENT_NITRO : MOMENT_NONE;
    case EVENT_CHECKPOINT:
        return MOMENT_CHECKPOINT;
    case EVENT_LAP:
        return body->second >= 0 ? MOMENT_LAP : MOMENT_NONE;
    case EVENT_TURBO:
        return MOMENT_TURBO;
    case EVENT_LEFT_TRACK:
        return MOMENT_CRASH;
    case EVENT_COLLIDED:
        return MOMENT_BUMP;
    case EVENT_SLICK:
        return MOMENT_SLICK;
    case EVENT_FINISHED:
        return MOMENT_FLAG;
    case EVENT_PLACED:
        return body->number == 1 ? MOMENT_WIN : MOMENT_NONE;
    default:
        return MOMENT_NONE;
    }
}

/* At the end of the move's line, or where it left the track; a turbo area blows its own way. */
static void graph_paper_moment_place(struct view *view, int index, int event,
                                     struct moment_look *look)
{
    struct step step = session_step(view->session, index);
    const struct graph_paper_event *body = graph_paper_event(&step.events[event]);
    bool own = body->type != EVENT_PLACED && body->type != EVENT_COLLIDED;
    for (int i = 0; i < step.event_count; i++) {
        const struct graph_paper_event *moved = graph_paper_event(&step.events[i]);
        if (moved->type != EVENT_MOVED || step.events[i].car != step.events[event].car)
            continue;
        if (own) {
            struct exact_point at = body->type == EVENT_LEFT_TRACK ? body->end : moved->end;
            look->x = (double)at.x / (double)at.w;
            look->y = (double)at.y / (double)at.w;
        }
        look->from_x = moved->from.x;
        look->from_y = moved->from.y;
    }
    if (body->type != EVENT_TURBO)
        return;
    look->from_x = look->x - body->velocity.x;
    look->from_y = look->y - body->velocity.y;
}

/* === input ==================================================================================== */

/* The keys by which a point is chosen, and the switches that keys and buttons work. */

/* --- switches --------------------------------------------------------------------------------- */

static bool has_nitros(const struct view *view)
{
    int car = view->choice.car;
    return car > 0 && !view->watches &&
           graph_paper_car(session_race(view->session), car)->nitros > 0;
}

static int graph_paper_switches(const struct view *view, struct view_switch into[VIEW_SWITCHES])
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
    into[count++] =
        (struct view_switch){SWITCH_VECTORS, "button vectors", "Vectors",
                             ICON_VECTORS,   view->vectors,    motion_pane_asks(view->motion)};
    return count;
}

static void graph_paper_show_nitros(struct view *view);

/* When it is over there is nothing to switch: the buttons are gone, and so must be their keys. */
static void graph_paper_flip(struct view *view, int which, struct view_request *request)
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
        request->changed = true;
        break;
    }
}

/* --- keys ------------------------------------------------------------------------------------- */

static void graph_paper_print_spot(const struct choice *choice, int spot, char id[POINT_ID_BYTES]);

/* The keyboard goes to one of the points that choice_spot tells. */
static void go_to_spot(struct view *view, int index)
{
    graph_paper_print_spot(&view->choice, index, view->want_focus);
    view->at_keys = true;
    view->pointed = index;
}

/* Number pad and digit row are the same block: 7 8 9 / 4 5 6 / 1 2 3 round the principal point.
 * Chooses a point, or goes to one that cannot be chosen, where it says why. */
static bool press_digit(struct view *view, int digit, struct view_request *request)
{
    const struct choice *choice = &view->choice;
    int dx = (digit - 1) % 3 - 1, dy = (digit - 1) / 3 - 1;
    int shown = choice_move_at(choice, dx, dy);
    if (shown >= 0) {
        graph_paper_choose_move(view, shown, request);
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

static void undo_half_choice(struct view *view, struct view_request *request);

static bool press_key(struct view *view, const SDL_KeyboardEvent *event,
                      struct view_request *request)
{
    const SDL_Keysym *key = &event->keysym;
    int dx = (key->sym == SDLK_RIGHT) - (key->sym == SDLK_LEFT);
    int dy = (key->sym == SDLK_UP) - (key->sym == SDLK_DOWN);
    if (key->mod & (KMOD_CTRL | KMOD_GUI | KMOD_ALT))
        return false;
    /* A key that is held down moves once. */
    int digit = keys_digit(key);
    if (digit > 0)
        return event->repeat || press_digit(view, digit, request);
    if (dx != 0 || dy != 0) {
        int next = choice_step(&view->choice, view->at_keys ? view->pointed : -1, dx, dy);
        if (next >= 0)
            go_to_spot(view, next);
        return next >= 0;
    }
    switch (key->sym) {
    case SDLK_BACKSPACE:
        undo_half_choice(view, request);
        return true;
    case SDLK_v:
        graph_paper_flip(view, SWITCH_VECTORS, request);
        return true;
    case SDLK_h:
        graph_paper_flip(view, SWITCH_HINTS, request);
        return true;
    case SDLK_n:
        graph_paper_flip(view, SWITCH_NITROS, request);
        return true;
    case SDLK_w:
        return view->motion && motion_pane_write(view->motion);
    default:
        return false;
    }
}

static bool graph_paper_take_event(struct view *view, const SDL_Event *event,
                                   struct view_request *request)
{
    switch (event->type) {
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        if (event->key.keysym.sym == SDLK_LSHIFT || event->key.keysym.sym == SDLK_RSHIFT) {
            view->shift_held = event->type == SDL_KEYDOWN;
            return event->key.repeat == 0;
        }
        return event->type == SDL_KEYDOWN && press_key(view, &event->key, request);
    case SDL_WINDOWEVENT:
        /* Whatever is held now, its release will not be seen. */
        if (event->window.event == SDL_WINDOWEVENT_FOCUS_LOST)
            view->shift_held = false;
        return false;
    default:
        return false;
    }
}

/* === view ===================================================================================== */

/* The graph paper's view: the sheet, the points that can be chosen, and what choosing one means.
 *
 * Nothing here decides a rule: what can be chosen is asked of rules/graph_paper, and what was
 * chosen leaves as the text of an action.
 */

static const double REACH = 12; /* interface pixels from a point that still hit it */
static const double TARGET_SIZE = 24;
enum { CONTOUR_SQUARES = 200000, DISTANCE_SQUARES = 100000 }; /* of a sheet looked through for it */

/* --- from session to session ------------------------------------------------------------------ */

static void point_at_nothing(struct view *view)
{
    view->pointed = -1;
    view->at_keys = false;
}

/* Looked up for the whole sheet once in a race, and only when a car is outside: the rules look
 * round each point. */
static void find_progress(struct view *view)
{
    const struct track *track = graph_paper_track(session_setup(view->session));
    int columns = track->width + 1, count = columns * (track->height + 1);
    if (view->progress)
        return;
    view->progress = memory_allocate((size_t)count, sizeof *view->progress);
    for (int i = 0; i < count; i++)
        view->progress[i] = graph_paper_progress(session_race(view->session),
                                                 (struct point){i % columns, i / columns});
}

/* Behind which line the car to move may come back, if it is outside. */
static void find_contour(struct view *view)
{
    const struct race *race = session_race(view->session);
    const struct track *track = graph_paper_track(session_setup(view->session));
    bool outside =
        view->choice.car > 0 && graph_paper_car(race, view->choice.car)->status == CAR_OUTSIDE;
    view->contour.count = 0;
    if (!outside || (int64_t)track->width * track->height > CONTOUR_SQUARES)
        return;
    const struct car *car = graph_paper_car(race, view->choice.car);
    find_progress(view);
    struct contour_ask ask = {track->width, track->height, view->progress, car->exit_progress,
                              car->at};
    contour_find(&view->contour, &ask);
}

/* Nothing is entered in secret: the car is the next one in any case. */
static void refresh(struct view *view, int car, bool chooses)
{
    (void)car;
    point_at_nothing(view);
    view->turns++;
    view->watches = !chooses;
    view->nitros_on = false;
    view->hints_missed = view->hints_coming = false;
    view->hints = NULL;
    if (chooses)
        choice_refresh(&view->choice, view->session);
    else
        choice_leave(&view->choice, view->session);
    find_contour(view);
}

static struct view *create(const struct session *session)
{
    struct view *view = memory_allocate(1, sizeof *view);
    const struct setup *setup = session_setup(session);
    view->session = session;
    for (int i = 0; i < setup->players; i++)
        view->names[i] = session_player(session, i + 1)->name;
    /* Cars of a player stand together in the panel, players in order of play; when the race is
     * over, in the order of their places. */
    const struct race *race = session_race(view->session);
    const int *play = graph_paper_order(race);
    int cars = graph_paper_game.car_count(race), placed = 0;
    bool told[PLAYER_LIMIT + 1] = {false};
    struct tally tallies[CAR_LIMIT];
    bool over = race_next_car(race) == 0;
    if (over)
        tally_race(view->session, tallies);
    for (int i = 0; i < cars; i++) {
        int player = over ? tallies[i].player : graph_paper_car(race, play[i])->player;
        for (int car = 1; car <= cars && !told[player]; car++)
            if (graph_paper_car(race, car)->player == player)
                view->card_order[placed++] = car;
        told[player] = true;
    }
    struct point size = course_size(setup->course);
    view->par_wanted = !graph_paper_is_derby(setup);
    if (view->par_wanted && (int64_t)size.x * size.y < DISTANCE_SQUARES)
        view->distance = distance_measure(setup, NULL);
    refresh(view, 0, true);
    return view;
}

static void free_view(struct view *view)
{
    choice_free(&view->choice);
    contour_free(&view->contour);
    if (view->motion)
        scene_free(&view->scene);
    motion_pane_free(view->motion);
    free(view->progress);
    text_free(&view->refusal);
    distance_free(view->distance);
    par_free(view->par);
    free(view);
}

/* --- where things are ------------------------------------------------------------------------- */

static void widen(struct camera_area *area, struct point at)
{
    area->left = at.x < area->left ? at.x : area->left;
    area->right = at.x > area->right ? at.x : area->right;
    area->bottom = at.y < area->bottom ? at.y : area->bottom;
    area->top = at.y > area->top ? at.y : area->top;
}

static bool camera_bounds(const struct view *view, const struct view_look *look,
                          struct camera_area *area)
{
    (void)look;
    const struct choice *choice = &view->choice;
    *area = (struct camera_area){1e9, 1e9, -1e9, -1e9};
    if (choice->shown_count == 0 && choice->starts.points > 0) {
        widen(area, choice->lowest);
        widen(area, choice->highest);
    }
    for (int i = 0; choice->shown_count > 0 && i < choice_spot_count(choice); i++)
        widen(area, choice_spot(choice, i));
    if (choice->shown_count > 0)
        widen(area, choice->from);
    return area->left <= area->right;
}

static bool car_middle(const struct view *view, const struct race *race, int number, double *x,
                       double *y)
{
    const struct choice *choice = &view->choice;
    const struct car *car = graph_paper_car(race, number);
    bool begins =
        number == choice->car && choice->chosen_start >= 0 && race == session_race(view->session);
    *x = begins ? choice->start.x : car->at.x;
    *y = begins ? choice->start.y : car->at.y;
    return begins || car->status != CAR_WAITING;
}

static const int *order(const struct view *view)
{
    return view->card_order;
}

/* --- choosing --------------------------------------------------------------------------------- */

static void graph_paper_choose_move(struct view *view, int shown, struct view_request *request)
{
    choice_print_move(&view->choice, shown, &request->action);
    graph_paper_warn(view, shown, request);
}

static void take_start(struct view *view, int start, struct view_request *request)
{
    choice_take_start(&view->choice, view->session, start);
    point_at_nothing(view);
    request->changed = true;
}

static void undo_half_choice(struct view *view, struct view_request *request)
{
    if (view->choice.chosen_start >= 0)
        take_start(view, -1, request);
}

/* As the button and Shift say. */
static void graph_paper_show_nitros(struct view *view)
{
    int before = choice_spot_count(&view->choice);
    choice_show_nitros(&view->choice, view->nitros_on || view->shift_held);
    if (choice_spot_count(&view->choice) != before)
        view->pointed = -1; /* other spots: pointer and focus are looked up again */
}

bool graph_paper_is_derby(const struct setup *setup)
{
    return setup->values[FIELD_CONTEST] == CONTEST_DERBY;
}

bool graph_paper_counts_checkpoints(const struct setup *setup)
{
    return !graph_paper_is_derby(setup) && setup->values[FIELD_CHECKPOINTS] == SWITCH_ON &&
           graph_paper_track(setup)->checkpoint_count > 0;
}

/* --- pointing --------------------------------------------------------------------------------- */

static bool point_at(struct view *view, const struct view_look *look, int x, int y)
{
    int before = view->pointed;
    const struct paper_view *paper = &look->camera->view;
    view->pointed = -1;
    if (box_holds(look->sheet_box, x, y) && paper->square > 0) {
        double sheet_x, sheet_y, reach = REACH * paper->scale / paper->square;
        camera_to_sheet(look->camera, x - look->sheet_box.x, y - look->sheet_box.y, &sheet_x,
                        &sheet_y);
        view->pointed = choice_nearest(&view->choice, sheet_x, sheet_y, reach);
    }
    return view->pointed != before;
}

static bool points_at(const struct view *view, enum choice_kind kind)
{
    return view->pointed >= 0 && choice_spot_kind(&view->choice, view->pointed) == kind;
}

int graph_paper_pointed_move(const struct view *view)
{
    return points_at(view, SPOT_MOVE) ? view->pointed : -1;
}

static bool hover(struct view *view, const struct view_look *look, int x, int y)
{
    bool changed = point_at(view, look, x, y) || view->at_keys;
    view->at_keys = false;
    return changed;
}

static void choose_spot(struct view *view, int spot, struct view_request *request)
{
    enum choice_kind kind = choice_spot_kind(&view->choice, spot);
    if (kind == SPOT_MOVE)
        graph_paper_choose_move(view, spot, request);
    else if (kind == SPOT_START) {
        /* Where they choose in reverse order, a start point is all of the action. */
        if (session_setup(view->session)->values[FIELD_CHOOSE] == CHOOSE_REVERSE) {
            struct graph_paper_action chosen = {.to =
                                                    graph_paper_start(&view->choice.starts, spot)};
            graph_paper_print_action(&chosen, &request->action);
        } else {
            take_start(view, spot, request);
        }
    }
}

static bool click(struct view *view, struct view_request *request)
{
    if (view->pointed < 0)
        return false;
    choose_spot(view, view->pointed, request);
    return true;
}

/* What a press would be for now, as a number. The same point is another thing when it is another
 * car's, and to who is alone in each turn. */
static uint64_t pointed_thing(const struct view *view)
{
    const struct choice *choice = &view->choice;
    bool alone = session_setup(view->session)->players == 1;
    if (view->pointed < 0)
        return 0;
    struct point at = choice_spot(choice, view->pointed);
    const int thing[] = {(int)choice_spot_kind(choice, view->pointed), at.x, at.y, choice->car,
                         alone ? session_step_count(view->session) : 0};
    return hash_bytes(HASH_START, thing, sizeof thing);
}

static void follow_pointer(struct view *view, struct ui *ui, const struct view_look *look)
{
    int x, y;
    if (view->want_focus[0]) {
        ui_set_focus(ui, view->want_focus, true);
        view->want_focus[0] = '\0';
    }
    if (look->asked) {
        point_at_nothing(view);
        view->pointed = choice_move_to(&view->choice, *look->asked);
        return;
    }
    if (view->at_keys)
        return;
    ui_pointer(ui, &x, &y);
    point_at(view, look, x, y);
    ui_points_at(ui, pointed_thing(view));
}

/* --- the sheet and its targets ---------------------------------------------------------------- */

/* Round a grid point, and no larger than a square: the nearest point is always the one that is hit.
 */
static struct box target_box(const struct view *view, const struct view_look *look, struct point at)
{
    double x, y;
    const struct paper_view *paper = &look->camera->view;
    double wanted = TARGET_SIZE * paper->scale;
    int size = (int)(paper->square < wanted ? paper->square : wanted);
    paper_to_device(paper, course_size(session_setup(view->session)->course).y, at.x, at.y, &x, &y);
    struct box box = {look->sheet_box.x + (int)x - size / 2, look->sheet_box.y + (int)y - size / 2,
                      size, size};
    return box_intersect(box, look->sheet_box);
}

static const char *explain(struct view *view, int spot)
{
    const struct choice *choice = &view->choice;
    text_clear(&view->refusal);
    graph_paper_describe_refusal(session_race(view->session),
                                 &choice->refused.items[spot - choice->shown_count], view->names,
                                 &view->refusal);
    return text_string(&view->refusal);
}

static void graph_paper_print_spot(const struct choice *choice, int spot, char id[POINT_ID_BYTES])
{
    static const char *const kinds[] = {
        [SPOT_START] = "start", [SPOT_MOVE] = "move", [SPOT_REFUSED] = "refused"};
    struct point at = choice_spot(choice, spot);
    snprintf(id, POINT_ID_BYTES, "%s %d,%d", kinds[choice_spot_kind(choice, spot)], at.x, at.y);
}

/* Of more start points than this only the one that is pointed at is a target: millions of targets
 * would take seconds, and pointer and keys find their point by its place. */
enum { TARGET_LIMIT = 10000 };

/* Every point that can be chosen is a target, and so is one that cannot, to say why; the one that
 * the keyboard is on counts as pointed at. */
static void build_points(struct view *view, struct ui *ui, const struct view_look *look,
                         struct view_request *request)
{
    const struct choice *choice = &view->choice;
    int count = choice_spot_count(choice), clicked = -1, keyed = -1;
    bool all = count <= TARGET_LIMIT;
    int first = all ? 0 : view->pointed, end = all ? count : first + 1;
    for (int i = first < 0 ? 0 : first; i < end; i++) {
        enum choice_kind kind = choice_spot_kind(choice, i);
        const char *text = kind == SPOT_MOVE ? graph_paper_outcome_name(choice->shown[i].outcome)
                           : kind == SPOT_REFUSED ? explain(view, i)
                                                  : "";
        char id[POINT_ID_BYTES];
        graph_paper_print_spot(choice, i, id);
        struct ui_state state =
            ui_target(ui, id, target_box(view, look, choice_spot(choice, i)), text);
        clicked = state.clicked ? i : clicked;
        keyed = state.ring ? i : keyed;
    }
    if (keyed >= 0) {
        view->at_keys = true;
        view->pointed = keyed;
    }
    if (clicked >= 0)
        choose_spot(view, clicked, request);
}

/* What can be chosen, whatever is pointed at. */
static struct paper_turn choosable(const struct view *view)
{
    const struct choice *choice = &view->choice;
    const struct car *car = graph_paper_car(session_race(view->session), choice->car);
    struct paper_turn turn = {
        .pen = session_player(view->session, car->player)->pen,
        .starts = choice->few,
        .start_count = choice->starts.points <= PAPER_RINGED_STARTS ? choice->starts.points : 0,
        .chosen_start = choice->chosen_start,
        .chosen = -1,
        .moves = choice->shown,
        .move_count = choice->shown_count,
        .shift = choice->shift,
        .refused = choice->refused.items,
        .refused_count = choice->refused.count,
        .chosen_refused = -1,
        .refusal = "",
        .hints = view->hints,
    };
    if (choice->chosen_start >= 0) {
        /* The place is taken; the others are only in the way now. */
        turn.starts = &choice->start;
        turn.start_count = 1;
        turn.chosen_start = 0;
    }
    if (choice->shown_count > 0) {
        turn.has_car = true;
        turn.car = choice->from;
        turn.principal = choice->principal;
    }
    return turn;
}

static struct paper_turn make_turn(struct view *view)
{
    struct paper_turn turn = choosable(view);
    turn.chosen = graph_paper_pointed_move(view);
    if (points_at(view, SPOT_REFUSED)) {
        turn.chosen_refused = view->pointed - view->choice.shown_count;
        turn.refusal = explain(view, view->pointed);
    }
    if (view->choice.chosen_start < 0)
        turn.chosen_start = points_at(view, SPOT_START) ? view->pointed : -1;
    if (turn.chosen_start >= turn.start_count) {
        /* One of many: they lie on the sheet as dots, and it alone has a ring. */
        view->spot = choice_spot(&view->choice, view->pointed);
        turn.starts = &view->spot;
        turn.start_count = 1;
        turn.chosen_start = 0;
    }
    if (turn.has_car) {
        choice_look_ahead(&view->choice, view->session, turn.chosen);
        turn.after = view->choice.after.items;
        turn.after_count = view->choice.after.count;
    }
    return turn;
}

static void keep_clear(const struct view *view, const struct view_look *look, struct labels *into)
{
    const struct paper_view *paper = &look->camera->goal;
    cars_keep_off(into, paper, view->session, session_race_after(view->session, look->steps));
    if (view->choice.car == 0 || view->watches)
        return;
    struct paper_turn turn = choosable(view);
    const struct track *track = graph_paper_track(session_setup(view->session));
    if (view->choice.starts.points > 0 && turn.start_count == 0) { /* one of very many */
        struct point low = view->choice.lowest, high = view->choice.highest;
        struct pixel at = brush_place(paper, track->height, low.x - 0.5, high.y + 0.5);
        labels_avoid(into,
                     (struct label_box){at.x, at.y, (high.x - low.x + 1) * paper->square,
                                        (high.y - low.y + 1) * paper->square},
                     0);
    }
    paper_keep_off_turn(into, paper, track, &turn);
}

static struct paper_guide make_guide(const struct view *view)
{
    const struct choice *choice = &view->choice;
    const struct setup *setup = session_setup(view->session);
    struct paper_guide nobody = {.idle_slicks = setup->values[FIELD_SLICKS] == SLICKS_OFF,
                                 .idle_turbo = setup->values[FIELD_TURBO_AREAS] == SWITCH_OFF,
                                 .idle_gates = !graph_paper_counts_checkpoints(setup)};
    if (choice->car == 0)
        return nobody;
    const struct car *car = graph_paper_car(session_race(view->session), choice->car);
    bool lap_open = graph_paper_track(setup)->open || car->laps_opened > 0;
    struct paper_guide guide = nobody;
    guide.pen = session_player(view->session, car->player)->pen;
    guide.gates = graph_paper_counts_checkpoints(setup) && lap_open;
    guide.passed = car->checkpoint;
    guide.limit = view->contour.points;
    guide.limit_count = view->contour.count;
    guide.label_x = view->contour.label_x;
    guide.label_y = view->contour.label_y;
    if (choice->chosen_start < 0 && choice->starts.points > PAPER_RINGED_STARTS) {
        guide.starts = &choice->starts;
        guide.starts_mark = choice->starts_mark;
    }
    return guide;
}

/* The course with nobody's turn is all that is told of an earlier race. */
static void find_turn(struct view *view, const struct view_look *look)
{
    static const struct paper_guide none = {0};
    view->guide = look->looks_back ? none : make_guide(view);
    view->turn_key = view->line_key = 0;
    if (view->choice.car == 0 || view->watches || look->running >= 0 || look->looks_back)
        return;
    view->turn = make_turn(view);
    view->turn.untold = motion_pane_asks(view->motion);
    view->turn.vectors = view->vectors && !view->turn.untold;
    view->turn.folded = 1 - look->motion->grown;
    view->turn.arrows = (unsigned)look->arrows;
    view->line_key =
        hash_number(hash_number(hash_number(HASH_START, view->turns), view->choice.chosen_start),
                    (int64_t)(intptr_t)view->hints);
    view->turn_key = hash_number(hash_number(view->line_key, view->pointed),
                                 view->choice.nitros_shown * 2 + view->turn.vectors +
                                     view->turn.untold * 4 + look->arrows * 8);
}

/* --- the guide, under the ink ----------------------------------------------------------------- */

enum { GUIDE_LIMIT = -3, GUIDE_STARTS, GUIDE_IDLE }; /* or the number of a gate */

static void paint_guide(cairo_t *cairo, void *context, int which)
{
    const struct race_sheet *sheet = context;
    struct paper_guide guide = sheet->view->guide;
    if (which == GUIDE_IDLE)
        guide.pen = 0;
    else
        guide.idle_slicks = guide.idle_turbo = guide.idle_gates = false;
    guide.gates &= which >= 0;
    guide.only = which + 1;
    guide.starts = which == GUIDE_STARTS ? guide.starts : NULL;
    guide.limit_count = which == GUIDE_LIMIT ? guide.limit_count : 0;
    paper_draw_guide(cairo, &sheet->paper, graph_paper_track(session_setup(sheet->session)), &guide,
                     sheet->theme);
}

/* Returns what stands for that of it which may lie anywhere. */
static uint64_t lay_guide(const struct view *view, struct race_sheet *sheet)
{
    const struct paper_guide *guide = &view->guide;
    const struct track *track = graph_paper_track(session_setup(view->session));
    uint64_t pen = hash_number(HASH_START, guide->pen);
    uint64_t starts = guide->starts ? hash_number(pen, (int64_t)guide->starts_mark) : 0,
             limit = pen;
    for (int i = 0; i < guide->limit_count; i++)
        limit = hash_bytes(limit, &guide->limit[i].x, 2 * sizeof guide->limit[i].x);
    limit = guide->limit_count > 0 ? limit : 0;
    race_lay(sheet, LAYER_GUIDE, HASH_START + !sheet->look->looks_back, paint_guide, GUIDE_IDLE);
    for (int i = 0; i < track->checkpoint_count; i++)
        race_lay(sheet, LAYER_GUIDE,
                 guide->gates && i <= guide->passed ? hash_number(pen, i < guide->passed) : 0,
                 paint_guide, i);
    race_lay(sheet, LAYER_GUIDE, starts, paint_guide, GUIDE_STARTS);
    race_lay(sheet, LAYER_GUIDE, limit, paint_guide, GUIDE_LIMIT);
    return hash_number(starts, (int64_t)limit);
}

/* --- cars ------------------------------------------------------------------------------------- */

static bool drives(const struct race_sheet *sheet, int car)
{
    int running = sheet->look->running;
    return running >= 0 && session_step(sheet->session, running).car == car;
}

/* Where a car is now, and in which state of the race it looks so. */
static struct pixel find_car(const struct race_sheet *sheet, int car, const struct race **state)
{
    struct pixel at;
    if (drives(sheet, car) && cars_way(&sheet->paper, sheet->session, sheet->look->running,
                                       sheet->look->progress, state, &at))
        return at;
    *state = sheet->race;
    return cars_middle(&sheet->paper, sheet->session, *state, car);
}

static void paint_car(cairo_t *cairo, void *context, int car)
{
    const struct race_sheet *sheet = context;
    const struct race *state;
    double box[4];
    struct pixel at = find_car(sheet, car, &state);
    if (!paper_car_box(&sheet->paper, sheet->session, state, car, box))
        return;
    struct pixel stands = cars_middle(&sheet->paper, sheet->session, state, car);
    cairo_translate(cairo, at.x - stands.x, at.y - stands.y);
    graph_paper_ink.draw_car(cairo, &sheet->paper, sheet->session, state, car, sheet->theme);
}

static void lay_cars(struct race_sheet *sheet)
{
    const struct view_look *look = sheet->look;
    for (int car = 1; car <= graph_paper_game.car_count(sheet->race); car++) {
        const struct race *state;
        bool moves = drives(sheet, car);
        uint64_t key = hash_number(HASH_START, sheet->steps);
        if (moves)
            key = hash_bytes(key, &look->progress, sizeof look->progress);
        race_lay_car(sheet, car,
                     moves                ? LAYER_MOVING
                     : look->running >= 0 ? LAYER_STANDING
                                          : LAYER_CARS,
                     key, find_car(sheet, car, &state), paint_car);
    }
}

/* --- what can be chosen ----------------------------------------------------------------------- */

/* Without points where there are no hints. */
static struct dotted_line best_line(const struct race_sheet *sheet)
{
    const struct view *view = sheet->view;
    const struct track *track = graph_paper_track(session_setup(view->session));
    return view->turn_key && view->turn.hints
               ? paper_best_line(track, view->turn.hints, view->turn.pen, sheet->theme)
               : (struct dotted_line){0};
}

static void paint_line(cairo_t *cairo, void *context, int which)
{
    const struct race_sheet *sheet = context;
    struct dotted_line line = best_line(sheet);
    (void)which;
    dotted_draw(cairo, &sheet->paper, &line);
}

static void paint_mover(cairo_t *cairo, void *context, int car)
{
    const struct race_sheet *sheet = context;
    cars_draw_mover(cairo, &sheet->paper, sheet->session, session_race(sheet->session), car,
                    sheet->theme);
}

static void paint_turn(cairo_t *cairo, void *context, int which)
{
    const struct race_sheet *sheet = context;
    (void)which;
    paper_draw_turn(cairo, &sheet->paper, graph_paper_track(session_setup(sheet->session)),
                    &sheet->view->turn, sheet->theme);
}

static bool holds_road(const void *track, double x, double y)
{
    struct point fine = {(int)lround(x * FINE), (int)lround(y * FINE)};
    return area_place_fine(((const struct track *)track)->surface, fine) != PLACE_OUTSIDE;
}

static void write_labels(const struct view *view, struct race_sheet *sheet)
{
    const struct track *track = graph_paper_track(session_setup(view->session));
    const struct paper_view *paper = &sheet->paper;
    struct labels *labels = &sheet->labels;
    features_keep_off(labels, paper, track);
    cars_keep_off(labels, paper, view->session, sheet->race);
    if (view->turn_key) {
        paper_keep_off_turn(labels, paper, track, &view->turn);
        paper_label_turn(labels, paper, track, &view->turn, sheet->theme);
    }
    struct dotted_line line = best_line(sheet);
    dotted_label(labels, paper, track, &line, sheet->theme);
    paper_label_guide(labels, paper, track, &view->guide, sheet->theme);
    labels->road = (struct label_road){holds_road, track, sheet->look->sheet_box.h / 2};
    race_write_numbers(sheet);
}

static void lay(struct view *view, struct race_sheet *sheet)
{
    int car = view->choice.car;
    find_turn(view, sheet->look);
    uint64_t places = lay_guide(view, sheet), turn = view->turn_key;
    bool rings = turn && !(sheet->look->motion->posed >> car & 1); /* else it has rings enough */
    if (sheet->look->running >= 0)
        race_lay_wet(sheet, sheet->look->progress);
    lay_cars(sheet);
    /* The best line may go all over the sheet, and does not change with the pointer. */
    race_lay(sheet, LAYER_CHOICE, turn && view->turn.hints ? view->line_key : 0, paint_line, 0);
    race_lay(sheet, LAYER_CHOICE, rings ? view->line_key : 0, paint_mover, car);
    race_lay(sheet, LAYER_CHOICE,
             turn ? hash_bytes(turn, &view->turn.folded, sizeof view->turn.folded) : 0, paint_turn,
             0);
    uint64_t written = hash_number(hash_number(turn, (int64_t)places), sheet->look->running);
    if (race_begin_labels(sheet, hash_number(written, sheet->steps)))
        write_labels(view, sheet);
    race_lay_written(sheet, 0);
    /* The search must not hold up the first picture. */
    if (view->par_wanted && !sheet->look->looks_back) {
        view->par = par_search_rules(session_setup(view->session), false);
        view->par_wanted = false;
    }
}

static void build(struct view *view, struct ui *ui, const struct view_look *look,
                  struct view_request *request)
{
    graph_paper_show_nitros(view);
    follow_pointer(view, ui, look);
    build_points(view, ui, look, request);
}

/* --- hints ------------------------------------------------------------------------------------ */

static bool *hint_switch(struct view *view)
{
    return session_allow(view->session).hints ? &view->hints_on : NULL;
}

static bool wants_hints(const struct view *view, const struct point **start)
{
    const struct choice *choice = &view->choice;
    *start = choice->chosen_start >= 0 ? &choice->start : NULL;
    return view->hints_on && session_allow(view->session).hints && !view->watches &&
           choice_spot_count(choice) > 0;
}

static void take_hints(struct view *view, const struct hints *hints, bool coming)
{
    view->hints = hints;
    view->hints_coming = coming;
}

const struct rules_view graph_paper_view = {
    .game = &graph_paper_game,
    .show_in_class = graph_paper_show_in_class,
    .build_motion = graph_paper_build_motion,
    .cut_motion = motion_pane_cut,
    .point_at_motion = graph_paper_point_at_motion,
    .press_motion = graph_paper_press_motion,
    .create = create,
    .free = free_view,
    .refresh = refresh,
    .camera_bounds = camera_bounds,
    .keep_clear = keep_clear,
    .car_middle = car_middle,
    .order = order,
    .team = graph_paper_team,
    .moment = graph_paper_moment,
    .moment_place = graph_paper_moment_place,
    .build = build,
    .lay = lay,
    .hover = hover,
    .click = click,
    .event = graph_paper_take_event,
    .undo_half_choice = undo_half_choice,
    .tell = graph_paper_tell,
    .panel = graph_paper_panel,
    .say = graph_paper_say,
    .legend = graph_paper_legend,
    .switches = graph_paper_switches,
    .flip = graph_paper_flip,
    .hint_switch = hint_switch,
    .wants_hints = wants_hints,
    .take_hints = take_hints,
};
