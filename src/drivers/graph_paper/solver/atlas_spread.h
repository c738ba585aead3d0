/* The states of a place from which its moves can be made, as rows of velocities: accelerations are
 * shifts (RULES 2.2, 2.5, 2.6, and 6 for slicks that limit them). What extras allow is asked of the
 * rules once, by spread.h.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_ATLAS_SPREAD_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_ATLAS_SPREAD_H

#include "drivers/graph_paper/solver/atlas.h"

enum { ATLAS_ROWS = 2 * ATLAS_FASTEST + 1 };

/* Rows of a place, counted from its lowest one. */
struct atlas_range {
    int first, end;
};

/* States of one store, in the rows that were reached; all others are 0. */
struct atlas_states {
    struct atlas_range reached;
    uint64_t rows[ATLAS_ROWS];
};

struct atlas_spread {
    const struct atlas *atlas;   /* borrowed */
    struct atlas_steps *steps;   /* by the store after the move */
    int farthest;                /* on an axis, of any step */
    bool by_nitros;              /* alone: what one more pays for is one more step aside */
    bool limits;                 /* slicks limit accelerations */
    struct atlas_states *states; /* by store */
};

void atlas_spread_begin(struct atlas_spread *spread, const struct atlas *atlas);
void atlas_spread_end(struct atlas_spread *spread);

/* From moves and the states that are not known yet, both by store, then row, to `states`: all that
 * are not known are right. To be cleared before the next call. */
void atlas_spread_moves(struct atlas_spread *spread, const struct atlas_place *place,
                        const uint64_t *moves, const uint64_t *unknown);

#endif
