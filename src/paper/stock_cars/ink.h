/* Stock cars on squared paper: a tile is a square, (x, y) from grid point (x, y) to (x + 1, y + 1).
 *
 * Tiles are drawn from whatever answers for them: a map, a draft that would pass no check, or a
 * race as it stands. All that is drawn of tiles is opaque and lies within the clip: to mend one,
 * clip to its box and draw again.
 */
#ifndef GRAPHPRIX_PAPER_STOCK_CARS_INK_H
#define GRAPHPRIX_PAPER_STOCK_CARS_INK_H

#include "paper/ink.h"
#include "paper/paper.h"
#include "rules/stock_cars/stock_cars.h"

/* Who answers for tiles; borrowed. `tile` gives a character of RULES 1.1, digits for starting
 * places, and is asked for tiles of the sheet alone. */
struct stock_tiles {
    int width, height;
    enum heading race;
    enum turn turn;
    char (*tile)(const struct stock_tiles *tiles, struct point at);
    const char *drawn; /* [y * width + x]: as the map itself has them; NULL: there is none */
    const bool *line;  /* the same: of the line, which goes on across the pits; NULL: F is it */
    const void *of;    /* for `tile` */
    const char *name;  /* that is written beside the road; NULL: none */
    bool draft;        /* it is being drawn: nothing grows beside it, where words may stand */
};
struct stock_tiles stock_tiles_of_map(const struct stock_map *map);
/* With what map_draft_line says of it. */
struct stock_tiles stock_tiles_of_draft(const struct map_draft *draft, const bool *line);

/* As `draw_course` of the table of inks. */
void stock_draw_tiles(cairo_t *cairo, const struct paper_view *view,
                      const struct stock_tiles *tiles, bool on_sheet,
                      const struct paper_theme *theme);
/* What another tile there changes at most (x, y, width, height in whole device pixels): how the
 * pencil goes round it, and what stands beside the road. */
void stock_tile_box(const struct paper_view *view, int height, struct point at, double box[4]);

/* A bend: the tiles of its inside, along which there are kerbs, and how many tiles in a row lead
 * past its middle: a car that drives no more in a turn steers once a turn there. */
struct stock_bend {
    struct point low, high;
    int room;
};
enum { STOCK_BENDS = 64 };
int stock_find_bends(const struct stock_tiles *tiles, struct stock_bend into[STOCK_BENDS]);
/* Its kerbs in another colour, over what stock_draw_tiles has drawn. */
void stock_draw_bend(cairo_t *cairo, const struct paper_view *view, const struct stock_tiles *tiles,
                     const struct stock_bend *bend, struct paper_color color,
                     const struct paper_theme *theme);

/* --- cars ------------------------------------------------------------------------------------- */

/* A car wherever on its way it is. */
struct stock_look {
    int car, pen;
    double x, y; /* its middle, in tiles: that of tile (0, 0) is (0.5, 0.5) */
    double size; /* 1: as large as a car that has its tile for itself */
    enum heading heading;
    bool finished, out;
};
/* Where it stands, beside others on its tile. */
struct stock_look stock_look_of(const struct session *session, const struct race *race, int car);
/* Where it is when draw_step of the table of inks has drawn `progress` of a step. */
struct stock_look stock_look_in_step(const struct session *session, int step, double progress,
                                     int car);
void stock_draw_look(cairo_t *cairo, const struct paper_view *view, int height,
                     const struct stock_look *look, const struct paper_theme *theme);
void stock_look_box(const struct paper_view *view, int height, const struct stock_look *look,
                    double box[4]);

/* The way of a car through the middles of tiles, with a tick on each: the first `shown` of the
 * tiles entered, 2.5 is half way to the third. In the colour that is set. */
void stock_draw_way(cairo_t *cairo, const struct paper_view *view, int height, int car,
                    struct point from, const struct stock_entered *path, int count, double shown);

/* Beside it: dashes and a cross where it left the track from a tile; a burst, (x, y) in tiles. */
void stock_draw_left(cairo_t *cairo, const struct paper_view *view, int height, int car,
                     struct point at, enum heading heading);
void stock_draw_burst(cairo_t *cairo, const struct paper_view *view, int height, double x,
                      double y);

/* Half the length of the arrows that say which way the race goes. */
double stock_arrow_half(const struct paper_view *view);

extern const struct ink stock_cars_ink;

#endif
