/* A map as it is drawn: textures, the tiles in sight, and all that lies on them. */
#include "paper/stock_cars/ink.h"

#include "base/memory.h"
#include "base/number.h"
#include "paper/paper.h"

#include <math.h>
#include <stdlib.h>

/* === textures ================================================================================= */

/* A texture is a cell that repeats: drawn once for each surface that it is used on, which owns it
 * (as user data), and copied from there; into files of lines and letters it is drawn cell by cell.
 */

/* What tiles are filled with: pencil strokes of banks and dots of sand, the same at any zoom. */
enum texture { TEXTURE_SAND, TEXTURE_BANK_LEFT, TEXTURE_BANK_RIGHT, TEXTURE_COUNT };

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

/* === tiles in sight =========================================================================== */

/* Tiles in sight. The edge is walked with the track on the left; what is not copied counts as off
 * the track, so loops close beyond the clip.
 */

/* How far a sign reaches beyond its tile where squares are small, in interface pixels. */
enum { PART_REACH = 10 };

static char sheet_tile(const struct stock_tiles *tiles, struct point at)
{
    bool inside = at.x >= 0 && at.y >= 0 && at.x < tiles->width && at.y < tiles->height;
    return inside ? tiles->tile(tiles, at) : TILE_OFF;
}

/* Tiles from `low` up to before `high`, a margin round what cairo's clip shows among them. */
struct part {
    cairo_t *cairo;
    const struct paper_view *view;
    const struct stock_tiles *tiles;
    const struct paper_theme *theme;
    struct brush_sizes sizes;
    struct point low, high;
    char *cells;
};

static int clamp(double value, int high)
{
    return (int)brush_clamp(value, 0, high);
}

static bool part_begin(struct part *part, cairo_t *cairo, const struct paper_view *view,
                       const struct stock_tiles *tiles, const struct paper_theme *theme)
{
    double seen[4], side = view->square;
    *part = (struct part){cairo, view, tiles, theme, brush_sizes(view), {0, 0}, {0, 0}, NULL};
    if (!brush_clip_box(cairo, seen))
        return false;
    double bottom = view->top + tiles->height * side;
    double margin = 2 + ceil(PART_REACH * view->scale / side);
    part->low.x = clamp(floor((seen[0] - view->left) / side) - margin, tiles->width);
    part->high.x = clamp(ceil((seen[0] + seen[2] - view->left) / side) + margin, tiles->width);
    part->low.y = clamp(floor((bottom - seen[1] - seen[3]) / side) - margin, tiles->height);
    part->high.y = clamp(ceil((bottom - seen[1]) / side) + margin, tiles->height);
    int width = part->high.x - part->low.x, height = part->high.y - part->low.y;
    if (width <= 0 || height <= 0)
        return false;
    char *cell = part->cells = memory_allocate((size_t)(width * height), 1);
    for (int y = part->low.y; y < part->high.y; y++)
        for (int x = part->low.x; x < part->high.x; x++)
            *cell++ = tiles->tile(tiles, (struct point){x, y});
    return true;
}

/* False if nothing of the sheet is in the clip; else free it with part_end. */
static void part_end(struct part *part)
{
    free(part->cells);
    part->cells = NULL;
}

/* TILE_OFF beyond the part. */
static char part_tile(const struct part *part, int x, int y)
{
    if (x < part->low.x || y < part->low.y || x >= part->high.x || y >= part->high.y)
        return TILE_OFF;
    return part->cells[(y - part->low.y) * (part->high.x - part->low.x) + x - part->low.x];
}

static bool part_on_line(const struct part *part, int x, int y)
{
    char tile = part_tile(part, x, y);
    const bool *line = part->tiles->line;
    return tile == TILE_LINE || (tile != TILE_OFF && line && line[y * part->tiles->width + x]);
}

static struct pixel part_corner(const struct part *part, int x, int y)
{
    return brush_place(part->view, part->tiles->height, x, y + 1);
}

/* Upper left corner and side of a tile on the device. */
static struct pixel part_middle(const struct part *part, int x, int y)
{
    return brush_place(part->view, part->tiles->height, x + 0.5, y + 0.5);
}

/* --- runs ------------------------------------------------------------------------------------- */

/* Adds what these tiles cover, runs of a row in one: whole pixels, unless it is a file of lines. */
static void part_add_runs(const struct part *part,
                          bool (*is_one)(const struct part *part, int x, int y))
{
    bool exact = brush_is_vector(part->cairo);
    for (int y = part->low.y; y < part->high.y; y++)
        for (int x = part->low.x; x < part->high.x; x++) {
            int from = x;
            while (x < part->high.x && is_one(part, x, y))
                x++;
            if (x == from)
                continue;
            struct pixel a = part_corner(part, from, y), b = part_corner(part, x, y - 1);
            if (!exact) {
                a = (struct pixel){round(a.x), round(a.y)};
                b = (struct pixel){round(b.x), round(b.y)};
            }
            cairo_rectangle(part->cairo, a.x, a.y, b.x - a.x, b.y - a.y);
        }
}

/* --- the edge --------------------------------------------------------------------------------- */

enum stock_edge_way { EAST, NORTH, WEST, SOUTH };
static const struct point ways[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
/* From a corner, the lower left corner of the tile ahead to the left, and of that to the right. */
static const struct point left_tiles[4] = {{0, 0}, {-1, 0}, {-1, -1}, {0, -1}};
static const struct point right_tiles[4] = {{0, -1}, {0, 0}, {-1, 0}, {-1, -1}};

static bool is_track(const struct part *part, struct point at, struct point step)
{
    return part_tile(part, at.x + step.x, at.y + step.y) != TILE_OFF;
}

/* Which way the edge goes on from a corner. */
static enum stock_edge_way way_from(const struct part *part, struct point at,
                                    enum stock_edge_way way)
{
    return is_track(part, at, right_tiles[way])   ? (way + 3) % 4
           : !is_track(part, at, left_tiles[way]) ? (way + 1) % 4
                                                  : way;
}

/* From a tile's lower edge round and back to it, through the middles of tiles' edges: so the steps
 * of a slope are a straight line. Where it bends, it is rounded. */
static void add_loop(const struct part *part, struct point start, bool *walked)
{
    int width = part->high.x - part->low.x, height = part->tiles->height;
    enum stock_edge_way before = EAST, way = way_from(part, point_add(start, ways[EAST]), EAST);
    struct point first = point_add(start, ways[EAST]), at = first;
    cairo_new_sub_path(part->cairo);
    do {
        struct point a = ways[before], b = ways[way], end = point_add(at, b);
        enum stock_edge_way next = way_from(part, end, way);
        struct point c = ways[next];
        if (way == EAST)
            walked[(at.y - part->low.y) * width + at.x - part->low.x] = true;
        if (before != next) { /* a curve between the middles of those edges, towards this one's */
            struct pixel middle =
                brush_place(part->view, height, at.x + b.x / 2.0, at.y + b.y / 2.0);
            struct pixel from =
                brush_place(part->view, height, at.x + (b.x - a.x) / 4.0, at.y + (b.y - a.y) / 4.0);
            struct pixel to = brush_place(part->view, height, end.x + (c.x - b.x) / 4.0,
                                          end.y + (c.y - b.y) / 4.0);
            struct pixel in = brush_between(from, middle, 2 / 3.0);
            struct pixel out = brush_between(to, middle, 2 / 3.0);
            cairo_line_to(part->cairo, from.x, from.y);
            cairo_curve_to(part->cairo, in.x, in.y, out.x, out.y, to.x, to.y);
        }
        at = end;
        before = way;
        way = next;
    } while (before != EAST || !point_equal(at, first));
    cairo_close_path(part->cairo);
}

/* Adds the edge of the track as closed loops, corners rounded where there is room for it. Tiles
 * that touch at a corner alone are joined: cars pass there. */
static void part_add_edge(const struct part *part)
{
    int width = part->high.x - part->low.x, height = part->high.y - part->low.y;
    bool *walked = memory_allocate((size_t)(width * height), sizeof *walked);
    for (int y = part->low.y; y < part->high.y; y++)
        for (int x = part->low.x; x < part->high.x; x++)
            if (part_tile(part, x, y) != TILE_OFF && part_tile(part, x, y - 1) == TILE_OFF &&
                !walked[(y - part->low.y) * width + x - part->low.x])
                add_loop(part, (struct point){x, y}, walked);
    free(walked);
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

enum { ROAD_REACH = 8, STEP = 2 };

/* Which way the road goes on from a tile, as an angle up from the right: the direction in which the
 * track round it reaches farthest. */
static double road_angle(const struct stock_tiles *tiles, struct point at)
{
    double count = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
    for (int j = -ROAD_REACH; j <= ROAD_REACH; j += STEP)
        for (int i = -ROAD_REACH; i <= ROAD_REACH; i += STEP) {
            struct point other = {at.x + i, at.y + j};
            if (i * i + j * j > ROAD_REACH * ROAD_REACH || sheet_tile(tiles, other) == TILE_OFF)
                continue;
            count++;
            x += i;
            y += j;
            xx += i * i;
            yy += j * j;
            xy += i * j;
        }
    return atan2(2 * (xy - x * y / count), xx - x * x / count - yy + y * y / count) / 2;
}

/* Strokes of a pencil along the road. */
static void add_grain(const struct part *part, int x, int y)
{
    uint64_t seed = hash_number(hash_number(HASH_START, x), y);
    double angle = road_angle(part->tiles, (struct point){x, y});
    int lines = (int)brush_clamp(part->view->square / (8 * part->view->scale), 2, 8);
    for (int i = 0; i < lines; i++) {
        double way = angle + 0.16 * (brush_chance(seed, i) - 0.5);
        double half = fmin(part->view->square, 26 * part->view->scale) *
                      (0.4 + 0.6 * brush_chance(seed, 10 + i));
        double dx = half * cos(way), dy = -half * sin(way);
        struct pixel at =
            brush_place(part->view, part->tiles->height, x + brush_chance(seed, 20 + i),
                        y + brush_chance(seed, 30 + i));
        brush_add_line(part->cairo, (struct pixel){at.x - dx, at.y - dy},
                       (struct pixel){at.x + dx, at.y + dy});
    }
}

/* Under whatever the tiles are covered with, so that it stays as it is when that goes. */
static void draw_grain(const struct part *part)
{
    struct paper_color color = part->theme->ink_soft;
    cairo_set_antialias(part->cairo, CAIRO_ANTIALIAS_FAST); /* thousands of strokes */
    cairo_new_path(part->cairo);
    for (int y = part->low.y; y < part->high.y; y++)
        for (int x = part->low.x; x < part->high.x; x++)
            if (part_tile(part, x, y) != TILE_OFF && !is_pit(part, x, y) && !is_bank(part, x, y))
                add_grain(part, x, y);
    color.alpha = 0.14;
    brush_color(part->cairo, color);
    brush_stroke_blunt(part->cairo, 1.1 * part->view->scale, 0, 0);
    cairo_set_antialias(part->cairo, CAIRO_ANTIALIAS_DEFAULT);
}

/* Tiles of the road in a row, from there to both sides of a heading. */
static int straight_past(const struct stock_tiles *tiles, struct point at, int heading)
{
    int count = 1;
    for (int side = 2; side < HEADING_COUNT; side += 4) {
        struct point step = heading_steps[(heading + side) % HEADING_COUNT];
        for (struct point to = point_add(at, step);; to = point_add(to, step), count++) {
            char tile = sheet_tile(tiles, to);
            if (tile == TILE_OFF || tile_is_pit(tile))
                break;
        }
    }
    return count;
}

/* The inside of a bend: off the track, with much of that behind it and less round it than there is
 * beside a straight wall; pits have none. How many tiles lead straight past its middle; 0: it is
 * none. */
static int room_past(const struct stock_tiles *tiles, struct point at)
{
    enum { DEEP = 3, MOST = 14 };
    int count = 0, room = 0;
    bool deep[2 * HEADING_COUNT];
    for (int heading = 0; heading < HEADING_COUNT; heading++) {
        struct point step = heading_steps[heading], to = {at.x - step.x, at.y - step.y};
        bool off = sheet_tile(tiles, to) != TILE_OFF;
        to = at;
        for (int i = 0; i <= DEEP && off; i++, to = point_add(to, step))
            off = sheet_tile(tiles, to) == TILE_OFF;
        deep[heading] = deep[heading + HEADING_COUNT] = off;
    }
    for (int from = 0; from < HEADING_COUNT; from++) {
        int to = from + 1;
        if (!deep[from + 1] || deep[from])
            continue;
        while (deep[to + 1] && to - from < HEADING_COUNT)
            to++;
        for (int side = 0; side < 2; side++) { /* of two in the middle the shorter way */
            int middle = (from + 1 + to + side) / 2 % HEADING_COUNT;
            struct point step = heading_steps[middle];
            struct point beside = {at.x - step.x, at.y - step.y};
            int past = straight_past(tiles, beside, middle);
            room = room > 0 && room < past ? room : past;
        }
    }
    for (int y = -DEEP; y <= DEEP && room > 0; y++)
        for (int x = -DEEP; x <= DEEP; x++) {
            char tile = sheet_tile(tiles, (struct point){at.x + x, at.y + y});
            count += tile_is_pit(tile) ? MOST : x * x + y * y <= DEEP * DEEP && tile == TILE_OFF;
        }
    return count <= MOST ? room : 0;
}

/* Such a tile, or one of the track beside it. */
static bool is_kerb(const struct part *part, int x, int y)
{
    bool off = part_tile(part, x, y) == TILE_OFF, kerb = false;
    for (int i = off ? 4 : 0; i < (off ? 5 : 9) && !kerb; i++)
        kerb = room_past(part->tiles, (struct point){x + i % 3 - 1, y + i / 3 - 1}) > 0;
    return kerb;
}

/* In a colour and white along the wall; what lies beside the road goes over its outer half. The
 * stripes are askew, so that each wall crosses them. */
static void draw_kerbs(const struct part *part, struct paper_color colored)
{
    const struct paper_view *view = part->view;
    double wide = brush_clamp(view->square * 0.16, 3 * view->scale, 9 * view->scale);
    cairo_pattern_t *stripes = cairo_pattern_create_linear(
        view->left, view->top, view->left + 0.8 * view->square, view->top - 0.33 * view->square);
    for (int i = 0; i < 4; i++) {
        struct paper_color color = i < 2 ? colored : part->theme->card;
        cairo_pattern_add_color_stop_rgb(stripes, (i + 1) / 2 * 0.5, color.red, color.green,
                                         color.blue);
    }
    cairo_pattern_set_extend(stripes, CAIRO_EXTEND_REPEAT);
    cairo_save(part->cairo);
    cairo_new_path(part->cairo);
    part_add_runs(part, is_kerb);
    cairo_clip(part->cairo);
    part_add_edge(part);
    cairo_set_source(part->cairo, stripes);
    brush_stroke_blunt(part->cairo, part->sizes.wall + 2 * wide, 0, 0);
    cairo_restore(part->cairo);
    cairo_pattern_destroy(stripes);
}

static bool is_green(const void *of, struct point square)
{
    for (int y = -2; y <= 3; y++)
        for (int x = -2; x <= 2; x++)
            if (sheet_tile(of, (struct point){square.x + x, square.y + y}) != TILE_OFF)
                return false;
    return true;
}

/* So far along the pits from the middle of a tile's side, and away from it. */
static void add_box(const struct part *part, struct point pit, struct point away,
                    const double box[4])
{
    for (int i = 0; i < 4; i++) {
        double along = box[i == 1 || i == 2 ? 2 : 0], far = box[i >= 2 ? 3 : 1] + 0.5;
        struct pixel at = brush_place(part->view, part->tiles->height,
                                      pit.x + 0.5 + along * away.y + far * away.x,
                                      pit.y + 0.5 + along * away.x + far * away.y);
        (i == 0 ? cairo_move_to : cairo_line_to)(part->cairo, at.x, at.y);
    }
    cairo_close_path(part->cairo);
}

/* A garage a tile along the pits, on the side where there is room for it: its roof and its door. */
static void draw_house(const struct part *part, struct point pit, struct point away)
{
    static const double halves[2][4] = {{-0.5, 0.3, 0.5, 0.9}, {-0.5, 0.9, 0.5, 1.5}};
    static const double door[4] = {-0.3, 0.3, 0.3, 0.62};
    const struct paper_theme *theme = part->theme;
    for (int i = 1; i <= 3; i++)
        if (is_track(part, pit, (struct point){i * away.x, i * away.y}))
            return;
    for (int i = 0; i < 2; i++) {
        cairo_new_path(part->cairo);
        add_box(part, pit, away, halves[i]);
        brush_color(part->cairo, brush_mix(theme->ink_soft, theme->paper, 0.06 + 0.1 * i));
        cairo_fill_preserve(part->cairo);
        brush_color(part->cairo, brush_mix(theme->ink_soft, theme->paper, 0.6));
        brush_stroke(part->cairo, part->sizes.thin * 0.7, 0, 0);
    }
    cairo_new_path(part->cairo);
    add_box(part, pit, away, door);
    brush_color(part->cairo, brush_mix(theme->ink_soft, theme->paper, 0.5));
    cairo_fill(part->cairo);
}

static void draw_houses(const struct part *part)
{
    for (int y = part->low.y; y < part->high.y; y++)
        for (int x = part->low.x; x < part->high.x; x++)
            if (part_tile(part, x, y) == TILE_PIT || part_tile(part, x, y) == TILE_PIT_MARK)
                for (int i = 0; i < 4; i++)
                    if (!is_track(part, (struct point){x, y}, ways[i]))
                        draw_house(part, (struct point){x, y}, ways[i]);
}

/* Hatching and what stands on it. */
static void draw_outside(const struct part *part, bool on_sheet)
{
    cairo_new_path(part->cairo);
    if (part->cells)
        part_add_edge(part);
    paper_hatch_outside(part->cairo, part->view, part->theme);
    if (!on_sheet || !has_room(part, FINE_SIGNS))
        return;
    draw_houses(part);
    if (part->tiles->draft)
        return;
    paper_draw_scenery(part->cairo, part->view,
                       (struct point){part->tiles->width, part->tiles->height}, is_green,
                       part->tiles, part->tiles->name, part->theme);
}

static void draw_ground(const struct part *part, bool on_sheet)
{
    const struct paper_theme *theme = part->theme;
    bool fine = on_sheet && has_room(part, FINE_SIGNS);
    brush_color(part->cairo, brush_asphalt(theme));
    cairo_paint(part->cairo);
    if (fine)
        draw_grain(part);
    fill_runs(part, is_sand, sackcloth(theme, 0.26));
    fill_runs(part, is_bank, brush_mix(theme->action, brush_asphalt(theme), 0.1));
    fill_runs(part, is_pit, brush_mix(theme->action, theme->paper, 0.06));
    if (has_room(part, SIGNS)) {
        fill_texture(part, is_sand, TEXTURE_SAND);
        fill_texture(part, is_bank,
                     part->tiles->turn == TURN_LEFT ? TEXTURE_BANK_LEFT : TEXTURE_BANK_RIGHT);
    } else {
        fill_runs(part, is_oil, theme->chequer_dark);
        fill_runs(part, is_bag, sackcloth(theme, 0.9));
        fill_runs(part, is_pit_sign, brush_mix(theme->action, theme->paper, 0.45));
    }
    if (fine) {
        /* Darker beside the walls, as where a pencil follows a ruler. */
        struct paper_color color = part->theme->ink_soft;
        cairo_new_path(part->cairo);
        part_add_edge(part);
        color.alpha = 0.08;
        brush_color(part->cairo, color);
        brush_stroke(part->cairo, fmin(0.9 * part->view->square, 18 * part->view->scale), 0, 0);
        draw_kerbs(part, part->theme->warning);
    }
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

double stock_arrow_half(const struct paper_view *view)
{
    return brush_clamp(view->square * 0.75, 7 * view->scale, 30 * view->scale);
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

static void draw_walls(const struct part *part)
{
    const struct paper_view *view = part->view;
    cairo_new_path(part->cairo);
    part_add_edge(part);
    brush_color(part->cairo, part->theme->wall);
    brush_stroke(part->cairo, brush_clamp(view->square * 0.45, view->scale, part->sizes.wall), 0,
                 0);
}

void stock_draw_tiles(cairo_t *cairo, const struct paper_view *view,
                      const struct stock_tiles *tiles, bool on_sheet,
                      const struct paper_theme *theme)
{
    struct part part;
    bool seen = part_begin(&part, cairo, view, tiles, theme);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    if (seen)
        draw_ground(&part, on_sheet);
    draw_outside(&part, on_sheet);
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
    draw_walls(&part);
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

int stock_find_bends(const struct stock_tiles *tiles, struct stock_bend into[STOCK_BENDS])
{
    int count = 0;
    for (int i = 0; i < tiles->width * tiles->height && count < STOCK_BENDS; i++) {
        struct point at = {i % tiles->width, i / tiles->width};
        struct stock_bend bend = {at, at, room_past(tiles, at)};
        for (int k = 0; k < count && bend.room > 0; k++) {
            const struct stock_bend *other = &into[k];
            if (other->low.x > bend.high.x + 1 || other->high.x < bend.low.x - 1 ||
                other->low.y > bend.high.y + 1 || other->high.y < bend.low.y - 1)
                continue;
            bend.low.x = number_smaller(bend.low.x, other->low.x);
            bend.low.y = number_smaller(bend.low.y, other->low.y);
            bend.high.x = number_larger(bend.high.x, other->high.x);
            bend.high.y = number_larger(bend.high.y, other->high.y);
            bend.room = number_smaller(bend.room, other->room);
            into[k] = into[--count];
            k = -1; /* it may touch those before it now */
        }
        if (bend.room > 0)
            into[count++] = bend;
    }
    return count;
}

void stock_draw_bend(cairo_t *cairo, const struct paper_view *view, const struct stock_tiles *tiles,
                     const struct stock_bend *bend, struct paper_color color,
                     const struct paper_theme *theme)
{
    struct part part;
    struct pixel from = brush_place(view, tiles->height, bend->low.x - 1, bend->high.y + 2);
    struct pixel to = brush_place(view, tiles->height, bend->high.x + 2, bend->low.y - 1);
    cairo_save(cairo);
    cairo_rectangle(cairo, from.x, from.y, to.x - from.x, to.y - from.y);
    cairo_clip(cairo);
    if (part_begin(&part, cairo, view, tiles, theme) && has_room(&part, FINE_SIGNS)) {
        cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
        cairo_new_path(cairo);
        part_add_edge(&part);
        cairo_clip(cairo); /* to the road: what lies beside it stays */
        draw_kerbs(&part, color);
        draw_walls(&part);
    }
    part_end(&part);
    cairo_restore(cairo);
}

void stock_tile_box(const struct paper_view *view, int height, struct point at, double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    double edge = (ROAD_REACH + 1) * view->square;
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
    return (struct stock_tiles){map->width, map->height, map->race, map->turn, tile_drawn,
                                map->tiles, map->line,   NULL,      map->name, false};
}

struct stock_tiles stock_tiles_of_draft(const struct map_draft *draft, const bool *line)
{
    return (struct stock_tiles){draft->width, draft->height, draft->race, draft->turn, tile_drawn,
                                draft->tiles, line,          NULL,        NULL,        true};
}
