/* How many wild cards a car needs at least for second steers to be home within so many turns, which
 * are paid on top of what pace.h tells: it keeps the search of fewest.h to states that may still be
 * among the fewest turns.
 *
 * As if a turn had any number of moves up to the maximum; but it drives whole turns, with two
 * steers at most to each side. Swept backwards from the finish, a turn at a time, for all tiles at
 * once (planes.h).
 */
#ifndef GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_STEERS_H
#define GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_STEERS_H

#include "base/budget.h"
#include "drivers/stock_cars/solver/planes.h"
#include "drivers/stock_cars/solver/reach.h"

enum { STEERS_TOLD = 8, STEERS_NEVER = UINT16_MAX };

struct steers {
    const struct reach *reach;
    int maximum, crossings;
    int swept;       /* turns */
    bool complete;   /* more turns tell nothing new */
    uint16_t *turns; /* [row * (STEERS_TOLD + 1) + cards]: within which so many do; the last: any */
    struct steers_level *levels; /* [crossings to come - 1] */
    struct plane_room room;
    uint64_t steps; /* since the last look */
};

/* Of a car with this maximum and so many crossings to come. The reach must outlive it. NULL only
 * if its budget has ended. */
struct steers *stock_steers_make(const struct reach *reach, int maximum, int crossings);
void stock_steers_free(struct steers *steers);
/* Until so many turns are known, or the budget has ended. */
void stock_steers_sweep(struct steers *steers, int turns);

/* The cards, or STEERS_NEVER: nobody is home within so many turns, which are swept. Of a row,
 * (crossings - 1) * poses + pose. */
static inline int stock_steers_needed(const struct steers *steers, size_t row, int turns)
{
    const uint16_t *first = &steers->turns[row * (STEERS_TOLD + 1)];
    int cards = 0;
    while (cards <= STEERS_TOLD && first[cards] > turns)
        cards++;
    return cards > STEERS_TOLD ? STEERS_NEVER : cards;
}

#endif
