/* The worked examples of RULES 11, each with its number. */
#include "unit/rules/stock_cars/fixture.h"

static void expect_speeds(struct table *table, int car, const char *wanted)
{
    struct stock_speed rows[STOCK_SPEEDS];
    struct text found = {0};
    bool slipstream;
    int count = stock_speeds(table->race, car, rows, &slipstream);
    for (int i = 0; i < count; i++)
        text_append_format(&found, "%d %s %d;", rows[i].speed, rows[i].changes, rows[i].cards);
    assert_string_equal(text_string(&found), wanted);
    text_free(&found);
}

static void expect_tile(struct table *table, int x, int y, char tile)
{
    assert_int_equal(stock_tile(table->race, (struct point){x, y}), tile);
}

static void test_1_slipstream(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, YARD, 2, "specials=off");
    const struct stock_map *map = stock_map_of(&table.setup);
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++)
            assert_int_equal(stock_map_on_line(map, (struct point){x, y}),
                             y == 6 && (x <= 4 || x == 6));
    PLAY(&table, "A(A+1)MM", "A(A+1)MM");
    expect_car(&table, 1, 0, 7, HEADING_N, 2, 12);
    expect_car(&table, 2, 0, 6, HEADING_N, 2, 12);
    for (int car = 1; car <= 2; car++) {
        assert_int_equal(car_of(&table, car)->wild_cards, 7);
        assert_int_equal(stock_lap(table.race, car_of(&table, car)), 1);
    }
    enter(&table, 1, "A(A+1)(4M)");
    expect_speeds(&table, 2, "0 B(B+1) 1;1 B 0;2  0;3 S 0;4 SA 0;5 SA(A+1) 1;");
    expect_refused(&table, 2, "SAA(5M)", 3);
    expect_refused(&table, 2, "SSMMMM", 2);
    expect_refused(&table, 2, "S(A+1)(4M)", 2);
    expect_refused(&table, 2, "MMMS", 4);
    expect_refused(&table, 2, "(0M)", 2);
    expect_refused(&table, 2, "(2M", 4);
    expect_refused(&table, 2, "A(2M)(M)", 7);
    close_table(&table);
}

static void test_2_steering(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, YARD, 1, "specials=off");
    put_car(&table, 1, 0, 11, HEADING_N, 4);
    expect_cost(&table, 1, "RLMM", 0);
    expect_cost(&table, 1, "RRL(L+1)", 1);
    expect_cost(&table, 1, "R(R+1)LL", 1);
    expect_refused(&table, 1, "RRLL", 2);
    expect_refused(&table, 1, "R(R+1)L(L+1)", 8);
    expect_refused(&table, 1, "(R+1)MMM", 1);
    expect_refused(&table, 1, "RLRLR", 5);
    expect_refused(&table, 1, "AA(6M)", 2);
    expect_refused(&table, 1, "A(5M)AA", 7);
    expect_refused(&table, 1, "(3M)", 5);
    expect_refused(&table, 1, "A(4M)B", 6);
    expect_refused(&table, 1, "A(6M)B", 2);
    expect_refused(&table, 1, "-", 1);
    enter(&table, 1, "A(2M)RM(R+1)");
    int count;
    static const int way[5][2] = {{0, 12}, {0, 13}, {1, 14}, {2, 15}, {3, 15}};
    const struct stock_entered *path = stock_event_path(&table.events.items[1], &count);
    assert_int_equal(count, 5);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(path[i].at.x, way[i][0]);
        assert_int_equal(path[i].at.y, way[i][1]);
    }
    assert_string_equal(stock_event_order(&table.events.items[1]), "A(2M)RM(R+1)");
    expect_car(&table, 1, 3, 15, HEADING_E, 5, 12);
    assert_int_equal(car_of(&table, 1)->wild_cards, 7);
    close_table(&table);
}

static void test_2_words_of_the_wrong_number(void **state)
{
    (void)state;
    struct table table;
    struct error error = {0};
    struct event_list events = {0};
    open_table(&table, YARD, 1, "specials=off");
    put_car(&table, 1, 0, 11, HEADING_N, 4);
    assert_false(stock_cars_game.apply(table.race, 1, "(3M)", &events, &error));
    assert_non_null(strstr(error.text, "4 moves needed, 3 given"));
    close_table(&table);
}

static void test_3_bank(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, YARD, 1, "specials=off");
    put_car(&table, 1, 3, 15, HEADING_E, 5);
    enter(&table, 1, "A(6M)");
    enter(&table, 1, "B(5M)");
    expect_car(&table, 1, 14, 14, HEADING_SE, 5, 12);
    enter(&table, 1, "BR(3M)");
    expect_car(&table, 1, 11, 10, HEADING_SW, 4, 12);
    close_table(&table);
}

static void leave(const char *order, int x, int y, enum heading heading, int speed, int maximum)
{
    struct table table;
    open_table(&table, YARD, 1, "specials=off");
    put_car(&table, 1, 14, 14, HEADING_SE, 5);
    enter(&table, 1, order);
    expect_car(&table, 1, x, y, heading, speed, maximum);
    close_table(&table);
}

static void test_4_off_the_track(void **state)
{
    (void)state;
    leave("R(4M)A", 11, 10, HEADING_SW, 2, 10);
    leave("BMR(R+1)M", 14, 14, HEADING_SE, 0, 8);
    leave("(5M)A", 14, 14, HEADING_SE, 0, 6);
}

static void test_5_bags(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, YARD, 4, "specials=off");
    put_car(&table, 4, 4, 6, HEADING_N, 2);
    PLAY(&table, NULL, NULL, NULL, "A(A+1)(4M)");
    expect_tile(&table, 4, 9, TILE_FLAT_BAG);
    expect_tile(&table, 4, 10, TILE_ASPHALT);
    expect_car(&table, 4, 4, 10, HEADING_N, 2, 12);
    close_table(&table);
}

static void test_6_maximum(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, YARD, 1, "specials=off max_speed=6");
    put_car(&table, 1, 4, 15, HEADING_NE, 6);
    expect_refused(&table, 1, "A(7M)", 1);
    enter(&table, 1, "R(5M)A");
    assert_int_equal(car_of(&table, 1)->speed, 6);
    close_table(&table);
}

static void test_7_crash(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, YARD, 2, "specials=off");
    PLAY(&table, NULL, "AM");
    expect_car(&table, 1, 0, 5, HEADING_N, 0, 11);
    expect_car(&table, 2, 0, 5, HEADING_N, 0, 11);
    expect_tile(&table, 0, 5, TILE_OIL);
    close_table(&table);
}

static void drive_to_the_pits(struct table *table)
{
    static const char *const orders[] = {"AR", "R", "R", "R", "M", "M", "L", "L", "L"};
    static const int crossings[] = {1, 1, 0, 0, 0, 0, 0, 0, 0};
    open_table(table, YARD, 1, "");
    enter(table, 1, "special performance");
    assert_int_equal(car_of(table, 1)->wild_cards, 16);
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        enter(table, 1, orders[i]);
        assert_int_equal(car_of(table, 1)->crossings, crossings[i]);
    }
    expect_car(table, 1, 6, 2, HEADING_NE, 1, 12);
    assert_int_equal(car_of(table, 1)->pit, PIT_CLEAR);
}

static void test_8_pits(void **state)
{
    (void)state;
    struct table table;
    drive_to_the_pits(&table);
    enter(&table, 1, "A(A+1)L(2M)");
    enter(&table, 1, "A(A+1)(5M)");
    expect_car(&table, 1, 6, 10, HEADING_N, 5, 17);
    assert_int_equal(car_of(&table, 1)->wild_cards, 16);
    assert_int_equal(car_of(&table, 1)->pit, PIT_SERVED);
    enter(&table, 1, "A(A+1)(3M)RM(R+1)M");
    assert_int_equal(car_of(&table, 1)->maximum, 12);
    assert_int_equal(car_of(&table, 1)->wild_cards, 12);
    close_table(&table);
}

static void test_8_pits_in_time(void **state)
{
    (void)state;
    struct table table;
    drive_to_the_pits(&table);
    enter(&table, 1, "A(A+1)L(2M)");
    enter(&table, 1, "A(A+1)(5M)");
    enter(&table, 1, "A(3M)RM(R+1)(A+1)");
    expect_car(&table, 1, 9, 15, HEADING_E, 7, 17);
    assert_int_equal(car_of(&table, 1)->wild_cards, 14);
    close_table(&table);
}

static void test_8_repair_at_speed_3(void **state)
{
    (void)state;
    struct table table;
    drive_to_the_pits(&table);
    enter(&table, 1, "A(A+1)L(2M)");
    enter(&table, 1, "(3M)");
    enter(&table, 1, "(3M)");
    assert_int_equal(car_of(&table, 1)->maximum, 19);
    assert_int_equal(car_of(&table, 1)->wild_cards, 15 + 4);
    close_table(&table);
}

static void test_9_specials(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, YARD, 1, "");
    enter(&table, 1, " Special  TURBO ");
    expect_cost(&table, 1, "AAMM", 0);
    put_car(&table, 1, 0, 11, HEADING_N, 4);
    expect_refused(&table, 1, "BB(2M)AA", 2);
    expect_cost(&table, 1, "BB(2M)A(A+1)", 1);
    expect_cost(&table, 1, "B(B+1)(2M)AA", 1);
    close_table(&table);
    open_table(&table, YARD, 1, "");
    enter(&table, 1, "special swaybars");
    put_car(&table, 1, 0, 11, HEADING_N, 2);
    expect_cost(&table, 1, "RR", 0);
    expect_refused(&table, 1, "R(R+1)", 2);
    close_table(&table);
}

static void test_10_open(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, YARD, 2, "specials=off orders=open");
    enter(&table, 1, "AM");
    enter(&table, 2, "A(A+1)MM");
    expect_car(&table, 1, 0, 6, HEADING_N, 0, 11);
    expect_car(&table, 2, 0, 6, HEADING_N, 1, 11);
    expect_tile(&table, 0, 6, TILE_OIL);
    assert_true(stock_map_on_line(stock_map_of(&table.setup), (struct point){0, 6}));
    enter(&table, 1, "-");
    enter(&table, 2, "B");
    expect_car(&table, 1, 0, 6, HEADING_N, 0, 10);
    expect_car(&table, 2, 0, 6, HEADING_N, 0, 10);
    const struct stock_event *crash = stock_event(&table.events.items[table.events.count - 1]);
    assert_int_equal(crash->type, STOCK_EVENT_CRASHED);
    assert_false(crash->oil);
    close_table(&table);
}

/* The line is the row of (1, 3): cars 1 and 2 need one move and two to finish. */
static void test_11_places(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, "name: Tiny\nrace: N\nlaps: 1\n\n*****\n*   *\nF   *\n1   *\n2   *\n*****\n",
               2, "specials=off wild_cards=20");
    put_car(&table, 1, 0, 2, HEADING_N, 2)->crossings = 1;
    put_car(&table, 2, 0, 1, HEADING_N, 3)->crossings = 1;
    PLAY(&table, "MM", "(3M)");
    assert_int_equal(car_of(&table, 1)->place, 1);
    assert_int_equal(car_of(&table, 2)->place, 2);
    assert_true(stock_cars_game.over(table.race));
    close_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_1_slipstream),
        cmocka_unit_test(test_2_steering),
        cmocka_unit_test(test_2_words_of_the_wrong_number),
        cmocka_unit_test(test_3_bank),
        cmocka_unit_test(test_4_off_the_track),
        cmocka_unit_test(test_5_bags),
        cmocka_unit_test(test_6_maximum),
        cmocka_unit_test(test_7_crash),
        cmocka_unit_test(test_8_pits),
        cmocka_unit_test(test_8_pits_in_time),
        cmocka_unit_test(test_8_repair_at_speed_3),
        cmocka_unit_test(test_9_specials),
        cmocka_unit_test(test_10_open),
        cmocka_unit_test(test_11_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
