/* How soon a car can be where: a bound that keeps the sweep of turns.h to what may still be among
 * the fewest turns.
 *
 * Counted are the moves that it takes at least to get to a tile with a heading, once without a
 * repair and once with one at any place before, and the moves that so many turns are good for at
 * most: speeds rise and fall by what letters and wild cards allow, and whoever was repaired drove
 * through the pits slowly. So the bound is never too high, whatever the map.
 */
#ifndef GRAPHPRIX_DRIVERS_STOCK_CARS_SOONEST_H
#define GRAPHPRIX_DRIVERS_STOCK_CARS_SOONEST_H

#include "drivers/stock_cars/roads.h"

enum { SOONEST_NEVER = 1 << 15 };

struct soonest;

/* Of a car with so many crossings to come. The roads must outlive it. */
struct soonest *stock_soonest_make(const struct roads *roads, const struct stock_car *from,
                                   int crossings);
void stock_soonest_free(struct soonest *soonest);

/* To a cell: [heading * size + cell]; ROADS_FAR: it does not get there. */
const int *stock_soonest_moves(const struct soonest *soonest, bool repaired, int crossings);
/* How a car is to be. */
struct soon {
    int maximum;  /* above the first one if it has been repaired */
    int speed;    /* -1: any */
    int cards;    /* that it still has */
    bool in_pits; /* of the visit in which it was repaired */
};

/* [turns], for 0..most: the moves that they are good for at most; -1: it cannot be so. Freed with
 * free. */
int *stock_soonest_ranges(const struct soonest *soonest, const struct soon *soon, int most);
/* Turns to the finish at least for a car that then has this maximum; SOONEST_NEVER: none. */
int stock_soonest_turns(const struct soonest *soonest, int maximum);

#endif
