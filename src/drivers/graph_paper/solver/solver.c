/* See solver.h. The search goes backwards; this file looks for the start in it and drives forwards
 * along it. Questions are answered from a atlas, or from the search where cars are too fast for
 * one. */
#include "drivers/graph_paper/solver/solver.h"
#include "drivers/graph_paper/solver/atlas.h"
#include "drivers/graph_paper/solver/search.h"

#include <assert.h>
#include <stdlib.h>

static const size_t usual_memory_limit = (size_t)2 << 30;
enum { ROUNDS_HIGHEST = 100000 };

struct start {
    struct point at;
    int plane;
};

struct solver {
    struct plan plan;
    struct solver_options options;
    bool has_atlas; /* or a search */
    struct atlas atlas;
    struct search search;
    struct start *starts; /* by y, then x */
    int start_count;
};

/* Where a car may start, and how far it is there already (1.6). */
static void list_starts(struct solver *solver)
{
    const struct plan *plan = &solver->plan;
    struct race *race = plan->setup.rules->begin(&plan->setup);
    struct point_list points = {0};
    graph_paper_starts(race, &points);
    solver->starts = memory_allocate((size_t)points.count, sizeof *solver->starts);
    solver->start_count = points.count;
    for (int i = 0; i < points.count; i++) {
        struct car car = graph_paper_placed(race, points.items[i]);
        int plane = plan_layer_of(plan, &car) * plan->stores + plan_store_index(plan, plan->store);
        solver->starts[i] = (struct start){points.items[i], plane};
    }
    free(points.items);
    plan->setup.rules->free(race);
}

struct solver *solver_create(const struct setup *setup, const struct solver_options *options,
                             struct error *error)
{
    if (setup->values[FIELD_CONTEST] != CONTEST_RACE) {
        error_set(error, "a derby has no finish to be reached: choose contest=race");
        return NULL;
    }
    struct solver *solver = memory_allocate(1, sizeof *solver);
    solver->options = *options;
    if (solver->options.memory_limit == 0)
        solver->options.memory_limit = usual_memory_limit;
    if (!plan_make(&solver->plan, setup, options->with_extras, options->for_questions, error)) {
        free(solver);
        return NULL;
    }
    solver->has_atlas = options->for_questions && atlas_fits(&solver->plan);
    if (!solver->has_atlas && !search_begin(&solver->search, &solver->plan, error)) {
        plan_free(&solver->plan);
        free(solver);
        return NULL;
    }
    list_starts(solver);
    return solver;
}

void solver_free(struct solver *solver)
{
    if (!solver)
        return;
    if (solver->has_atlas)
        atlas_free(&solver->atlas);
    else
        search_end(&solver->search);
    plan_free(&solver->plan);
    free(solver->starts);
    free(solver);
}

struct work {
    int rounds;
    uint64_t moves;
    size_t bytes;
};

static bool may_go_on(const struct solver *solver, struct work work, struct error *error)
{
    const struct solver_options *options = &solver->options;
    if (options->progress)
        options->progress(options->progress_data, work.rounds, work.moves);
    if (options->cancelled && atomic_load(options->cancelled))
        return error_set(error, "cancelled");
    if (work.bytes > options->memory_limit)
        return error_set(error,
                         "after %d rounds the search would need more than %zu MiB of memory; try "
                         "a smaller sheet, or fewer laps and extras",
                         work.rounds, options->memory_limit >> 20);
    return true;
}

static struct work work_of(const struct search *search)
{
    return (struct work){search->rounds, search->count, search_bytes(search)};
}

static int rounds_of(const struct solver *solver, int plane, struct point from, struct point move)
{
    if (solver->has_atlas)
        return atlas_rounds_of(&solver->atlas, plane, from, move);
    return search_rounds_of(&solver->search, plane, from, move);
}

/* The first start point that is a state of this round. */
static const struct start *find_start(const struct solver *solver)
{
    for (int i = 0; i < solver->start_count; i++)
        if (search_stands(&solver->search, solver->starts[i].plane, solver->starts[i].at))
            return &solver->starts[i];
    return NULL;
}

/* How far the car is in its race, and what it has left; -1: that is not looked at. */
static int plane_of(const struct plan *plan, const struct car *car, struct store left)
{
    int layer = plan_layer_of(plan, car);
    return layer < 0 ? -1 : layer * plan->stores + plan_store_index(plan, left);
}

/* What the car has, as far as the search looks at it. */
static struct car with_store(const struct plan *plan, const struct car *car)
{
    struct car known = *car;
    known.nitros = car->nitros < plan->store.nitros ? car->nitros : plan->store.nitros;
    known.good_brakes =
        car->good_brakes < plan->store.good_brakes ? car->good_brakes : plan->store.good_brakes;
    known.turbo_boosts =
        car->turbo_boosts < plan->store.turbo_boosts ? car->turbo_boosts : plan->store.turbo_boosts;
    return known;
}

/* Rounds of a move with the acceleration, 0: none, or not to be paid. */
static int rounds_by(const struct solver *solver, const struct car *car, struct point acceleration)
{
    const struct plan *plan = &solver->plan;
    struct move price;
    if (!graph_paper_pays(plan->race, car, acceleration, &price))
        return 0;
    struct store left = {car->nitros - price.nitros, car->good_brakes - price.good_brakes,
                         car->turbo_boosts - price.turbo_boosts};
    struct point way = point_add(car->velocity, car->shift);
    int plane = plane_of(plan, car, left);
    return plane < 0 ? 0 : rounds_of(solver, plane, car->at, point_add(way, acceleration));
}

int solver_remaining_by(const struct solver *solver, const struct car *car, struct point to)
{
    struct car known = with_store(&solver->plan, car);
    struct point principal = point_add(point_add(car->at, car->velocity), car->shift);
    if (car->status != CAR_RACING || !track_has_point(solver->plan.setup.track, car->at))
        return SOLVER_NEVER;
    int rounds = rounds_by(solver, &known, point_subtract(to, principal));
    return rounds > 0 ? rounds + car->missed_turns : SOLVER_NEVER;
}

int solver_remaining(const struct solver *solver, const struct car *car)
{
    const struct plan *plan = &solver->plan;
    struct car known = with_store(plan, car);
    if (car->status != CAR_RACING || !track_has_point(plan->setup.track, car->at))
        return SOLVER_NEVER;
    int reach = 1 + (known.nitros > 1 ? known.nitros : 1);
    int least = 0;
    for (int y = -reach; y <= reach; y++)
        for (int x = -reach; x <= reach; x++) {
            int rounds = rounds_by(solver, &known, (struct point){x, y});
            if (rounds > 0 && (least == 0 || rounds < least))
                least = rounds;
        }
    return least > 0 ? least + car->missed_turns : SOLVER_NEVER;
}

static void act(struct race *race, const struct graph_paper_action *action)
{
    struct text text = {0};
    struct event_list events = {0};
    struct error error = {0};
    graph_paper_print_action(action, &text);
    bool done = graph_paper_rules.apply(race, text.data, &events, &error);
    assert(done && "the rules refuse a move of the best line");
    (void)done;
    text_free(&text);
    event_list_free(&events);
}

/* The first of the moves, by y, then x, that is as far from the finish as the car. */
static struct point choose_move(const struct solver *solver, const struct car *car, int rounds)
{
    int reach = 1 + (car->nitros > 1 ? car->nitros : 1);
    struct point way = point_add(car->velocity, car->shift);
    for (int y = -reach; y <= reach; y++)
        for (int x = -reach; x <= reach; x++)
            if (rounds_by(solver, car, (struct point){x, y}) == rounds)
                return point_add(point_add(car->at, way), (struct point){x, y});
    assert(rounds == 0 && "a state of the search has no move");
    return car->at;
}

static void add_point(struct point_list *list, struct point at)
{
    list->items = array_grow(list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = at;
}

/* Makes the move and pays for it; how many rounds it takes. */
static int step(const struct solver *solver, struct car *car, struct point to)
{
    const struct race *race = solver->plan.race;
    struct point principal = point_add(point_add(car->at, car->velocity), car->shift);
    struct move price = {0};
    enum outcome outcome;
    bool moved = graph_paper_pays(race, car, point_subtract(to, principal), &price) &&
                 graph_paper_drive_alone(race, car, to, &outcome);
    assert(moved && "the rules refuse a move of the best line");
    (void)moved;
    car->nitros -= price.nitros;
    car->good_brakes -= price.good_brakes;
    car->turbo_boosts -= price.turbo_boosts;
    int rounds = 1 + car->missed_turns;
    car->missed_turns = 0;
    return rounds;
}

bool solver_line_from(const struct solver *solver, const struct car *car, struct point_list *line)
{
    struct car on_it = with_store(&solver->plan, car);
    on_it.missed_turns = 0;
    int rounds = solver_remaining(solver, &on_it);
    if (rounds == SOLVER_NEVER)
        return false;
    add_point(line, car->at);
    while (on_it.status == CAR_RACING) {
        struct point to = choose_move(solver, &on_it, rounds);
        rounds -= step(solver, &on_it, to);
        add_point(line, to);
    }
    assert(rounds == 0 && on_it.status == CAR_FINISHED);
    return true;
}

/* Drives the best line in a race of its own, by the rules alone. */
static void drive_line(const struct solver *solver, const struct start *start, int rounds,
                       struct solution *solution)
{
    const struct plan *plan = &solver->plan;
    struct race *race = plan->setup.rules->begin(&plan->setup);
    bool reverse = plan->setup.values[FIELD_CHOOSE] == CHOOSE_REVERSE;
    struct car car = graph_paper_placed(race, start->at);
    *solution = (struct solution){.rounds = rounds, .states = solver->search.count};
    solution->line = memory_allocate((size_t)rounds + 1, sizeof *solution->line);
    solution->line[0] = start->at;
    if (reverse)
        act(race, &(struct graph_paper_action){.to = start->at});
    for (int round = 1; car.status != CAR_FINISHED; round = plan->setup.rules->round(race)) {
        struct graph_paper_action action = {.has_start = solution->moves == 0 && !reverse,
                                            .start = start->at};
        assert(round <= rounds && "the best line takes longer than it was found to");
        action.to = choose_move(solver, &car, rounds - round + 1);
        act(race, &action);
        solution->line[++solution->moves] = action.to;
        car = *graph_paper_car(race, 1);
        assert((car.status == CAR_RACING || car.status == CAR_FINISHED) &&
               "the best line leaves the track");
    }
    assert(plan->setup.rules->round(race) == rounds);
    plan->setup.rules->free(race);
}

bool solver_solve(struct solver *solver, struct solution *solution, struct error *error)
{
    struct search *search = &solver->search;
    int limit = solver->plan.setup.values[FIELD_ROUND_LIMIT];
    assert(!solver->options.for_questions);
    while (search_has_more(search)) {
        if (!may_go_on(solver, work_of(search), error))
            return false;
        if (search->rounds > limit)
            return error_set(error,
                             "no lap possible within the race's %d rounds; set round_limit "
                             "higher",
                             limit);
        search_spread(search);
        const struct start *start = find_start(solver);
        if (start) {
            drive_line(solver, start, search->rounds, solution);
            return true;
        }
        search_advance(search);
    }
    return error_set(error, "no lap possible under these rules: widen the track where it is "
                            "narrow, or allow more");
}

bool solver_has_proved_none(const struct solver *solver)
{
    const struct search *search = &solver->search;
    return !search_has_more(search) ||
           search->rounds > solver->plan.setup.values[FIELD_ROUND_LIMIT];
}

struct preparation {
    const struct solver *solver;
    struct error *error;
};

static bool look(void *data, int rounds, uint64_t moves, size_t bytes)
{
    const struct preparation *preparation = data;
    return may_go_on(preparation->solver, (struct work){rounds, moves, bytes}, preparation->error);
}

bool solver_prepare(struct solver *solver, struct error *error)
{
    struct search *search = &solver->search;
    assert(solver->options.for_questions);
    if (solver->has_atlas)
        return atlas_make(&solver->atlas, &solver->plan, look,
                          &(struct preparation){solver, error});
    while (search_has_more(search)) {
        if (!may_go_on(solver, work_of(search), error))
            return false;
        search_spread(search);
        search_advance(search);
    }
    return true;
}
