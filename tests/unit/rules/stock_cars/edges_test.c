/* What the worked examples of RULES 11 do not come to, worked out by hand from the clause of the
 * number.
 */
#include "unit/rules/stock_cars/fixture.h"

/* A second S is refused where it stands, whatever comes behind it. */
static void test_3_5_reads_from_left_to_right(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, YARD, 2, "specials=off");
    put_car(&table, 1, 0, 8, HEADING_N, 2);
    put_car(&table, 2, 0, 7, HEADING_N, 2);
    enter(&table, 1, "MM");
    expect_cost(&table, 2, "S(3M)", 0);
    expect_refused(&table, 2, "SSX", 2);
    close_table(&table);
}

/* In the pits of Yard, with the limit not broken. */
static void put_in_pits(struct table *table, int y, int speed, const char *pairs)
{
    open_table(table, YARD, 1, pairs);
    put_car(table, 1, 6, y, HEADING_N, speed)->pit = PIT_CLEAR;
}

static void expect_pits(struct table *table, enum stock_pit pit, int wild_cards)
{
    assert_int_equal(car_of(table, 1)->pit, pit);
    assert_int_equal(car_of(table, 1)->wild_cards, wild_cards);
    close_table(table);
}

/* The move onto the first # counts, even if the car is slow enough when it stands there. */
static void test_4_5_the_limit_begins_with_the_first_move(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, YARD, 1, "specials=off");
    put_car(&table, 1, 0, 13, HEADING_E, 7);
    enter(&table, 1, "(5M)R(R+1)B");
    expect_car(&table, 1, 6, 11, HEADING_S, 6, 12);
    expect_pits(&table, PIT_BROKEN, 7);
}

/* The bag on the way takes 1 of the speed: repaired at 4, not at 5, it is 6 and two cards. */
static void test_4_5_the_repair_is_by_the_speed_that_is_left(void **state)
{
    static const char map[] =
        "name: Gate\nrace: N\nlaps: 2\n\n"
        "*********\n*********\n*** # ***\nFFF P ***\n1** # ***\n****S****\n*********\n";
    (void)state;
    struct table table;
    open_table(&table, map, 1, "specials=off");
    put_car(&table, 1, 4, 0, HEADING_N, 5);
    enter(&table, 1, "(5M)");
    expect_car(&table, 1, 4, 5, HEADING_N, 4, 18);
    expect_pits(&table, PIT_OUT, 10);
}

/* A repair at speed 5 brings 5 and a card; another visit, in which the limit is broken without one,
 * takes nothing away. */
static void test_4_5_a_visit_takes_back_its_own_repair(void **state)
{
    (void)state;
    struct table table;
    put_in_pits(&table, 5, 5, "specials=off");
    enter(&table, 1, "(5M)");
    expect_car(&table, 1, 6, 10, HEADING_N, 5, 17);
    enter(&table, 1, "(5M)");
    assert_int_equal(car_of(&table, 1)->pit, PIT_OUT);
    put_car(&table, 1, 6, 12, HEADING_S, 7);
    enter(&table, 1, "(7M)");
    expect_car(&table, 1, 6, 5, HEADING_S, 7, 17);
    expect_pits(&table, PIT_BROKEN, 9);
}

/* At speed 6 the repair brings 4 and a card; to end there with 7 takes both away. */
static void test_4_6_changes_at_the_end_break_the_limit(void **state)
{
    (void)state;
    struct table table;
    put_in_pits(&table, 3, 6, "specials=off");
    enter(&table, 1, "(6M)");
    expect_car(&table, 1, 6, 9, HEADING_N, 6, 16);
    expect_pits(&table, PIT_SERVED, 9);
    put_in_pits(&table, 3, 6, "specials=off");
    enter(&table, 1, "(6M)A");
    expect_car(&table, 1, 6, 9, HEADING_N, 7, 12);
    expect_pits(&table, PIT_BROKEN, 8);
    put_in_pits(&table, 5, 6, "specials=off"); /* on the last # it may not, either */
    enter(&table, 1, "(6M)A");
    expect_car(&table, 1, 6, 11, HEADING_N, 7, 12);
    expect_pits(&table, PIT_BROKEN, 8);
    put_in_pits(&table, 6, 6, "specials=off"); /* past it, it may */
    enter(&table, 1, "(6M)A");
    expect_car(&table, 1, 6, 12, HEADING_N, 7, 16);
    expect_pits(&table, PIT_OUT, 9);
}

/* One tile off the track, (5, 5), and (4, 6) is on it: 8 falls to 7, which is too fast to stand on
 * a pit tile, or to 5, which is not. */
static void test_4_6_after_leaving_the_track(void **state)
{
    (void)state;
    struct table table;
    put_in_pits(&table, 4, 6, "specials=off off_track=mild");
    enter(&table, 1, "A(A+1)L(7M)");
    expect_car(&table, 1, 6, 4, HEADING_NW, 7, 11);
    expect_pits(&table, PIT_BROKEN, 7);
    put_in_pits(&table, 4, 6, "specials=off");
    enter(&table, 1, "A(A+1)L(7M)");
    expect_car(&table, 1, 6, 4, HEADING_NW, 5, 10);
    expect_pits(&table, PIT_CLEAR, 7);
}

/* The # at (4, 2) is of the line, the asphalt beside it is not: only a move with a part in race
 * heading crosses, and only one against it takes that back. */
static void test_5_1_along_the_line_is_no_crossing(void **state)
{
    static const char map[] = "name: Gate\nrace: N\nlaps: 2\n\n"
                              "********\n********\nFFF #***\n1** ****\n********\n";
    (void)state;
    struct table table;
    open_table(&table, map, 1, "specials=off");
    put_car(&table, 1, 5, 2, HEADING_W, 1);
    enter(&table, 1, "M");
    expect_car(&table, 1, 4, 2, HEADING_W, 1, 12);
    assert_int_equal(car_of(&table, 1)->crossings, 0);
    put_car(&table, 1, 4, 2, HEADING_E, 1);
    enter(&table, 1, "M");
    assert_int_equal(car_of(&table, 1)->crossings, 0);
    put_car(&table, 1, 5, 1, HEADING_NW, 1);
    enter(&table, 1, "M");
    expect_car(&table, 1, 4, 2, HEADING_NW, 1, 12);
    assert_int_equal(car_of(&table, 1)->crossings, 1);
    put_car(&table, 1, 4, 2, HEADING_SE, 1);
    enter(&table, 1, "M");
    assert_int_equal(car_of(&table, 1)->crossings, 0);
    close_table(&table);
}

/* At its maximum a car behind another one is told of the slipstream, though S would be too fast. */
static void test_8_3_slipstream_at_the_maximum(void **state)
{
    (void)state;
    struct table table;
    struct stock_speed rows[STOCK_SPEEDS];
    bool slipstream = false;
    open_table(&table, YARD, 2, "specials=off");
    put_car(&table, 1, 0, 8, HEADING_N, 2);
    put_car(&table, 2, 0, 7, HEADING_N, 12);
    assert_int_equal(stock_speeds(table.race, 2, rows, &slipstream), 3);
    assert_true(slipstream);
    assert_int_equal(rows[0].speed, 10);
    assert_int_equal(rows[2].speed, 12);
    assert_string_equal(rows[2].changes, "");
    close_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_3_5_reads_from_left_to_right),
        cmocka_unit_test(test_4_5_the_limit_begins_with_the_first_move),
        cmocka_unit_test(test_4_5_the_repair_is_by_the_speed_that_is_left),
        cmocka_unit_test(test_4_5_a_visit_takes_back_its_own_repair),
        cmocka_unit_test(test_4_6_changes_at_the_end_break_the_limit),
        cmocka_unit_test(test_4_6_after_leaving_the_track),
        cmocka_unit_test(test_5_1_along_the_line_is_no_crossing),
        cmocka_unit_test(test_8_3_slipstream_at_the_maximum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
