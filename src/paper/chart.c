/* The chart of speed over moves. See chart.h for who owns what; drawing cannot fail. */
#include "paper/chart.h"

#include "base/memory.h"
#include "paper/brush.h"
#include "paper/ink.h"
#include "paper/lettering.h"

#include <math.h>
#include <stdlib.h>

/* Interface pixels. */
static const double NUMBER_SIZE = 14, NUMBER_ROOM = 30, FOOT = 24, HEAD = 12, RIGHT = 14;
static const double SPEED_LEAST = 24, MOVE_LEAST = 46; /* between two numbers */
static const double LINE_WIDTH = 2, MARK_SIZE = 9, MARK_LEAST = 15;
static const double PALE = 0.28;

static struct chart_line *line_of(struct chart *chart, int car)
{
    return &chart->lines[car - 1];
}

void chart_fill(struct chart *chart, const struct session *session)
{
    const struct game *game = session_setup(session)->game;
    const struct ink *ink = ink_of(game);
    const struct race *race = session_race(session);
    *chart = (struct chart){.line_count = ink->fill_chart ? game->car_count(race) : 0};
    if (chart->line_count == 0)
        return;
    for (int car = 1; car <= chart->line_count; car++) {
        line_of(chart, car)->car = car;
        line_of(chart, car)->car_of_player = 1;
        for (int other = 1; other < car; other++)
            line_of(chart, car)->car_of_player +=
                game->player_of(race, other) == game->player_of(race, car);
        line_of(chart, car)->pen = session_player(session, game->player_of(race, car))->pen;
    }
    ink->fill_chart(chart, session);
}

void chart_add(struct chart *chart, int car, int square)
{
    struct chart_line *line = line_of(chart, car);
    array_add(line->squares, line->count, line->capacity, square);
    chart->most_moves = line->count > chart->most_moves ? line->count : chart->most_moves;
    chart->most_square = square > chart->most_square ? square : chart->most_square;
}

void chart_free(struct chart *chart)
{
    for (int i = 0; i < chart->line_count; i++)
        free(chart->lines[i].squares);
    *chart = (struct chart){0};
}

/* 1, 2, 5, 10, 20 ... so that `range` of them in `length` pixels are at least `least` apart. */
static int choose_step(int range, double length, double least)
{
    static const int ones[] = {1, 2, 5};
    double allowed = fmax(length / least, 1);
    for (int ten = 1; ten < 1000000000; ten *= 10)
        for (int i = 0; i < 3; i++)
            if (range / (double)(ones[i] * ten) <= allowed)
                return ones[i] * ten;
    return range;
}

static int round_up(int value, int step)
{
    return (value + step - 1) / step * step;
}

struct chart_frame chart_frame_in(const struct chart *chart, double width, double height,
                                  double scale)
{
    struct chart_frame frame = {
        .left = round(NUMBER_ROOM * scale), .top = round(HEAD * scale), .scale = scale};
    frame.width = fmax(width - frame.left - RIGHT * scale, 1);
    frame.height = fmax(height - frame.top - FOOT * scale, 1);
    int fastest = (int)ceil(sqrt(chart->most_square));
    frame.moves = chart->most_moves > 4 ? chart->most_moves : 4;
    frame.speed = fastest > 2 ? fastest : 2;
    frame.move_step = choose_step(frame.moves, frame.width, MOVE_LEAST * scale);
    frame.speed_step = choose_step(frame.speed, frame.height, SPEED_LEAST * scale);
    frame.speed = round_up(frame.speed, frame.speed_step);
    return frame;
}

static double place_x(const struct chart_frame *frame, double move)
{
    return frame->left + frame->width * move / frame->moves;
}

static double place_y(const struct chart_frame *frame, double speed)
{
    return frame->top + frame->height * (1 - speed / frame->speed);
}

void chart_place(const struct chart *chart, const struct chart_frame *frame, int line, int move,
                 double *x, double *y)
{
    *x = place_x(frame, move);
    *y = place_y(frame, move > 0 ? sqrt(chart->lines[line].squares[move - 1]) : 0);
}

bool chart_nearest(const struct chart *chart, const struct chart_frame *frame, double x, double y,
                   double reach, int *line, int *move)
{
    double least = reach;
    bool found = false;
    for (int i = 0; i < chart->line_count; i++)
        for (int k = 1; k <= chart->lines[i].count; k++) {
            double at_x, at_y;
            chart_place(chart, frame, i, k, &at_x, &at_y);
            double away = hypot(at_x - x, at_y - y);
            if (away > least)
                continue;
            least = away;
            *line = i;
            *move = k;
            found = true;
        }
    return found;
}

/* Crisp: on whole pixels, one wide. */
static void draw_rule(cairo_t *cairo, double x1, double y1, double x2, double y2, double scale)
{
    double width = fmax(floor(scale), 1);
    if (x1 == x2)
        cairo_rectangle(cairo, round(x1), y1, width, y2 - y1);
    else
        cairo_rectangle(cairo, x1, round(y1), x2 - x1, width);
    cairo_fill(cairo);
}

static void draw_axes(cairo_t *cairo, const struct chart_frame *frame,
                      const struct paper_theme *theme)
{
    double size = NUMBER_SIZE * frame->scale;
    double foot = frame->top + frame->height, right = frame->left + frame->width;
    for (int speed = 0; speed <= frame->speed; speed += frame->speed_step) {
        double y = place_y(frame, speed);
        brush_color(cairo, speed ? theme->grid : theme->grid_strong);
        draw_rule(cairo, frame->left, y, right, y, frame->scale);
        lettering_draw_number(cairo, speed, frame->left - 7 * frame->scale, y, 1, size, false,
                              theme->ink_soft);
    }
    for (int move = 0; move <= frame->moves; move += frame->move_step) {
        double x = place_x(frame, move);
        brush_color(cairo, move ? theme->grid : theme->grid_strong);
        draw_rule(cairo, x, frame->top, x, foot, frame->scale);
        lettering_draw_number(cairo, move, x, foot + 14 * frame->scale, 0.5, size, false,
                              theme->ink_soft);
    }
}

/* From one mark of a line to the next, in moves: they must not run together. */
static int mark_step(const struct chart_frame *frame)
{
    double apart = frame->width / frame->moves;
    return (int)fmax(ceil(MARK_LEAST * frame->scale / apart), 1);
}

static void draw_line(cairo_t *cairo, const struct chart *chart, const struct chart_frame *frame,
                      int index, double alpha, const struct paper_theme *theme)
{
    const struct chart_line *line = &chart->lines[index];
    struct paper_color color = brush_pen(theme, line->pen);
    int step = mark_step(frame);
    double x, y;
    if (line->count == 0)
        return;
    color.alpha = alpha;
    cairo_new_path(cairo);
    for (int move = 0; move <= line->count; move++) {
        chart_place(chart, frame, index, move, &x, &y);
        cairo_line_to(cairo, x, y);
    }
    brush_color(cairo, color);
    brush_stroke(cairo, LINE_WIDTH * frame->scale, 6 * frame->scale,
                 line->car_of_player > 1 ? 5 * frame->scale : 0);
    cairo_push_group(cairo);
    /* Not all lines have theirs at the same moves, so that they do not hide each other. */
    for (int move = 1 + index % step; move <= line->count; move += step) {
        chart_place(chart, frame, index, move, &x, &y);
        brush_color(cairo, theme->card);
        cairo_new_path(cairo);
        brush_add_disc(cairo, x, y, MARK_SIZE * 0.62 * frame->scale);
        cairo_fill(cairo);
        paper_draw_mark(cairo, line->pen, x, y, MARK_SIZE * frame->scale, theme);
    }
    cairo_pop_group_to_source(cairo);
    cairo_paint_with_alpha(cairo, alpha);
}

void chart_draw(cairo_t *cairo, const struct chart *chart, const struct chart_frame *frame,
                int chosen, const struct paper_theme *theme)
{
    draw_axes(cairo, frame, theme);
    for (int i = 0; i < chart->line_count; i++)
        if (i != chosen)
            draw_line(cairo, chart, frame, i, chosen >= 0 ? PALE : 1, theme);
    if (chosen >= 0)
        draw_line(cairo, chart, frame, chosen, 1, theme);
}
