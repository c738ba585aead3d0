/* What the parts of the tracer share.
 *
 * A photo is kept as a working copy whose longer side has at most WORK_MOST pixels: that is 50 to
 * the square of an ordinary sheet. All parts count in pixels of this copy, as places: the middle of
 * the first pixel is (0.5, 0.5).
 */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_PHOTO_INSIDE_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_PHOTO_INSIDE_H

#include "studio/graph_paper/photo/photo.h"

enum { PHOTO_WORK_LEAST = 1900, PHOTO_WORK_MOST = 2400 };

struct photo {
    int width, height; /* of the upright picture */
    int across, down;  /* of the working copy */
    uint32_t *pixels;  /* of the working copy: 0xffRRGGBB row by row */
};

static inline bool photo_is_cancelled(const atomic_bool *cancelled)
{
    return cancelled != NULL && atomic_load_explicit(cancelled, memory_order_relaxed);
}

#endif
