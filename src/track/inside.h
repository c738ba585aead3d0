/* For the files of this folder: making tracks, and the map of the points declared inside or
 * outside.
 */
#ifndef GRAPHPRIX_TRACK_INSIDE_H
#define GRAPHPRIX_TRACK_INSIDE_H

#include "track/draft.h"
#include "track/track.h"

/* A track with one reference, the caller's. Whatever has been put into it is freed with it. */
struct track *track_new(void); /* empty */
/* The same sheet without inspected points. Keeps a reference to the lender. */
struct track *track_new_borrowing(const struct track *lender);

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

/* What is found while a draft is checked.
 *
 * track_from_draft stops at the first thing, draft_list_problems goes on. Told to the reader of a
 * file, a sentence names the lines of the other items in it; told to whoever draws, it does not.
 */
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

/* Does a start or finish line reach across the track (files-and-protocols section 1)? Both ends on
 * or outside walls, and a piece of the line inside the track. `name` is what the error calls it,
 * `at` becomes the end (fine) that does not reach, if one does not. The ends are on the sheet and
 * apart. */
bool line_check_reach(const struct area *surface, const struct track_line *line, const char *name,
                      struct point *at, struct error *error);

/* Is there a grid point of the line that lies in the track? */
bool line_check_starts(const struct ground *ground, const struct track_line *line,
                       struct error *error);

/* How the messages name things: places, lengths, roles. */
enum { WORDS_PLACE_BYTES = 64 };

/* "(31, 12.25)": a fine point in squares, to the hundredth. Returns `into`. */
const char *words_place(struct point fine, char into[WORDS_PLACE_BYTES]);
/* "wall", "start line", ... */
const char *words_role(enum draft_role role);

/* False with the error if the vertex is off the sheet. */
bool words_check_on_sheet(struct point fine, int width, int height, struct error *error);

#endif
