/* What an area is made of. For area.c and area_index.c only; everybody else asks area.h.
 *
 * The bounding box of the loops, rounded out to whole squares, is divided into square cells of
 * 2^cell_bits squares. A cell lists the edges that have a point in common with it, its border
 * included. The lists stand one behind the other in the order of the cells, row by row, so the
 * edges of any run of cells in one row are one run of `entries`.
 */
#ifndef GRAPHPRIX_GEOMETRY_AREA_INDEX_H
#define GRAPHPRIX_GEOMETRY_AREA_INDEX_H

#include "base/number.h"
#include "geometry/area.h"

struct area {
    /* Each loop is followed by its first vertex, so edge i leads from vertices[i] to
     * vertices[i + 1] for every i that is the number of an edge. */
    struct point *vertices;
    struct loop *loops; /* their vertices point into the array above */
    int loop_count;
    int edge_count;

    struct point origin; /* the lower left grid point of the first cell */
    int cell_bits;
    int columns;
    int rows;
    int *offsets; /* columns * rows + 1: where the list of each cell begins */
    int *entries; /* numbers of edges */

    /* enum place of the grid points of the bounding box, row by row from the origin; NULL if the
     * box is too large for so few edges. */
    unsigned char *places;
    /* Then, by row of grid points and column of cells, a bit: does an odd number of edges pass to
     * the left of where the cell begins? NULL also where so few edges are counted as quickly. */
    unsigned char *lefts;
    size_t lefts_pitch;
    int points_across;
    int points_up;
};

/* Fill in everything from `origin` on; vertices and loops must be there. */
void area_index_build(struct area *area);

static inline int smaller(int a, int b)
{
    return a < b ? a : b;
}

static inline int larger(int a, int b)
{
    return a > b ? a : b;
}

#endif
