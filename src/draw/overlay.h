/* Ink over everything: what a hand draws across the window, whatever lies under it.
 *
 * Strokes are kept in shares of the window, so they stay where they were drawn on it when it
 * changes its size. Their picture is kept, too: a frame paints what has been added since and copies
 * the part of the window that holds ink. Coordinates are device pixels.
 */
#ifndef GRAPHPRIX_DRAW_OVERLAY_H
#define GRAPHPRIX_DRAW_OVERLAY_H

#include "draw/canvas.h"

struct overlay;

struct overlay *overlay_create(void);
void overlay_free(struct overlay *overlay); /* NULL is allowed */

/* A new stroke, a dot as yet; and where the hand has gone on to. What comes after the most that is
 * kept (some hours of drawing) is not drawn. */
void overlay_put_down(struct overlay *overlay, const struct canvas *canvas, int x, int y);
void overlay_draw_to(struct overlay *overlay, const struct canvas *canvas, int x, int y);

/* The last stroke, or all of them. False if there is none. */
bool overlay_undo(struct overlay *overlay);
bool overlay_clear(struct overlay *overlay);

/* Over what was drawn in this pass, `width` interface pixels broad. */
void overlay_show(struct overlay *overlay, struct canvas *canvas, struct paper_color color,
                  double width);

#endif
