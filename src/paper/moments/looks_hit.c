/* Moments in which something gives way: crash, bump, spin, flame, sand, rubber. */
#include "paper/moments/inside.h"

#include <math.h>

/* A scrap of paper: a ragged square that turns as it flies. */
static void add_scrap(const struct moment_pen *pen, int index, struct pixel at, double size)
{
    double turn =
        moment_chance(pen, index, 0, 6) + pen->share * moment_chance(pen, index + 1, -9, 9);
    for (int i = 0; i < 4; i++) {
        double angle = turn + i * MOMENT_CIRCLE / 4;
        double away = size * moment_chance(pen, index * 8 + i, 0.6, 1.1);
        cairo_line_to(pen->cairo, at.x + away * cos(angle), at.y + away * sin(angle) * 0.8);
    }
    cairo_close_path(pen->cairo);
}

static void draw_scraps(const struct moment_pen *pen, int count)
{
    double out = moment_part(pen, 0, 0.8), fall = pen->share * pen->share * 1.6 * pen->unit;
    for (int i = 0; i < count; i++) {
        double angle = (i + moment_chance(pen, i, 0, 0.9)) * MOMENT_CIRCLE / count;
        double away = pen->unit * (0.4 + out * moment_chance(pen, 20 + i, 1.2, 2.9));
        struct pixel at = moment_around(pen, angle, away);
        at.y += fall;
        cairo_new_path(pen->cairo);
        add_scrap(pen, 40 + i, at, pen->unit * moment_chance(pen, 60 + i, 0.13, 0.26));
        moment_color(pen, pen->theme->paper, moment_fade(pen, 0.55));
        cairo_fill_preserve(pen->cairo);
        moment_color(pen, pen->theme->wall, 0.9 * moment_fade(pen, 0.55));
        brush_stroke(pen->cairo, pen->width * 0.55, 0, 0);
    }
}

/* Strokes that shoot out from the middle, long and short in turn. */
static void draw_rays(const struct moment_pen *pen, int count, double reach)
{
    double out = moment_part(pen, 0, 0.45), gone = moment_part(pen, 0.15, 0.8);
    cairo_new_path(pen->cairo);
    for (int i = 0; i < count; i++) {
        double angle = (i + moment_chance(pen, i, 0, 0.6)) * MOMENT_CIRCLE / count;
        double far = reach * pen->unit * (i % 2 ? 0.62 : 1) * out;
        double near = pen->unit * 0.3 + (far - pen->unit * 0.3) * gone;
        struct pixel from = moment_around(pen, angle, near), to = moment_around(pen, angle, far);
        if (far > near)
            brush_add_stroke(pen->cairo, from.x, from.y, to.x, to.y, pen->width * 1.5,
                             pen->look->seed + (uint64_t)i);
    }
    cairo_fill(pen->cairo);
}

/* A hand goes round and round. */
static void draw_scribble(const struct moment_pen *pen, double radius, double turns)
{
    enum { PIECES = 60 };
    cairo_new_path(pen->cairo);
    for (int i = 0; i <= PIECES; i++) {
        double part = (double)i / PIECES, angle = part * turns * MOMENT_CIRCLE;
        double away =
            radius * (0.75 + 0.2 * brush_waver(pen->look->seed + 3, part * 9) + 0.2 * part);
        struct pixel at = moment_around(pen, angle, away);
        cairo_line_to(pen->cairo, at.x, at.y);
    }
    brush_stroke(pen->cairo, pen->width * 0.6, 0, 0);
}

void moment_draw_crash(const struct moment_pen *pen)
{
    moment_color(pen, pen->theme->ink_soft, 0.5 * moment_fade(pen, 0.1));
    draw_scribble(pen, pen->unit * (0.5 + 1.3 * moment_part(pen, 0, 0.7)), 2.6);
    moment_color(pen, pen->color, 1);
    draw_rays(pen, 16, 2.5);
    draw_scraps(pen, 11);
}

/* A jagged ring as a quick hand strikes it, and short strokes away from it. */
void moment_draw_bump(const struct moment_pen *pen)
{
    enum { SPIKES = 9 };
    double grown = pen->unit * (0.6 + 0.6 * moment_part(pen, 0, 0.35));
    double begin = moment_chance(pen, 1, 0, 1);
    struct pixel last = moment_around(pen, begin, grown * 0.9);
    cairo_new_path(pen->cairo);
    for (int i = 1; i <= 2 * SPIKES; i++) {
        double angle = begin + i * MOMENT_CIRCLE / (2 * SPIKES);
        double away = grown * (i % 2 ? moment_chance(pen, 10 + i, 1.25, 1.75) : 0.9);
        struct pixel at = moment_around(pen, angle, away);
        brush_add_stroke(pen->cairo, last.x, last.y, at.x, at.y, pen->width * 1.3,
                         pen->look->seed + (uint64_t)i);
        last = at;
    }
    moment_color(pen, pen->theme->warning, moment_fade(pen, 0.45));
    cairo_fill(pen->cairo);
    moment_color(pen, pen->theme->ink_soft, 0.8 * moment_fade(pen, 0.3));
    draw_rays(pen, 12, 2.3);
}

/* Two skid marks that wind round the car. */
void moment_draw_spin(const struct moment_pen *pen)
{
    enum { PIECES = 40 };
    double drawn = moment_part(pen, 0, 0.8);
    moment_color(pen, pen->theme->wall, 0.75 * moment_fade(pen, 0.6));
    for (int side = 0; side < 2; side++) {
        cairo_new_path(pen->cairo);
        for (int i = 0; i <= PIECES * drawn; i++) {
            double part = (double)i / PIECES;
            double angle = (part * 1.6 + side * 0.5 + moment_chance(pen, 1, 0, 1)) * MOMENT_CIRCLE;
            double waver = 0.1 * brush_waver(pen->look->seed + (uint64_t)side, part * 8);
            struct pixel at = moment_around(pen, angle, pen->unit * (1.55 - 0.75 * part + waver));
            cairo_line_to(pen->cairo, at.x, at.y);
        }
        brush_stroke(pen->cairo, pen->width * 1.1, pen->width * 3, pen->width * 1.4);
    }
}

/* Crayon strokes that lick back and out from the way, as far as the car has come; the flame
 * flickers and goes out from its tail. */
static void add_flame(const struct moment_pen *pen, int first, double begin, double end,
                      double wide, double width)
{
    enum { LICKS = 17 };
    double dx = pen->at.x - pen->from.x, dy = pen->at.y - pen->from.y, length = hypot(dx, dy);
    double flicker = pen->look->age / 60;
    for (int i = 0; i < LICKS && length > 0; i++) {
        double part = (i + moment_chance(pen, first + i, 0.1, 0.9)) / LICKS;
        double along = begin + (end - begin) * part, side = i % 2 ? 1 : -1;
        double body = sin((0.12 + 0.88 * part) * MOMENT_CIRCLE / 2 * 0.95);
        double lick = 1 + 0.4 * brush_waver(pen->look->seed + (uint64_t)(first + i), flicker);
        double out = side * wide * lick * body * moment_chance(pen, first + 40 + i, 0.5, 1);
        double back = fmin(pen->unit * 0.95 * lick, length * (along - begin));
        double x = pen->from.x + dx * along, y = pen->from.y + dy * along;
        brush_add_stroke(pen->cairo, x, y, x - dx / length * back - dy / length * out,
                         y - dy / length * back + dx / length * out, width,
                         pen->look->seed + (uint64_t)(first + i));
    }
}

void moment_draw_nitro(const struct moment_pen *pen)
{
    static const struct {
        struct paper_color color;
        double wide, width;
    } crayons[] = {{{0.80, 0.29, 0, 0.9}, 0.5, 1.6},
                   {{0.93, 0.55, 0, 0.9}, 0.34, 1.9},
                   {{0.97, 0.80, 0.16, 0.95}, 0.16, 1.7}};
    double head = motion_ease(pen->share / 0.5), tail = moment_part(pen, 0.5, 1);
    for (int i = 0; i < 3 && head > tail; i++) {
        cairo_new_path(pen->cairo);
        add_flame(pen, 100 * i, tail, head, pen->unit * crayons[i].wide,
                  pen->width * crayons[i].width);
        moment_color(pen, crayons[i].color, moment_fade(pen, 0.7));
        cairo_fill(pen->cairo);
    }
}

/* Grains that are thrown up and fall. */
void moment_draw_sand(const struct moment_pen *pen)
{
    enum { GRAINS = 46 };
    static const struct paper_color sand = {0.72, 0.56, 0.3, 1};
    double out = moment_part(pen, 0, 0.8);
    cairo_new_path(pen->cairo);
    for (int i = 0; i < GRAINS; i++) {
        double angle = moment_chance(pen, i, 0, MOMENT_CIRCLE);
        struct pixel at =
            moment_around(pen, angle, pen->unit * out * moment_chance(pen, 50 + i, 0.4, 2));
        at.y += pen->unit * (2.4 * pen->share * pen->share - 1.3 * pen->share);
        brush_add_disc(pen->cairo, at.x, at.y, pen->width * moment_chance(pen, 100 + i, 0.6, 1.3));
    }
    moment_color(pen, sand, moment_fade(pen, 0.5));
    cairo_fill(pen->cairo);
}

/* Two dark streaks behind the car, longer than it, and crumbs of rubber. */
void moment_draw_wear(const struct moment_pen *pen)
{
    double dx = pen->at.x - pen->from.x, dy = pen->at.y - pen->from.y, length = hypot(dx, dy);
    double x = length > 0 ? dx / length : 1, y = length > 0 ? dy / length : 0;
    double long_ = pen->unit * 2.6 * moment_part(pen, 0, 0.5), side = pen->unit * 0.34;
    cairo_new_path(pen->cairo);
    for (int i = -1; i <= 1; i += 2)
        brush_add_stroke(pen->cairo, pen->at.x - y * side * i, pen->at.y + x * side * i,
                         pen->at.x - x * long_ - y * side * i, pen->at.y - y * long_ + x * side * i,
                         pen->width * 2, pen->look->seed + (uint64_t)(i + 1));
    for (int i = 0; i < 10; i++) {
        double away = pen->unit * moment_part(pen, 0, 0.9) * moment_chance(pen, i, 0.9, 2.2);
        struct pixel at = moment_around(pen, moment_chance(pen, 20 + i, 0, MOMENT_CIRCLE), away);
        brush_add_disc(pen->cairo, at.x, at.y, pen->width * 1.1);
    }
    moment_color(pen, pen->theme->ink, 0.7 * moment_fade(pen, 0.4));
    cairo_fill(pen->cairo);
}
