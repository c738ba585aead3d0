/* What a speed would cost at best, told before it is posted, against what the rules' own steps cost
 * on every way once it is (RULES 5).
 */
#include "screens/circuit/view/inside.h"
#include "unit/rules/circuit/fixture.h"

#define TWO_CORNERS                                                                                \
    STRIP(24, 3,                                                                                   \
          "<g class='corner' data-from='6' data-to='8' data-limits='60 80 60' "                    \
          "data-line='2 1 2'/>"                                                                    \
          "<g class='corner' data-from='9' data-to='11' data-limits='80 60 80' "                   \
          "data-line='3 2 1'/>")

/* The fewest halves of a way of all points; -1: each one spins. */
static int least_of_ways(const struct race *race, int points, bool *finishes)
{
    struct film_ways *ways = memory_allocate(1, sizeof *ways);
    int least = -1;
    ways_find(ways, race);
    *finishes = false;
    for (int i = 0; i < ways->count; i++) {
        const struct way_space *space = &ways->spaces[i];
        bool ends = space->steps == points || space->outcome == OUTCOME_IS_FINISH;
        if (!ends || space->outcome == OUTCOME_IS_SPIN || (least >= 0 && space->halves >= least))
            continue;
        *finishes = space->outcome == OUTCOME_IS_FINISH;
        least = space->halves;
    }
    free(ways);
    return least;
}

static void check_speeds(struct table *table, int row, int lane, bool on_line, int halves)
{
    const struct circuit *circuit = circuit_of(&table->setup);
    for (int speed = CIRCUIT_SPEED; speed <= 160; speed += CIRCUIT_SPEED) {
        struct race *fresh = circuit_game.begin(&table->setup);
        bool finishes;
        circuit_game.free(table->race);
        table->race = fresh;
        inside(table)->round = 5;
        struct circuit_car *car = put(table, 1, row, lane, speed);
        car->on_line = on_line;
        car->halves = halves;
        struct outlook_car seen = outlook_car_of(&table->setup, car);
        struct outlook outlook = outlook_of(circuit, &seen, speed);
        POST(table, speed);
        int least = circuit_phase(table->race) == PHASE_MOVE
                        ? least_of_ways(table->race, speed / CIRCUIT_SPEED, &finishes)
                        : 0;
        if (outlook.now != least)
            fail_msg("row %d, lane %d, line %d, speed %d: %d, not %d", row, lane, on_line, speed,
                     outlook.now, least);
    }
}

static void check_circuit(const char *svg, int halves)
{
    struct table table;
    open_table(&table, svg, 1, "");
    const struct circuit *circuit = circuit_of(&table.setup);
    for (int row = 0; row < circuit->rows; row++)
        for (int lane = 1; lane <= circuit->lanes; lane++) {
            check_speeds(&table, row, lane, false, halves);
            if (circuit->line[row] == lane)
                check_speeds(&table, row, lane, true, halves);
        }
    close_table(&table);
}

static void test_at_best_is_the_cheapest_way(void **state)
{
    (void)state;
    check_circuit(CIRCUIT_X, 40);
    check_circuit(TWO_CORNERS, 40);
}

static void test_with_little_wear_left(void **state)
{
    (void)state;
    check_circuit(CIRCUIT_X, 3);
    check_circuit(TWO_CORNERS, 3);
}

/* RULES 14.2: on the line 120 costs nothing; off it, 2 halves; what lies in the next turn is not
 * told.
 */
static void test_this_turn_alone(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, CIRCUIT_X, 1, "");
    put(&table, 1, 8, 2, 120);
    struct outlook_car car = outlook_car_of(&table.setup, circuit_car(table.race, 1));
    struct outlook outlook = outlook_of(circuit_of(&table.setup), &car, 120);
    assert_int_equal(outlook.now, 2);
    car.row = 2;
    outlook = outlook_of(circuit_of(&table.setup), &car, 120);
    assert_int_equal(outlook.now, 0);
    close_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_at_best_is_the_cheapest_way),
        cmocka_unit_test(test_with_little_wear_left),
        cmocka_unit_test(test_this_turn_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
