/* The searches for par are a worker's one job. It writes what it found before `state` (and
 * `with_extras` at last), the screen reads it after that, so both need no lock.
 */
#include "screens/tracks/par.h"

#include "base/memory.h"
#include "base/system/worker.h"
#include "drivers/graph_paper/lap.h"
#include "drivers/graph_paper/solver/solver.h"
#include "rules/graph_paper/graph_paper.h"
#include "session/tally.h"

#include <stdlib.h>

/* A search that would take more is given up: it runs beside a game. */
enum { SQUARES_MOST = 1000000, MOVES_MOST = 1000000000 };
static const size_t memory_most = (size_t)512 << 20;

struct search {
    struct setup setup; /* with its track, or NULL: nothing to be searched */
    atomic_int state;   /* enum par_state */
    int rounds, best_lap;
    atomic_int with_extras;
    struct error error;
};

struct par {
    struct worker *worker;
    const atomic_bool *dropped;
    bool of_rules, wants_extras;
    int count;
    struct search items[];
};

static void tell(struct search *search, enum par_state state)
{
    atomic_store(&search->state, state);
    worker_wake();
}

static void prove_track(struct par *par, struct search *search)
{
    struct lap lap;
    bool possible =
        lap_prove(graph_paper_track(&search->setup), par->dropped, &lap, &search->error);
    search->rounds = lap.rounds;
    if (!atomic_load(par->dropped))
        tell(search, possible ? PAR_LAP : PAR_NO_LAP);
}

/* --- under the rules of a race --------------------------------------------------------------- */

struct effort {
    const atomic_bool *cancelled; /* the screen's */
    atomic_bool enough;           /* the solver's */
};

static void watch_effort(void *data, int rounds, uint64_t moves)
{
    struct effort *effort = data;
    (void)rounds;
    if (moves > MOVES_MOST || atomic_load(effort->cancelled))
        atomic_store(&effort->enough, true);
}

/* False with *none if it is proved that there is no line, else it was too much. */
static bool solve(struct par *par, struct search *search, bool with_extras,
                  struct solution *solution, bool *none)
{
    struct effort effort = {.cancelled = par->dropped};
    struct solver_options options = {.with_extras = with_extras,
                                     .memory_limit = memory_most,
                                     .cancelled = &effort.enough,
                                     .progress = watch_effort,
                                     .progress_data = &effort};
    const struct track *track = graph_paper_track(&search->setup);
    *none = false;
    if ((int64_t)track->width * track->height > SQUARES_MOST)
        return false;
    struct solver *solver = solver_create(&search->setup, &options, &search->error);
    bool found = solver && solver_solve(solver, solution, &search->error);
    *none = solver && !found && !atomic_load(&effort.enough) && solver_has_proved_none(solver);
    solver_free(solver);
    return found;
}

static bool drive(struct session *session, bool reverse, const struct point *line, int move)
{
    struct graph_paper_action action = {.to = line[move]};
    struct text text = {0};
    struct error error;
    action.has_start = move == 1 && !reverse;
    action.start = line[0];
    graph_paper_print_action(&action, &text);
    bool done = session_do(session, 0, text.data, &error);
    text_free(&text);
    return done;
}

/* The line is driven once more, by one player, and its laps are counted. */
static int find_best_lap(const struct setup *setup, const struct solution *solution)
{
    const struct player player = {.name = "Par", .pen = 1, .driver = "human"};
    struct tally tallies[CAR_LIMIT] = {{0}};
    struct error error;
    bool reverse = setup->values[FIELD_CHOOSE] == CHOOSE_REVERSE;
    struct session *session = session_begin(setup, &player, (struct allow){.undo = false}, &error);
    bool done = session != NULL;
    for (int move = reverse ? 0 : 1; done && move <= solution->moves; move++)
        done = drive(session, reverse, solution->line, move);
    if (done)
        tally_race(session, tallies);
    session_free(session);
    return standing_value(&tallies[0].standing, graph_paper_game.columns, "fastest_lap")->number;
}

static bool gives_extras(const struct setup *setup)
{
    const int *values = setup->values;
    return values[FIELD_NITROS] > 0 || values[FIELD_GOOD_BRAKES] > 0 ||
           values[FIELD_TURBO_BOOSTS] > 0;
}

static void solve_race(struct par *par, struct search *search)
{
    struct solution solution = {0};
    bool none;
    bool found = solve(par, search, false, &solution, &none);
    if (found) {
        const struct setup *setup = &search->setup;
        search->rounds = solution.rounds;
        if (setup->values[FIELD_LAPS] > 1 && !graph_paper_track(setup)->open)
            search->best_lap = find_best_lap(setup, &solution);
        free(solution.line);
        tell(search, PAR_LAP);
    }
    if (gives_extras(&search->setup) && (none || (found && par->wants_extras)) &&
        solve(par, search, true, &solution, &none)) {
        free(solution.line);
        atomic_store(&search->with_extras, solution.rounds);
    }
    if (!atomic_load(par->dropped))
        tell(search, none && !found ? PAR_NO_LAP : PAR_LAP);
}

/* --- the thread ------------------------------------------------------------------------------ */

static void search_all(void *own, void *job, const atomic_bool *dropped)
{
    struct par *par = job;
    (void)own;
    par->dropped = dropped;
    for (int i = 0; i < par->count && !atomic_load(dropped); i++)
        if (par->items[i].setup.course.game == &graph_paper_game)
            (par->of_rules ? solve_race : prove_track)(par, &par->items[i]);
}

static void free_par(void *job)
{
    struct par *par = job;
    for (int i = 0; i < par->count; i++)
        course_release(par->items[i].setup.course);
    free(par);
}

static struct par *make(int count)
{
    struct par *par = memory_allocate(1, sizeof *par + (size_t)count * sizeof par->items[0]);
    par->count = count;
    return par;
}

static struct par *begin(struct par *par)
{
    static const struct worker_kind kind = {search_all, free_par, NULL};
    for (int i = 0; i < par->count; i++)
        course_retain(par->items[i].setup.course);
    par->worker = worker_create(&kind, NULL);
    worker_ask(par->worker, par);
    return par;
}

struct par *par_search_courses(const struct course *courses, int count)
{
    struct par *par = make(count);
    for (int i = 0; i < count; i++)
        par->items[i].setup.course = courses[i];
    return begin(par);
}

bool par_is_counted(const struct setup *setup)
{
    return setup->game == &graph_paper_game && setup->values[FIELD_CONTEST] == CONTEST_RACE;
}

struct par *par_search_rules(const struct setup *setup, bool with_extras)
{
    if (!par_is_counted(setup))
        return NULL;
    struct par *par = make(1);
    par->of_rules = true;
    par->wants_extras = with_extras;
    par->items[0].setup = *setup;
    par->items[0].setup.players = 1;
    par->items[0].setup.last_count = 0;
    return begin(par);
}

struct par_answer par_answer(const struct par *par, int index)
{
    const struct search *search = &par->items[index];
    struct par_answer answer = {.state = (enum par_state)atomic_load(&search->state), .why = ""};
    if (answer.state == PAR_NO_LAP)
        answer.why = search->error.text;
    if (answer.state != PAR_LAP)
        return answer;
    answer.rounds = search->rounds;
    answer.best_lap = search->best_lap;
    answer.with_extras = atomic_load(&search->with_extras);
    return answer;
}

void par_free(struct par *par)
{
    if (par)
        worker_close(par->worker);
}

bool par_is_same(const struct setup *one, const struct setup *other)
{
    if (one->game != other->game || one->course.body != other->course.body)
        return false;
    for (int i = 0; i < one->game->table->field_count; i++)
        if (one->values[i] != other->values[i])
            return false;
    return true;
}
