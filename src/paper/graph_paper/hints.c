/* See hints.h. Owns nothing, cannot fail. */
#include "paper/graph_paper/hints.h"

#include "paper/graph_paper/dotted.h"
#include "paper/lettering.h"

#include <math.h>
#include <stdio.h>

static const double DIGIT_WIDTH = 0.58, DIGIT_HEIGHT = 0.72; /* shares of the type's size */
static const double LINE_STRENGTH = 0.8;
enum { DIFFERENCE_MOST = 9, NUMBER_BYTES = 12 };

struct spot {
    double x, y;
};

static struct spot spot_of(const struct paper_view *view, const struct track *track,
                           struct point grid)
{
    struct spot spot;
    paper_to_device(view, track->height, grid.x, grid.y, &spot.x, &spot.y);
    return spot;
}

/* --- points ----------------------------------------------------------------------------------- */

static double bead_radius(double letter, int digits)
{
    return hypot(digits * DIGIT_WIDTH * letter, DIGIT_HEIGHT * letter) / 2 + letter * 0.06;
}

struct paper_numbers paper_numbers_of(const struct paper_view *view, const struct hints *hints,
                                      int pen)
{
    struct paper_numbers numbers = {.hints = hints, .pen = pen};
    double most = view->square * 0.465;
    numbers.letter = brush_clamp(view->square * 0.5, 14 * view->scale, 19 * view->scale);
    numbers.doomed = fmin(numbers.letter * 0.5, view->square * 0.46);
    if (!hints || hints->best < 0)
        return numbers;
    numbers.radius = fmin(bead_radius(numbers.letter, 2), most);
    if (numbers.radius < bead_radius(numbers.letter, 1))
        numbers.radius = 0;
    return numbers;
}

/* False if it is so far from the best that the number does not matter. */
static bool print_number(const struct paper_numbers *numbers, const struct hint *hint,
                         char text[NUMBER_BYTES])
{
    int more = hint->rounds - numbers->hints->best;
    snprintf(text, NUMBER_BYTES, "%d", more);
    return more <= DIFFERENCE_MOST;
}

/* Under the number, which makes room for it. */
static void draw_wave(cairo_t *cairo, double x, double y, double half)
{
    cairo_move_to(cairo, x - half, y);
    for (int k = 0; k < 2; k++) {
        double left = x - half + k * half;
        cairo_curve_to(cairo, left + half * 0.3, y - half * 0.55, left + half * 0.7,
                       y + half * 0.55, left + half, y);
    }
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(cairo, half * 0.3);
    cairo_stroke(cairo);
}

static void draw_bead(cairo_t *cairo, const struct paper_numbers *numbers, const struct hint *hint,
                      const struct paper_hint_look *look, const struct paper_theme *theme)
{
    char text[NUMBER_BYTES];
    bool best = hint->rounds == numbers->hints->best, numbered = print_number(numbers, hint, text);
    struct paper_color pen = theme->pens[(numbers->pen - 1) % PEN_COUNT];
    struct paper_color ink = look->strength < 1 ? theme->ink_soft : theme->ink;
    double radius = numbers->radius * (look->chosen ? 1.14 : 1) * (numbered ? 1 : 0.5);
    double letter = numbers->letter, line = letter * (best ? 0.15 : look->chosen ? 0.1 : 0.07);
    double y = look->y - (look->slick ? letter * 0.1 : 0);
    cairo_new_path(cairo);
    brush_add_disc(cairo, look->x, look->y, radius);
    brush_color(cairo, brush_mix(pen, theme->card, look->chosen ? 0.2 : best ? 0.1 : 0));
    cairo_fill(cairo);
    brush_color(cairo, brush_mix(pen, theme->card, look->strength));
    brush_circle(cairo, look->x, look->y, radius - line / 2, line);
    if (!numbered)
        return;
    lettering_draw(cairo, text, look->x - lettering_width(cairo, text, letter, best) / 2, y, letter,
                   best, ink);
    if (look->slick)
        draw_wave(cairo, look->x, y + letter * 0.53, letter * 0.3);
}

void paper_draw_doomed(cairo_t *cairo, double x, double y, double radius, double strength,
                       const struct paper_theme *theme)
{
    double half = radius * 1.1, top = y - radius * 1.12, foot = y + radius * 0.82;
    double line = radius * 0.26;
    struct paper_color color = theme->warning;
    cairo_new_path(cairo);
    cairo_move_to(cairo, x, top);
    cairo_line_to(cairo, x + half, foot);
    cairo_line_to(cairo, x - half, foot);
    cairo_close_path(cairo);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_width(cairo, line);
    brush_color(cairo, theme->card);
    cairo_fill_preserve(cairo);
    color.alpha *= strength;
    brush_color(cairo, color);
    cairo_stroke(cairo);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_move_to(cairo, x, y - radius * 0.38);
    cairo_line_to(cairo, x, y + radius * 0.14);
    cairo_move_to(cairo, x, y + radius * 0.5);
    cairo_line_to(cairo, x, y + radius * 0.5);
    cairo_stroke(cairo);
}

bool paper_draw_hint(cairo_t *cairo, const struct paper_numbers *numbers, const struct hint *hint,
                     const struct paper_hint_look *look, const struct paper_theme *theme)
{
    bool bead = hint->rounds > 0 && numbers->radius > 0;
    if (hint->doomed)
        paper_draw_doomed(cairo, look->x, look->y, numbers->doomed * (look->chosen ? 1.25 : 1),
                          fmax(look->strength, 0.7), theme);
    else if (bead)
        draw_bead(cairo, numbers, hint, look, theme);
    return hint->doomed || bead;
}

/* --- ways ------------------------------------------------------------------------------------- */

static struct dotted_line best_line(const struct track *track, const struct hints *hints)
{
    return (struct dotted_line){
        .points = hints->line.points, .count = hints->line.count, .height = track->height};
}

bool paper_best_line_box(const struct paper_view *view, const struct track *track,
                         const struct hints *hints, double box[4])
{
    struct dotted_line line = best_line(track, hints);
    return dotted_box(view, &line, box);
}

void paper_draw_best_line(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                          const struct hints *hints, int pen, const struct paper_theme *theme)
{
    struct dotted_line line = best_line(track, hints);
    line.color = theme->pens[(pen - 1) % PEN_COUNT];
    line.color.alpha = LINE_STRENGTH;
    dotted_draw(cairo, view, &line);
}

void paper_label_best_line(struct labels *labels, const struct paper_view *view,
                           const struct track *track, const struct hints *hints,
                           const struct paper_theme *theme)
{
    char label[32];
    struct dotted_line line = best_line(track, hints);
    if (hints->line.end == WAY_GOES_ON)
        return;
    snprintf(label, sizeof label, hints->line.end == WAY_FINISHES ? "finish in %d" : "lap in %d",
             hints->line.rounds);
    dotted_label(labels, view, &line, label, theme);
}

static void draw_stop(cairo_t *cairo, struct spot from, struct spot at,
                      const struct brush_sizes *sizes)
{
    dotted_add_bar(cairo, from.x, from.y, at.x, at.y, sizes->tick * 1.35);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    cairo_set_line_width(cairo, sizes->ink * 2);
    cairo_stroke(cairo);
}

static void draw_exit(cairo_t *cairo, struct spot at, double reach, double width,
                      const struct paper_theme *theme)
{
    cairo_move_to(cairo, at.x - reach, at.y - reach);
    cairo_line_to(cairo, at.x + reach, at.y + reach);
    cairo_move_to(cairo, at.x - reach, at.y + reach);
    cairo_line_to(cairo, at.x + reach, at.y - reach);
    brush_color(cairo, theme->warning);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(cairo, width);
    cairo_stroke(cairo);
}

void paper_draw_braking(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                        const struct hint_way *way, const struct paper_theme *theme)
{
    struct brush_sizes sizes = brush_sizes(view);
    double dashes[2] = {sizes.ink * 2.2, sizes.ink * 2};
    struct spot at = {0, 0}, moved_from = at;
    bool moved = false;
    for (int i = 1; i < way->count; i++) {
        struct spot from = spot_of(view, track, way->points[i - 1]);
        at = spot_of(view, track, way->points[i]);
        if (way->end == WAY_LEAVES && i == way->count - 1)
            paper_to_device(view, track->height, (double)way->exit.x / (double)way->exit.w,
                            (double)way->exit.y / (double)way->exit.w, &at.x, &at.y);
        if (hypot(at.x - from.x, at.y - from.y) <= 0)
            continue;
        moved = true;
        moved_from = from;
        brush_color(cairo, theme->ink_soft);
        cairo_new_path(cairo);
        cairo_move_to(cairo, from.x, from.y);
        cairo_line_to(cairo, at.x, at.y);
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
        cairo_set_line_width(cairo, sizes.thin * 1.2);
        cairo_set_dash(cairo, dashes, 2, 0);
        cairo_stroke(cairo);
        cairo_set_dash(cairo, NULL, 0, 0);
        dotted_add_bar(cairo, from.x, from.y, at.x, at.y, sizes.tick * 0.5);
        cairo_stroke(cairo);
    }
    if (way->end == WAY_LEAVES)
        draw_exit(cairo, at, sizes.point * 0.8, sizes.ink, theme);
    else if (moved && way->end == WAY_STOPS)
        draw_stop(cairo, moved_from, at, &sizes);
}
