/* What has been done, read from the steps of the session; and the shortest way to a goal, by a
 * breadth-first search over positions and velocities. What a move leads to is asked of the rules;
 * among ways of the same length the one that accelerates least is found first.
 */
#include "screens/graph_paper/tutorial/coach.h"

#include "base/memory.h"
#include "rules/graph_paper/graph_paper.h"

#include <limits.h>
#include <stdlib.h>

static int longer_part(struct point vector)
{
    return abs(vector.x) > abs(vector.y) ? abs(vector.x) : abs(vector.y);
}

static bool area_holds(const struct coach_area *area, struct point at)
{
    return at.x >= area->left && at.x <= area->right && at.y >= area->bottom && at.y <= area->top;
}

static bool is_players(const struct session *session, int car, int player)
{
    return car > 0 && graph_paper_car(session_race(session), car)->player == player;
}

/* Of the player's events of a type, with a number of at least this (nitros of a move), the last one
 * behind `since`, with its step. */
static const struct graph_paper_event *
find_last(const struct coach_sight *sight, enum graph_paper_event_type type, int least, int *step)
{
    for (int i = session_step_count(sight->session) - 1; i >= sight->since; i--) {
        struct step done = session_step(sight->session, i);
        for (int k = done.event_count - 1; k >= 0; k--) {
            const struct graph_paper_event *event = graph_paper_event(&done.events[k]);
            if (event->type == type && event->number >= least &&
                is_players(sight->session, event->car, sight->player)) {
                *step = i;
                return event;
            }
        }
    }
    return NULL;
}

static bool arrived(const struct coach_goal *goal, const struct coach_sight *sight)
{
    int step;
    const struct graph_paper_event *moved = find_last(sight, EVENT_MOVED, INT_MIN, &step);
    if (!moved)
        return false;
    const struct car *car = graph_paper_car(session_race(sight->session), moved->car);
    return car->status == CAR_RACING && !moved->second && area_holds(&goal->area, car->at) &&
           longer_part(car->velocity) >= goal->speed;
}

static bool went_on_steadily(const struct coach_sight *sight)
{
    int step;
    const struct graph_paper_event *moved = find_last(sight, EVENT_MOVED, INT_MIN, &step);
    if (!moved || moved->second)
        return false;
    const struct race *before = session_race_after(sight->session, step);
    return longer_part(moved->velocity) > 0 &&
           point_equal(graph_paper_car(before, moved->car)->velocity, moved->velocity);
}

bool coach_reached(const struct coach_goal *goal, const struct coach_sight *sight)
{
    static const enum graph_paper_event_type events[] = {
        [COACH_START] = EVENT_STARTED,      [COACH_MOVE] = EVENT_MOVED,
        [COACH_NITRO] = EVENT_MOVED,        [COACH_SLICK] = EVENT_SLICK,
        [COACH_COLLISION] = EVENT_COLLIDED, [COACH_CRASH] = EVENT_LEFT_TRACK,
        [COACH_FLAG] = EVENT_FINISHED};
    int step, least = goal->kind == COACH_NITRO ? 1 : INT_MIN;
    switch (goal->kind) {
    case COACH_NOTHING:
        return false;
    case COACH_ARRIVE:
        return arrived(goal, sight);
    case COACH_STEADY:
        return went_on_steadily(sight);
    case COACH_VECTORS:
        return sight->vectors;
    default:
        return (goal->kind == COACH_START && sight->half_chosen) ||
               find_last(sight, events[goal->kind], least, &step) != NULL;
    }
}

int coach_last_speed(const struct session *session, int player)
{
    struct coach_sight sight = {.session = session, .player = player};
    int step;
    const struct graph_paper_event *moved = find_last(&sight, EVENT_MOVED, INT_MIN, &step);
    return moved ? longer_part(moved->velocity) : 0;
}

/* --- the search ------------------------------------------------------------------------------- */

enum { FASTEST = 7, VELOCITIES = 2 * FASTEST + 1, SEARCH_LIMIT = 12000 }; /* positions */

struct stand {
    struct point at, velocity;
    struct point first; /* the move that the way to here begins with */
};

struct search {
    const struct coach_goal *goal;
    const struct race *race;
    int car;
    int columns, rows; /* of grid points */
    bool *seen;
    struct stand *places; /* in the order in which they were found */
    int count, capacity;
    struct move_list moves;
    struct point found;
};

static bool *seen_at(const struct search *search, struct point at, struct point velocity)
{
    if (longer_part(velocity) > FASTEST || at.x < 0 || at.y < 0 || at.x >= search->columns ||
        at.y >= search->rows)
        return NULL;
    int place = at.y * search->columns + at.x;
    int speed = (velocity.y + FASTEST) * VELOCITIES + velocity.x + FASTEST;
    return &search->seen[place * VELOCITIES * VELOCITIES + speed];
}

static bool fulfils(const struct search *search, const struct move *move, struct point velocity)
{
    const struct coach_goal *goal = search->goal;
    bool clear = move->outcome == OUTCOME_CLEAR;
    switch (goal->kind) {
    case COACH_MOVE:
        return clear;
    case COACH_STEADY:
        return clear && longer_part(velocity) > 0 && longer_part(move->acceleration) == 0;
    case COACH_SLICK:
        return move->outcome == OUTCOME_SLICK;
    case COACH_COLLISION:
        return move->outcome == OUTCOME_COLLISION;
    case COACH_CRASH:
        return move->outcome == OUTCOME_OFF_TRACK;
    case COACH_FLAG:
        return move->outcome == OUTCOME_FINISH;
    default: /* COACH_ARRIVE, and where a nitro leads to */
        return clear && area_holds(&goal->area, move->to) && longer_part(velocity) >= goal->speed;
    }
}

static void note_place(struct search *search, struct stand place)
{
    bool *seen = seen_at(search, place.at, place.velocity);
    if (!seen || *seen)
        return;
    *seen = true;
    array_add(search->places, search->count, search->capacity, place);
}

static int compare_effort(const void *a, const void *b)
{
    const struct move *one = a, *other = b;
    struct point p = one->acceleration, q = other->acceleration;
    int difference = p.x * p.x + p.y * p.y - q.x * q.x - q.y * q.y;
    if (difference != 0)
        return difference;
    return p.y != q.y ? p.y - q.y : p.x - q.x;
}

/* True if one of the moves fulfils the goal; the clear ones are looked at later. */
static bool look_at_moves(struct search *search, const struct point *first, bool nitro)
{
    qsort(search->moves.items, (size_t)search->moves.count, sizeof *search->moves.items,
          compare_effort);
    for (int i = 0; i < search->moves.count; i++) {
        const struct move *move = &search->moves.items[i];
        if ((move->nitros > 0) != nitro)
            continue;
        struct point velocity = point_subtract(move->to, move->from);
        struct stand place = {move->to, velocity, first ? *first : move->to};
        search->found = place.first;
        if (fulfils(search, move, velocity))
            return true;
        if (move->outcome == OUTCOME_CLEAR)
            note_place(search, place);
    }
    return false;
}

static bool run(struct search *search, const struct point *start)
{
    graph_paper_moves(search->race, start, &search->moves);
    if (look_at_moves(search, NULL, search->goal->kind == COACH_NITRO))
        return true;
    for (int i = 0; i < search->count && i < SEARCH_LIMIT; i++) {
        struct stand place = search->places[i];
        graph_paper_preview(search->race, search->car, place.at, place.velocity, &search->moves);
        if (look_at_moves(search, &place.first, false))
            return true;
    }
    return false;
}

static bool search_way(const struct coach_goal *goal, const struct race *race,
                       const struct point *start, struct point *first)
{
    const struct track *track = graph_paper_track(graph_paper_setup(race));
    struct search search = {.goal = goal, .race = race};
    search.car = race_next_car(race);
    search.columns = track->width + 1;
    search.rows = track->height + 1;
    size_t places = (size_t)search.columns * (size_t)search.rows;
    search.seen = memory_allocate(places, VELOCITIES * VELOCITIES * sizeof *search.seen);
    bool found = run(&search, start);
    *first = search.found;
    free(search.seen);
    free(search.places);
    graph_paper_free_moves(&search.moves);
    return found;
}

/* The one in the middle has the most room to either side. */
static bool suggest_start(const struct race *race, struct point *click)
{
    struct start_runs starts = {0};
    graph_paper_start_runs(race, &starts);
    bool found = starts.points > 0;
    if (found)
        *click = graph_paper_start(&starts, starts.points / 2);
    graph_paper_free_runs(&starts);
    return found;
}

bool coach_suggest(const struct coach_goal *goal, const struct coach_sight *sight,
                   struct point *click)
{
    const struct race *race = session_race(sight->session);
    int car = race_next_car(race);
    if (goal->kind == COACH_NOTHING || goal->kind == COACH_VECTORS ||
        !is_players(sight->session, car, sight->player))
        return false;
    bool waiting = graph_paper_car(race, car)->status == CAR_WAITING;
    if (waiting && !sight->half_chosen)
        return suggest_start(race, click);
    return goal->kind != COACH_START &&
           search_way(goal, race, waiting ? &sight->start : NULL, click);
}
