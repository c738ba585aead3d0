/* Affine maps, and how SVG and CSS write them. Only + - x / are used, sine and cosine among what is
 * computed so, and multiples of 90 degrees are exact: the same on every machine. Angles are in
 * degrees.
 */
#ifndef GRAPHPRIX_SVG_TRANSFORM_H
#define GRAPHPRIX_SVG_TRANSFORM_H

#include "base/error.h"

#include <stdbool.h>

/* === scan ===================================================================================== */

/* Reading the numbers and words in SVG attributes: no locale, no libm, the same double everywhere.
 *
 * Every function reads at *cursor in a string that ends with a zero byte and moves it behind what
 * it read. On failure the error says what was found instead; the caller knows the line.
 */

/* Larger numbers are refused: no sheet needs them, and beyond it doubles get coarse. */
#define SCAN_NUMBER_LIMIT 1e9

static inline bool scan_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

void scan_spaces(const char **cursor);
/* White space with at most one comma in it: what separates the numbers of a list. */
void scan_separator(const char **cursor);

/* Does a number start here? */
bool scan_sees_number(const char *cursor);
/* Sign, digits, fraction and exponent as SVG writes them. Correctly rounded up to 19 digits and
 * exponents of 10^-19 to 10^19; beyond that within a few units of the last place. */
bool scan_number(const char **cursor, double *value, struct error *error);
/* A single 0 or 1, which needs nothing between it and the next number. */
bool scan_flag(const char **cursor, bool *value, struct error *error);
/* A number with an optional unit (px, mm, cm, in, pt, pc, Q) in user units of 1/96 inch. The whole
 * string must be one. */
bool scan_length(const char *string, double *value, struct error *error);
/* The same, or percent of `whole`. */
bool scan_length_of(const char *string, double whole, double *value, struct error *error);
/* A length or percentage of CSS at *cursor: a number has a unit unless it is 0. */
bool scan_css_length(const char **cursor, double whole, double *value, struct error *error);
/* An angle of CSS in degrees: deg, grad, rad, turn, or 0. */
bool scan_css_angle(const char **cursor, double *degrees, struct error *error);
/* As many numbers as wanted, separated, and nothing else. */
bool scan_numbers(const char *string, double *values, int count, struct error *error);

/* Names and values in turn, ending with NULL, as expat hands them over. */
const char *scan_attribute(const char *const *attributes, const char *name); /* NULL if not there */

/* A length, or percent of `whole`, that stays as it is where there is no such attribute. */
bool scan_attribute_length(const char *const *attributes, const char *name, double whole,
                           double *value, struct error *error);

/* "'abc...'" or "the end", printable, of at most `size` bytes: what an error message quotes. */
const char *scan_quote(const char *cursor, char *into, int size);

/* === transform ================================================================================ */

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
