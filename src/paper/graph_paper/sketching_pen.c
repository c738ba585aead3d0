/* What the hand is doing on a sheet in the making: the pen's stroke, the reach of the eraser, a
 * line that is being laid. Owns nothing, cannot fail.
 */
#include "paper/graph_paper/sketching_inside.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static const double RUBBED = 0.8; /* how much the eraser's way hides */
/* A new place of a stroke changes how the joints at the last ones are drawn. */
enum { PEN_JOINTS = 3 };

/* --- the stroke ------------------------------------------------------------------------------ */

static double pen_width(const struct paper_view *view, const struct paper_pen *pen)
{
    struct brush_sizes sizes = brush_sizes(view);
    if (pen->look == PEN_ERASES)
        return fmax(pen->width * view->square, sizes.thin);
    return pen->look == PEN_DRAWS && pen->role == DRAFT_WALL ? sizes.wall : sizes.thin;
}

static struct paper_color pen_color(const struct paper_pen *pen, const struct paper_theme *theme)
{
    struct paper_color color = theme->ink_soft;
    if (pen->look == PEN_ERASES) {
        color = theme->paper;
        color.alpha = RUBBED;
    } else if (pen->role == DRAFT_TURBO || pen->role == DRAFT_CHECKPOINT ||
               pen->look == PEN_PREVIEWS) {
        color = theme->action;
    } else if (pen->role == DRAFT_WALL) {
        color = theme->wall;
    }
    return color;
}

static void draw_way(cairo_t *cairo, const struct paper_view *view, const struct draft *draft,
                     const struct paper_pen *pen)
{
    double width = pen_width(view, pen);
    struct pixel *places = memory_allocate((size_t)pen->count + 1, sizeof *places);
    for (int i = 0; i < pen->count; i++)
        places[i] = sketching_place(view, draft, pen->spots[i]);
    if (pen->look == PEN_DRAWS) {
        sketching_pencil(cairo, places, pen->count, pen->closed, view->square, width);
    } else {
        cairo_new_path(cairo);
        for (int i = 0; i < pen->count; i++)
            cairo_line_to(cairo, places[i].x, places[i].y);
        if (pen->count == 1)
            cairo_line_to(cairo, places[0].x, places[0].y);
        if (pen->closed)
            cairo_close_path(cairo);
        brush_stroke(cairo, width, width * 3, pen->look == PEN_PREVIEWS ? width * 3.6 : 0);
    }
    free(places);
}

static void draw_corners(cairo_t *cairo, const struct paper_view *view, const struct draft *draft,
                         const struct paper_pen *pen)
{
    double radius = brush_sizes(view).ink * 1.2;
    cairo_new_path(cairo);
    for (int i = 0; i < pen->count; i++) {
        struct pixel at = sketching_place(view, draft, pen->spots[i]);
        brush_add_disc(cairo, at.x, at.y, radius);
    }
    cairo_fill(cairo);
}

static void draw_ring(cairo_t *cairo, const struct paper_view *view, const struct draft *draft,
                      const struct paper_pen *pen, const struct paper_theme *theme)
{
    struct pixel start = sketching_place(view, draft, pen->spots[0]);
    struct paper_color ground = theme->action;
    ground.alpha = pen->ring_filled ? 0.18 : 0;
    cairo_new_path(cairo);
    brush_add_disc(cairo, start.x, start.y, pen->ring * view->square);
    sketching_fill(cairo, ground, theme->action, (pen->ring_filled ? 2 : 1.2) * view->scale,
                   pen->ring_filled ? 0 : 3 * view->scale);
}

static void draw_next(cairo_t *cairo, const struct paper_view *view, const struct draft *draft,
                      const struct paper_pen *pen)
{
    cairo_new_path(cairo);
    brush_add_line(cairo, sketching_place(view, draft, pen->spots[pen->count - 1]),
                   sketching_place(view, draft, pen->next));
    brush_stroke(cairo, brush_sizes(view).thin, 0, 0);
}

void paper_draw_pen(cairo_t *cairo, const struct paper_view *view, const struct draft *draft,
                    const struct paper_pen *pen, const struct paper_theme *theme)
{
    if (pen->count < 1)
        return;
    if (pen->ring > 0)
        draw_ring(cairo, view, draft, pen, theme);
    brush_color(cairo, pen_color(pen, theme));
    draw_way(cairo, view, draft, pen);
    if (pen->corners)
        draw_corners(cairo, view, draft, pen);
    if (pen->has_next)
        draw_next(cairo, view, draft, pen);
}

bool paper_pen_box(const struct paper_view *view, const struct draft *draft,
                   const struct paper_pen *pen, int from, double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    double margin = fmax(pen_width(view, pen) * 0.75, brush_sizes(view).ink * 1.2) + 1;
    if (pen->count < 1)
        return false;
    for (int i = from > PEN_JOINTS ? from - PEN_JOINTS : 0; i < pen->count; i++)
        extent_add(&extent, sketching_place(view, draft, pen->spots[i]), margin);
    if (pen->closed)
        extent_add(&extent, sketching_place(view, draft, pen->spots[0]), margin);
    if (pen->ring > 0 && from == 0)
        extent_add(&extent, sketching_place(view, draft, pen->spots[0]),
                   pen->ring * view->square + 2 * view->scale);
    if (pen->has_next) {
        extent_add(&extent, sketching_place(view, draft, pen->spots[pen->count - 1]), margin);
        extent_add(&extent, sketching_place(view, draft, pen->next), margin);
    }
    return extent_box(&extent, box);
}

/* --- round the pointer ----------------------------------------------------------------------- */

void paper_draw_reach(cairo_t *cairo, const struct paper_view *view, const struct draft *draft,
                      struct spot at, double radius, const struct paper_theme *theme)
{
    struct pixel place = sketching_place(view, draft, at);
    struct paper_color rim = theme->paper;
    rim.alpha = 0.8;
    brush_color(cairo, rim);
    brush_circle(cairo, place.x, place.y, radius * view->square, 3.4 * view->scale);
    brush_color(cairo, theme->ink_soft);
    brush_circle(cairo, place.x, place.y, radius * view->square, 1.4 * view->scale);
}

static double snap_radius(const struct paper_view *view)
{
    return brush_clamp(view->square * 0.28, 4 * view->scale, 8 * view->scale);
}

void paper_draw_snap(cairo_t *cairo, const struct paper_view *view, const struct draft *draft,
                     struct point grid, const struct paper_theme *theme)
{
    struct pixel at = brush_grid_place(view, draft->height, grid);
    brush_color(cairo, theme->action);
    brush_circle(cairo, at.x, at.y, snap_radius(view), 1.6 * view->scale);
}

/* --- lines and arrows ------------------------------------------------------------------------ */

/* Left of the way from one end to the other is ahead. */
struct laid_line {
    struct pixel from, to, middle, ahead;
    double arrow; /* its length, device pixels */
};

static struct laid_line lay(const struct paper_view *view, const struct draft *draft,
                            struct point from, struct point to)
{
    struct laid_line line = {
        .from = brush_grid_place(view, draft->height, from),
        .to = brush_grid_place(view, draft->height, to),
        .arrow = brush_clamp(view->square * 2.2, 22 * view->scale, 60 * view->scale)};
    double x = line.to.x - line.from.x, y = line.to.y - line.from.y, length = hypot(x, y);
    line.middle = brush_between(line.from, line.to, 0.5);
    if (length > 0)
        line.ahead = (struct pixel){y / length, -x / length};
    return line;
}

void paper_draw_laid_line(cairo_t *cairo, const struct paper_view *view, const struct draft *draft,
                          enum draft_role role, struct point from, struct point to,
                          const struct paper_theme *theme)
{
    struct brush_sizes sizes = brush_sizes(view);
    struct laid_line line = lay(view, draft, from, to);
    bool leaves = role != DRAFT_FINISH; /* the race begins here: the arrow goes away from it */
    double near = leaves ? 0.15 * line.arrow : -line.arrow, far = near + line.arrow;
    brush_color(cairo, theme->wall);
    cairo_new_path(cairo);
    brush_add_line(cairo, line.from, line.to);
    brush_stroke(cairo, sizes.ink * 1.5, 0, 0);
    brush_add_disc(cairo, line.from.x, line.from.y, sizes.ink * 1.8);
    brush_add_disc(cairo, line.to.x, line.to.y, sizes.ink * 1.8);
    cairo_fill(cairo);
    if (line.ahead.x == 0 && line.ahead.y == 0)
        return;
    brush_color(cairo, theme->action);
    brush_arrow(cairo, line.middle.x + line.ahead.x * near, line.middle.y + line.ahead.y * near,
                line.middle.x + line.ahead.x * far, line.middle.y + line.ahead.y * far,
                sizes.ink * 1.2, line.arrow * 0.32);
}

static double arrow_head(const struct paper_view *view)
{
    return brush_clamp(view->square * 0.5, 5 * view->scale, 16 * view->scale);
}

void paper_draw_pulled_arrow(cairo_t *cairo, const struct paper_view *view,
                             const struct draft *draft, struct spot middle, struct point arrow,
                             const struct paper_theme *theme)
{
    struct pixel at = sketching_place(view, draft, middle);
    double x = arrow.x * view->square / 2, y = -arrow.y * view->square / 2;
    brush_color(cairo, theme->action);
    if (arrow.x == 0 && arrow.y == 0)
        brush_circle(cairo, at.x, at.y, arrow_head(view) / 2, brush_sizes(view).ink);
    else
        brush_arrow(cairo, at.x - x, at.y - y, at.x + x, at.y + y, brush_sizes(view).ink * 1.3,
                    arrow_head(view));
}
