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

/* par.c. Are repairs among what the fewest turns are counted of? Unless the map is too large. */
bool stock_counts_repairs(const struct setup *setup);
/* Do drivers plan them roughly, beyond the maximum at the start? With others on a map that has
 * pits. */
bool stock_plans_repairs(const struct setup *setup);
const char *stock_par_of(const struct setup *setup);
bool stock_has_par(const struct setup *setup);
int stock_find_par(const struct setup *setup, bool with_extras, struct budget *budget,
                   int *best_lap, struct error *error);
void stock_find_line(const struct setup *setup, bool with_extras, struct budget *budget,
                     struct text *actions);
bool stock_prove(struct course course, struct budget *budget, int *par, struct error *error);
/* Of the first starting place, alone. */
struct stock_car stock_starting_car(const struct setup *setup, enum stock_special special);

/* hints.c */
struct hints *stock_hints_find(const void *knowledge, const struct race *race, int number,
                               const struct point *place, struct budget *budget);
void stock_hints_free(struct hints *hints);

#endif
