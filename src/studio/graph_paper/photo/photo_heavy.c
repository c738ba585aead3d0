/* See photo_grid.h: on many sheets some lines are printed heavier than the others, every fifth or
 * tenth.
 *
 * How dark a line is printed is how dark it is along half of its way. Walls may run along a line
 * for as long, but hardly along every fifth one: what is heavier comes again and again.
 */
#include "studio/graph_paper/photo/photo_grid.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 4, OFFSETS = 2, WHOLE_PART = 12, HEAVY_LEAST = 3 };

static const int periods[] = {5, 10, 4, 8, 2};

static const double heavier = 1.2;     /* than the line in the middle of all */
static const double offset_step = .04; /* squares, to each side of where a line should be */

static int compare_depths(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static struct photo_place place_of(const struct grid *grid, bool column, double across,
                                   double along)
{
    return photo_grid_place(grid, column ? across : along, column ? along : across);
}

/* The darkest across the line, which may run a bit beside its place. */
static int depth_at(const struct grid *grid, const struct plane *darkness, bool column, int line,
                    double along)
{
    double deepest = 0;
    for (int i = -OFFSETS; i <= OFFSETS; i++) {
        struct photo_place at = place_of(grid, column, line + i * offset_step, along);
        if (at.x >= 0 && at.y >= 0 && at.x < darkness->width && at.y < darkness->height)
            deepest = fmax(deepest, plane_sample(darkness, at.x, at.y));
    }
    return (int)deepest;
}

/* `whole` is how dark it is nearly everywhere. */
static int depth_of_line(const struct grid *grid, const struct plane *darkness, bool column,
                         int line, int *whole)
{
    int from = column ? grid->top : grid->left;
    int count = SAMPLES * ((column ? grid->bottom : grid->right) - from);
    int *depths = memory_allocate((size_t)count, sizeof *depths);
    for (int i = 0; i < count; i++)
        depths[i] = depth_at(grid, darkness, column, line, from + (i + .5) / SAMPLES);
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

static struct lines measure_lines(const struct grid *grid, const struct plane *darkness,
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

void photo_clear_heavy(const struct grid *grid, const struct plane *darkness, struct plane *ink)
{
    struct lines columns = measure_lines(grid, darkness, true);
    struct lines rows = measure_lines(grid, darkness, false);
    double reach = .12 + 1 / grid->square;
    for (int y = 0; y < ink->height; y++)
        for (int x = 0; x < ink->width; x++) {
            uint8_t *cell = plane_row(ink, y) + x;
            if (*cell != 1)
                continue;
            struct photo_place at = photo_grid_squares(grid, (struct photo_place){x + .5, y + .5});
            int column = depth_near(&columns, at.x, reach);
            int row = depth_near(&rows, at.y, reach);
            if (plane_row(darkness, y)[x] < photo_printed_level(column > row ? column : row))
                *cell = 0;
        }
    free(columns.depths);
    free(rows.depths);
}

/* Ink goes on through a line that it crosses: from both sides, as far as a line is wide. */
static void cross_lines(struct plane *ink, const struct plane *taken, int steps)
{
    for (int i = 0; i < steps; i++) {
        struct plane before = plane_copy(ink);
        for (int y = 1; y + 1 < ink->height; y++)
            for (int x = 1; x + 1 < ink->width; x++) {
                if (plane_row(taken, y)[x] == 0 || plane_row(&before, y)[x] != 0)
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
}

void photo_clear_dark_grid(const struct grid *grid, const struct plane *darkness, struct plane *ink)
{
    struct plane taken = plane_copy(ink);
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
    cross_lines(ink, &taken, (int)ceil(reach) + 1);
    plane_free(&taken);
}
