/* Moments are functions of the time: within their boxes, over when they say so, the same each time
 * they are drawn, and quiet at their ends. */
#include "paper/moments.h"
#include "support/cmocka.h"

#include <math.h>
#include <string.h>

enum { SIDE = 400, ROWS = 16, CAR = 3 };
static const uint64_t CARS = UINT64_C(1) << CAR;

static const struct paper_view views[] = {{0, 0, 30, 1}, {-60, -40, 36, 2}, {140, 140, 12, 1}};

static struct moment_look look_of(int kind, double age, uint64_t seed)
{
    return (struct moment_look){(enum moment_kind)kind, age, 8, 8, 5.5, 6, 2, seed};
}

static struct motion motion_of(int kind, double age, uint64_t seed)
{
    struct motion motion = {.grown = 1};
    struct moment_look look = look_of(kind, age, seed);
    motion_add(&motion, &look, CARS);
    return motion;
}

static cairo_surface_t *draw(const struct motion *motion, const struct paper_view *view)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, SIDE, SIDE);
    cairo_t *cairo = cairo_create(surface);
    motion_draw(cairo, motion, view, ROWS, &paper_theme_paper);
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
    return surface;
}

/* Painted pixels, and those of them outside of the box. */
static int count_painted(cairo_surface_t *surface, const double box[4], int *outside)
{
    const unsigned char *bytes = cairo_image_surface_get_data(surface);
    int painted = 0;
    *outside = 0;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            static const unsigned char blank[4 * SIDE];
            if (x == 0 && memcmp(bytes + y * 4 * SIDE, blank, sizeof blank) == 0)
                break;
            if (bytes[y * cairo_image_surface_get_stride(surface) + 4 * x + 3] == 0)
                continue;
            painted++;
            *outside += x < box[0] || y < box[1] || x >= box[0] + box[2] || y >= box[1] + box[3];
        }
    return painted;
}

static void each_is_drawn_within_its_box(void **state)
{
    (void)state;
    for (int kind = 1; kind < MOMENT_COUNT; kind++)
        for (int i = 0; i < 3; i++) {
            int time = moment_time((enum moment_kind)kind), outside, most = 0;
            const struct paper_view *view = &views[i % 3];
            for (int age = time / 10 + 1; age < time; age += time / 4) {
                struct motion motion = motion_of(kind, age, (uint64_t)i);
                double box[4];
                motion_look_box(&motion.looks[0], view, ROWS, box);
                cairo_surface_t *surface = draw(&motion, view);
                int painted = count_painted(surface, box, &outside);
                most = painted > most ? painted : most;
                assert_int_equal(outside, 0);
                cairo_surface_destroy(surface);
            }
            assert_true(time == 0 || most > 40);
        }
}

static void nothing_is_there_before_and_behind(void **state)
{
    (void)state;
    for (int kind = 0; kind < MOMENT_COUNT; kind++) {
        int time = moment_time((enum moment_kind)kind);
        const double ages[] = {-1, time, time + 1, 1e6};
        for (int i = 0; i < 4; i++) {
            struct motion motion = motion_of(kind, ages[i], 1);
            assert_int_equal(motion.count, 0);
            assert_true(motion.posed == 0 && motion.shake_x == 0 && motion.shake_y == 0);
        }
    }
}

static void the_same_moment_looks_the_same(void **state)
{
    (void)state;
    for (int kind = 1; kind < MOMENT_COUNT; kind++) {
        struct motion motion = motion_of(kind, moment_time((enum moment_kind)kind) * 0.4, 7);
        cairo_surface_t *one = draw(&motion, &views[0]), *two = draw(&motion, &views[0]);
        assert_memory_equal(cairo_image_surface_get_data(one), cairo_image_surface_get_data(two),
                            (size_t)SIDE * SIDE * 4);
        cairo_surface_destroy(one);
        cairo_surface_destroy(two);
    }
}

/* A car comes to stand where and as it stood, without a jump. */
static void cars_come_to_rest(void **state)
{
    (void)state;
    int posed = 0;
    for (int kind = 1; kind < MOMENT_COUNT; kind++) {
        struct motion motion = motion_of(kind, moment_time((enum moment_kind)kind) - 0.01, 5);
        const struct moment_pose *pose = &motion.poses[CAR];
        if (!(motion.posed & CARS))
            continue;
        posed++;
        assert_true(fabs(pose->x) < 0.02 && fabs(pose->y) < 0.02 && fabs(pose->size - 1) < 0.02);
        assert_true(fabs(remainder(pose->turn, 6.283185307179586)) < 0.02);
    }
    assert_true(posed >= 5);
}

static void a_crash_shakes_the_sheet_by_3_pixels_for_150_ms(void **state)
{
    (void)state;
    double most = 0;
    for (int age = 0; age < moment_time(MOMENT_CRASH); age++) {
        struct motion motion = motion_of(MOMENT_CRASH, age, 1);
        most = fmax(most, fmax(fabs(motion.shake_x), fabs(motion.shake_y)));
        assert_true(age < 150 || (motion.shake_x == 0 && motion.shake_y == 0));
    }
    assert_true(most > 2.5 && most <= 3);
}

static void further_moments_than_there_is_room_for_are_left_out(void **state)
{
    (void)state;
    struct motion motion = {.grown = 1};
    struct moment_look look = look_of(MOMENT_BUMP, 50, 1);
    for (int i = 0; i < 2 * MOTION_LIMIT; i++)
        motion_add(&motion, &look, CARS);
    assert_int_equal(motion.count, MOTION_LIMIT);
}

static void one_flag_is_waved_for_each_who_finishes(void **state)
{
    (void)state;
    struct motion motion = {.grown = 1};
    struct moment_look look = look_of(MOMENT_FLAG, 50, 1), other = look;
    other.pen++;
    motion_add(&motion, &look, 0);
    motion_add(&motion, &other, 0);
    look.kind = MOMENT_WIN;
    look.age = 20;
    motion_add(&motion, &look, CARS);
    assert_int_equal(motion.count, 2);
    assert_int_equal(motion.looks[0].kind, MOMENT_WIN);
    assert_true(motion.looks[0].age == 50); /* it does not rise anew */
    assert_int_equal(motion.looks[1].kind, MOMENT_FLAG);
}

/* Painted pixels that lie further aside of the way than the streaks do, and the mean of how far
 * they are from the car; squares. */
static int count_flakes(double age, double *away)
{
    const struct paper_view *view = &views[0];
    struct motion motion = motion_of(MOMENT_WEAR, age, 4);
    cairo_surface_t *surface = draw(&motion, view);
    const unsigned char *bytes = cairo_image_surface_get_data(surface);
    const double x = 2.5 / hypot(2.5, 2), y = -2 / hypot(2.5, 2); /* ahead, down the picture */
    int count = 0;
    *away = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        double right = (i % SIDE + 0.5) / view->square - 8;
        double down = (i / SIDE + 0.5) / view->square - (ROWS - 8);
        if (bytes[4 * i + 3] == 0 || fabs(right * y - down * x) < 0.6)
            continue;
        count++;
        *away += hypot(right, down);
    }
    *away /= count > 0 ? count : 1;
    cairo_surface_destroy(surface);
    return count;
}

static void wear_flies_off_in_flakes(void **state)
{
    (void)state;
    double soon, later;
    int time = moment_time(MOMENT_WEAR);
    assert_true(count_flakes(time * 0.25, &soon) > 30);
    assert_true(count_flakes(time * 0.6, &later) > 30);
    assert_true(later > soon * 1.2);
}

static void a_stroke_begins_and_ends_softly(void **state)
{
    (void)state;
    double before = 0;
    for (int i = 0; i <= 100; i++) {
        double progress = motion_progress(i / 100.0);
        assert_true(progress >= before && progress <= 1);
        before = progress;
    }
    assert_true(before == 1 && motion_progress(0.04) < 0.01);
    assert_true(motion_progress(PAPER_LINE_SHARE) == PAPER_LINE_SHARE);
}

static void confetti_falls_and_is_gone(void **state)
{
    (void)state;
    struct confetti piece;
    int seen = 0;
    for (int i = 0; i < CONFETTI_PIECES; i++) {
        double before = -1;
        for (int age = 0; age <= CONFETTI_TIME; age += 20) {
            if (!confetti_at(i, age, 9, &piece))
                continue;
            seen++;
            assert_true(piece.y >= before && piece.x > -0.1 && piece.x < 1.1);
            assert_true(piece.shape < CONFETTI_SHAPES && piece.phase >= 0 &&
                        piece.phase < CONFETTI_PHASES);
            before = piece.y;
        }
        assert_false(confetti_at(i, CONFETTI_TIME, 9, &piece));
    }
    assert_true(seen > CONFETTI_PIECES * 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_drawn_within_its_box),
        cmocka_unit_test(nothing_is_there_before_and_behind),
        cmocka_unit_test(the_same_moment_looks_the_same),
        cmocka_unit_test(cars_come_to_rest),
        cmocka_unit_test(a_crash_shakes_the_sheet_by_3_pixels_for_150_ms),
        cmocka_unit_test(further_moments_than_there_is_room_for_are_left_out),
        cmocka_unit_test(one_flag_is_waved_for_each_who_finishes),
        cmocka_unit_test(wear_flies_off_in_flakes),
        cmocka_unit_test(a_stroke_begins_and_ends_softly),
        cmocka_unit_test(confetti_falls_and_is_gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
