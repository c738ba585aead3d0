/* What the levels and par promise: orders that the rules take, the same ones for the same race, and
 * the fewest turns for an ace alone.
 */
#include "../../rules/stock_cars/fixture.h"

#include "base/number.h"
#include "drivers/stock_cars/driving.h"
#include "session/session.h"

#include "maps.h"

enum { ACE = 3, LEVELS = 4, TURNS_MOST = 200 };

static void drive(struct table *table, const struct prepared *prepared, const int *levels,
                  struct text *orders)
{
    while (!stock_cars_game.over(table->race)) {
        struct text order = {0};
        int car = race_next_car(table->race);
        stock_cars_driving.choose(levels[car - 1], prepared_body(prepared), table->race, car, NULL,
                                  &order);
        text_append_format(orders, "%s\n", text_string(&order));
        enter(table, car, text_string(&order));
        text_free(&order);
        assert_true(stock_cars_game.round(table->race) < TURNS_MOST);
    }
}

static int par_of(const struct table *table)
{
    struct error error;
    return stock_cars_driving.find_par(&table->setup, false, NULL, NULL, &error);
}

static void drive_alone(const char *map, const char *pairs)
{
    static const int levels[] = {ACE};
    struct table table;
    struct text orders = {0};
    open_table(&table, map, 1, pairs);
    struct prepared *prepared = prepared_make(&table.setup, NULL);
    drive(&table, prepared, levels, &orders);
    assert_int_equal(stock_car(table.race, 1)->place, 1);
    int par = par_of(&table);
    assert_int_equal(stock_cars_game.round(table.race), par);
    assert_int_equal(prepared_rounds(prepared), par);
    prepared_release(prepared);
    text_free(&orders);
    close_table(&table);
}

static void test_ace_alone(void **state)
{
    (void)state;
    drive_alone(RING, "specials=off");
    drive_alone(PITS, "specials=off max_speed=6 wild_cards=0 laps=1");
}

/* Rookies, clubs and aces together, twice the same. */
static void test_together(void **state)
{
    static const int levels[] = {0, 1, ACE};
    struct text orders[2] = {{0}, {0}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct table table;
        open_table(&table, RING, 3, "off_track=severe");
        struct prepared *prepared = prepared_make(&table.setup, NULL);
        drive(&table, prepared, levels, &orders[i]);
        prepared_release(prepared);
        close_table(&table);
    }
    assert_string_equal(text_string(&orders[0]), text_string(&orders[1]));
    text_free(&orders[0]);
    text_free(&orders[1]);
}

/* Beside another car, too, a stop is worth it: the maximum rises above that of the start. */
static void test_pits_are_planned(void **state)
{
    struct table table;
    int most = 0;
    (void)state;
    open_table(&table, PITS_WITH("2"), 2, "specials=off crash=off max_speed=6 wild_cards=0 laps=2");
    struct prepared *prepared = prepared_make(&table.setup, NULL);
    while (!stock_cars_game.over(table.race)) {
        struct text order = {0};
        int car = race_next_car(table.race);
        stock_cars_driving.choose(ACE, prepared_body(prepared), table.race, car, NULL, &order);
        enter(&table, car, text_string(&order));
        text_free(&order);
        most = number_larger(most, stock_car(table.race, 1)->maximum);
        assert_true(stock_cars_game.round(table.race) < TURNS_MOST);
    }
    assert_true(most > 6);
    prepared_release(prepared);
    close_table(&table);
}

/* How often of 160 a club orders otherwise than it mostly does, so many tiles in front of another
 * car. */
static int count_slips(struct table *table, const struct prepared *prepared, int lead)
{
    enum { TIMES = 160 };
    struct text orders[TIMES] = {{0}};
    int most = 0;
    put_car(table, 1, 15, 6, HEADING_S, 4)->crossings = 1;
    put_car(table, 2, 16, 6 + lead, HEADING_S, 4)->crossings = 1;
    for (int i = 0; i < TIMES; i++) {
        stock_race(table->race)->random = random_seeded((uint64_t)i);
        stock_cars_driving.choose(1, prepared_body(prepared), table->race, 1, NULL, &orders[i]);
    }
    for (int i = 0; i < TIMES; i++) {
        int same = 0;
        for (int k = 0; k < TIMES; k++)
            same += strcmp(text_string(&orders[i]), text_string(&orders[k])) == 0;
        most = number_larger(most, same);
    }
    for (int i = 0; i < TIMES; i++)
        text_free(&orders[i]);
    return TIMES - most;
}

/* 8 of 32 turns beside or behind another car, two more for each tile of the lead. */
static void test_a_leader_takes_care(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, 2, "specials=off");
    struct prepared *prepared = prepared_make(&table.setup, NULL);
    assert_in_range(count_slips(&table, prepared, 0), 25, 55);
    assert_in_range(count_slips(&table, prepared, -2), 25, 55);
    assert_in_range(count_slips(&table, prepared, 3), 57, 79);
    prepared_release(prepared);
    close_table(&table);
}

/* Twice no card is none, so turbo is what makes a car faster; of many cards twice as many are more
 * than what a second change saves, or a second steer. */
static void test_specials(void **state)
{
    static const struct {
        const char *pairs, *special;
    } rows[] = {{"specials=on wild_cards=0", "special turbo"},
                {"specials=on wild_cards=40", "special performance"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct table table;
        open_table(&table, RING, 2, rows[i].pairs);
        struct prepared *prepared = prepared_begin(&table.setup, NULL);
        for (int level = 0; level < LEVELS; level++) {
            struct text order = {0};
            stock_cars_driving.choose(level, prepared_body(prepared), table.race, 1, NULL, &order);
            assert_string_equal(text_string(&order),
                                level == 0 ? "special performance" : rows[i].special);
            text_free(&order);
        }
        atomic_bool cancelled = true;
        assert_false(prepared_complete(prepared, &(struct budget){.cancelled = &cancelled}));
        assert_true(prepared_complete(prepared, NULL));
        assert_true(
            prepared_complete(prepared, &(struct budget){.cancelled = &cancelled})); /* already */
        prepared_release(prepared);
        close_table(&table);
    }
}

/* Of four pros in so many races of a lap, by car: wild cards that are left, all in all, and
 * slipstreams that are used. */
static void test_characters_are_seen(void **state)
{
    enum { BOLD = 1, WALL, SHADOW, SAVER };
    int cards[CAR_LIMIT + 1] = {0}, drawn[CAR_LIMIT + 1] = {0};
    struct error error = {0};
    struct setup setup = setup_from_preset(&stock_cars_game, STOCK_PRESET_STOCK_CARS);
    (void)state;
    setup.course = course_load("tracks/stock-cars/first-lap.map", &error);
    assert_non_null(setup.course.body);
    setup.players = 4;
    setup.values[STOCK_SPECIALS] = STOCK_OFF;
    struct prepared *prepared = prepared_make(&setup, NULL);
    for (setup.seed = 1; setup.seed <= 60; setup.seed++) {
        struct table table = {.race = stock_cars_game.begin(&setup)};
        while (!stock_cars_game.over(table.race)) {
            struct text order = {0};
            int car = race_next_car(table.race);
            struct race *known = race_copy_for(table.race, car, setup.seed);
            stock_cars_driving.choose(2, prepared_body(prepared), known, car, NULL, &order);
            stock_cars_game.free(known);
            drawn[car] += text_string(&order)[0] == 'S';
            enter(&table, car, text_string(&order));
            text_free(&order);
        }
        for (int car = 1; car <= 4; car++)
            cards[car] += car_of(&table, car)->wild_cards;
        event_list_free(&table.events);
        stock_cars_game.free(table.race);
    }
    for (int car = 1; car <= 4; car++) {
        assert_true(car == SAVER || cards[SAVER] > cards[car]);
        assert_true(car == BOLD || cards[BOLD] < cards[car]);
        assert_true(car == SHADOW || car == SAVER || drawn[SHADOW] > drawn[car]);
    }
    prepared_release(prepared);
    course_release(setup.course);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ace_alone),        cmocka_unit_test(test_together),
        cmocka_unit_test(test_pits_are_planned), cmocka_unit_test(test_characters_are_seen),
        cmocka_unit_test(test_specials),         cmocka_unit_test(test_a_leader_takes_care),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
