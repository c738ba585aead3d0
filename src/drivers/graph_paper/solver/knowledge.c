/* See knowledge.h. What is too much work shows by counting the moves that a search finds; then less
 * is looked at: fewer extras, then fewer laps, and at last distances alone. */
#include "drivers/graph_paper/solver/knowledge.h"

#include "base/memory.h"
#include "base/number.h"
#include "drivers/graph_paper/solver/solver.h"
#include "rules/graph_paper/distance.h"

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
                                                     .at_once = 1000000};

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

/* --- searching -----------------------------------------------------------------------------------
 */

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

/* --- laps that the search does not know ----------------------------------------------------------
 */

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

enum { SHELF_PLACES = 1 << 14, SHELF_BYTES = 32 << 20 };

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

struct shelf {
    atomic_size_t bytes;
    _Atomic(struct shelf_entry *) places[SHELF_PLACES];
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

/* --- making --------------------------------------------------------------------------------------
 */

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

/* --- questions -----------------------------------------------------------------------------------
 */

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

static struct known_moves *work_out_moves(const struct knowledge *knowledge, const struct car *car)
{
    struct move_list list = {0};
    graph_paper_moves_if(knowledge->race, 1, car, &list);
    struct known_moves *moves =
        memory_allocate(1, sizeof *moves + (size_t)list.count * sizeof *moves->items);
    moves->remaining = knowledge->solver ? KNOWLEDGE_NEVER : KNOWLEDGE_UNKNOWN;
    moves->count = list.count;
    moves->at = moves->low = moves->high = car->at;
    moves->principal = point_add(point_add(car->at, car->velocity), car->shift);
    for (int i = 0; i < list.count; i++) {
        const struct move *move = &list.items[i];
        bool stays = move->outcome != OUTCOME_OFF_TRACK;
        moves->low = point_lower(moves->low, move->to);
        moves->high = point_upper(moves->high, move->to);
        int rounds = stays ? knowledge_remaining_by(knowledge, car, move->to) : KNOWLEDGE_NEVER;
        moves->items[i] = (struct known_move){.to = move->to,
                                              .rounds = rounds,
                                              .nitros = (unsigned char)move->nitros,
                                              .good_brakes = (unsigned char)move->good_brakes,
                                              .turbo_boosts = (unsigned char)move->turbo_boosts,
                                              .outcome = (unsigned char)move->outcome};
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
    _Atomic(struct shelf_entry *) *place = &shelf->places[place_of(&key)];
    struct shelf_entry *first = atomic_load(place);
    const struct known_moves *known = find_on_shelf(first, &key);
    if (known || atomic_load(&shelf->bytes) > SHELF_BYTES)
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
