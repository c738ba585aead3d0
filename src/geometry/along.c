/* See along.h. */
#include "geometry/along.h"

#include "base/number.h"
#include "geometry/area_index.h"

#include <assert.h>

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

/* Both on one straight line; the segment has a length. */
static bool meets_along(struct point from, struct point to, struct point a, struct point b,
                        struct along_contact *contact)
{
    bool level = from.x != to.x;
    int whole = level ? to.x - from.x : to.y - from.y;
    struct along_place at_a = make_place(level ? a.x - from.x : a.y - from.y, whole);
    struct along_place at_b = make_place(level ? b.x - from.x : b.y - from.y, whole);
    contact->first = later(earlier(at_a, at_b), along_start);
    contact->last = earlier(later(at_a, at_b), along_end);
    return along_compare(contact->first, contact->last) <= 0;
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
    if (point_cross(a, b, from) == 0 && point_cross(a, b, to) == 0)
        return meets_along(from, to, a, b, contact);
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
        *place = (struct along_place){larger(smaller(one, other), 0), (int64_t)sign * whole * FINE};
        return larger(one, other) >= 0 && is_within(*place);
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
