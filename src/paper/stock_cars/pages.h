/* What printed pages, tables and charts of stock cars say; for this folder.
 */
#ifndef GRAPHPRIX_PAPER_STOCK_CARS_PAGES_H
#define GRAPHPRIX_PAPER_STOCK_CARS_PAGES_H

#include "paper/paper.h"
#include "paper/stock_cars/ink.h"

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
