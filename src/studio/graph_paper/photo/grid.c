/* See inside.h: from a patch outwards. */
#include "studio/graph_paper/photo/photo.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    EDGES_MOST = 9000,
    SQUARES_MOST = 420, /* in each direction from the patch */
    SQUARES_LEAST = 6,
    ROUNDS = 14,
};

static const double pi = 3.14159265358979;
static const double near_straight = 28; /* degrees off upright or level */
static const double any_way = 45;
static const double most_error = .06;  /* squares */
static const double least_found = .45; /* of the edges looked at */

struct fit {
    const struct photo_plane *darkness;
    const struct photo_plane *counts;
    struct spot middle;    /* of the patch; the map's places are counted from here */
    struct homography map; /* from squares to places from the middle; its last number is 1 */
    double period;
    double found; /* part of the edges that were looked at and have a line */
    double error; /* how far lines lie beside the map, squares */
};

static struct spot map_place(const struct fit *fit, double x, double y)
{
    return spot_plus(homography_apply(&fit->map, (struct spot){x, y}), fit->middle, 1);
}

/* How near the horizon squares are: 1 in the middle, below 0 beyond it. */
static double nearness(const struct fit *fit, double x, double y)
{
    return fit->map.m[6] * x + fit->map.m[7] * y + 1;
}

/* --- edges of squares ------------------------------------------------------------------------ */

/* The edge from (x, y) to the right or down. False if it is not seen. */
static bool measure_edge(const struct fit *fit, int x, int y, bool down, struct grid_edge *edge)
{
    return photo_measure_line(fit->darkness, fit->counts, map_place(fit, x, y),
                              map_place(fit, x + !down, y + down),
                              map_place(fit, x + down, y + !down), edge);
}

/* --- fitting --------------------------------------------------------------------------------- */

/* Adds to the normal equations of the eight numbers: the map of (x, y), moved along the normal,
 * shall come nearer by the offset. */
static void add_equation(const struct fit *fit, double x, double y, const struct grid_edge *edge,
                         double weight, double rows[8 * 9])
{
    double scale = nearness(fit, x, y);
    double px = edge->middle.x - fit->middle.x;
    double py = edge->middle.y - fit->middle.y;
    double nx = edge->normal.x / scale;
    double ny = edge->normal.y / scale;
    double along = nx * px + ny * py;
    const double slope[8] = {nx * x, nx * y, nx, ny * x, ny * y, ny, -along * x, -along * y};
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 8; j++)
            rows[9 * i + j] += weight * slope[i] * slope[j];
        rows[9 * i + 8] += weight * slope[i] * edge->offset * edge->width;
    }
}

struct grid_reach {
    int low_x, high_x, low_y, high_y, stride;
};

/* Squares that can lie within the radius; not all edges are needed where there are many. */
static struct grid_reach reach_of(const struct fit *fit, double radius)
{
    enum { AROUND = 32 };
    struct homography back = {{0}};
    struct grid_reach reach = {-SQUARES_LEAST, SQUARES_LEAST, -SQUARES_LEAST, SQUARES_LEAST, 1};
    if (!homography_invert(&fit->map, &back))
        return reach;
    for (int i = 0; i < AROUND; i++) {
        double x = fit->middle.x + radius * 1.05 * cos(i * 2 * pi / AROUND);
        double y = fit->middle.y + radius * 1.05 * sin(i * 2 * pi / AROUND);
        x = fmin(fmax(x, 0), fit->darkness->width) - fit->middle.x;
        y = fmin(fmax(y, 0), fit->darkness->height) - fit->middle.y;
        struct spot at = homography_apply(&back, (struct spot){x, y});
        if (!(back.m[6] * x + back.m[7] * y + back.m[8] > 0) || !(fabs(at.x) < SQUARES_MOST) ||
            !(fabs(at.y) < SQUARES_MOST)) /* beyond the horizon, or near it */
            at = (struct spot){at.x < 0 ? -SQUARES_MOST : SQUARES_MOST,
                               at.y < 0 ? -SQUARES_MOST : SQUARES_MOST};
        reach.low_x = at.x < reach.low_x ? (int)floor(at.x) : reach.low_x;
        reach.high_x = at.x > reach.high_x ? (int)ceil(at.x) : reach.high_x;
        reach.low_y = at.y < reach.low_y ? (int)floor(at.y) : reach.low_y;
        reach.high_y = at.y > reach.high_y ? (int)ceil(at.y) : reach.high_y;
    }
    double squares = (double)(reach.high_x - reach.low_x) * (reach.high_y - reach.low_y);
    reach.stride = (int)ceil(2 * squares / EDGES_MOST);
    return reach;
}

static bool improve(struct fit *fit, double radius, bool flat)
{
    double rows[8 * 9] = {0};
    struct grid_reach reach = reach_of(fit, radius);
    int looked = 0;
    int found = 0;
    double error = 0;
    for (int y = reach.low_y; y <= reach.high_y; y++)
        for (int x = reach.low_x; x <= reach.high_x; x++) {
            if (reach.stride > 1 && (x * 7 + y * 13 + 100000) % reach.stride != 0)
                continue;
            struct spot at = map_place(fit, x, y);
            double far = hypot(at.x - fit->middle.x, at.y - fit->middle.y);
            if (!(far < radius) || nearness(fit, x, y) < .2)
                continue;
            for (int down = 0; down < 2; down++) {
                struct grid_edge edge;
                if (!measure_edge(fit, x, y, down == 1, &edge))
                    continue;
                looked++;
                if (edge.contrast < PHOTO_LEAST_CONTRAST)
                    continue;
                found++;
                error += fabs(edge.offset);
                double weight = 1 / (1 + pow(edge.offset / .08, 2));
                add_equation(fit, x + (down ? 0 : .5), y + (down ? .5 : 0), &edge, weight, rows);
            }
        }
    fit->found = looked > 0 ? (double)found / looked : 0;
    fit->error = found > 0 ? error / found : 1;
    if (found < 4 * SQUARES_LEAST)
        return false;
    /* A small patch knows no more of perspective than what it begins with. */
    for (int i = 6; i < 8; i++)
        rows[9 * i + i] = flat ? 1e15 : rows[9 * i + i] * 1.0001;
    if (!solve_equations(rows, 8))
        return false;
    for (int i = 0; i < 8; i++)
        fit->map.m[i] += rows[9 * i + 8];
    return true;
}

/* The patch's lines, in a picture from which `straight` leads to the photo. */
static bool begin_at(struct fit *fit, const struct stripes *upright, const struct stripes *level,
                     const struct homography *straight, struct spot middle)
{
    /* normal . place = phase + k period for both: place = inverse (phases + periods k) */
    double a = cos(upright->angle);
    double b = sin(upright->angle);
    double c = cos(level->angle);
    double d = sin(level->angle);
    double determinant = a * d - b * c;
    if (fabs(determinant) < .3)
        return false;
    double first = upright->phase - (a * middle.x + b * middle.y);
    double second = level->phase - (c * middle.x + d * middle.y);
    first -= upright->period * floor(first / upright->period + .5);
    second -= level->period * floor(second / level->period + .5);
    const struct homography flat = {
        {d * upright->period / determinant, -b * level->period / determinant,
         (d * first - b * second) / determinant + middle.x, -c * upright->period / determinant,
         a * level->period / determinant, (a * second - c * first) / determinant + middle.y, 0, 0,
         1}};
    struct homography back_to_middle = {{1, 0, -fit->middle.x, 0, 1, -fit->middle.y, 0, 0, 1}};
    struct homography map = homography_join(&flat, straight);
    map = homography_join(&map, &back_to_middle);
    for (int i = 0; i < 9; i++)
        fit->map.m[i] = map.m[i] / map.m[8];
    struct spot at = map_place(fit, 0, 0);
    struct spot right = map_place(fit, 1, 0);
    struct spot down = map_place(fit, 0, 1);
    fit->period = (spot_distance(at, right) + spot_distance(at, down)) / 2;
    return true;
}

/* Ever wider; what lies beyond the grid is not found and does not count. Where the paper bends away
 * no flat sheet fits any more: then what fitted last holds. */
static bool grow(struct fit *fit, double radius, const atomic_bool *cancelled)
{
    double whole = hypot(fit->darkness->width, fit->darkness->height);
    double start = radius;
    double good = 0;
    struct homography kept;
    for (int round = 0; round < ROUNDS; round++) {
        if (photo_is_cancelled(cancelled) || !improve(fit, radius, radius < 1.6 * start))
            return false;
        if (round < 2 && fit->found < least_found)
            return false;
        if (fit->error < most_error) {
            good = radius;
            kept = fit->map;
        } else if (round >= 3) {
            break;
        }
        if (round >= 1)
            radius = radius * 1.35 < whole ? radius * 1.35 : whole;
    }
    if (good < 1.6 * start)
        return false;
    fit->map = kept;
    return true;
}

/* --- which squares there are ----------------------------------------------------------------- */

struct grid_cells {
    int low_x, low_y, width, height;
    uint8_t *state; /* 0: not seen, 1: seen, 2: has lines */
};

/* A square is there if its edges are. Where squares are seen small, lines are faint. */
static struct grid_cells find_cells(const struct fit *fit, double typical)
{
    struct grid_reach reach = reach_of(fit, hypot(fit->darkness->width, fit->darkness->height));
    struct grid_cells cells = {reach.low_x, reach.low_y, reach.high_x - reach.low_x + 1,
                               reach.high_y - reach.low_y + 1, NULL};
    cells.state = memory_allocate((size_t)cells.width, (size_t)cells.height);
    for (int y = 0; y < cells.height; y++)
        for (int x = 0; x < cells.width; x++) {
            int column = x + cells.low_x;
            int row = y + cells.low_y;
            if (nearness(fit, column, row) < .2 ||
                !photo_is_seen(fit->darkness, fit->counts, map_place(fit, column + .5, row + .5)))
                continue;
            int found = 0;
            int looked = 0;
            for (int side = 0; side < 4; side++) {
                struct grid_edge edge;
                if (!measure_edge(fit, column + (side == 1), row + (side == 2), side < 2, &edge))
                    continue;
                looked++;
                found += edge.contrast > photo_faint_contrast(typical, edge.width, fit->period) &&
                         fabs(edge.offset) < .15;
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
                if (!measure_edge(fit, x, y, down == 1, &edge) ||
                    edge.contrast < PHOTO_LEAST_CONTRAST)
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

/* Goes outwards from the patch as long as squares are there. *ends: the grid ends where one still
 * sees on. */
static int find_end(const struct grid_cells *cells, bool column, int step, bool *ends)
{
    int at = column ? -cells->low_x : -cells->low_y;
    int count = column ? cells->width : cells->height;
    int across = column ? cells->height : cells->width;
    int last = at;
    *ends = false;
    for (at += step; at >= 0 && at < count; at += step) {
        int seen = 0, found = 0;
        for (int i = 0; i < across; i++) {
            int state = cells->state[column ? i * cells->width + at : at * cells->width + i];
            seen += state > 0;
            found += state == 2;
        }
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

static bool find_bounds(const struct fit *fit, struct photo_grid *grid)
{
    double typical = find_typical(fit, &grid->depth);
    grid->contrast = typical;
    struct grid_cells cells = find_cells(fit, typical);
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

struct grid_start {
    struct spot middle;
    struct stripes upright, level;
};

/* Squares are about as wide as high; where several were taken for one they can be told by that. */
static bool make_square(struct grid_start *start)
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
static const struct spot patches[] = {{.5, .5},  {.3, .35}, {.7, .65}, {.7, .35},
                                      {.3, .65}, {.5, .2},  {.5, .8}};

static bool look_at_patch(const struct photo_plane *darkness, double radius, double widest,
                          struct grid_start *start)
{
    return photo_find_stripes(darkness, start->middle, radius, false, widest, &start->upright) &&
           photo_find_stripes(darkness, start->middle, radius, true, widest, &start->level) &&
           make_square(start);
}

static bool follow_grid(struct fit *fit, const struct grid_start *start,
                        const struct homography *straight, double radius,
                        const atomic_bool *cancelled, struct photo_grid *grid)
{
    if (!begin_at(fit, &start->upright, &start->level, straight, start->middle) ||
        !grow(fit, radius * .8, cancelled) || !find_bounds(fit, grid))
        return false;
    struct homography moved = {{1, 0, fit->middle.x, 0, 1, fit->middle.y, 0, 0, 1}};
    grid->map = homography_join(&fit->map, &moved);
    grid->square = fit->period;
    return homography_invert(&grid->map, &grid->back);
}

/* What is round a place of the straight picture, as that shows it. */
static struct photo_plane straighten_patch(const struct photo_plane *darkness, struct spot middle,
                                           int radius, const struct homography *straight)
{
    struct photo_plane patch = plane_create(2 * radius + 1, 2 * radius + 1);
    for (int y = 0; y < patch.height; y++)
        for (int x = 0; x < patch.width; x++) {
            struct spot at = homography_apply(
                straight, (struct spot){middle.x + x + .5 - radius, middle.y + y + .5 - radius});
            plane_row(&patch, y)[x] = (uint8_t)plane_sample(darkness, at.x, at.y);
        }
    return patch;
}

/* At a place of the photo. */
static bool try_patch(const struct photo_plane *darkness, const struct photo_plane *counts,
                      struct spot middle, const struct homography *straight,
                      const atomic_bool *cancelled, struct photo_grid *grid)
{
    int longer = darkness->width > darkness->height ? darkness->width : darkness->height;
    double radius = longer / 11.0;
    struct fit fit = {.darkness = darkness, .counts = counts, .middle = middle};
    struct grid_start start = {.middle = middle};
    struct homography same = {{1, 0, 0, 0, 1, 0, 0, 0, 1}};
    struct homography back = {{0}};
    if (photo_is_cancelled(cancelled) || !photo_is_seen(darkness, counts, middle))
        return false;
    if (straight == NULL)
        return look_at_patch(darkness, radius, near_straight, &start) &&
               follow_grid(&fit, &start, &same, radius, cancelled, grid);
    if (!homography_invert(straight, &back))
        return false;
    struct spot from = homography_apply(&back, middle);
    struct photo_plane patch = straighten_patch(darkness, from, (int)radius, straight);
    start.middle = (struct spot){(int)radius + .5, (int)radius + .5};
    bool found = look_at_patch(&patch, radius, any_way, &start);
    plane_free(&patch);
    struct homography moved = {
        {1, 0, from.x - start.middle.x, 0, 1, from.y - start.middle.y, 0, 0, 1}};
    struct homography way = homography_join(&moved, straight);
    return found && follow_grid(&fit, &start, &way, radius, cancelled, grid);
}

/* A camera of about this focal length sees the sheet turned away by an angle, towards a direction;
 * the middle stays where it is, in its size. */
static struct homography tilted_view(const struct photo_plane *darkness, double angle,
                                     double towards)
{
    double focus = .8 * fmax(darkness->width, darkness->height);
    double x = darkness->width / 2.0;
    double y = darkness->height / 2.0;
    double c = cos(towards);
    double s = sin(towards);
    struct homography centre = {{1, 0, -x, 0, 1, -y, 0, 0, 1}};
    struct homography turn = {{c, s, 0, -s, c, 0, 0, 0, 1}};
    struct homography tilt = {{cos(angle), 0, 0, 0, 1, 0, sin(angle) / focus, 0, 1}};
    struct homography turn_back = {{c, -s, 0, s, c, 0, 0, 0, 1}};
    struct homography centre_back = {{1, 0, x, 0, 1, y, 0, 0, 1}};
    struct homography view = homography_join(&centre, &turn);
    view = homography_join(&view, &tilt);
    view = homography_join(&view, &turn_back);
    return homography_join(&view, &centre_back);
}

bool photo_find_grid(const struct photo_plane *darkness, const struct photo_plane *counts,
                     const struct homography *straight, const atomic_bool *cancelled,
                     struct photo_grid *grid)
{
    for (size_t i = 0; i < sizeof patches / sizeof *patches; i++)
        if (try_patch(
                darkness, counts,
                (struct spot){patches[i].x * darkness->width, patches[i].y * darkness->height},
                straight, cancelled, grid))
            return true;
    return false;
}

bool photo_find_tilted_grid(const struct photo_plane *darkness, const struct photo_plane *counts,
                            const atomic_bool *cancelled, struct photo_grid *grid)
{
    static const double angles[] = {45, 60};
    enum { DIRECTIONS = 8, PATCHES = 2 };
    for (int i = 0; i < 2 * DIRECTIONS * PATCHES; i++) {
        const struct spot *patch = &patches[i / (2 * DIRECTIONS)];
        struct homography view = tilted_view(darkness, angles[i % 2] * pi / 180,
                                             i / 2 % DIRECTIONS * 2 * pi / DIRECTIONS);
        if (try_patch(darkness, counts,
                      (struct spot){patch->x * darkness->width, patch->y * darkness->height}, &view,
                      cancelled, grid))
            return true;
    }
    return false;
}

/* === bend ===================================================================================== */

/* See inside.h.
 *
 * From the part of the grid that lies flat its points are followed outwards one by one: each is
 * expected where its neighbours lead, and put where its two lines are seen. What they lie aside is
 * a smooth field, so a point that is hidden takes what lies round it.
 */

enum {
    BEYOND = 40, /* squares that may be found beside the flat part */
    HIDDEN_MOST = 2,
    UNDO_STEPS = 14,
    SMOOTHINGS = 2,
    BEND_SQUARES_LEAST = 6,
};

static const double arm = .45;          /* squares of a point's lines to each side of it */
static const double surely = .12;       /* squares: a point of the flat part */
static const double reaches = .26;      /* squares from where a point is expected */
static const double whole_part = .8;    /* of a square must be there */
static const double paper_light = .7;   /* of the light before it */
static const double notable = .1;       /* squares: it does not lie flat */
static const double notable_part = .03; /* of all points */
static const double seen_part = .6;     /* of a column or row */

/* --- places ---------------------------------------------------------------------------------- */

static struct spot bend_at(const struct photo_bend *bend, struct spot at)
{
    double x = fmin(fmax(at.x, 0), bend->columns - 1);
    double y = fmin(fmax(at.y, 0), bend->rows - 1);
    int left = (int)x, top = (int)y;
    int right = left + 1 < bend->columns;
    const struct spot *row = bend->by + (size_t)top * (size_t)bend->columns + left;
    const struct spot *next = top + 1 < bend->rows ? row + bend->columns : row;
    const struct spot corners[4] = {row[0], row[right], next[0], next[right]};
    return spot_within(corners, x - left, y - top);
}

struct spot photo_bend_apply(const struct photo_bend *bend, struct spot squares)
{
    return bend->by == NULL ? squares : spot_plus(squares, bend_at(bend, squares), 1);
}

struct spot photo_bend_undo(const struct photo_bend *bend, struct spot moved)
{
    struct spot at = moved;
    for (int i = 0; i < UNDO_STEPS && bend->by != NULL; i++) {
        struct spot next = spot_subtract(moved, bend_at(bend, at));
        bool settled = fabs(next.x - at.x) + fabs(next.y - at.y) < 1e-3;
        at = next;
        if (settled)
            break;
    }
    return at;
}

struct spot photo_grid_place(const struct photo_grid *grid, double x, double y)
{
    struct spot on = spot_subtract((struct spot){x, y}, grid->bend_from);
    on = spot_plus(photo_bend_apply(&grid->bend, on), grid->bend_from, 1);
    return homography_apply(&grid->map, on);
}

struct spot photo_grid_squares(const struct photo_grid *grid, struct spot at)
{
    struct spot on = homography_apply(&grid->back, at);
    if (grid->bend.by == NULL)
        return on;
    on = spot_subtract(on, grid->bend_from);
    return spot_plus(photo_bend_undo(&grid->bend, on), grid->bend_from, 1);
}

void photo_forget_grid(struct photo_grid *grid)
{
    free(grid->bend.by);
    grid->bend = (struct photo_bend){0};
}

/* --- following ------------------------------------------------------------------------------- */

struct grid_node {
    struct spot at;
    int round;  /* in which it became known; 0: not yet; -1: it cannot be */
    int hidden; /* steps from one that was seen; 0: seen */
};

struct net {
    const struct photo *photo;
    const struct photo_plane *darkness;
    const struct photo_grid *grid;
    int columns, rows;
    struct grid_node *nodes;
};

static struct grid_node *node_at(const struct net *net, int column, int row)
{
    bool there = column >= 0 && row >= 0 && column < net->columns && row < net->rows;
    return there ? &net->nodes[row * net->columns + column] : NULL;
}

static bool is_known(const struct grid_node *node, int round)
{
    return node != NULL && node->round > 0 && node->round < round;
}

static bool find_line(const struct net *net, struct spot at, struct spot step, struct spot aside,
                      struct grid_edge *edge)
{
    struct spot from = spot_plus(at, step, -arm);
    double typical = net->grid->contrast;
    return photo_measure_line(net->darkness, NULL, from, spot_plus(at, step, arm),
                              spot_plus(from, aside, 1), edge) &&
           edge->contrast > photo_faint_contrast(typical, edge->width, net->grid->square);
}

/* Puts a node where its lines are seen, at most `most` squares from where it is expected; `right`
 * and `down` are the steps to the next ones. False if they are not seen. */
static bool find_node(const struct net *net, struct spot right, struct spot down, double most,
                      struct spot *at)
{
    struct grid_edge level;
    struct grid_edge upright;
    if (!find_line(net, *at, right, down, &level) || !find_line(net, *at, down, right, &upright) ||
        fabs(level.offset) > most || fabs(upright.offset) > most)
        return false;
    struct spot a = level.normal;
    struct spot b = upright.normal;
    double determinant = a.x * b.y - a.y * b.x;
    if (fabs(determinant) < .2)
        return false;
    double first = level.offset * level.width;
    double second = upright.offset * upright.width;
    at->x += (first * b.y - second * a.y) / determinant;
    at->y += (second * a.x - first * b.x) / determinant;
    return true;
}

static void find_flat_nodes(const struct net *net)
{
    const struct photo_grid *grid = net->grid;
    for (int row = BEYOND; row < net->rows - BEYOND; row++)
        for (int column = BEYOND; column < net->columns - BEYOND; column++) {
            double x = column - BEYOND + grid->left;
            double y = row - BEYOND + grid->top;
            struct grid_node *node = node_at(net, column, row);
            node->at = photo_grid_place(grid, x, y);
            struct spot right = photo_grid_place(grid, x + 1, y);
            struct spot down = photo_grid_place(grid, x, y + 1);
            right = spot_plus(right, node->at, -1);
            down = spot_plus(down, node->at, -1);
            node->round = find_node(net, right, down, surely, &node->at);
        }
}

/* Where known neighbours lead, and the steps to the next nodes there, to the right and down. */
struct guess {
    struct spot at, steps[2];
    int hidden;
};

/* False if too few are known. */
static bool guess_node(const struct net *net, int column, int row, int round, struct guess *guess)
{
    static const int ways[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    struct spot sum = {0, 0};
    int count = 0, counts[2] = {0, 0};
    *guess = (struct guess){.hidden = HIDDEN_MOST + 1};
    for (int i = 0; i < 4; i++) {
        int dx = ways[i][0], dy = ways[i][1], axis = i / 2;
        const struct grid_node *near = node_at(net, column + dx, row + dy);
        const struct grid_node *far = node_at(net, column + 2 * dx, row + 2 * dy);
        if (!is_known(near, round))
            continue;
        guess->hidden = near->hidden < guess->hidden ? near->hidden : guess->hidden;
        if (is_known(far, round)) {
            struct spot step = spot_subtract(near->at, far->at);
            sum = spot_plus(sum, spot_plus(near->at, step, 1), 1);
            count++;
            guess->steps[axis] = spot_plus(guess->steps[axis], step, -dx - dy);
            counts[axis]++;
        }
        for (int side = -1; side <= 1; side += 2) {
            const struct grid_node *beside = node_at(net, column + side * dy, row + side * dx);
            const struct grid_node *behind =
                node_at(net, column + dx + side * dy, row + dy + side * dx);
            if (!is_known(behind, round))
                continue;
            guess->steps[!axis] =
                spot_plus(guess->steps[!axis], spot_subtract(behind->at, near->at), side);
            counts[!axis]++;
            if (!is_known(beside, round))
                continue;
            struct spot step = spot_subtract(beside->at, behind->at);
            sum = spot_plus(sum, spot_plus(near->at, step, 1), 1);
            count++;
        }
    }
    if (count == 0 || counts[0] == 0 || counts[1] == 0)
        return false;
    guess->at = (struct spot){sum.x / count, sum.y / count};
    for (int i = 0; i < 2; i++)
        guess->steps[i] =
            (struct spot){guess->steps[i].x / counts[i], guess->steps[i].y / counts[i]};
    return true;
}

static bool is_in_picture(const struct net *net, struct spot at)
{
    return at.x > 1 && at.y > 1 && at.x < net->darkness->width - 1 &&
           at.y < net->darkness->height - 1;
}

/* Nodes beside those that were known before this round. False if there was none. */
static bool grow_round(const struct net *net, int round)
{
    bool grown = false;
    for (int row = 0; row < net->rows; row++)
        for (int column = 0; column < net->columns; column++) {
            struct grid_node *node = node_at(net, column, row);
            struct guess guess;
            if (node->round != 0 || !guess_node(net, column, row, round, &guess))
                continue;
            node->at = guess.at;
            bool seen = find_node(net, guess.steps[0], guess.steps[1], reaches, &node->at);
            node->hidden = seen ? 0 : guess.hidden + 1;
            node->round = node->hidden <= HIDDEN_MOST && is_in_picture(net, node->at) ? round : -1;
            grown = grown || node->round > 0;
        }
    return grown;
}

/* --- the field ------------------------------------------------------------------------------- */

/* Unknown ones become the mean of those beside them, one ring after the other. */
static void fill_unknown(struct photo_bend *bend, bool *known)
{
    size_t count = (size_t)bend->columns * (size_t)bend->rows;
    bool *next = memory_copy(known, count, sizeof *known);
    for (int round = 0; round < bend->columns + bend->rows; round++) {
        bool missing = false;
        for (int y = 0; y < bend->rows; y++)
            for (int x = 0; x < bend->columns; x++) {
                struct spot sum = {0, 0};
                int found = 0;
                if (known[y * bend->columns + x])
                    continue;
                for (int v = y > 0 ? y - 1 : 0; v <= y + 1 && v < bend->rows; v++)
                    for (int u = x > 0 ? x - 1 : 0; u <= x + 1 && u < bend->columns; u++)
                        if (known[v * bend->columns + u]) {
                            sum = spot_plus(sum, bend->by[v * bend->columns + u], 1);
                            found++;
                        }
                missing = true;
                next[y * bend->columns + x] = found > 0;
                if (found > 0)
                    bend->by[y * bend->columns + x] = (struct spot){sum.x / found, sum.y / found};
            }
        memcpy(known, next, count * sizeof *known);
        if (!missing)
            break;
    }
    free(next);
}

static void smooth(struct photo_bend *bend)
{
    size_t count = (size_t)bend->columns * (size_t)bend->rows;
    struct spot *from = memory_copy(bend->by, count, sizeof *from);
    for (int y = 1; y + 1 < bend->rows; y++)
        for (int x = 1; x + 1 < bend->columns; x++) {
            struct spot sum = {0, 0};
            for (int v = -1; v <= 1; v++)
                for (int u = -1; u <= 1; u++)
                    sum = spot_plus(sum, from[(y + v) * bend->columns + x + u],
                                    (u == 0 ? 2 : 1) * (v == 0 ? 2 : 1));
            bend->by[y * bend->columns + x] = (struct spot){sum.x / 16, sum.y / 16};
        }
    free(from);
}

static int count_seen(const struct net *net, bool column, int index, int from, int to)
{
    int seen = 0;
    for (int i = from; i <= to; i++) {
        const struct grid_node *node = node_at(net, column ? index : i, column ? i : index);
        seen += node->round > 0 && node->hidden == 0;
    }
    return seen;
}

/* Outwards from a side, as long as lines are seen. */
static int extend(const struct net *net, bool column, int at, int step, int from, int to)
{
    int most = column ? net->columns : net->rows;
    int last = at;
    for (int i = at + step; i >= 0 && i < most && (i - last) * step <= 2; i += step)
        if (count_seen(net, column, i, from, to) >= seen_part * (to - from + 1))
            last = i;
    return last;
}

struct grid_window {
    int left, top, right, bottom; /* nodes */
};

static struct grid_window find_window(const struct net *net)
{
    struct grid_window window = {BEYOND, BEYOND, net->columns - 1 - BEYOND, net->rows - 1 - BEYOND};
    window.left = extend(net, true, window.left, -1, window.top, window.bottom);
    window.right = extend(net, true, window.right, 1, window.top, window.bottom);
    window.top = extend(net, false, window.top, -1, window.left, window.right);
    window.bottom = extend(net, false, window.bottom, 1, window.left, window.right);
    return window;
}

/* What lies in the window, smooth. Is it worth to be told? */
static bool measure_bend(const struct net *net, struct grid_window window, struct photo_bend *bend)
{
    *bend =
        (struct photo_bend){window.right - window.left + 1, window.bottom - window.top + 1, NULL};
    size_t count = (size_t)bend->columns * (size_t)bend->rows;
    bool *known = memory_allocate(count, sizeof *known);
    int seen = 0;
    int aside = 0;
    bend->by = memory_allocate(count, sizeof *bend->by);
    for (int y = 0; y < bend->rows; y++)
        for (int x = 0; x < bend->columns; x++) {
            const struct grid_node *node = node_at(net, x + window.left, y + window.top);
            int i = y * bend->columns + x;
            known[i] = node->round > 0;
            if (!known[i])
                continue;
            struct spot flat = homography_apply(&net->grid->back, node->at);
            bend->by[i].x = flat.x - (x + window.left - BEYOND + net->grid->left);
            bend->by[i].y = flat.y - (y + window.top - BEYOND + net->grid->top);
        }
    fill_unknown(bend, known);
    for (int i = 0; i < SMOOTHINGS; i++)
        smooth(bend);
    for (int y = 1; y + 1 < bend->rows; y++) /* those at the edge are not smoothed */
        for (int x = 1; x + 1 < bend->columns; x++) {
            const struct grid_node *node = node_at(net, x + window.left, y + window.top);
            const struct spot *by = &bend->by[y * bend->columns + x];
            if (node->round <= 0 || node->hidden > 0)
                continue;
            seen++;
            aside += hypot(by->x, by->y) > notable;
        }
    free(known);
    return aside > notable_part * seen;
}

/* --- the page's edge ------------------------------------------------------------------------- */

/* The mean light of 5 x 5 pixels; 0 beside the picture. */
static double light_at(const struct photo *photo, struct spot at)
{
    enum { REACH = 2 };
    int sum = 0;
    int left = (int)at.x - REACH;
    int top = (int)at.y - REACH;
    if (left < 0 || top < 0 || left + 2 * REACH >= photo->across || top + 2 * REACH >= photo->down)
        return 0;
    for (int y = top; y <= top + 2 * REACH; y++)
        for (int x = left; x <= left + 2 * REACH; x++) {
            uint32_t pixel = photo->pixels[(size_t)y * (size_t)photo->across + (size_t)x];
            sum += (int)(pixel >> 8 & 255);
        }
    return sum;
}

/* The place so far from node line `index` towards `index + step`, between the i-th and the next one
 * along it. False if it is not known. */
static bool place_between(const struct net *net, bool column, int index, int step, int i,
                          double part, struct spot *at)
{
    struct spot ends[2];
    for (int side = 0; side < 2; side++) {
        const struct grid_node *from =
            node_at(net, column ? index : i + side, column ? i + side : index);
        const struct grid_node *to =
            node_at(net, column ? index + step : i + side, column ? i + side : index + step);
        if (from == NULL || to == NULL || from->round <= 0 || to->round <= 0)
            return false;
        ends[side] = spot_plus(from->at, spot_plus(to->at, from->at, -1), part);
    }
    *at = (struct spot){(ends[0].x + ends[1].x) / 2, (ends[0].y + ends[1].y) / 2};
    return true;
}

/* Is there paper beyond a line of nodes, as light as before it? */
static bool goes_on(const struct net *net, bool column, int index, int step, int from, int to)
{
    int known = 0;
    int paper = 0;
    for (int i = from; i < to; i++) {
        struct spot inside;
        struct spot outside;
        if (!place_between(net, column, index, -step, i, .5, &inside) ||
            !place_between(net, column, index, step, i, whole_part, &outside))
            continue;
        known++;
        paper += light_at(net->photo, outside) > paper_light * light_at(net->photo, inside);
    }
    return 2 * known > to - from && 3 * paper > 2 * known;
}

/* A page is printed to its edges, where lines are hard to tell from them: one more square may be
 * there. What lies beyond the edge is no paper, whatever lines are seen in it. */
static int find_edge(const struct net *net, bool column, int at, int step, int from, int to)
{
    int least = step > 0 ? BEYOND : (column ? net->columns : net->rows) - 1 - BEYOND;
    while ((at - least) * step > BEND_SQUARES_LEAST &&
           !goes_on(net, column, at - step, step, from, to))
        at -= step;
    return goes_on(net, column, at, step, from, to) ? at + step : at;
}

static struct grid_window fit_page(const struct net *net, struct grid_window window)
{
    struct grid_window fitted = window;
    fitted.left = find_edge(net, true, window.left, -1, window.top, window.bottom);
    fitted.right = find_edge(net, true, window.right, 1, window.top, window.bottom);
    fitted.top = find_edge(net, false, window.top, -1, window.left, window.right);
    fitted.bottom = find_edge(net, false, window.bottom, 1, window.left, window.right);
    bool sound = fitted.right - fitted.left >= BEND_SQUARES_LEAST &&
                 fitted.bottom - fitted.top >= BEND_SQUARES_LEAST;
    return sound ? fitted : window;
}

void photo_follow_bend(const struct photo *photo, const struct photo_plane *darkness,
                       struct photo_grid *grid)
{
    struct net net = {photo,
                      darkness,
                      grid,
                      grid->right - grid->left + 1 + 2 * BEYOND,
                      grid->bottom - grid->top + 1 + 2 * BEYOND,
                      NULL};
    net.nodes = memory_allocate((size_t)net.columns * (size_t)net.rows, sizeof *net.nodes);
    find_flat_nodes(&net);
    for (int round = 2; grow_round(&net, round);)
        round++;
    struct grid_window window = fit_page(&net, find_window(&net));
    struct photo_bend bend;
    if (measure_bend(&net, window, &bend)) {
        grid->bend = bend;
        grid->left += window.left - BEYOND;
        grid->top += window.top - BEYOND;
        grid->bend_from = (struct spot){grid->left, grid->top};
        grid->right = grid->left + bend.columns - 1;
        grid->bottom = grid->top + bend.rows - 1;
    } else {
        free(bend.by);
    }
    free(net.nodes);
}
