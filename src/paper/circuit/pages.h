/* What printed pages, tables and charts of circuits say; for this folder. */
#ifndef GRAPHPRIX_PAPER_CIRCUIT_PAGES_H
#define GRAPHPRIX_PAPER_CIRCUIT_PAGES_H

#include "paper/circuit/ink.h"

const struct circuit *circuit_of_course(struct course course);

/* What a step did to a car. */
struct circuit_turn_row {
    int car, round, lap;
    int posted;                      /* in that round; 0: it spun, stood or is out */
    const struct circuit_car *after; /* after the step */
    const struct step *step;
};
typedef void circuit_turn_taker(void *context, const struct circuit_turn_row *row);
/* Those of the first steps, cars of one step by their numbers. */
void circuit_take_turns(const struct session *session, int steps, circuit_turn_taker *take,
                        void *context);

/* As the table of inks says. */
void circuit_append_csv(const struct session *session, int steps, struct csv *csv);
void circuit_fill_chart(struct chart *chart, const struct session *session);
int circuit_spare(struct course course, double boxes[2][4]);
void circuit_explain(struct print_words *words, const struct setup *setup, bool table);
void circuit_draw_figure(cairo_t *cairo, const struct setup *setup, double width,
                         const struct paper_theme *theme);
void circuit_draw_order_sheet(cairo_t *cairo, const struct ink_order_sheet *sheet,
                              const struct paper_theme *theme);

#endif
