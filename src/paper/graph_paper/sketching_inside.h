/* What the files that draw a sheet in the making share among themselves.
 */
#ifndef GRAPHPRIX_PAPER_GRAPH_PAPER_SKETCHING_INSIDE_H
#define GRAPHPRIX_PAPER_GRAPH_PAPER_SKETCHING_INSIDE_H

#include "paper/brush.h"
#include "paper/graph_paper/sketching.h"

/* Of the device. */
struct pixel {
    double x, y;
};

struct pixel sketching_place(const struct paper_view *view, const struct draft *draft, double x,
                             double y);
struct pixel sketching_fine_place(const struct paper_view *view, const struct draft *draft,
                                  struct point fine);

/* Grows with what is added to it; SKETCHING_NOTHING at first. */
struct extent {
    double left, top, right, bottom;
};
extern const struct extent SKETCHING_NOTHING;
void extent_add(struct extent *extent, struct pixel place, double margin);
/* As a box of whole pixels; false if nothing was added. */
bool extent_box(const struct extent *extent, double box[4]);

/* A way of the pencil over such places, in the source that is set and as broad as `width`, with the
 * same wavering as walls have. */
void sketching_pencil(cairo_t *cairo, const struct pixel *places, int count, bool closed,
                      double square, double width);
/* Adds a loop to cairo's path as far as it is seen; `moving` may be NULL. */
void sketching_add_loop(cairo_t *cairo, const struct paper_view *view, const struct draft *draft,
                        const struct draft_loop *loop, const struct sketch_transform *moving,
                        double margin);
/* Strokes the path with round ends and joints; a dash of 0 is a solid line. */
void sketching_stroke(cairo_t *cairo, double width, double dash);

struct spot sketching_move(const struct sketch_transform *moving, struct spot spot);
bool sketching_is_area(enum draft_role role); /* wall, slick, turbo area */
bool sketching_is_line(enum draft_role role);

#endif
