/* Moments at the end: the chequered flag, a photo of two who finish together, the best lap. */
#include "paper/moments/inside.h"

#include <math.h>

/* Corners of a view-finder close in, with a short flash. */
void moment_draw_photo(const struct moment_pen *pen)
{
    double half = pen->unit * (4.4 - 2.0 * moment_part(pen, 0, 0.3)), arm = half * 0.4;
    double flash = moment_part(pen, 0.3, 0.33) * (1 - moment_part(pen, 0.33, 0.55));
    cairo_new_path(pen->cairo);
    cairo_rectangle(pen->cairo, pen->at.x - half, pen->at.y - half * 0.75, 2 * half, 1.5 * half);
    moment_color(pen, pen->theme->card, 0.8 * flash);
    cairo_fill(pen->cairo);
    cairo_new_path(pen->cairo);
    for (int i = 0; i < 4; i++) {
        double x = i % 2 ? 1 : -1, y = i / 2 ? 0.75 : -0.75;
        struct pixel at = {pen->at.x + x * half, pen->at.y + y * half};
        brush_add_stroke(pen->cairo, at.x, at.y, at.x - x * arm, at.y, pen->width * 1.8,
                         (uint64_t)i);
        brush_add_stroke(pen->cairo, at.x, at.y, at.x, at.y - y / 0.75 * arm * 0.8,
                         pen->width * 1.8, (uint64_t)i + 8);
    }
    moment_color(pen, pen->theme->ink, moment_fade(pen, 0.8));
    cairo_fill(pen->cairo);
}

enum { FLAG_COLUMNS = 6, FLAG_ROWS = 4 };

/* A corner of the flag's squares, in the flag's own unit: it waves more the further from the pole.
 */
static struct pixel flag_corner(const struct moment_pen *pen, int column, int row)
{
    double along = (double)column / FLAG_COLUMNS;
    double wave = sin(along * 5 - pen->look->age / 110) * 0.34 * along;
    return (struct pixel){column * 0.5 * (1 - 0.06 * fabs(wave)), row * 0.5 + wave + 0.12 * along};
}

static void draw_cloth(const struct moment_pen *pen)
{
    for (int i = 0; i < FLAG_COLUMNS * FLAG_ROWS; i++) {
        int column = i % FLAG_COLUMNS, row = i / FLAG_COLUMNS;
        static const int corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
        cairo_new_path(pen->cairo);
        for (int k = 0; k < 4; k++) {
            struct pixel at = flag_corner(pen, column + corners[k][0], row + corners[k][1]);
            cairo_line_to(pen->cairo, at.x, at.y);
        }
        cairo_close_path(pen->cairo);
        moment_color(pen, (column + row) % 2 ? pen->theme->chequer_light : pen->theme->chequer_dark,
                     moment_fade(pen, 0.85));
        cairo_fill(pen->cairo);
    }
    cairo_new_path(pen->cairo);
    for (int i = 0; i <= FLAG_COLUMNS; i++)
        cairo_line_to(pen->cairo, flag_corner(pen, i, 0).x, flag_corner(pen, i, 0).y);
    for (int i = FLAG_COLUMNS; i >= 0; i--)
        cairo_line_to(pen->cairo, flag_corner(pen, i, FLAG_ROWS).x,
                      flag_corner(pen, i, FLAG_ROWS).y);
    cairo_close_path(pen->cairo);
}

/* The pole stands where the car is, and leans; the winner's is larger. */
void moment_draw_flag(const struct moment_pen *pen)
{
    double size = pen->unit * (pen->look->kind == MOMENT_WIN ? 1.15 : 0.85);
    double risen = moment_part(pen, 0, 0.15);
    cairo_translate(pen->cairo, pen->at.x + pen->unit * 0.5, pen->at.y - pen->unit * 0.4);
    cairo_rotate(pen->cairo, 0.16 + 0.05 * sin(pen->look->age / 160));
    cairo_scale(pen->cairo, size * risen + 0.01, size * risen + 0.01);
    cairo_set_line_cap(pen->cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(pen->cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_new_path(pen->cairo);
    cairo_move_to(pen->cairo, 0, 0);
    cairo_line_to(pen->cairo, 0, -3);
    moment_color(pen, pen->theme->wall, moment_fade(pen, 0.85));
    cairo_set_line_width(pen->cairo, 0.14);
    cairo_stroke(pen->cairo);
    cairo_translate(pen->cairo, 0.05, -2.95);
    draw_cloth(pen);
    moment_color(pen, pen->color, moment_fade(pen, 0.85));
    cairo_set_line_width(pen->cairo, 0.1);
    cairo_stroke(pen->cairo);
}

/* A star is drawn in one line round the car, and rays. */
void moment_draw_best(const struct moment_pen *pen)
{
    enum { POINTS = 5 };
    double drawn = moment_part(pen, 0, 0.4) * POINTS, reach = pen->unit * 2.1;
    struct pixel at = moment_around(pen, -MOMENT_CIRCLE / 4, reach);
    cairo_new_path(pen->cairo);
    for (int i = 0; i < drawn; i++) {
        double angle = (i + 1) * 2 * MOMENT_CIRCLE / POINTS - MOMENT_CIRCLE / 4;
        struct pixel next = moment_around(pen, angle, reach);
        struct pixel end = brush_between(at, next, brush_clamp(drawn - i, 0, 1));
        brush_add_stroke(pen->cairo, at.x, at.y, end.x, end.y, pen->width * 1.8, (uint64_t)i);
        at = next;
    }
    for (int i = 0; i < POINTS && pen->share > 0.4; i++) {
        double angle = (i + 0.5) * MOMENT_CIRCLE / POINTS - MOMENT_CIRCLE / 4;
        double out = moment_part(pen, 0.4, 0.7);
        struct pixel near = moment_around(pen, angle, reach * (0.75 + 0.25 * out));
        struct pixel far = moment_around(pen, angle, reach * (0.8 + 0.5 * out));
        brush_add_stroke(pen->cairo, near.x, near.y, far.x, far.y, pen->width * 1.6, (uint64_t)i);
    }
    moment_color(pen, pen->color, moment_fade(pen, 0.75));
    cairo_fill(pen->cairo);
}
