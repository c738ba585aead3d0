/* A texture is a cell that repeats: drawn once for each surface that it is used on, which owns it
 * (as user data), and copied from there; into files of lines and letters it is drawn cell by cell.
 */
#include "paper/stock_cars/ink.h"

#include "base/memory.h"
#include "paper/moments.h"
#include "paper/paper.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { CELL = 48, DOTS = 11, STROKES = 8 }; /* interface pixels; dots and strokes a row of a cell */

static void draw_cell(cairo_t *cairo, enum texture texture, double unit,
                      const struct paper_theme *theme)
{
    if (texture == TEXTURE_SAND) {
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
    } else {
        /* Steep strokes that go on in the next cell; they lean to the side that a bank turns to. */
        int lean = texture == TEXTURE_BANK_LEFT ? -1 : 1;
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
}

struct stock_cell {
    cairo_pattern_t *pattern;
    int side; /* pixels */
    const struct paper_theme *theme;
};

static cairo_user_data_key_t keys[TEXTURE_COUNT];

static void free_cell(void *data)
{
    struct stock_cell *cell = data;
    cairo_pattern_destroy(cell->pattern);
    free(cell);
}

static const struct stock_cell *find_cell(cairo_t *target, enum texture texture, double scale,
                                          const struct paper_theme *theme)
{
    cairo_surface_t *owner = cairo_get_target(target);
    struct stock_cell *cell = cairo_surface_get_user_data(owner, &keys[texture]);
    int side = (int)fmax(round(CELL * scale), 8);
    if (cell && cell->side == side && cell->theme == theme)
        return cell;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, side, side);
    cairo_t *cairo = cairo_create(surface);
    draw_cell(cairo, texture, (double)side / CELL, theme);
    cairo_destroy(cairo);
    cell = memory_allocate(1, sizeof *cell);
    *cell = (struct stock_cell){cairo_pattern_create_for_surface(surface), side, theme};
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

/* Fills the path, which is used up, with it on what is there. It moves with the view's origin. */
static void texture_fill(cairo_t *cairo, const struct paper_view *view, enum texture texture,
                         const struct paper_theme *theme)
{
    if (brush_is_vector(cairo)) {
        cairo_save(cairo);
        cairo_clip(cairo);
        draw_cells(cairo, view, texture, theme);
        cairo_restore(cairo);
        return;
    }
    const struct stock_cell *cell = find_cell(cairo, texture, view->scale, theme);
    cairo_matrix_t matrix;
    cairo_matrix_init_translate(&matrix, -fmod(floor(view->left), cell->side),
                                -fmod(floor(view->top), cell->side));
    cairo_pattern_set_matrix(cell->pattern, &matrix);
    cairo_set_source(cairo, cell->pattern);
    cairo_fill(cairo);
}

/* === tiles ==================================================================================== */

/* A map as a pencil drawing: hatching outside, asphalt with its edge, and what lies on it. Signs on
 * tiles take their side from the square, so that they are there in a thumbnail, too, as colours.
 */

static const double TURN = 6.283185307179586;

/* Interface pixels a square has at least for signs, for what is fine about them, for letters, and
 * for numbers within a sign. */
enum { SIGNS = 7, FINE_SIGNS = 11, LETTERS = 15, NUMBERS = 20 };

static bool has_room(const struct part *part, double pixels)
{
    return part->view->square >= pixels * part->view->scale;
}

/* --- colours of the ground -------------------------------------------------------------------- */

static bool is_sand(const struct part *part, int x, int y)
{
    return tile_is_alley(part_tile(part, x, y));
}

static bool is_bank(const struct part *part, int x, int y)
{
    return part_tile(part, x, y) == TILE_BANK;
}

static bool is_pit(const struct part *part, int x, int y)
{
    return tile_is_pit(part_tile(part, x, y));
}

static bool is_oil(const struct part *part, int x, int y)
{
    return part_tile(part, x, y) == TILE_OIL;
}

static bool is_bag(const struct part *part, int x, int y)
{
    char tile = part_tile(part, x, y);
    return tile == TILE_BAG || tile == TILE_FLAT_BAG;
}

static bool is_pit_sign(const struct part *part, int x, int y)
{
    char tile = part_tile(part, x, y);
    return tile == TILE_PIT_END || tile == TILE_PIT_MARK;
}

static void fill_runs(const struct part *part, bool (*is_one)(const struct part *part, int, int),
                      struct paper_color color)
{
    cairo_new_path(part->cairo);
    part_add_runs(part, is_one);
    brush_color(part->cairo, color);
    cairo_fill(part->cairo);
}

static void fill_texture(const struct part *part, bool (*is_one)(const struct part *part, int, int),
                         enum texture texture)
{
    cairo_new_path(part->cairo);
    part_add_runs(part, is_one);
    texture_fill(part->cairo, part->view, texture, part->theme);
}

static struct paper_color sackcloth(const struct paper_theme *theme, double share)
{
    return brush_mix(theme->pens[4], theme->paper, share);
}

static void draw_ground(const struct part *part)
{
    const struct paper_theme *theme = part->theme;
    cairo_antialias_t antialias = cairo_get_antialias(part->cairo);
    cairo_new_path(part->cairo);
    part_add_edge(part);
    brush_color(part->cairo, brush_asphalt(theme));
    cairo_set_antialias(part->cairo, CAIRO_ANTIALIAS_FAST); /* under the edge's line */
    cairo_fill(part->cairo);
    cairo_set_antialias(part->cairo, antialias);
    fill_runs(part, is_sand, sackcloth(theme, 0.26));
    fill_runs(part, is_bank, brush_mix(theme->action, brush_asphalt(theme), 0.1));
    fill_runs(part, is_pit, brush_mix(theme->action, theme->paper, 0.06));
    if (has_room(part, SIGNS)) {
        fill_texture(part, is_sand, TEXTURE_SAND);
        fill_texture(part, is_bank,
                     part->tiles->turn == TURN_LEFT ? TEXTURE_BANK_LEFT : TEXTURE_BANK_RIGHT);
        return;
    }
    fill_runs(part, is_oil, theme->chequer_dark);
    fill_runs(part, is_bag, sackcloth(theme, 0.9));
    fill_runs(part, is_pit_sign, brush_mix(theme->action, theme->paper, 0.45));
}

/* --- the line --------------------------------------------------------------------------------- */

static bool runs_upright(const struct part *part)
{
    return part->tiles->race == HEADING_E || part->tiles->race == HEADING_W;
}

/* Cells of a tile, `parts` by `parts`, those of the strip that is crossed: the dark ones, or all.
 * The strip is as wide as the tile where squares are small. */
static void add_chequers(const struct part *part, bool dark)
{
    bool upright = runs_upright(part), small = !has_room(part, SIGNS);
    int parts = small ? 2 : 4, from = small ? 0 : 1, to = small ? 2 : 3;
    double side = part->view->square / parts;
    cairo_new_path(part->cairo);
    for (int y = part->low.y; y < part->high.y; y++)
        for (int x = part->low.x; x < part->high.x; x++) {
            if (!part_on_line(part, x, y))
                continue;
            struct pixel at = part_corner(part, x, y);
            for (int i = 0; i < parts * parts; i++) {
                int across = i % parts, along = i / parts;
                if (along < from || along >= to || (dark && (across + along) % 2))
                    continue;
                cairo_rectangle(part->cairo, at.x + (upright ? along : across) * side,
                                at.y + (upright ? across : along) * side, side, side);
            }
        }
}

/* tiles.c: half the length of the arrows that say which way the race goes. */
static double stock_arrow_half(const struct paper_view *view)
{
    return brush_clamp(view->square * 0.75, 7 * view->scale, 30 * view->scale);
}

static char sheet_tile(const struct stock_tiles *tiles, struct point at)
{
    bool inside = at.x >= 0 && at.y >= 0 && at.x < tiles->width && at.y < tiles->height;
    return inside ? tiles->tile(tiles, at) : TILE_OFF;
}

/* Is there room beside the line: is it two tiles off the track from there on? */
static bool has_room_beyond(const struct stock_tiles *tiles, struct point end, struct point step)
{
    struct point next = point_add(end, step);
    return sheet_tile(tiles, next) == TILE_OFF &&
           sheet_tile(tiles, point_add(next, step)) == TILE_OFF;
}

/* An arrow stands at each end of the line where there is room for it; where there is none at either
 * end, at both. */
static bool has_arrow(const struct stock_tiles *tiles, struct point end, struct point step)
{
    struct point other = end, back = {-step.x, -step.y};
    if (sheet_tile(tiles, point_add(end, step)) != TILE_OFF)
        return false;
    while (sheet_tile(tiles, point_add(other, back)) == TILE_LINE)
        other = point_add(other, back);
    return has_room_beyond(tiles, end, step) || !has_room_beyond(tiles, other, back);
}

/* Beyond an end of the line; on the rim of the paper where the sheet ends. */
static void draw_direction(const struct part *part, int x, int y, struct point beyond)
{
    struct point at = {x + beyond.x, y + beyond.y};
    if (!has_arrow(part->tiles, (struct point){x, y}, beyond))
        return;
    struct pixel place = part_middle(part, at.x, at.y);
    struct point ahead = {(part->tiles->race == HEADING_E) - (part->tiles->race == HEADING_W),
                          (part->tiles->race == HEADING_N) - (part->tiles->race == HEADING_S)};
    if (at.x < 0 || at.y < 0 || at.x >= part->tiles->width || at.y >= part->tiles->height) {
        place.x -= beyond.x * part->view->square * 0.26;
        place.y += beyond.y * part->view->square * 0.26;
    }
    double half = stock_arrow_half(part->view);
    brush_color(part->cairo, part->theme->arrow);
    brush_arrow(part->cairo, place.x - ahead.x * half, place.y + ahead.y * half,
                place.x + ahead.x * half, place.y - ahead.y * half, part->sizes.thin * 1.2,
                fmin(half * 0.5, part->view->square * 0.45));
}

/* --- signs on tiles --------------------------------------------------------------------------- */

/* A dark blot with a light on it, wavering like something spilt. */
static void draw_oil(const struct part *part, int x, int y)
{
    struct pixel at = part_middle(part, x, y);
    double reach = part->view->square * 0.40;
    enum { POINTS = 12 };
    cairo_new_path(part->cairo);
    for (int i = 0; i < POINTS; i++) {
        double angle = TURN * i / POINTS;
        double far = reach * (0.84 + 0.16 * brush_chance((uint64_t)(x * 512 + y), i % POINTS));
        cairo_line_to(part->cairo, at.x + far * cos(angle), at.y + far * 0.78 * sin(angle));
    }
    cairo_close_path(part->cairo);
    brush_color(part->cairo, part->theme->chequer_dark);
    cairo_fill_preserve(part->cairo);
    brush_color(part->cairo, part->theme->ink_soft);
    brush_stroke(part->cairo, part->sizes.thin, 0, 0);
    if (!has_room(part, FINE_SIGNS))
        return;
    cairo_save(part->cairo);
    cairo_translate(part->cairo, at.x, at.y);
    cairo_scale(part->cairo, 1, 0.7);
    cairo_arc(part->cairo, 0, 0, reach * 0.55, TURN * 0.52, TURN * 0.78);
    cairo_restore(part->cairo);
    brush_color(part->cairo, part->theme->chequer_light);
    brush_stroke(part->cairo, part->view->square * 0.07, 0, 0);
}

/* A sack with its tied corner; a flattened one is half as high and lies at the tile's foot. */
static void draw_bag(const struct part *part, int x, int y)
{
    bool flat = part_tile(part, x, y) == TILE_FLAT_BAG;
    cairo_t *cairo = part->cairo;
    struct pixel at = part_middle(part, x, y);
    double side = part->view->square, foot = at.y + side * 0.28;
    double half = side * (flat ? 0.36 : 0.27), high = side * (flat ? 0.20 : 0.46);
    double neck = side * 0.07, tie = foot - high;
    cairo_new_path(cairo);
    cairo_move_to(cairo, at.x - neck, tie);
    cairo_curve_to(cairo, at.x - half * 1.2, tie + high * 0.35, at.x - half * 1.1, foot,
                   at.x - half * 0.6, foot);
    cairo_line_to(cairo, at.x + half * 0.6, foot);
    cairo_curve_to(cairo, at.x + half * 1.1, foot, at.x + half * 1.2, tie + high * 0.35,
                   at.x + neck, tie);
    if (!flat) {
        cairo_line_to(cairo, at.x + neck * 2, tie - neck * 1.6);
        cairo_line_to(cairo, at.x - neck * 2, tie - neck * 1.6);
    }
    cairo_close_path(cairo);
    brush_color(cairo, sackcloth(part->theme, flat ? 0.45 : 0.7));
    cairo_fill_preserve(cairo);
    brush_color(cairo, part->theme->ink);
    brush_stroke(cairo, part->sizes.thin, 0, 0);
}

static void draw_bank_turn(const struct part *part, struct pixel at)
{
    bool right = part->tiles->turn == TURN_RIGHT;
    double radius = part->view->square * 0.23, side = right ? 1 : -1, head = radius * 0.62;
    at.x -= side * part->view->square * 0.1;
    struct pixel tip = {at.x + side * radius, at.y + radius * 0.55};
    cairo_new_path(part->cairo);
    if (right)
        cairo_arc(part->cairo, at.x, at.y + radius * 0.3, radius, TURN * 0.5, TURN);
    else
        cairo_arc_negative(part->cairo, at.x, at.y + radius * 0.3, radius, 0, TURN * 0.5);
    cairo_line_to(part->cairo, tip.x, tip.y);
    cairo_move_to(part->cairo, tip.x - head, tip.y - head);
    cairo_line_to(part->cairo, tip.x, tip.y);
    cairo_line_to(part->cairo, tip.x + head, tip.y - head);
    brush_stroke(part->cairo, part->sizes.thin, 0, 0);
}

/* Which way banks turn, on every third of their tiles, or every fifth where many are seen. */
static void draw_bank_turns(const struct part *part)
{
    int every = has_room(part, 2 * FINE_SIGNS) ? 3 : 5;
    if (part->tiles->turn == TURN_NONE || !has_room(part, FINE_SIGNS))
        return;
    brush_color(part->cairo, part->theme->action);
    for (int y = part->low.y; y < part->high.y; y++)
        for (int x = part->low.x; x < part->high.x; x++)
            if ((x + 2 * y) % every == 0 && is_bank(part, x, y))
                draw_bank_turn(part, part_middle(part, x, y));
}

/* Three bars across the lane. */
static void draw_pit_end(const struct part *part, int x, int y)
{
    bool upright = is_pit(part, x, y - 1) || is_pit(part, x, y + 1);
    struct pixel at = part_middle(part, x, y);
    double half = part->view->square * 0.34, gap = part->view->square * 0.24;
    cairo_new_path(part->cairo);
    for (int i = -1; i <= 1; i++) {
        struct pixel bar = {at.x + (upright ? 0 : i * gap), at.y + (upright ? i * gap : 0)};
        double dx = upright ? half : 0, dy = upright ? 0 : half;
        brush_add_line(part->cairo, (struct pixel){bar.x - dx, bar.y - dy},
                       (struct pixel){bar.x + dx, bar.y + dy});
    }
    brush_color(part->cairo, part->theme->warning);
    brush_stroke_blunt(part->cairo, part->view->square * 0.09, 0, 0);
}

/* A box that is open behind, with the car's number. */
static void draw_start(const struct part *part, int x, int y)
{
    static const struct point ahead_of[HEADING_COUNT] = {
        [HEADING_N] = {0, -1}, [HEADING_E] = {1, 0}, [HEADING_S] = {0, 1}, [HEADING_W] = {-1, 0}};
    struct point ahead = ahead_of[part->tiles->race];
    struct pixel at = part_middle(part, x, y);
    double half = part->view->square * 0.36, back = -half * 0.5;
    const double along[4] = {back, half, half, back}, aside[4] = {-half, -half, half, half};
    cairo_new_path(part->cairo);
    for (int i = 0; i < 4; i++)
        cairo_line_to(part->cairo, at.x + ahead.x * along[i] - ahead.y * aside[i],
                      at.y + ahead.y * along[i] + ahead.x * aside[i]);
    brush_color(part->cairo, part->theme->ink_soft);
    brush_stroke(part->cairo, part->sizes.thin * 0.8, 0, 0);
    if (has_room(part, NUMBERS))
        lettering_draw_number(part->cairo, part_tile(part, x, y) - '0', at.x, at.y, 0.5,
                              fmax(part->view->square * 0.5, 14 * part->view->scale), false,
                              part->theme->ink_soft);
}

static void draw_sign(const struct part *part, int x, int y)
{
    char tile = part_tile(part, x, y);
    if (tile == TILE_OIL)
        draw_oil(part, x, y);
    else if (is_bag(part, x, y))
        draw_bag(part, x, y);
    else if (tile == TILE_PIT_END)
        draw_pit_end(part, x, y);
    else if (tile == TILE_PIT_MARK) {
        struct pixel at = part_middle(part, x, y);
        double size = part->view->square * 0.85;
        if (has_room(part, LETTERS))
            lettering_draw_aligned(part->cairo, "P", at.x, at.y, 0.5,
                                   fmax(size, 14 * part->view->scale), true, part->theme->action);
        else
            lettering_draw_aligned(part->cairo, "P", at.x, at.y, 0.5, size * 1.2, true,
                                   part->theme->action);
    } else if (tile >= '1' && tile <= '8')
        draw_start(part, x, y);
}

void stock_draw_tiles(cairo_t *cairo, const struct paper_view *view,
                      const struct stock_tiles *tiles, bool on_sheet,
                      const struct paper_theme *theme)
{
    struct part part;
    bool seen = part_begin(&part, cairo, view, tiles, theme);
    brush_paint_hatching(cairo, view, theme);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    if (seen)
        draw_ground(&part);
    if (on_sheet)
        paper_draw_grid(cairo, view, (struct point){tiles->width, tiles->height}, theme);
    if (!seen)
        return;
    add_chequers(&part, false);
    brush_color(part.cairo, part.theme->chequer_light);
    cairo_fill(part.cairo);
    add_chequers(&part, true);
    brush_color(part.cairo, part.theme->chequer_dark);
    cairo_fill(part.cairo);
    cairo_new_path(cairo);
    part_add_edge(&part);
    brush_color(cairo, theme->wall);
    brush_stroke(cairo, brush_clamp(view->square * 0.45, view->scale, part.sizes.wall), 0, 0);
    draw_bank_turns(&part);
    struct point along = runs_upright(&part) ? (struct point){0, 1} : (struct point){1, 0};
    for (int y = part.low.y; y < part.high.y; y++)
        for (int x = part.low.x; x < part.high.x; x++) {
            if (has_room(&part, SIGNS))
                draw_sign(&part, x, y);
            if (part_tile(&part, x, y) == TILE_LINE) {
                draw_direction(&part, x, y, along);
                draw_direction(&part, x, y, (struct point){-along.x, -along.y});
            }
        }
    part_end(&part);
}

void stock_tile_box(const struct paper_view *view, int height, struct point at, double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    double edge = brush_sizes(view).wall / 2 + 1;
    extent_add(&extent, brush_grid_place(view, height, at), edge);
    extent_add(&extent, brush_place(view, height, at.x + 1, at.y + 1), edge);
    extent_box(&extent, box);
}

/* --- who answers for tiles -------------------------------------------------------------------- */

static char tile_drawn(const struct stock_tiles *tiles, struct point at)
{
    return tiles->drawn[at.y * tiles->width + at.x];
}

struct stock_tiles stock_tiles_of_map(const struct stock_map *map)
{
    return (struct stock_tiles){map->width, map->height, map->race, map->turn,
                                tile_drawn, map->tiles,  map->line, NULL};
}

struct stock_tiles stock_tiles_of_draft(const struct map_draft *draft, const bool *line)
{
    return (struct stock_tiles){draft->width, draft->height, draft->race, draft->turn,
                                tile_drawn,   draft->tiles,  line,        NULL};
}

static char tile_of_race(const struct stock_tiles *tiles, struct point at)
{
    char tile = stock_tile(tiles->of, at);
    char start = tile == TILE_ASPHALT ? tile_drawn(tiles, at) : tile;
    return start >= '1' && start <= '8' ? start : tile;
}

struct stock_tiles stock_tiles_of_race(const struct stock_map *map, const struct race *race)
{
    struct stock_tiles tiles = stock_tiles_of_map(map);
    tiles.tile = tile_of_race;
    tiles.of = race;
    return tiles;
}

/* === cars ===================================================================================== */

/* Cars as pens: a body that points where the car heads, with its pen's mark and its number.
 */

/* The body towards +x, in halves of a car: nose, shoulder, tail. */
static const double body[5][2] = {
    {1.12, 0}, {0.42, 0.8}, {-0.86, 0.8}, {-0.86, -0.8}, {0.42, -0.8}};

static double car_size(const struct paper_view *view, const struct stock_look *look)
{
    return brush_sizes(view).car * look->size;
}

/* Small squares have no room for it beside the mark. */
static bool shows_number(const struct paper_view *view)
{
    return view->square >= 18 * view->scale;
}

void stock_draw_look(cairo_t *cairo, const struct paper_view *view, int height,
                     const struct stock_look *look, const struct paper_theme *theme)
{
    struct pixel at = brush_place(view, height, look->x, look->y);
    double size = car_size(view, look), half = size / 2, strength = look->finished ? 0.45 : 1;
    double angle = TURN * (look->heading - 2) / HEADING_COUNT, c = cos(angle), s = sin(angle);
    cairo_new_path(cairo);
    for (int i = 0; i < 5; i++) {
        double x = body[i][0] * half, y = body[i][1] * half;
        cairo_line_to(cairo, at.x + x * c - y * s, at.y + x * s + y * c);
    }
    cairo_close_path(cairo);
    brush_color(cairo, theme->card);
    cairo_fill_preserve(cairo);
    brush_color(cairo, brush_mix(brush_pen(theme, look->pen), theme->paper, strength));
    brush_stroke(cairo, brush_sizes(view).thin * 1.3, 0, 0);
    cairo_push_group(cairo);
    paper_draw_mark(cairo, look->pen, at.x, at.y, size * 0.5, theme);
    cairo_pop_group_to_source(cairo);
    cairo_paint_with_alpha(cairo, strength);
    if (look->out) {
        double reach = size * 0.5;
        double width = size * 0.1;
        cairo_new_path(cairo);
        brush_add_line(cairo, (struct pixel){at.x - reach, at.y - reach},
                       (struct pixel){at.x + reach, at.y + reach});
        brush_add_line(cairo, (struct pixel){at.x - reach, at.y + reach},
                       (struct pixel){at.x + reach, at.y - reach});
        brush_color(cairo, theme->ink);
        brush_stroke(cairo, width, 0, 0);
    }
    if (shows_number(view)) {
        char text[12];
        double letters = brush_number_size(view);
        snprintf(text, sizeof text, "%d", look->car);
        lettering_draw_rimmed(cairo, text, at.x + half * 0.8, at.y + half * 0.8, letters,
                              theme->ink, theme);
    }
}

void stock_look_box(const struct paper_view *view, int height, const struct stock_look *look,
                    double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    struct pixel at = brush_place(view, height, look->x, look->y);
    double half = car_size(view, look) / 2, letters = brush_number_size(view);
    extent_add(&extent, at, half * 1.2 + 2 * view->scale);
    if (shows_number(view)) {
        struct pixel number = {at.x + half * 0.8 + letters * 0.5, at.y + half * 0.8};
        extent_add(&extent, number, letters * 0.8);
    }
    extent_box(&extent, box);
}

struct stock_look stock_look_of(const struct session *session, const struct race *race, int number)
{
    const struct stock_car *car = stock_car(race, number);
    int count = race->game->car_count(race), together = 0, before = 0;
    struct stock_look look = {.car = number,
                              .pen = paper_pen_of(session, number),
                              .x = car->at.x + 0.5,
                              .y = car->at.y + 0.5,
                              .size = 1,
                              .heading = car->heading,
                              .finished = car->status == STOCK_FINISHED,
                              .out = car->status == STOCK_RETIRED};
    for (int i = 1; i <= count; i++)
        if (point_equal(stock_car(race, i)->at, car->at)) {
            together++;
            before += i < number;
        }
    if (together > 1) {
        double angle = TURN * (before / (double)together + 0.125);
        double away = together > 3 ? 0.36 : 0.27;
        look.size = together > 3 ? 0.6 : 0.72;
        look.x += away * cos(angle);
        look.y += away * sin(angle);
    }
    return look;
}

bool stock_reached_in_step(const struct session *session, int index, int event, double progress)
{
    struct step step = session_step(session, index);
    struct drives drives;
    drives_of(&step, &drives);
    return drives_reached(&drives, &step.events[event], progress);
}

struct stock_look stock_look_in_step(const struct session *session, int index, double progress,
                                     int number)
{
    struct step step = session_step(session, index);
    struct drives drives;
    struct stock_look look = stock_look_of(
        session, session_race_after(session, progress < 1 ? index : index + 1), number);
    drives_of(&step, &drives);
    for (int i = 0; i < drives.count && progress < 1; i++) {
        const struct page_drive *drive = &drives.items[i];
        double shown = fmin(drive_shown(&drives, drive, progress), drive->count);
        if (drive->car != number || shown <= 0)
            continue;
        int passed = (int)shown < drive->count ? (int)shown : drive->count - 1;
        struct point from = passed > 0 ? drive->path[passed - 1].at : drive->drove->from;
        struct point to = drive->path[passed].at;
        look.size = 1;
        look.heading = drive->path[passed].heading;
        look.x = from.x + (to.x - from.x) * (shown - passed) + 0.5;
        look.y = from.y + (to.y - from.y) * (shown - passed) + 0.5;
    }
    return look;
}

/* === ink ====================================================================================== */

/* Stock cars' ink: what each step of the session leaves on the map.
 *
 * A step in which orders are carried out shows all cars at once: tiles that became something else
 * are drawn anew, then each car's way in its pen with a tick a tile, a wave where
 * oil turned it, dashes and a cross where it left the track, a burst where cars crashed. All is
 * told by the events. Owns nothing.
 */

static const double FADED_ALPHA = 0.3;

/* --- ways ------------------------------------------------------------------------------------- */

/* Each car keeps to its own side of the middle, so that ways on the same tiles can be told apart.
 */
static struct pixel place_on_way(const struct paper_view *view, int height, int car, double x,
                                 double y)
{
    double angle = TURN * (car - 1) * 3 / 8, aside = 0.1;
    return brush_place(view, height, x + 0.5 + aside * cos(angle), y + 0.5 + aside * sin(angle));
}

void stock_draw_way(cairo_t *cairo, const struct paper_view *view, int height, int car,
                    struct point from, const struct stock_entered *path, int count, double shown)
{
    struct brush_sizes sizes = brush_sizes(view);
    struct point last = from;
    cairo_new_path(cairo);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    for (int i = 0; i < count && i < shown; i++) {
        struct pixel a = place_on_way(view, height, car, last.x, last.y);
        struct pixel b = place_on_way(view, height, car, path[i].at.x, path[i].at.y);
        struct pixel to = brush_between(a, b, fmin(shown - i, 1));
        brush_add_stroke(cairo, a.x, a.y, to.x, to.y, sizes.ink, (uint64_t)(car * 16 + i));
        if (shown >= i + 1)
            brush_add_tick(cairo, a, b, sizes.tick * (i == count - 1 ? 0.9 : 0.55), sizes.ink * 0.8,
                           7);
        last = path[i].at;
    }
    cairo_fill(cairo);
}

/* Dashes onto the tile that is off the track, and a cross. */
void stock_draw_left(cairo_t *cairo, const struct paper_view *view, int height, int car,
                     struct point at, enum heading heading)
{
    struct point step = heading_steps[heading];
    struct brush_sizes sizes = brush_sizes(view);
    double thin = sizes.thin * 1.2, reach = sizes.tick * 0.8;
    struct pixel from = place_on_way(view, height, car, at.x, at.y);
    struct pixel to = place_on_way(view, height, car, at.x + step.x * 0.8, at.y + step.y * 0.8);
    cairo_new_path(cairo);
    brush_add_line(cairo, from, to);
    brush_stroke(cairo, thin, thin, thin * 2.4);
    cairo_new_path(cairo);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    brush_add_stroke(cairo, to.x - reach, to.y - reach, to.x + reach, to.y + reach, sizes.ink, 1);
    brush_add_stroke(cairo, to.x - reach, to.y + reach, to.x + reach, to.y - reach, sizes.ink, 2);
    cairo_fill(cairo);
}

/* Eight short strokes outwards, long and short in turn. */
void stock_draw_burst(cairo_t *cairo, const struct paper_view *view, int height, double x, double y)
{
    double reach = brush_clamp(view->square * 0.45, 6 * view->scale, 18 * view->scale);
    brush_draw_burst(cairo, brush_place(view, height, x, y), reach, brush_sizes(view).thin * 1.4, 0,
                     0);
}

/* --- a step ----------------------------------------------------------------------------------- */

struct stock_inking {
    cairo_t *cairo;
    const struct paper_view *view;
    const struct session *session;
    const struct stock_map *map;
    const struct race *before, *after;
    const struct paper_theme *theme;
    struct step step;
    struct drives drives;
    double progress;
    bool faded;
};

static struct stock_inking inking_of(cairo_t *cairo, const struct paper_view *view,
                                     const struct session *session, int index)
{
    struct stock_inking inking = {.cairo = cairo,
                                  .view = view,
                                  .session = session,
                                  .map = stock_map_of(session_setup(session)),
                                  .before = session_race_after(session, index),
                                  .after = session_race_after(session, index + 1),
                                  .step = session_step(session, index),
                                  .progress = 1};
    drives_of(&inking.step, &inking.drives);
    return inking;
}

/* A tile that an event of the step has changed, with what it became. False: it changed none. */
static bool changed_tile(const struct stock_event *event, struct point *at, char *tile)
{
    *at = event->at;
    *tile = event->type == STOCK_EVENT_SAND ? event->tile : TILE_OIL;
    return event->type == STOCK_EVENT_SAND || (event->type == STOCK_EVENT_CRASHED && event->oil);
}

struct stock_change {
    const struct race *race;
    struct point at;
    char tile;
};

static char tile_of_change(const struct stock_tiles *tiles, struct point at)
{
    const struct stock_change *change = tiles->of;
    return point_equal(at, change->at) ? change->tile : stock_tile(change->race, at);
}

/* Just this tile, whole pixels of it. */
static void draw_change(const struct stock_inking *inking, const struct race *race, struct point at,
                        char tile)
{
    struct stock_change change = {race, at, tile};
    struct stock_tiles tiles = stock_tiles_of_map(inking->map);
    struct pixel low = brush_grid_place(inking->view, inking->map->height, at);
    struct pixel high = brush_place(inking->view, inking->map->height, at.x + 1, at.y + 1);
    tiles.tile = tile_of_change;
    tiles.of = &change;
    if (!brush_is_seen(inking->cairo, low.x, low.y, high.x, high.y, 1))
        return;
    cairo_save(inking->cairo);
    cairo_rectangle(inking->cairo, round(low.x), round(high.y), round(high.x) - round(low.x),
                    round(low.y) - round(high.y));
    cairo_clip(inking->cairo);
    stock_draw_tiles(inking->cairo, inking->view, &tiles, true, inking->theme);
    cairo_restore(inking->cairo);
}

/* All of the alley that looks otherwise than before. */
static void draw_reset(const struct stock_inking *inking)
{
    for (int y = 0; y < inking->map->height; y++)
        for (int x = 0; x < inking->map->width; x++) {
            struct point at = {x, y};
            if (!tile_is_alley(inking->map->tiles[y * inking->map->width + x]))
                continue;
            char tile = stock_tile(inking->after, at);
            if (tile == TILE_SAND)
                draw_change(inking, inking->after, at, tile);
        }
}

static void draw_changes(const struct stock_inking *inking)
{
    for (int i = 0; i < inking->step.event_count; i++) {
        const struct event *event = &inking->step.events[i];
        struct point at;
        char tile;
        if (!drives_reached(&inking->drives, event, inking->progress))
            continue;
        if (changed_tile(stock_event(event), &at, &tile))
            draw_change(inking, inking->before, at, tile);
        else if (stock_event(event)->type == STOCK_EVENT_SAND_RESET)
            draw_reset(inking);
    }
}

/* A wave beside the tick where oil turned a car. */
static void draw_wave(const struct stock_inking *inking, const struct event *event)
{
    struct point at = stock_event(event)->at;
    struct pixel place =
        place_on_way(inking->view, inking->map->height, event->car, at.x, at.y - 0.3);
    double half = inking->view->square * 0.14, high = inking->view->square * 0.16;
    cairo_new_path(inking->cairo);
    cairo_move_to(inking->cairo, place.x - 2 * half, place.y);
    for (int i = -1; i <= 1; i += 2) {
        double x = place.x + (i - 1) * half;
        cairo_curve_to(inking->cairo, x + half * 0.6, place.y - high, x + half * 1.4,
                       place.y + high, x + 2 * half, place.y);
    }
    brush_stroke(inking->cairo, brush_sizes(inking->view).thin * 1.2, 0, 0);
}

static void draw_marks(const struct stock_inking *inking)
{
    for (int i = 0; i < inking->step.event_count; i++) {
        const struct event *event = &inking->step.events[i];
        const struct stock_event *told = stock_event(event);
        if (!drives_reached(&inking->drives, event, inking->progress))
            continue;
        if (told->type == STOCK_EVENT_CRASHED) {
            tear_draw(
                inking->cairo, inking->view,
                brush_place(inking->view, inking->map->height, told->at.x + 0.5, told->at.y + 0.5),
                (uint64_t)(told->at.x * 977 + told->at.y), inking->theme->warning,
                inking->faded ? FADED_ALPHA : 1, inking->theme);
        } else if (told->type == STOCK_EVENT_OIL) {
            struct paper_color color =
                brush_pen(inking->theme, paper_pen_of(inking->session, event->car));
            color.alpha = inking->faded ? FADED_ALPHA : 1;
            brush_color(inking->cairo, color);
            draw_wave(inking, event);
        }
    }
}

static void draw_drive(const struct stock_inking *inking, const struct page_drive *drive,
                       double shown)
{
    int height = inking->map->height;
    stock_draw_way(inking->cairo, inking->view, height, drive->car, drive->drove->from, drive->path,
                   drive->count, shown);
    if (drive->left && shown >= drive->units)
        stock_draw_left(inking->cairo, inking->view, height, drive->car, drive->left->at,
                        drive->left->heading);
}

static void draw_own(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                     int index, int car, double progress, const struct paper_theme *theme)
{
    struct stock_inking inking = inking_of(cairo, view, session, index);
    brush_color(cairo, brush_pen(theme, paper_pen_of(session, car)));
    for (int i = 0; i < inking.drives.count; i++)
        if (inking.drives.items[i].car == car)
            draw_drive(&inking, &inking.drives.items[i], progress * inking.drives.items[i].units);
}

static void draw_step(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                      int index, double progress, bool faded, const struct paper_theme *theme)
{
    struct stock_inking inking = inking_of(cairo, view, session, index);
    inking.theme = theme;
    inking.progress = progress;
    inking.faded = faded;
    draw_changes(&inking);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    for (int i = 0; i < inking.drives.count; i++) {
        const struct page_drive *drive = &inking.drives.items[i];
        double shown = drive_shown(&inking.drives, drive, progress);
        struct paper_color color = brush_pen(theme, paper_pen_of(session, drive->car));
        color.alpha = faded ? FADED_ALPHA : 1;
        brush_color(cairo, color);
        draw_drive(&inking, drive, shown);
    }
    draw_marks(&inking);
}

static void add_tile(const struct stock_inking *inking, struct point at, struct extent *extent)
{
    double margin =
        fmax(fmax(inking->view->square, 20 * inking->view->scale), tear_reach(inking->view));
    extent_add(extent, brush_place(inking->view, inking->map->height, at.x + 0.5, at.y + 0.5),
               margin);
}

static bool step_box(const struct paper_view *view, const struct session *session, int index,
                     double box[4])
{
    struct stock_inking inking = inking_of(NULL, view, session, index);
    const struct stock_map *map = inking.map;
    struct extent extent = EXTENT_NOTHING;
    for (int i = 0; i < inking.step.event_count; i++) {
        const struct stock_event *event = stock_event(&inking.step.events[i]);
        struct point at;
        char tile;
        if (changed_tile(event, &at, &tile) || event->type == STOCK_EVENT_CRASHED)
            add_tile(&inking, at, &extent);
        for (int y = 0; event->type == STOCK_EVENT_SAND_RESET && y < map->height; y++)
            for (int x = 0; x < map->width; x++)
                if (tile_is_alley(map->tiles[y * map->width + x]))
                    add_tile(&inking, (struct point){x, y}, &extent);
    }
    for (int i = 0; i < inking.drives.count; i++) {
        const struct page_drive *drive = &inking.drives.items[i];
        if (drive->count > 0 || drive->left)
            add_tile(&inking, drive->drove->from, &extent);
        for (int j = 0; j < drive->count; j++)
            add_tile(&inking, drive->path[j].at, &extent);
        if (drive->left)
            add_tile(&inking, point_add(drive->left->at, heading_steps[drive->left->heading]),
                     &extent);
    }
    return extent_box(&extent, box);
}

/* --- cars and the map ------------------------------------------------------------------------- */

static void draw_car(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                     const struct race *race, int car, const struct paper_theme *theme)
{
    struct stock_look look = stock_look_of(session, race, car);
    stock_draw_look(cairo, view, stock_map_of(session_setup(session))->height, &look, theme);
}

static bool car_box(const struct paper_view *view, const struct session *session,
                    const struct race *race, int car, double box[4])
{
    struct stock_look look = stock_look_of(session, race, car);
    stock_look_box(view, stock_map_of(session_setup(session))->height, &look, box);
    return true;
}

const struct stock_map *stock_map_of_course(struct course course)
{
    assert(course.game == &stock_cars_game);
    return course.body;
}

static void draw_course(cairo_t *cairo, const struct paper_view *view, struct course course,
                        bool on_sheet, const struct paper_theme *theme)
{
    struct stock_tiles tiles = stock_tiles_of_map(stock_map_of_course(course));
    stock_draw_tiles(cairo, view, &tiles, on_sheet, theme);
}

/* The arrows at the ends of the line stand over the edge of a sheet of small squares. */
static void widen_box(const struct paper_view *view, struct course course, double box[4])
{
    const struct stock_map *map = stock_map_of_course(course);
    double half = stock_arrow_half(view) + brush_sizes(view).ink;
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++) {
            if (map->tiles[y * map->width + x] != TILE_LINE)
                continue;
            struct pixel at = brush_place(view, map->height, x + 0.5, y + 0.5);
            bool upright = map->race == HEADING_N || map->race == HEADING_S;
            double wide = upright ? view->square * 1.2 : half;
            double high = upright ? half : view->square * 1.2;
            box[0] = fmin(box[0], at.x - wide);
            box[1] = fmin(box[1], at.y - high);
            box[2] = fmax(box[2], at.x + wide);
            box[3] = fmax(box[3], at.y + high);
        }
}

/* Line, numbers of starting places and the pits' signs are to be read. */
static void keep_off(struct labels *labels, const struct paper_view *view, struct course course)
{
    const struct stock_map *map = stock_map_of_course(course);
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++) {
            char tile = map->tiles[y * map->width + x];
            struct pixel at = brush_place(view, map->height, x, y + 1);
            if (tile == TILE_LINE || tile == TILE_PIT_MARK || (tile >= '1' && tile <= '8'))
                labels_keep_off(labels, (struct label_box){at.x, at.y, view->square, view->square});
        }
}

const struct ink stock_cars_ink = {
    .game = &stock_cars_game,
    .draw_course = draw_course,
    .widen_box = widen_box,
    .keep_off = keep_off,
    .draw_step = draw_step,
    .step_box = step_box,
    .draw_own = draw_own,
    .fresh_moves = 1, /* all cars drive the same lanes: more would hide the map */
    .draw_car = draw_car,
    .car_box = car_box,
    .spare = stock_spare,
    .explain = stock_explain,
    .draw_figure = stock_draw_figure,
    .order_sheet_title = "orders",
    .draw_order_sheet = stock_draw_order_sheet,
    .append_csv = stock_append_csv,
    .fill_chart = stock_fill_chart,
    .chart_axes = "tiles a turn, over the turns",
};
