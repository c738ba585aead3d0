/* A page of the help, for the help's screen and for pages that books build themselves. What it is
 * built of returns where it ends, which is farther down than its box if it needs that.
 */
#ifndef GRAPHPRIX_SCREENS_HELP_PAGE_H
#define GRAPHPRIX_SCREENS_HELP_PAGE_H

#include "screens/help/book.h"

struct help_telling {
    const struct lesson_book *book;
    const struct setup *setup; /* whose rules are told */
    const struct lesson **lessons;
    int count;
    bool no_hints;             /* the race allows none */
    const struct screen *from; /* that the help is asked on */
};

/* The page from the top of the box down, as tall as fills its height. */
int help_build_page(struct canvas *canvas, const struct help_telling *telling, int page,
                    struct box box);

/* The cards of a page's lessons; as above. */
int help_build_lessons(struct canvas *canvas, const struct help_telling *telling, int page,
                       struct box box);
/* Pages: the keys of the book; the fields that matter, as the set-up has them. */
int help_build_keys(struct canvas *canvas, const struct help_telling *telling, struct box column);
int help_build_fields(struct canvas *canvas, const struct help_telling *telling, struct box column);
/* The ground of a card. */
void help_draw_panel(struct canvas *canvas, struct box box);
extern const double help_gap, help_padding, help_heading, help_narrow; /* interface pixels */
/* A card with a heading (NULL: none) and a table. */
int help_build_rows(struct canvas *canvas, const char *heading, const struct help_row *rows,
                    int count, struct box column);

#endif
