/* What the sheet tells the car to move. Owns nothing, cannot fail; what is out of the clip costs a
 * comparison.
 */
#include "paper/graph_paper/guide.h"

#include "paper/graph_paper/features.h"
#include "paper/labels.h"

#include <math.h>

static bool gate_is_seen(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                         const struct track_checkpoint *gate)
{
    double box[4];
    features_gate_box(view, track, gate, box);
    return brush_is_seen(cairo, box[0], box[1], box[0] + box[2], box[1] + box[3], 0);
}

static void draw_gates(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                       const struct paper_guide *guide, const struct paper_theme *theme)
{
    struct paper_color pen = theme->pens[(guide->pen - 1) % PEN_COUNT];
    struct paper_color pale = brush_mix(theme->ink_soft, theme->paper, 0.5);
    struct gate_look next = {pen, pen, theme->card, 2.2, false};
    struct gate_look passed = {pale, theme->paper, theme->ink_soft, 1.15, true};
    for (int i = 0; i <= guide->passed && i < track->checkpoint_count; i++)
        if (gate_is_seen(cairo, view, track, &track->checkpoints[i]))
            features_draw_gate(cairo, view, track, &track->checkpoints[i],
                               i < guide->passed ? &passed : &next);
}

static void limit_box(const struct paper_view *view, const struct track *track,
                      const struct paper_guide *guide, double box[4])
{
    double left = INFINITY, top = INFINITY, right = -INFINITY, bottom = -INFINITY, x, y;
    for (int i = 0; i < guide->limit_count; i++) {
        paper_to_device(view, track->height, guide->limit[i].x, guide->limit[i].y, &x, &y);
        left = fmin(left, x);
        right = fmax(right, x);
        top = fmin(top, y);
        bottom = fmax(bottom, y);
    }
    box[0] = floor(left - 4);
    box[1] = floor(top - 4);
    box[2] = ceil(right + 4) - box[0];
    box[3] = ceil(bottom + 4) - box[1];
}

/* From wall to wall: the strokes go on behind the walls and are cut off there. */
static void draw_limit(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                       const struct paper_guide *guide, const struct paper_theme *theme)
{
    struct brush_sizes sizes = brush_sizes(view);
    double dashes[2] = {sizes.ink * 3, sizes.ink * 2.4}, x, y;
    double width = sizes.ink * 1.2;
    double box[4];
    struct outline walls = {0};
    limit_box(view, track, guide, box);
    outline_build(&walls, view, track, track->surface, box);
    cairo_save(cairo);
    outline_path(cairo, &walls);
    cairo_clip(cairo);
    outline_free(&walls);
    cairo_new_path(cairo);
    for (int i = 0; i < guide->limit_count; i++) {
        const struct guide_point *point = &guide->limit[i];
        paper_to_device(view, track->height, point->x, point->y, &x, &y);
        if (point->begins)
            cairo_move_to(cairo, x, y);
        else
            cairo_line_to(cairo, x, y);
    }
    brush_color(cairo, theme->pens[(guide->pen - 1) % PEN_COUNT]);
    cairo_set_line_width(cairo, width);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_dash(cairo, dashes, 2, 0);
    cairo_stroke(cairo);
    cairo_restore(cairo);
}

void paper_label_guide(struct labels *labels, const struct paper_view *view,
                       const struct track *track, const struct paper_guide *guide,
                       const struct paper_theme *theme)
{
    double x, y;
    const struct label_box *seen = &labels->seen;
    if (guide->pen == 0 || guide->limit_count == 0)
        return;
    paper_to_device(view, track->height, guide->label_x, guide->label_y, &x, &y);
    struct label_wish wish = {.x = x, .y = y};
    if (x >= seen->x && x <= seen->x + seen->w && y >= seen->y && y <= seen->y + seen->h)
        labels_add(labels, LABEL_RIMMED, "back behind here", brush_sizes(view).letter, theme->ink,
                   0, &wish);
}

/* Of a run the points within the clip. */
static void add_dots(cairo_t *cairo, const struct paper_view *view, const struct start_run *run,
                     double x, double y, double radius)
{
    double left, top, right, bottom;
    cairo_clip_extents(cairo, &left, &top, &right, &bottom);
    int first = (int)fmax(0, floor((left - radius - x) / view->square));
    int last = (int)fmin(run->length - 1, ceil((right + radius - x) / view->square));
    for (int i = first; i <= last; i++)
        brush_add_disc(cairo, x + i * view->square, y, radius);
}

/* A disc of this radius each, or a tint where there is none: one fill for all of them. */
static void fill_starts(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                        const struct paper_guide *guide, struct paper_color color, double radius)
{
    double side = view->square, x, y, left, top, right, bottom;
    cairo_new_path(cairo);
    cairo_clip_extents(cairo, &left, &top, &right, &bottom);
    paper_to_device(view, track->height, 0, 0, &x, &y);
    double lowest = (y - bottom) / side - 2, highest = (y - top) / side + 2;
    for (int i = graph_paper_run_from(guide->starts, (int)fmax(lowest, 0));
         i < guide->starts->count && guide->starts->items[i].first.y < highest; i++) {
        const struct start_run *run = &guide->starts->items[i];
        paper_to_device(view, track->height, run->first.x, run->first.y, &x, &y);
        if (!brush_is_seen(cairo, x, y, x + (run->length - 1) * side, y, fmax(radius, side)))
            continue;
        if (radius > 0)
            add_dots(cairo, view, run, x, y, radius);
        else
            cairo_rectangle(cairo, x - side / 2, y - side / 2, run->length * side, side);
    }
    brush_color(cairo, color);
    cairo_fill(cairo);
}

/* Pale discs with a dot in the middle; where dots would lie over each other, a tint. */
static void draw_starts(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                        const struct paper_guide *guide, const struct paper_theme *theme)
{
    struct brush_sizes sizes = brush_sizes(view);
    double dot = fmax(sizes.point * 0.42, view->square * 0.13);
    struct paper_color color = theme->pens[(guide->pen - 1) % PEN_COUNT];
    color.alpha = 0.2;
    if (view->square <= 2 * dot) {
        fill_starts(cairo, view, track, guide, color, 0);
        return;
    }
    fill_starts(cairo, view, track, guide, color, sizes.start);
    color.alpha = 0.55;
    fill_starts(cairo, view, track, guide, color, dot);
}

static void draw_idle(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                      const struct paper_guide *guide, const struct paper_theme *theme)
{
    struct paper_color pale = brush_mix(theme->action, theme->paper, 0.3);
    struct gate_look look = {pale, theme->paper, brush_mix(theme->ink, theme->paper, 0.4), 1.15,
                             false};
    if (guide->idle_slicks)
        features_fade(cairo, view, track, track->slicks, track->slick_count, theme);
    if (guide->idle_turbo)
        features_fade(cairo, view, track, track->turbo_areas, track->turbo_count, theme);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    for (int i = 0; guide->idle_gates && i < track->checkpoint_count; i++)
        if (gate_is_seen(cairo, view, track, &track->checkpoints[i]))
            features_draw_gate(cairo, view, track, &track->checkpoints[i], &look);
}

void paper_draw_guide(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                      const struct paper_guide *guide, const struct paper_theme *theme)
{
    double box[4];
    draw_idle(cairo, view, track, guide, theme);
    if (guide->pen == 0)
        return;
    if (guide->gates)
        draw_gates(cairo, view, track, guide, theme);
    if (guide->starts)
        draw_starts(cairo, view, track, guide, theme);
    if (guide->limit_count > 0 && paper_guide_box(view, track, guide, -1, box) &&
        brush_is_seen(cairo, box[0], box[1], box[0] + box[2], box[1] + box[3], 0))
        draw_limit(cairo, view, track, guide, theme);
}

bool paper_guide_box(const struct paper_view *view, const struct track *track,
                     const struct paper_guide *guide, int gate, double box[4])
{
    if (gate >= 0) {
        features_gate_box(view, track, &track->checkpoints[gate], box);
        return true;
    }
    if (guide->limit_count == 0)
        return false;
    limit_box(view, track, guide, box);
    return true;
}
