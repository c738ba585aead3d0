/* Squared paper of 8 x 6 squares with what the lesson is about, in the ink of the race's sheet.
 * Coordinates are in squares, y down, as nothing here is a grid point of a track.
 */
#include "screens/sketches.h"

#include "paper/turn.h"

#include <math.h>

enum { SQUARES_WIDE = 8, SQUARES_HIGH = 6 };

struct sketch {
    cairo_t *cairo;
    const struct paper_theme *theme;
    double square; /* pixels */
};

static void use(struct sketch *s, struct paper_color color)
{
    cairo_set_source_rgba(s->cairo, color.red, color.green, color.blue, color.alpha);
}

static void clip_to_card(cairo_t *cairo, double w, double h, double r)
{
    cairo_arc(cairo, w - r, r, r, -M_PI / 2, 0);
    cairo_arc(cairo, w - r, h - r, r, 0, M_PI / 2);
    cairo_arc(cairo, r, h - r, r, M_PI / 2, M_PI);
    cairo_arc(cairo, r, r, r, M_PI, 3 * M_PI / 2);
    cairo_close_path(cairo);
    cairo_clip(cairo);
}

/* Paper and grid; afterwards a unit is a square and the lines of the grid lie on whole numbers. */
static struct sketch begin(cairo_t *cairo, int width, int height, const void *data)
{
    struct sketch s = {.cairo = cairo, .theme = data};
    s.square = fmax((double)width / SQUARES_WIDE, (double)height / SQUARES_HIGH);
    clip_to_card(cairo, width, height, s.square * 0.3);
    use(&s, s.theme->paper);
    cairo_paint(cairo);
    use(&s, s.theme->grid);
    cairo_set_line_width(cairo, 1);
    for (int i = 0; i <= SQUARES_WIDE; i++) {
        double at = floor((i + 0.5) * s.square) + 0.5;
        cairo_move_to(cairo, at, 0);
        cairo_line_to(cairo, at, height);
        cairo_move_to(cairo, 0, at);
        cairo_line_to(cairo, width, at);
    }
    cairo_stroke(cairo);
    cairo_translate(cairo, s.square / 2, s.square / 2);
    cairo_scale(cairo, s.square, s.square);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    return s;
}

/* A move of the paper game: line and tick. */
static void move(struct sketch *s, int pen, double x1, double y1, double x2, double y2)
{
    double length = hypot(x2 - x1, y2 - y1);
    double dx = (x2 - x1) / length * 0.2, dy = (y2 - y1) / length * 0.2;
    use(s, s->theme->pens[pen - 1]);
    cairo_set_line_width(s->cairo, 0.1);
    cairo_move_to(s->cairo, x1, y1);
    cairo_line_to(s->cairo, x2, y2);
    cairo_move_to(s->cairo, x2 - dy, y2 + dx);
    cairo_line_to(s->cairo, x2 + dy, y2 - dx);
    cairo_stroke(s->cairo);
}

static void dashed_move(struct sketch *s, int pen, double x1, double y1, double x2, double y2)
{
    double dash = 0.22;
    use(s, s->theme->pens[pen - 1]);
    cairo_set_line_width(s->cairo, 0.09);
    cairo_set_dash(s->cairo, &dash, 1, 0);
    cairo_move_to(s->cairo, x1, y1);
    cairo_line_to(s->cairo, x2, y2);
    cairo_stroke(s->cairo);
    cairo_set_dash(s->cairo, NULL, 0, 0);
}

static void car(struct sketch *s, int pen, double x, double y)
{
    use(s, s->theme->paper);
    cairo_arc(s->cairo, x, y, 0.42, 0, 2 * M_PI);
    cairo_fill_preserve(s->cairo);
    use(s, s->theme->pens[pen - 1]);
    cairo_set_line_width(s->cairo, 0.09);
    cairo_stroke(s->cairo);
    paper_draw_mark(s->cairo, pen, x, y, 0.5, s->theme);
}

static void outcome(struct sketch *s, enum outcome what, int pen, double x, double y,
                    double strength)
{
    paper_draw_outcome(s->cairo, what, pen, x, y, what == OUTCOME_CLEAR ? 0.13 : 0.3, strength,
                       s->theme);
}

static void nine_points(struct sketch *s, int pen, double x, double y)
{
    for (int row = -1; row <= 1; row++)
        for (int column = -1; column <= 1; column++)
            outcome(s, OUTCOME_CLEAR, pen, x + column, y + row, 1);
}

static void ring(struct sketch *s, int pen, double x, double y)
{
    double dash = 0.13;
    use(s, s->theme->pens[pen - 1]);
    cairo_set_line_width(s->cairo, 0.08);
    cairo_set_dash(s->cairo, &dash, 1, 0);
    cairo_arc(s->cairo, x, y, 0.36, 0, 2 * M_PI);
    cairo_stroke(s->cairo);
    cairo_set_dash(s->cairo, NULL, 0, 0);
}

static void wall_path(struct sketch *s)
{
    cairo_move_to(s->cairo, 5.4, -1);
    cairo_curve_to(s->cairo, 5.9, 1.5, 5.2, 3.4, 6.6, 6);
}

static void wall(struct sketch *s)
{
    cairo_save(s->cairo);
    wall_path(s);
    cairo_line_to(s->cairo, 9, 6);
    cairo_line_to(s->cairo, 9, -1);
    cairo_clip(s->cairo);
    use(s, s->theme->hatching);
    cairo_set_line_width(s->cairo, 0.07);
    for (double at = 2; at < 18; at += 0.42) {
        cairo_move_to(s->cairo, at, -1);
        cairo_line_to(s->cairo, at - 8, 7);
    }
    cairo_stroke(s->cairo);
    cairo_restore(s->cairo);
    wall_path(s);
    use(s, s->theme->wall);
    cairo_set_line_width(s->cairo, 0.13);
    cairo_stroke(s->cairo);
}

static void slick(struct sketch *s)
{
    cairo_save(s->cairo);
    cairo_move_to(s->cairo, 3.6, 2.2);
    cairo_curve_to(s->cairo, 4.2, 0.8, 6.4, 0.9, 6.5, 2.3);
    cairo_curve_to(s->cairo, 6.6, 3.6, 5.4, 4.3, 4.5, 3.7);
    cairo_curve_to(s->cairo, 3.8, 3.3, 3.4, 2.9, 3.6, 2.2);
    use(s, s->theme->slick);
    cairo_fill_preserve(s->cairo);
    cairo_clip(s->cairo);
    struct paper_color strokes = s->theme->ink_soft;
    strokes.alpha = 0.6;
    use(s, strokes);
    cairo_set_line_width(s->cairo, 0.05);
    for (double at = 3; at < 8; at += 0.5) {
        cairo_move_to(s->cairo, at, 0.5);
        cairo_line_to(s->cairo, at + 1.2, 4.5);
    }
    cairo_stroke(s->cairo);
    cairo_restore(s->cairo);
}

void sketch_points(cairo_t *cairo, int width, int height, const void *data)
{
    struct sketch s = begin(cairo, width, height, data);
    move(&s, 1, 0, 4, 2, 3);
    nine_points(&s, 1, 4, 2);
    ring(&s, 1, 4, 2);
    dashed_move(&s, 1, 2, 3, 5, 1);
    car(&s, 1, 2, 3);
}

void sketch_speed(cairo_t *cairo, int width, int height, const void *data)
{
    static const double x[] = {0, 1, 3, 6};
    struct sketch s = begin(cairo, width, height, data);
    for (int i = 0; i < 3; i++)
        move(&s, 1, x[i], 4 - i * 0.5 - (i == 2) * 0, x[i + 1], 4 - (i + 1) * 0.5);
    car(&s, 1, 6, 2.5);
}

void sketch_wall(cairo_t *cairo, int width, int height, const void *data)
{
    struct sketch s = begin(cairo, width, height, data);
    wall(&s);
    move(&s, 1, 0, 4, 2, 3);
    dashed_move(&s, 1, 2, 3, 5, 1);
    dashed_move(&s, 1, 2, 3, 6, 2);
    outcome(&s, OUTCOME_CLEAR, 1, 5, 1, 1);
    outcome(&s, OUTCOME_OFF_TRACK, 1, 6, 2, 1);
    car(&s, 1, 2, 3);
}

void sketch_nitro(cairo_t *cairo, int width, int height, const void *data)
{
    struct sketch s = begin(cairo, width, height, data);
    for (int row = -2; row <= 2; row++)
        for (int column = -2; column <= 2; column++)
            outcome(&s, OUTCOME_CLEAR, 1, 4 + column, 2 + row,
                    row * row == 4 || column * column == 4 ? 0.4 : 1);
    move(&s, 1, 1, 3, 6, 1);
    use(&s, s.theme->pens[0]);
    cairo_set_line_width(cairo, 0.09);
    cairo_rectangle(cairo, 5.7, 0.7, 0.6, 0.6);
    cairo_stroke(cairo);
    car(&s, 1, 1, 3);
}

void sketch_slick(cairo_t *cairo, int width, int height, const void *data)
{
    struct sketch s = begin(cairo, width, height, data);
    slick(&s);
    move(&s, 3, 0, 4, 2, 4);
    move(&s, 3, 2, 4, 5, 3);
    car(&s, 3, 5, 3);
    paper_draw_tally(cairo, 2, 5.7, 3, 0.7, s.theme);
}

void sketch_collision(cairo_t *cairo, int width, int height, const void *data)
{
    struct sketch s = begin(cairo, width, height, data);
    move(&s, 2, 0, 1, 2, 1);
    move(&s, 2, 2, 1, 5, 2);
    move(&s, 1, 0, 4, 2, 3);
    dashed_move(&s, 1, 2, 3, 5, 2);
    car(&s, 1, 2, 3);
    car(&s, 2, 5, 2);
    outcome(&s, OUTCOME_COLLISION, 1, 5.7, 2.8, 1);
}

void sketch_finish(cairo_t *cairo, int width, int height, const void *data)
{
    struct sketch s = begin(cairo, width, height, data);
    for (int row = 0; row < 14; row++)
        for (int column = 0; column < 2; column++) {
            bool dark = (row + column) % 2;
            use(&s, dark ? s.theme->chequer_dark : s.theme->chequer_light);
            cairo_rectangle(cairo, 3.8 + column * 0.4, -0.5 + row * 0.4, 0.4, 0.4);
            cairo_fill(cairo);
        }
    move(&s, 1, 0, 3, 2, 3);
    move(&s, 1, 2, 3, 6, 2);
    car(&s, 1, 6, 2);
    use(&s, s.theme->arrow);
    cairo_set_line_width(cairo, 0.09);
    cairo_move_to(cairo, 2.6, 4.2);
    cairo_line_to(cairo, 5.6, 4.2);
    cairo_move_to(cairo, 5.1, 3.9);
    cairo_line_to(cairo, 5.6, 4.2);
    cairo_line_to(cairo, 5.1, 4.5);
    cairo_stroke(cairo);
}
