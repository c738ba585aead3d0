/* How the levels choose an order. */
#ifndef GRAPHPRIX_DRIVERS_STOCK_CARS_LEVEL_H
#define GRAPHPRIX_DRIVERS_STOCK_CARS_LEVEL_H

#include "drivers/stock_cars/knowledge.h"

enum stock_level { STOCK_ROOKIE, STOCK_CLUB, STOCK_PRO, STOCK_ACE, STOCK_LEVELS };

/* Appends the action of a car that owes one. */
void stock_level_choose(enum stock_level level, const struct stock_knowledge *knowledge,
                        const struct race *race, int car, struct text *action);

#endif
