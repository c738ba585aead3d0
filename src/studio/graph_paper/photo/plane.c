/* See plane.h. */
#include "studio/graph_paper/photo/plane.h"

#include "base/memory.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

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

enum { TILE = 16 };

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

/* --- homographies ---------------------------------------------------------------------------- */

struct spot homography_apply(const struct homography *homography, struct spot place)
{
    const double *m = homography->m;
    double scale = m[6] * place.x + m[7] * place.y + m[8];
    if (fabs(scale) < 1e-12)
        scale = scale < 0 ? -1e-12 : 1e-12;
    return (struct spot){(m[0] * place.x + m[1] * place.y + m[2]) / scale,
                         (m[3] * place.x + m[4] * place.y + m[5]) / scale};
}

bool homography_invert(const struct homography *homography, struct homography *inverse)
{
    const double *m = homography->m;
    double *w = inverse->m;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int a = (j + 1) % 3;
            int b = (j + 2) % 3;
            int c = (i + 1) % 3;
            int d = (i + 2) % 3;
            w[3 * i + j] = m[3 * a + c] * m[3 * b + d] - m[3 * a + d] * m[3 * b + c];
        }
    double determinant = m[0] * w[0] + m[1] * w[3] + m[2] * w[6];
    if (!(fabs(determinant) > 1e-12))
        return false;
    for (int i = 0; i < 9; i++)
        w[i] /= determinant;
    return true;
}

struct homography homography_join(const struct homography *first, const struct homography *second)
{
    struct homography joined = {{0}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                joined.m[3 * i + j] += second->m[3 * i + k] * first->m[3 * k + j];
    return joined;
}

static double side_of(struct spot o, struct spot a, struct spot b)
{
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

static bool is_convex(const struct spot corners[4])
{
    int left = 0;
    for (int i = 0; i < 4; i++) {
        double side = side_of(corners[i], corners[(i + 1) % 4], corners[(i + 2) % 4]);
        if (!(fabs(side) > 1e-6))
            return false;
        left += side > 0;
    }
    return left == 0 || left == 4;
}

/* Heckbert, Fundamentals of Texture Mapping, 1989. */
bool homography_from_unit(const struct spot corners[4], struct homography *homography)
{
    if (!is_convex(corners))
        return false;
    double ax = corners[1].x - corners[2].x;
    double ay = corners[1].y - corners[2].y;
    double bx = corners[3].x - corners[2].x;
    double by = corners[3].y - corners[2].y;
    double sx = corners[0].x - corners[1].x + corners[2].x - corners[3].x;
    double sy = corners[0].y - corners[1].y + corners[2].y - corners[3].y;
    double determinant = ax * by - bx * ay;
    double g = (sx * by - bx * sy) / determinant;
    double h = (ax * sy - sx * ay) / determinant;
    *homography = (struct homography){{corners[1].x - corners[0].x + g * corners[1].x,
                                       corners[3].x - corners[0].x + h * corners[3].x, corners[0].x,
                                       corners[1].y - corners[0].y + g * corners[1].y,
                                       corners[3].y - corners[0].y + h * corners[3].y, corners[0].y,
                                       g, h, 1}};
    return true;
}

bool solve_equations(double *rows, int count)
{
    int wide = count + 1;
    for (int i = 0; i < count; i++) {
        int best = i;
        for (int j = i + 1; j < count; j++)
            best = fabs(rows[j * wide + i]) > fabs(rows[best * wide + i]) ? j : best;
        if (!(fabs(rows[best * wide + i]) > 1e-12))
            return false;
        for (int k = 0; k < wide; k++) {
            double kept = rows[i * wide + k];
            rows[i * wide + k] = rows[best * wide + k];
            rows[best * wide + k] = kept;
        }
        for (int j = 0; j < count; j++) {
            double factor = j == i ? 0 : rows[j * wide + i] / rows[i * wide + i];
            for (int k = i; factor != 0 && k < wide; k++)
                rows[j * wide + k] -= factor * rows[i * wide + k];
        }
    }
    for (int i = 0; i < count; i++)
        rows[i * wide + count] /= rows[i * wide + i];
    return true;
}
