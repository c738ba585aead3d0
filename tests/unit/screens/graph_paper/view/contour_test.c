/* The line behind which a car may come back, on roads whose progress is made up here. */
#include "screens/graph_paper/view/inside.h"
#include "support/cmocka.h"

#include <math.h>

static void find(struct contour *contour, struct point size, int (*progress_of)(struct point),
                 int most, struct point near)
{
    static int progress[21 * 21];
    for (int i = 0; i < (size.x + 1) * (size.y + 1); i++)
        progress[i] = progress_of((struct point){i % (size.x + 1), i / (size.x + 1)});
    struct contour_ask ask = {size.x, size.y, progress, most, near};
    contour_find(contour, &ask);
}

/* A road from (2,0) to (5,20), three squares wide: progress is five for each square upwards. */
static int along_a_road(struct point grid)
{
    return grid.x >= 2 && grid.x <= 5 ? grid.y * 5 : -1;
}

static void a_stroke_goes_across_the_road_and_beyond_its_walls(void **state)
{
    (void)state;
    struct contour contour = {0};
    find(&contour, (struct point){10, 20}, along_a_road, 35, (struct point){7, 8});
    assert_true(contour.count >= 4);
    double left = INFINITY, right = -INFINITY;
    for (int i = 0; i < contour.count; i++) {
        assert_int_equal(contour.points[i].begins, i == 0); /* one stroke */
        assert_true(contour.points[i].y > 7 && contour.points[i].y < 8);
        left = fmin(left, contour.points[i].x);
        right = fmax(right, contour.points[i].x);
    }
    assert_true(left <= 1.5 && right >= 5.5);
    assert_true(contour.label_y < 7.5); /* the car comes back below it */
    contour_free(&contour);
}

/* A road round a middle: progress grows with the angle from the start line at (10,1) to (10,5),
 * where it jumps back. */
static int round_a_middle(struct point grid)
{
    double x = grid.x - 10, y = grid.y - 10, away = hypot(x, y);
    if (away < 5 || away > 9)
        return -1;
    double angle = atan2(x, -y); /* 0 below, growing to the right */
    return (int)((angle < 0 ? angle + 6.2831853 : angle) * 35);
}

static void the_start_line_is_none(void **state)
{
    (void)state;
    struct contour contour = {0};
    find(&contour, (struct point){20, 20}, round_a_middle, 55,
         (struct point){19, 10}); /* a quarter round */
    assert_true(contour.count > 4);
    for (int i = 0; i < contour.count; i++) {
        assert_true(contour.points[i].x > 13);
        assert_true(fabs(contour.points[i].y - 10) < 2);
    }
    contour_free(&contour);
}

static void there_may_be_none(void **state)
{
    (void)state;
    struct contour contour = {0};
    find(&contour, (struct point){10, 20}, along_a_road, 500, (struct point){0, 0});
    assert_int_equal(contour.count, 0);
    contour_free(&contour);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stroke_goes_across_the_road_and_beyond_its_walls),
        cmocka_unit_test(the_start_line_is_none),
        cmocka_unit_test(there_may_be_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
