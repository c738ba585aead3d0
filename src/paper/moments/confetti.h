/* Scraps of paper that rain when somebody has won: where each is at a time, and how it looks. */
#ifndef GRAPHPRIX_PAPER_MOMENTS_CONFETTI_H
#define GRAPHPRIX_PAPER_MOMENTS_CONFETTI_H

#include "paper/paper.h"

#include <stdbool.h>
#include <stdint.h>

enum { CONFETTI_PIECES = 150, CONFETTI_TIME = 2800, CONFETTI_SHAPES = 4, CONFETTI_PHASES = 8 };

struct confetti {
    double x, y; /* shares of the width and height that it falls through; above 0 it is not seen */
    int shape, phase;
    double size; /* interface pixels */
};
/* False: it is gone, or not there yet. */
bool confetti_at(int piece, double age, uint64_t seed, struct confetti *into);
/* One of the scraps, in tints of a pen, into a square picture. */
void confetti_draw(cairo_t *cairo, double side, int shape, int phase, int pen,
                   const struct paper_theme *theme);

#endif
