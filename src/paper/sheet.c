/* The sheet of any game: the table it lies on, squares, numbers. Grid lines lie on whole device
 * pixels.
 */
#include "paper/ink.h"

#include <math.h>
#include <stdio.h>

void paper_to_device(const struct paper_view *view, int height, double x, double y,
                     double *device_x, double *device_y)
{
    *device_x = view->left + x * view->square;
    *device_y = view->top + (height - y) * view->square;
}

struct rectangle {
    double x, y, w, h;
};

static struct rectangle sheet_rectangle(const struct paper_view *view, struct point size)
{
    double margin = fmax(round(view->square * PAPER_MARGIN_SQUARES), 2);
    double x = floor(view->left), y = floor(view->top);
    return (struct rectangle){x - margin, y - margin, round(size.x * view->square) + 2 * margin,
                              round(size.y * view->square) + 2 * margin};
}

/* The table and the shadow of the sheet on it, only where the clip goes beyond the sheet. */
static void draw_table(cairo_t *cairo, const struct paper_view *view, struct rectangle sheet,
                       const struct paper_theme *theme)
{
    double seen[4];
    brush_clip_box(cairo, seen);
    if (seen[0] >= sheet.x && seen[1] >= sheet.y && seen[0] + seen[2] <= sheet.x + sheet.w &&
        seen[1] + seen[3] <= sheet.y + sheet.h)
        return;
    brush_color(cairo, brush_mix(theme->panel_edge, theme->panel, 0.45));
    cairo_paint(cairo);
    struct paper_color shadow = theme->ink;
    shadow.alpha = 0.035;
    brush_color(cairo, shadow);
    /* Only the rim is filled: blending the whole window for what the sheet hides would cost more
     * than the sheet. */
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD);
    for (int i = 4; i >= 1; i--) {
        double spread = round(i * 1.5 * view->scale);
        double right = round(view->scale), down = round(2 * view->scale);
        cairo_rectangle(cairo, sheet.x - spread + right, sheet.y - spread + down,
                        sheet.w + 2 * spread, sheet.h + 2 * spread);
        cairo_rectangle(cairo, sheet.x, sheet.y, sheet.w, sheet.h);
        cairo_fill(cairo);
    }
}

struct grid_pass {
    struct paper_color color;
    double width;
    int step;
    int skip; /* lines that are multiples of this belong to another pass; 0: none do */
};

/* The device coordinate of a grid line's first pixel. */
static double line_start(double position, double width)
{
    return floor(position - (width - 1) / 2);
}

/* From (x1, y1) to (x2, y2), which is straight down or to the right: whole pixels, or where it
 * exactly is. Then it is stroked in the file's own unit, so that whoever reads the file finds the
 * squares there as they are. */
static void draw_line(cairo_t *cairo, double x1, double y1, double x2, double y2, double width)
{
    if (!brush_is_vector(cairo)) {
        bool down = x1 == x2;
        double x = down ? line_start(x1, width) : x1, y = down ? y1 : line_start(y1, width);
        cairo_rectangle(cairo, x, y, down ? width : x2 - x1, down ? y2 - y1 : width);
        cairo_fill(cairo);
        return;
    }
    double across = width, none = 0;
    cairo_new_path(cairo);
    cairo_move_to(cairo, x1, y1);
    cairo_line_to(cairo, x2, y2);
    cairo_user_to_device_distance(cairo, &across, &none);
    cairo_save(cairo);
    cairo_identity_matrix(cairo);
    cairo_set_line_width(cairo, across);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    cairo_stroke(cairo);
    cairo_restore(cairo);
}

static void draw_vertical_lines(cairo_t *cairo, const struct paper_view *view, struct point size,
                                struct rectangle sheet, const struct grid_pass *pass,
                                const double seen[4])
{
    double first = fmax(floor((seen[0] - view->left) / view->square) - 1, 0);
    double last = fmin(ceil((seen[0] + seen[2] - view->left) / view->square) + 1, size.x);
    for (int x = (int)first; x <= (int)last; x++) {
        if (x % pass->step != 0 || (pass->skip && x % pass->skip == 0))
            continue;
        double at = view->left + x * view->square;
        draw_line(cairo, at, sheet.y, at, sheet.y + sheet.h, pass->width);
    }
}

static void draw_horizontal_lines(cairo_t *cairo, const struct paper_view *view, struct point size,
                                  struct rectangle sheet, const struct grid_pass *pass,
                                  const double seen[4])
{
    double top = size.y - (seen[1] - view->top) / view->square;
    double bottom = size.y - (seen[1] + seen[3] - view->top) / view->square;
    double first = fmax(floor(bottom) - 1, 0);
    double last = fmin(ceil(top) + 1, size.y);
    for (int y = (int)first; y <= (int)last; y++) {
        if (y % pass->step != 0 || (pass->skip && y % pass->skip == 0))
            continue;
        double at = view->top + (size.y - y) * view->square;
        draw_line(cairo, sheet.x, at, sheet.x + sheet.w, at, pass->width);
    }
}

/* Lines closer than a few pixels would run together: they fade out, first the fine ones. */
static double grid_strength(double spacing, double scale)
{
    return brush_clamp((spacing / scale - 3) / 5, 0, 1);
}

void paper_draw_grid(cairo_t *cairo, const struct paper_view *view, struct point size,
                     const struct paper_theme *theme)
{
    struct rectangle sheet = sheet_rectangle(view, size);
    double seen[4];
    brush_clip_box(cairo, seen);
    double thin = brush_is_vector(cairo) ? view->scale * 0.5 : fmax(floor(view->scale), 1);
    struct grid_pass passes[2] = {
        {theme->grid, thin, 1, 5},
        {theme->grid_strong, thin, 5, 0},
    };
    for (int i = 0; i < 2; i++) {
        double strength = grid_strength(view->square * passes[i].step, view->scale);
        if (strength <= 0)
            continue;
        struct paper_color color = passes[i].color;
        color.alpha = strength;
        brush_color(cairo, color);
        draw_vertical_lines(cairo, view, size, sheet, &passes[i], seen);
        draw_horizontal_lines(cairo, view, size, sheet, &passes[i], seen);
    }
}

void paper_draw_sheet(cairo_t *cairo, const struct paper_view *view, struct course course,
                      const struct paper_theme *theme)
{
    struct rectangle sheet = sheet_rectangle(view, course_size(course));
    if (!brush_is_vector(cairo))
        draw_table(cairo, view, sheet, theme);
    cairo_save(cairo);
    cairo_rectangle(cairo, sheet.x, sheet.y, sheet.w, sheet.h);
    cairo_clip(cairo);
    ink_of(course.game)->draw_course(cairo, view, course, true, theme);
    cairo_restore(cairo);
}

/* Between numbers: every fifth line, or 10, 20, 50, 100 ... where five lines have no room for one.
 */
static int number_step(double square, double room)
{
    int step = 5;
    for (int i = 0; step * square < room; i++)
        step = i % 3 == 2 ? step * 5 / 2 : step * 2;
    return step;
}

void paper_label_numbers(struct labels *labels, const struct paper_view *view, struct point squares,
                         const struct paper_theme *theme)
{
    double size = brush_sizes(view).letter, gap = 5 * view->scale;
    const struct label_box *seen = &labels->seen;
    struct rectangle sheet = sheet_rectangle(view, squares);
    double left = fmax(seen->x, sheet.x) + gap;
    double foot = fmin(seen->y + seen->h, sheet.y + sheet.h) - gap - size * 0.4;
    char text[12];
    /* Those of the left edge first: the corner belongs to them. */
    int step = number_step(view->square, size * 1.8);
    for (int y = 0; y <= squares.y; y += step) {
        double at = view->top + (squares.y - y) * view->square;
        snprintf(text, sizeof text, "%d", y);
        if (at > seen->y && at < foot + size / 2)
            labels_add_at(labels, LABEL_NUMBER, text, size, theme->ink_soft, left, fmin(at, foot));
    }
    step = number_step(view->square, size * 2.6);
    for (int x = 0; x <= squares.x; x += step) {
        double at = view->left + x * view->square;
        snprintf(text, sizeof text, "%d", x);
        if (at > seen->x && at < seen->x + seen->w)
            labels_add_at(labels, LABEL_NUMBER, text, size, theme->ink_soft,
                          at - labels_text_width(labels, LABEL_NUMBER, text, size) / 2, foot);
    }
}

void paper_draw_numbers(cairo_t *cairo, const struct paper_view *view, struct course course,
                        const double seen[4], const struct paper_theme *theme)
{
    struct labels labels =
        labels_begin((struct label_box){seen[0], seen[1], seen[2], seen[3]}, view->scale);
    if (ink_of(course.game)->keep_off)
        ink_of(course.game)->keep_off(&labels, view, course);
    paper_label_numbers(&labels, view, course_size(course), theme);
    labels_draw(cairo, &labels, theme);
    labels_end(&labels);
}
