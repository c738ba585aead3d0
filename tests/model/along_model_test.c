/* Places along a move and passing.h against a model: all fractions that a place on a short segment
 * can be are tried one after the other, and whether the point there is on something is asked of the
 * point.
 */
#include "geometry/area.h"
#include "model/area_model.h"
#include "track/track.h"

/* On a sheet of 6 squares the lines through two grid points meet in fractions with at most this
 * denominator: a cross product of two vectors of 6 squares. */
enum { SIDE = 6, DENOMINATOR_MAX = 2 * SIDE * SIDE, GROUP_MAX = 8 };

static struct rational fractions[DENOMINATOR_MAX * DENOMINATOR_MAX];
static int fraction_count;

/* The shortest fractions from 0 to 1 with such denominators, in order. */
static int list_fractions(void **state)
{
    (void)state;
    struct rational before = {0, 1}, here = {1, DENOMINATOR_MAX};
    fractions[fraction_count++] = before;
    while (here.top <= here.bottom) {
        fractions[fraction_count++] = here;
        int128 times_over = (DENOMINATOR_MAX + before.bottom) / here.bottom;
        struct rational next = {times_over * here.top - before.top,
                                times_over * here.bottom - before.bottom};
        before = here;
        here = next;
    }
    return 0;
}

/* The point at the fraction of a segment between grid points, in squares. */
static struct place_point point_between(struct point from, struct point to, struct rational t)
{
    return (struct place_point){from.x * t.bottom + (to.x - from.x) * t.top,
                                from.y * t.bottom + (to.y - from.y) * t.top, t.bottom};
}

static bool is_on_join(struct point a, struct point b, struct place_point p)
{
    return model_cross(a, b, p) == 0 && is_between(a.x, b.x, p.x, p.w) &&
           is_between(a.y, b.y, p.y, p.w);
}

/* The first and the last fraction at which the segment is on the join; false if at none. */
static bool model_contact(struct point from, struct point to, struct point a, struct point b,
                          struct rational *first, struct rational *last)
{
    bool found = false;
    int end = point_equal(from, to) ? 1 : fraction_count;
    for (int i = 0; i < end; i++) {
        if (!is_on_join(a, b, point_between(from, to, fractions[i])))
            continue;
        *last = fractions[i];
        if (!found)
            *first = fractions[i];
        found = true;
    }
    return found;
}

static bool same_place(struct along_place place, struct rational t)
{
    return place.numerator == t.top && place.denominator == t.bottom;
}

static int below(struct random *random, int limit)
{
    return (int)random_below(random, (uint32_t)limit);
}

static struct point any_point(struct random *random)
{
    return (struct point){below(random, SIDE + 1), below(random, SIDE + 1)};
}

static struct point neighbour_of(struct random *random, struct point at)
{
    return (struct point){at.x + below(random, 3) - 1, at.y + below(random, 3) - 1};
}

static void compare_joins(struct random *random)
{
    struct point from = any_point(random), to = any_point(random);
    struct point a = any_point(random);
    struct point b = below(random, 2) == 0 ? neighbour_of(random, a) : any_point(random);
    struct rational first = {0, 1}, last = {0, 1};
    struct along_contact contact;
    bool expected = model_contact(from, to, a, b, &first, &last);
    assert_int_equal(along_meets_join(from, to, a, b, &contact), expected);
    if (expected)
        assert_true(same_place(contact.first, first) && same_place(contact.last, last));
    struct along_place place;
    expected = model_contact(from, to, a, a, &first, &last);
    assert_int_equal(along_meets_point(from, to, a, &place), expected);
    if (expected)
        assert_true(same_place(place, first));
}

static void compare_lines(struct random *random)
{
    struct point from = any_point(random), to = any_point(random);
    struct point a = any_point(random), b = any_point(random);
    struct along_place place;
    int on_line = 0;
    struct rational only = {0, 1};
    for (int i = 0; i < fraction_count; i++)
        if (model_cross(a, b, point_between(from, to, fractions[i])) == 0) {
            only = fractions[i];
            on_line++;
        }
    assert_int_equal(along_meets_line(from, to, a, b, &place), on_line == 1);
    if (on_line == 1)
        assert_true(same_place(place, only));
}

/* Places of points and points of places, and their order. */
static void compare_places(struct random *random)
{
    struct point from = any_point(random), to = any_point(random);
    if (point_equal(from, to))
        return;
    struct rational s = fractions[below(random, fraction_count)];
    struct rational t = fractions[below(random, fraction_count)];
    struct along_place place = {(int64_t)s.top, (int64_t)s.bottom};
    struct along_place other = {(int64_t)t.top, (int64_t)t.bottom};
    assert_int_equal(along_compare(place, other), compare(s, t));
    struct place_point p = point_between(from, to, s);
    struct exact_point at = exact_make((int64_t)p.x, (int64_t)p.y, (int64_t)p.w);
    assert_true(exact_equal(along_point_at(from, to, place), at));
    assert_true(same_place(along_place_of(from, to, at), s));
}

/* ---- Checkpoints. ---- */

static struct track_checkpoint random_checkpoint(struct random *random, struct point *points)
{
    struct track_checkpoint checkpoint = {.number = 1, .points = points};
    checkpoint.point_count = 1 + below(random, GROUP_MAX);
    points[0] = any_point(random);
    for (int i = 1; i < checkpoint.point_count; i++)
        points[i] = below(random, 3) == 0 ? any_point(random) : neighbour_of(random, points[i - 1]);
    return checkpoint;
}

static bool are_joined(struct point a, struct point b)
{
    return abs(a.x - b.x) <= 1 && abs(a.y - b.y) <= 1;
}

static bool model_checkpoint(const struct track_checkpoint *checkpoint, struct point from,
                             struct point to, struct rational begin, struct rational end,
                             bool behind, struct rational *place)
{
    bool found = false;
    for (int i = 0; i < checkpoint->point_count; i++)
        for (int j = 0; j < checkpoint->point_count; j++) {
            struct point a = checkpoint->points[i], b = checkpoint->points[j];
            struct rational first, last;
            if (!are_joined(a, b) || !model_contact(from, to, a, b, &first, &last))
                continue;
            if (compare(last, begin) < (behind ? 1 : 0) || compare(first, end) > 0)
                continue;
            if (compare(first, begin) < 0)
                first = begin;
            if (!found || compare(first, *place) < 0)
                *place = first;
            found = true;
        }
    return found;
}

static void compare_checkpoints(struct random *random)
{
    struct point points[GROUP_MAX];
    struct track_checkpoint checkpoint = random_checkpoint(random, points);
    struct point from = any_point(random), to = any_point(random);
    int one = below(random, fraction_count), two = below(random, fraction_count);
    struct rational begin = fractions[below(random, 3) == 0 ? 0 : one < two ? one : two];
    struct rational end = fractions[below(random, 3) == 0 ? fraction_count - 1
                                    : one < two           ? two
                                                          : one];
    struct rational first, last;
    /* A stretch often begins just where something is. */
    if (below(random, 2) == 0 && model_contact(from, to, points[0], points[0], &first, &last) &&
        compare(first, end) <= 0)
        begin = first;
    bool behind = below(random, 2) == 0;
    struct along_contact within = {{(int64_t)begin.top, (int64_t)begin.bottom},
                                   {(int64_t)end.top, (int64_t)end.bottom}};
    struct rational expected;
    struct along_place place;
    bool found = model_checkpoint(&checkpoint, from, to, begin, end, behind, &expected);
    assert_int_equal(passing_find_checkpoint(&checkpoint, from, to, within, behind, &place), found);
    if (found)
        assert_true(same_place(place, expected));
}

/* Looked at in fine units, as ways are everywhere in the model. */
static bool model_way_touches(const struct track_checkpoint *checkpoint, const struct segment *s)
{
    for (int i = 0; i < checkpoint->point_count; i++)
        for (int j = 0; j < checkpoint->point_count; j++) {
            struct point a = point_to_fine(checkpoint->points[i]);
            struct point b = point_to_fine(checkpoint->points[j]);
            struct rational at[8] = {{0, 1}, {1, 1}};
            if (!are_joined(checkpoint->points[i], checkpoint->points[j]))
                continue;
            int count = contacts_with_edge(s, a, b, at, 2);
            /* A single point: where the way is level with it. */
            if (s->dx != 0)
                count = add_contact(at, count, times(a.x, s->start.w) - s->start.x, s->dx);
            if (s->dy != 0)
                count = add_contact(at, count, times(a.y, s->start.w) - s->start.y, s->dy);
            qsort(at, (size_t)count, sizeof *at, compare_for_sort);
            for (int k = 1; k < count; k++) {
                if (compare(at[k - 1], at[k]) == 0)
                    continue;
                if (is_on_join(a, b, point_on(s, at[k])) ||
                    is_on_join(a, b, point_on(s, between(at[k - 1], at[k]))))
                    return true;
            }
        }
    return false;
}

static void compare_ways(struct random *random)
{
    struct point points[GROUP_MAX];
    struct track_checkpoint checkpoint = random_checkpoint(random, points);
    struct track track = {.checkpoints = &checkpoint, .checkpoint_count = 1};
    struct point to = any_point(random);
    int w = 1 + below(random, 6);
    struct exact_point from =
        exact_make(to.x * w + below(random, 4 * w + 1) - 2 * w,
                   to.y * w + (below(random, 3) == 0 ? 0 : below(random, 4 * w + 1) - 2 * w), w);
    struct segment s = way_segment(from, to);
    bool expected = (s.dx != 0 || s.dy != 0) && model_way_touches(&checkpoint, &s);
    assert_int_equal(passing_way_touches_checkpoint(&track, from, to), expected);
}

/* ---- Areas and their walls. ---- */

static bool model_first(const struct walled_sheet *shape, const struct segment *s, bool wall_only,
                        struct rational *first)
{
    struct rational at[CONTACTS_MAX] = {{0, 1}};
    int count = s->dx == 0 && s->dy == 0 ? 1 : list_contacts(shape, s, at);
    for (int i = 0; i < count; i++) {
        enum place place = model_place(shape, point_on(s, at[i]));
        if (place == PLACE_OUTSIDE || (wall_only && place != PLACE_WALL))
            continue;
        *first = at[i];
        return true;
    }
    return false;
}

static void compare_areas(struct random *random, const struct walled_sheet *shape,
                          const struct area *area)
{
    struct point from = random_grid(random, shape, 2), to = random_grid(random, shape, 2);
    struct segment s = move_segment(from, to);
    for (int wall_only = 0; wall_only < 2; wall_only++) {
        struct along_place place;
        struct rational expected;
        bool meets = model_first(shape, &s, wall_only != 0, &expected);
        assert_int_equal(wall_only ? along_meets_wall(from, to, area, &place)
                                   : along_meets_area(from, to, area, &place),
                         meets);
        if (!meets)
            continue;
        struct rational told = {place.numerator, place.denominator};
        assert_int_equal(compare(told, expected), 0);
        assert_true(exact_equal(
            along_point_at(from, to, along_place_of(from, to, along_point_at(from, to, place))),
            along_point_at(from, to, place)));
    }
}

static void run(void (*compare_one)(struct random *random), int runs)
{
    struct random random = random_seeded(seed_of_run());
    print_message("seed %llu\n", (unsigned long long)seed_of_run());
    for (int i = 0; i < runs; i++)
        compare_one(&random);
}

static void test_joins_and_points(void **state)
{
    (void)state;
    run(compare_joins, 2500);
}

static void test_lines(void **state)
{
    (void)state;
    run(compare_lines, 1500);
}

static void test_places(void **state)
{
    (void)state;
    run(compare_places, 100000);
}

static void test_checkpoints(void **state)
{
    (void)state;
    run(compare_checkpoints, 1000);
}

static void test_ways_past_checkpoints(void **state)
{
    (void)state;
    run(compare_ways, 20000);
}

static void test_areas(void **state)
{
    (void)state;
    struct random random = random_seeded(seed_of_run());
    for (int i = 0; i < 1500; i++) {
        struct walled_sheet *shape = random_shape(&random, i % 8 == 0 ? 200 : 6);
        struct area *area =
            area_create(shape->loops, shape->loop_count, shape->width, shape->height);
        for (int j = 0; j < 20; j++)
            compare_areas(&random, shape, area);
        area_free(area);
        free(shape);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_joins_and_points),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_checkpoints),
        cmocka_unit_test(test_ways_past_checkpoints),
        cmocka_unit_test(test_areas),
    };
    return cmocka_run_group_tests(tests, list_fractions, NULL);
}
