/* A straight line through an area, looked at exactly. For area.c and area_line.c only.
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

struct change {
    struct fraction at;
    int edge;
    int kind; /* of enum change_kind */
};

struct change_list {
    struct change *items;
    int count;
    int capacity;
};

/* Appends what the edges do to the line behind its start. An edge may be added more than once. */
void line_add_edge(const struct area *area, const struct line *line, int edge,
                   struct change_list *changes);

/* Sorts the changes and drops those of an edge that was added again. */
void line_sort_changes(struct change_list *changes);

/* How many times the strip changes between inside and outside before the end. The list must be
 * sorted. */
int line_count_passages(const struct change_list *changes, struct fraction end);

/* The first place at which the line leaves the area, if that is before one whole direction. The
 * list must be sorted; `inside` says whether the strip is inside at the start. */
bool line_leaves(const struct line *line, const struct change_list *changes, bool inside,
                 struct fraction *exit);

#endif
