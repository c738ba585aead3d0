#include "geometry/point.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void expect_point(struct exact_point p, int64_t x, int64_t y, int64_t w)
{
    assert_int_equal(p.x, x);
    assert_int_equal(p.y, y);
    assert_int_equal(p.w, w);
}

static void test_has_one_form(void **state)
{
    (void)state;
    expect_point(exact_make(6, 4, 2), 3, 2, 1);
    expect_point(exact_make(6, 4, -4), -3, -2, 2);
    expect_point(exact_make(-6, 9, 12), -2, 3, 4);
    expect_point(exact_make(0, 0, -7), 0, 0, 1);
    expect_point(exact_make(5, 0, 10), 1, 0, 2);
    expect_point(exact_from_grid((struct point){-3, 7}), -3, 7, 1);
    assert_true(exact_equal(exact_make(1, 2, 3), exact_make(-2, -4, -6)));
    assert_false(exact_equal(exact_make(1, 2, 3), exact_make(1, 2, 4)));
    assert_false(exact_equal(exact_make(1, 2, 3), exact_make(1, 3, 3)));
    assert_false(exact_equal(exact_make(1, 2, 3), exact_make(2, 2, 3)));
}

static void test_grid_points(void **state)
{
    (void)state;
    struct point grid = {0, 0};
    assert_true(exact_is_grid(exact_make(-8, 12, 4), &grid));
    assert_int_equal(grid.x, -2);
    assert_int_equal(grid.y, 3);
    assert_false(exact_is_grid(exact_make(8, 13, 4), &grid));
    assert_false(exact_is_grid(exact_make(9, 12, 4), &grid));
}

static void test_side(void **state)
{
    (void)state;
    const struct point a = {1, 1};
    const struct point b = {4, 2};
    /* The line meets x = 2 at y = 4/3. */
    assert_int_equal(exact_side(a, b, exact_make(6, 4, 3)), 0);
    assert_int_equal(exact_side(b, a, exact_make(6, 4, 3)), 0);
    assert_int_equal(exact_side(a, b, exact_make(6000, 4001, 3000)), 1);
    assert_int_equal(exact_side(a, b, exact_make(6000, 3999, 3000)), -1);
    assert_int_equal(exact_side(b, a, exact_make(6000, 4001, 3000)), -1);
    /* Beyond the ends as well. */
    assert_int_equal(exact_side(a, b, exact_make(7, 3, 1)), 0);
    /* As large as the numbers may get: one unit of 2^-47 beside the diagonal of the sheet. */
    const struct point far = {4096, 4096};
    int64_t w = INT64_C(1) << 47;
    assert_int_equal(exact_side((struct point){0, 0}, far, exact_make(4095 * w, 4095 * w + 1, w)),
                     1);
    assert_int_equal(exact_side((struct point){0, 0}, far, exact_make(4095 * w, 4095 * w - 1, w)),
                     -1);
}

static void test_compares_distances(void **state)
{
    (void)state;
    const struct point a = {0, 0};
    const struct point b = {3, 0};
    assert_int_equal(exact_compare_distance(exact_make(3, 100, 2), a, b), 0);
    assert_int_equal(exact_compare_distance(exact_make(2999, 0, 2000), a, b), -1);
    assert_int_equal(exact_compare_distance(exact_make(3001, 0, 2000), a, b), 1);
    assert_int_equal(exact_compare_distance(exact_make(3001, 0, 2000), b, a), -1);
    /* 5 and 5: (3, 4) and (5, 0) from the origin */
    assert_int_equal(
        exact_compare_distance(exact_make(0, 0, 1), (struct point){3, 4}, (struct point){5, 0}), 0);
}

static void test_within(void **state)
{
    (void)state;
    const struct point origin = {0, 0};
    assert_true(exact_within(exact_make(3, 4, 1), origin, 5));
    assert_true(exact_within(exact_make(6, 8, 5), origin, 2));
    assert_false(exact_within(exact_make(6001, 8000, 5000), origin, 2));
    assert_true(exact_within(exact_make(5999, 8000, 5000), origin, 2));
    assert_false(exact_within(exact_make(-9, 0, 4), origin, 2));
    assert_false(exact_within(exact_make(0, 9, 4), origin, 2));
    assert_true(exact_within(exact_make(7, 7, 1), (struct point){7, 7}, 0));
    assert_false(exact_within(exact_make(7, 7, 1), (struct point){7, 7}, -1));
    int64_t w = (INT64_C(1) << 47) - 1;
    assert_false(exact_within(exact_make(4096 * w + 1, 0, w), origin, 4096));
    assert_true(exact_within(exact_make(4096 * w - 1, 0, w), origin, 4096));
}

static void expect_written(struct exact_point p, const char *x, const char *y)
{
    struct text text = {0};
    exact_append_x(&text, p);
    assert_string_equal(text_string(&text), x);
    text_clear(&text);
    exact_append_y(&text, p);
    assert_string_equal(text_string(&text), y);
    text_free(&text);
}

static void test_writes_shortest_fractions(void **state)
{
    (void)state;
    expect_written(exact_make(49, 36, 4), "49/4", "9");
    expect_written(exact_make(-2, 3, 6), "-1/3", "1/2");
    expect_written(exact_make(0, -7, 1), "0", "-7");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_has_one_form), cmocka_unit_test(test_grid_points),
        cmocka_unit_test(test_side),         cmocka_unit_test(test_compares_distances),
        cmocka_unit_test(test_within),       cmocka_unit_test(test_writes_shortest_fractions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
