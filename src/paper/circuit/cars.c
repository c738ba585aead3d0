/* Cars as pens that point along the course, each with its mark and its speed beside it, and where
 * they are on their way.
 */

#include "paper/circuit/ink.h"
#include "paper/labels.h"
#include "paper/paper.h"

#include <math.h>
#include <stdio.h>

/* The body ahead, in halves of its width: tip, shoulder, tail. */
static const double body[6][2] = {{2.0, 0.16},  {1.0, 0.9},  {-1.5, 0.9},
                                  {-1.5, -0.9}, {1.0, -0.9}, {2.0, -0.16}};

static double half_width(const struct paper_view *view, const struct circuit_layout *layout,
                         const struct circuit_look *look)
{
    double lane = circuit_lane_width(layout) * 0.33, row = circuit_row_length(layout) * 0.27;
    return look->size *
           brush_clamp(fmin(lane, row) * view->square, 5.5 * view->scale, 16 * view->scale);
}

static double speed_size(const struct paper_view *view)
{
    return fmax(brush_sizes(view).letter * 0.85, 14 * view->scale);
}

/* Small lanes have no room for it. */
static bool shows_speed(const struct paper_view *view, const struct circuit_layout *layout,
                        const struct circuit_look *look)
{
    return look->speed != NOT_POSTED &&
           circuit_lane_width(layout) * view->square >= 15 * view->scale;
}

/* Middle of the car on the device, and the way that it points. */
static struct pixel stand(const struct paper_view *view, const struct circuit_layout *layout,
                          const struct circuit_look *look, struct pixel *ahead)
{
    struct circuit_spot spot = circuit_spot(layout, look->along, look->across);
    double way = look->turned ? -1 : 1;
    *ahead = (struct pixel){spot.ahead_x * way, -spot.ahead_y * way};
    return brush_place(view, circuit_layout_height(layout), spot.x, spot.y);
}

static struct pixel body_corner(struct pixel at, struct pixel ahead, double half, int i)
{
    double x = body[i][0] * half, y = body[i][1] * half;
    return (struct pixel){at.x + x * ahead.x - y * ahead.y, at.y + x * ahead.y + y * ahead.x};
}

/* Middle of its plate: beside the strip, on the side on which the car is; in a lane between others,
 * and where a sign stands, over that end of it which is further off: its tail, if there is none. */
static struct pixel speed_place(const struct paper_view *view, const struct circuit_layout *layout,
                                const struct circuit_look *look, double wide, double high)
{
    int lanes = circuit_layout_lanes(layout);
    struct pixel ahead, at = stand(view, layout, look, &ahead);
    bool right = look->across<1, left = look->across> lanes - 1;
    if ((!right && !left) || look->sign != SIGN_NONE) {
        bool over_nose = look->sign == (look->turned ? SIGN_AHEAD : SIGN_BEHIND);
        double away = half_width(view, layout, look) * (over_nose ? -2.2 : 1.6);
        return (struct pixel){at.x - ahead.x * away, at.y - ahead.y * away};
    }
    struct circuit_spot spot = circuit_spot(layout, look->along, right ? 0 : lanes);
    struct pixel edge = brush_place(view, circuit_layout_height(layout), spot.x, spot.y);
    double x = right ? spot.ahead_y : -spot.ahead_y, y = right ? spot.ahead_x : -spot.ahead_x;
    double away = 3 * view->scale + (fabs(x) * wide + fabs(y) * high) / 2;
    return (struct pixel){edge.x + x * away, edge.y + y * away};
}

static void draw_speed(cairo_t *cairo, const struct paper_view *view,
                       const struct circuit_layout *layout, const struct circuit_look *look,
                       const struct paper_theme *theme, struct paper_color pen)
{
    char text[12];
    double size = speed_size(view), line = brush_sizes(view).thin;
    snprintf(text, sizeof text, "%d", look->speed);
    double wide = lettering_width(cairo, text, size, true) + size * 0.5, high = size * 1.25;
    struct pixel at = speed_place(view, layout, look, wide, high);
    cairo_new_path(cairo);
    cairo_rectangle(cairo, at.x - wide / 2, at.y - high / 2, wide, high);
    brush_color(cairo, theme->card);
    cairo_fill_preserve(cairo);
    brush_color(cairo, pen);
    brush_stroke(cairo, line, 0, 0);
    lettering_draw_aligned(cairo, text, at.x, at.y, 0.5, size, true, theme->ink);
}

void circuit_draw_look(cairo_t *cairo, const struct paper_view *view,
                       const struct circuit_layout *layout, const struct circuit_look *look,
                       const struct paper_theme *theme)
{
    struct pixel ahead, at = stand(view, layout, look, &ahead);
    double half = half_width(view, layout, look), strength = look->faint ? 0.45 : 1;
    struct paper_color pen = brush_mix(brush_pen(theme, look->pen), theme->paper, strength);
    cairo_new_path(cairo);
    for (int i = 0; i < 6; i++) {
        struct pixel corner = body_corner(at, ahead, half, i);
        cairo_line_to(cairo, corner.x, corner.y);
    }
    cairo_close_path(cairo);
    brush_color(cairo, theme->card);
    cairo_fill_preserve(cairo);
    brush_color(cairo, pen);
    brush_stroke(cairo, brush_sizes(view).thin * 1.4, 0, 0);
    paper_draw_mark(cairo, look->pen, at.x + ahead.x * half * 0.3, at.y + ahead.y * half * 0.3,
                    half * 1.25, theme);
    if (shows_speed(view, layout, look))
        draw_speed(cairo, view, layout, look, theme, pen);
}

void circuit_look_box(const struct paper_view *view, const struct circuit_layout *layout,
                      const struct circuit_look *look, double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    struct pixel ahead, at = stand(view, layout, look, &ahead);
    double half = half_width(view, layout, look), size = speed_size(view);
    for (int i = 0; i < 6; i++)
        extent_add(&extent, body_corner(at, ahead, half, i), 2 * view->scale);
    if (shows_speed(view, layout, look))
        extent_add(&extent, speed_place(view, layout, look, size * 2.6, size * 1.25), size * 1.5);
    extent_box(&extent, box);
}

/* --- where they are --------------------------------------------------------------------------- */

/* A passer beside a car on the way: both are smaller, side by side. */
static void share_space(const struct race *race, int number, struct circuit_look *look)
{
    const struct circuit_car *car = circuit_car(race, number);
    for (int i = 1; i <= race->game->car_count(race); i++) {
        const struct circuit_car *other = circuit_car(race, i);
        if (i == number || other->status != CIRCUIT_RACING || other->row != car->row ||
            other->lane != car->lane)
            continue;
        look->size = 0.75;
        look->across += i < number ? 0.24 : -0.24;
    }
}

bool circuit_look_of(const struct session *session, const struct race *race, int number,
                     struct circuit_look *into)
{
    const struct circuit_car *car = circuit_car(race, number);
    if (car->status != CIRCUIT_RACING)
        return false;
    *into = (struct circuit_look){
        .car = number,
        .pen = paper_pen_of(session, number),
        .along = car->row + 0.5,
        .across = car->lane - 0.5,
        .speed = car->posted != NOT_POSTED ? car->posted : car->speed,
        .size = 1,
        .turned = car->spun,
        .sign = circuit_sign_of_row(circuit_of(session_setup(session)), car->row),
        .faint = car->missed_turns > 0};
    share_space(race, number, into);
    return true;
}

/* === turns ==================================================================================== */

/* What happened to each car in each step, as rows of tables, and the speeds as points of a chart.
 */

/* Entries in secret, and what is told of everybody at the beginning and end of turns. */
static bool is_of_a_move(const struct event *event)
{
    switch (circuit_event(event)->type) {
    case CIRCUIT_EVENT_BUILT:
    case CIRCUIT_EVENT_DESIGNED:
    case CIRCUIT_EVENT_GRID:
    case CIRCUIT_EVENT_TURN:
    case CIRCUIT_EVENT_POSTED:
    case CIRCUIT_EVENT_SHOWN:
    case CIRCUIT_EVENT_SLIPSTREAM:
    case CIRCUIT_EVENT_LAID:
    case CIRCUIT_EVENT_OVER:
        return false;
    default:
        return event->car > 0;
    }
}

/* With the turn's last step it has become the car's speed. */
static int posted_of(const struct circuit_car *after)
{
    return after->posted == NOT_POSTED ? after->speed : after->posted;
}

void circuit_take_turns(const struct session *session, int steps, circuit_turn_taker *take,
                        void *context)
{
    for (int i = 0; i < steps; i++) {
        struct step step = session_step(session, i);
        const struct race *after = session_race_after(session, i + 1);
        for (int car = 1; car <= after->game->car_count(after); car++) {
            struct circuit_turn_row row = {.car = car,
                                           .round = step.round,
                                           .posted = posted_of(circuit_car(after, car)),
                                           .after = circuit_car(after, car),
                                           .lap = circuit_lap(after, circuit_car(after, car)),
                                           .step = &step};
            bool moved = false;
            for (int j = 0; j < step.event_count; j++)
                moved |= step.events[j].car == car && is_of_a_move(&step.events[j]);
            if (moved)
                take(context, &row);
        }
    }
}

/* The names that the referee has for what happened, each once if it came several times running. */
static void write_words(const struct circuit_turn_row *row, struct text *into)
{
    const char *last = "";
    for (int i = 0; i < row->step->event_count; i++) {
        const struct event *event = &row->step->events[i];
        if (event->car != row->car || !is_of_a_move(event) || event->type == last)
            continue;
        text_append_format(into, "%s%s", last[0] ? " " : "", event->type);
        last = event->type;
    }
}

static void write_csv_row(void *context, const struct circuit_turn_row *row)
{
    struct csv *csv = context;
    const struct circuit_car *after = row->after;
    struct text words = {0};
    csv_integer(csv, row->round);
    csv_integer(csv, row->car);
    csv_text(csv, row->step->car == row->car ? row->step->action : "");
    csv_integer(csv, row->posted);
    if (after->status == CIRCUIT_RACING) {
        csv_integer(csv, after->row);
        csv_integer(csv, after->lane);
    } else {
        csv_empty(csv, 2);
    }
    csv_integer(csv, row->lap);
    csv_integer(csv, after->halves);
    csv_integer(csv, after->chips);
    write_words(row, &words);
    csv_text(csv, text_string(&words));
    csv_end_line(csv);
    text_free(&words);
}

void circuit_append_csv(const struct session *session, int steps, struct csv *csv)
{
    csv_headings(csv, "turn,car,action,posted,row,lane,lap,wear_halves,chips,event");
    csv_end_line(csv);
    circuit_take_turns(session, steps, write_csv_row, csv);
}

/* In points of movement, which are 20 mph each. */
void circuit_fill_chart(struct chart *chart, const struct session *session)
{
    for (int i = 0; i < session_step_count(session); i++) {
        struct step step = session_step(session, i);
        for (int j = 0; j < step.event_count; j++) {
            const struct circuit_event *event = circuit_event(&step.events[j]);
            int points = event->number / CIRCUIT_SPEED;
            if (event->type == CIRCUIT_EVENT_SHOWN)
                chart_add(chart, step.events[j].car, points * points);
        }
    }
}
