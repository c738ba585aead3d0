/* The chart of speed: what its lines hold, how far its axes go, where points are, by hand. */
#include "paper/labels.h"
#include "support/cmocka.h"
#include "support/ring.h"

#include <math.h>

/* The race of moves_table_test.c: car 1 drives (1,0), (1,0), (2,0), car 2 (1,1), (0,1), (0,2),
 * (0,-2). */
static const char *const crashes[] = {"10,3>11,3", "10,2>11,3", "12,3", "14,3",
                                      "11,4",      "11,6",      "11,3"};
static const int squares[2][4] = {{1, 1, 4}, {2, 1, 4, 4}};

static struct session *session;
static struct chart chart;

static int open_chart(void **state)
{
    (void)state;
    session = ring_session("racing-car", 2, ring_allow_all);
    ring_do(session, crashes, sizeof crashes / sizeof crashes[0]);
    chart_fill(&chart, session);
    return 0;
}

static int close_chart(void **state)
{
    (void)state;
    chart_free(&chart);
    session_free(session);
    return 0;
}

static void holds_the_speed_of_every_move(void **state)
{
    (void)state;
    static const int counts[2] = {3, 4};
    assert_int_equal(chart.line_count, 2);
    for (int line = 0; line < 2; line++) {
        assert_int_equal(chart.lines[line].car, line + 1);
        assert_int_equal(chart.lines[line].pen, line + 1);
        assert_int_equal(chart.lines[line].count, counts[line]);
        for (int move = 0; move < counts[line]; move++)
            assert_int_equal(chart.lines[line].squares[move], squares[line][move]);
    }
    assert_int_equal(chart.most_moves, 4);
    assert_int_equal(chart.most_square, 4);
}

static void assert_near(double found, double expected)
{
    assert_true(fabs(found - expected) < 1e-9);
}

/* 30 pixels for the numbers on the left, 14 on the right, 12 above, 24 below. */
static void points_lie_where_the_axes_say(void **state)
{
    (void)state;
    struct chart_frame frame = chart_frame_in(&chart, 500, 300, 1);
    double x, y;
    assert_near(frame.left, 30);
    assert_near(frame.top, 12);
    assert_near(frame.width, 456);
    assert_near(frame.height, 264);
    assert_int_equal(frame.moves, 4);
    assert_int_equal(frame.speed, 2);
    chart_place(&chart, &frame, 1, 0, &x, &y);
    assert_near(x, 30);
    assert_near(y, 12 + 264);
    chart_place(&chart, &frame, 1, 1, &x, &y);
    assert_near(x, 30 + 114);
    assert_near(y, 12 + 264 - 132 * sqrt(2));
    chart_place(&chart, &frame, 1, 4, &x, &y);
    assert_near(x, 30 + 456);
    assert_near(y, 12);
}

static void axes_have_round_numbers_with_room_between_them(void **state)
{
    (void)state;
    static const struct {
        int moves, square, move_step, speed, speed_step;
    } cases[] = {
        {4, 4, 1, 2, 1},   {0, 0, 1, 2, 1},       {10, 26, 2, 6, 1},
        {43, 37, 5, 7, 1}, {437, 145, 50, 14, 2}, {2000, 10000, 500, 100, 10},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct chart wide = {.most_moves = cases[i].moves, .most_square = cases[i].square};
        struct chart_frame frame = chart_frame_in(&wide, 500, 300, 1);
        assert_int_equal(frame.moves, cases[i].moves > 4 ? cases[i].moves : 4);
        assert_int_equal(frame.move_step, cases[i].move_step);
        assert_int_equal(frame.speed, cases[i].speed);
        assert_int_equal(frame.speed_step, cases[i].speed_step);
    }
}

static void the_nearest_point_is_found_within_reach(void **state)
{
    (void)state;
    struct chart_frame frame = chart_frame_in(&chart, 500, 300, 1);
    int line = -1, move = -1;
    double y = 12 + 264 - 132 * sqrt(2);
    assert_true(chart_nearest(&chart, &frame, 147, y - 2, 10, &line, &move));
    assert_int_equal(line, 1);
    assert_int_equal(move, 1);
    assert_true(chart_nearest(&chart, &frame, 147, 140, 10, &line, &move));
    assert_int_equal(line, 0);
    assert_int_equal(move, 1);
    assert_false(chart_nearest(&chart, &frame, 200, 40, 10, &line, &move));
}

/* Pixels that differ from the paper, in a picture of the chart. */
static int count_ink(int chosen)
{
    int ink = 0;
    struct chart_frame frame = chart_frame_in(&chart, 500, 300, 1);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 500, 300);
    cairo_t *cairo = cairo_create(surface);
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    chart_draw(cairo, &chart, &frame, chosen, &paper_theme_paper);
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
    const unsigned char *pixels = cairo_image_surface_get_data(surface);
    for (int i = 0; i < 500 * 300; i++) {
        const unsigned char *pixel = pixels + 4 * i;
        int least = pixel[0] < pixel[1] ? pixel[0] : pixel[1];
        ink += (least < pixel[2] ? least : pixel[2]) < 140; /* darker than any line of the grid */
    }
    cairo_surface_destroy(surface);
    return ink;
}

static void the_chosen_line_stands_out(void **state)
{
    (void)state;
    int all = count_ink(-1), first = count_ink(0), second = count_ink(1);
    assert_true(all > 1500);
    assert_true(first < all - 500 && second < all - 500);
    assert_true(first > 300 && second > 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holds_the_speed_of_every_move),
        cmocka_unit_test(points_lie_where_the_axes_say),
        cmocka_unit_test(axes_have_round_numbers_with_room_between_them),
        cmocka_unit_test(the_nearest_point_is_found_within_reach),
        cmocka_unit_test(the_chosen_line_stands_out),
    };
    return cmocka_run_group_tests(tests, open_chart, close_chart);
}
