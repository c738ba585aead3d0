/* A breadth-first search over positions and velocities. What a move leads to is asked of the rules;
 * among ways of the same length the one that accelerates least is found first. */
#include "screens/graph_paper/tutorial/coach_search.h"

#include "base/memory.h"

#include <stdlib.h>

enum { FASTEST = 7, VELOCITIES = 2 * FASTEST + 1 };

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

static int longer_part(struct point vector)
{
    return abs(vector.x) > abs(vector.y) ? abs(vector.x) : abs(vector.y);
}

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
        return clear && coach_area_holds(&goal->area, move->to) &&
               longer_part(velocity) >= goal->speed;
    }
}

static void note_place(struct search *search, struct stand place)
{
    bool *seen = seen_at(search, place.at, place.velocity);
    if (!seen || *seen)
        return;
    *seen = true;
    search->places =
        array_grow(search->places, search->count, &search->capacity, sizeof *search->places);
    search->places[search->count++] = place;
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
    for (int i = 0; i < search->count && i < COACH_SEARCH_LIMIT; i++) {
        struct stand place = search->places[i];
        graph_paper_preview(search->race, search->car, place.at, place.velocity, &search->moves);
        if (look_at_moves(search, &place.first, false))
            return true;
    }
    return false;
}

bool coach_search(const struct coach_goal *goal, const struct race *race, const struct point *start,
                  struct point *first)
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
