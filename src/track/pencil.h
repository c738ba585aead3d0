/* From the strokes of SVG to vertices: affine maps, and what paths and shapes are drawn with.
 *
 * Coordinates come in as user units of the shape and go through its transform to squares, y down.
 * Curves are flattened to within PENCIL_FLATNESS, each vertex is rounded to 1/1024 square (halves
 * away from zero) and then flipped into the draft's last item. Flatness and rounding together stay
 * within the 1/64 square of files-and-protocols section 1. Only + - x / are used, sine and cosine
 * among what is computed so, and multiples of 90 degrees are exact: the polygon is the same on
 * every machine. Angles are in degrees.
 */
#ifndef GRAPHPRIX_TRACK_PENCIL_H
#define GRAPHPRIX_TRACK_PENCIL_H

#include "track/draft.h"

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

#define PENCIL_FLATNESS (1.0 / 128)

/* Where user units lie on the sheet: the view box's corner and the side of a square. */
struct pencil_sheet {
    struct vector corner;
    double square;
};

struct pencil_arc {
    double rx, ry;
    double rotation; /* of the x axis, in degrees */
    bool large, sweep;
    struct vector to;
};

struct pencil {
    struct draft *draft;
    struct pencil_sheet sheet;
    struct transform transform;
    struct vector viewport; /* user units; what percentages are of */
    struct vector at;       /* the current point */
    struct vector start;    /* of the loop */
    bool begun;             /* has the loop a vertex? */
    bool anywhere;          /* also off the sheet */
};

void pencil_move(struct pencil *pencil, struct vector to);
bool pencil_line(struct pencil *pencil, struct vector to, struct error *error);
bool pencil_quadratic(struct pencil *pencil, struct vector control, struct vector to,
                      struct error *error);
bool pencil_cubic(struct pencil *pencil, struct vector control, struct vector second,
                  struct vector to, struct error *error);
bool pencil_arc(struct pencil *pencil, const struct pencil_arc *arc, struct error *error);
/* The current point is the loop's start again. */
bool pencil_close(struct pencil *pencil, struct error *error);

#endif
