/* Cars where they stand, with what they have suffered. Cars that share a point stand round it, so
 * that each can be seen.
 */
#include "paper/graph_paper/cars.h"

#include "paper/lettering.h"
#include "rules/graph_paper/graph_paper.h"

#include <math.h>
#include <stdio.h>

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

static double number_size(const struct paper_view *view)
{
    return fmax(brush_sizes(view).letter * 0.85, 14 * view->scale);
}

/* Which of its player's cars it is, to the right below it. */
static void draw_number(cairo_t *cairo, const struct paper_view *view, int which,
                        struct stand stand, const struct paper_theme *theme)
{
    char text[12];
    double size = number_size(view);
    snprintf(text, sizeof text, "%d", which);
    lettering_draw_rimmed(cairo, text, stand.x + stand.size * 0.5,
                          stand.y + stand.size * 0.36 + size * 0.12, size, theme->ink, theme);
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

/* A cross through a car that is out. */
static void draw_out(cairo_t *cairo, struct stand stand, const struct paper_theme *theme)
{
    double reach = stand.size * 0.52;
    cairo_new_path(cairo);
    brush_add_stroke(cairo, stand.x - reach, stand.y - reach, stand.x + reach, stand.y + reach,
                     stand.size * 0.11, 3);
    brush_add_stroke(cairo, stand.x - reach, stand.y + reach, stand.x + reach, stand.y - reach,
                     stand.size * 0.11, 4);
    brush_color(cairo, theme->ink);
    cairo_fill(cairo);
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

void cars_draw(cairo_t *cairo, const struct paper_view *view, const struct session *session,
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
    if (strength < 1)
        cairo_push_group(cairo);
    paper_draw_mark(cairo, pen, stand.x, stand.y, stand.size * 0.56, theme);
    if (strength < 1) {
        cairo_pop_group_to_source(cairo);
        cairo_paint_with_alpha(cairo, strength);
    }
    if (car->status == CAR_RETIRED)
        draw_out(cairo, stand, theme);
    if (which > 0)
        draw_number(cairo, view, which, stand, theme);
    if (is_racing(car) && car->damage > 0)
        draw_damage(cairo, view, car->damage, stand, theme);
    if (find_missed(view, session, car, stand, &missed))
        paper_draw_tally(cairo, car->missed_turns, missed.x, missed.y + missed.h / 2, missed.h,
                         theme);
}

bool cars_box(const struct paper_view *view, const struct session *session, const struct race *race,
              int number, double box[4])
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
            double size = number_size(view);
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
