/* See dotted.h. Owns nothing, cannot fail. */
#include "paper/graph_paper/dotted.h"

#include <math.h>

static const double LINE_WEIGHT = 10;

struct dot {
    double x, y;
};

static struct dot dot_of(const struct paper_view *view, const struct dotted_line *line, int index)
{
    struct point grid = line->points[index];
    return (struct dot){view->left + grid.x * view->square,
                        view->top + (line->height - grid.y) * view->square};
}

void dotted_add_bar(cairo_t *cairo, double x1, double y1, double x2, double y2, double half)
{
    double dx = x2 - x1, dy = y2 - y1, length = hypot(dx, dy);
    if (length <= 0)
        return;
    cairo_move_to(cairo, x2 - dy / length * half, y2 + dx / length * half);
    cairo_line_to(cairo, x2 + dy / length * half, y2 - dx / length * half);
}

bool dotted_box(const struct paper_view *view, const struct dotted_line *line, double box[4])
{
    double left = INFINITY, top = INFINITY, right = -INFINITY, bottom = -INFINITY;
    struct brush_sizes sizes = brush_sizes(view);
    double margin = sizes.tick + sizes.ink + 2;
    if (line->count < 2)
        return false;
    for (int i = 0; i < line->count; i++) {
        struct dot dot = dot_of(view, line, i);
        left = fmin(left, dot.x);
        top = fmin(top, dot.y);
        right = fmax(right, dot.x);
        bottom = fmax(bottom, dot.y);
    }
    box[0] = floor(left - margin);
    box[1] = floor(top - margin);
    box[2] = ceil(right + margin) - box[0];
    box[3] = ceil(bottom + margin) - box[1];
    return true;
}

static void draw_move(cairo_t *cairo, const struct brush_sizes *sizes, struct dot from,
                      struct dot to)
{
    double dots[2] = {0, sizes->ink * 2.4};
    cairo_new_path(cairo);
    cairo_move_to(cairo, from.x, from.y);
    cairo_line_to(cairo, to.x, to.y);
    cairo_set_dash(cairo, dots, 2, 0);
    cairo_set_line_width(cairo, sizes->ink);
    cairo_stroke(cairo);
    cairo_set_dash(cairo, NULL, 0, 0);
    dotted_add_bar(cairo, from.x, from.y, to.x, to.y, sizes->tick * 0.8);
    cairo_set_line_width(cairo, sizes->thin);
    cairo_stroke(cairo);
}

void dotted_draw(cairo_t *cairo, const struct paper_view *view, const struct dotted_line *line)
{
    struct brush_sizes sizes = brush_sizes(view);
    if (line->count < 2)
        return;
    brush_color(cairo, line->color);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    for (int i = 1; i < line->count; i++) {
        struct dot from = dot_of(view, line, i - 1), to = dot_of(view, line, i);
        if (brush_is_seen(cairo, from.x, from.y, to.x, to.y, sizes.tick + sizes.ink))
            draw_move(cairo, &sizes, from, to);
    }
}

void dotted_label(struct labels *labels, const struct paper_view *view,
                  const struct dotted_line *line, const char *text, const struct paper_theme *theme)
{
    if (line->count < 2)
        return;
    struct dot before = dot_of(view, line, line->count - 2),
               end = dot_of(view, line, line->count - 1);
    const struct label_box *seen = &labels->seen;
    if (end.x < seen->x || end.x > seen->x + seen->w || end.y < seen->y ||
        end.y > seen->y + seen->h)
        return;
    struct brush_sizes sizes = brush_sizes(view);
    struct label_wish wish = {end.x, end.y, sizes.letter * 0.6, end.x - before.x, end.y - before.y};
    labels_avoid_line(labels, before.x, before.y, end.x, end.y, LINE_WEIGHT);
    labels_add(labels, LABEL_RIMMED, text, sizes.letter, theme->ink, 0, &wish);
}
