/* What the files of graph paper's help share: what its lessons need, small drawings of
 * squared paper as data, and the short forms in which both are written.
 *
 * A drawing's ground is a piece of an SVG file like any track and is painted by the same code as
 * the race's sheet; the marks are the notation of the paper game. It is 8 x 5 squares; coordinates
 * are grid points from (0, 0) in its upper left to (7, 4), y down as in the file. What lies beyond
 * is cut off.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_LESSONS_LESSONS_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_LESSONS_LESSONS_H

#include "rules/graph_paper/graph_paper.h"
#include "screens/help/book.h"

/* Of NEEDS_OWN: the sheet has points that were declared inside or outside; start and finish are two
 * lines; an axis changes by one square at a time. */
enum { NEED_POINTS, NEED_OPEN, NEED_STEP };

/* Goes on with the status of the page about making tracks: its headings, and what a tool does, -1
 * for none; photos are first for who asks at one. */
void help_tell_tool(bool photo_first, int tool, struct text *status);

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
    DIAGRAM_MANY,  /* 25 */
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

/* NULL and the error if the ground is not what a track file may hold: for the test. */
struct track *diagram_ground(const struct diagram *diagram, struct error *error);

/* --- short forms ----------------------------------------------------------------------------- */

/* LESSON(WHEN(needs), ground, heading, words, {marks}). */
#define LESSON(needs, ground, heading, words, ...)                                                 \
    BRACED(NULL, needs, heading, words, &(const struct diagram)BRACED(ground, __VA_ARGS__))
#define OWN(need) BRACED(NEEDS_OWN, 0, NEED_##need)

#define AT(kind, pen, x, y) BRACED(DIAGRAM_##kind, pen, x, y, 0, 0, NULL)
#define MOVE(pen, x, y, to_x, to_y) BRACED(DIAGRAM_MOVE, pen, x, y, to_x, to_y, NULL)
#define PLAN(pen, x, y, to_x, to_y) BRACED(DIAGRAM_PLAN, pen, x, y, to_x, to_y, NULL)
#define ARROW(x, y, to_x, to_y) BRACED(DIAGRAM_ARROW, 0, x, y, to_x, to_y, NULL)
#define TALLY(count, x, y) BRACED(DIAGRAM_TALLY, count, x, y, 0, 0, NULL)
#define HINT(kind, pen, number, x, y) BRACED(DIAGRAM_##kind, pen, x, y, 0, 0, number)
#define TEXT(words, x, y) BRACED(DIAGRAM_TEXT, 0, x, y, 0, 0, words)

/* Grounds. A sheet of which only the middle is seen: (-4, -4) to (12, 9). */
#define ALL_TRACK "<path class='wall' d='M -4 -4 H 12 V 9 H -4 Z'/>"
#define ROAD "<path class='wall' d='M -3 -1.6 H 11 V 6.6 H -3 Z'/>"
#define LINE_AT(x) "<line class='start finish' x1='" x "' y1='-2' x2='" x "' y2='7'/>"
#define ROAD_WITH_LINE ROAD LINE_AT("4")

#endif
