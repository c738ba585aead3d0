/* The loops of an area as they are drawn. The caller owns the outline; nothing can fail. */
#include "paper/graph_paper/ink.h"

#include "base/memory.h"
#include "paper/labels.h"
#include "paper/paper.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double SLIGHT_ANGLE = 0.5;   /* radians: below it two edges stand for one curve */
static const double SMOOTH_PIXELS = 0.12; /* a rounded edge may differ from the curve by this */
static const double WAVER_SQUARES = 0.8;  /* from one width of the pencil to the next */
static const double WAVER_SHARE = 0.17;   /* of the width */
static const double PIECE_PIXELS = 4;     /* no piece of an edge is shorter */
static const double WALL_REACH = 5;       /* more than a wall is wide, at scale 1 */
enum { PIECE_LIMIT = 64, EDGES_LEAST = 2000 };
/* Points after which what was added is filled: cairo looks at all that lies beside it, too. */
enum { FILLED_AT_ONCE = 1000 };

struct track_brush track_brush_of(cairo_t *cairo, const struct paper_view *view,
                                  const struct track *track, const struct paper_theme *theme)
{
    return (struct track_brush){cairo, view, track, theme, brush_sizes(view)};
}

struct pixel track_place(const struct track_brush *brush, struct point grid)
{
    return brush_grid_place(brush->view, brush->track->height, grid);
}

struct builder {
    struct outline *outline;
    const struct paper_view *view;
    double height;
    const double *seen;
    int every;    /* which vertex is drawn: 1: all of them */
    bool is_near; /* the edge that was added last */
};

static struct pixel device_point(const struct builder *builder, struct point fine)
{
    double square = builder->view->square;
    return (struct pixel){builder->view->left + fine.x * square / FINE,
                          builder->view->top + (builder->height - (double)fine.y / FINE) * square};
}

static void add_point(struct outline *outline, struct pixel at, double along, bool corner)
{
    array_add(outline->points, outline->count, outline->capacity,
              (struct outline_point){at.x, at.y, along, corner});
}

/* The direction of the curve through `at`, as long as the shorter of its two edges. */
static struct pixel tangent_at(struct pixel before, struct pixel at, struct pixel after)
{
    double x = after.x - before.x, y = after.y - before.y;
    double length = hypot(x, y);
    double reach =
        fmin(hypot(at.x - before.x, at.y - before.y), hypot(after.x - at.x, after.y - at.y));
    if (length <= 0)
        return (struct pixel){0, 0};
    return (struct pixel){x / length * reach, y / length * reach};
}

static bool edge_is_within(const double seen[4], struct pixel a, struct pixel b, double margin)
{
    return fmin(a.x, b.x) - margin < seen[0] + seen[2] && fmax(a.x, b.x) + margin > seen[0] &&
           fmin(a.y, b.y) - margin < seen[1] + seen[3] && fmax(a.y, b.y) + margin > seen[1];
}

static struct pixel curve_point(struct pixel from, struct pixel leaving, struct pixel to,
                                struct pixel arriving, double t)
{
    double s = 1 - t;
    double a = s * s * (1 + 2 * t), b = s * s * t, c = t * t * (3 - 2 * t), d = -t * t * s;
    return (struct pixel){from.x * a + leaving.x * b + to.x * c + arriving.x * d,
                          from.y * a + leaving.y * b + to.y * c + arriving.y * d};
}

/* The edge from q[1] to q[2], whose neighbours are q[0] and q[3], without its end point. Returns
 * its length in squares. Whether there is a corner is asked only where a pencil may come: a part of
 * a large sheet is painted again for each piece of a stroke. */
static double add_edge(struct builder *builder, const struct pixel q[4], double along)
{
    double x = q[2].x - q[1].x, y = q[2].y - q[1].y;
    double length = hypot(x, y);
    double squares = length / builder->view->square;
    double reach = builder->view->square + WALL_REACH * builder->view->scale;
    bool was_near = builder->is_near;
    builder->is_near = edge_is_within(builder->seen, q[1], q[2], reach);
    if (!was_near && !builder->is_near) {
        add_point(builder->outline, q[1], along, false);
        return squares;
    }
    double turn = brush_turn(q[0], q[1], q[2]), turn_next = brush_turn(q[1], q[2], q[3]);
    bool corner = turn > SLIGHT_ANGLE, corner_next = turn_next > SLIGHT_ANGLE;
    struct pixel straight = {x, y};
    struct pixel leaving = corner ? straight : tangent_at(q[0], q[1], q[2]);
    struct pixel arriving = corner_next ? straight : tangent_at(q[1], q[2], q[3]);
    double bend = fmax(corner ? 0 : turn, corner_next ? 0 : turn_next);
    double pieces = fmax(sqrt(length * bend / 8 / SMOOTH_PIXELS), squares / WAVER_SQUARES);
    pieces = ceil(fmin(pieces, length / PIECE_PIXELS));
    int count =
        edge_is_within(builder->seen, q[1], q[2], 0) ? (int)brush_clamp(pieces, 1, PIECE_LIMIT) : 1;
    for (int i = 0; i < count; i++) {
        double t = (double)i / count;
        add_point(builder->outline, curve_point(q[1], leaving, q[2], arriving, t),
                  along + squares * t, corner && i == 0);
    }
    return squares;
}

static void add_loop(struct builder *builder, struct loop loop)
{
    struct outline *outline = builder->outline;
    array_add(outline->starts, outline->loop_count, outline->loop_capacity, outline->count);
    int every = loop.count / builder->every < 3 ? 1 : builder->every;
    int n = loop.count / every;
    if (n < 3)
        return;
    double along = 0;
    struct pixel q[4];
    builder->is_near = true; /* the loop's last edge may be */
    for (int k = 1; k < 4; k++)
        q[k] = device_point(builder, loop.vertices[(n - 2 + k) % n * every]);
    for (int i = 0; i < n; i++) {
        q[0] = q[1];
        q[1] = q[2];
        q[2] = q[3];
        q[3] = device_point(builder, loop.vertices[(i + 2) % n * every]);
        along += add_edge(builder, q, along);
    }
    struct outline_point first = outline->points[outline->starts[outline->loop_count - 1]];
    add_point(outline, (struct pixel){first.x, first.y}, along, first.corner);
}

/* An outline of more edges than an eighth of the pixels of its sheet would be a blot that takes
 * seconds: the thumbnail of a comb with 100,000 teeth. Every so many vertices are left then; an odd
 * number, which leaves teeth that come and go. */
static int choose_every(const struct paper_view *view, const struct track *track,
                        const struct area *area)
{
    double pixels = view->square * track->width * view->square * track->height;
    double every = area_edge_count(area) / fmax(pixels / 8, EDGES_LEAST);
    return every <= 1 ? 1 : (int)ceil(every) | 1;
}

void outline_build(struct outline *outline, const struct paper_view *view,
                   const struct track *track, const struct area *area, const double seen[4])
{
    outline->count = 0;
    outline->loop_count = 0;
    struct builder builder = {outline, view, track->height, seen, choose_every(view, track, area),
                              true};
    for (int i = 0; i < area_loop_count(area); i++)
        add_loop(&builder, area_loop(area, i));
}

void outline_free(struct outline *outline)
{
    free(outline->points);
    free(outline->starts);
    *outline = (struct outline){0};
}

static int loop_end(const struct outline *outline, int loop)
{
    return loop + 1 < outline->loop_count ? outline->starts[loop + 1] : outline->count;
}

void outline_path(cairo_t *cairo, const struct outline *outline)
{
    cairo_new_path(cairo);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD);
    for (int loop = 0; loop < outline->loop_count; loop++) {
        cairo_new_sub_path(cairo);
        for (int i = outline->starts[loop]; i < loop_end(outline, loop) - 1; i++)
            cairo_line_to(cairo, outline->points[i].x, outline->points[i].y);
        cairo_close_path(cairo);
    }
}

struct features_pencil {
    double width;
    uint64_t seed;
    struct pixel *sides; /* half the width across, for each point */
};

/* The unit normal at points[i] of the run first..last: that of both edges together. */
static struct pixel normal_at(const struct outline_point *points, int i, int first, int last)
{
    const struct outline_point *before = &points[i > first ? i - 1 : i];
    const struct outline_point *after = &points[i < last ? i + 1 : i];
    double x = after->x - before->x, y = after->y - before->y;
    double length = hypot(x, y);
    return length > 0 ? (struct pixel){-y / length, x / length} : (struct pixel){0, 0};
}

/* Adds the outline of the pencil's way along points[first..last]: down one side, up the other, with
 * a disc at the end, where another run may join at an angle. `sides` has room for all points. */
static void add_run(cairo_t *cairo, const struct outline_point *points, int first, int last,
                    const struct features_pencil *pencil)
{
    struct pixel *sides = pencil->sides;
    cairo_new_sub_path(cairo);
    for (int i = first; i <= last; i++) {
        struct pixel normal = normal_at(points, i, first, last);
        double half =
            pencil->width / 2 *
            (1 + WAVER_SHARE * brush_waver(pencil->seed, points[i].along / WAVER_SQUARES));
        sides[i] = (struct pixel){normal.x * half, normal.y * half};
        cairo_line_to(cairo, points[i].x - sides[i].x, points[i].y - sides[i].y);
    }
    for (int i = last; i >= first; i--)
        cairo_line_to(cairo, points[i].x + sides[i].x, points[i].y + sides[i].y);
    cairo_close_path(cairo);
    brush_add_disc(cairo, points[last].x, points[last].y, pencil->width / 2);
}

static bool edge_touches(const struct outline_point *a, const struct outline_point *b,
                         const double seen[4], double margin)
{
    return edge_is_within(seen, (struct pixel){a->x, a->y}, (struct pixel){b->x, b->y}, margin);
}

void outline_draw_walls(cairo_t *cairo, const struct outline *outline, double width,
                        const double seen[4])
{
    cairo_new_path(cairo);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    const struct outline_point *points = outline->points;
    struct features_pencil pencil = {.width = width};
    pencil.sides = memory_allocate((size_t)outline->count + 1, sizeof *pencil.sides);
    for (int loop = 0; loop < outline->loop_count; loop++) {
        int first = -1, added = 0; /* of the run that is under way */
        int end = loop_end(outline, loop);
        pencil.seed = (uint64_t)loop;
        for (int i = outline->starts[loop]; i + 1 < end; i++) {
            bool touches = edge_touches(&points[i], &points[i + 1], seen, width);
            if (touches && first < 0)
                first = i;
            bool ends = i + 2 == end || points[i + 1].corner ||
                        !edge_touches(&points[i + 1], &points[i + 2], seen, width);
            if (touches && ends) {
                add_run(cairo, points, first, i + 1, &pencil);
                added += i + 2 - first;
                first = -1;
            }
            if (added > FILLED_AT_ONCE) {
                cairo_fill(cairo);
                added = 0;
            }
        }
    }
    cairo_fill(cairo);
    free(pencil.sides);
}

/* === guide ==================================================================================== */

/* What the sheet tells the car to move. Owns nothing, cannot fail; what is out of the clip costs a
 * comparison.
 */

static void features_draw_gate(const struct track_brush *brush,
                               const struct track_checkpoint *checkpoint,
                               const struct gate_look *look);

static void features_gate_box(const struct track_brush *brush,
                              const struct track_checkpoint *checkpoint, double box[4]);

static void draw_gate(const struct track_brush *brush, int index, const struct gate_look *look)
{
    double box[4];
    features_gate_box(brush, &brush->track->checkpoints[index], box);
    if (brush_box_is_seen(brush->cairo, box))
        features_draw_gate(brush, &brush->track->checkpoints[index], look);
}

static struct pixel place_of(const struct paper_view *view, const struct track *track,
                             const struct guide_point *point)
{
    return brush_place(view, track->height, point->x, point->y);
}

/* From wall to wall: the strokes go on behind the walls and are cut off there. */
static void draw_limit(const struct track_brush *brush, const struct paper_guide *guide,
                       const double box[4])
{
    cairo_t *cairo = brush->cairo;
    double ink = brush->sizes.ink;
    struct outline walls = {0};
    outline_build(&walls, brush->view, brush->track, brush->track->surface, box);
    cairo_save(cairo);
    outline_path(cairo, &walls);
    cairo_clip(cairo);
    outline_free(&walls);
    cairo_new_path(cairo);
    for (int i = 0; i < guide->limit_count; i++) {
        struct pixel at = place_of(brush->view, brush->track, &guide->limit[i]);
        if (guide->limit[i].begins)
            cairo_move_to(cairo, at.x, at.y);
        else
            cairo_line_to(cairo, at.x, at.y);
    }
    brush_color(cairo, brush_pen(brush->theme, guide->pen));
    brush_stroke_blunt(cairo, ink * 1.2, ink * 3, ink * 2.4);
    cairo_restore(cairo);
}

void paper_label_guide(struct labels *labels, const struct paper_view *view,
                       const struct track *track, const struct paper_guide *guide,
                       const struct paper_theme *theme)
{
    if (guide->pen == 0 || guide->limit_count == 0)
        return;
    struct pixel at = brush_place(view, track->height, guide->label_x, guide->label_y);
    struct label_wish wish = {.x = at.x, .y = at.y};
    if (labels_can_see(labels, at))
        labels_add(labels, LABEL_RIMMED, "back behind here", brush_sizes(view).letter, theme->ink,
                   0, &wish);
}

/* Of a run the points within the clip. */
static void add_dots(const struct track_brush *brush, const struct start_run *run,
                     struct pixel first, double radius)
{
    double left, top, right, bottom;
    cairo_clip_extents(brush->cairo, &left, &top, &right, &bottom);
    double side = brush->view->square;
    int begin = (int)fmax(0, floor((left - radius - first.x) / side));
    int end = (int)fmin(run->length - 1, ceil((right + radius - first.x) / side));
    for (int i = begin; i <= end; i++)
        brush_add_disc(brush->cairo, first.x + i * side, first.y, radius);
}

/* A disc of this radius each, or a tint where there is none: one fill for all of them. */
static void fill_starts(const struct track_brush *brush, const struct paper_guide *guide,
                        struct paper_color color, double radius)
{
    double side = brush->view->square;
    double left, top, right, bottom, zero = track_place(brush, (struct point){0, 0}).y;
    cairo_new_path(brush->cairo);
    cairo_clip_extents(brush->cairo, &left, &top, &right, &bottom);
    double lowest = (zero - bottom) / side - 2, highest = (zero - top) / side + 2;
    for (int i = graph_paper_run_from(guide->starts, (int)fmax(lowest, 0));
         i < guide->starts->count && guide->starts->items[i].first.y < highest; i++) {
        const struct start_run *run = &guide->starts->items[i];
        struct pixel at = track_place(brush, run->first);
        if (!brush_is_seen(brush->cairo, at.x, at.y, at.x + (run->length - 1) * side, at.y,
                           fmax(radius, side)))
            continue;
        if (radius > 0)
            add_dots(brush, run, at, radius);
        else
            cairo_rectangle(brush->cairo, at.x - side / 2, at.y - side / 2, run->length * side,
                            side);
    }
    brush_color(brush->cairo, color);
    cairo_fill(brush->cairo);
}

static void features_fade(const struct track_brush *brush, const struct track_patch *patches,
                          int count);

static void draw_idle(const struct track_brush *brush, const struct paper_guide *guide)
{
    struct paper_color pale = brush_mix(brush->theme->action, brush->theme->paper, 0.3);
    struct gate_look look = {pale, brush->theme->paper,
                             brush_mix(brush->theme->ink, brush->theme->paper, 0.4), 1.15, false};
    if (guide->idle_slicks)
        features_fade(brush, brush->track->slicks, brush->track->slick_count);
    if (guide->idle_turbo)
        features_fade(brush, brush->track->turbo_areas, brush->track->turbo_count);
    cairo_set_fill_rule(brush->cairo, CAIRO_FILL_RULE_WINDING);
    for (int i = 0; guide->idle_gates && i < brush->track->checkpoint_count; i++)
        draw_gate(brush, i, &look);
}

void paper_draw_guide(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                      const struct paper_guide *guide, const struct paper_theme *theme)
{
    struct track_brush brush = track_brush_of(cairo, view, track, theme);
    double box[4];
    draw_idle(&brush, guide);
    if (guide->pen == 0)
        return;
    if (guide->gates) {
        struct paper_color pen = brush_pen(brush.theme, guide->pen);
        struct paper_color pale = brush_mix(brush.theme->ink_soft, brush.theme->paper, 0.5);
        struct gate_look next = {pen, pen, brush.theme->card, 2.2, false};
        struct gate_look passed = {pale, brush.theme->paper, brush.theme->ink_soft, 1.15, true};
        for (int i = 0; i <= guide->passed && i < brush.track->checkpoint_count; i++)
            if (guide->only == 0 || guide->only == i + 1)
                draw_gate(&brush, i, i < guide->passed ? &passed : &next);
    }
    if (guide->starts) {
        /* Pale discs with a dot in the middle; where dots would lie over each other, a tint. */
        double dot = fmax(brush.sizes.point * 0.42, brush.view->square * 0.13);
        bool dots = brush.view->square > 2 * dot;
        struct paper_color color = brush_pen(brush.theme, guide->pen);
        color.alpha = 0.2;
        fill_starts(&brush, guide, color, dots ? brush.sizes.start : 0);
        color.alpha = 0.55;
        if (dots)
            fill_starts(&brush, guide, color, dot);
    }
    struct extent extent = EXTENT_NOTHING;
    for (int i = 0; i < guide->limit_count; i++)
        extent_add(&extent, place_of(view, track, &guide->limit[i]), 3);
    if (extent_box(&extent, box) && brush_box_is_seen(cairo, box))
        draw_limit(&brush, guide, box);
}

/* === features ================================================================================= */

/* What a track holds besides its walls. Owns nothing, cannot fail; each feature that is out of the
 * clip costs a comparison.
 */

static struct extent area_extent(const struct track_brush *brush, const struct area *area)
{
    struct extent extent = EXTENT_NOTHING;
    for (int i = 0; i < area_loop_count(area); i++) {
        struct loop loop = area_loop(area, i);
        for (int k = 0; k < loop.count; k++)
            extent_add(&extent,
                       brush_place(brush->view, brush->track->height,
                                   (double)loop.vertices[k].x / FINE,
                                   (double)loop.vertices[k].y / FINE),
                       0);
    }
    return extent;
}

static bool extent_is_seen(const struct track_brush *brush, const struct extent *e, double margin)
{
    return e->left <= e->right &&
           brush_is_seen(brush->cairo, e->left, e->top, e->right, e->bottom, margin);
}

/* False, and no path, if nothing of the area is in the clip. */
static bool seen_area_path(const struct track_brush *brush, const struct area *area, double margin)
{
    const double all[4] = {-1e9, -1e9, 2e9, 2e9};
    struct extent extent = area_extent(brush, area);
    struct outline outline = {0};
    if (!extent_is_seen(brush, &extent, margin))
        return false;
    outline_build(&outline, brush->view, brush->track, area, all);
    outline_path(brush->cairo, &outline);
    outline_free(&outline);
    return true;
}

void features_draw_shading(const struct track_brush *brush)
{
    struct paper_color ground = brush->theme->action;
    ground.alpha = 0.12;
    for (int i = 0; i < brush->track->slick_count; i++)
        if (seen_area_path(brush, brush->track->slicks[i].area, 2)) {
            brush_color(brush->cairo, brush->theme->slick);
            cairo_fill_preserve(brush->cairo);
            brush_fill_shading(brush->cairo, brush->view, brush->theme);
        }
    brush_color(brush->cairo, ground);
    for (int i = 0; i < brush->track->turbo_count; i++)
        if (seen_area_path(brush, brush->track->turbo_areas[i].area, 2))
            cairo_fill(brush->cairo);
}

static void draw_area_edge(const struct track_brush *brush, const struct area *area,
                           struct paper_color color, bool dashed)
{
    double thin = brush->sizes.thin;
    if (!seen_area_path(brush, area, thin))
        return;
    brush_color(brush->cairo, color);
    brush_stroke(brush->cairo, thin, thin * 3.2, dashed ? thin * 2.6 : 0);
}

/* Makes areas pale that the rules in force ignore. */
static void features_fade(const struct track_brush *brush, const struct track_patch *patches,
                          int count)
{
    double margin = brush->sizes.thin * 2;
    struct paper_color veil = brush->theme->paper;
    veil.alpha = 0.72;
    for (int i = 0; i < count; i++) {
        struct extent e = area_extent(brush, patches[i].area);
        cairo_save(brush->cairo);
        /* The group is no larger than the area, or it would cost more than the sheet. */
        cairo_rectangle(brush->cairo, floor(e.left - margin), floor(e.top - margin),
                        ceil(e.right - e.left + 2 * margin + 1),
                        ceil(e.bottom - e.top + 2 * margin + 1));
        cairo_clip(brush->cairo);
        if (seen_area_path(brush, patches[i].area, margin)) {
            brush_color(brush->cairo, veil);
            cairo_set_line_width(brush->cairo, margin);
            cairo_push_group(brush->cairo);
            cairo_set_operator(brush->cairo, CAIRO_OPERATOR_SOURCE);
            cairo_fill_preserve(brush->cairo);
            cairo_stroke(brush->cairo);
            cairo_pop_group_to_source(brush->cairo);
            cairo_paint(brush->cairo);
        }
        cairo_restore(brush->cairo);
    }
}

/* As far to both sides of a place as `half`, if it is seen. */
static void draw_arrow(const struct track_brush *brush, struct pixel at, struct pixel half,
                       double margin, double width, double head)
{
    double x1 = at.x - half.x, y1 = at.y - half.y, x2 = at.x + half.x, y2 = at.y + half.y;
    if (brush_is_seen(brush->cairo, x1, y1, x2, y2, margin))
        brush_arrow(brush->cairo, x1, y1, x2, y2, width, head);
}

/* A line in device pixels: its middle, the unit vector along it and the one of the race. */
struct device_line {
    struct pixel from, to;
    double length;
    double along_x, along_y;
    double ahead_x, ahead_y;
};

static struct device_line to_device_line(const struct track_brush *brush,
                                         const struct track_line *line)
{
    struct device_line d = {.from = track_place(brush, line->from),
                            .to = track_place(brush, line->to)};
    d.length = hypot(d.to.x - d.from.x, d.to.y - d.from.y);
    d.along_x = (d.to.x - d.from.x) / d.length;
    d.along_y = (d.to.y - d.from.y) / d.length;
    /* Left of the line on a sheet whose y points down. */
    d.ahead_x = d.along_y;
    d.ahead_y = -d.along_x;
    return d;
}

static void add_cell(cairo_t *cairo, const struct device_line *d, double from, double to,
                     double near, double far)
{
    const double corners[4][2] = {{from, near}, {to, near}, {to, far}, {from, far}};
    cairo_new_sub_path(cairo);
    for (int i = 0; i < 4; i++)
        cairo_line_to(cairo, d->from.x + d->along_x * corners[i][0] + d->ahead_x * corners[i][1],
                      d->from.y + d->along_y * corners[i][0] + d->ahead_y * corners[i][1]);
    cairo_close_path(cairo);
}

/* Limits drawing to the track near the line. The rectangle first: it keeps cairo from looking at
 * the rest of the track. */
static void clip_to_track(const struct track_brush *brush, const struct device_line *d,
                          double margin, const struct outline *walls)
{
    cairo_rectangle(brush->cairo, floor(fmin(d->from.x, d->to.x) - margin),
                    floor(fmin(d->from.y, d->to.y) - margin),
                    ceil(fabs(d->to.x - d->from.x) + 2 * margin + 1),
                    ceil(fabs(d->to.y - d->from.y) + 2 * margin + 1));
    cairo_clip(brush->cairo);
    if (walls->loop_count > 0) { /* else the line is drawn before the walls are */
        outline_path(brush->cairo, walls);
        cairo_clip(brush->cairo);
    }
    cairo_set_fill_rule(brush->cairo, CAIRO_FILL_RULE_WINDING);
}

/* How good the place `beyond` squares past the line's end is for the arrow: it must lie outside the
 * brush->track, and better not among the numbers of the left and lower edges. */
static int rate_arrow_place(const struct track *track, const struct track_line *line, double beyond)
{
    double length = hypot(line->to.x - line->from.x, line->to.y - line->from.y);
    double x = line->to.x + (line->to.x - line->from.x) / length * beyond;
    double y = line->to.y + (line->to.y - line->from.y) / length * beyond;
    if (x < 0 || y < 0 || x > track->width || y > track->height)
        return 0;
    struct point fine = {(int32_t)(x * FINE), (int32_t)(y * FINE)};
    if (area_place_fine(track->surface, fine) != PLACE_OUTSIDE)
        return 0;
    return x > 1.5 && y > 1.5 ? 2 : 1;
}

/* The arrow that says which way the race goes: beside the line and outside the brush->track, at
 * whichever end has room. */
struct direction {
    double x, y, half; /* its middle, half its length */
    double ahead_x, ahead_y;
};

/* All of the arrow is on the paper, also where squares are so small that it is longer than some. */
static void keep_on_paper(const struct track_brush *brush, struct direction *d)
{
    double pen = brush->sizes.ink, edge = brush->view->square * PAPER_MARGIN_SQUARES - pen;
    double head = d->half * 0.25; /* to each side */
    double x = fabs(d->ahead_x) * d->half + fabs(d->ahead_y) * head;
    double y = fabs(d->ahead_y) * d->half + fabs(d->ahead_x) * head;
    double right = brush->view->left + brush->track->width * brush->view->square + edge;
    double bottom = brush->view->top + brush->track->height * brush->view->square + edge;
    d->x = brush_clamp(d->x, brush->view->left - edge + x,
                       fmax(right - x, brush->view->left - edge + x));
    d->y = brush_clamp(d->y, brush->view->top - edge + y,
                       fmax(bottom - y, brush->view->top - edge + y));
}

static struct direction place_direction(const struct track_brush *brush)
{
    const double beyond = 0.9;
    const struct track_line *line = &brush->track->start;
    struct track_line turned = {line->to, line->from};
    bool at_from = rate_arrow_place(brush->track, &turned, beyond) >
                   rate_arrow_place(brush->track, line, beyond);
    struct device_line d = to_device_line(brush, line);
    double reach = brush->view->square * beyond;
    struct direction direction = {
        .x = at_from ? d.from.x - d.along_x * reach : d.to.x + d.along_x * reach,
        .y = at_from ? d.from.y - d.along_y * reach : d.to.y + d.along_y * reach,
        .half =
            brush_clamp(brush->view->square * 1.2, 9 * brush->view->scale, 48 * brush->view->scale),
        .ahead_x = d.ahead_x,
        .ahead_y = d.ahead_y,
    };
    return direction;
}

static bool line_is_seen(const struct track_brush *brush, const struct device_line *d)
{
    return brush_is_seen(brush->cairo, d->from.x, d->from.y, d->to.x, d->to.y, brush->view->square);
}

static void draw_lines(const struct track_brush *brush, const struct outline *walls, bool on_sheet)
{
    if (!brush->track->has_line)
        return;
    struct device_line finish = to_device_line(brush, &brush->track->finish);
    struct device_line start = to_device_line(brush, &brush->track->start);
    if (line_is_seen(brush, &finish)) {
        /* Two rows of squares, the line between them: it is crossed where the rows meet. */
        double wanted = brush_clamp(brush->view->square * 0.28, 3 * brush->view->scale,
                                    12 * brush->view->scale);
        int count = (int)fmax(round(finish.length / wanted), 2);
        double side = finish.length / count;
        cairo_save(brush->cairo);
        clip_to_track(brush, &finish, side * 2, walls);
        brush_color(brush->cairo, brush->theme->chequer_light);
        add_cell(brush->cairo, &finish, 0, finish.length, -side, side);
        cairo_fill(brush->cairo);
        brush_color(brush->cairo, brush->theme->chequer_dark);
        for (int i = 0; i < count; i++)
            add_cell(brush->cairo, &finish, i * side, (i + 1) * side, i % 2 ? -side : 0,
                     i % 2 ? 0 : side);
        cairo_fill(brush->cairo);
        cairo_set_line_width(brush->cairo, fmax(brush->view->scale * 0.8, 1));
        add_cell(brush->cairo, &finish, 0, finish.length, -side, side);
        cairo_stroke(brush->cairo);
        cairo_restore(brush->cairo);
    }
    if (brush->track->open && line_is_seen(brush, &start)) {
        /* The start of an open track: two plain lines. */
        double width = brush->sizes.ink;
        cairo_save(brush->cairo);
        clip_to_track(brush, &start, width * 5, walls);
        brush_color(brush->cairo, brush->theme->chequer_dark);
        add_cell(brush->cairo, &start, 0, start.length, -width / 2, width / 2);
        add_cell(brush->cairo, &start, 0, start.length, -width * 2.5, -width * 1.5);
        cairo_fill(brush->cairo);
        cairo_restore(brush->cairo);
    }
    struct direction d = place_direction(brush);
    if (on_sheet)
        keep_on_paper(brush, &d);
    brush_color(brush->cairo, brush->theme->arrow);
    draw_arrow(brush, (struct pixel){d.x, d.y},
               (struct pixel){d.ahead_x * d.half, d.ahead_y * d.half}, 2 * d.half, brush->sizes.ink,
               d.half * 0.5);
}

/* The disc with a gate's number stands over its first point. */
struct gate_disc {
    double x, y, radius;
};

static struct gate_disc place_gate_disc(const struct track_brush *brush,
                                        const struct track_checkpoint *checkpoint)
{
    double radius = brush->sizes.letter * 0.72;
    struct pixel first = track_place(brush, checkpoint->points[0]);
    return (struct gate_disc){first.x, first.y - radius * 1.3, radius};
}

static void features_draw_gate(const struct track_brush *brush,
                               const struct track_checkpoint *checkpoint,
                               const struct gate_look *look)
{
    struct gate_disc disc = place_gate_disc(brush, checkpoint);
    /* Its points, joined where they are neighbours. */
    const struct brush_sizes *sizes = &brush->sizes;
    cairo_new_path(brush->cairo);
    for (int i = 0; i < checkpoint->point_count; i++) {
        struct point at = checkpoint->points[i];
        struct pixel place = track_place(brush, at);
        brush_add_disc(brush->cairo, place.x, place.y, sizes->ink * (0.9 + 0.3 * look->width));
        for (int k = 0; k < i; k++) {
            struct point other = checkpoint->points[k];
            struct pixel from = track_place(brush, other);
            if (abs(other.x - at.x) <= 1 && abs(other.y - at.y) <= 1)
                brush_add_stroke(brush->cairo, from.x, from.y, place.x, place.y,
                                 sizes->thin * look->width, (uint64_t)i);
        }
    }
    brush_color(brush->cairo, look->color);
    cairo_fill(brush->cairo);
    cairo_new_path(brush->cairo);
    brush_color(brush->cairo, look->ground);
    brush_add_disc(brush->cairo, disc.x, disc.y, disc.radius);
    cairo_fill(brush->cairo);
    brush_color(brush->cairo, look->color);
    brush_circle(brush->cairo, disc.x, disc.y, disc.radius, brush->sizes.thin);
    if (look->passed) {
        double r = disc.radius * 0.5;
        cairo_new_path(brush->cairo);
        cairo_move_to(brush->cairo, disc.x - r, disc.y + r * 0.1);
        cairo_line_to(brush->cairo, disc.x - r * 0.25, disc.y + r * 0.8);
        cairo_line_to(brush->cairo, disc.x + r, disc.y - r * 0.75);
        brush_stroke(brush->cairo, brush->sizes.thin * 1.3, 0, 0);
        return;
    }
    lettering_draw_number(brush->cairo, checkpoint->number, disc.x, disc.y, 0.5,
                          brush->sizes.letter * 0.9, true, look->letter);
}

static void features_gate_box(const struct track_brush *brush,
                              const struct track_checkpoint *checkpoint, double box[4])
{
    struct gate_disc disc = place_gate_disc(brush, checkpoint);
    struct extent extent = EXTENT_NOTHING;
    double margin = disc.radius + 2 * brush->sizes.ink + 1;
    extent_add(&extent, (struct pixel){disc.x, disc.y}, margin);
    for (int i = 0; i < checkpoint->point_count; i++)
        extent_add(&extent, track_place(brush, checkpoint->points[i]), margin);
    extent_box(&extent, box);
}

/* Points that the players declared: a ring where it counts as brush->track, a struck one where not.
 */
static void draw_inspected(const struct track_brush *brush, const struct track_inspected *inspected)
{
    struct pixel at = track_place(brush, inspected->at);
    double x = at.x, y = at.y, radius = brush->view->square / 4, width = brush->sizes.thin;
    if (!brush_is_seen(brush->cairo, x - radius, y - radius, x + radius, y + radius, radius))
        return;
    brush_color(brush->cairo, inspected->inside ? brush->theme->ink_soft : brush->theme->warning);
    brush_circle(brush->cairo, x, y, radius, width);
    if (!inspected->inside) {
        cairo_new_path(brush->cairo);
        brush_add_stroke(brush->cairo, x - radius, y + radius, x + radius, y - radius, width, 1);
        cairo_fill(brush->cairo);
    }
}

void features_draw(const struct track_brush *brush, const struct outline *walls, bool on_sheet)
{
    for (int i = 0; i < brush->track->slick_count; i++)
        draw_area_edge(brush, brush->track->slicks[i].area, brush->theme->ink_soft, true);
    for (int i = 0; i < brush->track->turbo_count; i++) {
        draw_area_edge(brush, brush->track->turbo_areas[i].area, brush->theme->action, false);
        /* The arrow as long as it shifts, in the middle of its area. */
        const struct track_patch *patch = &brush->track->turbo_areas[i];
        struct extent e = area_extent(brush, patch->area);
        double x = patch->arrow.x * brush->view->square / 2,
               y = -patch->arrow.y * brush->view->square / 2;
        struct pixel middle = {(e.left + e.right) / 2, (e.top + e.bottom) / 2};
        brush_color(brush->cairo, brush->theme->action);
        draw_arrow(brush, middle, (struct pixel){x, y}, brush->view->square, brush->sizes.ink * 1.3,
                   brush_clamp(brush->view->square * 0.5, 5 * brush->view->scale,
                               16 * brush->view->scale));
    }
    draw_lines(brush, walls, on_sheet);
}

void features_draw_signs(const struct track_brush *brush)
{
    const struct gate_look plain = {brush->theme->action, brush->theme->card, brush->theme->ink, 1,
                                    false};
    for (int i = 0; i < brush->track->checkpoint_count; i++)
        features_draw_gate(brush, &brush->track->checkpoints[i], &plain);
    for (int i = 0; i < brush->track->inspected_count; i++)
        draw_inspected(brush, &brush->track->inspected[i]);
}

void features_keep_off(struct labels *labels, const struct paper_view *view,
                       const struct track *track)
{
    struct track_brush brush = track_brush_of(NULL, view, track, NULL);
    for (int i = 0; i < track->checkpoint_count; i++) {
        struct gate_disc disc = place_gate_disc(&brush, &track->checkpoints[i]);
        labels_keep_off_disc(labels, disc.x, disc.y, disc.radius);
    }
}

void features_widen_box(const struct track_brush *brush, double box[4])
{
    struct extent extent = {box[0], box[1], box[2], box[3]};
    for (int i = 0; i < brush->track->checkpoint_count; i++) {
        struct gate_disc disc = place_gate_disc(brush, &brush->track->checkpoints[i]);
        extent_add(&extent, (struct pixel){disc.x, disc.y}, disc.radius + brush->view->scale);
    }
    if (brush->track->has_line) {
        struct direction d = place_direction(brush);
        double x = d.ahead_x * d.half, y = d.ahead_y * d.half;
        extent_add(&extent, (struct pixel){d.x - x, d.y - y}, d.half * 0.5);
        extent_add(&extent, (struct pixel){d.x + x, d.y + y}, d.half * 0.5);
    }
    memcpy(box, &extent, sizeof extent);
}
