/* The demolition derby (RULES 9). */
#include "unit/rules/fixture.h"

#define ARENA SHEET(9, 9, "<polygon class='wall' points='1,1 8,1 8,8 1,8'/>")

/* Two players with two cars each: 1 and 2 are player 1's, 3 and 4 player 2's; 1, 3, 2, 4 play. */
static void open_derby(struct table *table, int players, const char *pairs)
{
    struct text all = {0};
    text_append(&all, "order=listed ");
    text_append(&all, pairs);
    open_table(table, ARENA, "derby", players, text_string(&all));
    text_free(&all);
}

static void expect_score(const struct table *table, int player, int score)
{
    assert_int_equal(graph_paper_score(table->race, player), score);
}

static void expect_refusal(const struct table *table, struct point to, enum refusal why, int car)
{
    struct refused_list refused = {0};
    graph_paper_refused(table->race, NULL, &refused);
    assert_int_equal(refused.count, 1);
    assert_true(point_equal(refused.items[0].to, to));
    assert_int_equal(refused.items[0].why, why);
    assert_int_equal(refused.items[0].car, car);
    free(refused.items);
}

static void test_cars_and_their_order(void **state)
{
    (void)state;
    struct table table;
    open_derby(&table, 2, "");
    expect_order(&table, "[1,3,2,4]");
    assert_int_equal(graph_paper_game.player_of(table.race, 2), 1);
    assert_int_equal(graph_paper_game.player_of(table.race, 3), 2);
    close_table(&table);
    open_derby(&table, 3, "");
    expect_order(&table, "[1,2,3]");
    close_table(&table);
    open_derby(&table, 3, "cars_per_player=3");
    expect_order(&table, "[1,4,7,2,5,8,3,6,9]");
    close_table(&table);
}

/* The race before: player 2's car 3 was first, player 1's better one second. Last plays first. */
static void test_losers_are_players(void **state)
{
    (void)state;
    struct table table;
    open_derby(&table, 2, "");
    static const int last[] = {3, 2, 4, 1};
    memcpy(table.setup.last, last, sizeof last);
    table.setup.last_count = 4;
    table.setup.values[FIELD_ORDER] = ORDER_LOSER_FIRST;
    graph_paper_game.free(table.race);
    table.race = graph_paper_game.begin(&table.setup);
    expect_order(&table, "[1,3,2,4]");
    graph_paper_game.free(table.race);
    table.setup.last[0] = 1;
    table.setup.last[3] = 3;
    table.race = graph_paper_game.begin(&table.setup);
    expect_order(&table, "[3,1,4,2]");
    close_table(&table);
}

static void test_cars_start_anywhere_on_the_track(void **state)
{
    (void)state;
    struct table table;
    open_derby(&table, 2, "");
    expect_refused(&table, "0,3>1,3", "not a start point");
    expect_events(&table, "1,1>2,2",
                  "{'type':'started','car':1,'at':[1,1]}"
                  "{'type':'moved','car':1,'from':[1,1],'to':[2,2],'v':[1,1]}");
    expect_refused(&table, "2,2>3,3", "stands on (2, 2) already");
    expect_row(&table, NULL, 8 * 8 - 1, 0, "{'action':'1,1','x':1,'y':1}");
    close_table(&table);
}

/* Who crashes gets 2, who is struck loses 1; all stop; nobody misses a turn. */
static void test_crashes_score(void **state)
{
    (void)state;
    struct table table;
    open_derby(&table, 4, "");
    put_car(&table, 1, POINT(2, 2), POINT(1, 1));
    put_car(&table, 2, POINT(4, 4), POINT(1, 0))->shift = POINT(1, 0);
    put_car(&table, 3, POINT(4, 4), POINT(1, 1));
    put_car(&table, 4, POINT(5, 5), POINT(0, 0));
    expect_events(&table, "4,4",
                  "{'type':'moved','car':1,'from':[2,2],'to':[4,4],'v':[2,2]}"
                  "{'type':'collided','car':1,'struck':[2,3],'at':[4,4]}"
                  "{'type':'scored','car':1,'player':1,'points':2}"
                  "{'type':'scored','car':2,'player':2,'points':-1}"
                  "{'type':'scored','car':3,'player':3,'points':-1}");
    expect_score(&table, 1, 2);
    expect_score(&table, 2, -1);
    expect_score(&table, 3, -1);
    expect_score(&table, 4, 0);
    expect_at(&table, 1, POINT(4, 4), POINT(0, 0));
    expect_at(&table, 2, POINT(4, 4), POINT(0, 0));
    assert_int_equal(graph_paper_car(table.race, 2)->shift.x, 0);
    assert_int_equal(race_next_car(table.race), 2);
    close_table(&table);
}

static void test_own_cars_are_kept_off(void **state)
{
    (void)state;
    struct table table;
    open_derby(&table, 2, "nitros=0");
    put_car(&table, 1, POINT(3, 3), POINT(0, 0));
    put_car(&table, 2, POINT(4, 4), POINT(0, 0));
    put_car(&table, 3, POINT(7, 7), POINT(0, 0));
    put_car(&table, 4, POINT(7, 6), POINT(0, 0));
    expect_refusal(&table, POINT(4, 4), REFUSAL_OWN_CAR, 2);
    expect_refused(&table, "4,4", "car 2 belongs to the same player");
    close_table(&table);
}

/* 1 strikes 3. Player 2 may not strike back with 3, nor player 1 again with 2, for whom it is the
 * next turn after the crash; then both have had one. */
static void test_no_crash_again_before_both_have_moved(void **state)
{
    (void)state;
    struct table table;
    open_derby(&table, 2, "nitros=0");
    put_car(&table, 1, POINT(2, 3), POINT(0, 0));
    put_car(&table, 3, POINT(3, 3), POINT(0, 0));
    put_car(&table, 2, POINT(5, 5), POINT(0, 0));
    put_car(&table, 4, POINT(4, 5), POINT(0, 0));
    act(&table, "3,3");
    expect_score(&table, 1, 2);
    expect_score(&table, 2, -1);
    /* 3 and 1 share a point, so 3 has to leave before it could strike anybody. */
    act(&table, "2,3");
    expect_refusal(&table, POINT(4, 5), REFUSAL_REMATCH, 4);
    expect_refused(&table, "4,5", "car 4 is of a player who has just crashed with this one");
    /* Nor if only the other one still had to have its turn. */
    uint32_t owed = paper_race_to_change(table.race)->owing[0];
    paper_race_to_change(table.race)->owing[0] = 0;
    paper_race_to_change(table.race)->owing[1] = owed >> 1;
    expect_refusal(&table, POINT(4, 5), REFUSAL_REMATCH, 4);
    paper_race_to_change(table.race)->owing[0] = owed;
    paper_race_to_change(table.race)->owing[1] = 0;
    act(&table, "5,5");
    expect_events(&table, "5,5",
                  "{'type':'moved','car':4,'from':[4,5],'to':[5,5],'v':[1,0]}"
                  "{'type':'collided','car':4,'struck':[2],'at':[5,5]}"
                  "{'type':'scored','car':4,'player':2,'points':2}"
                  "{'type':'scored','car':2,'player':1,'points':-1}");
    expect_score(&table, 1, 1);
    expect_score(&table, 2, 1);
    close_table(&table);
}

/* Player 2 misses its next turns, and that counts. */
static void test_a_missed_turn_counts(void **state)
{
    (void)state;
    struct table table;
    open_derby(&table, 2, "nitros=0 cars_per_player=1");
    put_car(&table, 1, POINT(2, 3), POINT(0, 0));
    put_car(&table, 2, POINT(3, 3), POINT(0, 0))->missed_turns = 3;
    act(&table, "3,3");
    assert_int_equal(race_next_car(table.race), 1);
    act(&table, "2,3");
    act(&table, "2,3");
    assert_int_equal(race_next_car(table.race), 1);
    act(&table, "3,3");
    expect_score(&table, 1, 4);
    close_table(&table);
}

/* From (2, 2) with (2, 0) four neighbours leave (4, 1), (4, 3) and three points behind (3, 2): own
 * cars stand on all these ways. */
static void test_a_turn_without_a_choice(void **state)
{
    (void)state;
    struct table table;
    open_derby(&table, 2, "acceleration=four reach=whole nitros=0 cars_per_player=4");
    put_car(&table, 1, POINT(2, 2), POINT(2, 0));
    put_car(&table, 2, POINT(3, 2), POINT(0, 0));
    put_car(&table, 3, POINT(4, 3), POINT(0, 0));
    put_car(&table, 4, POINT(4, 1), POINT(0, 0));
    for (int car = 5; car <= 8; car++) {
        put_car(&table, car, POINT(6, car), POINT(0, 0));
    }
    paper_race_to_change(table.race)->turn = 7;
    expect_events(&table, "6,8",
                  "{'type':'moved','car':8,'from':[6,8],'to':[6,8],'v':[0,0]}"
                  "{'type':'left_track','car':1,'exit':['2','2'],'to':[2,2]}");
    expect_at(&table, 1, POINT(2, 2), POINT(0, 0));
    assert_int_equal(race_next_car(table.race), 5);
    close_table(&table);
}

/* Players 1 and 3 share the first place, so the second is left out. */
static void test_most_points_win(void **state)
{
    (void)state;
    struct table table;
    open_derby(&table, 3, "rounds=2 cars_per_player=2");
    for (int car = 1; car <= 6; car++) {
        put_car(&table, car, POINT(car, 4), POINT(0, 0));
    }
    paper_race_to_change(table.race)->scores[0] = 3;
    paper_race_to_change(table.race)->scores[1] = -2;
    paper_race_to_change(table.race)->scores[2] = 3;
    paper_race_to_change(table.race)->round = 2;
    paper_race_to_change(table.race)->turn = 5;
    expect_events(&table, "6,4",
                  "{'type':'moved','car':6,'from':[6,4],'to':[6,4],'v':[0,0]}"
                  "{'type':'placed','car':1,'place':1}{'type':'placed','car':2,'place':1}"
                  "{'type':'placed','car':5,'place':1}{'type':'placed','car':6,'place':1}"
                  "{'type':'placed','car':3,'place':3}{'type':'placed','car':4,'place':3}"
                  "{'type':'over','car':null}");
    assert_int_equal(graph_paper_game.round(table.race), 2);
    assert_true(graph_paper_game.over(table.race));
    close_table(&table);
}

static void test_lines_have_no_effect(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "derby", 2, "order=listed cars_per_player=1 nitros=0");
    put_car(&table, 1, POINT(16, 6), POINT(0, 1));
    put_car(&table, 2, POINT(3, 3), POINT(0, 0));
    expect_events(&table, "16,8", "{'type':'moved','car':1,'from':[16,6],'to':[16,8],'v':[0,2]}");
    assert_int_equal(graph_paper_car(table.race, 1)->crossings, 0);
    assert_int_equal(graph_paper_lap(table.race, 1), 0);
    close_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cars_and_their_order),
        cmocka_unit_test(test_losers_are_players),
        cmocka_unit_test(test_cars_start_anywhere_on_the_track),
        cmocka_unit_test(test_crashes_score),
        cmocka_unit_test(test_own_cars_are_kept_off),
        cmocka_unit_test(test_no_crash_again_before_both_have_moved),
        cmocka_unit_test(test_a_missed_turn_counts),
        cmocka_unit_test(test_a_turn_without_a_choice),
        cmocka_unit_test(test_most_points_win),
        cmocka_unit_test(test_lines_have_no_effect),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
