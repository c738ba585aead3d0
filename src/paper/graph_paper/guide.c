/* What the sheet tells the car to move. Owns nothing, cannot fail; what is out of the clip costs a
 * comparison.
 */
#include "paper/graph_paper/guide.h"

#include "paper/graph_paper/features.h"
#include "paper/labels.h"

#include <math.h>

static void draw_gate(const struct track_brush *brush, int index, const struct gate_look *look)
{
    double box[4];
    features_gate_box(brush, &brush->track->checkpoints[index], box);
    if (brush_box_is_seen(brush->cairo, box))
        features_draw_gate(brush, &brush->track->checkpoints[index], look);
}

static void draw_gates(const struct track_brush *brush, const struct paper_guide *guide)
{
    struct paper_color pen = brush_pen(brush->theme, guide->pen);
    struct paper_color pale = brush_mix(brush->theme->ink_soft, brush->theme->paper, 0.5);
    struct gate_look next = {pen, pen, brush->theme->card, 2.2, false};
    struct gate_look passed = {pale, brush->theme->paper, brush->theme->ink_soft, 1.15, true};
    for (int i = 0; i <= guide->passed && i < brush->track->checkpoint_count; i++)
        draw_gate(brush, i, i < guide->passed ? &passed : &next);
}

static struct pixel place_of(const struct paper_view *view, const struct track *track,
                             const struct guide_point *point)
{
    return brush_place(view, track->height, point->x, point->y);
}

static bool limit_box(const struct paper_view *view, const struct track *track,
                      const struct paper_guide *guide, double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    for (int i = 0; i < guide->limit_count; i++)
        extent_add(&extent, place_of(view, track, &guide->limit[i]), 3);
    return extent_box(&extent, box);
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

/* Pale discs with a dot in the middle; where dots would lie over each other, a tint. */
static void draw_starts(const struct track_brush *brush, const struct paper_guide *guide)
{
    double dot = fmax(brush->sizes.point * 0.42, brush->view->square * 0.13);
    bool dots = brush->view->square > 2 * dot;
    struct paper_color color = brush_pen(brush->theme, guide->pen);
    color.alpha = 0.2;
    fill_starts(brush, guide, color, dots ? brush->sizes.start : 0);
    color.alpha = 0.55;
    if (dots)
        fill_starts(brush, guide, color, dot);
}

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
    if (guide->gates)
        draw_gates(&brush, guide);
    if (guide->starts)
        draw_starts(&brush, guide);
    if (limit_box(view, track, guide, box) && brush_box_is_seen(cairo, box))
        draw_limit(&brush, guide, box);
}

bool paper_guide_box(const struct paper_view *view, const struct track *track,
                     const struct paper_guide *guide, int gate, double box[4])
{
    struct track_brush brush = track_brush_of(NULL, view, track, NULL);
    if (gate < 0)
        return limit_box(view, track, guide, box);
    features_gate_box(&brush, &track->checkpoints[gate], box);
    return true;
}
