/* The basic shapes of SVG: polygon, polyline, line, rect, circle, ellipse; and path. */
#ifndef GRAPHPRIX_TRACK_SHAPE_H
#define GRAPHPRIX_TRACK_SHAPE_H

#include "track/pencil.h"

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
