/* Sides and crossings of a line (RULES 1.4, 1.5): by hand, and against a model in fractions. */
#include "base/number.h"
#include "base/system/host.h"
#include "support/cmocka.h"
#include "track/track.h"

static struct exact_point at(int x, int y)
{
    return exact_from_grid((struct point){x, y});
}

static void expect_side(struct track_line line, int x, int y, int side)
{
    assert_int_equal(track_line_side(&line, (struct point){x, y}), side);
}

/* From (0,0) up to (0,4): left of it is x < 0. */
static const struct track_line upright = {{0, 0}, {0, 4}};

static void test_sides(void **state)
{
    (void)state;
    expect_side(upright, -1, 2, 1);
    expect_side(upright, 1, 2, -1);
    expect_side(upright, 0, 2, 0);
    expect_side(upright, 0, 9, 0);
    expect_side(upright, -1, 99, 1);
    expect_side((struct track_line){{1, 1}, {4, 3}}, 4095, 4096, 1);
    expect_side((struct track_line){{4096, 4096}, {0, 0}}, -4096, 8192, -1);
}

static void expect_crossing(int from_x, int from_y, int to_x, int to_y, int expected)
{
    struct point from = {from_x, from_y}, to = {to_x, to_y};
    assert_int_equal(track_line_crossing(&upright, false, from, at(to_x, to_y)), expected);
    assert_int_equal(track_line_crossing_back(&upright, false, at(from_x, from_y), to), expected);
}

static void test_crossings(void **state)
{
    (void)state;
    expect_crossing(1, 2, -1, 2, 1);
    expect_crossing(-1, 2, 1, 2, -1);
    expect_crossing(1, 1, -1, 3, 1);
    expect_crossing(2, 2, 1, 2, 0);
    expect_crossing(-2, 2, -1, 2, 0);
    expect_crossing(2, 2, 2, 2, 0);
}

/* A point on the line is behind it. */
static void test_points_on_the_line(void **state)
{
    (void)state;
    expect_crossing(1, 2, 0, 2, 0);
    expect_crossing(0, 2, -1, 2, 1);
    expect_crossing(-1, 2, 0, 2, -1);
    expect_crossing(0, 2, 1, 2, 0);
    expect_crossing(0, 1, 0, 3, 0);
}

/* With `line = touch` it is beyond it. */
static void expect_touching(int from_x, int from_y, int to_x, int to_y, int expected)
{
    struct point from = {from_x, from_y}, to = {to_x, to_y};
    assert_int_equal(track_line_crossing(&upright, true, from, at(to_x, to_y)), expected);
    assert_int_equal(track_line_crossing_back(&upright, true, at(from_x, from_y), to), expected);
}

static void test_touching_the_line(void **state)
{
    (void)state;
    expect_touching(1, 2, 0, 2, 1);
    expect_touching(0, 2, -1, 2, 0);
    expect_touching(-1, 2, 0, 2, 0);
    expect_touching(0, 2, 1, 2, -1);
    expect_touching(0, 1, 0, 3, 0);
    expect_touching(1, 2, -1, 2, 1);
    expect_touching(1, 4, 0, 4, 1);
    expect_touching(1, 5, 0, 5, 0);
    expect_touching(0, 0, 1, -3, -1);
    struct point from = {1, 2};
    assert_int_equal(track_line_crossing(&upright, true, from, (struct exact_point){0, 5, 2}), 1);
    assert_int_equal(track_line_crossing_back(&upright, true, (struct exact_point){0, 5, 2}, from),
                     -1);
}

/* The ends belong to the line, what lies beyond them does not. */
static void test_ends(void **state)
{
    (void)state;
    expect_crossing(1, 4, -1, 4, 1);
    expect_crossing(1, 3, -1, 5, 1);
    expect_crossing(1, 0, -1, 0, 1);
    expect_crossing(1, 4, -1, 5, 0);
    expect_crossing(1, 5, -1, 5, 0);
    expect_crossing(0, 5, -1, 5, 0);
    expect_crossing(0, 4, -1, 9, 1);
    expect_crossing(-1, -1, 1, -1, 0);
}

/* An exit at (0, 5/2) is on the line; one at (-1/3, 2) is beyond it; (1/3, 2) is not there yet. */
static void test_exits(void **state)
{
    (void)state;
    struct point from = {1, 2};
    assert_int_equal(track_line_crossing(&upright, false, from, (struct exact_point){0, 5, 2}), 0);
    assert_int_equal(track_line_crossing(&upright, false, from, (struct exact_point){-1, 6, 3}), 1);
    assert_int_equal(track_line_crossing(&upright, false, from, (struct exact_point){1, 6, 3}), 0);
    struct point to = {-1, 2};
    assert_int_equal(track_line_crossing_back(&upright, false, (struct exact_point){0, 5, 2}, to),
                     1);
    assert_int_equal(track_line_crossing_back(&upright, false, (struct exact_point){-1, 6, 3}, to),
                     0);
    assert_int_equal(
        track_line_crossing_back(&upright, false, (struct exact_point){-1, 6, 3}, from), -1);
}

/* The rule word by word: where the way from p to e meets the carrier, at p + t (e - p), and whether
 * that point lies between the ends, as a projection. All coordinates times w. */
static int model_crossing(const struct track_line *line, bool touch, int64_t px, int64_t py,
                          int64_t ex, int64_t ey, int64_t w)
{
    int64_t ax = line->from.x * w, ay = line->from.y * w;
    int64_t dx = line->to.x * w - ax, dy = line->to.y * w - ay;
    int64_t side_p = dx * (py - ay) - dy * (px - ax);
    int64_t side_e = dx * (ey - ay) - dy * (ex - ax);
    bool was_beyond = touch ? side_p >= 0 : side_p > 0;
    bool is_beyond = touch ? side_e >= 0 : side_e > 0;
    if (was_beyond == is_beyond)
        return 0;
    /* The meeting point times q = side_p - side_e is p q + (e - p) side_p. */
    int64_t q = side_p - side_e;
    int64_t mx = (px - ax) * q + (ex - px) * side_p, my = (py - ay) * q + (ey - py) * side_p;
    int64_t along = (mx * dx + my * dy) * (q > 0 ? 1 : -1);
    int64_t whole = (dx * dx + dy * dy) * (q > 0 ? q : -q);
    if (along < 0 || along > whole)
        return 0;
    return is_beyond ? 1 : -1;
}

static int below(struct random *random, int limit)
{
    return (int)random_below(random, (uint32_t)limit);
}

static void test_against_the_model(void **state)
{
    (void)state;
    uint64_t seed = (uint64_t)clock_nanoseconds();
    struct random random = random_seeded(seed);
    int crossed = 0;
    for (int i = 0; i < 1000000; i++) {
        struct track_line line = {{below(&random, 7), below(&random, 7)},
                                  {below(&random, 7), below(&random, 7)}};
        struct point grid = {below(&random, 7), below(&random, 7)};
        int w = 1 + below(&random, 4);
        struct exact_point other = {below(&random, 6 * w + 1), below(&random, 6 * w + 1), w};
        if (point_equal(line.from, line.to))
            continue;
        bool touch = below(&random, 2) == 0;
        int there = model_crossing(&line, touch, grid.x * w, grid.y * w, other.x, other.y, w);
        int back = model_crossing(&line, touch, other.x, other.y, grid.x * w, grid.y * w, w);
        if (track_line_crossing(&line, touch, grid, other) != there ||
            track_line_crossing_back(&line, touch, other, grid) != back)
            fail_msg("seed %llu, run %d", (unsigned long long)seed, i);
        crossed += there != 0;
    }
    assert_in_range(crossed, 50000, 950000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sides),
        cmocka_unit_test(test_crossings),
        cmocka_unit_test(test_points_on_the_line),
        cmocka_unit_test(test_touching_the_line),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_exits),
        cmocka_unit_test(test_against_the_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
