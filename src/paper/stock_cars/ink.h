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
};
struct stock_tiles stock_tiles_of_map(const struct stock_map *map);
/* With what map_draft_line says of it. */
struct stock_tiles stock_tiles_of_draft(const struct map_draft *draft, const bool *line);
/* As the race stands; the map is that of its set-up. */
struct stock_tiles stock_tiles_of_race(const struct stock_map *map, const struct race *race);

/* As `draw_course` of the table of inks. */
void stock_draw_tiles(cairo_t *cairo, const struct paper_view *view,
                      const struct stock_tiles *tiles, bool on_sheet,
                      const struct paper_theme *theme);
/* What is drawn of a tile at most (x, y, width, height in whole device pixels), its share of the
 * edge of the track included. */
void stock_tile_box(const struct paper_view *view, int height, struct point at, double box[4]);

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
/* Has an event of the step happened by then? */
bool stock_reached_in_step(const struct session *session, int step, int event, double progress);
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

extern const struct ink stock_cars_ink;

/* === texture ================================================================================== */

/* What tiles are filled with: pencil strokes of banks and dots of sand, the same at any zoom.
 */

enum texture { TEXTURE_SAND, TEXTURE_BANK_LEFT, TEXTURE_BANK_RIGHT, TEXTURE_COUNT };

/* === pages ==================================================================================== */

/* What printed pages, tables and charts of stock cars say; for this folder.
 */

const struct stock_map *stock_map_of_course(struct course course);

/* An order that was carried out, as it is written down afterwards. */
struct turn_row {
    int car, round;
    const struct stock_event *drove; /* NULL: it retired */
    const char *order;               /* capitals without blanks */
    const struct stock_car *after;   /* after the step */
    const struct step *step;
};
typedef void turn_taker(void *context, const struct turn_row *row);

/* As the table of inks says. */
void stock_append_csv(const struct session *session, int steps, struct csv *csv);
void stock_fill_chart(struct chart *chart, const struct session *session);
int stock_spare(struct course course, double boxes[2][4]);
void stock_explain(struct print_words *words, const struct setup *setup, bool table);
void stock_draw_figure(cairo_t *cairo, const struct setup *setup, double width,
                       const struct paper_theme *theme);
void stock_draw_order_sheet(cairo_t *cairo, const struct ink_order_sheet *sheet,
                            const struct paper_theme *theme);

/* === part ===================================================================================== */

/* The tiles that are seen, copied out of whatever answers for them, and the edge of the track among
 * them. For this folder.
 */

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

/* === drive ==================================================================================== */

/* What the cars drive in a step, all at once, a unit a move: how far each is when a share of it has
 * been shown. For this folder.
 */

/* A car's way. It takes a unit a tile entered, one more for leaving the track. */
struct page_drive {
    int car;
    const struct stock_event *drove;
    const struct stock_entered *path; /* of the event */
    int count;
    const struct stock_event *left; /* where it left the track; NULL: it did not */
    int units;
};
struct drives {
    struct page_drive items[PLAYER_LIMIT];
    int count;
    int units; /* of the longest, and one for what happens at the end of the turn */
};
void drives_of(const struct step *step, struct drives *into);
/* Units of this way that have been driven. */
double drive_shown(const struct drives *drives, const struct page_drive *drive, double progress);
/* Has an event of the step happened by then? */
bool drives_reached(const struct drives *drives, const struct event *event, double progress);

#endif
