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

enum { TILE_LINES = 16 };

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

/* Value noise on a lattice of `cells` cells that wraps at the tile's side: -1 to 1. */
static double wrapped_noise(uint64_t seed, double x, double y, int cells)
{
    double fx = floor(x), fy = floor(y);
    double px = x - fx, py = y - fy;
    int x0 = (int)fx % cells, y0 = (int)fy % cells;
    int x1 = (x0 + 1) % cells, y1 = (y0 + 1) % cells;
    double top =
        brush_chance(seed, y0 * cells + x0) * (1 - px) + brush_chance(seed, y0 * cells + x1) * px;
    double bottom =
        brush_chance(seed, y1 * cells + x0) * (1 - px) + brush_chance(seed, y1 * cells + x1) * px;
    return 2 * (top + (bottom - top) * py) - 1;
}

/* How dark the pencil is at a pixel, 0 to 1. */
static double pencil_at(const struct tile_kind *kind, int x, int y, int side, double scale)
{
    double spacing = (double)side / TILE_LINES;
    double noise_cells = 8;
    double cell_x = x * noise_cells / side, cell_y = y * noise_cells / side;
    double waver = wrapped_noise(kind->seed, cell_x, cell_y, 8) * 0.9 * scale;
    int shifted = kind->slope > 0 ? x + y : x + side - y;
    double place = fmod(shifted + waver + 2 * side, side);
    int line = (int)(place / spacing) % TILE_LINES;
    double away = fabs(place - (line + 0.5) * spacing);
    double cover = brush_clamp(kind->thickness * scale / 2 + 0.7 - away, 0, 1);
    if (cover <= 0)
        return 0;
    double along = fmod((double)(y + side) / side + brush_chance(kind->seed + 1, line), 1);
    double lifted = brush_clamp(fabs(along - 0.5) * 24, 0.15, 1); /* the hand moves on */
    double pressed = 0.72 + 0.28 * wrapped_noise(kind->seed + 2, cell_x * 2, cell_y * 2, 16);
    return cover * lifted * pressed;
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
    cairo_surface_flush(surface);
    unsigned char *bytes = cairo_image_surface_get_data(surface);
    int stride = cairo_image_surface_get_stride(surface);
    for (int y = 0; y < side; y++) {
        uint32_t *row = (uint32_t *)(void *)(bytes + (size_t)y * (size_t)stride);
        for (int x = 0; x < side; x++) {
            double dark = pencil_at(kind, x, y, side, scale);
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

void tile_set_hatching(cairo_t *cairo, const struct paper_view *view,
                       const struct paper_theme *theme)
{
    set_tile(cairo, view, find_tile(cairo, &hatching_kind, &hatching_key, view->scale, theme));
}

void tile_set_shading(cairo_t *cairo, const struct paper_view *view,
                      const struct paper_theme *theme)
{
    set_tile(cairo, view, find_tile(cairo, &shading_kind, &shading_key, view->scale, theme));
}
