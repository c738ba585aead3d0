/* The lines that are printed (see inside.h): how parallel ones lie in a patch, how one is measured,
 * and how they are cleared.
 *
 * Looked at along its lines, a grid is a comb: the darkness, summed along a direction, changes most
 * from one line to the next where the direction is the right one. How far the teeth are apart is
 * what the sums look most like when they are moved by it.
 */

#include "base/memory.h"
#include "studio/graph_paper/photo/photo.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- a patch --------------------------------------------------------------------------------- */

enum { PROFILE = 512, PERIOD_LEAST = 6, SAMPLE_STEP = 4 };

static const double degree = 3.14159265358979 / 180;
static const double least_likeness = .25;
static const int grid_percentile = 92; /* a grid's lines are at least the darkest twelfth */

struct profile {
    double
        sums[PROFILE]; /* means, one a pixel of distance, the middle of the patch at PROFILE / 2 */
    bool seen[PROFILE];
};

/* How the darkness of a patch counts: what is drawn is darker than a grid, and must not outweigh
 * it.
 */
struct weights {
    double of[256];
};

static struct weights weigh(const struct photo_plane *darkness, struct spot middle, int radius)
{
    int counts[256] = {0};
    int total = 0;
    for (int y = (int)middle.y - radius; y <= (int)middle.y + radius; y += 2)
        for (int x = (int)middle.x - radius; x <= (int)middle.x + radius; x += 2)
            if (x >= 0 && y >= 0 && x < darkness->width && y < darkness->height) {
                counts[plane_row(darkness, y)[x]]++;
                total++;
            }
    int half = 0;
    int cap = 0;
    for (int i = 0, sum = 0; i < 256; i++) {
        sum += counts[i];
        half = 2 * sum < total ? i + 1 : half;
        cap = 100 * sum < grid_percentile * total ? i + 1 : cap;
    }
    struct weights weights;
    for (int i = 0; i < 256; i++)
        weights.of[i] = i < cap ? i : i <= 2 * cap + 10 ? cap : half;
    return weights;
}

/* A quarter of the pixels is enough, if other ones in each row. */
static void take_profile(const struct photo_plane *darkness, const struct weights *weights,
                         struct spot middle, int radius, double angle, struct profile *profile)
{
    double counts[PROFILE + 1] = {0};
    double sums[PROFILE + 1] = {0};
    double c = cos(angle);
    double s = sin(angle);
    for (int v = -radius; v <= radius; v++) {
        int y = (int)middle.y + v;
        int half = (int)sqrt((double)(radius * radius - v * v));
        if (y < 0 || y >= darkness->height)
            continue;
        const uint8_t *row = plane_row(darkness, y);
        for (int u = -half + (v & 3); u <= half; u += SAMPLE_STEP) {
            int x = (int)middle.x + u;
            if (x < 0 || x >= darkness->width)
                continue;
            double at = u * c + v * s + PROFILE / 2;
            int bin = (int)at;
            double value = weights->of[row[x]];
            sums[bin] += (1 - (at - bin)) * value;
            counts[bin] += 1 - (at - bin);
            sums[bin + 1] += (at - bin) * value;
            counts[bin + 1] += at - bin;
        }
    }
    for (int i = 0; i < PROFILE; i++) {
        profile->seen[i] = counts[i] > radius / 8.0;
        profile->sums[i] = profile->seen[i] ? sums[i] / counts[i] : 0;
    }
}

static double sharpness(const struct profile *profile)
{
    double sum = 0;
    int count = 1;
    for (int i = 2; i < PROFILE; i++)
        if (profile->seen[i] && profile->seen[i - 2]) {
            double step = profile->sums[i] - profile->sums[i - 2];
            sum += step * step;
            count++;
        }
    return sum / count;
}

static double best_angle(const struct photo_plane *darkness, const struct weights *weights,
                         struct spot middle, int radius, double from, double to, double step)
{
    struct profile profile;
    double best = -1;
    double found = from;
    for (double angle = from; angle <= to; angle += step) {
        take_profile(darkness, weights, middle, radius, angle, &profile);
        double sharp = sharpness(&profile);
        if (sharp > best) {
            best = sharp;
            found = angle;
        }
    }
    return found;
}

/* Takes away what changes slowly, a shadow that is left, and cuts off what a drawn line adds. */
static void level_profile(struct profile *profile)
{
    double flat[PROFILE] = {0};
    double spread = 0;
    int count = 1;
    for (int i = 0; i < PROFILE; i++) {
        double sum = 0;
        double weight = 0;
        for (int j = i - 24; j <= i + 24; j++)
            if (j >= 0 && j < PROFILE && profile->seen[j]) {
                sum += profile->sums[j];
                weight++;
            }
        if (profile->seen[i]) {
            flat[i] = profile->sums[i] - sum / weight;
            spread += flat[i] * flat[i];
            count++;
        }
    }
    spread = sqrt(spread / count);
    for (int i = 0; i < PROFILE; i++)
        profile->sums[i] = fmin(flat[i], 2.5 * spread);
}

/* How alike the profile is to itself moved by so much, -1 to 1. */
static double likeness(const struct profile *profile, double shift)
{
    double product = 0;
    double first = 1e-9;
    double second = 1e-9;
    int whole = (int)shift;
    double part = shift - whole;
    for (int i = 0; i + whole + 1 < PROFILE; i++) {
        if (!profile->seen[i] || !profile->seen[i + whole] || !profile->seen[i + whole + 1])
            continue;
        double other = (1 - part) * profile->sums[i + whole] + part * profile->sums[i + whole + 1];
        product += profile->sums[i] * other;
        first += profile->sums[i] * profile->sums[i];
        second += other * other;
    }
    return product / sqrt(first * second);
}

static double sharpen_period(const struct profile *profile, double period, double longest)
{
    for (int times = 1; times * period < longest; times++) {
        double best = -2;
        double found = period;
        double reach = times == 1 ? 1.5 : 1.2 / times * 1.5;
        for (double shift = period - reach; shift <= period + reach; shift += reach / 12) {
            double like = likeness(profile, times * shift);
            if (like > best) {
                best = like;
                found = shift;
            }
        }
        if (best < least_likeness)
            break;
        period = found;
    }
    return period;
}

/* The shortest shift that is nearly as good as the best one, so that it is one square and not
 * several. Each profile is like itself before the first tooth has passed: that does not count. Half
 * pixels, because teeth are not much wider. */
static bool find_period(const struct profile *profile, int radius, struct stripes *stripes)
{
    int longest = 2 * (radius < PROFILE / 2 - 2 ? radius : PROFILE / 2 - 2);
    double like[PROFILE] = {0};
    double best = 0;
    int first = 4;
    while (first < longest && likeness(profile, first / 2.0) >= .1)
        first++;
    first = first < 2 * PERIOD_LEAST ? 2 * PERIOD_LEAST : first;
    for (int i = first; i < longest; i++) {
        like[i] = likeness(profile, i / 2.0);
        best = like[i] > best ? like[i] : best;
    }
    if (best < least_likeness)
        return false;
    int found = first;
    while (!(like[found] > .7 * best && like[found] >= like[found + 1]))
        found++;
    stripes->period = sharpen_period(profile, found / 2.0, longest / 2.0);
    return true;
}

static void find_phase(const struct profile *profile, struct spot middle, struct stripes *stripes)
{
    double best = -1e9;
    double found = 0;
    for (double phase = 0; phase < stripes->period; phase += .25) {
        double sum = 0;
        for (double at = phase; at < PROFILE - 1; at += stripes->period) {
            int bin = (int)at;
            sum += (1 - (at - bin)) * profile->sums[bin] + (at - bin) * profile->sums[bin + 1];
        }
        if (sum > best) {
            best = sum;
            found = phase;
        }
    }
    stripes->phase = found - PROFILE / 2 + floor(middle.x) * cos(stripes->angle) +
                     floor(middle.y) * sin(stripes->angle) +
                     .5 * (cos(stripes->angle) + sin(stripes->angle));
}

bool photo_find_stripes(const struct photo_plane *darkness, struct spot middle, double radius,
                        bool level, double widest, struct stripes *stripes)
{
    int reach = (int)radius < PROFILE / 2 - 4 ? (int)radius : PROFILE / 2 - 4;
    struct weights weights = weigh(darkness, middle, reach);
    double straight = level ? 90 * degree : 0;
    double angle = best_angle(darkness, &weights, middle, reach, straight - widest * degree,
                              straight + widest * degree, degree);
    angle =
        best_angle(darkness, &weights, middle, reach, angle - degree, angle + degree, degree / 5);
    struct profile profile;
    take_profile(darkness, &weights, middle, reach, angle, &profile);
    level_profile(&profile);
    stripes->angle = angle;
    if (!find_period(&profile, reach, stripes))
        return false;
    find_phase(&profile, middle, stripes);
    return true;
}

/* --- one line -------------------------------------------------------------------------------- */

enum {
    SAMPLES = 8,  /* along an edge of a square */
    OFFSETS = 10, /* to each side of where it is expected */
    DEEPEST = 70,
};

static const double least_seen = 1.2;  /* of a line that is known to be there */
static const double search_width = .3; /* squares to each side */

bool photo_is_seen(const struct photo_plane *darkness, const struct photo_plane *counts,
                   struct spot at)
{
    if (!(at.x >= 1 && at.y >= 1 && at.x < darkness->width - 1 && at.y < darkness->height - 1))
        return false;
    return counts == NULL || plane_row(counts, (int)at.y)[(int)at.x] != 0;
}

static double depth_along(const struct photo_plane *darkness, struct spot a, struct spot b,
                          struct spot normal, double offset)
{
    double sum = 0;
    for (int i = 0; i < SAMPLES; i++) {
        double part = (i + 1.5) / (SAMPLES + 2);
        double depth = plane_sample(darkness, a.x + part * (b.x - a.x) + offset * normal.x,
                                    a.y + part * (b.y - a.y) + offset * normal.y);
        sum += depth < DEEPEST ? depth : DEEPEST;
    }
    return sum / SAMPLES;
}

bool photo_measure_line(const struct photo_plane *darkness, const struct photo_plane *counts,
                        struct spot a, struct spot b, struct spot beside, struct grid_edge *edge)
{
    if (!photo_is_seen(darkness, counts, a) || !photo_is_seen(darkness, counts, b))
        return false;
    double length = sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
    if (!(length > 2))
        return false;
    edge->middle = (struct spot){(a.x + b.x) / 2, (a.y + b.y) / 2};
    edge->normal = (struct spot){(b.y - a.y) / length, -(b.x - a.x) / length};
    edge->width = fabs((beside.x - a.x) * edge->normal.x + (beside.y - a.y) * edge->normal.y);
    if (!(edge->width > 2))
        return false;
    double depths[2 * OFFSETS + 1];
    double step = search_width * edge->width / OFFSETS;
    double sum = 0;
    int best = 0;
    for (int i = 0; i <= 2 * OFFSETS; i++) {
        depths[i] = depth_along(darkness, a, b, edge->normal, (i - OFFSETS) * step);
        sum += depths[i];
        best = depths[i] > depths[best] ? i : best;
    }
    edge->peak = depths[best];
    edge->contrast = depths[best] - sum / (2 * OFFSETS + 1);
    edge->offset = 0;
    if (best == 0 || best == 2 * OFFSETS) {
        edge->contrast = 0;
        return true;
    }
    double curve = depths[best - 1] + depths[best + 1] - 2 * depths[best];
    double shift = curve < 0 ? (depths[best - 1] - depths[best + 1]) / (2 * curve) : 0;
    edge->offset = (best - OFFSETS + shift) * search_width / OFFSETS;
    return true;
}

double photo_faint_contrast(double typical, double width, double usual_width)
{
    return fmax(.4 * typical * fmin(width / usual_width, 1), least_seen);
}

/* --- heavy and dark lines -------------------------------------------------------------------- */

/* On many sheets some lines are printed heavier than the others, every fifth or tenth. How dark a
 * line is printed is how dark it is along half of its way. Walls may run along a line for as long,
 * but hardly along every fifth one: what is heavier comes again and again. */
enum { HEAVY_SAMPLES = 4, HEAVY_OFFSETS = 2, WHOLE_PART = 12, HEAVY_LEAST = 3 };

static const int periods[] = {5, 10, 4, 8, 2};

static const double heavier = 1.2;     /* than the line in the middle of all */
static const double offset_step = .04; /* squares, to each side of where a line should be */

static int compare_depths(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* The darkest across the line, which may run a bit beside its place. */
static int depth_at(const struct photo_grid *grid, const struct photo_plane *darkness, bool column,
                    int line, double along)
{
    double deepest = 0;
    for (int i = -HEAVY_OFFSETS; i <= HEAVY_OFFSETS; i++) {
        double across = line + i * offset_step;
        struct spot at = photo_grid_place(grid, column ? across : along, column ? along : across);
        if (at.x >= 0 && at.y >= 0 && at.x < darkness->width && at.y < darkness->height)
            deepest = fmax(deepest, plane_sample(darkness, at.x, at.y));
    }
    return (int)deepest;
}

/* `whole` is how dark it is nearly everywhere. */
static int depth_of_line(const struct photo_grid *grid, const struct photo_plane *darkness,
                         bool column, int line, int *whole)
{
    int from = column ? grid->top : grid->left;
    int count = HEAVY_SAMPLES * ((column ? grid->bottom : grid->right) - from);
    int *depths = memory_allocate((size_t)count, sizeof *depths);
    for (int i = 0; i < count; i++)
        depths[i] = depth_at(grid, darkness, column, line, from + (i + .5) / HEAVY_SAMPLES);
    qsort(depths, (size_t)count, sizeof *depths, compare_depths);
    int middle = depths[count / 2];
    *whole = depths[count / WHOLE_PART];
    free(depths);
    return middle;
}

struct lines {
    int first, count;
    int *depths; /* 0: not heavier than most */
};

/* Every so many lines, from one on: nearly all of them are at least so dark. */
static int depth_of_each(const int *depths, int count, int from, int period, int *sorted)
{
    int members = 0;
    for (int i = from; i < count; i += period)
        sorted[members++] = depths[i];
    if (members < HEAVY_LEAST)
        return 0;
    qsort(sorted, (size_t)members, sizeof *sorted, compare_depths);
    return sorted[members / 4];
}

static int middle_of(const int *depths, int count, int *sorted)
{
    memcpy(sorted, depths, (size_t)count * sizeof *depths);
    qsort(sorted, (size_t)count, sizeof *sorted, compare_depths);
    return sorted[count / 2];
}

/* Keeps what each of every so many lines has, and what a single line has from edge to edge, where
 * hardly a wall goes. */
static void keep_heavy(struct lines *lines, const int *wholes)
{
    int *sorted = memory_allocate((size_t)lines->count, sizeof *sorted);
    int heavy = (int)(heavier * middle_of(lines->depths, lines->count, sorted)) + 2;
    int period = 0;
    int from = 0;
    int deepest = heavy;
    for (size_t i = 0; i < sizeof periods / sizeof *periods && period == 0; i++)
        for (int j = 0; j < periods[i]; j++) {
            int depth = depth_of_each(lines->depths, lines->count, j, periods[i], sorted);
            if (depth > deepest) {
                deepest = depth;
                period = periods[i];
                from = j;
            }
        }
    for (int i = 0; i < lines->count; i++) {
        int sure = wholes[i] > heavy ? wholes[i] : 0;
        if (period > 0 && i % period == from && deepest > sure)
            sure = deepest;
        lines->depths[i] = lines->depths[i] < sure ? lines->depths[i] : sure;
    }
    free(sorted);
}

static struct lines measure_lines(const struct photo_grid *grid, const struct photo_plane *darkness,
                                  bool column)
{
    struct lines lines = {.first = column ? grid->left : grid->top};
    lines.count = (column ? grid->right : grid->bottom) - lines.first + 1;
    lines.depths = memory_allocate((size_t)lines.count, sizeof *lines.depths);
    int *wholes = memory_allocate((size_t)lines.count, sizeof *wholes);
    for (int i = 0; i < lines.count; i++)
        lines.depths[i] = depth_of_line(grid, darkness, column, lines.first + i, &wholes[i]);
    keep_heavy(&lines, wholes);
    free(wholes);
    return lines;
}

/* How dark the line is that is within so many squares; 0 if there is none. */
static int depth_near(const struct lines *lines, double at, double reach)
{
    double nearest = floor(at + .5);
    double index = nearest - lines->first;
    return fabs(at - nearest) < reach && index >= 0 && index < lines->count
               ? lines->depths[(int)index]
               : 0;
}

void photo_clear_heavy(const struct photo_grid *grid, const struct photo_plane *darkness,
                       struct photo_plane *ink)
{
    struct lines columns = measure_lines(grid, darkness, true);
    struct lines rows = measure_lines(grid, darkness, false);
    double reach = .12 + 1 / grid->square;
    for (int y = 0; y < ink->height; y++)
        for (int x = 0; x < ink->width; x++) {
            uint8_t *cell = plane_row(ink, y) + x;
            if (*cell != 1)
                continue;
            struct spot at = photo_grid_squares(grid, (struct spot){x + .5, y + .5});
            int column = depth_near(&columns, at.x, reach);
            int row = depth_near(&rows, at.y, reach);
            if (plane_row(darkness, y)[x] < photo_printed_level(column > row ? column : row))
                *cell = 0;
        }
    free(columns.depths);
    free(rows.depths);
}

void photo_clear_dark_grid(const struct photo_grid *grid, const struct photo_plane *darkness,
                           struct photo_plane *ink)
{
    struct photo_plane taken = plane_copy(ink);
    double reach = .09 * grid->square + 1;
    photo_clear_grid(grid, reach, ink);
    for (int y = 0; y < ink->height; y++)
        for (int x = 0; x < ink->width; x++) {
            uint8_t *cell = plane_row(&taken, y) + x;
            if (plane_row(ink, y)[x] != 0)
                *cell = 0;
            else if (*cell != 0 && plane_row(darkness, y)[x] > photo_printed_level(grid->depth))
                plane_row(ink, y)[x] = 2;
        }
    /* Ink goes on through a line that it crosses: from both sides, as far as a line is wide. */
    int steps = (int)ceil(reach) + 1;
    for (int i = 0; i < steps; i++) {
        struct photo_plane before = plane_copy(ink);
        for (int y = 1; y + 1 < ink->height; y++)
            for (int x = 1; x + 1 < ink->width; x++) {
                if (plane_row(&taken, y)[x] == 0 || plane_row(&before, y)[x] != 0)
                    continue;
                uint8_t most = 0;
                for (int v = -1; v <= 1; v++)
                    for (int u = -1; u <= 1; u++) {
                        uint8_t other = plane_row(&before, y + v)[x + u];
                        most = other > most ? other : most;
                    }
                plane_row(ink, y)[x] = most;
            }
        plane_free(&before);
    }
    plane_free(&taken);
}

void photo_clear_grid(const struct photo_grid *grid, double reach, struct photo_plane *cells)
{
    for (int y = 0; y < cells->height; y++) {
        uint8_t *row = plane_row(cells, y);
        for (int x = 0; x < cells->width; x++) {
            if (row[x] == 0)
                continue;
            struct spot at = photo_grid_squares(grid, (struct spot){x + .5, y + .5});
            double u = fabs(at.x - floor(at.x + .5)) * grid->square;
            double v = fabs(at.y - floor(at.y + .5)) * grid->square;
            if (u < reach || v < reach)
                row[x] = 0;
        }
    }
}

/* === graph ==================================================================================== */

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

void graph_join_edges(struct graph *graph)
{
    for (int i = 0; i < graph->node_count; i++) {
        const struct graph_node *node = &graph->nodes[i];
        if (node->count == 2 && node->ends[0] / 2 != node->ends[1] / 2) {
            int into = graph->nodes[i].ends[0];
            int from = graph->nodes[i].ends[1];
            struct graph_edge first = graph->edges[into / 2];
            struct graph_edge second = graph->edges[from / 2];
            struct spot *places = append_places(graph, into, from);
            int edge = graph_add_edge(graph, first.nodes[1 - into % 2], second.nodes[1 - from % 2],
                                      places, first.count + second.count - 1);
            keep_gap(&graph->edges[edge], &first);
            keep_gap(&graph->edges[edge], &second);
            graph_remove_edge(graph, into / 2);
            graph_remove_edge(graph, from / 2);
        }
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
struct printed_tracer {
    const struct photo_plane *lines;
    struct graph *graph;
    int *marks; /* a pixel: 1 + its node; below 0: it lies on an edge that has been followed */
    int around[8];
    int *stack;
    int stack_count, stack_capacity;
};

static int count_neighbours(const struct printed_tracer *tracer, int cell)
{
    int count = 0;
    for (int i = 0; i < 8; i++)
        count += tracer->lines->cells[cell + tracer->around[i]] != 0;
    return count;
}

static struct spot graph_place_of(const struct printed_tracer *tracer, int cell)
{
    return (struct spot){cell % tracer->lines->width + .5, cell / tracer->lines->width + .5};
}

/* All branching pixels that touch are one node, in their middle. */
static void mark_node(struct printed_tracer *tracer, int cell)
{
    bool branching = count_neighbours(tracer, cell) > 2;
    int node = add_node(tracer->graph, graph_place_of(tracer, cell));
    struct spot sum = {0, 0};
    int count = 0;
    tracer->stack_count = 0;
    tracer->marks[cell] = node + 1;
    array_add(tracer->stack, tracer->stack_count, tracer->stack_capacity, cell);
    while (tracer->stack_count > 0) {
        int here = tracer->stack[--tracer->stack_count];
        sum.x += graph_place_of(tracer, here).x;
        sum.y += graph_place_of(tracer, here).y;
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

static struct spot *gather_places(struct printed_tracer *tracer, int from, int to, int *count)
{
    int inner = tracer->stack_count;
    struct spot *places = memory_allocate((size_t)inner + 2, sizeof *places);
    places[0] = tracer->graph->nodes[from].at;
    for (int i = 0; i < inner; i++)
        places[i + 1] = graph_place_of(tracer, tracer->stack[i]);
    places[inner + 1] = tracer->graph->nodes[to].at;
    *count = inner + 2;
    return places;
}

/* From a node's pixel into a pixel of an edge, and on to the next node. */
static void follow(struct printed_tracer *tracer, int from, int cell)
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

static void follow_all(struct printed_tracer *tracer, int cell)
{
    for (int i = 0; i < 8; i++) {
        int next = cell + tracer->around[i];
        if (tracer->lines->cells[next] && tracer->marks[next] == 0)
            follow(tracer, cell, next);
    }
}

struct graph graph_from_lines(const struct photo_plane *lines)
{
    struct graph graph = {0};
    int width = lines->width;
    int cells = width * lines->height;
    struct printed_tracer tracer = {
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
struct printed_search {
    int *order; /* of a node, from 1; 0: not seen */
    int *low;   /* the earliest node that is reached from it without going back */
    int *entered_by;
    int *next;
    int *way;
};

static void search_from(const struct graph *graph, int start, struct printed_search *search,
                        int *seen, bool *is_bridge)
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
    struct printed_search search = {memory, memory + nodes, memory + 2 * nodes, memory + 3 * nodes,
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
