/* The small drawings of the help page, one a lesson; painted into any size.
 */
#ifndef GRAPHPRIX_SCREENS_SKETCHES_H
#define GRAPHPRIX_SCREENS_SKETCHES_H

#include "draw/canvas.h"

/* `data` of each is the theme. */
canvas_painter sketch_points, sketch_speed, sketch_wall, sketch_nitro, sketch_slick,
    sketch_collision, sketch_finish;

#endif
