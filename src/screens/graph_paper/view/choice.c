/* The line behind which a car may come back. Every pair of neighbouring grid points of which one
 * lies behind it and one ahead has a crossing; two crossings of a square of the grid make a piece
 * of the line, and pieces are joined to whole strokes, so that their dashes are even.
 */

#include "base/memory.h"
#include "base/number.h"
#include "paper/graph_paper/ink.h"
#include "paper/labels.h"
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
    return x <= choice->step + choice->has_uses && y <= choice->step + choice->has_uses;
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
    struct refused_list *refused = &choice->refused;
    refused->count = 0;
    for (int i = 0; i < choice->barred.count; i++) {
        if (!choice->nitros_shown && !is_within_reach(choice, choice->barred.items[i].to))
            continue;
        list_add(refused, choice->barred.items[i]);
    }
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
    choice->step = graph_paper_step(setup);
    choice->has_uses = choice->step == 1 && car->good_brakes + car->turbo_boosts > 0;
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

void choice_refresh(struct choice *choice, const struct session *session)
{
    const struct race *race = session_race(session);
    choice_leave(choice, session);
    if (choice->car == 0)
        return;
    const struct car *car = graph_paper_car(race, choice->car);
    if (car->status == CAR_WAITING) {
        /* An arena may have millions of them: what each picture needs is found here, once. */
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
