/* The line behind which a car may come back. Every pair of neighbouring grid points of which one
 * lies behind it and one ahead has a crossing; two crossings of a square of the grid make a piece
 * of the line, and pieces are joined to whole strokes, so that their dashes are even.
 */

#include "base/memory.h"
#include "base/number.h"
#include "paper/graph_paper/ink.h"
#include "paper/labels.h"
#include "screens/graph_paper/view/choice.h"
#include "screens/graph_paper/view/inside.h"

#include <math.h>
#include <stdlib.h>

enum { JUMP = 14 };             /* of progress between neighbours: the start line lies between */
static const double BEYOND = 1; /* squares that a stroke goes on, to reach the wall */
/* Squares from the line, and from where the points to choose from are. */
static const double LABEL_AWAY = 0.9, LABEL_FROM_NEAR = 6;

/* Between a grid point and its neighbour to the right, or above it. */
struct paper_view_crossing {
    double x, y;
    double back_x, back_y; /* unit vector to the side behind the line */
    bool exists;
    int joined[2]; /* the crossings that pieces lead to; -1: none */
    int pieces;
    bool used;
};

struct paper_view_search {
    const struct contour_ask *ask;
    struct paper_view_crossing *crossings; /* two for each grid point */
};

static int index_of(const struct paper_view_search *search, int x, int y, bool upward)
{
    return 2 * (y * (search->ask->width + 1) + x) + upward;
}

static int progress_at(const struct paper_view_search *search, int x, int y)
{
    const struct contour_ask *ask = search->ask;
    return x > ask->width || y > ask->height ? -1 : ask->progress[y * (ask->width + 1) + x];
}

static void find_crossing(struct paper_view_search *search, int x, int y, bool upward)
{
    int most = search->ask->most;
    int a = progress_at(search, x, y), b = progress_at(search, x + !upward, y + upward);
    struct paper_view_crossing *crossing = &search->crossings[index_of(search, x, y, upward)];
    *crossing = (struct paper_view_crossing){.joined = {-1, -1}};
    if (a < 0 || b < 0 || abs(a - b) > JUMP || (a <= most) == (b <= most))
        return;
    double part = (most + 0.5 - a) / (b - a), back = a <= most ? -1 : 1;
    crossing->exists = true;
    crossing->x = x + (upward ? 0 : part);
    crossing->y = y + (upward ? part : 0);
    crossing->back_x = upward ? 0 : back;
    crossing->back_y = upward ? back : 0;
}

static void join(struct paper_view_search *search, int a, int b)
{
    struct paper_view_crossing *first = &search->crossings[a], *second = &search->crossings[b];
    if (first->pieces == 2 || second->pieces == 2)
        return;
    first->joined[first->pieces++] = b;
    second->joined[second->pieces++] = a;
}

static void add_point(struct contour *contour, double x, double y, bool begins)
{
    array_add(contour->points, contour->count, contour->capacity,
              (struct guide_point){x, y, begins});
}

/* Beyond an end of a stroke, in the direction from `before`; from a crossing that stands alone,
 * across its way. */
static void add_end(struct contour *contour, const struct paper_view_crossing *end,
                    const struct paper_view_crossing *before, bool begins)
{
    double dx = before ? end->x - before->x : begins ? -end->back_y : end->back_y;
    double dy = before ? end->y - before->y : begins ? end->back_x : -end->back_x;
    double length = hypot(dx, dy), part = length > 0 ? BEYOND / length : 0;
    add_point(contour, end->x + dx * part, end->y + dy * part, begins);
}

static const struct paper_view_crossing *next_of(const struct paper_view_search *search,
                                                 const struct paper_view_crossing *at)
{
    for (int i = 0; i < at->pieces; i++)
        if (!search->crossings[at->joined[i]].used)
            return &search->crossings[at->joined[i]];
    return NULL;
}

/* A stroke from one of its ends, or from anywhere round a closed one. */
static void add_stroke(struct contour *contour, struct paper_view_search *search, int first)
{
    struct paper_view_crossing *at = &search->crossings[first];
    const struct paper_view_crossing *before = NULL, *next;
    bool closed = at->pieces == 2;
    at->used = true;
    next = next_of(search, at);
    if (closed)
        add_point(contour, at->x, at->y, true);
    else
        add_end(contour, at, next, true);
    while (next) {
        if (!closed || before)
            add_point(contour, at->x, at->y, false);
        before = at;
        at = &search->crossings[next - search->crossings];
        at->used = true;
        next = next_of(search, at);
    }
    add_point(contour, at->x, at->y, false);
    if (closed)
        add_point(contour, search->crossings[first].x, search->crossings[first].y, false);
    else
        add_end(contour, at, before, false);
}

static void place_label(struct contour *contour, const struct paper_view_search *search)
{
    const struct contour_ask *ask = search->ask;
    double best = INFINITY;
    int count = 2 * (ask->width + 1) * (ask->height + 1);
    for (int i = 0; i < count; i++) {
        const struct paper_view_crossing *crossing = &search->crossings[i];
        double away =
            fabs(hypot(crossing->x - ask->near.x, crossing->y - ask->near.y) - LABEL_FROM_NEAR);
        if (!crossing->exists || away >= best)
            continue;
        best = away;
        contour->label_x = crossing->x + crossing->back_x * LABEL_AWAY;
        contour->label_y = crossing->y + crossing->back_y * LABEL_AWAY;
    }
}

void contour_find(struct contour *contour, const struct contour_ask *ask)
{
    size_t points = (size_t)(ask->width + 1) * (size_t)(ask->height + 1);
    struct paper_view_search search = {ask, memory_allocate(2 * points, sizeof *search.crossings)};
    contour->count = 0;
    for (int y = 0; y <= ask->height; y++)
        for (int x = 0; x <= ask->width; x++) {
            find_crossing(&search, x, y, false);
            find_crossing(&search, x, y, true);
        }
    for (int y = 0; y < ask->height; y++)
        for (int x = 0; x < ask->width; x++) {
            /* The crossings round a square, in turn, are joined two by two. */
            const int around[4] = {
                index_of(&search, x, y, false), index_of(&search, x + 1, y, true),
                index_of(&search, x, y + 1, false), index_of(&search, x, y, true)};
            int open = -1;
            for (int i = 0; i < 4; i++) {
                if (!search.crossings[around[i]].exists)
                    continue;
                if (open >= 0)
                    join(&search, open, around[i]);
                open = open >= 0 ? -1 : around[i];
            }
        }
    /* Ends first: what remains is closed. */
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < 2 * points; i++)
            if (search.crossings[i].exists && !search.crossings[i].used &&
                (pass == 1 || search.crossings[i].pieces < 2))
                add_stroke(contour, &search, (int)i);
    place_label(contour, &search);
    free(search.crossings);
}

void contour_free(struct contour *contour)
{
    free(contour->points);
    *contour = (struct contour){0};
}

/* === choice =================================================================================== */

/* What the player to move can choose now. Owns its lists; free them with choice_free. */

void choice_free(struct choice *choice)
{
    graph_paper_free_runs(&choice->starts);
    graph_paper_free_moves(&choice->all);
    graph_paper_free_moves(&choice->after);
    free(choice->shown);
    free(choice->barred.items);
    free(choice->refused.items);
    *choice = (struct choice){.chosen_start = -1, .after_of = -1};
}

/* Without nitros; the rules alone know the price of a point that they refuse, so one that a brake
 * or a boost may reach counts as within reach. */
static bool is_within_reach(const struct choice *choice, struct point to)
{
    struct point away = point_subtract(to, choice->principal);
    int x = abs(away.x), y = abs(away.y);
    if (choice->four)
        return x + y <= 1 || (choice->has_uses && x + y == 2 && x * y == 0);
    return x <= 1 + choice->has_uses && y <= 1 + choice->has_uses;
}

static void filter_refused(struct choice *choice)
{
    struct refused_list *refused = &choice->refused;
    refused->count = 0;
    for (int i = 0; i < choice->barred.count; i++) {
        if (!choice->nitros_shown && !is_within_reach(choice, choice->barred.items[i].to))
            continue;
        list_add(refused, choice->barred.items[i]);
    }
}

/* Points that cost nothing, or all that can be paid; good brakes and boosts are always shown. */
static void filter_shown(struct choice *choice)
{
    choice->shown_count = 0;
    for (int i = 0; i < choice->all.count; i++) {
        if (choice->all.items[i].nitros > 0 && !choice->nitros_shown)
            continue;
        array_add(choice->shown, choice->shown_count, choice->shown_capacity, choice->all.items[i]);
    }
    filter_refused(choice);
    choice->after_of = -1;
    choice->after.count = 0;
}

static enum choice_limit find_limit(const struct choice *choice, const struct setup *setup)
{
    bool stands = point_equal(choice->principal, choice->from);
    int slicks = setup->values[FIELD_SLICKS];
    if ((slicks != SLICKS_COAST && slicks != SLICKS_FOUR) ||
        !track_on_slick(graph_paper_track(setup), choice->principal))
        return LIMIT_NONE;
    if (slicks == SLICKS_FOUR)
        return choice->four ? LIMIT_NONE : LIMIT_FOUR;
    bool rests = stands && choice->shift.x == 0 && choice->shift.y == 0;
    return rests ? LIMIT_NONE : LIMIT_COAST;
}

/* Every row of the list tells the principal point: its end less its acceleration. */
static void ask_moves(struct choice *choice, const struct session *session,
                      const struct point *start)
{
    const struct race *race = session_race(session);
    const struct setup *setup = session_setup(session);
    const struct car *car = graph_paper_car(race, choice->car);
    graph_paper_moves(race, start, &choice->all);
    graph_paper_refused(race, start, &choice->barred);
    choice->four = setup->values[FIELD_ACCELERATION] == ACCELERATION_FOUR;
    choice->has_uses = car->good_brakes + car->turbo_boosts > 0;
    choice->shift = car->shift;
    if (choice->all.count > 0) {
        const struct move *move = &choice->all.items[0];
        choice->from = move->from;
        choice->principal = point_subtract(move->to, move->acceleration);
    }
    choice->limit = choice->all.count > 0 ? find_limit(choice, setup) : LIMIT_NONE;
    filter_shown(choice);
}

void choice_leave(struct choice *choice, const struct session *session)
{
    choice->car = race_next_car(session_race(session));
    choice->starts.count = choice->starts.points = 0;
    choice->chosen_start = -1;
    choice->all.count = choice->barred.count = 0;
    choice->velocity = choice->shift = (struct point){0, 0};
    choice->limit = LIMIT_NONE;
    filter_shown(choice);
}

/* An arena may have millions of them: what each picture needs is found here, once. */
static void ask_starts(struct choice *choice, const struct race *race)
{
    struct start_runs *starts = &choice->starts;
    graph_paper_start_runs(race, starts);
    choice->lowest = choice->highest = starts->items[0].first;
    for (int i = 0; i < starts->count; i++) {
        const struct start_run *run = &starts->items[i];
        int last = run->first.x + run->length - 1;
        choice->lowest.x = run->first.x < choice->lowest.x ? run->first.x : choice->lowest.x;
        choice->highest.x = last > choice->highest.x ? last : choice->highest.x;
        choice->highest.y = run->first.y;
    }
    choice->starts_mark =
        hash_bytes(HASH_START, starts->items, (size_t)starts->count * sizeof *starts->items);
    for (int i = 0; i < starts->points && starts->points <= PAPER_RINGED_STARTS; i++)
        choice->few[i] = graph_paper_start(starts, i);
}

void choice_refresh(struct choice *choice, const struct session *session)
{
    const struct race *race = session_race(session);
    choice_leave(choice, session);
    if (choice->car == 0)
        return;
    const struct car *car = graph_paper_car(race, choice->car);
    if (car->status == CAR_WAITING) {
        ask_starts(choice, race);
    } else {
        choice->velocity = car->velocity;
        ask_moves(choice, session, NULL);
    }
}

void choice_show_nitros(struct choice *choice, bool shown)
{
    if (choice->nitros_shown == shown)
        return;
    choice->nitros_shown = shown;
    filter_shown(choice);
}

void choice_take_start(struct choice *choice, const struct session *session, int start)
{
    choice->chosen_start = start;
    choice->all.count = choice->barred.count = 0;
    choice->limit = LIMIT_NONE;
    if (start < 0) {
        filter_shown(choice);
        return;
    }
    choice->start = graph_paper_start(&choice->starts, start);
    ask_moves(choice, session, &choice->start);
}

bool choice_has(const struct choice *choice, enum paper_sign sign)
{
    for (int i = 0; i < choice->all.count; i++) {
        const struct move *move = &choice->all.items[i];
        if ((sign == SIGN_NITRO   ? move->nitros
             : sign == SIGN_BRAKE ? move->good_brakes
                                  : move->turbo_boosts) > 0)
            return true;
    }
    return false;
}

void choice_look_ahead(struct choice *choice, const struct session *session, int shown)
{
    if (shown == choice->after_of)
        return;
    choice->after_of = shown;
    choice->after.count = 0;
    if (shown < 0)
        return;
    const struct move *move = &choice->shown[shown];
    /* A crash or a slick stops the car, and after the flag there is no turn. */
    if (move->outcome == OUTCOME_CLEAR)
        graph_paper_preview(session_race(session), choice->car, move->to,
                            point_subtract(move->to, move->from), &choice->after);
}

static bool is_nearer(struct point at, double x, double y, double *best)
{
    double distance = hypot(at.x - x, at.y - y);
    if (distance > *best)
        return false;
    *best = distance;
    return true;
}

static int nearest_start(const struct choice *choice, double x, double y, double reach)
{
    int nearest = -1;
    int i = graph_paper_run_from(&choice->starts, (int)fmax(floor(y - reach), -1));
    for (; i < choice->starts.count; i++) {
        const struct start_run *run = &choice->starts.items[i];
        if (run->first.y > y + reach)
            break;
        /* Of a run the point to the left of (x, y) and the one to the right can be the nearest. */
        int left = (int)fmin(fmax(floor(x) - run->first.x, 0), run->length - 1);
        for (int k = left; k < run->length && k <= left + 1; k++)
            if (is_nearer((struct point){run->first.x + k, run->first.y}, x, y, &reach))
                nearest = run->before + k;
    }
    return nearest;
}

int choice_nearest(const struct choice *choice, double x, double y, double reach)
{
    int nearest = -1;
    if (choice->shown_count == 0)
        return choice->chosen_start < 0 ? nearest_start(choice, x, y, reach) : -1;
    for (int i = 0; i < choice_spot_count(choice); i++)
        if (is_nearer(choice_spot(choice, i), x, y, &reach))
            nearest = i;
    return nearest;
}

int choice_move_to(const struct choice *choice, struct point to)
{
    for (int i = 0; i < choice->shown_count; i++)
        if (point_equal(choice->shown[i].to, to))
            return i;
    return -1;
}

int choice_move_at(const struct choice *choice, int dx, int dy)
{
    return choice_move_to(choice, point_add(choice->principal, (struct point){dx, dy}));
}

int choice_spot_count(const struct choice *choice)
{
    bool starts = choice->shown_count == 0;
    return starts ? choice->starts.points : choice->shown_count + choice->refused.count;
}

struct point choice_spot(const struct choice *choice, int index)
{
    if (choice->shown_count == 0)
        return graph_paper_start(&choice->starts, index);
    int refused = index - choice->shown_count;
    return refused < 0 ? choice->shown[index].to : choice->refused.items[refused].to;
}

enum choice_kind choice_spot_kind(const struct choice *choice, int index)
{
    return choice->shown_count == 0      ? SPOT_START
           : index < choice->shown_count ? SPOT_MOVE
                                         : SPOT_REFUSED;
}

/* Where a step from a point may end: a spot, or the nearest of a run of start points. */
static int candidate(const struct choice *choice, int index, struct point from, int dx)
{
    if (choice->shown_count > 0)
        return index;
    const struct start_run *run = &choice->starts.items[index];
    int beside = from.x + dx - run->first.x;
    return run->before + (beside < 0 ? 0 : beside >= run->length ? run->length - 1 : beside);
}

int choice_step(const struct choice *choice, int at, int dx, int dy)
{
    bool starts = choice->shown_count == 0;
    int count = starts ? choice->starts.count : choice_spot_count(choice);
    if (at < 0) {
        int principal = choice_move_at(choice, 0, 0);
        return principal >= 0 || count == 0 ? principal : 0;
    }
    struct point from = choice_spot(choice, at);
    int best = at, best_length = 0;
    for (int i = 0; i < count; i++) {
        int spot = candidate(choice, i, from, dx);
        /* How far a point lies in the direction, and 0 or less if it does not; sideways counts
         * double, so that the way leads on to the straight neighbour. */
        struct point to = choice_spot(choice, spot);
        struct point way = point_subtract(to, from);
        int ahead = way.x * dx + way.y * dy;
        int aside = abs(way.x * dy) + abs(way.y * dx);
        int length = ahead <= 0 ? 0 : ahead + 2 * aside;
        if (length > 0 && (best_length == 0 || length < best_length)) {
            best = spot;
            best_length = length;
        }
    }
    return best;
}

void choice_print_move(const struct choice *choice, int shown, struct text *into)
{
    struct graph_paper_action action = {
        .has_start = choice->chosen_start >= 0,
        .to = choice->shown[shown].to,
    };
    if (action.has_start)
        action.start = choice->start;
    graph_paper_print_action(&action, into);
}

/* === sheet ==================================================================================== */

/* The sheet of a running race on the screen.
 *
 * Owns the cached picture and remembers what it shows; each frame compares that with the scene. A
 * few steps on or back mend the boxes that they touched; who
 * looks back on a race may go anywhere, and has pictures kept that are never far from there.
 */

enum { LIVE_TURN, LIVE_LINE, LIVE_GUIDE, LIVE_LEFT_NUMBERS, LIVE_LOWER_NUMBERS, LIVE_MOTION };
static const double LABEL_GAP = 4; /* between labels and the sheet's edge or what lies over it */

struct graph_paper_sheet {
    struct sheet *sheet;
    const struct paper_theme *theme; /* that the picture follows, and its view */
    struct paper_view view;
    struct graph_paper_scene scene; /* valid while drawing */
    int steps;
    struct paper_keyframes *frames; /* NULL unless somebody looks back */
    bool coarse;                    /* were edges painted coarsely? */
    struct labels labels;           /* of the turn, then of the best line, the guide, the edges */
    int first_labels[LIVE_LOWER_NUMBERS + 2]; /* of each of these boxes; and behind the last */
    uint64_t written;                         /* what the labels were laid out for */
    uint64_t places; /* what of the guide lies anywhere on the sheet: start points, a limit */
    uint64_t gates;  /* which checkpoints look how */
    uint64_t lifted; /* cars that are not in the ground, because they move; bit n: car n */
};

/* --- cars that move --------------------------------------------------------------------------- */

static uint64_t find_lifted(const struct graph_paper_sheet *sheet)
{
    const struct view_look *look = sheet->scene.look;
    uint64_t lifted = look->motion->posed;
    if (look->running >= 0)
        lifted |= UINT64_C(1) << session_step(sheet->scene.session, look->running).car;
    return lifted;
}

/* Where such a car is now, and in which state of the race it looks so. False: it is nowhere. */
static bool find_moving(const struct graph_paper_sheet *sheet, int car, const struct race **state,
                        struct pixel *stands, struct pixel *at)
{
    const struct session *session = sheet->scene.session;
    const struct view_look *look = sheet->scene.look;
    double box[4];
    bool drives = look->running >= 0 && session_step(session, look->running).car == car &&
                  cars_way(&sheet->view, session, look->running, look->progress, state, at);
    if (!drives)
        *state = session_race_after(session, sheet->steps);
    if (!paper_car_box(&sheet->view, session, *state, car, box))
        return false;
    *stands = cars_middle(&sheet->view, session, *state, car);
    if (!drives)
        *at = *stands;
    return true;
}

static void draw_moving_car(cairo_t *cairo, const struct graph_paper_sheet *sheet, int car)
{
    const struct race *state;
    struct pixel stands, at;
    if (!find_moving(sheet, car, &state, &stands, &at))
        return;
    motion_begin_car(cairo, sheet->scene.look->motion, car, sheet->view.square, at);
    cairo_translate(cairo, at.x - stands.x, at.y - stands.y);
    graph_paper_ink.draw_car(cairo, &sheet->view, sheet->scene.session, state, car, sheet->theme);
    motion_end_car(cairo);
}

static bool moving_box(const struct graph_paper_sheet *sheet, int car, struct box *into)
{
    const struct race *state;
    struct pixel stands, at;
    double box[4];
    if (!find_moving(sheet, car, &state, &stands, &at))
        return false;
    paper_car_box(&sheet->view, sheet->scene.session, state, car, box);
    box[0] += at.x - stands.x;
    box[1] += at.y - stands.y;
    motion_widen(sheet->scene.look->motion, car, sheet->view.square, at, box);
    *into = sheet_box(box);
    return true;
}

/* A car leaves the ground, or comes to stand there. */
static void follow_lifted(struct graph_paper_sheet *sheet)
{
    uint64_t lifted = find_lifted(sheet), changed = lifted ^ sheet->lifted;
    const struct race *state = session_race_after(sheet->scene.session, sheet->steps);
    for (int car = 1; changed >> car; car++) {
        double box[4];
        if (changed >> car & 1 &&
            paper_car_box(&sheet->view, sheet->scene.session, state, car, box))
            sheet_invalidate(sheet->sheet, sheet_box(box));
    }
    sheet->lifted = lifted;
}

static void follow_motion(struct graph_paper_sheet *sheet)
{
    struct box boxes[MOTION_LIMIT + CAR_LIMIT];
    const struct motion *motion = sheet->scene.look->motion;
    int count = 0, rows = graph_paper_track(session_setup(sheet->scene.session))->height;
    for (int i = 0; i < motion->count; i++) {
        double box[4];
        motion_look_box(&motion->looks[i], &sheet->view, rows, box);
        boxes[count++] = sheet_box(box);
    }
    for (int car = 1; sheet->lifted >> car; car++)
        count += sheet->lifted >> car & 1 && moving_box(sheet, car, &boxes[count]);
    sheet_set_motion(sheet->sheet, LIVE_MOTION, boxes, count);
    sheet_shake(sheet->sheet, (int)lround(motion->shake_x * sheet->view.scale),
                (int)lround(motion->shake_y * sheet->view.scale));
}

/* --- the picture ------------------------------------------------------------------------------ */

static struct paper_keyframes_look frames_look(const struct graph_paper_sheet *sheet)
{
    struct box whole = sheet_whole(sheet->sheet);
    return (struct paper_keyframes_look){sheet->view, whole.w, whole.h, sheet->theme};
}

static void paint_ground(cairo_t *cairo, void *context)
{
    const struct graph_paper_sheet *sheet = context;
    const struct session *session = sheet->scene.session;
    const struct paper_view *view = &sheet->view;
    const struct track *track = graph_paper_track(session_setup(session));
    struct paper_keyframes_look look = frames_look(sheet);
    if (sheet->coarse)
        cairo_set_antialias(cairo, CAIRO_ANTIALIAS_FAST);
    if (sheet->scene.looking_back && !sheet->coarse && paper_keyframes_show(sheet->frames, &look)) {
        paper_keyframes_draw(cairo, sheet->frames, sheet->steps);
    } else {
        paper_draw_sheet(cairo, view, graph_paper_course(track), sheet->theme);
        paper_draw_guide(cairo, view, track, sheet->scene.guide, sheet->theme);
        paper_draw_ghost(cairo, view, &sheet->scene.look->ghost, sheet->theme);
        paper_draw_ink(cairo, view, session, sheet->steps, sheet->theme);
    }
    paper_draw_cars_but(cairo, view, session, session_race_after(session, sheet->steps),
                        sheet->lifted, sheet->theme);
}

/* Without points where there are no hints. */
static struct dotted_line best_line(const struct graph_paper_sheet *sheet)
{
    const struct paper_turn *turn = sheet->scene.turn;
    const struct track *track = graph_paper_track(session_setup(sheet->scene.session));
    return turn && turn->hints ? paper_best_line(track, turn->hints, turn->pen, sheet->theme)
                               : (struct dotted_line){0};
}

static void paint_live(cairo_t *cairo, void *context)
{
    const struct graph_paper_sheet *sheet = context;
    const struct graph_paper_scene *scene = &sheet->scene;
    const struct track *track = graph_paper_track(session_setup(scene->session));
    if (scene->look->running >= 0) {
        paper_draw_step(cairo, &sheet->view, scene->session, scene->look->running,
                        scene->look->progress, false, sheet->theme);
        /* The cars lie on the ink, also on that which is still wet. */
        paper_draw_cars_but(cairo, &sheet->view, scene->session,
                            session_race_after(scene->session, sheet->steps), sheet->lifted,
                            sheet->theme);
    }
    motion_draw(cairo, scene->look->motion, &sheet->view, track->height, sheet->theme);
    for (int car = 1; sheet->lifted >> car; car++)
        if (sheet->lifted >> car & 1)
            draw_moving_car(cairo, sheet, car);
    if (scene->turn) {
        struct dotted_line line = best_line(sheet);
        dotted_draw(cairo, &sheet->view, &line);
        if (!(sheet->lifted >> scene->mover & 1)) /* it has rings enough */
            cars_draw_mover(cairo, &sheet->view, scene->session, session_race(scene->session),
                            scene->mover, sheet->theme);
        paper_draw_turn(cairo, &sheet->view, track, scene->turn, sheet->theme);
    }
    labels_draw(cairo, &sheet->labels, sheet->theme);
}

struct graph_paper_sheet *graph_paper_sheet_create(void)
{
    struct graph_paper_sheet *sheet = memory_allocate(1, sizeof *sheet);
    sheet->sheet = sheet_create(
        (struct sheet_painter){.ground = paint_ground, .live = paint_live, .context = sheet});
    return sheet;
}

void graph_paper_sheet_free(struct graph_paper_sheet *sheet)
{
    if (!sheet)
        return;
    sheet_free(sheet->sheet);
    paper_keyframes_free(sheet->frames);
    labels_end(&sheet->labels);
    free(sheet);
}

/* Cars that moved, stand elsewhere beside another, or have another tally. */
static void mend_cars(struct graph_paper_sheet *sheet, int before, int after)
{
    const struct session *session = sheet->scene.session;
    const struct race *old = session_race_after(session, before);
    const struct race *new = session_race_after(session, after);
    int count = session_setup(session)->game->car_count(new);
    for (int i = 1; i <= count; i++) {
        double old_box[4] = {0}, new_box[4] = {0};
        bool was = paper_car_box(&sheet->view, session, old, i, old_box);
        bool is = paper_car_box(&sheet->view, session, new, i, new_box);
        const struct car *a = graph_paper_car(old, i), *b = graph_paper_car(new, i);
        bool same = was == is && old_box[0] == new_box[0] && old_box[1] == new_box[1] &&
                    a->missed_turns == b->missed_turns && a->status == b->status &&
                    a->damage == b->damage;
        if (same)
            continue;
        sheet_invalidate(sheet->sheet, sheet_box(old_box));
        sheet_invalidate(sheet->sheet, sheet_box(new_box));
    }
}

static void follow_steps(struct graph_paper_sheet *sheet, int steps)
{
    if (sheet_invalidate_steps(sheet->sheet, sheet->scene.session, sheet->steps, steps))
        mend_cars(sheet, sheet->steps, steps);
    sheet->steps = steps;
}

/* Kept for the view that rests; while it moves they would be painted for one picture each. */
static void keep_frames(struct graph_paper_sheet *sheet)
{
    const struct graph_paper_scene *scene = &sheet->scene;
    struct paper_keyframes_look look = frames_look(sheet);
    if (!scene->looking_back || scene->look->moving)
        return;
    if (!sheet->frames)
        sheet->frames = paper_keyframes_create(scene->session);
    if (!paper_keyframes_show(sheet->frames, &look))
        paper_keyframes_paint(sheet->frames, &look);
}

static void mend_gates(struct graph_paper_sheet *sheet)
{
    const struct track *track = graph_paper_track(session_setup(sheet->scene.session));
    for (int i = 0; i < track->checkpoint_count; i++) {
        double box[4];
        if (paper_guide_box(&sheet->view, track, sheet->scene.guide, i, box))
            sheet_invalidate(sheet->sheet, sheet_box(box));
    }
}

/* What the window, the theme and the camera ask for. While squares change their size edges are
 * painted coarsely. True if the picture has moved. */
static bool follow_view(struct graph_paper_sheet *sheet, const struct canvas *canvas)
{
    const struct view_look *look = sheet->scene.look;
    sheet->theme = canvas_theme(canvas);
    sheet->view = look->camera->view;
    enum sheet_news news = sheet_follow(sheet->sheet, canvas, look->sheet_box, &sheet->view);
    if (news == SHEET_OTHER || (sheet->coarse && !look->moving)) {
        sheet->coarse = news == SHEET_OTHER && look->moving;
        sheet_repaint(sheet->sheet);
    }
    return news != SHEET_STAYS;
}

/* Stands for everything that the live box shows, but for how far that is. */
static uint64_t hash_live(const struct graph_paper_scene *scene)
{
    return hash_number(scene->turn ? scene->turn_key : HASH_START, scene->look->running);
}

static struct box live_box(const struct graph_paper_sheet *sheet)
{
    const struct graph_paper_scene *scene = &sheet->scene;
    double box[4] = {0}, other[4];
    struct box live = {0, 0, 0, 0};
    if (scene->turn &&
        paper_turn_box(&sheet->view, graph_paper_track(session_setup(scene->session)), scene->turn,
                       box))
        live = sheet_box(box);
    if (scene->turn && paper_car_box(&sheet->view, scene->session, session_race(scene->session),
                                     scene->mover, other))
        live = box_join(live, sheet_box(other));
    if (scene->look->running >= 0 &&
        paper_step_box(&sheet->view, scene->session, scene->look->running, other))
        live = box_join(live, sheet_box(other));
    return live;
}

/* --- what is written -------------------------------------------------------------------------- */

static bool holds_road(const void *track, double x, double y)
{
    struct point fine = {(int)lround(x * FINE), (int)lround(y * FINE)};
    return area_place_fine(((const struct track *)track)->surface, fine) != PLACE_OUTSIDE;
}

static void write_labels(struct graph_paper_sheet *sheet)
{
    const struct graph_paper_scene *scene = &sheet->scene;
    const struct track *track = graph_paper_track(session_setup(scene->session));
    const struct paper_view *view = &sheet->view;
    const struct paper_theme *theme = sheet->theme;
    struct box corner = scene->look->sheet_box, whole = sheet_whole(sheet->sheet);
    double scale = view->scale, gap = LABEL_GAP * scale;
    struct labels *labels = &sheet->labels;
    labels_end(labels);
    *labels =
        labels_begin((struct label_box){gap, gap, whole.w - 2 * gap, whole.h - 2 * gap}, scale);
    for (int i = 0; i < VIEW_COVERS; i++) {
        struct box over = scene->look->covered[i];
        if (over.w > 0)
            labels_keep_off(labels,
                            (struct label_box){over.x - corner.x - gap, over.y - corner.y - gap,
                                               over.w + 2 * gap, over.h + 2 * gap});
    }
    features_keep_off(labels, view, track);
    cars_keep_off(labels, view, scene->session, session_race_after(scene->session, sheet->steps));
    if (scene->turn) {
        paper_keep_off_turn(labels, view, track, scene->turn);
        paper_label_turn(labels, view, track, scene->turn, theme);
    }
    sheet->first_labels[LIVE_TURN + 1] = labels->count;
    struct dotted_line line = best_line(sheet);
    dotted_label(labels, view, &line, theme);
    sheet->first_labels[LIVE_LINE + 1] = labels->count;
    paper_label_guide(labels, view, track, scene->guide, theme);
    sheet->first_labels[LIVE_GUIDE + 1] = labels->count;
    labels->road = (struct label_road){holds_road, track, whole.h / 2};
    sheet->first_labels[LIVE_LEFT_NUMBERS + 1] =
        paper_label_numbers(labels, view, track_size(track), false, theme);
    sheet->first_labels[LIVE_LOWER_NUMBERS + 1] = labels->count;
}

/* --- what is live ----------------------------------------------------------------------------- */

/* What lies in the box, and the labels that are its own. */
static void set_live(struct graph_paper_sheet *sheet, int index, uint64_t key, struct box box)
{
    sheet_set_labels(sheet->sheet, index, key, box, &sheet->labels, sheet->first_labels[index],
                     sheet->first_labels[index + 1]);
}

/* The best line may go all over the sheet, and does not change with the pointer. */
static void follow_live(struct graph_paper_sheet *sheet, bool moved)
{
    const struct graph_paper_scene *scene = &sheet->scene;
    uint64_t live = hash_live(scene), line = 0, written = live;
    double drawn[4];
    struct box line_box = {0, 0, 0, 0};
    if (scene->turn && scene->turn->hints) {
        line = scene->line_key;
        struct dotted_line dotted = best_line(sheet);
        if (dotted_box(&sheet->view, &dotted, drawn))
            line_box = sheet_box(drawn);
    }
    written = hash_number(hash_number(written, (int64_t)line), (int64_t)sheet->places);
    written = hash_number(written, sheet->steps);
    written = hash_bytes(written, scene->look->covered, sizeof scene->look->covered);
    if (moved || written != sheet->written)
        write_labels(sheet);
    sheet->written = written;
    const struct view_look *look = scene->look;
    live = hash_number(live, (int64_t)(1000 * (look->running >= 0 ? look->progress : 0)));
    live = hash_number(live, (int64_t)(1000 * look->motion->grown));
    set_live(sheet, LIVE_TURN, live, live_box(sheet));
    set_live(sheet, LIVE_LINE, line, line_box);
    for (int index = LIVE_GUIDE; index <= LIVE_LOWER_NUMBERS; index++)
        set_live(sheet, index, HASH_START, (struct box){0});
}

void graph_paper_sheet_draw(struct graph_paper_sheet *sheet, struct canvas *canvas,
                            const struct graph_paper_scene *scene)
{
    const struct view_look *look = scene->look;
    struct box box = look->sheet_box;
    if (canvas_is_muted(canvas) || box.w == 0 || box.h == 0)
        return;
    sheet->scene = *scene;
    bool moved = follow_view(sheet, canvas);
    sheet_set_ghost(sheet->sheet, &look->ghost);
    follow_steps(sheet, scene->look->steps);
    follow_lifted(sheet); /* in the steps that there are now: an undo may have taken some back */
    /* Another car's turn: its next checkpoint is mended, and where it may start or come back is
     * rare enough for a new picture. */
    const struct paper_guide *guide = sheet->scene.guide;
    uint64_t gates = guide->gates ? (uint64_t)(guide->pen * 100000 + guide->passed + 1) : 0;
    uint64_t places = HASH_START;
    if (guide->starts)
        places = guide->starts_mark;
    for (int i = 0; i < guide->limit_count; i++) {
        places = hash_number(places, (int64_t)(guide->limit[i].x * 4096));
        places = hash_number(places, (int64_t)(guide->limit[i].y * 4096));
    }
    if (guide->starts || guide->limit_count > 0)
        places = hash_number(places, guide->pen);
    if (places != sheet->places)
        sheet_repaint(sheet->sheet);
    else if (gates != sheet->gates)
        mend_gates(sheet);
    sheet->places = places;
    sheet->gates = gates;
    follow_live(sheet, moved);
    follow_motion(sheet);
    keep_frames(sheet);
    sheet_draw(sheet->sheet, canvas, box.x, box.y);
}

const struct labels *graph_paper_sheet_labels(const struct graph_paper_sheet *sheet)
{
    return &sheet->labels;
}
