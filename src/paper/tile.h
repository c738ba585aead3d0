/* Hatching as a pattern that repeats without a seam, for the files of this folder. */
#ifndef GRAPHPRIX_PAPER_TILE_H
#define GRAPHPRIX_PAPER_TILE_H

#include "paper/brush.h"

/* Opaque paper with light pencil hatching, lines rising to the right: the paper outside the track.
 * The pattern is made once for each surface that is drawn on and belongs to it; it is anchored at
 * the view's origin, so it moves with the sheet. */
void tile_set_hatching(cairo_t *cairo, const struct paper_view *view,
                       const struct paper_theme *theme);
/* A steep dense shading on nothing, for slicks. */
void tile_set_shading(cairo_t *cairo, const struct paper_view *view,
                      const struct paper_theme *theme);

#endif
