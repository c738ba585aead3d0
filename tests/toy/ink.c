/* The toy's ink: the road's squares with mud in another colour, and a mark a car. No move leaves
 * any. */
#include "paper/ink.h"
#include "toy/toy.h"

extern const struct ink toy_ink;

static void set(cairo_t *cairo, struct paper_color color)
{
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha);
}

static void draw_course(cairo_t *cairo, const struct paper_view *view, struct course course,
                        bool on_sheet, const struct paper_theme *theme)
{
    const struct road *road = course.body;
    set(cairo, theme->paper);
    cairo_paint(cairo);
    for (int i = 0; i <= road->last; i++) {
        char square = road->squares[i];
        set(cairo, square == '~' ? theme->slick : square == '.' ? theme->paper : theme->wall);
        cairo_rectangle(cairo, view->left + i * view->square, view->top, view->square,
                        view->square);
        cairo_fill(cairo);
    }
    if (on_sheet)
        paper_draw_grid(cairo, view, course_size(course), theme);
}

static double middle(const struct paper_view *view, const struct race *race, int car)
{
    return view->left + (toy_race(race)->cars[car - 1].at + 0.5) * view->square;
}

static void draw_car(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                     const struct race *race, int car, const struct paper_theme *theme)
{
    paper_draw_mark(cairo, paper_pen_of(session, car), middle(view, race, car),
                    view->top + view->square / 2, view->square / 2, theme);
}

static bool car_box(const struct paper_view *view, const struct session *session,
                    const struct race *race, int car, double box[4])
{
    (void)session;
    box[0] = (int)(middle(view, race, car) - view->square);
    box[1] = (int)(view->top - view->square);
    box[2] = box[3] = (int)(3 * view->square);
    return true;
}

static void explain(struct print_words *words, const struct setup *setup, bool table)
{
    (void)setup, (void)table;
    print_words_head(words, "Toy");
    print_words_say(words, "", "Who enters the same number as others stays where it is.");
}

const struct ink toy_ink = {
    .game = &toy_game,
    .draw_course = draw_course,
    .draw_car = draw_car,
    .car_box = car_box,
    .explain = explain,
};
