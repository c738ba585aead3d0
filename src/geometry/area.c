/* See area.h. Questions about moves walk over the cells of the index that the move passes through
 * and look at the edges listed there (area_index.h). Most moves meet no edge; what happens at those
 * that do is worked out by trace.c. Nothing here rounds and nothing can fail.
 */
#include "geometry/area.h"

#include "base/memory.h"
#include "geometry/area_index.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Moves may end this many squares off the sheet (point.h). */
enum { MOVE_LIMIT = 4 * SHEET_MAX };

static void area_index_build(struct area *area);

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
    bool between = p.x >= number_smaller(a.x, b.x) && p.x <= number_larger(a.x, b.x);
    if (side == 0 && between)
        return ON_EDGE;
    if (p.y == high.y || side < 0)
        return NO_CROSSING;
    int64_t right = (int64_t)(high.x - low.x) * (p.y - low.y);
    int64_t x = low.x + number_floor_divide(right, high.y - low.y);
    int column = (int)((x / FINE - area->origin.x) >> area->cell_bits);
    return number_smaller(column, area->columns - 1);
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
    int row = number_smaller(((fine.y - origin.y) / FINE) >> area->cell_bits, area->rows - 1);
    bool inside = false;
    for (column = number_smaller(column, area->columns - 1); column < area->columns; column++) {
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
    int column = number_smaller(x >> area->cell_bits, area->columns - 1);
    int row = number_smaller(y >> area->cell_bits, area->rows - 1);
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
        if (side == 0 && p.x >= number_smaller(low.x, high.x) &&
            p.x <= number_larger(low.x, high.x))
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

/* The first edge that passes through the strip to the left of a move (area.h). The place is
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
    return point_cross(edge[0], edge[1], p) == 0 && p.x >= number_smaller(edge[0].x, edge[1].x) &&
           p.x <= number_larger(edge[0].x, edge[1].x) &&
           p.y >= number_smaller(edge[0].y, edge[1].y) &&
           p.y <= number_larger(edge[0].y, edge[1].y);
}

/* Does one edge hold the whole move? Then the area does, and long walls along the grid need not be
 * followed to their ends. `from` is on a wall. */
static bool runs_along_edge(const struct area *area, struct point from, struct point to)
{
    struct point start = point_subtract(from, area->origin);
    int cell = number_smaller(start.y >> area->cell_bits, area->rows - 1) * area->columns +
               number_smaller(start.x >> area->cell_bits, area->columns - 1);
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
    int right = number_larger((end.x - 1) >> bits, left);
    int row = start.y >> bits;
    int last_row = number_larger((end.y - 1) >> bits, row);
    for (; row <= last_row; row++) {
        const int *offsets = area->offsets + row * area->columns;
        if (offsets[left] != offsets[right + 1])
            return false;
    }
    /* Last, because it costs more than the rest. */
    return area_place_grid(area, low) == PLACE_INSIDE &&
           area_place_grid(area, high) == PLACE_INSIDE;
}

/* === index ==================================================================================== */

/* Builds the tables that answer questions about an area quickly: which edges touch a cell, and
 * where every grid point lies. Edges are only ever listed in too many cells, never in too few.
 */

enum { FINE_BITS = 10 };

/* Limits of the memory that the tables may take, for a sheet of any size and loops of any length:
 * a triangle as large as the sheet needs no fine mesh, a comb of long teeth cannot afford one. */
enum {
    CELLS_AT_LEAST = 1024,
    CELLS_PER_EDGE = 64,
    ENTRIES_AT_LEAST = 1 << 20,
    ENTRIES_PER_EDGE = 16,
    PLACES_AT_LEAST = 4096,
    PLACES_PER_EDGE = 1024,
};

/* An edge with the lower end first, its coordinates counted from the area's origin. */
struct rising_edge {
    struct point low, high;
};

static struct rising_edge rising_edge_of(const struct area *area, int edge)
{
    struct point origin = point_to_fine(area->origin);
    struct point a = point_subtract(area->vertices[edge], origin);
    struct point b = point_subtract(area->vertices[edge + 1], origin);
    return a.y <= b.y ? (struct rising_edge){a, b} : (struct rising_edge){b, a};
}

/* Where the edge, which is not level, is at a height; rounded down. */
static int32_t edge_x_at(const struct rising_edge *edge, int32_t y)
{
    struct point d = point_subtract(edge->high, edge->low);
    return edge->low.x + (int32_t)number_floor_divide((int64_t)d.x * (y - edge->low.y), d.y);
}

/* The columns of a row of cells that the edge may touch; the row must be one of its own. */
static void columns_of_edge(const struct area *area, const struct rising_edge *edge, int row,
                            int *first, int *last)
{
    int bits = area->cell_bits + FINE_BITS;
    int32_t from_x = edge->low.x;
    int32_t to_x = edge->high.x;
    if (edge->low.y < row << bits)
        from_x = edge_x_at(edge, number_smaller(row << bits, edge->high.y));
    if (edge->high.y > (row + 1) << bits)
        to_x = edge_x_at(edge, number_larger((row + 1) << bits, edge->low.y));
    /* The border between two columns belongs to both. */
    *first = number_larger((number_smaller(from_x, to_x) - 1) >> bits, 0);
    *last = number_smaller(number_larger(from_x, to_x) >> bits, area->columns - 1);
}

/* Either counts the entries of each cell, in the offset behind the cell's own, or puts them where
 * the cell's own offset says, which then moves on. */
enum pass { COUNT, FILL };

static void list_edge(struct area *area, int edge, enum pass pass)
{
    struct rising_edge rising = rising_edge_of(area, edge);
    int bits = area->cell_bits + FINE_BITS;
    int last_row = number_smaller(rising.high.y >> bits, area->rows - 1);
    for (int row = number_larger((rising.low.y - 1) >> bits, 0); row <= last_row; row++) {
        int first, last;
        columns_of_edge(area, &rising, row, &first, &last);
        int *offsets = area->offsets + row * area->columns;
        for (int column = first; column <= last; column++)
            if (pass == COUNT)
                offsets[column + 1]++;
            else
                area->entries[offsets[column]++] = edge;
    }
}

static void list_edges(struct area *area, enum pass pass)
{
    for (int i = 0; i < area->loop_count; i++) {
        int first = (int)(area->loops[i].vertices - area->vertices);
        for (int edge = first; edge < first + area->loops[i].count; edge++) {
            /* Without length an edge matters only if its loop has nothing else. */
            const struct point *ends = &area->vertices[edge];
            if (edge == first || !point_equal(ends[0], ends[1]))
                list_edge(area, edge, pass);
        }
    }
}

static void build_cells(struct area *area)
{
    int cells = area->columns * area->rows;
    area->offsets = memory_allocate((size_t)cells + 1, sizeof *area->offsets);
    list_edges(area, COUNT);
    for (int i = 0; i < cells; i++)
        area->offsets[i + 1] += area->offsets[i];
    area->entries = memory_allocate((size_t)area->offsets[cells], sizeof *area->entries);
    list_edges(area, FILL);
    /* Now every offset stands where the next cell begins. */
    for (int i = cells; i > 0; i--)
        area->offsets[i] = area->offsets[i - 1];
    area->offsets[0] = 0;
}

static int squares_in_cells(int squares, int cell_bits)
{
    return number_larger((squares + (1 << cell_bits) - 1) >> cell_bits, 1);
}

/* Bits of `places` while it is built: a wall is here; the inside begins or ends here, going to the
 * right along the row. */
enum { ON_WALL = 1, TOGGLE = 2 };

/* Rows of a table of places: first_row up to, but not including, end_row, counted from the area's
 * origin, which the first byte is above. */
struct band {
    int first_row, end_row;
    size_t pitch; /* bytes from row to row */
    unsigned char *places;
};

/* The rows of grid points that an edge, which is not level, meets from y on: in row y at
 * x + rest / rise. A division for every row would take long. */
struct climb {
    int y;
    int64_t x, rest;
    int64_t row_x, row_rest;
    int32_t rise;
};

static struct climb climb_from(const struct rising_edge *edge, int y)
{
    struct point d = point_subtract(edge->high, edge->low);
    struct climb climb = {.y = y, .rise = d.y};
    climb.row_x = number_floor_divide((int64_t)d.x * FINE, d.y);
    climb.row_rest = (int64_t)d.x * FINE - climb.row_x * d.y;
    int64_t run = (int64_t)d.x * (y * FINE - edge->low.y);
    climb.x = edge->low.x + number_floor_divide(run, d.y);
    climb.rest = run - (climb.x - edge->low.x) * d.y;
    return climb;
}

static void climb_on(struct climb *climb)
{
    climb->y++;
    climb->x += climb->row_x;
    climb->rest += climb->row_rest;
    if (climb->rest >= climb->rise) {
        climb->rest -= climb->rise;
        climb->x++;
    }
}

static void mark_edge(const struct area *area, const struct rising_edge *edge, void *data)
{
    const struct band *band = data;
    int y = number_larger((edge->low.y + FINE - 1) / FINE, band->first_row);
    int end_y = number_smaller(edge->high.y / FINE + 1, band->end_row);
    if (y >= end_y)
        return;
    unsigned char *row = band->places + (size_t)(y - band->first_row) * band->pitch;
    if (edge->low.y == edge->high.y) {
        int left = number_smaller(edge->low.x, edge->high.x);
        int right = number_larger(edge->low.x, edge->high.x);
        for (int x = (left + FINE - 1) / FINE; x <= right / FINE; x++)
            row[x] |= ON_WALL;
        return;
    }
    struct climb climb = climb_from(edge, y);
    for (; climb.y < end_y; climb_on(&climb), row += band->pitch) {
        int64_t column = climb.x >> FINE_BITS;
        if (climb.rest == 0 && climb.x % FINE == 0)
            row[column] |= ON_WALL;
        /* An edge has its lower end but not its upper one, so that a vertex counts once. */
        if (climb.y * FINE < edge->high.y && column + 1 < area->points_across)
            row[column + 1] ^= TOGGLE;
    }
}

static void for_each_edge(const struct area *area,
                          void (*act)(const struct area *area, const struct rising_edge *edge,
                                      void *data),
                          void *data)
{
    for (int i = 0; i < area->loop_count; i++) {
        int first = (int)(area->loops[i].vertices - area->vertices);
        for (int number = first; number < first + area->loops[i].count; number++) {
            struct rising_edge edge = rising_edge_of(area, number);
            act(area, &edge, data);
        }
    }
}

static void find_places(const struct area *area, struct band *band)
{
    for_each_edge(area, mark_edge, band);
    for (int y = 0; y < band->end_row - band->first_row; y++) {
        unsigned char *place = band->places + (size_t)y * band->pitch;
        bool inside = false;
        for (int x = 0; x < area->points_across; x++, place++) {
            inside ^= (*place & TOGGLE) != 0;
            *place = (*place & ON_WALL) != 0 ? PLACE_WALL : inside ? PLACE_INSIDE : PLACE_OUTSIDE;
        }
    }
}

static bool may_take(const struct area *area, size_t bytes)
{
    return bytes <= PLACES_AT_LEAST + (size_t)PLACES_PER_EDGE * (size_t)area->edge_count;
}

/* In each row the first column of cells that begins to the right of the edge. */
static void mark_left(const struct area *area, const struct rising_edge *edge, void *data)
{
    (void)data;
    if (edge->low.y == edge->high.y)
        return;
    struct climb climb = climb_from(edge, (edge->low.y + FINE - 1) / FINE);
    for (; climb.y * FINE < edge->high.y; climb_on(&climb)) {
        int column = (int)(climb.x >> (FINE_BITS + area->cell_bits)) + 1;
        if (column < area->columns)
            area->lefts[(size_t)climb.y * area->lefts_pitch + (size_t)column / 8] ^=
                (unsigned char)(1 << column % 8);
    }
}

static void build_lefts(struct area *area)
{
    area->lefts_pitch = (size_t)area->columns / 8 + 1;
    size_t size = area->lefts_pitch * (size_t)area->points_up;
    if (!may_take(area, size))
        return;
    area->lefts = memory_allocate(size, 1);
    for_each_edge(area, mark_left, NULL);
    /* So far each bit says what begins or ends there: from now on, what has begun. */
    for (int y = 0; y < area->points_up; y++) {
        unsigned char *row = area->lefts + (size_t)y * area->lefts_pitch;
        bool inside = false;
        for (int column = 0; column < area->columns; column++) {
            inside ^= row[column / 8] >> column % 8 & 1;
            row[column / 8] =
                (unsigned char)((row[column / 8] & ~(1 << column % 8)) | inside << column % 8);
        }
    }
}

void area_place_rows(const struct area *area, int y, int rows, int width, unsigned char *places)
{
    size_t pitch = (size_t)width + 1;
    int first = number_larger(y - area->origin.y, 0);
    struct band band = {first, number_smaller(y - area->origin.y + rows, area->points_up), pitch,
                        places};
    memset(places, PLACE_OUTSIDE, pitch * (size_t)rows);
    if (band.first_row >= band.end_row)
        return;
    band.places += (size_t)(first + area->origin.y - y) * pitch + (size_t)area->origin.x;
    if (area->places == NULL) {
        find_places(area, &band);
        return;
    }
    size_t across = (size_t)area->points_across;
    for (int row = first; row < band.end_row; row++)
        memcpy(band.places + (size_t)(row - first) * pitch, area->places + (size_t)row * across,
               across);
}

/* Fill in everything from `origin` on; vertices and loops must be there. */
static void area_index_build(struct area *area)
{
    struct point low = {SHEET_MAX * FINE, SHEET_MAX * FINE};
    struct point high = {0, 0};
    for (int i = 0; i < area->loop_count; i++) {
        for (int j = 0; j < area->loops[i].count; j++) {
            struct point vertex = area->loops[i].vertices[j];
            low = (struct point){number_smaller(low.x, vertex.x), number_smaller(low.y, vertex.y)};
            high = (struct point){number_larger(high.x, vertex.x), number_larger(high.y, vertex.y)};
        }
    }
    if (area->edge_count == 0)
        low = high;
    area->origin = (struct point){low.x / FINE, low.y / FINE};
    int width = (high.x + FINE - 1) / FINE - area->origin.x;
    int height = (high.y + FINE - 1) / FINE - area->origin.y;
    area->points_across = width + 1;
    area->points_up = height + 1;
    int64_t cells_allowed = CELLS_AT_LEAST + (int64_t)CELLS_PER_EDGE * area->edge_count;
    int64_t entries_allowed = ENTRIES_AT_LEAST + (int64_t)ENTRIES_PER_EDGE * area->edge_count;
    /* About how many entries cells of one square would need. */
    int64_t entries = 0;
    for (int i = 0; i < area->loop_count; i++) {
        const struct point *vertex = area->loops[i].vertices;
        for (int j = 0; j < area->loops[i].count; j++) {
            struct point d = point_subtract(vertex[j + 1], vertex[j]);
            entries += (llabs(d.x) + llabs(d.y)) >> FINE_BITS;
        }
    }
    int bits = 0;
    while ((int64_t)squares_in_cells(width, bits) * squares_in_cells(height, bits) >
               cells_allowed ||
           entries >> bits > entries_allowed)
        bits++;
    area->cell_bits = bits;
    area->columns = squares_in_cells(width, bits);
    area->rows = squares_in_cells(height, bits);
    build_cells(area);
    /* Few rows at a time: long steep edges would run all through a large table, one by one. */
    const int step = 256;
    size_t pitch = (size_t)area->points_across;
    size_t count = pitch * (size_t)area->points_up;
    if (!may_take(area, count)) {
        build_lefts(area);
        return;
    }
    area->places = memory_allocate(count, 1);
    for (int row = 0; row < area->points_up; row += step) {
        struct band band = {row, number_smaller(row + step, area->points_up), pitch,
                            area->places + (size_t)row * pitch};
        find_places(area, &band);
    }
}
