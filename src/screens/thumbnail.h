/* A small picture of a track that a screen keeps: painted when first needed at a size, and again
 * when size, scale or theme are others.
 */
#ifndef GRAPHPRIX_SCREENS_THUMBNAIL_H
#define GRAPHPRIX_SCREENS_THUMBNAIL_H

#include "draw/canvas.h"
#include "track/track.h"

/* A zeroed one is empty. It belongs to one track. */
struct thumbnail {
    struct picture *picture;
    double scale;
    const struct paper_theme *theme;
};

void thumbnail_draw(struct thumbnail *thumbnail, const struct track *track, struct canvas *canvas,
                    struct box box);
void thumbnail_free(struct thumbnail *thumbnail); /* it is empty again */

#endif
