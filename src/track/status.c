/* The order of the edges along a sweep line. */
#include "track/status.h"

#include "base/memory.h"

#include <stdlib.h>

void status_begin(struct status *status, const struct sweep_edge *edges, int count)
{
    status->edges = edges;
    status->nodes = memory_allocate((size_t)count, sizeof *status->nodes);
    status->root = NO_EDGE;
}

void status_free(struct status *status)
{
    free(status->nodes);
    status->nodes = NULL;
}

static int64_t side(const struct status *status, int edge, struct point at)
{
    return point_cross(status->edges[edge].left, status->edges[edge].right, at);
}

static uint32_t priority(int edge)
{
    uint32_t hash = (uint32_t)edge * 0x9E3779B1u;
    hash = (hash ^ (hash >> 15)) * 0x85EBCA77u;
    return hash ^ (hash >> 13);
}

/* Puts `with` (perhaps NO_EDGE) where `edge` hangs. */
static void replace_child(struct status *status, int edge, int with)
{
    int parent = status->nodes[edge].parent;
    if (parent == NO_EDGE)
        status->root = with;
    else if (status->nodes[parent].lower == edge)
        status->nodes[parent].lower = with;
    else
        status->nodes[parent].upper = with;
    if (with != NO_EDGE)
        status->nodes[with].parent = parent;
}

/* Lifts a child above its parent. */
static void rotate_up(struct status *status, int edge)
{
    struct status_node *nodes = status->nodes;
    int parent = nodes[edge].parent;
    bool is_lower = nodes[parent].lower == edge;
    int moved = is_lower ? nodes[edge].upper : nodes[edge].lower;
    replace_child(status, parent, edge);
    if (is_lower) {
        nodes[parent].lower = moved;
        nodes[edge].upper = parent;
    } else {
        nodes[parent].upper = moved;
        nodes[edge].lower = parent;
    }
    nodes[parent].parent = edge;
    if (moved != NO_EDGE)
        nodes[moved].parent = parent;
}

static void thread_between(struct status *status, int below, int edge, int above)
{
    status->nodes[edge].below = below;
    status->nodes[edge].above = above;
    if (below != NO_EDGE)
        status->nodes[below].above = edge;
    if (above != NO_EDGE)
        status->nodes[above].below = edge;
}

/* Is the new edge above the one in the tree? From a point on it, its slope decides. */
static bool goes_above(const struct status *status, int edge, int other)
{
    int64_t from = side(status, other, status->edges[edge].left);
    return (from != 0 ? from : side(status, other, status->edges[edge].right)) > 0;
}

void status_insert(struct status *status, int edge)
{
    struct status_node *nodes = status->nodes;
    int parent = NO_EDGE;
    int next = status->root;
    bool above = false;
    while (next != NO_EDGE) {
        parent = next;
        above = goes_above(status, edge, parent);
        next = above ? nodes[parent].upper : nodes[parent].lower;
    }
    nodes[edge] = (struct status_node){parent, NO_EDGE, NO_EDGE, NO_EDGE, NO_EDGE};
    if (parent == NO_EDGE) {
        status->root = edge;
    } else if (above) {
        nodes[parent].upper = edge;
        thread_between(status, parent, edge, nodes[parent].above);
    } else {
        nodes[parent].lower = edge;
        thread_between(status, nodes[parent].below, edge, parent);
    }
    while (nodes[edge].parent != NO_EDGE && priority(nodes[edge].parent) < priority(edge))
        rotate_up(status, edge);
}

void status_remove(struct status *status, int edge)
{
    struct status_node *node = &status->nodes[edge];
    while (node->lower != NO_EDGE && node->upper != NO_EDGE) {
        bool lower = priority(node->lower) > priority(node->upper);
        rotate_up(status, lower ? node->lower : node->upper);
    }
    replace_child(status, edge, node->lower != NO_EDGE ? node->lower : node->upper);
    if (node->below != NO_EDGE)
        status->nodes[node->below].above = node->above;
    if (node->above != NO_EDGE)
        status->nodes[node->above].below = node->below;
}

int status_below(const struct status *status, int edge)
{
    return status->nodes[edge].below;
}

int status_above(const struct status *status, int edge)
{
    return status->nodes[edge].above;
}

int status_through(const struct status *status, struct point at)
{
    int next = status->root;
    while (next != NO_EDGE) {
        int64_t from = side(status, next, at);
        if (from == 0)
            break;
        next = from > 0 ? status->nodes[next].upper : status->nodes[next].lower;
    }
    return next;
}
