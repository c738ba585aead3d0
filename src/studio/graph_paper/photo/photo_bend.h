/* Paper that does not lie flat: between places of a flat sheet and where they seem to lie. */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_PHOTO_BEND_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_PHOTO_BEND_H

#include "studio/graph_paper/photo/photo.h"

/* Where a bend moves a place to; both in squares, counted from the bend's first node. */
struct photo_place photo_bend_apply(const struct photo_bend *bend, struct photo_place squares);
struct photo_place photo_bend_undo(const struct photo_bend *bend, struct photo_place moved);

#endif
