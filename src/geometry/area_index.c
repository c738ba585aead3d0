/* Builds the tables that answer questions about an area quickly: which edges touch a cell, and
 * where every grid point lies. Edges are only ever listed in too many cells, never in too few.
 */
#include "geometry/area_index.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

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
        from_x = edge_x_at(edge, smaller(row << bits, edge->high.y));
    if (edge->high.y > (row + 1) << bits)
        to_x = edge_x_at(edge, larger((row + 1) << bits, edge->low.y));
    /* The border between two columns belongs to both. */
    *first = larger((smaller(from_x, to_x) - 1) >> bits, 0);
    *last = smaller(larger(from_x, to_x) >> bits, area->columns - 1);
}

/* Either counts the entries of each cell, in the offset behind the cell's own, or puts them where
 * the cell's own offset says, which then moves on. */
enum pass { COUNT, FILL };

static void list_edge(struct area *area, int edge, enum pass pass)
{
    struct rising_edge rising = rising_edge_of(area, edge);
    int bits = area->cell_bits + FINE_BITS;
    int last_row = smaller(rising.high.y >> bits, area->rows - 1);
    for (int row = larger((rising.low.y - 1) >> bits, 0); row <= last_row; row++) {
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
    return larger((squares + (1 << cell_bits) - 1) >> cell_bits, 1);
}

/* About how many entries cells of one square would need. */
static int64_t estimate_entries(const struct area *area)
{
    int64_t sum = 0;
    for (int i = 0; i < area->loop_count; i++) {
        const struct point *vertex = area->loops[i].vertices;
        for (int j = 0; j < area->loops[i].count; j++) {
            struct point d = point_subtract(vertex[j + 1], vertex[j]);
            sum += (llabs(d.x) + llabs(d.y)) >> FINE_BITS;
        }
    }
    return sum;
}

static void choose_cells(struct area *area, int width, int height)
{
    int64_t cells_allowed = CELLS_AT_LEAST + (int64_t)CELLS_PER_EDGE * area->edge_count;
    int64_t entries_allowed = ENTRIES_AT_LEAST + (int64_t)ENTRIES_PER_EDGE * area->edge_count;
    int64_t entries = estimate_entries(area);
    int bits = 0;
    while ((int64_t)squares_in_cells(width, bits) * squares_in_cells(height, bits) >
               cells_allowed ||
           entries >> bits > entries_allowed)
        bits++;
    area->cell_bits = bits;
    area->columns = squares_in_cells(width, bits);
    area->rows = squares_in_cells(height, bits);
}

/* Bits of `places` while it is built: a wall is here; the inside begins or ends here, going to the
 * right along the row. */
enum { ON_WALL = 1, TOGGLE = 2 };

static void mark_level_edge(const struct rising_edge *edge, unsigned char *row)
{
    int left = smaller(edge->low.x, edge->high.x);
    int right = larger(edge->low.x, edge->high.x);
    for (int x = (left + FINE - 1) / FINE; x <= right / FINE; x++)
        row[x] |= ON_WALL;
}

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
    int y = larger((edge->low.y + FINE - 1) / FINE, band->first_row);
    int end_y = smaller(edge->high.y / FINE + 1, band->end_row);
    if (y >= end_y)
        return;
    unsigned char *row = band->places + (size_t)(y - band->first_row) * band->pitch;
    if (edge->low.y == edge->high.y) {
        mark_level_edge(edge, row);
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

/* So far each bit says what begins or ends there: from now on, what has begun. */
static void add_up_lefts(struct area *area)
{
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

static void build_lefts(struct area *area)
{
    area->lefts_pitch = (size_t)area->columns / 8 + 1;
    size_t size = area->lefts_pitch * (size_t)area->points_up;
    if (!may_take(area, size))
        return;
    area->lefts = memory_allocate(size, 1);
    for_each_edge(area, mark_left, NULL);
    add_up_lefts(area);
}

static void build_places(struct area *area)
{
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
        struct band band = {row, smaller(row + step, area->points_up), pitch,
                            area->places + (size_t)row * pitch};
        find_places(area, &band);
    }
}

void area_place_rows(const struct area *area, int y, int rows, int width, unsigned char *places)
{
    size_t pitch = (size_t)width + 1;
    int first = larger(y - area->origin.y, 0);
    struct band band = {first, smaller(y - area->origin.y + rows, area->points_up), pitch, places};
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

void area_index_build(struct area *area)
{
    struct point low = {SHEET_MAX * FINE, SHEET_MAX * FINE};
    struct point high = {0, 0};
    for (int i = 0; i < area->loop_count; i++) {
        for (int j = 0; j < area->loops[i].count; j++) {
            struct point vertex = area->loops[i].vertices[j];
            low = (struct point){smaller(low.x, vertex.x), smaller(low.y, vertex.y)};
            high = (struct point){larger(high.x, vertex.x), larger(high.y, vertex.y)};
        }
    }
    if (area->edge_count == 0)
        low = high;
    area->origin = (struct point){low.x / FINE, low.y / FINE};
    int width = (high.x + FINE - 1) / FINE - area->origin.x;
    int height = (high.y + FINE - 1) / FINE - area->origin.y;
    area->points_across = width + 1;
    area->points_up = height + 1;
    choose_cells(area, width, height);
    build_cells(area);
    build_places(area);
}
