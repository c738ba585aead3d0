/* See photo_walls.h: ends, and the gaps between them. */
#include "studio/graph_paper/photo/photo_walls.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

enum { ENDS_MOST = 1500 }; /* more is no drawing */

/* How far apart, in squares. */
static const double facing_gap = 1.5; /* ends that look at each other */
static const double corner_gap = 1;   /* ends that meet round a corner */
static const double unseen_gap = .2;
static const double any_gap = .5;   /* ends that lie beside each other */
static const double side_gap = .75; /* an end and the side of a line */
static const double least_line = 8; /* what is shorter is not worth a remark */
static const double facing_cosine = .4;
static const double pi = 3.14159265358979;

struct loose_end {
    int node;
    struct photo_place at;
    struct photo_place outward;
};

static int find_ends(const struct graph *graph, double way, struct loose_end *ends)
{
    int count = 0;
    for (int i = 0; i < graph->node_count && count < ENDS_MOST; i++) {
        const struct graph_node *node = &graph->nodes[i];
        if (node->count != 1)
            continue;
        struct photo_place inward = graph_direction(graph, node->ends[0], way);
        ends[count++] = (struct loose_end){i, node->at, {-inward.x, -inward.y}};
    }
    return count;
}

static double cosine_towards(const struct loose_end *end, struct photo_place to)
{
    double far = photo_distance(end->at, to);
    if (far == 0)
        return 1;
    return ((to.x - end->at.x) * end->outward.x + (to.y - end->at.y) * end->outward.y) / far;
}

/* What speaks against joining two ends, in pixels; below 0: it may not be. */
static double cost_of_joining(const struct loose_end *a, const struct loose_end *b,
                              const struct wall_measures *measures)
{
    double far = photo_distance(a->at, b->at);
    if (far > facing_gap * measures->square)
        return -1;
    double first = cosine_towards(a, b->at);
    double second = cosine_towards(b, a->at);
    bool facing = first > facing_cosine && second > facing_cosine;
    bool corner = first > 0 && second > 0 && first + second > 2 * facing_cosine &&
                  far <= corner_gap * measures->square;
    facing = facing || corner;
    if (!facing && far > any_gap * measures->square)
        return -1;
    return far * (3 - first - second);
}

struct joint {
    int first, second;
    double cost;
};

static int compare_joints(const void *a, const void *b)
{
    double one = ((const struct joint *)a)->cost;
    double other = ((const struct joint *)b)->cost;
    return one < other ? -1 : one > other;
}

/* What is so short is no gap that anybody would see. */
static void add_bridge(struct graph *graph, int from, int to, double unseen)
{
    struct photo_place *places = memory_allocate(2, sizeof *places);
    places[0] = graph->nodes[from].at;
    places[1] = graph->nodes[to].at;
    int index = graph_add_edge(graph, from, to, places, 2);
    struct graph_edge *edge = &graph->edges[index];
    edge->has_gap = edge->length > unseen;
    edge->gap =
        (struct photo_place){(places[0].x + places[1].x) / 2, (places[0].y + places[1].y) / 2};
}

static void join_ends(struct graph *graph, const struct wall_measures *measures,
                      struct loose_end *ends)
{
    int count = find_ends(graph, measures->square, ends);
    struct joint *joints = NULL;
    int joint_count = 0;
    int capacity = 0;
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++) {
            double cost = cost_of_joining(&ends[i], &ends[j], measures);
            if (cost < 0)
                continue;
            joints = array_grow(joints, joint_count, &capacity, sizeof *joints);
            joints[joint_count++] = (struct joint){ends[i].node, ends[j].node, cost};
        }
    if (joint_count > 0)
        qsort(joints, (size_t)joint_count, sizeof *joints, compare_joints);
    for (int i = 0; i < joint_count; i++)
        if (graph->nodes[joints[i].first].count == 1 && graph->nodes[joints[i].second].count == 1)
            add_bridge(graph, joints[i].first, joints[i].second, unseen_gap * measures->square);
    free(joints);
}

/* The nearest place of a line before an end, its own last part left out. */
struct side {
    int edge, place;
    double far;
};

static void look_at_edge(const struct graph *graph, const struct loose_end *end, int index,
                         double own_way, struct side *side)
{
    const struct graph_edge *edge = &graph->edges[index];
    double from_start = 0;
    for (int i = 1; i + 1 < edge->count; i++) {
        from_start += photo_distance(edge->places[i - 1], edge->places[i]);
        if ((edge->nodes[0] == end->node && from_start < own_way) ||
            (edge->nodes[1] == end->node && edge->length - from_start < own_way))
            continue;
        double far = photo_distance_squared(edge->places[i], end->at);
        if (far >= side->far * side->far)
            continue;
        far = sqrt(far);
        if (cosine_towards(end, edge->places[i]) > facing_cosine || far < side->far / 3)
            *side = (struct side){index, i, far};
    }
}

static void join_side(struct graph *graph, const struct loose_end *end,
                      const struct wall_measures *measures)
{
    double reach = side_gap * measures->square;
    struct side side = {-1, 0, reach};
    for (int i = 0; i < graph->edge_count; i++)
        if (!graph->edges[i].gone)
            look_at_edge(graph, end, i, 3 * reach, &side);
    if (side.edge >= 0)
        add_bridge(graph, end->node, graph_split_edge(graph, side.edge, side.place),
                   unseen_gap * measures->square);
}

void photo_close_gaps(struct graph *graph, const struct wall_measures *measures)
{
    struct loose_end *ends = memory_allocate(ENDS_MOST, sizeof *ends);
    if (find_ends(graph, measures->square, ends) < ENDS_MOST) {
        join_ends(graph, measures, ends);
        graph_join_edges(graph);
        int count = find_ends(graph, measures->square, ends);
        for (int i = 0; i < count; i++)
            join_side(graph, &ends[i], measures);
        graph_join_edges(graph);
    }
    free(ends);
}

/* --- what stays open ------------------------------------------------------------------------- */

/* Along a line from its end, going straight on where lines meet. */
static void walk_from(const struct graph *graph, int node, double way, struct open_line *line)
{
    int end = graph->nodes[node].ends[0];
    for (int steps = 0; steps < graph->edge_count; steps++) {
        line->length += graph->edges[end / 2].length;
        int back = end ^ 1;
        const struct graph_node *reached = &graph->nodes[graph_end_node(graph, back)];
        struct photo_place came = graph_direction(graph, back, way);
        double best = cos(pi * 3 / 4);
        end = -1;
        for (int i = 0; i < reached->count; i++) {
            struct photo_place other = graph_direction(graph, reached->ends[i], way);
            double cosine = came.x * other.x + came.y * other.y;
            if (reached->ends[i] != back && cosine < best) {
                best = cosine;
                end = reached->ends[i];
            }
        }
        if (reached->count > 1 && line->passed_count < PASSED_MOST)
            line->passed[line->passed_count++] = reached->at;
        if (end < 0)
            break;
    }
}

static void keep_longest(struct open_line *lines, int *count, int limit, struct open_line line)
{
    int i = *count < limit ? (*count)++ : limit - 1;
    if (i == limit - 1 && *count == limit && lines[i].length > line.length)
        return;
    for (; i > 0 && lines[i - 1].length < line.length; i--)
        lines[i] = lines[i - 1];
    lines[i] = line;
}

static int nearest_end(const struct loose_end *ends, int count, int from, double most)
{
    int nearest = -1;
    for (int i = 0; i < count; i++) {
        double far = photo_distance(ends[i].at, ends[from].at);
        if (i != from && far < most) {
            most = far;
            nearest = i;
        }
    }
    return nearest;
}

int photo_find_open_lines(const struct graph *graph, const struct wall_measures *measures,
                          struct open_line *lines, int limit)
{
    struct loose_end *ends = memory_allocate(ENDS_MOST, sizeof *ends);
    int count = find_ends(graph, measures->square, ends);
    int found = 0;
    for (int i = 0; i < count; i++) {
        struct open_line line = {.at = ends[i].at};
        walk_from(graph, ends[i].node, measures->square, &line);
        if (line.length < least_line * measures->square)
            continue;
        int nearest = nearest_end(ends, count, i, line.length / 2);
        if (nearest >= 0) {
            line.gap = photo_distance(ends[i].at, ends[nearest].at);
            line.at.x = (ends[i].at.x + ends[nearest].at.x) / 2;
            line.at.y = (ends[i].at.y + ends[nearest].at.y) / 2;
        }
        bool told = false;
        for (int j = 0; j < found; j++)
            told = told || photo_distance(lines[j].at, line.at) < measures->square / 2;
        if (!told)
            keep_longest(lines, &found, limit, line);
    }
    free(ends);
    return found;
}
