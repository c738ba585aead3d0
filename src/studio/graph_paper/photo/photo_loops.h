/* From closed lines in the photo to loops on the sheet. */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_PHOTO_LOOPS_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_PHOTO_LOOPS_H

#include "studio/graph_paper/photo/photo_walls.h"

enum { PHOTO_LOOPS_MOST = 64 };

/* Smooth, with few vertices, the largest first, with proposals, on the sheet of the tracing.
 * `pixel` is a pixel's size there in squares, `scale` takes a place of the working copy to the
 * photo. What is tiny is left out. */
void photo_make_loops(struct photo_tracing *tracing, const struct closed_line *lines, int count,
                      double pixel, struct photo_place scale);

/* A line that is not closed, after all others; nothing if it is but a dot on the sheet. */
void photo_add_open_line(struct photo_tracing *tracing, const struct photo_place *places, int count,
                         double length, struct photo_place scale);

#endif
