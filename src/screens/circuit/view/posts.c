/* What was posted, cards beside the cars that are turned over together. */
#include "paper/lettering.h"
#include "screens/circuit/view/inside.h"

#include <math.h>
#include <stdio.h>

/* Interface pixels. */
static const double WIDTH = 40, HEIGHT = 30, TYPE = 16, EDGE = 2;

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

static struct pixel middle_of(const struct view *view, const struct paper_view *paper, int number)
{
    const struct circuit_car *car = circuit_car(circuit_state(view), number);
    struct circuit_spot spot =
        circuit_space_middle(view->layout, (struct space){car->row, car->lane});
    struct pixel at = brush_place(paper, circuit_layout_height(view->layout), spot.x, spot.y);
    return (struct pixel){at.x + paper->square * 0.3 + WIDTH / 2 * paper->scale,
                          at.y - paper->square * 0.2 - HEIGHT / 2 * paper->scale};
}

static void draw_post(cairo_t *cairo, const struct view *view, const struct paper_view *paper,
                      const struct event *event, bool bonus, double within,
                      const struct paper_theme *theme)
{
    struct pixel at = middle_of(view, paper, event->car);
    double w = WIDTH * paper->scale, h = HEIGHT * paper->scale;
    double turning = fmin(1, within / 0.35), high = fmax(0.06, fabs(cos(turning * M_PI)));
    bool face = turning > 0.5;
    char text[16];
    cairo_save(cairo);
    cairo_translate(cairo, at.x, at.y);
    cairo_scale(cairo, 1, high);
    cairo_rectangle(cairo, -w / 2, -h / 2, w, h);
    brush_color(cairo, face ? theme->card : theme->action);
    cairo_fill_preserve(cairo);
    brush_color(cairo, brush_pen(theme, paper_pen_of(view->session, event->car)));
    brush_stroke(cairo, EDGE * paper->scale, 0, 0);
    snprintf(text, sizeof text, bonus ? "%d+" : "%d", circuit_event(event)->number);
    if (face)
        lettering_draw_aligned(cairo, text, 0, 0, 0.5, TYPE * paper->scale, true, theme->ink);
    cairo_restore(cairo);
}

void circuit_draw_posts(cairo_t *cairo, const struct view *view, const struct paper_view *paper,
                        const struct paper_theme *theme)
{
    double within;
    int count;
    const struct event *events = find_posts(view, &count, &within);
    for (int i = 0; i < count; i++) {
        bool bonus = false;
        for (int j = i + 1; j < count; j++)
            bonus |= events[j].car == events[i].car;
        if (circuit_event(&events[i])->type == CIRCUIT_EVENT_SHOWN)
            draw_post(cairo, view, paper, &events[i], bonus, within, theme);
    }
}

void circuit_add_posts(const struct view *view, const struct paper_view *paper, struct extent *into)
{
    double within;
    int count;
    const struct event *events = find_posts(view, &count, &within);
    for (int i = 0; i < count; i++)
        extent_add(into, middle_of(view, paper, events[i].car), (WIDTH / 2 + EDGE) * paper->scale);
}
