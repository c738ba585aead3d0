/* The table of drivers of stock cars. */
#include "drivers/stock_cars/driving.h"

static const struct driver_kind kinds[] = {{.name = "rookie",
                                            .title = "Rookie",
                                            .sentence = "Drives on as it is.",
                                            .names = {"Rosie", "Rupert", "Ruth", "Ralph"}}};

static void choose(int level, const void *knowledge, const struct race *race, int car,
                   const atomic_bool *cancelled, struct text *action)
{
    (void)level, (void)knowledge, (void)cancelled;
    stock_stand_in(race, car, action);
}

const struct driving stock_cars_driving = {
    .game = &stock_cars_game,
    .kinds = kinds,
    .kind_count = 1,
    .choose = choose,
    .greet = stock_greet,
    .ask = stock_ask,
    .stand_in = stock_stand_in,
};
