/* The line behind which a car that runs wide may come back (RULES 4.4): where the progress of grid
 * points passes that of the place where it left. Pure, no drawing.
 *
 * Found between neighbouring grid points of the track, as height lines are on a map. The start
 * line, where progress jumps from the end of a lap to its beginning, is no such line.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_VIEW_CONTOUR_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_VIEW_CONTOUR_H

#include "geometry/point.h"
#include "paper/graph_paper/guide.h"

/* Zeroed = empty; free with contour_free. */
struct contour {
    struct guide_point *points;
    int count, capacity;
    double label_x, label_y; /* on the side where it may come back */
};

/* For a sheet of width x height squares and the progress `most` of where the car left; the label
 * lies at the line a few squares from `near`. What was there before is dropped. */
struct contour_ask {
    int width, height;
    const int *progress; /* along the track, of each grid point, row by row; -1: it has none */
    int most;
    struct point near;
};
void contour_find(struct contour *contour, const struct contour_ask *ask);
void contour_free(struct contour *contour);

#endif
