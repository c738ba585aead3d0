/* See photo_grid.h: from a patch outwards. */
#include "studio/graph_paper/photo/photo_grid.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SAMPLES = 8,  /* along an edge of a square */
    OFFSETS = 10, /* to each side of where it is expected */
    EDGES_MOST = 9000,
    SQUARES_MOST = 420, /* in each direction from the patch */
    SQUARES_LEAST = 6,
    DEEPEST = 70,
    ROUNDS = 14,
};

static const double least_contrast = 2.2; /* of darkness: a line against its squares */
static const double search = .3;          /* squares to each side */
static const double least_found = .45;    /* of the edges looked at */

struct fit {
    const struct plane *darkness;
    const struct plane *counts;
    struct photo_place middle; /* of the patch; the map's places are counted from here */
    double m[9];               /* from squares to places from the middle, m[8] = 1 */
    double period;
    double found; /* part of the edges that were looked at and have a line */
    double error; /* how far lines lie beside the map, squares */
};

static struct photo_place map_place(const struct fit *fit, double x, double y)
{
    double scale = fit->m[6] * x + fit->m[7] * y + 1;
    return (struct photo_place){fit->middle.x + (fit->m[0] * x + fit->m[1] * y + fit->m[2]) / scale,
                                fit->middle.y +
                                    (fit->m[3] * x + fit->m[4] * y + fit->m[5]) / scale};
}

static bool is_seen(const struct fit *fit, struct photo_place at)
{
    if (!(at.x >= 1 && at.y >= 1 && at.x < fit->darkness->width - 1 &&
          at.y < fit->darkness->height - 1))
        return false;
    return fit->counts == NULL || plane_row(fit->counts, (int)at.y)[(int)at.x] != 0;
}

/* --- edges of squares ------------------------------------------------------------------------ */

/* The edge from (x, y) to the right or down. */
struct grid_edge {
    struct photo_place middle, normal;
    double offset;   /* of the line found, along the normal, pixels */
    double contrast; /* below least_contrast: no line */
    double peak;
};

static double depth_along(const struct fit *fit, struct photo_place a, struct photo_place b,
                          struct photo_place normal, double offset)
{
    double sum = 0;
    for (int i = 0; i < SAMPLES; i++) {
        double part = (i + 1.5) / (SAMPLES + 2);
        double depth = plane_sample(fit->darkness, a.x + part * (b.x - a.x) + offset * normal.x,
                                    a.y + part * (b.y - a.y) + offset * normal.y);
        sum += depth < DEEPEST ? depth : DEEPEST;
    }
    return sum / SAMPLES;
}

/* False if the edge is not seen. */
static bool measure_edge(const struct fit *fit, int x, int y, bool down, struct grid_edge *edge)
{
    struct photo_place a = map_place(fit, x, y);
    struct photo_place b = map_place(fit, x + !down, y + down);
    if (!is_seen(fit, a) || !is_seen(fit, b))
        return false;
    double length = sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
    if (!(length > 2))
        return false;
    edge->middle = (struct photo_place){(a.x + b.x) / 2, (a.y + b.y) / 2};
    edge->normal = (struct photo_place){(b.y - a.y) / length, -(b.x - a.x) / length};
    double depths[2 * OFFSETS + 1];
    double sum = 0;
    int best = 0;
    for (int i = 0; i <= 2 * OFFSETS; i++) {
        depths[i] = depth_along(fit, a, b, edge->normal, (i - OFFSETS) * search * length / OFFSETS);
        sum += depths[i];
        best = depths[i] > depths[best] ? i : best;
    }
    edge->peak = depths[best];
    edge->contrast = depths[best] - sum / (2 * OFFSETS + 1);
    if (best == 0 || best == 2 * OFFSETS) {
        edge->contrast = 0;
        return true;
    }
    double curve = depths[best - 1] + depths[best + 1] - 2 * depths[best];
    double shift = curve < 0 ? (depths[best - 1] - depths[best + 1]) / (2 * curve) : 0;
    edge->offset = (best - OFFSETS + shift) * search * length / OFFSETS;
    return true;
}

/* --- fitting --------------------------------------------------------------------------------- */

/* Adds to the normal equations of the eight numbers: the map of (x, y), moved along the normal,
 * shall come nearer by the offset. */
static void add_equation(const struct fit *fit, double x, double y, const struct grid_edge *edge,
                         double weight, double rows[8 * 9])
{
    double scale = fit->m[6] * x + fit->m[7] * y + 1;
    double px = edge->middle.x - fit->middle.x;
    double py = edge->middle.y - fit->middle.y;
    double nx = edge->normal.x / scale;
    double ny = edge->normal.y / scale;
    double along = nx * px + ny * py;
    const double slope[8] = {nx * x, nx * y, nx, ny * x, ny * y, ny, -along * x, -along * y};
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 8; j++)
            rows[9 * i + j] += weight * slope[i] * slope[j];
        rows[9 * i + 8] += weight * slope[i] * edge->offset;
    }
}

struct reach {
    int low_x, high_x, low_y, high_y, stride;
};

/* Squares that can lie within the radius; not all edges are needed where there are many. */
static struct reach reach_of(const struct fit *fit, double radius)
{
    int squares = (int)(radius / fit->period * 1.5) + 2;
    squares = squares < SQUARES_MOST ? squares : SQUARES_MOST;
    struct reach reach = {-squares, squares, -squares, squares, 1};
    double area = (double)fit->darkness->width * fit->darkness->height;
    double circle = 3.2 * radius * radius;
    double edges = 2 * (area < circle ? area : circle) / (fit->period * fit->period);
    reach.stride = (int)ceil(edges / EDGES_MOST);
    return reach;
}

static bool improve(struct fit *fit, double radius, bool flat)
{
    double rows[8 * 9] = {0};
    struct reach reach = reach_of(fit, radius);
    int looked = 0;
    int found = 0;
    double error = 0;
    for (int y = reach.low_y; y <= reach.high_y; y++)
        for (int x = reach.low_x; x <= reach.high_x; x++) {
            if (reach.stride > 1 && (x * 7 + y * 13 + 100000) % reach.stride != 0)
                continue;
            struct photo_place at = map_place(fit, x, y);
            double far = hypot(at.x - fit->middle.x, at.y - fit->middle.y);
            if (!(far < radius) || fit->m[6] * x + fit->m[7] * y + 1 < .2)
                continue;
            for (int down = 0; down < 2; down++) {
                struct grid_edge edge;
                if (!measure_edge(fit, x, y, down == 1, &edge))
                    continue;
                looked++;
                if (edge.contrast < least_contrast)
                    continue;
                found++;
                error += fabs(edge.offset) / fit->period;
                double weight = 1 / (1 + pow(edge.offset / (.08 * fit->period), 2));
                add_equation(fit, x + (down ? 0 : .5), y + (down ? .5 : 0), &edge, weight, rows);
            }
        }
    fit->found = looked > 0 ? (double)found / looked : 0;
    fit->error = found > 0 ? error / found : 1;
    if (found < 4 * SQUARES_LEAST)
        return false;
    /* A small patch knows nothing of perspective. */
    for (int i = 6; i < 8; i++)
        rows[9 * i + i] = flat ? 1e15 : rows[9 * i + i] * 1.0001;
    if (!solve_equations(rows, 8))
        return false;
    for (int i = 0; i < 8; i++)
        fit->m[i] += rows[9 * i + 8];
    return true;
}

static bool begin_at(struct fit *fit, const struct stripes *upright, const struct stripes *level)
{
    /* normal . place = phase + k period for both: place = inverse (phases + periods k) */
    double a = cos(upright->angle);
    double b = sin(upright->angle);
    double c = cos(level->angle);
    double d = sin(level->angle);
    double determinant = a * d - b * c;
    if (fabs(determinant) < .3)
        return false;
    double first = upright->phase - (a * fit->middle.x + b * fit->middle.y);
    double second = level->phase - (c * fit->middle.x + d * fit->middle.y);
    first -= upright->period * floor(first / upright->period + .5);
    second -= level->period * floor(second / level->period + .5);
    const double m[9] = {d * upright->period / determinant,
                         -b * level->period / determinant,
                         (d * first - b * second) / determinant,
                         -c * upright->period / determinant,
                         a * level->period / determinant,
                         (a * second - c * first) / determinant,
                         0,
                         0,
                         1};
    memcpy(fit->m, m, sizeof m);
    fit->period = (upright->period + level->period) / 2;
    return true;
}

/* Ever wider; what lies beyond the grid is not found and does not count. */
static bool grow(struct fit *fit, double radius, const atomic_bool *cancelled)
{
    double whole = hypot(fit->darkness->width, fit->darkness->height);
    double start = radius;
    for (int round = 0; round < ROUNDS; round++) {
        if (photo_is_cancelled(cancelled) || !improve(fit, radius, radius < 1.6 * start))
            return false;
        if (round < 2 && fit->found < least_found)
            return false;
        if (round >= 1)
            radius = radius * 1.35 < whole ? radius * 1.35 : whole;
    }
    return fit->error < .06;
}

/* --- which squares there are ----------------------------------------------------------------- */

struct cells {
    int low_x, low_y, width, height;
    uint8_t *state; /* 0: not seen, 1: seen, 2: has lines */
};

/* A square is there if two of its edges are: its left and its upper one stand for all. */
static struct cells find_cells(const struct fit *fit, double typical)
{
    struct reach reach = reach_of(fit, hypot(fit->darkness->width, fit->darkness->height));
    struct cells cells = {reach.low_x, reach.low_y, reach.high_x - reach.low_x + 1,
                          reach.high_y - reach.low_y + 1, NULL};
    cells.state = memory_allocate((size_t)cells.width, (size_t)cells.height);
    for (int y = 0; y < cells.height; y++)
        for (int x = 0; x < cells.width; x++) {
            int column = x + cells.low_x;
            int row = y + cells.low_y;
            if (fit->m[6] * column + fit->m[7] * row + 1 < .2 ||
                !is_seen(fit, map_place(fit, column + .5, row + .5)))
                continue;
            int found = 0;
            int looked = 0;
            for (int side = 0; side < 4; side++) {
                struct grid_edge edge;
                if (!measure_edge(fit, column + (side == 1), row + (side == 2), side < 2, &edge))
                    continue;
                looked++;
                found += edge.contrast > .4 * typical && fabs(edge.offset) < .15 * fit->period;
            }
            cells.state[y * cells.width + x] =
                (uint8_t)(looked >= 3 ? 1 + (found >= looked - 1) : 0);
        }
    return cells;
}

static int compare_numbers(const void *a, const void *b)
{
    double one = *(const double *)a;
    double other = *(const double *)b;
    return one < other ? -1 : one > other;
}

/* Contrast in the middle and depth at three quarters of the edges near the patch. */
static double find_typical(const struct fit *fit, int *depth)
{
    enum { NEAR = 12, MOST = 2 * (2 * NEAR + 1) * (2 * NEAR + 1) };
    double *contrasts = memory_allocate(2 * MOST, sizeof *contrasts);
    double *peaks = contrasts + MOST;
    int count = 0;
    for (int y = -NEAR; y <= NEAR; y++)
        for (int x = -NEAR; x <= NEAR; x++)
            for (int down = 0; down < 2; down++) {
                struct grid_edge edge;
                if (!measure_edge(fit, x, y, down == 1, &edge) || edge.contrast < least_contrast)
                    continue;
                contrasts[count] = edge.contrast;
                peaks[count++] = edge.peak;
            }
    qsort(contrasts, (size_t)count, sizeof *contrasts, compare_numbers);
    qsort(peaks, (size_t)count, sizeof *peaks, compare_numbers);
    double typical = count > 0 ? contrasts[count / 2] : 0;
    *depth = count > 0 ? (int)peaks[count * 3 / 4] : 0;
    free(contrasts);
    return typical;
}

/* How many squares of a column or row are seen, and how many of those have lines. */
static void count_line(const struct cells *cells, int index, bool column, int from, int to,
                       int *seen, int *found)
{
    *seen = *found = 0;
    for (int i = from; i < to; i++) {
        int place = column ? i * cells->width + index : index * cells->width + i;
        *seen += cells->state[place] > 0;
        *found += cells->state[place] == 2;
    }
}

/* Goes outwards from the patch as long as squares are there. *ends: the grid ends where one still
 * sees on. */
static int find_end(const struct cells *cells, bool column, int step, bool *ends)
{
    int at = column ? -cells->low_x : -cells->low_y;
    int count = column ? cells->width : cells->height;
    int across = column ? cells->height : cells->width;
    int last = at;
    *ends = false;
    for (at += step; at >= 0 && at < count; at += step) {
        int seen;
        int found;
        count_line(cells, at, column, 0, across, &seen, &found);
        if (seen == 0)
            break;
        if (found * 10 >= seen * 3) {
            last = at;
        } else if (seen >= SQUARES_LEAST && (at - last) * step > 1) {
            *ends = true;
            break;
        }
    }
    return last + (column ? cells->low_x : cells->low_y);
}

static bool find_bounds(const struct fit *fit, struct grid *grid)
{
    double typical = find_typical(fit, &grid->depth);
    struct cells cells = find_cells(fit, typical);
    grid->left = find_end(&cells, true, -1, &grid->ends[0]);
    grid->right = find_end(&cells, true, 1, &grid->ends[1]) + 1;
    grid->top = find_end(&cells, false, -1, &grid->ends[2]);
    grid->bottom = find_end(&cells, false, 1, &grid->ends[3]) + 1;
    int seen = 0;
    int found = 0;
    for (int y = grid->top; y < grid->bottom; y++)
        for (int x = grid->left; x < grid->right; x++) {
            uint8_t state = cells.state[(y - cells.low_y) * cells.width + (x - cells.low_x)];
            seen += state > 0;
            found += state == 2;
        }
    free(cells.state);
    return grid->right - grid->left >= SQUARES_LEAST && grid->bottom - grid->top >= SQUARES_LEAST &&
           found > least_found * seen;
}

/* --- the whole ------------------------------------------------------------------------------- */

struct start {
    struct photo_place middle;
    struct stripes upright, level;
};

/* Squares are about as wide as high; where several were taken for one they can be told by that. */
static bool make_square(struct start *start)
{
    struct stripes *wider = &start->upright;
    struct stripes *other = &start->level;
    if (wider->period < other->period) {
        wider = &start->level;
        other = &start->upright;
    }
    double times = floor(wider->period / other->period + .5);
    if (times > 3)
        return false;
    wider->period /= times;
    double ratio = wider->period / other->period;
    return ratio > .65 && ratio < 1.54;
}

/* The middle first, then round about it. */
static const struct photo_place patches[] = {{.5, .5},  {.3, .35}, {.7, .65}, {.7, .35},
                                             {.3, .65}, {.5, .2},  {.5, .8}};

static bool look_at_patch(const struct plane *darkness, const struct plane *counts, double radius,
                          struct start *start)
{
    int x = (int)start->middle.x;
    int y = (int)start->middle.y;
    return (counts == NULL || plane_row(counts, y)[x] != 0) &&
           photo_find_stripes(darkness, start->middle, radius, false, &start->upright) &&
           photo_find_stripes(darkness, start->middle, radius, true, &start->level) &&
           make_square(start);
}

static bool follow_grid(struct fit *fit, const struct start *start, double radius,
                        const atomic_bool *cancelled, struct grid *grid)
{
    fit->middle = start->middle;
    if (!begin_at(fit, &start->upright, &start->level) || !grow(fit, radius * .8, cancelled) ||
        !find_bounds(fit, grid))
        return false;
    struct homography moved = {{1, 0, fit->middle.x, 0, 1, fit->middle.y, 0, 0, 1}};
    struct homography map;
    memcpy(map.m, fit->m, sizeof map.m);
    grid->map = homography_join(&map, &moved);
    grid->square = fit->period;
    return homography_invert(&grid->map, &grid->back);
}

bool photo_find_grid(const struct plane *darkness, const struct plane *counts,
                     const atomic_bool *cancelled, struct grid *grid)
{
    int longer = darkness->width > darkness->height ? darkness->width : darkness->height;
    double radius = longer / 11.0;
    for (size_t i = 0; i < sizeof patches / sizeof *patches; i++) {
        struct fit fit = {.darkness = darkness, .counts = counts};
        struct start start = {
            .middle = {patches[i].x * darkness->width, patches[i].y * darkness->height}};
        if (photo_is_cancelled(cancelled))
            return false;
        if (look_at_patch(darkness, counts, radius, &start) &&
            follow_grid(&fit, &start, radius, cancelled, grid))
            return true;
    }
    return false;
}

void photo_clear_grid(const struct grid *grid, double reach, struct plane *cells)
{
    for (int y = 0; y < cells->height; y++) {
        uint8_t *row = plane_row(cells, y);
        for (int x = 0; x < cells->width; x++) {
            if (row[x] == 0)
                continue;
            struct photo_place at =
                homography_apply(&grid->back, (struct photo_place){x + .5, y + .5});
            double u = fabs(at.x - floor(at.x + .5)) * grid->square;
            double v = fabs(at.y - floor(at.y + .5)) * grid->square;
            if (u < reach || v < reach)
                row[x] = 0;
        }
    }
}
