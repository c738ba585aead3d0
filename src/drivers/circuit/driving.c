/* The table of drivers of circuit. */
#include "drivers/circuit/driving.h"

#include "drivers/circuit/hints.h"
#include "drivers/circuit/knowledge.h"

static const struct driver_kind kinds[] = {
    {.name = "rookie",
     .title = "Rookie",
     .sentence = "Drives on as it is, and takes the cheapest step.",
     .names = {"Rosie", "Rupert", "Ruth", "Ralph"}}};

static void *prepare(const struct setup *setup, const atomic_bool *cancelled)
{
    return circuit_knowledge_prepare(setup, cancelled);
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
                   const atomic_bool *cancelled, struct text *action)
{
    (void)level, (void)knowledge, (void)cancelled;
    circuit_stand_in(race, car, action);
}

const struct driving circuit_driving = {
    .game = &circuit_game,
    .tongue = "circuit",
    .kinds = kinds,
    .kind_count = 1,
    .prepare = prepare,
    .forget = forget,
    .rounds = rounds,
    .choose = choose,
    .prove = circuit_prove,
    .par_of = "a car that nobody meets and that " CIRCUIT_ALONE,
    .has_par = circuit_has_par,
    .find_par = circuit_find_par,
    .greet = circuit_greet,
    .ask = circuit_ask,
    .hear = circuit_hear,
    .stand_in = circuit_stand_in,
};
