/* The table of drivers of circuit. */
#include "drivers/circuit/driving.h"

static const struct driver_kind kinds[] = {
    {.name = "rookie",
     .title = "Rookie",
     .sentence = "Drives on as it is, and takes the cheapest step.",
     .names = {"Rosie", "Rupert", "Ruth", "Ralph"}}};

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
    .choose = choose,
    .greet = circuit_greet,
    .ask = circuit_ask,
    .hear = circuit_hear,
    .stand_in = circuit_stand_in,
};
