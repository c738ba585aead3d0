/* What the files of the help pages share.
 */
#ifndef GRAPHPRIX_SCREENS_HELP_INSIDE_H
#define GRAPHPRIX_SCREENS_HELP_INSIDE_H

#include "screens/help_lessons.h"
#include "screens/screen.h"

struct help_telling {
    const struct setup *setup; /* whose rules are told */
    const struct help_lesson **lessons;
    int count;
    bool no_hints; /* the race allows none */
};

/* screens/help_page.c: the lessons of a page from the top of the box down, as tall as fills its
 * height; returns where they end, which is farther down if they need it. */
int help_build_page(struct canvas *canvas, const struct help_telling *telling, enum help_page page,
                    struct box box);

#endif
