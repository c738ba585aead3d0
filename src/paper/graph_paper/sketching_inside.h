/* What the files that draw a sheet in the making share among themselves.
 */
#ifndef GRAPHPRIX_PAPER_GRAPH_PAPER_SKETCHING_INSIDE_H
#define GRAPHPRIX_PAPER_GRAPH_PAPER_SKETCHING_INSIDE_H

#include "paper/brush.h"
#include "paper/graph_paper/sketching.h"

struct pixel sketching_place(const struct draft_brush *brush, struct spot spot);
/* `moving`, where a drag has it by now, may be NULL, here and below. */
struct pixel sketching_fine_place(const struct draft_brush *brush, struct point fine,
                                  const struct sketch_transform *moving);

/* A way of the pencil over such places, in the source that is set and as broad as `width`, with the
 * same wavering as walls have. */
void sketching_pencil(cairo_t *cairo, const struct pixel *places, int count, bool closed,
                      double square, double width);
/* Adds a loop to cairo's path as far as it is seen. */
void sketching_add_loop(const struct draft_brush *brush, const struct draft_loop *loop,
                        const struct sketch_transform *moving, double margin);
/* Fills the path and draws its rim. */
void sketching_fill(cairo_t *cairo, struct paper_color ground, struct paper_color rim, double width,
                    double dash);

#endif
