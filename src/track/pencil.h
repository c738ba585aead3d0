/* From the strokes of SVG to vertices: what paths and shapes are drawn with.
 *
 * Coordinates come in as user units of the shape and go through its transform to squares, y down.
 * Curves are flattened to within PENCIL_FLATNESS, each vertex is rounded to 1/1024 square (halves
 * away from zero) and then flipped into the draft's last item. Flatness and rounding together stay
 * within the 1/64 square of files-and-protocols section 1. Only + - x / are used: the polygon is
 * the same on every machine. Angles are in degrees.
 */
#ifndef GRAPHPRIX_TRACK_PENCIL_H
#define GRAPHPRIX_TRACK_PENCIL_H

#include "svg/transform.h"
#include "track/draft.h"

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
