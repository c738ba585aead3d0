/* The fewest turns of a set-up, alone and without a spin. */
#include "base/number.h"
#include "base/text.h"
#include "drivers/circuit/driving.h"
#include "drivers/circuit/hints.h"
#include "drivers/circuit/knowledge.h"

/* If nobody says otherwise. */
#define BYTES_USUAL ((size_t)512 << 20)
#define STEPS_USUAL (60 * BUDGET_SECOND)

bool circuit_has_par(const struct setup *setup)
{
    (void)setup;
    return true;
}

struct candidate {
    const struct build *build;
    int least; /* whole turns, or more */
};

/* In parts of a turn. */
static int fewest(const struct ways *ways, const struct setup *setup, const struct build *build,
                  struct budget *budget)
{
    struct racer racer = circuit_starting_racer(setup, build);
    struct budget part = budget_part(budget, 0, 0);
    struct turns *turns =
        circuit_turns_make(ways, build, setup->values[CIRCUIT_LAPS], false, &part);
    int parts = turns ? circuit_turns_left(turns, &racer) : TURNS_FAR;
    circuit_turns_free(turns);
    budget_return(&part);
    return parts;
}

/* The most promising one first. */
static void sort_candidates(const struct ways *ways, const struct setup *setup,
                            const struct build *builds, int count, struct candidate *into,
                            struct budget *budget)
{
    for (int i = 0; i < count; i++) {
        struct racer racer = circuit_starting_racer(setup, &builds[i]);
        int least =
            circuit_turns_least(ways, &builds[i], setup->values[CIRCUIT_LAPS], &racer, budget);
        int at = i;
        for (; at > 0 && into[at - 1].least > least; at--)
            into[at] = into[at - 1];
        into[at] = (struct candidate){&builds[i], least};
    }
}

/* Of the best of these builds; who needs as many whole turns at least is no better. */
static int find_fewest(const struct setup *setup, const struct build *builds, int count,
                       struct budget *budget, struct error *error)
{
    struct candidate candidates[CIRCUIT_BUILDS];
    struct budget part = budget_usual(budget, BYTES_USUAL, STEPS_USUAL);
    struct ways *ways = circuit_ways_make(setup);
    int best = TURNS_FAR, tried = 0;
    sort_candidates(ways, setup, builds, count, candidates, &part);
    for (; tried < count && !budget_has_ended(&part) &&
           circuit_whole_turns(candidates[tried].least) < circuit_whole_turns(best);
         tried++)
        best = number_smaller(best, fewest(ways, setup, candidates[tried].build, &part));
    circuit_ways_free(ways);
    if (budget_has_ended(&part)) {
        struct text so_far = {0};
        text_append_format(&so_far, "after %d of %d builds the search", tried > 0 ? tried - 1 : 0,
                           count);
        budget_tell(&part, text_string(&so_far), "fewer laps", error);
        text_free(&so_far);
        return PAR_UNKNOWN;
    }
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
