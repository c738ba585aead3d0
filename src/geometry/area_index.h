/* What an area is made of, and the cells of its index that a segment passes through. For the files
 * of this folder; everybody else asks area.h. Inline, because every move of a race asks.
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
    int loop_count, edge_count;

    struct point origin; /* the lower left grid point of the first cell */
    int cell_bits, columns, rows;
    int *offsets; /* columns * rows + 1: where the list of each cell begins */
    int *entries; /* numbers of edges */

    /* enum place of the grid points of the bounding box, row by row from the origin; NULL if the
     * box is too large for so few edges. */
    unsigned char *places;
    /* Then, by row of grid points and column of cells, a bit: does an odd number of edges pass to
     * the left of where the cell begins? NULL also where so few edges are counted as quickly. */
    unsigned char *lefts;
    size_t lefts_pitch;
    int points_across, points_up;
};

/* Goes row by row over the cells that a segment between grid points passes through. Where it goes
 * along the border of two cells, or through a corner, one of them is enough, because each lists the
 * edges on its border.
 *
 * x counts from the area's origin in squares / 2^32. The slope is rounded to that, which adds up to
 * less than 1 / rise: so x is on the right side of every whole number except perhaps one that the
 * segment meets exactly, and there it meets a border. */
struct walk {
    const int *offsets; /* of the row */
    int rows_left;
    int64_t left_x; /* where the carrier of the segment is within the row ... */
    int64_t right_x;
    int64_t row_x; /* ... and how far it moves from row to row */
    int first_column, last_column;
};

enum { X_BITS = 32 };

static inline int walk_within(int number, int low, int high)
{
    return number_smaller(number_larger(number, low), high);
}

static inline struct walk walk_begin(const struct area *area, struct point from, struct point to)
{
    int bits = area->cell_bits;
    struct point start = point_subtract(from.y <= to.y ? from : to, area->origin);
    struct point end = point_subtract(from.y <= to.y ? to : from, area->origin);
    int row = walk_within(start.y >> bits, 0, area->rows - 1);
    int last_row = number_smaller((end.y - 1) >> bits, area->rows - 1);
    struct walk walk = {
        .offsets = area->offsets + row * area->columns,
        .rows_left = number_larger(last_row - row + 1, 1),
        .left_x = (int64_t)start.x * (INT64_C(1) << X_BITS),
        .first_column = walk_within(number_smaller(start.x, end.x) >> bits, 0, area->columns - 1),
        .last_column = walk_within(number_larger(start.x, end.x) >> bits, 0, area->columns - 1),
    };
    int64_t run = (int64_t)(end.x - start.x) * (INT64_C(1) << X_BITS);
    if (end.y > start.y) {
        int64_t slope = run / (end.y - start.y);
        walk.left_x += slope * ((row << bits) - start.y);
        walk.row_x = slope * (1 << bits);
        run = walk.row_x;
    }
    /* A segment that ends on a border, seen from its left, does not enter the cell behind it. */
    walk.right_x = walk.left_x + (run > 0 ? run : 0) - 1;
    walk.left_x += run < 0 ? run : 0;
    return walk;
}

/* The run of entries of the next row; false if there is no further row. */
static inline bool walk_next(const struct area *area, struct walk *walk, int *first, int *end)
{
    if (walk->rows_left == 0)
        return false;
    int bits = X_BITS + area->cell_bits;
    int left = walk_within((int)(walk->left_x >> bits), walk->first_column, walk->last_column);
    int right = walk_within((int)(walk->right_x >> bits), walk->first_column, walk->last_column);
    *first = walk->offsets[left];
    *end = walk->offsets[right + 1];
    walk->left_x += walk->row_x;
    walk->right_x += walk->row_x;
    walk->offsets += area->columns;
    walk->rows_left--;
    return true;
}

#endif
