/* A circuit that is being made - drawn, or read from a file - and that nobody has checked.
 *
 * It may break every rule of 1.4 but has a form: rows and lanes within their bounds, a course that
 * is one loop or none yet, whole numbers. The same check tells whoever draws and whoever opens a
 * file. Lengths are 1/1024 user units, y down.
 */
#ifndef GRAPHPRIX_RULES_CIRCUIT_DRAFT_H
#define GRAPHPRIX_RULES_CIRCUIT_DRAFT_H

#include "rules/circuit/strip.h"

enum { CIRCUIT_CORNERS_MOST = CIRCUIT_ROWS_MOST, CIRCUIT_LIMIT_STEP = 20 };

struct draft_corner {
    int from, to; /* rows, both included */
    int limits[CIRCUIT_LANES_MOST], limit_count;
    int line_count; /* how many lanes of the line there are; 0: there is no line */
    short line[CIRCUIT_ROWS_MOST];
    int written_at; /* line of the file; 0 */
};

struct circuit_draft {
    char *name, *note; /* either may be "" */
    int rows, lanes;
    struct draft_corner *corners; /* in any order */
    int corner_count;
    char *path; /* the course as a file wrote it; NULL: it is drawn */
    struct point *course;
    int course_count; /* 0: none yet */
    int course_at;    /* line of the file; 0 */
    int lane_width;
    int view[4]; /* left, top, width, height */
};

/* An empty sheet of so many user units. */
struct circuit_draft circuit_draft_make(int width, int height);
struct circuit_draft circuit_draft_of(const struct circuit *circuit);
struct circuit_draft circuit_draft_copy(const struct circuit_draft *draft);
void circuit_draft_free(struct circuit_draft *draft);
bool circuit_draft_is_same(const struct circuit_draft *one, const struct circuit_draft *other);
/* NULL where there is no room for one more. */
struct draft_corner *circuit_draft_add_corner(struct circuit_draft *draft);
/* The lane of a corner's line in that row, 0: it says none. */
int draft_corner_lane(const struct draft_corner *corner, int row);

/* Something of 1.4 that is wrong, one sentence with what to do, without its full stop. */
struct circuit_fault {
    int corner; /* index, -1: it is about no corner */
    int row;    /* where it is, or -1 */
    int lane;   /* 0: all of the row */
    char text[240];
};
/* All that is wrong, corner by corner, the first `limit`; returns how many. */
int circuit_draft_check(const struct circuit_draft *draft, struct circuit_fault *into, int limit);

/* NULL and the error, with the line of the file if there was one. Else a circuit, retained. */
const struct circuit *circuit_make(const struct circuit_draft *draft, struct error *error);
/* A circuit to look at: what is right of it. Released as circuits are. */
const struct circuit *circuit_make_to_look_at(const struct circuit_draft *draft);

/* strip_file.c: reads a file as far as it has a form; false and the error. Writing such a draft
 * and reading it again gives the same. */
bool circuit_draft_read(const char *bytes, size_t length, struct circuit_draft *into,
                        struct error *error);
void circuit_draft_write(const struct circuit_draft *draft, struct text *into);

#endif
