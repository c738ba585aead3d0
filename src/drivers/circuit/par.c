/* The fewest turns of a set-up, alone and without a spin. */
#include "drivers/circuit/driving.h"
#include "drivers/circuit/hints.h"
#include "drivers/circuit/knowledge.h"

/* Bytes that tables would take if they were kept, of all builds: some ten seconds. */
#define WORK_MOST ((size_t)20 << 30)

bool circuit_has_par(const struct setup *setup)
{
    (void)setup;
    return true;
}

static int fewest(const struct ways *ways, const struct setup *setup, const struct build *build)
{
    struct racer racer = circuit_starting_racer(setup, build);
    struct turns *turns = circuit_turns_make(ways, build, setup->values[CIRCUIT_LAPS], false);
    int parts = circuit_turns_left(turns, &racer);
    circuit_turns_free(turns);
    return parts;
}

/* Of the best of these builds. */
static int find_fewest(const struct setup *setup, const struct build *builds, int count,
                       struct budget *budget, struct error *error)
{
    int best = TURNS_FAR;
    size_t work = 0;
    for (int i = 0; i < count; i++)
        work += circuit_turns_size(setup, &builds[i], setup->values[CIRCUIT_LAPS]);
    if (work > WORK_MOST) {
        error_set(error, "so many laps are too much to be counted");
        return PAR_UNKNOWN;
    }
    struct ways *ways = circuit_ways_make(setup);
    for (int i = 0; i < count && !budget_has_ended(budget); i++) {
        int parts = fewest(ways, setup, &builds[i]);
        best = parts < best ? parts : best;
    }
    circuit_ways_free(ways);
    if (best < TURNS_FAR)
        return circuit_whole_turns(best);
    error_set(error, "no way round was found for a car that " CIRCUIT_ALONE);
    return PAR_UNKNOWN;
}

int circuit_find_par(const struct setup *setup, bool with_extras, struct budget *budget,
                     int *best_lap, struct error *error)
{
    struct build builds[CIRCUIT_BUILDS];
    (void)best_lap;
    if (with_extras) {
        error_set(error, "there are no extras on a circuit");
        return PAR_NONE;
    }
    return find_fewest(setup, builds, circuit_builds_of(setup, builds), budget, error);
}

/* The rules say whether there is such a build. */
int circuit_find_par_from(const struct setup *setup, const char *opening, struct budget *budget,
                          struct error *error)
{
    struct race *race = circuit_game.begin(setup);
    struct event_list events = {0};
    bool built = circuit_game.apply(race, 1, opening, &events, error);
    struct build build = circuit_car(race, 1)->build;
    event_list_free(&events);
    circuit_game.free(race);
    return built ? find_fewest(setup, &build, 1, budget, error) : PAR_NONE;
}

/* Who drives at 20 mph comes round everywhere. */
bool circuit_prove(struct course course, struct budget *budget, int *par, struct error *error)
{
    struct setup setup = setup_from_preset(&circuit_game, CIRCUIT_PRESET_FORCE_PASS);
    setup.players = 1;
    setup.course = course;
    (void)error; /* that nothing was counted is none */
    if (par)
        *par = circuit_find_par(&setup, false, budget, NULL, &(struct error){0});
    return true;
}
