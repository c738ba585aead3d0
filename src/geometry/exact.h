/* A point with rational coordinates: where a move meets a wall.
 *
 * (x / w, y / w) in **squares**, w > 0, without a common divisor of all three. A move between grid
 * points of a sheet (or up to a sheet's width outside it) against a wall in fine coordinates needs
 * |x|, |y| < 2^62 and w < 2^48; products are formed in 128 bits. As the form is unique, equal
 * points have equal members.
 */
#ifndef GRAPHPRIX_GEOMETRY_EXACT_H
#define GRAPHPRIX_GEOMETRY_EXACT_H

#include "base/text.h"
#include "geometry/point.h"

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
