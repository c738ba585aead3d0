/* What can be told to a person who is to write an order: for each place that an order can lead to,
 * the turns that are still to be driven from there, and an order that gets there.
 *
 * Turns are those of a car that nobody meets and of whom `stock_hints_of` tells the rest, a
 * condition that is said wherever the number is shown; those of a damaged car, whose maximum is
 * lower than at the start, are a guess. The tiles are those that everybody sees now. Orders into
 * oil, sand or off the track have no hint. The work is limited by counting; what is not known has
 * no number.
 */
#ifndef GRAPHPRIX_DRIVERS_STOCK_CARS_HINTS_H
#define GRAPHPRIX_DRIVERS_STOCK_CARS_HINTS_H

#include "drivers/driving.h"
#include "rules/stock_cars/stock_cars.h"

/* "12 turns for a car that ..."; and that, where repairs would be too much to be counted. */
#define STOCK_ALONE "never leaves the track nor enters oil or sand"
#define STOCK_UNREPAIRED ", and is not repaired"
/* Whose turns hints tell: that car, or, where others drive, too, one whose repairs are counted
 * roughly. In short: "12 turns on track, no oil, sand or repair". */
const char *stock_hints_of(const struct setup *setup);
const char *stock_hints_briefly(const struct setup *setup);

enum { STOCK_HINT_UNKNOWN = -1, STOCK_HINT_ORDER = 96 };

/* An order's moves end here. Of the ways and changes at the end the best one is told: with the
 * fewest turns left, then with the fewest wild cards. */
struct stock_hint {
    struct point at;
    enum heading heading;
    int moves;                    /* the speed after the beginning: how many tiles were driven */
    int turns;                    /* still to be driven after it; 0: it finishes;
                                     STOCK_HINT_UNKNOWN: from there the finish is far or out of reach */
    int cards;                    /* that the order costs */
    char order[STOCK_HINT_ORDER]; /* "A(2M)RMB" */
};

struct hints {
    struct stock_hint *items; /* by moves, then y, x and heading */
    int count;
    int best; /* index of the best one: most often several are as good; -1: none */
};

/* Whose `turns` are those of the best one. */
bool stock_hint_is_best(const struct hints *hints, const struct stock_hint *hint);
/* Of a way with so many moves that ends so; NULL: none. */
const struct stock_hint *stock_hint_at(const struct hints *hints, struct point at,
                                       enum heading heading, int moves);

#endif
