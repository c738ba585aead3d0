/* The selection on a sheet in the making: its glow, its box, its handles. Owns nothing, cannot
 * fail.
 *
 * The box is padded, so that handles do not lie on what is selected, and goes through the drag's
 * transformation with it: it leans while it is turned.
 */
#include "paper/graph_paper/sketching_inside.h"

#include <math.h>

/* Interface pixels. */
static const double GLOW = 9, PADDING = 9, HANDLE_SIDE = 10, STALK = 26, CATCH = 11;
static const double SIDE_LEAST = 46; /* of the box, for a handle in the middle of it */
static const double GLOW_STRENGTH = 0.38, GLOW_STRENGTH_PALE = 0.22;

/* --- what lies where ------------------------------------------------------------------------- */

bool paper_selection_bounds(const struct draft *draft, const struct paper_selection *selection,
                            struct spot *low, struct spot *high)
{
    struct extent extent = EXTENT_NOTHING;
    for (int i = 0; i < selection->count; i++) {
        const struct draft_item *item = &draft->items[selection->items[i]];
        for (int k = 0; k < item->loop_count; k++)
            for (int v = 0; v < item->loops[k].count; v++) {
                struct spot spot = sketching_fine_spot(item->loops[k].vertices[v]);
                extent_add(&extent, (struct pixel){spot.x, spot.y}, 0);
            }
    }
    *low = (struct spot){extent.left, extent.top};
    *high = (struct spot){extent.right, extent.bottom};
    return low->x <= high->x;
}

/* Lower left, lower right, upper right, upper left. */
static bool place_corners(const struct paper_view *view, const struct draft *draft,
                          const struct paper_selection *selection, struct pixel corners[4])
{
    struct spot low, high;
    double pad = PADDING * view->scale / view->square;
    if (!paper_selection_bounds(draft, selection, &low, &high))
        return false;
    const struct spot spots[4] = {{low.x - pad, low.y - pad},
                                  {high.x + pad, low.y - pad},
                                  {high.x + pad, high.y + pad},
                                  {low.x - pad, high.y + pad}};
    for (int i = 0; i < 4; i++)
        corners[i] = sketching_place(view, draft, sketching_move(selection->moving, spots[i]));
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

bool paper_handle_place(const struct paper_view *view, const struct draft *draft,
                        const struct paper_selection *selection, enum paper_handle handle,
                        double *x, double *y)
{
    struct pixel corners[4], place;
    if (!place_corners(view, draft, selection, corners) ||
        !place_handle(corners, handle, view->scale, &place))
        return false;
    *x = place.x;
    *y = place.y;
    return true;
}

enum paper_handle paper_find_handle(const struct paper_view *view, const struct draft *draft,
                                    const struct paper_selection *selection, double x, double y)
{
    enum paper_handle best = HANDLE_NONE;
    double nearest = CATCH * view->scale;
    for (enum paper_handle handle = 0; handle < HANDLE_COUNT; handle++) {
        double at_x, at_y;
        if (!paper_handle_place(view, draft, selection, handle, &at_x, &at_y))
            continue;
        double distance = fmax(fabs(at_x - x), fabs(at_y - y));
        if (distance <= nearest) {
            nearest = distance;
            best = handle;
        }
    }
    return best;
}

/* --- how it looks ---------------------------------------------------------------------------- */

/* Points that are not joined glow by themselves. */
static void add_points(cairo_t *cairo, const struct paper_view *view, const struct draft *draft,
                       const struct draft_loop *loop, const struct sketch_transform *moving)
{
    for (int i = 0; i < loop->count; i++) {
        struct spot spot = sketching_move(moving, sketching_fine_spot(loop->vertices[i]));
        struct pixel at = sketching_place(view, draft, spot);
        brush_add_line(cairo, at, at);
    }
}

static void add_item(cairo_t *cairo, const struct paper_view *view, const struct draft *draft,
                     const struct draft_item *item, const struct sketch_transform *moving,
                     double margin)
{
    bool points =
        item->role == DRAFT_CHECKPOINT || item->role == DRAFT_INSIDE || item->role == DRAFT_OUTSIDE;
    for (int k = 0; k < item->loop_count; k++) {
        if (points || item->loops[k].count == 1)
            add_points(cairo, view, draft, &item->loops[k], moving);
        if (!points || item->role == DRAFT_CHECKPOINT)
            sketching_add_loop(cairo, view, draft, &item->loops[k], moving, margin);
    }
}

static double glow_width(const struct paper_view *view)
{
    return brush_sizes(view).wall + GLOW * view->scale;
}

static void draw_glow(cairo_t *cairo, const struct paper_view *view, const struct draft *draft,
                      const struct paper_selection *selection, const struct paper_theme *theme)
{
    struct paper_color color = theme->focus;
    double width = glow_width(view);
    color.alpha = selection->handles ? GLOW_STRENGTH : GLOW_STRENGTH_PALE;
    cairo_new_path(cairo);
    for (int i = 0; i < selection->count; i++)
        add_item(cairo, view, draft, &draft->items[selection->items[i]], selection->moving, width);
    brush_color(cairo, color);
    brush_stroke(cairo, width, 0, 0);
    if (!selection->moving)
        return;
    for (int i = 0; i < selection->count; i++)
        add_item(cairo, view, draft, &draft->items[selection->items[i]], selection->moving, width);
    brush_color(cairo, theme->wall);
    brush_stroke(cairo, brush_sizes(view).thin, 0, 0);
}

static void draw_box(cairo_t *cairo, const struct pixel corners[4], double scale,
                     const struct paper_theme *theme)
{
    cairo_new_path(cairo);
    for (int i = 0; i < 4; i++)
        cairo_line_to(cairo, corners[i].x, corners[i].y);
    cairo_close_path(cairo);
    brush_color(cairo, theme->action);
    brush_stroke(cairo, 1.2 * scale, 4 * scale, 4.8 * scale);
    brush_add_line(cairo, brush_between(corners[2], corners[3], 0.5),
                   place_turn(corners, STALK * scale));
    brush_stroke(cairo, 1.2 * scale, 0, 0);
}

static void draw_handle(cairo_t *cairo, struct pixel at, enum paper_handle handle, bool hot,
                        double scale, const struct paper_theme *theme)
{
    double half = HANDLE_SIDE * scale * (hot ? 0.62 : 0.5);
    cairo_new_path(cairo);
    if (handle == HANDLE_TURN)
        brush_add_disc(cairo, at.x, at.y, half * 1.15);
    else
        cairo_rectangle(cairo, round(at.x - half), round(at.y - half), round(2 * half),
                        round(2 * half));
    sketching_fill(cairo, hot ? theme->focus : theme->card, theme->action, 1.6 * scale, 0);
}

void paper_draw_selection(cairo_t *cairo, const struct paper_view *view, const struct draft *draft,
                          const struct paper_selection *selection, const struct paper_theme *theme)
{
    struct pixel corners[4], place;
    draw_glow(cairo, view, draft, selection, theme);
    if (!selection->handles || !place_corners(view, draft, selection, corners))
        return;
    draw_box(cairo, corners, view->scale, theme);
    for (enum paper_handle handle = 0; handle < HANDLE_COUNT; handle++)
        if (place_handle(corners, handle, view->scale, &place))
            draw_handle(cairo, place, handle, handle == selection->hot, view->scale, theme);
}

void paper_draw_lasso(cairo_t *cairo, const struct paper_view *view, const struct draft *draft,
                      struct spot from, struct spot to, const struct paper_theme *theme)
{
    struct pixel a = sketching_place(view, draft, from), b = sketching_place(view, draft, to);
    struct paper_color ground = theme->action;
    ground.alpha = 0.08;
    cairo_new_path(cairo);
    cairo_rectangle(cairo, fmin(a.x, b.x), fmin(a.y, b.y), fabs(b.x - a.x), fabs(b.y - a.y));
    sketching_fill(cairo, ground, theme->action, 1.2 * view->scale, 4 * view->scale);
}
