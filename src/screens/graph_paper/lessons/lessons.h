/* What the files of graph paper's help share: its pages and tables of lessons.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_LESSONS_LESSONS_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_LESSONS_LESSONS_H

#include "screens/graph_paper/lessons/diagrams.h"
#include "screens/help/page.h"

enum help_page {
    HELP_GAME,
    HELP_MOVING,
    HELP_EXTRAS,
    HELP_WALL,
    HELP_CARS,
    HELP_AREAS,
    HELP_FINISH,
    HELP_START,
    HELP_DRAWING,
    HELP_PROGRAMS,
    HELP_KEYS,
    HELP_PAGES
};
/* Of NEEDS_OWN: the sheet has points that were declared inside or outside; start and finish are two
 * lines. */
enum { NEED_POINTS, NEED_OPEN };

extern const struct lesson_table help_driving, help_racing;
extern const struct lesson_table help_drawing; /* told whatever the rules are */

/* screens/graph_paper/lessons/drawing.c: the page about making tracks. */
int help_build_drawing(struct canvas *canvas, const struct help_telling *telling,
                       struct box column);
/* Its headings, and what the tool in hand does. */
void help_tell_drawing(const struct help_telling *telling, struct text *status);
/* The same of any tool, -1 for none; photos are first for who asks at one. */
void help_tell_tool(bool photo_first, int tool, struct text *status);

#endif
