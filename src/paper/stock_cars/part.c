/* Tiles in sight. The edge is walked with the track on the left; what is not copied counts as off
 * the track, so loops close beyond the clip.
 */
#include "paper/stock_cars/part.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static int clamp(double value, int high)
{
    return (int)brush_clamp(value, 0, high);
}

bool part_begin(struct part *part, cairo_t *cairo, const struct paper_view *view,
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

void part_end(struct part *part)
{
    free(part->cells);
    part->cells = NULL;
}

char part_tile(const struct part *part, int x, int y)
{
    if (x < part->low.x || y < part->low.y || x >= part->high.x || y >= part->high.y)
        return TILE_OFF;
    return part->cells[(y - part->low.y) * (part->high.x - part->low.x) + x - part->low.x];
}

bool part_on_line(const struct part *part, int x, int y)
{
    char tile = part_tile(part, x, y);
    const bool *line = part->tiles->line;
    return tile == TILE_LINE || (tile != TILE_OFF && line && line[y * part->tiles->width + x]);
}

struct pixel part_corner(const struct part *part, int x, int y)
{
    return brush_place(part->view, part->tiles->height, x, y + 1);
}

struct pixel part_middle(const struct part *part, int x, int y)
{
    return brush_place(part->view, part->tiles->height, x + 0.5, y + 0.5);
}

/* --- runs ------------------------------------------------------------------------------------- */

void part_add_runs(const struct part *part, bool (*is_one)(const struct part *part, int x, int y))
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

enum way { EAST, NORTH, WEST, SOUTH };
static const struct point ways[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
/* From a corner, the lower left corner of the tile ahead to the left, and of that to the right. */
static const struct point left_tiles[4] = {{0, 0}, {-1, 0}, {-1, -1}, {0, -1}};
static const struct point right_tiles[4] = {{0, -1}, {0, 0}, {-1, 0}, {-1, -1}};

static bool is_track(const struct part *part, struct point at, struct point step)
{
    return part_tile(part, at.x + step.x, at.y + step.y) != TILE_OFF;
}

/* A quarter of a tile before the corner, round it, and as far behind it. */
static void add_corner(const struct part *part, struct point at, enum way from, enum way to)
{
    struct pixel place = brush_grid_place(part->view, part->tiles->height, at);
    double reach = part->view->square * 0.25, bend = reach * 0.45;
    if (reach < 1.5) {
        cairo_line_to(part->cairo, place.x, place.y);
        return;
    }
    struct point a = ways[from], b = ways[to];
    cairo_line_to(part->cairo, place.x - a.x * reach, place.y + a.y * reach);
    cairo_curve_to(part->cairo, place.x - a.x * bend, place.y + a.y * bend, place.x + b.x * bend,
                   place.y - b.y * bend, place.x + b.x * reach, place.y - b.y * reach);
}

/* From the middle of the lower edge of a tile round and back to it. */
static void add_loop(const struct part *part, struct point start, bool *walked)
{
    int width = part->high.x - part->low.x;
    struct pixel first =
        brush_place(part->view, part->tiles->height, start.x + 0.5, (double)start.y);
    struct point at = start;
    enum way way = EAST;
    cairo_move_to(part->cairo, first.x, first.y);
    do {
        if (way == EAST)
            walked[(at.y - part->low.y) * width + at.x - part->low.x] = true;
        at = point_add(at, ways[way]);
        enum way next = way;
        if (is_track(part, at, right_tiles[way]))
            next = (way + 3) % 4;
        else if (!is_track(part, at, left_tiles[way]))
            next = (way + 1) % 4;
        if (next != way)
            add_corner(part, at, way, next);
        way = next;
    } while (way != EAST || !point_equal(at, start));
    cairo_close_path(part->cairo);
}

void part_add_edge(const struct part *part)
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
