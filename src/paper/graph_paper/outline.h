/* The loops of an area as they are drawn: rounded where the polygon stands for a curve, and drawn
 * by a pencil of wavering width.
 *
 * A file's curves arrive flattened to within 1/64 square. Enlarged, the corners of such a polygon
 * would show; where two edges meet at a slight angle the drawing goes round instead, never further
 * from the polygon than the flattening was. Real corners stay corners. Only what is drawn is
 * rounded: the rules know the polygon alone.
 */
#ifndef GRAPHPRIX_PAPER_GRAPH_PAPER_OUTLINE_H
#define GRAPHPRIX_PAPER_GRAPH_PAPER_OUTLINE_H

#include "paper/brush.h"
#include "track/track.h"

/* A track that is drawn, and with what. */
struct track_brush {
    cairo_t *cairo;
    const struct paper_view *view;
    const struct track *track;
    const struct paper_theme *theme;
    struct brush_sizes sizes;
};
struct track_brush track_brush_of(cairo_t *cairo, const struct paper_view *view,
                                  const struct track *track, const struct paper_theme *theme);
struct pixel track_place(const struct track_brush *brush, struct point grid);

struct outline_point {
    double x, y;  /* device pixels */
    double along; /* squares from the loop's first vertex: the seed of the wavering */
    bool corner;  /* a real one: the pencil turns on the spot */
};

/* All loops of an area as seen in one view. Zeroed = empty; reuse it, free with outline_free. */
struct outline {
    struct outline_point *points;
    int count, capacity;
    int *starts; /* of each loop in `points`; the loop's first point is repeated as its last */
    int loop_count;
    int loop_capacity;
};

/* Points are close together only within `seen` (x, y, width, height in device pixels). */
void outline_build(struct outline *outline, const struct paper_view *view,
                   const struct track *track, const struct area *area, const double seen[4]);
void outline_free(struct outline *outline);

/* Makes it cairo's path: closed loops, to be filled by the even-odd rule. */
void outline_path(cairo_t *cairo, const struct outline *outline);
/* Draws the walls in the source that is set, `width` wide. */
void outline_draw_walls(cairo_t *cairo, const struct outline *outline, double width,
                        const double seen[4]);

#endif
