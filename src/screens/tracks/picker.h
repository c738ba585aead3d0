/* The picker of courses, for set-up and browser: a search, filters, and a card for each that is
 * found. Who uses it says which are offered, in which order, and what a card shows besides.
 */
#ifndef GRAPHPRIX_SCREENS_TRACKS_PICKER_H
#define GRAPHPRIX_SCREENS_TRACKS_PICKER_H

#include "screens/tracks/list.h"
#include "ui/layout.h"

struct picker {
    struct gallery *gallery;
    struct tracks_wish wish;
    int listed[GALLERY_LIMIT]; /* indices of those that are found, in the order offered */
    int listed_count;
    struct ui_scroll scroll;
    bool seek; /* the keyboard is to go to the search */
};

/* Lists those of the offered ones that are wished for. */
void picker_list(struct picker *picker, const int *offered, int count);

/* The line to type in, with the cross that empties it. True if it changed. */
bool picker_build_search(struct ui *ui, struct picker *picker, const char *id, const char *hint,
                         struct box box);
/* A chip for each mark that tells the offered ones apart. True if one was clicked. */
bool picker_build_marks(struct layout *column, struct picker *picker, const int *offered,
                        int count);
/* All that a track may be, and in which order they come. True if one was clicked. */
bool picker_build_filters(struct layout *column, struct picker *picker);

/* What a card shows besides name, size and marks; filled by `look`, zeroed before. */
struct picker_card {
    bool chosen;
    int number;      /* in a series, 0: none */
    char line[60];   /* below the name */
    bool bad;        /* it is a warning */
    char words[200]; /* what --watch says of it */
};
typedef void picker_look(void *context, int index, struct picker_card *card);

/* Cards of at least this width from the top of the column down; those outside `seen` are targets
 * and nothing else. Returns the index of the one that was clicked, or -1. */
int picker_build_cards(struct layout *column, const struct picker *picker, double least,
                       struct box seen, picker_look *look, void *context);
/* In the place of cards. True if the button was clicked; without one (NULL) it never is. */
bool picker_build_nothing(struct layout *column, const char *title, const char *words,
                          const char *label);
/* Marks from the left, with their words if all fit into the width; else without. */
void picker_draw_marks(struct canvas *canvas, unsigned marks, struct box row);

#endif
