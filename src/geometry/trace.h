/* A straight way through an area, looked at exactly, for questions that take more than the first
 * edge which a move meets: where it leaves, pieces, walls that may not be touched, boxes in which
 * something else holds. Nothing here rounds.
 *
 * The line starts at a grid point and its direction is a multiple of 1/w squares; a place on it is
 * a fraction t with place = start + t * direction / 1024 (so t counts from 0, and one direction is
 * at 1024 / w). To the left of the line, at a hair's breadth, lies a strip that no vertex is in:
 * whether it is inside changes where an edge passes through it, and an edge passes through it when
 * just one of its ends is to the left. That is why touching vertices and edges along the line need
 * no cases of their own: between two places where something changes, a point of the line is in the
 * area if the strip beside it is inside or an edge runs along it.
 *
 * A trace is a row of steps. Each says what its point is and what everything between it and the
 * next one is; neighbours may say the same. The first step is the way's start, the last its end,
 * whose `after` means nothing.
 */
#ifndef GRAPHPRIX_GEOMETRY_TRACE_H
#define GRAPHPRIX_GEOMETRY_TRACE_H

#include "geometry/area.h"

/* The start is on the sheet. The direction ends at most 16384 squares from the corner of the sheet
 * or, if w is not 1, at most 64 squares from the start. */
struct line {
    struct point start;
    int64_t right, up, w;
};

struct fraction {
    int64_t numerator;
    int128 denominator; /* above 0 */
};

struct trace_step {
    struct fraction at;
    enum place here, after;
};

struct trace {
    struct line line;
    struct trace_step *steps;
    int count, capacity;
};

/* Is there a place before the way's end at which it leaves the area? The first one. Of a way from
 * one grid point to another one that is not of length zero; and from a rational point to the grid
 * point `to` at most 64 squares away (assertion), looked at from there. */
bool trace_move_leaves(const struct area *area, struct point from, struct point to,
                       struct fraction *at);
bool trace_way_leaves(const struct area *area, struct exact_point from, struct point to);

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
