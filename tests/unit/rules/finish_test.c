/* Laps, the finish, places and the end of a race (RULES 1.5, 8.1, 8.3). */
#include "unit/rules/fixture.h"

static void test_laps_count_net_crossings(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "laps=2");
    put_car(&table, 1, POINT(16, 7), POINT(0, 0));
    expect_events(&table, "16,8",
                  "{'type':'moved','car':1,'from':[16,7],'to':[16,8],'v':[0,1]}"
                  "{'type':'lap','car':1,'lap':1}");
    act(&table, "16,8");
    /* Onto the line is behind it: backward. */
    expect_events(&table, "16,7",
                  "{'type':'moved','car':1,'from':[16,8],'to':[16,7],'v':[0,-1]}"
                  "{'type':'lap','car':1,'lap':0}");
    assert_int_equal(graph_paper_car(table.race, 1)->crossings, 0);
    put_car(&table, 1, POINT(16, 9), POINT(0, -2));
    act(&table, "16,6");
    assert_int_equal(graph_paper_car(table.race, 1)->crossings, -1);
    assert_int_equal(graph_paper_lap(table.race, 1), 0);
    put_car(&table, 1, POINT(16, 6), POINT(0, 2))->crossings = 1;
    expect_events(&table, "16,8",
                  "{'type':'moved','car':1,'from':[16,6],'to':[16,8],'v':[0,2]}"
                  "{'type':'lap','car':1,'lap':2}");
    put_car(&table, 1, POINT(16, 6), POINT(0, 2));
    expect_events(&table, "16,8",
                  "{'type':'moved','car':1,'from':[16,6],'to':[16,8],'v':[0,2]}"
                  "{'type':'finished','car':1}"
                  "{'type':'placed','car':1,'place':1}"
                  "{'type':'over','car':null}");
    assert_int_equal(graph_paper_car(table.race, 1)->crossings, 3);
    assert_int_equal(graph_paper_lap(table.race, 1), 2);
    close_table(&table);
}

/* The line's carrier goes on over the left corridor, where it is no line. */
static void test_only_the_line_itself_is_crossed(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "");
    put_car(&table, 1, POINT(3, 6), POINT(0, 2));
    act(&table, "3,8");
    assert_int_equal(graph_paper_car(table.race, 1)->crossings, 0);
    /* Its ends belong to it. */
    put_car(&table, 1, POINT(14, 6), POINT(0, 2));
    act(&table, "14,8");
    assert_int_equal(graph_paper_car(table.race, 1)->crossings, 1);
    close_table(&table);
}

static void test_stopping_on_the_line_is_not_crossing_it(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "");
    put_car(&table, 1, POINT(16, 6), POINT(0, 1))->crossings = 1;
    expect_events(&table, "16,7", "{'type':'moved','car':1,'from':[16,6],'to':[16,7],'v':[0,1]}");
    expect_events(&table, "17,8",
                  "{'type':'moved','car':1,'from':[16,7],'to':[17,8],'v':[1,1]}"
                  "{'type':'finished','car':1}"
                  "{'type':'placed','car':1,'place':1}"
                  "{'type':'over','car':null}");
    expect_refused(&table, "18,9", "over");
    assert_int_equal(race_next_car(table.race), 0);
    close_table(&table);
}

/* Over the line at (15,7), into the block at (14,8): finished, at the point that was chosen. */
static void test_finishing_and_then_crashing_is_finishing(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "babylon", 3, "choose=with_first_move");
    put_car(&table, 1, POINT(16, 6), POINT(-3, 3))->crossings = 1;
    put_car(&table, 2, POINT(3, 3), POINT(0, 0));
    put_car(&table, 3, POINT(3, 3), POINT(0, 0));
    expect_events(&table, "12,10",
                  "{'type':'moved','car':1,'from':[16,6],'to':[14,8],'v':[-4,4]}"
                  "{'type':'finished','car':1}"
                  "{'type':'placed','car':1,'place':1}");
    expect_at(&table, 1, POINT(12, 10), POINT(-4, 4));
    assert_false(graph_paper_game.over(table.race));
    close_table(&table);
}

/* Car 2 stands where car 1 finishes, on a slick: it is not struck and car 1 does not spin. */
static void test_a_finishing_car_strikes_nobody(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "racing-car", 3, "order=listed");
    put_car(&table, 1, POINT(16, 6), POINT(0, 4))->crossings = 1;
    put_car(&table, 2, POINT(16, 10), POINT(1, 0));
    put_car(&table, 3, POINT(3, 3), POINT(0, 0))->missed_turns = 1;
    paper_race_to_change(table.race)->cars[1].missed_turns = 2;
    expect_events(&table, "16,10",
                  "{'type':'moved','car':1,'from':[16,6],'to':[16,10],'v':[0,4]}"
                  "{'type':'finished','car':1}"
                  "{'type':'missed','car':2,'left':1}"
                  "{'type':'missed','car':3,'left':0}"
                  "{'type':'missed','car':2,'left':0}"
                  "{'type':'placed','car':1,'place':1}");
    expect_at(&table, 2, POINT(16, 10), POINT(1, 0));
    assert_int_equal(race_next_car(table.race), 3);
    close_table(&table);
}

/* 2 retires, 1 finishes, 4 retires: 3 alone is left, still racing, and takes the place after the
 * finisher; the later retirement comes before the earlier. */
static void test_places_when_one_car_is_left(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "babylon", 4, "choose=with_first_move");
    paper_race_to_change(table.race)->turn = 1;
    put_car(&table, 1, POINT(16, 6), POINT(0, 2))->crossings = 1;
    put_car(&table, 2, POINT(3, 3), POINT(-4, 0));
    put_car(&table, 3, POINT(3, 3), POINT(0, 0));
    put_car(&table, 4, POINT(3, 3), POINT(-4, 0));
    act(&table, "-1,3");
    act(&table, "3,3");
    put_car(&table, 4, POINT(3, 3), POINT(0, 0));
    act(&table, "3,3");
    act(&table, "16,8");
    act(&table, "3,3");
    put_car(&table, 4, POINT(3, 3), POINT(-4, 0));
    expect_events(&table, "-1,3",
                  "{'type':'moved','car':4,'from':[3,3],'to':[0,3],'v':[-4,0]}"
                  "{'type':'left_track','car':4,'exit':['0','3'],'to':[3,3]}"
                  "{'type':'retired','car':4}"
                  "{'type':'placed','car':3,'place':2}"
                  "{'type':'placed','car':4,'place':3}"
                  "{'type':'placed','car':2,'place':4}"
                  "{'type':'over','car':null}");
    assert_int_equal(graph_paper_car(table.race, 1)->place, 1);
    assert_int_equal(graph_paper_car(table.race, 3)->status, CAR_RACING);
    close_table(&table);
}

static void test_the_last_finisher_but_one_ends_the_race(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 2, "");
    put_car(&table, 1, POINT(16, 6), POINT(0, 2))->crossings = 1;
    put_car(&table, 2, POINT(3, 3), POINT(0, 0));
    expect_events(&table, "16,8",
                  "{'type':'moved','car':1,'from':[16,6],'to':[16,8],'v':[0,2]}"
                  "{'type':'finished','car':1}"
                  "{'type':'placed','car':1,'place':1}"
                  "{'type':'placed','car':2,'place':2}"
                  "{'type':'over','car':null}");
    close_table(&table);
}

static void test_one_car_alone_retires(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "off_track=retire");
    put_car(&table, 1, POINT(3, 3), POINT(-4, 0));
    expect_events(&table, "-1,3",
                  "{'type':'moved','car':1,'from':[3,3],'to':[0,3],'v':[-4,0]}"
                  "{'type':'left_track','car':1,'exit':['0','3'],'to':[3,3]}"
                  "{'type':'retired','car':1}"
                  "{'type':'placed','car':1,'place':1}"
                  "{'type':'over','car':null}");
    close_table(&table);
}

/* Round 10 of 10: car 3 has finished, car 4 retired, 1 and 2 share the second place. The number of
 * the round stays. */
static void test_the_limit_of_rounds(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 4, "round_limit=10");
    put_car(&table, 1, POINT(3, 3), POINT(0, 0));
    put_car(&table, 2, POINT(3, 3), POINT(0, 0));
    put_car(&table, 3, POINT(3, 3), POINT(0, 0))->status = CAR_FINISHED;
    put_car(&table, 4, POINT(3, 3), POINT(0, 0))->status = CAR_RETIRED;
    paper_race_to_change(table.race)->cars[2].place = 1;
    paper_race_to_change(table.race)->finished_count = 1;
    paper_race_to_change(table.race)->retired[0] = 4;
    paper_race_to_change(table.race)->retired_count = 1;
    for (int round = 1; round <= 10; round++) {
        assert_int_equal(graph_paper_game.round(table.race), round);
        act(&table, "3,3");
        if (round < 10) {
            act(&table, "3,3");
        }
    }
    expect_events(&table, "3,3",
                  "{'type':'moved','car':2,'from':[3,3],'to':[3,3],'v':[0,0]}"
                  "{'type':'placed','car':1,'place':2}"
                  "{'type':'placed','car':2,'place':2}"
                  "{'type':'placed','car':4,'place':4}"
                  "{'type':'over','car':null}");
    assert_int_equal(graph_paper_game.round(table.race), 10);
    close_table(&table);
}

/* Missed turns run into the limit, too. */
static void test_missed_turns_up_to_the_limit(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "racing-car", 1, "round_limit=10 slick_missed_turns=50");
    put_car(&table, 1, POINT(16, 8), POINT(0, 1));
    paper_race_to_change(table.race)->round = 8;
    expect_events(&table, "16,10",
                  "{'type':'moved','car':1,'from':[16,8],'to':[16,10],'v':[0,2]}"
                  "{'type':'slick','car':1}"
                  "{'type':'missed','car':1,'left':49}"
                  "{'type':'missed','car':1,'left':48}"
                  "{'type':'placed','car':1,'place':1}"
                  "{'type':'over','car':null}");
    assert_int_equal(graph_paper_game.round(table.race), 10);
    close_table(&table);
}

/* A straight from the start line at x = 2 to the finish line at x = 10, both crossed eastward. */
#define STRAIGHT                                                                                   \
    SHEET(12, 4,                                                                                   \
          "<polygon class='wall' points='0,0 12,0 12,4 0,4'/>"                                     \
          "<line class='start' x1='2' y1='0' x2='2' y2='4'/>"                                      \
          "<line class='finish' x1='10' y1='0' x2='10' y2='4'/>")

static void test_an_open_track_has_one_lap(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, STRAIGHT, "classroom", 1, "laps=3");
    assert_int_equal(graph_paper_lap(table.race, 1), 0);
    expect_events(&table, "2,2>3,2",
                  "{'type':'started','car':1,'at':[2,2]}"
                  "{'type':'moved','car':1,'from':[2,2],'to':[3,2],'v':[1,0]}");
    assert_int_equal(graph_paper_lap(table.race, 1), 1);
    assert_int_equal(graph_paper_car(table.race, 1)->crossings, 0);
    put_car(&table, 1, POINT(9, 2), POINT(3, 0));
    expect_events(&table, "13,2",
                  "{'type':'moved','car':1,'from':[9,2],'to':[12,2],'v':[4,0]}"
                  "{'type':'finished','car':1}"
                  "{'type':'placed','car':1,'place':1}"
                  "{'type':'over','car':null}");
    assert_int_equal(graph_paper_car(table.race, 1)->crossings, 1);
    assert_int_equal(graph_paper_lap(table.race, 1), 1);
    close_table(&table);
}

static void test_backward_over_the_finish_of_an_open_track(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, STRAIGHT, "classroom", 1, "");
    put_car(&table, 1, POINT(11, 2), POINT(-2, 0));
    expect_events(&table, "9,2", "{'type':'moved','car':1,'from':[11,2],'to':[9,2],'v':[-2,0]}");
    assert_int_equal(graph_paper_car(table.race, 1)->crossings, -1);
    put_car(&table, 1, POINT(9, 2), POINT(2, 0));
    act(&table, "11,2");
    assert_int_equal(graph_paper_car(table.race, 1)->status, CAR_FINISHED);
    close_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_laps_count_net_crossings),
        cmocka_unit_test(test_only_the_line_itself_is_crossed),
        cmocka_unit_test(test_stopping_on_the_line_is_not_crossing_it),
        cmocka_unit_test(test_finishing_and_then_crashing_is_finishing),
        cmocka_unit_test(test_a_finishing_car_strikes_nobody),
        cmocka_unit_test(test_places_when_one_car_is_left),
        cmocka_unit_test(test_the_last_finisher_but_one_ends_the_race),
        cmocka_unit_test(test_one_car_alone_retires),
        cmocka_unit_test(test_the_limit_of_rounds),
        cmocka_unit_test(test_missed_turns_up_to_the_limit),
        cmocka_unit_test(test_an_open_track_has_one_lap),
        cmocka_unit_test(test_backward_over_the_finish_of_an_open_track),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
