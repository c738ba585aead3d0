/* The edges that a sweep line meets at the moment, ordered from below to above: a treap with the
 * neighbours threaded through it. Edges that lie on one another may stand in any order.
 *
 * Nodes are edges, known by their index; their priorities are a hash of it, so that every run is
 * the same. Whatever is asked of it, it stays a tree: an order that is not one (because edges
 * cross) can only make answers wrong.
 */
#ifndef GRAPHPRIX_TRACK_STATUS_H
#define GRAPHPRIX_TRACK_STATUS_H

#include "geometry/point.h"

enum { NO_EDGE = -1 };

/* From the end that the sweep meets first: the smaller x, then the smaller y. */
struct sweep_edge {
    struct point left, right;
};

struct status_node {
    int parent, lower, upper; /* the tree */
    int below, above;         /* the neighbours */
};

struct status {
    const struct sweep_edge *edges;
    struct status_node *nodes; /* one an edge */
    int root;
};

/* Borrows the edges; `count` of them at most. */
void status_begin(struct status *status, const struct sweep_edge *edges, int count);
void status_free(struct status *status);

/* The edge's left end must be where the sweep is. */
void status_insert(struct status *status, int edge);
void status_remove(struct status *status, int edge);
int status_below(const struct status *status, int edge); /* NO_EDGE at the end */
int status_above(const struct status *status, int edge);

/* An edge through the point where the sweep is; NO_EDGE if there is none. */
int status_through(const struct status *status, struct point at);

#endif
