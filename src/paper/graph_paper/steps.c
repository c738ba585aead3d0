/* The ink of a race: what each step of the session leaves on the sheet.
 *
 * Everything is derived from the events of a step, which hold where a move began and ended, the
 * nitros it used and what it struck; and from the state before it: whether the car was outside the
 * track, where its way is dashed. Owns nothing.
 */
#include "paper/graph_paper/steps.h"
#include "paper/graph_paper/outline.h"
#include "paper/graph_paper/turn.h"

#include <math.h>

static const double FADED_ALPHA = 0.42;
/* The pen is this far through its time when the line is drawn; the rest is for tick and burst. */
static const double LINE_SHARE = 0.8;

struct inking {
    cairo_t *cairo;
    const struct paper_view *view;
    const struct track *track;
    struct brush_sizes sizes;
    struct paper_color color;
    double progress;
    uint64_t seed;
    bool outside; /* the car was off the track when it moved */
};

struct place_on_paper {
    double x, y;
};

static struct place_on_paper grid_place(const struct paper_view *view, const struct track *track,
                                        struct point grid)
{
    struct place_on_paper place;
    paper_to_device(view, track->height, grid.x, grid.y, &place.x, &place.y);
    return place;
}

static struct place_on_paper exact_place(const struct paper_view *view, const struct track *track,
                                         struct exact_point p)
{
    struct place_on_paper place;
    paper_to_device(view, track->height, (double)p.x / (double)p.w, (double)p.y / (double)p.w,
                    &place.x, &place.y);
    return place;
}

/* Eight short strokes outwards, long and short in turn. */
static void draw_burst(const struct inking *inking, struct place_on_paper at)
{
    double reach = inking->sizes.tick * 1.15;
    cairo_new_path(inking->cairo);
    for (int i = 0; i < 8; i++) {
        double angle = i * 0.785398 + 0.2 + 0.15 * brush_waver(inking->seed, i);
        double far = reach * (i % 2 ? 0.75 : 1.1);
        double near = reach * 0.35;
        brush_add_stroke(inking->cairo, at.x + near * cos(angle), at.y + near * sin(angle),
                         at.x + far * cos(angle), at.y + far * sin(angle), inking->sizes.thin * 1.2,
                         inking->seed + (uint64_t)i);
    }
    cairo_fill(inking->cairo);
}

static void draw_nitros(const struct inking *inking, struct place_on_paper at, int nitros)
{
    for (int i = 0; i < nitros; i++) {
        double half = inking->sizes.nitro / 2 + i * inking->sizes.thin * 2.2;
        const double corners[8] = {at.x - half, at.y - half, at.x + half, at.y - half,
                                   at.x + half, at.y + half, at.x - half, at.y + half};
        brush_polygon(inking->cairo, corners, 4, inking->sizes.thin);
    }
}

/* Brakes and boosts lie on the line, behind its end; beside the circle of a move of zero length. */
static void draw_extras(const struct inking *inking, const struct graph_paper_event *event,
                        struct place_on_paper from, struct place_on_paper end)
{
    double dx = end.x - from.x, dy = end.y - from.y, length = hypot(dx, dy);
    double size = inking->sizes.tick * 1.5, back = size;
    double x = length > 0 ? dx / length : 0, y = length > 0 ? dy / length : -1;
    struct place_on_paper at = {end.x - x * back, end.y - y * back};
    if (length == 0)
        at = (struct place_on_paper){end.x + back, end.y};
    double step_x = length > 0 ? -x * back : back, step_y = length > 0 ? -y * back : 0;
    for (int i = 0; i < event->turbo_boosts + event->good_brakes; i++) {
        paper_draw_sign(inking->cairo, i < event->turbo_boosts ? SIGN_BOOST : SIGN_BRAKE, at.x,
                        at.y, size, x, y);
        at.x += step_x;
        at.y += step_y;
    }
}

static void draw_dashes(const struct inking *inking, struct place_on_paper from,
                        struct place_on_paper to, double width, double dash, double gap)
{
    double dashes[2] = {dash, gap};
    cairo_new_path(inking->cairo);
    cairo_move_to(inking->cairo, from.x, from.y);
    cairo_line_to(inking->cairo, to.x, to.y);
    cairo_set_line_width(inking->cairo, width);
    cairo_set_line_cap(inking->cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_dash(inking->cairo, dashes, 2, 0);
    cairo_stroke(inking->cairo);
    cairo_set_dash(inking->cairo, NULL, 0, 0);
}

/* The way of a car that drives outside the track, as far as the pen has come. */
static void draw_outside(const struct inking *inking, struct place_on_paper from,
                         struct place_on_paper to, double part)
{
    struct place_on_paper end = {from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part};
    double width = inking->sizes.ink;
    draw_dashes(inking, from, end, width, width * 1.6, width * 2.4);
}

/* The way of a car that comes back to the track: dashed outside the walls, whole inside. */
static void draw_back(const struct inking *inking, struct place_on_paper from,
                      struct place_on_paper to, double part)
{
    cairo_t *cairo = inking->cairo;
    double margin = inking->sizes.ink + 2;
    double left = fmin(from.x, to.x) - margin, top = fmin(from.y, to.y) - margin;
    double box[4] = {left, top, fabs(to.x - from.x) + 2 * margin, fabs(to.y - from.y) + 2 * margin};
    struct outline walls = {0};
    outline_build(&walls, inking->view, inking->track, inking->track->surface, box);
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
    brush_add_stroke(cairo, from.x, from.y, from.x + (to.x - from.x) * part,
                     from.y + (to.y - from.y) * part, inking->sizes.ink, inking->seed);
    cairo_fill(cairo);
    cairo_restore(cairo);
    outline_free(&walls);
}

/* Adds the tick across the end of a line. */
static void add_tick(const struct inking *inking, struct place_on_paper from,
                     struct place_on_paper end)
{
    double dx = end.x - from.x, dy = end.y - from.y;
    double length = hypot(dx, dy);
    double x = -dy / length * inking->sizes.tick, y = dx / length * inking->sizes.tick;
    brush_add_stroke(inking->cairo, end.x - x, end.y - y, end.x + x, end.y + y,
                     inking->sizes.ink * 0.85, inking->seed + 1);
}

/* Nothing is drawn on the table: a line that leaves the sheet ends where the paper does. */
static void clip_to_paper(const struct inking *inking)
{
    double edge = inking->view->square * PAPER_MARGIN_SQUARES, square = inking->view->square;
    cairo_rectangle(inking->cairo, inking->view->left - edge, inking->view->top - edge,
                    inking->track->width * square + 2 * edge,
                    inking->track->height * square + 2 * edge);
    cairo_clip(inking->cairo);
}

/* Line with tick, or a circle for a move of zero length. One fill, so that faded ink is not darker
 * where they cross. */
static void draw_move(const struct inking *inking, const struct graph_paper_event *event,
                      bool left_track)
{
    struct place_on_paper from = grid_place(inking->view, inking->track, event->from);
    struct place_on_paper end = exact_place(inking->view, inking->track, event->end);
    double part = brush_clamp(inking->progress / LINE_SHARE, 0, 1);
    if (from.x == end.x && from.y == end.y) {
        brush_circle(inking->cairo, end.x, end.y, inking->sizes.tick * 0.85,
                     inking->sizes.thin * 1.2);
    } else {
        if (inking->outside && event->returned)
            draw_back(inking, from, end, part);
        else if (inking->outside)
            draw_outside(inking, from, end, part);
        cairo_new_path(inking->cairo);
        if (!inking->outside)
            brush_add_stroke(inking->cairo, from.x, from.y, from.x + (end.x - from.x) * part,
                             from.y + (end.y - from.y) * part, inking->sizes.ink, inking->seed);
        if (part >= 1 && !left_track)
            add_tick(inking, from, end);
        cairo_fill(inking->cairo);
    }
    if (part >= 1) {
        draw_nitros(inking, end, event->number);
        draw_extras(inking, event, from, end);
    }
}

/* A car that runs wide: a gap in the wall where it left, and the rest of its move. */
static void draw_wide(const struct inking *inking, const struct graph_paper_event *event)
{
    if (inking->progress < LINE_SHARE)
        return;
    struct place_on_paper exit = exact_place(inking->view, inking->track, event->end);
    struct place_on_paper to = grid_place(inking->view, inking->track, event->to);
    double part = (inking->progress - LINE_SHARE) / (1 - LINE_SHARE);
    brush_circle(inking->cairo, exit.x, exit.y, inking->sizes.tick * 0.7, inking->sizes.thin * 1.2);
    if (event->second == LEFT_COMES_BACK)
        draw_back(inking, exit, to, brush_clamp(part, 0, 1));
    else
        draw_outside(inking, exit, to, brush_clamp(part, 0, 1));
    if (part < 1 || (exit.x == to.x && exit.y == to.y))
        return;
    cairo_new_path(inking->cairo);
    add_tick(inking, exit, to);
    cairo_fill(inking->cairo);
}

/* The burst where it left, and the way back to where it goes on. */
static void draw_exit(const struct inking *inking, const struct graph_paper_event *event)
{
    if (inking->progress < LINE_SHARE)
        return;
    struct place_on_paper exit = exact_place(inking->view, inking->track, event->end);
    struct place_on_paper back = grid_place(inking->view, inking->track, event->to);
    draw_burst(inking, exit);
    if (event->second == LEFT_IS_OUT)
        return;
    draw_dashes(inking, exit, back, inking->sizes.thin, inking->sizes.thin,
                inking->sizes.thin * 2.4);
    brush_circle(inking->cairo, back.x, back.y, inking->sizes.tick * 0.6, inking->sizes.thin);
}

static void draw_event(const struct inking *inking, const struct step *step, int index)
{
    const struct graph_paper_event *event = graph_paper_event(&step->events[index]);
    if (event->type == EVENT_STARTED) {
        struct place_on_paper at = grid_place(inking->view, inking->track, event->to);
        cairo_new_path(inking->cairo);
        brush_add_disc(inking->cairo, at.x, at.y, inking->sizes.ink * 1.1);
        cairo_fill(inking->cairo);
    } else if (event->type == EVENT_MOVED) {
        bool left = false, off_sheet = event->to.x < 0 || event->to.y < 0 ||
                                       event->to.x > inking->track->width ||
                                       event->to.y > inking->track->height;
        for (int i = index + 1; i < step->event_count; i++)
            left |= graph_paper_event(&step->events[i])->type == EVENT_LEFT_TRACK &&
                    step->events[i].car == event->car;
        cairo_save(inking->cairo);
        if (off_sheet)
            clip_to_paper(inking);
        draw_move(inking, event, left);
        cairo_restore(inking->cairo);
    } else if (event->type == EVENT_LEFT_TRACK) {
        if (event->second == LEFT_RUNS_WIDE || event->second == LEFT_COMES_BACK)
            draw_wide(inking, event);
        else
            draw_exit(inking, event);
    } else if (event->type == EVENT_COLLIDED && inking->progress >= LINE_SHARE) {
        draw_burst(inking, grid_place(inking->view, inking->track, event->to));
    }
}

void steps_draw(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                int index, double progress, bool faded, const struct paper_theme *theme)
{
    struct step step = session_step(session, index);
    const struct car *before = graph_paper_car(session_race_after(session, index), step.car);
    struct inking inking = {
        .cairo = cairo,
        .view = view,
        .track = graph_paper_track(session_setup(session)),
        .sizes = brush_sizes(view),
        .color = theme->pens[paper_pen_of(session, step.car) - 1],
        .progress = progress,
        .seed = (uint64_t)index * 64,
        .outside = before->status == CAR_OUTSIDE,
    };
    if (faded)
        inking.color.alpha = FADED_ALPHA;
    brush_color(cairo, inking.color);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    for (int i = 0; i < step.event_count; i++)
        draw_event(&inking, &step, i);
}

static void box_add(double box[4], struct place_on_paper at)
{
    box[0] = fmin(box[0], at.x);
    box[1] = fmin(box[1], at.y);
    box[2] = fmax(box[2], at.x);
    box[3] = fmax(box[3], at.y);
}

bool steps_box(const struct paper_view *view, const struct session *session, int index,
               double box[4])
{
    const struct track *track = graph_paper_track(session_setup(session));
    struct step step = session_step(session, index);
    struct brush_sizes sizes = brush_sizes(view);
    double corners[4] = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    int nitros = 0;
    for (int i = 0; i < step.event_count; i++) {
        const struct graph_paper_event *event = graph_paper_event(&step.events[i]);
        if (event->type == EVENT_MOVED) {
            box_add(corners, grid_place(view, track, event->from));
            nitros = event->number;
        }
        if (event->type == EVENT_MOVED || event->type == EVENT_LEFT_TRACK)
            box_add(corners, exact_place(view, track, event->end));
        if (event->type == EVENT_STARTED || event->type == EVENT_LEFT_TRACK ||
            event->type == EVENT_COLLIDED)
            box_add(corners, grid_place(view, track, event->to));
    }
    if (corners[0] > corners[2])
        return false;
    double margin = fmax(sizes.tick * 1.4, sizes.nitro / 2 + nitros * sizes.thin * 2.2) +
                    sizes.tick * 2.5 + sizes.ink + 2;
    box[0] = floor(corners[0] - margin);
    box[1] = floor(corners[1] - margin);
    box[2] = ceil(corners[2] + margin) - box[0];
    box[3] = ceil(corners[3] + margin) - box[1];
    return true;
}
