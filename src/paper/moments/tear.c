/* See tear.h. */
#include "paper/moments/tear.h"

#include <math.h>

enum { POINTS = 11, CRACKS = 4 };
static const double CIRCLE = 6.283185307179586;

static double unit_of(const struct paper_view *view)
{
    return brush_clamp(view->square * 0.42, 6.5 * view->scale, 14 * view->scale);
}

double tear_reach(const struct paper_view *view)
{
    return unit_of(view) * 1.9 + 2 * view->scale;
}

static struct pixel edge_point(struct pixel at, double unit, uint64_t seed, int index, double out)
{
    double angle = (index + 0.7 * (brush_chance(seed, index) - 0.5)) * CIRCLE / POINTS;
    double away =
        unit * (index % 2 ? 0.5 : 1) * (0.75 + 0.5 * brush_chance(seed, 30 + index)) * out;
    return (struct pixel){at.x + away * cos(angle), at.y + away * sin(angle)};
}

static void add_edge(cairo_t *cairo, struct pixel at, double unit, uint64_t seed, double out)
{
    cairo_new_path(cairo);
    for (int i = 0; i < POINTS; i++) {
        struct pixel point = edge_point(at, unit, seed, i, out);
        cairo_line_to(cairo, point.x, point.y);
    }
    cairo_close_path(cairo);
}

/* Cracks run out from the hole; each has a kink. */
static void add_cracks(cairo_t *cairo, struct pixel at, double unit, uint64_t seed, double width)
{
    cairo_new_path(cairo);
    for (int i = 0; i < CRACKS; i++) {
        double angle = (i + brush_chance(seed, 60 + i) * 0.8) * CIRCLE / CRACKS;
        double kink = angle + 0.5 * (brush_chance(seed, 70 + i) - 0.5), far = unit * 1.75;
        struct pixel near = {at.x + unit * 0.8 * cos(angle), at.y + unit * 0.8 * sin(angle)};
        struct pixel middle = {at.x + unit * 1.3 * cos(kink), at.y + unit * 1.3 * sin(kink)};
        brush_add_stroke(cairo, near.x, near.y, middle.x, middle.y, width * 1.2, seed + 1);
        brush_add_stroke(cairo, middle.x, middle.y, at.x + far * cos(angle),
                         at.y + far * sin(angle), width * 0.8, seed + 2);
    }
}

/* The paper's turned edge is lighter and a little larger than the hole, through which the table is
 * seen. */
void tear_draw(cairo_t *cairo, const struct paper_view *view, struct pixel at, uint64_t seed,
               struct paper_color color, double strength, const struct paper_theme *theme)
{
    double unit = unit_of(view), thin = brush_sizes(view).thin;
    struct paper_color hole = brush_mix(theme->wall, theme->panel_edge, 0.45);
    cairo_save(cairo);
    color.alpha *= strength;
    hole.alpha = strength;
    brush_color(cairo, color);
    add_cracks(cairo, at, unit, seed, thin);
    cairo_fill(cairo);
    add_edge(cairo, at, unit, seed, 1.22);
    brush_color(cairo, brush_mix(theme->card, theme->paper, 0.7));
    cairo_fill_preserve(cairo);
    brush_color(cairo, color);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    brush_stroke(cairo, thin * 0.9, 0, 0);
    add_edge(cairo, (struct pixel){at.x + unit * 0.06, at.y + unit * 0.08}, unit * 0.72, seed, 1);
    brush_color(cairo, hole);
    cairo_fill(cairo);
    cairo_restore(cairo);
}
