/* Lines of one pixel as a graph, walls and loops: what the parts of the tracer share that follow
 * what was drawn. Places are those of inside.h.
 */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_LINES_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_LINES_H

#include "studio/graph_paper/photo/inside.h"

/* --- lines of one pixel as a graph: edges run along them, nodes are where lines end or meet ----
 *
 * A cycle that nothing touches has one node with both ends of its edge. Removed edges stay in the
 * list with `gone`, so that indices keep their meaning. An *end* of an edge is 2 * edge, or
 * 2 * edge + 1 for its other one.
 */

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

/* --- walls: gaps are closed, and what hangs on walls or runs from one to another is cut off ----
 */

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

/* --- loops on the sheet, and what is drawn beside them -----------------------------------------
 */

enum { PHOTO_LOOPS_MOST = 64 };

/* Smooth, with few vertices, the largest first, with proposals, on the sheet of the tracing.
 * `pixel` is a pixel's size there in squares, `scale` takes a place of the working copy to the
 * photo. What is tiny is left out. */
void photo_make_loops(struct photo_tracing *tracing, const struct closed_line *lines, int count,
                      double pixel, struct spot scale);

/* --- what was left out ----------------------------------------------------------------------- */

enum { PHOTO_LEFT_MOST = 48 };

/* Adds the lines that lie beside all loops of the tracing to these, open, the longest first;
 * `scale` takes a place of the working copy to the photo. `lines`, of one pixel, are used up. */
void photo_add_left_lines(struct plane *lines, struct photo_tracing *tracing,
                          const struct wall_measures *measures, struct spot scale);

/* The longest open line that runs like a wall, long and not straight, away from places that were
 * remarked; NULL if there is none. */
const struct photo_loop *photo_find_left_wall(const struct photo_tracing *tracing);

/* How many of the open lines are straight and parallel, as those that paper is ruled with. */
int photo_count_ruled_lines(const struct photo_tracing *tracing);

#endif
