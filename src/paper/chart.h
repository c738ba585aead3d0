/* The speed of every car over its moves, as a chart: a line a car in its pen, with its mark at the
 * points, over squared paper.
 *
 * Speed is the exact length of the vector that was driven, in squares a move; each line begins at
 * rest. The chart owns what it holds; lines and boxes of the drawing are device pixels.
 */
#ifndef GRAPHPRIX_PAPER_CHART_H
#define GRAPHPRIX_PAPER_CHART_H

#include "paper/paper.h"

struct chart_line {
    int car, pen;
    int car_of_player; /* from 1; the lines of second cars are dashed */
    int *squares;      /* of the speed after each move, from move 1 on */
    int count, capacity;
};

struct chart {
    struct chart_line lines[CAR_LIMIT];
    int line_count;
    int most_moves; /* of any car */
    int most_square;
};

/* No line if the game has no chart. */
void chart_fill(struct chart *chart, const struct session *session);
/* The next move of a car: its speed squared. For the game's ink. */
void chart_add(struct chart *chart, int car, int square);
void chart_free(struct chart *chart);

/* Where the chart is drawn and how far its axes go. */
struct chart_frame {
    double left, top, width, height; /* of the plot, without the numbers */
    double scale;                    /* device pixels of an interface pixel */
    int moves, move_step;            /* end of the axis, from one number to the next */
    int speed, speed_step;
};
/* In a picture of width x height, with room for the numbers. */
struct chart_frame chart_frame_in(const struct chart *chart, double width, double height,
                                  double scale);
/* The point of a line after a move (0: the start). */
void chart_place(const struct chart *chart, const struct chart_frame *frame, int line, int move,
                 double *x, double *y);
/* The point nearest to (x, y), at most `reach` pixels away; false: there is none. */
bool chart_nearest(const struct chart *chart, const struct chart_frame *frame, double x, double y,
                   double reach, int *line, int *move);
/* Axes and lines on what is there; `chosen` stands out from the others, -1: none does. */
void chart_draw(cairo_t *cairo, const struct chart *chart, const struct chart_frame *frame,
                int chosen, const struct paper_theme *theme);

#endif
