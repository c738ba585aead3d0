/* A texture is a cell that repeats: drawn once for each surface that it is used on, which owns it
 * (as user data), and copied from there; into files of lines and letters it is drawn cell by cell.
 */
#include "paper/stock_cars/texture.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

enum { CELL = 48, DOTS = 11, STROKES = 8 }; /* interface pixels; dots and strokes a row of a cell */

static void draw_sand(cairo_t *cairo, double unit, const struct paper_theme *theme)
{
    const double step = (double)CELL / DOTS;
    cairo_new_path(cairo);
    for (int i = 0; i < DOTS * DOTS; i++) {
        double x = (i % DOTS + 0.1 + 0.8 * brush_chance(5, i)) * step;
        double y = (i / DOTS + 0.1 + 0.8 * brush_chance(6, i)) * step;
        if (brush_chance(7, i) < 0.7)
            brush_add_disc(cairo, x * unit, y * unit, (0.45 + 0.4 * brush_chance(8, i)) * unit);
    }
    brush_color(cairo, brush_mix(theme->pens[4], theme->ink, 0.6));
    cairo_fill(cairo);
}

/* Steep strokes that go on in the next cell; they lean to the side that a bank turns to. */
static void draw_bank(cairo_t *cairo, double unit, int lean, const struct paper_theme *theme)
{
    const double gap = (double)CELL / STROKES, shift = gap * 4 * lean;
    struct paper_color color = theme->action;
    color.alpha = 0.38;
    cairo_new_path(cairo);
    for (int i = -6; i <= STROKES + 6; i++) {
        cairo_move_to(cairo, (i * gap - shift * 0.25) * unit, CELL * 1.25 * unit);
        cairo_line_to(cairo, (i * gap + shift * 1.25) * unit, -CELL * 0.25 * unit);
    }
    brush_color(cairo, color);
    brush_stroke_blunt(cairo, 1.1 * unit, 0, 0);
}

static void draw_cell(cairo_t *cairo, enum texture texture, double unit,
                      const struct paper_theme *theme)
{
    if (texture == TEXTURE_SAND)
        draw_sand(cairo, unit, theme);
    else
        draw_bank(cairo, unit, texture == TEXTURE_BANK_LEFT ? -1 : 1, theme);
}

struct cell {
    cairo_pattern_t *pattern;
    int side; /* pixels */
    const struct paper_theme *theme;
};

static cairo_user_data_key_t keys[TEXTURE_COUNT];

static void free_cell(void *data)
{
    struct cell *cell = data;
    cairo_pattern_destroy(cell->pattern);
    free(cell);
}

static const struct cell *find_cell(cairo_t *target, enum texture texture, double scale,
                                    const struct paper_theme *theme)
{
    cairo_surface_t *owner = cairo_get_target(target);
    struct cell *cell = cairo_surface_get_user_data(owner, &keys[texture]);
    int side = (int)fmax(round(CELL * scale), 8);
    if (cell && cell->side == side && cell->theme == theme)
        return cell;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, side, side);
    cairo_t *cairo = cairo_create(surface);
    draw_cell(cairo, texture, (double)side / CELL, theme);
    cairo_destroy(cairo);
    cell = memory_allocate(1, sizeof *cell);
    *cell = (struct cell){cairo_pattern_create_for_surface(surface), side, theme};
    cairo_surface_destroy(surface);
    cairo_pattern_set_extend(cell->pattern, CAIRO_EXTEND_REPEAT);
    cairo_pattern_set_filter(cell->pattern, CAIRO_FILTER_NEAREST);
    cairo_surface_set_user_data(owner, &keys[texture], cell, free_cell);
    return cell;
}

static void draw_cells(cairo_t *cairo, const struct paper_view *view, enum texture texture,
                       const struct paper_theme *theme)
{
    double box[4], side = CELL * view->scale;
    if (!brush_clip_box(cairo, box))
        return;
    double left = view->left + floor((box[0] - view->left) / side) * side;
    double top = view->top + floor((box[1] - view->top) / side) * side;
    for (double y = top; y < box[1] + box[3]; y += side)
        for (double x = left; x < box[0] + box[2]; x += side) {
            cairo_save(cairo);
            cairo_rectangle(cairo, x, y, side, side);
            cairo_clip(cairo);
            cairo_translate(cairo, x, y);
            draw_cell(cairo, texture, view->scale, theme);
            cairo_restore(cairo);
        }
}

void texture_fill(cairo_t *cairo, const struct paper_view *view, enum texture texture,
                  const struct paper_theme *theme)
{
    if (brush_is_vector(cairo)) {
        cairo_save(cairo);
        cairo_clip(cairo);
        draw_cells(cairo, view, texture, theme);
        cairo_restore(cairo);
        return;
    }
    const struct cell *cell = find_cell(cairo, texture, view->scale, theme);
    cairo_matrix_t matrix;
    cairo_matrix_init_translate(&matrix, -fmod(floor(view->left), cell->side),
                                -fmod(floor(view->top), cell->side));
    cairo_pattern_set_matrix(cell->pattern, &matrix);
    cairo_set_source(cairo, cell->pattern);
    cairo_fill(cairo);
}
