/* Circuits (RULES 1): a closed strip of rows and lanes with corners, in an SVG file. Shared by a
 * reference count and never changed. Rows count from 0, lanes from 1.
 */
#ifndef GRAPHPRIX_RULES_CIRCUIT_STRIP_H
#define GRAPHPRIX_RULES_CIRCUIT_STRIP_H

#include "base/error.h"
#include "geometry/point.h"
#include "rules/setup.h"

#include <stdatomic.h>

enum {
    CIRCUIT_ROWS_LEAST = 20,
    CIRCUIT_ROWS_MOST = 400,
    CIRCUIT_LANES_LEAST = 2,
    CIRCUIT_LANES_MOST = 3,
    CIRCUIT_LIMIT_MOST = 200,
    CIRCUIT_BYTES = 1024 * 1024,
    CIRCUIT_GRID_CARS = 8
};

struct corner {
    int from, to;                   /* rows, both included */
    int limits[CIRCUIT_LANES_MOST]; /* mph; [lane - 1] */
    bool has_line;
};

struct circuit {
    atomic_int holders;
    char *name, *note; /* either may be "" */
    int rows, lanes;
    struct corner *corners; /* by their rows */
    int corner_count;
    /* By row. */
    int *corner_at; /* index into corners, or -1 */
    int *line;      /* the lane of the line, 0: none */
    /* The middle of the strip as it is drawn: the path as a file wrote it or NULL, its points in
     * 1/1024 user units, y down, and what the file says of its size. Looks alone. */
    char *path;
    struct point *course;
    int course_count;
    int lane_width; /* 1/1024 user units */
    int view[4];    /* the view box: left, top, width, height; 1/1024 user units */
};

/* NULL where the row is in no corner. */
const struct corner *circuit_corner(const struct circuit *circuit, int row);
/* mph; 0: none. */
int circuit_limit(const struct circuit *circuit, int row, int lane);
/* How many rows the grid of eight cars takes, at the end of the strip. */
int circuit_grid_rows(int lanes);

extern const struct course_kind circuit_strips; /* bodies are struct circuit */

/* === strip file =============================================================================== */

/* Circuits as SVG files (RULES 1.2 to 1.4); the functions are those of the course kind. */

/* === draft ==================================================================================== */

/* A circuit that is being made - drawn, or read from a file - and that nobody has checked.
 *
 * It may break every rule of 1.4 but has a form: rows and lanes within their bounds, a course that
 * is one loop or none yet, whole numbers. The same check tells whoever draws and whoever opens a
 * file. Lengths are 1/1024 user units, y down.
 */

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

/* === course path ============================================================================== */

/* The path that draws a circuit's course, as points (RULES 1.2): looks alone, so whole numbers
 * do, and ellipses of arcs that do not stand upright.
 */

/* A number as SVG writes it, in 1/1024, rounded; moves behind it and what separates numbers. False:
 * there is none within a million. */
bool course_path_number(const char **cursor, int *fine);

/* One closed loop in 1/1024 user units, y down; the caller frees the points. An error if it cannot
 * be read, is more than one loop, does not end with Z, or has fewer than three points. */
bool course_path_read(const char *path, struct point **points, int *count, struct error *error);

#endif
