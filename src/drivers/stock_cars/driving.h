/* Computer drivers, hints and programs of stock cars, as drivers/driving.h asks for them. */
#ifndef GRAPHPRIX_DRIVERS_STOCK_CARS_DRIVING_H
#define GRAPHPRIX_DRIVERS_STOCK_CARS_DRIVING_H

#include "drivers/driving.h"
#include "rules/stock_cars/stock_cars.h"

extern const struct driving stock_cars_driving;

/* Are repairs among what the fewest turns are counted of? Unless the map is too large. */
bool stock_counts_repairs(const struct setup *setup);
/* Do drivers plan them roughly, beyond the maximum at the start? With others on a map that has
 * pits. */
bool stock_plans_repairs(const struct setup *setup);
/* Of the first starting place, alone. */
struct stock_car stock_starting_car(const struct setup *setup, enum stock_special special);

#endif
