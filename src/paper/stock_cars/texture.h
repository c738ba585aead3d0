/* What tiles are filled with: pencil strokes of banks and dots of sand, the same at any zoom.
 */
#ifndef GRAPHPRIX_PAPER_STOCK_CARS_TEXTURE_H
#define GRAPHPRIX_PAPER_STOCK_CARS_TEXTURE_H

#include "paper/brush.h"

enum texture { TEXTURE_SAND, TEXTURE_BANK_LEFT, TEXTURE_BANK_RIGHT, TEXTURE_COUNT };

/* Fills the path, which is used up, with it on what is there. It moves with the view's origin. */
void texture_fill(cairo_t *cairo, const struct paper_view *view, enum texture texture,
                  const struct paper_theme *theme);

#endif
