/* See lines.h. */
#include "studio/graph_paper/photo/lines.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double straight_on = -.5; /* cosine */

/* --- nodes and edges ------------------------------------------------------------------------- */

static int add_node(struct graph *graph, struct spot at)
{
    graph->nodes =
        array_grow(graph->nodes, graph->node_count, &graph->node_capacity, sizeof *graph->nodes);
    graph->nodes[graph->node_count] = (struct graph_node){.at = at};
    return graph->node_count++;
}

static void add_end(struct graph *graph, int node, int end)
{
    struct graph_node *at = &graph->nodes[node];
    array_add(at->ends, at->count, at->capacity, end);
    graph->edges[end / 2].nodes[end % 2] = node;
}

static void remove_end(struct graph *graph, int node, int end)
{
    struct graph_node *at = &graph->nodes[node];
    int i = 0;
    while (i < at->count && at->ends[i] != end)
        i++;
    assert(i < at->count);
    at->ends[i] = at->ends[--at->count];
}

int graph_add_edge(struct graph *graph, int from, int to, struct spot *places, int count)
{
    graph->edges =
        array_grow(graph->edges, graph->edge_count, &graph->edge_capacity, sizeof *graph->edges);
    struct graph_edge edge = {.places = places, .count = count};
    for (int i = 1; i < count; i++)
        edge.length += spot_distance(places[i - 1], places[i]);
    int index = graph->edge_count++;
    graph->edges[index] = edge;
    add_end(graph, from, 2 * index);
    add_end(graph, to, 2 * index + 1);
    return index;
}

void graph_remove_edge(struct graph *graph, int index)
{
    struct graph_edge *edge = &graph->edges[index];
    remove_end(graph, edge->nodes[0], 2 * index);
    remove_end(graph, edge->nodes[1], 2 * index + 1);
    free(edge->places);
    edge->places = NULL;
    edge->gone = true;
}

void graph_free(struct graph *graph)
{
    for (int i = 0; i < graph->node_count; i++)
        free(graph->nodes[i].ends);
    for (int i = 0; i < graph->edge_count; i++)
        free(graph->edges[i].places);
    free(graph->nodes);
    free(graph->edges);
    *graph = (struct graph){0};
}

static void keep_gap(struct graph_edge *edge, const struct graph_edge *from)
{
    if (from->has_gap)
        edge->gap = from->gap;
    edge->has_gap = edge->has_gap || from->has_gap;
}

/* The places of two edges one behind the other: the first up to that end, the second from that. */
static struct spot *append_places(const struct graph *graph, int into, int from)
{
    const struct graph_edge *first = &graph->edges[into / 2];
    const struct graph_edge *second = &graph->edges[from / 2];
    int count = first->count + second->count - 1;
    struct spot *places = memory_allocate((size_t)count, sizeof *places);
    for (int i = 0; i < first->count; i++)
        places[i] = first->places[into % 2 ? i : first->count - 1 - i];
    for (int i = 1; i < second->count; i++)
        places[first->count - 1 + i] = second->places[from % 2 ? second->count - 1 - i : i];
    return places;
}

static void join_at(struct graph *graph, int node)
{
    int into = graph->nodes[node].ends[0];
    int from = graph->nodes[node].ends[1];
    struct graph_edge first = graph->edges[into / 2];
    struct graph_edge second = graph->edges[from / 2];
    struct spot *places = append_places(graph, into, from);
    int edge = graph_add_edge(graph, first.nodes[1 - into % 2], second.nodes[1 - from % 2], places,
                              first.count + second.count - 1);
    keep_gap(&graph->edges[edge], &first);
    keep_gap(&graph->edges[edge], &second);
    graph_remove_edge(graph, into / 2);
    graph_remove_edge(graph, from / 2);
}

void graph_join_edges(struct graph *graph)
{
    for (int i = 0; i < graph->node_count; i++) {
        const struct graph_node *node = &graph->nodes[i];
        if (node->count == 2 && node->ends[0] / 2 != node->ends[1] / 2)
            join_at(graph, i);
    }
}

int graph_split_edge(struct graph *graph, int index, int place)
{
    struct graph_edge edge = graph->edges[index];
    int node = add_node(graph, edge.places[place]);
    int first =
        graph_add_edge(graph, edge.nodes[0], node,
                       memory_copy(edge.places, (size_t)place + 1, sizeof *edge.places), place + 1);
    int rest = edge.count - place;
    int second =
        graph_add_edge(graph, node, edge.nodes[1],
                       memory_copy(edge.places + place, (size_t)rest, sizeof *edge.places), rest);
    keep_gap(&graph->edges[first], &edge);
    keep_gap(&graph->edges[second], &edge);
    graph_remove_edge(graph, index);
    return node;
}

void graph_contract_edge(struct graph *graph, int index)
{
    const struct graph_edge *edge = &graph->edges[index];
    int kept = edge->nodes[0];
    int other = edge->nodes[1];
    graph->nodes[kept].at = edge->places[edge->count / 2];
    graph_remove_edge(graph, index);
    while (graph->nodes[other].count > 0) {
        int end = graph->nodes[other].ends[0];
        remove_end(graph, other, end);
        add_end(graph, kept, end);
    }
}

struct spot graph_direction(const struct graph *graph, int end, double way)
{
    const struct graph_edge *edge = &graph->edges[end / 2];
    struct spot from = edge->places[end % 2 ? edge->count - 1 : 0];
    struct spot to = from;
    double gone = 0;
    for (int i = 1; i < edge->count && gone < way && gone <= edge->length / 2; i++) {
        struct spot next = edge->places[end % 2 ? edge->count - 1 - i : i];
        gone += spot_distance(to, next);
        to = next;
    }
    double far = spot_distance(from, to);
    if (far == 0)
        return (struct spot){0, 0};
    return (struct spot){(to.x - from.x) / far, (to.y - from.y) / far};
}

/* --- from pixels ----------------------------------------------------------------------------- */

/* Pixels with another number of neighbours than two belong to nodes. */
struct tracer {
    const struct plane *lines;
    struct graph *graph;
    int *marks; /* a pixel: 1 + its node; below 0: it lies on an edge that has been followed */
    int around[8];
    int *stack;
    int stack_count, stack_capacity;
};

static int count_neighbours(const struct tracer *tracer, int cell)
{
    int count = 0;
    for (int i = 0; i < 8; i++)
        count += tracer->lines->cells[cell + tracer->around[i]] != 0;
    return count;
}

static struct spot place_of(const struct tracer *tracer, int cell)
{
    return (struct spot){cell % tracer->lines->width + .5, cell / tracer->lines->width + .5};
}

/* All branching pixels that touch are one node, in their middle. */
static void mark_node(struct tracer *tracer, int cell)
{
    bool branching = count_neighbours(tracer, cell) > 2;
    int node = add_node(tracer->graph, place_of(tracer, cell));
    struct spot sum = {0, 0};
    int count = 0;
    tracer->stack_count = 0;
    tracer->marks[cell] = node + 1;
    array_add(tracer->stack, tracer->stack_count, tracer->stack_capacity, cell);
    while (tracer->stack_count > 0) {
        int here = tracer->stack[--tracer->stack_count];
        sum.x += place_of(tracer, here).x;
        sum.y += place_of(tracer, here).y;
        count++;
        for (int i = 0; branching && i < 8; i++) {
            int next = here + tracer->around[i];
            if (tracer->lines->cells[next] && !tracer->marks[next] &&
                count_neighbours(tracer, next) > 2) {
                tracer->marks[next] = node + 1;
                array_add(tracer->stack, tracer->stack_count, tracer->stack_capacity, next);
            }
        }
    }
    tracer->graph->nodes[node].at = (struct spot){sum.x / count, sum.y / count};
}

static struct spot *gather_places(struct tracer *tracer, int from, int to, int *count)
{
    int inner = tracer->stack_count;
    struct spot *places = memory_allocate((size_t)inner + 2, sizeof *places);
    places[0] = tracer->graph->nodes[from].at;
    for (int i = 0; i < inner; i++)
        places[i + 1] = place_of(tracer, tracer->stack[i]);
    places[inner + 1] = tracer->graph->nodes[to].at;
    *count = inner + 2;
    return places;
}

/* From a node's pixel into a pixel of an edge, and on to the next node. */
static void follow(struct tracer *tracer, int from, int cell)
{
    int node = tracer->marks[from] - 1;
    int reached = -1;
    int before = from;
    tracer->stack_count = 0;
    while (reached < 0) {
        array_add(tracer->stack, tracer->stack_count, tracer->stack_capacity, cell);
        tracer->marks[cell] = -1;
        int next = -1;
        int ending = -1;
        for (int i = 0; i < 8; i++) {
            int other = cell + tracer->around[i];
            if (!tracer->lines->cells[other] || other == before)
                continue;
            if (tracer->marks[other] > 0)
                ending = other;
            else if (tracer->marks[other] == 0)
                next = other;
        }
        if (ending < 0 && next < 0)
            break;
        reached = ending >= 0 ? tracer->marks[ending] - 1 : -1;
        before = cell;
        cell = next;
    }
    if (reached < 0)
        return;
    int count;
    struct spot *places = gather_places(tracer, node, reached, &count);
    graph_add_edge(tracer->graph, node, reached, places, count);
}

static void follow_all(struct tracer *tracer, int cell)
{
    for (int i = 0; i < 8; i++) {
        int next = cell + tracer->around[i];
        if (tracer->lines->cells[next] && tracer->marks[next] == 0)
            follow(tracer, cell, next);
    }
}

struct graph graph_from_lines(const struct plane *lines)
{
    struct graph graph = {0};
    int width = lines->width;
    int cells = width * lines->height;
    struct tracer tracer = {
        .lines = lines,
        .graph = &graph,
        .marks = memory_allocate((size_t)cells, sizeof(int)),
        .around = {1, width, -1, -width, 1 - width, 1 + width, width - 1, -1 - width}};
    for (int i = 0; i < cells; i++)
        if (lines->cells[i] && !tracer.marks[i]) {
            int count = count_neighbours(&tracer, i);
            if (count == 1 || count > 2)
                mark_node(&tracer, i);
        }
    for (int i = 0; i < cells; i++)
        if (lines->cells[i] && tracer.marks[i] > 0)
            follow_all(&tracer, i);
    for (int i = 0; i < cells; i++)
        if (lines->cells[i] && tracer.marks[i] == 0 && count_neighbours(&tracer, i) == 2) {
            mark_node(&tracer, i);
            follow_all(&tracer, i);
        }
    free(tracer.marks);
    free(tracer.stack);
    return graph;
}

/* --- pruning --------------------------------------------------------------------------------- */

/* The edge that ends at a node where nothing else is; -1: none. */
static int dangling_edge(const struct graph *graph, int node)
{
    return graph->nodes[node].count == 1 ? graph->nodes[node].ends[0] / 2 : -1;
}

void graph_prune(struct graph *graph, double length, bool all)
{
    for (int i = 0; i < graph->node_count; i++) {
        int node = i;
        int edge = dangling_edge(graph, node);
        while (edge >= 0) {
            const struct graph_edge *found = &graph->edges[edge];
            int other = found->nodes[found->nodes[0] == node];
            if (!all && (found->length >= length || graph->nodes[other].count < 3))
                break;
            graph_remove_edge(graph, edge);
            node = other;
            edge = all ? dangling_edge(graph, node) : -1;
        }
    }
    graph_join_edges(graph);
}

/* Depth-first search that remembers its way itself: a maze has more turns than a stack has room. */
struct search {
    int *order; /* of a node, from 1; 0: not seen */
    int *low;   /* the earliest node that is reached from it without going back */
    int *entered_by;
    int *next;
    int *way;
};

static void search_from(const struct graph *graph, int start, struct search *search, int *seen,
                        bool *is_bridge)
{
    int depth = 0;
    search->way[depth++] = start;
    search->order[start] = search->low[start] = ++*seen;
    search->entered_by[start] = -1;
    while (depth > 0) {
        int node = search->way[depth - 1];
        if (search->next[node] < graph->nodes[node].count) {
            int end = graph->nodes[node].ends[search->next[node]++];
            int other = graph_end_node(graph, end ^ 1);
            if (end / 2 == search->entered_by[node])
                continue;
            if (search->order[other] == 0) {
                search->order[other] = search->low[other] = ++*seen;
                search->entered_by[other] = end / 2;
                search->way[depth++] = other;
            } else if (search->order[other] < search->low[node]) {
                search->low[node] = search->order[other];
            }
            continue;
        }
        depth--;
        if (depth == 0)
            break;
        int before = search->way[depth - 1];
        if (search->low[node] < search->low[before])
            search->low[before] = search->low[node];
        if (search->low[node] > search->order[before])
            is_bridge[search->entered_by[node]] = true;
    }
}

void graph_remove_bridges(struct graph *graph)
{
    size_t nodes = (size_t)graph->node_count;
    int *memory = memory_allocate(5 * nodes, sizeof *memory);
    struct search search = {memory, memory + nodes, memory + 2 * nodes, memory + 3 * nodes,
                            memory + 4 * nodes};
    bool *is_bridge = memory_allocate((size_t)graph->edge_count, sizeof *is_bridge);
    int seen = 0;
    for (int i = 0; i < graph->node_count; i++)
        if (search.order[i] == 0)
            search_from(graph, i, &search, &seen, is_bridge);
    for (int i = graph->edge_count - 1; i >= 0; i--)
        if (is_bridge[i] && !graph->edges[i].gone)
            graph_remove_edge(graph, i);
    free(is_bridge);
    free(memory);
    graph_join_edges(graph);
}

/* --- going straight on ----------------------------------------------------------------------- */

/* The two ends of a node that go straightest into one another; false: none do. */
static bool straightest(const struct graph *graph, int node, double way, int *first, int *second)
{
    const struct graph_node *at = &graph->nodes[node];
    double best = straight_on;
    bool found = false;
    for (int i = 0; i < at->count; i++)
        for (int j = i + 1; j < at->count; j++) {
            struct spot a = graph_direction(graph, at->ends[i], way);
            struct spot b = graph_direction(graph, at->ends[j], way);
            double cosine = a.x * b.x + a.y * b.y;
            if (cosine >= best)
                continue;
            best = cosine;
            found = true;
            *first = at->ends[i];
            *second = at->ends[j];
        }
    return found;
}

void graph_go_straight(struct graph *graph, double way)
{
    int count = graph->node_count;
    for (int node = 0; node < count; node++) {
        int first;
        int second;
        while (graph->nodes[node].count > 2 && straightest(graph, node, way, &first, &second)) {
            int other = add_node(graph, graph->nodes[node].at);
            remove_end(graph, node, first);
            remove_end(graph, node, second);
            add_end(graph, other, first);
            add_end(graph, other, second);
        }
    }
    graph_join_edges(graph);
}
