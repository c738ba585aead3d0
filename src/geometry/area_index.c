/* Builds the tables that answer questions about an area quickly: which edges touch a cell, and
 * where every grid point lies. Edges are only ever listed in too many cells, never in too few.
 */
#include "geometry/area_index.h"

#include "base/memory.h"

#include <limits.h>
#include <stdlib.h>

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

typedef void edge_visitor(struct area *area, int edge);

static void for_each_edge(struct area *area, edge_visitor *visit)
{
    for (int i = 0; i < area->loop_count; i++) {
        int first = (int)(area->loops[i].vertices - area->vertices);
        for (int edge = first; edge < first + area->loops[i].count; edge++) {
            visit(area, edge);
        }
    }
}

/* An edge with the lower end first, its coordinates counted from the area's origin. */
struct rising_edge {
    struct point low;
    struct point high;
};

static struct rising_edge rising_edge_of(const struct area *area, int edge)
{
    struct point origin = point_to_fine(area->origin);
    struct point a = point_subtract(area->vertices[edge], origin);
    struct point b = point_subtract(area->vertices[edge + 1], origin);
    return a.y <= b.y ? (struct rising_edge){a, b} : (struct rising_edge){b, a};
}

/* Where the edge, which is not level, is at a height: rounded down, and whether it was rounded. */
static int32_t edge_x_at(const struct rising_edge *edge, int32_t y, bool *rounded)
{
    struct point d = point_subtract(edge->high, edge->low);
    int64_t numerator = (int64_t)d.x * (y - edge->low.y);
    int64_t right = floor_divide(numerator, d.y);
    *rounded = right * d.y != numerator;
    return edge->low.x + (int32_t)right;
}

/* The columns of a row of cells that the edge may touch; the row must be one of its own. */
static void columns_of_edge(const struct area *area, const struct rising_edge *edge, int row,
                            int *first, int *last)
{
    int bits = area->cell_bits + FINE_BITS;
    int32_t from_x = edge->low.x;
    int32_t to_x = edge->high.x;
    bool rounded;
    if (edge->low.y < row << bits) {
        from_x = edge_x_at(edge, smaller(row << bits, edge->high.y), &rounded);
    }
    if (edge->high.y > (row + 1) << bits) {
        to_x = edge_x_at(edge, larger((row + 1) << bits, edge->low.y), &rounded);
    }
    /* The border between two columns belongs to both. */
    *first = larger((smaller(from_x, to_x) - 1) >> bits, 0);
    *last = smaller(larger(from_x, to_x) >> bits, area->columns - 1);
}

typedef void cell_visitor(struct area *area, int cell, int edge);

static void for_each_cell_of_edge(struct area *area, int edge, cell_visitor *visit)
{
    struct rising_edge rising = rising_edge_of(area, edge);
    int bits = area->cell_bits + FINE_BITS;
    int last_row = smaller(rising.high.y >> bits, area->rows - 1);
    for (int row = larger((rising.low.y - 1) >> bits, 0); row <= last_row; row++) {
        int first;
        int last;
        columns_of_edge(area, &rising, row, &first, &last);
        for (int column = first; column <= last; column++) {
            visit(area, row * area->columns + column, edge);
        }
    }
}

static void count_entry(struct area *area, int cell, int edge)
{
    (void)edge;
    area->offsets[cell + 1]++;
}

static void count_entries_of_edge(struct area *area, int edge)
{
    for_each_cell_of_edge(area, edge, count_entry);
}

/* While the lists are filled, the offset of a cell is where its next entry goes. */
static void add_entry(struct area *area, int cell, int edge)
{
    area->entries[area->offsets[cell]++] = edge;
}

static void add_entries_of_edge(struct area *area, int edge)
{
    for_each_cell_of_edge(area, edge, add_entry);
}

static void build_cells(struct area *area)
{
    int cells = area->columns * area->rows;
    area->offsets = memory_allocate((size_t)cells + 1, sizeof *area->offsets);
    for_each_edge(area, count_entries_of_edge);
    for (int i = 0; i < cells; i++) {
        area->offsets[i + 1] += area->offsets[i];
    }
    area->entries = memory_allocate((size_t)area->offsets[cells], sizeof *area->entries);
    for_each_edge(area, add_entries_of_edge);
    /* Now every offset stands where the next cell begins. */
    for (int i = cells; i > 0; i--) {
        area->offsets[i] = area->offsets[i - 1];
    }
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
           entries >> bits > entries_allowed) {
        bits++;
    }
    area->cell_bits = bits;
    area->columns = squares_in_cells(width, bits);
    area->rows = squares_in_cells(height, bits);
}

/* Bits of `places` while it is built: a wall is here; the inside begins or ends here, going to the
 * right along the row. */
enum { ON_WALL = 1, TOGGLE = 2 };

static void mark_level_edge(struct area *area, const struct rising_edge *edge)
{
    if (edge->low.y % FINE != 0) {
        return;
    }
    unsigned char *row = area->places + (size_t)(edge->low.y / FINE) * (size_t)area->points_across;
    int left = smaller(edge->low.x, edge->high.x);
    int right = larger(edge->low.x, edge->high.x);
    for (int x = (left + FINE - 1) / FINE; x <= right / FINE; x++) {
        row[x] |= ON_WALL;
    }
}

static void mark_places_of_edge(struct area *area, int number)
{
    struct rising_edge edge = rising_edge_of(area, number);
    if (edge.low.y == edge.high.y) {
        mark_level_edge(area, &edge);
        return;
    }
    for (int y = (edge.low.y + FINE - 1) / FINE; y <= edge.high.y / FINE; y++) {
        unsigned char *row = area->places + (size_t)y * (size_t)area->points_across;
        bool rounded;
        int32_t x = edge_x_at(&edge, y * FINE, &rounded);
        if (!rounded && x % FINE == 0) {
            row[x / FINE] |= ON_WALL;
        }
        /* An edge has its lower end but not its upper one, so that a vertex counts once. */
        if (y * FINE < edge.high.y && x / FINE + 1 < area->points_across) {
            row[x / FINE + 1] ^= TOGGLE;
        }
    }
}

static void build_places(struct area *area)
{
    int64_t count = (int64_t)area->points_across * area->points_up;
    if (count > PLACES_AT_LEAST + (int64_t)PLACES_PER_EDGE * area->edge_count) {
        return;
    }
    area->places = memory_allocate((size_t)count, 1);
    for_each_edge(area, mark_places_of_edge);
    unsigned char *place = area->places;
    for (int y = 0; y < area->points_up; y++) {
        bool inside = false;
        for (int x = 0; x < area->points_across; x++, place++) {
            inside ^= (*place & TOGGLE) != 0;
            *place = (*place & ON_WALL) != 0 ? PLACE_WALL : inside ? PLACE_INSIDE : PLACE_OUTSIDE;
        }
    }
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
    if (area->edge_count == 0) {
        low = high;
    }
    area->origin = (struct point){low.x / FINE, low.y / FINE};
    int width = (high.x + FINE - 1) / FINE - area->origin.x;
    int height = (high.y + FINE - 1) / FINE - area->origin.y;
    area->points_across = width + 1;
    area->points_up = height + 1;
    choose_cells(area, width, height);
    build_cells(area);
    build_places(area);
}
