/* The page: four straight edges between light paper and a darker table (or the other way round). */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_PHOTO_PAGE_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_PHOTO_PAGE_H

#include "studio/graph_paper/photo/photo_inside.h"
#include "studio/graph_paper/photo/photo_plane.h"

/* The corners in the working copy: upper left, upper right, lower right, lower left. False if not
 * all four edges are seen. */
bool photo_find_page(const struct photo *photo, const atomic_bool *cancelled,
                     struct photo_place corners[4]);

/* 1 within the corners and at least `margin` pixels from the edges, else 0. */
struct plane photo_fill_page(const struct photo *photo, const struct photo_place corners[4],
                             double margin);

#endif
