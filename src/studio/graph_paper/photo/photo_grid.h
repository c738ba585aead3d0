/* The printed grid of squared paper, found in how dark the photo is.
 *
 * A patch of the photo tells direction and distance of its lines; from there the grid is followed
 * outwards, and the eight numbers of its homography are fitted better the farther it reaches.
 */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_PHOTO_GRID_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_PHOTO_GRID_H

#include "studio/graph_paper/photo/photo_homography.h"
#include "studio/graph_paper/photo/photo_inside.h"
#include "studio/graph_paper/photo/photo_plane.h"

struct grid {
    struct homography map;  /* from squares, y down, to the working copy */
    struct homography back; /* and back */
    int left, right;        /* the squares that are seen: columns left to right - 1 */
    int top, bottom;        /* rows */
    bool ends[4];           /* it ends within the picture: left, right, top, bottom */
    int depth;              /* how dark its lines are, as darkness */
    double square;          /* pixels */
};

/* `counts` is not 0 where the sheet can be; NULL: anywhere. False if there is no grid, or when it
 * was cancelled. */
bool photo_find_grid(const struct plane *darkness, const struct plane *counts,
                     const atomic_bool *cancelled, struct grid *grid);

/* Clears the cells within `reach` pixels of a line of the grid. */
void photo_clear_grid(const struct grid *grid, double reach, struct plane *cells);

/* What is darker than this is surely drawn where lines are printed that dark. */
static inline int photo_printed_level(int depth)
{
    return depth * 5 / 4 + 4;
}
/* Clears ink that is a line of the grid printed heavier than most; what is surely ink stays. */
void photo_clear_heavy(const struct grid *grid, const struct plane *darkness, struct plane *ink);

/* --- used by photo_find_grid ------------------------------------------------------------------ */

/* How parallel lines lie in a patch: those with normal (cos angle, sin angle) at the distances
 * phase + k * period from (0, 0). */
struct stripes {
    double angle, period, phase;
    double sureness; /* 0 to 1 */
};

/* Lines round a place, nearly upright or nearly level ones. False if there are none. */
bool photo_find_stripes(const struct plane *darkness, struct photo_place middle, double radius,
                        bool level, struct stripes *stripes);

#endif
