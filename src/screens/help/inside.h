/* What the files of the help pages share.
 */
#ifndef GRAPHPRIX_SCREENS_HELP_INSIDE_H
#define GRAPHPRIX_SCREENS_HELP_INSIDE_H

#include "screens/app.h"
#include "screens/help/lessons.h"

struct help_telling {
    const struct setup *setup; /* whose rules are told */
    const struct help_lesson **lessons;
    int count;
    bool no_hints;    /* the race allows none */
    bool photo_first; /* who asks is making a track of a photo */
    int tool;         /* that is in hand in the editor, -1 */
};

/* A line of a table: what to press or what it is called, and what that means. */
struct help_row {
    const char *term, *what;
};

/* screens/help/page.c: the lessons of a page from the top of the box down, as tall as fills its
 * height; returns where they end, which is farther down if they need it. */
int help_build_page(struct canvas *canvas, const struct help_telling *telling, enum help_page page,
                    struct box box);

/* The cards of a page's lessons; as above. */
int help_build_lessons(struct canvas *canvas, const struct help_telling *telling,
                       enum help_page page, struct box box);
/* The ground of a card. */
void help_draw_panel(struct canvas *canvas, struct box box);
extern const double help_gap, help_padding, help_heading, help_narrow; /* interface pixels */
/* A card with a heading (NULL: none) and a table; returns where it ends. */
int help_build_rows(struct canvas *canvas, const char *heading, const struct help_row *rows,
                    int count, struct box column);

/* screens/graph_paper/lessons/drawing.c: all about making tracks; returns where it ends. */
int help_build_drawing(struct canvas *canvas, const struct help_telling *telling,
                       struct box column);
/* Its headings, and what the tool in hand does. */
void help_tell_drawing(const struct help_telling *telling, struct text *status);

#endif
