/* Par under the rules of a race: two searches of the solver, which give up where they would take
 * too much beside a game. */
#include "base/memory.h"
#include "drivers/graph_paper/driving.h"
#include "drivers/graph_paper/solver/solver.h"

#include <stdlib.h>

enum { SQUARES_MOST = 1000000, MOVES_MOST = 1000000000 };
static const size_t memory_most = (size_t)512 << 20;

struct effort {
    const atomic_bool *cancelled;
    atomic_bool enough; /* the solver's */
};

static void watch_effort(void *data, int rounds, uint64_t moves)
{
    struct effort *effort = data;
    (void)rounds;
    if (moves > MOVES_MOST || (effort->cancelled && atomic_load(effort->cancelled)))
        atomic_store(&effort->enough, true);
}

static bool drive(struct race *race, bool reverse, const struct point *line, int move,
                  struct event_list *events)
{
    struct graph_paper_action action = {.to = line[move], .start = line[0]};
    struct text text = {0};
    struct error error;
    action.has_start = move == 1 && !reverse;
    graph_paper_print_action(&action, &text);
    bool done = graph_paper_game.apply(race, 1, text.data, events, &error);
    text_free(&text);
    return done;
}

/* The line is driven once more, and its laps are counted. */
static int find_best_lap(const struct setup *setup, const struct solution *solution)
{
    bool reverse = setup->values[FIELD_CHOOSE] == CHOOSE_REVERSE, done = true;
    struct race *race = graph_paper_game.begin(setup);
    struct event_list events = {0};
    struct standing standing;
    for (int move = reverse ? 0 : 1; done && move <= solution->moves; move++)
        done = drive(race, reverse, solution->line, move, &events);
    struct told_event *told = memory_allocate((size_t)events.count + 1, sizeof *told);
    for (int i = 0; i < events.count; i++)
        told[i].event = &events.items[i];
    graph_paper_game.tally(race, told, events.count, &standing);
    free(told);
    event_list_free(&events);
    graph_paper_game.free(race);
    return standing_value(&standing, graph_paper_game.columns, "fastest_lap")->number;
}

static bool gives_extras(const int *values)
{
    return values[FIELD_NITROS] > 0 || values[FIELD_GOOD_BRAKES] > 0 ||
           values[FIELD_TURBO_BOOSTS] > 0;
}

bool graph_paper_has_par(const struct setup *setup)
{
    return setup->values[FIELD_CONTEST] == CONTEST_RACE;
}

int graph_paper_find_par(const struct setup *setup, bool with_extras, const atomic_bool *cancelled,
                         int *best_lap, struct error *error)
{
    struct solution solution = {0};
    struct effort effort = {.cancelled = cancelled};
    const struct solver_options options = {.with_extras = with_extras,
                                           .memory_limit = memory_most,
                                           .cancelled = &effort.enough,
                                           .progress = watch_effort,
                                           .progress_data = &effort};
    const struct track *track = graph_paper_track(setup);
    if (with_extras && !gives_extras(setup->values))
        return PAR_NONE;
    if ((int64_t)track->width * track->height > SQUARES_MOST)
        return PAR_UNKNOWN;
    struct solver *solver = solver_create(setup, &options, error);
    bool found = solver && solver_solve(solver, &solution, error);
    bool none = solver && !found && !atomic_load(&effort.enough) && solver_has_proved_none(solver);
    solver_free(solver);
    if (found && best_lap && setup->values[FIELD_LAPS] > 1 && !track->open)
        *best_lap = find_best_lap(setup, &solution);
    free(solution.line);
    return found ? solution.rounds : none ? PAR_NONE : PAR_UNKNOWN;
}
