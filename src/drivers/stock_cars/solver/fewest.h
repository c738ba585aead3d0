/* The fewest turns there are for one car alone that never leaves the track nor enters oil or sand:
 * exact over tile, heading, speed, maximum, wild cards, crossings and visits of the pits, repairs
 * included, as often as they pay.
 *
 * Searched forward, turn by turn. A state is a pose with a speed and so many crossings to come;
 * what is kept of it are the most wild cards with which a car can be there, for each maximum that
 * repairs give, all worked on at once. Left out is what cannot be home within a limit by pace.h and
 * steers.h, which is raised until a car is. Nobody who was repaired breaks the limit in the same
 * visit. What is left from a state is then told by the same turns backwards, of the states alone
 * that were met.
 */
#ifndef GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_FEWEST_H
#define GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_FEWEST_H

#include "base/budget.h"
#include "drivers/stock_cars/solver/pace.h"
#include "drivers/stock_cars/solver/steers.h"

enum { FEWEST_UNKNOWN = -1 };

struct fewest;

/* Of cars from that place, with this maximum and speed and so many crossings to come, who may go
 * back over the line until so many are at most. With `repairs`, or as if the pits gave none. Roads
 * and budget must outlive it. NULL only if the budget has ended, as it may in all that follows. */
struct fewest *stock_fewest_make(const struct roads *roads, const struct stock_car *from,
                                 int crossings, int crossings_most, bool repairs,
                                 struct budget *budget);
void stock_fewest_free(struct fewest *fewest);

/* With these wild cards and this special. FEWEST_UNKNOWN: there is no way, or the budget ended. */
int stock_fewest_find(struct fewest *fewest, int wild_cards, enum stock_special special);
/* So many turns are not enough, as far as was found out. */
int stock_fewest_more_than(const struct fewest *fewest);

/* --- from wherever such a car may be ---------------------------------------------------------- */

struct fewest_left;

/* From the states of all ways of so many turns at most of the car for which the fewest were found.
 * NULL if the budget ended. The roads must outlive it. */
struct fewest_left *stock_fewest_look_back(struct fewest *fewest, int turns);
void stock_fewest_left_free(struct fewest_left *left);
/* Turns for a car with so many crossings to come, 0 for none; FEWEST_UNKNOWN: it has another
 * special or is on none of these ways. *spare: how many of its wild cards it would not need to be
 * as fast; may be NULL. */
int stock_fewest_left(const struct fewest_left *left, const struct stock_car *car, int crossings,
                      int *spare);

#endif
