/* Moments on the way: whose turn it is, gates and lines, pits, passes. */
#include "paper/moments/inside.h"

#include <math.h>

/* A ring as a hand draws it. */
static void add_ring(const struct moment_pen *pen, double radius, int which)
{
    enum { PIECES = 48 };
    cairo_new_path(pen->cairo);
    for (int i = 0; i <= PIECES; i++) {
        double part = (double)i / PIECES;
        double waver = brush_waver(pen->look->seed + (uint64_t)which, part * 5);
        struct pixel at = moment_around(pen, (part * 1.04 + 0.3 * which) * MOMENT_CIRCLE,
                                        radius * (1 + 0.035 * waver + 0.03 * part));
        cairo_line_to(pen->cairo, at.x, at.y);
    }
}

/* Rings close in on the car and stay for a moment. */
void moment_draw_turn(const struct moment_pen *pen)
{
    for (int i = 0; i < 3; i++) {
        double part = moment_part(pen, 0.1 * i, 0.55 + 0.1 * i);
        double radius = pen->unit * (3.6 - 2.7 * part);
        if (pen->share < 0.1 * i)
            continue;
        add_ring(pen, radius, i);
        moment_color(pen, pen->color, (0.25 + 0.75 * part) * moment_fade(pen, 0.65));
        brush_stroke(pen->cairo, pen->width * (2.6 - 0.6 * i), 0, 0);
    }
}

/* The way of the moment, of length 1; to the right if there is none. */
static struct pixel ahead_of(const struct moment_pen *pen)
{
    double dx = pen->at.x - pen->from.x, dy = pen->at.y - pen->from.y, length = hypot(dx, dy);
    return length > 0 ? (struct pixel){dx / length, dy / length} : (struct pixel){1, 0};
}

static void add_chevron(const struct moment_pen *pen, struct pixel ahead, double along, double size)
{
    struct pixel tip = {pen->at.x + ahead.x * along, pen->at.y + ahead.y * along};
    for (int side = -1; side <= 1; side += 2) {
        double x = -ahead.x * size - ahead.y * size * side;
        double y = -ahead.y * size + ahead.x * size * side;
        brush_add_stroke(pen->cairo, tip.x, tip.y, tip.x + x, tip.y + y, pen->width * 2,
                         pen->look->seed + (uint64_t)(side + 1));
    }
}

static void draw_chevrons(const struct moment_pen *pen, struct paper_color color, double begin,
                          double end, double size)
{
    struct pixel ahead = ahead_of(pen);
    for (int i = 0; i < 3; i++) {
        double part = moment_part(pen, 0.14 * i, 0.6 + 0.14 * i);
        cairo_new_path(pen->cairo);
        add_chevron(pen, ahead, pen->unit * (begin + (end - begin) * part - 0.5 * i),
                    pen->unit * size);
        moment_color(pen, color, (pen->share > 0.14 * i) * moment_fade(pen, 0.55));
        cairo_fill(pen->cairo);
    }
}

void moment_draw_turbo(const struct moment_pen *pen)
{
    draw_chevrons(pen, pen->theme->action, 0.6, 2.7, 0.5);
}

/* So wide that they are seen beside the car, and beside those that it goes between. */
void moment_draw_passed(const struct moment_pen *pen)
{
    draw_chevrons(pen, pen->color, 0.2, 3.2, 1.5);
}

/* A bar across the way, twice. */
void moment_draw_held(const struct moment_pen *pen)
{
    struct pixel ahead = ahead_of(pen);
    double grown = pen->unit * 1.5 * moment_part(pen, 0, 0.3);
    cairo_new_path(pen->cairo);
    for (int i = 0; i < 2; i++) {
        double along = pen->unit * (1.2 + 0.35 * i);
        double x = pen->at.x + ahead.x * along, y = pen->at.y + ahead.y * along;
        brush_add_stroke(pen->cairo, x + ahead.y * grown, y - ahead.x * grown, x - ahead.y * grown,
                         y + ahead.x * grown, pen->width * 2.2, pen->look->seed + (uint64_t)i);
    }
    moment_color(pen, pen->theme->warning, moment_fade(pen, 0.6));
    cairo_fill(pen->cairo);
}

/* A pen rings the car and ticks it off. */
void moment_draw_checkpoint(const struct moment_pen *pen)
{
    enum { PIECES = 36 };
    double round = moment_part(pen, 0, 0.45), tick = moment_part(pen, 0.4, 0.65), u = pen->unit;
    cairo_new_path(pen->cairo);
    for (int i = 0; i <= PIECES * round; i++) {
        double part = (double)i / PIECES;
        double away = u * (1.05 + 0.06 * brush_waver(pen->look->seed, part * 6) + 0.07 * part);
        struct pixel at = moment_around(pen, (part * 1.06 - 0.3) * MOMENT_CIRCLE, away);
        cairo_line_to(pen->cairo, at.x, at.y);
    }
    moment_color(pen, pen->theme->action, moment_fade(pen, 0.7));
    brush_stroke(pen->cairo, pen->width * 1.3, 0, 0);
    struct pixel low = {pen->at.x + 1.25 * u, pen->at.y - 0.75 * u};
    struct pixel left = {low.x - 0.28 * u, low.y - 0.3 * u},
                 right = {low.x + 0.6 * u, low.y - 0.85 * u};
    if (tick <= 0)
        return;
    cairo_new_path(pen->cairo);
    brush_add_stroke(pen->cairo, left.x, left.y, low.x, low.y, pen->width * 1.9, 1);
    struct pixel end = brush_between(low, right, tick);
    brush_add_stroke(pen->cairo, low.x, low.y, end.x, end.y, pen->width * 1.9, 2);
    cairo_fill(pen->cairo);
}

/* A chequered ring grows round the car. */
void moment_draw_lap(const struct moment_pen *pen)
{
    enum { SQUARES = 16 };
    double grown = moment_part(pen, 0, 0.5), u = pen->unit;
    for (int ring = 0; ring < 2; ring++)
        for (int i = 0; i < SQUARES * grown; i++) {
            double begin = i * MOMENT_CIRCLE / SQUARES - MOMENT_CIRCLE / 4;
            double end = begin + MOMENT_CIRCLE / SQUARES;
            double inner = u * (1.1 + 0.35 * ring + 0.35 * pen->share), outer = inner + u * 0.35;
            bool dark = (i + ring) % 2;
            cairo_new_path(pen->cairo);
            cairo_arc(pen->cairo, pen->at.x, pen->at.y, outer, begin, end);
            cairo_arc_negative(pen->cairo, pen->at.x, pen->at.y, inner, end, begin);
            cairo_close_path(pen->cairo);
            moment_color(pen, dark ? pen->theme->chequer_dark : pen->theme->chequer_light,
                         0.9 * moment_fade(pen, 0.6));
            cairo_fill(pen->cairo);
        }
}

/* Short bows where the bank throws the car back. */
void moment_draw_bank(const struct moment_pen *pen)
{
    struct pixel ahead = ahead_of(pen);
    double angle = atan2(ahead.y, ahead.x), out = moment_part(pen, 0, 0.6);
    for (int i = 0; i < 3; i++) {
        double radius = pen->unit * (0.8 + (0.25 + 0.3 * i) * out);
        cairo_new_path(pen->cairo);
        cairo_arc(pen->cairo, pen->at.x, pen->at.y, radius, angle - 0.7, angle + 0.7);
        moment_color(pen, pen->theme->ink, (0.9 - 0.2 * i) * moment_fade(pen, 0.45));
        brush_stroke(pen->cairo, pen->width * 1.3, 0, 0);
    }
}

/* A spanner that turns to and fro over the car. */
void moment_draw_pits(const struct moment_pen *pen)
{
    double u = pen->unit, shown = moment_part(pen, 0, 0.2);
    double turn = 0.5 + 0.45 * sin(pen->share * MOMENT_CIRCLE * 2);
    cairo_translate(pen->cairo, pen->at.x + 0.9 * u, pen->at.y - 1.1 * u);
    cairo_rotate(pen->cairo, turn);
    cairo_scale(pen->cairo, u * shown + 0.01, u * shown + 0.01);
    cairo_new_path(pen->cairo);
    cairo_arc(pen->cairo, 0, -0.55, 0.34, -0.9, MOMENT_CIRCLE / 2 + 0.9);
    cairo_line_to(pen->cairo, -0.11, -0.5);
    cairo_line_to(pen->cairo, 0.11, -0.5);
    cairo_close_path(pen->cairo);
    cairo_rectangle(pen->cairo, -0.12, -0.35, 0.24, 1.1);
    cairo_arc(pen->cairo, 0, 0.75, 0.2, 0, MOMENT_CIRCLE);
    moment_color(pen, pen->theme->card, moment_fade(pen, 0.75));
    cairo_fill_preserve(pen->cairo);
    moment_color(pen, pen->theme->ink, moment_fade(pen, 0.75));
    cairo_set_line_join(pen->cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_width(pen->cairo, 0.08);
    cairo_stroke(pen->cairo);
}
