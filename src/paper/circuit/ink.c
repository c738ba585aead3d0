/* Circuits' ink: what each step of the session leaves on the strip - the way of each car in its pen
 * with a tick a space, dashes where a car fell back or was set aside, skid marks where one spun,
 * and the paper torn where one crashed. All is told by the events; but for what is torn, what has
 * faded is gone, since every lap goes over the same spaces.
 */
#include "paper/circuit/ink.h"

#include "paper/circuit/pages.h"

#include "base/hash.h"
#include "paper/moments/tear.h"
#include "paper/print.h"

#include <assert.h>
#include <math.h>

static const double TURN = 6.283185307179586;
static const double FADED_ALPHA = 0.45;

const struct circuit *circuit_of_course(struct course course)
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

static void add_tick(cairo_t *cairo, struct pixel from, struct pixel to, double half, double width)
{
    double length = fmax(hypot(to.x - from.x, to.y - from.y), 1e-6);
    double x = -(to.y - from.y) / length * half, y = (to.x - from.x) / length * half;
    brush_add_stroke(cairo, to.x - x, to.y - y, to.x + x, to.y + y, width, 7);
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
            add_tick(cairo, a, b, sizes.tick * 0.55, sizes.ink * 0.7);
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
static void draw_skid(const struct inking *inking, struct space space, uint64_t seed)
{
    enum { PIECES = 30 };
    const struct paper_view *view = inking->view;
    double lane = circuit_lane_width(inking->layout) * view->square, thin = brush_sizes(view).thin;
    double reach = brush_clamp(lane * 0.85, 10 * view->scale, 34 * view->scale);
    struct pixel at = middle_of(inking, space);
    struct paper_color color = inking->theme->wall;
    color.alpha = 0.6;
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

static void draw_dashes(const struct inking *inking, int car, struct space from, struct space to)
{
    double thin = brush_sizes(inking->view).thin;
    cairo_new_path(inking->cairo);
    brush_add_line(inking->cairo, place_on_way(inking->view, inking->layout, car, from),
                   place_on_way(inking->view, inking->layout, car, to));
    brush_stroke(inking->cairo, thin, thin * 1.5, thin * 2.5);
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
    else if (event->type == CIRCUIT_EVENT_PUT_BACK || event->type == CIRCUIT_EVENT_SET_ASIDE)
        draw_dashes(inking, car, stood_at(inking, step, index), event->to);
    else if (event->type == CIRCUIT_EVENT_SPIN)
        draw_skid(inking, stood_at(inking, step, index), (uint64_t)(event->number * 7 + car));
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

/* The events of a car (0: of all) as far as the step is shown. */
static void draw_events(const struct inking *inking, int index, int car, double progress)
{
    struct step step = session_step(inking->session, index);
    int moves = 0, all = 1 + count_moves(&step);
    for (int i = 0; i < step.event_count; i++) {
        if (car == 0 || step.events[i].car == car)
            draw_event(inking, &step, i, progress * all - moves);
        moves += circuit_event(&step.events[i])->type == CIRCUIT_EVENT_MOVED;
    }
}

static void draw_torn(const struct inking *inking, int index)
{
    struct step step = session_step(inking->session, index);
    for (int i = 0; i < step.event_count; i++)
        if (circuit_event(&step.events[i])->type == CIRCUIT_EVENT_OUT)
            draw_tear(inking, &step, i, FADED_ALPHA);
}

/* `car` 0: of all. */
static void draw_ink(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                     int index, int car, double progress, bool faded,
                     const struct paper_theme *theme)
{
    struct circuit_layout *layout = circuit_layout_create(circuit_of(session_setup(session)));
    const struct inking inking = {cairo,  view,  session,
                                  layout, theme, session_race_after(session, index)};
    if (faded)
        draw_torn(&inking, index);
    else
        draw_events(&inking, index, car, progress);
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
    .append_csv = circuit_append_csv,
    .fill_chart = circuit_fill_chart,
    .chart_axes = "spaces a turn, over the turns",
};
