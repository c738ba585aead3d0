/* A straight way through an area, cut wherever something changes, for questions that area.h does
 * not answer: pieces, walls that may not be touched, boxes in which something else holds.
 *
 * A trace is a row of steps. Each says what its point is and what everything between it and the
 * next one is; neighbours may say the same. The first step is the way's start, the last its end,
 * whose `after` means nothing. Exact, as everything here.
 */
#ifndef GRAPHPRIX_GEOMETRY_TRACE_H
#define GRAPHPRIX_GEOMETRY_TRACE_H

#include "geometry/area_line.h"

struct trace_step {
    struct fraction at; /* see area_line.h */
    enum place here;
    enum place after;
};

struct trace {
    struct line line;
    struct trace_step *steps;
    int count;
    int capacity;
};

/* From one grid point to another one. The caller frees the steps. */
struct trace trace_move(const struct area *area, struct point from, struct point to);
/* From the grid point `to`, back to a different point at most 64 squares away (assertion). */
struct trace trace_way(const struct area *area, struct exact_point from, struct point to);

/* Whatever of the way lies in the box has this place; corners in fine units. Without its border
 * the box is open. */
void trace_set_box(struct trace *trace, struct point low, struct point high, bool with_border,
                   enum place place);

/* Of a trace_move. */
struct exact_point trace_point(const struct trace *trace, int step);

#endif
