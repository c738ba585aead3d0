/* From the graph of drawn lines to closed lines: gaps are closed, and what hangs on walls or runs
 * from one to another is cut off. */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_WALLS_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_WALLS_H

#include "studio/graph_paper/photo/graph.h"

/* Lengths in pixels. */
struct wall_measures {
    double square; /* about */
    double stroke; /* how wide strokes are */
};

enum { PASSED_MOST = 8 };

/* A line that ends somewhere, and where the nearest other end is. */
struct open_line {
    struct spot at; /* in the middle of the gap; if there is no other end, its own end */
    double gap;     /* length, 0: there is no other end */
    double length;  /* of the line */
    struct spot passed[PASSED_MOST]; /* where it meets others */
    int passed_count;
};

/* Closes gaps between ends that look at each other, and between an end and the side of a line. */
void photo_close_gaps(struct graph *graph, const struct wall_measures *measures);

/* The longest lines that will not be closed, at most `limit`; returns how many. */
int photo_find_open_lines(const struct graph *graph, const struct wall_measures *measures,
                          struct open_line *lines, int limit);

/* A closed line, without repeating its first place. */
struct closed_line {
    struct spot *places;
    int count;
    bool has_gap;
    struct spot gap;
};

/* Cuts off what is no wall and gives what is left; the graph is used up. Free the lines and the
 * places of each. */
struct closed_line *photo_find_closed_lines(struct graph *graph,
                                            const struct wall_measures *measures, int *count);

#endif
