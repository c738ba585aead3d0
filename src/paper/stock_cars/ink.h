/* Stock cars on squared paper: a tile is a square, (x, y) from grid point (x, y) to (x + 1, y + 1).
 *
 * Tiles are drawn from whatever answers for them: a map, a draft that would pass no check, or a
 * race as it stands. All that is drawn of tiles is opaque and lies within the clip: to mend one,
 * clip to its box and draw again.
 */
#ifndef GRAPHPRIX_PAPER_STOCK_CARS_INK_H
#define GRAPHPRIX_PAPER_STOCK_CARS_INK_H

#include "paper/ink.h"
#include "rules/stock_cars/stock_cars.h"

/* Who answers for tiles; borrowed. `tile` gives a character of RULES 1.1, digits for starting
 * places, and is asked for tiles of the sheet alone. */
struct stock_tiles {
    int width, height;
    enum heading race;
    enum turn turn;
    char (*tile)(const struct stock_tiles *tiles, struct point at);
    const struct stock_map *map; /* whose line goes on across the pits; NULL: F is the line */
    const void *of;              /* for `tile` */
};
struct stock_tiles stock_tiles_of_map(const struct stock_map *map);
struct stock_tiles stock_tiles_of_draft(const struct map_draft *draft);

/* As `draw_course` of the table of inks. */
void stock_draw_tiles(cairo_t *cairo, const struct paper_view *view,
                      const struct stock_tiles *tiles, bool on_sheet,
                      const struct paper_theme *theme);
/* What is drawn of a tile at most (x, y, width, height in whole device pixels), its share of the
 * edge of the track included. */
void stock_tile_box(const struct paper_view *view, int height, struct point at, double box[4]);

#endif
