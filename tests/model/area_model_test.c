/* area.c against the model: a segment is in the area if one point between each two neighbouring
 * contacts is.
 */
#include "model/area_model.h"

/* Where the segment leaves the area; 1 if it does not. */
static struct rational model_exit(const struct walled_sheet *shape, const struct segment *s)
{
    if (model_place(shape, s->start) == PLACE_OUTSIDE) {
        return (struct rational){0, 1};
    }
    if (s->dx == 0 && s->dy == 0) {
        return (struct rational){1, 1};
    }
    struct rational contacts[CONTACTS_MAX];
    int count = list_contacts(shape, s, contacts);
    for (int i = 0; i + 1 < count; i++) {
        if (compare(contacts[i], contacts[i + 1]) == 0) {
            continue;
        }
        struct rational middle = between(contacts[i], contacts[i + 1]);
        if (model_place(shape, point_on(s, middle)) == PLACE_OUTSIDE) {
            return contacts[i];
        }
    }
    return (struct rational){1, 1};
}

static void compare_places(struct random *random, const struct walled_sheet *shape,
                           const struct area *area)
{
    for (int i = 0; i < 20; i++) {
        struct point grid = random_grid(random, shape, 1);
        struct point at = point_to_fine(grid);
        enum place expected = model_place(shape, (struct place_point){at.x, at.y, 1});
        assert_int_equal(area_place_grid(area, grid), expected);
        assert_int_equal(area_place_fine(area, at), expected);
        struct point fine = {random_coordinate(random, shape->width, 1 + (i % 2) * 127),
                             random_coordinate(random, shape->height, 1 + (i % 2) * 127)};
        expected = model_place(shape, (struct place_point){fine.x, fine.y, 1});
        assert_int_equal(area_place_fine(area, fine), expected);
        struct point on_edge = random_point_on_edge(random, shape);
        expected = model_place(shape, (struct place_point){on_edge.x, on_edge.y, 1});
        assert_int_equal(area_place_fine(area, on_edge), expected);
    }
}

static void compare_way(const struct walled_sheet *shape, const struct area *area,
                        struct exact_point from, struct point to)
{
    struct segment s = way_segment(from, to);
    bool expected = compare(model_exit(shape, &s), (struct rational){1, 1}) == 0;
    assert_int_equal(area_holds_way(area, from, to), expected);
}

static void compare_ways(struct random *random, const struct walled_sheet *shape,
                         const struct area *area, struct exact_point from)
{
    for (int i = 0; i < 4; i++) {
        struct point to = {(int32_t)(from.x / from.w) + (int32_t)random_below(random, 4) - 1,
                           (int32_t)(from.y / from.w) + (int32_t)random_below(random, 4) - 1};
        compare_way(shape, area, from, to);
    }
}

static void compare_move(struct random *random, const struct walled_sheet *shape,
                         const struct area *area)
{
    struct point from = random_grid(random, shape, 0);
    struct point to = random_grid(random, shape, 3);
    struct segment s = move_segment(from, to);
    struct rational t = model_exit(shape, &s);
    bool expected = compare(t, (struct rational){1, 1}) == 0;
    assert_int_equal(area_holds_move(area, from, to), expected);
    assert_int_equal(area_holds_move(area, to, from), expected);
    struct exact_point exit = {0, 0, 0};
    assert_int_equal(area_find_exit(area, from, to, &exit), expected);
    if (!expected) {
        assert_true(same_point(exit, point_on(&s, t)));
        if (shape->width <= 8) {
            compare_ways(random, shape, area, exit);
        }
    }
}

/* A box that is held holds every move in it. */
static void check_box(struct random *random, const struct walled_sheet *shape,
                      const struct area *area)
{
    struct point a = random_grid(random, shape, 1);
    struct point b = random_grid(random, shape, 1);
    struct point low = {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y};
    struct point high = {a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y};
    if (!area_holds_box(area, low, high)) {
        return;
    }
    struct segment rising = move_segment(low, high);
    struct segment falling =
        move_segment((struct point){low.x, high.y}, (struct point){high.x, low.y});
    assert_int_equal(compare(model_exit(shape, &rising), (struct rational){1, 1}), 0);
    assert_int_equal(compare(model_exit(shape, &falling), (struct rational){1, 1}), 0);
    for (int i = 0; i < shape->loop_count; i++) {
        for (int j = 0; j < shape->loops[i].count; j++) {
            struct point v = shape->loops[i].vertices[j];
            assert_false(v.x >= low.x * FINE && v.x <= high.x * FINE && v.y >= low.y * FINE &&
                         v.y <= high.y * FINE);
        }
    }
}

static void compare_shapes(uint64_t seed, int shapes, int size_max)
{
    print_message("seed %llu\n", (unsigned long long)seed);
    struct random random = random_seeded(seed);
    for (int i = 0; i < shapes; i++) {
        struct walled_sheet *shape = random_shape(&random, size_max);
        struct area *area =
            area_create(shape->loops, shape->loop_count, shape->width, shape->height);
        compare_places(&random, shape, area);
        for (int j = 0; j < 20; j++) {
            compare_move(&random, shape, area);
            check_box(&random, shape, area);
        }
        area_free(area);
        free(shape);
    }
}

static void test_small_sheets(void **state)
{
    (void)state;
    compare_shapes(seed_of_run(), 2500, 8);
}

/* Large enough for cells of several squares and for sheets without a table of places. */
static void test_large_sheets(void **state)
{
    (void)state;
    compare_shapes(seed_of_run() + 1000, 800, 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_sheets),
        cmocka_unit_test(test_large_sheets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
