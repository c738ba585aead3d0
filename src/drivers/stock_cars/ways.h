/* The ways that a car's order can take from where it stands, on the tiles that everybody sees, and
 * what an order comes to. Oil is not entered, nor is anything off the track.
 *
 * Ways that end alike are one: the same tile, heading, steers, bank and crossings; of these the one
 * with the fewest bags is kept.
 */
#ifndef GRAPHPRIX_DRIVERS_STOCK_CARS_WAYS_H
#define GRAPHPRIX_DRIVERS_STOCK_CARS_WAYS_H

#include "rules/stock_cars/stock_cars.h"

struct way {
    struct point at;
    int before; /* index of the way without the last move; -1: none */
    int moves;
    char move; /* the last one: M, L or R; 0 without any */
    uint8_t heading, lefts, rights;
    int8_t crossings; /* passed, net */
    uint8_t bags;     /* in sight, each takes 1 from the speed */
    uint8_t sands;    /* entered, of which nobody knows what they hide */
    bool banked, in_pits, finishes;
};

struct ways {
    const struct race *race;
    const struct stock_car *car;
    struct way *items; /* by moves */
    int count, capacity;
    int *first; /* [moves]: of those with so many; [most + 1] is the count */
    int most;
};

/* With so many moves at most and so many steers to a side, 0..2; not further than `limit` ways
 * (0: all). So many crossings are still to come. */
struct ways stock_ways_find(const struct race *race, int car, int crossings, int moves_most,
                            int steers_most, int limit);
void stock_ways_free(struct ways *ways);

/* An order: a change at the beginning, a way, a change at the end. */
struct plan {
    int way;
    int begin, end; /* changes; a slipstream is not counted */
    bool slips;
    int cards;              /* that it costs */
    struct stock_car after; /* as it ends if no unseen bag is met and nobody is hit */
};

/* False if the order may not be or costs more than there is. */
bool stock_plan_make(const struct ways *ways, int way, int begin, int end, bool slips,
                     struct plan *plan);
void stock_plan_write(const struct ways *ways, const struct plan *plan, struct text *into);
/* May the car be slipped along: is the place of 3.2 there, and may S be written? */
bool stock_plan_may_slip(const struct race *race, int car);

#endif
