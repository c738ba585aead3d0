/* Lines of one pixel as a graph: edges run along them, nodes are where lines end or meet.
 *
 * A cycle that nothing touches has one node with both ends of its edge. Removed edges stay in the
 * list with `gone`, so that indices keep their meaning. An *end* of an edge is 2 * edge, or
 * 2 * edge + 1 for its other one.
 */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_GRAPH_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_GRAPH_H

#include "studio/graph_paper/photo/inside.h"
#include "studio/graph_paper/photo/plane.h"

struct graph_edge {
    int nodes[2];
    struct spot *places; /* from the first node's to the second's, both included */
    int count;
    double length;
    bool gone;
    bool has_gap; /* a gap was closed somewhere on it */
    struct spot gap;
};

struct graph_node {
    struct spot at;
    int *ends;
    int count, capacity;
};

struct graph {
    struct graph_node *nodes;
    int node_count, node_capacity;
    struct graph_edge *edges;
    int edge_count, edge_capacity;
};

struct graph graph_from_lines(const struct plane *lines);
void graph_free(struct graph *graph);

/* Takes over the places. */
int graph_add_edge(struct graph *graph, int from, int to, struct spot *places, int count);
void graph_remove_edge(struct graph *graph, int edge);
/* Where two edges meet and nothing else does they become one. */
void graph_join_edges(struct graph *graph);
/* A new node at one of the edge's places, which must be none of its ends. Returns the node. */
int graph_split_edge(struct graph *graph, int edge, int place);
/* Where lines meet, those that go straight into one another become one edge; directions are looked
 * at over about so much of their way. */
void graph_go_straight(struct graph *graph, double way);
/* The edge goes, and its two nodes become one in its middle. */
void graph_contract_edge(struct graph *graph, int edge);

/* A dangling edge is one with an end where nothing else is. Removes those shorter than `length`
 * that hang on something, or, `all`, every one and what dangles then. */
void graph_prune(struct graph *graph, double length, bool all);
/* Edges that lie on no cycle. */
void graph_remove_bridges(struct graph *graph);

/* The direction in which an end leaves its node, a unit vector over about so much of its way. */
struct spot graph_direction(const struct graph *graph, int end, double way);

static inline int graph_end_node(const struct graph *graph, int end)
{
    return graph->edges[end / 2].nodes[end % 2];
}

static inline double photo_distance_squared(struct spot a, struct spot b)
{
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

#endif
