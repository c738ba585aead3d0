/* Circuits' line in the table of inks: cars, what each step leaves, and what a page says. */
#include "paper/circuit/ink.h"

#include "base/memory.h"
#include "base/number.h"
#include "paper/labels.h"
#include "paper/moments.h"
#include "paper/paper.h"
#include "paper/print.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* === ink ====================================================================================== */

/* Circuits' ink: what each step of the session leaves on the strip - the way of each car in its pen
 * with a tick a space, dashes where a car fell back or was set aside, skid marks where one spun,
 * and the paper torn where one crashed. All is told by the events; but for these two, what has
 * faded is gone, since every lap goes over the same spaces.
 */

static const double TURN = 6.283185307179586;
static const double FADED_ALPHA = 0.45;

static const struct circuit *circuit_of_course(struct course course)
{
    assert(course.game == &circuit_game);
    return course.body;
}

/* Each car keeps to its own side of the middle of lanes. */
static struct pixel place_on_way(const struct paper_view *view, const struct circuit_layout *layout,
                                 int car, struct space space)
{
    double aside = ((car - 1) * 3 % 8 - 3.5) * 0.07;
    struct circuit_spot spot = circuit_spot(layout, space.row + 0.5, space.lane - 0.5 + aside);
    return brush_place(view, circuit_layout_height(layout), spot.x, spot.y);
}

void circuit_draw_way(cairo_t *cairo, const struct paper_view *view,
                      const struct circuit_layout *layout, int car, struct space from,
                      const struct space *path, int count, double shown)
{
    struct brush_sizes sizes = brush_sizes(view);
    struct pixel a = place_on_way(view, layout, car, from);
    cairo_new_path(cairo);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    for (int i = 0; i < count && i < shown; i++) {
        struct pixel b = place_on_way(view, layout, car, path[i]);
        struct pixel to = brush_between(a, b, fmin(shown - i, 1));
        brush_add_stroke(cairo, a.x, a.y, to.x, to.y, sizes.ink * 0.8, (uint64_t)(car * 16 + i));
        if (shown >= i + 1)
            brush_add_tick(cairo, a, b, sizes.tick * 0.55, sizes.ink * 0.7, 7);
        a = b;
    }
    cairo_fill(cairo);
}

/* --- a step ----------------------------------------------------------------------------------- */

struct inking {
    cairo_t *cairo;
    const struct paper_view *view;
    const struct session *session;
    const struct circuit_layout *layout;
    const struct paper_theme *theme;
    const struct race *before;
};

/* Where the car stood when this event of the step happened. */
static struct space stood_at(const struct inking *inking, const struct step *step, int index)
{
    int car = step->events[index].car;
    const struct circuit_car *first = circuit_car(inking->before, car);
    struct space at = {first->row, first->lane};
    for (int i = 0; i < index; i++) {
        const struct circuit_event *event = circuit_event(&step->events[i]);
        if (step->events[i].car == car &&
            (event->type == CIRCUIT_EVENT_MOVED || event->type == CIRCUIT_EVENT_PUT_BACK ||
             event->type == CIRCUIT_EVENT_SET_ASIDE))
            at = event->to;
    }
    return at;
}

static struct pixel middle_of(const struct inking *inking, struct space space)
{
    struct circuit_spot spot = circuit_space_middle(inking->layout, space);
    return brush_place(inking->view, circuit_layout_height(inking->layout), spot.x, spot.y);
}

/* Of two wheels, round and round; they begin outside of the car, which stands on them. */
static void draw_skid(const struct inking *inking, const struct step *step, int index,
                      double strength)
{
    enum { PIECES = 30 };
    const struct paper_view *view = inking->view;
    const struct event *event = &step->events[index];
    uint64_t seed = (uint64_t)(circuit_event(event)->number * 7 + event->car);
    double lane = circuit_lane_width(inking->layout) * view->square, thin = brush_sizes(view).thin;
    double reach = brush_clamp(lane * 0.85, 10 * view->scale, 34 * view->scale);
    struct pixel at = middle_of(inking, stood_at(inking, step, index));
    struct paper_color color = inking->theme->wall;
    color.alpha = 0.6 * strength;
    brush_color(inking->cairo, color);
    for (int wheel = 0; wheel < 2; wheel++) {
        cairo_new_path(inking->cairo);
        for (int i = 0; i <= PIECES; i++) {
            double part = (double)i / PIECES, waver = brush_waver(seed + (uint64_t)wheel, part * 6);
            double angle = (part * 1.3 + wheel * 0.5 + brush_chance(seed, 0)) * TURN;
            double away = reach * (1 - 0.4 * part + 0.06 * waver);
            cairo_line_to(inking->cairo, at.x + away * cos(angle), at.y + away * sin(angle));
        }
        brush_stroke(inking->cairo, thin * 1.1, thin * 3, thin * 1.4);
    }
}

static void draw_tear(const struct inking *inking, const struct step *step, int index,
                      double strength)
{
    int car = step->events[index].car;
    struct space space = stood_at(inking, step, index);
    tear_draw(inking->cairo, inking->view, middle_of(inking, space),
              hash_number(hash_number(HASH_START, space.row), car),
              brush_pen(inking->theme, paper_pen_of(inking->session, car)), strength,
              inking->theme);
}

static void draw_event(const struct inking *inking, const struct step *step, int index,
                       double shown)
{
    int car = step->events[index].car;
    const struct circuit_event *event = circuit_event(&step->events[index]);
    if (car == 0 || shown <= 0)
        return;
    brush_color(inking->cairo, brush_pen(inking->theme, paper_pen_of(inking->session, car)));
    if (event->type == CIRCUIT_EVENT_MOVED)
        circuit_draw_way(inking->cairo, inking->view, inking->layout, car, event->from, &event->to,
                         1, shown);
    else if (event->type == CIRCUIT_EVENT_PUT_BACK || event->type == CIRCUIT_EVENT_SET_ASIDE) {
        struct space from = stood_at(inking, step, index);
        double thin = brush_sizes(inking->view).thin;
        cairo_new_path(inking->cairo);
        brush_add_line(inking->cairo, place_on_way(inking->view, inking->layout, car, from),
                       place_on_way(inking->view, inking->layout, car, event->to));
        brush_stroke(inking->cairo, thin, thin * 1.5, thin * 2.5);
    } else if (event->type == CIRCUIT_EVENT_SPIN)
        draw_skid(inking, step, index, 1);
    else if (event->type == CIRCUIT_EVENT_OUT)
        draw_tear(inking, step, index, 1);
}

static int count_moves(const struct step *step)
{
    int moves = 0;
    for (int i = 0; i < step->event_count; i++)
        moves += circuit_event(&step->events[i])->type == CIRCUIT_EVENT_MOVED;
    return moves;
}

/* `car` 0: of all. */
static void draw_ink(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                     int index, int car, double progress, bool faded,
                     const struct paper_theme *theme)
{
    struct circuit_layout *layout = circuit_layout_create(circuit_of(session_setup(session)));
    const struct inking inking = {cairo,  view,  session,
                                  layout, theme, session_race_after(session, index)};
    if (faded) {
        struct step step = session_step(inking.session, index);
        for (int i = 0; i < step.event_count; i++) {
            enum circuit_event_type type = circuit_event(&step.events[i])->type;
            if (type == CIRCUIT_EVENT_SPIN || type == CIRCUIT_EVENT_OUT)
                (type == CIRCUIT_EVENT_OUT ? draw_tear : draw_skid)(&inking, &step, i, FADED_ALPHA);
        }
    } else {
        /* The events of a car (0: of all) as far as the step is shown. */
        struct step step = session_step(inking.session, index);
        int moves = 0, all = 1 + count_moves(&step);
        for (int i = 0; i < step.event_count; i++) {
            if (car == 0 || step.events[i].car == car)
                draw_event(&inking, &step, i, progress * all - moves);
            moves += circuit_event(&step.events[i])->type == CIRCUIT_EVENT_MOVED;
        }
    }
    circuit_layout_free(layout);
}

static void draw_own(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                     int index, int car, double progress, const struct paper_theme *theme)
{
    draw_ink(cairo, view, session, index, car, progress, false, theme);
}

static void draw_step(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                      int index, double progress, bool faded, const struct paper_theme *theme)
{
    draw_ink(cairo, view, session, index, 0, progress, faded, theme);
}

static void add_space(const struct inking *inking, struct space space, struct extent *extent)
{
    double margin = fmax(circuit_lane_width(inking->layout) * inking->view->square,
                         fmax(36 * inking->view->scale, tear_reach(inking->view)));
    extent_add(extent, middle_of(inking, space), margin);
}

static bool step_box(const struct paper_view *view, const struct session *session, int index,
                     double box[4])
{
    struct step step = session_step(session, index);
    struct circuit_layout *layout = circuit_layout_create(circuit_of(session_setup(session)));
    const struct inking inking = {NULL,   view, session,
                                  layout, NULL, session_race_after(session, index)};
    struct extent extent = EXTENT_NOTHING;
    for (int i = 0; i < step.event_count; i++) {
        const struct circuit_event *event = circuit_event(&step.events[i]);
        bool goes = event->type == CIRCUIT_EVENT_MOVED || event->type == CIRCUIT_EVENT_PUT_BACK ||
                    event->type == CIRCUIT_EVENT_SET_ASIDE;
        if (goes)
            add_space(&inking, event->to, &extent);
        if (goes || event->type == CIRCUIT_EVENT_SPIN || event->type == CIRCUIT_EVENT_OUT)
            add_space(&inking, stood_at(&inking, &step, i), &extent);
    }
    circuit_layout_free(layout);
    return extent_box(&extent, box);
}

/* --- cars and the course ---------------------------------------------------------------------- */

static void draw_car(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                     const struct race *race, int car, const struct paper_theme *theme)
{
    struct circuit_look look;
    if (!circuit_look_of(session, race, car, &look))
        return;
    struct circuit_layout *layout = circuit_layout_create(circuit_of(session_setup(session)));
    circuit_draw_look(cairo, view, layout, &look, theme);
    circuit_layout_free(layout);
}

static bool car_box(const struct paper_view *view, const struct session *session,
                    const struct race *race, int car, double box[4])
{
    struct circuit_look look;
    if (!circuit_look_of(session, race, car, &look))
        return false;
    struct circuit_layout *layout = circuit_layout_create(circuit_of(session_setup(session)));
    circuit_look_box(view, layout, &look, box);
    circuit_layout_free(layout);
    return true;
}

static void draw_course(cairo_t *cairo, const struct paper_view *view, struct course course,
                        bool on_sheet, const struct paper_theme *theme)
{
    const struct circuit *circuit = circuit_of_course(course);
    struct circuit_layout *layout = circuit_layout_create(circuit);
    circuit_draw_strip(cairo, view, circuit, layout, on_sheet, theme);
    circuit_layout_free(layout);
}

/* The line, the grid, the signs and the numbers of rows are to be read. */
static void keep_off(struct labels *labels, const struct paper_view *view, struct course course)
{
    const struct circuit *circuit = circuit_of_course(course);
    struct circuit_layout *layout = circuit_layout_create(circuit);
    double size;
    for (int row = 0; row < circuit->rows; row++) {
        struct pixel at;
        if (circuit_number_place(view, circuit, layout, row, &at, &size))
            labels_keep_off_disc(labels, at.x, at.y, size * 0.7);
    }
    for (int lane = 1; lane <= circuit->lanes; lane++) {
        struct circuit_spot spot = circuit_spot(layout, 0, lane - 0.5);
        struct pixel at = brush_place(view, circuit_layout_height(layout), spot.x, spot.y);
        labels_keep_off_disc(labels, at.x, at.y, circuit_lane_width(layout) * view->square * 0.5);
        for (int i = 0; i < circuit->corner_count; i++) {
            double radius;
            at = circuit_sign_place(view, circuit, layout,
                                    (struct space){circuit->corners[i].from, lane}, &radius);
            labels_keep_off_disc(labels, at.x, at.y, radius);
        }
    }
    circuit_layout_free(layout);
}

/* So that a counter has room in every space, also on the inside of bends. */
static int usual_square(struct course course)
{
    enum { SPACE_LEAST = 120 }; /* tenths of a millimetre */
    struct circuit_layout *layout = circuit_layout_create(course.body);
    double square = ceil(SPACE_LEAST / circuit_shortest_space(layout));
    circuit_layout_free(layout);
    return (int)brush_clamp(square, PRINT_SQUARE_USUAL, PRINT_SQUARE_MOST);
}

/* === cars ===================================================================================== */

/* Cars as pens that point along the course, each with its mark and its speed beside it, and where
 * they are on their way.
 */

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
           circuit_lane_width(layout) * view->square >= 18 * view->scale;
}

/* Middle of the car on the device, and the way that it points. */
static struct pixel car_stand(const struct paper_view *view, const struct circuit_layout *layout,
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
    struct pixel ahead, at = car_stand(view, layout, look, &ahead);
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
    struct pixel ahead, at = car_stand(view, layout, look, &ahead);
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
    struct pixel ahead, at = car_stand(view, layout, look, &ahead);
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

static enum circuit_sign sign_of_row(const struct circuit *circuit, int row)
{
    for (int i = 0; i < circuit->corner_count; i++)
        if (row == circuit->corners[i].from || row == circuit->corners[i].from - 1)
            return row == circuit->corners[i].from ? SIGN_BEHIND : SIGN_AHEAD;
    return SIGN_NONE;
}

bool circuit_look_of(const struct session *session, const struct race *race, int number,
                     struct circuit_look *into)
{
    const struct circuit_car *car = circuit_car(race, number);
    if (car->status != CIRCUIT_RACING)
        return false;
    *into = (struct circuit_look){.car = number,
                                  .pen = paper_pen_of(session, number),
                                  .along = car->row + 0.5,
                                  .across = car->lane - 0.5,
                                  .speed = car->posted != NOT_POSTED ? car->posted : car->speed,
                                  .size = 1,
                                  .turned = car->spun,
                                  .sign = sign_of_row(circuit_of(session_setup(session)), car->row),
                                  .faint = car->missed_turns > 0};
    share_space(race, number, into);
    return true;
}

/* === turns ==================================================================================== */

/* What happened to each car in each step, as rows of tables, and the speeds as points of a chart.
 */

/* What a step did to a car. */
struct circuit_turn_row {
    int car, round, lap;
    int posted;                      /* in that round; 0: it spun, stood or is out */
    const struct circuit_car *after; /* after the step */
    const struct step *step;
};
typedef void circuit_turn_taker(void *context, const struct circuit_turn_row *row);

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

/* Those of the first steps, cars of one step by their numbers. */
static void circuit_take_turns(const struct session *session, int steps, circuit_turn_taker *take,
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
    /* The names that the referee has for what happened, each once if it came several times running.
     */
    const char *last = "";
    for (int i = 0; i < row->step->event_count; i++) {
        const struct event *event = &row->step->events[i];
        if (event->car != row->car || !is_of_a_move(event) || event->type == last)
            continue;
        text_append_format(&words, "%s%s", last[0] ? " " : "", event->type);
        last = event->type;
    }
    csv_text(csv, text_string(&words));
    csv_end_line(csv);
    text_free(&words);
}

static void append_csv(const struct session *session, int steps, struct csv *csv)
{
    csv_headings(csv, "turn,car,action,posted,row,lane,lap,wear_halves,chips,event");
    csv_end_line(csv);
    circuit_take_turns(session, steps, write_csv_row, csv);
}

/* In points of movement, which are 20 mph each. */
static void fill_chart(struct chart *chart, const struct session *session)
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

/* === pages ==================================================================================== */

/* What one driver writes on: the car as it is built, tires and chips to strike out, a row a turn,
 * and the tables of spins and of forcing a pass. Lengths are millimetres.
 */

static const double SIZE = 3.4, LINE = 5, ROW = 5, HEAD = 6, HAIR = 0.13, FRAME = 0.4;
static const double TABLES = 36, CARDS = 24, CARD_WIDTH = 40, CUT_OUT = 56;
static const double BETWEEN = 4; /* the two tables of turns */
enum { COLUMNS = 6, BLANK_ROWS = 8, DOTS_MOST = 60 };
static const char *const titles[COLUMNS] = {"turn", "speed", "row, lane", "lap", "wear", "chips"};
static const double ends[COLUMNS] = {0.12, 0.29, 0.54, 0.66, 0.83, 1};

struct circuit_driven {
    int car, count;
    struct kept {
        struct circuit_car after;
        int round, lap, posted;
    } rows[400];
};

/* The last row of a turn stands for it. */
static void keep_row(void *context, const struct circuit_turn_row *row)
{
    struct circuit_driven *driven = context;
    const int most = (int)(sizeof driven->rows / sizeof *driven->rows);
    if (row->car != driven->car || row->round == 0)
        return;
    bool same = driven->count > 0 && driven->rows[driven->count - 1].round == row->round;
    if (!same && driven->count == most)
        return;
    driven->count += !same;
    driven->rows[driven->count - 1] = (struct kept){*row->after, row->round, row->lap, row->posted};
}

static double column_x(const struct ink_order_sheet *sheet, int column)
{
    return sheet->left + (column > 0 ? ends[column - 1] : 0) * sheet->width;
}

static void write_in(cairo_t *cairo, const struct ink_order_sheet *sheet, int column, double y,
                     const char *text, double size, struct paper_color color)
{
    double middle = (column_x(sheet, column) + column_x(sheet, column + 1)) / 2;
    lettering_draw_aligned(cairo, text, middle, y, 0.5, size, false, color);
}

static void write_row(cairo_t *cairo, const struct ink_order_sheet *sheet,
                      const struct paper_theme *theme, const struct kept *row, double y)
{
    char text[32];
    snprintf(text, sizeof text, "%d", row->posted);
    write_in(cairo, sheet, 1, y, text, SIZE, theme->ink);
    if (row->after.status == CIRCUIT_RACING)
        snprintf(text, sizeof text, "%d, %d", row->after.row, row->after.lane);
    else
        snprintf(text, sizeof text, "%s", circuit_status_name(row->after.status));
    write_in(cairo, sheet, 2, y, text, SIZE, theme->ink);
    snprintf(text, sizeof text, "%d", row->lap);
    write_in(cairo, sheet, 3, y, text, SIZE, theme->ink);
    write_in(cairo, sheet, 4, y, circuit_halves(row->after.halves, text), SIZE, theme->ink);
    snprintf(text, sizeof text, "%d", row->after.chips);
    write_in(cairo, sheet, 5, y, text, SIZE, theme->ink);
}

/* Lines of a table with a frame; `x` of its columns but the first. */
static void rule_table(cairo_t *cairo, struct label_box box, double row, int rows, const double *x,
                       int columns, const struct paper_theme *theme)
{
    cairo_new_path(cairo);
    for (int i = 1; i < rows; i++)
        brush_add_line(cairo, (struct pixel){box.x, box.y + i * row},
                       (struct pixel){box.x + box.w, box.y + i * row});
    for (int i = 0; i < columns; i++)
        brush_add_line(cairo, (struct pixel){x[i], box.y}, (struct pixel){x[i], box.y + box.h});
    brush_color(cairo, theme->ink_soft);
    brush_stroke_blunt(cairo, HAIR, 0, 0);
    cairo_new_path(cairo);
    cairo_rectangle(cairo, box.x, box.y, box.w, box.h);
    brush_color(cairo, theme->ink);
    brush_stroke_blunt(cairo, FRAME, 0, 0);
}

/* Rows of turns from `first` on: those that were driven, then empty ones. */
static void draw_table(cairo_t *cairo, const struct ink_order_sheet *sheet,
                       const struct paper_theme *theme, const struct circuit_driven *driven,
                       int first, int rows, double top)
{
    int last = driven->count > 0 ? driven->rows[driven->count - 1].round : 0;
    double x[COLUMNS - 1];
    for (int i = 0; i < COLUMNS; i++)
        write_in(cairo, sheet, i, top + ROW / 2, titles[i], 3, theme->ink_soft);
    for (int i = 0; i < rows; i++) {
        const struct kept *row = first + i < driven->count ? &driven->rows[first + i] : NULL;
        double y = top + (i + 1.5) * ROW;
        char text[12];
        snprintf(text, sizeof text, "%d", row ? row->round : last + first + i + 1 - driven->count);
        write_in(cairo, sheet, 0, y, text, SIZE, theme->ink_soft);
        if (row)
            write_row(cairo, sheet, theme, row, y);
    }
    for (int i = 1; i < COLUMNS; i++)
        x[i - 1] = column_x(sheet, i);
    rule_table(cairo, (struct label_box){sheet->left, top, sheet->width, (rows + 1) * ROW}, ROW,
               rows + 1, x, COLUMNS - 1, theme);
}

/* In two tables, so that one sheet is enough for a race. */
static void draw_turns(cairo_t *cairo, const struct ink_order_sheet *sheet,
                       const struct paper_theme *theme, double top, double bottom)
{
    struct circuit_driven *driven = memory_allocate(1, sizeof *driven);
    int rows = (int)((bottom - top) / ROW) - 1;
    driven->car = sheet->car;
    if (sheet->session)
        circuit_take_turns(sheet->session, sheet->steps, keep_row, driven);
    int first = driven->count + BLANK_ROWS - 2 * rows;
    first = first < 0 ? 0 : first > driven->count ? driven->count : first;
    struct ink_order_sheet half = *sheet;
    half.width = (sheet->width - BETWEEN) / 2;
    draw_table(cairo, &half, theme, driven, first, rows, top);
    half.left += half.width + BETWEEN;
    draw_table(cairo, &half, theme, driven, first + rows, rows, top);
    free(driven);
}

/* --- the car ---------------------------------------------------------------------------------- */

static const struct circuit_car *car_of(const struct ink_order_sheet *sheet)
{
    return sheet->session
               ? circuit_car(session_race_after(sheet->session, sheet->steps), sheet->car)
               : NULL;
}

/* Is the build known to all by now? */
static bool is_built(const struct ink_order_sheet *sheet)
{
    const struct circuit_car *car = car_of(sheet);
    return car && car->status != CIRCUIT_WAITING;
}

static void write_value(cairo_t *cairo, const struct ink_order_sheet *sheet, int attribute,
                        int points, double x, double y, struct paper_color color)
{
    struct build build = {{0}};
    char text[16];
    build.points[attribute] = points;
    int value = build_value(sheet->setup, &build, (enum attribute)attribute);
    if (attribute == ATTRIBUTE_WEAR)
        circuit_halves(value, text);
    else
        snprintf(text, sizeof text, "%d", value);
    lettering_draw_aligned(cairo, text, x, y, 0.5, SIZE, false, color);
}

/* What points give, and what this car has. Returns where it ends. */
static double draw_build(cairo_t *cairo, const struct ink_order_sheet *sheet,
                         const struct paper_theme *theme, double top)
{
    static const char *const names[] = {"START", "ACC", "DEC", "TOP", "WEAR"};
    static const char *const leads[] = {"", "0 points", "1 point", "2 points", "this car"};
    bool standard = sheet->setup->values[CIRCUIT_BUILD] == BUILD_STANDARD;
    double x[ATTRIBUTE_COUNT], wide = sheet->width / (ATTRIBUTE_COUNT + 1);
    for (int i = 0; i < ATTRIBUTE_COUNT; i++) {
        x[i] = sheet->left + (i + 1) * wide;
        lettering_draw_aligned(cairo, names[i], x[i] + wide / 2, top + HEAD / 2, 0.5, SIZE, true,
                               theme->ink);
        for (int points = 0; points <= CIRCUIT_BUILD_MOST; points++)
            write_value(cairo, sheet, i, points, x[i] + wide / 2, top + (points + 1.5) * HEAD,
                        theme->ink_soft);
        if (standard || is_built(sheet))
            write_value(cairo, sheet, i, standard ? 1 : car_of(sheet)->build.points[i],
                        x[i] + wide / 2, top + 4.5 * HEAD, theme->ink);
    }
    for (int i = 1; i < 5; i++)
        lettering_draw(cairo, leads[i], sheet->left + 2, top + (i + 0.5) * HEAD, SIZE, i == 4,
                       theme->ink);
    rule_table(cairo, (struct label_box){sheet->left, top, sheet->width, 5 * HEAD}, HEAD, 5, x,
               ATTRIBUTE_COUNT, theme);
    return top + 5 * HEAD;
}

/* Circles to strike out, one a point; too many are a line to write on. */
static double draw_dots(cairo_t *cairo, const struct ink_order_sheet *sheet,
                        const struct paper_theme *theme, const char *lead, int count, double top)
{
    const double indent = 22, step = 5.4;
    int across = (int)((sheet->width - indent) / step);
    lettering_draw(cairo, lead, sheet->left, top + LINE / 2, SIZE, true, theme->ink);
    brush_color(cairo, theme->ink);
    if (count > DOTS_MOST) {
        cairo_new_path(cairo);
        brush_add_line(cairo, (struct pixel){sheet->left + indent, top + LINE},
                       (struct pixel){sheet->left + sheet->width, top + LINE});
        brush_stroke_blunt(cairo, HAIR, 0, 0);
        return top + LINE;
    }
    for (int i = 0; i < count; i++)
        brush_circle(cairo, sheet->left + indent + (i % across + 0.5) * step,
                     top + LINE / 2 + i / across * step, 2, 0.2);
    return top + LINE + fmax((count - 1) / across, 0) * step;
}

static double draw_stock(cairo_t *cairo, const struct ink_order_sheet *sheet,
                         const struct paper_theme *theme, double top)
{
    bool standard = sheet->setup->values[CIRCUIT_BUILD] == BUILD_STANDARD;
    struct build build = {{0, 0, 0, 0, standard ? 1 : CIRCUIT_BUILD_MOST}};
    if (!standard && is_built(sheet))
        build = car_of(sheet)->build;
    int wear = build_value(sheet->setup, &build, ATTRIBUTE_WEAR) / 2;
    int chips = sheet->setup->values[CIRCUIT_BLUE_CHIPS];
    top = draw_dots(cairo, sheet, theme, "Tire wear", wear, top);
    if (chips > 0)
        top = draw_dots(cairo, sheet, theme, "Blue chips", chips, top + 1);
    return top;
}

/* --- tables and cards ------------------------------------------------------------------------- */

static void write_lines(cairo_t *cairo, const char *const lines[7][2], double x, double y,
                        const struct paper_theme *theme)
{
    for (int i = 0; i < 7; i++) {
        bool head = lines[i][1] == NULL;
        lettering_draw(cairo, lines[i][0], x, y + (i + 0.5) * 4.4, 3, head, theme->ink);
        if (!head)
            lettering_draw(cairo, lines[i][1], x + 14, y + (i + 0.5) * 4.4, 3, false, theme->ink);
    }
}

/* To be cut out. */
static void draw_cards(cairo_t *cairo, const struct ink_order_sheet *sheet,
                       const struct paper_theme *theme, double top)
{
    static const char *const words[] = {"PASS", "BLOCK"};
    for (int i = 0; i < 2; i++) {
        double x = sheet->left + i * (CARD_WIDTH + 6);
        cairo_new_path(cairo);
        cairo_rectangle(cairo, x, top, CARD_WIDTH, CARDS);
        brush_color(cairo, theme->ink);
        brush_stroke_blunt(cairo, 0.2, 1.5, 1);
        lettering_draw_aligned(cairo, words[i], x + CARD_WIDTH / 2, top + CARDS / 2, 0.5, 8, true,
                               theme->ink);
        paper_draw_mark(cairo, sheet->pen, x + 4, top + 4, 4, theme);
    }
    bool beside = sheet->width > 2 * (CARD_WIDTH + 6) + CUT_OUT;
    lettering_draw(cairo, "Cut out the cards along the dashes.",
                   sheet->left + (beside ? 2 * (CARD_WIDTH + 6) : 0),
                   top + (beside ? CARDS / 2 : CARDS + 3), 3, false, theme->ink_soft);
}

static void circuit_draw_order_sheet(cairo_t *cairo, const struct ink_order_sheet *sheet,
                                     const struct paper_theme *theme)
{
    bool cards = sheet->setup->values[CIRCUIT_FORCE_PASS] == CIRCUIT_ON;
    bool lying = sheet->width > sheet->height;
    double bottom = sheet->top + sheet->height - (cards ? CARDS + 3 : 0);
    double y = draw_stock(cairo, sheet, theme, draw_build(cairo, sheet, theme, sheet->top) + 2);
    /* On a lying page tables and cards stand beside the turns. */
    struct ink_order_sheet turns = *sheet, beside = *sheet;
    if (lying) {
        turns.width *= 0.58;
        beside.left += sheet->width * 0.62;
        beside.width *= 0.38;
        bottom = sheet->top + sheet->height;
    }
    draw_turns(cairo, &turns, theme, y + 3, lying ? bottom : bottom - TABLES);
    /* Beside each other; in a narrow column one below the other. */
    double top = lying ? y + 3 : bottom - TABLES + 3;
    static const char *const spin[][2] = {{"Spin: two dice", NULL},
                                          {"to 6", "spin"},
                                          {"7 to 9", "spin, 2 wear"},
                                          {"10, 11", "spin, 3 wear, miss a turn"},
                                          {"from 12", "crashed: out of the race"},
                                          {"−2", "a blue chip"},
                                          {"+1", "each 20 mph above 60 too fast"}};
    static const char *const force[][2] = {{"Forcing a pass: two dice each", NULL},
                                           {"−2", "your own blue chip"},
                                           {"+2", "passer, if two cars laid BLOCK"},
                                           {"+1", "passer, same speed or slower"},
                                           {"−1, −3", "passer, 20 or 40 faster"},
                                           {"beaten", "passer has 2 or less, or less and under 10"},
                                           {"7, 8, 9", "1, 2, 3 wear; from 10 on a spin"}};
    if (beside.setup->values[CIRCUIT_SPINS] == SPINS_TABLE)
        write_lines(cairo, spin, beside.left, top, theme);
    if (beside.setup->values[CIRCUIT_FORCE_PASS] == CIRCUIT_ON)
        write_lines(cairo, force, beside.left + (lying ? 0 : beside.width * 0.46),
                    top + (lying ? TABLES : 0), theme);
    if (cards)
        draw_cards(cairo, &beside, theme, lying ? y + 3 + 2 * TABLES : bottom + 3);
}

/* === pages ==================================================================================== */

/* Circuits on printed pages: the rules in force in short, and the picture of a line through a
 * corner. What a driver writes on is in order_sheet.c.
 */

static bool is_on(const struct setup *setup, enum circuit_field field)
{
    return setup->values[field] == CIRCUIT_ON;
}

static void explain_turn(struct print_words *words, const struct setup *setup, bool table)
{
    words_head(words, "A turn");
    words_say(
        words, "Posting.",
        "All write a speed in secret, a multiple of 20: at most DEC below and ACC above the last "
        "one, never above TOP. A standing car posts 20 to START. All are shown together.");
    if (is_on(setup, CIRCUIT_SLIPSTREAM))
        words_say(
            words, "Slipstream.",
            "A car right behind another in its lane has one space more if both posted 100 or more. "
            "It need not use it.");
    words_say(
        words, "Moving.",
        "The car furthest ahead moves first, in one row the faster, then the lower lane. 20 mph "
        "are one space. Each goes to the next row, to the same lane or one beside it, and only "
        "where no car stands.");
    words_say(
        words, "Corners.",
        "On a space with a limit, each 20 mph above it costs 1 wear. A corner is paid once a move, "
        "at its worst space. 60 too fast, or more wear than is left: the car spins there.");
    if (is_on(setup, CIRCUIT_LINES))
        words_say(
            words, "The line.",
            "A car that is on the dots in a corner's first row may go 20 faster there, as long as "
            "it stays on the dots. Half a point of wear takes the line later on.");
    words_show_figure(words);
    words_say(
        words, "Braking.",
        "If all lanes ahead are full%s, the car stops where it is; its speed falls by 20 for each "
        "space left. If that is more than DEC below the last speed, it spins.",
        is_on(setup, CIRCUIT_FORCE_PASS) ? " and you do not force your way" : "");
    words_say(
        words, "A spin.",
        setup->values[CIRCUIT_SPINS] == SPINS_STOP
            ? "The car stands where it spun, with speed 0."
            : "The car stands where it spun, with speed 0. Two dice say what else: see the table "
              "on your sheet. A blue chip takes 2 off.");
    if (table)
        words_say(
            words, "Writing.",
            "Write speed, space and wear of each turn on your sheet, and strike out what tires and "
            "chips have cost.");
}

static void explain_force(struct print_words *words)
{
    words_head(words, "Forcing a pass");
    words_say(
        words, "When.",
        "All lanes that you could enter are taken. Name two of them side by side, first the one "
        "you drive into. Their cars are the blockers.");
    words_say(
        words, "Who resists.",
        "A blocker that moves and whose speed differs from yours by 40 at most, from turn 3 on. If "
        "none does, you are through.");
    words_say(
        words, "Cards and chips.",
        "Those blockers lay PASS or BLOCK, face down. Then you and they, in turn and openly, spend "
        "a chip or not. All PASS: you are through. Else you and they roll two dice each.");
    words_say(
        words, "The dice.",
        "A chip: −2. For you, against each: two BLOCKs +2; same speed or it is faster +1, you are "
        "20 faster −1, 40 faster −3. You beat it with 2 or less, or with less than it has and "
        "below 10. You must beat all.");
    words_say(
        words, "What it costs.",
        "Result 7: 1 wear, 8: 2, 9: 3; from 10 on a roll on the spin table. Your result is the "
        "highest. "
        "A blocker that you beat never spins: it pays 3.");
    words_say(
        words, "Through:",
        "drive beside the blocker and on, if you can. A car left beside you at the end of your "
        "move "
        "falls back. Not through: you brake where you are.");
}

static void circuit_explain(struct print_words *words, const struct setup *setup, bool table)
{
    int laps = setup->values[CIRCUIT_LAPS];
    words_head(words, "The race");
    words_say(
        words, "",
        "%d %s. The cars stand in the boxes before the chequered line. Who finishes in an earlier "
        "turn is ahead; in one turn, who has more spaces left beyond the line.",
        laps, laps == 1 ? "lap" : "laps");
    static const struct build ordinary = {{1, 1, 1, 1, 1}};
    int value[ATTRIBUTE_COUNT];
    for (int i = 0; i < ATTRIBUTE_COUNT; i++)
        value[i] = build_value(setup, &ordinary, (enum attribute)i);
    words_head(words, "Cars");
    if (setup->values[CIRCUIT_BUILD] == BUILD_PLAYERS)
        words_say(
            words, "Building.",
            "Every driver spends exactly %d points in secret, 0 to 2 on each of START, ACC, DEC, "
            "TOP and WEAR. The table on your sheet says what they give.",
            setup->values[CIRCUIT_POINTS]);
    else
        words_say(
            words, "",
            "All cars are alike: START %d, ACC %d, DEC %d, TOP %d and %d points of tire wear for "
            "the race.",
            value[ATTRIBUTE_START], value[ATTRIBUTE_ACC], value[ATTRIBUTE_DEC],
            value[ATTRIBUTE_TOP], value[ATTRIBUTE_WEAR] / 2);
    explain_turn(words, setup, table);
    if (is_on(setup, CIRCUIT_FORCE_PASS))
        explain_force(words);
}

/* --- the picture of a line -------------------------------------------------------------------- */

/* Only what comes before the bend back is seen. */
static const char figure_file[] =
    "<svg viewBox=\"0 0 120 120\" data-graphprix-circuit=\"1\" data-rows=\"28\" data-lanes=\"2\">"
    "<path class=\"course\" d=\"M 8 18 L 44 18 C 66 18 72 26 72 60 C 72 104 64 110 40 110 L 8 110 "
    "C -40 110 -40 18 8 18 Z\" data-lane-width=\"8\"/>"
    "<g class=\"corner\" data-from=\"4\" data-to=\"7\" data-limits=\"80 100\" "
    "data-line=\"2 1 1 2\"/></svg>";

/* A car that posted 100 takes five spaces. The unit is a sixth of a millimetre. */
static void circuit_draw_figure(cairo_t *cairo, const struct setup *setup, double width,
                                const struct paper_theme *theme)
{
    static const struct space way[] = {{3, 2}, {4, 2}, {5, 1}, {6, 1}, {7, 2}};
    static const char *const words[] = {"posted 100:", "five spaces", "on the line", "80 + 20",
                                        "costs nothing"};
    enum { SQUARE = 22, WIDE = 17, WORDS = 150, LEADING = 26 };
    const struct paper_view view = {0, 0, SQUARE, 1.2};
    struct circuit_look look = {1, 1, 2.5, 1.5, NOT_POSTED, 1, false, SIGN_NONE, false};
    struct error error = {0};
    const struct circuit *circuit =
        circuit_strips.read(figure_file, sizeof figure_file - 1, &error);
    if (!circuit)
        return;
    (void)setup;
    struct circuit_layout *layout = circuit_layout_create(circuit);
    cairo_scale(cairo, 1 / 6.0, 1 / 6.0);
    cairo_translate(cairo, fmax(width * 6 - WIDE * SQUARE - WORDS, 0) / 2, 0);
    cairo_save(cairo);
    cairo_rectangle(cairo, 0, 0, WIDE * SQUARE, PRINT_FIGURE_HEIGHT * 6);
    cairo_clip(cairo);
    circuit_draw_strip(cairo, &view, circuit, layout, true, theme);
    brush_color(cairo, brush_pen(theme, 1));
    circuit_draw_way(cairo, &view, layout, 1, (struct space){2, 2}, way, 5, 5);
    circuit_draw_look(cairo, &view, layout, &look, theme);
    cairo_restore(cairo);
    for (int i = 0; i < 5; i++)
        lettering_draw(cairo, words[i], WIDE * SQUARE + 14, (i + 1.2) * LEADING, 19, i == 4,
                       i == 4 ? theme->ink : theme->ink_soft);
    circuit_layout_free(layout);
    circuit_strips.release(circuit);
}

/* The line with the chequers. */
static int circuit_spare(struct course course, double boxes[2][4])
{
    const struct circuit *circuit = circuit_of_course(course);
    struct circuit_layout *layout = circuit_layout_create(circuit);
    struct extent extent = EXTENT_NOTHING;
    for (int i = 0; i < 4; i++) {
        struct circuit_spot spot = circuit_spot(layout, i / 2 * -0.4, i % 2 * circuit->lanes);
        extent_add(&extent, (struct pixel){spot.x, circuit_layout_height(layout) - spot.y}, 0);
    }
    circuit_layout_free(layout);
    memcpy(boxes[0], (const double[4]){extent.left, extent.top, extent.right, extent.bottom},
           sizeof boxes[0]);
    return 1;
}

const struct ink circuit_ink = {
    .game = &circuit_game,
    .draw_course = draw_course,
    .keep_off = keep_off,
    .draw_step = draw_step,
    .step_box = step_box,
    .draw_own = draw_own,
    .fresh_moves = 1,
    .draw_car = draw_car,
    .car_box = car_box,
    .usual_square = usual_square,
    .spare = circuit_spare,
    .explain = circuit_explain,
    .draw_figure = circuit_draw_figure,
    .order_sheet_title = "car",
    .draw_order_sheet = circuit_draw_order_sheet,
    .append_csv = append_csv,
    .fill_chart = fill_chart,
    .chart_axes = "spaces a turn, over the turns",
};
