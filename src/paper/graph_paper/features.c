/* What a track holds besides its walls. Owns nothing, cannot fail; each feature that is out of the
 * clip costs a comparison.
 */
#include "paper/graph_paper/features.h"

#include "paper/labels.h"
#include "paper/lettering.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

void features_fade(const struct track_brush *brush, const struct track_patch *patches, int count)
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

/* The arrow as long as it shifts, in the middle of its area. */
static void draw_turbo_arrow(const struct track_brush *brush, const struct track_patch *patch)
{
    struct extent e = area_extent(brush, patch->area);
    double x = patch->arrow.x * brush->view->square / 2,
           y = -patch->arrow.y * brush->view->square / 2;
    struct pixel middle = {(e.left + e.right) / 2, (e.top + e.bottom) / 2};
    brush_color(brush->cairo, brush->theme->action);
    draw_arrow(
        brush, middle, (struct pixel){x, y}, brush->view->square, brush->sizes.ink * 1.3,
        brush_clamp(brush->view->square * 0.5, 5 * brush->view->scale, 16 * brush->view->scale));
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

/* Two rows of squares, the line between them: it is crossed where the rows meet. */
static void draw_chequers(const struct track_brush *brush, const struct device_line *d,
                          const struct outline *walls)
{
    double wanted =
        brush_clamp(brush->view->square * 0.28, 3 * brush->view->scale, 12 * brush->view->scale);
    int count = (int)fmax(round(d->length / wanted), 2);
    double side = d->length / count;
    cairo_save(brush->cairo);
    clip_to_track(brush, d, side * 2, walls);
    brush_color(brush->cairo, brush->theme->chequer_light);
    add_cell(brush->cairo, d, 0, d->length, -side, side);
    cairo_fill(brush->cairo);
    brush_color(brush->cairo, brush->theme->chequer_dark);
    for (int i = 0; i < count; i++)
        add_cell(brush->cairo, d, i * side, (i + 1) * side, i % 2 ? -side : 0, i % 2 ? 0 : side);
    cairo_fill(brush->cairo);
    cairo_set_line_width(brush->cairo, fmax(brush->view->scale * 0.8, 1));
    add_cell(brush->cairo, d, 0, d->length, -side, side);
    cairo_stroke(brush->cairo);
    cairo_restore(brush->cairo);
}

/* The start of an open track: two plain lines. */
static void draw_start(const struct track_brush *brush, const struct device_line *d,
                       const struct outline *walls)
{
    double width = brush->sizes.ink;
    cairo_save(brush->cairo);
    clip_to_track(brush, d, width * 5, walls);
    brush_color(brush->cairo, brush->theme->chequer_dark);
    add_cell(brush->cairo, d, 0, d->length, -width / 2, width / 2);
    add_cell(brush->cairo, d, 0, d->length, -width * 2.5, -width * 1.5);
    cairo_fill(brush->cairo);
    cairo_restore(brush->cairo);
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

static void draw_direction(const struct track_brush *brush, bool on_sheet)
{
    struct direction d = place_direction(brush);
    if (on_sheet)
        keep_on_paper(brush, &d);
    brush_color(brush->cairo, brush->theme->arrow);
    draw_arrow(brush, (struct pixel){d.x, d.y},
               (struct pixel){d.ahead_x * d.half, d.ahead_y * d.half}, 2 * d.half, brush->sizes.ink,
               d.half * 0.5);
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
    if (line_is_seen(brush, &finish))
        draw_chequers(brush, &finish, walls);
    if (brush->track->open && line_is_seen(brush, &start))
        draw_start(brush, &start, walls);
    draw_direction(brush, on_sheet);
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

/* Its points, joined where they are neighbours. */
static void draw_gate_line(const struct track_brush *brush,
                           const struct track_checkpoint *checkpoint, const struct gate_look *look)
{
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
}

static void draw_gate_tick(const struct track_brush *brush, struct gate_disc disc)
{
    double r = disc.radius * 0.5;
    cairo_new_path(brush->cairo);
    cairo_move_to(brush->cairo, disc.x - r, disc.y + r * 0.1);
    cairo_line_to(brush->cairo, disc.x - r * 0.25, disc.y + r * 0.8);
    cairo_line_to(brush->cairo, disc.x + r, disc.y - r * 0.75);
    brush_stroke(brush->cairo, brush->sizes.thin * 1.3, 0, 0);
}

void features_draw_gate(const struct track_brush *brush, const struct track_checkpoint *checkpoint,
                        const struct gate_look *look)
{
    struct gate_disc disc = place_gate_disc(brush, checkpoint);
    draw_gate_line(brush, checkpoint, look);
    cairo_new_path(brush->cairo);
    brush_color(brush->cairo, look->ground);
    brush_add_disc(brush->cairo, disc.x, disc.y, disc.radius);
    cairo_fill(brush->cairo);
    brush_color(brush->cairo, look->color);
    brush_circle(brush->cairo, disc.x, disc.y, disc.radius, brush->sizes.thin);
    if (look->passed) {
        draw_gate_tick(brush, disc);
        return;
    }
    lettering_draw_number(brush->cairo, checkpoint->number, disc.x, disc.y, 0.5,
                          brush->sizes.letter * 0.9, true, look->letter);
}

void features_gate_box(const struct track_brush *brush, const struct track_checkpoint *checkpoint,
                       double box[4])
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
        draw_turbo_arrow(brush, &brush->track->turbo_areas[i]);
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
