/* For the files of this folder: making tracks, and the map of the points declared inside or
 * outside.
 */
#ifndef GRAPHPRIX_TRACK_INSIDE_H
#define GRAPHPRIX_TRACK_INSIDE_H

#include "track/draft.h"

/* A track with one reference, the caller's. Whatever has been put into it is freed with it. */
struct track *track_new(void); /* empty */
/* As large as the draft, and with its words. */
struct track *track_begin(const struct draft *draft);
/* A slick or turbo area, as the item says; takes the area. */
void track_add_patch(struct track *track, const struct draft_item *item, struct area *area);
/* The same sheet without inspected points. Keeps a reference to the lender. */
struct track *track_new_borrowing(const struct track *lender);

/* Puts the points that a new track was given in their order. */
void inspected_sort(struct track *track);

/* The declared points within a box of grid points, row by row, without going through all of them.
 */
struct inspected_search {
    const struct track *track;
    struct point low, high;
    int next; /* to be looked at */
};

struct inspected_search inspected_search_begin(const struct track *track, struct point low,
                                               struct point high);
bool inspected_search_next(struct inspected_search *search, struct track_inspected *found);

#endif
