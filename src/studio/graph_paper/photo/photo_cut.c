/* See photo_walls.h: crossings are cut, closed lines gathered.
 *
 * Where three lines meet, two of them usually go straight on: those are the wall, and the third
 * comes from aside: a start line. A line that comes from aside at both its ends is cut out, the
 * most certain one first, until no such line is left. Where lines still meet they only touch: each
 * place is gone through from one line to its neighbour, so that nothing found here crosses itself.
 */
#include "studio/graph_paper/photo/photo_walls.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CUTS_MOST = 400, ENDS_AT_NODE = 12 };

static const double contact_length = .8; /* squares: walls that touch run together so far */
static const double longest_contact = 8;
static const double contact_distance = .05; /* squares to each side */
static const double merging_angle = 1.9;    /* radians, 0 is straight on */
static const double through_angle = 1.2;
static const double sure_angle = .3; /* radians */
static const double any_angle = -2;
static const double alone = -3;

/* How far from straight it is to go from one end into another, 0 to pi. */
static double bend(struct photo_place a, struct photo_place b)
{
    double cosine = -(a.x * b.x + a.y * b.y);
    return acos(cosine < -1 ? -1 : cosine > 1 ? 1 : cosine);
}

/* By how much an end comes from aside: how much straighter others go through its node than it goes
 * on into any of them. `alone` if nothing else goes through. */
static double asideness_over(const struct graph *graph, int end, double way)
{
    const struct graph_node *node = &graph->nodes[graph_end_node(graph, end)];
    int count = node->count < ENDS_AT_NODE ? node->count : ENDS_AT_NODE;
    struct photo_place directions[ENDS_AT_NODE];
    for (int i = 0; i < count; i++)
        directions[i] = graph_direction(graph, node->ends[i], way);
    double own = 4;
    double others = 4;
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++) {
            double angle = bend(directions[i], directions[j]);
            if (node->ends[i] == end || node->ends[j] == end)
                own = angle < own ? angle : own;
            else
                others = angle < others ? angle : others;
        }
    return others > 3.5 ? alone : own - others;
}

/* Near the node it shows where a line comes from, farther off where strokes run into one another.
 */
static double asideness(const struct graph *graph, int end, double way)
{
    return (asideness_over(graph, end, way) + asideness_over(graph, end, 2.2 * way)) / 2;
}

static bool is_odd(const struct graph *graph, int node)
{
    return graph->nodes[node].count > 2 && graph->nodes[node].count % 2 == 1;
}

static int find_crossing_edge(const struct graph *graph, double way, double least)
{
    int found = -1;
    double best = least;
    for (int i = 0; i < graph->edge_count; i++) {
        const struct graph_edge *edge = &graph->edges[i];
        if (edge->gone || !is_odd(graph, edge->nodes[0]) || !is_odd(graph, edge->nodes[1]))
            continue;
        double first = asideness(graph, 2 * i, way);
        double second = first > best ? asideness(graph, 2 * i + 1, way) : -1;
        double both = first < second ? first : second;
        if (both > best) {
            best = both;
            found = i;
        }
    }
    return found;
}

static void cut_crossings(struct graph *graph, const struct wall_measures *measures, double least)
{
    double way =
        measures->square * .7 > 3 * measures->stroke ? measures->square * .7 : 3 * measures->stroke;
    for (int cuts = 0; cuts < CUTS_MOST; cuts++) {
        int edge = find_crossing_edge(graph, way, least);
        if (edge < 0)
            break;
        graph_remove_edge(graph, edge);
        graph_join_edges(graph);
        graph_prune(graph, 0, true);
        graph_remove_bridges(graph);
    }
}

/* Do two lines become one at this end of the edge? They come from the same side then. */
static bool merges(const struct graph *graph, int end, double way)
{
    const struct graph_node *node = &graph->nodes[graph_end_node(graph, end)];
    struct photo_place own = graph_direction(graph, end, way);
    struct photo_place others[2];
    int count = 0;
    for (int i = 0; i < node->count && count < 2; i++)
        if (node->ends[i] != end)
            others[count++] = graph_direction(graph, node->ends[i], way);
    return node->count == 3 && bend(others[0], others[1]) > merging_angle &&
           bend(own, others[0]) < through_angle && bend(own, others[1]) < through_angle;
}

/* The edge's places, moved to its left by so much, except at its ends. */
static struct photo_place *move_aside(const struct graph_edge *edge, double left)
{
    struct photo_place *places =
        memory_copy(edge->places, (size_t)edge->count, sizeof *edge->places);
    for (int i = 1; i + 1 < edge->count; i++) {
        struct photo_place before = edge->places[i > 3 ? i - 3 : 0];
        struct photo_place after = edge->places[i + 3 < edge->count ? i + 3 : edge->count - 1];
        double far = photo_distance(before, after);
        if (far > 0) {
            places[i].x += left * (after.y - before.y) / far;
            places[i].y -= left * (after.x - before.x) / far;
        }
    }
    return places;
}

/* Where walls run along each other for a while they were seen as one line: each gets its own. */
static void part_contacts(struct graph *graph, const struct wall_measures *measures)
{
    int count = graph->edge_count;
    for (int i = 0; i < count; i++) {
        struct graph_edge edge = graph->edges[i];
        if (edge.gone || edge.count < 8 || edge.nodes[0] == edge.nodes[1] ||
            edge.length > longest_contact * measures->square ||
            !merges(graph, 2 * i, measures->square) || !merges(graph, 2 * i + 1, measures->square))
            continue;
        for (int side = -1; side <= 1; side += 2)
            graph_add_edge(graph, edge.nodes[0], edge.nodes[1],
                           move_aside(&edge, side * contact_distance * measures->square),
                           edge.count);
        graph_remove_edge(graph, i);
    }
}

static void contract_contacts(struct graph *graph, double length)
{
    for (int i = 0; i < graph->edge_count; i++) {
        const struct graph_edge *edge = &graph->edges[i];
        if (!edge->gone && edge->nodes[0] != edge->nodes[1] && edge->length < length &&
            graph->nodes[edge->nodes[0]].count == 3 && graph->nodes[edge->nodes[1]].count == 3)
            graph_contract_edge(graph, i);
    }
}

/* --- closed lines ---------------------------------------------------------------------------- */

struct turn {
    int end;
    double angle;
    struct photo_place direction;
};

static int compare_turns(const void *a, const void *b)
{
    double one = ((const struct turn *)a)->angle;
    double other = ((const struct turn *)b)->angle;
    return one < other ? -1 : one > other;
}

/* All bends of a node if `turns[left]` and its partner are the first pair and so on round the node.
 */
static double bends_from(const struct turn *turns, int count, int left)
{
    double sum = 0;
    for (int i = 0; i + 1 < count; i += 2)
        sum += bend(turns[(left + i) % count].direction, turns[(left + i + 1) % count].direction);
    return sum;
}

/* Partners are neighbours round the node, so lines touch there and do not cross. Of an odd number
 * one stays alone: the one without which the others go straightest. */
static void pair_at_node(const struct graph *graph, int index, double way, int *partner)
{
    const struct graph_node *node = &graph->nodes[index];
    struct turn turns[ENDS_AT_NODE];
    if (node->count < 2)
        return;
    int count = node->count < ENDS_AT_NODE ? node->count : ENDS_AT_NODE;
    for (int i = 0; i < count; i++) {
        struct photo_place direction = graph_direction(graph, node->ends[i], way);
        turns[i] = (struct turn){node->ends[i], atan2(direction.y, direction.x), direction};
    }
    qsort(turns, (size_t)count, sizeof *turns, compare_turns);
    int best = 0;
    for (int left = 1; left < (count % 2 ? count : 2); left++)
        if (bends_from(turns, count, left) < bends_from(turns, count, best))
            best = left;
    for (int i = 0; i + 1 < count; i += 2) {
        int one = turns[(best + i) % count].end;
        int other = turns[(best + i + 1) % count].end;
        partner[one] = other;
        partner[other] = one;
    }
}

static void append_edge(struct closed_line *line, const struct graph_edge *edge, bool backwards)
{
    line->places =
        memory_resize(line->places, (size_t)(line->count + edge->count), sizeof *line->places);
    for (int i = 0; i + 1 < edge->count; i++)
        line->places[line->count++] = edge->places[backwards ? edge->count - 1 - i : i];
    if (edge->has_gap)
        line->gap = edge->gap;
    line->has_gap = line->has_gap || edge->has_gap;
}

/* Goes on from an end until it comes back to it; false if the way ends before. */
static bool walk_round(const struct graph *graph, int start, const int *partner, bool *used,
                       struct closed_line *line)
{
    int end = start;
    do {
        used[end / 2] = true;
        append_edge(line, &graph->edges[end / 2], end % 2 == 1);
        end = partner[end ^ 1];
    } while (end >= 0 && end != start);
    return end == start;
}

struct closed_line *photo_find_closed_lines(struct graph *graph,
                                            const struct wall_measures *measures, int *count)
{
    graph_prune(graph, 0, true);
    graph_remove_bridges(graph);
    cut_crossings(graph, measures, sure_angle);
    part_contacts(graph, measures);
    contract_contacts(graph, contact_length * measures->square);
    cut_crossings(graph, measures, any_angle);
    int *partner = memory_allocate(2 * (size_t)graph->edge_count, sizeof *partner);
    bool *used = memory_allocate((size_t)graph->edge_count, sizeof *used);
    memset(partner, -1, 2 * (size_t)graph->edge_count * sizeof *partner);
    for (int i = 0; i < graph->node_count; i++)
        pair_at_node(graph, i, measures->square / 2, partner);
    struct closed_line *lines = NULL;
    int capacity = 0;
    *count = 0;
    for (int i = 0; i < graph->edge_count; i++) {
        if (graph->edges[i].gone || used[i])
            continue;
        struct closed_line line = {0};
        if (!walk_round(graph, 2 * i, partner, used, &line)) {
            free(line.places);
            continue;
        }
        lines = array_grow(lines, *count, &capacity, sizeof *lines);
        lines[(*count)++] = line;
    }
    free(partner);
    free(used);
    return lines;
}
