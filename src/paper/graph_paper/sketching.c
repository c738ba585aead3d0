/* The ground of a sheet in the making, and red pencil where it is wrong. Owns nothing, cannot fail.
 */
#include "paper/graph_paper/sketching_inside.h"

#include "base/memory.h"
#include "paper/graph_paper/outline.h"
#include "paper/lettering.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double PALE = 0.45;        /* of the ink of decoration */
static const double CORNER_ANGLE = 0.5; /* as of walls: below it the pencil goes round */
static const double GAP_NEAR = 0.3;     /* squares from the gap to the place of its problem */
static const double TURN = 6.283185307179586;
enum { RING_PIECES = 28, NUMBER_PLACES = 8 };

struct pixel sketching_place(const struct draft_brush *brush, struct spot spot)
{
    return brush_place(brush->view, brush->draft->height, spot.x, spot.y);
}

struct pixel sketching_fine_place(const struct draft_brush *brush, struct point fine,
                                  const struct sketch_transform *moving)
{
    struct spot spot = spot_of(fine);
    return sketching_place(brush, moving ? sketch_moved(moving, spot) : spot);
}

static bool is_area(enum draft_role role)
{
    return role == DRAFT_WALL || role == DRAFT_SLICK || role == DRAFT_TURBO;
}

void sketching_fill(cairo_t *cairo, struct paper_color ground, struct paper_color rim, double width,
                    double dash)
{
    brush_color(cairo, ground);
    cairo_fill_preserve(cairo);
    brush_color(cairo, rim);
    brush_stroke(cairo, width, dash, dash * 1.2);
}

/* --- ways of the pencil ---------------------------------------------------------------------- */

static bool turns_sharply(struct pixel before, struct pixel at, struct pixel after)
{
    double ax = at.x - before.x, ay = at.y - before.y;
    double bx = after.x - at.x, by = after.y - at.y;
    return fabs(atan2(ax * by - ay * bx, ax * bx + ay * by)) > CORNER_ANGLE;
}

void sketching_pencil(cairo_t *cairo, const struct pixel *places, int count, bool closed,
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
        bool corner =
            i == 0 || i + 1 == points || turns_sharply(before, at, places[(i + 1) % count]);
        outline.points[i] = (struct outline_point){at.x, at.y, along, corner};
    }
    brush_clip_box(cairo, seen);
    outline_draw_walls(cairo, &outline, width, seen);
    cairo_new_path(cairo);
    brush_add_disc(cairo, places[0].x, places[0].y, width / 2);
    cairo_fill(cairo);
    free(outline.points);
}

void sketching_add_loop(const struct draft_brush *brush, const struct draft_loop *loop,
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

static struct paper_color color_of(enum draft_role role, const struct paper_theme *theme)
{
    return role == DRAFT_WALL ? theme->wall : role == DRAFT_TURBO ? theme->action : theme->ink_soft;
}

static void draw_open(const struct draft_brush *brush, const struct draft_loop *loop,
                      enum draft_role role)
{
    struct brush_sizes sizes = brush_sizes(brush->view);
    struct pixel *places = memory_allocate((size_t)loop->count + 1, sizeof *places);
    for (int i = 0; i < loop->count; i++)
        places[i] = sketching_fine_place(brush, loop->vertices[i], NULL);
    brush_color(brush->cairo, color_of(role, brush->theme));
    sketching_pencil(brush->cairo, places, loop->count, false, brush->view->square,
                     role == DRAFT_WALL ? sizes.wall : sizes.thin);
    free(places);
}

static void draw_decoration(const struct draft_brush *brush, const struct draft_loop *loop)
{
    double width = brush_sizes(brush->view).thin;
    cairo_new_path(brush->cairo);
    sketching_add_loop(brush, loop, NULL, width);
    brush_color(brush->cairo, brush_mix(brush->theme->ink_soft, brush->theme->paper, PALE));
    brush_stroke(brush->cairo, width, 0, 0);
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
            if (item->role == DRAFT_DECORATION)
                draw_decoration(brush, &item->loops[k]);
            else if (is_open(&item->loops[k]) || item->loops[k].count < 3)
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
struct mark {
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

static struct mark mark_of(const struct draft_brush *brush, const struct draft_problem *problem)
{
    struct mark mark = {.at = sketching_fine_place(brush, problem->at, NULL)};
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

/* By hand: a little more than once round, not quite meeting itself. */
static void add_ring(cairo_t *cairo, struct pixel at, double radius, uint64_t seed)
{
    double from = TURN * (0.55 + 0.3 * brush_chance(seed, 1));
    cairo_new_path(cairo);
    for (int i = 0; i <= RING_PIECES; i++) {
        double part = (double)i / RING_PIECES, angle = from + TURN * 1.07 * part;
        double r = radius * (0.94 + 0.12 * part + 0.05 * brush_waver(seed, part * 5));
        cairo_line_to(cairo, at.x + r * cos(angle) * 1.06, at.y + r * sin(angle));
    }
}

static void draw_gap(cairo_t *cairo, const struct mark *mark, double width)
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

static double number_reach(const struct paper_view *view, const struct mark *mark)
{
    return mark->radius * 1.12 + disc_radius(view);
}

/* On a small disc beside the mark, upper right at first; marks that share a place put theirs round
 * it. */
static void draw_number(const struct draft_brush *brush, const struct mark *mark, int number,
                        int before, struct paper_color color)
{
    double reach = number_reach(brush->view, mark), angle = TURN * (before - 1) / NUMBER_PLACES;
    double x = mark->at.x + reach * cos(angle), y = mark->at.y + reach * sin(angle);
    double size = brush_sizes(brush->view).letter * (number > 9 ? 0.75 : 0.9);
    cairo_new_path(brush->cairo);
    brush_add_disc(brush->cairo, x, y, disc_radius(brush->view));
    sketching_fill(brush->cairo, brush->theme->card, color, brush_sizes(brush->view).thin, 0);
    lettering_draw_number(brush->cairo, number, x, y, 0.5, size, true, color);
}

static int count_before(const struct draft_brush *brush, const struct draft_problem *problems,
                        int index, const struct mark *mark)
{
    int count = 0;
    for (int i = 0; i < index; i++) {
        struct mark other = mark_of(brush, &problems[i]);
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
    struct mark mark = mark_of(brush, problem);
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
        struct mark mark = mark_of(brush, &problems[i]);
        double width = sizes.ink * (i == chosen ? 1.5 : 0.9);
        struct paper_color color =
            problems[i].missing ? brush->theme->action : brush->theme->warning;
        brush_color(brush->cairo, color);
        if (mark.is_gap) {
            draw_gap(brush->cairo, &mark, width);
        } else {
            add_ring(brush->cairo, mark.at, mark.radius, (uint64_t)i);
            brush_stroke(brush->cairo, width, width * 2, problems[i].missing ? width * 2.4 : 0);
        }
        draw_number(brush, &mark, i + 1, count_before(brush, problems, i, &mark), color);
    }
}
