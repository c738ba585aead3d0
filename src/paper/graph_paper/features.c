/* What a track holds besides its walls. Owns nothing, cannot fail; each feature that is out of the
 * clip costs a comparison.
 */
#include "paper/graph_paper/features.h"

#include "paper/labels.h"
#include "paper/lettering.h"
#include "paper/tile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct bounds {
    double left, top, right, bottom;
};

static struct bounds area_bounds(const struct paper_view *view, const struct track *track,
                                 const struct area *area)
{
    struct bounds bounds = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < area_loop_count(area); i++) {
        struct loop loop = area_loop(area, i);
        for (int k = 0; k < loop.count; k++) {
            double x, y;
            paper_to_device(view, track->height, (double)loop.vertices[k].x / FINE,
                            (double)loop.vertices[k].y / FINE, &x, &y);
            bounds.left = fmin(bounds.left, x);
            bounds.right = fmax(bounds.right, x);
            bounds.top = fmin(bounds.top, y);
            bounds.bottom = fmax(bounds.bottom, y);
        }
    }
    return bounds;
}

static bool bounds_are_seen(cairo_t *cairo, struct bounds b, double margin)
{
    return b.left <= b.right && brush_is_seen(cairo, b.left, b.top, b.right, b.bottom, margin);
}

static void area_path(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                      const struct area *area)
{
    const double seen[4] = {-1e9, -1e9, 2e9, 2e9}; /* all of it */
    struct outline outline = {0};
    outline_build(&outline, view, track, area, seen);
    outline_path(cairo, &outline);
    outline_free(&outline);
}

static void draw_slick_ground(cairo_t *cairo, const struct paper_view *view,
                              const struct track *track, const struct area *area,
                              const struct paper_theme *theme)
{
    if (!bounds_are_seen(cairo, area_bounds(view, track, area), 2))
        return;
    area_path(cairo, view, track, area);
    brush_color(cairo, theme->slick);
    cairo_fill_preserve(cairo);
    tile_fill_shading(cairo, view, theme);
}

static void draw_turbo_ground(cairo_t *cairo, const struct paper_view *view,
                              const struct track *track, const struct area *area,
                              const struct paper_theme *theme)
{
    if (!bounds_are_seen(cairo, area_bounds(view, track, area), 2))
        return;
    struct paper_color ground = theme->action;
    ground.alpha = 0.12;
    area_path(cairo, view, track, area);
    brush_color(cairo, ground);
    cairo_fill(cairo);
}

void features_draw_shading(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                           const struct paper_theme *theme)
{
    for (int i = 0; i < track->slick_count; i++)
        draw_slick_ground(cairo, view, track, track->slicks[i].area, theme);
    for (int i = 0; i < track->turbo_count; i++)
        draw_turbo_ground(cairo, view, track, track->turbo_areas[i].area, theme);
}

static void draw_area_edge(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                           const struct area *area, struct paper_color color, bool dashed)
{
    struct brush_sizes sizes = brush_sizes(view);
    if (!bounds_are_seen(cairo, area_bounds(view, track, area), sizes.thin))
        return;
    double dashes[2] = {sizes.thin * 3.2, sizes.thin * 2.6};
    area_path(cairo, view, track, area);
    brush_color(cairo, color);
    cairo_set_line_width(cairo, sizes.thin);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_dash(cairo, dashes, dashed ? 2 : 0, 0);
    cairo_stroke(cairo);
    cairo_set_dash(cairo, NULL, 0, 0);
}

void features_fade(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                   const struct track_patch *patches, int count, const struct paper_theme *theme)
{
    double margin = brush_sizes(view).thin * 2;
    struct paper_color veil = theme->paper;
    veil.alpha = 0.72;
    for (int i = 0; i < count; i++) {
        struct bounds b = area_bounds(view, track, patches[i].area);
        if (!bounds_are_seen(cairo, b, margin))
            continue;
        /* The group is no larger than the area, or it would cost more than the sheet. */
        cairo_save(cairo);
        cairo_rectangle(cairo, floor(b.left - margin), floor(b.top - margin),
                        ceil(b.right - b.left + 2 * margin + 1),
                        ceil(b.bottom - b.top + 2 * margin + 1));
        cairo_clip(cairo);
        area_path(cairo, view, track, patches[i].area);
        brush_color(cairo, veil);
        cairo_set_line_width(cairo, margin);
        cairo_push_group(cairo);
        cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE);
        cairo_fill_preserve(cairo);
        cairo_stroke(cairo);
        cairo_pop_group_to_source(cairo);
        cairo_paint(cairo);
        cairo_restore(cairo);
    }
}

/* The arrow as long as it shifts, in the middle of its area. */
static void draw_turbo_arrow(cairo_t *cairo, const struct paper_view *view,
                             const struct track *track, const struct track_patch *patch,
                             const struct paper_theme *theme)
{
    struct bounds b = area_bounds(view, track, patch->area);
    struct brush_sizes sizes = brush_sizes(view);
    double dx = patch->arrow.x * view->square, dy = -patch->arrow.y * view->square;
    double x = (b.left + b.right) / 2, y = (b.top + b.bottom) / 2;
    if (!brush_is_seen(cairo, x - dx / 2, y - dy / 2, x + dx / 2, y + dy / 2, view->square))
        return;
    brush_color(cairo, theme->action);
    brush_arrow(cairo, x - dx / 2, y - dy / 2, x + dx / 2, y + dy / 2, sizes.ink * 1.3,
                brush_clamp(view->square * 0.5, 5 * view->scale, 16 * view->scale));
}

/* A line in device pixels: its middle, the unit vector along it and the one of the race. */
struct device_line {
    double x1, y1, x2, y2;
    double length;
    double along_x, along_y;
    double ahead_x, ahead_y;
};

static struct device_line to_device_line(const struct paper_view *view, const struct track *track,
                                         const struct track_line *line)
{
    struct device_line d;
    paper_to_device(view, track->height, line->from.x, line->from.y, &d.x1, &d.y1);
    paper_to_device(view, track->height, line->to.x, line->to.y, &d.x2, &d.y2);
    d.length = hypot(d.x2 - d.x1, d.y2 - d.y1);
    d.along_x = (d.x2 - d.x1) / d.length;
    d.along_y = (d.y2 - d.y1) / d.length;
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
        cairo_line_to(cairo, d->x1 + d->along_x * corners[i][0] + d->ahead_x * corners[i][1],
                      d->y1 + d->along_y * corners[i][0] + d->ahead_y * corners[i][1]);
    cairo_close_path(cairo);
}

/* Limits drawing to the track near the line. The rectangle first: it keeps cairo from looking at
 * the rest of the track. */
static void clip_to_track(cairo_t *cairo, const struct device_line *d, double margin,
                          const struct outline *walls)
{
    cairo_rectangle(cairo, floor(fmin(d->x1, d->x2) - margin), floor(fmin(d->y1, d->y2) - margin),
                    ceil(fabs(d->x2 - d->x1) + 2 * margin + 1),
                    ceil(fabs(d->y2 - d->y1) + 2 * margin + 1));
    cairo_clip(cairo);
    if (walls->loop_count > 0) { /* else the line is drawn before the walls are */
        outline_path(cairo, walls);
        cairo_clip(cairo);
    }
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
}

/* Two rows of squares, the line between them: it is crossed where the rows meet. */
static void draw_chequers(cairo_t *cairo, const struct paper_view *view,
                          const struct device_line *d, const struct outline *walls,
                          const struct paper_theme *theme)
{
    double wanted = brush_clamp(view->square * 0.28, 3 * view->scale, 12 * view->scale);
    int count = (int)fmax(round(d->length / wanted), 2);
    double side = d->length / count;
    cairo_save(cairo);
    clip_to_track(cairo, d, side * 2, walls);
    brush_color(cairo, theme->chequer_light);
    add_cell(cairo, d, 0, d->length, -side, side);
    cairo_fill(cairo);
    brush_color(cairo, theme->chequer_dark);
    for (int i = 0; i < count; i++)
        add_cell(cairo, d, i * side, (i + 1) * side, i % 2 ? -side : 0, i % 2 ? 0 : side);
    cairo_fill(cairo);
    cairo_set_line_width(cairo, fmax(view->scale * 0.8, 1));
    add_cell(cairo, d, 0, d->length, -side, side);
    cairo_stroke(cairo);
    cairo_restore(cairo);
}

/* The start of an open track: two plain lines. */
static void draw_start(cairo_t *cairo, const struct paper_view *view, const struct device_line *d,
                       const struct outline *walls, const struct paper_theme *theme)
{
    double width = brush_sizes(view).ink;
    cairo_save(cairo);
    clip_to_track(cairo, d, width * 5, walls);
    brush_color(cairo, theme->chequer_dark);
    add_cell(cairo, d, 0, d->length, -width / 2, width / 2);
    add_cell(cairo, d, 0, d->length, -width * 2.5, -width * 1.5);
    cairo_fill(cairo);
    cairo_restore(cairo);
}

/* How good the place `beyond` squares past the line's end is for the arrow: it must lie outside the
 * track, and better not among the numbers of the left and lower edges. */
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

/* The arrow that says which way the race goes: beside the line and outside the track, at whichever
 * end has room. */
struct direction {
    double x, y, half; /* its middle, half its length */
    double ahead_x, ahead_y;
};

/* All of the arrow is on the paper, also where squares are so small that it is longer than some. */
static void keep_on_paper(const struct paper_view *view, const struct track *track,
                          struct direction *d)
{
    double pen = brush_sizes(view).ink, edge = view->square * PAPER_MARGIN_SQUARES - pen;
    double head = d->half * 0.25; /* to each side */
    double x = fabs(d->ahead_x) * d->half + fabs(d->ahead_y) * head;
    double y = fabs(d->ahead_y) * d->half + fabs(d->ahead_x) * head;
    double right = view->left + track->width * view->square + edge;
    double bottom = view->top + track->height * view->square + edge;
    d->x = brush_clamp(d->x, view->left - edge + x, fmax(right - x, view->left - edge + x));
    d->y = brush_clamp(d->y, view->top - edge + y, fmax(bottom - y, view->top - edge + y));
}

static struct direction place_direction(const struct paper_view *view, const struct track *track)
{
    const double beyond = 0.9;
    const struct track_line *line = &track->start;
    struct track_line turned = {line->to, line->from};
    bool at_from = rate_arrow_place(track, &turned, beyond) > rate_arrow_place(track, line, beyond);
    struct device_line d = to_device_line(view, track, line);
    double reach = view->square * beyond;
    struct direction direction = {
        .x = at_from ? d.x1 - d.along_x * reach : d.x2 + d.along_x * reach,
        .y = at_from ? d.y1 - d.along_y * reach : d.y2 + d.along_y * reach,
        .half = brush_clamp(view->square * 1.2, 9 * view->scale, 48 * view->scale),
        .ahead_x = d.ahead_x,
        .ahead_y = d.ahead_y,
    };
    return direction;
}

static void draw_direction(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                           bool on_sheet, const struct paper_theme *theme)
{
    struct direction d = place_direction(view, track);
    if (on_sheet)
        keep_on_paper(view, track, &d);
    double ahead_x = d.ahead_x * d.half, ahead_y = d.ahead_y * d.half;
    if (!brush_is_seen(cairo, d.x - d.half, d.y - d.half, d.x + d.half, d.y + d.half, d.half))
        return;
    brush_color(cairo, theme->arrow);
    brush_arrow(cairo, d.x - ahead_x, d.y - ahead_y, d.x + ahead_x, d.y + ahead_y,
                brush_sizes(view).ink, d.half * 0.5);
}

static void draw_lines(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                       const struct outline *walls, bool on_sheet, const struct paper_theme *theme)
{
    if (!track->has_line)
        return;
    struct device_line finish = to_device_line(view, track, &track->finish);
    if (brush_is_seen(cairo, finish.x1, finish.y1, finish.x2, finish.y2, view->square))
        draw_chequers(cairo, view, &finish, walls, theme);
    if (track->open) {
        struct device_line start = to_device_line(view, track, &track->start);
        if (brush_is_seen(cairo, start.x1, start.y1, start.x2, start.y2, view->square))
            draw_start(cairo, view, &start, walls, theme);
    }
    draw_direction(cairo, view, track, on_sheet, theme);
}

/* The disc with a gate's number stands over its first point. */
struct gate_disc {
    double x, y, radius;
};

static struct gate_disc place_gate_disc(const struct paper_view *view, const struct track *track,
                                        const struct track_checkpoint *checkpoint)
{
    struct gate_disc disc = {.radius = brush_sizes(view).letter * 0.72};
    struct point first = checkpoint->points[0];
    paper_to_device(view, track->height, first.x, first.y, &disc.x, &disc.y);
    disc.y -= disc.radius * 1.3;
    return disc;
}

/* Its points, joined where they are neighbours. */
static void draw_gate_line(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                           const struct track_checkpoint *checkpoint, const struct gate_look *look)
{
    struct brush_sizes sizes = brush_sizes(view);
    cairo_new_path(cairo);
    for (int i = 0; i < checkpoint->point_count; i++) {
        double x, y;
        struct point at = checkpoint->points[i];
        paper_to_device(view, track->height, at.x, at.y, &x, &y);
        brush_add_disc(cairo, x, y, sizes.ink * (0.9 + 0.3 * look->width));
        for (int k = 0; k < i; k++) {
            struct point other = checkpoint->points[k];
            double other_x, other_y;
            paper_to_device(view, track->height, other.x, other.y, &other_x, &other_y);
            if (abs(other.x - at.x) <= 1 && abs(other.y - at.y) <= 1)
                brush_add_stroke(cairo, other_x, other_y, x, y, sizes.thin * look->width,
                                 (uint64_t)i);
        }
    }
    brush_color(cairo, look->color);
    cairo_fill(cairo);
}

static void draw_gate_tick(cairo_t *cairo, struct gate_disc disc, double width)
{
    double r = disc.radius * 0.5;
    cairo_new_path(cairo);
    cairo_move_to(cairo, disc.x - r, disc.y + r * 0.1);
    cairo_line_to(cairo, disc.x - r * 0.25, disc.y + r * 0.8);
    cairo_line_to(cairo, disc.x + r, disc.y - r * 0.75);
    cairo_set_line_width(cairo, width);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_stroke(cairo);
}

void features_draw_gate(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                        const struct track_checkpoint *checkpoint, const struct gate_look *look)
{
    double thin = brush_sizes(view).thin;
    struct gate_disc disc = place_gate_disc(view, track, checkpoint);
    draw_gate_line(cairo, view, track, checkpoint, look);
    cairo_new_path(cairo);
    brush_color(cairo, look->ground);
    brush_add_disc(cairo, disc.x, disc.y, disc.radius);
    cairo_fill(cairo);
    brush_color(cairo, look->color);
    brush_circle(cairo, disc.x, disc.y, disc.radius, thin);
    if (look->passed) {
        draw_gate_tick(cairo, disc, thin * 1.3);
        return;
    }
    char number[12];
    snprintf(number, sizeof number, "%d", checkpoint->number);
    double size = brush_sizes(view).letter * 0.9;
    lettering_draw(cairo, number, disc.x - lettering_width(cairo, number, size, true) / 2, disc.y,
                   size, true, look->letter);
}

void features_gate_box(const struct paper_view *view, const struct track *track,
                       const struct track_checkpoint *checkpoint, double box[4])
{
    struct gate_disc disc = place_gate_disc(view, track, checkpoint);
    double left = disc.x, top = disc.y, right = disc.x, bottom = disc.y;
    for (int i = 0; i < checkpoint->point_count; i++) {
        double x, y;
        paper_to_device(view, track->height, checkpoint->points[i].x, checkpoint->points[i].y, &x,
                        &y);
        left = fmin(left, x);
        right = fmax(right, x);
        top = fmin(top, y);
        bottom = fmax(bottom, y);
    }
    double margin = disc.radius + 2 * brush_sizes(view).ink + 2;
    box[0] = floor(left - margin);
    box[1] = floor(top - margin);
    box[2] = ceil(right + margin) - box[0];
    box[3] = ceil(bottom + margin) - box[1];
}

static void draw_checkpoint(cairo_t *cairo, const struct paper_view *view,
                            const struct track *track, const struct track_checkpoint *checkpoint,
                            const struct paper_theme *theme)
{
    struct gate_look plain = {theme->action, theme->card, theme->ink, 1, false};
    features_draw_gate(cairo, view, track, checkpoint, &plain);
}

/* Points that the players declared: a ring where it counts as track, a struck one where not. */
static void draw_inspected(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                           const struct track_inspected *inspected, const struct paper_theme *theme)
{
    double x, y;
    paper_to_device(view, track->height, inspected->at.x, inspected->at.y, &x, &y);
    double radius = view->square / 4;
    if (!brush_is_seen(cairo, x - radius, y - radius, x + radius, y + radius, radius))
        return;
    double width = brush_sizes(view).thin;
    brush_color(cairo, inspected->inside ? theme->ink_soft : theme->warning);
    brush_circle(cairo, x, y, radius, width);
    if (!inspected->inside) {
        cairo_new_path(cairo);
        brush_add_stroke(cairo, x - radius, y + radius, x + radius, y - radius, width, 1);
        cairo_fill(cairo);
    }
}

void features_draw(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                   const struct outline *walls, bool on_sheet, const struct paper_theme *theme)
{
    for (int i = 0; i < track->slick_count; i++)
        draw_area_edge(cairo, view, track, track->slicks[i].area, theme->ink_soft, true);
    for (int i = 0; i < track->turbo_count; i++) {
        draw_area_edge(cairo, view, track, track->turbo_areas[i].area, theme->action, false);
        draw_turbo_arrow(cairo, view, track, &track->turbo_areas[i], theme);
    }
    draw_lines(cairo, view, track, walls, on_sheet, theme);
}

void features_draw_signs(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                         const struct paper_theme *theme)
{
    for (int i = 0; i < track->checkpoint_count; i++)
        draw_checkpoint(cairo, view, track, &track->checkpoints[i], theme);
    for (int i = 0; i < track->inspected_count; i++)
        draw_inspected(cairo, view, track, &track->inspected[i], theme);
}

void features_keep_off(struct labels *labels, const struct paper_view *view,
                       const struct track *track)
{
    for (int i = 0; i < track->checkpoint_count; i++) {
        struct gate_disc disc = place_gate_disc(view, track, &track->checkpoints[i]);
        labels_keep_off_disc(labels, disc.x, disc.y, disc.radius);
    }
}

static void widen(double box[4], double x, double y, double radius)
{
    box[0] = fmin(box[0], x - radius);
    box[1] = fmin(box[1], y - radius);
    box[2] = fmax(box[2], x + radius);
    box[3] = fmax(box[3], y + radius);
}

void features_widen_box(const struct paper_view *view, const struct track *track, double box[4])
{
    for (int i = 0; i < track->checkpoint_count; i++) {
        struct gate_disc disc = place_gate_disc(view, track, &track->checkpoints[i]);
        widen(box, disc.x, disc.y, disc.radius + view->scale);
    }
    if (track->has_line) {
        struct direction d = place_direction(view, track);
        double x = d.ahead_x * d.half, y = d.ahead_y * d.half, side = d.half * 0.5;
        widen(box, d.x - x, d.y - y, side);
        widen(box, d.x + x, d.y + y, side);
    }
}
