/* Points with integer coordinates, y up.
 *
 * Two units are in use and each function says which it takes: **grid points** count squares,
 * **fine** points count 1/1024 squares. Sheets are at most 4096 x 4096 squares, so fine coordinates
 * stay within 2^22 and every product of two differences fits into an int64_t with room to spare.
 */
#ifndef GRAPHPRIX_GEOMETRY_POINT_H
#define GRAPHPRIX_GEOMETRY_POINT_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum { FINE = 1024, SHEET_MAX = 4096 };

struct point {
    int32_t x, y;
};

/* What lies between two corners, both within. */
struct point_range {
    struct point low, high;
};

static inline bool point_equal(struct point a, struct point b)
{
    return a.x == b.x && a.y == b.y;
}

static inline struct point point_add(struct point a, struct point b)
{
    return (struct point){a.x + b.x, a.y + b.y};
}

static inline struct point point_subtract(struct point a, struct point b)
{
    return (struct point){a.x - b.x, a.y - b.y};
}

/* The corners of the box round both. */
static inline struct point point_lower(struct point a, struct point b)
{
    return (struct point){a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y};
}

static inline struct point point_upper(struct point a, struct point b)
{
    return (struct point){a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y};
}

/* How far a vector reaches on the axis on which it reaches farther. */
static inline int point_reach(struct point vector)
{
    int across = vector.x < 0 ? -vector.x : vector.x;
    int up = vector.y < 0 ? -vector.y : vector.y;
    return across > up ? across : up;
}

static inline struct point point_to_fine(struct point grid)
{
    return (struct point){grid.x * FINE, grid.y * FINE};
}

static inline int64_t point_dot(struct point a, struct point b)
{
    return (int64_t)a.x * b.x + (int64_t)a.y * b.y;
}

/* Twice the signed area of the triangle o, a, b: above 0 if b is to the left of o -> a. */
static inline int64_t point_cross(struct point o, struct point a, struct point b)
{
    return (int64_t)(a.x - o.x) * (b.y - o.y) - (int64_t)(a.y - o.y) * (b.x - o.x);
}

/* === exact ==================================================================================== */

/* A point with rational coordinates: where a move meets a wall.
 *
 * (x / w, y / w) in **squares**, w > 0, without a common divisor of all three. A move between grid
 * points of a sheet (or up to a sheet's width outside it) against a wall in fine coordinates needs
 * |x|, |y| < 2^62 and w < 2^48; products are formed in 128 bits. As the form is unique, equal
 * points have equal members.
 */

__extension__ typedef __int128 int128;

struct exact_point {
    int64_t x, y, w;
};

/* (x / w, y / w) brought to the form above; w must not be 0. */
struct exact_point exact_make(int64_t x, int64_t y, int64_t w);
struct exact_point exact_from_grid(struct point grid);
bool exact_is_grid(struct exact_point p, struct point *grid); /* all whole numbers? */
bool exact_equal(struct exact_point a, struct exact_point b);

/* Sign (-1, 0, 1) of cross(b - a, p - a) for grid points a, b: above 0 is left of a -> b. */
int exact_side(struct point a, struct point b, struct exact_point p);

/* Sign of the difference between the distances of p and q from the line a -> b, to its left: above
 * 0 if p is farther. */
int exact_compare_sides(struct point a, struct point b, struct exact_point p, struct exact_point q);

/* Sign of |p - a|^2 - |p - b|^2 for grid points a, b: below 0 if a is the nearer one. */
int exact_compare_distance(struct exact_point p, struct point a, struct point b);
/* Is |p - a| <= squares? For distances up to the size of a sheet. */
bool exact_within(struct exact_point p, struct point a, int32_t squares);

/* One coordinate as the shortest fraction, "49/4" or "9". */
void exact_append_x(struct text *text, struct exact_point p);
void exact_append_y(struct text *text, struct exact_point p);

#endif
