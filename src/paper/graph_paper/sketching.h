/* What lies on a sheet that is being drawn, besides the track that it may become: strokes that are
 * still open, red pencil at what is wrong, the selection with its handles, the pen's stroke.
 *
 * The ground is paper_draw_sheet of track_to_look_at and over it paper_draw_loose; all else may lie
 * in live layers. What has a function ..._box says by it what it touches at most (x, y, width,
 * height in whole device pixels), so that a cached sheet can be mended; false: nothing is drawn.
 * Everything is culled to cairo's clip. A spot is in squares, y up; nothing is kept.
 */
#ifndef GRAPHPRIX_PAPER_GRAPH_PAPER_SKETCHING_H
#define GRAPHPRIX_PAPER_GRAPH_PAPER_SKETCHING_H

#include "paper/paper.h"
#include "studio/graph_paper/sketch/sketch.h"

/* A sheet in the making that is drawn, and with what; for places and boxes the view and the draft
 * are enough. */
struct draft_brush {
    cairo_t *cairo;
    const struct paper_view *view;
    const struct draft *draft;
    const struct paper_theme *theme;
};

/* --- the ground ------------------------------------------------------------------------------ */

/* What track_to_look_at leaves out: open strokes as the pencil has left them, decoration pale. */
void paper_draw_loose(const struct draft_brush *brush);
/* What an item touches as it is drawn on the sheet, with arrows and numbers that belong to it. With
 * a wall what counts as track changes, too, but only within its box (the first closed wall of a
 * sheet changes all of it); lines are cut at walls and look for room beside them, so theirs are to
 * be mended with it. */
bool paper_item_box(const struct draft_brush *brush, int item, double box[4]);

/* --- what is wrong --------------------------------------------------------------------------- */

/* A ring of red pencil at the place with its number from 1 as in the list beside the sheet; at an
 * open stroke a small circle at each end and dashes where the gap is. What is only missing is
 * ringed in dashes. `chosen` (or -1) is drawn bolder. What has no place is passed over. A place
 * that no car gets past is a problem like any: no item, has_place. */
void paper_draw_problems(const struct draft_brush *brush, const struct draft_problem *problems,
                         int count, int chosen);

/* --- the selection --------------------------------------------------------------------------- */

enum paper_handle {
    HANDLE_NONE = -1,
    HANDLE_LOWER_LEFT,
    HANDLE_LOWER,
    HANDLE_LOWER_RIGHT,
    HANDLE_RIGHT,
    HANDLE_UPPER_RIGHT,
    HANDLE_UPPER,
    HANDLE_UPPER_LEFT,
    HANDLE_LEFT,
    HANDLE_TURN, /* above the box, on a stalk */
    HANDLE_COUNT
};

struct paper_selection {
    const int *items; /* indices of the draft */
    int count;
    bool handles;                          /* else the glow alone: what the pointer is on */
    enum paper_handle hot;                 /* the one that is pointed at or held */
    const struct sketch_transform *moving; /* where a drag has them by now; NULL: where they lie */
};
void paper_draw_selection(const struct draft_brush *brush, const struct paper_selection *selection);
/* The middle of a handle in device pixels; false if nothing is selected, or, for those in the
 * middle of a side, if the box is too small to have them. */
bool paper_handle_place(const struct draft_brush *brush, const struct paper_selection *selection,
                        enum paper_handle handle, double *x, double *y);
/* The handle at (x, y) of the device, HANDLE_NONE if there is none. */
enum paper_handle paper_find_handle(const struct draft_brush *brush,
                                    const struct paper_selection *selection, double x, double y);
/* What the selection encloses, as it lies; false if that is nothing. */
bool paper_selection_bounds(const struct draft *draft, const struct paper_selection *selection,
                            struct spot *low, struct spot *high);
/* The box of a selecting drag. */
void paper_draw_lasso(const struct draft_brush *brush, struct spot from, struct spot to);

/* --- the pen --------------------------------------------------------------------------------- */

enum paper_pen_look {
    PEN_DRAWS,    /* as what it becomes: a wall is dark pencil */
    PEN_PREVIEWS, /* dashed: a parallel wall, the part that will give way */
    PEN_ERASES    /* a broad pale way */
};

struct paper_pen {
    enum paper_pen_look look;
    enum draft_role role;
    const struct spot *spots;
    int count;
    bool closed;      /* the last spot is joined to the first */
    bool corners;     /* each spot is a corner that was set: the polygon pen, checkpoint points */
    double width;     /* of PEN_ERASES: twice its radius, squares */
    double ring;      /* round its start: the stroke closes within so many squares; 0: none */
    bool ring_filled; /* the pen is in it */
    bool has_next;    /* a thin line from the last spot to the pointer */
    struct spot next;
};
void paper_draw_pen(const struct draft_brush *brush, const struct paper_pen *pen);
/* `from` is 0 for all of it; else only what spots from that index on have added, with the thin line
 * and without the ring. */
bool paper_pen_box(const struct draft_brush *brush, const struct paper_pen *pen, int from,
                   double box[4]);

/* Round the pointer: how far the eraser reaches, or where the pen catches a stroke's end. */
void paper_draw_reach(const struct draft_brush *brush, struct spot at, double radius);
/* The grid point that a click would take. */
void paper_draw_snap(const struct draft_brush *brush, struct point grid);

/* A line that is being laid from one grid point to another: its ends, and in its middle the arrow
 * of the direction in which it will be crossed. */
void paper_draw_laid_line(const struct draft_brush *brush, enum draft_role role, struct point from,
                          struct point to);
/* The arrow of a turbo area while it is pulled: `arrow` squares from the middle of its area. */
void paper_draw_pulled_arrow(const struct draft_brush *brush, struct spot middle,
                             struct point arrow);

#endif
