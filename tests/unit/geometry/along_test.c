/* Places along a move (area.h), by hand. Random ones are in tests/model. */
#include "geometry/area.h"
#include "support/cmocka.h"

static const struct point from = {1, 1}, to = {7, 4};

static void expect_place(struct along_place place, int numerator, int denominator)
{
    assert_int_equal(place.numerator, numerator);
    assert_int_equal(place.denominator, denominator);
}

static void expect_join(struct point a, struct point b, int first, int last, int denominator)
{
    struct along_contact contact;
    assert_true(along_meets_join(from, to, a, b, &contact));
    struct along_place wanted = {first, denominator};
    assert_int_equal(along_compare(contact.first, wanted), 0);
    wanted.numerator = last;
    assert_int_equal(along_compare(contact.last, wanted), 0);
}

static void test_order(void **state)
{
    (void)state;
    struct along_place third = {1, 3}, half = {1, 2};
    assert_true(along_compare(third, half) < 0);
    assert_true(along_compare(half, third) > 0);
    assert_int_equal(along_compare(half, half), 0);
    assert_true(along_compare(along_start, third) < 0);
    assert_true(along_compare(along_end, half) > 0);
    /* As fine as places get. */
    struct along_place nearly = {(INT64_C(1) << 47) - 1, INT64_C(1) << 47};
    struct along_place nearer = {(INT64_C(1) << 48) - 1, INT64_C(1) << 48};
    assert_true(along_compare(nearly, nearer) < 0);
}

static void test_points_and_places(void **state)
{
    (void)state;
    expect_place(along_place_of(from, to, exact_from_grid(from)), 0, 1);
    expect_place(along_place_of(from, to, exact_from_grid(to)), 1, 1);
    expect_place(along_place_of(from, to, exact_make(8, 5, 2)), 1, 2);
    expect_place(along_place_of(from, to, exact_make(3, 2, 1)), 1, 3);
    expect_place(along_place_of(to, from, exact_make(3, 2, 1)), 2, 3);
    struct exact_point half = along_point_at(from, to, (struct along_place){1, 2});
    assert_true(exact_equal(half, exact_make(8, 5, 2)));
    expect_place(along_place_of(from, from, exact_from_grid(from)), 0, 1);
}

static void test_grid_points(void **state)
{
    (void)state;
    struct along_place place;
    assert_true(along_meets_point(from, to, (struct point){5, 3}, &place));
    expect_place(place, 2, 3);
    assert_false(along_meets_point(from, to, (struct point){4, 2}, &place));
    assert_false(along_meets_point(from, to, (struct point){9, 5}, &place));
    assert_false(along_meets_point(from, to, (struct point){-1, 0}, &place));
    assert_true(along_meets_point(from, from, from, &place));
    expect_place(place, 0, 1);
    assert_false(along_meets_point(from, from, to, &place));
}

static void test_lines(void **state)
{
    (void)state;
    struct along_place place;
    assert_true(along_meets_line(from, to, (struct point){4, 9}, (struct point){4, 8}, &place));
    expect_place(place, 1, 2);
    assert_false(along_meets_line(from, to, (struct point){8, 0}, (struct point){8, 9}, &place));
    assert_false(along_meets_line(from, to, (struct point){3, 2}, (struct point){5, 3}, &place));
    assert_false(along_meets_line(from, to, (struct point){0, 2}, (struct point){2, 3}, &place));
}

static void test_joins(void **state)
{
    (void)state;
    struct along_contact contact;
    expect_join((struct point){4, 2}, (struct point){4, 3}, 1, 1, 2);
    expect_join((struct point){3, 2}, (struct point){3, 3}, 1, 1, 3);
    expect_join((struct point){5, 3}, (struct point){3, 2}, 1, 2, 3);
    expect_join((struct point){-1, 0}, (struct point){3, 2}, 0, 1, 3);
    expect_join((struct point){9, 5}, (struct point){5, 3}, 2, 3, 3);
    expect_join(to, (struct point){8, 4}, 1, 1, 1);
    assert_false(along_meets_join(from, to, (struct point){4, 3}, (struct point){4, 4}, &contact));
    assert_false(along_meets_join(from, to, (struct point){9, 5}, (struct point){11, 6}, &contact));
    /* A move of length zero on a join. */
    assert_true(along_meets_join(from, from, (struct point){0, 1}, (struct point){2, 1}, &contact));
    expect_place(contact.first, 0, 1);
    expect_place(contact.last, 0, 1);
}

/* The square from (3, 1) to (5, 3). */
static void test_areas(void **state)
{
    (void)state;
    struct point corners[] = {
        {3 * FINE, FINE}, {5 * FINE, FINE}, {5 * FINE, 3 * FINE}, {3 * FINE, 3 * FINE}};
    struct loop loop = {corners, 4};
    struct area *area = area_create(&loop, 1, 10, 10);
    struct along_place place;
    assert_true(along_meets_area(from, to, area, &place));
    expect_place(place, 1, 3);
    /* From inside: the area at once, its wall at (5, 3). */
    struct point inside = {4, 2};
    assert_true(along_meets_area(inside, (struct point){6, 4}, area, &place));
    expect_place(place, 0, 1);
    assert_true(along_meets_wall(inside, (struct point){6, 4}, area, &place));
    expect_place(place, 1, 2);
    /* A corner, a side and nothing. */
    assert_true(along_meets_area((struct point){2, 2}, (struct point){4, 4}, area, &place));
    expect_place(place, 1, 2);
    assert_true(along_meets_wall((struct point){0, 3}, (struct point){9, 3}, area, &place));
    expect_place(place, 1, 3);
    assert_false(along_meets_area((struct point){0, 4}, (struct point){9, 4}, area, &place));
    assert_false(along_meets_area((struct point){0, 0}, (struct point){2, 1}, area, &place));
    /* From a point of the wall, away from it. */
    assert_true(along_meets_wall((struct point){3, 1}, (struct point){1, 0}, area, &place));
    expect_place(place, 0, 1);
    assert_true(along_meets_area(inside, inside, area, &place));
    assert_false(along_meets_wall(inside, inside, area, &place));
    area_free(area);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),       cmocka_unit_test(test_points_and_places),
        cmocka_unit_test(test_grid_points), cmocka_unit_test(test_lines),
        cmocka_unit_test(test_joins),       cmocka_unit_test(test_areas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
