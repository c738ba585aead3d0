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

enum place area_place_grid(const struct area *area, struct point grid)
{
    int64_t x = (int64_t)grid.x - area->origin.x;
    int64_t y = (int64_t)grid.y - area->origin.y;
    if (x < 0 || y < 0 || x >= area->points_across || y >= area->points_up)
        return PLACE_OUTSIDE;
    if (area->places == NULL)
        return area_place_fine(area, point_to_fine(grid));
    return (enum place)area->places[y * area->points_across + x];
}

/* Goes row by row over the cells that a segment between grid points passes through. Where it goes
 * along the border of two cells, or through a corner, one of them is enough, because each lists the
 * edges on its border.
 *
 * x counts from the area's origin in squares / 2^32. The slope is rounded to that, which adds up to
 * less than 1 / rise: so x is on the right side of every whole number except perhaps one that the
 * segment meets exactly, and there it meets a border. */
struct walk {
    const int *offsets; /* of the row */
    int rows_left;
    int64_t left_x; /* where the carrier of the segment is within the row ... */
    int64_t right_x;
    int64_t row_x; /* ... and how far it moves from row to row */
    int first_column;
    int last_column;
};

enum { X_BITS = 32 };

static inline int within(int number, int low, int high)
{
    return smaller(larger(number, low), high);
}

static inline struct walk walk_begin(const struct area *area, struct point from, struct point to)
{
    int bits = area->cell_bits;
    struct point start = point_subtract(from.y <= to.y ? from : to, area->origin);
    struct point end = point_subtract(from.y <= to.y ? to : from, area->origin);
    int row = within(start.y >> bits, 0, area->rows - 1);
    int last_row = smaller((end.y - 1) >> bits, area->rows - 1);
    struct walk walk = {
        .offsets = area->offsets + row * area->columns,
        .rows_left = larger(last_row - row + 1, 1),
        .left_x = (int64_t)start.x * (INT64_C(1) << X_BITS),
        .first_column = within(smaller(start.x, end.x) >> bits, 0, area->columns - 1),
        .last_column = within(larger(start.x, end.x) >> bits, 0, area->columns - 1),
    };
    int64_t run = (int64_t)(end.x - start.x) * (INT64_C(1) << X_BITS);
    if (end.y > start.y) {
        int64_t slope = run / (end.y - start.y);
        walk.left_x += slope * ((row << bits) - start.y);
        walk.row_x = slope * (1 << bits);
        run = walk.row_x;
    }
    /* A segment that ends on a border, seen from its left, does not enter the cell behind it. */
    walk.right_x = walk.left_x + (run > 0 ? run : 0) - 1;
    walk.left_x += run < 0 ? run : 0;
    return walk;
}

/* The run of entries of the next row; false if there is no further row. */
static inline bool walk_next(const struct area *area, struct walk *walk, int *first, int *end)
{
    if (walk->rows_left == 0)
        return false;
    int bits = X_BITS + area->cell_bits;
    int left = within((int)(walk->left_x >> bits), walk->first_column, walk->last_column);
    int right = within((int)(walk->right_x >> bits), walk->first_column, walk->last_column);
    *first = walk->offsets[left];
    *end = walk->offsets[right + 1];
    walk->left_x += walk->row_x;
    walk->right_x += walk->row_x;
    walk->offsets += area->columns;
    walk->rows_left--;
    return true;
}

/* The first edge that passes through the strip to the left of a move (area_line.h). The place is
 * distance / across / 1024 of the move. It is doubtful if another edge passes through at the same
 * place or if any edge runs along the move. */
struct passage {
    int edge; /* NONE: the move meets no edge */
    int64_t distance;
    int64_t across;
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

static void add_edges(const struct area *area, const struct line *line, int first, int end,
                      struct change_list *changes)
{
    for (int i = first; i < end; i++)
        line_add_edge(area, line, area->entries[i], changes);
}

/* Is the strip beside a line inside at the line's start? `far` is a place further on, no edge is
 * there, and the changes up to it are known. */
static bool strip_begins_inside(const struct change_list *changes, struct fraction far,
                                bool far_inside)
{
    return far_inside ^ (line_count_passages(changes, far) % 2 != 0);
}

/* Does the move, which begins in the area and is not of length zero, leave it? Then `at` is where.
 * This answers every case. */
static bool move_leaves_at(const struct area *area, struct point from, struct point to,
                           struct fraction *at)
{
    struct point d = point_subtract(to, from);
    struct line line = {from, d.x, d.y, 1};
    bool inside = area_place_grid(area, from) == PLACE_INSIDE;
    struct point far = to;
    int64_t moves = 1;
    for (; !inside && area_place_grid(area, far) == PLACE_WALL; moves++)
        far = point_add(far, d);
    struct change_list changes = {0};
    struct walk walk = walk_begin(area, from, far);
    int first;
    int end;
    while (walk_next(area, &walk, &first, &end))
        add_edges(area, &line, first, end, &changes);
    line_sort_changes(&changes);
    if (!inside) {
        struct fraction far_at = {moves * FINE, 1};
        bool far_inside = area_place_grid(area, far) == PLACE_INSIDE;
        inside = strip_begins_inside(&changes, far_at, far_inside);
    }
    bool leaves = line_leaves(&line, &changes, inside, at);
    free(changes.items);
    return leaves;
}

/* The same; most moves are settled by the first edge that they meet, if any. */
static bool move_leaves(const struct area *area, struct point from, struct point to,
                        struct fraction *at)
{
    if (area_place_grid(area, from) == PLACE_INSIDE) {
        struct passage first = find_first_passage(area, from, to);
        if (first.edge == NONE)
            return false;
        if (!first.doubtful) {
            *at = (struct fraction){first.distance, first.across};
            return true;
        }
    }
    return move_leaves_at(area, from, to, at);
}

bool area_holds_move(const struct area *area, struct point from, struct point to)
{
    enum place start = area_place_grid(area, from);
    enum place end = area_place_grid(area, to);
    if (start == PLACE_OUTSIDE || end == PLACE_OUTSIDE)
        return false;
    if (point_equal(from, to))
        return true;
    /* It is the same both ways, and cheaper from the inside. */
    struct fraction at;
    return start == PLACE_INSIDE ? !move_leaves(area, from, to, &at)
                                 : !move_leaves(area, to, from, &at);
}

bool area_find_exit(const struct area *area, struct point from, struct point to,
                    struct exact_point *exit)
{
    assert(to.x >= -MOVE_LIMIT && to.x <= MOVE_LIMIT);
    assert(to.y >= -MOVE_LIMIT && to.y <= MOVE_LIMIT);
    if (area_place_grid(area, from) == PLACE_OUTSIDE) {
        *exit = exact_from_grid(from);
        return false;
    }
    struct fraction at;
    if (point_equal(from, to) || !move_leaves(area, from, to, &at))
        return true;
    struct point d = point_subtract(to, from);
    int64_t w = (int64_t)at.denominator * FINE;
    *exit = exact_make(from.x * w + d.x * at.numerator, from.y * w + d.y * at.numerator, w);
    return false;
}

/* A way is short: all cells of its bounding box are looked at. */
static void add_edges_near_way(const struct area *area, const struct line *way,
                               struct change_list *changes)
{
    int64_t right = number_floor_divide(way->right, way->w);
    int64_t up = number_floor_divide(way->up, way->w);
    struct point start = point_subtract(way->start, area->origin);
    int bits = area->cell_bits;
    int left = larger((start.x + smaller((int)right, 0)) >> bits, 0);
    int low = larger((start.y + smaller((int)up, 0)) >> bits, 0);
    int last_column = smaller((start.x + larger((int)right, 0)) >> bits, area->columns - 1);
    int last_row = smaller((start.y + larger((int)up, 0)) >> bits, area->rows - 1);
    for (int row = low; row <= last_row; row++) {
        const int *offsets = area->offsets + row * area->columns;
        if (left <= last_column)
            add_edges(area, way, offsets[left], offsets[last_column + 1], changes);
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
    if (place == PLACE_OUTSIDE || (way.right == 0 && way.up == 0))
        return place != PLACE_OUTSIDE;
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
    if (area_place_grid(area, low) != PLACE_INSIDE || area_place_grid(area, high) != PLACE_INSIDE)
        return false;
    int bits = area->cell_bits;
    struct point start = point_subtract(low, area->origin);
    struct point end = point_subtract(high, area->origin);
    int left = start.x >> bits;
    int right = larger((end.x - 1) >> bits, left);
    int row = start.y >> bits;
    int last_row = larger((end.y - 1) >> bits, row);
    for (; row <= last_row; row++) {
        const int *offsets = area->offsets + row * area->columns;
        if (offsets[left] != offsets[right + 1])
            return false;
    }
    return true;
}
