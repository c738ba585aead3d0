/* Path data: which vertices each command gives, how near curves are, and what is refused.
 *
 * Curves are compared with points computed from their definitions by libm, densely: each must be
 * within 1/64 square of the polygon, and each vertex within 1/64 of the curve.
 */
#include "base/number.h"
#include "support/cmocka.h"
#include "track/draft.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 64, SAMPLES = 20000 };

struct drawing {
    struct draft draft;
    struct error error;
    bool drawn;
};

static void draw(struct drawing *drawing, const char *data, const char *transform)
{
    struct pencil pencil = {.draft = &drawing->draft, .sheet = {{0, 0}, 1}};
    *drawing = (struct drawing){.draft = {.width = SIDE, .height = SIDE}};
    assert_true(transform_read(transform, &pencil.transform, &drawing->error));
    draft_add_item(&drawing->draft, DRAFT_WALL, 1);
    drawing->drawn = path_draw(data, &pencil, &drawing->error);
}

/* Loops as "x,y x,y z | x,y ..." in squares, y down as in the file; z closes. */
static void expect_path(const char *data, const char *expected)
{
    struct drawing drawing;
    struct text text = {0};
    draw(&drawing, data, "");
    if (!drawing.drawn)
        fail_msg("%s: %s", data, drawing.error.text);
    const struct draft_item *item = &drawing.draft.items[0];
    for (int i = 0; i < item->loop_count; i++) {
        const struct draft_loop *loop = &item->loops[i];
        text_append(&text, i > 0 ? " | " : "");
        for (int j = 0; j < loop->count; j++) {
            text_append(&text, j > 0 ? " " : "");
            text_append_fine(&text, loop->vertices[j].x);
            text_append(&text, ",");
            text_append_fine(&text, SIDE * FINE - loop->vertices[j].y);
        }
        text_append(&text, loop->closed ? " z" : "");
    }
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
    draft_free(&drawing.draft);
}

static void test_straight_commands(void **state)
{
    (void)state;
    expect_path("M1 2L3 4", "1,2 3,4");
    expect_path("M1 2l3 4", "1,2 4,6");
    expect_path("M1 2H9h1V7v-5", "1,2 9,2 10,2 10,7 10,2");
    expect_path("m1 2m1 1l1 1", "2,3 3,4");
    expect_path("M1 2L3 4Z", "1,2 3,4 z");
    expect_path("M1 2L3 4z l5 0", "1,2 3,4 z | 1,2 6,2");
    expect_path("M1 2 3 4z m5 0 1 1", "1,2 3,4 z | 6,2 7,3");
    expect_path(" M1,2,3,4 5 6 ", "1,2 3,4 5,6");
    expect_path("m1 2 3 4 5 6", "1,2 4,6 9,12");
    expect_path("M1 2h1 2 3", "1,2 2,2 4,2 7,2");
    expect_path("M1 1Z", "1,1 z");
    expect_path("M1 1M2 2M3 3L4 4M5 5", "3,3 4,4");
    expect_path("", "");
}

static void test_numbers_need_nothing_between_them(void **state)
{
    (void)state;
    expect_path("M.5.5.25+1", "0.5,0.5 0.25,1");
    expect_path("M5-0-0+1e1", "5,0 0,10");
}

static void test_repeated_points_are_left_out(void **state)
{
    (void)state;
    expect_path("M1 1L1 1 2 2 2.0001 2 3 3", "1,1 2,2 3,3");
}

/* The first and last vertex of what a command draws. */
static void expect_ends(const char *data, double from_x, double from_y, double to_x, double to_y)
{
    struct drawing drawing;
    draw(&drawing, data, "");
    if (!drawing.drawn)
        fail_msg("%s: %s", data, drawing.error.text);
    const struct draft_loop *loop = &drawing.draft.items[0].loops[0];
    struct point first = loop->vertices[0], last = loop->vertices[loop->count - 1];
    assert_int_equal(first.x, from_x * FINE);
    assert_int_equal(first.y, (SIDE - from_y) * FINE);
    assert_int_equal(last.x, to_x * FINE);
    assert_int_equal(last.y, (SIDE - to_y) * FINE);
    draft_free(&drawing.draft);
}

static void test_arcs_may_be_glued(void **state)
{
    (void)state;
    expect_ends("M10 20a10,5 20 1120 10", 10, 20, 30, 30);
    expect_ends("M10 20a10 5 20 0120 10", 10, 20, 30, 30);
    expect_ends("M10 20A10 5 20 10.5.5", 10, 20, .5, .5);
    expect_ends("M40 40a5 5 0 0 0 1 1 5 5 0 1 1 2 2", 40, 40, 43, 43);
}

/* A curve of the test, with t from 0 to 1. */
typedef struct vector curve(const double *given, double t);

static struct vector cubic(const double *p, double t)
{
    double s = 1 - t;
    double a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
    return (struct vector){a * p[0] + b * p[2] + c * p[4] + d * p[6],
                           a * p[1] + b * p[3] + c * p[5] + d * p[7]};
}

static struct vector quadratic(const double *p, double t)
{
    double s = 1 - t;
    return (struct vector){s * s * p[0] + 2 * s * t * p[2] + t * t * p[4],
                           s * s * p[1] + 2 * s * t * p[3] + t * t * p[5]};
}

/* Centre, radii, rotation in degrees, angle at the start, angle swept, both in degrees. */
static struct vector ellipse(const double *p, double t)
{
    double degree = acos(-1) / 180;
    double angle = (p[5] + t * p[6]) * degree;
    double x = p[2] * cos(angle), y = p[3] * sin(angle);
    return (struct vector){p[0] + x * cos(p[4] * degree) - y * sin(p[4] * degree),
                           p[1] + x * sin(p[4] * degree) + y * cos(p[4] * degree)};
}

static double distance_to_segment(struct vector v, struct vector a, struct vector b)
{
    double dx = b.x - a.x, dy = b.y - a.y;
    double t = ((v.x - a.x) * dx + (v.y - a.y) * dy) / (dx * dx + dy * dy);
    t = fmin(1, fmax(0, t));
    return hypot(v.x - a.x - t * dx, v.y - a.y - t * dy);
}

static struct vector in_squares(struct point fine)
{
    return (struct vector){fine.x / 1024.0, SIDE - fine.y / 1024.0};
}

static void expect_near(const char *data, const char *transform, curve *expected,
                        const double *given)
{
    struct drawing drawing;
    draw(&drawing, data, transform);
    if (!drawing.drawn)
        fail_msg("%s: %s", data, drawing.error.text);
    const struct draft_loop *loop = &drawing.draft.items[0].loops[0];
    double *nearest = malloc((size_t)loop->count * sizeof *nearest);
    for (int i = 0; i < loop->count; i++)
        nearest[i] = HUGE_VAL;
    for (int i = 0; i <= SAMPLES; i++) {
        struct vector v = expected(given, (double)i / SAMPLES);
        double best = HUGE_VAL;
        for (int j = 0; j < loop->count; j++) {
            struct vector a = in_squares(loop->vertices[j]);
            nearest[j] = fmin(nearest[j], hypot(v.x - a.x, v.y - a.y));
            if (j > 0)
                best = fmin(best, distance_to_segment(v, in_squares(loop->vertices[j - 1]), a));
        }
        if (best > 1.0 / 64)
            fail_msg("%s: (%f, %f) is %f off", data, v.x, v.y, best);
    }
    for (int j = 0; j < loop->count; j++)
        if (nearest[j] > 1.0 / 64)
            fail_msg("%s: vertex %d is %f off the curve", data, j, nearest[j]);
    free(nearest);
    draft_free(&drawing.draft);
}

static void test_cubic_curves(void **state)
{
    (void)state;
    const double plain[] = {2, 30, 2, 5, 40, 5, 60, 30};
    expect_near("M2 30C2 5 40 5 60 30", "", cubic, plain);
    expect_near("M2 30c0-25 38-25 58 0", "", cubic, plain);
    const double loop[] = {10, 10, 60, 60, 1, 60, 50, 10};
    expect_near("M10 10C60 60 1 60 50 10", "", cubic, loop);
    const double cusp[] = {10, 10, 40, 40, 10, 40, 40, 10};
    expect_near("M10 10C40 40 10 40 40 10", "", cubic, cusp);
    const double there_and_back[] = {10, 10, 60, 10, 0, 10, 20, 10};
    expect_near("M10 10C60 10 0 10 20 10", "", cubic, there_and_back);
    expect_near("M10 30C10-20 50-20 50 30", "translate(0 10)", cubic,
                (const double[]){10, 40, 10, -10, 50, -10, 50, 40});
}

static void test_quadratic_curves(void **state)
{
    (void)state;
    const double plain[] = {2, 30, 30, 2, 60, 40};
    expect_near("M2 30Q30 2 60 40", "", quadratic, plain);
    expect_near("M2 30q28-28 58 10", "", quadratic, plain);
}

/* Draws `before` and then `stroke`, which must look like the curve. */
static void expect_stroke(const char *before, const char *stroke, curve *expected,
                          const double *given)
{
    struct drawing whole, first;
    char path[120];
    snprintf(path, sizeof path, "%s%s", before, stroke);
    draw(&whole, path, "");
    draw(&first, before, "");
    assert_true(whole.drawn && first.drawn);
    const struct draft_loop *all = &whole.draft.items[0].loops[0];
    int skip = first.draft.items[0].loops[0].count;
    for (int t = 0; t <= 1000; t++) {
        struct vector v = expected(given, t / 1000.0);
        double best = HUGE_VAL;
        for (int j = skip; j < all->count; j++)
            best = fmin(best, distance_to_segment(v, in_squares(all->vertices[j - 1]),
                                                  in_squares(all->vertices[j])));
        if (best > 1.0 / 64)
            fail_msg("%s is %f off at %d", path, best, t);
    }
    draft_free(&whole.draft);
    draft_free(&first.draft);
}

/* The control point of the curve before is mirrored, but only if it was one of the same kind. */
static void test_smooth_curves(void **state)
{
    (void)state;
    const double swing[] = {20, 20, 20, 30, 40, 30, 40, 20};
    const double straight[] = {20, 20, 20, 20, 40, 30, 40, 20};
    const double dip[] = {20, 20, 30, 30, 40, 20};
    const double rise[] = {40, 20, 50, 10, 60, 20};
    expect_stroke("M0 20C0 10 20 10 20 20", "S40 30 40 20", cubic, swing);
    expect_stroke("M0 20C0 10 20 10 20 20", "s20 10 20 0", cubic, swing);
    expect_stroke("M0 20S20 10 20 20", "S40 30 40 20", cubic, swing);
    expect_stroke("M0 20L20 20", "S40 30 40 20", cubic, straight);
    expect_stroke("M0 20Q10 10 20 20", "S40 30 40 20", cubic, straight);
    expect_stroke("M0 20Q10 10 20 20", "T40 20", quadratic, dip);
    expect_stroke("M0 20q10-10 20 0", "t20 0", quadratic, dip);
    expect_stroke("M0 20Q10 10 20 20T40 20", "T60 20", quadratic, rise);
    expect_stroke("M0 20Q10 10 20 20T40 20", " 60 20", quadratic, rise);
}

static void test_smooth_quadratic_without_one_before_is_straight(void **state)
{
    (void)state;
    expect_path("M0 20L20 20T40 30", "0,20 20,20 40,30");
    expect_path("M20 20T40 30", "20,20 40,30");
    expect_path("M0 20C5 20 15 20 20 20T40 30", "0,20 20,20 40,30");
}

/* A circle of radius 10 round (30, 30), from its right to its lowest point (y down), four ways. */
static void test_arc_flags(void **state)
{
    (void)state;
    expect_near("M40 30A10 10 0 0 1 30 40", "", ellipse,
                (const double[]){30, 30, 10, 10, 0, 0, 90});
    expect_near("M40 30A10 10 0 1 0 30 40", "", ellipse,
                (const double[]){30, 30, 10, 10, 0, 0, -270});
    expect_near("M40 30A10 10 0 0 0 30 40", "", ellipse,
                (const double[]){40, 40, 10, 10, 0, -90, -90});
    expect_near("M40 30A10 10 0 1 1 30 40", "", ellipse,
                (const double[]){40, 40, 10, 10, 0, -90, 270});
    expect_near("M40 30a10 10 0 0 1-10 10", "", ellipse,
                (const double[]){30, 30, 10, 10, 0, 0, 90});
}

static void test_arc_half_turns(void **state)
{
    (void)state;
    expect_near("M40 30A10 10 0 0 1 20 30", "", ellipse,
                (const double[]){30, 30, 10, 10, 0, 0, 180});
    expect_near("M40 30A10 10 0 1 0 20 30", "", ellipse,
                (const double[]){30, 30, 10, 10, 0, 0, -180});
}

/* Radii that do not reach are enlarged; negative ones count as positive; zero is a straight line.
 */
static void test_arc_radii(void **state)
{
    (void)state;
    expect_near("M40 30A1 1 0 0 1 20 30", "", ellipse, (const double[]){30, 30, 10, 10, 0, 0, 180});
    expect_near("M40 30A2 1 0 0 1 20 30", "", ellipse, (const double[]){30, 30, 10, 5, 0, 0, 180});
    expect_near("M40 30A-10-10 0 0 1 30 40", "", ellipse,
                (const double[]){30, 30, 10, 10, 0, 0, 90});
    expect_path("M40 30A0 5 0 0 1 30 40", "40,30 30,40");
    expect_path("M40 30A5 0 0 0 1 30 40", "40,30 30,40");
    expect_path("M40 30A5 5 0 0 1 40 30 L1 1", "40,30 1,1");
    expect_path("M40 30A1e-30 1e-30 0 0 1 30 40", "40,30 30,40");
}

/* Ends too near each other for their directions to differ: the flag says which way it is meant. */
static void test_arc_between_nearly_equal_ends(void **state)
{
    (void)state;
    expect_near("M0 0A5 5 0 1 1 1e-18 0", "translate(30 30)", ellipse,
                (const double[]){30, 25, 5, 5, 0, 90, 360});
    expect_near("M0 0A5 5 0 1 0 1e-18 0", "translate(30 30)", ellipse,
                (const double[]){30, 35, 5, 5, 0, -90, -360});
    expect_path("M9 9A5 5 0 0 1 9.000000000000002 9L1 1", "9,9 1,1");
}

/* A small arc between them is nothing, not a whole turn, whichever way rounding falls. */
static void test_tiny_arcs_are_tiny(void **state)
{
    (void)state;
    struct random random = random_seeded(8);
    for (int i = 0; i < 20000; i++) {
        struct drawing drawing;
        char data[120];
        int x = (int)random_below(&random, 2001) - 1000,
            y = (int)random_below(&random, 2001) - 1000;
        snprintf(data, sizeof data, "M0 0A5 3 %d 0 %d %de-%d %de-%d", i % 360, i % 2, x, 15 + i % 5,
                 y, 15 + i % 5);
        draw(&drawing, data, "translate(30 30)");
        assert_true(drawing.drawn);
        if (drawing.draft.items[0].loops[0].count != 1)
            fail_msg("%s became %d vertices", data, drawing.draft.items[0].loops[0].count);
        draft_free(&drawing.draft);
    }
}

/* An ellipse of 20 x 8 round (30, 30), turned by 30 degrees, from angle 10 to 10 + 200. */
static void test_arc_turned(void **state)
{
    (void)state;
    const double given[] = {30, 30, 20, 8, 30, 10, 200};
    struct vector from = ellipse(given, 0), to = ellipse(given, 1);
    char data[160];
    snprintf(data, sizeof data, "M%.12f %.12fA20 8 30 1 1 %.12f %.12f", from.x, from.y, to.x, to.y);
    expect_near(data, "", ellipse, given);
}

/* The flatness is that of the sheet, whatever the units of the drawing are. */
static void test_transformed_curves(void **state)
{
    (void)state;
    expect_near("M400 300A100 100 0 0 1 300 400", "scale(.1)", ellipse,
                (const double[]){30, 30, 10, 10, 0, 0, 90});
    expect_near("M.4 .3A.1 .1 0 0 1 .3 .4", "scale(100)", ellipse,
                (const double[]){30, 30, 10, 10, 0, 0, 90});
    expect_near("M10 0A10 10 0 0 1 -10 0", "translate(30 30) rotate(30) scale(2 .8)", ellipse,
                (const double[]){30, 30, 20, 8, 30, 0, 180});
    expect_near("M0 0C0 0 10 -30 20 0", "matrix(0 1 -1 0 20 10)", cubic,
                (const double[]){20, 10, 20, 10, 50, 20, 20, 30});
}

/* A radius of a million kilometres is a straight line to the sheet, not a hang or a wild vertex. */
static void test_enormous_radii(void **state)
{
    (void)state;
    expect_path("M10 10A1e9 1e9 0 0 1 20 10", "10,10 20,10");
    expect_path("M10 10A1e9 5 0 0 1 20 10L20 20", "10,10 20,10 20,20");
}

static void expect_refused(const char *data, const char *text)
{
    struct drawing drawing;
    draw(&drawing, data, "");
    if (drawing.drawn)
        fail_msg("drawn without complaint: %s", data);
    if (!strstr(drawing.error.text, text))
        fail_msg("%s: said \"%s\" instead of \"%s\"", data, drawing.error.text, text);
    draft_free(&drawing.draft);
}

static void test_refusals(void **state)
{
    (void)state;
    expect_refused("L1 1", "must begin with M, but found 'L1 1'");
    expect_refused("5 5", "a path command was expected, but found '5 5'");
    expect_refused("M1 1 X2 2", "a path command was expected, but found 'X2 2'");
    expect_refused("M1 1L2", "a number was expected, but found the end");
    expect_refused("M1 1L2 Z", "a number was expected, but found 'Z'");
    expect_refused("M1 1L2 2 3", "found the end");
    expect_refused("M1 1L2 2Z 5", "the number '5' stands behind Z, which takes none");
    expect_refused("M1 1L2 2z.5", "stands behind Z");
    expect_refused("M1 1L,2 2", "found ',2 2'");
    expect_refused("M1 1L2,,2", "found ',2'");
    expect_refused("M1 1L2 2,", "found the end");
    expect_refused("M1 1L2 2,L3 3", "found 'L3 3'");
    expect_refused("M1 1C1 1 2 2 3", "found the end");
    expect_refused("M1 1A5 5 0 2 1 3 3", "a flag of an arc (0 or 1) was expected, but found '2");
    expect_refused("M1 1A5 5 0 .5 1 3 3", "flag");
    expect_refused("M1 1LNaN 1", "found 'NaN 1'");
    expect_refused("M1 1Linf 1", "found 'inf 1'");
    expect_refused("M1 1L1e308 1", "'1e308 1' is too large");
    expect_refused("M1 1 #", "found '#'");
    expect_refused("MM1 1", "found 'M1 1'");
}

static void test_vertices_off_the_sheet(void **state)
{
    (void)state;
    expect_refused("M1 1L65 1", "the point (65, 63) is off the sheet of 64 × 64 squares");
    expect_refused("M1 1L-.001 1", "off the sheet");
    expect_refused("M1 1L1e9 1e9", "off the sheet");
    expect_refused("M1 1l1e9 0 1e9 0", "off the sheet");
    expect_refused("M30 30C1e9 1e9-1e9 1e9 30 30", "off the sheet");
    expect_refused("M10 10A1e9 1e9 0 1 1 20 10", "off the sheet");
    expect_path("M1 1L64.0004 63", "1,1 64,63");
}

/* However many points there are, the first too many is the last that is read. */
static void test_too_many_vertices(void **state)
{
    (void)state;
    struct text data = {0};
    text_append(&data, "M0 0L");
    for (int i = 0; i < 100000; i++)
        text_append(&data, "1 1 2 2 ");
    expect_refused(data.data, "a track has at most 200000");
    text_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_straight_commands),
        cmocka_unit_test(test_numbers_need_nothing_between_them),
        cmocka_unit_test(test_repeated_points_are_left_out),
        cmocka_unit_test(test_arcs_may_be_glued),
        cmocka_unit_test(test_cubic_curves),
        cmocka_unit_test(test_quadratic_curves),
        cmocka_unit_test(test_smooth_curves),
        cmocka_unit_test(test_smooth_quadratic_without_one_before_is_straight),
        cmocka_unit_test(test_arc_flags),
        cmocka_unit_test(test_arc_half_turns),
        cmocka_unit_test(test_arc_radii),
        cmocka_unit_test(test_arc_between_nearly_equal_ends),
        cmocka_unit_test(test_tiny_arcs_are_tiny),
        cmocka_unit_test(test_arc_turned),
        cmocka_unit_test(test_transformed_curves),
        cmocka_unit_test(test_enormous_radii),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_vertices_off_the_sheet),
        cmocka_unit_test(test_too_many_vertices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
