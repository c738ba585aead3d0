/* See hints.h. Owns nothing, cannot fail. */
#include "paper/graph_paper/hints.h"

#include "paper/graph_paper/outline.h"
#include "paper/lettering.h"

#include <math.h>
#include <stdio.h>

static const double DIGIT_WIDTH = 0.58, DIGIT_HEIGHT = 0.72; /* shares of the type's size */
static const double LINE_STRENGTH = 0.8, LINE_WEIGHT = 10;
enum { DIFFERENCE_MOST = 9, NUMBER_BYTES = 12 };

/* --- outcomes, what cannot be chosen, and prices: no two share a shape, so nothing is told by
 * colour alone -------------------------------------------------------------------------------- */

struct outcome_pen {
    cairo_t *cairo;
    const struct paper_theme *theme;
    double x, y, radius, strength;
};

static void set_color(const struct outcome_pen *pen, struct paper_color color)
{
    color.alpha *= pen->strength;
    brush_color(pen->cairo, color);
}

/* Bare ground under a sign that is drawn with lines. */
static void draw_ground(const struct outcome_pen *pen, double radius)
{
    cairo_new_path(pen->cairo);
    brush_add_disc(pen->cairo, pen->x, pen->y, radius);
    set_color(pen, pen->theme->card);
    cairo_fill(pen->cairo);
}

static void stroke_cross(cairo_t *cairo, struct pixel at, double reach, double width)
{
    for (int side = -1; side <= 1; side += 2)
        brush_add_line(cairo, (struct pixel){at.x - reach, at.y + side * reach},
                       (struct pixel){at.x + reach, at.y - side * reach});
    brush_stroke(cairo, width, 0, 0);
}

static void draw_cross(const struct outcome_pen *pen)
{
    double width = pen->radius * 0.34;
    draw_ground(pen, pen->radius * 1.25);
    set_color(pen, pen->theme->warning);
    brush_circle(pen->cairo, pen->x, pen->y, pen->radius * 1.25 - width / 2, width);
    stroke_cross(pen->cairo, (struct pixel){pen->x, pen->y}, pen->radius * 0.55, width * 1.1);
}

static void draw_star(const struct outcome_pen *pen)
{
    cairo_new_path(pen->cairo);
    for (int i = 0; i < 16; i++) {
        double angle = i * 0.3926991;
        double reach = pen->radius * (i % 2 ? 0.72 : 1.65);
        cairo_line_to(pen->cairo, pen->x + reach * cos(angle), pen->y + reach * sin(angle));
    }
    cairo_close_path(pen->cairo);
    set_color(pen, pen->theme->focus);
    cairo_fill_preserve(pen->cairo);
    set_color(pen, pen->theme->warning);
    brush_stroke(pen->cairo, pen->radius * 0.2, 0, 0);
}

static void add_wave(cairo_t *cairo, double x, double y, double half)
{
    cairo_move_to(cairo, x - half, y);
    for (int k = 0; k < 2; k++) {
        double left = x - half + k * half;
        cairo_curve_to(cairo, left + half * 0.3, y - half * 0.55, left + half * 0.7,
                       y + half * 0.55, left + half, y);
    }
}

static void draw_wave(const struct outcome_pen *pen)
{
    double half = pen->radius * 1.35;
    draw_ground(pen, pen->radius * 1.45);
    set_color(pen, pen->theme->ink);
    for (int row = -1; row <= 1; row += 2)
        add_wave(pen->cairo, pen->x, pen->y + row * half * 0.32, half);
    brush_stroke(pen->cairo, pen->radius * 0.3, 0, 0);
}

static void draw_flag(const struct outcome_pen *pen)
{
    double cell = pen->radius * 0.72;
    double left = pen->x - cell * 1.2, top = pen->y - cell * 2;
    set_color(pen, pen->theme->chequer_light);
    cairo_rectangle(pen->cairo, left, top, cell * 3, cell * 2);
    cairo_fill(pen->cairo);
    set_color(pen, pen->theme->chequer_dark);
    for (int i = 0; i < 6; i++)
        if ((i + i / 3) % 2 == 0)
            cairo_rectangle(pen->cairo, left + i % 3 * cell, top + i / 3 * cell, cell, cell);
    cairo_fill(pen->cairo);
    cairo_rectangle(pen->cairo, left, top, cell * 3, cell * 2);
    cairo_move_to(pen->cairo, left, top);
    cairo_line_to(pen->cairo, left, pen->y + cell * 2);
    brush_stroke(pen->cairo, pen->radius * 0.22, 0, 0);
}

void paper_draw_outcome(cairo_t *cairo, enum outcome outcome, int number, double x, double y,
                        double radius, double strength, const struct paper_theme *theme)
{
    struct outcome_pen pen = {cairo, theme, x, y, radius, strength};
    cairo_new_path(cairo);
    switch (outcome) {
    case OUTCOME_OFF_TRACK:
        draw_cross(&pen);
        break;
    case OUTCOME_COLLISION:
        draw_star(&pen);
        break;
    case OUTCOME_SLICK:
        draw_wave(&pen);
        break;
    case OUTCOME_FINISH:
        draw_flag(&pen);
        break;
    case OUTCOME_CLEAR:
        brush_add_disc(cairo, x, y, radius);
        set_color(&pen, brush_pen(theme, number));
        cairo_fill(cairo);
        break;
    }
}

void paper_draw_refused(cairo_t *cairo, double x, double y, double radius, double strength,
                        const struct paper_theme *theme)
{
    struct outcome_pen pen = {cairo, theme, x, y, radius, strength};
    double reach = radius * 1.05, slant = reach * 1.35 * 0.7071;
    pen.strength = 1;
    draw_ground(&pen, reach);
    pen.strength = strength;
    set_color(&pen, theme->ink_soft);
    brush_circle(cairo, x, y, reach, radius * 0.28);
    brush_add_line(cairo, (struct pixel){x - slant, y + slant},
                   (struct pixel){x + slant, y - slant});
    brush_stroke(cairo, radius * 0.28, 0, 0);
}

void paper_draw_sign(cairo_t *cairo, enum paper_sign sign, double x, double y, double size,
                     double ahead_x, double ahead_y)
{
    double half = size / 2, side_x = -ahead_y, side_y = ahead_x;
    double back = sign == SIGN_BOOST ? half * 0.45 : 0;
    if (sign == SIGN_NITRO) {
        brush_square(cairo, x, y, size, size * 0.16);
        return;
    }
    cairo_new_path(cairo);
    cairo_move_to(cairo, x + side_x * half - ahead_x * back, y + side_y * half - ahead_y * back);
    cairo_line_to(cairo, x + ahead_x * back, y + ahead_y * back);
    cairo_line_to(cairo, x - side_x * half - ahead_x * back, y - side_y * half - ahead_y * back);
    if (sign == SIGN_BRAKE)
        brush_stroke_blunt(cairo, size * 0.32, 0, 0);
    else
        brush_stroke(cairo, size * 0.22, 0, 0);
}

/* --- hints ------------------------------------------------------------------------------------ */

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

static void draw_bead(cairo_t *cairo, const struct paper_numbers *numbers, const struct hint *hint,
                      const struct paper_hint_look *look, const struct paper_theme *theme)
{
    char text[NUMBER_BYTES];
    bool best = hint->rounds == numbers->hints->best, numbered = print_number(numbers, hint, text);
    struct paper_color pen = brush_pen(theme, numbers->pen);
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
    if (!look->slick)
        return;
    add_wave(cairo, look->x, y + letter * 0.53, letter * 0.3); /* the number makes room */
    brush_stroke(cairo, letter * 0.09, 0, 0);
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
    brush_color(cairo, theme->card);
    cairo_fill_preserve(cairo);
    color.alpha *= strength;
    brush_color(cairo, color);
    brush_stroke(cairo, line, 0, 0);
    brush_add_line(cairo, (struct pixel){x, y - radius * 0.38},
                   (struct pixel){x, y + radius * 0.14});
    brush_add_line(cairo, (struct pixel){x, y + radius * 0.5}, (struct pixel){x, y + radius * 0.5});
    brush_stroke(cairo, line, 0, 0);
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

static struct pixel dot_of(const struct paper_view *view, const struct dotted_line *line, int index)
{
    return brush_grid_place(view, line->height, line->points[index]);
}

/* Adds a small bar across the end of a move. */
static void add_bar(cairo_t *cairo, struct pixel from, struct pixel to, double half)
{
    double dx = to.x - from.x, dy = to.y - from.y, length = hypot(dx, dy);
    struct pixel aside = {-dy / length * half, dx / length * half};
    if (length > 0)
        brush_add_line(cairo, (struct pixel){to.x + aside.x, to.y + aside.y},
                       (struct pixel){to.x - aside.x, to.y - aside.y});
}

bool dotted_box(const struct paper_view *view, const struct dotted_line *line, double box[4])
{
    struct brush_sizes sizes = brush_sizes(view);
    struct extent extent = EXTENT_NOTHING;
    for (int i = 0; line->count > 1 && i < line->count; i++)
        extent_add(&extent, dot_of(view, line, i), sizes.tick + sizes.ink + 1);
    return extent_box(&extent, box);
}

static void draw_move(cairo_t *cairo, const struct brush_sizes *sizes, struct pixel from,
                      struct pixel to)
{
    cairo_new_path(cairo);
    brush_add_line(cairo, from, to);
    brush_stroke(cairo, sizes->ink, 0, sizes->ink * 2.4);
    add_bar(cairo, from, to, sizes->tick * 0.8);
    brush_stroke(cairo, sizes->thin, 0, 0);
}

void dotted_draw(cairo_t *cairo, const struct paper_view *view, const struct dotted_line *line)
{
    struct brush_sizes sizes = brush_sizes(view);
    if (line->count < 2)
        return;
    brush_color(cairo, line->color);
    for (int i = 1; i < line->count; i++) {
        struct pixel from = dot_of(view, line, i - 1), to = dot_of(view, line, i);
        if (brush_is_seen(cairo, from.x, from.y, to.x, to.y, sizes.tick + sizes.ink))
            draw_move(cairo, &sizes, from, to);
    }
}

void dotted_label(struct labels *labels, const struct paper_view *view,
                  const struct dotted_line *line, const struct paper_theme *theme)
{
    if (line->count < 2 || line->label[0] == '\0')
        return;
    struct pixel before = dot_of(view, line, line->count - 2),
                 end = dot_of(view, line, line->count - 1);
    double size = brush_sizes(view).letter;
    struct label_wish wish = {end.x, end.y, size * 0.6, end.x - before.x, end.y - before.y};
    if (!labels_can_see(labels, end))
        return;
    labels_avoid_line(labels, before.x, before.y, end.x, end.y, LINE_WEIGHT);
    labels_add(labels, LABEL_RIMMED, line->label, size, theme->ink, 0, &wish);
}

struct dotted_line paper_best_line(const struct track *track, const struct hints *hints, int pen,
                                   const struct paper_theme *theme)
{
    const struct hint_way *way = &hints->line;
    struct dotted_line line = {way->points, way->count, track->height, brush_pen(theme, pen), ""};
    line.color.alpha = LINE_STRENGTH;
    if (way->end != WAY_GOES_ON)
        snprintf(line.label, sizeof line.label,
                 way->end == WAY_FINISHES ? "finish in %d" : "lap in %d", way->rounds);
    return line;
}

void paper_draw_braking(const struct track_brush *brush, const struct hint_way *way)
{
    cairo_t *cairo = brush->cairo;
    const struct brush_sizes *sizes = &brush->sizes;
    struct pixel at = {0, 0}, moved_from = at;
    bool moved = false;
    for (int i = 1; i < way->count; i++) {
        struct pixel from = track_place(brush, way->points[i - 1]);
        at = track_place(brush, way->points[i]);
        if (way->end == WAY_LEAVES && i == way->count - 1)
            at = brush_exact_place(brush->view, brush->track->height, way->exit);
        if (hypot(at.x - from.x, at.y - from.y) <= 0)
            continue;
        moved = true;
        moved_from = from;
        brush_color(cairo, brush->theme->ink_soft);
        cairo_new_path(cairo);
        brush_add_line(cairo, from, at);
        brush_stroke_blunt(cairo, sizes->thin * 1.2, sizes->ink * 2.2, sizes->ink * 2);
        add_bar(cairo, from, at, sizes->tick * 0.5);
        brush_stroke_blunt(cairo, sizes->thin * 1.2, 0, 0);
    }
    if (way->end == WAY_LEAVES) {
        brush_color(cairo, brush->theme->warning);
        stroke_cross(cairo, at, sizes->point * 0.8, sizes->ink);
    } else if (moved && way->end == WAY_STOPS) {
        add_bar(cairo, moved_from, at, sizes->tick * 1.35);
        brush_stroke_blunt(cairo, sizes->ink * 2, 0, 0);
    }
}
