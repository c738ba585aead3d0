/* What the hand is doing on a sheet in the making: the pen's stroke, the reach of the eraser, a
 * line that is being laid, the selection with its handles. Owns nothing, cannot fail.
 */
#include "paper/graph_paper/sketching.h"
#include "paper/graph_paper/ink.h"

#include "base/memory.h"
#include "paper/paper.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* What the files that draw a sheet in the making share among themselves.
 */

static void sketching_fill(cairo_t *cairo, struct paper_color ground, struct paper_color rim,
                           double width, double dash);

static void sketching_add_loop(const struct draft_brush *brush, const struct draft_loop *loop,
                               const struct sketch_transform *moving, double margin);

static void sketching_pencil(cairo_t *cairo, const struct pixel *places, int count, bool closed,
                             double square, double width);

static struct pixel sketching_fine_place(const struct draft_brush *brush, struct point fine,
                                         const struct sketch_transform *moving);

static struct pixel sketching_place(const struct draft_brush *brush, struct spot spot)
{
    return brush_place(brush->view, brush->draft->height, spot.x, spot.y);
}

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

void paper_draw_pen(const struct draft_brush *brush, const struct paper_pen *pen)
{
    if (pen->count < 1)
        return;
    if (pen->ring > 0) {
        struct pixel start = sketching_place(brush, pen->spots[0]);
        struct paper_color ground = brush->theme->action;
        ground.alpha = pen->ring_filled ? 0.18 : 0;
        cairo_new_path(brush->cairo);
        brush_add_disc(brush->cairo, start.x, start.y, pen->ring * brush->view->square);
        sketching_fill(brush->cairo, ground, brush->theme->action,
                       (pen->ring_filled ? 2 : 1.2) * brush->view->scale,
                       pen->ring_filled ? 0 : 3 * brush->view->scale);
    }
    brush_color(brush->cairo, pen_color(pen, brush->theme));
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
    if (pen->corners) {
        double radius = brush_sizes(brush->view).ink * 1.2;
        cairo_new_path(brush->cairo);
        for (int i = 0; i < pen->count; i++) {
            struct pixel at = sketching_place(brush, pen->spots[i]);
            brush_add_disc(brush->cairo, at.x, at.y, radius);
        }
        cairo_fill(brush->cairo);
    }
    if (pen->has_next) {
        cairo_new_path(brush->cairo);
        brush_add_line(brush->cairo, sketching_place(brush, pen->spots[pen->count - 1]),
                       sketching_place(brush, pen->next));
        brush_stroke(brush->cairo, brush_sizes(brush->view).thin, 0, 0);
    }
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

void paper_draw_snap(const struct draft_brush *brush, struct point grid)
{
    struct pixel at = brush_grid_place(brush->view, brush->draft->height, grid);
    brush_color(brush->cairo, brush->theme->action);
    brush_circle(
        brush->cairo, at.x, at.y,
        brush_clamp(brush->view->square * 0.28, 4 * brush->view->scale, 8 * brush->view->scale),
        1.6 * brush->view->scale);
}

/* --- lines and arrows ------------------------------------------------------------------------ */

/* Left of the way from one end to the other is ahead. */
struct laid_line {
    struct pixel from, to, middle, ahead;
    double arrow; /* its length, device pixels */
};

void paper_draw_laid_line(const struct draft_brush *brush, enum draft_role role, struct point from,
                          struct point to)
{
    struct brush_sizes sizes = brush_sizes(brush->view);
    struct laid_line line = {.from = brush_grid_place(brush->view, brush->draft->height, from),
                             .to = brush_grid_place(brush->view, brush->draft->height, to),
                             .arrow =
                                 brush_clamp(brush->view->square * 2.2, 22 * brush->view->scale,
                                             60 * brush->view->scale)};
    double x = line.to.x - line.from.x, y = line.to.y - line.from.y, length = hypot(x, y);
    line.middle = brush_between(line.from, line.to, 0.5);
    if (length > 0)
        line.ahead = (struct pixel){y / length, -x / length};
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

static void add_item(const struct draft_brush *brush, const struct draft_item *item,
                     const struct sketch_transform *moving, double margin)
{
    bool points =
        item->role == DRAFT_CHECKPOINT || item->role == DRAFT_INSIDE || item->role == DRAFT_OUTSIDE;
    for (int k = 0; k < item->loop_count; k++) {
        if (points || item->loops[k].count == 1) {
            /* Points that are not joined glow by themselves. */
            const struct draft_loop *loop = &item->loops[k];
            for (int i = 0; i < loop->count; i++) {
                struct pixel at = sketching_fine_place(brush, loop->vertices[i], moving);
                brush_add_line(brush->cairo, at, at);
            }
        }
        if (!points || item->role == DRAFT_CHECKPOINT)
            sketching_add_loop(brush, &item->loops[k], moving, margin);
    }
}

static void draw_glow(const struct draft_brush *brush, const struct paper_selection *selection)
{
    struct paper_color color = brush->theme->focus;
    double width = brush_sizes(brush->view).wall + GLOW * brush->view->scale;
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

/* === sketching ================================================================================ */

/* The ground of a sheet in the making, and red pencil where it is wrong. Owns nothing, cannot fail.
 */

static const double PALE = 0.45;        /* of the ink of decoration */
static const double CORNER_ANGLE = 0.5; /* as of walls: below it the pencil goes round */
static const double GAP_NEAR = 0.3;     /* squares from the gap to the place of its problem */
static const double TURN = 6.283185307179586;
enum { RING_PIECES = 28, NUMBER_PLACES = 8 };

/* `moving`, where a drag has it by now, may be NULL, here and below. */
static struct pixel sketching_fine_place(const struct draft_brush *brush, struct point fine,
                                         const struct sketch_transform *moving)
{
    struct spot spot = spot_of(fine);
    return sketching_place(brush, moving ? sketch_moved(moving, spot) : spot);
}

static bool is_area(enum draft_role role)
{
    return role == DRAFT_WALL || role == DRAFT_SLICK || role == DRAFT_TURBO;
}

/* Fills the path and draws its rim. */
static void sketching_fill(cairo_t *cairo, struct paper_color ground, struct paper_color rim,
                           double width, double dash)
{
    brush_color(cairo, ground);
    cairo_fill_preserve(cairo);
    brush_color(cairo, rim);
    brush_stroke(cairo, width, dash, dash * 1.2);
}

/* --- ways of the pencil ---------------------------------------------------------------------- */

/* A way of the pencil over such places, in the source that is set and as broad as `width`, with the
 * same wavering as walls have. */
static void sketching_pencil(cairo_t *cairo, const struct pixel *places, int count, bool closed,
                             double square, double width)
{
    double seen[4], along = 0;
    int start = 0, points = closed && count > 1 ? count + 1 : count;
    if (count < 2) {
        cairo_new_path(cairo);
        for (int i = 0; i < count; i++)
            brush_add_disc(cairo, places[i].x, places[i].y, width / 2);
        cairo_fill(cairo);
        return;
    }
    struct outline outline = {.count = points, .starts = &start, .loop_count = 1};
    outline.points = memory_allocate((size_t)points, sizeof *outline.points);
    for (int i = 0; i < points; i++) {
        struct pixel at = places[i % count], before = places[i > 0 ? i - 1 : 0];
        along += hypot(at.x - before.x, at.y - before.y) / square;
        bool corner = i == 0 || i + 1 == points ||
                      brush_turn(before, at, places[(i + 1) % count]) > CORNER_ANGLE;
        outline.points[i] = (struct outline_point){at.x, at.y, along, corner};
    }
    brush_clip_box(cairo, seen);
    outline_draw_walls(cairo, &outline, width, seen);
    cairo_new_path(cairo);
    brush_add_disc(cairo, places[0].x, places[0].y, width / 2);
    cairo_fill(cairo);
    free(outline.points);
}

/* Adds a loop to cairo's path as far as it is seen. */
static void sketching_add_loop(const struct draft_brush *brush, const struct draft_loop *loop,
                               const struct sketch_transform *moving, double margin)
{
    double seen[4];
    struct pixel before = {0, 0};
    bool joined = false;
    int edges = loop->closed ? loop->count : loop->count - 1;
    brush_clip_box(brush->cairo, seen);
    for (int i = 0; i <= edges && loop->count > 0; i++) {
        struct point fine = loop->vertices[i % loop->count];
        struct pixel at = sketching_fine_place(brush, fine, moving);
        bool is_seen = i > 0 && fmin(at.x, before.x) - margin < seen[0] + seen[2] &&
                       fmax(at.x, before.x) + margin > seen[0] &&
                       fmin(at.y, before.y) - margin < seen[1] + seen[3] &&
                       fmax(at.y, before.y) + margin > seen[1];
        if (is_seen && !joined)
            cairo_move_to(brush->cairo, before.x, before.y);
        if (is_seen)
            cairo_line_to(brush->cairo, at.x, at.y);
        joined = is_seen;
        before = at;
    }
}

/* --- the ground ------------------------------------------------------------------------------ */

static bool is_open(const struct draft_loop *loop)
{
    struct point first, last;
    if (loop->closed || loop->count < 2)
        return false;
    first = loop->vertices[0];
    last = loop->vertices[loop->count - 1];
    return first.x != last.x || first.y != last.y;
}

static void draw_open(const struct draft_brush *brush, const struct draft_loop *loop,
                      enum draft_role role)
{
    struct brush_sizes sizes = brush_sizes(brush->view);
    struct pixel *places = memory_allocate((size_t)loop->count + 1, sizeof *places);
    for (int i = 0; i < loop->count; i++)
        places[i] = sketching_fine_place(brush, loop->vertices[i], NULL);
    brush_color(brush->cairo, role == DRAFT_WALL    ? brush->theme->wall
                              : role == DRAFT_TURBO ? brush->theme->action
                                                    : brush->theme->ink_soft);
    sketching_pencil(brush->cairo, places, loop->count, false, brush->view->square,
                     role == DRAFT_WALL ? sizes.wall : sizes.thin);
    free(places);
}

void paper_draw_loose(const struct draft_brush *brush)
{
    for (int i = 0; i < brush->draft->count; i++) {
        const struct draft_item *item = &brush->draft->items[i];
        double box[4];
        if ((!is_area(item->role) && item->role != DRAFT_DECORATION) ||
            !paper_item_box(brush, i, box) || !brush_box_is_seen(brush->cairo, box))
            continue;
        for (int k = 0; k < item->loop_count; k++)
            if (item->role == DRAFT_DECORATION) {
                const struct draft_loop *loop = &item->loops[k];
                double width = brush_sizes(brush->view).thin;
                cairo_new_path(brush->cairo);
                sketching_add_loop(brush, loop, NULL, width);
                brush_color(brush->cairo,
                            brush_mix(brush->theme->ink_soft, brush->theme->paper, PALE));
                brush_stroke(brush->cairo, width, 0, 0);
            } else if (is_open(&item->loops[k]) || item->loops[k].count < 3)
                draw_open(brush, &item->loops[k], item->role);
    }
}

/* How far beyond its vertices an item is drawn. */
static double reach_of(const struct paper_view *view, const struct draft_item *item)
{
    struct brush_sizes sizes = brush_sizes(view);
    double shift = hypot(item->arrow.x, item->arrow.y) * view->square;
    switch (item->role) {
    case DRAFT_START_FINISH:
    case DRAFT_START:
    case DRAFT_FINISH:
        return 0.9 * view->square + 72 * view->scale;
    case DRAFT_TURBO:
        return sizes.wall + shift / 2 + 16 * view->scale;
    case DRAFT_CHECKPOINT:
        return sizes.letter * 1.7 + 2 * sizes.ink;
    case DRAFT_INSIDE:
    case DRAFT_OUTSIDE:
        return view->square / 4 + sizes.thin;
    default:
        return sizes.wall + 0.05 * view->square;
    }
}

bool paper_item_box(const struct draft_brush *brush, int item, double box[4])
{
    const struct draft_item *it = &brush->draft->items[item];
    struct extent extent = EXTENT_NOTHING;
    double margin = reach_of(brush->view, it);
    for (int k = 0; k < it->loop_count; k++)
        for (int i = 0; i < it->loops[k].count; i++)
            extent_add(&extent, sketching_fine_place(brush, it->loops[k].vertices[i], NULL),
                       margin);
    return extent_box(&extent, box);
}

/* --- what is wrong --------------------------------------------------------------------------- */

/* A problem as it is marked: a ring, or a gap between two ends. */
struct sketching_mark {
    struct pixel at;
    bool is_gap;
    struct pixel ends[2];
    double radius;
};

static double distance_to_gap(struct point at, struct point a, struct point b)
{
    double x = b.x - a.x, y = b.y - a.y, length = x * x + y * y;
    double px = at.x - a.x, py = at.y - a.y;
    double t = length > 0 ? brush_clamp((px * x + py * y) / length, 0, 1) : 0;
    return hypot(px - t * x, py - t * y) / FINE;
}

/* The open stroke that the problem is about, if it is about one. */
static const struct draft_loop *open_loop(const struct draft *draft,
                                          const struct draft_problem *problem)
{
    if (problem->item < 0 || problem->item >= draft->count)
        return NULL;
    const struct draft_item *item = &draft->items[problem->item];
    for (int i = 0; i < item->loop_count && is_area(item->role); i++) {
        const struct draft_loop *loop = &item->loops[i];
        if (is_open(loop) && distance_to_gap(problem->at, loop->vertices[0],
                                             loop->vertices[loop->count - 1]) < GAP_NEAR)
            return loop;
    }
    return NULL;
}

static struct sketching_mark mark_of(const struct draft_brush *brush,
                                     const struct draft_problem *problem)
{
    struct sketching_mark mark = {.at = sketching_fine_place(brush, problem->at, NULL)};
    const struct draft_loop *loop = open_loop(brush->draft, problem);
    mark.is_gap = loop != NULL;
    mark.radius =
        brush_clamp(brush->view->square * 0.9, 11 * brush->view->scale, 24 * brush->view->scale);
    if (loop) {
        mark.radius = brush_clamp(brush->view->square * 0.3, 4.5 * brush->view->scale,
                                  9 * brush->view->scale);
        mark.ends[0] = sketching_fine_place(brush, loop->vertices[0], NULL);
        mark.ends[1] = sketching_fine_place(brush, loop->vertices[loop->count - 1], NULL);
        mark.at = brush_between(mark.ends[0], mark.ends[1], 0.5);
    }
    return mark;
}

static void draw_gap(cairo_t *cairo, const struct sketching_mark *mark, double width)
{
    struct pixel a = mark->ends[0], b = mark->ends[1];
    double length = hypot(b.x - a.x, b.y - a.y), r = mark->radius;
    brush_circle(cairo, a.x, a.y, r, width);
    brush_circle(cairo, b.x, b.y, r, width);
    if (length <= 2 * r)
        return;
    cairo_new_path(cairo);
    brush_add_line(cairo, brush_between(a, b, r / length), brush_between(b, a, r / length));
    brush_stroke(cairo, width, width * 2.4, width * 2.88);
}

static double disc_radius(const struct paper_view *view)
{
    return brush_sizes(view).letter * 0.66;
}

static double number_reach(const struct paper_view *view, const struct sketching_mark *mark)
{
    return mark->radius * 1.12 + disc_radius(view);
}

static int count_before(const struct draft_brush *brush, const struct draft_problem *problems,
                        int index, const struct sketching_mark *mark)
{
    int count = 0;
    for (int i = 0; i < index; i++) {
        struct sketching_mark other = mark_of(brush, &problems[i]);
        count += problems[i].has_place &&
                 hypot(other.at.x - mark->at.x, other.at.y - mark->at.y) < mark->radius;
    }
    return count;
}

static bool problem_box(const struct draft_brush *brush, const struct draft_problem *problem,
                        double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    if (!problem->has_place)
        return false;
    struct sketching_mark mark = mark_of(brush, problem);
    double ink = brush_sizes(brush->view).ink * 2;
    extent_add(&extent, mark.at, number_reach(brush->view, &mark) + disc_radius(brush->view) + ink);
    for (int i = 0; i < 2 && mark.is_gap; i++)
        extent_add(&extent, mark.ends[i], mark.radius + ink);
    return extent_box(&extent, box);
}

void paper_draw_problems(const struct draft_brush *brush, const struct draft_problem *problems,
                         int count, int chosen)
{
    struct brush_sizes sizes = brush_sizes(brush->view);
    for (int i = 0; i < count; i++) {
        double box[4];
        if (!problem_box(brush, &problems[i], box) || !brush_box_is_seen(brush->cairo, box))
            continue;
        struct sketching_mark mark = mark_of(brush, &problems[i]);
        double width = sizes.ink * (i == chosen ? 1.5 : 0.9);
        struct paper_color color =
            problems[i].missing ? brush->theme->action : brush->theme->warning;
        brush_color(brush->cairo, color);
        if (mark.is_gap) {
            draw_gap(brush->cairo, &mark, width);
        } else {
            /* By hand: a little more than once round, not quite meeting itself. */
            uint64_t seed = (uint64_t)i;
            double from = TURN * (0.55 + 0.3 * brush_chance(seed, 1));
            cairo_new_path(brush->cairo);
            for (int j = 0; j <= RING_PIECES; j++) {
                double part = (double)j / RING_PIECES, angle = from + TURN * 1.07 * part;
                double r = mark.radius * (0.94 + 0.12 * part + 0.05 * brush_waver(seed, part * 5));
                cairo_line_to(brush->cairo, mark.at.x + r * cos(angle) * 1.06,
                              mark.at.y + r * sin(angle));
            }
            brush_stroke(brush->cairo, width, width * 2, problems[i].missing ? width * 2.4 : 0);
        }
        /* On a small disc beside the mark, upper right at first; marks that share a place put
         * theirs round it. */
        int number = i + 1;
        int before = count_before(brush, problems, i, &mark);
        double reach = number_reach(brush->view, &mark),
               angle = TURN * (before - 1) / NUMBER_PLACES;
        double x = mark.at.x + reach * cos(angle), y = mark.at.y + reach * sin(angle);
        double size = brush_sizes(brush->view).letter * (number > 9 ? 0.75 : 0.9);
        cairo_new_path(brush->cairo);
        brush_add_disc(brush->cairo, x, y, disc_radius(brush->view));
        sketching_fill(brush->cairo, brush->theme->card, color, brush_sizes(brush->view).thin, 0);
        lettering_draw_number(brush->cairo, number, x, y, 0.5, size, true, color);
    }
}
