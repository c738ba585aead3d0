/* Which special suits a course. */
#ifndef GRAPHPRIX_DRIVERS_STOCK_CARS_SPECIALS_H
#define GRAPHPRIX_DRIVERS_STOCK_CARS_SPECIALS_H

#include "base/budget.h"
#include "drivers/stock_cars/knowledge.h"

/* Takes a glance at the course, drives alone with each as an ace does, for some laps, and takes the
 * soonest. Under rules without specials, or cancelled: SPECIAL_PERFORMANCE. */
enum stock_special stock_special_that_suits(const struct setup *setup, struct budget *budget);

#endif
