/* Graph paper's line in the table of inks. */
#ifndef GRAPHPRIX_PAPER_GRAPH_PAPER_INK_H
#define GRAPHPRIX_PAPER_GRAPH_PAPER_INK_H

#include "paper/ink.h"

extern const struct ink graph_paper_ink;

/* print.c: what printed pages and tables say. */
int graph_paper_spare(struct course course, double boxes[2][4]);
void graph_paper_explain(struct print_words *words, const struct setup *setup, bool table);
void graph_paper_draw_figure(cairo_t *cairo, const struct setup *setup, double width,
                             const struct paper_theme *theme);
extern const struct ink_table graph_paper_ink_table;
void graph_paper_append_csv(const struct session *session, int steps, struct csv *csv);
void graph_paper_fill_chart(struct chart *chart, const struct session *session);

#endif
