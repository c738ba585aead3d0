/* The tiles that are seen, copied out of whatever answers for them, and the edge of the track among
 * them. For this folder.
 */
#ifndef GRAPHPRIX_PAPER_STOCK_CARS_PART_H
#define GRAPHPRIX_PAPER_STOCK_CARS_PART_H

#include "paper/stock_cars/ink.h"

/* How far a sign reaches beyond its tile where squares are small, in interface pixels. */
enum { PART_REACH = 10 };

/* Tiles from `low` up to before `high`, a margin round what cairo's clip shows among them. */
struct part {
    cairo_t *cairo;
    const struct paper_view *view;
    const struct stock_tiles *tiles;
    const struct paper_theme *theme;
    struct brush_sizes sizes;
    struct point low, high;
    char *cells;
};
/* False if nothing of the sheet is in the clip; else free it with part_end. */
bool part_begin(struct part *part, cairo_t *cairo, const struct paper_view *view,
                const struct stock_tiles *tiles, const struct paper_theme *theme);
void part_end(struct part *part);

/* TILE_OFF beyond the part. */
char part_tile(const struct part *part, int x, int y);
bool part_on_line(const struct part *part, int x, int y);

/* Upper left corner and side of a tile on the device. */
struct pixel part_corner(const struct part *part, int x, int y);
struct pixel part_middle(const struct part *part, int x, int y);

/* Adds the edge of the track as closed loops, corners rounded where there is room for it. Tiles
 * that touch at a corner alone are joined: cars pass there. */
void part_add_edge(const struct part *part);
/* Adds what these tiles cover, runs of a row in one: whole pixels, unless it is a file of lines. */
void part_add_runs(const struct part *part, bool (*is_one)(const struct part *part, int x, int y));

/* tiles.c: half the length of the arrows that say which way the race goes. */
double stock_arrow_half(const struct paper_view *view);

#endif
