/* From closed lines in the photo to loops on the sheet, and what is drawn beside them. */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_LOOPS_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_LOOPS_H

#include "studio/graph_paper/photo/plane.h"
#include "studio/graph_paper/photo/walls.h"

enum { PHOTO_LOOPS_MOST = 64 };

/* Smooth, with few vertices, the largest first, with proposals, on the sheet of the tracing.
 * `pixel` is a pixel's size there in squares, `scale` takes a place of the working copy to the
 * photo. What is tiny is left out. */
void photo_make_loops(struct photo_tracing *tracing, const struct closed_line *lines, int count,
                      double pixel, struct spot scale);

/* --- what was left out ----------------------------------------------------------------------- */

enum { PHOTO_LEFT_MOST = 48 };

/* Adds the lines that lie beside all loops of the tracing to these, open, the longest first;
 * `scale` takes a place of the working copy to the photo. `lines`, of one pixel, are used up. */
void photo_add_left_lines(struct plane *lines, struct photo_tracing *tracing,
                          const struct wall_measures *measures, struct spot scale);

/* The longest open line that runs like a wall, long and not straight, away from places that were
 * remarked; NULL if there is none. */
const struct photo_loop *photo_find_left_wall(const struct photo_tracing *tracing);

/* How many of the open lines are straight and parallel, as those that paper is ruled with. */
int photo_count_ruled_lines(const struct photo_tracing *tracing);

#endif
