/* Affine maps, and how SVG and CSS write them. Only + - x / are used, sine and cosine among what is
 * computed so, and multiples of 90 degrees are exact: the same on every machine. Angles are in
 * degrees.
 */
#ifndef GRAPHPRIX_SVG_TRANSFORM_H
#define GRAPHPRIX_SVG_TRANSFORM_H

#include "base/error.h"

#include <stdbool.h>

struct vector {
    double x, y;
};

/* (x, y) becomes (a x + c y + e, b x + d y + f), the letters of SVG. */
struct transform {
    double a, b, c, d, e, f;
};

extern const struct transform transform_identity;

struct vector transform_apply(const struct transform *transform, struct vector v);
/* The map that does `inner` first. */
struct transform transform_multiply(const struct transform *outer, const struct transform *inner);
/* The largest factor by which the map stretches a length. */
double transform_stretch(const struct transform *transform);

/* A list such as "translate(3 4) rotate(30)". The empty string is the identity. */
bool transform_read(const char *string, struct transform *transform, struct error *error);

/* The same as CSS writes it, with units; percentages are of the viewport. */
bool transform_read_css(const char *string, struct vector viewport, struct transform *transform,
                        struct error *error);

/* (cosine, sine) of an angle in degrees, within SCAN_NUMBER_LIMIT. */
struct vector transform_direction(double degrees);

/* Square root by + x / alone; 0 for what has none. */
double transform_square_root(double value);

#endif
