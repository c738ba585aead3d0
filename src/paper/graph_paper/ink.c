/* Graph paper's line in the table of inks: cars, what each step leaves, and what a page says. */
#include "paper/graph_paper/ink.h"

#include "base/memory.h"
#include "paper/graph_paper/classroom/scene_ink.h"
#include "paper/labels.h"
#include "paper/moments.h"
#include "paper/paper.h"
#include "rules/graph_paper/graph_paper.h"
#include "session/graph_paper/kinematics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* === cars ===================================================================================== */

/* Cars where they stand, with their damage. Cars that share a point stand round it, so
 * that each can be seen.
 */

enum { NOTCH_LIMIT = 12 };

static bool is_on_sheet(const struct car *car)
{
    return car->status != CAR_WAITING;
}

/* Where a car stands. One that has driven off the sheet through the finish stands where its way
 * leaves the paper: nothing is drawn on the table. */
static struct pixel spot_of(const struct paper_view *view, const struct track *track,
                            const struct car *car)
{
    double inside = brush_sizes(view).car / 2, edge = view->square * PAPER_MARGIN_SQUARES - inside;
    double left = view->left - edge, right = view->left + track->width * view->square + edge;
    double top = view->top - edge, bottom = view->top + track->height * view->square + edge;
    struct pixel to = brush_grid_place(view, track->height, car->at);
    struct pixel from =
        brush_grid_place(view, track->height, point_subtract(car->at, car->velocity));
    double part = 1;
    if (car->at.x >= 0 && car->at.y >= 0 && car->at.x <= track->width && car->at.y <= track->height)
        return to;
    if (car->velocity.x == 0 && car->velocity.y == 0)
        return (struct pixel){brush_clamp(to.x, left, right), brush_clamp(to.y, top, bottom)};
    if (to.x < left || to.x > right)
        part = fmin(part, ((to.x < left ? left : right) - from.x) / (to.x - from.x));
    if (to.y < top || to.y > bottom)
        part = fmin(part, ((to.y < top ? top : bottom) - from.y) / (to.y - from.y));
    return brush_between(from, to, brush_clamp(part, 0, 1));
}

/* Where and how large a car is drawn: on its point, or smaller and beside it when others stand
 * there, too. */
struct stand {
    double x, y, size;
};

static struct stand place_car(const struct paper_view *view, const struct session *session,
                              const struct race *race, int number)
{
    const struct setup *setup = session_setup(session);
    const struct car *car = graph_paper_car(race, number);
    struct pixel spot = spot_of(view, graph_paper_track(setup), car);
    struct stand stand = {spot.x, spot.y, brush_sizes(view).car};
    int together = 0, before = 0;
    for (int i = 1; i <= setup->game->car_count(race); i++) {
        const struct car *other = graph_paper_car(race, i);
        if (!is_on_sheet(other) || !point_equal(other->at, car->at))
            continue;
        together++;
        before += i < number;
    }
    if (together > 1) {
        double angle = 6.2831853 * (before / (double)together + 0.125);
        stand.size *= 0.8;
        double away = stand.size * (together > 3 ? 0.72 : 0.5);
        stand.x += away * cos(angle);
        stand.y -= away * sin(angle);
    }
    return stand;
}

struct pixel cars_middle(const struct paper_view *view, const struct session *session,
                         const struct race *race, int number)
{
    struct stand stand = place_car(view, session, race, number);
    return (struct pixel){stand.x, stand.y};
}

/* What comes behind the line: out of the wall again, or on outside. */
static struct pixel go_on(const struct paper_view *view, int rows, const struct step *step,
                          int from, double part, struct pixel at)
{
    for (int i = from; i < step->event_count; i++) {
        const struct graph_paper_event *event = graph_paper_event(&step->events[i]);
        bool goes = event->type == EVENT_LEFT_TRACK && event->second != LEFT_IS_OUT;
        if (goes && step->events[i].car == step->car)
            return brush_between(at, brush_grid_place(view, rows, event->to),
                                 brush_clamp(part, 0, 1));
    }
    return at;
}

/* The place along the way by itself, whoever else stands at its ends. */
static struct pixel place_on_way(const struct paper_view *view, int rows, const struct step *step,
                                 int index, double progress)
{
    const struct graph_paper_event *event = graph_paper_event(&step->events[index]);
    double part = brush_clamp(progress / PAPER_LINE_SHARE, 0, 1);
    struct pixel at = brush_between(brush_grid_place(view, rows, event->from),
                                    brush_exact_place(view, rows, event->end), part);
    double rest = (progress - PAPER_LINE_SHARE) / (1 - PAPER_LINE_SHARE);
    return rest > 0 ? go_on(view, rows, step, index + 1, rest, at) : at;
}

static int find_moved(const struct step *step)
{
    for (int i = 0; i < step->event_count; i++)
        if (graph_paper_event(&step->events[i])->type == EVENT_MOVED &&
            step->events[i].car == step->car)
            return i;
    return -1;
}

bool cars_way(const struct paper_view *view, const struct session *session, int index,
              double progress, const struct race **state, struct pixel *at)
{
    struct step step = session_step(session, index);
    const struct race *before = session_race_after(session, index);
    const struct race *after = session_race_after(session, index + 1);
    int rows = graph_paper_track(session_setup(session))->height, moved = find_moved(&step);
    if (moved < 0)
        return false;
    bool waited = graph_paper_car(before, step.car)->status == CAR_WAITING;
    struct pixel begin = place_on_way(view, rows, &step, moved, 0), from = begin;
    struct pixel end = place_on_way(view, rows, &step, moved, 1);
    struct pixel to = cars_middle(view, session, after, step.car);
    if (!waited)
        from = cars_middle(view, session, before, step.car);
    *state = waited ? after : before;
    *at = place_on_way(view, rows, &step, moved, progress);
    at->x += (from.x - begin.x) * (1 - progress) + (to.x - end.x) * progress;
    at->y += (from.y - begin.y) * (1 - progress) + (to.y - end.y) * progress;
    return true;
}

static bool is_racing(const struct car *car)
{
    return car->status == CAR_RACING || car->status == CAR_OUTSIDE;
}

/* Tally marks stand to the right of a car, or to the left of one that shares its point with a car
 * on its right. False if there are none. */
static bool find_missed(const struct paper_view *view, const struct session *session,
                        const struct car *car, struct stand stand, struct label_box *box)
{
    double x = stand.x, size = stand.size;
    double height = brush_clamp(size * 0.75, 10 * view->scale, 18 * view->scale);
    int rows = course_size(session_setup(session)->course).y;
    double width = (car->missed_turns - 1) * paper_tally_gap(height);
    double left = x + size / 2 + height * 0.35;
    if (x < brush_grid_place(view, rows, car->at).x - 0.5)
        left = x - size / 2 - height * 0.35 - width;
    *box = (struct label_box){left, stand.y - size * 0.35 - height / 2, width, height};
    return is_racing(car) && car->missed_turns > 0;
}

static double notch_gap(const struct paper_view *view)
{
    return 4.5 * view->scale;
}

/* A notch below the car for each point of damage. */
static void draw_damage(cairo_t *cairo, const struct paper_view *view, int damage,
                        struct stand stand, const struct paper_theme *theme)
{
    int count = damage < NOTCH_LIMIT ? damage : NOTCH_LIMIT;
    double gap = notch_gap(view), height = 6 * view->scale;
    double left = stand.x - (count - 1) * gap / 2, top = stand.y + stand.size / 2 + 2 * view->scale;
    cairo_new_path(cairo);
    for (int i = 0; i < count; i++) {
        cairo_move_to(cairo, left + i * gap + height * 0.2, top);
        cairo_line_to(cairo, left + i * gap - height * 0.2, top + height);
    }
    brush_color(cairo, theme->warning);
    brush_stroke(cairo, 2 * view->scale, 0, 0);
}

static double ring_strength(enum car_status status)
{
    return status == CAR_RACING ? 1 : status == CAR_OUTSIDE ? 0.7 : 0.45;
}

/* A car outside the track has a dashed ring. */
static void draw_ring(cairo_t *cairo, const struct car *car, struct stand stand, double width,
                      struct paper_color color, const struct paper_theme *theme)
{
    double radius = stand.size / 2, piece = radius * 6.2831853 / 14;
    cairo_new_path(cairo);
    brush_add_disc(cairo, stand.x, stand.y, radius);
    brush_color(cairo, theme->card);
    cairo_fill(cairo);
    brush_color(cairo, color);
    if (car->status != CAR_OUTSIDE) {
        brush_circle(cairo, stand.x, stand.y, radius - width / 2, width);
        return;
    }
    cairo_arc(cairo, stand.x, stand.y, radius - width / 2, 0, 6.2831853);
    brush_stroke_blunt(cairo, width * 1.3, piece, piece);
}

/* As the table of inks says (paper/ink.h). */
static void cars_draw(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                      const struct race *race, int number, const struct paper_theme *theme)
{
    const struct car *car = graph_paper_car(race, number);
    int pen = session_player(session, car->player)->pen;
    int which = paper_car_of_player(session, race, number);
    struct stand stand = place_car(view, session, race, number);
    struct label_box missed;
    double strength = ring_strength(car->status);
    draw_ring(cairo, car, stand, brush_sizes(view).thin * 1.15,
              brush_mix(brush_pen(theme, pen), theme->paper, strength), theme);
    if (strength < 1) {
        /* A group is as large as the clip, and so is the ink that it is taken for. */
        cairo_save(cairo);
        cairo_rectangle(cairo, stand.x - stand.size, stand.y - stand.size, 2 * stand.size,
                        2 * stand.size);
        cairo_clip(cairo);
        cairo_push_group(cairo);
    }
    paper_draw_mark(cairo, pen, stand.x, stand.y, stand.size * 0.56, theme);
    if (strength < 1) {
        cairo_pop_group_to_source(cairo);
        cairo_paint_with_alpha(cairo, strength);
        cairo_restore(cairo);
    }
    if (car->status == CAR_RETIRED) {
        /* A cross through a car that is out. */
        double reach = stand.size * 0.52;
        cairo_new_path(cairo);
        brush_add_stroke(cairo, stand.x - reach, stand.y - reach, stand.x + reach, stand.y + reach,
                         stand.size * 0.11, 3);
        brush_add_stroke(cairo, stand.x - reach, stand.y + reach, stand.x + reach, stand.y - reach,
                         stand.size * 0.11, 4);
        brush_color(cairo, theme->ink);
        cairo_fill(cairo);
    }
    if (which > 0) {
        /* Which of its player's cars it is, to the right below it. */
        char text[12];
        double size = brush_number_size(view);
        snprintf(text, sizeof text, "%d", which);
        lettering_draw_rimmed(cairo, text, stand.x + stand.size * 0.5,
                              stand.y + stand.size * 0.36 + size * 0.12, size, theme->ink, theme);
    }
    if (is_racing(car) && car->damage > 0)
        draw_damage(cairo, view, car->damage, stand, theme);
    if (find_missed(view, session, car, stand, &missed))
        paper_draw_tally(cairo, car->missed_turns, missed.x, missed.y + missed.h / 2, missed.h,
                         theme);
}

static bool cars_box(const struct paper_view *view, const struct session *session,
                     const struct race *race, int number, double box[4])
{
    const struct car *car = graph_paper_car(race, number);
    if (!is_on_sheet(car))
        return false;
    struct stand stand = place_car(view, session, race, number);
    double x = stand.x, y = stand.y, size = stand.size, scale = view->scale;
    double tally = (car->missed_turns + 2) * paper_tally_gap(18 * scale) * 1.2;
    double side = fmax(fmax(tally, NOTCH_LIMIT / 2.0 * notch_gap(view)), 16 * scale);
    struct extent extent = {x - size - side, y - size - 9 * scale, x + size + side,
                            y + size + 9 * scale};
    return extent_box(&extent, box);
}

void cars_keep_off(struct labels *labels, const struct paper_view *view,
                   const struct session *session, const struct race *race)
{
    int count = session_setup(session)->game->car_count(race);
    for (int i = 1; i <= count; i++) {
        const struct car *car = graph_paper_car(race, i);
        if (!is_on_sheet(car))
            continue;
        struct stand stand = place_car(view, session, race, i);
        struct label_box box;
        labels_keep_off_disc(labels, stand.x, stand.y, stand.size / 2);
        if (find_missed(view, session, car, stand, &box))
            labels_keep_off(labels, box);
        if (paper_car_of_player(session, race, i) > 0) {
            double size = brush_number_size(view);
            labels_keep_off(labels, (struct label_box){stand.x + stand.size * 0.5,
                                                       stand.y + stand.size * 0.36 - size * 0.4,
                                                       size * 0.7, size});
        }
    }
}

void cars_draw_mover(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                     const struct race *race, int number, const struct paper_theme *theme)
{
    if (!is_on_sheet(graph_paper_car(race, number)))
        return;
    struct stand stand = place_car(view, session, race, number);
    double width = 2.5 * view->scale;
    brush_color(cairo, theme->focus);
    brush_circle(cairo, stand.x, stand.y, stand.size / 2 + width, width);
}

/* === ink ====================================================================================== */

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

/* --- steps ------------------------------------------------------------------------------------ */

static const double FADED_ALPHA = 0.42;

struct paper_inking {
    struct track_brush brush;
    double progress;
    struct paper_color color; /* the pen's, of fresh ink */
    double strength;          /* less than 1: it is an older move's */
    uint64_t seed;
    bool outside; /* the car was off the track when it moved */
};

static struct paper_color color_of(const struct paper_inking *inking)
{
    struct paper_color color = inking->color;
    color.alpha *= inking->strength;
    return color;
}

static struct pixel exact_place(const struct paper_inking *inking, struct exact_point at)
{
    return brush_exact_place(inking->brush.view, inking->brush.track->height, at);
}

/* The way of a car that drives outside the track, as far as the pen has come. */
static void draw_outside(const struct paper_inking *inking, struct pixel from, struct pixel to,
                         double part)
{
    double width = inking->brush.sizes.ink;
    cairo_new_path(inking->brush.cairo);
    brush_add_line(inking->brush.cairo, from, brush_between(from, to, part));
    brush_stroke(inking->brush.cairo, width, width * 1.6, width * 2.4);
}

/* Adds the way as far as the pen has come, whole. */
static void add_way(const struct paper_inking *inking, struct pixel from, struct pixel to,
                    double part)
{
    struct pixel end = brush_between(from, to, part);
    brush_add_stroke(inking->brush.cairo, from.x, from.y, end.x, end.y, inking->brush.sizes.ink,
                     inking->seed);
}

/* The way of a car that comes back to the track: dashed outside the walls, whole inside. */
static void draw_back(const struct paper_inking *inking, struct pixel from, struct pixel to,
                      double part)
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

/* Line with tick, or a circle for a move of zero length. One fill, so that faded ink is not darker
 * where they cross. */
static void ink_draw_move(const struct paper_inking *inking, const struct graph_paper_event *event,
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
            brush_add_tick(inking->brush.cairo, from, end, inking->brush.sizes.tick,
                           inking->brush.sizes.ink * 0.85, inking->seed + 1);
        cairo_fill(inking->brush.cairo);
    }
    if (part >= 1) {
        for (int i = 0; i < event->number; i++) {
            double side = inking->brush.sizes.nitro + i * inking->brush.sizes.thin * 4.4;
            brush_square(inking->brush.cairo, end.x, end.y, side, inking->brush.sizes.thin);
        }
        /* Brakes and boosts lie on the line, behind its end; beside the circle of a move of zero
         * length. */
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
}

/* A car that runs wide: a gap in the wall where it left, and the rest of its move. */
static void draw_wide(const struct paper_inking *inking, const struct graph_paper_event *event)
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
    brush_add_tick(inking->brush.cairo, exit, to, inking->brush.sizes.tick,
                   inking->brush.sizes.ink * 0.85, inking->seed + 1);
    cairo_fill(inking->brush.cairo);
}

/* The paper is torn where it left, and the way back to where it goes on. */
static void draw_exit(const struct paper_inking *inking, const struct graph_paper_event *event)
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

static void draw_event(const struct paper_inking *inking, const struct step *step, int index)
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
        if (off_sheet) {
            /* Nothing is drawn on the table: a line that leaves the sheet ends where the paper
             * does. */
            double edge = inking->brush.view->square * PAPER_MARGIN_SQUARES,
                   square = inking->brush.view->square;
            cairo_rectangle(inking->brush.cairo, inking->brush.view->left - edge,
                            inking->brush.view->top - edge,
                            inking->brush.track->width * square + 2 * edge,
                            inking->brush.track->height * square + 2 * edge);
            cairo_clip(inking->brush.cairo);
        }
        ink_draw_move(inking, event, left);
        cairo_restore(inking->brush.cairo);
    } else if (event->type == EVENT_LEFT_TRACK) {
        if (event->second == LEFT_RUNS_WIDE || event->second == LEFT_COMES_BACK)
            draw_wide(inking, event);
        else
            draw_exit(inking, event);
    } else if (event->type == EVENT_COLLIDED && inking->progress >= PAPER_LINE_SHARE) {
        brush_draw_burst(inking->brush.cairo, track_place(&inking->brush, event->to),
                         inking->brush.sizes.tick * 1.15, inking->brush.sizes.thin * 1.2, 0.15,
                         inking->seed);
    }
}

static void draw_step(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                      int index, double progress, bool faded, const struct paper_theme *theme)
{
    struct step step = session_step(session, index);
    const struct car *before = graph_paper_car(session_race_after(session, index), step.car);
    struct paper_inking inking = {
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

/* Without walls nothing is outside yet, and nobody knows what is while they are open: plain paper,
 * to be drawn on. */
static void ink_draw_ground(cairo_t *cairo, const struct paper_view *view,
                            const struct track *track, const struct outline *walls,
                            const struct paper_theme *theme)
{
    if (area_loop_count(track->surface) > 0 && !track->is_unsure) {
        brush_paint_hatching(cairo, view, theme);
        /* Its edge is hidden under the walls, so it need not be a fine one. */
        cairo_antialias_t antialias = cairo_get_antialias(cairo);
        outline_path(cairo, walls);
        brush_color(cairo, theme->paper);
        cairo_set_antialias(cairo, CAIRO_ANTIALIAS_FAST);
        cairo_fill(cairo);
        cairo_set_antialias(cairo, antialias);
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
    ink_draw_ground(cairo, view, track, &walls, theme);
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

static void ink_keep_off(struct labels *labels, const struct paper_view *view, struct course course)
{
    features_keep_off(labels, view, graph_paper_track_of(course));
}

/* === pages ==================================================================================== */

/* What the printed pages of graph paper say: its rules in force, in the words that the table of
 * fields has for them, the picture of a move, and the table of moves, which is also what chart and
 * spreadsheets get.
 */

/* Fields whose title and value say it all. */
static bool speaks_for_itself(int field)
{
    static const int fields[] = {FIELD_WALL_MISSED_TURNS,
                                 FIELD_MOVER_MISSED_TURNS,
                                 FIELD_STRUCK_MISSED_TURNS,
                                 FIELD_SLICK_MISSED_TURNS,
                                 FIELD_LAPS,
                                 FIELD_ROUNDS};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (fields[i] == field)
            return true;
    return false;
}

/* What nobody can use up or run into in this race is not worth a line on paper. */
static bool is_worth_a_line(const struct setup *setup, int field)
{
    const struct rule_field *entry = &setup->game->table->fields[field];
    int value = setup->values[field];
    if (!setup_field_matters(setup, field) || field == FIELD_CONTEST)
        return false;
    if (field == FIELD_ROUND_LIMIT)
        return value != entry->defaults[setup->preset];
    return entry->choices || value > 0;
}

static void add_field(struct print_words *words, const struct setup *setup, int field)
{
    const struct rule_field *entry = &setup->game->table->fields[field];
    int value = setup->values[field];
    struct text lead = {0};
    if (entry->choices) {
        if (strcmp(entry->title, entry->group) != 0)
            text_append_format(&lead, "%s.", entry->title);
        words_say(words, text_string(&lead), "%s", entry->choices[value].sentence);
    } else {
        text_append_format(&lead, "%s: %d.", entry->title, value);
        words_say(words, text_string(&lead), "%s", speaks_for_itself(field) ? "" : entry->sentence);
    }
    text_free(&lead);
}

/* All fields that stand in the group of this one. */
static void add_group(struct print_words *words, const struct setup *setup, int field)
{
    const struct rule_table *table = setup->game->table;
    const char *group = table->fields[field].group;
    bool named = false;
    for (int i = 0; i < table->field_count; i++) {
        if (strcmp(table->fields[i].group, group) != 0 || !is_worth_a_line(setup, i))
            continue;
        if (!named)
            words_head(words, group);
        named = true;
        add_field(words, setup, i);
    }
}

static bool has_missed_turns(const struct setup *setup)
{
    static const int fields[] = {FIELD_WALL_MISSED_TURNS, FIELD_MOVER_MISSED_TURNS,
                                 FIELD_STRUCK_MISSED_TURNS, FIELD_SLICK_MISSED_TURNS};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (is_worth_a_line(setup, fields[i]))
            return true;
    return false;
}

static void add_goal(struct print_words *words, const struct setup *setup)
{
    bool derby = setup->values[FIELD_CONTEST] == CONTEST_DERBY;
    const struct track *track = graph_paper_track(setup);
    const struct rule_field *contest = &setup->game->table->fields[FIELD_CONTEST];
    words_head(words, contest->choices[setup->values[FIELD_CONTEST]].title);
    words_say(words, "", "%s", contest->choices[setup->values[FIELD_CONTEST]].sentence);
    if (derby)
        words_say(
            words, "Points.",
            "Whoever runs into somebody else's car gets 2 points, and whoever is struck loses 1. "
            "All these cars stand still then. Two players who have crashed may not do so again "
            "before both have had another turn. Your own cars cannot be run into.");
    else if (track->open)
        words_say(words, "",
                  "Drive from the two thin lines to the chequered one, the way the arrow points.");
    else if (track->has_line)
        words_say(words, "",
                  "A lap begins and ends at the chequered line, crossed the way the arrow points.");
}

static void graph_paper_explain(struct print_words *words, const struct setup *setup, bool table)
{
    add_goal(words, setup);
    if (setup->values[FIELD_CONTEST] == CONTEST_DERBY && setup->values[FIELD_CARS_PER_PLAYER] == 0)
        words_say(
            words, "Cars.",
            "Two players have two cars each, more players one each. First all move their first "
            "car, then all their second.");
    add_group(words, setup, FIELD_START);
    /* What a move is; no field says it. */
    words_head(words, "A turn");
    words_say(words, "",
              graph_paper_step(setup) == 2
                  ? "Play in turns. Cars stand on grid points, where two lines cross. A car that "
                    "stood still may stay or set off by up to two squares on each axis."
                  : "Play in turns. Cars stand on grid points, where two lines cross. A car that "
                    "stood still may stay or set off by one square.");
    words_say(
        words, "",
        "A car that is moving rolls on as it did: count the squares of its last move to the side "
        "and up or down, and count them once more from where it is. That is its principal point, "
        "the ring in the picture.");
    add_field(words, setup, FIELD_ACCELERATION);
    if (is_worth_a_line(setup, FIELD_TOP_SPEED))
        add_field(words, setup, FIELD_TOP_SPEED);
    words_show_figure(words);
    words_say(
        words, "Drawing.",
        "Draw a straight line to the point that you choose, and a short stroke across its end. For "
        "a move that stays where it is draw a small circle.");
    if (table)
        words_say(
            words, "Writing.",
            "Write down where the move has ended, x to the right and y upwards, and its vector: "
            "squares to the right → and up ↑, with a minus for left and down.");
    static const int extras[] = {FIELD_NITROS, FIELD_GOOD_BRAKES, FIELD_TURBO_BOOSTS};
    bool named = false;
    for (size_t i = 0; i < sizeof extras / sizeof *extras; i++) {
        if (!is_worth_a_line(setup, extras[i]))
            continue;
        if (!named)
            words_head(words, "Extras");
        named = true;
        add_field(words, setup, extras[i]);
    }
    if (setup->values[FIELD_NITROS] > 0)
        words_say(words, "", "Draw a small square round the end of the move for each nitro used.");
    add_group(words, setup, FIELD_PATH);
    add_group(words, setup, FIELD_COLLISION);
    add_group(words, setup, FIELD_SLICKS);
    if (has_missed_turns(setup))
        words_say(words, "Missed turns.",
                  "Draw a tally mark beside the car for each turn to be missed, and strike "
                  "one off when its turn would come.");
    add_group(words, setup, FIELD_LAPS);
}

/* --- the picture of a move -------------------------------------------------------------------- */

/* A last move, its principal point and the points round that. The unit is a sixth of a millimetre.
 */
static void graph_paper_draw_figure(cairo_t *cairo, const struct setup *setup, double width,
                                    const struct paper_theme *theme)
{
    enum { COLUMNS = 11, ROWS = 5, SQUARE = 36 };
    bool five = setup->values[FIELD_ACCELERATION] == ACCELERATION_FOUR;
    int step = graph_paper_step(setup);
    cairo_scale(cairo, 1 / 6.0, 1 / 6.0);
    cairo_translate(cairo, fmax(width * 6 - COLUMNS * SQUARE, 0) / 2, 6);
    brush_color(cairo, theme->grid);
    cairo_set_line_width(cairo, 0.75);
    for (int x = 0; x <= COLUMNS; x++) {
        cairo_move_to(cairo, x * SQUARE, 0);
        cairo_line_to(cairo, x * SQUARE, ROWS * SQUARE);
    }
    for (int y = 0; y <= ROWS; y++) {
        cairo_move_to(cairo, 0, y * SQUARE);
        cairo_line_to(cairo, COLUMNS * SQUARE, y * SQUARE);
    }
    cairo_stroke(cairo);
    brush_color(cairo, theme->ink);
    cairo_new_path(cairo);
    brush_add_stroke(cairo, SQUARE, 4 * SQUARE, 4 * SQUARE, 3 * SQUARE, 4, 1);
    brush_add_stroke(cairo, 3.93 * SQUARE, 2.8 * SQUARE, 4.07 * SQUARE, 3.2 * SQUARE, 3.4, 2);
    brush_add_disc(cairo, SQUARE, 4 * SQUARE, 5);
    for (int y = -step; y <= step; y++)
        for (int x = -step; x <= step; x++)
            if (!five || x == 0 || y == 0)
                brush_add_disc(cairo, (7 + x) * SQUARE, (2 + y) * SQUARE, 5);
    cairo_fill(cairo);
    brush_circle(cairo, 7 * SQUARE, 2 * SQUARE, 12, 2.4);
    brush_add_line(cairo, (struct pixel){4.3 * SQUARE, 2.9 * SQUARE},
                   (struct pixel){6.6 * SQUARE, 2.13 * SQUARE});
    brush_stroke(cairo, 2, 6, 6);
    lettering_draw_rimmed(cairo, "→ 3 ↑ 1", 1.45 * SQUARE, 2.7 * SQUARE, 21, theme->ink, theme);
    lettering_draw_rimmed(cairo, "→ 3 ↑ 1", 3.6 * SQUARE, 1.75 * SQUARE, 21, theme->ink_soft,
                          theme);
}

/* --- sheet and table -------------------------------------------------------------------------- */

static int graph_paper_spare(struct course course, double boxes[2][4])
{
    const struct track *track = graph_paper_track_of(course);
    const struct track_line *ends[2] = {&track->start, &track->finish};
    int count = !track->has_line ? 0 : track->open ? 2 : 1;
    for (int i = 0; i < count; i++) {
        struct point from = ends[i]->from, to = ends[i]->to;
        boxes[i][0] = fmin(from.x, to.x);
        boxes[i][1] = track->height - fmax(from.y, to.y);
        boxes[i][2] = fmax(from.x, to.x);
        boxes[i][3] = track->height - fmin(from.y, to.y);
    }
    return count;
}

/* --- the moves of a race ---------------------------------------------------------------------- */

/* One a move in the order played, and one with move 0 where a car starts. A missed turn is no move.
 * Velocity and place are those after the move: a car that was struck later on, or resumes after a
 * crash, goes on with velocity 0 in spite of what its last row says of the way there. */
struct move_row {
    const struct step *step;
    int move; /* from 1 for each car; 0: the start point */
    struct point at, velocity;
    struct point acceleration, push; /* with what a turbo area adds, and without */
    struct point driven;             /* the vector of the move as it was chosen */
};
typedef void move_taker(void *context, const struct move_row *row);

static struct move_row find_move(const struct session *session, int index, const struct step *step,
                                 const struct graph_paper_event *moved, int move)
{
    const struct car *before = graph_paper_car(session_race_after(session, index), step->car);
    const struct car *after = graph_paper_car(session_race_after(session, index + 1), step->car);
    struct point from = before->status == CAR_WAITING ? moved->from : car_principal(before);
    struct point push = point_subtract(point_add(moved->from, moved->velocity), from);
    return (struct move_row){
        step, move,           after->at, after->velocity, point_add(push, before->shift),
        push, moved->velocity};
}

static void take_moves(const struct session *session, int steps, move_taker *take, void *context)
{
    int moves[CAR_LIMIT + 1] = {0};
    for (int i = 0; i < steps; i++) {
        struct step step = session_step(session, i);
        for (int j = 0; j < step.event_count; j++) {
            const struct graph_paper_event *event = graph_paper_event(&step.events[j]);
            struct move_row row = {.step = &step, .at = event->to};
            if (event->car == step.car && event->type == EVENT_MOVED)
                row = find_move(session, i, &step, event, ++moves[step.car]);
            else if (event->car != step.car || event->type != EVENT_STARTED)
                continue;
            take(context, &row);
        }
    }
}

static bool has_event(const struct step *step, enum graph_paper_event_type type)
{
    bool has = false;
    for (int i = 0; i < step->event_count; i++)
        has |=
            step->events[i].car == step->car && graph_paper_event(&step->events[i])->type == type;
    return has;
}

/* The car's own events, but for where it started: that has a row of its own. */
static void write_words(const struct move_row *row, struct text *into)
{
    static const struct {
        enum graph_paper_event_type type;
        const char *name;
    } words[] = {{EVENT_STARTED, "started"},      {EVENT_FINISHED, "finish"},
                 {EVENT_LEFT_TRACK, "off_track"}, {EVENT_COLLIDED, "collision"},
                 {EVENT_SLICK, "slick"},          {EVENT_RETIRED, "retired"}};
    const char *between = "";
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if ((words[i].type == EVENT_STARTED) == (row->move == 0) &&
            has_event(row->step, words[i].type)) {
            text_append_format(into, "%s%s", between, words[i].name);
            between = " ";
        }
}

struct moves_table {
    struct csv *csv;
    bool has_turbo; /* anywhere: then the push stands behind the acceleration */
};

static void look_for_turbo(void *context, const struct move_row *row)
{
    struct moves_table *table = context;
    table->has_turbo |= !point_equal(row->acceleration, row->push);
}

static void write_csv_row(void *context, const struct move_row *row)
{
    const struct moves_table *table = context;
    const int numbers[] = {
        row->step->car,  row->move,           row->at.x,           row->at.y,   row->velocity.x,
        row->velocity.y, row->acceleration.x, row->acceleration.y, row->push.x, row->push.y};
    struct text words = {0};
    int count = table->has_turbo ? 10 : 8, known = row->move > 0 ? count : 6;
    for (int i = 0; i < known; i++)
        csv_integer(table->csv, numbers[i]);
    csv_empty(table->csv, count - known);
    write_words(row, &words);
    csv_text(table->csv, text_string(&words));
    csv_end_line(table->csv);
    text_free(&words);
}

static void graph_paper_append_csv(const struct session *session, int steps, struct csv *csv)
{
    struct moves_table table = {csv, false};
    take_moves(session, steps, look_for_turbo, &table);
    csv_headings(csv, table.has_turbo ? "car,move,x,y,vx,vy,ax,ay,px,py,event"
                                      : "car,move,x,y,vx,vy,ax,ay,event");
    csv_end_line(csv);
    take_moves(session, steps, write_csv_row, &table);
}

static void add_to_chart(void *context, const struct move_row *row)
{
    const struct point driven = row->driven;
    if (row->move > 0)
        chart_add(context, row->step->car, driven.x * driven.x + driven.y * driven.y);
}

static void graph_paper_fill_chart(struct chart *chart, const struct session *session)
{
    take_moves(session, session_step_count(session), add_to_chart, chart);
}

static void write_numbers(struct ink_row *row, struct point at, struct point velocity)
{
    const int numbers[INK_COLUMNS] = {at.x, at.y, velocity.x, velocity.y};
    memcpy(row->numbers, numbers, sizeof numbers);
}

static void add_ink_row(void *context, const struct move_row *row)
{
    struct ink_rows *rows = context;
    rows->items = array_grow(rows->items, rows->count, &rows->capacity, sizeof *rows->items);
    struct ink_row *added = &rows->items[rows->count++];
    *added = (struct ink_row){.car = row->step->car, .move = row->move};
    write_numbers(added, row->at, row->velocity);
}

/* Where a car was after each of its moves, and with which velocity it went on; after the last one
 * what has happened to it since counts, too. */
static void fill(const struct session *session, int steps, struct ink_rows *into)
{
    bool told[CAR_LIMIT + 1] = {false};
    const struct race *race = session_race_after(session, steps);
    take_moves(session, steps, add_ink_row, into);
    for (int i = into->count - 1; i >= 0; i--) {
        struct ink_row *row = &into->items[i];
        const struct car *now = graph_paper_car(race, row->car);
        if (!told[row->car])
            write_numbers(row, now->at, now->velocity);
        told[row->car] = true;
    }
}

static const struct ink_table graph_paper_ink_table = {
    .letters = {"x", "y", "→", "↑"},
    .notes = {"x, y: where the move has ended.", "→ ↑: its vector; left and down have a minus."},
    .fill = fill,
};

const struct ink graph_paper_ink = {
    .game = &graph_paper_game,
    .draw_course = draw_course,
    .widen_box = widen_box,
    .keep_off = ink_keep_off,
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
