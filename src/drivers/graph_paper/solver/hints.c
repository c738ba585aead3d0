/* See hints.h. Every move is driven by the rules; the knowledge only says how far it is from there.
 */
#include "drivers/graph_paper/solver/hints.h"

#include "base/memory.h"

#include <limits.h>
#include <stdlib.h>

enum { BRAKING_MOVES_MOST = 200, LINE_MOVES_MOST = 250, DOOM_MOVES_MOST = 150000 };

struct finder {
    const struct knowledge *knowledge;
    const struct race *race;
    const atomic_bool *cancelled;
    struct hints *hints;
};

static bool is_cancelled(const struct finder *finder)
{
    return finder->cancelled && atomic_load(finder->cancelled);
}

void hints_free(struct hints *hints)
{
    if (!hints)
        return;
    for (int i = 0; i < hints->count; i++) {
        free(hints->items[i].braking.points);
        free(hints->items[i].doomed_after);
    }
    free(hints->items);
    free(hints->line.points);
    free(hints);
}

const struct hint *hints_at(const struct hints *hints, struct point to)
{
    for (int i = 0; i < hints->count; i++)
        if (point_equal(hints->items[i].to, to))
            return &hints->items[i];
    return NULL;
}

/* --- driving ---------------------------------------------------------------------------------- */

/* One of the ways on from a car. */
struct step {
    struct point acceleration;
    struct move price;
};

static struct point way_of(const struct car *car)
{
    return point_add(car->velocity, car->shift);
}

static struct point end_of(const struct car *car, const struct step *step)
{
    return point_add(point_add(car->at, way_of(car)), step->acceleration);
}

static int length_of(struct point vector)
{
    return vector.x * vector.x + vector.y * vector.y;
}

static int cost_of(const struct step *step)
{
    return step->price.nitros + step->price.good_brakes + step->price.turbo_boosts;
}

/* The car pays and drives. False if that leaves the track; then it is where it was. */
static bool make_step(const struct race *race, struct car *car, const struct step *step)
{
    struct car then = *car;
    enum outcome outcome;
    then.nitros -= step->price.nitros;
    then.good_brakes -= step->price.good_brakes;
    then.turbo_boosts -= step->price.turbo_boosts;
    if (!graph_paper_drive_alone(race, &then, end_of(car, step), &outcome) ||
        outcome == OUTCOME_OFF_TRACK)
        return false;
    *car = then;
    return true;
}

/* How much a step is worth: the least is taken, INT_MAX is no choice at all. */
typedef int (*step_worth)(const void *context, const struct car *car, const struct step *step);

/* By y, then x, where several are worth the same. False if there is none. */
static bool choose_step(const struct race *race, const struct car *car, step_worth worth,
                        const void *context, struct step *chosen)
{
    int reach = 1 + (car->nitros > 1 ? car->nitros : 1), least = INT_MAX;
    struct step step;
    for (step.acceleration.y = -reach; step.acceleration.y <= reach; step.acceleration.y++)
        for (step.acceleration.x = -reach; step.acceleration.x <= reach; step.acceleration.x++) {
            if (!graph_paper_pays(race, car, step.acceleration, &step.price))
                continue;
            int value = worth(context, car, &step);
            if (value < least) {
                least = value;
                *chosen = step;
            }
        }
    return least < INT_MAX;
}

static void add_point(struct hint_way *way, int *capacity, struct point at)
{
    way->points = array_grow(way->points, way->count, capacity, sizeof *way->points);
    way->points[way->count++] = at;
}

/* --- braking ---------------------------------------------------------------------------------- */

struct brakes {
    const struct race *race;
    bool with_extras;
};

/* Some moves cannot be chosen at all (4.4). */
static int slowness(const void *context, const struct car *car, const struct step *step)
{
    const struct brakes *brakes = context;
    struct car then = *car;
    enum outcome outcome;
    if ((cost_of(step) > 0 && !brakes->with_extras) ||
        !graph_paper_drive_alone(brakes->race, &then, end_of(car, step), &outcome))
        return INT_MAX;
    return length_of(point_add(way_of(car), step->acceleration));
}

static bool stands(const struct car *car)
{
    return car->velocity.x == 0 && car->velocity.y == 0 && car->shift.x == 0 && car->shift.y == 0;
}

/* The end of a way that goes no further: the move to this point leaves the track. */
static void leave_track(struct hint_way *way, const struct race *race, const struct car *car,
                        struct point to)
{
    way->end = WAY_LEAVES;
    if (!graph_paper_find_exit(race, car, to, &way->exit))
        way->exit = exact_from_grid(car->at);
}

static struct hint_way brake(const struct race *race, struct car car, bool with_extras)
{
    const struct brakes brakes = {race, with_extras};
    struct hint_way way = {.end = WAY_STOPS};
    struct step step;
    int capacity = 0;
    add_point(&way, &capacity, car.at);
    while (!stands(&car) && car.status == CAR_RACING && way.end != WAY_LEAVES &&
           way.rounds++ < BRAKING_MOVES_MOST) {
        bool can_choose = choose_step(race, &car, slowness, &brakes, &step);
        struct point to = can_choose ? end_of(&car, &step) : car.at;
        add_point(&way, &capacity, to);
        if (!can_choose || !make_step(race, &car, &step))
            leave_track(&way, race, &car, to);
    }
    if (way.end != WAY_LEAVES)
        way.end = car.status == CAR_FINISHED ? WAY_FINISHES
                  : stands(&car)             ? WAY_STOPS
                                             : WAY_GOES_ON;
    return way;
}

static bool has_extras(const struct car *car)
{
    return car->nitros + car->good_brakes + car->turbo_boosts > 0;
}

static struct hint_way find_braking(const struct race *race, const struct car *car)
{
    struct hint_way way = brake(race, *car, false);
    if (way.end != WAY_LEAVES || !has_extras(car))
        return way;
    struct hint_way other = brake(race, *car, true);
    bool better = other.end != WAY_LEAVES;
    free(better ? way.points : other.points);
    return better ? other : way;
}

/* --- the best line ---------------------------------------------------------------------------- */

/* Cheap ones first, then those that change little: the line is easier to read. */
static int detour(const void *context, const struct car *car, const struct step *step)
{
    const struct knowledge *knowledge = context;
    int rounds = knowledge_remaining_by(knowledge, car, end_of(car, step));
    if (rounds < 0)
        return INT_MAX;
    return rounds * 20000 + cost_of(step) * 300 + length_of(step->acceleration);
}

/* 1 is open first. */
static int count_laps(const struct race *race, const struct car *car)
{
    const struct setup *setup = graph_paper_setup(race);
    bool by_checkpoints = setup->values[FIELD_CHECKPOINTS] == SWITCH_ON &&
                          graph_paper_track(setup)->checkpoint_count > 0;
    return by_checkpoints ? car->laps_opened : car->crossings;
}

/* Adds the step, which stays on the track, with the turns that are missed after it. */
static void drive_on(const struct finder *finder, struct car *car, const struct step *step,
                     struct hint_way *line, int *capacity)
{
    int laps = count_laps(finder->race, car);
    car->missed_turns = 0;
    add_point(line, capacity, end_of(car, step));
    make_step(finder->race, car, step);
    line->rounds += 1 + car->missed_turns;
    bool lap = laps > 0 && count_laps(finder->race, car) > laps;
    line->end = car->status == CAR_FINISHED ? WAY_FINISHES : lap ? WAY_LAP : WAY_GOES_ON;
}

/* Behind what is there already. */
static void follow_line(const struct finder *finder, struct car car, struct hint_way *line,
                        int capacity)
{
    struct step step;
    while (line->end == WAY_GOES_ON && line->count <= LINE_MOVES_MOST &&
           choose_step(finder->race, &car, detour, finder->knowledge, &step))
        drive_on(finder, &car, &step, line, &capacity);
}

/* From the car by its best move among those that the race lets it choose. */
static void find_line_by_move(struct finder *finder, const struct car *car,
                              const struct move_list *moves)
{
    struct hints *hints = finder->hints;
    const struct move *best = NULL;
    int least = INT_MAX, capacity = 0;
    for (int i = 0; i < moves->count; i++) {
        const struct move *move = &moves->items[i];
        struct step step = {move->acceleration, *move};
        int worth = cost_of(&step) * 300 + length_of(step.acceleration);
        if (hints->best < 0 || hints->items[i].rounds != hints->best || worth >= least)
            continue;
        best = move;
        least = worth;
    }
    if (!best)
        return;
    struct step step = {best->acceleration, *best};
    struct car then = *car;
    add_point(&hints->line, &capacity, car->at);
    drive_on(finder, &then, &step, &hints->line, &capacity);
    follow_line(finder, then, &hints->line, capacity);
}

/* --- what is asked about ---------------------------------------------------------------------- */

static void note_rounds(struct hints *hints, struct hint *hint, int rounds)
{
    hint->rounds = rounds >= 0 ? rounds : HINT_NO_ROUNDS;
    if (hint->rounds >= 0 && (hints->best < 0 || hint->rounds < hints->best))
        hints->best = hint->rounds;
}

static void find_starts(struct finder *finder)
{
    struct hints *hints = finder->hints;
    struct point_list starts = {0};
    int capacity = 0;
    /* Nothing to tell of any point: not of one in millions of a large arena either. */
    if (knowledge_rounds(finder->knowledge) == KNOWLEDGE_UNKNOWN)
        return;
    graph_paper_starts(finder->race, &starts);
    hints->count = starts.count;
    hints->items = memory_allocate((size_t)starts.count, sizeof *hints->items);
    for (int i = 0; i < starts.count && !is_cancelled(finder); i++) {
        hints->items[i].to = starts.items[i];
        note_rounds(hints, &hints->items[i],
                    knowledge_rounds_from(finder->knowledge, starts.items[i]));
    }
    for (int i = 0; i < starts.count && hints->best >= 0; i++) {
        if (hints->items[i].rounds != hints->best)
            continue;
        add_point(&hints->line, &capacity, starts.items[i]);
        hints->line.end = WAY_GOES_ON;
        follow_line(finder, graph_paper_placed(finder->race, starts.items[i]), &hints->line,
                    capacity);
        break;
    }
    free(starts.items);
}

static void look_behind(struct finder *finder, struct doom_asker *asker, const struct car *car,
                        struct hint *hint)
{
    int capacity = 0;
    struct step step;
    for (step.acceleration.y = -1; step.acceleration.y <= 1; step.acceleration.y++)
        for (step.acceleration.x = -1; step.acceleration.x <= 1; step.acceleration.x++) {
            struct car then = *car;
            if (!graph_paper_pays(finder->race, car, step.acceleration, &step.price) ||
                cost_of(&step) > 0 || !make_step(finder->race, &then, &step) ||
                doom_ask(asker, &then) != DOOM_CERTAIN)
                continue;
            hint->doomed_after = array_grow(hint->doomed_after, hint->doomed_after_count, &capacity,
                                            sizeof *hint->doomed_after);
            hint->doomed_after[hint->doomed_after_count++] = end_of(car, &step);
        }
}

/* A knowledge that takes the car for one with fewer extras may not see the way out that one of them
 * opens: the rounds by way of the next moves. */
static int look_further(const struct finder *finder, const struct car *car)
{
    int reach = 1 + (car->nitros > 1 ? car->nitros : 1), least = HINT_NO_ROUNDS;
    struct step step;
    for (step.acceleration.y = -reach; step.acceleration.y <= reach; step.acceleration.y++)
        for (step.acceleration.x = -reach; step.acceleration.x <= reach; step.acceleration.x++) {
            struct car then = *car;
            if (!graph_paper_pays(finder->race, car, step.acceleration, &step.price) ||
                !make_step(finder->race, &then, &step) || then.status != CAR_RACING)
                continue;
            int rounds = knowledge_remaining(finder->knowledge, &then);
            if (rounds >= 0 && (least < 0 || rounds + 1 < least))
                least = rounds + 1;
        }
    return least;
}

/* A move that meets another car ends otherwise than it would alone, one off the track or over the
 * finish has no way on. */
static void look_at_move(struct finder *finder, struct doom_asker *asker, const struct car *car,
                         const struct move *move, struct hint *hint)
{
    struct step step = {move->acceleration, *move};
    struct car then = *car;
    *hint = (struct hint){.to = move->to, .rounds = HINT_NO_ROUNDS};
    if (move->outcome == OUTCOME_FINISH)
        note_rounds(finder->hints, hint, 0);
    if (move->outcome == OUTCOME_FINISH || move->outcome == OUTCOME_OFF_TRACK ||
        move->outcome == OUTCOME_COLLISION || !make_step(finder->race, &then, &step) ||
        then.status != CAR_RACING)
        return;
    int rounds = knowledge_remaining(finder->knowledge, &then);
    enum doom doom = doom_ask(asker, &then);
    note_rounds(finder->hints, hint,
                rounds < 0 && doom == DOOM_SAFE ? look_further(finder, &then) : rounds);
    hint->doomed = doom == DOOM_CERTAIN;
    hint->braking = find_braking(finder->race, &then);
    look_behind(finder, asker, &then, hint);
}

static void find_moves(struct finder *finder, const struct point *start)
{
    struct hints *hints = finder->hints;
    struct move_list moves = {0};
    int number = race_next_car(finder->race);
    struct car car =
        start ? graph_paper_placed(finder->race, *start) : *graph_paper_car(finder->race, number);
    struct doom_asker *asker =
        doom_asker_create(finder->knowledge, finder->race, DOOM_MOVES_MOST, finder->cancelled);
    graph_paper_moves(finder->race, start, &moves);
    hints->count = moves.count;
    hints->items = memory_allocate((size_t)moves.count, sizeof *hints->items);
    for (int i = 0; i < moves.count && !is_cancelled(finder); i++)
        look_at_move(finder, asker, &car, &moves.items[i], &hints->items[i]);
    if (!is_cancelled(finder))
        find_line_by_move(finder, &car, &moves);
    doom_asker_free(asker);
    graph_paper_free_moves(&moves);
}

struct hints *hints_find(const struct knowledge *knowledge, const struct race *race,
                         const struct point *start, const atomic_bool *cancelled)
{
    struct hints *hints = memory_allocate(1, sizeof *hints);
    struct finder finder = {knowledge, race, cancelled, hints};
    int number = race_next_car(race);
    hints->best = HINT_NO_ROUNDS;
    if (!start && graph_paper_car(race, number)->status == CAR_WAITING)
        find_starts(&finder);
    else
        find_moves(&finder, start);
    if (!is_cancelled(&finder))
        return hints;
    hints_free(hints);
    return NULL;
}
