/* The toy's ink: the road's hexagons with mud in another colour, a line in its pen for whatever a
 * car has driven, and cars as their pens' marks. Here, too, the lists of the floors below the
 * window with the toy in them, linked in place of the program's own.
 */
#include "paper/graph_paper/ink.h"
#include "drivers/graph_paper/driving.h"
#include "rules/graph_paper/graph_paper.h"
#include "toy/toy.h"

#include <math.h>
#include <string.h>

static struct pixel middle(const struct paper_view *view, int place)
{
    double x, y;
    road_spot((struct point){place, 0}, &x, &y);
    return brush_place(view, ROAD_HIGH, x, y);
}

static void draw_course(cairo_t *cairo, const struct paper_view *view, struct course course,
                        bool on_sheet, const struct paper_theme *theme)
{
    const struct road *road = course.body;
    (void)on_sheet;
    brush_color(cairo, theme->paper);
    cairo_paint(cairo);
    for (int i = 0; i <= road->last; i++) {
        struct pixel at = middle(view, i);
        for (int k = 0; k < 6; k++)
            cairo_line_to(cairo, at.x + view->square * 0.56 * cos(k * 1.0472),
                          at.y + view->square * 0.56 * sin(k * 1.0472));
        cairo_close_path(cairo);
        brush_color(cairo, road->squares[i] == '~' ? theme->slick : theme->card);
        cairo_fill_preserve(cairo);
        brush_color(cairo, theme->wall);
        brush_stroke(cairo, fmax(view->square * 0.04, 1), 0, 0);
    }
}

/* All that were shown drive at once, from place to place. */
static void draw_step(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                      int index, double progress, bool faded, const struct paper_theme *theme)
{
    struct step step = session_step(session, index);
    const struct toy_race *before = toy_race(session_race_after(session, index));
    const struct toy_race *after = toy_race(session_race_after(session, index + 1));
    for (int i = 0; i < step.event_count; i++) {
        int car = step.events[i].car, at = before->cars[car - 1].at, to = after->cars[car - 1].at;
        double shown = progress * (to - at);
        if (strcmp(step.events[i].type, "drove") != 0)
            continue;
        brush_color(cairo, brush_mix(brush_pen(theme, paper_pen_of(session, car)), theme->paper,
                                     faded ? 0.5 : 1));
        for (; shown > 0; at++, shown--) {
            struct pixel from = middle(view, at), end = middle(view, at + 1);
            double part = fmin(shown, 1);
            end.x = from.x + (end.x - from.x) * part;
            end.y = from.y + (end.y - from.y) * part;
            brush_add_line(cairo, from, end);
        }
        brush_stroke(cairo, fmax(view->square * 0.07, 1.5), 0, 0);
    }
}

/* What was driven lies somewhere on the road. */
static bool step_box(const struct paper_view *view, const struct session *session, int index,
                     double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    struct step step = session_step(session, index);
    for (int i = 0; i <= toy_road(session_setup(session))->last && step.event_count > 1; i++)
        extent_add(&extent, middle(view, i), view->square);
    return extent_box(&extent, box);
}

static void draw_car(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                     const struct race *race, int car, const struct paper_theme *theme)
{
    struct pixel at = middle(view, toy_race(race)->cars[car - 1].at);
    at.x += (car % 3 - 1) * view->square * 0.2; /* beside others */
    paper_draw_mark(cairo, paper_pen_of(session, car), at.x, at.y, view->square * 0.4, theme);
}

static bool car_box(const struct paper_view *view, const struct session *session,
                    const struct race *race, int car, double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    (void)session;
    extent_add(&extent, middle(view, toy_race(race)->cars[car - 1].at), view->square * 0.6);
    return extent_box(&extent, box);
}

static void explain(struct print_words *words, const struct setup *setup, bool table)
{
    (void)setup, (void)table;
    words_head(words, "Toy");
    words_say(words, "", "Who enters the same number as others stays where it is.");
}

static const struct ink toy_ink = {.game = &toy_game,
                                   .draw_course = draw_course,
                                   .draw_step = draw_step,
                                   .step_box = step_box,
                                   .draw_car = draw_car,
                                   .car_box = car_box,
                                   .explain = explain};

const struct game *const game_usual = &graph_paper_game;
const struct game *const games[] = {&graph_paper_game, &toy_game, NULL};
const struct driving *const drivings[] = {&graph_paper_driving, &toy_driving, NULL};
const struct ink *const inks[] = {&graph_paper_ink, &toy_ink, NULL};

/* A build with sanitizers shares the floors as a library, whose lists these hide on purpose. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_odr_violation=0";
}
