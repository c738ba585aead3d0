/* A second wall beside the first: as far as asked for, never nearer, crossing nothing. */
#include "base/number.h"
#include "geometry/area.h"
#include "studio/graph_paper/sketch/sketch.h"
#include "support/cmocka.h"
#include "track/track.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double TURN = 6.283185307179586;

static struct loop loop_of(const struct steps *sketch, int item)
{
    const struct draft_loop *loop = &sketch_draft(sketch)->items[item].loops[0];
    return (struct loop){loop->vertices, loop->count};
}

static double distance_to_edge(struct spot p, struct point a, struct point b)
{
    double ax = (double)a.x / FINE, ay = (double)a.y / FINE;
    double dx = (double)b.x / FINE - ax, dy = (double)b.y / FINE - ay;
    double t = ((p.x - ax) * dx + (p.y - ay) * dy) / (dx * dx + dy * dy);
    t = fmax(0, fmin(1, t));
    return hypot(p.x - ax - t * dx, p.y - ay - t * dy);
}

static double distance_to_loop(struct spot p, struct loop loop)
{
    double nearest = 1e9;
    for (int i = 0; i < loop.count; i++)
        nearest = fmin(nearest,
                       distance_to_edge(p, loop.vertices[i], loop.vertices[(i + 1) % loop.count]));
    return nearest;
}

/* Corners and middles of its edges are as far away as they should be. */
static void expect_beside(const struct steps *sketch, int first, int second, double squares,
                          double tolerance)
{
    struct loop loops[2] = {loop_of(sketch, first), loop_of(sketch, second)};
    struct crossing crossing;
    assert_true(sketch_draft(sketch)->items[second].loops[0].closed);
    assert_false(crossing_find(loops, 2, &crossing));
    for (int i = 0; i < loops[1].count; i++) {
        struct point a = loops[1].vertices[i], b = loops[1].vertices[(i + 1) % loops[1].count];
        struct spot corner = {(double)a.x / FINE, (double)a.y / FINE};
        struct spot middle = {(a.x + b.x) / 2.0 / FINE, (a.y + b.y) / 2.0 / FINE};
        double away = distance_to_loop(corner, loops[0]);
        double between = distance_to_loop(middle, loops[0]);
        if (fabs(away - fabs(squares)) > tolerance || fabs(between - fabs(squares)) > tolerance)
            fail_msg("%g and %g instead of %g at (%g, %g)", away, between, fabs(squares), corner.x,
                     corner.y);
    }
    struct area *area = area_create(&loops[squares > 0 ? 0 : 1], 1, 60, 45);
    for (int i = 0; i < loops[squares > 0 ? 1 : 0].count; i++)
        assert_int_equal(area_place_fine(area, loops[squares > 0 ? 1 : 0].vertices[i]),
                         PLACE_INSIDE);
    area_free(area);
}

static int add_beside(struct steps *sketch, int item, double squares)
{
    struct error error = {0};
    int made = sketch_add_parallel(sketch, item, squares, &error);
    if (made < 0)
        fail_msg("%s", error.text);
    return made;
}

static void test_beside_straights(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(60, 45);
    struct error error;
    struct spot corners[] = {{10, 10}, {50, 10}, {50, 35}, {10, 35}};
    int wall = sketch_draw_polygon(sketch, DRAFT_WALL, corners, 4, true, &error);
    for (double squares = 0.25; squares <= 12; squares += 0.75) {
        expect_beside(sketch, wall, add_beside(sketch, wall, squares), squares, 0.05);
        if (squares <= 9)
            expect_beside(sketch, wall, add_beside(sketch, wall, -squares), -squares, 0.05);
    }
    struct loop inner = loop_of(sketch, add_beside(sketch, wall, 3));
    assert_true(inner.count <= 12); /* as straight as the first */
    steps_free(sketch);
}

/* Bays that the second wall does not fit into, and the turns of hairpins. */
static void test_beside_bends(void **state)
{
    (void)state;
    struct random random = random_seeded(9);
    for (int round = 0; round < 6; round++) {
        struct steps *sketch = sketch_create(60, 45);
        struct error error = {0};
        struct spot raw[600];
        int petals = 2 + (int)random_below(&random, 6);
        double deep = (double)random_below(&random, 60) / 100;
        for (int i = 0; i < 600; i++) {
            double angle = TURN * i / 600;
            double r = 1 - deep * pow(sin(petals * angle / 2), 2);
            raw[i] = (struct spot){30 + 20 * r * cos(angle), 22 + 15 * r * sin(angle)};
        }
        int wall = sketch_draw_stroke(sketch, DRAFT_WALL, raw, 600, 0.5, &error);
        assert_true(wall >= 0);
        for (double squares = 0.5; squares < 4; squares += 0.8) {
            expect_beside(sketch, wall, add_beside(sketch, wall, squares), squares, 0.06);
            expect_beside(sketch, wall, add_beside(sketch, wall, -squares), -squares, 0.06);
        }
        steps_free(sketch);
    }
}

/* Of two halls that a narrow passage joins the larger one gets the wall. */
static void test_the_largest_is_kept(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(60, 45);
    struct error error;
    struct spot halls[] = {{5, 5},   {25, 5},  {25, 14}, {35, 14}, {35, 10}, {50, 10},
                           {50, 22}, {35, 22}, {35, 16}, {25, 16}, {25, 30}, {5, 30}};
    int wall = sketch_draw_polygon(sketch, DRAFT_WALL, halls, 12, true, &error);
    int inner = add_beside(sketch, wall, 2);
    struct spot low, high;
    expect_beside(sketch, wall, inner, 2, 0.05);
    assert_true(sketch_box(sketch, inner, &low, &high));
    assert_true(fabs(low.x - 7) < 0.05);
    assert_true(fabs(high.x - (25 - sqrt(3))) < 0.1); /* 2 from both corners of the passage */
    steps_free(sketch);
}

static void expect_refused(struct steps *sketch, int item, double squares, const char *text)
{
    struct error error = {0};
    uint64_t version = steps_version(sketch);
    assert_int_equal(sketch_add_parallel(sketch, item, squares, &error), -1);
    if (!strstr(error.text, text))
        fail_msg("\"%s\" instead of \"%s\"", error.text, text);
    assert_int_equal(steps_version(sketch), version);
}

static void test_no_room(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(60, 45);
    struct error error;
    struct spot corners[] = {{0, 0}, {60, 0}, {60, 45}, {0, 45}}, open[] = {{1, 1}, {5, 5}};
    int wall = sketch_draw_polygon(sketch, DRAFT_WALL, corners, 4, true, &error);
    int stroke = sketch_draw_polygon(sketch, DRAFT_WALL, open, 2, false, &error);
    int line = sketch_set_line(sketch, DRAFT_START_FINISH, (struct spot){1, 1}, (struct spot){5, 1},
                               &error);
    expect_refused(sketch, wall, 22.5, "there is no room for another wall 22.5 squares inside");
    expect_refused(sketch, wall, -1, "there is no room for another wall 1 squares outside");
    expect_refused(sketch, wall, 0.1, "choose at least 1/4 of a square");
    expect_refused(sketch, wall, NAN, "choose at least 1/4 of a square");
    expect_refused(sketch, wall, 1e300, "choose at least");
    expect_refused(sketch, stroke, 1, "only a closed wall");
    expect_refused(sketch, line, 1, "only a closed wall");
    expect_refused(sketch, 77, 1, "nothing is chosen");
    expect_refused(sketch, -1, 1, "nothing is chosen");
    steps_free(sketch);
}

/* Walls that cross themselves have an inner side, too. */
static void test_beside_a_wall_that_is_wrong(void **state)
{
    (void)state;
    struct steps *sketch = sketch_create(60, 45);
    struct error error;
    struct spot eight[] = {{5, 5}, {50, 40}, {50, 5}, {5, 40}};
    int wall = sketch_draw_polygon(sketch, DRAFT_WALL, eight, 4, true, &error);
    int inner = add_beside(sketch, wall, 1);
    struct loop loop = loop_of(sketch, inner);
    struct crossing crossing;
    assert_false(crossing_find(&loop, 1, &crossing));
    steps_free(sketch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_beside_straights),
        cmocka_unit_test(test_beside_bends),
        cmocka_unit_test(test_the_largest_is_kept),
        cmocka_unit_test(test_no_room),
        cmocka_unit_test(test_beside_a_wall_that_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
