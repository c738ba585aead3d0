/* Planes, and what is drawn on them: see inside.h. Thinning takes border pixels from the north,
 * south, east and west in turn: those whose neighbours hang together without them, and that end no
 * line. Only neighbours of what went away are looked at again. */

#include "base/memory.h"
#include "studio/graph_paper/photo/photo.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TILE = 16,
    LEAST_STEP = 9,    /* parts of 255: what is less darker than the paper's noise is not ink */
    LEAST_INK = 40,    /* pixels */
    DARKEST_PAPER = 24 /* of 255: darker paper counts as this dark, its noise would become ink */
};

struct photo_plane plane_create(int width, int height)
{
    return (struct photo_plane){width, height, memory_allocate((size_t)width, (size_t)height)};
}

struct photo_plane plane_copy(const struct photo_plane *plane)
{
    struct photo_plane copy = *plane;
    copy.cells = memory_copy(plane->cells, (size_t)plane->width, (size_t)plane->height);
    return copy;
}

void plane_free(struct photo_plane *plane)
{
    free(plane->cells);
    *plane = (struct photo_plane){0};
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

void plane_blur(struct photo_plane *plane)
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

/* The window reaches as far to both sides: what was gathered behind is moved back by half of it. */
static void reach_rows(struct photo_plane *plane, int reach, bool lightest)
{
    size_t width = (size_t)plane->width;
    int lines = plane->height + reach;
    uint8_t *cells = memory_allocate((size_t)lines, width);
    for (int i = 0; i < reach; i++)
        memcpy(cells + (size_t)i * width, plane->cells, width);
    memcpy(cells + (size_t)reach * width, plane->cells, width * (size_t)plane->height);
    /* Each line of cells (lines are `count` cells that lie together) becomes the extreme of itself
     * and the `span` lines behind it; those beyond the last count as the last. Doubling the reach
     * each time needs few passes. */
    int span = 2 * reach;
    int reached = 0;
    while (reached < span) {
        int step = reached + 1 < span - reached ? reached + 1 : span - reached;
        for (int i = 0; i < lines; i++) {
            int other = i + step < lines ? i + step : lines - 1;
            if (other != i)
                pick(cells + (size_t)i * width, cells + (size_t)other * width, width, lightest);
        }
        reached += step;
    }
    memcpy(plane->cells, cells, width * (size_t)plane->height);
    free(cells);
}

static struct photo_plane transposed(const struct photo_plane *plane)
{
    struct photo_plane turned = plane_create(plane->height, plane->width);
    for (int top = 0; top < plane->height; top += TILE)
        for (int left = 0; left < plane->width; left += TILE)
            for (int y = top; y < top + TILE && y < plane->height; y++)
                for (int x = left; x < left + TILE && x < plane->width; x++)
                    plane_row(&turned, x)[y] = plane_row(plane, y)[x];
    return turned;
}

void plane_close(struct photo_plane *plane, int reach)
{
    reach_rows(plane, reach, true);
    struct photo_plane turned = transposed(plane);
    plane_free(plane);
    reach_rows(&turned, reach, true);
    reach_rows(&turned, reach, false);
    *plane = transposed(&turned);
    plane_free(&turned);
    reach_rows(plane, reach, false);
}

/* --- the rest -------------------------------------------------------------------------------- */

struct photo_plane plane_shrink(const struct photo_plane *plane, int factor)
{
    struct photo_plane small =
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

double plane_sample(const struct photo_plane *plane, double x, double y)
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

struct photo_plane photo_light(const struct photo *photo)
{
    struct photo_plane light = plane_create(photo->across, photo->down);
    size_t count = (size_t)photo->across * (size_t)photo->down;
    for (size_t i = 0; i < count; i++) {
        uint32_t pixel = photo->pixels[i];
        light.cells[i] =
            (uint8_t)((77 * (pixel >> 16 & 255) + 150 * (pixel >> 8 & 255) + 29 * (pixel & 255)) >>
                      8);
    }
    return light;
}

/* How much darker each pixel is than the paper, 0 to 255 parts of its light. Shadows do not count:
 * what is wider than 2 * reach pixels is paper. */
static struct photo_plane photo_darkness(const struct photo *photo, int reach,
                                         const atomic_bool *cancelled)
{
    struct photo_plane light = photo_light(photo);
    plane_blur(&light);
    struct photo_plane paper = plane_copy(&light);
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

/* The darkness counts where `counts` is not 0 (NULL: everywhere). False if nothing is drawn. */
static bool photo_find_levels(const struct photo_plane *darkness, const struct photo_plane *counts,
                              struct ink_levels *levels)
{
    struct histogram histogram = {0};
    size_t cells = (size_t)darkness->width * (size_t)darkness->height;
    for (size_t i = 0; i < cells; i++)
        if (counts == NULL || counts->cells[i]) {
            histogram.counts[darkness->cells[i]]++;
            histogram.total++;
        }
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
static double faintness(const struct photo_grid *grid, struct spot at)
{
    struct spot on = photo_grid_squares(grid, at);
    struct spot right = photo_grid_place(grid, on.x + 1, on.y);
    struct spot below = photo_grid_place(grid, on.x, on.y + 1);
    double width = fmin(spot_distance(at, right), spot_distance(at, below));
    return fmin(fmax(width / (faint_from * grid->square), faintest), 1);
}

/* 0: paper; 1: ink beside ink; 2: surely ink. Less is ink where the grid (NULL: there is none) is
 * seen small. */
static struct photo_plane photo_find_ink(const struct photo_plane *darkness,
                                         const struct photo_plane *counts,
                                         const struct ink_levels *levels,
                                         const struct photo_grid *grid)
{
    struct photo_plane ink = plane_create(darkness->width, darkness->height);
    for (int top = 0; top < ink.height; top += TILE)
        for (int left = 0; left < ink.width; left += TILE) {
            struct spot middle = {left + TILE / 2.0, top + TILE / 2.0};
            double part = grid == NULL ? 1 : faintness(grid, middle);
            struct ink_levels local = {levels->noise, (int)(part * levels->paper),
                                       (int)(part * levels->stroke)};
            local.paper = local.paper > levels->noise ? local.paper : levels->noise;
            local.stroke = local.stroke > local.paper ? local.stroke : local.paper;
            int weak = local.stroke * 6 / 10;
            local.paper = weak > local.paper ? weak : local.paper;
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
static double change_over(const struct photo_plane *light, const struct photo_plane *counts,
                          double angle, int reach)
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

static double photo_sharpness(const struct photo *photo, const struct photo_plane *counts)
{
    enum { ANGLES = 8, FINE_REACH = 2, WIDE_REACH = 12, LEAST_CHANGE = 12 };
    struct photo_plane light = photo_light(photo);
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
static void find_going(const struct photo_plane *ink, const struct places *border, int side,
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
static void look_again(const struct photo_plane *ink, const struct places *gone, uint8_t *seen,
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

/* Takes pixels away from the border of what is not 0 until lines of one pixel are left in its
 * middle. What hung together does so still, and holes stay holes. */
static void photo_thin(struct photo_plane *ink, const atomic_bool *cancelled)
{
    bool table[256];
    for (unsigned i = 0; i < 256; i++)
        table[i] = may_go(i);
    memset(plane_row(ink, 0), 0, (size_t)ink->width);
    memset(plane_row(ink, ink->height - 1), 0, (size_t)ink->width);
    for (int y = 0; y < ink->height; y++)
        plane_row(ink, y)[0] = plane_row(ink, y)[ink->width - 1] = 0;
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
static void gather(const struct photo_plane *ink, int from, bool blank, uint8_t *done,
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

/* Fills holes (0, touching by sides) of at most `most` pixels with 1, and narrow ones of at most
 * six times that which are narrower than `narrow` on the whole. */
static void photo_fill_holes(struct photo_plane *ink, int most, double narrow)
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

/* === trace ==================================================================================== */

/* Tracing from beginning to end: where the sheet is, what is drawn, which lines are closed, and
 * what is to be said. See photo.h. */

enum { EDGES_MOST = 6000, OPEN_TOLD = 4, RULED_LEAST = 5 };
/* No stroke is wider than 2 / 70 of the picture, no printed line wider than 2 / 150. */
enum { DRAWN_PART = 70, PRINTED_PART = 150 };

static const double dark_part = .8;   /* of the least dark stroke */
static const double stroke_part = .3; /* of a square: half of what no stroke is as wide as */

struct tracer {
    const struct photo *photo;
    struct photo_wish wish; /* its corners in the working copy */
    const atomic_bool *cancelled;
    struct photo_tracing *tracing;
    struct spot scale; /* from the working copy to the photo */
    struct photo_sheet sheet;
    struct wall_measures measures;
    bool dark_grid; /* it is printed about as dark as strokes are drawn */
};

static bool cancelled(const struct tracer *tracer)
{
    return photo_is_cancelled(tracer->cancelled);
}

/* --- remarks --------------------------------------------------------------------------------- */

static void remark(struct tracer *tracer, const struct spot *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void remark(struct tracer *tracer, const struct spot *at, const char *format, ...)
{
    struct photo_tracing *tracing = tracer->tracing;
    if (tracing->remark_count == PHOTO_REMARK_LIMIT)
        return;
    struct photo_remark *into = &tracing->remarks[tracing->remark_count++];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(into->text, sizeof into->text, format, arguments);
    va_end(arguments);
    into->has_place = at != NULL;
    if (at != NULL)
        into->at = (struct spot){at->x * tracer->scale.x, at->y * tracer->scale.y};
}

static bool has_closed(const struct photo_tracing *tracing)
{
    return tracing->loop_count > 0 && !tracing->loops[0].is_open;
}

/* A start line is open, too, but it hangs on walls. */
static bool hangs_on(const struct open_line *line, const struct closed_line *closed, int count,
                     double near)
{
    for (int i = 0; i < count; i++)
        for (int j = 0; j < closed[i].count; j++)
            for (int k = 0; k < line->passed_count; k++)
                if (photo_distance_squared(line->passed[k], closed[i].places[j]) < near * near)
                    return true;
    return false;
}

static void remark_open_lines(struct tracer *tracer, const struct open_line *lines, int count,
                              const struct closed_line *closed, int closed_count)
{
    for (int i = 0; i < count; i++) {
        double squares = lines[i].gap / tracer->measures.square;
        /* Titles and rulers are printed beside the grid. */
        struct spot at = lines[i].at;
        const struct photo_grid *grid = &tracer->sheet.grid;
        struct spot on = photo_grid_squares(grid, at);
        if ((tracer->sheet.grid_found && ((grid->ends[0] && on.x < grid->left - 1) ||
                                          (grid->ends[1] && on.x > grid->right + 1) ||
                                          (grid->ends[2] && on.y < grid->top - 1) ||
                                          (grid->ends[3] && on.y > grid->bottom + 1))) ||
            hangs_on(&lines[i], closed, closed_count, 2 * tracer->measures.stroke))
            continue;
        if (lines[i].gap > 0)
            remark(tracer, &lines[i].at,
                   "This line is not closed: there is a gap of %.1f squares here.", squares);
        else
            remark(tracer, &lines[i].at, "This line is not closed: it ends here.");
    }
}

/* --- the drawing ----------------------------------------------------------------------------- */

static int count_cells(const struct photo_plane *plane)
{
    int count = 0;
    size_t cells = (size_t)plane->width * (size_t)plane->height;
    for (size_t i = 0; i < cells; i++)
        count += plane->cells[i] != 0;
    return count;
}

/* The sheet is known for good when the lines are. */
static void make_loops(struct tracer *tracer, const struct closed_line *closed, int count)
{
    struct photo_sheet *sheet = &tracer->sheet;
    struct photo_tracing *tracing = tracer->tracing;
    photo_settle_sheet(tracer->photo, &tracer->wish, closed, count, sheet);
    tracing->width = sheet->width;
    tracing->height = sheet->height;
    tracing->paper_found = sheet->paper_found;
    tracing->grid_found = sheet->grid_found;
    for (int i = 0; i < 4; i++)
        tracing->corners[i] = (struct spot){sheet->corners[i].x * tracer->scale.x,
                                            sheet->corners[i].y * tracer->scale.y};
    photo_bend_sheet(sheet, &tracing->bend);
    photo_make_loops(tracing, closed, count, 1 / sheet->square, tracer->scale);
}

/* Where a wall was cut or left out, what was found instead must not pass for it in silence. */
static void add_left_lines(struct tracer *tracer, struct photo_plane *lines)
{
    bool any_closed = has_closed(tracer->tracing);
    photo_add_left_lines(lines, tracer->tracing, &tracer->measures, tracer->scale);
    const struct photo_loop *left = photo_find_left_wall(tracer->tracing);
    if (left == NULL || !any_closed)
        return;
    struct point middle = left->vertices[left->count / 2];
    struct spot at =
        photo_from_sheet(tracer->tracing, (double)middle.x / FINE, (double)middle.y / FINE);
    at = (struct spot){at.x / tracer->scale.x, at.y / tracer->scale.y};
    remark(
        tracer, &at,
        "A line of about %.0f squares was left out here: if it is a wall, the walls found are not "
        "right.",
        left->length);
}

static void follow_lines(struct tracer *tracer, struct photo_plane *lines)
{
    struct wall_measures *measures = &tracer->measures;
    struct graph graph = graph_from_lines(lines);
    struct open_line open[OPEN_TOLD];
    struct closed_line *closed = NULL;
    int count = 0;
    graph_prune(&graph, 2 * measures->stroke, false);
    if (graph.edge_count <= EDGES_MOST) {
        if (!tracer->wish.keep_gaps)
            photo_close_gaps(&graph, measures);
        int open_count = photo_find_open_lines(&graph, measures, open, OPEN_TOLD);
        closed = photo_find_closed_lines(&graph, measures, &count);
        remark_open_lines(tracer, open, open_count, closed, count);
    } else {
        remark(tracer, NULL, "There are too many lines and dots for a drawing.");
    }
    make_loops(tracer, closed, count);
    add_left_lines(tracer, lines);
    for (int i = 0; i < count; i++)
        free(closed[i].places);
    free(closed);
    graph_free(&graph);
}

/* What is printed must not count as drawn: levels are found beside the grid's lines, and ink is
 * darker than those. */
static bool find_levels(struct tracer *tracer, const struct photo_plane *darkness,
                        struct ink_levels *levels)
{
    const struct photo_sheet *sheet = &tracer->sheet;
    const struct photo_plane *counts = photo_sheet_counts(sheet);
    if (!sheet->grid_found)
        return photo_find_levels(darkness, counts, levels);
    struct photo_plane beside =
        counts == NULL ? plane_create(darkness->width, darkness->height) : plane_copy(counts);
    if (counts == NULL)
        memset(beside.cells, 1, (size_t)beside.width * (size_t)beside.height);
    photo_clear_grid(&sheet->grid, .12 * sheet->grid.square + 1, &beside);
    bool found = photo_find_levels(darkness, &beside, levels);
    plane_free(&beside);
    int printed = photo_printed_level(sheet->grid.depth);
    tracer->dark_grid = found && printed > dark_part * levels->stroke;
    if (tracer->dark_grid)
        return true;
    levels->paper = levels->paper > printed ? levels->paper : printed;
    levels->stroke = levels->stroke > printed ? levels->stroke : printed;
    return found;
}

static void follow_drawing(struct tracer *tracer, const struct photo_plane *darkness)
{
    struct ink_levels levels;
    const struct photo_plane *counts = photo_sheet_counts(&tracer->sheet);
    tracer->measures.square = tracer->sheet.square;
    if (!find_levels(tracer, darkness, &levels)) {
        remark(tracer, NULL, "Nothing is drawn on it that can be told from the paper.");
        make_loops(tracer, NULL, 0);
        return;
    }
    const struct photo_grid *grid = tracer->sheet.grid_found ? &tracer->sheet.grid : NULL;
    struct photo_plane ink = photo_find_ink(darkness, counts, &levels, grid);
    if (tracer->dark_grid)
        photo_clear_dark_grid(grid, darkness, &ink);
    else if (grid != NULL)
        photo_clear_heavy(grid, darkness, &ink);
    /* Specks and small holes go, then lines of one pixel remain; their length and the ink tell how
     * wide strokes are. */
    double square = tracer->measures.square;
    /* Clears what hangs together (touching by sides or corners) and is smaller both ways than
     * `least`, or has no more than `strong` cells of 2; what stays is 1. */
    int least = (int)(.35 * square) + 2;
    int cells = ink.width * ink.height;
    uint8_t *done = memory_allocate((size_t)cells, 1);
    struct patch patch = {0};
    for (int i = 0; i < cells; i++) {
        if (ink.cells[i] == 0 || done[i])
            continue;
        gather(&ink, i, false, done, &patch);
        int found = 0;
        for (int j = 0; j < patch.places.count; j++)
            found += ink.cells[patch.places.items[j]] == 2;
        bool large = patch.right - patch.left >= least || patch.bottom - patch.top >= least;
        for (int j = 0; j < patch.places.count; j++)
            ink.cells[patch.places.items[j]] = large && found > 3;
    }
    free(patch.places.items);
    free(done);
    photo_fill_holes(&ink, (int)(.35 * square * square) + 1, .35 * square);
    int before = count_cells(&ink);
    photo_thin(&ink, tracer->cancelled);
    int after = count_cells(&ink);
    tracer->measures.stroke = after > 0 ? (double)before / after : 1;
    if (!cancelled(tracer))
        follow_lines(tracer, &ink);
    plane_free(&ink);
}

/* --- the result ------------------------------------------------------------------------------ */

static bool has_doubts(const struct photo_tracing *tracing)
{
    bool doubts = !has_closed(tracing) || !tracing->loops[0].taken;
    for (int i = 0; i < tracing->remark_count; i++)
        doubts = doubts || tracing->remarks[i].has_place;
    return doubts;
}

/* What on the photo itself keeps walls from being found; NULL: nothing that is known. */
static const char *find_cause(const struct tracer *tracer)
{
    const struct photo_sheet *sheet = &tracer->sheet;
    const struct photo_plane *counts = photo_sheet_counts(sheet);
    bool doubts = has_doubts(tracer->tracing);
    if (!sheet->grid_found && photo_sharpness(tracer->photo, counts) < PHOTO_BLURRED)
        return "the photo is blurred: hold the phone still, let it focus, and take it again in "
               "more light";
    if (doubts && tracer->dark_grid)
        return "the grid is as dark as the pen, so that lines along it cannot be told from it: "
               "draw the walls with a darker or a broader pen";
    if (doubts && !sheet->grid_found && photo_count_ruled_lines(tracer->tracing) >= RULED_LEAST)
        return "the lines of the paper are as dark as the pen and cannot be told from walls: use "
               "blank or squared paper, or a darker or broader pen";
    return NULL;
}

static void sum_up(struct tracer *tracer, const char *text)
{
    int before = tracer->tracing->remark_count;
    remark(tracer, NULL, "%s", text);
    if (tracer->tracing->remark_count > before)
        tracer->tracing->remarks[before].sums_up = true;
}

static bool give_result(struct tracer *tracer, struct error *error)
{
    const struct photo_tracing *tracing = tracer->tracing;
    if (cancelled(tracer))
        return false;
    const char *cause = find_cause(tracer);
    if (cause != NULL) {
        /* What cannot be trusted is not proposed, but may be taken. */
        for (int i = 0; i < tracer->tracing->loop_count; i++)
            tracer->tracing->loops[i].taken = false;
        return error_set(error, "%s", cause);
    }
    tracer->tracing->squares_guessed = !tracer->sheet.grid_found && tracer->wish.across == 0;
    if (tracing->squares_guessed && has_closed(tracing))
        remark(tracer, NULL,
               "How many squares there are is a guess, for no printed grid was found: say which "
               "paper it is, or how many squares it has both ways.");
    if (has_closed(tracing)) {
        if (!tracing->loops[0].taken)
            sum_up(tracer, "No closed line is large enough for a track.");
        return true;
    }
    if (tracing->remark_count == 0)
        sum_up(tracer, "No closed line was found.");
    return error_set(error, "no closed line was found");
}

/* Half of what is too wide for a stroke: where squares are known, the shadow of a finger or a ruler
 * is. */
static int stroke_reach(const struct tracer *tracer)
{
    int longer =
        tracer->photo->across > tracer->photo->down ? tracer->photo->across : tracer->photo->down;
    int widest = longer / DRAWN_PART + 2;
    int usual = (int)(stroke_part * tracer->sheet.grid.square) + 4;
    return tracer->sheet.grid_found && usual < widest ? usual : widest;
}

/* A red stroke that lies across the road between the walls that are proposed. */
static void find_red_line(struct tracer *tracer, const struct photo *photo)
{
    struct photo_tracing *tracing = tracer->tracing;
    struct draft draft;
    photo_find_red(photo, tracing);
    tracing->red.taken = false;
    photo_make_draft(tracing, &draft);
    tracing->red.found = tracing->red.taken = photo_add_red_line(tracing, &draft);
    draft_free(&draft);
    if (tracing->red.found)
        remark(tracer, NULL,
               "The red line across the road is taken for the start line; that it is crossed with "
               "the sun is a guess.");
}

static bool trace_light(const struct photo *photo, const struct photo *seen,
                        const struct photo_wish *wish, const atomic_bool *is_cancelled,
                        struct photo_tracing *tracing, struct error *error)
{
    struct tracer tracer = {
        .photo = photo,
        .wish = *wish,
        .cancelled = is_cancelled,
        .tracing = tracing,
        .scale = {(double)photo->width / photo->across, (double)photo->height / photo->down}};
    for (int i = 0; i < 4; i++)
        tracer.wish.corners[i] =
            (struct spot){wish->corners[i].x / tracer.scale.x, wish->corners[i].y / tracer.scale.y};
    int longer = photo->across > photo->down ? photo->across : photo->down;
    struct photo_plane darkness = photo_darkness(photo, longer / PRINTED_PART + 2, is_cancelled);
    bool found =
        photo_find_sheet(photo, &darkness, &tracer.wish, is_cancelled, &tracer.sheet, error);
    plane_free(&darkness);
    if (found) {
        darkness = photo_darkness(photo, stroke_reach(&tracer), is_cancelled);
        follow_drawing(&tracer, &darkness);
        plane_free(&darkness);
    }
    photo_forget_sheet(&tracer.sheet);
    found = found && give_result(&tracer, error);
    if (found)
        find_red_line(&tracer, seen);
    return found;
}

bool photo_trace(const struct photo *photo, const struct photo_wish *wish,
                 const atomic_bool *is_cancelled, struct photo_tracing *tracing,
                 struct error *error)
{
    *tracing = (struct photo_tracing){0};
    *error = (struct error){0};
    tracing->is_board = wish->ground == PHOTO_ANY_GROUND ? photo_is_board(photo, is_cancelled)
                                                         : wish->ground == PHOTO_BOARD;
    if (!tracing->is_board)
        return trace_light(photo, photo, wish, is_cancelled, tracing, error);
    struct photo negative = photo_negative(photo);
    bool found = trace_light(&negative, photo, wish, is_cancelled, tracing, error);
    free(negative.pixels);
    return found;
}

/* --- what a tracing is asked ----------------------------------------------------------------- */

void photo_tracing_free(struct photo_tracing *tracing)
{
    for (int i = 0; i < tracing->loop_count; i++)
        free(tracing->loops[i].vertices);
    free(tracing->loops);
    free(tracing->bend.by);
    *tracing = (struct photo_tracing){0};
}

struct spot photo_from_sheet(const struct photo_tracing *tracing, double x, double y)
{
    struct homography from_unit;
    if (tracing->width < 1 || tracing->height < 1 ||
        !homography_from_unit(tracing->corners, &from_unit))
        return tracing->corners[0];
    struct spot on = photo_bend_apply(&tracing->bend, (struct spot){x, y});
    struct spot unit = {on.x / tracing->width, 1 - on.y / tracing->height};
    return homography_apply(&from_unit, unit);
}

void photo_to_sheet(const struct photo_tracing *tracing, struct spot at, double *x, double *y)
{
    struct homography from_unit;
    struct homography to_unit = {{0}};
    *x = *y = 0;
    if (!homography_from_unit(tracing->corners, &from_unit) ||
        !homography_invert(&from_unit, &to_unit))
        return;
    struct spot unit = homography_apply(&to_unit, at);
    struct spot on = {unit.x * tracing->width, (1 - unit.y) * tracing->height};
    on = photo_bend_undo(&tracing->bend, on);
    *x = on.x;
    *y = on.y;
}

/* Within a square the photo is as good as even: only its corners are looked up. */
uint32_t *photo_flatten(const struct photo_tracing *tracing, const uint32_t *pixels, int width,
                        int height, double scale, int square)
{
    size_t across = (size_t)(tracing->width * square);
    uint32_t *flat = memory_allocate(across * (size_t)(tracing->height * square), sizeof *flat);
    for (int cell = 0; cell < tracing->width * tracing->height; cell++) {
        int column = cell % tracing->width, row = cell / tracing->width;
        struct spot corners[4];
        for (int i = 0; i < 4; i++)
            corners[i] = photo_from_sheet(tracing, column + i % 2, tracing->height - row - i / 2);
        for (int i = 0; i < square * square; i++) {
            int x = i % square, y = i / square;
            struct spot at = spot_within(corners, (x + .5) / square, (y + .5) / square);
            double u = at.x * scale, v = at.y * scale;
            bool seen = u >= 0 && v >= 0 && u < width && v < height;
            flat[(size_t)(row * square + y) * across + (size_t)(column * square + x)] =
                seen ? pixels[(size_t)v * (size_t)width + (size_t)u] : 0xffffffff;
        }
    }
    return flat;
}

const struct photo_paper photo_papers[PHOTO_PAPER_COUNT] = {
    {"A5", 42, 30}, {"A4", 59, 42}, {"A3", 84, 59}, {"Letter", 56, 43}};

void photo_wish_paper(const struct photo_paper *paper, const struct photo_tracing *tracing,
                      struct photo_wish *wish)
{
    bool stands = tracing->height > tracing->width;
    wish->across = stands ? paper->down : paper->across;
    wish->down = stands ? paper->across : paper->down;
}

void photo_make_draft(const struct photo_tracing *tracing, struct draft *draft)
{
    *draft = (struct draft){.width = tracing->width, .height = tracing->height};
    for (int i = 0; i < tracing->loop_count; i++) {
        const struct photo_loop *loop = &tracing->loops[i];
        if (!loop->taken)
            continue;
        draft_add_item(draft, DRAFT_WALL, 0);
        draft_begin_loop(draft);
        struct error error;
        for (int j = 0; j < loop->count; j++)
            draft_add_vertex(draft, loop->vertices[j], &error);
        draft_close_loop(draft);
    }
    if (tracing->red.taken)
        photo_add_red_line(tracing, draft);
}
