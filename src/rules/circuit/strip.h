/* Circuits (RULES 1): a closed strip of rows and lanes with corners, in an SVG file. Shared by a
 * reference count and never changed. Rows count from 0, lanes from 1.
 */
#ifndef GRAPHPRIX_RULES_CIRCUIT_STRIP_H
#define GRAPHPRIX_RULES_CIRCUIT_STRIP_H

#include "rules/course.h"
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

#endif
