/* Transforms, against libm and against the definitions in SVG. */
#include "base/number.h"
#include "support/cmocka.h"
#include "svg/svg.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static void expect_point(const char *list, double x, double y, double to_x, double to_y)
{
    struct error error = {0};
    struct transform transform;
    if (!transform_read(list, &transform, &error))
        fail_msg("%s", error.text);
    struct vector to = transform_apply(&transform, (struct vector){x, y});
    if (fabs(to.x - to_x) > 1e-12 || fabs(to.y - to_y) > 1e-12)
        fail_msg("%s: (%g, %g) became (%.17g, %.17g)", list, x, y, to.x, to.y);
}

static void test_functions(void **state)
{
    (void)state;
    expect_point("", 3, 4, 3, 4);
    expect_point("matrix(1 2 3 4 5 6)", 10, 100, 1 * 10 + 3 * 100 + 5, 2 * 10 + 4 * 100 + 6);
    expect_point("translate(3)", 1, 1, 4, 1);
    expect_point("translate(3,-4)", 1, 1, 4, -3);
    expect_point("scale(2)", 3, 4, 6, 8);
    expect_point("scale(2 .5)", 3, 4, 6, 2);
    expect_point("rotate(90)", 1, 0, 0, 1);
    expect_point("rotate(30)", 1, 0, sqrt(3) / 2, .5);
    expect_point("rotate(-120 2 3)", 3, 3, 2 - .5, 3 - sqrt(3) / 2);
    expect_point("skewX(45)", 0, 2, 2, 2);
    expect_point("skewY(-45)", 2, 0, 2, -2);
}

static void test_lists_apply_the_last_first(void **state)
{
    (void)state;
    expect_point("translate(10 0) scale(2)", 1, 1, 12, 2);
    expect_point(" scale(2),translate(10 0) ", 1, 1, 22, 2);
    expect_point("translate(1)translate(1)translate(1)", 0, 0, 3, 0);
}

static void test_quarter_turns_are_exact(void **state)
{
    (void)state;
    for (int quarters = -400; quarters <= 400; quarters++) {
        struct vector v = transform_direction(90.0 * quarters);
        int turned = ((quarters % 4) + 4) % 4;
        assert_true(v.x == (turned == 0) - (turned == 2));
        assert_true(v.y == (turned == 1) - (turned == 3));
    }
}

static void test_directions_match_libm(void **state)
{
    (void)state;
    struct random random = random_seeded(5);
    for (int i = 0; i < 100000; i++) {
        double degrees = (random_below(&random, 720001) - 360000.0) / 1000;
        struct vector v = transform_direction(degrees);
        assert_true(fabs(v.x - cos(degrees * pi / 180)) < 2e-15);
        assert_true(fabs(v.y - sin(degrees * pi / 180)) < 2e-15);
    }
    assert_true(fabs(transform_direction(1e9).x - cos(280 * pi / 180)) < 1e-12);
}

static void test_square_roots_match_libm(void **state)
{
    (void)state;
    struct random random = random_seeded(6);
    for (int i = 0; i < 100000; i++) {
        double value = (double)random_next(&random) / (double)(1 + random_below(&random, 1000000));
        double root = transform_square_root(value);
        assert_true(fabs(root - sqrt(value)) <= 4e-16 * sqrt(value));
    }
    assert_true(transform_square_root(25) == 5);
    assert_true(transform_square_root(0) == 0);
    assert_true(transform_square_root(-1) == 0);
    assert_true(transform_square_root(NAN) == 0);
    assert_true(fabs(transform_square_root(1e-200) - 1e-100) < 1e-115);
}

/* The longest image of a unit vector, by trying them. */
static void test_stretch(void **state)
{
    (void)state;
    static const char *const lists[] = {"scale(3 .5)", "rotate(20) scale(3 .5) rotate(70)",
                                        "skewX(60)", "matrix(1 2 3 4 5 6)", "scale(-2)"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        struct error error;
        struct transform t;
        double longest = 0;
        assert_true(transform_read(lists[i], &t, &error));
        for (int degrees = 0; degrees < 3600; degrees++) {
            double x = cos(degrees * pi / 1800), y = sin(degrees * pi / 1800);
            longest = fmax(longest, hypot(t.a * x + t.c * y, t.b * x + t.d * y));
        }
        assert_true(fabs(transform_stretch(&t) - longest) < 1e-5 * longest);
    }
}

static void expect_refused(const char *list, const char *text)
{
    struct error error = {0};
    struct transform transform;
    assert_false(transform_read(list, &transform, &error));
    if (!strstr(error.text, text))
        fail_msg("%s: %s", list, error.text);
}

static void test_refusals(void **state)
{
    (void)state;
    expect_refused("turn(3)", "'turn(3)' is no transform: it may be matrix, translate");
    expect_refused("Rotate(3)", "no transform");
    expect_refused("5", "no transform");
    expect_refused("matrix(1 2 3 4 5)", "matrix takes six numbers");
    expect_refused("matrix(1 2 3 4 5 6 7)", "bracket is missing");
    expect_refused("rotate(1 2)", "rotate takes an angle, or an angle and a point");
    expect_refused("scale()", "scale takes one number or two");
    expect_refused("translate(1 2 3)", "translate takes one number or two");
    expect_refused("skewX(90)", "skewX takes an angle that is not upright");
    expect_refused("skewY(-270)", "not upright");
    expect_refused("rotate 30", "bracket is missing in the transform before '30'");
    expect_refused("rotate(30", "found the end");
    expect_refused("rotate(30deg)", "found 'deg)'");
    expect_refused("scale(1e308)", "too large");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_lists_apply_the_last_first),
        cmocka_unit_test(test_quarter_turns_are_exact),
        cmocka_unit_test(test_directions_match_libm),
        cmocka_unit_test(test_square_roots_match_libm),
        cmocka_unit_test(test_stretch),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
