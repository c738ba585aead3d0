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

static void draw_cross(const struct outcome_pen *pen)
{
    double width = pen->radius * 0.34;
    double reach = pen->radius * 0.55;
    draw_ground(pen, pen->radius * 1.25);
    set_color(pen, pen->theme->warning);
    brush_circle(pen->cairo, pen->x, pen->y, pen->radius * 1.25 - width / 2, width);
    cairo_move_to(pen->cairo, pen->x - reach, pen->y - reach);
    cairo_line_to(pen->cairo, pen->x + reach, pen->y + reach);
    cairo_move_to(pen->cairo, pen->x - reach, pen->y + reach);
    cairo_line_to(pen->cairo, pen->x + reach, pen->y - reach);
    cairo_set_line_width(pen->cairo, width * 1.1);
    cairo_stroke(pen->cairo);
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
    cairo_set_line_join(pen->cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_width(pen->cairo, pen->radius * 0.2);
    cairo_stroke(pen->cairo);
}

static void draw_wave(const struct outcome_pen *pen)
{
    double r = pen->radius * 1.35;
    draw_ground(pen, pen->radius * 1.45);
    set_color(pen, pen->theme->ink);
    for (int row = -1; row <= 1; row += 2) {
        double y = pen->y + row * r * 0.32;
        cairo_move_to(pen->cairo, pen->x - r, y);
        for (int k = 0; k < 2; k++) {
            double x = pen->x - r + k * r;
            cairo_curve_to(pen->cairo, x + r * 0.3, y - r * 0.55, x + r * 0.7, y + r * 0.55, x + r,
                           y);
        }
    }
    cairo_set_line_cap(pen->cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(pen->cairo, pen->radius * 0.3);
    cairo_stroke(pen->cairo);
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
    cairo_set_line_width(pen->cairo, pen->radius * 0.22);
    cairo_set_line_cap(pen->cairo, CAIRO_LINE_CAP_ROUND);
    cairo_rectangle(pen->cairo, left, top, cell * 3, cell * 2);
    cairo_move_to(pen->cairo, left, top);
    cairo_line_to(pen->cairo, left, pen->y + cell * 2);
    cairo_stroke(pen->cairo);
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
        set_color(&pen, theme->pens[(number - 1) % PEN_COUNT]);
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
    cairo_move_to(cairo, x - slant, y + slant);
    cairo_line_to(cairo, x + slant, y - slant);
    cairo_set_line_width(cairo, radius * 0.28);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_stroke(cairo);
}

void paper_draw_sign(cairo_t *cairo, enum paper_sign sign, double x, double y, double size,
                     double ahead_x, double ahead_y)
{
    double half = size / 2, side_x = -ahead_y, side_y = ahead_x;
    if (sign == SIGN_NITRO) {
        const double corners[8] = {x - half, y - half, x + half, y - half,
                                   x + half, y + half, x - half, y + half};
        brush_polygon(cairo, corners, 4, size * 0.16);
        return;
    }
    double back = sign == SIGN_BOOST ? half * 0.45 : 0,
           forth = sign == SIGN_BOOST ? -half * 0.45 : 0;
    cairo_new_path(cairo);
    cairo_move_to(cairo, x + side_x * half - ahead_x * back, y + side_y * half - ahead_y * back);
    cairo_line_to(cairo, x - ahead_x * forth, y - ahead_y * forth);
    cairo_line_to(cairo, x - side_x * half - ahead_x * back, y - side_y * half - ahead_y * back);
    cairo_set_line_width(cairo, size * (sign == SIGN_BRAKE ? 0.32 : 0.22));
    cairo_set_line_cap(cairo, sign == SIGN_BRAKE ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_stroke(cairo);
}
