/* A model of areas that is slow and plain, for the tests of everything that asks what lies in one:
 * no index, no strip beside a line. Every place at which a segment has anything in common with an
 * edge is collected, and where a point lies is asked by a ray. With it random shapes to try.
 */
#ifndef GRAPHPRIX_TESTS_MODEL_AREA_MODEL_H
#define GRAPHPRIX_TESTS_MODEL_AREA_MODEL_H

#include "base/number.h"
#include "geometry/area.h"
#include "support/cmocka.h"

#include <stdlib.h>

enum { LOOPS_MAX = 4, VERTICES_MAX = 12, CONTACTS_MAX = 2 * LOOPS_MAX * VERTICES_MAX + 2 };

struct walled_sheet {
    struct loop loops[LOOPS_MAX];
    struct point vertices[LOOPS_MAX][VERTICES_MAX];
    int loop_count;
    int width;
    int height;
};

/* Points are (x / w, y / w) in fine units, fractions are not reduced. */

struct rational {
    int128 top;
    int128 bottom; /* above 0 */
};

struct place_point {
    int128 x;
    int128 y;
    int128 w;
};

/* The model must not be wrong for want of bits. */
static inline int128 times(int128 a, int128 b)
{
    int128 product;
    assert_false(__builtin_mul_overflow(a, b, &product));
    return product;
}

static inline int compare(struct rational a, struct rational b)
{
    int128 left = times(a.top, b.bottom);
    int128 right = times(b.top, a.bottom);
    return (left > right) - (left < right);
}

static inline int compare_for_sort(const void *a, const void *b)
{
    return compare(*(const struct rational *)a, *(const struct rational *)b);
}

/* The fraction with the smallest denominator between 0 <= a < b. */
static inline struct rational between(struct rational a, struct rational b)
{
    int128 whole = a.top / a.bottom;
    struct rational next = {whole + 1, 1};
    if (compare(next, b) < 0) {
        return next;
    }
    struct rational low = {a.top - whole * a.bottom, a.bottom};
    struct rational high = {b.top - whole * b.bottom, b.bottom};
    if (low.top == 0) {
        /* whole + 1 / n for the least n with 1 / n < high */
        int128 n = high.bottom / high.top + 1;
        return (struct rational){times(whole, n) + 1, n};
    }
    struct rational inverse =
        between((struct rational){high.bottom, high.top}, (struct rational){low.bottom, low.top});
    return (struct rational){times(whole, inverse.top) + inverse.bottom, inverse.top};
}

static inline int128 model_cross(struct point a, struct point b, struct place_point p)
{
    return times(b.x - a.x, p.y - times(a.y, p.w)) - times(b.y - a.y, p.x - times(a.x, p.w));
}

static inline bool is_between(int32_t a, int32_t b, int128 x, int128 w)
{
    int128 first = times(a, w);
    int128 second = times(b, w);
    return (first <= x && x <= second) || (second <= x && x <= first);
}

static inline enum place model_place(const struct walled_sheet *shape, struct place_point p)
{
    bool inside = false;
    for (int i = 0; i < shape->loop_count; i++) {
        const struct loop *loop = &shape->loops[i];
        for (int j = 0; j < loop->count; j++) {
            struct point a = loop->vertices[j];
            struct point b = loop->vertices[(j + 1) % loop->count];
            int128 side = model_cross(a, b, p);
            if (side == 0 && is_between(a.x, b.x, p.x, p.w) && is_between(a.y, b.y, p.y, p.w)) {
                return PLACE_WALL;
            }
            /* A ray to the left; an edge has its upper end. */
            bool a_below = times(a.y, p.w) < p.y;
            bool b_below = times(b.y, p.w) < p.y;
            if (a_below != b_below && (a_below ? side < 0 : side > 0)) {
                inside = !inside;
            }
        }
    }
    return inside ? PLACE_INSIDE : PLACE_OUTSIDE;
}

/* A segment with a common denominator: start / w, and direction / w to its end. */
struct segment {
    struct place_point start;
    int128 dx;
    int128 dy;
};

static inline struct place_point point_on(const struct segment *s, struct rational t)
{
    return (struct place_point){times(s->start.x, t.bottom) + times(s->dx, t.top),
                                times(s->start.y, t.bottom) + times(s->dy, t.top),
                                times(s->start.w, t.bottom)};
}

static inline int add_contact(struct rational *contacts, int count, int128 top, int128 bottom)
{
    if (bottom < 0) {
        top = -top;
        bottom = -bottom;
    }
    if (top > 0 && top < bottom) {
        contacts[count++] = (struct rational){top, bottom};
    }
    return count;
}

static inline int contacts_with_edge(const struct segment *s, struct point a, struct point b,
                                     struct rational *contacts, int count)
{
    int128 ex = b.x - a.x;
    int128 ey = b.y - a.y;
    int128 ax = times(a.x, s->start.w) - s->start.x;
    int128 ay = times(a.y, s->start.w) - s->start.y;
    int128 across = times(s->dx, ey) - times(s->dy, ex);
    if (across != 0) {
        /* More contacts than there are (beyond the edge's ends) do no harm. */
        return add_contact(contacts, count, times(ax, ey) - times(ay, ex), across);
    }
    /* Parallel: the ends of the edge, whether it lies on the segment's line or not. */
    int128 bx = times(b.x, s->start.w) - s->start.x;
    int128 by = times(b.y, s->start.w) - s->start.y;
    bool level = s->dx != 0;
    count = add_contact(contacts, count, level ? ax : ay, level ? s->dx : s->dy);
    return add_contact(contacts, count, level ? bx : by, level ? s->dx : s->dy);
}

/* All places at which anything may change, sorted, the start and the end among them. */
static inline int list_contacts(const struct walled_sheet *shape, const struct segment *s,
                                struct rational contacts[CONTACTS_MAX])
{
    contacts[0] = (struct rational){0, 1};
    contacts[1] = (struct rational){1, 1};
    int count = 2;
    for (int i = 0; i < shape->loop_count; i++) {
        const struct loop *loop = &shape->loops[i];
        for (int j = 0; j < loop->count; j++) {
            count = contacts_with_edge(s, loop->vertices[j], loop->vertices[(j + 1) % loop->count],
                                       contacts, count);
        }
    }
    qsort(contacts, (size_t)count, sizeof *contacts, compare_for_sort);
    return count;
}

static inline struct segment move_segment(struct point from, struct point to)
{
    struct point start = point_to_fine(from);
    struct point d = point_to_fine(point_subtract(to, from));
    return (struct segment){{start.x, start.y, 1}, d.x, d.y};
}

static inline struct segment way_segment(struct exact_point from, struct point to)
{
    struct place_point start = {times(from.x, FINE), times(from.y, FINE), from.w};
    return (struct segment){start, times(times(to.x, FINE), from.w) - start.x,
                            times(times(to.y, FINE), from.w) - start.y};
}

static inline int32_t random_coordinate(struct random *random, int squares, int step)
{
    return (int32_t)random_below(random, (uint32_t)(squares * FINE / step + 1)) * step;
}

/* A point on an edge that is there already, so that loops touch. */
static inline struct point random_point_on_edge(struct random *random,
                                                const struct walled_sheet *shape)
{
    const struct loop *loop = &shape->loops[random_below(random, (uint32_t)shape->loop_count)];
    int index = (int)random_below(random, (uint32_t)loop->count);
    struct point a = loop->vertices[index];
    struct point b = loop->vertices[(index + 1) % loop->count];
    struct point middle = {(a.x + b.x) / 2, (a.y + b.y) / 2};
    return random_below(random, 2) == 0 ? a : middle;
}

static inline struct point random_vertex(struct random *random, const struct walled_sheet *shape,
                                         struct point before, int step)
{
    struct point vertex = {random_coordinate(random, shape->width, step),
                           random_coordinate(random, shape->height, step)};
    switch (random_below(random, 10)) {
    case 0:
    case 1:
        return (struct point){vertex.x, before.y};
    case 2:
    case 3:
        return (struct point){before.x, vertex.y};
    case 4:
        return shape->loop_count > 0 ? random_point_on_edge(random, shape) : vertex;
    case 5:
        return random_below(random, 3) == 0 ? before : vertex;
    default:
        return vertex;
    }
}

static inline struct walled_sheet *random_shape(struct random *random, int size_max)
{
    static const int steps[] = {FINE, FINE, FINE / 2, FINE / 4, FINE / 16, 1};
    struct walled_sheet *shape = calloc(1, sizeof *shape);
    assert_non_null(shape);
    shape->width = 1 + (int)random_below(random, (uint32_t)size_max);
    shape->height = 1 + (int)random_below(random, (uint32_t)size_max);
    int step = steps[random_below(random, 6)];
    int loops = 1 + (int)random_below(random, LOOPS_MAX);
    for (int i = 0; i < loops; i++) {
        struct loop *loop = &shape->loops[i];
        loop->vertices = shape->vertices[i];
        loop->count = 1 + (int)random_below(random, VERTICES_MAX);
        struct point before = {0, 0};
        for (int j = 0; j < loop->count; j++) {
            before = random_vertex(random, shape, before, step);
            loop->vertices[j] = before;
        }
        shape->loop_count++;
    }
    return shape;
}

static inline struct point random_grid(struct random *random, const struct walled_sheet *shape,
                                       int margin)
{
    return (struct point){
        (int32_t)random_below(random, (uint32_t)(shape->width + 1 + 2 * margin)) - margin,
        (int32_t)random_below(random, (uint32_t)(shape->height + 1 + 2 * margin)) - margin,
    };
}

static inline bool same_point(struct exact_point p, struct place_point q)
{
    return times(p.x, times(q.w, FINE)) == times(q.x, p.w) &&
           times(p.y, times(q.w, FINE)) == times(q.y, p.w);
}

/* Set GRAPHPRIX_SEED to repeat or to vary a run. */
static inline uint64_t seed_of_run(void)
{
    const char *seed = getenv("GRAPHPRIX_SEED");
    return seed == NULL ? 1 : strtoull(seed, NULL, 10);
}

#endif
