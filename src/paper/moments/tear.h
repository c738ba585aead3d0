/* What a crash leaves: a hole torn into the paper, with its edge turned up. It is ink of the step,
 * so it is in pictures, print and replays, too.
 */
#ifndef GRAPHPRIX_PAPER_MOMENTS_TEAR_H
#define GRAPHPRIX_PAPER_MOMENTS_TEAR_H

#include "paper/brush.h"

/* How far it goes from its middle at most, device pixels. */
double tear_reach(const struct paper_view *view);
/* In the colour of who has crashed; `strength` is the alpha of older ink, 1 of fresh one. */
void tear_draw(cairo_t *cairo, const struct paper_view *view, struct pixel at, uint64_t seed,
               struct paper_color color, double strength, const struct paper_theme *theme);

#endif
