/* What the hand is doing on a sheet in the making: the pen's stroke, the reach of the eraser, a
 * line that is being laid, the selection with its handles. Owns nothing, cannot fail.
 */
#include "paper/graph_paper/sketching_inside.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static const double RUBBED = 0.8; /* how much the eraser's way hides */
/* A new place of a stroke changes how the joints at the last ones are drawn. */
enum { PEN_JOINTS = 3 };
/* Interface pixels. */
static const double GLOW = 9, PADDING = 9, HANDLE_SIDE = 10, STALK = 26, CATCH = 11;
static const double SIDE_LEAST = 46; /* of the box, for a handle in the middle of it */
static const double GLOW_STRENGTH = 0.38, GLOW_STRENGTH_PALE = 0.22;

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

static void draw_way(const struct draft_brush *brush, const struct paper_pen *pen)
{
    double width = pen_width(brush->view, pen);
    struct pixel *places = memory_allocate((size_t)pen->count + 1, sizeof *places);
    for (int i = 0; i < pen->count; i++)
        places[i] = sketching_place(brush, pen->spots[i]);
    if (pen->look == PEN_DRAWS) {
        sketching_pencil(brush->cairo, places, pen->count, pen->closed, brush->view->square, width);
    } else {
        cairo_new_path(brush->cairo);
        for (int i = 0; i < pen->count; i++)
            cairo_line_to(brush->cairo, places[i].x, places[i].y);
        if (pen->count == 1)
            cairo_line_to(brush->cairo, places[0].x, places[0].y);
        if (pen->closed)
            cairo_close_path(brush->cairo);
        brush_stroke(brush->cairo, width, width * 3, pen->look == PEN_PREVIEWS ? width * 3.6 : 0);
    }
    free(places);
}

static void draw_corners(const struct draft_brush *brush, const struct paper_pen *pen)
{
    double radius = brush_sizes(brush->view).ink * 1.2;
    cairo_new_path(brush->cairo);
    for (int i = 0; i < pen->count; i++) {
        struct pixel at = sketching_place(brush, pen->spots[i]);
        brush_add_disc(brush->cairo, at.x, at.y, radius);
    }
    cairo_fill(brush->cairo);
}

static void draw_ring(const struct draft_brush *brush, const struct paper_pen *pen)
{
    struct pixel start = sketching_place(brush, pen->spots[0]);
    struct paper_color ground = brush->theme->action;
    ground.alpha = pen->ring_filled ? 0.18 : 0;
    cairo_new_path(brush->cairo);
    brush_add_disc(brush->cairo, start.x, start.y, pen->ring * brush->view->square);
    sketching_fill(brush->cairo, ground, brush->theme->action,
                   (pen->ring_filled ? 2 : 1.2) * brush->view->scale,
                   pen->ring_filled ? 0 : 3 * brush->view->scale);
}

static void draw_next(const struct draft_brush *brush, const struct paper_pen *pen)
{
    cairo_new_path(brush->cairo);
    brush_add_line(brush->cairo, sketching_place(brush, pen->spots[pen->count - 1]),
                   sketching_place(brush, pen->next));
    brush_stroke(brush->cairo, brush_sizes(brush->view).thin, 0, 0);
}

void paper_draw_pen(const struct draft_brush *brush, const struct paper_pen *pen)
{
    if (pen->count < 1)
        return;
    if (pen->ring > 0)
        draw_ring(brush, pen);
    brush_color(brush->cairo, pen_color(pen, brush->theme));
    draw_way(brush, pen);
    if (pen->corners)
        draw_corners(brush, pen);
    if (pen->has_next)
        draw_next(brush, pen);
}

bool paper_pen_box(const struct draft_brush *brush, const struct paper_pen *pen, int from,
                   double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    double margin =
        fmax(pen_width(brush->view, pen) * 0.75, brush_sizes(brush->view).ink * 1.2) + 1;
    if (pen->count < 1)
        return false;
    for (int i = from > PEN_JOINTS ? from - PEN_JOINTS : 0; i < pen->count; i++)
        extent_add(&extent, sketching_place(brush, pen->spots[i]), margin);
    if (pen->closed)
        extent_add(&extent, sketching_place(brush, pen->spots[0]), margin);
    if (pen->ring > 0 && from == 0)
        extent_add(&extent, sketching_place(brush, pen->spots[0]),
                   pen->ring * brush->view->square + 2 * brush->view->scale);
    if (pen->has_next) {
        extent_add(&extent, sketching_place(brush, pen->spots[pen->count - 1]), margin);
        extent_add(&extent, sketching_place(brush, pen->next), margin);
    }
    return extent_box(&extent, box);
}

/* --- round the pointer ----------------------------------------------------------------------- */

void paper_draw_reach(const struct draft_brush *brush, struct spot at, double radius)
{
    struct pixel place = sketching_place(brush, at);
    struct paper_color rim = brush->theme->paper;
    rim.alpha = 0.8;
    brush_color(brush->cairo, rim);
    brush_circle(brush->cairo, place.x, place.y, radius * brush->view->square,
                 3.4 * brush->view->scale);
    brush_color(brush->cairo, brush->theme->ink_soft);
    brush_circle(brush->cairo, place.x, place.y, radius * brush->view->square,
                 1.4 * brush->view->scale);
}

static double snap_radius(const struct paper_view *view)
{
    return brush_clamp(view->square * 0.28, 4 * view->scale, 8 * view->scale);
}

void paper_draw_snap(const struct draft_brush *brush, struct point grid)
{
    struct pixel at = brush_grid_place(brush->view, brush->draft->height, grid);
    brush_color(brush->cairo, brush->theme->action);
    brush_circle(brush->cairo, at.x, at.y, snap_radius(brush->view), 1.6 * brush->view->scale);
}

/* --- lines and arrows ------------------------------------------------------------------------ */

/* Left of the way from one end to the other is ahead. */
struct laid_line {
    struct pixel from, to, middle, ahead;
    double arrow; /* its length, device pixels */
};

static struct laid_line lay(const struct draft_brush *brush, struct point from, struct point to)
{
    struct laid_line line = {.from = brush_grid_place(brush->view, brush->draft->height, from),
                             .to = brush_grid_place(brush->view, brush->draft->height, to),
                             .arrow =
                                 brush_clamp(brush->view->square * 2.2, 22 * brush->view->scale,
                                             60 * brush->view->scale)};
    double x = line.to.x - line.from.x, y = line.to.y - line.from.y, length = hypot(x, y);
    line.middle = brush_between(line.from, line.to, 0.5);
    if (length > 0)
        line.ahead = (struct pixel){y / length, -x / length};
    return line;
}

void paper_draw_laid_line(const struct draft_brush *brush, enum draft_role role, struct point from,
                          struct point to)
{
    struct brush_sizes sizes = brush_sizes(brush->view);
    struct laid_line line = lay(brush, from, to);
    bool leaves = role != DRAFT_FINISH; /* the race begins here: the arrow goes away from it */
    double near = leaves ? 0.15 * line.arrow : -line.arrow, far = near + line.arrow;
    brush_color(brush->cairo, brush->theme->wall);
    cairo_new_path(brush->cairo);
    brush_add_line(brush->cairo, line.from, line.to);
    brush_stroke(brush->cairo, sizes.ink * 1.5, 0, 0);
    brush_add_disc(brush->cairo, line.from.x, line.from.y, sizes.ink * 1.8);
    brush_add_disc(brush->cairo, line.to.x, line.to.y, sizes.ink * 1.8);
    cairo_fill(brush->cairo);
    if (line.ahead.x == 0 && line.ahead.y == 0)
        return;
    brush_color(brush->cairo, brush->theme->action);
    brush_arrow(brush->cairo, line.middle.x + line.ahead.x * near,
                line.middle.y + line.ahead.y * near, line.middle.x + line.ahead.x * far,
                line.middle.y + line.ahead.y * far, sizes.ink * 1.2, line.arrow * 0.32);
}

static double arrow_head(const struct paper_view *view)
{
    return brush_clamp(view->square * 0.5, 5 * view->scale, 16 * view->scale);
}

void paper_draw_pulled_arrow(const struct draft_brush *brush, struct spot middle,
                             struct point arrow)
{
    struct pixel at = sketching_place(brush, middle);
    double x = arrow.x * brush->view->square / 2, y = -arrow.y * brush->view->square / 2;
    brush_color(brush->cairo, brush->theme->action);
    if (arrow.x == 0 && arrow.y == 0)
        brush_circle(brush->cairo, at.x, at.y, arrow_head(brush->view) / 2,
                     brush_sizes(brush->view).ink);
    else
        brush_arrow(brush->cairo, at.x - x, at.y - y, at.x + x, at.y + y,
                    brush_sizes(brush->view).ink * 1.3, arrow_head(brush->view));
}

/* --- the selection: what lies where -----------------------------------------------------------
 *
 * The box is padded, so that handles do not lie on what is selected, and goes through the drag's
 * transformation with it: it leans while it is turned.
 */

bool paper_selection_bounds(const struct draft *draft, const struct paper_selection *selection,
                            struct spot *low, struct spot *high)
{
    struct extent extent = EXTENT_NOTHING;
    for (int i = 0; i < selection->count; i++) {
        const struct draft_item *item = &draft->items[selection->items[i]];
        for (int k = 0; k < item->loop_count; k++)
            for (int v = 0; v < item->loops[k].count; v++) {
                struct spot spot = spot_of(item->loops[k].vertices[v]);
                extent_add(&extent, (struct pixel){spot.x, spot.y}, 0);
            }
    }
    *low = (struct spot){extent.left, extent.top};
    *high = (struct spot){extent.right, extent.bottom};
    return low->x <= high->x;
}

/* Lower left, lower right, upper right, upper left. */
static bool place_corners(const struct draft_brush *brush, const struct paper_selection *selection,
                          struct pixel corners[4])
{
    struct spot low, high;
    double pad = PADDING * brush->view->scale / brush->view->square;
    if (!paper_selection_bounds(brush->draft, selection, &low, &high))
        return false;
    const struct spot spots[4] = {{low.x - pad, low.y - pad},
                                  {high.x + pad, low.y - pad},
                                  {high.x + pad, high.y + pad},
                                  {low.x - pad, high.y + pad}};
    for (int i = 0; i < 4; i++)
        corners[i] = sketching_place(
            brush, selection->moving ? sketch_moved(selection->moving, spots[i]) : spots[i]);
    return true;
}

static struct pixel place_turn(const struct pixel corners[4], double stalk)
{
    struct pixel foot = brush_between(corners[2], corners[3], 0.5);
    double x = corners[3].x - corners[0].x, y = corners[3].y - corners[0].y;
    double length = fmax(hypot(x, y), 1);
    return (struct pixel){foot.x + x / length * stalk, foot.y + y / length * stalk};
}

/* False if the box is too small to have it. */
static bool place_handle(const struct pixel corners[4], enum paper_handle handle, double scale,
                         struct pixel *place)
{
    if (handle == HANDLE_TURN) {
        *place = place_turn(corners, STALK * scale);
        return true;
    }
    int corner = handle / 2, next = (corner + 1) % 4;
    if (handle % 2 == 0) {
        *place = corners[corner];
        return true;
    }
    *place = brush_between(corners[corner], corners[next], 0.5);
    return hypot(corners[next].x - corners[corner].x, corners[next].y - corners[corner].y) >=
           SIDE_LEAST * scale;
}

bool paper_handle_place(const struct draft_brush *brush, const struct paper_selection *selection,
                        enum paper_handle handle, double *x, double *y)
{
    struct pixel corners[4], place;
    if (!place_corners(brush, selection, corners) ||
        !place_handle(corners, handle, brush->view->scale, &place))
        return false;
    *x = place.x;
    *y = place.y;
    return true;
}

enum paper_handle paper_find_handle(const struct draft_brush *brush,
                                    const struct paper_selection *selection, double x, double y)
{
    enum paper_handle best = HANDLE_NONE;
    double nearest = CATCH * brush->view->scale;
    for (enum paper_handle handle = 0; handle < HANDLE_COUNT; handle++) {
        double at_x, at_y;
        if (!paper_handle_place(brush, selection, handle, &at_x, &at_y))
            continue;
        double distance = fmax(fabs(at_x - x), fabs(at_y - y));
        if (distance <= nearest) {
            nearest = distance;
            best = handle;
        }
    }
    return best;
}

/* --- the selection: how it looks -------------------------------------------------------------- */

/* Points that are not joined glow by themselves. */
static void add_points(const struct draft_brush *brush, const struct draft_loop *loop,
                       const struct sketch_transform *moving)
{
    for (int i = 0; i < loop->count; i++) {
        struct pixel at = sketching_fine_place(brush, loop->vertices[i], moving);
        brush_add_line(brush->cairo, at, at);
    }
}

static void add_item(const struct draft_brush *brush, const struct draft_item *item,
                     const struct sketch_transform *moving, double margin)
{
    bool points =
        item->role == DRAFT_CHECKPOINT || item->role == DRAFT_INSIDE || item->role == DRAFT_OUTSIDE;
    for (int k = 0; k < item->loop_count; k++) {
        if (points || item->loops[k].count == 1)
            add_points(brush, &item->loops[k], moving);
        if (!points || item->role == DRAFT_CHECKPOINT)
            sketching_add_loop(brush, &item->loops[k], moving, margin);
    }
}

static double glow_width(const struct paper_view *view)
{
    return brush_sizes(view).wall + GLOW * view->scale;
}

static void draw_glow(const struct draft_brush *brush, const struct paper_selection *selection)
{
    struct paper_color color = brush->theme->focus;
    double width = glow_width(brush->view);
    color.alpha = selection->handles ? GLOW_STRENGTH : GLOW_STRENGTH_PALE;
    cairo_new_path(brush->cairo);
    for (int i = 0; i < selection->count; i++)
        add_item(brush, &brush->draft->items[selection->items[i]], selection->moving, width);
    brush_color(brush->cairo, color);
    brush_stroke(brush->cairo, width, 0, 0);
    if (!selection->moving)
        return;
    for (int i = 0; i < selection->count; i++)
        add_item(brush, &brush->draft->items[selection->items[i]], selection->moving, width);
    brush_color(brush->cairo, brush->theme->wall);
    brush_stroke(brush->cairo, brush_sizes(brush->view).thin, 0, 0);
}

static void draw_box(const struct draft_brush *brush, const struct pixel corners[4])
{
    cairo_new_path(brush->cairo);
    for (int i = 0; i < 4; i++)
        cairo_line_to(brush->cairo, corners[i].x, corners[i].y);
    cairo_close_path(brush->cairo);
    brush_color(brush->cairo, brush->theme->action);
    brush_stroke(brush->cairo, 1.2 * brush->view->scale, 4 * brush->view->scale,
                 4.8 * brush->view->scale);
    brush_add_line(brush->cairo, brush_between(corners[2], corners[3], 0.5),
                   place_turn(corners, STALK * brush->view->scale));
    brush_stroke(brush->cairo, 1.2 * brush->view->scale, 0, 0);
}

static void draw_handle(const struct draft_brush *brush, struct pixel at, enum paper_handle handle,
                        bool hot)
{
    double half = HANDLE_SIDE * brush->view->scale * (hot ? 0.62 : 0.5);
    cairo_new_path(brush->cairo);
    if (handle == HANDLE_TURN)
        brush_add_disc(brush->cairo, at.x, at.y, half * 1.15);
    else
        cairo_rectangle(brush->cairo, round(at.x - half), round(at.y - half), round(2 * half),
                        round(2 * half));
    sketching_fill(brush->cairo, hot ? brush->theme->focus : brush->theme->card,
                   brush->theme->action, 1.6 * brush->view->scale, 0);
}

void paper_draw_selection(const struct draft_brush *brush, const struct paper_selection *selection)
{
    struct pixel corners[4], place;
    draw_glow(brush, selection);
    if (!selection->handles || !place_corners(brush, selection, corners))
        return;
    draw_box(brush, corners);
    for (enum paper_handle handle = 0; handle < HANDLE_COUNT; handle++)
        if (place_handle(corners, handle, brush->view->scale, &place))
            draw_handle(brush, place, handle, handle == selection->hot);
}

void paper_draw_lasso(const struct draft_brush *brush, struct spot from, struct spot to)
{
    struct pixel a = sketching_place(brush, from), b = sketching_place(brush, to);
    struct paper_color ground = brush->theme->action;
    ground.alpha = 0.08;
    cairo_new_path(brush->cairo);
    cairo_rectangle(brush->cairo, fmin(a.x, b.x), fmin(a.y, b.y), fabs(b.x - a.x), fabs(b.y - a.y));
    sketching_fill(brush->cairo, ground, brush->theme->action, 1.2 * brush->view->scale,
                   4 * brush->view->scale);
}
