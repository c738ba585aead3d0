/* See solver.h. The search goes backwards; this file looks for the start in it and drives forwards
 * along it. */
#include "drivers/graph_paper/solver/solver.h"
#include "drivers/graph_paper/solver/search.h"

#include "base/number.h"
#include "base/text.h"

#include <assert.h>
#include <stdlib.h>

static const size_t usual_memory_limit = (size_t)2 << 30;
enum { BITS_OF_PLAN = 12 };
enum { BOUND_PART = 8 /* of memory and work, for the bound; what needs more is not worth it */ };
enum { BLOCKS_MANY = 150, ROUNDS_FEW = 40, BEAM = 3 };

struct solver {
    struct plan plan;
    struct solver_options options;
    struct budget budget; /* its own part */
    struct budget bound_budget;
    uint64_t told; /* moves that are counted there */
    bool has_begun;
    struct search search;
    struct bound *bound;   /* perhaps, of solver_solve */
    int most;              /* with it: so many rounds will do */
    struct starts *starts; /* by plane: on the line a car may have crossed it */
    int start_count;
    bool gave_up;
};

/* UNKNOWN: another way of searching may find it. */
enum solved { UNKNOWN, FOUND, GAVE_UP };

struct start {
    bool any;
    struct point at;
};

static struct starts *starts_in(struct solver *solver, int plane)
{
    const struct track *track = graph_paper_track(&solver->plan.setup);
    for (int i = 0; i < solver->start_count; i++)
        if (solver->starts[i].plane == plane)
            return &solver->starts[i];
    solver->starts =
        memory_resize(solver->starts, (size_t)solver->start_count + 1, sizeof *solver->starts);
    struct starts *starts = &solver->starts[solver->start_count++];
    *starts = (struct starts){plane, bits_create(track->width, track->height)};
    return starts;
}

/* Where a car may start, and how far it is there already (1.6). */
static void list_starts(struct solver *solver)
{
    const struct plan *plan = &solver->plan;
    struct race *race = plan->setup.game->begin(&plan->setup);
    struct point_list points = {0};
    graph_paper_starts(race, &points);
    for (int i = 0; i < points.count; i++) {
        struct car car = graph_paper_placed(race, points.items[i]);
        int plane = plan_layer_of(plan, &car) * plan->stores + plan_store_index(plan, plan->store);
        bits_add(&starts_in(solver, plane)->points, points.items[i]);
    }
    free(points.items);
    plan->setup.game->free(race);
}

/* All of it, or a beam. */
static void begin(struct solver *solver, int beam)
{
    const struct bits *held = &solver->plan.ways.held;
    const struct sight sight = {solver->bound, solver->most, beam};
    budget_return(&solver->budget);
    solver->budget = budget_usual(solver->options.budget, usual_memory_limit, 0);
    budget_take(&solver->budget,
                (size_t)held->columns * (size_t)held->rows * sizeof *held->words * BITS_OF_PLAN);
    solver->told = 0;
    search_begin(&solver->search, &solver->plan, &sight, solver->options.threads, &solver->budget);
    solver->has_begun = true;
}

static void drop_bound(struct solver *solver)
{
    bound_free(solver->bound);
    solver->bound = NULL;
    budget_return(&solver->bound_budget);
}

static void end(struct solver *solver)
{
    if (solver->has_begun)
        search_end(&solver->search);
    solver->has_begun = false;
}

/* A search that was cancelled in the middle of a round begins anew. */
static void resume(struct solver *solver)
{
    if (solver->has_begun && search_is_stopped(&solver->search))
        end(solver);
    if (!solver->has_begun)
        begin(solver, 0);
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
    if (!plan_make(&solver->plan, setup, options->with_extras, options->for_questions, error)) {
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
    end(solver);
    drop_bound(solver);
    for (int i = 0; i < solver->start_count; i++)
        free(solver->starts[i].points.words);
    plan_free(&solver->plan);
    free(solver->starts);
    free(solver);
}

static bool may_go_on(struct solver *solver, struct error *error)
{
    const struct solver_options *options = &solver->options;
    const struct search *search = &solver->search;
    if (options->progress && search->sight.beam == 0)
        options->progress(options->progress_data, search->rounds + 1, search->count);
    solver->gave_up = true;
    uint64_t found = search->count - solver->told;
    solver->told = search->count;
    if (!budget_goes_on(&solver->budget, found * SOLVER_STEPS) || search_is_stopped(search)) {
        struct text so_far = {0};
        text_append_format(&so_far, "%d round%s from the finish the search", search->rounds + 1,
                           search->rounds == 0 ? "" : "s");
        budget_tell(&solver->budget, text_string(&so_far), "a smaller sheet, fewer laps and extras",
                    error);
        text_free(&so_far);
        return false;
    }
    solver->gave_up = false;
    return true;
}

/* The start points of one plane among the states of this round: the first by y, then x. */
static void look_for(const struct solver *solver, const struct starts *starts,
                     const struct state_of_plane *state, struct start *first)
{
    if (starts->plane != state->plane)
        return;
    struct point corner = solver->search.blocks[state->block].corner;
    uint64_t points = state->points & *bits_word(&starts->points, corner);
    for (; points != 0; points &= points - 1) {
        struct point at = bits_first(points, corner);
        if (!first->any || at.y < first->at.y || (at.y == first->at.y && at.x < first->at.x))
            *first = (struct start){true, at};
    }
}

static struct start find_start(const struct solver *solver)
{
    struct start first = {.any = false};
    for (int i = 0; i < solver->search.bucket_count; i++) {
        const struct state_list *list = &solver->search.buckets[i].standing;
        for (int k = 0; k < list->count; k++)
            for (int s = 0; s < solver->start_count; s++)
                look_for(solver, &solver->starts[s], &list->items[k], &first);
    }
    return first;
}

/* How far the car is in its race, and what it has left; -1: that is not looked at. */
static int plane_of(const struct plan *plan, const struct car *car, struct store left)
{
    int layer = plan_layer_of(plan, car);
    return layer < 0 ? -1 : layer * plan->stores + plan_store_index(plan, left);
}

/* With what it has, as far as the search looks at it. */
static struct car with_store(const struct solver *solver, const struct car *car)
{
    const struct store *store = &solver->plan.store;
    struct car known = *car;
    known.nitros = number_smaller(car->nitros, store->nitros);
    known.good_brakes = number_smaller(car->good_brakes, store->good_brakes);
    known.turbo_boosts = number_smaller(car->turbo_boosts, store->turbo_boosts);
    return known;
}

/* Rounds of a move that the car can pay for; 0: none. */
static int rounds_by(const struct solver *solver, const struct car *car, const struct move *move)
{
    struct store left = {car->nitros - move->nitros, car->good_brakes - move->good_brakes,
                         car->turbo_boosts - move->turbo_boosts};
    struct point way = point_add(car->velocity, car->shift);
    int plane = plane_of(&solver->plan, car, left);
    return plane < 0 ? 0
                     : search_rounds_of(&solver->search, plane, car->at,
                                        point_add(way, move->acceleration));
}

static bool is_on_sheet(const struct solver *solver, const struct car *car)
{
    return car->status == CAR_RACING &&
           track_has_point(graph_paper_track(&solver->plan.setup), car->at);
}

int solver_remaining_paid(const struct solver *solver, const struct car *car,
                          const struct move *move)
{
    struct car known = with_store(solver, car); /* some rules have brakes that pay for nothing */
    int rounds = is_on_sheet(solver, car) ? rounds_by(solver, &known, move) : 0;
    return rounds > 0 ? rounds + car->missed_turns : SOLVER_NEVER;
}

int solver_remaining_by(const struct solver *solver, const struct car *car, struct point to)
{
    struct car known = with_store(solver, car);
    struct move move = {.acceleration = point_subtract(to, car_principal(car))};
    return graph_paper_pays(solver->plan.race, &known, move.acceleration, &move)
               ? solver_remaining_paid(solver, &known, &move)
               : SOLVER_NEVER;
}

int solver_remaining(const struct solver *solver, const struct car *car)
{
    struct car known = with_store(solver, car);
    struct payable payable = graph_paper_payable(solver->plan.race, &known);
    struct move move;
    int least = 0;
    if (!is_on_sheet(solver, car))
        return SOLVER_NEVER;
    while (graph_paper_next(&payable, &move)) {
        int rounds = rounds_by(solver, &known, &move);
        if (rounds > 0 && (least == 0 || rounds < least))
            least = rounds;
    }
    return least > 0 ? least + car->missed_turns : SOLVER_NEVER;
}

/* The first of the moves, by y, then x, that is as far from the finish as the car. */
static struct move choose_move(const struct solver *solver, const struct car *car, int rounds)
{
    struct payable payable = graph_paper_payable(solver->plan.race, car);
    struct move move;
    while (graph_paper_next(&payable, &move))
        if (rounds_by(solver, car, &move) == rounds)
            return move;
    assert(false && "a state of the search has no move");
    return move;
}

bool solver_line_from(const struct solver *solver, const struct car *car, struct point_list *line)
{
    struct car on_it = with_store(solver, car);
    on_it.missed_turns = 0;
    int rounds = solver_remaining(solver, &on_it);
    if (rounds == SOLVER_NEVER)
        return false;
    list_add(line, car->at);
    while (on_it.status == CAR_RACING) {
        struct move move = choose_move(solver, &on_it, rounds);
        bool moved = graph_paper_stays(solver->plan.race, &on_it, &move);
        assert(moved && "the rules refuse a move of the best line");
        (void)moved;
        rounds -= 1 + on_it.missed_turns;
        on_it.missed_turns = 0;
        list_add(line, move.to);
    }
    assert(rounds == 0 && on_it.status == CAR_FINISHED);
    return true;
}

static void find_line(const struct solver *solver, struct point start, struct solution *solution)
{
    struct point_list line = {0};
    struct car car = graph_paper_placed(solver->plan.race, start);
    solver_line_from(solver, &car, &line);
    *solution = (struct solution){.rounds = solver->search.rounds,
                                  .moves = line.count - 1,
                                  .line = line.items,
                                  .states = solver->search.count};
}

/* Goes on until a start point is among the states. */
static bool look_from_finish(struct solver *solver, struct start *start, struct error *error)
{
    struct search *search = &solver->search;
    int limit = solver->plan.setup.values[FIELD_ROUND_LIMIT];
    *start = (struct start){.any = false};
    while (search_has_more(search) || search_is_stopped(search)) {
        if (!may_go_on(solver, error))
            return false;
        if (search->rounds >= limit)
            return error_set(error,
                             "no lap possible within the race's %d rounds; set round_limit "
                             "higher",
                             limit);
        search_go_on(search);
        if (!search_is_stopped(search))
            *start = find_start(solver);
        if (start->any)
            return true;
    }
    return error_set(error, "no lap possible under these rules: widen the track where it is "
                            "narrow, or allow more");
}

/* On a large sheet whose road is broad: on a narrow one a car that may be anywhere in a cell is too
 * fast to say much. */
static bool is_bounded(const struct solver *solver)
{
    const struct plan *plan = &solver->plan;
    const struct bits *held = &plan->ways.held;
    int blocks = 0, full = 0;
    for (int i = 0; i < held->columns * held->rows; i++) {
        blocks += held->words[i] != 0;
        full += held->words[i] == ~UINT64_C(0);
    }
    bool can_be_bounded =
        plan->stores == 1 && plan->spare == 0 && !plan->has_turbo && !plan->has_checkpoints;
    bool pays = blocks >= BLOCKS_MANY && full >= blocks / 3;
    return can_be_bounded && solver->options.sight != SIGHT_WHOLE &&
           (pays || solver->options.sight == SIGHT_BOUNDED);
}

/* A search that leaves out what is too far from the start for so many rounds. */
static enum solved look_within(struct solver *solver, int most, struct start *start,
                               struct error *error)
{
    end(solver);
    solver->most = most;
    if (!bound_extend(solver->bound, most))
        return UNKNOWN;
    begin(solver, 0);
    return look_from_finish(solver, start, error) ? FOUND : solver->gave_up ? GAVE_UP : UNKNOWN;
}

/* Walls that are thinner than its cells a bound goes through: then it is sooner at the finish than
 * a car that becomes faster in every round of the shortest way, and says too little. Where even
 * half round the sheet would not be too far for that car nobody looks. */
static bool is_plausible(const struct solver *solver)
{
    enum { DIAGONAL = 7 };
    const struct plan *plan = &solver->plan;
    const struct bits *held = &plan->ways.held;
    int least = bound_rounds(solver->bound);
    int64_t squares = (int64_t)plan->step * least * (least + 1) / 2, nearest = INT64_MAX;
    if (squares >= (held->columns + held->rows) * 2 * BLOCK)
        return true;
    struct distance *distance = distance_measure(&plan->setup, solver->options.budget);
    struct point_list points = {0};
    if (!distance)
        return false; /* cancelled */
    graph_paper_starts(plan->race, &points);
    for (int i = 0; i < points.count; i++) {
        struct car car = graph_paper_placed(plan->race, points.items[i]);
        int64_t fifths = distance_to_finish(distance, &car);
        nearest = fifths >= 0 && fifths < nearest ? fifths : nearest;
    }
    free(points.items);
    distance_free(distance);
    return squares * DIAGONAL >= nearest;
}

/* A beam finds some way; where it is too narrow to find one the bound says too little. In so short
 * a race that the beam would be nearly all there is, the bound itself is tried first. */
static enum solved look_bounded(struct solver *solver, struct start *start, struct error *error)
{
    const struct solver_options *options = &solver->options;
    struct budget *given = options->budget;
    size_t bytes = given && given->bytes_most > 0 ? given->bytes_most : usual_memory_limit;
    int limit = solver->plan.setup.values[FIELD_ROUND_LIMIT];
    enum solved outcome = UNKNOWN;
    solver->bound_budget =
        budget_part(given, bytes / BOUND_PART, given ? given->steps_most / BOUND_PART : 0);
    solver->bound = bound_create(&solver->plan, solver->starts, solver->start_count, limit,
                                 options->threads, &solver->bound_budget);
    if (!solver->bound || !is_plausible(solver))
        return UNKNOWN;
    int least = bound_rounds(solver->bound);
    if (least <= ROUNDS_FEW)
        outcome = look_within(solver, least + 1, start, error);
    if (outcome != UNKNOWN)
        return outcome;
    end(solver);
    solver->most = least;
    begin(solver, BEAM);
    if (!look_from_finish(solver, start, error))
        return solver->gave_up ? GAVE_UP : UNKNOWN;
    outcome = look_within(solver, solver->search.rounds, start, error);
    assert((outcome != UNKNOWN || budget_has_ended(&solver->bound_budget)) &&
           "a bound is a round too high");
    return outcome;
}

bool solver_solve(struct solver *solver, struct solution *solution, struct error *error)
{
    struct start start;
    assert(!solver->options.for_questions);
    enum solved outcome = UNKNOWN;
    if (!solver->has_begun && is_bounded(solver))
        outcome = look_bounded(solver, &start, error);
    if (outcome == UNKNOWN) {
        if (solver->bound)
            end(solver);
        drop_bound(solver);
        if (budget_is_cancelled(solver->options.budget)) {
            solver->gave_up = true;
            return budget_tell(solver->options.budget, "", "", error);
        }
        resume(solver);
        outcome = look_from_finish(solver, &start, error) ? FOUND : GAVE_UP;
    }
    if (outcome != FOUND)
        return false;
    find_line(solver, start.at, solution);
    return true;
}

bool solver_has_proved_none(const struct solver *solver)
{
    const struct search *search = &solver->search;
    return !solver->gave_up && !search_is_stopped(search) &&
           (!search_has_more(search) ||
            search->rounds >= solver->plan.setup.values[FIELD_ROUND_LIMIT]);
}

bool solver_prepare(struct solver *solver, struct error *error)
{
    struct search *search = &solver->search;
    assert(solver->options.for_questions);
    resume(solver);
    while (search_has_more(search) || search_is_stopped(search)) {
        if (!may_go_on(solver, error))
            return false;
        search_go_on(search);
    }
    return true;
}
