/* Short forms in which the tables of lessons are written. */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_LESSONS_TABLE_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_LESSONS_TABLE_H

#include "rules/graph_paper/graph_paper.h"
#include "screens/graph_paper/lessons/lessons.h"

#define ALWAYS                                                                                     \
    {                                                                                              \
        NEEDS_NOTHING, 0, 0                                                                        \
    }
#define IS(field, value)                                                                           \
    {                                                                                              \
        NEEDS_VALUE, FIELD_##field, value                                                          \
    }
#define MORE(field, value)                                                                         \
    {                                                                                              \
        NEEDS_MORE, FIELD_##field, value                                                           \
    }

/* Ground and marks. */
#define DIAGRAM(...)                                                                               \
    &(const struct diagram)                                                                        \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

#define AT(kind, pen, x, y)                                                                        \
    {                                                                                              \
        DIAGRAM_##kind, pen, x, y, 0, 0, NULL                                                      \
    }
#define MOVE(pen, x, y, to_x, to_y)                                                                \
    {                                                                                              \
        DIAGRAM_MOVE, pen, x, y, to_x, to_y, NULL                                                  \
    }
#define PLAN(pen, x, y, to_x, to_y)                                                                \
    {                                                                                              \
        DIAGRAM_PLAN, pen, x, y, to_x, to_y, NULL                                                  \
    }
#define ARROW(x, y, to_x, to_y)                                                                    \
    {                                                                                              \
        DIAGRAM_ARROW, 0, x, y, to_x, to_y, NULL                                                   \
    }
#define TALLY(count, x, y)                                                                         \
    {                                                                                              \
        DIAGRAM_TALLY, count, x, y, 0, 0, NULL                                                     \
    }
#define HINT(kind, pen, number, x, y)                                                              \
    {                                                                                              \
        DIAGRAM_##kind, pen, x, y, 0, 0, number                                                    \
    }
#define TEXT(words, x, y)                                                                          \
    {                                                                                              \
        DIAGRAM_TEXT, 0, x, y, 0, 0, words                                                         \
    }

/* Grounds. A sheet of which only the middle is seen: (-4, -4) to (12, 9). */
#define ALL_TRACK "<path class='wall' d='M -4 -4 H 12 V 9 H -4 Z'/>"
#define ROAD "<path class='wall' d='M -3 -1.6 H 11 V 6.6 H -3 Z'/>"
#define LINE_AT(x) "<line class='start finish' x1='" x "' y1='-2' x2='" x "' y2='7'/>"
#define ROAD_WITH_LINE ROAD LINE_AT("4")

#endif
