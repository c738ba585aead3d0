/* What is drawn and has become no part of a closed line. */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_PHOTO_LEFT_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_PHOTO_LEFT_H

#include "studio/graph_paper/photo/photo_plane.h"
#include "studio/graph_paper/photo/photo_walls.h"

struct left_line {
    struct photo_place at; /* in its middle, in the working copy */
    double length;         /* squares, about */
};

/* The longest line on the sheet that runs like a wall, long and not straight, and lies beside all
 * loops of the tracing, and away from places that were remarked; `scale` takes a place of the
 * working copy to the photo. `lines`, of one pixel, are used up. False if there is none. */
bool photo_find_left_line(struct plane *lines, const struct photo_tracing *tracing,
                          const struct wall_measures *measures, struct photo_place scale,
                          struct left_line *left);

#endif
