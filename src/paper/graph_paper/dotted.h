/* A line of moves, dotted, with a tick a move and a label beside its end: the best line of a hint,
 * the best lap of a sheet. For the files of this folder.
 */
#ifndef GRAPHPRIX_PAPER_GRAPH_PAPER_DOTTED_H
#define GRAPHPRIX_PAPER_GRAPH_PAPER_DOTTED_H

#include "paper/labels.h"

struct dotted_line {
    const struct point *points; /* grid points; a line of less than two is not drawn */
    int count;
    int height; /* of the sheet, squares */
    struct paper_color color;
};

void dotted_draw(cairo_t *cairo, const struct paper_view *view, const struct dotted_line *line);
/* What it takes, beside its end if that is in sight. */
void dotted_label(struct labels *labels, const struct paper_view *view,
                  const struct dotted_line *line, const char *text,
                  const struct paper_theme *theme);
/* What it touches at most, as paper_step_box. */
bool dotted_box(const struct paper_view *view, const struct dotted_line *line, double box[4]);

/* Adds a small bar across the end of the move from (x1, y1) to (x2, y2), device pixels. */
void dotted_add_bar(cairo_t *cairo, double x1, double y1, double x2, double y2, double half);

#endif
