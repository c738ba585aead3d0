/* Graphs of a motion against time. Owns nothing while drawing.
 */
#include "paper/graph_paper/classroom/kinematics_graph.h"

#include "paper/brush.h"
#include "paper/caption.h"
#include "paper/lettering.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Interface pixels. */
static const double NUMBER = 14, TITLE = 15, LEFT = 56, RIGHT = 14;
static const double TITLE_ROW = 26, TIMES_ROW = 24, PLOT_LEAST = 64; /* of a panel */
static const double NAME_ROW = 22, NAME_WIDTH = 150, NAMES_BELOW = 4;
static const double TICK_LEAST = 30, TIME_LEAST = 44, MARK = 9, MARK_LEAST = 60;

/* One panel: what it is of, and where its numbers lie. */
struct panel {
    const struct kinematics *of;
    enum kinematics_column column;
    double x, y, w, h, scale;
    int rows;         /* of the longest line */
    double low, high; /* of the quantity */
    double step;      /* between two numbers at its edge */
};

static bool value_of(const struct panel *panel, int line, int row, double *value)
{
    struct measure exact;
    if (!kinematics_value(panel->of, line, row, panel->column, &exact))
        return false;
    *value = (double)exact.numerator / (double)exact.denominator * sqrt((double)exact.radicand);
    return true;
}

/* 1, 2, 5, 10, ... times a power of ten: the first that leaves so much room. */
static double choose_step(double range, double length, double least)
{
    double power = pow(10, floor(log10(fmax(range * least / length, 1e-6))));
    static const double steps[] = {1, 2, 5, 10};
    for (int i = 0; i < 4; i++)
        if (steps[i] * power / range * length >= least)
            return steps[i] * power;
    return 10 * power;
}

static int count_rows(const struct kinematics *of)
{
    int rows = 1;
    for (int line = 0; line < of->line_count; line++) {
        int last = kinematics_last(of, line);
        rows = last > rows ? last : rows;
    }
    return rows;
}

static void measure_panel(struct panel *panel)
{
    panel->rows = count_rows(panel->of);
    for (int line = 0; line < panel->of->line_count; line++) {
        int last = kinematics_last(panel->of, line);
        for (int row = 0; row <= last; row++) {
            double value;
            if (!value_of(panel, line, row, &value))
                continue;
            panel->low = fmin(panel->low, value);
            panel->high = fmax(panel->high, value);
        }
    }
    if (panel->high - panel->low <= 0)
        panel->high = panel->low + 1;
    bool whole = !panel->of->look.unit.metric && panel->column != COLUMN_SPEED;
    panel->step = fmax(choose_step(panel->high - panel->low, panel->h, TICK_LEAST * panel->scale),
                       whole ? 1 : 0);
    panel->low = floor(panel->low / panel->step + 1e-9) * panel->step;
    panel->high = ceil(panel->high / panel->step - 1e-9) * panel->step;
}

static double panel_left(const struct graph_frame *frame)
{
    return frame->x + LEFT * frame->scale;
}

static double panel_width(const struct graph_frame *frame)
{
    return frame->w - (LEFT + RIGHT) * frame->scale;
}

double graphs_place(const struct kinematics *of, const struct graph_frame *frame, double row)
{
    return panel_left(frame) + row / count_rows(of) * panel_width(frame);
}

int graphs_row_at(const struct kinematics *of, const struct graph_frame *frame, double x)
{
    int rows = count_rows(of);
    double row = ceil((x - panel_left(frame)) / panel_width(frame) * rows);
    return row > rows ? -1 : row < 0 ? 0 : (int)row;
}

static double place_x(const struct panel *panel, double row)
{
    return panel->x + row / panel->rows * panel->w;
}

static double place_y(const struct panel *panel, double value)
{
    return panel->y + (panel->high - value) / (panel->high - panel->low) * panel->h;
}

/* --- axes ------------------------------------------------------------------------------------- */

static void draw_rule(cairo_t *cairo, double x1, double y1, double x2, double y2, double width)
{
    cairo_new_path(cairo);
    cairo_move_to(cairo, x1, y1);
    cairo_line_to(cairo, x2, y2);
    brush_stroke_blunt(cairo, width, 0, 0);
}

/* With the sign of print, and no more places than there are. */
static void print_number(double number, char *into, size_t size)
{
    char plain[40];
    snprintf(plain, sizeof plain, "%.6g", fabs(number) < 1e-9 ? 0 : number);
    snprintf(into, size, "%s%s", plain[0] == '-' ? "−" : "", plain + (plain[0] == '-'));
}

static void draw_values(cairo_t *cairo, const struct panel *panel, const struct paper_theme *theme)
{
    char number[48];
    int count = (int)lround((panel->high - panel->low) / panel->step);
    for (int i = 0; i <= count; i++) {
        double value = panel->low + i * panel->step, y = place_y(panel, value);
        bool is_zero = fabs(value) < panel->step / 1000;
        brush_color(cairo, is_zero ? theme->ink_soft : theme->grid);
        draw_rule(cairo, panel->x, y, panel->x + panel->w, y, panel->scale);
        print_number(value, number, sizeof number);
        lettering_draw_aligned(cairo, number, panel->x - 7 * panel->scale, y, 1,
                               NUMBER * panel->scale, false, theme->ink_soft);
    }
}

/* The axis is named at its end, where no number then stands. */
static void draw_times(cairo_t *cairo, const struct panel *panel, const struct paper_theme *theme)
{
    char number[48];
    double size = NUMBER * panel->scale, below = panel->y + panel->h + 13 * panel->scale;
    double end = panel->x + panel->w + (RIGHT - 2) * panel->scale;
    const struct kinematics_unit *unit = &panel->of->look.unit;
    double second =
        unit->metric ? (double)unit->move.numerator / (double)unit->move.denominator : 1;
    int step = (int)fmax(choose_step(panel->rows, panel->w, TIME_LEAST * panel->scale), 1);
    const char *name = unit->metric ? "t [s]" : "t [moves]";
    double last = end - lettering_width(cairo, name, size, false) - 22 * panel->scale;
    lettering_draw_aligned(cairo, name, end, below, 1, size, false, theme->ink);
    for (int row = 0; row <= panel->rows; row += step) {
        double x = place_x(panel, row);
        brush_color(cairo, row ? theme->grid : theme->grid_strong);
        draw_rule(cairo, x, panel->y, x, panel->y + panel->h, panel->scale);
        print_number(row * second, number, sizeof number);
        if (x < last)
            lettering_draw_aligned(cairo, number, x, below, 0.5, size, false, theme->ink_soft);
    }
}

static void draw_title(cairo_t *cairo, const struct panel *panel, const struct paper_theme *theme)
{
    char title[80];
    snprintf(title, sizeof title, "%s [%s]", kinematics_title(panel->column),
             kinematics_unit_of(&panel->of->look, panel->column));
    lettering_draw(cairo, title, panel->x, panel->y - 11 * panel->scale, TITLE * panel->scale, true,
                   theme->ink);
}

/* --- lines ------------------------------------------------------------------------------------ */

static int pen_of(const struct panel *panel, int line)
{
    return panel->of->scene->bodies[panel->of->lines[line].body].pen;
}

static void draw_pieces(cairo_t *cairo, const struct panel *panel, int line)
{
    double value;
    for (int row = 0; row <= kinematics_last(panel->of, line); row++)
        if (value_of(panel, line, row, &value))
            cairo_line_to(cairo, place_x(panel, row), place_y(panel, value));
    brush_stroke(cairo, 2 * panel->scale, 0, 0);
}

/* The velocity of move k holds while it is made. */
static void draw_steps(cairo_t *cairo, const struct panel *panel, int line)
{
    double value;
    for (int row = 1; row <= kinematics_last(panel->of, line); row++)
        if (value_of(panel, line, row, &value)) {
            cairo_line_to(cairo, place_x(panel, row - 1), place_y(panel, value));
            cairo_line_to(cairo, place_x(panel, row), place_y(panel, value));
        }
    brush_stroke_blunt(cairo, 2 * panel->scale, 0, 0);
}

/* Side by side where there are several lines. */
static void draw_bars(cairo_t *cairo, const struct panel *panel, int line)
{
    double value, move = panel->w / panel->rows, share = move * 0.8 / panel->of->line_count;
    for (int row = 1; row <= kinematics_last(panel->of, line); row++)
        if (value_of(panel, line, row, &value)) {
            double x = place_x(panel, row - 1) + move * 0.1 + line * share;
            double zero = place_y(panel, 0), y = place_y(panel, value);
            double height = fmax(fabs(zero - y), panel->scale);
            cairo_rectangle(cairo, x, fmin(zero, y), fmax(share, 0.5), height);
        }
    cairo_fill(cairo);
}

static void draw_marks(cairo_t *cairo, const struct panel *panel, int line,
                       const struct paper_theme *theme)
{
    bool is_place = panel->column == COLUMN_X || panel->column == COLUMN_Y;
    double apart = panel->w / panel->rows, value;
    int step = (int)fmax(ceil(MARK_LEAST * panel->scale / apart), 1);
    for (int row = 1 + line % step; row <= kinematics_last(panel->of, line); row += step)
        if (value_of(panel, line, row, &value))
            paper_draw_mark(cairo, pen_of(panel, line), place_x(panel, is_place ? row : row - 0.5),
                            place_y(panel, value), MARK * panel->scale, theme);
}

static void draw_line(cairo_t *cairo, const struct panel *panel, int line,
                      const struct paper_theme *theme)
{
    brush_color(cairo, brush_pen(theme, pen_of(panel, line)));
    cairo_new_path(cairo);
    switch (panel->column) {
    case COLUMN_X:
    case COLUMN_Y:
        draw_pieces(cairo, panel, line);
        break;
    case COLUMN_AX:
    case COLUMN_AY:
        draw_bars(cairo, panel, line);
        return;
    default:
        draw_steps(cairo, panel, line);
        break;
    }
    draw_marks(cairo, panel, line, theme);
}

/* --- whose pen is whose ----------------------------------------------------------------------- */

static int name_columns(const struct kinematics *of, double width, double scale)
{
    int room = (int)((width - (LEFT + RIGHT) * scale) / (NAME_WIDTH * scale));
    return room < 1 ? 1 : room > of->line_count ? of->line_count : room;
}

static double names_height(const struct kinematics *of, double width, double scale)
{
    int columns = name_columns(of, width, scale);
    int rows = columns > 0 ? (of->line_count + columns - 1) / columns : 0;
    return (rows * NAME_ROW + NAMES_BELOW) * scale;
}

static void draw_names(cairo_t *cairo, const struct kinematics *of, const struct graph_frame *frame,
                       const struct paper_theme *theme)
{
    double scale = frame->scale, left = frame->x + LEFT * scale;
    int columns = name_columns(of, frame->w, scale);
    double cell = (frame->w - (LEFT + RIGHT) * scale) / fmax(columns, 1);
    for (int line = 0; line < of->line_count; line++) {
        struct text name = {0};
        char shown[CAPTION_BYTES];
        double x = left + line % columns * cell;
        double y = frame->y + (line / columns + 0.5) * NAME_ROW * scale;
        kinematics_name(of, line, &name);
        caption_fit(cairo, text_string(&name), TITLE * scale, false, cell - 26 * scale, shown);
        paper_draw_mark(cairo, of->scene->bodies[of->lines[line].body].pen, x + 6 * scale, y,
                        12 * scale, theme);
        lettering_draw(cairo, shown, x + 18 * scale, y, TITLE * scale, false, theme->ink);
        text_free(&name);
    }
}

/* --- all of them ------------------------------------------------------------------------------ */

static int count_quantities(unsigned quantities)
{
    int count = 0;
    for (int i = 0; i < COLUMN_COUNT; i++)
        count += ((quantities & GRAPHS_ALL) >> i & 1) != 0;
    return count;
}

double graphs_height(const struct kinematics *of, unsigned quantities, double width, double scale)
{
    return names_height(of, width, scale) +
           count_quantities(quantities) * (TITLE_ROW + PLOT_LEAST + TIMES_ROW) * scale;
}

void graphs_draw(cairo_t *cairo, const struct kinematics *of, unsigned quantities,
                 const struct graph_frame *frame, const struct paper_theme *theme)
{
    int count = count_quantities(quantities), drawn = 0;
    double scale = frame->scale, head = names_height(of, frame->w, scale);
    double each = count ? (frame->h - head) / count : 0;
    draw_names(cairo, of, frame, theme);
    for (int i = 0; i < COLUMN_COUNT; i++) {
        if (((quantities & GRAPHS_ALL) >> i & 1) == 0)
            continue;
        struct panel panel = {.of = of,
                              .column = (enum kinematics_column)i,
                              .x = panel_left(frame),
                              .y = frame->y + head + drawn++ * each + TITLE_ROW * scale,
                              .w = panel_width(frame),
                              .h = each - (TITLE_ROW + TIMES_ROW) * scale,
                              .scale = scale};
        measure_panel(&panel);
        draw_values(cairo, &panel, theme);
        draw_times(cairo, &panel, theme);
        draw_title(cairo, &panel, theme);
        for (int line = 0; line < of->line_count; line++)
            draw_line(cairo, &panel, line, theme);
    }
}

/* --- files ------------------------------------------------------------------------------------ */

enum { PICTURE_WIDTH = 1200, PICTURE_SIDE = 16 }; /* pixels, or quarters of a millimetre */
static const double PICTURE_SCALE = 1.6, PICTURE_HIGHER = 110, SMALL = 0.25;

static void draw_page(cairo_t *cairo, const struct kinematics *of, unsigned quantities,
                      double height)
{
    struct paper_theme theme = paper_theme_paper;
    theme.paper = theme.card = (struct paper_color){1, 1, 1, 1};
    brush_color(cairo, theme.paper);
    cairo_paint(cairo);
    struct graph_frame frame = {PICTURE_SIDE, PICTURE_SIDE, PICTURE_WIDTH - 2 * PICTURE_SIDE,
                                height - 2 * PICTURE_SIDE, PICTURE_SCALE};
    graphs_draw(cairo, of, quantities, &frame, &theme);
}

static bool export_pixels(const struct kinematics *of, unsigned quantities, int height,
                          struct text *into, struct error *error)
{
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, PICTURE_WIDTH, height);
    cairo_t *cairo = cairo_create(surface);
    draw_page(cairo, of, quantities, height);
    cairo_destroy(cairo);
    cairo_status_t status = cairo_surface_write_to_png_stream(surface, caption_append_bytes, into);
    cairo_surface_destroy(surface);
    return status == CAIRO_STATUS_SUCCESS ||
           error_set(error, "the graphs could not be made: %s", cairo_status_to_string(status));
}

bool graphs_export(const struct kinematics *of, unsigned quantities, enum graph_format format,
                   struct text *into, struct error *error)
{
    int count = count_quantities(quantities), width = PICTURE_WIDTH - 2 * PICTURE_SIDE;
    int height = (int)lround(graphs_height(of, quantities, width, PICTURE_SCALE) +
                             PICTURE_HIGHER * count + 2 * PICTURE_SIDE);
    double unit = SMALL;
    cairo_surface_t *surface;
    if (format == GRAPH_PNG)
        return export_pixels(of, quantities, height, into, error);
    if (format == GRAPH_PDF) {
        surface = caption_begin_pdf(into, PICTURE_WIDTH * SMALL, height * SMALL, "Motion", "");
        unit *= CAPTION_POINTS;
    } else {
        surface = cairo_svg_surface_create_for_stream(caption_append_bytes, into,
                                                      PICTURE_WIDTH * SMALL, height * SMALL);
        cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_MM);
    }
    cairo_t *cairo = cairo_create(surface);
    cairo_scale(cairo, unit, unit);
    draw_page(cairo, of, quantities, height);
    return brush_finish(cairo, surface, "graph", error);
}

/* --- of a race -------------------------------------------------------------------------------- */

static struct kinematics_look plain_look(void)
{
    return (struct kinematics_look){KINEMATICS_ALL, false, kinematics_squares};
}

void graph_paper_append_motion(const struct session *session, int steps, struct csv *csv)
{
    struct scene scene;
    scene_of_session(&scene, session, steps, 0);
    struct kinematics of = kinematics_of(&scene, plain_look());
    kinematics_append_csv(&of, csv);
    scene_free(&scene);
}

bool graph_paper_export_graphs(const struct session *session, int steps, const char *ending,
                               struct text *into, struct error *error)
{
    static const char *const endings[] = {
        [GRAPH_PNG] = ".png", [GRAPH_SVG] = ".svg", [GRAPH_PDF] = ".pdf"};
    int format = 0;
    while (format < 3 && strcmp(endings[format], ending) != 0)
        format++;
    if (format == 3)
        return error_set(error, "graphs are written to a file whose name ends with .png, .svg or "
                                ".pdf");
    struct scene scene;
    scene_of_session(&scene, session, steps, 0);
    struct kinematics of = kinematics_of(&scene, plain_look());
    bool made = graphs_export(&of, GRAPHS_ALL, (enum graph_format)format, into, error);
    scene_free(&scene);
    return made;
}
