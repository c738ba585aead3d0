/* The table of drivers of circuit. */
#include "drivers/circuit/driving.h"

#include "drivers/circuit/hints.h"
#include "drivers/circuit/level.h"

static const struct driver_kind kinds[CIRCUIT_LEVELS] = {
    {.name = "rookie",
     .title = "Rookie",
     .sentence = "Takes the usual car, finds the way round, and brakes too early every other turn.",
     .names = {"Rosie", "Rupert", "Ruth", "Ralph"}},
    {.name = "club",
     .title = "Club",
     .sentence = "Builds a fair car, forces its way gladly, and brakes too early in 3 of 16 turns.",
     .names = {"Clara", "Chester", "Cora", "Clyde"}},
    {.name = "pro",
     .title = "Pro",
     .sentence =
         "Builds a fast car, weighs cards and chips by the dice, and slips once in sixteen.",
     .names = {"Petra", "Preston", "Pearl", "Percy"}},
    {.name = "ace",
     .title = "Ace",
     .sentence =
         "Builds the car that is fast from any place, and plays each turn on before it posts.",
     .names = {"Ada", "Angus", "Anna", "Abel"}},
};

static void *prepare(const struct setup *setup, struct budget *budget)
{
    return circuit_knowledge_prepare(setup, budget);
}

static void forget(void *knowledge)
{
    circuit_knowledge_free(knowledge);
}

static int rounds(const void *knowledge)
{
    return circuit_knowledge_rounds(knowledge);
}

static void choose(int level, const void *knowledge, const struct race *race, int car,
                   struct budget *budget, struct text *action)
{
    circuit_level_choose((enum circuit_level)level, knowledge, race, car, budget, action);
}

static const char *par_of(const struct setup *setup)
{
    (void)setup;
    return "a car that nobody meets and that " CIRCUIT_ALONE;
}

const struct driving circuit_driving = {
    .game = &circuit_game,
    .tongue = "circuit",
    .kinds = kinds,
    .kind_count = CIRCUIT_LEVELS,
    .substitute = CIRCUIT_CLUB,
    .prepare = prepare,
    .forget = forget,
    .rounds = rounds,
    .choose = choose,
    .find_hints = circuit_find_hints,
    .free_hints = circuit_free_hints,
    .prove = circuit_prove,
    .par_of = par_of,
    .has_par = circuit_has_par,
    .find_par = circuit_find_par,
    .find_par_from = circuit_find_par_from,
    .greet = circuit_greet,
    .ask = circuit_ask,
    .hear = circuit_hear,
    .stand_in = circuit_stand_in,
};
