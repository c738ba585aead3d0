/* The toy's ink: the road's squares with mud in another colour. Cars are their pens' marks, and no
 * move leaves any ink. Here, too, the lists of the floors below the window with the toy in them,
 * linked in place of the program's own.
 */
#include "paper/graph_paper/ink.h"
#include "drivers/graph_paper/driving.h"
#include "rules/graph_paper/graph_paper.h"
#include "toy/toy.h"

static void draw_course(cairo_t *cairo, const struct paper_view *view, struct course course,
                        bool on_sheet, const struct paper_theme *theme)
{
    const struct road *road = course.body;
    brush_color(cairo, theme->paper);
    cairo_paint(cairo);
    for (int i = 0; i <= road->last; i++) {
        char square = road->squares[i];
        brush_color(cairo, square == '~'   ? theme->slick
                           : square == '.' ? theme->paper
                                           : theme->wall);
        cairo_rectangle(cairo, view->left + i * view->square, view->top, view->square,
                        view->square);
        cairo_fill(cairo);
    }
    if (on_sheet)
        paper_draw_grid(cairo, view, course_size(course), theme);
}

static void explain(struct print_words *words, const struct setup *setup, bool table)
{
    (void)setup, (void)table;
    words_head(words, "Toy");
    words_say(words, "", "Who enters the same number as others stays where it is.");
}

static const struct ink toy_ink = {
    .game = &toy_game, .draw_course = draw_course, .explain = explain};

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
