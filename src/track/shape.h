/* The basic shapes of SVG: polygon, polyline, line, rect, circle, ellipse; and path. */
#ifndef GRAPHPRIX_TRACK_SHAPE_H
#define GRAPHPRIX_TRACK_SHAPE_H

#include "svg/svg.h"
#include "track/draft.h"

/* === pencil =================================================================================== */

/* From the strokes of SVG to vertices: what paths and shapes are drawn with.
 *
 * Coordinates come in as user units of the shape and go through its transform to squares, y down.
 * Curves are flattened to within PENCIL_FLATNESS, each vertex is rounded to 1/1024 square (halves
 * away from zero) and then flipped into the draft's last item. Flatness and rounding together stay
 * within the 1/64 square of files-and-protocols section 1. Only + - x / are used: the polygon is
 * the same on every machine. Angles are in degrees.
 */

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

/* === shape ==================================================================================== */

struct shape {
    const char *element;
    /* Into the draft's last item. */
    bool (*draw)(const char *const *attributes, struct pencil *pencil, struct error *error);
    bool is_round; /* a circle or an ellipse */
};
const struct shape *shape_find(const char *element); /* NULL if it is no shape */

/* Only the centre of a circle or an ellipse, as one vertex; other shapes are an error. */
bool shape_draw_centre(const struct shape *shape, const char *const *attributes,
                       struct pencil *pencil, struct error *error);

/* Draws path data, the `d` of a path: all commands, absolute and relative, implicit repeats,
 * numbers and flags with nothing between them; each subpath is a loop of the draft's last item.
 * Anything that SVG does not allow is an error (and not, as in viewers, the end of the drawing): a
 * wall that is half there would be another track. */
bool path_draw(const char *data, struct pencil *pencil, struct error *error);

#endif
