/* Cutting up boxes: nothing overlaps, nothing is lost, nothing gets negative. */
#include "draw/canvas.h"
#include "support/cmocka.h"

static void assert_box(struct box box, int x, int y, int w, int h)
{
    assert_int_equal(box.x, x);
    assert_int_equal(box.y, y);
    assert_int_equal(box.w, w);
    assert_int_equal(box.h, h);
}

static void cuts_from_every_side(void **state)
{
    (void)state;
    struct box rest = {10, 20, 100, 50};
    assert_box(box_cut_left(&rest, 30), 10, 20, 30, 50);
    assert_box(box_cut_right(&rest, 20), 90, 20, 20, 50);
    assert_box(box_cut_top(&rest, 5), 40, 20, 50, 5);
    assert_box(box_cut_bottom(&rest, 15), 40, 55, 50, 15);
    assert_box(rest, 40, 25, 50, 30);
}

static void gives_what_there_is(void **state)
{
    (void)state;
    struct box rest = {0, 0, 10, 10};
    assert_box(box_cut_top(&rest, 99), 0, 0, 10, 10);
    assert_box(box_cut_top(&rest, 5), 0, 10, 10, 0);
    assert_box(box_cut_left(&rest, -3), 0, 10, 0, 0);
    assert_box(box_inset((struct box){0, 0, 4, 4}, 3, 3), 3, 3, 0, 0);
}

static void meets_or_is_empty(void **state)
{
    (void)state;
    struct box a = {0, 0, 10, 10};
    assert_box(box_intersect(a, (struct box){5, 6, 10, 10}), 5, 6, 5, 4);
    struct box apart = box_intersect(a, (struct box){20, 0, 5, 5});
    assert_int_equal(apart.w, 0);
    assert_false(box_holds(apart, apart.x, apart.y));
    assert_true(box_holds(a, 9, 9));
    assert_false(box_holds(a, 10, 9));
}

static void shares_a_row_to_the_last_pixel(void **state)
{
    (void)state;
    struct box row = {3, 0, 101, 9};
    assert_box(box_column(row, 0, 3, 4), 3, 0, 31, 9);
    assert_box(box_column(row, 1, 3, 4), 38, 0, 31, 9);
    assert_box(box_column(row, 2, 3, 4), 73, 0, 31, 9);
    assert_box(box_column((struct box){0, 0, 5, 1}, 1, 2, 9), 9, 0, 0, 1);
}

static void stands_in_the_middle(void **state)
{
    (void)state;
    assert_box(box_centre((struct box){0, 0, 100, 60}, 40, 20), 30, 20, 40, 20);
    assert_box(box_centre((struct box){5, 5, 10, 10}, 40, 20), 5, 5, 10, 10);
}

static void some_boxes_cover_all_that_were_added(void **state)
{
    (void)state;
    struct boxes few = {.count = 0};
    for (int i = 0; i < 100; i++)
        boxes_add(&few, (struct box){i * 37 % 100 * 20, i * 61 % 100 * 20, 12, i % 10},
                  boxes_touch);
    assert_in_range(few.count, 2, BOXES_LIMIT);
    for (int i = 0; i < 100; i++) {
        struct box box = {i * 37 % 100 * 20, i * 61 % 100 * 20, 12, i % 10};
        bool covered = box_is_empty(box);
        for (int k = 0; k < few.count; k++)
            covered |= box_is_same(box_intersect(box, few.at[k]), box);
        assert_true(covered);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cuts_from_every_side),
        cmocka_unit_test(gives_what_there_is),
        cmocka_unit_test(meets_or_is_empty),
        cmocka_unit_test(shares_a_row_to_the_last_pixel),
        cmocka_unit_test(stands_in_the_middle),
        cmocka_unit_test(some_boxes_cover_all_that_were_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
