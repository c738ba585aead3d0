/* The examples of RULES 14, each with its number. Where cars stand that an example does not name
 * they are far from what it is about.
 */
#include "unit/rules/circuit/fixture.h"

static int wear_of(struct table *table, int car)
{
    return circuit_car(table->race, car)->halves;
}

/* One car alone that posts this. */
static void alone(struct table *table, int row, int lane, int last, int speed)
{
    open_table(table, CIRCUIT_X, 1, "");
    put(table, 1, row, lane, last);
    POST(table, speed);
}

/* The sentence of the log on the first such event of the car. */
static void expect_said(const struct table *table, enum circuit_event_type type, int car,
                        const char *sentence)
{
    static const char *const names[] = {"Ada", "Blaise", "Chen", "Dora"};
    struct text said = {0};
    int i = 0;
    while (circuit_event(&table->events.items[i])->type != type ||
           table->events.items[i].car != car)
        i++;
    circuit_game.describe(table->race, &table->events.items[i], names, &said);
    assert_string_equal(text_string(&said), sentence);
    text_free(&said);
}

/* A behind D, whose slipstream it has, before B in lane 1 and C in lane 2. A has used seven of its
 * eight points. */
static void test_1_of_the_source(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, CIRCUIT_X, 3, "");
    put(&table, 1, 14, 1, 140);
    put(&table, 2, 22, 1, 140);
    put(&table, 3, 22, 2, 100);
    POST(&table, 140, 140, 100);
    /* B and C have moved, and stand before the row that A has come to. */
    struct circuit_race *race = inside(&table);
    race->order[0] = 2, race->order[1] = 3, race->order[2] = 1;
    race->next = 3;
    put(&table, 2, 22, 1, 140)->moved = true;
    put(&table, 3, 22, 2, 100)->moved = true;
    put(&table, 1, 21, 1, 140)->bonus = true;
    race->moving = (struct moving){.car = 1, .points = 1, .corner = -1};
    enter(&table, 1, "force 1 2");
    assert_int_equal(circuit_phase(table.race), PHASE_CARDS);
    enter(&table, 3, "block");
    enter(&table, 2, "block");
    enter(&table, 1, "chip");
    enter(&table, 2, "chip");
    DICE(&table, 2, 4, 4, 5, 1, 4);
    enter(&table, 3, "keep");
    const struct circuit_event *roll = find(&table, CIRCUIT_EVENT_ROLLED, 1);
    assert_int_equal(roll->modified[0], 7);
    assert_int_equal(roll->modified[1], 3);
    assert_int_equal(find(&table, CIRCUIT_EVENT_ROLLED, 2)->modified[0], 7);
    assert_int_equal(find(&table, CIRCUIT_EVENT_ROLLED, 3)->modified[0], 5);
    expect_said(&table, CIRCUIT_EVENT_ROLLED, 1,
                "Ada rolls 2 and 4, plus 1: 7 against Blaise; 2 and 4, less 3: 3 against Chen.");
    expect_said(&table, CIRCUIT_EVENT_ROLLED, 2, "Blaise rolls 4 and 5, less 2: 7.");
    expect_said(&table, CIRCUIT_EVENT_ROLLED, 3, "Chen rolls 1 and 4: 5.");
    assert_int_equal(find(&table, CIRCUIT_EVENT_HELD, 1)->by, 1 << 2);
    assert_int_equal(lost(&table, 1, WHY_FORCE), 2);
    assert_int_equal(lost(&table, 2, WHY_FORCE), 2);
    assert_int_equal(lost(&table, 3, WHY_FORCE), 0);
    assert_int_equal(find(&table, CIRCUIT_EVENT_BRAKED, 1)->number, 120);
    expect_at(&table, 1, 21, 1);
    close_table(&table);
}

static void test_2_line(void **state)
{
    (void)state;
    struct table table;
    alone(&table, 8, 2, 100, 100);
    enter(&table, 1, "go 2 2 1 1 2");
    assert_int_equal(wear_of(&table, 1), 40);
    expect_at(&table, 1, 13, 2);
    close_table(&table);
    alone(&table, 8, 2, 100, 100);
    enter(&table, 1, "go 2 2 2 2 2");
    assert_int_equal(wear_of(&table, 1), 40);
    close_table(&table);
    alone(&table, 8, 2, 100, 120);
    enter(&table, 1, "go 2 2 1 1 2 2");
    assert_int_equal(wear_of(&table, 1), 38);
    close_table(&table);
}

static void test_3_worst_space(void **state)
{
    (void)state;
    static const char *const ways[] = {"go 1 1 1 1 1 1", "go 1 1 2 2 2 2"};
    for (int i = 0; i < 2; i++) {
        struct table table;
        alone(&table, 8, 1, 120, 120);
        enter(&table, 1, ways[i]);
        assert_int_equal(wear_of(&table, 1), 36);
        assert_int_equal(count_events(&table, CIRCUIT_EVENT_WEAR), 1);
        close_table(&table);
    }
}

static void test_4_taking_the_line(void **state)
{
    (void)state;
    struct table table;
    alone(&table, 9, 1, 100, 100);
    expect_refused(&table, "go 2 1+ 1 2 2");
    enter(&table, 1, "go 1 1+ 1 2 2");
    assert_int_equal(lost(&table, 1, WHY_LINE), 1);
    assert_int_equal(lost(&table, 1, WHY_CORNER), 2);
    assert_int_equal(wear_of(&table, 1), 37);
    close_table(&table);
}

/* A second car far behind keeps the race from being looked at when the first is out. */
static void spin(int posted, const int *dice, const char *answer, int total, const char *said,
                 enum spin_result result, int halves, int missed)
{
    struct table table;
    alone(&table, 8, 1, posted, posted);
    expect_refused(&table, "go 1 1 1");
    enter(&table, 1, "go 1 1");
    assert_int_equal(circuit_phase(table.race), PHASE_SPIN);
    load_dice(&table, dice, 2);
    enter(&table, 1, answer);
    const struct circuit_event *body = find(&table, CIRCUIT_EVENT_SPIN, 1);
    assert_int_equal(body->number, total);
    assert_int_equal(body->result, result);
    expect_said(&table, CIRCUIT_EVENT_SPIN, 1, said);
    assert_int_equal(lost(&table, 1, WHY_SPIN), halves);
    assert_int_equal(count_events(&table, CIRCUIT_EVENT_MISSED), missed);
    expect_at(&table, 1, 10, 1);
    close_table(&table);
}

static void test_5_spin(void **state)
{
    (void)state;
    spin(140, (const int[]){4, 4}, "keep", 8, "Ada spins and loses wear (dice 4 and 4: 8).",
         SPIN_WEAR, 4, 0);
    spin(160, (const int[]){5, 5}, "keep", 11,
         "Ada spins and misses a turn (dice 5 and 5, plus 1: 11).", SPIN_MISS, 6, 1);
    spin(160, (const int[]){5, 5}, "chip", 9, "Ada spins and loses wear (dice 5 and 5, less 1: 9).",
         SPIN_WEAR, 4, 0);
}

static void test_6_not_enough_wear(void **state)
{
    (void)state;
    struct table table;
    alone(&table, 8, 1, 120, 120);
    circuit_car_of(inside(&table), 1)->halves = 3;
    enter(&table, 1, "go 1 1");
    DICE(&table, 3, 4);
    enter(&table, 1, "keep");
    assert_int_equal(find(&table, CIRCUIT_EVENT_SPIN, 1)->result, SPIN_WEAR);
    assert_int_equal(lost(&table, 1, WHY_SPIN), 3);
    assert_int_equal(wear_of(&table, 1), 0);
    close_table(&table);
}

/* Car 1 right behind cars 2 and 3, which are abreast and have moved; it has these points left. A
 * fourth one is far behind. */
static void behind_two_of(struct table *table, int players, int row, int lane, int posted,
                          int points)
{
    open_table(table, CIRCUIT_X, players, "");
    put(table, 1, row - 4, lane, 100);
    put(table, 2, row + 5, 1, 100);
    put(table, 3, row + 5, 2, 100);
    put(table, 4, row - 9, 1, 100);
    POST(table, 100, 100, 100, 100);
    struct circuit_race *race = inside(table);
    race->order[0] = 2, race->order[1] = 3, race->order[2] = 1, race->order[3] = 4;
    race->next = 3;
    put(table, 1, row, lane, 100)->posted = posted;
    put(table, 2, row + 1, 1, 100)->moved = true;
    put(table, 3, row + 1, 2, 100)->moved = true;
    for (int i = 0; i < 3; i++)
        race->cars[i].bonus = false;
    race->moving = (struct moving){.car = 1, .points = points, .corner = -1};
}

static void behind_two(struct table *table, int row, int lane, int posted, int points)
{
    behind_two_of(table, 3, row, lane, posted, points);
}

static void test_7_first_turns(void **state)
{
    (void)state;
    struct table table;
    behind_two(&table, 20, 1, 100, 2);
    inside(&table)->round = 2;
    enter(&table, 1, "force 2 1");
    assert_int_equal(circuit_event(&table.events.items[0])->force.resist_count, 0);
    assert_int_equal(circuit_event(&table.events.items[1])->type, CIRCUIT_EVENT_PASSED);
    assert_int_equal(circuit_event(&table.events.items[2])->type, CIRCUIT_EVENT_MOVED);
    close_table(&table);
}

static void test_8_last_point(void **state)
{
    (void)state;
    struct table table;
    behind_two(&table, 20, 1, 100, 1);
    enter(&table, 1, "force 2 1");
    enter(&table, 2, "pass");
    enter(&table, 3, "pass");
    for (int i = 0; i < 3; i++)
        enter(&table, 0, "keep");
    expect_at(&table, 1, 21, 2);
    expect_at(&table, 3, 20, 1);
    close_table(&table);

    behind_two(&table, 20, 1, 100, 2);
    inside(&table)->round = 2;
    circuit_car_of(inside(&table), 1)->bonus = true;
    enter(&table, 1, "force 2 1");
    struct race *other = circuit_game.copy(table.race);
    struct error error;
    assert_true(circuit_game.apply(other, 1, "go 2", &table.events, &error));
    assert_int_equal(circuit_car(other, 3)->row, 21);
    circuit_game.free(other);
    enter(&table, 1, "stay");
    expect_at(&table, 3, 20, 1);
    expect_at(&table, 1, 21, 2);
    close_table(&table);
}

static void test_9_two_rows(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, CIRCUIT_X, 5, "");
    static const int rows[] = {14, 25, 25, 24, 24};
    for (int car = 1; car <= 5; car++)
        put(&table, car, rows[car - 1], car == 1 ? 1 : car % 2 + 1, 100);
    POST(&table, 100, 100, 100, 100, 100);
    struct circuit_race *race = inside(&table);
    for (int i = 0; i < 5; i++)
        race->order[i] = (i + 1) % 5 + 1;
    race->next = 5;
    race->round = 2;
    put(&table, 1, 20, 1, 100)->bonus = false;
    for (int car = 2; car <= 5; car++) {
        put(&table, car, car < 4 ? 22 : 21, car % 2 + 1, 100)->moved = true;
    }
    race->moving = (struct moving){.car = 1, .points = 2, .corner = -1};
    enter(&table, 1, "force 1 2");
    enter(&table, 1, "force 1 2");
    assert_int_equal(count_events(&table, CIRCUIT_EVENT_PUT_BACK), 2);
    expect_at(&table, 1, 22, 1);
    expect_at(&table, 2, 21, 1);
    expect_at(&table, 4, 20, 1);
    close_table(&table);
}

static void test_10_cannot_brake(void **state)
{
    (void)state;
    struct table table;
    behind_two(&table, 20, 1, 120, 2);
    put(&table, 1, 20, 1, 140)->build.points[ATTRIBUTE_DEC] = 0;
    assert_true(is_listed(&table, "brake", OUTCOME_IS_SPIN));
    close_table(&table);
    behind_two(&table, 20, 1, 160, 3);
    put(&table, 1, 20, 1, 140);
    assert_true(is_listed(&table, "brake", OUTCOME_IS_CLEAR));
    enter(&table, 1, "brake");
    assert_int_equal(find(&table, CIRCUIT_EVENT_BRAKED, 1)->number, 100);
    close_table(&table);
}

/* Car 2 in lane 1 and car 3 in lane 2, the passer 20 faster: two BLOCKs, and dice. */
static void both_spin(struct table *table, int players, int lane)
{
    behind_two_of(table, players, 20, lane, 120, 2);
    if (players > 3)
        put(table, 4, 20, 2, 100)->on_line = true;
    enter(table, 1, "force 1 2");
    enter(table, 2, "block");
    enter(table, 3, "block");
    enter(table, 0, "keep");
    enter(table, 0, "keep");
    DICE(table, 5, 5, 6, 5, 1, 3, 1, 1, 1, 1);
    enter(table, 0, "keep");
    assert_int_equal(find(table, CIRCUIT_EVENT_ROLLED, 1)->modified[0], 11);
    expect_said(table, CIRCUIT_EVENT_ROLLED, 1,
                "Ada rolls 5 and 5, plus 1: 11 against Blaise and Chen.");
    assert_int_equal(find(table, CIRCUIT_EVENT_SPIN, 1)->why, WHY_FORCE);
    assert_non_null(find(table, CIRCUIT_EVENT_SPIN, 2));
    assert_null(find(table, CIRCUIT_EVENT_SPIN, 3));
}

static void test_11_both_spin(void **state)
{
    (void)state;
    struct table table;
    both_spin(&table, 3, 2);
    expect_at(&table, 1, 20, 2);
    expect_at(&table, 2, 21, 1);
    close_table(&table);
    both_spin(&table, 3, 1);
    expect_at(&table, 2, 21, 1);
    expect_at(&table, 1, 20, 2);
    assert_int_equal(count_events(&table, CIRCUIT_EVENT_SET_ASIDE), 1);
    close_table(&table);
    both_spin(&table, 4, 1); /* who stands there comes to lane 1, and off the line */
    expect_at(&table, 1, 20, 2);
    expect_at(&table, 4, 20, 1);
    assert_false(circuit_car(table.race, 4)->on_line);
    assert_int_equal(count_events(&table, CIRCUIT_EVENT_SET_ASIDE), 2);
    close_table(&table);
}

/* Same speed: + 1; one BLOCK: no + 2. */
static void test_12_success_with_a_bad_roll(void **state)
{
    (void)state;
    struct table table;
    behind_two(&table, 20, 1, 100, 2);
    put(&table, 3, 21, 2, 100)->posted = 20;
    enter(&table, 1, "force 2 1");
    enter(&table, 2, "block");
    enter(&table, 0, "keep");
    DICE(&table, 3, 4, 5, 6);
    enter(&table, 0, "keep");
    assert_int_equal(find(&table, CIRCUIT_EVENT_ROLLED, 1)->modified[0], 8);
    assert_non_null(find(&table, CIRCUIT_EVENT_PASSED, 1));
    assert_int_equal(lost(&table, 1, WHY_FORCE), 4);
    assert_int_equal(lost(&table, 2, WHY_FORCE), 6);
    assert_int_equal(count_events(&table, CIRCUIT_EVENT_SPIN), 0);
    expect_at(&table, 1, 21, 2);
    close_table(&table);
}

/* 8.6: lower than 11, but only 9 is below 10. */
static void test_ten_passes_nobody(void **state)
{
    (void)state;
    for (int low = 0; low < 2; low++) {
        struct table table;
        behind_two(&table, 20, 1, 100, 2);
        put(&table, 3, 21, 2, 100)->posted = 20;
        enter(&table, 1, "force 2 1");
        enter(&table, 2, "block");
        enter(&table, 0, "keep");
        DICE(&table, 4, 5 - low, 5, 6, 1, 1);
        enter(&table, 0, "keep");
        assert_int_equal(find(&table, CIRCUIT_EVENT_ROLLED, 1)->modified[0], 10 - low);
        assert_int_equal(find(&table, CIRCUIT_EVENT_ROLLED, 2)->modified[0], 11);
        assert_int_equal(count_events(&table, CIRCUIT_EVENT_PASSED), low);
        assert_int_equal(count_events(&table, CIRCUIT_EVENT_HELD), 1 - low);
        close_table(&table);
    }
}

/* 8.7: 12 - 2 + 1 and 12 - 2 are 10 or more; then 8 - 2 is no more than a spin. */
static void test_a_chip_helps_also_on_the_spin_table(void **state)
{
    (void)state;
    for (int spender = 1; spender <= 2; spender++) {
        struct table table;
        behind_two(&table, 20, 1, 100, 2);
        put(&table, 3, 21, 2, 100)->posted = 20;
        enter(&table, 1, "force 2 1");
        enter(&table, 2, "block");
        enter(&table, 1, spender == 1 ? "chip" : "keep");
        DICE(&table, 6, 6, 6, 6, 4, 4, 4, 4);
        enter(&table, 2, spender == 2 ? "chip" : "keep");
        for (int car = 1; car <= 2; car++) {
            const struct circuit_event *spin = find(&table, CIRCUIT_EVENT_SPIN, car);
            assert_int_equal(spin->number, car == spender ? 6 : 8);
            assert_int_equal(spin->result, car == spender ? SPIN_ONLY : SPIN_WEAR);
        }
        close_table(&table);
    }
}

static void test_13_one_may_resist(void **state)
{
    (void)state;
    struct table table;
    behind_two(&table, 20, 1, 160, 2);
    put(&table, 2, 21, 1, 80)->posted = 80;
    put(&table, 3, 21, 2, 140)->posted = 140;
    enter(&table, 1, "force 1 2");
    const struct circuit_force *force = circuit_force(table.race);
    assert_int_equal(force->resist_count, 1);
    assert_int_equal(force->resist[0], 3);
    enter(&table, 3, "block");
    enter(&table, 0, "keep");
    DICE(&table, 3, 3, 6, 4);
    enter(&table, 0, "keep");
    assert_int_equal(count_events(&table, CIRCUIT_EVENT_ROLLED), 2);
    assert_int_equal(find(&table, CIRCUIT_EVENT_ROLLED, 1)->modified[0], 5);
    close_table(&table);
}

static void test_14_finish(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, CIRCUIT_X, 2, "laps=1");
    put(&table, 1, 26, 1, 100);
    put(&table, 2, 27, 1, 100);
    POST(&table, 100, 100);
    assert_int_equal(circuit_points(table.race), 5);
    enter(&table, 2, "go 1 1");
    assert_int_equal(find(&table, CIRCUIT_EVENT_FINISHED, 2)->number, 2);
    /* The other one has the bonus: three rows on, and two points are left behind the crossing. */
    assert_int_equal(circuit_points(table.race), 6);
    enter(&table, 1, "go 1 1 1");
    assert_int_equal(find(&table, CIRCUIT_EVENT_FINISHED, 1)->number, 2);
    assert_int_equal(circuit_car(table.race, 1)->place, 1);
    assert_int_equal(circuit_car(table.race, 2)->place, 1);
    assert_true(circuit_game.over(table.race));
    close_table(&table);
}

/* 1.5 and 8.9: it has crossed the line, and does so again. */
static void test_who_falls_back_over_the_line_has_a_lap_less(void **state)
{
    (void)state;
    struct table table;
    behind_two(&table, 20, 1, 100, 1);
    put(&table, 1, 29, 1, 100)->lap = 0;
    put(&table, 2, 0, 1, 100)->posted = 20;
    put(&table, 3, 0, 2, 100)->posted = 20;
    enter(&table, 1, "force 1 2");
    expect_at(&table, 1, 0, 1);
    expect_at(&table, 2, 29, 1);
    assert_int_equal(circuit_car(table.race, 1)->lap, 1);
    assert_int_equal(circuit_car(table.race, 2)->lap, 0);
    close_table(&table);
}

/* A chip that was of no use is gone all the same, and the state another one. */
static void test_chips_are_part_of_the_state(void **state)
{
    (void)state;
    uint64_t hashes[2];
    for (int spends = 0; spends < 2; spends++) {
        struct table table;
        alone(&table, 8, 1, 140, 140);
        enter(&table, 1, "go 1 1");
        DICE(&table, 1, 1);
        enter(&table, 1, spends ? "chip" : "keep");
        hashes[spends] = circuit_game.hash(table.race);
        close_table(&table);
    }
    assert_true(hashes[0] != hashes[1]);
}

/* 6.1 and 9.3: two crash in row 10 in one turn. */
static void test_who_is_out_later_is_before(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, CIRCUIT_X, 3, "blue_chips=0");
    put(&table, 1, 9, 1, 140);
    put(&table, 2, 7, 1, 140);
    put(&table, 3, 1, 1, 140);
    POST(&table, 140, 140, 140);
    DICE(&table, 6, 6, 6, 6);
    enter(&table, 1, "go 1");
    enter(&table, 2, "go 1 1 1");
    assert_int_equal(circuit_car(table.race, 2)->status, CIRCUIT_OUT);
    enter(&table, 3, "go 1 1 1 1 1 1 1");
    assert_true(circuit_game.over(table.race));
    for (int car = 1; car <= 3; car++)
        assert_int_equal(circuit_car(table.race, car)->place, 4 - car);
    close_table(&table);
}

static void test_15_braking_a_bonus(void **state)
{
    (void)state;
    struct table table;
    behind_two(&table, 20, 1, 100, 1);
    circuit_car_of(inside(&table), 1)->bonus = true;
    expect_refused(&table, "brake");
    struct race *stays = circuit_game.copy(table.race);
    struct error error;
    assert_true(circuit_game.apply(stays, 1, "stay", &table.events, &error));
    assert_int_equal(circuit_car(stays, 1)->speed, 100);
    circuit_game.free(stays);
    enter(&table, 1, "force 1 2");
    enter(&table, 2, "block");
    enter(&table, 3, "pass");
    enter(&table, 0, "keep");
    enter(&table, 0, "keep");
    DICE(&table, 2, 4, 1, 1, 1, 1);
    enter(&table, 0, "keep");
    assert_int_equal(find(&table, CIRCUIT_EVENT_BRAKED, 1)->number, 80);
    close_table(&table);
}

/* As the table calls it on which it was built. */
static void test_a_build_is_told_whole(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, CIRCUIT_X, 1, "");
    circuit_game.free(table.race);
    table.setup.values[CIRCUIT_BUILD] = BUILD_PLAYERS;
    table.race = circuit_game.begin(&table.setup);
    enter(&table, 1, "build 0 2 1 1 1");
    expect_said(&table, CIRCUIT_EVENT_DESIGNED, 1,
                "Ada builds start 0, acceleration 2, brakes 1, top speed 1, wear 1.");
    close_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_1_of_the_source),
        cmocka_unit_test(test_2_line),
        cmocka_unit_test(test_3_worst_space),
        cmocka_unit_test(test_4_taking_the_line),
        cmocka_unit_test(test_5_spin),
        cmocka_unit_test(test_6_not_enough_wear),
        cmocka_unit_test(test_7_first_turns),
        cmocka_unit_test(test_8_last_point),
        cmocka_unit_test(test_9_two_rows),
        cmocka_unit_test(test_10_cannot_brake),
        cmocka_unit_test(test_11_both_spin),
        cmocka_unit_test(test_12_success_with_a_bad_roll),
        cmocka_unit_test(test_ten_passes_nobody),
        cmocka_unit_test(test_a_chip_helps_also_on_the_spin_table),
        cmocka_unit_test(test_13_one_may_resist),
        cmocka_unit_test(test_14_finish),
        cmocka_unit_test(test_who_falls_back_over_the_line_has_a_lap_less),
        cmocka_unit_test(test_chips_are_part_of_the_state),
        cmocka_unit_test(test_who_is_out_later_is_before),
        cmocka_unit_test(test_15_braking_a_bonus),
        cmocka_unit_test(test_a_build_is_told_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
