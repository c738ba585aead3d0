/* Planes, and what is drawn on them: see inside.h. Thinning takes border pixels from the north,
 * south, east and west in turn: those whose neighbours hang together without them, and that end no
 * line. Only neighbours of what went away are looked at again. */
#include "studio/graph_paper/photo/grid.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TILE = 16,
    LEAST_STEP = 9,    /* parts of 255: what is less darker than the paper's noise is not ink */
    LEAST_INK = 40,    /* pixels */
    DARKEST_PAPER = 24 /* of 255: darker paper counts as this dark, its noise would become ink */
};

struct plane plane_create(int width, int height)
{
    return (struct plane){width, height, memory_allocate((size_t)width, (size_t)height)};
}

struct plane plane_copy(const struct plane *plane)
{
    struct plane copy = *plane;
    copy.cells = memory_copy(plane->cells, (size_t)plane->width, (size_t)plane->height);
    return copy;
}

void plane_free(struct plane *plane)
{
    free(plane->cells);
    *plane = (struct plane){0};
}

/* --- blur ------------------------------------------------------------------------------------ */

static void blur_row(uint8_t *row, int width)
{
    int before = row[0];
    for (int x = 0; x + 1 < width; x++) {
        int here = row[x];
        row[x] = (uint8_t)((before + 2 * here + row[x + 1] + 2) / 4);
        before = here;
    }
    row[width - 1] = (uint8_t)((before + 3 * row[width - 1] + 2) / 4);
}

void plane_blur(struct plane *plane)
{
    size_t width = (size_t)plane->width;
    uint8_t *before = memory_copy(plane_row(plane, 0), width, 1);
    for (int y = 0; y < plane->height; y++) {
        uint8_t *row = plane_row(plane, y);
        const uint8_t *next = plane_row(plane, y + 1 < plane->height ? y + 1 : y);
        for (size_t x = 0; x < width; x++) {
            uint8_t here = row[x];
            row[x] = (uint8_t)((before[x] + 2 * here + next[x] + 2) / 4);
            before[x] = here;
        }
        blur_row(row, plane->width);
    }
    free(before);
}

/* --- closing --------------------------------------------------------------------------------- */

static void pick(uint8_t *restrict into, const uint8_t *restrict other, size_t count, bool lightest)
{
    if (lightest)
        for (size_t i = 0; i < count; i++)
            into[i] = into[i] > other[i] ? into[i] : other[i];
    else
        for (size_t i = 0; i < count; i++)
            into[i] = into[i] < other[i] ? into[i] : other[i];
}

/* Each line of cells (lines are `count` cells that lie together) becomes the extreme of itself and
 * the `span` lines behind it; those beyond the last count as the last. Doubling the reach each time
 * needs few passes. */
static void reach_lines(uint8_t *cells, int lines, size_t count, int span, bool lightest)
{
    int reached = 0;
    while (reached < span) {
        int step = reached + 1 < span - reached ? reached + 1 : span - reached;
        for (int i = 0; i < lines; i++) {
            int other = i + step < lines ? i + step : lines - 1;
            if (other != i)
                pick(cells + (size_t)i * count, cells + (size_t)other * count, count, lightest);
        }
        reached += step;
    }
}

/* The window reaches as far to both sides: what was gathered behind is moved back by half of it. */
static void reach_rows(struct plane *plane, int reach, bool lightest)
{
    size_t width = (size_t)plane->width;
    int lines = plane->height + reach;
    uint8_t *cells = memory_allocate((size_t)lines, width);
    for (int i = 0; i < reach; i++)
        memcpy(cells + (size_t)i * width, plane->cells, width);
    memcpy(cells + (size_t)reach * width, plane->cells, width * (size_t)plane->height);
    reach_lines(cells, lines, width, 2 * reach, lightest);
    memcpy(plane->cells, cells, width * (size_t)plane->height);
    free(cells);
}

static struct plane transposed(const struct plane *plane)
{
    struct plane turned = plane_create(plane->height, plane->width);
    for (int top = 0; top < plane->height; top += TILE)
        for (int left = 0; left < plane->width; left += TILE)
            for (int y = top; y < top + TILE && y < plane->height; y++)
                for (int x = left; x < left + TILE && x < plane->width; x++)
                    plane_row(&turned, x)[y] = plane_row(plane, y)[x];
    return turned;
}

void plane_close(struct plane *plane, int reach)
{
    reach_rows(plane, reach, true);
    struct plane turned = transposed(plane);
    plane_free(plane);
    reach_rows(&turned, reach, true);
    reach_rows(&turned, reach, false);
    *plane = transposed(&turned);
    plane_free(&turned);
    reach_rows(plane, reach, false);
}

/* --- the rest -------------------------------------------------------------------------------- */

struct plane plane_shrink(const struct plane *plane, int factor)
{
    struct plane small =
        plane_create((plane->width + factor - 1) / factor, (plane->height + factor - 1) / factor);
    for (int y = 0; y < small.height; y++)
        for (int x = 0; x < small.width; x++) {
            int sum = 0;
            int count = 0;
            for (int v = y * factor; v < (y + 1) * factor && v < plane->height; v++)
                for (int u = x * factor; u < (x + 1) * factor && u < plane->width; u++, count++)
                    sum += plane_row(plane, v)[u];
            plane_row(&small, y)[x] = (uint8_t)(sum / count);
        }
    return small;
}

static double within(double value, double most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

double plane_sample(const struct plane *plane, double x, double y)
{
    x = within(x - .5, plane->width - 1);
    y = within(y - .5, plane->height - 1);
    int left = (int)x;
    int top = (int)y;
    int right = left + 1 < plane->width ? left + 1 : left;
    const uint8_t *row = plane_row(plane, top);
    const uint8_t *next = plane_row(plane, top + 1 < plane->height ? top + 1 : top);
    double above = row[left] + (x - left) * (row[right] - row[left]);
    double below = next[left] + (x - left) * (next[right] - next[left]);
    return above + (y - top) * (below - above);
}

/* --- what is drawn -------------------------------------------------------------------------- */

struct plane photo_light(const struct photo *photo)
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
    struct plane light = photo_light(photo);
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
static double faintness(const struct grid *grid, struct spot at)
{
    struct spot on = photo_grid_squares(grid, at);
    struct spot right = photo_grid_place(grid, on.x + 1, on.y);
    struct spot below = photo_grid_place(grid, on.x, on.y + 1);
    double width = fmin(spot_distance(at, right), spot_distance(at, below));
    return fmin(fmax(width / (faint_from * grid->square), faintest), 1);
}

static struct ink_levels levels_at(const struct ink_levels *levels, const struct grid *grid,
                                   struct spot at)
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
            struct spot middle = {left + TILE / 2.0, top + TILE / 2.0};
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
    struct plane light = photo_light(photo);
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

enum { ROUNDS_MOST = 250 };

struct places {
    int *items;
    int count, capacity;
};

/* --- thinning -------------------------------------------------------------------------------- */

/* The neighbours as bits, from the east round through the north. */
static unsigned neighbours(const uint8_t *cell, int width)
{
    return (unsigned)((cell[1] != 0) | (cell[1 - width] != 0) << 1 | (cell[-width] != 0) << 2 |
                      (cell[-1 - width] != 0) << 3 | (cell[-1] != 0) << 4 |
                      (cell[width - 1] != 0) << 5 | (cell[width] != 0) << 6 |
                      (cell[width + 1] != 0) << 7);
}

/* May a pixel with these neighbours go? They must hang together by sides and corners, and be more
 * than one. Yokoi's number counts in how many parts they are. */
static bool may_go(unsigned around)
{
    int parts = 0;
    int count = 0;
    for (int i = 0; i < 8; i++) {
        count += (int)(around >> i & 1);
        if (i % 2 == 0) {
            bool empty = !(around >> i & 1);
            bool next = (around >> (i + 1) % 8 & 1) || (around >> (i + 2) % 8 & 1);
            parts += empty && next;
        }
    }
    return parts == 1 && count > 1;
}

/* Cells with an empty neighbour on that side that may go; they are found first and then taken, so
 * that the order does not matter. */
static void find_going(const struct plane *ink, const struct places *border, int side,
                       const bool table[256], struct places *going)
{
    going->count = 0;
    for (int i = 0; i < border->count; i++) {
        const uint8_t *cell = ink->cells + border->items[i];
        if (*cell != 0 && cell[side] == 0 && table[neighbours(cell, ink->width)])
            list_add(going, border->items[i]);
    }
}

/* `seen` holds the round in which a cell was last put into the list. */
static void look_again(const struct plane *ink, const struct places *gone, uint8_t *seen,
                       uint8_t round, struct places *border)
{
    int width = ink->width;
    const int around[8] = {1, 1 - width, -width, -1 - width, -1, width - 1, width, width + 1};
    for (int i = 0; i < gone->count; i++)
        for (int j = 0; j < 8; j++) {
            int place = gone->items[i] + around[j];
            if (ink->cells[place] != 0 && seen[place] != round) {
                seen[place] = round;
                list_add(border, place);
            }
        }
}

static void clear_rim(struct plane *ink)
{
    memset(plane_row(ink, 0), 0, (size_t)ink->width);
    memset(plane_row(ink, ink->height - 1), 0, (size_t)ink->width);
    for (int y = 0; y < ink->height; y++)
        plane_row(ink, y)[0] = plane_row(ink, y)[ink->width - 1] = 0;
}

void photo_thin(struct plane *ink, const atomic_bool *cancelled)
{
    bool table[256];
    for (unsigned i = 0; i < 256; i++)
        table[i] = may_go(i);
    clear_rim(ink);
    struct places border = {0};
    struct places going = {0};
    struct places gone = {0};
    int cells = ink->width * ink->height;
    for (int i = 0; i < cells; i++)
        if (ink->cells[i] != 0 && neighbours(ink->cells + i, ink->width) != 255)
            list_add(&border, i);
    uint8_t *seen = memory_allocate((size_t)cells, 1);
    const int sides[4] = {-ink->width, ink->width, 1, -1};
    for (int round = 1; round <= ROUNDS_MOST && border.count > 0; round++) {
        gone.count = 0;
        for (int side = 0; side < 4; side++) {
            find_going(ink, &border, sides[side], table, &going);
            for (int i = 0; i < going.count; i++) {
                ink->cells[going.items[i]] = 0;
                list_add(&gone, going.items[i]);
            }
        }
        border.count = 0;
        if (photo_is_cancelled(cancelled))
            break;
        look_again(ink, &gone, seen, (uint8_t)round, &border);
    }
    free(border.items);
    free(going.items);
    free(gone.items);
    free(seen);
}

/* --- holes and specks ------------------------------------------------------------------------ */

struct patch {
    struct places places;
    int left, right, top, bottom;
    int rim; /* steps from a cell of the patch to one that is not of it */
};

/* Gathers the cells that hang together with one and are `blank` (0) or not; they are marked in
 * `done`. */
static void gather(const struct plane *ink, int from, bool blank, uint8_t *done,
                   struct patch *patch)
{
    int width = ink->width;
    patch->places.count = 0;
    patch->left = patch->right = from % width;
    patch->top = patch->bottom = from / width;
    patch->rim = 0;
    list_add(&patch->places, from);
    done[from] = 1;
    for (int i = 0; i < patch->places.count; i++) {
        int x = patch->places.items[i] % width;
        int y = patch->places.items[i] / width;
        patch->left = x < patch->left ? x : patch->left;
        patch->right = x > patch->right ? x : patch->right;
        patch->top = y < patch->top ? y : patch->top;
        patch->bottom = y > patch->bottom ? y : patch->bottom;
        for (int j = 0; j < 9; j++) {
            int u = x + j % 3 - 1;
            int v = y + j / 3 - 1;
            if ((blank && j % 2 == 0) || u < 0 || v < 0 || u >= width || v >= ink->height)
                continue;
            int place = v * width + u;
            if ((ink->cells[place] == 0) != blank) {
                patch->rim += j % 2;
            } else if (!done[place]) {
                done[place] = 1;
                list_add(&patch->places, place);
            }
        }
    }
}

void photo_fill_holes(struct plane *ink, int most, double narrow)
{
    int cells = ink->width * ink->height;
    uint8_t *done = memory_allocate((size_t)cells, 1);
    struct patch patch = {0};
    for (int i = 0; i < cells; i++) {
        if (ink->cells[i] != 0 || done[i])
            continue;
        gather(ink, i, true, done, &patch);
        int area = patch.places.count;
        bool slit = area <= 6 * most && 2.0 * area < narrow * patch.rim;
        for (int j = 0; (area <= most || slit) && j < area; j++)
            ink->cells[patch.places.items[j]] = 1;
    }
    free(patch.places.items);
    free(done);
}

void photo_drop_specks(struct plane *ink, int least, int strong)
{
    int cells = ink->width * ink->height;
    uint8_t *done = memory_allocate((size_t)cells, 1);
    struct patch patch = {0};
    for (int i = 0; i < cells; i++) {
        if (ink->cells[i] == 0 || done[i])
            continue;
        gather(ink, i, false, done, &patch);
        int found = 0;
        for (int j = 0; j < patch.places.count; j++)
            found += ink->cells[patch.places.items[j]] == 2;
        bool large = patch.right - patch.left >= least || patch.bottom - patch.top >= least;
        for (int j = 0; j < patch.places.count; j++)
            ink->cells[patch.places.items[j]] = large && found > strong;
    }
    free(patch.places.items);
    free(done);
}
