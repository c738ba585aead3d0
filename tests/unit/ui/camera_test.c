/* The camera of the race screen: what is to be chosen is in sight and large enough, the point under
 * the pointer stays there, the sheet cannot get lost, glides end where they should. */
#include "support/cmocka.h"
#include "ui/camera.h"

#include <math.h>

enum { WIDTH = 990, HEIGHT = 756 };

static struct camera new_camera(int columns, int rows, double scale)
{
    struct camera camera;
    camera_set_sheet(&camera, (struct point){columns, rows});
    camera_resize(&camera, WIDTH, HEIGHT, scale);
    camera_fit(&camera);
    camera_jump(&camera);
    return camera;
}

static void assert_near(double value, double expected, double tolerance)
{
    if (fabs(value - expected) > tolerance)
        fail_msg("%f instead of %f", value, expected);
}

static void assert_shown(const struct paper_view *view, int rows, struct camera_area area)
{
    assert_true(view->left + area.left * view->square >= 0);
    assert_true(view->left + area.right * view->square <= WIDTH);
    assert_true(view->top + (rows - area.top) * view->square >= 0);
    assert_true(view->top + (rows - area.bottom) * view->square <= HEIGHT);
}

static void assert_on_whole_pixels(const struct paper_view *view)
{
    assert_true(view->left == floor(view->left) && view->top == floor(view->top));
}

static void fit_shows_the_whole_sheet_in_the_middle(void **state)
{
    (void)state;
    struct camera camera = new_camera(120, 80, 1);
    struct camera_area all = {0, 0, 120, 80};
    assert_shown(&camera.view, 80, all);
    assert_on_whole_pixels(&camera.view);
    assert_near(camera.view.left, WIDTH - 120 * camera.view.square - camera.view.left, 1.5);
    assert_near(camera.view.top, HEIGHT - 80 * camera.view.square - camera.view.top, 1.5);
}

/* The long road fitted into this window has squares of 8 pixels: too small to choose. */
static void choosing_on_a_large_sheet_goes_close(void **state)
{
    (void)state;
    const double scales[] = {1, 2, 2.5};
    for (int i = 0; i < 3; i++) {
        struct camera camera = new_camera(120, 80, scales[i]);
        struct camera_area area = {30, 8, 36, 14};
        assert_true(camera.view.square < 16 * scales[i]);
        camera_show(&camera, area);
        assert_true(camera.goal.square >= 16 * scales[i]);
        assert_shown(&camera.goal, 80, area);
        assert_on_whole_pixels(&camera.goal);
    }
}

static void what_is_in_sight_does_not_move_the_camera(void **state)
{
    (void)state;
    struct camera camera = new_camera(40, 30, 1);
    struct paper_view before = camera.goal;
    camera_show(&camera, (struct camera_area){20, 10, 26, 16});
    assert_memory_equal(&before, &camera.goal, sizeof before);
    assert_false(camera.chosen);
}

/* Points near the edge of a fitted sheet are as good as others; after points off the sheet the
 * whole of it comes back. A person's own view stays where it is. */
static void a_sheet_that_is_seen_whole_stays_whole(void **state)
{
    (void)state;
    struct camera camera = new_camera(40, 30, 1);
    struct paper_view before = camera.goal;
    camera_show(&camera, (struct camera_area){20, 0, 26, 6});
    assert_memory_equal(&before, &camera.goal, sizeof before);
    camera_show(&camera, (struct camera_area){20, -6, 26, 0});
    assert_true(camera.goal.top < before.top);
    camera_show(&camera, (struct camera_area){20, 0, 26, 6});
    assert_memory_equal(&before, &camera.goal, sizeof before);
    camera_pan(&camera, 0, -100);
    before = camera.goal;
    camera_show(&camera, (struct camera_area){20, 10, 26, 16});
    assert_memory_equal(&before, &camera.goal, sizeof before);
}

/* Following a car is the camera's doing, zooming and panning a person's. */
static void only_a_persons_own_view_outlives_the_window(void **state)
{
    (void)state;
    struct camera fresh = new_camera(40, 30, 1), camera = new_camera(40, 30, 1);
    camera_resize(&camera, WIDTH / 3, HEIGHT / 3, 1);
    camera_show(&camera, (struct camera_area){30, 20, 36, 26});
    camera_centre(&camera, 10, 10);
    camera_resize(&camera, WIDTH, HEIGHT, 1);
    assert_near(camera.goal.square, fresh.goal.square, 1e-9);
    camera_zoom(&camera, 1.5, 100, 100);
    camera_jump(&camera);
    camera_show(&camera, (struct camera_area){30, 20, 36, 26});
    camera_resize(&camera, WIDTH / 2, HEIGHT / 2, 1);
    assert_near(camera.goal.square, 1.5 * fresh.goal.square, 1e-9);
    camera_fit(&camera);
    assert_false(camera.chosen);
}

static void the_camera_follows_what_leaves_the_view(void **state)
{
    (void)state;
    struct camera camera = new_camera(120, 80, 1);
    camera_show(&camera, (struct camera_area){30, 8, 36, 14});
    camera_jump(&camera);
    double square = camera.view.square;
    for (int x = 36; x < 110; x += 5) {
        struct camera_area area = {x, 10, x + 6, 16};
        camera_show(&camera, area);
        assert_shown(&camera.goal, 80, area);
        assert_true(camera.goal.square == square);
        camera_jump(&camera);
    }
}

/* Squares grow smaller for it, but no smaller than can be chosen. */
static void what_is_larger_than_the_window_is_seen_whole(void **state)
{
    (void)state;
    struct camera camera = new_camera(120, 80, 1);
    struct camera_area near = {50, 38, 56, 44}, wide = {30, 30, 30 + WIDTH / 20.0, 44};
    camera_show(&camera, near);
    camera_jump(&camera);
    assert_true(camera.view.square > 20);
    camera_show(&camera, wide);
    camera_jump(&camera);
    assert_shown(&camera.view, 80, wide);
    assert_true(camera.view.square >= 16 && camera.view.square < 20);
    camera_show(&camera, (struct camera_area){0, 0, 120, 80});
    assert_near(camera.goal.square, 16, 1e-9);
}

/* Points off the sheet can be chosen like any other. */
static void points_beyond_the_sheet_are_shown(void **state)
{
    (void)state;
    static const struct camera_area areas[] = {
        {116, 30, 126, 36}, {-6, 30, 3, 36}, {50, 76, 56, 85}, {50, -7, 56, 2}, {112, 75, 125, 88}};
    for (size_t i = 0; i < sizeof areas / sizeof areas[0]; i++) {
        struct camera camera = new_camera(120, 80, 1);
        camera_show(&camera, areas[i]);
        assert_shown(&camera.goal, 80, areas[i]);
        camera_jump(&camera);
        camera_centre(&camera, 60, 40);
        camera_jump(&camera);
        camera_show(&camera, areas[i]);
        assert_shown(&camera.goal, 80, areas[i]);
    }
}

static void zoom_keeps_the_point_under_the_pointer(void **state)
{
    (void)state;
    struct camera camera = new_camera(120, 80, 1);
    camera_show(&camera, (struct camera_area){50, 38, 56, 44});
    camera_jump(&camera);
    double x, y, new_x, new_y;
    camera_to_sheet(&camera, 400, 300, &x, &y);
    for (int i = 0; i < 5; i++) {
        camera_zoom(&camera, 1.2, 400, 300);
        camera_jump(&camera);
    }
    camera_to_sheet(&camera, 400, 300, &new_x, &new_y);
    assert_near(new_x, x, 0.1);
    assert_near(new_y, y, 0.1);
}

static void zoom_has_bounds(void **state)
{
    (void)state;
    struct camera camera = new_camera(40, 30, 1);
    for (int i = 0; i < 100; i++)
        camera_zoom(&camera, 1.2, 10, 10);
    assert_near(camera.goal.square, CAMERA_LARGEST_SQUARE, 1e-9);
    for (int i = 0; i < 100; i++)
        camera_zoom(&camera, 1 / 1.2, 10, 10);
    assert_true(camera.goal.square > 8);
}

static void the_sheet_cannot_be_pushed_out_of_sight(void **state)
{
    (void)state;
    struct camera camera = new_camera(40, 30, 1);
    for (int i = 0; i < 50; i++)
        camera_pan(&camera, 500, -500);
    assert_true(camera.view.left <= WIDTH / 2);
    assert_true(camera.view.top + 30 * camera.view.square >= HEIGHT / 2 - 1);
    assert_on_whole_pixels(&camera.view);
}

static void a_glide_ends_at_its_goal_in_its_time(void **state)
{
    (void)state;
    struct camera camera = new_camera(120, 80, 1);
    camera_show(&camera, (struct camera_area){30, 8, 36, 14});
    camera_begin_glide(&camera, 5000);
    assert_true(camera.gliding);
    double before = camera.view.square;
    for (int time = 5010; time < 5000 + CAMERA_GLIDE_MILLISECONDS; time += 10) {
        camera_move(&camera, time);
        assert_on_whole_pixels(&camera.view);
        assert_true(camera.view.square >= before);
        before = camera.view.square;
    }
    camera_move(&camera, 5000 + CAMERA_GLIDE_MILLISECONDS);
    assert_false(camera.gliding);
    assert_memory_equal(&camera.view, &camera.goal, sizeof camera.view);
}

static void a_glide_to_where_one_is_never_begins(void **state)
{
    (void)state;
    struct camera camera = new_camera(40, 30, 1);
    camera_begin_glide(&camera, 100);
    assert_false(camera.gliding);
}

static void another_window_shows_the_same_middle(void **state)
{
    (void)state;
    struct camera camera = new_camera(120, 80, 1);
    camera_show(&camera, (struct camera_area){50, 38, 56, 44});
    camera_jump(&camera);
    camera_pan(&camera, 20, 10); /* by a person */
    double x, y, new_x, new_y;
    camera_to_sheet(&camera, WIDTH / 2.0, HEIGHT / 2.0, &x, &y);
    double square = camera.view.square;
    camera_resize(&camera, 700, 500, 2);
    camera_to_sheet(&camera, 350, 250, &new_x, &new_y);
    assert_near(new_x, x, 0.1);
    assert_near(new_y, y, 0.1);
    assert_near(camera.view.square, 2 * square, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fit_shows_the_whole_sheet_in_the_middle),
        cmocka_unit_test(choosing_on_a_large_sheet_goes_close),
        cmocka_unit_test(what_is_in_sight_does_not_move_the_camera),
        cmocka_unit_test(a_sheet_that_is_seen_whole_stays_whole),
        cmocka_unit_test(only_a_persons_own_view_outlives_the_window),
        cmocka_unit_test(the_camera_follows_what_leaves_the_view),
        cmocka_unit_test(what_is_larger_than_the_window_is_seen_whole),
        cmocka_unit_test(points_beyond_the_sheet_are_shown),
        cmocka_unit_test(zoom_keeps_the_point_under_the_pointer),
        cmocka_unit_test(zoom_has_bounds),
        cmocka_unit_test(the_sheet_cannot_be_pushed_out_of_sight),
        cmocka_unit_test(a_glide_ends_at_its_goal_in_its_time),
        cmocka_unit_test(a_glide_to_where_one_is_never_begins),
        cmocka_unit_test(another_window_shows_the_same_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
