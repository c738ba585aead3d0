/* See photo_ink.h. */
#include "studio/graph_paper/photo/photo_ink.h"

#include "studio/graph_paper/photo/photo_graph.h"

#include <math.h>
#include <stdlib.h>

enum {
    TILE = 16,
    LEAST_STEP = 9,    /* parts of 255: what is less darker than the paper's noise is not ink */
    LEAST_INK = 40,    /* pixels */
    DARKEST_PAPER = 24 /* of 255: darker paper counts as this dark, its noise would become ink */
};

static struct plane find_light(const struct photo *photo)
{
    struct plane light = plane_create(photo->across, photo->down);
    size_t count = (size_t)photo->across * (size_t)photo->down;
    for (size_t i = 0; i < count; i++) {
        uint32_t pixel = photo->pixels[i];
        light.cells[i] =
            (uint8_t)((77 * (pixel >> 16 & 255) + 150 * (pixel >> 8 & 255) + 29 * (pixel & 255)) >>
                      8);
    }
    return light;
}

struct plane photo_darkness(const struct photo *photo, int reach, const atomic_bool *cancelled)
{
    struct plane light = find_light(photo);
    plane_blur(&light);
    struct plane paper = plane_copy(&light);
    if (!photo_is_cancelled(cancelled))
        plane_close(&paper, reach);
    size_t count = (size_t)photo->across * (size_t)photo->down;
    for (size_t i = 0; i < count; i++) {
        int white = paper.cells[i] < DARKEST_PAPER ? DARKEST_PAPER : paper.cells[i];
        light.cells[i] = (uint8_t)((paper.cells[i] - light.cells[i]) * 255 / white);
    }
    plane_free(&paper);
    return light;
}

static const double pi = 3.14159265358979;
static const double faint_from = .75; /* of a square's usual size */
static const double faintest = .35;

struct histogram {
    int counts[256];
    int total;
};

static struct histogram count_levels(const struct plane *darkness, const struct plane *counts)
{
    struct histogram histogram = {0};
    size_t cells = (size_t)darkness->width * (size_t)darkness->height;
    for (size_t i = 0; i < cells; i++)
        if (counts == NULL || counts->cells[i]) {
            histogram.counts[darkness->cells[i]]++;
            histogram.total++;
        }
    return histogram;
}

static int quantile(const struct histogram *histogram, double part)
{
    double left = part * histogram->total;
    int level = 0;
    while (level < 255 && left > histogram->counts[level])
        left -= histogram->counts[level++];
    return level;
}

/* The level that parts what is above `from` best into two (Otsu, 1979). */
static int best_split(const struct histogram *histogram, int from)
{
    double total = 0;
    double weight = 0;
    for (int i = from; i < 256; i++) {
        total += histogram->counts[i];
        weight += (double)i * histogram->counts[i];
    }
    double below = 0;
    double below_weight = 0;
    double best = -1;
    int split = from;
    for (int i = from; i < 255; i++) {
        below += histogram->counts[i];
        below_weight += (double)i * histogram->counts[i];
        double above = total - below;
        if (below == 0 || above == 0)
            continue;
        double step = below_weight / below - (weight - below_weight) / above;
        double between = below * above * step * step;
        if (between > best) {
            best = between;
            split = i + 1;
        }
    }
    return split;
}

bool photo_find_levels(const struct plane *darkness, const struct plane *counts,
                       struct ink_levels *levels)
{
    struct histogram histogram = count_levels(darkness, counts);
    int middle = quantile(&histogram, .5);
    int spread = middle - quantile(&histogram, .1);
    levels->paper = levels->noise = middle + 4 * spread + LEAST_STEP;
    if (levels->paper > 254)
        return false;
    int found = 0;
    for (int i = levels->paper; i < 256; i++)
        found += histogram.counts[i];
    levels->stroke = best_split(&histogram, levels->paper);
    return found >= LEAST_INK;
}

/* Where a sheet that was taken from aside is seen small, thin lines are fainter: by how much, at a
 * place of the working copy. */
static double faintness(const struct grid *grid, struct photo_place at)
{
    struct photo_place on = photo_grid_squares(grid, at);
    struct photo_place right = photo_grid_place(grid, on.x + 1, on.y);
    struct photo_place below = photo_grid_place(grid, on.x, on.y + 1);
    double width = fmin(photo_distance(at, right), photo_distance(at, below));
    return fmin(fmax(width / (faint_from * grid->square), faintest), 1);
}

static struct ink_levels levels_at(const struct ink_levels *levels, const struct grid *grid,
                                   struct photo_place at)
{
    double part = grid == NULL ? 1 : faintness(grid, at);
    struct ink_levels local = {levels->noise, (int)(part * levels->paper),
                               (int)(part * levels->stroke)};
    local.paper = local.paper > levels->noise ? local.paper : levels->noise;
    local.stroke = local.stroke > local.paper ? local.stroke : local.paper;
    int weak = local.stroke * 6 / 10;
    local.paper = weak > local.paper ? weak : local.paper;
    return local;
}

struct plane photo_find_ink(const struct plane *darkness, const struct plane *counts,
                            const struct ink_levels *levels, const struct grid *grid)
{
    struct plane ink = plane_create(darkness->width, darkness->height);
    for (int top = 0; top < ink.height; top += TILE)
        for (int left = 0; left < ink.width; left += TILE) {
            struct photo_place middle = {left + TILE / 2.0, top + TILE / 2.0};
            struct ink_levels local = levels_at(levels, grid, middle);
            for (int y = top; y < top + TILE && y < ink.height; y++)
                for (int x = left; x < left + TILE && x < ink.width; x++) {
                    int depth = plane_row(darkness, y)[x];
                    if (counts == NULL || plane_row(counts, y)[x])
                        plane_row(&ink, y)[x] =
                            (uint8_t)((depth >= local.paper) + (depth >= local.stroke));
                }
        }
    return ink;
}

/* --- sharpness ------------------------------------------------------------------------------- */

/* How far the light changes from one side of a place to the other, where it changes most. */
static double change_over(const struct plane *light, const struct plane *counts, double angle,
                          int reach)
{
    enum { BORDER = 20, STEP = 2 };
    struct histogram histogram = {0};
    int right = (int)floor(reach * cos(angle) + .5);
    int down = (int)floor(reach * sin(angle) + .5);
    for (int y = BORDER; y < light->height - BORDER; y += STEP)
        for (int x = BORDER + (y / STEP & 1); x < light->width - BORDER; x += STEP) {
            if (counts != NULL && plane_row(counts, y)[x] == 0)
                continue;
            int change =
                abs(plane_row(light, y + down)[x + right] - plane_row(light, y - down)[x - right]);
            histogram.counts[change]++;
            histogram.total++;
        }
    return quantile(&histogram, .997) - quantile(&histogram, .7);
}

double photo_sharpness(const struct photo *photo, const struct plane *counts)
{
    enum { ANGLES = 8, FINE_REACH = 2, WIDE_REACH = 12, LEAST_CHANGE = 12 };
    struct plane light = find_light(photo);
    double least = 1;
    plane_blur(&light);
    for (int i = 0; i < ANGLES; i++) {
        double angle = i * pi / ANGLES;
        double wide = change_over(&light, counts, angle, WIDE_REACH);
        if (wide >= LEAST_CHANGE) /* else there is nothing that could be sharp */
            least = fmin(least, change_over(&light, counts, angle, FINE_REACH) / (1 + wide));
    }
    plane_free(&light);
    return least;
}
