/* From below: the first round in which any car can make a move, found forwards on a coarser sheet.
 * A search that knows of a lap of so many rounds leaves out what is too far from the start for the
 * rounds that it still has to go.
 *
 * The coarser sheet has cells of 4 x 4 points, and velocities as they are. Whoever is in a cell may
 * be at any of its points, and walls are looked at here and there, so a car there comes as far as
 * any: what is told is never a round too many. At the finish line cells are parted, lest a lap be
 * had by being on both sides of it; and a car that has not begun its lap after a while may cross
 * the line at any speed, lest the whole lap be driven backwards in search of a better run-up.
 *
 * It is the same for any number of threads, and once made it is only read. Of extras, checkpoints
 * and turbo areas it knows nothing.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_BOUND_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_BOUND_H

#include "base/memory.h"
#include "drivers/graph_paper/solver/plan.h"

struct bound;

/* Where cars start that are so far in their race. */
struct starts {
    int plane;
    struct bits points;
};

/* By so many threads; 0: as many as there are processors. The budget must last as long. NULL if the
 * budget ends, or if not even that car finishes within `most` rounds. */
struct bound *bound_create(const struct plan *plan, const struct starts *starts, int count,
                           int most, int threads, struct budget *budget);
/* Until so many rounds are known; no more can be asked about. False if the budget ends. */
bool bound_extend(struct bound *bound, int rounds);
void bound_free(struct bound *bound);        /* NULL is allowed */
int bound_rounds(const struct bound *bound); /* no race has fewer */

/* Of points in the block at the corner those from which the move, in that layer, may be one of the
 * first `rounds`. */
uint64_t bound_within(const struct bound *bound, struct point corner, uint64_t points,
                      struct point move, int layer, int rounds);
/* The first round in which it may be one from some of them, or from points beside them. */
int bound_first(const struct bound *bound, struct point corner, uint64_t points, struct point move,
                int layer);

#endif
