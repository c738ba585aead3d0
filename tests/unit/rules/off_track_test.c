/* Leaving the track (RULES 4): exits, where a car goes on, what counts before the exit. */
#include "unit/rules/fixture.h"

/* From (10,4) by (3,4) the block's lower side y = 5 is met after a quarter: (10 3/4, 5). */
static void test_goes_on_from_the_nearest_point(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 2, "");
    put_car(&table, 1, POINT(10, 4), POINT(2, 3));
    expect_events(&table, "13,8",
                  "{'type':'moved','car':1,'from':[10,4],'to':['43/4','5'],'v':[3,4]}"
                  "{'type':'left_track','car':1,'exit':['43/4','5'],'to':[11,5]}");
    expect_at(&table, 1, POINT(11, 5), POINT(0, 0));
    assert_int_equal(graph_paper_car(table.race, 1)->missed_turns, 0);
    assert_int_equal(race_next_car(table.race), 2);
    close_table(&table);
}

/* An exit on a grid point is one as `to` and two fractions as `exit`. */
static void test_an_exit_on_a_grid_point(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "wall_missed_turns=2");
    put_car(&table, 1, POINT(10, 3), POINT(0, 3));
    expect_events(&table, "10,7",
                  "{'type':'moved','car':1,'from':[10,3],'to':[10,5],'v':[0,4]}"
                  "{'type':'left_track','car':1,'exit':['10','5'],'to':[10,5]}"
                  "{'type':'missed','car':1,'left':1}"
                  "{'type':'missed','car':1,'left':0}");
    assert_int_equal(graph_paper_game.round(table.race), 4);
    close_table(&table);
}

/* (10 1/2, 5) is as far from (10,5) as from (11,5): the one nearer to the move's start wins. */
static void test_tie_goes_to_the_move_s_start(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 2, "");
    put_car(&table, 1, POINT(10, 4), POINT(1, 2));
    act(&table, "11,6");
    expect_at(&table, 1, POINT(10, 5), POINT(0, 0));
    put_car(&table, 2, POINT(11, 4), POINT(-1, 2));
    act(&table, "10,6");
    expect_at(&table, 2, POINT(11, 5), POINT(0, 0));
    close_table(&table);
}

/* At the exit (10,5) stands a car, and one below it: (9,5) and (11,5) are equally near to the exit
 * and to the start (10,3), and the smaller x decides. */
static void test_tie_of_ties_goes_to_smaller_x(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 3, "");
    put_car(&table, 1, POINT(10, 3), POINT(0, 3));
    put_car(&table, 2, POINT(10, 5), POINT(0, 0));
    put_car(&table, 3, POINT(10, 4), POINT(0, 0));
    act(&table, "10,7");
    expect_at(&table, 1, POINT(9, 5), POINT(0, 0));
    close_table(&table);
}

/* The same at the block's right side: (14,5) and (14,7) tie, the smaller y decides. */
static void test_tie_of_ties_goes_to_smaller_y(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 3, "");
    put_car(&table, 1, POINT(16, 6), POINT(-3, 0));
    put_car(&table, 2, POINT(14, 6), POINT(0, 0));
    put_car(&table, 3, POINT(15, 6), POINT(0, 0));
    act(&table, "12,6");
    expect_at(&table, 1, POINT(14, 5), POINT(0, 0));
    close_table(&table);
}

static void test_finished_and_retired_cars_are_in_nobody_s_way(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 4, "");
    put_car(&table, 1, POINT(10, 3), POINT(0, 3));
    put_car(&table, 2, POINT(10, 5), POINT(0, 0))->status = CAR_FINISHED;
    put_car(&table, 3, POINT(10, 5), POINT(0, 0))->status = CAR_RETIRED;
    act(&table, "10,7");
    expect_at(&table, 1, POINT(10, 5), POINT(0, 0));
    close_table(&table);
}

/* From (15,8) by (-4,-3) the block is met at (14, 7 1/4). (14,7) is nearest, but on the line and so
 * behind it: the way there would cross it backward. (14,8) is next. */
static void test_the_way_back_crosses_no_line(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "");
    put_car(&table, 1, POINT(15, 8), POINT(-3, -3))->crossings = 1;
    expect_events(&table, "11,5",
                  "{'type':'moved','car':1,'from':[15,8],'to':['14','29/4'],'v':[-4,-3]}"
                  "{'type':'left_track','car':1,'exit':['14','29/4'],'to':[14,8]}");
    assert_int_equal(graph_paper_car(table.race, 1)->crossings, 1);
    close_table(&table);
}

/* An exit on the line is no crossing (1.5), and going on beyond it would be one: of the free points
 * (14,6), (15,7) and (14,8) next to the taken exit (14,7) the last is out, the first two are
 * equally far from (16,5), and the smaller y decides. */
static void test_an_exit_on_the_line(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 2, "");
    put_car(&table, 1, POINT(16, 5), POINT(-3, 3))->crossings = 1;
    put_car(&table, 2, POINT(14, 7), POINT(0, 0));
    expect_events(&table, "12,9",
                  "{'type':'moved','car':1,'from':[16,5],'to':[14,7],'v':[-4,4]}"
                  "{'type':'left_track','car':1,'exit':['14','7'],'to':[14,6]}");
    assert_int_equal(graph_paper_car(table.race, 1)->crossings, 1);
    close_table(&table);
}

/* Over the line at (15,7), into the block at (14,8): the crossing counts and opens the lap. */
static void test_what_was_crossed_before_the_exit_counts(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "");
    put_car(&table, 1, POINT(16, 6), POINT(-3, 3));
    expect_events(&table, "12,10",
                  "{'type':'moved','car':1,'from':[16,6],'to':[14,8],'v':[-4,4]}"
                  "{'type':'lap','car':1,'lap':1}"
                  "{'type':'left_track','car':1,'exit':['14','8'],'to':[14,8]}");
    close_table(&table);
}

/* The finish of an open track, met at its end (10,4): beyond it (11,4) would be nearer than (9,3),
 * but the way there crosses the line. */
static void test_the_way_back_crosses_no_finish_line(void **state)
{
    (void)state;
    struct table table;
    open_table(&table,
               SHEET(12, 4,
                     "<polygon class='wall' points='0,0 12,0 12,4 0,4'/>"
                     "<line class='start' x1='2' y1='0' x2='2' y2='4'/>"
                     "<line class='finish' x1='10' y1='0' x2='10' y2='4'/>"),
               "classroom", 4, "");
    put_car(&table, 1, POINT(8, 2), POINT(3, 3));
    put_car(&table, 2, POINT(10, 4), POINT(0, 0));
    put_car(&table, 3, POINT(9, 4), POINT(0, 0));
    put_car(&table, 4, POINT(10, 3), POINT(0, 0));
    act(&table, "12,6");
    expect_at(&table, 1, POINT(9, 3), POINT(0, 0));
    close_table(&table);
}

/* A room 4 wide with a dead end between y = 4 3/8 and 4 5/8 that holds no grid point. From
 * (0,4) by (10,1) the car gets to (6 1/4, 4 5/8), more than 2 from the room: back it goes, and the
 * line at x = 2 has not been crossed. */
#define DEAD_END                                                                                   \
    SHEET(14, 10,                                                                                  \
          "<polygon class='wall' points='0,0 4,0 4,5.375 12,5.375 12,5.625 4,5.625 4,10 0,10'/>"   \
          "<line class='start finish' x1='2' y1='0' x2='2' y2='10'/>")

static void test_back_to_the_move_s_start(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, DEAD_END, "racing-car", 2, "order=listed wall_missed_turns=1");
    put_car(&table, 1, POINT(0, 4), POINT(9, 1));
    put_car(&table, 2, POINT(0, 4), POINT(0, 0));
    /* y = 4 + x / 10 meets the upper wall y = 4 5/8 at x = 6 1/4. */
    expect_events(&table, "10,5",
                  "{'type':'moved','car':1,'from':[0,4],'to':['25/4','37/8'],'v':[10,1]}"
                  "{'type':'left_track','car':1,'exit':['25/4','37/8'],'to':[0,4]}");
    expect_at(&table, 1, POINT(0, 4), POINT(0, 0));
    assert_int_equal(graph_paper_car(table.race, 1)->crossings, 0);
    assert_int_equal(graph_paper_car(table.race, 1)->missed_turns, 1);
    assert_int_equal(graph_paper_car(table.race, 2)->missed_turns, 0);
    close_table(&table);
}

/* A funnel behind a room: from (1,6) by (10,-2) the car passes (6,5) and meets the lower wall at
 * (8 1/2, 4 1/2). (6,5) is the nearest grid point, in plain view, and 2.55 away: too far. */
static void test_two_squares_are_the_limit(void **state)
{
    (void)state;
    struct table table;
    open_table(&table,
               SHEET(12, 10,
                     "<polygon class='wall' points='0,10 3.5,10 3.5,6.5 8,5.5 12,5.5 12,5.25 "
                     "8,5.25 3.5,4.5 3.5,0 0,0'/>"
                     "<line class='start finish' x1='0' y1='9' x2='4' y2='9'/>"),
               "classroom", 1, "");
    put_car(&table, 1, POINT(1, 6), POINT(9, -2));
    expect_events(&table, "11,4",
                  "{'type':'moved','car':1,'from':[1,6],'to':['17/2','9/2'],'v':[10,-2]}"
                  "{'type':'left_track','car':1,'exit':['17/2','9/2'],'to':[1,6]}");
    close_table(&table);
}

static void test_a_retired_car_stays_where_its_move_began(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 3, "off_track=retire");
    put_car(&table, 1, POINT(16, 6), POINT(-3, 3));
    expect_events(&table, "12,10",
                  "{'type':'moved','car':1,'from':[16,6],'to':[14,8],'v':[-4,4]}"
                  "{'type':'lap','car':1,'lap':1}"
                  "{'type':'left_track','car':1,'exit':['14','8'],'to':[16,6]}"
                  "{'type':'retired','car':1}");
    expect_at(&table, 1, POINT(16, 6), POINT(0, 0));
    assert_int_equal(graph_paper_car(table.race, 1)->place, 0);
    assert_int_equal(race_next_car(table.race), 2);
    close_table(&table);
}

/* The slick covers the outer wall's point (16,0) side by side with the track. */
static void test_going_on_from_a_slick_is_not_landing_on_it(void **state)
{
    (void)state;
    struct table table;
    open_table(&table,
               SHEET(20, 14,
                     "<polygon class='wall' points='0,0 20,0 20,14 0,14'/>"
                     "<polygon class='wall' points='6,5 14,5 14,9 6,9'/>"
                     "<line class='start finish' x1='14' y1='7' x2='20' y2='7'/>"
                     "<polygon class='slick' points='15,14 17,14 17,13 15,13'/>"),
               "racing-car", 1, "");
    put_car(&table, 1, POINT(16, 2), POINT(0, -3));
    expect_events(&table, "16,-1",
                  "{'type':'moved','car':1,'from':[16,2],'to':[16,0],'v':[0,-3]}"
                  "{'type':'left_track','car':1,'exit':['16','0'],'to':[16,0]}");
    close_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_goes_on_from_the_nearest_point),
        cmocka_unit_test(test_an_exit_on_a_grid_point),
        cmocka_unit_test(test_tie_goes_to_the_move_s_start),
        cmocka_unit_test(test_tie_of_ties_goes_to_smaller_x),
        cmocka_unit_test(test_tie_of_ties_goes_to_smaller_y),
        cmocka_unit_test(test_finished_and_retired_cars_are_in_nobody_s_way),
        cmocka_unit_test(test_the_way_back_crosses_no_line),
        cmocka_unit_test(test_an_exit_on_the_line),
        cmocka_unit_test(test_what_was_crossed_before_the_exit_counts),
        cmocka_unit_test(test_the_way_back_crosses_no_finish_line),
        cmocka_unit_test(test_back_to_the_move_s_start),
        cmocka_unit_test(test_two_squares_are_the_limit),
        cmocka_unit_test(test_a_retired_car_stays_where_its_move_began),
        cmocka_unit_test(test_going_on_from_a_slick_is_not_landing_on_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
