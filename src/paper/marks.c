/* Marks of the pens and tallies.
 *
 * A mark is drawn in a box of side 2 round the origin and then placed; the table says which lines
 * it has.
 */
#include "paper/brush.h"

enum { MARK_POINT_LIMIT = 10 };

struct mark {
    bool round;
    bool closed;
    int count; /* of points: pairs of a line each if open, corners of a polygon if closed */
    double points[MARK_POINT_LIMIT][2];
};

static const struct mark marks[PEN_COUNT] = {
    {.count = 4, .points = {{-0.8, -0.8}, {0.8, 0.8}, {0.8, -0.8}, {-0.8, 0.8}}},
    {.round = true},
    {.count = 4, .points = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}}},
    {.closed = true, .count = 3, .points = {{0, -0.95}, {0.95, 0.75}, {-0.95, 0.75}}},
    {.closed = true,
     .count = 4,
     .points = {{-0.78, -0.78}, {0.78, -0.78}, {0.78, 0.78}, {-0.78, 0.78}}},
    {.closed = true, .count = 4, .points = {{0, -1.05}, {0.85, 0}, {0, 1.05}, {-0.85, 0}}},
    {.count = 6,
     .points = {{0, -1}, {0, 1}, {-0.87, -0.5}, {0.87, 0.5}, {-0.87, 0.5}, {0.87, -0.5}}},
    {.closed = true, .count = 3, .points = {{0, 0.95}, {0.95, -0.75}, {-0.95, -0.75}}},
};

void paper_draw_mark(cairo_t *cairo, int pen, double x, double y, double size,
                     const struct paper_theme *theme)
{
    const struct mark *mark = &marks[(pen - 1) % PEN_COUNT];
    double width = size * 0.17;
    double half = (size - width) / 2;
    cairo_new_path(cairo);
    if (mark->round)
        cairo_arc(cairo, x, y, half * 0.86, 0, 6.2831853);
    for (int i = 0; i < mark->count; i++) {
        double at_x = x + mark->points[i][0] * half;
        double at_y = y + mark->points[i][1] * half;
        if (i == 0 || (!mark->closed && i % 2 == 0))
            cairo_move_to(cairo, at_x, at_y);
        else
            cairo_line_to(cairo, at_x, at_y);
    }
    if (mark->closed || mark->round)
        cairo_close_path(cairo);
    brush_color(cairo, theme->pens[(pen - 1) % PEN_COUNT]);
    cairo_set_line_width(cairo, width);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_stroke(cairo);
}

double paper_tally_gap(double height)
{
    return height * 0.36;
}

void paper_draw_tally(cairo_t *cairo, int count, double x, double y, double height,
                      const struct paper_theme *theme)
{
    double gap = paper_tally_gap(height);
    double width = height * 0.13;
    cairo_new_path(cairo);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    for (int i = 0; i < count; i++) {
        double group = x + i / 5 * gap * 5.2;
        uint64_t seed = (uint64_t)i + 5;
        double lean = brush_waver(seed, 0.5) * height * 0.06;
        double at = group + i % 5 * gap;
        if (i % 5 < 4)
            brush_add_stroke(cairo, at + lean, y - height / 2, at - lean, y + height / 2, width,
                             seed);
        else
            brush_add_stroke(cairo, group - gap * 0.6, y + height * 0.28, group + gap * 3.6,
                             y - height * 0.28, width, seed);
    }
    brush_color(cairo, theme->ink);
    cairo_fill(cairo);
}
