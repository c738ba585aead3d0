/* How fast a car can be on one axis of a sheet with turbo areas, and from where: what can happen if
 * nothing but that axis counts, so that everything that does happen is among it.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_REACH_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_REACH_H

#include "track/track.h"

struct reach {
    int fastest;     /* of any move, also of one off the sheet */
    int *low, *high; /* where moves can begin, by speed + fastest; low > high: nowhere */
};

/* `spare`: how much more than 1 a car may change its speed by, all told. False if it takes too long
 * to find out. Free with reach_free. */
bool reach_find(struct reach *reach, const struct track *track, bool upright, int spare);
void reach_free(struct reach *reach); /* also a zeroed one */

#endif
