/* Labels find room: over nothing that matters while there is room, inside of what is seen, and
 * never over each other. */
#include "base/random.h"
#include "paper/labels.h"
#include "support/cmocka.h"

#include <math.h>

enum { WIDTH = 800, HEIGHT = 600, LABEL_WIDTH = 110, LABEL_HEIGHT = 28 };

static struct label_field new_field(void)
{
    return (struct label_field){.seen = {0, 0, WIDTH, HEIGHT}, .unit = 1};
}

static bool overlap(struct label_box a, struct label_box b)
{
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

static void assert_inside(struct label_box box)
{
    assert_true(box.x >= 0 && box.y >= 0);
    assert_true(box.x + box.w <= WIDTH && box.y + box.h <= HEIGHT);
}

/* Nine points round a middle, as in a turn, one of them named. */
static void add_points(struct label_field *field, double x, double y, double square)
{
    for (int i = -1; i <= 1; i++)
        for (int k = -1; k <= 1; k++)
            labels_avoid_disc(field, x + i * square, y + k * square, 6, 20);
}

static void a_label_keeps_off_the_points_and_in_sight(void **state)
{
    (void)state;
    static const double middles[][2] = {{400, 300}, {30, 30},  {770, 570}, {30, 570},
                                        {770, 30},  {400, 10}, {790, 300}};
    for (size_t i = 0; i < sizeof middles / sizeof middles[0]; i++) {
        struct label_field field = new_field();
        add_points(&field, middles[i][0], middles[i][1], 21);
        int points = field.count;
        struct label_box box =
            labels_place(&field, LABEL_WIDTH, LABEL_HEIGHT, middles[i][0], middles[i][1], 12, 0, 0);
        assert_inside(box);
        for (int k = 0; k < points; k++)
            assert_false(overlap(box, field.obstacles[k].box));
    }
}

static void a_label_stays_near_and_lies_where_it_is_wanted(void **state)
{
    (void)state;
    struct label_field field = new_field();
    struct label_box above = labels_place(&field, LABEL_WIDTH, LABEL_HEIGHT, 400, 300, 10, 0, -1);
    assert_true(above.y + above.h <= 300 && above.y + above.h >= 280);
    struct label_box right = labels_place(&field, LABEL_WIDTH, LABEL_HEIGHT, 200, 100, 10, 1, 0);
    assert_true(right.x >= 200 && right.x <= 220);
}

static void labels_do_not_cover_each_other(void **state)
{
    (void)state;
    struct random random = random_seeded(11);
    print_message("seed 11\n");
    for (int round = 0; round < 200; round++) {
        struct label_field field = new_field();
        struct label_box boxes[4];
        double x = 150 + random_below(&random, 500), y = 120 + random_below(&random, 360);
        for (int i = 0; i < 4; i++) {
            boxes[i] =
                labels_place(&field, LABEL_WIDTH, LABEL_HEIGHT, x + random_below(&random, 60),
                             y + random_below(&random, 60), 12, 0, 0);
            for (int k = 0; k < i; k++)
                assert_false(overlap(boxes[i], boxes[k]));
        }
    }
}

static void more_obstacles_than_there_is_room_for_are_left_out(void **state)
{
    (void)state;
    struct label_field field = new_field();
    for (int i = 0; i < 2 * LABEL_OBSTACLE_LIMIT; i++)
        labels_avoid_line(&field, 0, i, 800, i, 1);
    assert_int_equal(field.count, LABEL_OBSTACLE_LIMIT);
    labels_place(&field, LABEL_WIDTH, LABEL_HEIGHT, 400, 300, 10, 0, 0);
    assert_int_equal(field.count, LABEL_OBSTACLE_LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_label_keeps_off_the_points_and_in_sight),
        cmocka_unit_test(a_label_stays_near_and_lies_where_it_is_wanted),
        cmocka_unit_test(labels_do_not_cover_each_other),
        cmocka_unit_test(more_obstacles_than_there_is_room_for_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
