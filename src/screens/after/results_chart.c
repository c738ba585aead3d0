/* The card with the chart of speed: heading, legend, plot, and what the pointer is on.
 *
 * The plot is a picture, painted when its size or the chosen line changes; the legend tells which
 * mark and colour is whose. Owned from open to close.
 */
#include "screens/after/results_inside.h"

#include "paper/ink.h"
#include "paper/labels.h"

#include <math.h>
#include <stdio.h>

static const double PADDING = 14, HEADING = 26, LEGEND_ROW = 24, LEGEND_GAP = 18; /* interface px */
static const double MARK = 14, PLOT_LEAST = 170, MOST = 720, REACH = 16;

static struct {
    const struct session *session;
    struct chart chart;
    unsigned opened; /* how often: the chart is another each time */
    struct box plot; /* of the window, in the last pass, and its axes */
    struct chart_frame frame;
    int line, move; /* pointed at, by pointer or keys; line -1: none */
    bool focused;   /* by the keyboard, in the last pass */
} shown;

void results_open_chart(const struct session *session)
{
    shown.session = session;
    shown.opened++;
    shown.line = -1;
    chart_fill(&shown.chart, session);
}

void results_close_chart(void)
{
    chart_free(&shown.chart);
}

static const char *name_of(int line, char into[TABLE_NAME_BYTES])
{
    const struct chart_line *drawn = &shown.chart.lines[line];
    int player =
        session_setup(shown.session)->game->player_of(session_race(shown.session), drawn->car);
    results_print_name(shown.session, player, drawn->car_of_player, into, TABLE_NAME_BYTES);
    return into;
}

/* Heading and legend: mark and name after mark and name, in as many rows as they need. */
static void build_head(struct layout *column, void *data)
{
    (void)data;
    struct canvas *canvas = ui_canvas(column->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct layout heading = layout_row(column, HEADING, 0);
    int room = heading.rest.w - canvas_units(canvas, 90);
    layout_text(&heading, AT_LEFT, STYLE_STRONG, theme->ink, "Speed");
    const char *axes = ink_of(session_setup(shown.session)->game)->chart_axes;
    if (axes && canvas_text_width(canvas, STYLE_SMALL, axes) < room)
        layout_text(&heading, AT_RIGHT, STYLE_SMALL, theme->ink_soft, axes);
    struct flow flow = flow_begin(column, LEGEND_GAP);
    flow.below = 0;
    int mark = canvas_units(canvas, MARK * 1.6), most = (column->rest.w - flow.gap) / 2;
    for (int i = 0; i < shown.chart.line_count; i++) {
        char name[TABLE_NAME_BYTES];
        int width = mark + canvas_text_width(canvas, STYLE_SMALL, name_of(i, name));
        struct box cell =
            flow_next(&flow, width < most ? width : most, canvas_units(canvas, LEGEND_ROW));
        struct box left = box_cut_left(&cell, mark);
        canvas_mark(canvas, shown.chart.lines[i].pen, left.x + canvas_units(canvas, MARK / 2),
                    left.y + left.h / 2.0, canvas_units(canvas, MARK));
        canvas_text(canvas, STYLE_SMALL, i == shown.line ? theme->ink : theme->ink_soft, name, cell,
                    ALIGN_LEFT);
    }
    flow_end(&flow, column);
}

/* --- plot ------------------------------------------------------------------------------------- */

static void paint(cairo_t *cairo, int width, int height, const void *theme)
{
    (void)width;
    (void)height;
    chart_draw(cairo, &shown.chart, &shown.frame, shown.line, theme);
}

static void draw_plot(struct canvas *canvas)
{
    const char *key = ui_words("chart %u %d", shown.opened, shown.line);
    if (shown.plot.w >= 8 && shown.plot.h >= 8)
        canvas_shape(canvas, key, shown.plot, paint, canvas_theme(canvas));
}

static void print_chosen(char *into, size_t size)
{
    int square = shown.chart.lines[shown.line].squares[shown.move - 1];
    char name[TABLE_NAME_BYTES];
    snprintf(into, size, "%s, move %d: speed %.1f", name_of(shown.line, name), shown.move,
             sqrt(square));
}

/* A ring round the point, and beside it whose move and how fast. */
static void draw_chosen(struct canvas *canvas)
{
    if (shown.line < 0 || canvas_is_muted(canvas))
        return;
    const struct paper_theme *theme = canvas_theme(canvas);
    char text[160];
    double x, y;
    chart_place(&shown.chart, &shown.frame, shown.line, shown.move, &x, &y);
    x += shown.plot.x;
    y += shown.plot.y;
    struct stroke ring = {theme->ink, canvas_units(canvas, 2), 0};
    canvas_circle(canvas, x, y, canvas_units(canvas, 8), &ring);
    print_chosen(text, sizeof text);
    int width = canvas_text_width(canvas, STYLE_SMALL, text) + 2 * canvas_units(canvas, 10);
    width = width < shown.plot.w ? width : shown.plot.w;
    int height = canvas_units(canvas, 28), away = canvas_units(canvas, 14);
    struct box box = {(int)x - width / 2, (int)y - away - height, width, height};
    if (box.y < shown.plot.y)
        box.y = (int)y + away;
    box.x = box.x < shown.plot.x ? shown.plot.x : box.x;
    if (box.x + box.w > shown.plot.x + shown.plot.w)
        box.x = shown.plot.x + shown.plot.w - box.w;
    struct card card = {
        theme->card, theme->pens[shown.chart.lines[shown.line].pen - 1], 6, 1.5, false, true};
    canvas_card(canvas, box, &card);
    canvas_text(canvas, STYLE_SMALL, theme->ink, text, box_inset(box, canvas_units(canvas, 8), 0),
                ALIGN_CENTRE);
}

bool results_point_at_chart(int x, int y)
{
    int line = -1, move = 0;
    if (box_holds(shown.plot, x, y))
        chart_nearest(&shown.chart, &shown.frame, x - shown.plot.x, y - shown.plot.y,
                      REACH * shown.frame.scale, &line, &move);
    bool same = line == shown.line && move == shown.move;
    shown.line = line;
    shown.move = move;
    return !same;
}

/* The next line in a direction that has as much as one point; -1: there is none. */
static int next_line(int step)
{
    int line = shown.line;
    do
        line += step;
    while (line >= 0 && line < shown.chart.line_count && shown.chart.lines[line].count == 0);
    return line < shown.chart.line_count ? line : -1;
}

bool results_press_chart_key(SDL_Keycode key)
{
    int dx = (key == SDLK_RIGHT) - (key == SDLK_LEFT), dy = (key == SDLK_DOWN) - (key == SDLK_UP);
    if (!shown.focused || (dx == 0 && dy == 0) || shown.chart.most_moves == 0)
        return false;
    int line = shown.line < 0 ? next_line(1) : dy ? next_line(dy) : shown.line;
    if (line < 0)
        return true;
    int most = shown.chart.lines[line].count;
    int move = shown.line < 0 ? 1 : shown.move + dx;
    shown.line = line;
    shown.move = move < 1 ? 1 : move > most ? most : move;
    return true;
}

void results_build_chart(struct layout *column, int wanted)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    int padding = canvas_units(canvas, PADDING), most = canvas_units(canvas, MOST);
    if (shown.chart.line_count == 0)
        return;
    int least = layout_measure(ui, column->rest.w - 2 * padding, build_head, NULL) + 2 * padding +
                canvas_units(canvas, PLOT_LEAST);
    wanted = wanted < most ? wanted : most;
    struct box box = layout_cut(column, AT_TOP, wanted > least ? wanted : least);
    char text[160];
    snprintf(text, sizeof text, "speed over %d moves", shown.chart.most_moves);
    if (shown.line >= 0)
        print_chosen(text, sizeof text);
    struct ui_state state = ui_target(ui, "chart speed", box, text);
    canvas_plain_card(canvas, box);
    shown.focused = state.ring;
    if (state.ring)
        ui_focus_ring(ui, box, 8);
    struct layout inside = layout_inside(ui, box, PADDING, PADDING, 0);
    build_head(&inside, NULL);
    shown.plot = inside.rest;
    shown.frame = chart_frame_in(&shown.chart, inside.rest.w, inside.rest.h, canvas_scale(canvas));
    draw_plot(canvas);
    draw_chosen(canvas);
}
