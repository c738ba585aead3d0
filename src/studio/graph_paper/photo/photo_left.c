/* See photo_left.h. Beside all loops what is left of the lines is a graph again, whose lines go
 * straight on where they meet. */
#include "studio/graph_paper/photo/photo_left.h"

#include "base/memory.h"
#include "studio/graph_paper/photo/photo_loops.h"

#include <math.h>
#include <stdlib.h>

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
    struct photo_place scale;
    double square;
};

static void clear_round(struct plane *lines, struct photo_place at, double reach)
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
            struct photo_place at =
                photo_from_sheet(search->tracing, (a.x + part * (b.x - a.x)) / FINE,
                                 (a.y + part * (b.y - a.y)) / FINE);
            at.x /= search->scale.x;
            at.y /= search->scale.y;
            clear_round(search->lines, at, reach);
        }
    }
}

static bool is_on_sheet(const struct search *search, struct photo_place at)
{
    double x;
    double y;
    photo_to_sheet(search->tracing,
                   (struct photo_place){at.x * search->scale.x, at.y * search->scale.y}, &x, &y);
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
            edge->length += photo_distance(edge->places[kept - 1], edge->places[i]);
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
                          const struct wall_measures *measures, struct photo_place scale)
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
        photo_add_open_line(tracing, graph.edges[i].places, graph.edges[i].count,
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
