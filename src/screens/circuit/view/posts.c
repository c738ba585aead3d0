/* What was posted, beside the cars: on plates, and on cards that are turned over together. */
#include "paper/brush.h"
#include "screens/circuit/view/inside.h"

#include <math.h>
#include <stdio.h>

/* Interface pixels; a lane so narrow has no plates. */
static const double WIDTH = 40, HEIGHT = 30, TYPE = 16, EDGE = 2, PLATE = 14, NARROW = 10;

/* --- plates ----------------------------------------------------------------------------------- */

/* Off the strip on the side of its lane; behind a car between others. */
static struct label_wish beside(const struct view *view, const struct paper_view *paper,
                                const struct circuit_look *look)
{
    struct circuit_spot spot = circuit_spot(view->layout, look->along, look->across);
    struct pixel at = brush_place(paper, circuit_layout_height(view->layout), spot.x, spot.y);
    int lanes = circuit_layout_lanes(view->layout);
    bool right = look->across < 1;
    bool left = look->across > lanes - 1;
    return (struct label_wish){
        .x = at.x,
        .y = at.y,
        .away = PLATE * paper->scale,
        .prefer_x = right  ? spot.ahead_y
                    : left ? -spot.ahead_y
                           : -spot.ahead_x,
        .prefer_y = right  ? spot.ahead_x
                    : left ? -spot.ahead_x
                           : spot.ahead_y,
    };
}

static void write_speed(const struct view *view, const struct paper_view *paper,
                        const struct circuit_look *look, const struct paper_theme *theme,
                        struct labels *labels)
{
    struct label_wish wish = beside(view, paper, look);
    char text[12];
    snprintf(text, sizeof text, "%d", look->speed);
    if (labels_can_see(labels, (struct pixel){wish.x, wish.y}))
        labels_add(labels, LABEL_PLATE, text, PLATE * paper->scale, brush_pen(theme, look->pen), 0,
                   &wish);
}

static void place_post(const struct view *view, const struct paper_view *paper,
                       const struct circuit_look *look, struct labels *labels, struct pixel *post)
{
    struct label_wish wish = beside(view, paper, look);
    double w = (WIDTH + 2 * EDGE) * paper->scale, h = (HEIGHT + 2 * EDGE) * paper->scale;
    struct label_box box = {wish.x - w / 2, wish.y - h / 2, w, h};
    if (labels_can_see(labels, (struct pixel){wish.x, wish.y}))
        labels_place(labels, w, h, &wish, &box);
    *post = (struct pixel){box.x + w / 2, box.y + h / 2};
}

void circuit_write_speeds(const struct view *view, const struct paper_view *paper,
                          const struct race *race, uint64_t cars, const struct paper_theme *theme,
                          struct labels *labels, struct pixel posts[PLAYER_LIMIT])
{
    struct circuit_look looks[PLAYER_LIMIT];
    int count = 0;
    for (int car = 1; car <= session_setup(view->session)->players; car++) {
        if (!circuit_look_of(view->session, race, car, &looks[count]))
            continue;
        struct circuit_look body = looks[count++];
        double box[4];
        body.speed = NOT_POSTED;
        circuit_look_box(paper, view->layout, &body, box);
        labels_keep_off(labels, (struct label_box){box[0], box[1], box[2], box[3]});
    }
    bool room = circuit_lane_width(view->layout) * paper->square >= NARROW * paper->scale;
    for (int i = 0; i < count; i++)
        if (!(cars >> looks[i].car & 1) && circuit_phase(race) == PHASE_POST)
            place_post(view, paper, &looks[i], labels, &posts[looks[i].car - 1]);
        else if (room && cars >> looks[i].car & 1 && looks[i].speed != NOT_POSTED)
            write_speed(view, paper, &looks[i], theme, labels);
}

/* --- cards ------------------------------------------------------------------------------------ */

/* Those events, and how far the film is in them. */
static const struct event *find_posts(const struct view *view, int *count, double *within)
{
    *count = 0;
    if (view->share < 0 || view->share >= 1)
        return NULL;
    int at = circuit_film_piece(&view->film, view->share, within);
    if (at < 0)
        return NULL;
    const struct circuit_film_piece *piece = &view->film.pieces[at];
    const struct event *events = session_step(view->session, view->film.step).events + piece->event;
    *count = circuit_event(events)->type == CIRCUIT_EVENT_SHOWN ? piece->count : 0;
    return events;
}

static void draw_post(cairo_t *cairo, const struct view *view, const struct paper_view *paper,
                      const struct event *event, bool bonus, double within, struct pixel at,
                      const struct paper_theme *theme)
{
    double w = WIDTH * paper->scale, h = HEIGHT * paper->scale, x, y;
    double turning = fmin(1, within / 0.35), high = fmax(0.06, fabs(cos(turning * M_PI)));
    bool face = turning > 0.5;
    char text[16];
    struct paper_color pen = brush_pen(theme, paper_pen_of(view->session, event->car));
    if (circuit_car_middle(view, circuit_state(view), event->car, &x, &y)) {
        brush_add_line(cairo, at, brush_place(paper, circuit_layout_height(view->layout), x, y));
        brush_color(cairo, pen);
        brush_stroke(cairo, paper->scale, 0, 0);
    }
    cairo_save(cairo);
    cairo_translate(cairo, at.x, at.y);
    cairo_scale(cairo, 1, high);
    cairo_rectangle(cairo, -w / 2, -h / 2, w, h);
    brush_color(cairo, face ? theme->card : theme->action);
    cairo_fill_preserve(cairo);
    brush_color(cairo, pen);
    brush_stroke(cairo, EDGE * paper->scale, 0, 0);
    snprintf(text, sizeof text, bonus ? "%d+" : "%d", circuit_event(event)->number);
    if (face)
        lettering_draw_aligned(cairo, text, 0, 0, 0.5, TYPE * paper->scale, true, theme->ink);
    cairo_restore(cairo);
}

void circuit_draw_posts(cairo_t *cairo, const struct view *view, const struct paper_view *paper,
                        const struct pixel posts[PLAYER_LIMIT], const struct paper_theme *theme)
{
    double within;
    int count;
    const struct event *events = find_posts(view, &count, &within);
    for (int i = 0; i < count; i++) {
        bool bonus = false;
        for (int j = i + 1; j < count; j++)
            bonus |= events[j].car == events[i].car;
        if (circuit_event(&events[i])->type == CIRCUIT_EVENT_SHOWN)
            draw_post(cairo, view, paper, &events[i], bonus, within, posts[events[i].car - 1],
                      theme);
    }
}

void circuit_add_posts(const struct view *view, const struct paper_view *paper,
                       const struct pixel posts[PLAYER_LIMIT], struct extent *into)
{
    double within;
    int count;
    const struct event *events = find_posts(view, &count, &within);
    for (int i = 0; i < count; i++)
        extent_add(into, posts[events[i].car - 1], (WIDTH / 2 + EDGE) * paper->scale);
}
