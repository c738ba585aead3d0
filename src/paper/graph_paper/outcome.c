/* The shape of each outcome, of a point that cannot be chosen, and of each price. No two share a
 * shape, so nothing is told by colour alone. */
#include "paper/graph_paper/turn.h"

#include "paper/brush.h"

#include <math.h>

struct outcome_pen {
    cairo_t *cairo;
    const struct paper_theme *theme;
    double x, y, radius, strength;
};

static void set_color(const struct outcome_pen *pen, struct paper_color color)
{
    color.alpha *= pen->strength;
    brush_color(pen->cairo, color);
}

/* Bare ground under a sign that is drawn with lines. */
static void draw_ground(const struct outcome_pen *pen, double radius)
{
    cairo_new_path(pen->cairo);
    brush_add_disc(pen->cairo, pen->x, pen->y, radius);
    set_color(pen, pen->theme->card);
    cairo_fill(pen->cairo);
}

void paper_draw_cross(cairo_t *cairo, struct pixel at, double reach, double width)
{
    for (int side = -1; side <= 1; side += 2)
        brush_add_line(cairo, (struct pixel){at.x - reach, at.y + side * reach},
                       (struct pixel){at.x + reach, at.y - side * reach});
    brush_stroke(cairo, width, 0, 0);
}

static void draw_cross(const struct outcome_pen *pen)
{
    double width = pen->radius * 0.34;
    draw_ground(pen, pen->radius * 1.25);
    set_color(pen, pen->theme->warning);
    brush_circle(pen->cairo, pen->x, pen->y, pen->radius * 1.25 - width / 2, width);
    paper_draw_cross(pen->cairo, (struct pixel){pen->x, pen->y}, pen->radius * 0.55, width * 1.1);
}

static void draw_star(const struct outcome_pen *pen)
{
    cairo_new_path(pen->cairo);
    for (int i = 0; i < 16; i++) {
        double angle = i * 0.3926991;
        double reach = pen->radius * (i % 2 ? 0.72 : 1.65);
        cairo_line_to(pen->cairo, pen->x + reach * cos(angle), pen->y + reach * sin(angle));
    }
    cairo_close_path(pen->cairo);
    set_color(pen, pen->theme->focus);
    cairo_fill_preserve(pen->cairo);
    set_color(pen, pen->theme->warning);
    brush_stroke(pen->cairo, pen->radius * 0.2, 0, 0);
}

void paper_add_wave(cairo_t *cairo, double x, double y, double half)
{
    cairo_move_to(cairo, x - half, y);
    for (int k = 0; k < 2; k++) {
        double left = x - half + k * half;
        cairo_curve_to(cairo, left + half * 0.3, y - half * 0.55, left + half * 0.7,
                       y + half * 0.55, left + half, y);
    }
}

static void draw_wave(const struct outcome_pen *pen)
{
    double half = pen->radius * 1.35;
    draw_ground(pen, pen->radius * 1.45);
    set_color(pen, pen->theme->ink);
    for (int row = -1; row <= 1; row += 2)
        paper_add_wave(pen->cairo, pen->x, pen->y + row * half * 0.32, half);
    brush_stroke(pen->cairo, pen->radius * 0.3, 0, 0);
}

static void draw_flag(const struct outcome_pen *pen)
{
    double cell = pen->radius * 0.72;
    double left = pen->x - cell * 1.2, top = pen->y - cell * 2;
    set_color(pen, pen->theme->chequer_light);
    cairo_rectangle(pen->cairo, left, top, cell * 3, cell * 2);
    cairo_fill(pen->cairo);
    set_color(pen, pen->theme->chequer_dark);
    for (int i = 0; i < 6; i++)
        if ((i + i / 3) % 2 == 0)
            cairo_rectangle(pen->cairo, left + i % 3 * cell, top + i / 3 * cell, cell, cell);
    cairo_fill(pen->cairo);
    cairo_rectangle(pen->cairo, left, top, cell * 3, cell * 2);
    cairo_move_to(pen->cairo, left, top);
    cairo_line_to(pen->cairo, left, pen->y + cell * 2);
    brush_stroke(pen->cairo, pen->radius * 0.22, 0, 0);
}

void paper_draw_outcome(cairo_t *cairo, enum outcome outcome, int number, double x, double y,
                        double radius, double strength, const struct paper_theme *theme)
{
    struct outcome_pen pen = {cairo, theme, x, y, radius, strength};
    cairo_new_path(cairo);
    switch (outcome) {
    case OUTCOME_OFF_TRACK:
        draw_cross(&pen);
        break;
    case OUTCOME_COLLISION:
        draw_star(&pen);
        break;
    case OUTCOME_SLICK:
        draw_wave(&pen);
        break;
    case OUTCOME_FINISH:
        draw_flag(&pen);
        break;
    case OUTCOME_CLEAR:
        brush_add_disc(cairo, x, y, radius);
        set_color(&pen, brush_pen(theme, number));
        cairo_fill(cairo);
        break;
    }
}

void paper_draw_refused(cairo_t *cairo, double x, double y, double radius, double strength,
                        const struct paper_theme *theme)
{
    struct outcome_pen pen = {cairo, theme, x, y, radius, strength};
    double reach = radius * 1.05, slant = reach * 1.35 * 0.7071;
    pen.strength = 1;
    draw_ground(&pen, reach);
    pen.strength = strength;
    set_color(&pen, theme->ink_soft);
    brush_circle(cairo, x, y, reach, radius * 0.28);
    brush_add_line(cairo, (struct pixel){x - slant, y + slant},
                   (struct pixel){x + slant, y - slant});
    brush_stroke(cairo, radius * 0.28, 0, 0);
}

void paper_draw_sign(cairo_t *cairo, enum paper_sign sign, double x, double y, double size,
                     double ahead_x, double ahead_y)
{
    double half = size / 2, side_x = -ahead_y, side_y = ahead_x;
    double back = sign == SIGN_BOOST ? half * 0.45 : 0;
    if (sign == SIGN_NITRO) {
        brush_square(cairo, x, y, size, size * 0.16);
        return;
    }
    cairo_new_path(cairo);
    cairo_move_to(cairo, x + side_x * half - ahead_x * back, y + side_y * half - ahead_y * back);
    cairo_line_to(cairo, x + ahead_x * back, y + ahead_y * back);
    cairo_line_to(cairo, x - side_x * half - ahead_x * back, y - side_y * half - ahead_y * back);
    if (sign == SIGN_BRAKE)
        brush_stroke_blunt(cairo, size * 0.32, 0, 0);
    else
        brush_stroke(cairo, size * 0.22, 0, 0);
}
