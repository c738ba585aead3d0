/* What drivers ask who look ahead in races of their own. */
#include "unit/rules/fixture.h"

/* Car 1 is player 1's, car 2 player 2's; a wall stands at x = 6, y from 5 to 9. */
#define ARENA                                                                                      \
    SHEET(10, 10,                                                                                  \
          "<rect class='wall' width='10' height='10'/>"                                            \
          "<rect class='wall' x='5.75' y='1' width='.5' height='4'/>")

static void open_arena(struct table *table)
{
    open_table(table, ARENA, "derby", 2, "order=listed cars_per_player=1 nitros=1");
    put_car(table, 1, POINT(2, 2), POINT(1, 1));
    put_car(table, 2, POINT(4, 4), POINT(0, 0));
}

static void test_an_action_without_text_is_the_same(void **state)
{
    (void)state;
    struct table table;
    struct error error = {0};
    struct event_list events = {0};
    open_arena(&table);
    struct race *copy = graph_paper_game.copy(table.race);
    struct race *other = graph_paper_game.copy(table.race);
    assert_true(
        graph_paper_do(copy, &(struct graph_paper_action){.to = POINT(4, 4)}, &events, &error));
    assert_true(graph_paper_game.hash(copy) != graph_paper_game.hash(table.race));
    act(&table, "4,4");
    assert_int_equal(graph_paper_game.hash(copy), graph_paper_game.hash(table.race));
    assert_int_equal(events.count, table.events.count);
    graph_paper_become(copy, other);
    assert_int_equal(graph_paper_game.hash(copy), graph_paper_game.hash(other));
    assert_false(
        graph_paper_do(copy, &(struct graph_paper_action){.to = POINT(9, 9)}, &events, &error));
    assert_int_equal(graph_paper_game.hash(copy), graph_paper_game.hash(other));
    graph_paper_game.free(copy);
    graph_paper_game.free(other);
    event_list_free(&events);
    close_table(&table);
}

/* Car 1's principal point is 3,3. */
static void test_who_could_strike_whom(void **state)
{
    (void)state;
    struct table table;
    open_arena(&table);
    assert_true(graph_paper_can_strike(table.race, 1, 2));
    assert_false(graph_paper_can_strike(table.race, 2, 1));
    put_car(&table, 2, POINT(5, 3), POINT(-1, 0));
    assert_true(graph_paper_can_strike(table.race, 1, 2)); /* one nitro */
    put_car(&table, 2, POINT(5, 5), POINT(-2, -2));
    assert_false(graph_paper_can_strike(table.race, 1, 2)); /* two */
    assert_true(graph_paper_can_strike(table.race, 2, 1));
    paper_race_to_change(table.race)->owing[0] = 1 << 2;
    assert_false(graph_paper_can_strike(table.race, 2, 1));
    close_table(&table);
}

static void test_a_wall_is_between(void **state)
{
    (void)state;
    struct table table;
    open_arena(&table);
    put_car(&table, 1, POINT(5, 7), POINT(1, 0));
    put_car(&table, 2, POINT(7, 7), POINT(0, 0));
    assert_false(graph_paper_can_strike(table.race, 1, 2));
    put_car(&table, 1, POINT(5, 4), POINT(1, 0));
    put_car(&table, 2, POINT(7, 4), POINT(0, 0));
    assert_true(graph_paper_can_strike(table.race, 1, 2));
    close_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_action_without_text_is_the_same),
        cmocka_unit_test(test_who_could_strike_whom),
        cmocka_unit_test(test_a_wall_is_between),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
