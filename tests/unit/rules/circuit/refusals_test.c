/* What is refused in each phase (RULES 11): what is of another phase, half legal, or written with
 * blanks, signs, zeros or capitals. Nothing has happened then: state, dice and events are as they
 * were. Each table stands beside an action that its phase does take.
 */
#include "unit/rules/circuit/fixture.h"

/* One of each phase; in every other one it is refused. */
static const char *const of_phases[] = {
    [PHASE_BUILD] = "build 1 1 1 1 1", [PHASE_POST] = "speed 100", [PHASE_MOVE] = "go 1",
    [PHASE_CARDS] = "block",           [PHASE_CHIPS] = "keep",     [PHASE_SPIN] = "keep",
};

/* What no phase takes. */
static const char *const nonsense[] = {
    "",
    " ",
    "go",
    "go ",
    "go  1",
    " go 1",
    "go 1 ",
    "go\t1",
    "Go 1",
    "GO 1",
    "go +1",
    "go -1",
    "go 01",
    "go 0",
    "go 4",
    "go 10",
    "go 1.0",
    "go 1,2",
    "go 1 +",
    "go 1++",
    "go +",
    "go one",
    "go 99999999999",
    "g",
    "goo 1",
    "go1",
    "force",
    "force 1",
    "force 1 1",
    "force 1 3",
    "force 0 1",
    "force 1 2 3",
    "force +1 2",
    "force 01 2",
    "forces 1 2",
    "brakes",
    "brake 1",
    "brake ",
    " brake",
    "BRAKE",
    "stay 1",
    "stay ",
    "speed",
    "speed 0",
    "speed -20",
    "speed +20",
    "speed 020",
    "speed 30",
    "speed 20 ",
    "speed  20",
    "speed 20 20",
    "speed 2e1",
    "speed 9999",
    "speed 20mph",
    "speeds 100",
    "s 100",
    "build",
    "builds 1 1 1 1 1",
    "b 1 1 1 1 1",
    "build 1 1 1 1",
    "build 1 1 1 1 1 0",
    "build 2 2 2 2 2",
    "build 3 1 1 0 0",
    "build +1 1 1 1 1",
    "build 1  1 1 1 1",
    "build 01 1 1 1 1",
    "build 0 0 0 0 0",
    "build -1 2 2 1 1",
    "build -0 1 2 1 1",
    "speed -0",
    "pass 1",
    "Pass",
    "block ",
    "block pass",
    "chip 1",
    "chip ",
    "keep keep",
    "KEEP",
    "do 1: go 1",
    "1: go 1",
    "undo",
    "\xff",
    "gö 1",
};

static void expect_all_refused(struct table *table, const char *const *actions, size_t count)
{
    for (size_t i = 0; i < count; i++)
        expect_refused(table, actions[i]);
}
#define REFUSED(table, ...)                                                                        \
    expect_all_refused(table, (const char *const[]){__VA_ARGS__},                                  \
                       sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static void refuse_other_phases(struct table *table, enum circuit_phase phase)
{
    assert_int_equal(circuit_phase(table->race), phase);
    for (int other = PHASE_BUILD; other <= PHASE_SPIN; other++)
        if (strcmp(of_phases[other], of_phases[phase]) != 0)
            expect_refused(table, of_phases[other]);
    expect_all_refused(table, nonsense, sizeof nonsense / sizeof *nonsense);
}

static void test_while_cars_are_built(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, CIRCUIT_X, 2, "");
    circuit_game.free(table.race);
    table.setup.values[CIRCUIT_BUILD] = BUILD_PLAYERS;
    table.race = circuit_game.begin(&table.setup);
    refuse_other_phases(&table, PHASE_BUILD);
    enter(&table, 1, "build 2 0 1 0 2");
    refuse_other_phases(&table, PHASE_BUILD);
    enter(&table, 2, "build 0 1 2 2 0");
    assert_int_equal(circuit_phase(table.race), PHASE_POST);
    close_table(&table);
}

/* From 100: 60 to 140; standing: 20 to 60. */
static void test_while_speeds_are_posted(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, CIRCUIT_X, 2, "");
    put(&table, 1, 14, 1, 100);
    put(&table, 2, 20, 1, 0);
    refuse_other_phases(&table, PHASE_POST);
    REFUSED(&table, "speed 40", "speed 160", "speed 70");
    enter(&table, 1, "speed 140");
    REFUSED(&table, "speed 80", "speed 0");
    enter(&table, 2, "speed 60");
    assert_int_equal(circuit_phase(table.race), PHASE_MOVE);
    close_table(&table);
}

/* Row 8, five points: three steps lead into the corner. */
static void test_while_a_car_moves(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, CIRCUIT_X, 1, "");
    put(&table, 1, 8, 1, 100);
    POST(&table, 100);
    refuse_other_phases(&table, PHASE_MOVE);
    /* On the road: no brake, no bonus, nobody to force, no line to take, no third lane. */
    REFUSED(&table, "brake", "stay", "force 1 2", "force 2 1", "go 3", "go 1+", "go 2+", "go 1 2+");
    /* Half legal. */
    REFUSED(&table, "go 1 1 9", "go 1 1 1 1 1 1", "go 1 1 brake", "go 1 stay", "go 1 force 1 2",
            "go 1 go 1", "go 1 1 1+ 1+", "go 2 2 2+", "go 1 1 keep", "go 1 1 1 1 1 brake",
            "go 1  1", "go 1 1 ", "go 1 1 01");
    enter(&table, 1, "go 1 1 1+ 1 2");
    close_table(&table);
    /* A spin ends the move. */
    open_table(&table, CIRCUIT_X, 1, "");
    put(&table, 1, 8, 1, 140);
    POST(&table, 140);
    REFUSED(&table, "go 1 1 1", "go 1 1 keep", "go 1 1 chip", "go 1 1 brake");
    enter(&table, 1, "go 1 1");
    refuse_other_phases(&table, PHASE_SPIN);
    REFUSED(&table, "pass", "block", "go 1", "brake", "stay");
    enter(&table, 1, "keep");
    close_table(&table);
}

static void test_before_full_lanes(void **state)
{
    (void)state;
    struct table table;
    stand_behind_two(&table, 2, false);
    refuse_other_phases(&table, PHASE_MOVE);
    REFUSED(&table, "go 1", "go 2", "stay", "force 2 2", "force 2 3", "force 1 2 brake",
            "brake brake", "go force 1 2");
    enter(&table, 1, "force 1 2");
    refuse_other_phases(&table, PHASE_CARDS);
    REFUSED(&table, "chip", "keep", "go 1", "brake", "force 1 2");
    enter(&table, 3, "block");
    refuse_other_phases(&table, PHASE_CARDS);
    enter(&table, 2, "pass");
    refuse_other_phases(&table, PHASE_CHIPS);
    REFUSED(&table, "pass", "block", "brake");
    enter(&table, 1, "chip");
    refuse_other_phases(&table, PHASE_CHIPS);
    enter(&table, 2, "keep");
    enter(&table, 3, "chip");
    close_table(&table);
}

/* It goes between neighbours, and no further aside than a lane (8.1). */
static void test_between_neighbours_of_three(void **state)
{
    (void)state;
    for (int lane = 1; lane <= 2; lane++) {
        struct table table;
        open_table(&table, STRIP(30, 3, ""), 4, "");
        put(&table, 1, 8, lane, 60);
        for (int car = 2; car <= 4; car++)
            put(&table, car, 9, car - 1, 40);
        POST(&table, 60, 20, 20, 20);
        enter(&table, 2, "go 1");
        enter(&table, 3, "go 2");
        enter(&table, 4, "go 3");
        enter(&table, 1, lane == 1 ? "go 1" : "go 2");
        REFUSED(&table, "force 1 3", "force 3 1", "force 0 1", "force 3 4");
        if (lane == 1)
            REFUSED(&table, "force 2 3", "force 3 2");
        enter(&table, 1, lane == 1 ? "force 2 1" : "force 3 2");
        close_table(&table);
    }
}

static void test_on_the_point_of_the_slipstream(void **state)
{
    (void)state;
    struct table table;
    stand_behind_two(&table, 1, false);
    circuit_car_of(inside(&table), 1)->bonus = true;
    REFUSED(&table, "brake", "go 1", "stay stay", "stay go 1", "stay force 1 2");
    enter(&table, 1, "stay");
    close_table(&table);
}

static void test_without_force_passes(void **state)
{
    (void)state;
    struct table table;
    stand_behind_two(&table, 2, false);
    table.setup.values[CIRCUIT_FORCE_PASS] = CIRCUIT_OFF;
    REFUSED(&table, "force 1 2", "force 2 1", "stay", "go 1");
    enter(&table, 1, "brake");
    close_table(&table);
}

/* Nobody may answer for who has no chip: it is not asked (8.4). */
static void test_who_has_no_chip_is_not_asked(void **state)
{
    (void)state;
    struct table table;
    stand_behind_two(&table, 2, false);
    circuit_car_of(inside(&table), 2)->chips = 0;
    enter(&table, 1, "force 1 2");
    enter(&table, 2, "block");
    enter(&table, 3, "block");
    enter(&table, 1, "keep");
    assert_int_equal(race_next_car(table.race), 3);
    enter(&table, 3, "keep");
    assert_true(circuit_phase(table.race) != PHASE_CHIPS);
    close_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_while_cars_are_built),
        cmocka_unit_test(test_while_speeds_are_posted),
        cmocka_unit_test(test_while_a_car_moves),
        cmocka_unit_test(test_before_full_lanes),
        cmocka_unit_test(test_on_the_point_of_the_slipstream),
        cmocka_unit_test(test_between_neighbours_of_three),
        cmocka_unit_test(test_without_force_passes),
        cmocka_unit_test(test_who_has_no_chip_is_not_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
