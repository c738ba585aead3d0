/* Computer drivers, hints and programs of stock cars, as drivers/driving.h asks for them. */
#ifndef GRAPHPRIX_DRIVERS_STOCK_CARS_DRIVING_H
#define GRAPHPRIX_DRIVERS_STOCK_CARS_DRIVING_H

#include "drivers/driving.h"
#include "rules/stock_cars/stock_cars.h"

extern const struct driving stock_cars_driving;

/* bot.c: the table's functions. */
void stock_greet(const struct setup *setup, struct text *into);
void stock_ask(const struct race *race, int car, struct text *into);
const char *stock_stand_in(const struct race *race, int car, struct text *action);

#endif
