/* See confetti.h. */
#include "paper/moments/confetti.h"

#include "paper/brush.h"

#include <math.h>

enum { TRAITS = 16 }; /* of a piece that chance decides, at most */
static const double CIRCLE = 6.283185307179586;

static double chance(uint64_t seed, int piece, int which, double low, double high)
{
    return low + (high - low) * brush_chance(seed, piece * TRAITS + which);
}

bool confetti_at(int piece, double age, uint64_t seed, struct confetti *into)
{
    double begins = chance(seed, piece, 1, 0, 0.35) * CONFETTI_TIME;
    double lasts = chance(seed, piece, 2, 0.45, 0.64) * CONFETTI_TIME;
    double part = (age - begins) / lasts;
    if (part < 0 || part >= 1)
        return false;
    double sway = chance(seed, piece, 3, 0.008, 0.03);
    double turns = chance(seed, piece, 4, 1.5, 4), phase = chance(seed, piece, 5, 0, 1);
    into->x = chance(seed, piece, 6, 0.01, 0.99) + sway * sin((part * turns + phase) * CIRCLE);
    into->y = part * part * 0.35 + part * 0.7 - 0.03;
    into->shape = piece % CONFETTI_SHAPES;
    into->phase = (int)((part * turns * 2 + phase) * CONFETTI_PHASES) % CONFETTI_PHASES;
    into->size = chance(seed, piece, 7, 13, 22);
    return true;
}

/* Strips, squares and curls; as they turn over they are seen from the side. */
void confetti_draw(cairo_t *cairo, double side, int shape, int phase, int pen,
                   const struct paper_theme *theme)
{
    static const double sizes[CONFETTI_SHAPES][2] = {
        {0.7, 0.24}, {0.46, 0.46}, {0.62, 0.36}, {0, 0}};
    static const double tints[CONFETTI_SHAPES] = {1, 0.62, 0.82, 1};
    double turn = phase * CIRCLE / CONFETTI_PHASES, flat = 0.35 + 0.65 * fabs(cos(turn));
    struct paper_color color = brush_mix(brush_pen(theme, pen), theme->card, tints[shape]);
    cairo_translate(cairo, side / 2, side / 2);
    cairo_rotate(cairo, turn / 2 + shape);
    cairo_scale(cairo, side, side * flat);
    if (shape == 3) {
        cairo_arc(cairo, -0.14, 0, 0.16, CIRCLE / 2, CIRCLE);
        cairo_arc_negative(cairo, 0.17, 0, 0.15, CIRCLE / 2, 0);
        brush_color(cairo, color);
        brush_stroke(cairo, 0.1, 0, 0);
        return;
    }
    double w = sizes[shape][0], h = sizes[shape][1];
    cairo_rectangle(cairo, -w / 2, -h / 2, w, h);
    brush_color(cairo, color);
    cairo_fill_preserve(cairo);
    brush_color(cairo, brush_mix(brush_pen(theme, pen), theme->ink, 0.6));
    brush_stroke(cairo, 0.035, 0, 0);
}
