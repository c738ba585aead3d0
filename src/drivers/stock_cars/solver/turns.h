/* The turns that are left: for every tile, heading, speed and number of crossings still to come, in
 * how many turns a car finishes that nobody meets and that never leaves the track nor enters oil or
 * sand, by the wild cards that it has.
 *
 * Found by a sweep from the finish backwards: after sweep k the planes hold the fewest wild cards
 * with which a car finishes within k turns, a byte a tile, so that a row of tiles is worked on at
 * once. Exact over tile, heading, speed, maximum, wild cards, crossings and visit of the pits for
 * one car `alone`: each maximum that repairs can give it is a world of its own, and states are
 * those that fewest.h has marked. Otherwise it is a guess for cars in trouble: their maximum is
 * taken for that of one of a few worlds. Then states that the car could only come to too late to
 * finish in the fewest turns and some slack are left out, by the moves that it takes at least to
 * get there; as long as it does not finish within the limit guessed for that, the limit is raised.
 */
#ifndef GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_TURNS_H
#define GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_TURNS_H

#include "base/budget.h"
#include "drivers/stock_cars/solver/fewest.h"

enum { TURNS_UNKNOWN = -1, TURNS_WORLDS = FEWEST_MAXIMA, TURNS_NEED_MOST = 200 };

struct turns_options {
    enum stock_special special;
    /* Exactly, of the states that are marked there, up to `limit` turns from start to finish. NULL:
     * of the worlds, roughly; those that a repair leads into are, up to the first maximum, not
     * below what it gives, then not above that. */
    const struct fewest *alone;
    int limit;
    int worlds[TURNS_WORLDS]; /* maxima, rising */
    int world_count;
    int crossings;         /* how many may be to come at most */
    int wild_cards;        /* states that need more are not followed; at most TURNS_NEED_MOST */
    struct stock_car from; /* the car that is to finish, with all crossings to come, or `alone` */
    bool rolling;          /* it has come over the line before, with one lap more */
    int slack;             /* turns beyond its fewest to sweep; -1: until all is known */
};

struct turns;

/* NULL only if it was cancelled, or if nothing could be known within the budget: where that ends,
 * what it knows is less. The roads must outlive it. */
struct turns *stock_turns_sweep(const struct roads *roads, const struct turns_options *options,
                                struct budget *budget);
void stock_turns_free(struct turns *turns);

/* Of a car with so many crossings still to come; 0 for none. Its maximum is taken for that of the
 * highest world that is not above it. */
int stock_turns_left(const struct turns *turns, const struct stock_car *car, int crossings);
/* How many of the car's wild cards it would not need to be as fast. */
int stock_turns_spare_cards(const struct turns *turns, const struct stock_car *car, int crossings);

#endif
