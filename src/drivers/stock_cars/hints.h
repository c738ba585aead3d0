/* What can be told to a person who is to write an order: for each place that an order can lead to,
 * the turns that are still to be driven from there, and an order that gets there.
 *
 * Turns are those of a car that nobody meets and of whom `par_of` tells the rest, a condition
 * that is said wherever the number is shown. They are exact: on a free road the best order brings
 * one turn less, each turn; where that is more work than is allowed they are rough. Orders into
 * oil, sand or off the track have no hint, on the tiles that everybody sees now; the turns behind
 * them are those of the map. What is not known has no number.
 */
#ifndef GRAPHPRIX_DRIVERS_STOCK_CARS_HINTS_H
#define GRAPHPRIX_DRIVERS_STOCK_CARS_HINTS_H

#include "drivers/driving.h"
#include "rules/stock_cars/stock_cars.h"

/* "12 turns for a car that ..."; and that, where repairs would be too much to be counted. */
#define STOCK_ALONE "never leaves the track nor enters oil or sand"
#define STOCK_UNREPAIRED ", and is not repaired"
/* The same in short: "12 turns on track, no oil, sand or repair". */
const char *stock_hints_briefly(const struct setup *setup);

enum { STOCK_HINT_UNKNOWN = -1, STOCK_HINT_ORDER = 96 };

/* An order's moves end here. Of the ways and changes at the end the best one is told. */
struct stock_hint {
    struct point at;
    enum heading heading;
    int moves;                    /* the speed after the beginning: how many tiles were driven */
    int turns;                    /* still to be driven after it; 0: it finishes;
                                     STOCK_HINT_UNKNOWN: from there the finish is far or out of reach */
    int speed;                    /* after the order */
    int cards;                    /* that it costs */
    char order[STOCK_HINT_ORDER]; /* "A(2M)RMB" */
};

struct hints {
    struct stock_hint *items; /* by moves, then y, x and heading */
    int count;
    /* Index of the best one, -1: none. The fewest turns; of these it does without the pits, then
     * is the farthest along the course, then the fastest, then the one with the most cards left. */
    int best;
    bool rough; /* turns are guessed */
};

/* Whose `turns` are those of the best one. */
bool stock_hint_is_best(const struct hints *hints, const struct stock_hint *hint);
/* Of a way with so many moves that ends so; NULL: none. */
const struct stock_hint *stock_hint_at(const struct hints *hints, struct point at,
                                       enum heading heading, int moves);

#endif
