/* See solver.h. What is too much work shows by counting the moves that a search finds; then less
 * is looked at: fewer extras, then fewer laps, and at last distances alone. */

#include "base/memory.h"
#include "base/number.h"
#include "drivers/graph_paper/solver/solver.h"
#include "rules/graph_paper/graph_paper.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct knowledge {
    struct setup setup;
    struct distance *distance;    /* NULL: no finish line */
    struct solver *solver;        /* NULL: nothing is known of rounds */
    struct knowledge_scope scope; /* of the solver */
    struct race *race;            /* as it begins, to ask where cars may start */
    int flying_lap;               /* rounds that a lap costs of which the solver does not know */
    int rounds;
    struct shelf *shelf; /* of knowledge_moves */
};

static const struct knowledge_limits usual_limits = {.moves = 16000000,
                                                     .bytes = (size_t)400 << 20,
                                                     .points = 1100000,
                                                     .planes = 3000,
                                                     .at_once = 1000000,
                                                     .kept = (size_t)32 << 20};

enum {
    EXTRAS_MOST = 10, /* more make each move cost the more */
    STORES_MOST = 64, /* and so do more combinations of them */
    LAPS_MOST = 99,   /* there are no longer races */
    TURBO_FACTOR = 2, /* moves that pass turbo areas are driven one by one */
    BASIC_FACTOR = 4  /* without extras one move costs the less */
};

/* From the whole race down to what is left when nothing else will do. */
static const struct knowledge_scope scopes[] = {
    {EXTRAS_MOST, LAPS_MOST}, {3, LAPS_MOST}, {3, 3}, {2, 3}, {1, 3}, {0, 3}};
static const struct knowledge_scope basic = {0, 1};

/* --- searching -------------------------------------------------------------------------------- */

struct knowledge_attempt {
    const struct knowledge_limits *limits;
    struct budget *budget;
    uint64_t most, moves;
};

static void note_moves(void *data, int rounds, uint64_t moves)
{
    struct knowledge_attempt *attempt = data;
    (void)rounds;
    attempt->moves = moves;
}

static struct knowledge_scope within(struct knowledge_scope scope, const struct setup *setup)
{
    const int *values = setup->values;
    int extras = number_larger(
        values[FIELD_NITROS], number_larger(values[FIELD_GOOD_BRAKES], values[FIELD_TURBO_BOOSTS]));
    int laps = graph_paper_track(setup)->open ? 1 : values[FIELD_LAPS];
    return (struct knowledge_scope){number_smaller(scope.extras, extras),
                                    number_smaller(scope.laps, laps)};
}

static struct setup narrow_setup(const struct setup *setup, struct knowledge_scope scope)
{
    struct setup narrowed = *setup;
    int *values = narrowed.values;
    values[FIELD_NITROS] = number_smaller(values[FIELD_NITROS], scope.extras);
    values[FIELD_GOOD_BRAKES] = number_smaller(values[FIELD_GOOD_BRAKES], scope.extras);
    values[FIELD_TURBO_BOOSTS] = number_smaller(values[FIELD_TURBO_BOOSTS], scope.extras);
    values[FIELD_LAPS] = scope.laps;
    return narrowed;
}

static bool has_turbo(const struct setup *setup)
{
    return setup->values[FIELD_TURBO_AREAS] == SWITCH_ON &&
           graph_paper_track(setup)->turbo_count > 0;
}

/* Combinations of what a car has left. */
static int64_t count_stores(const struct setup *setup)
{
    const int *values = setup->values;
    return (int64_t)(values[FIELD_NITROS] + 1) * (values[FIELD_GOOD_BRAKES] + 1) *
           (values[FIELD_TURBO_BOOSTS] + 1);
}

/* And of how far it is in its race. */
static int64_t count_planes(const struct setup *setup)
{
    const int *values = setup->values;
    int laps = graph_paper_track(setup)->open ? 1 : values[FIELD_LAPS] + 1;
    int stages =
        values[FIELD_CHECKPOINTS] == SWITCH_ON ? graph_paper_track(setup)->checkpoint_count + 1 : 1;
    return count_stores(setup) * laps * stages;
}

static int64_t count_points(const struct setup *setup)
{
    return (int64_t)(graph_paper_track(setup)->width + 1) * (graph_paper_track(setup)->height + 1);
}

static bool is_too_much(const struct setup *setup, const struct knowledge_limits *limits)
{
    return count_stores(setup) > STORES_MOST || count_planes(setup) > limits->planes ||
           count_points(setup) > limits->points;
}

/* NULL if it is too much. */
static struct solver *search(const struct setup *setup, struct knowledge_attempt *attempt)
{
    struct error error;
    const struct knowledge_limits *limits = attempt->limits;
    if (is_too_much(setup, limits) || budget_is_cancelled(attempt->budget))
        return NULL;
    struct budget budget =
        budget_part(attempt->budget, limits->bytes, attempt->most * SOLVER_STEPS);
    struct solver_options options = {.with_extras = true,
                                     .for_questions = true,
                                     .budget = &budget,
                                     .progress = note_moves,
                                     .progress_data = attempt};
    attempt->moves = 0;
    struct solver *solver = solver_create(setup, &options, &error);
    if (solver && !solver_prepare(solver, &error)) {
        solver_free(solver);
        solver = NULL;
    }
    if (!solver)
        budget_return(&budget);
    return solver;
}

static bool try_scope(struct knowledge *knowledge, struct knowledge_scope scope,
                      struct knowledge_attempt *attempt)
{
    struct setup narrowed = narrow_setup(&knowledge->setup, scope);
    struct solver *solver = search(&narrowed, attempt);
    if (!solver)
        return false;
    solver_free(knowledge->solver);
    knowledge->solver = solver;
    knowledge->scope = scope;
    return true;
}

/* What has been found in the search without extras tells how much the others would find; what was
 * too much after all, that the next ones must be far smaller. */
static void widen_scope(struct knowledge *knowledge, uint64_t found,
                        struct knowledge_attempt *attempt)
{
    struct setup narrowed = narrow_setup(&knowledge->setup, knowledge->scope);
    int64_t planes = count_planes(&narrowed);
    int64_t highest = (int64_t)(attempt->most / (found / (uint64_t)planes * 3 / 2 + 1));
    for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++) {
        struct knowledge_scope scope = within(scopes[i], &knowledge->setup);
        struct setup wider = narrow_setup(&knowledge->setup, scope);
        int64_t wanted = count_planes(&wider);
        if (wanted <= planes || wanted > highest || is_too_much(&wider, attempt->limits))
            continue;
        if (try_scope(knowledge, scope, attempt))
            return;
        highest = wanted / 3;
    }
}

/* The most of the race that is not too much. */
static void find_solver(struct knowledge *knowledge, const struct knowledge_limits *limits,
                        struct budget *budget)
{
    struct knowledge_attempt attempt = {.limits = limits, .budget = budget};
    struct knowledge_scope whole = within(scopes[0], &knowledge->setup);
    struct setup narrowed = narrow_setup(&knowledge->setup, whole);
    struct knowledge_scope least = within(basic, &knowledge->setup);
    uint64_t most = limits->moves / (has_turbo(&knowledge->setup) ? TURBO_FACTOR : 1);
    attempt.most = most;
    if (count_planes(&narrowed) * count_points(&narrowed) <= limits->at_once &&
        try_scope(knowledge, whole, &attempt))
        return;
    attempt.most = most * BASIC_FACTOR;
    if (!try_scope(knowledge, least, &attempt))
        return;
    attempt.most = most;
    widen_scope(knowledge, attempt.moves, &attempt);
}

/* --- laps that the search does not know ------------------------------------------------------- */

static bool counts_checkpoints(const struct knowledge *knowledge)
{
    return knowledge->setup.values[FIELD_CHECKPOINTS] == SWITCH_ON &&
           graph_paper_track(&knowledge->setup)->checkpoint_count > 0;
}

/* The car as the search knows it; a car with more laps to go is as far as one with all laps of the
 * search to go, and has so many more before it. */
static struct car narrow(const struct knowledge *knowledge, const struct car *car, int *more_laps)
{
    struct car known = *car;
    int laps = graph_paper_track(&knowledge->setup)->open ? 1 : knowledge->setup.values[FIELD_LAPS];
    int *done = counts_checkpoints(knowledge) ? &known.laps_opened : &known.crossings;
    *more_laps = laps - knowledge->scope.laps;
    if (*more_laps > 0 && *done > 0) {
        int left = laps - *done;
        *more_laps = number_larger(left - (knowledge->scope.laps - 1), 0);
        *done = knowledge->scope.laps - (left - *more_laps);
    }
    return known;
}

static int with_laps(const struct knowledge *knowledge, int rounds, int more_laps)
{
    return rounds < 0 ? KNOWLEDGE_NEVER : rounds + more_laps * knowledge->flying_lap;
}

/* By how much a lap less shortens the way from a start point; where the search knows but one lap,
 * that one. */
static void find_flying_lap(struct knowledge *knowledge)
{
    struct point_list starts = {0};
    graph_paper_starts(knowledge->race, &starts);
    for (int i = 0; i < starts.count && knowledge->flying_lap == 0; i++) {
        struct car car = knowledge_placed(knowledge, starts.items[i]);
        int whole = solver_remaining(knowledge->solver, &car);
        car.crossings++;
        car.laps_opened++;
        car.checkpoint = counts_checkpoints(knowledge)
                             ? graph_paper_track(&knowledge->setup)->checkpoint_count
                             : 0;
        int rest = knowledge->scope.laps > 1 ? solver_remaining(knowledge->solver, &car) : 0;
        if (whole > 0 && rest >= 0)
            knowledge->flying_lap = whole - rest;
    }
    free(starts.items);
}

/* --- moves that are kept ------------------------------------------------------------------------
 *
 * What is on the shelf never changes and stays there, and more is put before it in one step, so
 * threads need not wait for each other; at worst two work the same out. */

enum { SHELF_PLACES = 1 << 14 };

/* All of a car that its moves and their rounds depend on. */
struct shelf_key {
    struct point at, velocity, shift;
    int nitros, good_brakes, turbo_boosts, missed_turns, crossings, laps_opened, checkpoint;
};

struct shelf_entry {
    struct shelf_entry *next;
    struct shelf_key key;
    struct known_moves *moves; /* owned */
};

typedef _Atomic(struct shelf_entry *) shelf_place;

struct shelf {
    atomic_size_t bytes;
    size_t most;
    shelf_place places[SHELF_PLACES];
};

static void shelf_free(struct shelf *shelf)
{
    for (int i = 0; i < SHELF_PLACES; i++) {
        struct shelf_entry *entry = atomic_load(&shelf->places[i]);
        while (entry) {
            struct shelf_entry *next = entry->next;
            free(entry->moves);
            free(entry);
            entry = next;
        }
    }
    free(shelf);
}

static struct shelf_key key_of(const struct car *car)
{
    return (struct shelf_key){
        car->at,           car->velocity,     car->shift,     car->nitros,      car->good_brakes,
        car->turbo_boosts, car->missed_turns, car->crossings, car->laps_opened, car->checkpoint};
}

static size_t place_of(const struct shelf_key *key)
{
    const unsigned *numbers = (const unsigned *)key;
    uint64_t mixed = 0;
    for (size_t i = 0; i < sizeof *key / sizeof *numbers; i++)
        mixed = (mixed ^ numbers[i]) * UINT64_C(0x9E3779B97F4A7C15);
    return mixed >> 32 & (SHELF_PLACES - 1);
}

static const struct known_moves *find_on_shelf(const struct shelf_entry *entry,
                                               const struct shelf_key *key)
{
    while (entry && memcmp(&entry->key, key, sizeof *key) != 0)
        entry = entry->next;
    return entry ? entry->moves : NULL;
}

/* --- making ----------------------------------------------------------------------------------- */

struct knowledge *knowledge_prepare_within(const struct setup *setup,
                                           const struct knowledge_limits *limits,
                                           struct budget *budget)
{
    struct knowledge *knowledge = memory_allocate(1, sizeof *knowledge);
    knowledge->setup = *setup;
    knowledge->setup.players = 1;
    knowledge->setup.last_count = 0;
    knowledge->setup.course = course_retain(setup->course);
    knowledge->race = graph_paper_game.begin(&knowledge->setup);
    knowledge->rounds = KNOWLEDGE_UNKNOWN;
    knowledge->shelf = memory_allocate(1, sizeof *knowledge->shelf);
    knowledge->shelf->most = limits->kept;
    knowledge->scope = (struct knowledge_scope){-1, -1};
    if (graph_paper_track(setup)->has_line)
        knowledge->distance = distance_measure(&knowledge->setup, budget);
    if (setup->values[FIELD_CONTEST] == CONTEST_RACE)
        find_solver(knowledge, limits, budget);
    if (knowledge->solver) {
        find_flying_lap(knowledge);
        struct point_list starts = {0};
        knowledge->rounds = KNOWLEDGE_NEVER;
        graph_paper_starts(knowledge->race, &starts);
        for (int i = 0; i < starts.count; i++) {
            int rounds = knowledge_rounds_from(knowledge, starts.items[i]);
            if (rounds >= 0 && (knowledge->rounds < 0 || rounds < knowledge->rounds))
                knowledge->rounds = rounds;
        }
        free(starts.items);
    }
    if (budget_is_cancelled(budget)) {
        knowledge_release(knowledge);
        return NULL;
    }
    return knowledge;
}

struct knowledge *knowledge_prepare(const struct setup *setup, struct budget *budget)
{
    return knowledge_prepare_within(setup, &usual_limits, budget);
}

void knowledge_release(struct knowledge *knowledge)
{
    if (!knowledge)
        return;
    solver_free(knowledge->solver);
    distance_free(knowledge->distance);
    shelf_free(knowledge->shelf);
    graph_paper_game.free(knowledge->race);
    course_release(knowledge->setup.course);
    free(knowledge);
}

/* --- questions -------------------------------------------------------------------------------- */

const struct setup *knowledge_setup(const struct knowledge *knowledge)
{
    return &knowledge->setup;
}

struct knowledge_scope knowledge_scope(const struct knowledge *knowledge)
{
    return knowledge->scope;
}

struct car knowledge_placed(const struct knowledge *knowledge, struct point start)
{
    return graph_paper_placed(knowledge->race, start);
}

int knowledge_remaining(const struct knowledge *knowledge, const struct car *car)
{
    struct shelf_key key = key_of(car);
    const struct known_moves *kept =
        car->status == CAR_RACING
            ? find_on_shelf(atomic_load(&knowledge->shelf->places[place_of(&key)]), &key)
            : NULL;
    if (kept)
        return kept->remaining;
    int more_laps;
    struct car known = narrow(knowledge, car, &more_laps);
    return knowledge->solver
               ? with_laps(knowledge, solver_remaining(knowledge->solver, &known), more_laps)
               : KNOWLEDGE_UNKNOWN;
}

int knowledge_remaining_by(const struct knowledge *knowledge, const struct car *car,
                           struct point to)
{
    int more_laps;
    struct car known = narrow(knowledge, car, &more_laps);
    return knowledge->solver
               ? with_laps(knowledge, solver_remaining_by(knowledge->solver, &known, to), more_laps)
               : KNOWLEDGE_UNKNOWN;
}

/* Does a move that stays on the track end as it seems, on no slick that spins? */
static bool never_spins(const struct setup *setup)
{
    return setup->values[FIELD_SLICKS] != SLICKS_SPIN || graph_paper_track(setup)->slick_count == 0;
}

/* A move whose rounds are known stays on the track, so the rules are asked of few others. */
static struct known_moves *work_out_moves(const struct knowledge *knowledge, const struct car *car)
{
    const struct race *race = knowledge->race;
    const struct solver *solver = knowledge->solver;
    struct move_list list = {0};
    struct payable payable = graph_paper_payable(race, car);
    for (struct move move = {0}; graph_paper_next(&payable, &move);)
        list_add(&list, move);
    struct known_moves *moves =
        memory_allocate(1, sizeof *moves + (size_t)list.count * sizeof *moves->items);
    moves->remaining = solver ? KNOWLEDGE_NEVER : KNOWLEDGE_UNKNOWN;
    moves->at = moves->low = moves->high = car->at;
    moves->principal = car_principal(car);
    int more_laps;
    struct car known = narrow(knowledge, car, &more_laps);
    int extras = knowledge->scope.extras;
    bool whole = car->nitros <= extras && car->good_brakes <= extras && car->turbo_boosts <= extras;
    moves->leaves_open = solver && whole;
    bool clear = !moves->leaves_open && graph_paper_all_clear(race, car);
    bool plain = never_spins(&knowledge->setup);
    for (int i = 0; i < list.count; i++) {
        struct move move = list.items[i];
        int rounds =
            moves->leaves_open
                ? with_laps(knowledge, solver_remaining_paid(solver, &known, &move), more_laps)
                : knowledge_remaining_by(knowledge, car, move.to);
        move.outcome = clear || rounds >= 0 ? OUTCOME_CLEAR : OUTCOME_OFF_TRACK;
        bool told = clear || (plain && rounds > 1 + car->missed_turns);
        if (!told && !(moves->leaves_open && rounds < 0) &&
            !graph_paper_meets(race, car, &move, NULL))
            continue;
        if (move.outcome == OUTCOME_OFF_TRACK)
            rounds = KNOWLEDGE_NEVER;
        moves->low = point_lower(moves->low, move.to);
        moves->high = point_upper(moves->high, move.to);
        moves->items[moves->count++] =
            (struct known_move){.to = move.to,
                                .rounds = rounds,
                                .nitros = (unsigned char)move.nitros,
                                .good_brakes = (unsigned char)move.good_brakes,
                                .turbo_boosts = (unsigned char)move.turbo_boosts,
                                .outcome = (unsigned char)move.outcome};
        if (rounds >= 0 && (moves->remaining < 0 || rounds < moves->remaining))
            moves->remaining = rounds;
    }
    graph_paper_free_moves(&list);
    return moves;
}

const struct known_moves *knowledge_moves(const struct knowledge *knowledge, const struct car *car)
{
    struct shelf *shelf = knowledge->shelf;
    if (car->status != CAR_RACING)
        return NULL;
    struct shelf_key key = key_of(car);
    shelf_place *place = &shelf->places[place_of(&key)];
    struct shelf_entry *first = atomic_load(place);
    const struct known_moves *known = find_on_shelf(first, &key);
    if (known || atomic_load(&shelf->bytes) >= shelf->most)
        return known;
    struct shelf_entry *made = memory_allocate(1, sizeof *made);
    made->key = key;
    made->moves = work_out_moves(knowledge, car);
    atomic_fetch_add(&shelf->bytes, sizeof *made + sizeof *made->moves +
                                        (size_t)made->moves->count * sizeof *made->moves->items);
    do
        made->next = first;
    while (!atomic_compare_exchange_weak(place, &first, made));
    return made->moves;
}

int knowledge_rounds_from(const struct knowledge *knowledge, struct point start)
{
    struct car car = knowledge_placed(knowledge, start);
    return knowledge_remaining(knowledge, &car);
}

int knowledge_rounds(const struct knowledge *knowledge)
{
    return knowledge->rounds;
}

int knowledge_distance(const struct knowledge *knowledge, struct point at)
{
    return knowledge->distance ? distance_to_line(knowledge->distance, at) : KNOWLEDGE_NEVER;
}

int64_t knowledge_way(const struct knowledge *knowledge, const struct car *car)
{
    return knowledge->distance ? distance_to_finish(knowledge->distance, car) : KNOWLEDGE_NEVER;
}

/* === hints ==================================================================================== */

/* Every move is driven by the rules; the knowledge only says how far it is from there.
 */

enum { BRAKING_MOVES_MOST = 200, LINE_MOVES_MOST = 250, DOOM_MOVES_MOST = 150000 };

struct hints_finder {
    const struct knowledge *knowledge;
    const struct race *race;
    struct budget *budget;
    struct hints *hints;
};

static bool is_cancelled(const struct hints_finder *finder)
{
    return budget_is_cancelled(finder->budget);
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

static int length_of(struct point vector)
{
    return vector.x * vector.x + vector.y * vector.y;
}

static bool stands(const struct car *car)
{
    return length_of(car->velocity) == 0 && length_of(car->shift) == 0;
}

/* How much a move is worth: the least is taken, INT_MAX is no choice at all. */
typedef int (*move_worth)(const void *context, const struct car *car, const struct move *move);

/* By y, then x, where several are worth the same. False if there is none. */
static bool choose_move(const struct race *race, const struct car *car, move_worth worth,
                        const void *context, struct move *chosen)
{
    struct payable payable = graph_paper_payable(race, car);
    struct move move;
    int least = INT_MAX;
    while (graph_paper_next(&payable, &move)) {
        int value = worth(context, car, &move);
        if (value < least) {
            least = value;
            *chosen = move;
        }
    }
    return least < INT_MAX;
}

/* --- braking ---------------------------------------------------------------------------------- */

struct brakes {
    const struct race *race;
    bool with_extras;
};

/* Some moves cannot be chosen at all (4.4). */
static int slowness(const void *context, const struct car *car, const struct move *move)
{
    const struct brakes *brakes = context;
    struct car then = *car;
    enum outcome outcome;
    if ((graph_paper_cost(move) > 0 && !brakes->with_extras) ||
        !graph_paper_drive_alone(brakes->race, &then, move, &outcome))
        return INT_MAX;
    return length_of(point_subtract(move->to, car->at));
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
    struct move move;
    int capacity = 0;
    array_add(way.points, way.count, capacity, car.at);
    while (!stands(&car) && car.status == CAR_RACING && way.end != WAY_LEAVES &&
           way.rounds++ < BRAKING_MOVES_MOST) {
        bool can_choose = choose_move(race, &car, slowness, &brakes, &move);
        struct point to = can_choose ? move.to : car.at;
        array_add(way.points, way.count, capacity, to);
        if (!can_choose || !graph_paper_stays(race, &car, &move))
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
static int effort_of(const struct move *move)
{
    return graph_paper_cost(move) * 300 + length_of(move->acceleration);
}

static int detour(const void *context, const struct car *car, const struct move *move)
{
    int rounds = knowledge_remaining_by(context, car, move->to);
    return rounds < 0 ? INT_MAX : rounds * 20000 + effort_of(move);
}

/* 1 is open first. */
static int count_laps(const struct race *race, const struct car *car)
{
    const struct setup *setup = graph_paper_setup(race);
    bool by_checkpoints = setup->values[FIELD_CHECKPOINTS] == SWITCH_ON &&
                          graph_paper_track(setup)->checkpoint_count > 0;
    return by_checkpoints ? car->laps_opened : car->crossings;
}

/* Adds the move, which stays on the track, with the turns that are missed after it. */
static void drive_on(const struct hints_finder *finder, struct car *car, const struct move *move,
                     struct hint_way *line, int *capacity)
{
    int laps = count_laps(finder->race, car);
    car->missed_turns = 0;
    array_add(line->points, line->count, *capacity, move->to);
    graph_paper_stays(finder->race, car, move);
    line->rounds += 1 + car->missed_turns;
    bool lap = laps > 0 && count_laps(finder->race, car) > laps;
    line->end = car->status == CAR_FINISHED ? WAY_FINISHES : lap ? WAY_LAP : WAY_GOES_ON;
}

/* Behind what is there already. */
static void follow_line(const struct hints_finder *finder, struct car car, struct hint_way *line,
                        int capacity)
{
    struct move move;
    while (line->end == WAY_GOES_ON && line->count <= LINE_MOVES_MOST &&
           choose_move(finder->race, &car, detour, finder->knowledge, &move))
        drive_on(finder, &car, &move, line, &capacity);
}

/* From the car by its best move among those that the race lets it choose. */
static void find_line_by_move(struct hints_finder *finder, struct car car,
                              const struct move_list *moves)
{
    struct hints *hints = finder->hints;
    const struct move *best = NULL;
    int capacity = 0;
    for (int i = 0; i < moves->count; i++)
        if (hints->best >= 0 && hints->items[i].rounds == hints->best &&
            (!best || effort_of(&moves->items[i]) < effort_of(best)))
            best = &moves->items[i];
    if (!best)
        return;
    array_add(hints->line.points, hints->line.count, capacity, car.at);
    drive_on(finder, &car, best, &hints->line, &capacity);
    follow_line(finder, car, &hints->line, capacity);
}

/* --- doomed cars: on the track, but every way on from there leaves it --------------------------
 *
 * A search into the depth over what the rules say a car may do next, slowest moves first, so that a
 * car that can stop is soon seen to. A car that stands, finishes or comes back to where it was on
 * the same way is safe, and with it all on the way there; one whose moves all lead off the track or
 * to doomed states is doomed. As a way without an end comes back some time, this is exact. An asker
 * remembers what it has looked at, and stops looking after so many moves.
 */

enum doom { DOOM_SAFE, DOOM_CERTAIN, DOOM_UNKNOWN };

/* All that decides how a car that is alone can go on. */
struct state {
    struct point at, velocity, shift;
    int nitros, good_brakes, turbo_boosts;
    int crossings, laps_opened, checkpoint;
};

enum hints_verdict { VERDICT_OPEN, VERDICT_SAFE, VERDICT_DOOMED };

struct hints_entry {
    struct state state;
    enum hints_verdict verdict;
};

struct hints_option {
    struct move move;
    int speed; /* squared, afterwards */
};

/* A state on the way that is being looked at, with the moves that are left to be tried. */
struct level {
    struct car car;
    int entry;
    int next, end; /* of `options` */
};

struct doom_asker {
    const struct knowledge *knowledge;
    const struct race *race;
    struct budget *budget;
    int moves_left;
    struct hints_entry *entries; /* from 1 */
    int entry_count, entry_capacity;
    int *slots; /* of a hash table: indices of entries, 0: free */
    int slot_count;
    struct level *levels;
    int level_count, level_capacity;
    struct hints_option *options;
    int option_count, option_capacity;
};

enum { SLOTS_AT_FIRST = 1 << 8 };

static struct doom_asker *doom_asker_create(const struct knowledge *knowledge,
                                            const struct race *race, struct budget *budget)
{
    struct doom_asker *asker = memory_allocate(1, sizeof *asker);
    asker->knowledge = knowledge;
    asker->race = race;
    asker->budget = budget;
    asker->moves_left = DOOM_MOVES_MOST;
    asker->slot_count = SLOTS_AT_FIRST;
    asker->slots = memory_allocate(SLOTS_AT_FIRST, sizeof *asker->slots);
    asker->entries =
        array_grow(NULL, asker->entry_count, &asker->entry_capacity, sizeof *asker->entries);
    asker->entry_count = 1;
    return asker;
}

/* The slot with the state, or the free one where it belongs. */
static int find_slot(const struct doom_asker *asker, const struct state *state)
{
    uint64_t hash = hash_bytes(HASH_START, state, sizeof *state);
    int slot = (int)(hash % (uint64_t)asker->slot_count);
    while (asker->slots[slot] != 0 &&
           memcmp(&asker->entries[asker->slots[slot]].state, state, sizeof *state) != 0)
        slot = (slot + 1) % asker->slot_count;
    return slot;
}

static void double_slots(struct doom_asker *asker)
{
    free(asker->slots);
    asker->slot_count *= 2;
    asker->slots = memory_allocate((size_t)asker->slot_count, sizeof *asker->slots);
    for (int i = 1; i < asker->entry_count; i++)
        asker->slots[find_slot(asker, &asker->entries[i].state)] = i;
}

/* The entry of the car's state; `*is_new` if it was made now, open. */
static int find_entry(struct doom_asker *asker, const struct car *car, bool *is_new)
{
    struct state state;
    memset(&state, 0, sizeof state);
    state.at = car->at;
    state.velocity = car->velocity;
    state.shift = car->shift;
    state.nitros = car->nitros;
    state.good_brakes = car->good_brakes;
    state.turbo_boosts = car->turbo_boosts;
    state.crossings = car->crossings;
    state.laps_opened = car->laps_opened;
    state.checkpoint = car->checkpoint;
    int slot = find_slot(asker, &state);
    *is_new = asker->slots[slot] == 0;
    if (!*is_new)
        return asker->slots[slot];
    asker->entries = array_grow(asker->entries, asker->entry_count, &asker->entry_capacity,
                                sizeof *asker->entries);
    asker->entries[asker->entry_count] = (struct hints_entry){.state = state};
    asker->slots[slot] = asker->entry_count++;
    if (asker->entry_count > asker->slot_count / 2)
        double_slots(asker);
    return asker->entry_count - 1;
}

static bool is_surely_safe(const struct doom_asker *asker, const struct car *car)
{
    return car->status == CAR_FINISHED || stands(car) ||
           knowledge_remaining(asker->knowledge, car) >= 0;
}

static int compare_speeds(const void *a, const void *b)
{
    const struct hints_option *first = a, *second = b;
    if (first->speed != second->speed)
        return first->speed - second->speed;
    if (first->move.to.y != second->move.to.y)
        return first->move.to.y - second->move.to.y;
    return first->move.to.x - second->move.to.x;
}

static void go_deeper(struct doom_asker *asker, const struct car *car, int entry)
{
    struct payable payable = graph_paper_payable(asker->race, car);
    struct move move;
    int first = asker->option_count;
    while (graph_paper_next(&payable, &move))
        array_add(asker->options, asker->option_count, asker->option_capacity,
                  (struct hints_option){move, length_of(point_subtract(move.to, car->at))});
    qsort(asker->options + first, (size_t)(asker->option_count - first), sizeof *asker->options,
          compare_speeds);
    array_add(
        asker->levels, asker->level_count, asker->level_capacity,
        (struct level){.car = *car, .entry = entry, .next = first, .end = asker->option_count});
}

/* The car after the next move of the deepest level that stays on the track; false: there is none.
 */
static bool make_next_move(struct doom_asker *asker, struct car *then)
{
    struct level *level = &asker->levels[asker->level_count - 1];
    while (level->next < level->end && asker->moves_left > 0) {
        asker->moves_left--;
        *then = level->car;
        if (graph_paper_stays(asker->race, then, &asker->options[level->next++].move))
            return true;
    }
    return false;
}

/* Ends the search: all that are on the way have this in common. */
static enum doom leave(struct doom_asker *asker, enum doom doom)
{
    for (int i = 0; i < asker->level_count && doom == DOOM_SAFE; i++)
        asker->entries[asker->levels[i].entry].verdict = VERDICT_SAFE;
    asker->level_count = asker->option_count = 0;
    return doom;
}

static bool must_end(struct doom_asker *asker)
{
    if (budget_is_cancelled(asker->budget))
        asker->moves_left = 0;
    return asker->moves_left == 0;
}

/* From the one level that is there. */
static enum doom look_after(struct doom_asker *asker)
{
    while (asker->level_count > 0) {
        struct car then;
        bool moved = make_next_move(asker, &then), is_new;
        if (must_end(asker))
            return leave(asker, DOOM_UNKNOWN);
        if (!moved) {
            struct level *level = &asker->levels[--asker->level_count];
            asker->entries[level->entry].verdict = VERDICT_DOOMED;
            asker->option_count =
                asker->level_count > 0 ? asker->levels[asker->level_count - 1].end : 0;
            continue;
        }
        if (is_surely_safe(asker, &then))
            return leave(asker, DOOM_SAFE);
        int entry = find_entry(asker, &then, &is_new);
        if (is_new)
            go_deeper(asker, &then, entry);
        else if (asker->entries[entry].verdict != VERDICT_DOOMED)
            return leave(asker, DOOM_SAFE); /* or open: the way has come back to itself */
    }
    return DOOM_CERTAIN;
}

static enum doom doom_ask(struct doom_asker *asker, const struct car *car)
{
    bool is_new;
    if (is_surely_safe(asker, car))
        return DOOM_SAFE;
    if (must_end(asker))
        return DOOM_UNKNOWN;
    int entry = find_entry(asker, car, &is_new);
    if (!is_new && asker->entries[entry].verdict != VERDICT_OPEN)
        return asker->entries[entry].verdict == VERDICT_SAFE ? DOOM_SAFE : DOOM_CERTAIN;
    go_deeper(asker, car, entry);
    return look_after(asker);
}

/* --- what is asked about ---------------------------------------------------------------------- */

static void note_rounds(struct hints *hints, struct hint *hint, int rounds)
{
    hint->rounds = rounds >= 0 ? rounds : HINT_NO_ROUNDS;
    if (hint->rounds >= 0 && (hints->best < 0 || hint->rounds < hints->best))
        hints->best = hint->rounds;
}

static void find_starts(struct hints_finder *finder)
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
        array_add(hints->line.points, hints->line.count, capacity, starts.items[i]);
        hints->line.end = WAY_GOES_ON;
        follow_line(finder, graph_paper_placed(finder->race, starts.items[i]), &hints->line,
                    capacity);
        break;
    }
    free(starts.items);
}

static void look_behind(struct hints_finder *finder, struct doom_asker *asker,
                        const struct car *car, struct hint *hint)
{
    struct payable payable = graph_paper_payable(finder->race, car);
    struct move move;
    int capacity = 0;
    while (graph_paper_next(&payable, &move)) {
        struct car then = *car;
        if (graph_paper_cost(&move) > 0 || !graph_paper_stays(finder->race, &then, &move) ||
            doom_ask(asker, &then) != DOOM_CERTAIN)
            continue;
        array_add(hint->doomed_after, hint->doomed_after_count, capacity, move.to);
    }
}

/* A knowledge that takes the car for one with fewer extras may not see the way out that one of them
 * opens: the rounds by way of the next moves. */
static int look_further(const struct hints_finder *finder, const struct car *car)
{
    struct payable payable = graph_paper_payable(finder->race, car);
    struct move move;
    int least = HINT_NO_ROUNDS;
    while (graph_paper_next(&payable, &move)) {
        struct car then = *car;
        if (!graph_paper_stays(finder->race, &then, &move) || then.status != CAR_RACING)
            continue;
        int rounds = knowledge_remaining(finder->knowledge, &then);
        if (rounds >= 0 && (least < 0 || rounds + 1 < least))
            least = rounds + 1;
    }
    return least;
}

/* A move that meets another car ends otherwise than it would alone, one off the track or over the
 * finish has no way on. */
static void look_at_move(struct hints_finder *finder, struct doom_asker *asker,
                         const struct car *car, const struct move *move, struct hint *hint)
{
    struct car then = *car;
    *hint = (struct hint){.to = move->to, .rounds = HINT_NO_ROUNDS};
    if (move->outcome == OUTCOME_FINISH)
        note_rounds(finder->hints, hint, 0);
    if (move->outcome == OUTCOME_FINISH || move->outcome == OUTCOME_OFF_TRACK ||
        move->outcome == OUTCOME_COLLISION || !graph_paper_stays(finder->race, &then, move) ||
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

static void find_moves(struct hints_finder *finder, const struct point *start)
{
    struct hints *hints = finder->hints;
    struct move_list moves = {0};
    int number = race_next_car(finder->race);
    struct car car =
        start ? graph_paper_placed(finder->race, *start) : *graph_paper_car(finder->race, number);
    struct doom_asker *asker = doom_asker_create(finder->knowledge, finder->race, finder->budget);
    graph_paper_moves(finder->race, start, &moves);
    hints->count = moves.count;
    hints->items = memory_allocate((size_t)moves.count, sizeof *hints->items);
    for (int i = 0; i < moves.count && !is_cancelled(finder); i++)
        look_at_move(finder, asker, &car, &moves.items[i], &hints->items[i]);
    if (!is_cancelled(finder))
        find_line_by_move(finder, car, &moves);
    free(asker->entries);
    free(asker->slots);
    free(asker->levels);
    free(asker->options);
    free(asker);
    graph_paper_free_moves(&moves);
}

struct hints *hints_find(const struct knowledge *knowledge, const struct race *race,
                         const struct point *start, struct budget *budget)
{
    struct hints *hints = memory_allocate(1, sizeof *hints);
    struct hints_finder finder = {knowledge, race, budget, hints};
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
