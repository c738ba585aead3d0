/* A straight line through an area, looked at exactly. For area.c, area_line.c and trace.c only.
 *
 * The line starts at a grid point and its direction is a multiple of 1/w squares; a place on it is
 * a fraction t with place = start + t * direction / 1024 (so t counts from 0, and one direction is
 * at 1024 / w). To the left of the line, at a hair's breadth, lies a strip that no vertex is in:
 * whether it is inside changes where an edge passes through it, and an edge passes through it when
 * just one of its ends is to the left. That is why touching vertices and edges along the line need
 * no cases of their own: between two places where something changes, a point of the line is in the
 * area if the strip beside it is inside or an edge runs along it.
 */
#ifndef GRAPHPRIX_GEOMETRY_AREA_LINE_H
#define GRAPHPRIX_GEOMETRY_AREA_LINE_H

#include "geometry/area_index.h"

/* The start is on the sheet. The direction ends at most 16384 squares from the corner of the sheet
 * or, if w is not 1, at most 64 squares from the start. */
struct line {
    struct point start;
    int64_t right;
    int64_t up;
    int64_t w;
};

struct fraction {
    int64_t numerator;
    int128 denominator; /* above 0 */
};

/* In the order in which they are applied at one place. A touch changes nothing beside the line: a
 * vertex of an edge to the right lies on it. */
enum change_kind { PASSAGE, TOUCH, RUN_BEGINS, RUN_ENDS };

struct change {
    struct fraction at;
    int edge;
    int kind; /* of enum change_kind */
};

/* A zeroed struct is empty; free the items. */
struct change_list {
    bool with_touches; /* else they are left out */
    struct change *items;
    int count;
    int capacity;
};

int fraction_compare(struct fraction a, struct fraction b);

/* The line from one grid point to another, which is not of length zero, and what the edges near it
 * do to it; at least up to its end, sorted, each change once. True if the strip is inside at the
 * start. */
bool line_follow_move(const struct area *area, struct point from, struct point to,
                      struct line *line, struct change_list *changes);
/* The same for a way to a rational point at most 64 squares away (assertion). It is looked at from
 * its end `to`, because that is a grid point. */
bool line_follow_way(const struct area *area, struct exact_point from, struct point to,
                     struct line *way, struct change_list *changes);

/* The first place at which the line leaves the area, if that is before one whole direction. The
 * list must be sorted; `inside` says whether the strip is inside at the start. */
bool line_leaves(const struct line *line, const struct change_list *changes, bool inside,
                 struct fraction *exit);

#endif
