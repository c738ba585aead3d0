/* Graphs of a motion against time. Owns nothing while drawing.
 */
#include "paper/graph_paper/classroom/scene_ink.h"

#include "base/number.h"
#include "paper/graph_paper/ink.h"
#include "paper/ink.h"
#include "paper/labels.h"
#include "paper/paper.h"
#include "rules/graph_paper/graph_paper.h"

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
    case COLUMN_PX:
    case COLUMN_PY:
    case COLUMN_WX:
    case COLUMN_WY:
        draw_bars(cairo, panel, line);
        return;
    default:
        draw_steps(cairo, panel, line);
        break;
    }
    bool is_place = panel->column == COLUMN_X || panel->column == COLUMN_Y;
    double apart = panel->w / panel->rows, value;
    int step = (int)fmax(ceil(MARK_LEAST * panel->scale / apart), 1);
    for (int row = 1 + line % step; row <= kinematics_last(panel->of, line); row += step)
        if (value_of(panel, line, row, &value))
            paper_draw_mark(cairo, pen_of(panel, line), place_x(panel, is_place ? row : row - 0.5),
                            place_y(panel, value), MARK * panel->scale, theme);
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

/* Where somebody moves up or down and nobody to the side, y comes before x, vy before vx. */
static bool begins_with_y(const struct kinematics *of)
{
    bool moves[2] = {false, false};
    for (int line = 0; line < of->line_count; line++)
        for (int row = 1; row <= kinematics_last(of, line); row++)
            for (int i = 0; i < 2; i++)
                moves[i] =
                    moves[i] || kinematics_number(&of->scene->bodies[of->lines[line].body], row,
                                                  (enum kinematics_column)(COLUMN_VX + i)) != 0;
    return moves[1] && !moves[0];
}

bool graphs_plot(const struct kinematics *of, unsigned quantities, const struct graph_frame *frame,
                 int index, double *top, double *height)
{
    int count = count_quantities(quantities);
    double scale = frame->scale, head = names_height(of, frame->w, scale);
    double each = count ? (frame->h - head) / count : 0;
    *top = frame->y + head + index * each + TITLE_ROW * scale;
    *height = each - (TITLE_ROW + TIMES_ROW) * scale;
    return index < count;
}

void graphs_draw(cairo_t *cairo, const struct kinematics *of, unsigned quantities,
                 const struct graph_frame *frame, const struct paper_theme *theme)
{
    bool turned = begins_with_y(of);
    int drawn = 0;
    draw_names(cairo, of, frame, theme);
    for (int i = 0; i < COLUMN_COUNT; i++) {
        bool pair = i >= COLUMN_X && i < COLUMN_SPEED;
        int column = !turned || !pair ? i : (i - COLUMN_X) % 2 ? i - 1 : i + 1;
        if (((quantities & GRAPHS_ALL) >> column & 1) == 0)
            continue;
        struct panel panel = {.of = of,
                              .column = (enum kinematics_column)column,
                              .x = panel_left(frame),
                              .w = panel_width(frame),
                              .scale = frame->scale};
        graphs_plot(of, quantities, frame, drawn++, &panel.y, &panel.h);
        measure_panel(&panel);
        draw_values(cairo, &panel, theme);
        draw_times(cairo, &panel, theme);
        char title[80];
        snprintf(title, sizeof title, "%s [%s]", kinematics_title(panel.column),
                 kinematics_unit_of(&panel.of->look, panel.column));
        lettering_draw(cairo, title, panel.x, panel.y - 11 * panel.scale, TITLE * panel.scale, true,
                       theme->ink);
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
    scene_of_session(&scene, session, steps, 0, (struct point){0, 0});
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
    scene_of_session(&scene, session, steps, 0, (struct point){0, 0});
    struct kinematics of = kinematics_of(&scene, plain_look());
    bool made = graphs_export(&of, GRAPHS_ALL, (enum graph_format)format, into, error);
    scene_free(&scene);
    return made;
}

/* === scene ==================================================================================== */

/* A scene by cairo. Owns nothing, cannot fail.
 */

static const double TAG = 16; /* size of the type, interface pixels */
static const double MARKED_RING = 1.7, WAY_WEIGHT = 6, WALL_WEIGHT = 60,
                    FLAG = 0.75; /* the last: of a car */
static const double HEAD = 14;   /* of the longest arrow, interface pixels */

/* What a scene is drawn with. */
struct sketcher {
    cairo_t *cairo;
    const struct paper_view *view;
    const struct scene *scene;
    const struct scene_look *look;
    const struct paper_theme *theme;
    struct brush_sizes sizes;
    double seen[4]; /* left, top, right, bottom of the clip */
};

static struct sketcher sketcher_of(cairo_t *cairo, const struct paper_view *view,
                                   const struct scene *scene, const struct scene_look *look,
                                   const struct paper_theme *theme)
{
    struct sketcher of = {cairo, view, scene, look, theme, brush_sizes(view), {0}};
    if (cairo)
        cairo_clip_extents(cairo, &of.seen[0], &of.seen[1], &of.seen[2], &of.seen[3]);
    return of;
}

static struct pixel place_of(const struct sketcher *sketcher, struct point at)
{
    return brush_grid_place(sketcher->view, sketcher->scene->height, at);
}

/* --- paper and ways --------------------------------------------------------------------------- */

void scene_draw_course(cairo_t *cairo, const struct paper_view *view, const struct scene *scene,
                       const struct paper_theme *theme)
{
    const struct paper_guide guide = {
        .idle_slicks = !scene->slicks, .idle_turbo = !scene->turbo, .idle_gates = !scene->gates};
    paper_draw_sheet(cairo, view, scene->course, theme);
    paper_draw_guide(cairo, view, scene->course.body, &guide, theme);
}

void scene_draw_paper(cairo_t *cairo, const struct paper_view *view, const struct scene *scene,
                      const struct paper_theme *theme)
{
    if (scene->course.body)
        scene_draw_course(cairo, view, scene, theme);
    else
        paper_draw_blank(cairo, view, (struct point){scene->width, scene->height}, theme);
}

static void draw_walls(const struct sketcher *sketcher)
{
    cairo_t *cairo = sketcher->cairo;
    brush_color(cairo, sketcher->theme->wall);
    cairo_new_path(cairo);
    for (int i = 0; i < sketcher->scene->wall_count; i++) {
        struct pixel from = place_of(sketcher, sketcher->scene->walls[i].from);
        struct pixel to = place_of(sketcher, sketcher->scene->walls[i].to);
        brush_add_stroke(cairo, from.x, from.y, to.x, to.y, sketcher->sizes.wall, (uint64_t)i + 77);
    }
    cairo_fill(cairo);
}

static void draw_pencils(const struct sketcher *sketcher)
{
    cairo_t *cairo = sketcher->cairo;
    double thin = sketcher->sizes.thin;
    brush_color(cairo, brush_mix(sketcher->theme->ink_soft, sketcher->theme->paper, 0.75));
    for (int i = 0; i < sketcher->scene->pencil_count; i++) {
        const struct scene_pencil *pencil = &sketcher->scene->pencils[i];
        cairo_new_path(cairo);
        for (int k = 0; k + 1 < pencil->count; k++) {
            struct pixel from = place_of(sketcher, pencil->points[k]);
            struct pixel to = place_of(sketcher, pencil->points[k + 1]);
            if (brush_is_seen(cairo, from.x, from.y, to.x, to.y, thin * 4))
                brush_add_line(cairo, from, to);
        }
        brush_stroke(cairo, thin, thin * 4, thin * 4);
        cairo_new_path(cairo);
        for (int k = 1; k < pencil->count; k++) {
            struct pixel at = place_of(sketcher, pencil->points[k]);
            brush_add_disc(cairo, at.x, at.y, thin * 1.8);
        }
        cairo_fill(cairo);
    }
}

/* A row's move lies within the clip; that is asked of thousands for a box that is mended. */
static bool is_row_seen(const struct sketcher *sketcher, const struct scene_body *body, int row,
                        struct pixel *from, struct pixel *to)
{
    double margin = sketcher->sizes.tick * 3;
    *from = place_of(sketcher, scene_at(body, row - 1));
    *to = place_of(sketcher, scene_at(body, row));
    return fmin(from->x, to->x) - margin < sketcher->seen[2] &&
           fmax(from->x, to->x) + margin > sketcher->seen[0] &&
           fmin(from->y, to->y) - margin < sketcher->seen[3] &&
           fmax(from->y, to->y) + margin > sketcher->seen[1];
}

/* The notation of the paper game: a line with a tick at its end, a cross where the rules have
 * stopped the car; for standing a circle, which is drawn at once. */
static void add_row(const struct sketcher *sketcher, const struct scene_body *body, int row)
{
    cairo_t *cairo = sketcher->cairo;
    const struct scene_move *move = scene_move_of(body, row);
    struct pixel from, to;
    double ink = sketcher->sizes.ink, tick = sketcher->sizes.tick;
    if (!is_row_seen(sketcher, body, row, &from, &to))
        return;
    double dx = to.x - from.x, dy = to.y - from.y, length = hypot(dx, dy);
    if (length <= 0)
        return;
    brush_add_stroke(cairo, from.x, from.y, to.x, to.y, ink, (uint64_t)row);
    brush_add_stroke(cairo, to.x - dy / length * tick, to.y + dx / length * tick,
                     to.x + dy / length * tick, to.y - dx / length * tick, sketcher->sizes.thin, 7);
    if (move->kind == SCENE_STOPPED)
        brush_add_stroke(cairo, to.x - dx / length * tick, to.y - dy / length * tick,
                         to.x + dx / length * tick, to.y + dy / length * tick, sketcher->sizes.thin,
                         9);
}

static void draw_way(const struct sketcher *sketcher, const struct scene_body *body)
{
    bool arrows = arrows_show(sketcher->look->arrows, ARROWS_WAY);
    int last = sketcher->scene->now < body->count ? sketcher->scene->now : body->count;
    brush_color(sketcher->cairo, brush_pen(sketcher->theme, body->pen));
    cairo_set_fill_rule(sketcher->cairo, CAIRO_FILL_RULE_WINDING);
    cairo_new_path(sketcher->cairo);
    for (int row = 1; row <= last; row++)
        add_row(sketcher, body, row);
    cairo_fill(sketcher->cairo);
    for (int row = 1; row <= last; row++) {
        struct pixel from, to;
        struct point before = scene_at(body, row - 1), at = scene_at(body, row);
        if (before.x == at.x && before.y == at.y &&
            scene_move_of(body, row)->kind == SCENE_CHOSEN &&
            is_row_seen(sketcher, body, row, &from, &to))
            brush_circle(sketcher->cairo, to.x, to.y, sketcher->sizes.tick, sketcher->sizes.thin);
    }
    for (int row = 1; arrows && row <= last; row++) {
        struct pixel a, b;
        if (is_row_seen(sketcher, body, row, &a, &b))
            arrows_draw_step(sketcher->cairo, sketcher->view, sketcher->scene->height,
                             scene_at(body, row - 1), scene_at(body, row),
                             row == sketcher->scene->now ? sketcher->sizes.car / 2 : 0,
                             brush_pen(sketcher->theme, body->pen));
    }
}

static void draw_body(const struct sketcher *sketcher, const struct scene_body *body)
{
    struct pixel at = place_of(sketcher, scene_at(body, sketcher->scene->now));
    double size = sketcher->sizes.car;
    if (!brush_is_seen(sketcher->cairo, at.x, at.y, at.x, at.y, size))
        return;
    brush_color(sketcher->cairo, sketcher->theme->card);
    cairo_new_path(sketcher->cairo);
    brush_add_disc(sketcher->cairo, at.x, at.y, size / 2);
    cairo_fill(sketcher->cairo);
    brush_color(sketcher->cairo, brush_pen(sketcher->theme, body->pen));
    brush_circle(sketcher->cairo, at.x, at.y, size / 2, sketcher->sizes.thin);
    paper_draw_mark(sketcher->cairo, body->pen, at.x, at.y, size * 0.62, sketcher->theme);
}

void scene_draw_ways(cairo_t *cairo, const struct paper_view *view, const struct scene *scene,
                     const struct scene_look *look, const struct paper_theme *theme)
{
    struct sketcher sketcher = sketcher_of(cairo, view, scene, look, theme);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    draw_walls(&sketcher);
    draw_pencils(&sketcher);
    for (int i = 0; i < scene->body_count; i++)
        draw_way(&sketcher, &scene->bodies[i]);
    for (int i = 0; i < scene->body_count; i++)
        draw_body(&sketcher, &scene->bodies[i]);
}

/* --- arrows ----------------------------------------------------------------------------------- */

struct arrow_move scene_arrows(const struct scene *scene, int body, int row)
{
    const struct scene_body *of = &scene->bodies[body];
    const struct scene_move *move = scene_move_of(of, row);
    struct arrow_move arrows = {.from = scene_at(of, row - 1),
                                .before = scene_inertia(of, row - 1),
                                .pusher = of->car > 0 ? "turbo" : "wind",
                                .pen = of->pen};
    if (move && move->kind == SCENE_CHOSEN) {
        arrows.push = move->wind;
        arrows.chosen = true;
        arrows.choice = move->choice;
    }
    return arrows;
}

static struct arrow_move scene_next_arrows(const struct scene *scene, int body, struct point choice)
{
    const struct scene_body *of = &scene->bodies[body];
    const struct scene_move *there = scene_move_of(of, scene->now + 1);
    return (struct arrow_move){.from = scene_at(of, scene->now),
                               .before = scene_inertia(of, scene->now),
                               .push =
                                   there && there->kind == SCENE_CHOSEN ? there->wind : scene->wind,
                               .pusher = of->car > 0 && there ? "turbo" : "wind",
                               .chosen = true,
                               .choice = choice,
                               .pen = of->pen};
}

/* The moves whose arrows are shown: one, or one a body. */
static int list_moves(const struct scene *scene, const struct scene_look *look,
                      struct arrow_move moves[SCENE_BODIES])
{
    int count = 0;
    unsigned drawn = look->arrows & ~(1u << ARROWS_WAY);
    if (look->is_marked && look->marked_row > 0 && drawn)
        moves[count++] = scene_arrows(scene, look->marked_body, look->marked_row);
    else if (look->shows_choice && drawn)
        moves[count++] = scene_next_arrows(scene, look->body, look->choice);
    for (int i = 0;
         count == 0 && !look->is_marked && !look->shows_choice && drawn && i < scene->body_count;
         i++) {
        const struct scene_move *move = scene_move_of(&scene->bodies[i], scene->now);
        bool ahead = scene->now == 0 || drawn == 1u << ARROWS_INERTIA;
        bool starts = ahead && point_reach(scene_inertia(&scene->bodies[i], scene->now)) > 0;
        if ((!look->shows_body || look->body == i) && starts) {
            moves[count] = scene_next_arrows(scene, i, scene->bodies[i].next);
            moves[count++].chosen = !look->untold;
        } else if ((!look->shows_body || look->body == i) && move && move->kind == SCENE_CHOSEN)
            moves[count++] = scene_arrows(scene, i, scene->now);
    }
    return count;
}

/* --- signs ------------------------------------------------------------------------------------ */

static void draw_targets(const struct sketcher *sketcher)
{
    cairo_t *cairo = sketcher->cairo;
    for (int i = 0; i < sketcher->scene->target_count; i++) {
        const struct scene_target *target = &sketcher->scene->targets[i];
        struct point grid = scene_target_at(target, sketcher->scene->now);
        struct pixel at = place_of(sketcher, grid);
        double ring = sketcher->sizes.car * FLAG, thin = sketcher->sizes.thin;
        brush_color(cairo, sketcher->theme->action);
        brush_circle(cairo, at.x, at.y, ring * 0.55, thin * 1.5);
        cairo_move_to(cairo, at.x, at.y - ring * 1.7);
        cairo_line_to(cairo, at.x + ring * 1.1, at.y - ring * 1.3);
        cairo_line_to(cairo, at.x, at.y - ring * 0.9);
        cairo_fill(cairo);
        cairo_set_line_width(cairo, thin * 1.5);
        cairo_move_to(cairo, at.x, at.y);
        cairo_line_to(cairo, at.x, at.y - ring * 1.7);
        cairo_stroke(cairo);
        if (target->drift.x || target->drift.y)
            arrows_draw_step(cairo, sketcher->view, sketcher->scene->height, grid,
                             point_add(grid, target->drift), 0, sketcher->theme->action);
        if (!target->has_velocity || (!target->velocity.x && !target->velocity.y))
            continue;
        struct pixel from = place_of(sketcher, point_subtract(grid, target->velocity));
        double dashes[2] = {thin * 3, thin * 3};
        cairo_set_dash(cairo, dashes, 2, 0);
        brush_arrow(cairo, from.x, from.y, at.x, at.y, thin * 1.5, 10 * sketcher->view->scale);
        cairo_set_dash(cairo, NULL, 0, 0);
    }
}

/* Where the wind's arrow begins: left of where the bodies start, below the upper edge; near the
 * right one where that is no room. */
static struct point wind_place(const struct scene *scene)
{
    struct point wind = scene->wind;
    int x = scene->width - SCENE_WIND_ASIDE, y = scene->height - 2 - (wind.y > 0 ? wind.y : 0);
    int right = x > SCENE_WIND_ASIDE ? x : scene->width - number_larger(wind.x, 0);
    for (int i = 0; i < scene->body_count; i++) {
        int left = scene->bodies[i].start.x - SCENE_WIND_ASIDE;
        if (left < 2)
            return (struct point){right, y};
        x = number_smaller(x, left);
    }
    return (struct point){x + (wind.x < 0 ? -wind.x : 0), y};
}

static bool has_wind(const struct scene *scene)
{
    return scene->wind.x != 0 || scene->wind.y != 0;
}

static void draw_wind(const struct sketcher *sketcher)
{
    if (!has_wind(sketcher->scene))
        return;
    struct point at = wind_place(sketcher->scene);
    struct pixel from = place_of(sketcher, at);
    struct pixel to = place_of(sketcher, point_add(at, sketcher->scene->wind));
    brush_color(sketcher->cairo, sketcher->theme->action);
    brush_arrow(sketcher->cairo, from.x, from.y, to.x, to.y, sketcher->sizes.ink * 1.6,
                14 * sketcher->view->scale);
}

/* How far it may choose on each axis, for points that are shown. */
static int shown_reach(const struct scene *scene)
{
    return scene->reach > 0 && scene->reach < 3 ? scene->reach : 1;
}

static void draw_points(const struct sketcher *sketcher)
{
    const struct scene_look *look = sketcher->look;
    cairo_t *cairo = sketcher->cairo;
    int reach = shown_reach(sketcher->scene);
    double radius = sketcher->sizes.point, box[4];
    if (!look->chooses || !scene_points_box(sketcher->view, sketcher->scene, look, box) ||
        !brush_box_is_seen(cairo, box))
        return;
    struct paper_color pen = brush_pen(sketcher->theme, sketcher->scene->bodies[look->body].pen);
    for (int y = -reach; y <= reach; y++)
        for (int x = -reach; x <= reach; x++) {
            struct point to =
                scene_next_point(sketcher->scene, look->body, (struct point){x, y}, NULL);
            struct pixel at = place_of(sketcher, to);
            brush_color(cairo, sketcher->theme->card);
            cairo_new_path(cairo);
            brush_add_disc(cairo, at.x, at.y, radius);
            cairo_fill(cairo);
            brush_color(cairo, pen);
            brush_circle(cairo, at.x, at.y, radius, sketcher->sizes.thin);
            if (x == 0 && y == 0)
                brush_circle(cairo, at.x, at.y, radius * 1.6, sketcher->sizes.thin);
        }
}

static void draw_marked(const struct sketcher *sketcher)
{
    const struct scene_look *look = sketcher->look;
    if (look->is_marked) {
        const struct scene_body *body = &sketcher->scene->bodies[look->marked_body];
        struct pixel at = place_of(sketcher, scene_at(body, look->marked_row));
        brush_color(sketcher->cairo, sketcher->theme->focus);
        brush_circle(sketcher->cairo, at.x, at.y, sketcher->sizes.car / 2 * MARKED_RING,
                     sketcher->sizes.thin * 2);
    }
    if (look->is_pointed) {
        struct pixel at = place_of(sketcher, look->pointed);
        brush_color(sketcher->cairo, sketcher->theme->focus);
        brush_circle(sketcher->cairo, at.x, at.y, sketcher->sizes.point * 1.5,
                     sketcher->sizes.thin * 1.5);
    }
}

void scene_draw_signs(cairo_t *cairo, const struct paper_view *view, const struct scene *scene,
                      const struct scene_look *look, const struct paper_theme *theme)
{
    struct sketcher sketcher = sketcher_of(cairo, view, scene, look, theme);
    struct arrow_move moves[SCENE_BODIES];
    int count = list_moves(scene, look, moves);
    draw_targets(&sketcher);
    draw_wind(&sketcher);
    draw_points(&sketcher);
    for (int i = 0; i < count; i++)
        arrows_draw(cairo, view, scene->height, &moves[i], look->arrows, theme);
    draw_marked(&sketcher);
}

/* --- what is written -------------------------------------------------------------------------- */

static const struct point upper_right = {1, 1};

/* Rather to this side of a place; squares, y upward. */
static void write_at(struct labels *labels, const struct sketcher *sketcher, struct point grid,
                     struct point side, const char *text, struct paper_color color)
{
    struct pixel at = place_of(sketcher, grid);
    struct label_wish wish = {at.x, at.y, sketcher->sizes.car, side.x, -side.y};
    labels_add(labels, LABEL_RIMMED, text, TAG * sketcher->view->scale, color, 0, &wish);
}

static void write_targets(struct labels *labels, const struct sketcher *sketcher)
{
    for (int i = 0; i < sketcher->scene->target_count; i++) {
        const struct scene_target *target = &sketcher->scene->targets[i];
        struct point v = target->velocity;
        char text[80];
        snprintf(text, sizeof text, point_reach(v) > 0 ? "arrive with %s" : "stop here",
                 vector_of(v.x, v.y).text);
        if (target->has_velocity) /* else a flag speaks for itself */
            write_at(labels, sketcher, scene_target_at(target, sketcher->scene->now), upper_right,
                     text, sketcher->theme->ink);
    }
}

static void avoid_line(struct labels *labels, const struct sketcher *sketcher, struct point from,
                       struct point to)
{
    struct pixel a = place_of(sketcher, from), b = place_of(sketcher, to);
    if (!point_equal(from, to))
        labels_avoid_line(labels, a.x, a.y, b.x, b.y, WAY_WEIGHT);
}

static void avoid_arrow(struct labels *labels, const struct sketcher *sketcher, struct point from,
                        struct point to)
{
    labels_avoid_arrow(labels, place_of(sketcher, from), place_of(sketcher, to), WAY_WEIGHT,
                       HEAD * sketcher->view->scale);
}

double scene_cross(const struct paper_view *view)
{
    return fmin(9 * view->scale, view->square / 4);
}

/* Walls, the wind, the latest moves, the arrows of bodies and targets into their next one, and
 * those that are drawn wherever the pointer is. */
static void avoid_ways(struct labels *labels, const struct sketcher *sketcher)
{
    const struct scene *scene = sketcher->scene;
    struct scene_look still = *sketcher->look;
    struct arrow_move moves[SCENE_BODIES];
    still.is_marked = still.shows_choice = false;
    for (int i = list_moves(scene, &still, moves) - 1; i >= 0; i--)
        arrows_avoid(labels, sketcher->view, scene->height, &moves[i], still.arrows,
                     sketcher->theme);
    for (int i = 0; i < scene->wall_count; i++) {
        struct pixel a = place_of(sketcher, scene->walls[i].from);
        struct pixel b = place_of(sketcher, scene->walls[i].to);
        labels_avoid_line(labels, a.x, a.y, b.x, b.y, WALL_WEIGHT);
    }
    avoid_arrow(labels, sketcher, wind_place(scene), point_add(wind_place(scene), scene->wind));
    const struct task_words *words = sketcher->look->words;
    for (int i = 0; words && i < words->mark_count; i++)
        if (words->marks[i].kind <= TASK_MARK_GHOST) {
            avoid_arrow(labels, sketcher, words->marks[i].from, words->marks[i].to);
        } else if (words->marks[i].kind == TASK_MARK_CROSS) {
            struct pixel at = place_of(sketcher, words->marks[i].to);
            labels_keep_off_disc(labels, at.x, at.y, scene_cross(sketcher->view));
        }
    for (int i = 0; i < scene->target_count; i++) {
        const struct scene_target *target = &scene->targets[i];
        struct point at = scene_target_at(target, scene->now);
        struct pixel foot = place_of(sketcher, at);
        double ring = sketcher->sizes.car * FLAG;
        labels_keep_off(labels, (struct label_box){foot.x - ring * 0.55, foot.y - ring * 1.7,
                                                   ring * 1.65, ring * 2.25});
        avoid_arrow(labels, sketcher, at, point_add(at, target->drift));
        if (target->has_velocity)
            avoid_line(labels, sketcher, point_subtract(at, target->velocity), at);
    }
    for (int i = 0; i < scene->body_count; i++) {
        const struct scene_body *body = &scene->bodies[i];
        struct point at = scene_at(body, scene->now);
        struct pixel place = place_of(sketcher, at);
        labels_keep_off_disc(labels, place.x, place.y, sketcher->sizes.car / 2);
        if (scene->course.body)
            paper_avoid_edges(labels, sketcher->view, scene->course.body, place);
        avoid_arrow(labels, sketcher, at, point_add(at, scene_inertia(body, scene->now)));
        int first = scene->now - 12;
        for (int row = first < 1 ? 1 : first; row <= scene->now; row++)
            avoid_line(labels, sketcher, scene_at(body, row - 1), scene_at(body, row));
    }
}

void scene_label_things(struct labels *labels, const struct paper_view *view,
                        const struct scene *scene, const struct scene_look *look,
                        const struct paper_theme *theme)
{
    struct sketcher sketcher = sketcher_of(NULL, view, scene, look, theme);
    avoid_ways(labels, &sketcher);
    int reach = shown_reach(sketcher.scene);
    for (int y = -reach; sketcher.look->chooses && y <= reach; y++)
        for (int x = -reach; x <= reach; x++) {
            struct point to =
                scene_next_point(sketcher.scene, sketcher.look->body, (struct point){x, y}, NULL);
            struct pixel at = place_of(&sketcher, to);
            labels_keep_off_disc(labels, at.x, at.y, sketcher.sizes.point * 1.5);
        }
    write_targets(labels, &sketcher);
    if (has_wind(scene)) {
        char text[80];
        snprintf(text, sizeof text, "wind %s in each move",
                 vector_of(scene->wind.x, scene->wind.y).text);
        write_at(labels, &sketcher, wind_place(sketcher.scene), upper_right, text,
                 sketcher.theme->ink);
    }
    for (int i = 0; i < scene->body_count && scene->body_count > 1; i++) {
        /* Behind the body: before it stands what its velocity is called. */
        struct point velocity = scene_inertia(&scene->bodies[i], scene->now);
        bool moves = velocity.x != 0 || velocity.y != 0;
        struct point behind = {-velocity.x, -velocity.y};
        write_at(labels, &sketcher, scene_at(&scene->bodies[i], scene->now),
                 moves ? behind : upper_right, scene->bodies[i].name, theme->ink);
    }
}

void scene_label_arrows(struct labels *labels, const struct paper_view *view,
                        const struct scene *scene, const struct scene_look *look,
                        const struct paper_theme *theme)
{
    struct arrow_move moves[SCENE_BODIES];
    /* With several bodies the arrows speak for themselves. */
    bool one = list_moves(scene, look, moves) == 1;
    moves[0].alone = !look->chooses;
    if (one)
        arrows_label(labels, view, scene->height, &moves[0], look->arrows, theme);
}

/* --- boxes ------------------------------------------------------------------------------------ */

bool scene_way_box(const struct paper_view *view, int height, const struct point *way, int count,
                   double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    struct brush_sizes sizes = brush_sizes(view);
    double margin = fmax(sizes.car, sizes.tick + sizes.ink) + 14 * view->scale;
    for (int i = 0; i < count; i++)
        extent_add(&extent, brush_grid_place(view, height, way[i]), margin);
    return extent_box(&extent, box);
}

bool scene_targets_box(const struct paper_view *view, const struct scene *scene, double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    double margin = brush_sizes(view).car + 16 * view->scale;
    for (int i = 0; i < scene->target_count; i++) {
        const struct scene_target *target = &scene->targets[i];
        struct point at = scene_target_at(target, scene->now);
        extent_add(&extent, brush_grid_place(view, scene->height, at), margin);
        extent_add(&extent, brush_grid_place(view, scene->height, point_add(at, target->drift)),
                   margin);
        if (target->has_velocity)
            extent_add(&extent,
                       brush_grid_place(view, scene->height, point_subtract(at, target->velocity)),
                       margin);
    }
    if (has_wind(scene)) {
        struct point at = wind_place(scene);
        extent_add(&extent, brush_grid_place(view, scene->height, at), margin);
        extent_add(&extent, brush_grid_place(view, scene->height, point_add(at, scene->wind)),
                   margin);
    }
    return extent_box(&extent, box);
}

bool scene_points_box(const struct paper_view *view, const struct scene *scene,
                      const struct scene_look *look, double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    double margin = brush_sizes(view).point * 2 + 2 * view->scale;
    int reach = shown_reach(scene);
    for (int y = -reach; look->chooses && y <= reach; y += 2 * reach)
        for (int x = -reach; x <= reach; x += 2 * reach) {
            struct point to = scene_next_point(scene, look->body, (struct point){x, y}, NULL);
            extent_add(&extent, brush_grid_place(view, scene->height, to), margin);
        }
    return extent_box(&extent, box);
}

bool scene_pointer_box(const struct paper_view *view, const struct scene *scene,
                       const struct scene_look *look, double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    struct arrow_move moves[SCENE_BODIES];
    double margin = brush_sizes(view).car * 2 + 4 * view->scale;
    int count = list_moves(scene, look, moves);
    for (int i = 0; i < count; i++)
        arrows_extend(&extent, view, scene->height, &moves[i]);
    if (look->is_marked)
        extent_add(&extent,
                   brush_grid_place(view, scene->height,
                                    scene_at(&scene->bodies[look->marked_body], look->marked_row)),
                   margin);
    if (look->is_pointed)
        extent_add(&extent, brush_grid_place(view, scene->height, look->pointed), margin);
    return extent_box(&extent, box);
}
