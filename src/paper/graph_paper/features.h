/* What a track holds besides its walls: line, slicks, turbo areas, checkpoints, inspected points.
 * For the files of this folder.
 */
#ifndef GRAPHPRIX_PAPER_GRAPH_PAPER_FEATURES_H
#define GRAPHPRIX_PAPER_GRAPH_PAPER_FEATURES_H

#include "paper/paper.h"
#include "rules/graph_paper/graph_paper.h"
#include "track/track.h"

/* === outline ================================================================================== */

/* The loops of an area as they are drawn: rounded where the polygon stands for a curve, and drawn
 * by a pencil of wavering width.
 *
 * A file's curves arrive flattened to within 1/64 square. Enlarged, the corners of such a polygon
 * would show; where two edges meet at a slight angle the drawing goes round instead, never further
 * from the polygon than the flattening was. Real corners stay corners. Only what is drawn is
 * rounded: the rules know the polygon alone.
 */

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

/* === features ================================================================================= */

/* The grounds of areas, which belong under the grid. */
void features_draw_shading(const struct track_brush *brush);
/* What lies under the walls: outlines of areas, start and finish. Lines are cut off at the walls.
 * On a sheet the arrow of the race's direction keeps off its edge. */
void features_draw(const struct track_brush *brush, const struct outline *walls, bool on_sheet);
/* What stands over the walls: checkpoints with their numbers, inspected points. */
void features_draw_signs(const struct track_brush *brush);

/* How a checkpoint is drawn: plainly, as the next one to pass, or as one that is behind. */
struct gate_look {
    struct paper_color color, ground, letter; /* of its lines; of the number's disc and number */
    double width;                             /* of its lines: 1 is usual */
    bool passed;                              /* a tick instead of the number */
};
/* What it touches at most, in any look; as paper_step_box. */
/* Makes a box (left, top, right, bottom) so wide that it holds the discs of all gates and the arrow
 * of the race's direction, which may stand over the sheet's edge. */
void features_widen_box(const struct track_brush *brush, double box[4]);
/* No label covers the numbers of the checkpoints. */
void features_keep_off(struct labels *labels, const struct paper_view *view,
                       const struct track *track);

/* === guide ==================================================================================== */

/* What the sheet tells the car to move, besides its points: which checkpoint comes next, behind
 * which line it may come back to the track, where it may start when that is nearly anywhere.
 *
 * It changes from turn to turn and not with the pointer, so it lies on the sheet under the ink.
 */

/* A place of a drawn line, in squares. */
struct guide_point {
    double x, y;
    bool begins; /* a new line: nothing is drawn from the point before */
};

/* Borrowed for the call; zeroed: nothing to tell. */
struct paper_guide {
    bool idle_slicks, idle_turbo, idle_gates; /* on the sheet, but without effect: pale */
    int pen;    /* of the car to move; 0: nobody, and nothing of what follows */
    bool gates; /* do checkpoints count for it now? */
    int passed; /* of them, in this lap */
    const struct guide_point *limit; /* it may come back behind this line */
    int limit_count;
    double label_x, label_y; /* where on the line its label belongs, squares */
    /* Where it may start, if those are more than PAPER_RINGED_STARTS of paper/graph_paper/ink.h;
     * else NULL. */
    const struct start_runs *starts;
    uint64_t starts_mark; /* another one for other points, so that nobody compares them */
};

void paper_draw_guide(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                      const struct paper_guide *guide, const struct paper_theme *theme);
/* What is written beside the limit, if that is in sight. */
void paper_label_guide(struct labels *labels, const struct paper_view *view,
                       const struct track *track, const struct paper_guide *guide,
                       const struct paper_theme *theme);
/* What of it may look otherwise when the gates (`gate` from 0 to checkpoint_count - 1) or the limit
 * (-1) change, as paper_step_box. False if there is nothing. */
bool paper_guide_box(const struct paper_view *view, const struct track *track,
                     const struct paper_guide *guide, int gate, double box[4]);

#endif
