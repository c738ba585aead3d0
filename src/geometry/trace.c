/* See area.h. Boxes are put over the steps afterwards: the way is cut where it meets the box's
 * border, and what lies between is told anew.
 */
#include "geometry/area.h"

#include "base/memory.h"
#include "base/number.h"
#include "geometry/area_index.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* In the order in which they are applied at one place. A touch changes nothing beside the line: a
 * vertex of an edge to the right lies on it. */
enum change_kind { PASSAGE, TOUCH, RUN_BEGINS, RUN_ENDS };

struct trace_change {
    struct fraction at;
    int edge;
    int kind; /* of enum change_kind */
};

/* A zeroed struct is empty; free the items. */
struct change_list {
    bool with_touches; /* else they are left out */
    struct trace_change *items;
    int count, capacity;
};

/* A way is at most that long (point.h). */
enum { WAY_LIMIT = 64 };

/* Up to that many changes, which is nearly always, the plainest ways are the quickest. */
enum { FEW = 32 };

static int fraction_compare(struct fraction a, struct fraction b)
{
    int128 difference = a.numerator * b.denominator - b.numerator * a.denominator;
    return (difference > 0) - (difference < 0);
}

/* cross(direction, p - start) in fine units times w: above 0 is left of the line. */
static int128 line_side(const struct line *line, struct point p)
{
    struct point offset = point_subtract(p, point_to_fine(line->start));
    return (int128)line->right * offset.y - (int128)line->up * offset.x;
}

static struct fraction make_fraction(int64_t numerator, int128 denominator)
{
    return denominator < 0 ? (struct fraction){-numerator, -denominator}
                           : (struct fraction){numerator, denominator};
}

/* An edge along the line. */
static void add_run(const struct line *line, struct point a, struct point b, int edge,
                    struct change_list *changes)
{
    struct point start = point_to_fine(line->start);
    struct fraction from = line->right != 0 ? make_fraction(a.x - start.x, line->right)
                                            : make_fraction(a.y - start.y, line->up);
    struct fraction to = line->right != 0 ? make_fraction(b.x - start.x, line->right)
                                          : make_fraction(b.y - start.y, line->up);
    bool along = fraction_compare(from, to) <= 0;
    list_add(changes, (struct trace_change){along ? from : to, edge, RUN_BEGINS});
    list_add(changes, (struct trace_change){along ? to : from, edge, RUN_ENDS});
}

/* An edge stands in the lists of neighbouring cells, so it comes again soon if it does. */
static bool was_just_added(const struct change_list *changes, int edge)
{
    int end = number_larger(changes->count - FEW, 0);
    for (int i = changes->count; i > end; i--)
        if (changes->items[i - 1].edge == edge)
            return true;
    return false;
}

static void add_edge(const struct area *area, const struct line *line, int edge,
                     struct change_list *changes)
{
    if (was_just_added(changes, edge))
        return;
    struct point a = area->vertices[edge];
    struct point b = area->vertices[edge + 1];
    int128 side_a = line_side(line, a);
    int128 side_b = line_side(line, b);
    if (side_a == 0 && side_b == 0) {
        add_run(line, a, b, edge, changes);
        return;
    }
    bool passes = (side_a > 0) != (side_b > 0);
    bool touches = changes->with_touches && (side_a == 0 || side_b == 0);
    if (!passes && !touches)
        return;
    int64_t distance = point_cross(a, b, point_to_fine(line->start));
    struct fraction at = make_fraction(distance, side_b - side_a);
    if (at.numerator > 0)
        list_add(changes, (struct trace_change){at, edge, passes ? PASSAGE : TOUCH});
}

static int compare_changes(const void *first, const void *second)
{
    const struct trace_change *a = first;
    const struct trace_change *b = second;
    int order = fraction_compare(a->at, b->at);
    if (order == 0)
        order = (a->edge > b->edge) - (a->edge < b->edge);
    return order == 0 ? a->kind - b->kind : order;
}

static void sort_few(struct trace_change *items, int count)
{
    for (int i = 1; i < count; i++) {
        struct trace_change item = items[i];
        int place = i;
        for (; place > 0 && compare_changes(&item, &items[place - 1]) < 0; place--)
            items[place] = items[place - 1];
        items[place] = item;
    }
}

static void sort_changes(struct change_list *changes)
{
    if (changes->count <= FEW) {
        sort_few(changes->items, changes->count);
        return;
    }
    qsort(changes->items, (size_t)changes->count, sizeof *changes->items, compare_changes);
    int kept = 1;
    for (int i = 1; i < changes->count; i++)
        if (compare_changes(&changes->items[i], &changes->items[kept - 1]) != 0)
            changes->items[kept++] = changes->items[i];
    changes->count = kept;
}

/* What the edges make of the way from one change to the next. */
struct trace_beside {
    bool inside; /* the strip */
    int runs;    /* edges along the way */
};

static void apply_change(struct trace_beside *beside, const struct trace_change *change)
{
    beside->inside ^= change->kind == PASSAGE;
    beside->runs += change->kind == RUN_BEGINS ? 1 : 0;
    beside->runs -= change->kind == RUN_ENDS ? 1 : 0;
}

/* The first place at which the line leaves the area, if that is before one whole direction. The
 * list must be sorted; `inside` says whether the strip is inside at the start. */
static bool line_leaves(const struct line *line, const struct change_list *changes, bool inside,
                        struct fraction *exit)
{
    struct fraction here = {0, 1};
    struct fraction end = {FINE, line->w};
    struct trace_beside beside = {inside, 0};
    for (int i = 0;; i++) {
        bool more = i < changes->count && fraction_compare(changes->items[i].at, end) < 0;
        struct fraction next = more ? changes->items[i].at : end;
        if (fraction_compare(next, here) > 0) {
            if (!beside.inside && beside.runs == 0) {
                *exit = here;
                return true;
            }
            here = next;
        }
        if (!more)
            return false;
        apply_change(&beside, &changes->items[i]);
    }
}

static void add_edges(const struct area *area, const struct line *line, int first, int end,
                      struct change_list *changes)
{
    for (int i = first; i < end; i++)
        add_edge(area, line, area->entries[i], changes);
}

/* How many times the strip changes between inside and outside before the end. */
static int count_passages(const struct change_list *changes, struct fraction end)
{
    int passages = 0;
    for (int i = 0; i < changes->count; i++) {
        const struct trace_change *change = &changes->items[i];
        bool counts = change->kind == PASSAGE && fraction_compare(change->at, end) < 0;
        passages += counts ? 1 : 0;
    }
    return passages;
}

/* Is the strip beside a line inside at the line's start? `far` is a place further on, no edge is
 * there, and the changes up to it are known. */
static bool strip_begins_inside(const struct change_list *changes, struct fraction far,
                                bool far_inside)
{
    return far_inside ^ (count_passages(changes, far) % 2 != 0);
}

/* The line from one grid point to another, which is not of length zero, and what the edges near it
 * do to it; at least up to its end, sorted, each change once. True if the strip is inside at the
 * start. */
static bool line_follow_move(const struct area *area, struct point from, struct point to,
                             struct line *line, struct change_list *changes)
{
    struct point d = point_subtract(to, from);
    *line = (struct line){from, d.x, d.y, 1};
    enum place place = area_place_grid(area, from);
    struct point far = to;
    int64_t moves = 1;
    for (; place == PLACE_WALL && area_place_grid(area, far) == PLACE_WALL; moves++)
        far = point_add(far, d);
    struct walk walk = walk_begin(area, from, far);
    int first, end;
    while (walk_next(area, &walk, &first, &end))
        add_edges(area, line, first, end, changes);
    sort_changes(changes);
    if (place != PLACE_WALL)
        return place == PLACE_INSIDE;
    struct fraction far_at = {moves * FINE, 1};
    return strip_begins_inside(changes, far_at, area_place_grid(area, far) == PLACE_INSIDE);
}

/* The same for a way to a rational point. It is looked at from its end `to`, because that is a grid
 * point. */
static bool line_follow_way(const struct area *area, struct exact_point from, struct point to,
                            struct line *way, struct change_list *changes)
{
    *way = (struct line){to, from.x - to.x * from.w, from.y - to.y * from.w, from.w};
    assert(llabs(way->right) <= WAY_LIMIT * way->w && llabs(way->up) <= WAY_LIMIT * way->w);
    enum place place = area_place_grid(area, to);
    if (place != PLACE_WALL) {
        /* A way is short: all cells of its bounding box are looked at. One along the border of the
         * last cells lies in them. */
        int right = (int)number_floor_divide(way->right, way->w);
        int up = (int)number_floor_divide(way->up, way->w);
        struct point start = point_subtract(way->start, area->origin);
        int bits = area->cell_bits;
        int left = walk_within((start.x + number_smaller(right, 0)) >> bits, 0, area->columns - 1);
        int low = walk_within((start.y + number_smaller(up, 0)) >> bits, 0, area->rows - 1);
        int last_column =
            number_smaller((start.x + number_larger(right, 0)) >> bits, area->columns - 1);
        int last_row = number_smaller((start.y + number_larger(up, 0)) >> bits, area->rows - 1);
        for (int row = low; row <= last_row; row++) {
            const int *offsets = area->offsets + row * area->columns;
            if (left <= last_column)
                add_edges(area, way, offsets[left], offsets[last_column + 1], changes);
        }
        sort_changes(changes);
        return place == PLACE_INSIDE;
    }
    add_edges(area, way, 0, area->offsets[area->columns * area->rows], changes);
    sort_changes(changes);
    struct fraction off_sheet = {2 * SHEET_MAX * FINE, 1};
    return strip_begins_inside(changes, off_sheet, false);
}

bool trace_move_leaves(const struct area *area, struct point from, struct point to,
                       struct fraction *at)
{
    struct line line;
    struct change_list changes = {0};
    bool inside = line_follow_move(area, from, to, &line, &changes);
    bool leaves = line_leaves(&line, &changes, inside, at);
    free(changes.items);
    return leaves;
}

bool trace_way_leaves(const struct area *area, struct exact_point from, struct point to)
{
    struct line way;
    struct change_list changes = {0};
    bool inside = line_follow_way(area, from, to, &way, &changes);
    struct fraction exit;
    bool leaves = line_leaves(&way, &changes, inside, &exit);
    free(changes.items);
    return leaves;
}

/* --- steps ------------------------------------------------------------------------------------ */

static enum place place_beside(const struct trace_beside *beside)
{
    return beside->runs > 0 ? PLACE_WALL : beside->inside ? PLACE_INSIDE : PLACE_OUTSIDE;
}

/* Every change is at a point of an edge. */
static void add_steps(struct trace *trace, enum place start, bool inside,
                      const struct change_list *changes)
{
    struct trace_beside beside = {inside, 0};
    struct fraction here = {0, 1};
    struct fraction end = {FINE, trace->line.w};
    int i = 0;
    for (; i < changes->count && fraction_compare(changes->items[i].at, here) <= 0; i++)
        apply_change(&beside, &changes->items[i]);
    array_add(trace->steps, trace->count, trace->capacity,
              (struct trace_step){here, start, place_beside(&beside)});
    while (i < changes->count && fraction_compare(changes->items[i].at, end) <= 0) {
        here = changes->items[i].at;
        for (; i < changes->count && fraction_compare(changes->items[i].at, here) == 0; i++)
            apply_change(&beside, &changes->items[i]);
        array_add(trace->steps, trace->count, trace->capacity,
                  (struct trace_step){here, PLACE_WALL, place_beside(&beside)});
    }
    if (fraction_compare(here, end) < 0)
        array_add(trace->steps, trace->count, trace->capacity,
                  (struct trace_step){end, place_beside(&beside), place_beside(&beside)});
}

struct trace trace_move(const struct area *area, struct point from, struct point to)
{
    struct trace trace = {0};
    struct change_list changes = {.with_touches = true};
    bool inside = line_follow_move(area, from, to, &trace.line, &changes);
    add_steps(&trace, area_place_grid(area, from), inside, &changes);
    free(changes.items);
    return trace;
}

struct trace trace_way(const struct area *area, struct exact_point from, struct point to)
{
    struct trace trace = {0};
    struct change_list changes = {.with_touches = true};
    bool inside = line_follow_way(area, from, to, &trace.line, &changes);
    add_steps(&trace, area_place_grid(area, to), inside, &changes);
    free(changes.items);
    return trace;
}

/* The stretch of the line that is within the box, as far as it has been narrowed down. */
struct stretch {
    struct fraction first, last;
};

/* Narrows it down to low..high on one axis. False if the line runs beside the box. */
static bool cut_axis(struct stretch *stretch, int32_t start, int64_t direction, int32_t low,
                     int32_t high, bool with_border)
{
    if (direction == 0)
        return with_border ? start >= low && start <= high : start > low && start < high;
    bool rising = direction > 0;
    int128 denominator = rising ? direction : -direction;
    struct fraction first = {rising ? low - start : start - high, denominator};
    struct fraction last = {rising ? high - start : start - low, denominator};
    if (fraction_compare(first, stretch->first) > 0)
        stretch->first = first;
    if (fraction_compare(last, stretch->last) < 0)
        stretch->last = last;
    return true;
}

/* The step that begins there; a new one if need be. A place off the way has none. */
static void cut_at(struct trace *trace, struct fraction at)
{
    int i = 0;
    while (i < trace->count && fraction_compare(trace->steps[i].at, at) < 0)
        i++;
    if (i == 0 || i == trace->count || fraction_compare(trace->steps[i].at, at) == 0)
        return;
    enum place place = trace->steps[i - 1].after;
    array_add(trace->steps, trace->count, trace->capacity, (struct trace_step){0});
    memmove(&trace->steps[i + 1], &trace->steps[i],
            (size_t)(trace->count - 1 - i) * sizeof *trace->steps);
    trace->steps[i] = (struct trace_step){at, place, place};
}

void trace_set_box(struct trace *trace, struct point low, struct point high, bool with_border,
                   enum place place)
{
    const struct line *line = &trace->line;
    struct point start = point_to_fine(line->start);
    /* Farther than any line goes on either side. */
    const int64_t far = INT64_C(1) << 40;
    struct stretch stretch = {{-far, 1}, {far, 1}};
    if (!cut_axis(&stretch, start.x, line->right, low.x, high.x, with_border) ||
        !cut_axis(&stretch, start.y, line->up, low.y, high.y, with_border) ||
        fraction_compare(stretch.first, stretch.last) >= (with_border ? 1 : 0))
        return;
    cut_at(trace, stretch.first);
    cut_at(trace, stretch.last);
    for (int i = 0; i < trace->count; i++) {
        struct trace_step *step = &trace->steps[i];
        int begun = fraction_compare(step->at, stretch.first);
        int left = fraction_compare(stretch.last, step->at);
        if (with_border ? begun >= 0 && left >= 0 : begun > 0 && left > 0)
            step->here = place;
        if (begun >= 0 && left > 0)
            step->after = place;
    }
}

struct exact_point trace_point(const struct trace *trace, int step)
{
    const struct line *line = &trace->line;
    struct fraction at = trace->steps[step].at;
    int64_t w = (int64_t)at.denominator * FINE;
    return exact_make(line->start.x * w + line->right * at.numerator,
                      line->start.y * w + line->up * at.numerator, w);
}

/* === along ==================================================================================== */

const struct along_place along_start = {0, 1};
const struct along_place along_end = {1, 1};

static struct along_place make_place(int64_t numerator, int64_t denominator)
{
    int64_t common = (int64_t)number_common_divisor(numerator, denominator);
    int64_t divisor = denominator < 0 ? -common : common;
    return (struct along_place){numerator / divisor, denominator / divisor};
}

static bool is_within(struct along_place place)
{
    return place.numerator >= 0 && place.numerator <= place.denominator;
}

static struct along_place later(struct along_place a, struct along_place b)
{
    return along_compare(a, b) < 0 ? b : a;
}

static struct along_place earlier(struct along_place a, struct along_place b)
{
    return along_compare(a, b) < 0 ? a : b;
}

int along_compare(struct along_place a, struct along_place b)
{
    int128 difference = (int128)a.numerator * b.denominator - (int128)b.numerator * a.denominator;
    return (difference > 0) - (difference < 0);
}

struct along_place along_place_of(struct point from, struct point to, struct exact_point at)
{
    struct point d = point_subtract(to, from);
    int64_t way = d.x != 0 ? at.x - from.x * at.w : at.y - from.y * at.w;
    int64_t whole = d.x != 0 ? d.x : d.y;
    if (whole == 0)
        return along_start;
    /* Divided one after the other, because whole * at.w may need more than 64 bits. */
    int64_t common = (int64_t)number_common_divisor(way, at.w);
    struct along_place place = make_place(way / common, whole);
    place = (struct along_place){place.numerator, place.denominator * (at.w / common)};
    assert(is_within(place));
    return place;
}

struct exact_point along_point_at(struct point from, struct point to, struct along_place place)
{
    struct point d = point_subtract(to, from);
    return exact_make(from.x * place.denominator + d.x * place.numerator,
                      from.y * place.denominator + d.y * place.numerator, place.denominator);
}

bool along_meets_line(struct point from, struct point to, struct point a, struct point b,
                      struct along_place *place)
{
    int64_t side_from = point_cross(a, b, from);
    int64_t side_to = point_cross(a, b, to);
    if (side_from == side_to)
        return false;
    *place = make_place(side_from, side_from - side_to);
    return is_within(*place);
}

bool along_meets_point(struct point from, struct point to, struct point grid,
                       struct along_place *place)
{
    struct point d = point_subtract(to, from);
    struct point way = point_subtract(grid, from);
    if (d.x == 0 && d.y == 0) {
        *place = along_start;
        return point_equal(from, grid);
    }
    if (point_cross(from, to, grid) != 0)
        return false;
    *place = d.x != 0 ? make_place(way.x, d.x) : make_place(way.y, d.y);
    return is_within(*place);
}

/* A point of the straight line through a and b: is it between them? */
static bool is_on_join(struct point a, struct point b, struct point from, struct point to,
                       struct along_place place)
{
    struct point d = point_subtract(to, from);
    struct point join = point_subtract(b, a);
    /* The point seen from a, times the denominator, along the longer side of the join. */
    int64_t x = (int64_t)(from.x - a.x) * place.denominator + d.x * place.numerator;
    int64_t y = (int64_t)(from.y - a.y) * place.denominator + d.y * place.numerator;
    int64_t along = join.x != 0 ? x : y;
    int64_t whole = (join.x != 0 ? join.x : join.y) * place.denominator;
    return whole > 0 ? along >= 0 && along <= whole : along <= 0 && along >= whole;
}

bool along_meets_join(struct point from, struct point to, struct point a, struct point b,
                      struct along_contact *contact)
{
    if (point_equal(a, b) || point_equal(from, to)) {
        struct along_place place;
        bool meets = point_equal(a, b) ? along_meets_point(from, to, a, &place)
                                       : along_meets_point(a, b, from, &place);
        *contact = point_equal(from, to) ? (struct along_contact){along_start, along_start}
                                         : (struct along_contact){place, place};
        return meets;
    }
    if (point_cross(a, b, from) == 0 && point_cross(a, b, to) == 0) {
        /* Both on one straight line; the segment has a length. */
        bool level = from.x != to.x;
        int whole = level ? to.x - from.x : to.y - from.y;
        struct along_place at_a = make_place(level ? a.x - from.x : a.y - from.y, whole);
        struct along_place at_b = make_place(level ? b.x - from.x : b.y - from.y, whole);
        contact->first = later(earlier(at_a, at_b), along_start);
        contact->last = earlier(later(at_a, at_b), along_end);
        return along_compare(contact->first, contact->last) <= 0;
    }
    struct along_place place;
    if (!along_meets_line(from, to, a, b, &place) || !is_on_join(a, b, from, to, place))
        return false;
    *contact = (struct along_contact){place, place};
    return true;
}

/* Where an edge first meets the segment, if it does. Both ends of the edge are seen from the
 * segment's start; the place is not brought to its shortest form. */
static inline bool meet_edge(struct point d, struct point a, struct point b,
                             struct along_place *place)
{
    int64_t side_a = (int64_t)d.x * a.y - (int64_t)d.y * a.x;
    int64_t side_b = (int64_t)d.x * b.y - (int64_t)d.y * b.x;
    if ((side_a > 0 && side_b > 0) || (side_a < 0 && side_b < 0))
        return false;
    if (side_a == side_b) {
        int whole = d.x != 0 ? d.x : d.y;
        int sign = whole > 0 ? 1 : -1;
        int one = sign * (d.x != 0 ? a.x : a.y);
        int other = sign * (d.x != 0 ? b.x : b.y);
        *place = (struct along_place){number_larger(number_smaller(one, other), 0),
                                      (int64_t)sign * whole * FINE};
        return number_larger(one, other) >= 0 && is_within(*place);
    }
    int64_t across = side_b - side_a;
    int64_t distance = (int64_t)a.x * b.y - (int64_t)a.y * b.x;
    *place = across > 0 ? (struct along_place){distance, across * FINE}
                        : (struct along_place){-distance, -across * FINE};
    return is_within(*place);
}

bool along_meets_wall(struct point from, struct point to, const struct area *area,
                      struct along_place *first)
{
    if (point_equal(from, to)) {
        *first = along_start;
        return area_place_grid(area, from) == PLACE_WALL;
    }
    struct point d = point_subtract(to, from);
    struct point start = point_to_fine(from);
    bool meets = false;
    struct along_place place;
    struct walk walk = walk_begin(area, from, to);
    int begin, end;
    while (walk_next(area, &walk, &begin, &end)) {
        for (int i = begin; i < end; i++) {
            const struct point *edge = &area->vertices[area->entries[i]];
            if (!meet_edge(d, point_subtract(edge[0], start), point_subtract(edge[1], start),
                           &place))
                continue;
            *first = meets ? earlier(*first, place) : place;
            meets = true;
        }
    }
    if (meets)
        *first = make_place(first->numerator, first->denominator);
    return meets;
}

bool along_meets_area(struct point from, struct point to, const struct area *area,
                      struct along_place *first)
{
    if (area_place_grid(area, from) == PLACE_OUTSIDE)
        return along_meets_wall(from, to, area, first);
    *first = along_start;
    return true;
}
