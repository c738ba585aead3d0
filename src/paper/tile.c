/* Hatching as a pattern that repeats without a seam.
 *
 * Hatching by strokes would cost thousands of lines a picture; a tile costs a copy. A tile is
 * computed pixel by pixel: its lines waver, are pressed harder here and softer there and are set
 * off where the hand moved on. All of that is periodic in the tile's side. It hangs on the surface
 * it was made for, as user data, and goes with it.
 */
#include "paper/tile.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

enum { TILE_LINES = 16, COARSE_CELLS = 8, FINE_CELLS = 16 };

struct tile_kind {
    double spacing;   /* between lines, along a row of pixels, interface pixels */
    int slope;        /* columns moved in a row of pixels, times -1: 1 rises to the right */
    double thickness; /* along a row of pixels, interface pixels */
    uint64_t seed;
    bool opaque;
};
static const struct tile_kind hatching_kind = {9, 1, 1.7, 11, true};
static const struct tile_kind shading_kind = {6, -1, 1.5, 23, false};

struct tile {
    cairo_pattern_t *pattern;
    int side; /* pixels */
    double scale;
    const struct paper_theme *theme;
};

static cairo_user_data_key_t hatching_key, shading_key;

static void free_tile(void *data)
{
    struct tile *tile = data;
    cairo_pattern_destroy(tile->pattern);
    free(tile);
}

/* Values on a lattice of `cells` x `cells` that wraps at the tile's side, from -1 to 1. */
struct lattice {
    int cells;
    double values[FINE_CELLS * FINE_CELLS];
};

static void fill_lattice(struct lattice *lattice, int cells, uint64_t seed)
{
    lattice->cells = cells;
    for (int i = 0; i < cells * cells; i++)
        lattice->values[i] = 2 * brush_chance(seed, i) - 1;
}

/* Between the lattice's values; (x, y) from 0 to 1 across the tile. */
static double lattice_at(const struct lattice *lattice, double x, double y)
{
    int cells = lattice->cells;
    double part_x = x * cells, part_y = y * cells;
    int x0 = (int)part_x, y0 = (int)part_y;
    int x1 = (x0 + 1) % cells, y1 = (y0 + 1) % cells;
    part_x -= x0;
    part_y -= y0;
    const double *top = &lattice->values[y0 * cells], *bottom = &lattice->values[y1 * cells];
    double above = top[x0] + (top[x1] - top[x0]) * part_x;
    double below = bottom[x0] + (bottom[x1] - bottom[x0]) * part_x;
    return above + (below - above) * part_y;
}

struct pencil {
    const struct tile_kind *kind;
    int side;
    double scale;
    struct lattice waver;
    struct lattice pressure;
};

/* How dark the pencil is at a pixel, 0 to 1. */
static double pencil_at(const struct pencil *pencil, int x, int y)
{
    const struct tile_kind *kind = pencil->kind;
    int side = pencil->side;
    double across = (double)x / side, down = (double)y / side;
    double spacing = (double)side / TILE_LINES;
    double waver = lattice_at(&pencil->waver, across, down) * 0.8 * pencil->scale;
    int shifted = kind->slope > 0 ? x + y : x + side - y;
    double place = fmod(shifted + waver + 2 * side, side);
    int line = (int)(place / spacing) % TILE_LINES;
    double away = fabs(place - (line + 0.5) * spacing);
    double cover = brush_clamp(kind->thickness * pencil->scale / 2 + 0.7 - away, 0, 1);
    if (cover <= 0)
        return 0;
    double along = fmod(down + brush_chance(kind->seed + 1, line), 1);
    double lifted = brush_clamp(fabs(along - 0.5) * 24, 0.15, 1); /* the hand moves on */
    return cover * lifted * (0.75 + 0.25 * lattice_at(&pencil->pressure, across, down));
}

static uint32_t pixel_of(struct paper_color color)
{
    uint32_t alpha = (uint32_t)lround(color.alpha * 255);
    uint32_t red = (uint32_t)lround(color.red * color.alpha * 255);
    uint32_t green = (uint32_t)lround(color.green * color.alpha * 255);
    uint32_t blue = (uint32_t)lround(color.blue * color.alpha * 255);
    return alpha << 24 | red << 16 | green << 8 | blue;
}

static cairo_surface_t *paint_tile(const struct tile_kind *kind, int side, double scale,
                                   const struct paper_theme *theme)
{
    cairo_surface_t *surface = cairo_image_surface_create(
        kind->opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, side, side);
    struct pencil pencil = {.kind = kind, .side = side, .scale = scale};
    fill_lattice(&pencil.waver, COARSE_CELLS, kind->seed);
    fill_lattice(&pencil.pressure, FINE_CELLS, kind->seed + 2);
    cairo_surface_flush(surface);
    unsigned char *bytes = cairo_image_surface_get_data(surface);
    int stride = cairo_image_surface_get_stride(surface);
    for (int y = 0; y < side; y++) {
        uint32_t *row = (uint32_t *)(void *)(bytes + (size_t)y * (size_t)stride);
        for (int x = 0; x < side; x++) {
            double dark = pencil_at(&pencil, x, y);
            struct paper_color shade = theme->ink_soft;
            shade.alpha = dark * 0.55;
            row[x] =
                pixel_of(kind->opaque ? brush_mix(theme->hatching, theme->paper, dark) : shade);
        }
    }
    cairo_surface_mark_dirty(surface);
    return surface;
}

static const struct tile *find_tile(cairo_t *cairo, const struct tile_kind *kind,
                                    const cairo_user_data_key_t *key, double scale,
                                    const struct paper_theme *theme)
{
    cairo_surface_t *target = cairo_get_target(cairo);
    struct tile *tile = cairo_surface_get_user_data(target, key);
    if (tile && tile->scale == scale && tile->theme == theme)
        return tile;
    int side = TILE_LINES * (int)fmax(round(kind->spacing * scale), 2);
    cairo_surface_t *surface = paint_tile(kind, side, scale, theme);
    tile = memory_allocate(1, sizeof *tile);
    *tile = (struct tile){cairo_pattern_create_for_surface(surface), side, scale, theme};
    cairo_surface_destroy(surface);
    cairo_pattern_set_extend(tile->pattern, CAIRO_EXTEND_REPEAT);
    cairo_pattern_set_filter(tile->pattern, CAIRO_FILTER_NEAREST);
    cairo_surface_set_user_data(target, key, tile, free_tile);
    return tile;
}

static void set_tile(cairo_t *cairo, const struct paper_view *view, const struct tile *tile)
{
    cairo_matrix_t matrix;
    cairo_matrix_init_translate(&matrix, -fmod(floor(view->left), tile->side),
                                -fmod(floor(view->top), tile->side));
    cairo_pattern_set_matrix(tile->pattern, &matrix);
    cairo_set_source(cairo, tile->pattern);
}

/* The same lines as strokes, over all of the clip. */
static void stroke_lines(cairo_t *cairo, const struct paper_view *view,
                         const struct tile_kind *kind)
{
    double left, top, right, bottom;
    cairo_clip_extents(cairo, &left, &top, &right, &bottom);
    double height = bottom - top, spacing = kind->spacing * view->scale;
    double origin = view->left + kind->slope * view->top;
    double first = (kind->slope > 0 ? left + top : left - bottom) - origin;
    double last = (kind->slope > 0 ? right + bottom : right - top) - origin;
    cairo_new_path(cairo);
    for (double at = ceil(first / spacing); at <= floor(last / spacing); at++) {
        double begin = origin + at * spacing - kind->slope * bottom;
        cairo_move_to(cairo, begin, bottom);
        cairo_line_to(cairo, begin + kind->slope * height, top);
    }
    cairo_set_line_width(cairo, kind->thickness * view->scale * 0.7);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    cairo_stroke(cairo);
}

void tile_paint_hatching(cairo_t *cairo, const struct paper_view *view,
                         const struct paper_theme *theme)
{
    if (!brush_is_vector(cairo)) {
        set_tile(cairo, view, find_tile(cairo, &hatching_kind, &hatching_key, view->scale, theme));
        cairo_paint(cairo);
        return;
    }
    brush_color(cairo, theme->paper);
    cairo_paint(cairo);
    brush_color(cairo, theme->hatching);
    stroke_lines(cairo, view, &hatching_kind);
}

void tile_fill_shading(cairo_t *cairo, const struct paper_view *view,
                       const struct paper_theme *theme)
{
    if (!brush_is_vector(cairo)) {
        set_tile(cairo, view, find_tile(cairo, &shading_kind, &shading_key, view->scale, theme));
        cairo_fill(cairo);
        return;
    }
    struct paper_color shade = theme->ink_soft;
    shade.alpha = 0.55;
    cairo_save(cairo);
    cairo_clip(cairo);
    brush_color(cairo, shade);
    stroke_lines(cairo, view, &shading_kind);
    cairo_restore(cairo);
}
