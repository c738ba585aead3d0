/* Hatching as a pattern that repeats without a seam, for the files of this folder. */
#ifndef GRAPHPRIX_PAPER_TILE_H
#define GRAPHPRIX_PAPER_TILE_H

#include "paper/brush.h"

/* Paints the whole clip: opaque paper with light pencil hatching, lines rising to the right, as it
 * is outside the track. The pattern is made once for each surface that is drawn on and belongs to
 * it; it is anchored at the view's origin, so it moves with the sheet. Files of lines and letters
 * get strokes in its place. */
void tile_paint_hatching(cairo_t *cairo, const struct paper_view *view,
                         const struct paper_theme *theme);
/* Fills the path, which is used up, with a steep dense shading on nothing, for slicks. */
void tile_fill_shading(cairo_t *cairo, const struct paper_view *view,
                       const struct paper_theme *theme);

#endif
