/* Do walls cross themselves or each other?
 *
 * Two loops cross at a point if one of them passes there from one side of the other to its other
 * side, in the middle of edges or at vertices. Touching is no crossing, and neither is running
 * along each other, wherever the two part again.
 */
#ifndef GRAPHPRIX_TRACK_CROSSING_H
#define GRAPHPRIX_TRACK_CROSSING_H

#include "geometry/area.h"

struct crossing {
    int first, second; /* indices of the loops, the same if one crosses itself; first <= second */
    struct point at;   /* fine, rounded if it lies between */
};

/* Loops have at least two vertices and no edge of length 0. Finds one of the crossings, in
 * O(n log n) whatever the loops are; false if there is none. */
bool crossing_find(const struct loop *loops, int loop_count, struct crossing *found);

/* At most `limit` of the crossings in the middle of edges, by place from left to right, for who has
 * found that there is one; in a tangle without end not all of them are looked for. */
int crossing_list(const struct loop *loops, int loop_count, struct crossing *found, int limit);

#endif
