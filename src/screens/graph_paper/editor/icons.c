/* The signs on the editor's buttons: quick pencil strokes in a square of side 1, y down.
 */
#include "screens/graph_paper/editor/inside.h"

#include <math.h>
#include <stdio.h>

static const double PENCIL = 0.075, FINE_PENCIL = 0.045;

static void stroke(cairo_t *cairo, double width)
{
    cairo_set_line_width(cairo, width);
    cairo_stroke(cairo);
}

static void line(cairo_t *cairo, double x1, double y1, double x2, double y2)
{
    cairo_move_to(cairo, x1, y1);
    cairo_line_to(cairo, x2, y2);
}

static void disc(cairo_t *cairo, double x, double y, double radius)
{
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, x, y, radius, 0, 2 * M_PI);
    cairo_fill(cairo);
}

static void head(cairo_t *cairo, double x, double y, double angle, double size)
{
    for (int side = -1; side <= 1; side += 2)
        line(cairo, x, y, x - size * cos(angle + side * 0.55), y - size * sin(angle + side * 0.55));
}

static void paint_select(cairo_t *cairo)
{
    cairo_move_to(cairo, 0.32, 0.18);
    cairo_line_to(cairo, 0.32, 0.72);
    cairo_line_to(cairo, 0.45, 0.60);
    cairo_line_to(cairo, 0.54, 0.82);
    cairo_line_to(cairo, 0.64, 0.77);
    cairo_line_to(cairo, 0.55, 0.57);
    cairo_line_to(cairo, 0.72, 0.56);
    cairo_close_path(cairo);
    stroke(cairo, 0.06);
}

static void paint_pen(cairo_t *cairo)
{
    cairo_move_to(cairo, 0.20, 0.80);
    cairo_line_to(cairo, 0.26, 0.60);
    cairo_line_to(cairo, 0.66, 0.18);
    cairo_line_to(cairo, 0.81, 0.33);
    cairo_line_to(cairo, 0.40, 0.74);
    cairo_close_path(cairo);
    stroke(cairo, 0.06);
    line(cairo, 0.57, 0.28, 0.71, 0.42);
    stroke(cairo, FINE_PENCIL);
    disc(cairo, 0.215, 0.785, 0.045);
}

static void paint_polygon(cairo_t *cairo)
{
    static const double corners[5][2] = {
        {0.24, 0.72}, {0.18, 0.36}, {0.52, 0.18}, {0.82, 0.44}, {0.68, 0.80}};
    for (int i = 0; i < 5; i++)
        cairo_line_to(cairo, corners[i][0], corners[i][1]);
    cairo_close_path(cairo);
    stroke(cairo, 0.055);
    for (int i = 0; i < 5; i++)
        disc(cairo, corners[i][0], corners[i][1], 0.07);
}

static void paint_eraser(cairo_t *cairo)
{
    cairo_move_to(cairo, 0.18, 0.62);
    cairo_line_to(cairo, 0.54, 0.22);
    cairo_line_to(cairo, 0.80, 0.44);
    cairo_line_to(cairo, 0.46, 0.82);
    cairo_line_to(cairo, 0.33, 0.82);
    cairo_close_path(cairo);
    stroke(cairo, 0.06);
    line(cairo, 0.33, 0.46, 0.60, 0.67);
    line(cairo, 0.56, 0.83, 0.84, 0.83);
    stroke(cairo, FINE_PENCIL);
}

static void paint_redraw(cairo_t *cairo)
{
    const double dashes[2] = {0.07, 0.09};
    cairo_move_to(cairo, 0.14, 0.66);
    cairo_curve_to(cairo, 0.30, 0.66, 0.30, 0.66, 0.36, 0.62);
    cairo_move_to(cairo, 0.68, 0.62);
    cairo_curve_to(cairo, 0.74, 0.66, 0.74, 0.66, 0.88, 0.66);
    stroke(cairo, PENCIL);
    cairo_move_to(cairo, 0.36, 0.62);
    cairo_curve_to(cairo, 0.40, 0.22, 0.64, 0.22, 0.68, 0.62);
    stroke(cairo, PENCIL);
    cairo_set_dash(cairo, dashes, 2, 0);
    cairo_move_to(cairo, 0.36, 0.68);
    cairo_curve_to(cairo, 0.46, 0.84, 0.58, 0.84, 0.68, 0.68);
    stroke(cairo, FINE_PENCIL);
}

static void paint_parallel(cairo_t *cairo)
{
    const double dashes[2] = {0.08, 0.09};
    cairo_move_to(cairo, 0.16, 0.78);
    cairo_curve_to(cairo, 0.14, 0.30, 0.34, 0.16, 0.84, 0.18);
    stroke(cairo, PENCIL);
    cairo_set_dash(cairo, dashes, 2, 0);
    cairo_move_to(cairo, 0.46, 0.82);
    cairo_curve_to(cairo, 0.44, 0.56, 0.54, 0.46, 0.84, 0.48);
    stroke(cairo, PENCIL);
}

static void paint_line(cairo_t *cairo)
{
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 2; k++)
            if ((i + k) % 2 == 0)
                cairo_rectangle(cairo, 0.26 + k * 0.11, 0.18 + i * 0.16, 0.11, 0.16);
    cairo_fill(cairo);
    cairo_rectangle(cairo, 0.26, 0.18, 0.22, 0.64);
    stroke(cairo, 0.03);
    line(cairo, 0.58, 0.50, 0.86, 0.50);
    head(cairo, 0.86, 0.50, 0, 0.15);
    stroke(cairo, 0.06);
}

static void blob(cairo_t *cairo)
{
    cairo_move_to(cairo, 0.16, 0.54);
    cairo_curve_to(cairo, 0.12, 0.26, 0.42, 0.18, 0.58, 0.26);
    cairo_curve_to(cairo, 0.86, 0.26, 0.94, 0.56, 0.76, 0.68);
    cairo_curve_to(cairo, 0.62, 0.84, 0.20, 0.86, 0.16, 0.54);
    cairo_close_path(cairo);
}

static void paint_slick(cairo_t *cairo)
{
    cairo_save(cairo);
    blob(cairo);
    cairo_clip(cairo);
    for (int i = 0; i < 7; i++)
        line(cairo, 0.10 + i * 0.15, 0.90, 0.30 + i * 0.15, 0.10);
    stroke(cairo, FINE_PENCIL);
    cairo_restore(cairo);
    blob(cairo);
    stroke(cairo, 0.06);
}

static void paint_turbo(cairo_t *cairo)
{
    const double dashes[2] = {0.10, 0.08};
    cairo_save(cairo);
    cairo_set_dash(cairo, dashes, 2, 0);
    blob(cairo);
    stroke(cairo, 0.05);
    cairo_restore(cairo);
    line(cairo, 0.34, 0.62, 0.66, 0.40);
    head(cairo, 0.66, 0.40, atan2(-0.22, 0.32), 0.17);
    stroke(cairo, PENCIL);
}

static void paint_checkpoint(cairo_t *cairo)
{
    line(cairo, 0.22, 0.82, 0.46, 0.58);
    line(cairo, 0.66, 0.38, 0.84, 0.20);
    stroke(cairo, PENCIL);
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, 0.56, 0.48, 0.20, 0, 2 * M_PI);
    stroke(cairo, 0.05);
    cairo_move_to(cairo, 0.51, 0.42);
    cairo_line_to(cairo, 0.57, 0.37);
    cairo_line_to(cairo, 0.57, 0.59);
    stroke(cairo, 0.05);
}

static void paint_inspect(cairo_t *cairo)
{
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, 0.43, 0.43, 0.25, 0, 2 * M_PI);
    stroke(cairo, 0.06);
    line(cairo, 0.61, 0.61, 0.84, 0.84);
    stroke(cairo, 0.10);
    disc(cairo, 0.43, 0.43, 0.07);
}

static void paint_back(cairo_t *cairo)
{
    cairo_move_to(cairo, 0.24, 0.40);
    cairo_line_to(cairo, 0.60, 0.40);
    cairo_curve_to(cairo, 0.90, 0.42, 0.88, 0.78, 0.60, 0.76);
    cairo_line_to(cairo, 0.40, 0.76);
    head(cairo, 0.20, 0.40, M_PI, 0.22);
    stroke(cairo, 0.075);
}

static void paint_forth(cairo_t *cairo)
{
    cairo_translate(cairo, 1, 0);
    cairo_scale(cairo, -1, 1);
    paint_back(cairo);
}

struct icon_look {
    int icon;
    struct paper_color color;
};

static void paint_icon(cairo_t *cairo, int width, int height, const void *data)
{
    static void (*const painters[ICON_COUNT])(cairo_t *) = {
        [TOOL_SELECT] = paint_select,   [TOOL_PEN] = paint_pen,
        [TOOL_POLYGON] = paint_polygon, [TOOL_ERASER] = paint_eraser,
        [TOOL_REDRAW] = paint_redraw,   [TOOL_PARALLEL] = paint_parallel,
        [TOOL_LINE] = paint_line,       [TOOL_SLICK] = paint_slick,
        [TOOL_TURBO] = paint_turbo,     [TOOL_CHECKPOINT] = paint_checkpoint,
        [TOOL_INSPECT] = paint_inspect, [ICON_UNDO] = paint_back,
        [ICON_REDO] = paint_forth,
    };
    const struct icon_look *look = data;
    cairo_scale(cairo, width, height);
    cairo_set_source_rgba(cairo, look->color.red, look->color.green, look->color.blue,
                          look->color.alpha);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    painters[look->icon](cairo);
}

void editor_draw_icon(struct canvas *canvas, int icon, struct box box, struct paper_color color)
{
    struct icon_look look = {icon, color};
    char key[64];
    snprintf(key, sizeof key, "editor %d %.2f %.2f %.2f %.2f", icon, color.red, color.green,
             color.blue, color.alpha);
    canvas_shape(canvas, key, box, paint_icon, &look);
}
