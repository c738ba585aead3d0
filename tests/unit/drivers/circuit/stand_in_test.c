/* What a car does whose program is late or wrong, in each phase (RULES 15). */
#include "drivers/circuit/driving.h"
#include "unit/rules/circuit/fixture.h"

static void expect_stand_in(struct table *table, int car, const char *wanted)
{
    struct text action = {0};
    circuit_stand_in(table->race, car, &action);
    assert_string_equal(text_string(&action), wanted);
    text_free(&action);
}

static void test_a_build_and_a_speed(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, CIRCUIT_X, 1, "");
    put(&table, 1, 14, 1, 100);
    expect_stand_in(&table, 1, "speed 100");
    put(&table, 1, 14, 1, 0);
    expect_stand_in(&table, 1, "speed 20");
    circuit_game.free(table.race);
    table.setup.values[CIRCUIT_BUILD] = BUILD_PLAYERS;
    table.race = circuit_game.begin(&table.setup);
    expect_stand_in(&table, 1, "build 0 0 1 2 2");
    close_table(&table);
}

/* Posting so from there, then steps of its own. */
static void expect_step(int row, int lane, int speed, const char *wanted)
{
    struct table table;
    open_table(&table, CIRCUIT_X, 1, "");
    put(&table, 1, row, lane, speed);
    POST(&table, speed);
    expect_stand_in(&table, 1, wanted);
    close_table(&table);
}

static void test_the_cheapest_step(void **state)
{
    (void)state;
    expect_step(14, 1, 100, "go 1"); /* both cost nothing: the own lane */
    expect_step(14, 2, 100, "go 2");
    expect_step(9, 1, 100, "go 2");  /* into row 10: 80 in lane 1, on the line 120 in lane 2 */
    expect_step(9, 1, 140, "go 2");  /* lane 1 spins */
    expect_step(10, 2, 100, "go 2"); /* off the line its limit is 100 */
}

static void test_nobody_is_forced_and_nothing_is_spent(void **state)
{
    (void)state;
    struct table table;
    stand_behind_two(&table, 1, true);
    expect_stand_in(&table, 1, "stay");
    close_table(&table);
    stand_behind_two(&table, 2, false);
    expect_stand_in(&table, 1, "brake");
    enter(&table, 1, "force 1 2");
    expect_stand_in(&table, 2, "pass");
    enter(&table, 2, "block");
    enter(&table, 3, "block");
    expect_stand_in(&table, 1, "keep");
    close_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_build_and_a_speed),
        cmocka_unit_test(test_the_cheapest_step),
        cmocka_unit_test(test_nobody_is_forced_and_nothing_is_spent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
