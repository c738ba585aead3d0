/* What printed pages, tables and charts of stock cars say; for this folder.
 */
#ifndef GRAPHPRIX_PAPER_STOCK_CARS_PAGES_H
#define GRAPHPRIX_PAPER_STOCK_CARS_PAGES_H

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
/* Those of the first steps, in the order in which they were carried out. */
void stock_take_turns(const struct session *session, int steps, turn_taker *take, void *context);

/* As the table of inks says. */
void stock_append_csv(const struct session *session, int steps, struct csv *csv);
void stock_fill_chart(struct chart *chart, const struct session *session);
int stock_spare(struct course course, double boxes[2][4]);
void stock_explain(struct print_words *words, const struct setup *setup, bool table);
void stock_draw_figure(cairo_t *cairo, const struct setup *setup, double width,
                       const struct paper_theme *theme);
void stock_draw_order_sheet(cairo_t *cairo, const struct ink_order_sheet *sheet,
                            const struct paper_theme *theme);

#endif
