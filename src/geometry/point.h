/* Points with integer coordinates, y up.
 *
 * Two units are in use and each function says which it takes: **grid points** count squares,
 * **fine** points count 1/1024 squares. Sheets are at most 4096 x 4096 squares, so fine coordinates
 * stay within 2^22 and every product of two differences fits into an int64_t with room to spare.
 */
#ifndef GRAPHPRIX_GEOMETRY_POINT_H
#define GRAPHPRIX_GEOMETRY_POINT_H

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

#endif
