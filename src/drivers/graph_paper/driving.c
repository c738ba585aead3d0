/* The table of graph paper's drivers: knowledge, levels and hints behind what is common to games.
 */
#include "drivers/graph_paper/driving.h"

#include "base/number.h"
#include "drivers/graph_paper/levels/driver.h"
#include "drivers/graph_paper/solver/solver.h"

#include <assert.h>

const struct driver_kind driver_kinds[LEVEL_COUNT] = {
    {.name = "rookie",
     .title = "Rookie",
     .sentence = "Looks two moves ahead, always able to stop, and often brakes too early.",
     .in_derby = "Strikes whoever is within reach, and sees nothing that comes after.",
     .names = {"Rosa", "Rufus", "Ruth", "Roman"}},
    {.name = "club",
     .title = "Club",
     .sentence = "Knows the fast way round, but brakes too early once in nine rounds.",
     .in_derby = "Sees who could strike next, but overlooks it in one turn of three.",
     .names = {"Clara", "Clemens", "Cleo", "Cosmo"}},
    {.name = "pro",
     .title = "Pro",
     .sentence = "Sees the best way on, but loses one round in twenty-five.",
     .in_derby = "Sees what those nearest do next, but overlooks it in one turn of five.",
     .names = {"Petra", "Paolo", "Priya", "Piet"}},
    {.name = "ace",
     .title = "Ace",
     .sentence = "Sees the best way on, and what those near it will do.",
     .in_derby = "Looks several turns ahead at whoever is near.",
     .names = {"Alva", "Achille", "Astrid", "Arturo"}},
};

static void *prepare(const struct setup *setup, struct budget *budget)
{
    return knowledge_prepare(setup, budget);
}

static void forget(void *knowledge)
{
    knowledge_release(knowledge);
}

static int rounds(const void *knowledge)
{
    int fewest = knowledge_rounds(knowledge);
    return fewest > 0 ? fewest : 0;
}

static struct random draw_seed(const struct race *race, int car)
{
    uint64_t hash = hash_number(HASH_START, (int64_t)graph_paper_setup(race)->seed);
    hash = hash_number(hash, car);
    return random_seeded(hash_number(hash, (int64_t)graph_paper_game.hash(race)));
}

void driver_choose(enum driver_level level, const struct knowledge *knowledge,
                   const struct race *race, struct budget *budget, struct text *action)
{
    int car = race_next_car(race);
    struct graph_paper_action choice = {0};
    struct turn_to_drive turn = {.knowledge = knowledge,
                                 .race = race,
                                 .car = car,
                                 .random = draw_seed(race, car),
                                 .budget = budget};
    bool derby = graph_paper_setup(race)->values[FIELD_CONTEST] == CONTEST_DERBY;
    if (derby                ? level_hunt(&turn, level, &choice)
        : level == LEVEL_ACE ? level_race_as_ace(&turn, &choice)
                             : level_race(&turn, level, &choice))
        graph_paper_print_action(&choice, action);
}

static void choose(int level, const void *knowledge, const struct race *race, int car,
                   struct budget *budget, struct text *action)
{
    assert(car == race_next_car(race));
    driver_choose((enum driver_level)level, knowledge, race, budget, action);
}

static struct hints *find_hints(const void *knowledge, const struct race *race, int car,
                                const struct point *start, struct budget *budget)
{
    assert(car == race_next_car(race));
    return hints_find(knowledge, race, start, budget);
}

static bool prove(struct course course, struct budget *budget, int *par, struct error *error)
{
    struct lap lap = {0};
    assert(course.game == &graph_paper_game);
    bool possible = lap_prove(course.body, budget, &lap, error);
    if (par)
        *par = lap.rounds;
    return possible;
}

static bool graph_paper_has_par(const struct setup *setup)
{
    return setup->values[FIELD_CONTEST] == CONTEST_RACE;
}

const struct driving graph_paper_driving = {
    .game = &graph_paper_game,
    .kinds = driver_kinds,
    .kind_count = LEVEL_COUNT,
    .substitute = LEVEL_CLUB,
    .prepare = prepare,
    .forget = forget,
    .rounds = rounds,
    .choose = choose,
    .find_hints = find_hints,
    .free_hints = hints_free,
    .prove = prove,
    .has_par = graph_paper_has_par,
    .extras = "extras",
    .find_par = graph_paper_find_par,
    .greet = graph_paper_greet,
    .ask = graph_paper_ask,
    .hear = graph_paper_hear,
    .stand_in = graph_paper_stand_in,
};
