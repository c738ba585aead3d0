/* The line that becomes of a stroke: smooth where the hand trembled, and otherwise what was drawn.
 */
#include "base/number.h"
#include "studio/graph_paper/sketch/sketch.h"
#include "support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double TURN = 6.283185307179586;

enum { PLACES = 3000 };

struct hand {
    struct spot raw[PLACES];
    int count;
    struct random random;
    double pixels; /* a square has so many; what the pointer tells are whole ones */
    double tremor; /* pixels */
};

static void touch(struct hand *hand, double x, double y)
{
    double dx = ((double)random_below(&hand->random, 2001) - 1000) / 1000 * hand->tremor;
    double dy = ((double)random_below(&hand->random, 2001) - 1000) / 1000 * hand->tremor;
    assert_true(hand->count < PLACES);
    hand->raw[hand->count++] = (struct spot){floor(x * hand->pixels + dx + 0.5) / hand->pixels,
                                             floor(y * hand->pixels + dy + 0.5) / hand->pixels};
}

/* Round (20, 15) from one angle to another, the radius going from one to the other. */
static void draw_round(struct hand *hand, int count, double from, double to, double radius,
                       double last_radius)
{
    for (int i = 0; i <= count; i++) {
        double share = (double)i / count;
        double angle = from + (to - from) * share;
        double r = radius + (last_radius - radius) * share;
        touch(hand, 20 + r * cos(angle), 15 + r * sin(angle));
    }
}

static double radius_of(struct spot spot)
{
    return hypot(spot.x - 20, spot.y - 15);
}

/* A stroke as it will look. */
struct look {
    struct spot *spots;
    int count;
    bool closed;
};

static struct look smoothed(const struct spot *raw, int count, double reach)
{
    struct look look = {.closed = false};
    struct trail trail = stroke_smooth(raw, count, reach, &look.closed);
    look.spots = trail.spots;
    look.count = trail.count;
    return look;
}

static double length_of(const struct look *look)
{
    double length = 0;
    for (int i = 1; i < look->count; i++)
        length +=
            hypot(look->spots[i].x - look->spots[i - 1].x, look->spots[i].y - look->spots[i - 1].y);
    return length;
}

/* The sharpest turn from edge to edge, in degrees; a closed line turns at its seam, too. */
static double sharpest_turn(const struct look *look)
{
    double sharpest = 0;
    int edges = look->count - 1;
    for (int i = 0; i < (look->closed ? edges : edges - 1); i++) {
        struct spot a = look->spots[i], b = look->spots[i + 1];
        struct spot c = look->spots[i + 2 < look->count ? i + 2 : 1];
        double x = b.x - a.x, y = b.y - a.y, u = c.x - b.x, v = c.y - b.y;
        double turn = fabs(atan2(x * v - y * u, x * u + y * v)) * 360 / TURN;
        sharpest = fmax(sharpest, turn);
    }
    return sharpest;
}

/* The same, but for what is less than `margin` squares from the ends of an open line. */
static double sharpest_turn_within(const struct look *look, double margin)
{
    int first = 0, last = look->count - 1;
    const struct spot *spots = look->spots;
    while (first < last && hypot(spots[first].x - spots[0].x, spots[first].y - spots[0].y) < margin)
        first++;
    while (last > first && hypot(spots[last].x - spots[look->count - 1].x,
                                 spots[last].y - spots[look->count - 1].y) < margin)
        last--;
    struct look within = {look->spots + first, last - first + 1, false};
    return sharpest_turn(&within);
}

/* Straight, at any speed and zoom: no wobble, the ends where they were, next to no vertices. */
static void test_straights(void **state)
{
    (void)state;
    static const int counts[] = {2, 5, 30, 400, 2000};
    static const double zooms[] = {8, 20, 60};
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 3; j++) {
            struct hand hand = {.random = random_seeded(1), .pixels = zooms[j], .tremor = 0.7};
            for (int k = 0; k <= counts[i]; k++)
                touch(&hand, 2 + 20.0 * k / counts[i], 3 + 6.0 * k / counts[i]);
            struct look look = smoothed(hand.raw, hand.count, 12 / zooms[j]);
            assert_false(look.closed);
            assert_memory_equal(&look.spots[0], &hand.raw[0], sizeof *hand.raw);
            assert_memory_equal(&look.spots[look.count - 1], &hand.raw[hand.count - 1],
                                sizeof *hand.raw);
            assert_true(look.count <= 40);
            for (int k = 0; k < look.count; k++) {
                double away =
                    fabs(6 * (look.spots[k].x - 2) - 20 * (look.spots[k].y - 3)) / hypot(6, 20);
                assert_true(away < 1.3 / zooms[j]);
            }
            free(look.spots);
        }
}

/* A hand that trembles by a pixel or more does not show on a straight. */
static void test_straights_are_calm(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct hand hand = {.random = random_seeded(seed), .pixels = 20, .tremor = 1.3};
        for (int i = 0; i <= 600; i++)
            touch(&hand, 2 + 30.0 * i / 600, 3 + 9.0 * i / 600);
        struct look look = smoothed(hand.raw, hand.count, 0.6);
        double turn = sharpest_turn_within(&look, 2);
        if (turn > 3)
            fail_msg("a turn of %g degrees", turn);
        free(look.spots);
    }
}

/* Bends keep their width, tight ones, too. */
static void test_bends_do_not_shrink(void **state)
{
    (void)state;
    static const double radii[] = {0.6, 0.8, 1.2, 2, 5, 12};
    for (int i = 0; i < 6; i++) {
        struct hand hand = {.random = random_seeded(2), .pixels = 24, .tremor = 0.5};
        draw_round(&hand, 40 + (int)(radii[i] * 60), 0, TURN * 0.999, radii[i], radii[i]);
        struct look look = smoothed(hand.raw, hand.count, 0.5);
        double sum = 0;
        assert_true(look.closed);
        for (int k = 0; k < look.count; k++) {
            assert_true(fabs(radius_of(look.spots[k]) - radii[i]) < 0.07);
            sum += radius_of(look.spots[k]);
        }
        assert_true(fabs(sum / look.count - radii[i]) < 0.03);
        /* Edges as long as 1/80 square beside a circle allows, and as many again for the hand. */
        if (look.count > 8 + 2 * TURN * sqrt(radii[i] / (8.0 / 80)))
            fail_msg("%d vertices at a radius of %g", look.count, radii[i]);
        free(look.spots);
    }
}

/* A square drawn along a ruler has corners, if soft ones. */
static void test_corners_stay(void **state)
{
    (void)state;
    struct hand hand = {.random = random_seeded(3), .pixels = 24, .tremor = 0.3};
    const double corners[5][2] = {{5, 5}, {15, 5}, {15, 12}, {5, 12}, {5, 5}};
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 60; k++)
            touch(&hand, corners[i][0] + (corners[i + 1][0] - corners[i][0]) * k / 60,
                  corners[i][1] + (corners[i + 1][1] - corners[i][1]) * k / 60);
    struct look look = smoothed(hand.raw, hand.count, 0.5);
    assert_true(look.closed);
    for (int i = 0; i < 4; i++) {
        double nearest = 1e9;
        for (int k = 0; k < look.count; k++)
            nearest = fmin(nearest,
                           hypot(look.spots[k].x - corners[i][0], look.spots[k].y - corners[i][1]));
        assert_true(nearest < 0.2);
    }
    free(look.spots);
}

/* A hand that goes to and fro all the time still draws a line without curls. */
static void test_a_trembling_hand(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct hand hand = {.random = random_seeded(seed), .pixels = 10, .tremor = 2.5};
        draw_round(&hand, PLACES - 10, 0, TURN, 10, 10);
        struct look look = smoothed(hand.raw, hand.count, 1.2);
        assert_true(look.closed);
        assert_true(sharpest_turn(&look) < 45);
        assert_true(look.count < 120);
        for (int i = 0; i < look.count; i++)
            assert_true(fabs(radius_of(look.spots[i]) - 10) < 0.25);
        free(look.spots);
    }
}

/* Few places far apart, as of a quick hand, are a curve and no polygon. */
static void test_quick_strokes(void **state)
{
    (void)state;
    struct hand hand = {.random = random_seeded(4), .pixels = 1000, .tremor = 0};
    draw_round(&hand, 8, 0, TURN, 6, 6);
    struct look look = smoothed(hand.raw, hand.count, 0.5);
    assert_true(look.closed);
    assert_true(sharpest_turn(&look) < 12);
    for (int i = 0; i < look.count; i++)
        assert_true(fabs(radius_of(look.spots[i]) - 6) < 0.1);
    free(look.spots);
}

/* It closes when it comes near its start, however the ends lie to each other, and without a kink.
 */
static void test_closing(void **state)
{
    (void)state;
    static const struct {
        double from, to, radius, last_radius;
        bool closes;
    } rounds[] = {
        {0, TURN * 0.99, 8, 8, true},   /* nearly there */
        {0, TURN, 8, 8.4, true},        /* beside it */
        {0, TURN * 1.03, 8, 8.3, true}, /* past it, beside it */
        {0, TURN * 1.03, 8, 7.7, true}, /* inside */
        {0, TURN * 0.97, 8, 8, false},  /* a square and a half missing */
        {0, TURN, 8, 9.2, false},       /* too far out */
        {0, TURN * 1.5, 8, 8.1, false}, /* half a round more is no slip */
        {0, TURN * 0.5, 8, 8, false},
    };
    for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++) {
        struct hand hand = {.random = random_seeded(5), .pixels = 20, .tremor = 0.5};
        draw_round(&hand, 500, rounds[i].from, rounds[i].to, rounds[i].radius,
                   rounds[i].last_radius);
        struct look look = smoothed(hand.raw, hand.count, 0.6);
        if (look.closed != rounds[i].closes)
            fail_msg("round %d: closed %d", (int)i, look.closed);
        if (look.closed) {
            assert_memory_equal(&look.spots[0], &look.spots[look.count - 1], sizeof *look.spots);
            assert_true(sharpest_turn(&look) < 25);
            assert_true(fabs(length_of(&look) - TURN * 8.1) < 2.2);
        }
        free(look.spots);
    }
}

/* What crosses its own beginning is cut off there. */
static void test_overshoot_is_cut(void **state)
{
    (void)state;
    struct hand hand = {.random = random_seeded(6), .pixels = 40, .tremor = 0.4};
    draw_round(&hand, 500, -0.15, TURN + 0.15, 8.3, 7.7); /* a spiral that ends inside ... */
    for (int i = 0; i < 40; i++)                          /* ... and breaks out */
        touch(&hand, 20 + 7.7 + i * 0.05, 15 + 1.2 + i * 0.04);
    struct look look = smoothed(hand.raw, hand.count, 0.3);
    assert_true(look.closed);
    assert_true(length_of(&look) < TURN * 8.2 + 2);
    for (int i = 0; i < look.count; i++)
        assert_true(radius_of(look.spots[i]) < 8.5);
    free(look.spots);
}

static void test_the_same_stroke_is_the_same_line(void **state)
{
    (void)state;
    struct hand hand = {.random = random_seeded(7), .pixels = 20, .tremor = 2};
    draw_round(&hand, 900, 0, TURN, 9, 9);
    struct look one = smoothed(hand.raw, hand.count, 0.6);
    struct look other = smoothed(hand.raw, hand.count, 0.6);
    assert_int_equal(one.count, other.count);
    assert_memory_equal(one.spots, other.spots, (size_t)one.count * sizeof *one.spots);
    free(one.spots);
    free(other.spots);
}

static void test_rubbish(void **state)
{
    (void)state;
    struct spot rubbish[] = {{NAN, 1}, {1, INFINITY}, {1e300, 1e300}, {3, 3}, {3, 3}, {NAN, NAN}};
    static const double reaches[] = {0, -1, 0.5, 1e300, NAN, INFINITY};
    struct spot *many = calloc(100000, sizeof *many);
    for (int i = 0; i < 100000; i++)
        many[i] = (struct spot){(double)(i * 7919LL % 4001), (double)(i * 104729LL % 3001)};
    for (int i = 0; i < 6; i++) {
        for (int count = 0; count <= 6; count++)
            free(smoothed(rubbish, count, reaches[i]).spots);
        struct look look = smoothed(many, 100000, reaches[i]);
        assert_true(look.count > 1 && look.count <= 20002);
        free(look.spots);
    }
    assert_int_equal(smoothed(NULL, 0, 1).count, 0);
    free(many);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_straights),
        cmocka_unit_test(test_straights_are_calm),
        cmocka_unit_test(test_bends_do_not_shrink),
        cmocka_unit_test(test_corners_stay),
        cmocka_unit_test(test_a_trembling_hand),
        cmocka_unit_test(test_quick_strokes),
        cmocka_unit_test(test_closing),
        cmocka_unit_test(test_overshoot_is_cut),
        cmocka_unit_test(test_the_same_stroke_is_the_same_line),
        cmocka_unit_test(test_rubbish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
