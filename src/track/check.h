/* What is found while a draft is checked: for the files that check drafts.
 *
 * track_from_draft stops at the first thing, draft_list_problems goes on. Told to the reader of a
 * file, a sentence names the lines of the other items in it; told to whoever draws, it does not.
 */
#ifndef GRAPHPRIX_TRACK_CHECK_H
#define GRAPHPRIX_TRACK_CHECK_H

#include "track/draft.h"

struct check {
    const struct draft *draft;
    struct draft_problem *problems;
    int limit;
    int count;
    bool for_file;              /* sentences may name lines and classes */
    bool *wrong;                /* items that have a problem of their own */
    struct draft_problem spare; /* for what is beyond the limit */
};

bool check_is_full(const struct check *check);
/* One more problem, with the line of the item (-1: of the sheet). Place, second item and `missing`
 * are filled in by the caller. */
struct draft_problem *check_tell(struct check *check, int item, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void check_place(struct draft_problem *problem, struct point at);

/* Every item alone. */
void check_items(struct check *check);

/* Loops of items as the geometry takes them: without the vertex that repeats the first one. They
 * borrow the draft's vertices. Free with check_free_outline. */
struct check_outline {
    struct loop *loops;
    int *items; /* which one each loop is of */
    int count;
};
void check_add_loops(struct check_outline *outline, const struct check *check, int item);
void check_free_outline(struct check_outline *outline);
/* Loops of one role that cross each other or enclose nothing. */
void check_loops_together(struct check *check, const struct check_outline *outline);

#endif
