/* See lines.h. Beside all loops what is left of the lines is a graph again, whose lines go straight
 * on where they meet. */
#include "studio/graph_paper/photo/lines.h"

#include "base/memory.h"
#include "track/crossing.h"

#include <math.h>
#include <stdlib.h>

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

struct ring {
    struct spot *places;
    int count;
};

/* False if the line leaves the sheet. */
static bool bring_to_sheet(const struct photo_tracing *tracing, const struct closed_line *line,
                           struct spot scale, struct ring *ring)
{
    *ring = (struct ring){memory_allocate((size_t)line->count, sizeof *ring->places), line->count};
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
static struct ring even_steps(const struct ring *ring)
{
    double length = 0;
    for (int i = 0; i < ring->count; i++)
        length += spot_distance(ring->places[i], ring->places[(i + 1) % ring->count]);
    int count = (int)(length / step) < 8 ? 8 : (int)(length / step);
    struct ring even = {memory_allocate((size_t)count, sizeof *even.places), count};
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

static void smooth(struct ring *ring, double sigma)
{
    int reach = (int)(3 * sigma / step) + 1;
    reach = reach < ring->count / 4 ? reach : ring->count / 4;
    struct spot *soft = memory_allocate((size_t)ring->count, sizeof *soft);
    for (int i = 0; i < ring->count; i++) {
        double sum = 0;
        for (int j = -reach; j <= reach; j++) {
            double weight = exp(-.5 * (j * step / sigma) * (j * step / sigma));
            struct spot place = ring->places[(i + j + ring->count) % ring->count];
            soft[i].x += weight * place.x;
            soft[i].y += weight * place.y;
            sum += weight;
        }
        soft[i].x /= sum;
        soft[i].y /= sum;
    }
    free(ring->places);
    ring->places = soft;
}

/* --- fewer vertices -------------------------------------------------------------------------- */

static int32_t to_fine(double value, int most)
{
    double fine = floor(value * FINE + .5);
    return (int32_t)(fine < 0 ? 0 : fine > (double)most * FINE ? (double)most * FINE : fine);
}

static void keep_vertices(const struct photo_tracing *tracing, const struct ring *ring, double most,
                          struct photo_loop *loop)
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
    struct ring rough;
    if (!bring_to_sheet(tracing, line, scale, &rough)) {
        free(rough.places);
        return false;
    }
    struct ring ring = even_steps(&rough);
    smooth(&ring, softness > 1.5 * pixel ? softness : 1.5 * pixel);
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

/* The largest is the outer wall, what lies between it and other walls islands; what lies in those
 * is writing, and so is what is small. */
static void propose(struct photo_tracing *tracing)
{
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
    propose(tracing);
}

/* --- open lines ------------------------------------------------------------------------------ */

/* A line that is not closed, after all others; nothing if it is but a dot on the sheet. */
static void add_open_line(struct photo_tracing *tracing, const struct spot *places, int count,
                          double length, struct spot scale)
{
    struct ring way = {memory_allocate((size_t)count, sizeof *way.places), count};
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
static const double beside = .35;      /* so near a loop a line is the loop's own */
static const double least_line = 1.5;  /* what is shorter is a spur, or a letter's */
static const double least_length = 12; /* of one that runs like a wall */
static const double least_extent = 4;  /* both ways: start lines and rulers are straight */
static const double remarked = 3;

static const double pi = 3.14159265358979;
static const double ruled_part = .12;     /* of the sheet's width */
static const double ruled_straight = .99; /* of its way */
static const double parallel = .05;       /* sine */

struct search {
    struct plane *lines;
    const struct photo_tracing *tracing;
    struct spot scale;
    double square;
};

static void clear_round(struct plane *lines, struct spot at, double reach)
{
    for (int y = (int)(at.y - reach); y <= (int)(at.y + reach); y++)
        for (int x = (int)(at.x - reach); x <= (int)(at.x + reach); x++)
            if (x >= 0 && y >= 0 && x < lines->width && y < lines->height)
                plane_row(lines, y)[x] = 0;
}

static void clear_loop(const struct search *search, const struct photo_loop *loop, double reach)
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
            clear_round(search->lines, at, reach);
        }
    }
}

static bool is_on_sheet(const struct search *search, struct spot at)
{
    double x;
    double y;
    photo_to_sheet(search->tracing, (struct spot){at.x * search->scale.x, at.y * search->scale.y},
                   &x, &y);
    return x >= 0 && y >= 0 && x <= search->tracing->width && y <= search->tracing->height;
}

/* Keeps of an edge's places those on the sheet; false if too little is left. */
static bool keep_on_sheet(const struct search *search, struct graph_edge *edge)
{
    int kept = 0;
    edge->length = 0;
    for (int i = 0; i < edge->count; i++) {
        if (!is_on_sheet(search, edge->places[i]))
            continue;
        if (kept > 0)
            edge->length += spot_distance(edge->places[kept - 1], edge->places[i]);
        edge->places[kept++] = edge->places[i];
    }
    edge->count = kept;
    return kept > 2 && edge->length >= least_line * search->square;
}

static int compare_lengths(const void *a, const void *b)
{
    double one = ((const struct graph_edge *)a)->length;
    double other = ((const struct graph_edge *)b)->length;
    return one > other ? -1 : one < other;
}

void photo_add_left_lines(struct plane *lines, struct photo_tracing *tracing,
                          const struct wall_measures *measures, struct spot scale)
{
    struct search search = {lines, tracing, scale, measures->square};
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
