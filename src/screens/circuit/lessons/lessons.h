/* What the files of circuit's help share: its pages, its lessons, and small drawings of pieces of
 * circuits as data.
 *
 * A drawing is a straight piece of two lanes, driven to the right, of five rows (0 to 4; lane 1 is
 * the lower one), which may have a corner and the chequered line in it. The marks are those of the
 * race's ink.
 */
#ifndef GRAPHPRIX_SCREENS_CIRCUIT_LESSONS_LESSONS_H
#define GRAPHPRIX_SCREENS_CIRCUIT_LESSONS_LESSONS_H

#include "rules/circuit/circuit.h"
#include "screens/help/book.h"

enum {
    CIRCUIT_HELP_GAME,
    CIRCUIT_HELP_CAR,
    CIRCUIT_HELP_MOVE,
    CIRCUIT_HELP_CORNER,
    CIRCUIT_HELP_LINE,
    CIRCUIT_HELP_SPIN,
    CIRCUIT_HELP_PASS,
    CIRCUIT_HELP_DICE,
    CIRCUIT_HELP_FINISH,
    CIRCUIT_HELP_PROGRAMS,
    CIRCUIT_HELP_DRAWING,
    CIRCUIT_HELP_KEYS,
    CIRCUIT_HELP_PAGES
};

extern const struct lesson_table circuit_help_rules;

enum { CIRCUIT_DIAGRAM_ROWS = 5, CIRCUIT_DIAGRAM_MARKS = 9 };

enum circuit_diagram_kind {
    CIRCUIT_DIAGRAM_END, /* of the list */
    CIRCUIT_DIAGRAM_CAR, /* `number`: the speed beside it, NOT_POSTED: none */
    CIRCUIT_DIAGRAM_SPUN,
    CIRCUIT_DIAGRAM_WAY, /* from the row and lane; `text`: the lanes of the rows ahead */
    CIRCUIT_DIAGRAM_TEXT /* above the row (lane 3), in a lane, or below (lane 0) */
};

struct circuit_diagram_mark {
    enum circuit_diagram_kind kind;
    int pen, row, lane, number;
    const char *text;
};

struct circuit_diagram {
    int line; /* the row before which the chequers are; below 0: they are not in the picture */
    struct {
        int from, to, limits[2]; /* rows; limit 0: there is no corner */
        const char *line;        /* the lanes of its rows; NULL: it has none */
    } corner;
    struct circuit_diagram_mark marks[CIRCUIT_DIAGRAM_MARKS];
};

canvas_painter circuit_diagram_paint; /* of a struct diagram_look */

#endif
