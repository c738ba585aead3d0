#include "draw/gauge.h"

#include "base/number.h"
#include "paper/paper.h"

#include <math.h>
#include <stdio.h>

/* --- bars ------------------------------------------------------------------------------------- */

/* Interface pixels. */
static const double BAR_HIGH = 11, BAR_CELL = 14; /* at most */

struct shown_bar {
    const struct gauge_bar *bar;
    const struct paper_theme *theme;
};

/* Cells lean as a quick hand draws them. */
static void add_cell(cairo_t *cairo, double left, double right, double height, double edge)
{
    double lean = height * 0.28;
    cairo_move_to(cairo, left + lean, edge);
    cairo_line_to(cairo, right + lean, edge);
    cairo_line_to(cairo, right, height - edge);
    cairo_line_to(cairo, left, height - edge);
    cairo_close_path(cairo);
}

static void paint_bar(cairo_t *cairo, int width, int height, const void *data)
{
    const struct shown_bar *shown = data;
    const struct gauge_bar *bar = shown->bar;
    const struct paper_theme *theme = shown->theme;
    double line = fmax(1, height * 0.085), lean = height * 0.28;
    double step = (width - lean - line) / bar->whole, gap = fmin(line * 1.5, step * 0.3);
    for (int i = 0; i < bar->whole; i++) {
        double left = line / 2 + i * step, right = left + step - gap;
        add_cell(cairo, left, right, height, line / 2);
        if (i < bar->value) {
            brush_color(cairo, brush_pen(theme, bar->pen));
            cairo_fill_preserve(cairo);
        } else if (i >= bar->limit) {
            cairo_save(cairo);
            cairo_clip_preserve(cairo);
            cairo_path_t *cell = cairo_copy_path(cairo);
            cairo_new_path(cairo);
            for (double y = -step; y < height + step; y += 2.6 * line)
                brush_add_line(cairo, (struct pixel){left - lean, y + step},
                               (struct pixel){right + lean, y - lean});
            brush_color(cairo, theme->warning);
            brush_stroke(cairo, line * 0.8, 0, 0);
            cairo_restore(cairo);
            cairo_append_path(cairo, cell);
            cairo_path_destroy(cell);
        }
        brush_color(cairo, i < bar->value    ? brush_pen(theme, bar->pen)
                           : i >= bar->limit ? theme->warning
                                             : theme->ink_soft);
        brush_stroke(cairo, line * 0.8, 0, 0);
    }
}

void gauge_draw_bar(struct canvas *canvas, struct box box, const struct gauge_bar *bar)
{
    struct shown_bar shown = {bar, canvas_theme(canvas)};
    char key[60];
    int high = canvas_units(canvas, BAR_HIGH), most = canvas_units(canvas, BAR_CELL) * bar->whole;
    box.y += (box.h - number_smaller(box.h, high)) / 2;
    box.h = number_smaller(box.h, high);
    box.w = number_smaller(box.w, most);
    snprintf(key, sizeof key, "bar %d %d %d %d", bar->value, bar->limit, bar->whole, bar->pen);
    canvas_shape(canvas, key, box, paint_bar, &shown);
}

/* --- pips ------------------------------------------------------------------------------------- */

enum { PIPS_MOST = 40 };
static const double PIP_LEAST = 6.5, PIP_MOST = 11.5, PIP_ROW = 10; /* interface pixels */
static const double pip_narrow[] = {[GAUGE_CARDS] = 0.74, [GAUGE_CHIPS] = 1, [GAUGE_TIRES] = 1};

struct shown_pips {
    const struct gauge_pips *pips;
    const struct paper_theme *theme;
    int columns, rows, count;
    double side; /* of one, device pixels */
};

/* As many to a row as are as large as can be; no column: there is no room for all. */
static struct shown_pips lay_pips(struct canvas *canvas, struct box box,
                                  const struct gauge_pips *pips)
{
    struct shown_pips shown = {.pips = pips, .theme = canvas_theme(canvas)};
    double least = canvas_scale(canvas) * PIP_LEAST, most = canvas_scale(canvas) * PIP_MOST;
    shown.count = (number_larger(pips->halves, pips->all) + 1) / 2;
    for (int rows = 1; rows <= 2 && shown.count <= PIPS_MOST; rows++) {
        int columns = number_larger(1, (shown.count + rows - 1) / rows);
        double side = fmin(fmin(box.w / (columns * pip_narrow[pips->kind]), box.h / (double)rows),
                           rows > 1 ? canvas_scale(canvas) * PIP_ROW : most);
        if (side >= least && side > shown.side * 1.2) {
            shown.columns = columns;
            shown.rows = rows;
            shown.side = side;
        }
    }
    return shown;
}

static struct paper_color pale(const struct paper_theme *theme)
{
    return brush_mix(theme->ink_soft, theme->paper, 0.5);
}

static void paint_chip(cairo_t *cairo, double x, double y, double side, bool there,
                       const struct paper_theme *theme)
{
    double radius = side * 0.44;
    if (there) {
        cairo_new_path(cairo);
        brush_color(cairo, theme->pens[0]);
        brush_add_disc(cairo, x, y, radius);
        cairo_fill(cairo);
    }
    brush_color(cairo, there ? theme->paper : pale(theme));
    brush_circle(cairo, x, y, radius * (there ? 0.55 : 0.9), fmax(1, radius * 0.2));
}

/* Of rubber as much as there is left: all, half, none. */
static void paint_tire(cairo_t *cairo, double x, double y, double side, int halves, bool last,
                       const struct paper_theme *theme)
{
    double line = side * 0.26, radius = (side * 0.9 - line) / 2;
    struct paper_color rubber = last ? theme->warning : theme->ink;
    brush_color(cairo, pale(theme));
    brush_circle(cairo, x, y, radius, fmax(1, side * 0.08));
    brush_color(cairo, rubber);
    if (halves >= 2) {
        brush_circle(cairo, x, y, radius, line);
    } else if (halves == 1) {
        cairo_new_path(cairo);
        cairo_arc(cairo, x, y, radius, M_PI / 2, 3 * M_PI / 2);
        brush_stroke_blunt(cairo, line, 0, 0);
    }
}

static void paint_pip(cairo_t *cairo, const struct shown_pips *shown, double x, double y,
                      int halves)
{
    const struct gauge_pips *pips = shown->pips;
    if (pips->kind == GAUGE_TIRES)
        paint_tire(cairo, x, y, shown->side, halves, pips->halves < 4, shown->theme);
    else if (pips->kind == GAUGE_CHIPS)
        paint_chip(cairo, x, y, shown->side, halves > 0, shown->theme);
    else {
        /* Of those that are spent the outline is left. */
        bool there = halves > 0;
        double line = fmax(1, shown->side * 0.09), w = shown->side * 0.54 - line,
               h = shown->side * 0.84 - line;
        brush_add_card(cairo, x - w / 2, y - h / 2, w, h, shown->side * 0.1);
        brush_color(cairo, there ? shown->theme->action : pale(shown->theme));
        if (there)
            cairo_fill_preserve(cairo);
        brush_stroke(cairo, line, 0, 0);
    }
}

static void paint_pips(cairo_t *cairo, int width, int height, const void *data)
{
    const struct shown_pips *shown = data;
    double step = shown->side * pip_narrow[shown->pips->kind];
    (void)width;
    for (int i = 0; i < shown->count; i++) {
        int row = i / shown->columns, column = i % shown->columns;
        double y = height / 2.0 + (row - (shown->rows - 1) / 2.0) * shown->side;
        paint_pip(cairo, shown, (column + 0.5) * step, y, shown->pips->halves - 2 * i);
    }
}

/* One of them and the number. */
static void draw_counted(struct canvas *canvas, struct box box, const struct gauge_pips *pips)
{
    static const char *const keys[] = {"card", "chip", "tire"};
    char number[24];
    bool half = pips->halves % 2 != 0;
    int side = number_smaller(box.h, canvas_units(canvas, PIP_MOST + 2));
    snprintf(number, sizeof number, "%d%s", pips->halves / 2, half ? "½" : "");
    int gap = canvas_units(canvas, 3), width = canvas_text_width(canvas, STYLE_SMALL, number);
    bool warns = pips->kind == GAUGE_TIRES && pips->halves < 4;
    struct gauge_pips whole = {pips->kind, warns ? 2 : 4, 0};
    struct shown_pips one = {&whole, canvas_theme(canvas), 1, 1, 1, side};
    char key[32];
    if (side + gap + width > box.w)
        return;
    snprintf(key, sizeof key, "one %s%s", keys[pips->kind], warns ? " worn" : "");
    canvas_shape(canvas, key, box_centre(box_cut_left(&box, side), side, side), paint_pips, &one);
    box_cut_left(&box, gap);
    canvas_text(canvas, STYLE_SMALL, warns ? one.theme->warning : one.theme->ink, number, box,
                ALIGN_LEFT);
}

void gauge_draw_pips(struct canvas *canvas, struct box box, const struct gauge_pips *pips)
{
    struct shown_pips shown = lay_pips(canvas, box, pips);
    char key[60];
    if (shown.columns == 0) {
        draw_counted(canvas, box, pips);
        return;
    }
    box.w = (int)ceil(shown.columns * shown.side * pip_narrow[pips->kind]);
    snprintf(key, sizeof key, "pips %d %d %d", pips->kind, pips->halves, pips->all);
    canvas_shape(canvas, key, box, paint_pips, &shown);
}
