/* How many turns a car needs at least to finish: what keeps the search of fewest.h to states that
 * may still be among the fewest turns.
 *
 * Of a car that is better than any: it gains two of speed every turn, brakes as it likes, and no
 * wild card is ever asked for; but it drives whole turns, with two steers at most to each side, and
 * through the pits slowly. Each repair takes it to the next world, whose maximum is higher by the
 * most that a repair gives; behind the last world they give nothing more. Swept backwards from the
 * finish, a turn at a time, for all tiles at once (planes.h): the least speed with which it is home
 * within so many turns.
 */
#ifndef GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_BOUND_H
#define GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_BOUND_H

#include "drivers/stock_cars/solver/reach.h"

#include <stdatomic.h>

enum {
    BOUND_WORLDS = 3,
    BOUND_GAIN = STOCK_REPAIR - 1, /* of a repair at a speed of one */
    BOUND_NEVER = UINT16_MAX
};

struct bound {
    const struct reach *reach;
    int maximum, crossings;
    int worlds;                  /* one where there are no repairs, or they do not count */
    int first[BOUND_WORLDS + 1]; /* of a world's speeds in a row, and the length of a row */
    int swept;                   /* turns */
    bool complete;               /* more turns tell nothing new */
    uint16_t *rows;
    struct bound_level *levels; /* [world * crossings + crossings to come - 1] */
    uint64_t work;              /* bytes worked on */
};

/* Of a car with this maximum at first and so many crossings to come. The reach must outlive it. */
struct bound *stock_bound_make(const struct reach *reach, int maximum, int crossings, bool repairs);
void stock_bound_free(struct bound *bound);
/* Until so many turns are known, or it was cancelled. */
void stock_bound_sweep(struct bound *bound, int turns, const atomic_bool *cancelled);

/* [first[world] + speed]: turns to the finish at least; BOUND_NEVER: more than are swept. */
static inline const uint16_t *stock_bound_row(const struct bound *bound, int crossings, int pose)
{
    size_t row = (size_t)(crossings - 1) * (size_t)bound->reach->poses + (size_t)pose;
    return bound->rows + row * (size_t)bound->first[bound->worlds];
}

#endif
