/* Small drawings of squared paper, as data: what is printed on the sheet, and what was drawn on it.
 *
 * The ground is a piece of an SVG file like any track and is painted by the same code as the race's
 * sheet; the marks are the notation of the paper game. A sketch is 8 x 5 squares; coordinates are
 * grid points from (0, 0) in its upper left to (7, 4), y down as in the file. What lies beyond is
 * cut off.
 */
#ifndef GRAPHPRIX_SCREENS_HELP_SKETCHES_H
#define GRAPHPRIX_SCREENS_HELP_SKETCHES_H

#include "draw/canvas.h"

enum { SKETCH_WIDE = 8, SKETCH_HIGH = 5, SKETCH_MARKS = 12 };

enum sketch_kind {
    SKETCH_END, /* of the list */
    SKETCH_MOVE,
    SKETCH_PLAN, /* a move that could be made */
    SKETCH_STAY, /* a move of no length */
    SKETCH_CAR,
    SKETCH_GHOST, /* where a car was */
    SKETCH_NINE,  /* points that can be chosen, round (x, y) */
    SKETCH_FIVE,
    SKETCH_FAINT, /* those of the turn after */
    SKETCH_EXTRA, /* those that cost something */
    SKETCH_RING,  /* the principal point */
    SKETCH_POINT,
    SKETCH_START, /* a start point */
    SKETCH_OFF,   /* outcomes of a move */
    SKETCH_BURST,
    SKETCH_WAVE,
    SKETCH_FLAG,
    SKETCH_BEAD, /* hints: `text` is the number */
    SKETCH_BEST,
    SKETCH_DOOMED,
    SKETCH_CRASH,
    SKETCH_NITRO,
    SKETCH_TALLY, /* `pen` strokes */
    SKETCH_ARROW,
    SKETCH_TEXT /* its middle at (x, y) */
};

struct sketch_mark {
    enum sketch_kind kind;
    int pen;
    double x, y;
    double to_x, to_y; /* of lines */
    const char *text;
};

struct sketch {
    const char *ground; /* SVG shapes; NULL: nothing but squares */
    struct sketch_mark marks[SKETCH_MARKS];
};

/* For canvas_shape. */
struct sketch_look {
    const struct sketch *sketch;
    const struct paper_theme *theme;
    double scale; /* of the interface */
};
canvas_painter sketch_paint;

/* NULL and the error if the ground is not what a track file may hold: for the test. */
struct track *sketch_ground(const struct sketch *sketch, struct error *error);

#endif
