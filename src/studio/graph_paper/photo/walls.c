/* See inside.h: gaps are closed, crossings are cut, closed lines gathered.
 *
 * Where three lines meet, two of them usually go straight on: those are the wall, and the third
 * comes from aside: a start line. A line that comes from aside at both its ends is cut out, the
 * most certain one first, until no such line is left. Where lines still meet they only touch: each
 * place is gone through from one line to its neighbour, so that nothing found here crosses itself.
 */

#include "base/memory.h"
#include "studio/graph_paper/photo/photo.h"
#include "track/track.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- ends, and the gaps between them --------------------------------------------------------- */

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
    struct spot at;
    struct spot outward;
};

static int find_ends(const struct graph *graph, double way, struct loose_end *ends)
{
    int count = 0;
    for (int i = 0; i < graph->node_count && count < ENDS_MOST; i++) {
        const struct graph_node *node = &graph->nodes[i];
        if (node->count != 1)
            continue;
        struct spot inward = graph_direction(graph, node->ends[0], way);
        ends[count++] = (struct loose_end){i, node->at, {-inward.x, -inward.y}};
    }
    return count;
}

static double cosine_towards(const struct loose_end *end, struct spot to)
{
    double far = spot_distance(end->at, to);
    if (far == 0)
        return 1;
    return ((to.x - end->at.x) * end->outward.x + (to.y - end->at.y) * end->outward.y) / far;
}

/* What speaks against joining two ends, in pixels; below 0: it may not be. */
static double cost_of_joining(const struct loose_end *a, const struct loose_end *b,
                              const struct wall_measures *measures)
{
    double far = spot_distance(a->at, b->at);
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
    struct spot *places = memory_allocate(2, sizeof *places);
    places[0] = graph->nodes[from].at;
    places[1] = graph->nodes[to].at;
    int index = graph_add_edge(graph, from, to, places, 2);
    struct graph_edge *edge = &graph->edges[index];
    edge->has_gap = edge->length > unseen;
    edge->gap = (struct spot){(places[0].x + places[1].x) / 2, (places[0].y + places[1].y) / 2};
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
            array_add(joints, joint_count, capacity,
                      (struct joint){ends[i].node, ends[j].node, cost});
        }
    if (joint_count > 0)
        qsort(joints, (size_t)joint_count, sizeof *joints, compare_joints);
    for (int i = 0; i < joint_count; i++)
        if (graph->nodes[joints[i].first].count == 1 && graph->nodes[joints[i].second].count == 1)
            add_bridge(graph, joints[i].first, joints[i].second, unseen_gap * measures->square);
    free(joints);
}

/* The nearest place of a line before an end, its own last part left out. */
struct walls_side {
    int edge, place;
    double far;
};

static void look_at_edge(const struct graph *graph, const struct loose_end *end, int index,
                         double own_way, struct walls_side *side)
{
    const struct graph_edge *edge = &graph->edges[index];
    double from_start = 0;
    for (int i = 1; i + 1 < edge->count; i++) {
        from_start += spot_distance(edge->places[i - 1], edge->places[i]);
        if ((edge->nodes[0] == end->node && from_start < own_way) ||
            (edge->nodes[1] == end->node && edge->length - from_start < own_way))
            continue;
        double far = photo_distance_squared(edge->places[i], end->at);
        if (far >= side->far * side->far)
            continue;
        far = sqrt(far);
        if (cosine_towards(end, edge->places[i]) > facing_cosine || far < side->far / 3)
            *side = (struct walls_side){index, i, far};
    }
}

void photo_close_gaps(struct graph *graph, const struct wall_measures *measures)
{
    struct loose_end *ends = memory_allocate(ENDS_MOST, sizeof *ends);
    if (find_ends(graph, measures->square, ends) < ENDS_MOST) {
        join_ends(graph, measures, ends);
        graph_join_edges(graph);
        int count = find_ends(graph, measures->square, ends);
        for (int i = 0; i < count; i++) {
            const struct loose_end *end = &ends[i];
            double reach = side_gap * measures->square;
            struct walls_side side = {-1, 0, reach};
            for (int j = 0; j < graph->edge_count; j++)
                if (!graph->edges[j].gone)
                    look_at_edge(graph, end, j, 3 * reach, &side);
            if (side.edge >= 0)
                add_bridge(graph, end->node, graph_split_edge(graph, side.edge, side.place),
                           unseen_gap * measures->square);
        }
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
        struct spot came = graph_direction(graph, back, way);
        double best = cos(pi * 3 / 4);
        end = -1;
        for (int i = 0; i < reached->count; i++) {
            struct spot other = graph_direction(graph, reached->ends[i], way);
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
        double far = spot_distance(ends[i].at, ends[from].at);
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
            line.gap = spot_distance(ends[i].at, ends[nearest].at);
            line.at.x = (ends[i].at.x + ends[nearest].at.x) / 2;
            line.at.y = (ends[i].at.y + ends[nearest].at.y) / 2;
        }
        bool told = false;
        for (int j = 0; j < found; j++)
            told = told || spot_distance(lines[j].at, line.at) < measures->square / 2;
        if (!told)
            keep_longest(lines, &found, limit, line);
    }
    free(ends);
    return found;
}

/* --- crossings ------------------------------------------------------------------------------- */

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
static double bend(struct spot a, struct spot b)
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
    struct spot directions[ENDS_AT_NODE];
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
    struct spot own = graph_direction(graph, end, way);
    struct spot others[2];
    int count = 0;
    for (int i = 0; i < node->count && count < 2; i++)
        if (node->ends[i] != end)
            others[count++] = graph_direction(graph, node->ends[i], way);
    return node->count == 3 && bend(others[0], others[1]) > merging_angle &&
           bend(own, others[0]) < through_angle && bend(own, others[1]) < through_angle;
}

/* The edge's places, moved to its left by so much, except at its ends. */
static struct spot *move_aside(const struct graph_edge *edge, double left)
{
    struct spot *places = memory_copy(edge->places, (size_t)edge->count, sizeof *edge->places);
    for (int i = 1; i + 1 < edge->count; i++) {
        struct spot before = edge->places[i > 3 ? i - 3 : 0];
        struct spot after = edge->places[i + 3 < edge->count ? i + 3 : edge->count - 1];
        double far = spot_distance(before, after);
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

/* --- closed lines ---------------------------------------------------------------------------- */

struct walls_turn {
    int end;
    double angle;
    struct spot direction;
};

static int compare_turns(const void *a, const void *b)
{
    double one = ((const struct walls_turn *)a)->angle;
    double other = ((const struct walls_turn *)b)->angle;
    return one < other ? -1 : one > other;
}

/* All bends of a node if `turns[left]` and its partner are the first pair and so on round the node.
 */
static double bends_from(const struct walls_turn *turns, int count, int left)
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
    struct walls_turn turns[ENDS_AT_NODE];
    if (node->count < 2)
        return;
    int count = node->count < ENDS_AT_NODE ? node->count : ENDS_AT_NODE;
    for (int i = 0; i < count; i++) {
        struct spot direction = graph_direction(graph, node->ends[i], way);
        turns[i] = (struct walls_turn){node->ends[i], atan2(direction.y, direction.x), direction};
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

struct closed_line *photo_find_closed_lines(struct graph *graph,
                                            const struct wall_measures *measures, int *count)
{
    graph_prune(graph, 0, true);
    graph_remove_bridges(graph);
    cut_crossings(graph, measures, sure_angle);
    part_contacts(graph, measures);
    double length = contact_length * measures->square;
    for (int i = 0; i < graph->edge_count; i++) {
        const struct graph_edge *edge = &graph->edges[i];
        if (!edge->gone && edge->nodes[0] != edge->nodes[1] && edge->length < length &&
            graph->nodes[edge->nodes[0]].count == 3 && graph->nodes[edge->nodes[1]].count == 3)
            graph_contract_edge(graph, i);
    }
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
        /* Goes on from an end until it comes back to it; false if the way ends before. */
        int start = 2 * i;
        int end = start;
        do {
            used[end / 2] = true;
            append_edge(&line, &graph->edges[end / 2], end % 2 == 1);
            end = partner[end ^ 1];
        } while (end >= 0 && end != start);
        if (end != start) {
            free(line.places);
            continue;
        }
        array_add(lines, *count, capacity, line);
    }
    free(partner);
    free(used);
    return lines;
}

/* === loops ==================================================================================== */

/* See inside.h. Beside all loops what is left of the lines is a graph again, whose lines go
 * straight on where they meet. */

/* In squares. */
static const double step = .05;      /* between places while smoothing */
static const double softness = .11;  /* of the bell that smooths */
static const double tolerance = .05; /* of leaving out a vertex */
static const double off_sheet = .5;  /* a line may leave the sheet by so much */
static const double least_area = .4;
static const double least_track = 12;  /* the largest wall encloses at least so many */
static const double least_part = .008; /* of the sheet, too */
static const double least_island = 4;
static const double least_other = .25; /* a second outer wall, as a part of the largest */

/* --- smoothing ------------------------------------------------------------------------------- */

struct walls_ring {
    struct spot *places;
    int count;
};

/* False if the line leaves the sheet. */
static bool bring_to_sheet(const struct photo_tracing *tracing, const struct closed_line *line,
                           struct spot scale, struct walls_ring *ring)
{
    *ring = (struct walls_ring){memory_allocate((size_t)line->count, sizeof *ring->places),
                                line->count};
    for (int i = 0; i < line->count; i++) {
        struct spot at = {line->places[i].x * scale.x, line->places[i].y * scale.y};
        photo_to_sheet(tracing, at, &at.x, &at.y);
        ring->places[i] = at;
        if (!(at.x > -off_sheet && at.x < tracing->width + off_sheet && at.y > -off_sheet &&
              at.y < tracing->height + off_sheet))
            return false;
    }
    return true;
}

/* The same way in equal steps. */
static struct walls_ring even_steps(const struct walls_ring *ring)
{
    double length = 0;
    for (int i = 0; i < ring->count; i++)
        length += spot_distance(ring->places[i], ring->places[(i + 1) % ring->count]);
    int count = (int)(length / step) < 8 ? 8 : (int)(length / step);
    struct walls_ring even = {memory_allocate((size_t)count, sizeof *even.places), count};
    double before = 0;
    int next = 0;
    for (int i = 0; i < ring->count; i++) {
        struct spot a = ring->places[i];
        struct spot b = ring->places[(i + 1) % ring->count];
        double far = spot_distance(a, b);
        for (; next < count && next * length / count <= before + far; next++) {
            double part = far > 0 ? (next * length / count - before) / far : 0;
            even.places[next] = (struct spot){a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
        }
        before += far;
    }
    for (; next < count; next++)
        even.places[next] = ring->places[0];
    return even;
}

/* --- fewer vertices -------------------------------------------------------------------------- */

static int32_t to_fine(double value, int most)
{
    double fine = floor(value * FINE + .5);
    return (int32_t)(fine < 0 ? 0 : fine > (double)most * FINE ? (double)most * FINE : fine);
}

static void keep_vertices(const struct photo_tracing *tracing, const struct walls_ring *ring,
                          double most, struct photo_loop *loop)
{
    bool *kept = spots_needed(ring->places, ring->count, !loop->is_open, most);
    loop->vertices = memory_resize(loop->vertices, (size_t)ring->count, sizeof *loop->vertices);
    loop->count = 0;
    for (int i = 0; i < ring->count; i++) {
        struct point vertex = {to_fine(ring->places[i].x, tracing->width),
                               to_fine(ring->places[i].y, tracing->height)};
        if (kept[i] && (loop->count == 0 || !point_equal(vertex, loop->vertices[loop->count - 1])))
            loop->vertices[loop->count++] = vertex;
    }
    while (!loop->is_open && loop->count > 1 &&
           point_equal(loop->vertices[0], loop->vertices[loop->count - 1]))
        loop->count--;
    free(kept);
}

static bool crosses_itself(const struct photo_loop *loop)
{
    struct loop outline = {.vertices = loop->vertices, .count = loop->count};
    struct crossing crossing;
    return crossing_find(&outline, 1, &crossing);
}

static double area_of(const struct photo_loop *loop)
{
    int64_t sum = 0;
    for (int i = 1; i + 1 < loop->count; i++)
        sum += point_cross(loop->vertices[0], loop->vertices[i], loop->vertices[i + 1]);
    return fabs((double)sum) / 2 / ((double)FINE * FINE);
}

/* False if nothing worth keeping comes of it. */
static bool make_loop(const struct photo_tracing *tracing, const struct closed_line *line,
                      double pixel, struct spot scale, struct photo_loop *loop)
{
    struct walls_ring rough;
    if (!bring_to_sheet(tracing, line, scale, &rough)) {
        free(rough.places);
        return false;
    }
    struct walls_ring ring = even_steps(&rough);
    double sigma = softness > 1.5 * pixel ? softness : 1.5 * pixel;
    int reach = (int)(3 * sigma / step) + 1;
    reach = reach < ring.count / 4 ? reach : ring.count / 4;
    struct spot *soft = memory_allocate((size_t)ring.count, sizeof *soft);
    for (int i = 0; i < ring.count; i++) {
        double sum = 0;
        for (int j = -reach; j <= reach; j++) {
            double weight = exp(-.5 * (j * step / sigma) * (j * step / sigma));
            struct spot place = ring.places[(i + j + ring.count) % ring.count];
            soft[i].x += weight * place.x;
            soft[i].y += weight * place.y;
            sum += weight;
        }
        soft[i].x /= sum;
        soft[i].y /= sum;
    }
    free(ring.places);
    ring.places = soft;
    keep_vertices(tracing, &ring, tolerance, loop);
    if (loop->count >= 3 && crosses_itself(loop))
        keep_vertices(tracing, &ring, tolerance / 8, loop);
    free(rough.places);
    free(ring.places);
    loop->squares = area_of(loop);
    return loop->count >= 3 && loop->squares >= least_area && !crosses_itself(loop);
}

/* --- proposals ------------------------------------------------------------------------------- */

static bool encloses(const struct photo_loop *loop, struct point at)
{
    bool inside = false;
    for (int i = 0, j = loop->count - 1; i < loop->count; j = i++) {
        struct point a = loop->vertices[i];
        struct point b = loop->vertices[j];
        if ((a.y > at.y) == (b.y > at.y))
            continue;
        int64_t side = point_cross(a, b, at);
        inside = inside != (b.y > a.y ? side > 0 : side < 0);
    }
    return inside;
}

static int compare_loops(const void *a, const void *b)
{
    double one = ((const struct photo_loop *)a)->squares;
    double other = ((const struct photo_loop *)b)->squares;
    return one > other ? -1 : one < other;
}

void photo_make_loops(struct photo_tracing *tracing, const struct closed_line *lines, int count,
                      double pixel, struct spot scale)
{
    int capacity = 0;
    for (int i = 0; i < count; i++) {
        struct photo_loop loop = {.gap_closed = lines[i].has_gap};
        loop.gap.x = lines[i].gap.x * scale.x;
        loop.gap.y = lines[i].gap.y * scale.y;
        if (!make_loop(tracing, &lines[i], pixel, scale, &loop)) {
            free(loop.vertices);
            continue;
        }
        array_add(tracing->loops, tracing->loop_count, capacity, loop);
    }
    if (tracing->loop_count > 0)
        qsort(tracing->loops, (size_t)tracing->loop_count, sizeof *tracing->loops, compare_loops);
    while (tracing->loop_count > PHOTO_LOOPS_MOST)
        free(tracing->loops[--tracing->loop_count].vertices);
    /* The largest is the outer wall, what lies between it and other walls islands; what lies in
     * those is writing, and so is what is small. */
    double sheet = (double)tracing->width * tracing->height;
    double largest = tracing->loop_count > 0 ? tracing->loops[0].squares : 0;
    if (largest < least_track || largest < least_part * sheet)
        return;
    for (int i = 0; i < tracing->loop_count; i++) {
        struct photo_loop *loop = &tracing->loops[i];
        int depth = 0;
        for (int j = 0; j < i; j++)
            depth += tracing->loops[j].taken && encloses(&tracing->loops[j], loop->vertices[0]);
        double least = depth == 1 ? least_island : least_other * largest;
        loop->taken = loop->squares >= (i == 0 ? 0 : least);
    }
}

/* --- open lines ------------------------------------------------------------------------------ */

/* A line that is not closed, after all others; nothing if it is but a dot on the sheet. */
static void add_open_line(struct photo_tracing *tracing, const struct spot *places, int count,
                          double length, struct spot scale)
{
    struct walls_ring way = {memory_allocate((size_t)count, sizeof *way.places), count};
    struct photo_loop loop = {.is_open = true, .length = length};
    for (int i = 0; i < count; i++) {
        struct spot at = {places[i].x * scale.x, places[i].y * scale.y};
        photo_to_sheet(tracing, at, &way.places[i].x, &way.places[i].y);
    }
    keep_vertices(tracing, &way, tolerance, &loop);
    free(way.places);
    loop.squares = area_of(&loop);
    if (loop.count < 2) {
        free(loop.vertices);
        return;
    }
    tracing->loops =
        memory_resize(tracing->loops, (size_t)tracing->loop_count + 1, sizeof *tracing->loops);
    tracing->loops[tracing->loop_count++] = loop;
}

/* --- what was left out ----------------------------------------------------------------------- */

/* In squares. */
static const double beside = .35;           /* so near a loop a line is the loop's own */
static const double loops_least_line = 1.5; /* what is shorter is a spur, or a letter's */
static const double least_length = 12;      /* of one that runs like a wall */
static const double least_extent = 4;       /* both ways: start lines and rulers are straight */
static const double remarked = 3;

static const double ruled_part = .12;     /* of the sheet's width */
static const double ruled_straight = .99; /* of its way */
static const double parallel = .05;       /* sine */

struct walls_search {
    struct photo_plane *lines;
    const struct photo_tracing *tracing;
    struct spot scale;
    double square;
};

static void clear_loop(const struct walls_search *search, const struct photo_loop *loop,
                       double reach)
{
    for (int i = 0; i < loop->count; i++) {
        struct point a = loop->vertices[i];
        struct point b = loop->vertices[(i + 1) % loop->count];
        int steps = (int)(hypot(b.x - a.x, b.y - a.y) / FINE / beside) + 1;
        for (int j = 0; j < steps; j++) {
            double part = (double)j / steps;
            struct spot at = photo_from_sheet(search->tracing, (a.x + part * (b.x - a.x)) / FINE,
                                              (a.y + part * (b.y - a.y)) / FINE);
            at.x /= search->scale.x;
            at.y /= search->scale.y;
            for (int y = (int)(at.y - reach); y <= (int)(at.y + reach); y++)
                for (int x = (int)(at.x - reach); x <= (int)(at.x + reach); x++)
                    if (x >= 0 && y >= 0 && x < search->lines->width && y < search->lines->height)
                        plane_row(search->lines, y)[x] = 0;
        }
    }
}

/* Keeps of an edge's places those on the sheet; false if too little is left. */
static bool keep_on_sheet(const struct walls_search *search, struct graph_edge *edge)
{
    int kept = 0;
    edge->length = 0;
    for (int i = 0; i < edge->count; i++) {
        struct spot at = edge->places[i];
        double x;
        double y;
        photo_to_sheet(search->tracing,
                       (struct spot){at.x * search->scale.x, at.y * search->scale.y}, &x, &y);
        if (!(x >= 0 && y >= 0 && x <= search->tracing->width && y <= search->tracing->height))
            continue;
        if (kept > 0)
            edge->length += spot_distance(edge->places[kept - 1], edge->places[i]);
        edge->places[kept++] = edge->places[i];
    }
    edge->count = kept;
    return kept > 2 && edge->length >= loops_least_line * search->square;
}

static int compare_lengths(const void *a, const void *b)
{
    double one = ((const struct graph_edge *)a)->length;
    double other = ((const struct graph_edge *)b)->length;
    return one > other ? -1 : one < other;
}

void photo_add_left_lines(struct photo_plane *lines, struct photo_tracing *tracing,
                          const struct wall_measures *measures, struct spot scale)
{
    struct walls_search search = {lines, tracing, scale, measures->square};
    double reach = fmax(beside * measures->square, 2 * measures->stroke);
    for (int i = 0; i < tracing->loop_count; i++)
        clear_loop(&search, &tracing->loops[i], reach);
    struct graph graph = graph_from_lines(lines);
    graph_prune(&graph, 2 * measures->stroke, false);
    graph_go_straight(&graph, measures->square);
    int count = 0;
    for (int i = 0; i < graph.edge_count; i++) {
        struct graph_edge *edge = &graph.edges[i];
        if (edge->gone || !keep_on_sheet(&search, edge))
            continue;
        struct graph_edge kept = *edge;
        *edge = graph.edges[count]; /* each keeps its places */
        graph.edges[count++] = kept;
    }
    if (count > 0)
        qsort(graph.edges, (size_t)count, sizeof *graph.edges, compare_lengths);
    for (int i = 0; i < count && i < PHOTO_LEFT_MOST; i++)
        add_open_line(tracing, graph.edges[i].places, graph.edges[i].count,
                      graph.edges[i].length / measures->square, scale);
    graph_free(&graph);
}

/* --- what runs like a wall ------------------------------------------------------------------- */

static bool is_remarked(const struct photo_tracing *tracing, double x, double y)
{
    for (int i = 0; i < tracing->remark_count; i++) {
        double u;
        double v;
        photo_to_sheet(tracing, tracing->remarks[i].at, &u, &v);
        if (tracing->remarks[i].has_place && hypot(u - x, v - y) < remarked)
            return true;
    }
    return false;
}

static bool runs_like_a_wall(const struct photo_tracing *tracing, const struct photo_loop *line)
{
    double low_x = 1e9;
    double low_y = 1e9;
    double high_x = -1e9;
    double high_y = -1e9;
    if (line->length < least_length)
        return false;
    for (int i = 0; i < line->count; i++) {
        double x = (double)line->vertices[i].x / FINE;
        double y = (double)line->vertices[i].y / FINE;
        if (is_remarked(tracing, x, y))
            return false;
        low_x = fmin(low_x, x);
        low_y = fmin(low_y, y);
        high_x = fmax(high_x, x);
        high_y = fmax(high_y, y);
    }
    return high_x - low_x >= least_extent && high_y - low_y >= least_extent;
}

const struct photo_loop *photo_find_left_wall(const struct photo_tracing *tracing)
{
    for (int i = 0; i < tracing->loop_count; i++)
        if (tracing->loops[i].is_open && runs_like_a_wall(tracing, &tracing->loops[i]))
            return &tracing->loops[i];
    return NULL;
}

/* --- lines of the paper ---------------------------------------------------------------------- */

/* Does an open line run straight for a good part of the sheet? Then its direction, 0 to pi. */
static bool is_ruled(const struct photo_tracing *tracing, const struct photo_loop *line,
                     double *direction)
{
    struct point from = line->vertices[0];
    struct point to = line->vertices[line->count - 1];
    double across = (double)(to.x - from.x) / FINE;
    double up = (double)(to.y - from.y) / FINE;
    double far = hypot(across, up);
    double way = 0;
    for (int i = 1; i < line->count; i++)
        way += hypot((double)line->vertices[i].x - line->vertices[i - 1].x,
                     (double)line->vertices[i].y - line->vertices[i - 1].y) /
               FINE;
    *direction = atan2(up, across);
    *direction += *direction < 0 ? pi : 0;
    return line->is_open && far > ruled_part * tracing->width && far > ruled_straight * way;
}

int photo_count_ruled_lines(const struct photo_tracing *tracing)
{
    int most = 0;
    for (int i = 0; i < tracing->loop_count; i++) {
        double own;
        int count = 0;
        if (!is_ruled(tracing, &tracing->loops[i], &own))
            continue;
        for (int j = 0; j < tracing->loop_count; j++) {
            double other;
            count +=
                is_ruled(tracing, &tracing->loops[j], &other) && fabs(sin(own - other)) < parallel;
        }
        most = count > most ? count : most;
    }
    return most;
}
