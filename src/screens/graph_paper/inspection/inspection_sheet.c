/* The sheet of the inspection: the track with nothing declared, and a sign at each doubtful point.
 *
 * Inside is a disc, outside a boxed cross, as drawn an open ring: no two share a shape. A sign is
 * as large as what it decides, a quarter of a square each way, where that can be read.
 */
#include "screens/graph_paper/inspection/inspection_inside.h"

#include "base/memory.h"
#include "draw/sheet.h"
#include "rules/graph_paper/graph_paper.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LIVE_LEFT_NUMBERS, LIVE_LOWER_NUMBERS };
static const double LEFT_NUMBERS_WIDTH = 56, LOWER_NUMBERS_HEIGHT = 28; /* interface pixels */
static const double LEAST_RADIUS = 4, LARGEST_RADIUS = 11;
static const double LEAST_SEEN = 0.5; /* device pixels: of a smaller sign nothing is to be seen */

struct inspection_sheet {
    struct sheet *sheet;
    const struct agreement *agreement;
    const struct paper_theme *theme;
    struct paper_view view; /* that the picture shows */
    int width, height;
    bool known; /* is anything shown? */
};

double inspection_sign_radius(const struct paper_view *view)
{
    /* Larger than what it decides only as long as it leaves its neighbours alone. */
    double least = fmin(LEAST_RADIUS * view->scale, view->square * 0.45);
    return fmin(fmax(view->square / 4, least), LARGEST_RADIUS * view->scale);
}

/* --- signs ----------------------------------------------------------------------------------- */

static void use_color(cairo_t *cairo, struct paper_color color)
{
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha);
}

static void paint_ring(cairo_t *cairo, double x, double y, double radius,
                       const struct paper_theme *theme)
{
    double width = fmax(1.2, radius * 0.26);
    cairo_arc(cairo, x, y, radius - width / 2, 0, 2 * M_PI);
    use_color(cairo, theme->card);
    cairo_fill_preserve(cairo);
    use_color(cairo, theme->ink_soft);
    cairo_set_line_width(cairo, width);
    cairo_stroke(cairo);
}

static void paint_disc(cairo_t *cairo, double x, double y, double radius,
                       const struct paper_theme *theme)
{
    cairo_arc(cairo, x, y, radius, 0, 2 * M_PI);
    use_color(cairo, theme->action);
    cairo_fill(cairo);
    cairo_arc(cairo, x, y, radius * 0.3, 0, 2 * M_PI);
    use_color(cairo, theme->action_text);
    cairo_fill(cairo);
}

static void paint_cross(cairo_t *cairo, double x, double y, double radius,
                        const struct paper_theme *theme)
{
    double width = fmax(1.2, radius * 0.26), reach = radius * 0.46, side = radius - width / 2;
    cairo_rectangle(cairo, x - side, y - side, 2 * side, 2 * side);
    use_color(cairo, theme->card);
    cairo_fill_preserve(cairo);
    use_color(cairo, theme->warning);
    cairo_set_line_width(cairo, width);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_stroke(cairo);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_move_to(cairo, x - reach, y - reach);
    cairo_line_to(cairo, x + reach, y + reach);
    cairo_move_to(cairo, x - reach, y + reach);
    cairo_line_to(cairo, x + reach, y - reach);
    cairo_stroke(cairo);
}

static void paint_sign(cairo_t *cairo, enum verdict verdict, double x, double y, double radius,
                       const struct paper_theme *theme)
{
    static void (*const painters[VERDICT_COUNT])(cairo_t *, double, double, double,
                                                 const struct paper_theme *) = {
        [VERDICT_AS_DRAWN] = paint_ring,
        [VERDICT_INSIDE] = paint_disc,
        [VERDICT_OUTSIDE] = paint_cross,
    };
    cairo_new_path(cairo);
    painters[verdict](cairo, x, y, radius, theme);
}

struct sign {
    enum verdict verdict;
    const struct paper_theme *theme;
};

static void paint_sign_shape(cairo_t *cairo, int width, int height, const void *data)
{
    const struct sign *sign = data;
    paint_sign(cairo, sign->verdict, width / 2.0, height / 2.0, width * 0.42, sign->theme);
}

void inspection_draw_sign(struct canvas *canvas, enum verdict verdict, struct box box)
{
    struct sign sign = {verdict, canvas_theme(canvas)};
    char key[32];
    snprintf(key, sizeof key, "verdict %d", (int)verdict);
    canvas_shape(canvas, key, box, paint_sign_shape, &sign);
}

/* --- the sheet ------------------------------------------------------------------------------- */

void inspection_rows_between(const struct agreement *agreement, const struct paper_view *view,
                             double top, double bottom, int *first, int *end)
{
    double low = agreement->plain->height - (bottom - view->top) / view->square;
    double high = agreement->plain->height - (top - view->top) / view->square;
    *first = agreement_from(agreement, (struct point){0, (int)floor(low)});
    *end = agreement_from(agreement, (struct point){0, (int)ceil(high) + 1});
}

static void paint_ground(cairo_t *cairo, void *context)
{
    const struct inspection_sheet *sheet = context;
    const struct paper_view *view = &sheet->view;
    double radius = inspection_sign_radius(view), left, top, right, bottom;
    paper_draw_sheet(cairo, view, graph_paper_course(sheet->agreement->plain), sheet->theme);
    cairo_clip_extents(cairo, &left, &top, &right, &bottom);
    if (radius < LEAST_SEEN)
        return;
    int first, end;
    inspection_rows_between(sheet->agreement, view, top - radius, bottom + radius, &first, &end);
    for (int i = first; i < end; i++) {
        const struct doubtful *point = &sheet->agreement->points[i];
        double x, y;
        paper_to_device(view, sheet->agreement->plain->height, point->at.x, point->at.y, &x, &y);
        if (x + radius < left || x - radius > right)
            continue;
        paint_sign(cairo, point->verdict, x, y, radius, sheet->theme);
    }
}

static void paint_live(cairo_t *cairo, void *context)
{
    const struct inspection_sheet *sheet = context;
    const double seen[4] = {0, 0, sheet->width, sheet->height};
    paper_draw_numbers(cairo, &sheet->view, graph_paper_course(sheet->agreement->plain), seen,
                       sheet->theme);
}

struct inspection_sheet *inspection_sheet_create(const struct agreement *agreement)
{
    struct inspection_sheet *sheet = memory_allocate(1, sizeof *sheet);
    sheet->agreement = agreement;
    sheet->sheet = sheet_create((struct sheet_painter){paint_ground, paint_live, sheet});
    return sheet;
}

void inspection_sheet_free(struct inspection_sheet *sheet)
{
    sheet_free(sheet->sheet);
    free(sheet);
}

void inspection_sheet_mend(struct inspection_sheet *sheet, int point)
{
    double x, y, out = inspection_sign_radius(&sheet->view) + 2;
    struct point at = sheet->agreement->points[point].at;
    paper_to_device(&sheet->view, sheet->agreement->plain->height, at.x, at.y, &x, &y);
    sheet_mend(sheet->sheet, box_make((int)floor(x - out), (int)floor(y - out),
                                      (int)ceil(2 * out) + 1, (int)ceil(2 * out) + 1));
}

void inspection_sheet_repaint(struct inspection_sheet *sheet)
{
    sheet_repaint(sheet->sheet);
}

/* The numbers stand at the sheet's edge where that is seen, else at the window's. */
static void place_numbers(struct inspection_sheet *sheet)
{
    const struct paper_view *view = &sheet->view;
    const struct track *track = sheet->agreement->plain;
    double margin = view->square / 2;
    int left = (int)(LEFT_NUMBERS_WIDTH * view->scale);
    int foot = (int)(LOWER_NUMBERS_HEIGHT * view->scale);
    int x = (int)fmax(0, view->left - margin - 2);
    int bottom = (int)fmin(sheet->height, view->top + track->height * view->square + margin + 2);
    sheet_set_live(sheet->sheet, LIVE_LEFT_NUMBERS, box_make(x, 0, left, sheet->height));
    sheet_set_live(sheet->sheet, LIVE_LOWER_NUMBERS,
                   box_make(0, bottom - foot, sheet->width, foot));
}

static bool follow_view(struct inspection_sheet *sheet, const struct paper_view *view)
{
    struct paper_view *old = &sheet->view;
    double dx = view->left - old->left, dy = view->top - old->top;
    bool same_size = view->square == old->square && view->scale == old->scale;
    *old = *view;
    if (!same_size)
        sheet_repaint(sheet->sheet);
    else
        sheet_scroll(sheet->sheet, (int)dx, (int)dy);
    return !same_size || dx != 0 || dy != 0;
}

void inspection_sheet_draw(struct inspection_sheet *sheet, struct canvas *canvas,
                           const struct camera *camera, struct box box)
{
    if (canvas_is_muted(canvas) || box.w == 0 || box.h == 0)
        return;
    bool other = !sheet->known || box.w != sheet->width || box.h != sheet->height ||
                 sheet->theme != canvas_theme(canvas);
    sheet->theme = canvas_theme(canvas);
    sheet->width = box.w;
    sheet->height = box.h;
    sheet_resize(sheet->sheet, box.w, box.h);
    if (other) {
        sheet->view = camera->view;
        sheet->known = true;
        sheet_repaint(sheet->sheet);
    }
    if (follow_view(sheet, &camera->view) || other)
        place_numbers(sheet);
    sheet_draw(sheet->sheet, canvas, box.x, box.y);
}
