/* The turns that are left: for every tile, heading, speed and number of crossings still to come, in
 * how many turns a car finishes that nobody meets and that never leaves the track nor enters oil or
 * sand, by the wild cards that it has.
 *
 * Found by a sweep from the finish backwards: after sweep k the planes hold the fewest wild cards
 * with which a car finishes within k turns, a byte a tile, so that a row of tiles is worked on at
 * once. A guess for cars in trouble: their maximum is taken for that of one of a few worlds.
 * States that the car could only come to too late to finish in the fewest turns and some slack are
 * left out, by the moves that it takes at least to get there; as long as it does not finish within
 * the limit guessed for that, the limit is raised. What is exact, repairs included, fewest.h tells.
 */
#ifndef GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_TURNS_H
#define GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_TURNS_H

#include "base/budget.h"
#include "drivers/stock_cars/solver/roads.h"

enum { TURNS_UNKNOWN = -1, TURNS_WORLDS = 3, TURNS_NEED_MOST = 200 };

struct turns_options {
    enum stock_special special;
    /* Maxima, rising: what a repair leads into is, up to that of the car, not below what it gives,
     * then not above that. */
    int worlds[TURNS_WORLDS];
    int world_count;
    int crossings;         /* how many may be to come at most */
    int wild_cards;        /* states that need more are not followed; at most TURNS_NEED_MOST */
    struct stock_car from; /* the car that is to finish, with all crossings to come */
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
 * highest world that is not above it. *spare: how many of its wild cards it would not need to be as
 * fast; may be NULL. */
int stock_turns_left(const struct turns *turns, const struct stock_car *car, int crossings,
                     int *spare);

#endif
