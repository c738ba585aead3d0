/* See horizon.h. */
#include "drivers/graph_paper/levels/horizon.h"

#include "base/memory.h"
#include "drivers/graph_paper/solver/distance.h"

#include <stdlib.h>

enum { BRAKING_MOVES = 200 };

struct line_end {
    struct car car;
    int candidate;
    int64_t way;
};

struct end_list {
    struct line_end *items;
    int count;
    int capacity;
};

struct looking {
    const struct turn_to_drive *turn;
    int fastest;
    struct end_list now, next;
    int64_t *judged;
};

static int64_t way_of(const struct looking *looking, const struct car *car)
{
    int64_t way = knowledge_way(looking->turn->knowledge, car);
    return way < 0 ? HORIZON_WALL / 2 : way + distance_of_missed(car->missed_turns);
}

static int slower(int speed)
{
    return speed - (speed > 0) + (speed < 0);
}

static bool is_too_fast(const struct looking *looking, const struct car *car)
{
    return looking->fastest > 0 &&
           (abs(car->velocity.x) > looking->fastest || abs(car->velocity.y) > looking->fastest);
}

/* By braking straight on, one axis at a time where the rules allow no more. */
static bool can_stop(const struct looking *looking, const struct car *from)
{
    const struct race *race = looking->turn->race;
    struct car car = *from;
    struct move price;
    car.nitros = car.good_brakes = car.turbo_boosts = 0;
    for (int i = 0; i < BRAKING_MOVES; i++) {
        struct point way = point_add(car.velocity, car.shift);
        if (car.status != CAR_RACING || (way.x == 0 && way.y == 0))
            return true;
        struct point slow = {slower(way.x), slower(way.y)};
        enum outcome outcome;
        if (!graph_paper_pays(race, &car, point_subtract(slow, way), &price))
            slow = abs(way.x) > abs(way.y) ? (struct point){slow.x, way.y}
                                           : (struct point){way.x, slow.y};
        if (!graph_paper_pays(race, &car, point_subtract(slow, way), &price))
            slow = way;
        if (!graph_paper_drive_alone(race, &car, point_add(car.at, slow), &outcome) ||
            outcome == OUTCOME_OFF_TRACK)
            return false;
    }
    return false;
}

static void judge(const struct looking *looking, int candidate, int64_t value)
{
    if (value < looking->judged[candidate])
        looking->judged[candidate] = value;
}

static void add_place(struct looking *looking, const struct car *car, int candidate)
{
    struct end_list *list = &looking->next;
    list->items = array_grow(list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = (struct line_end){*car, candidate, way_of(looking, car)};
}

static void drive_on(struct looking *looking, const struct line_end *end, int depth)
{
    const struct race *race = looking->turn->race;
    struct point way = point_add(end->car.velocity, end->car.shift);
    struct point a;
    for (a.y = -1; a.y <= 1; a.y++) {
        for (a.x = -1; a.x <= 1; a.x++) {
            struct car car = end->car;
            struct move price;
            enum outcome outcome;
            struct point to = point_add(point_add(car.at, way), a);
            if (!graph_paper_pays(race, &car, a, &price) ||
                !graph_paper_drive_alone(race, &car, to, &outcome) || outcome == OUTCOME_OFF_TRACK)
                continue;
            if (car.status == CAR_FINISHED)
                judge(looking, end->candidate, HORIZON_FINISH + depth);
            else if (!is_too_fast(looking, &car) && can_stop(looking, &car))
                add_place(looking, &car, end->candidate);
        }
    }
}

/* Nearest first; among equals the faster one has done nothing better than the slower one, so the
 * order of what was found is kept by every machine. */
static int compare_places(const void *first, const void *second)
{
    const struct line_end *a = first;
    const struct line_end *b = second;
    if (a->way != b->way)
        return a->way < b->way ? -1 : 1;
    int differences[] = {a->car.at.y - b->car.at.y,
                         a->car.at.x - b->car.at.x,
                         a->car.velocity.y - b->car.velocity.y,
                         a->car.velocity.x - b->car.velocity.x,
                         a->car.shift.y - b->car.shift.y,
                         a->car.shift.x - b->car.shift.x,
                         a->candidate - b->candidate};
    for (size_t i = 0; i < sizeof differences / sizeof *differences; i++)
        if (differences[i] != 0)
            return differences[i];
    return 0;
}

static bool same_state(const struct line_end *a, const struct line_end *b)
{
    return a->way == b->way && point_equal(a->car.at, b->car.at) &&
           point_equal(a->car.velocity, b->car.velocity) &&
           point_equal(a->car.shift, b->car.shift) && a->candidate == b->candidate;
}

static void keep_nearest(struct end_list *list, int width)
{
    int kept = 0;
    if (list->count > 0)
        qsort(list->items, (size_t)list->count, sizeof *list->items, compare_places);
    for (int i = 0; i < list->count && kept < width; i++)
        if (kept == 0 || !same_state(&list->items[kept - 1], &list->items[i]))
            list->items[kept++] = list->items[i];
    list->count = kept;
}

/* The first step: what the candidates themselves lead to. */
static void begin(struct looking *looking, const struct candidate_list *list)
{
    for (int i = 0; i < list->count; i++) {
        struct car car =
            candidate_after(looking->turn->knowledge, looking->turn->race, &list->items[i]);
        looking->judged[i] = 2 * HORIZON_WALL;
        car.nitros = car.good_brakes = car.turbo_boosts = 0;
        if (car.status == CAR_FINISHED)
            judge(looking, i, HORIZON_FINISH);
        else if (car.status == CAR_RACING && can_stop(looking, &car))
            add_place(looking, &car, i);
    }
}

static bool is_cancelled(const struct turn_to_drive *turn)
{
    return turn->cancelled && atomic_load(turn->cancelled);
}

/* A line that ends before the others has ended in a wall: what is judged in the end counts. */
bool horizon_judge(const struct turn_to_drive *turn, struct horizon horizon,
                   const struct candidate_list *list, int64_t *judged)
{
    struct looking looking = {.turn = turn, .fastest = horizon.fastest, .judged = judged};
    begin(&looking, list);
    for (int depth = 1; depth <= horizon.moves && !is_cancelled(turn); depth++) {
        struct end_list behind = looking.now;
        looking.now = looking.next;
        looking.next = behind;
        looking.next.count = 0;
        keep_nearest(&looking.now, depth == 1 ? looking.now.count : horizon.width);
        for (int i = 0; i < looking.now.count; i++)
            drive_on(&looking, &looking.now.items[i], depth);
    }
    for (int i = 0; i < looking.next.count; i++)
        judge(&looking, looking.next.items[i].candidate, looking.next.items[i].way);
    free(looking.now.items);
    free(looking.next.items);
    return !is_cancelled(turn);
}
