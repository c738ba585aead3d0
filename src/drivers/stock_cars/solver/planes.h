/* The cells of a map as bytes, by which the sweep of turns.h works on a row of tiles at once.
 *
 * A byte says how many wild cards are needed. A plane is made when something is first put into it;
 * {0} is an empty one, and its cells are freed with free. It remembers which blocks of cells have
 * anything, so that what is empty costs nothing.
 */
#ifndef GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_PLANES_H
#define GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_PLANES_H

#include "base/budget.h"
#include "drivers/stock_cars/solver/roads.h"

enum { PLANE_NEVER = 255 };

/* Of which map they are, and where what they take is counted. */
struct plane_room {
    const struct roads *roads;
    struct budget *budget;
};

/* PLANE_NEVER outside of the blocks and, unless `tailed`, in the cells behind the map's tiles. */
struct plane {
    uint8_t *cells;
    uint64_t blocks;
    bool tailed;
};

static inline bool stock_plane_is_empty(const struct plane *plane)
{
    return plane->blocks == 0 && !plane->tailed;
}

void stock_plane_clear(const struct plane_room *room, struct plane *plane);
/* The next blocks side by side that have anything, as cells, and takes them off; false at the end.
 */
bool stock_plane_stretch(const struct plane_room *room, uint64_t *blocks, int *lo, int *hi);

uint8_t stock_plane_need(uint8_t need, int more); /* the sum, PLANE_NEVER at most */
void stock_plane_lower_cell(const struct plane_room *room, struct plane *plane, int cell,
                            uint8_t need);
/* The lower one of both, the other with so many cards more. Returns the steps that it took. */
uint64_t stock_plane_lower(const struct plane_room *room, struct plane *plane,
                           const struct plane *other, int more);
/* Makes it the lowest of these; NULL: none. */
uint64_t stock_plane_lowest(const struct plane_room *room, struct plane *plane,
                            const struct plane *const others[3]);
/* What is before a move of so many cells, of the map's tiles alone, through a mask. */
uint64_t stock_plane_lower_before(const struct plane_room *room, struct plane *plane,
                                  const struct plane *behind, int offset, const uint8_t *mask);
/* Is any of a chunk lower with so many cards more? */
bool stock_plane_is_lower(const uint8_t *found, uint8_t more, const uint8_t *best);

#endif
