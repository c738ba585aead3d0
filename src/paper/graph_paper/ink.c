/* Graph paper's ink: its track on the sheet, and what each step of the session leaves there.
 *
 * A track is painted from the back: hatching everywhere, then the inside of the track as plain
 * paper over it (a solid fill is much cheaper than hatching cut to the outside), then grid and
 * features, walls last.
 *
 * The ink of a step is line, tick at the end, circle for a move of zero length, a small square for
 * each nitro, bar and chevron for brakes and boosts, torn paper where it crashed, dashes outside
 * the track.
 * It is derived from the events, which hold where a move began and ended, the nitros it used and
 * what it struck; and from the state before it: whether the car was outside the track. Owns
 * nothing.
 */
#include "paper/graph_paper/ink.h"

#include "paper/graph_paper/cars.h"
#include "paper/graph_paper/classroom/kinematics_graph.h"
#include "paper/graph_paper/features.h"
#include "paper/graph_paper/turn.h"
#include "paper/moments/tear.h"

#include <math.h>

/* --- steps ------------------------------------------------------------------------------------ */

static const double FADED_ALPHA = 0.42;

struct inking {
    struct track_brush brush;
    double progress;
    struct paper_color color; /* the pen's, of fresh ink */
    double strength;          /* less than 1: it is an older move's */
    uint64_t seed;
    bool outside; /* the car was off the track when it moved */
};

static struct paper_color color_of(const struct inking *inking)
{
    struct paper_color color = inking->color;
    color.alpha *= inking->strength;
    return color;
}

static struct pixel exact_place(const struct inking *inking, struct exact_point at)
{
    return brush_exact_place(inking->brush.view, inking->brush.track->height, at);
}

/* Eight short strokes outwards, long and short in turn. */
static void draw_burst(const struct inking *inking, struct pixel at)
{
    double reach = inking->brush.sizes.tick * 1.15;
    cairo_new_path(inking->brush.cairo);
    for (int i = 0; i < 8; i++) {
        double angle = i * 0.785398 + 0.2 + 0.15 * brush_waver(inking->seed, i);
        double far = reach * (i % 2 ? 0.75 : 1.1);
        double near = reach * 0.35;
        brush_add_stroke(inking->brush.cairo, at.x + near * cos(angle), at.y + near * sin(angle),
                         at.x + far * cos(angle), at.y + far * sin(angle),
                         inking->brush.sizes.thin * 1.2, inking->seed + (uint64_t)i);
    }
    cairo_fill(inking->brush.cairo);
}

static void draw_nitros(const struct inking *inking, struct pixel at, int nitros)
{
    for (int i = 0; i < nitros; i++) {
        double side = inking->brush.sizes.nitro + i * inking->brush.sizes.thin * 4.4;
        brush_square(inking->brush.cairo, at.x, at.y, side, inking->brush.sizes.thin);
    }
}

/* Brakes and boosts lie on the line, behind its end; beside the circle of a move of zero length. */
static void draw_extras(const struct inking *inking, const struct graph_paper_event *event,
                        struct pixel from, struct pixel end)
{
    double dx = end.x - from.x, dy = end.y - from.y, length = hypot(dx, dy);
    double size = inking->brush.sizes.tick * 1.5, back = size;
    double x = length > 0 ? dx / length : 0, y = length > 0 ? dy / length : -1;
    struct pixel at = {end.x - x * back, end.y - y * back};
    if (length == 0)
        at = (struct pixel){end.x + back, end.y};
    double step_x = length > 0 ? -x * back : back, step_y = length > 0 ? -y * back : 0;
    for (int i = 0; i < event->turbo_boosts + event->good_brakes; i++) {
        paper_draw_sign(inking->brush.cairo, i < event->turbo_boosts ? SIGN_BOOST : SIGN_BRAKE,
                        at.x, at.y, size, x, y);
        at.x += step_x;
        at.y += step_y;
    }
}

/* The way of a car that drives outside the track, as far as the pen has come. */
static void draw_outside(const struct inking *inking, struct pixel from, struct pixel to,
                         double part)
{
    double width = inking->brush.sizes.ink;
    cairo_new_path(inking->brush.cairo);
    brush_add_line(inking->brush.cairo, from, brush_between(from, to, part));
    brush_stroke(inking->brush.cairo, width, width * 1.6, width * 2.4);
}

/* Adds the way as far as the pen has come, whole. */
static void add_way(const struct inking *inking, struct pixel from, struct pixel to, double part)
{
    struct pixel end = brush_between(from, to, part);
    brush_add_stroke(inking->brush.cairo, from.x, from.y, end.x, end.y, inking->brush.sizes.ink,
                     inking->seed);
}

/* The way of a car that comes back to the track: dashed outside the walls, whole inside. */
static void draw_back(const struct inking *inking, struct pixel from, struct pixel to, double part)
{
    cairo_t *cairo = inking->brush.cairo;
    double margin = inking->brush.sizes.ink + 2;
    double left = fmin(from.x, to.x) - margin, top = fmin(from.y, to.y) - margin;
    double box[4] = {left, top, fabs(to.x - from.x) + 2 * margin, fabs(to.y - from.y) + 2 * margin};
    struct outline walls = {0};
    outline_build(&walls, inking->brush.view, inking->brush.track, inking->brush.track->surface,
                  box);
    cairo_save(cairo);
    outline_path(cairo, &walls);
    cairo_rectangle(cairo, box[0], box[1], box[2], box[3]);
    cairo_clip(cairo);
    draw_outside(inking, from, to, part);
    cairo_restore(cairo);
    cairo_save(cairo);
    outline_path(cairo, &walls);
    cairo_clip(cairo);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    cairo_new_path(cairo);
    add_way(inking, from, to, part);
    cairo_fill(cairo);
    cairo_restore(cairo);
    outline_free(&walls);
}

/* Adds the tick across the end of a line. */
static void add_tick(const struct inking *inking, struct pixel from, struct pixel end)
{
    double dx = end.x - from.x, dy = end.y - from.y;
    double length = hypot(dx, dy);
    double x = -dy / length * inking->brush.sizes.tick, y = dx / length * inking->brush.sizes.tick;
    brush_add_stroke(inking->brush.cairo, end.x - x, end.y - y, end.x + x, end.y + y,
                     inking->brush.sizes.ink * 0.85, inking->seed + 1);
}

/* Nothing is drawn on the table: a line that leaves the sheet ends where the paper does. */
static void clip_to_paper(const struct inking *inking)
{
    double edge = inking->brush.view->square * PAPER_MARGIN_SQUARES,
           square = inking->brush.view->square;
    cairo_rectangle(inking->brush.cairo, inking->brush.view->left - edge,
                    inking->brush.view->top - edge, inking->brush.track->width * square + 2 * edge,
                    inking->brush.track->height * square + 2 * edge);
    cairo_clip(inking->brush.cairo);
}

/* Line with tick, or a circle for a move of zero length. One fill, so that faded ink is not darker
 * where they cross. */
static void draw_move(const struct inking *inking, const struct graph_paper_event *event,
                      bool left_track)
{
    struct pixel from = track_place(&inking->brush, event->from);
    struct pixel end = exact_place(inking, event->end);
    double part = brush_clamp(inking->progress / PAPER_LINE_SHARE, 0, 1);
    if (from.x == end.x && from.y == end.y) {
        brush_circle(inking->brush.cairo, end.x, end.y, inking->brush.sizes.tick * 0.85,
                     inking->brush.sizes.thin * 1.2);
    } else {
        if (inking->outside && event->returned)
            draw_back(inking, from, end, part);
        else if (inking->outside)
            draw_outside(inking, from, end, part);
        cairo_new_path(inking->brush.cairo);
        if (!inking->outside)
            add_way(inking, from, end, part);
        if (part >= 1 && !left_track)
            add_tick(inking, from, end);
        cairo_fill(inking->brush.cairo);
    }
    if (part >= 1) {
        draw_nitros(inking, end, event->number);
        draw_extras(inking, event, from, end);
    }
}

/* A car that runs wide: a gap in the wall where it left, and the rest of its move. */
static void draw_wide(const struct inking *inking, const struct graph_paper_event *event)
{
    if (inking->progress < PAPER_LINE_SHARE)
        return;
    struct pixel exit = exact_place(inking, event->end);
    struct pixel to = track_place(&inking->brush, event->to);
    double part = (inking->progress - PAPER_LINE_SHARE) / (1 - PAPER_LINE_SHARE);
    brush_circle(inking->brush.cairo, exit.x, exit.y, inking->brush.sizes.tick * 0.7,
                 inking->brush.sizes.thin * 1.2);
    if (event->second == LEFT_COMES_BACK)
        draw_back(inking, exit, to, brush_clamp(part, 0, 1));
    else
        draw_outside(inking, exit, to, brush_clamp(part, 0, 1));
    if (part < 1 || (exit.x == to.x && exit.y == to.y))
        return;
    cairo_new_path(inking->brush.cairo);
    add_tick(inking, exit, to);
    cairo_fill(inking->brush.cairo);
}

/* The paper is torn where it left, and the way back to where it goes on. */
static void draw_exit(const struct inking *inking, const struct graph_paper_event *event)
{
    if (inking->progress < PAPER_LINE_SHARE)
        return;
    struct pixel exit = exact_place(inking, event->end);
    struct pixel back = track_place(&inking->brush, event->to);
    double thin = inking->brush.sizes.thin;
    tear_draw(inking->brush.cairo, inking->brush.view, exit, inking->seed, inking->color,
              inking->strength, inking->brush.theme);
    brush_color(inking->brush.cairo, color_of(inking));
    if (event->second == LEFT_IS_OUT)
        return;
    cairo_new_path(inking->brush.cairo);
    brush_add_line(inking->brush.cairo, exit, back);
    brush_stroke(inking->brush.cairo, thin, thin, thin * 2.4);
    brush_circle(inking->brush.cairo, back.x, back.y, inking->brush.sizes.tick * 0.6, thin);
}

static void draw_event(const struct inking *inking, const struct step *step, int index)
{
    const struct graph_paper_event *event = graph_paper_event(&step->events[index]);
    if (event->type == EVENT_STARTED) {
        struct pixel at = track_place(&inking->brush, event->to);
        cairo_new_path(inking->brush.cairo);
        brush_add_disc(inking->brush.cairo, at.x, at.y, inking->brush.sizes.ink * 1.1);
        cairo_fill(inking->brush.cairo);
    } else if (event->type == EVENT_MOVED) {
        bool left = false, off_sheet = event->to.x < 0 || event->to.y < 0 ||
                                       event->to.x > inking->brush.track->width ||
                                       event->to.y > inking->brush.track->height;
        for (int i = index + 1; i < step->event_count; i++)
            left |= graph_paper_event(&step->events[i])->type == EVENT_LEFT_TRACK &&
                    step->events[i].car == event->car;
        cairo_save(inking->brush.cairo);
        if (off_sheet)
            clip_to_paper(inking);
        draw_move(inking, event, left);
        cairo_restore(inking->brush.cairo);
    } else if (event->type == EVENT_LEFT_TRACK) {
        if (event->second == LEFT_RUNS_WIDE || event->second == LEFT_COMES_BACK)
            draw_wide(inking, event);
        else
            draw_exit(inking, event);
    } else if (event->type == EVENT_COLLIDED && inking->progress >= PAPER_LINE_SHARE) {
        draw_burst(inking, track_place(&inking->brush, event->to));
    }
}

static void draw_step(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                      int index, double progress, bool faded, const struct paper_theme *theme)
{
    struct step step = session_step(session, index);
    const struct car *before = graph_paper_car(session_race_after(session, index), step.car);
    struct inking inking = {
        .brush = track_brush_of(cairo, view, graph_paper_track(session_setup(session)), theme),
        .progress = progress,
        .color = brush_pen(theme, paper_pen_of(session, step.car)),
        .strength = faded ? FADED_ALPHA : 1,
        .seed = (uint64_t)index * 64,
        .outside = before->status == CAR_OUTSIDE,
    };
    brush_color(cairo, color_of(&inking));
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    for (int i = 0; i < step.event_count; i++)
        draw_event(&inking, &step, i);
}

static bool step_box(const struct paper_view *view, const struct session *session, int index,
                     double box[4])
{
    int height = graph_paper_track(session_setup(session))->height;
    struct step step = session_step(session, index);
    struct brush_sizes sizes = brush_sizes(view);
    struct extent extent = EXTENT_NOTHING;
    double nitros = 0;
    for (int i = 0; i < step.event_count; i++)
        if (graph_paper_event(&step.events[i])->type == EVENT_MOVED)
            nitros = graph_paper_event(&step.events[i])->number;
    double margin = fmax(sizes.tick * 1.4, sizes.nitro / 2 + nitros * sizes.thin * 2.2) +
                    sizes.tick * 2.5 + sizes.ink + 1;
    for (int i = 0; i < step.event_count; i++) {
        const struct graph_paper_event *event = graph_paper_event(&step.events[i]);
        bool moved = event->type == EVENT_MOVED, left = event->type == EVENT_LEFT_TRACK;
        if (moved)
            extent_add(&extent, brush_grid_place(view, height, event->from), margin);
        if (moved || left)
            extent_add(&extent, brush_exact_place(view, height, event->end), margin);
        if (left)
            extent_add(&extent, brush_exact_place(view, height, event->end), tear_reach(view));
        if (left || event->type == EVENT_STARTED || event->type == EVENT_COLLIDED)
            extent_add(&extent, brush_grid_place(view, height, event->to), margin);
    }
    return extent_box(&extent, box);
}

/* --- the track -------------------------------------------------------------------------------- */

/* Its edge is hidden under the walls, so it need not be a fine one. */
static void draw_inside(cairo_t *cairo, const struct outline *walls,
                        const struct paper_theme *theme)
{
    cairo_antialias_t antialias = cairo_get_antialias(cairo);
    outline_path(cairo, walls);
    brush_color(cairo, theme->paper);
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_FAST);
    cairo_fill(cairo);
    cairo_set_antialias(cairo, antialias);
}

/* Without walls nothing is outside yet, and nobody knows what is while they are open: plain paper,
 * to be drawn on. */
static void draw_ground(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                        const struct outline *walls, const struct paper_theme *theme)
{
    if (area_loop_count(track->surface) > 0 && !track->is_unsure) {
        brush_paint_hatching(cairo, view, theme);
        draw_inside(cairo, walls, theme);
        return;
    }
    brush_color(cairo, theme->paper);
    cairo_paint(cairo);
}

static void draw_course(cairo_t *cairo, const struct paper_view *view, struct course course,
                        bool on_sheet, const struct paper_theme *theme)
{
    const struct track *track = graph_paper_track_of(course);
    struct track_brush brush = track_brush_of(cairo, view, track, theme);
    struct outline walls = {0};
    const struct outline none = {0}; /* lines are cut at walls, once these are known */
    double seen[4];
    if (!brush_clip_box(cairo, seen))
        return;
    outline_build(&walls, view, track, track->surface, seen);
    draw_ground(cairo, view, track, &walls, theme);
    features_draw_shading(&brush);
    if (on_sheet)
        paper_draw_grid(cairo, view, course_size(course), theme);
    features_draw(&brush, track->is_unsure ? &none : &walls, on_sheet);
    brush_color(cairo, theme->wall);
    outline_draw_walls(cairo, &walls, brush.sizes.wall, seen);
    features_draw_signs(&brush);
    outline_free(&walls);
}

static void widen_box(const struct paper_view *view, struct course course, double box[4])
{
    struct track_brush brush = track_brush_of(NULL, view, graph_paper_track_of(course), NULL);
    features_widen_box(&brush, box);
}

static void keep_off(struct labels *labels, const struct paper_view *view, struct course course)
{
    features_keep_off(labels, view, graph_paper_track_of(course));
}

const struct ink graph_paper_ink = {
    .game = &graph_paper_game,
    .draw_course = draw_course,
    .widen_box = widen_box,
    .keep_off = keep_off,
    .draw_step = draw_step,
    .step_box = step_box,
    .draw_car = cars_draw,
    .car_box = cars_box,
    .spare = graph_paper_spare,
    .explain = graph_paper_explain,
    .draw_figure = graph_paper_draw_figure,
    .table = &graph_paper_ink_table,
    .append_csv = graph_paper_append_csv,
    .append_motion = graph_paper_append_motion,
    .export_graphs = graph_paper_export_graphs,
    .fill_chart = graph_paper_fill_chart,
    .chart_axes = "squares a move, over the moves",
};
