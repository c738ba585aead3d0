/* See area.h. Questions about moves walk over the cells of the index that the move passes through
 * and look at the edges listed there (area_index.h). Most moves meet no edge; what happens at those
 * that do is worked out by area_line.c. Nothing here rounds and nothing can fail.
 */
#include "geometry/area.h"

#include "base/memory.h"
#include "geometry/area_index.h"
#include "geometry/area_line.h"

#include <assert.h>
#include <stdlib.h>

/* Moves may end this many squares off the sheet; a way is at most that long (exact.h). */
enum { MOVE_LIMIT = 4 * SHEET_MAX, WAY_LIMIT = 64 };

struct area *area_create(const struct loop *loops, int loop_count, int width, int height)
{
    assert(width <= SHEET_MAX && height <= SHEET_MAX);
    struct area *area = memory_allocate(1, sizeof *area);
    area->loop_count = loop_count;
    area->loops = memory_allocate((size_t)loop_count, sizeof *area->loops);
    for (int i = 0; i < loop_count; i++) {
        area->edge_count += loops[i].count;
    }
    size_t places = (size_t)area->edge_count + (size_t)loop_count;
    area->vertices = memory_allocate(places, sizeof *area->vertices);
    struct point *next = area->vertices;
    for (int i = 0; i < loop_count; i++) {
        area->loops[i] = (struct loop){next, loops[i].count};
        for (int j = 0; j < loops[i].count; j++) {
            struct point vertex = loops[i].vertices[j];
            assert(vertex.x >= 0 && vertex.x <= width * FINE);
            assert(vertex.y >= 0 && vertex.y <= height * FINE);
            *next++ = vertex;
        }
        if (loops[i].count > 0) {
            *next++ = loops[i].vertices[0];
        }
    }
    area_index_build(area);
    return area;
}

void area_free(struct area *area)
{
    if (area == NULL) {
        return;
    }
    free(area->vertices);
    free(area->loops);
    free(area->offsets);
    free(area->entries);
    free(area->places);
    free(area);
}

int area_loop_count(const struct area *area)
{
    return area->loop_count;
}

struct loop area_loop(const struct area *area, int index)
{
    return area->loops[index];
}

int area_edge_count(const struct area *area)
{
    return area->edge_count;
}

/* What an edge says about a point: the point is on it; or the ray from the point to the right
 * crosses it, in this column of cells. */
enum { NO_CROSSING = -1, ON_EDGE = -2 };

static int column_of_crossing(const struct area *area, struct point a, struct point b,
                              struct point p)
{
    struct point low = a.y <= b.y ? a : b;
    struct point high = a.y <= b.y ? b : a;
    if (p.y < low.y || p.y > high.y) {
        return NO_CROSSING;
    }
    int64_t side = point_cross(low, high, p);
    bool between = p.x >= smaller(a.x, b.x) && p.x <= larger(a.x, b.x);
    if (side == 0 && between) {
        return ON_EDGE;
    }
    if (p.y == high.y || side < 0) {
        return NO_CROSSING;
    }
    int64_t right = (int64_t)(high.x - low.x) * (p.y - low.y);
    int64_t x = low.x + floor_divide(right, high.y - low.y);
    int column = (int)((x / FINE - area->origin.x) >> area->cell_bits);
    return smaller(column, area->columns - 1);
}

enum place area_place_fine(const struct area *area, struct point fine)
{
    struct point origin = point_to_fine(area->origin);
    int columns_right = (area->points_across - 1) * FINE;
    int rows_up = (area->points_up - 1) * FINE;
    if (fine.x < origin.x || fine.x - origin.x > columns_right || fine.y < origin.y ||
        fine.y - origin.y > rows_up) {
        return PLACE_OUTSIDE;
    }
    int column = ((fine.x - origin.x) / FINE) >> area->cell_bits;
    int row = smaller(((fine.y - origin.y) / FINE) >> area->cell_bits, area->rows - 1);
    bool inside = false;
    for (column = smaller(column, area->columns - 1); column < area->columns; column++) {
        int cell = row * area->columns + column;
        for (int i = area->offsets[cell]; i < area->offsets[cell + 1]; i++) {
            const struct point *edge = &area->vertices[area->entries[i]];
            int crossing = column_of_crossing(area, edge[0], edge[1], fine);
            if (crossing == ON_EDGE) {
                return PLACE_WALL;
            }
            /* The edge is listed in other cells, too, but crosses the ray in one. */
            inside ^= crossing == column;
        }
    }
    return inside ? PLACE_INSIDE : PLACE_OUTSIDE;
}

enum place area_place_grid(const struct area *area, struct point grid)
{
    int64_t x = (int64_t)grid.x - area->origin.x;
    int64_t y = (int64_t)grid.y - area->origin.y;
    if (x < 0 || y < 0 || x >= area->points_across || y >= area->points_up) {
        return PLACE_OUTSIDE;
    }
    if (area->places == NULL) {
        return area_place_fine(area, point_to_fine(grid));
    }
    return (enum place)area->places[y * area->points_across + x];
}

/* Goes row by row over the cells that a segment between grid points passes through. Where it goes
 * along the border of two cells, or through a corner, one of them is enough, because each lists the
 * edges on its border. All numbers count from the area's origin. */
struct walk {
    int row;
    int last_row;
    int x; /* where the segment enters the row, rounded down */
    struct point end;
    int rise; /* of the whole segment */
    /* Where its carrier is at the lower border of the row, in squares and rests of a division by
     * the rise, and what every row adds. */
    int border_x;
    int border_rest;
    int row_x;
    int row_rest;
};

static void walk_find_borders(struct walk *walk, struct point start, int bits)
{
    int64_t run = walk->end.x - start.x;
    int64_t row_run = run * (1 << bits);
    walk->row_x = (int)floor_divide(row_run, walk->rise);
    walk->row_rest = (int)(row_run - (int64_t)walk->row_x * walk->rise);
    walk->border_x = start.x;
    int border_y = walk->row << bits;
    if (border_y != start.y) {
        int64_t part = run * (border_y - start.y);
        int64_t right = floor_divide(part, walk->rise);
        walk->border_x += (int)right;
        walk->border_rest = (int)(part - right * walk->rise);
    }
    walk->x = border_y > start.y ? walk->border_x : start.x;
}

static struct walk walk_begin(const struct area *area, struct point from, struct point to)
{
    bool rises = from.y <= to.y;
    struct point start = point_subtract(rises ? from : to, area->origin);
    struct point end = point_subtract(rises ? to : from, area->origin);
    int bits = area->cell_bits;
    struct walk walk = {.x = start.x, .end = end, .rise = end.y - start.y};
    walk.row = smaller(larger(start.y >> bits, 0), area->rows - 1);
    walk.last_row = walk.row;
    if (walk.rise > 0) {
        walk.last_row = smaller((end.y - 1) >> bits, area->rows - 1);
        walk_find_borders(&walk, start, bits);
    }
    return walk;
}

/* The run of entries of the next row; false if there is no further row. */
static bool walk_next(const struct area *area, struct walk *walk, int *first, int *end)
{
    if (walk->row > walk->last_row) {
        return false;
    }
    int bits = area->cell_bits;
    walk->border_x += walk->row_x;
    walk->border_rest += walk->row_rest;
    if (walk->border_rest >= walk->rise) {
        walk->border_rest -= walk->rise;
        walk->border_x++;
    }
    int leaves_x = (walk->row + 1) << bits < walk->end.y ? walk->border_x : walk->end.x;
    int left = smaller(walk->x, leaves_x) >> bits;
    int right = larger(walk->x, leaves_x) >> bits;
    left = smaller(larger(left, 0), area->columns - 1);
    right = smaller(larger(right, 0), area->columns - 1);
    const int *row = area->offsets + walk->row * area->columns;
    *first = row[left];
    *end = row[right + 1];
    walk->x = leaves_x;
    walk->row++;
    return true;
}

/* Does any edge pass through the strip to the left of the move (area_line.h) between its ends? This
 * is the question that is asked most, so it stays within 64 bits. */
static bool meets_edge(const struct area *area, struct point from, struct point to)
{
    struct point d = point_subtract(to, from);
    struct point start = point_to_fine(from);
    struct walk walk = walk_begin(area, from, to);
    int first;
    int end;
    while (walk_next(area, &walk, &first, &end)) {
        for (int i = first; i < end; i++) {
            const struct point *edge = &area->vertices[area->entries[i]];
            struct point a = point_subtract(edge[0], start);
            struct point b = point_subtract(edge[1], start);
            int64_t side_a = (int64_t)d.x * a.y - (int64_t)d.y * a.x;
            int64_t side_b = (int64_t)d.x * b.y - (int64_t)d.y * b.x;
            if ((side_a > 0) == (side_b > 0)) {
                continue;
            }
            int64_t across = side_b - side_a;
            int64_t distance = point_cross(edge[0], edge[1], start);
            bool ahead = across > 0 ? distance > 0 : distance < 0;
            if (ahead && llabs(distance) < llabs(across) * FINE) {
                return true;
            }
        }
    }
    return false;
}

static void add_edges(const struct area *area, const struct line *line, int first, int end,
                      struct change_list *changes)
{
    for (int i = first; i < end; i++) {
        line_add_edge(area, line, area->entries[i], changes);
    }
}

/* Is the strip beside a line inside at the line's start? `far` is a place further on, no edge is
 * there, and the changes up to it are known. */
static bool strip_begins_inside(const struct change_list *changes, struct fraction far,
                                bool far_inside)
{
    return far_inside ^ (line_count_passages(changes, far) % 2 != 0);
}

/* Does the move, which begins in the area and is not of length zero, leave it? */
static bool move_leaves(const struct area *area, struct point from, struct point to,
                        struct exact_point *exit)
{
    struct point d = point_subtract(to, from);
    struct line line = {from, d.x, d.y, 1};
    bool inside = area_place_grid(area, from) == PLACE_INSIDE;
    struct point far = to;
    int64_t moves = 1;
    for (; !inside && area_place_grid(area, far) == PLACE_WALL; moves++) {
        far = point_add(far, d);
    }
    struct change_list changes = {0};
    struct walk walk = walk_begin(area, from, far);
    int first;
    int end;
    while (walk_next(area, &walk, &first, &end)) {
        add_edges(area, &line, first, end, &changes);
    }
    line_sort_changes(&changes);
    if (!inside) {
        struct fraction at = {moves * FINE, 1};
        bool far_inside = area_place_grid(area, far) == PLACE_INSIDE;
        inside = strip_begins_inside(&changes, at, far_inside);
    }
    struct fraction at;
    bool leaves = line_leaves(&line, &changes, inside, &at);
    free(changes.items);
    if (leaves) {
        int64_t w = (int64_t)at.denominator * FINE;
        *exit = exact_make(from.x * w + d.x * at.numerator, from.y * w + d.y * at.numerator, w);
    }
    return leaves;
}

bool area_holds_move(const struct area *area, struct point from, struct point to)
{
    enum place start = area_place_grid(area, from);
    enum place end = area_place_grid(area, to);
    if (start == PLACE_OUTSIDE || end == PLACE_OUTSIDE) {
        return false;
    }
    if (point_equal(from, to)) {
        return true;
    }
    if ((start == PLACE_INSIDE || end == PLACE_INSIDE) && !meets_edge(area, from, to)) {
        return true;
    }
    struct exact_point exit;
    return !move_leaves(area, from, to, &exit);
}

bool area_find_exit(const struct area *area, struct point from, struct point to,
                    struct exact_point *exit)
{
    assert(abs(to.x) <= MOVE_LIMIT && abs(to.y) <= MOVE_LIMIT);
    if (area_place_grid(area, from) == PLACE_OUTSIDE) {
        *exit = exact_from_grid(from);
        return false;
    }
    return point_equal(from, to) || !move_leaves(area, from, to, exit);
}

/* A way is short: all cells of its bounding box are looked at. */
static void add_edges_near_way(const struct area *area, const struct line *way,
                               struct change_list *changes)
{
    int64_t right = floor_divide(way->right, way->w);
    int64_t up = floor_divide(way->up, way->w);
    struct point start = point_subtract(way->start, area->origin);
    int bits = area->cell_bits;
    int left = larger((start.x + smaller((int)right, 0)) >> bits, 0);
    int low = larger((start.y + smaller((int)up, 0)) >> bits, 0);
    int last_column = smaller((start.x + larger((int)right + 1, 0)) >> bits, area->columns - 1);
    int last_row = smaller((start.y + larger((int)up + 1, 0)) >> bits, area->rows - 1);
    for (int row = low; row <= last_row; row++) {
        const int *offsets = area->offsets + row * area->columns;
        if (left <= last_column) {
            add_edges(area, way, offsets[left], offsets[last_column + 1], changes);
        }
    }
}

static void add_all_edges(const struct area *area, const struct line *line,
                          struct change_list *changes)
{
    add_edges(area, line, 0, area->offsets[area->columns * area->rows], changes);
}

bool area_holds_way(const struct area *area, struct exact_point from, struct point to)
{
    /* Looked at from its end, because that is a grid point. */
    struct line way = {to, from.x - to.x * from.w, from.y - to.y * from.w, from.w};
    assert(llabs(way.right) <= WAY_LIMIT * way.w && llabs(way.up) <= WAY_LIMIT * way.w);
    enum place place = area_place_grid(area, to);
    if (place == PLACE_OUTSIDE || (way.right == 0 && way.up == 0)) {
        return place != PLACE_OUTSIDE;
    }
    struct change_list changes = {0};
    bool inside = place == PLACE_INSIDE;
    if (inside) {
        add_edges_near_way(area, &way, &changes);
        line_sort_changes(&changes);
    } else {
        add_all_edges(area, &way, &changes);
        line_sort_changes(&changes);
        struct fraction off_sheet = {2 * SHEET_MAX * FINE, 1};
        inside = strip_begins_inside(&changes, off_sheet, false);
    }
    struct fraction exit;
    bool leaves = line_leaves(&way, &changes, inside, &exit);
    free(changes.items);
    return !leaves;
}

bool area_holds_box(const struct area *area, struct point low, struct point high)
{
    if (area_place_grid(area, low) != PLACE_INSIDE || area_place_grid(area, high) != PLACE_INSIDE) {
        return false;
    }
    int bits = area->cell_bits;
    struct point start = point_subtract(low, area->origin);
    struct point end = point_subtract(high, area->origin);
    int left = start.x >> bits;
    int right = larger((end.x - 1) >> bits, left);
    int row = start.y >> bits;
    int last_row = larger((end.y - 1) >> bits, row);
    for (; row <= last_row; row++) {
        const int *offsets = area->offsets + row * area->columns;
        if (offsets[left] != offsets[right + 1]) {
            return false;
        }
    }
    return true;
}
