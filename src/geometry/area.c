/* See area.h. Questions about moves walk over the cells of the index that the move passes through
 * and look at the edges listed there (area_index.h). Most moves meet no edge; what happens at those
 * that do is worked out by trace.c. Nothing here rounds and nothing can fail.
 */
#include "geometry/area.h"

#include "base/memory.h"
#include "geometry/area_index.h"
#include "geometry/trace.h"

#include <assert.h>
#include <stdlib.h>

/* Moves may end this many squares off the sheet (exact.h). */
enum { MOVE_LIMIT = 4 * SHEET_MAX };

struct area *area_create(const struct loop *loops, int loop_count, int width, int height)
{
    assert(width <= SHEET_MAX && height <= SHEET_MAX);
    struct area *area = memory_allocate(1, sizeof *area);
    area->loop_count = loop_count;
    area->loops = memory_allocate((size_t)loop_count, sizeof *area->loops);
    for (int i = 0; i < loop_count; i++)
        area->edge_count += loops[i].count;
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
        if (loops[i].count > 0)
            *next++ = loops[i].vertices[0];
    }
    area_index_build(area);
    return area;
}

void area_free(struct area *area)
{
    if (area == NULL)
        return;
    free(area->vertices);
    free(area->loops);
    free(area->offsets);
    free(area->entries);
    free(area->places);
    free(area->lefts);
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
    if (p.y < low.y || p.y > high.y)
        return NO_CROSSING;
    int64_t side = point_cross(low, high, p);
    bool between = p.x >= smaller(a.x, b.x) && p.x <= larger(a.x, b.x);
    if (side == 0 && between)
        return ON_EDGE;
    if (p.y == high.y || side < 0)
        return NO_CROSSING;
    int64_t right = (int64_t)(high.x - low.x) * (p.y - low.y);
    int64_t x = low.x + number_floor_divide(right, high.y - low.y);
    int column = (int)((x / FINE - area->origin.x) >> area->cell_bits);
    return smaller(column, area->columns - 1);
}

enum place area_place_fine(const struct area *area, struct point fine)
{
    struct point origin = point_to_fine(area->origin);
    int columns_right = (area->points_across - 1) * FINE;
    int rows_up = (area->points_up - 1) * FINE;
    if (fine.x < origin.x || fine.x - origin.x > columns_right || fine.y < origin.y ||
        fine.y - origin.y > rows_up)
        return PLACE_OUTSIDE;
    int column = ((fine.x - origin.x) / FINE) >> area->cell_bits;
    int row = smaller(((fine.y - origin.y) / FINE) >> area->cell_bits, area->rows - 1);
    bool inside = false;
    for (column = smaller(column, area->columns - 1); column < area->columns; column++) {
        int cell = row * area->columns + column;
        for (int i = area->offsets[cell]; i < area->offsets[cell + 1]; i++) {
            const struct point *edge = &area->vertices[area->entries[i]];
            int crossing = column_of_crossing(area, edge[0], edge[1], fine);
            if (crossing == ON_EDGE)
                return PLACE_WALL;
            /* The edge is listed in other cells, too, but crosses the ray in one. */
            inside ^= crossing == column;
        }
    }
    return inside ? PLACE_INSIDE : PLACE_OUTSIDE;
}

/* From where the point's cell begins, over the edges in that cell; x and y count from the origin.
 */
static enum place place_in_cell(const struct area *area, int x, int y)
{
    int column = smaller(x >> area->cell_bits, area->columns - 1);
    int row = smaller(y >> area->cell_bits, area->rows - 1);
    int cell = row * area->columns + column;
    struct point p = point_to_fine(point_add(area->origin, (struct point){x, y}));
    struct point begin = {(area->origin.x + (column << area->cell_bits)) * FINE, p.y};
    const unsigned char *lefts = area->lefts + (size_t)y * area->lefts_pitch;
    bool inside = lefts[column / 8] >> column % 8 & 1;
    for (int i = area->offsets[cell]; i < area->offsets[cell + 1]; i++) {
        const struct point *edge = &area->vertices[area->entries[i]];
        struct point low = edge[0].y <= edge[1].y ? edge[0] : edge[1];
        struct point high = edge[0].y <= edge[1].y ? edge[1] : edge[0];
        if (p.y < low.y || p.y > high.y)
            continue;
        int64_t side = point_cross(low, high, p);
        if (side == 0 && p.x >= smaller(low.x, high.x) && p.x <= larger(low.x, high.x))
            return PLACE_WALL;
        inside ^= p.y < high.y && side < 0 && point_cross(low, high, begin) >= 0;
    }
    return inside ? PLACE_INSIDE : PLACE_OUTSIDE;
}

enum place area_place_grid(const struct area *area, struct point grid)
{
    int64_t x = (int64_t)grid.x - area->origin.x;
    int64_t y = (int64_t)grid.y - area->origin.y;
    if (x < 0 || y < 0 || x >= area->points_across || y >= area->points_up)
        return PLACE_OUTSIDE;
    if (area->places == NULL)
        return area->lefts == NULL ? area_place_fine(area, point_to_fine(grid))
                                   : place_in_cell(area, (int)x, (int)y);
    return (enum place)area->places[y * area->points_across + x];
}

/* The first edge that passes through the strip to the left of a move (trace.h). The place is
 * distance / across / 1024 of the move. It is doubtful if another edge passes through at the same
 * place or if any edge runs along the move. */
struct passage {
    int edge; /* NONE: the move meets no edge */
    int64_t distance, across;
    bool doubtful;
};

enum { NONE = -1 };

static void note_passage(struct passage *first, int edge, int64_t distance, int64_t across)
{
    if (first->edge != NONE) {
        int128 difference = (int128)distance * first->across - (int128)first->distance * across;
        if (difference > 0 || edge == first->edge)
            return;
        if (difference == 0) {
            first->doubtful = true;
            return;
        }
    }
    *first = (struct passage){edge, distance, across, false};
}

/* This is the question that is asked most, so it stays within 64 bits. */
static struct passage find_first_passage(const struct area *area, struct point from,
                                         struct point to)
{
    struct point d = point_subtract(to, from);
    struct point start = point_to_fine(from);
    struct passage passage = {.edge = NONE};
    bool runs = false;
    struct walk walk = walk_begin(area, from, to);
    int first, end;
    while (walk_next(area, &walk, &first, &end)) {
        for (int i = first; i < end; i++) {
            const struct point *edge = &area->vertices[area->entries[i]];
            struct point a = point_subtract(edge[0], start);
            struct point b = point_subtract(edge[1], start);
            int64_t side_a = (int64_t)d.x * a.y - (int64_t)d.y * a.x;
            int64_t side_b = (int64_t)d.x * b.y - (int64_t)d.y * b.x;
            if ((side_a > 0) == (side_b > 0)) {
                runs |= (side_a | side_b) == 0;
                continue;
            }
            int64_t across = side_b - side_a;
            int64_t distance = point_cross(edge[0], edge[1], start);
            if (across < 0) {
                across = -across;
                distance = -distance;
            }
            if (distance > 0 && distance < across * FINE)
                note_passage(&passage, area->entries[i], distance, across);
        }
    }
    passage.doubtful |= runs;
    return passage;
}

/* Does the move, which begins in the area and is not of length zero, leave it? Then `at` is where.
 * Most are settled by the first edge that they meet, if any. `start` is the place of `from`. */
static bool move_leaves(const struct area *area, struct point from, struct point to,
                        enum place start, struct fraction *at)
{
    if (start == PLACE_INSIDE) {
        struct passage first = find_first_passage(area, from, to);
        if (first.edge == NONE)
            return false;
        if (!first.doubtful) {
            *at = (struct fraction){first.distance, first.across};
            return true;
        }
    }
    return trace_move_leaves(area, from, to, at);
}

static bool is_on_edge(const struct point *edge, struct point p)
{
    return point_cross(edge[0], edge[1], p) == 0 && p.x >= smaller(edge[0].x, edge[1].x) &&
           p.x <= larger(edge[0].x, edge[1].x) && p.y >= smaller(edge[0].y, edge[1].y) &&
           p.y <= larger(edge[0].y, edge[1].y);
}

/* Does one edge hold the whole move? Then the area does, and long walls along the grid need not be
 * followed to their ends. `from` is on a wall. */
static bool runs_along_edge(const struct area *area, struct point from, struct point to)
{
    struct point start = point_subtract(from, area->origin);
    int cell = smaller(start.y >> area->cell_bits, area->rows - 1) * area->columns +
               smaller(start.x >> area->cell_bits, area->columns - 1);
    for (int i = area->offsets[cell]; i < area->offsets[cell + 1]; i++) {
        const struct point *edge = &area->vertices[area->entries[i]];
        if (is_on_edge(edge, point_to_fine(from)) && is_on_edge(edge, point_to_fine(to)))
            return true;
    }
    return false;
}

bool area_holds_move(const struct area *area, struct point from, struct point to)
{
    enum place start = area_place_grid(area, from);
    enum place end = area_place_grid(area, to);
    if (start == PLACE_OUTSIDE || end == PLACE_OUTSIDE)
        return false;
    if (point_equal(from, to))
        return true;
    if (start == PLACE_WALL && end == PLACE_WALL && runs_along_edge(area, from, to))
        return true;
    /* It is the same both ways, and cheaper from the inside. */
    struct fraction at;
    return start == PLACE_INSIDE ? !move_leaves(area, from, to, start, &at)
                                 : !move_leaves(area, to, from, end, &at);
}

bool area_find_exit(const struct area *area, struct point from, struct point to,
                    struct exact_point *exit)
{
    assert(to.x >= -MOVE_LIMIT && to.x <= MOVE_LIMIT);
    assert(to.y >= -MOVE_LIMIT && to.y <= MOVE_LIMIT);
    enum place start = area_place_grid(area, from);
    if (start == PLACE_OUTSIDE) {
        *exit = exact_from_grid(from);
        return false;
    }
    struct fraction at;
    if (point_equal(from, to) || !move_leaves(area, from, to, start, &at))
        return true;
    struct point d = point_subtract(to, from);
    int64_t w = (int64_t)at.denominator * FINE;
    *exit = exact_make(from.x * w + d.x * at.numerator, from.y * w + d.y * at.numerator, w);
    return false;
}

bool area_holds_way(const struct area *area, struct exact_point from, struct point to)
{
    enum place place = area_place_grid(area, to);
    if (place == PLACE_OUTSIDE || exact_equal(from, exact_from_grid(to)))
        return place != PLACE_OUTSIDE;
    return !trace_way_leaves(area, from, to);
}

bool area_holds_box(const struct area *area, struct point low, struct point high)
{
    int bits = area->cell_bits;
    struct point start = point_subtract(low, area->origin);
    struct point end = point_subtract(high, area->origin);
    /* On the border of all edges no point is inside. */
    if (start.x < 0 || start.y < 0 || end.x >= area->points_across - 1 ||
        end.y >= area->points_up - 1)
        return false;
    int left = start.x >> bits;
    int right = larger((end.x - 1) >> bits, left);
    int row = start.y >> bits;
    int last_row = larger((end.y - 1) >> bits, row);
    for (; row <= last_row; row++) {
        const int *offsets = area->offsets + row * area->columns;
        if (offsets[left] != offsets[right + 1])
            return false;
    }
    /* Last, because it costs more than the rest. */
    return area_place_grid(area, low) == PLACE_INSIDE &&
           area_place_grid(area, high) == PLACE_INSIDE;
}
