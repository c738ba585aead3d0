/* Pencil and pen: the strokes everything on the sheet is made of. Owns nothing, cannot fail. */
#include "paper/paper.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"

#include <ctype.h>
#include <fontconfig/fontconfig.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STROKE_PIECES = 3 };
static const double TURN = 6.283185307179586;
const struct extent EXTENT_NOTHING = {INFINITY, INFINITY, -INFINITY, -INFINITY};

struct pixel brush_place(const struct paper_view *view, int height, double x, double y)
{
    return (struct pixel){view->left + x * view->square, view->top + (height - y) * view->square};
}

struct pixel brush_grid_place(const struct paper_view *view, int height, struct point grid)
{
    return brush_place(view, height, grid.x, grid.y);
}

struct pixel brush_exact_place(const struct paper_view *view, int height, struct exact_point at)
{
    return brush_place(view, height, (double)at.x / (double)at.w, (double)at.y / (double)at.w);
}

double brush_turn(struct pixel before, struct pixel at, struct pixel after)
{
    double ax = at.x - before.x, ay = at.y - before.y;
    double bx = after.x - at.x, by = after.y - at.y;
    return fabs(atan2(ax * by - ay * bx, ax * bx + ay * by));
}

struct pixel brush_between(struct pixel from, struct pixel to, double part)
{
    return (struct pixel){from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part};
}

void extent_add(struct extent *extent, struct pixel place, double margin)
{
    extent->left = fmin(extent->left, place.x - margin);
    extent->top = fmin(extent->top, place.y - margin);
    extent->right = fmax(extent->right, place.x + margin);
    extent->bottom = fmax(extent->bottom, place.y + margin);
}

bool extent_box(const struct extent *extent, double box[4])
{
    if (extent->left > extent->right)
        return false;
    box[0] = floor(extent->left) - 1;
    box[1] = floor(extent->top) - 1;
    box[2] = ceil(extent->right) + 1 - box[0];
    box[3] = ceil(extent->bottom) + 1 - box[1];
    return true;
}

double brush_clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

struct brush_sizes brush_sizes(const struct paper_view *view)
{
    double square = view->square;
    double scale = view->scale;
    return (struct brush_sizes){
        .wall = brush_clamp(square * 0.13, 1.7 * scale, 4.2 * scale),
        .ink = brush_clamp(square * 0.10, 1.6 * scale, 3.4 * scale),
        .thin = brush_clamp(square * 0.06, 1.1 * scale, 2.0 * scale),
        .tick = brush_clamp(square * 0.27, 3.2 * scale, 9.0 * scale),
        .nitro = brush_clamp(square * 0.46, 7.0 * scale, 16.0 * scale),
        .car = brush_clamp(square * 0.86, 13.0 * scale, 30.0 * scale),
        .point = brush_clamp(square * 0.19, 2.8 * scale, 7.0 * scale),
        .start = fmin(8.0 * scale, square * 0.5),
        .letter = brush_clamp(square * 0.7, 14.0 * scale, 17.0 * scale),
    };
}

double brush_number_size(const struct paper_view *view)
{
    return fmax(brush_sizes(view).letter * 0.85, 14 * view->scale);
}

double brush_chance(uint64_t seed, int64_t index)
{
    uint64_t hash = hash_number(hash_number(HASH_START, (int64_t)seed), index);
    hash ^= hash >> 29;
    return (double)(hash >> 11) / 9007199254740992.0;
}

double brush_waver(uint64_t seed, double t)
{
    double base = floor(t);
    double part = t - base;
    double a = brush_chance(seed, (int64_t)base);
    double b = brush_chance(seed, (int64_t)base + 1);
    return 2 * (a + (b - a) * part * part * (3 - 2 * part)) - 1;
}

void brush_color(cairo_t *cairo, struct paper_color color)
{
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha);
}

struct paper_color brush_pen(const struct paper_theme *theme, int pen)
{
    return theme->pens[(pen - 1) % PEN_COUNT];
}

struct paper_color brush_mix(struct paper_color a, struct paper_color b, double share)
{
    double rest = 1 - share;
    return (struct paper_color){a.red * share + b.red * rest, a.green * share + b.green * rest,
                                a.blue * share + b.blue * rest, a.alpha * share + b.alpha * rest};
}

struct paper_color brush_asphalt(const struct paper_theme *theme)
{
    return brush_mix(theme->ink_soft, theme->paper, 0.12);
}

/* Half the width at `part` of the stroke: fuller where the pen is put down, thinner where it is
 * lifted. */
static double half_width(double width, double part, uint64_t seed)
{
    double taper = 1.08 - 0.22 * part;
    return width / 2 * (taper + 0.10 * brush_waver(seed, part * STROKE_PIECES));
}

/* Adds points on the half circle round (x, y) that begins at (nx, ny), a vector as long as the
 * radius, and turns by two quarters: quicker than cairo's arcs for ends a few pixels wide. */
static void add_half_circle(cairo_t *cairo, double x, double y, double nx, double ny)
{
    static const double steps[5][2] = {
        {1, 0}, {0.70710678, 0.70710678}, {0, 1}, {-0.70710678, 0.70710678}, {-1, 0}};
    for (int i = 0; i < 5; i++) {
        double c = steps[i][0], s = steps[i][1];
        cairo_line_to(cairo, x + nx * c - ny * s, y + nx * s + ny * c);
    }
}

void brush_add_stroke(cairo_t *cairo, double x1, double y1, double x2, double y2, double width,
                      uint64_t seed)
{
    double dx = x2 - x1, dy = y2 - y1;
    double length = hypot(dx, dy);
    if (length < 0.01) {
        brush_add_disc(cairo, x1, y1, width / 2);
        return;
    }
    double nx = -dy / length, ny = dx / length;
    double halves[STROKE_PIECES + 1];
    for (int i = 0; i <= STROKE_PIECES; i++)
        halves[i] = half_width(width, (double)i / STROKE_PIECES, seed);
    cairo_new_sub_path(cairo);
    add_half_circle(cairo, x1, y1, nx * halves[0], ny * halves[0]);
    for (int i = 1; i < STROKE_PIECES; i++) {
        double part = (double)i / STROKE_PIECES;
        cairo_line_to(cairo, x1 + dx * part - nx * halves[i], y1 + dy * part - ny * halves[i]);
    }
    double half = halves[STROKE_PIECES];
    add_half_circle(cairo, x2, y2, -nx * half, -ny * half);
    for (int i = STROKE_PIECES - 1; i > 0; i--) {
        double part = (double)i / STROKE_PIECES;
        cairo_line_to(cairo, x1 + dx * part + nx * halves[i], y1 + dy * part + ny * halves[i]);
    }
    cairo_close_path(cairo);
}

void brush_add_disc(cairo_t *cairo, double x, double y, double radius)
{
    cairo_new_sub_path(cairo);
    if (radius < 2) {
        add_half_circle(cairo, x, y, radius, 0);
        add_half_circle(cairo, x, y, -radius, 0);
    } else {
        cairo_arc(cairo, x, y, radius, 0, TURN);
    }
    cairo_close_path(cairo);
}

void brush_add_card(cairo_t *cairo, double x, double y, double w, double h, double r)
{
    r = fmax(0, fmin(r, fmin(w, h) / 2));
    cairo_new_path(cairo);
    cairo_arc(cairo, x + w - r, y + r, r, -M_PI / 2, 0);
    cairo_arc(cairo, x + w - r, y + h - r, r, 0, M_PI / 2);
    cairo_arc(cairo, x + r, y + h - r, r, M_PI / 2, M_PI);
    cairo_arc(cairo, x + r, y + r, r, M_PI, 3 * M_PI / 2);
    cairo_close_path(cairo);
}

void brush_add_line(cairo_t *cairo, struct pixel from, struct pixel to)
{
    cairo_move_to(cairo, from.x, from.y);
    cairo_line_to(cairo, to.x, to.y);
}

void brush_add_tick(cairo_t *cairo, struct pixel from, struct pixel end, double half, double width,
                    uint64_t seed)
{
    double length = fmax(hypot(end.x - from.x, end.y - from.y), 1e-6);
    double x = -(end.y - from.y) / length * half, y = (end.x - from.x) / length * half;
    brush_add_stroke(cairo, end.x - x, end.y - y, end.x + x, end.y + y, width, seed);
}

void brush_draw_burst(cairo_t *cairo, struct pixel at, double reach, double width, double wavering,
                      uint64_t seed)
{
    cairo_new_path(cairo);
    for (int i = 0; i < 8; i++) {
        double angle = i * TURN / 8 + 0.2 + wavering * brush_waver(seed, i);
        double far = reach * (i % 2 ? 0.75 : 1.1), near = reach * 0.35;
        brush_add_stroke(cairo, at.x + near * cos(angle), at.y + near * sin(angle),
                         at.x + far * cos(angle), at.y + far * sin(angle), width,
                         seed + (uint64_t)i);
    }
    cairo_fill(cairo);
}

/* Without a gap it is dashed as cairo is set to. */
static void stroke_path(cairo_t *cairo, double width, double dash, double gap, cairo_line_cap_t cap)
{
    const double dashes[2] = {dash, gap};
    cairo_set_line_width(cairo, width);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(cairo, cap);
    if (gap > 0)
        cairo_set_dash(cairo, dashes, 2, 0);
    cairo_stroke(cairo);
    if (gap > 0)
        cairo_set_dash(cairo, NULL, 0, 0);
}

void brush_stroke(cairo_t *cairo, double width, double dash, double gap)
{
    stroke_path(cairo, width, dash, gap, CAIRO_LINE_CAP_ROUND);
}

void brush_stroke_blunt(cairo_t *cairo, double width, double dash, double gap)
{
    stroke_path(cairo, width, dash, gap, CAIRO_LINE_CAP_BUTT);
}

void brush_circle(cairo_t *cairo, double x, double y, double radius, double width)
{
    cairo_new_path(cairo);
    cairo_arc(cairo, x, y, radius, 0, TURN);
    cairo_close_path(cairo);
    brush_stroke(cairo, width, 0, 0);
}

void brush_square(cairo_t *cairo, double x, double y, double side, double width)
{
    double half = side / 2;
    cairo_new_path(cairo);
    for (int i = 0; i < 4; i++)
        cairo_line_to(cairo, x + (i % 3 ? half : -half), y + (i < 2 ? -half : half));
    cairo_close_path(cairo);
    brush_stroke(cairo, width, 0, 0);
}

void brush_arrow(cairo_t *cairo, double x1, double y1, double x2, double y2, double width,
                 double head)
{
    double angle = atan2(y2 - y1, x2 - x1);
    cairo_new_path(cairo);
    cairo_move_to(cairo, x1, y1);
    cairo_line_to(cairo, x2, y2);
    cairo_move_to(cairo, x2 - head * cos(angle - 0.5), y2 - head * sin(angle - 0.5));
    cairo_line_to(cairo, x2, y2);
    cairo_line_to(cairo, x2 - head * cos(angle + 0.5), y2 - head * sin(angle + 0.5));
    brush_stroke(cairo, width, 0, 0);
}

bool brush_is_vector(cairo_t *cairo)
{
    cairo_surface_type_t type = cairo_surface_get_type(cairo_get_target(cairo));
    return type == CAIRO_SURFACE_TYPE_PDF || type == CAIRO_SURFACE_TYPE_SVG ||
           type == CAIRO_SURFACE_TYPE_RECORDING;
}

bool brush_clip_box(cairo_t *cairo, double box[4])
{
    double right, bottom;
    cairo_clip_extents(cairo, &box[0], &box[1], &right, &bottom);
    box[2] = right - box[0];
    box[3] = bottom - box[1];
    return box[2] > 0 && box[3] > 0;
}

bool brush_is_seen(cairo_t *cairo, double x1, double y1, double x2, double y2, double margin)
{
    double left, top, right, bottom;
    cairo_clip_extents(cairo, &left, &top, &right, &bottom);
    return fmin(x1, x2) - margin < right && fmax(x1, x2) + margin > left &&
           fmin(y1, y2) - margin < bottom && fmax(y1, y2) + margin > top;
}

bool brush_box_is_seen(cairo_t *cairo, const double box[4])
{
    return brush_is_seen(cairo, box[0], box[1], box[0] + box[2], box[1] + box[3], 0);
}

bool brush_finish(cairo_t *cairo, cairo_surface_t *surface, const char *what, struct error *error)
{
    cairo_status_t status = cairo_status(cairo);
    cairo_destroy(cairo);
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    return status == CAIRO_STATUS_SUCCESS ||
           error_set(error, "the %s could not be drawn: %s", what, cairo_status_to_string(status));
}

/* --- hatching ---------------------------------------------------------------------------------
 *
 * As a pattern that repeats without a seam: by strokes it would cost thousands of lines a picture,
 * a tile costs a copy. A tile is computed pixel by pixel: its lines waver, are pressed harder here
 * and softer there and are set off where the hand moved on. All of that is periodic in the tile's
 * side. It hangs on the surface it was made for, as user data, and goes with it.
 */

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

struct brush_tile {
    cairo_pattern_t *pattern;
    int side; /* pixels */
    double scale;
    const struct paper_theme *theme;
};

static cairo_user_data_key_t hatching_key, shading_key;

static void free_tile(void *data)
{
    struct brush_tile *tile = data;
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

struct brush_pencil {
    const struct tile_kind *kind;
    int side;
    double scale;
    struct lattice waver;
    struct lattice pressure;
};

/* How dark the pencil is at a pixel, 0 to 1. */
static double pencil_at(const struct brush_pencil *pencil, int x, int y)
{
    const struct tile_kind *kind = pencil->kind;
    int side = pencil->side;
    double across = (double)x / side, down = (double)y / side;
    double spacing = (double)side / TILE_LINES, most = 0.8 * pencil->scale;
    double reach = kind->thickness * pencil->scale / 2 + 0.7;
    int shifted = kind->slope > 0 ? x + y : x + side - y;
    /* Most pixels lie beside the lines, however those waver. */
    if (fabs(shifted % (side / TILE_LINES) - spacing / 2) > reach + most + 0.001)
        return 0;
    double place = shifted + lattice_at(&pencil->waver, across, down) * most + side;
    while (place >= side)
        place -= side;
    int line = (int)(place / spacing) % TILE_LINES;
    double away = fabs(place - (line + 0.5) * spacing);
    double cover = brush_clamp(reach - away, 0, 1);
    if (cover <= 0)
        return 0;
    double along = fmod(down + brush_chance(kind->seed + 1, line), 1);
    double lifted = brush_clamp(fabs(along - 0.5) * 24, 0.15, 1); /* the hand moves on */
    return cover * lifted * (0.75 + 0.25 * lattice_at(&pencil->pressure, across, down));
}

static uint32_t pixel_of(struct paper_color color)
{
    double times = color.alpha * 255;
    uint32_t alpha = (uint32_t)(times + 0.5), red = (uint32_t)(color.red * times + 0.5);
    uint32_t green = (uint32_t)(color.green * times + 0.5);
    uint32_t blue = (uint32_t)(color.blue * times + 0.5);
    return alpha << 24 | red << 16 | green << 8 | blue;
}

static const struct brush_tile *find_tile(cairo_t *cairo, const struct tile_kind *kind,
                                          const cairo_user_data_key_t *key, double scale,
                                          const struct paper_theme *theme)
{
    cairo_surface_t *target = cairo_get_target(cairo);
    struct brush_tile *tile = cairo_surface_get_user_data(target, key);
    if (tile && tile->scale == scale && tile->theme == theme)
        return tile;
    int side = TILE_LINES * (int)fmax(round(kind->spacing * scale), 2);
    cairo_surface_t *surface = cairo_image_surface_create(
        kind->opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, side, side);
    struct brush_pencil pencil = {.kind = kind, .side = side, .scale = scale};
    fill_lattice(&pencil.waver, COARSE_CELLS, kind->seed);
    fill_lattice(&pencil.pressure, FINE_CELLS, kind->seed + 2);
    cairo_surface_flush(surface);
    unsigned char *bytes = cairo_image_surface_get_data(surface);
    int stride = cairo_image_surface_get_stride(surface);
    uint32_t bare = kind->opaque ? pixel_of(brush_mix(theme->hatching, theme->paper, 0)) : 0;
    for (int y = 0; y < side; y++) {
        uint32_t *row = (uint32_t *)(void *)(bytes + (size_t)y * (size_t)stride);
        for (int x = 0; x < side; x++) {
            double dark = pencil_at(&pencil, x, y);
            struct paper_color shade = theme->ink_soft;
            shade.alpha = dark * 0.55;
            row[x] = dark <= 0      ? bare
                     : kind->opaque ? pixel_of(brush_mix(theme->hatching, theme->paper, dark))
                                    : pixel_of(shade);
        }
    }
    cairo_surface_mark_dirty(surface);
    tile = memory_allocate(1, sizeof *tile);
    *tile = (struct brush_tile){cairo_pattern_create_for_surface(surface), side, scale, theme};
    cairo_surface_destroy(surface);
    cairo_pattern_set_extend(tile->pattern, CAIRO_EXTEND_REPEAT);
    cairo_pattern_set_filter(tile->pattern, CAIRO_FILTER_NEAREST);
    cairo_surface_set_user_data(target, key, tile, free_tile);
    return tile;
}

static void set_tile(cairo_t *cairo, const struct paper_view *view, const struct brush_tile *tile)
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

void brush_paint_hatching(cairo_t *cairo, const struct paper_view *view,
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

void brush_fill_shading(cairo_t *cairo, const struct paper_view *view,
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

/* --- marks of the pens, and tallies ----------------------------------------------------------- */

enum { MARK_POINT_LIMIT = 10 };

/* Drawn in a box of side 2 round the origin and then placed. */
struct mark {
    bool round;
    bool closed;
    int count; /* of points: pairs of a line each if open, corners of a polygon if closed */
    double points[MARK_POINT_LIMIT][2];
};

static const struct mark marks[PEN_COUNT] = {
    {.count = 4, .points = {{-0.8, -0.8}, {0.8, 0.8}, {0.8, -0.8}, {-0.8, 0.8}}},
    {.round = true},
    {.count = 4, .points = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}}},
    {.closed = true, .count = 3, .points = {{0, -0.95}, {0.95, 0.75}, {-0.95, 0.75}}},
    {.closed = true,
     .count = 4,
     .points = {{-0.78, -0.78}, {0.78, -0.78}, {0.78, 0.78}, {-0.78, 0.78}}},
    {.closed = true, .count = 4, .points = {{0, -1.05}, {0.85, 0}, {0, 1.05}, {-0.85, 0}}},
    {.count = 6,
     .points = {{0, -1}, {0, 1}, {-0.87, -0.5}, {0.87, 0.5}, {-0.87, 0.5}, {0.87, -0.5}}},
    {.closed = true, .count = 3, .points = {{0, 0.95}, {0.95, -0.75}, {-0.95, -0.75}}},
};

void paper_draw_mark(cairo_t *cairo, int pen, double x, double y, double size,
                     const struct paper_theme *theme)
{
    const struct mark *mark = &marks[(pen - 1) % PEN_COUNT];
    double width = size * 0.17;
    double half = (size - width) / 2;
    cairo_new_path(cairo);
    if (mark->round)
        cairo_arc(cairo, x, y, half * 0.86, 0, 6.2831853);
    for (int i = 0; i < mark->count; i++) {
        double at_x = x + mark->points[i][0] * half;
        double at_y = y + mark->points[i][1] * half;
        if (i == 0 || (!mark->closed && i % 2 == 0))
            cairo_move_to(cairo, at_x, at_y);
        else
            cairo_line_to(cairo, at_x, at_y);
    }
    if (mark->closed || mark->round)
        cairo_close_path(cairo);
    brush_color(cairo, brush_pen(theme, pen));
    brush_stroke(cairo, width, 0, 0);
}

double paper_tally_gap(double height)
{
    return height * 0.36;
}

void paper_draw_tally(cairo_t *cairo, int count, double x, double y, double height,
                      const struct paper_theme *theme)
{
    double gap = paper_tally_gap(height);
    double width = height * 0.13;
    cairo_new_path(cairo);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    for (int i = 0; i < count; i++) {
        double group = x + i / 5 * gap * 5.2;
        uint64_t seed = (uint64_t)i + 5;
        double lean = brush_waver(seed, 0.5) * height * 0.06;
        double at = group + i % 5 * gap;
        if (i % 5 < 4)
            brush_add_stroke(cairo, at + lean, y - height / 2, at - lean, y + height / 2, width,
                             seed);
        else
            brush_add_stroke(cairo, group - gap * 0.6, y + height * 0.28, group + gap * 3.6,
                             y - height * 0.28, width, seed);
    }
    brush_color(cairo, theme->ink);
    cairo_fill(cairo);
}

/* === lettering ================================================================================ */

/* Type on the sheet. Owns nothing; where no font has letters cairo's own built-in face is
 * drawn. */

enum { PIECE_BYTES = 64 };
static const double CAPITAL_SHARE = 0.36; /* half the capitals' height, of the type's size */
static const double ARROW_SHARE = 0.80;   /* width and height of an arrow's field */

static const char letters[] = "Andika", handwriting[] = "Comic Neue";

/* --- faces ------------------------------------------------------------------------------------ */

uint32_t face_next_character(const char **cursor)
{
    FcChar32 character = 0;
    while (**cursor) {
        int left = 0;
        while (left < 4 && (*cursor)[left])
            left++;
        int length = FcUtf8ToUcs4((const FcChar8 *)*cursor, &character, left);
        *cursor += length > 0 ? length : 1;
        if (length > 0)
            return character;
    }
    return 0;
}

static void add_characters(FcPattern *pattern, const char *text)
{
    FcCharSet *characters = FcCharSetCreate();
    for (FcChar32 c = face_next_character(&text); c; c = face_next_character(&text))
        FcCharSetAddChar(characters, c);
    FcPatternAddCharSet(pattern, FC_CHARSET, characters);
    FcCharSetDestroy(characters);
}

static FcPattern *match_face(const char *family, bool bold, const char *characters)
{
    FcPattern *pattern = FcPatternCreate();
    if (family)
        FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)family);
    if (characters)
        add_characters(pattern, characters);
    FcPatternAddInteger(pattern, FC_WEIGHT, bold ? FC_WEIGHT_BOLD : FC_WEIGHT_REGULAR);
    FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
    FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)"DejaVu Sans");
    FcConfigSubstitute(NULL, pattern, FcMatchPattern);
    FcDefaultSubstitute(pattern);
    FcResult result;
    FcPattern *match = FcFontMatch(NULL, pattern, &result);
    FcPatternDestroy(pattern);
    return match;
}

/* Gives the match up, which may be NULL. */
static char *take_answer(FcPattern *match, enum face_answer answer)
{
    FcChar8 *told = NULL;
    char *copy = NULL;
    if (match && FcPatternGetString(match, answer == FACE_FILE ? FC_FILE : FC_FAMILY, 0, &told) ==
                     FcResultMatch)
        copy = memory_copy_string((const char *)told);
    if (match)
        FcPatternDestroy(match);
    return copy;
}

char *face_match(bool bold, const char *characters, enum face_answer answer)
{
    return take_answer(match_face(NULL, bold, characters), answer);
}

/* Fonts of symbols are told to have the letters in whose places their symbols lie. */
static bool has_letters(const FcPattern *match, const char *needed)
{
    FcCharSet *has = NULL;
    FcBool symbols = FcFalse;
    if (FcPatternGetCharSet(match, FC_CHARSET, 0, &has) != FcResultMatch)
        return false;
    if (FcPatternGetBool(match, FC_SYMBOL, 0, &symbols) == FcResultMatch && symbols)
        return false;
    while (*needed && FcCharSetHasChar(has, (FcChar32)*needed))
        needed++;
    return !*needed;
}

char *face_of_letters(const char *family, bool bold, enum face_answer answer, bool *any)
{
    char needed[128] = "";
    for (int c = ' '; c < 127; c++)
        needed[c - ' '] = (char)c;
    FcPattern *match = match_face(family, bold, needed);
    *any = match != NULL;
    if (match && !has_letters(match, needed)) {
        FcPatternDestroy(match);
        match = NULL;
    }
    return take_answer(match, answer);
}

const char face_built_in[] = "@cairo:";

/* The next character, without its accent if there is such a letter. */
static void append_letter(struct text *into, const char **text)
{
    struct text plain = {0};
    const char *from = *text;
    uint32_t character = fold_next(text);
    char letter[8];
    snprintf(letter, sizeof letter, "%.*s", (int)(*text - from), from);
    fold_append(&plain, letter);
    if (character < 128 || (unsigned char)text_string(&plain)[0] >= 128) {
        text_append(into, letter);
    } else {
        size_t first = into->length;
        text_append(into, text_string(&plain));
        if (plain.length > 0 && fold_small(character) != character)
            into->data[first] = (char)toupper(into->data[first]);
    }
    text_free(&plain);
}

char *face_ascii(const char *text, bool arrows_too)
{
    static const struct {
        const char *sign, *ascii;
    } signs[] = {{"−", "-"},      {"–", "-"},  {"—", "-"},  {"…", "..."}, {"·", "."},
                 {"×", "x"},      {"“", "\""}, {"”", "\""}, {"‘", "'"},   {"’", "'"},
                 {"\u00a0", " "}, {"≈", "~"},  {"°", "o"},  {"²", "2"},   {"√", "root "},
                 {"½", "1/2"},    {"′", "'"},  {"‹", "<"},  {"›", ">"},   {"←", "<-"},
                 {"→", "->"},     {"↑", "^"},  {"↓", "v"}};
    enum { ALL = sizeof signs / sizeof *signs, ARROWS = 4 };
    struct text ascii = {0};
    text_append(&ascii, "");
    while (*text) {
        int at = 0, count = arrows_too ? ALL : ALL - ARROWS;
        while (at < count && strncmp(text, signs[at].sign, strlen(signs[at].sign)) != 0)
            at++;
        if (at < count) {
            text_append(&ascii, signs[at].ascii);
            text += strlen(signs[at].sign);
        } else {
            append_letter(&ascii, &text);
        }
    }
    return ascii.data;
}

/* What cairo is to be asked for; it lives as long as the program. */
static const char *family_of_letters(const char *wanted)
{
    static _Thread_local struct {
        const char *wanted;
        char found[128];
    } known[2];
    int at = known[0].wanted && known[0].wanted != wanted;
    if (!known[at].wanted) {
        bool any;
        char *family = face_of_letters(wanted, false, FACE_FAMILY, &any);
        snprintf(known[at].found, sizeof known[at].found, "%s", family ? family : face_built_in);
        free(family);
        known[at].wanted = wanted;
    }
    return known[at].found;
}

/* --- pieces of text --------------------------------------------------------------------------- */

/* Length in bytes of the arrow (U+2190 to U+2193) at `text` and its direction, or 0. */
static int read_arrow(const char *text, int *dx, int *dy)
{
    static const int directions[4][2] = {{-1, 0}, {0, -1}, {1, 0}, {0, 1}};
    const unsigned char *bytes = (const unsigned char *)text;
    if (bytes[0] != 0xe2 || bytes[1] != 0x86 || bytes[2] < 0x90 || bytes[2] > 0x93)
        return 0;
    *dx = directions[bytes[2] - 0x90][0];
    *dy = directions[bytes[2] - 0x90][1];
    return 3;
}

/* The text as it is drawn: itself, or with marks, in `marked`, which is to be freed. */
static const char *shown_text(const char *text, struct text *marked)
{
    *marked = (struct text){0};
    bool built_in = strcmp(family_of_letters(letters), face_built_in) == 0;
    if (text_is_visible(text) && !built_in)
        return text;
    text_append_visible(marked, text);
    if (built_in) {
        char *ascii = face_ascii(text_string(marked), false);
        text_clear(marked);
        text_append(marked, ascii);
        free(ascii);
    }
    return text_string(marked);
}

static void select_family(cairo_t *cairo, const char *family, double size, bool bold)
{
    cairo_select_font_face(cairo, family, CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, size);
}

/* Has the face that is selected all of these bytes' letters? */
static bool has_all(cairo_t *cairo, const char *text, int length)
{
    cairo_glyph_t *glyphs = NULL;
    int count = 0, ascii = 0;
    while (ascii < length && (unsigned char)text[ascii] < 128)
        ascii++;
    if (ascii == length)
        return true;
    bool whole =
        cairo_scaled_font_text_to_glyphs(cairo_get_scaled_font(cairo), 0, 0, text, length, &glyphs,
                                         &count, NULL, NULL, NULL) == CAIRO_STATUS_SUCCESS;
    for (int i = 0; i < count; i++)
        whole = whole && glyphs[i].index != 0;
    cairo_glyph_free(glyphs);
    return whole;
}

/* Selects a face that has all of the piece; false if there is none. */
static bool select_spare(cairo_t *cairo, const char *piece, double size, bool bold)
{
    char *family = face_match(bold, piece, FACE_FAMILY);
    if (family)
        select_family(cairo, family, size, bold);
    free(family);
    return family && has_all(cairo, piece, (int)strlen(piece));
}

/* The next piece of the text that has no arrow, copied into `piece`. */
static int take_letters(const char *text, char piece[PIECE_BYTES])
{
    int length = 0, dx, dy;
    while (length < PIECE_BYTES - 1 && text[length] && !read_arrow(text + length, &dx, &dy)) {
        if (length > PIECE_BYTES - 8 && (text[length] & 0xc0) != 0x80)
            break; /* between characters */
        piece[length] = text[length];
        length++;
    }
    piece[length] = '\0';
    return length;
}

static int cut_piece(char piece[PIECE_BYTES], size_t length)
{
    piece[length] = '\0';
    return (int)length;
}

/* The next piece that is set in one face, which is selected: words of ours, a word of another face
 * that has it all, or a character. */
static int take_piece(cairo_t *cairo, const char *text, double size, bool bold,
                      char piece[PIECE_BYTES])
{
    int length = take_letters(text, piece);
    select_family(cairo, family_of_letters(letters), size, bold);
    if (has_all(cairo, piece, length))
        return length;
    size_t own = strspn(piece, " ");
    while (piece[own]) {
        size_t word = strcspn(piece + own, " ");
        if (!has_all(cairo, piece + own, (int)word))
            break;
        own += word;
        own += strspn(piece + own, " ");
    }
    if (own > 0)
        return cut_piece(piece, own);
    length = cut_piece(piece, strcspn(piece, " "));
    if (select_spare(cairo, piece, size, bold))
        return length;
    size_t first = 1;
    while ((piece[first] & 0xc0) == 0x80)
        first++;
    length = cut_piece(piece, first);
    select_family(cairo, family_of_letters(letters), size, bold);
    if (has_all(cairo, piece, length) || select_spare(cairo, piece, size, bold))
        return length;
    const char *ours = family_of_letters(letters);
    if (strcmp(ours, face_built_in) == 0) {
        select_family(cairo, ours, size, bold);
        strcpy(piece, FACE_UNKNOWN);
    }
    return length;
}

static void draw_arrow(cairo_t *cairo, double x, double y, double size, int dx, int dy, bool bold)
{
    double middle = x + size * ARROW_SHARE / 2;
    double half = size * 0.31;
    brush_arrow(cairo, middle - dx * half, y - dy * half, middle + dx * half, y + dy * half,
                size * (bold ? 0.12 : 0.09), size * 0.26);
}

/* --- column vectors --------------------------------------------------------------------------- */

static const double VECTOR_STEP = 1.16, VECTOR_HIGH = 2.15, VECTOR_SIDE = 0.34; /* sizes of type */
static _Atomic bool columns;

void lettering_set_columns(bool wanted)
{
    columns = wanted;
}

bool lettering_columns(void)
{
    return columns;
}

struct vector_parts {
    char numbers[2][24];
};

static size_t read_vector(const char *text, struct vector_parts *parts)
{
    static const char comma[] = VECTOR_COMMA;
    if (!columns || text[0] != '(')
        return 0;
    const char *first = text + 1, *second = first + strcspn(first, ",()");
    int length = (int)(second - first);
    if (strncmp(second, comma, sizeof comma - 1) != 0)
        return 0;
    second += sizeof comma - 1;
    size_t rest = strcspn(second, ",()");
    if (second[rest] != ')' || length >= (int)sizeof parts->numbers[0] ||
        rest >= sizeof parts->numbers[1])
        return 0;
    snprintf(parts->numbers[0], sizeof parts->numbers[0], "%.*s", length, first);
    snprintf(parts->numbers[1], sizeof parts->numbers[1], "%.*s", (int)rest, second);
    return (size_t)(second - text) + rest + 1;
}

size_t lettering_vector(const char *text)
{
    struct vector_parts parts;
    return read_vector(text, &parts);
}

size_t lettering_before_vector(const char *text)
{
    size_t length = 0;
    while (text[length] && lettering_vector(text + length) == 0)
        length++;
    return length;
}

double lettering_height(const char *text)
{
    return columns && text[lettering_before_vector(text)] ? VECTOR_HIGH + 0.2 : 1;
}

static double vector_width(cairo_t *cairo, const struct vector_parts *parts, double size, bool bold)
{
    return fmax(lettering_width(cairo, parts->numbers[0], size, bold),
                lettering_width(cairo, parts->numbers[1], size, bold)) +
           2 * VECTOR_SIDE * size;
}

void lettering_draw_brackets(cairo_t *cairo, double x, double y, double width, double height,
                             double line, struct paper_color color)
{
    double deep = height * 0.08, high = height / 2;
    brush_color(cairo, color);
    for (int side = -1; side <= 1; side += 2) {
        double edge = x + side * (width / 2 - deep), out = edge + side * deep * 1.33;
        cairo_move_to(cairo, edge, y - high);
        cairo_curve_to(cairo, out, y - high / 2, out, y + high / 2, edge, y + high);
    }
    cairo_set_line_width(cairo, line);
    cairo_stroke(cairo);
}

/* What stands before a text's first column vector, which is to be freed, and what behind it; NULL:
 * it has none. */
static const char *cut_at_vector(const char *text, struct text *before, struct vector_parts *parts)
{
    size_t length = columns ? lettering_before_vector(text) : 0;
    if (!columns || !text[length])
        return NULL;
    *before = (struct text){0};
    text_append_bytes(before, text, length);
    return text + length + read_vector(text + length, parts);
}

double lettering_width(cairo_t *cairo, const char *string, double size, bool bold)
{
    double width = 0;
    char piece[PIECE_BYTES];
    struct text marked;
    struct vector_parts parts;
    const char *rest = cut_at_vector(string, &marked, &parts);
    if (rest) {
        width = lettering_width(cairo, text_string(&marked), size, bold) +
                vector_width(cairo, &parts, size, bold);
        text_free(&marked);
        return width + lettering_width(cairo, rest, size, bold);
    }
    const char *text = shown_text(string, &marked);
    while (*text) {
        int dx, dy;
        int length = read_arrow(text, &dx, &dy);
        if (length > 0) {
            width += size * ARROW_SHARE;
        } else {
            cairo_text_extents_t extents;
            length = take_piece(cairo, text, size, bold, piece);
            cairo_text_extents(cairo, piece, &extents);
            width += extents.x_advance;
        }
        text += length;
    }
    text_free(&marked);
    return width;
}

/* A text is shown at its place, or so far from it in eight directions. */
struct copies {
    int count;
    const int (*aside)[2];
    double reach;
};
static const struct copies one_copy = {1, (const int[1][2]){{0, 0}}, 0};
static const int around[8][2] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0},
                                 {1, 0},   {-1, 1}, {0, 1},  {1, 1}};

/* Shows the text or adds its outlines (no copies); `base` is its baseline. */
static void set_pieces(cairo_t *cairo, const char *text, double x, double base, double size,
                       bool bold, const struct copies *copies)
{
    char piece[PIECE_BYTES];
    while (*text) {
        int dx, dy;
        int length = read_arrow(text, &dx, &dy);
        if (length > 0) {
            for (int i = 0; copies && i < copies->count; i++)
                draw_arrow(cairo, x + copies->aside[i][0] * copies->reach,
                           base + copies->aside[i][1] * copies->reach - size * CAPITAL_SHARE, size,
                           dx, dy, bold);
            x += size * ARROW_SHARE;
        } else {
            cairo_text_extents_t extents;
            length = take_piece(cairo, text, size, bold, piece);
            cairo_text_extents(cairo, piece, &extents);
            cairo_move_to(cairo, x, base);
            if (copies) {
                for (int i = 0; i < copies->count; i++) {
                    cairo_move_to(cairo, x + copies->aside[i][0] * copies->reach,
                                  base + copies->aside[i][1] * copies->reach);
                    cairo_show_text(cairo, piece);
                }
            } else
                cairo_text_path(cairo, piece);
            x += extents.x_advance;
        }
        text += length;
    }
}

static _Thread_local double smallest; /* that was drawn; 0: none */

double lettering_take_smallest(void)
{
    double told = smallest;
    smallest = 0;
    return told;
}

void lettering_draw(cairo_t *cairo, const char *string, double x, double y, double size, bool bold,
                    struct paper_color color)
{
    struct text marked;
    struct vector_parts parts;
    const char *rest = cut_at_vector(string, &marked, &parts);
    if (rest) {
        lettering_draw(cairo, text_string(&marked), x, y, size, bold, color);
        x += lettering_width(cairo, text_string(&marked), size, bold);
        double width = vector_width(cairo, &parts, size, bold), middle = x + width / 2;
        lettering_draw_brackets(cairo, middle, y, width - 0.14 * size, VECTOR_HIGH * size,
                                size * (bold ? 0.11 : 0.08), color);
        for (int i = 0; i < 2; i++)
            lettering_draw_aligned(cairo, parts.numbers[i], middle,
                                   y + (i - 0.5) * VECTOR_STEP * size, 0.5, size, bold, color);
        x += vector_width(cairo, &parts, size, bold);
        text_free(&marked);
        lettering_draw(cairo, rest, x, y, size, bold, color);
        return;
    }
    const char *text = shown_text(string, &marked);
    double base = y + size * CAPITAL_SHARE;
    bool vector = brush_is_vector(cairo);
    if (!vector && (smallest == 0 || size < smallest))
        smallest = size;
    brush_color(cairo, color);
    set_pieces(cairo, text, x, vector ? base : round(base), size, bold, &one_copy);
    cairo_new_path(cairo);
    text_free(&marked);
}

void lettering_draw_aligned(cairo_t *cairo, const char *text, double x, double y, double share,
                            double size, bool bold, struct paper_color color)
{
    double left = x - lettering_width(cairo, text, size, bold) * share;
    lettering_draw(cairo, text, left, y, size, bold, color);
}

void lettering_draw_number(cairo_t *cairo, int number, double x, double y, double share,
                           double size, bool bold, struct paper_color color)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    lettering_draw_aligned(cairo, text, x, y, share, size, bold, color);
}

static void draw_rimmed(cairo_t *cairo, const char *text, double x, double y, double size,
                        struct paper_color color, const struct paper_theme *theme)
{
    const struct copies rim = {8, around, fmax(round(size / 10), 1)};
    double base = y + size * CAPITAL_SHARE;
    brush_color(cairo, theme->paper);
    if (brush_is_vector(cairo)) {
        /* One stroke round the letters, so that the file holds the text but once. */
        set_pieces(cairo, text, x, base, size, false, NULL);
        cairo_set_line_width(cairo, 2 * rim.reach);
        cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
        cairo_stroke(cairo);
        lettering_draw(cairo, text, x, y, size, false, color);
        return;
    }
    x = round(x);
    set_pieces(cairo, text, x, round(base), size, false, &rim);
    lettering_draw(cairo, text, x, y, size, false, color);
}

void lettering_draw_rimmed(cairo_t *cairo, const char *text, double x, double y, double size,
                           struct paper_color color, const struct paper_theme *theme)
{
    struct text marked;
    if (lettering_height(text) > 1) {
        const double reach = fmax(round(size / 10), 1);
        for (int i = 0; i < 8; i++)
            lettering_draw(cairo, text, x + around[i][0] * reach, y + around[i][1] * reach, size,
                           false, theme->paper);
        lettering_draw(cairo, text, x, y, size, false, color);
        return;
    }
    draw_rimmed(cairo, shown_text(text, &marked), x, y, size, color, theme);
    text_free(&marked);
}

/* Selects the handwriting face; false if it cannot write all of the text. */
static bool select_title_face(cairo_t *cairo, const char *text, double size)
{
    select_family(cairo, family_of_letters(handwriting), size, true);
    return has_all(cairo, text, (int)strlen(text));
}

void lettering_draw_title(cairo_t *cairo, const char *text, double x, double y, double size,
                          struct paper_color color)
{
    if (!text_is_visible(text) || !select_title_face(cairo, text, size)) {
        lettering_draw(cairo, text, x, y, size, true, color);
        return;
    }
    brush_color(cairo, color);
    cairo_move_to(cairo, x, y + size * CAPITAL_SHARE);
    cairo_show_text(cairo, text);
    cairo_new_path(cairo);
}
