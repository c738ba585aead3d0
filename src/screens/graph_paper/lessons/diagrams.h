/* Small drawings of squared paper, as data: what is printed on the sheet, and what was drawn on it.
 *
 * The ground is a piece of an SVG file like any track and is painted by the same code as the race's
 * sheet; the marks are the notation of the paper game. A diagram is 8 x 5 squares; coordinates are
 * grid points from (0, 0) in its upper left to (7, 4), y down as in the file. What lies beyond is
 * cut off.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_LESSONS_DIAGRAMS_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_LESSONS_DIAGRAMS_H

#include "screens/help/book.h"

enum { DIAGRAM_MARKS = 12 };

enum diagram_kind {
    DIAGRAM_END, /* of the list */
    DIAGRAM_MOVE,
    DIAGRAM_PLAN, /* a move that could be made */
    DIAGRAM_STAY, /* a move of no length */
    DIAGRAM_CAR,
    DIAGRAM_GHOST, /* where a car was */
    DIAGRAM_NINE,  /* points that can be chosen, round (x, y) */
    DIAGRAM_FIVE,
    DIAGRAM_FAINT, /* those of the turn after */
    DIAGRAM_EXTRA, /* those that cost something */
    DIAGRAM_RING,  /* the principal point */
    DIAGRAM_POINT,
    DIAGRAM_START, /* a start point */
    DIAGRAM_OFF,   /* outcomes of a move */
    DIAGRAM_BURST,
    DIAGRAM_WAVE,
    DIAGRAM_FLAG,
    DIAGRAM_BEAD, /* hints: `text` is the number */
    DIAGRAM_BEST,
    DIAGRAM_DOOMED,
    DIAGRAM_CRASH,
    DIAGRAM_NITRO,
    DIAGRAM_TALLY, /* `pen` strokes */
    DIAGRAM_ARROW,
    DIAGRAM_TEXT /* its middle at (x, y) */
};

struct diagram_mark {
    enum diagram_kind kind;
    int pen;
    double x, y;
    double to_x, to_y; /* of lines */
    const char *text;
};

struct diagram {
    const char *ground; /* SVG shapes; NULL: nothing but squares */
    struct diagram_mark marks[DIAGRAM_MARKS];
};

canvas_painter diagram_paint; /* of a struct diagram_look */

/* NULL and the error if the ground is not what a track file may hold: for the test. */
struct track *diagram_ground(const struct diagram *diagram, struct error *error);

#endif
