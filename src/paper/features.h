/* What a track holds besides its walls: line, slicks, turbo areas, checkpoints, inspected points.
 * For the files of this folder.
 */
#ifndef GRAPHPRIX_PAPER_FEATURES_H
#define GRAPHPRIX_PAPER_FEATURES_H

#include "paper/outline.h"

/* The grounds of areas, which belong under the grid. */
void features_draw_shading(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                           const struct paper_theme *theme);
/* What lies under the walls: outlines of areas, start and finish. Lines are cut off at the walls.
 */
void features_draw(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                   const struct outline *walls, const struct paper_theme *theme);
/* What stands over the walls: checkpoints with their numbers, inspected points. */
void features_draw_signs(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                         const struct paper_theme *theme);

#endif
