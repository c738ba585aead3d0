/* Running wide, walls and ways, starts anywhere (RULES 2.3, 2.4, 3, 4, 4.4). */
#include "unit/rules/fixture.h"

static const struct car *car_of(const struct table *table)
{
    return graph_paper_car(table->race, 1);
}

/* The block of RING, (6, 5) to (14, 9), is outside; the line is to its right and leads up, so the
 * bottom is late in the lap and the top early. */
static void test_cutting_back_through_the_block(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "off_track=run_wide");
    put_car(&table, 1, POINT(10, 4), POINT(0, 2));
    expect_events(&table, "10,6",
                  "{'type':'moved','car':1,'from':[10,4],'to':[10,5],'v':[0,2]}"
                  "{'type':'left_track','car':1,'exit':['10','5'],'to':[10,6]}");
    assert_int_equal(car_of(&table)->status, CAR_OUTSIDE);
    assert_int_equal(car_of(&table)->exit_progress, graph_paper_progress(table.race, POINT(10, 5)));
    expect_at(&table, 1, POINT(10, 6), POINT(0, 2));
    /* Still outside: nothing is told but the move. */
    expect_events(&table, "10,7", "{'type':'moved','car':1,'from':[10,6],'to':[10,7],'v':[0,1]}");
    assert_int_equal(car_of(&table)->status, CAR_OUTSIDE);
    /* On the wall at the top it is back. */
    expect_events(&table, "10,9", "{'type':'moved','car':1,'from':[10,7],'to':[10,9],'v':[0,2]}");
    assert_int_equal(car_of(&table)->status, CAR_RACING);
    close_table(&table);
}

static void test_coming_back_ahead_is_refused(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "off_track=run_wide");
    put_car(&table, 1, POINT(10, 10), POINT(0, -2));
    act(&table, "10,8");
    expect_refused(&table, "10,5", "come back ahead of the place where the car left");
    act(&table, "10,7");
    expect_refused(&table, "10,5", "ahead");
    expect_refused(&table, "11,5", "ahead");
    struct refused_list refused = {0};
    graph_paper_refused(table.race, NULL, &refused);
    assert_int_equal(refused.count, 3);
    assert_int_equal(refused.items[0].why, REFUSAL_AHEAD);
    free(refused.items);
    /* Turning round: (10, 9) is where it left, and not ahead of itself. */
    act(&table, "10,7");
    act(&table, "10,8");
    act(&table, "10,9");
    assert_int_equal(car_of(&table)->status, CAR_RACING);
    close_table(&table);
}

static void test_nobody_drives_off_the_sheet(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "off_track=run_wide");
    put_car(&table, 1, POINT(10, 1), POINT(0, -1));
    expect_refused(&table, "10,-1", "off the sheet");
    struct move_list moves = {0};
    graph_paper_moves(table.race, NULL, &moves);
    assert_int_equal(moves.count, 6);
    graph_paper_free_moves(&moves);
    close_table(&table);
}

/* No point of the sheet is left to choose: the car is out, without more words. */
static void test_no_way_to_stay_on_the_sheet(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 2, "off_track=run_wide");
    put_car(&table, 1, POINT(3, 3), POINT(0, 0));
    put_car(&table, 2, POINT(10, 2), POINT(0, -4));
    expect_events(&table, "3,3",
                  "{'type':'moved','car':1,'from':[3,3],'to':[3,3],'v':[0,0]}"
                  "{'type':'retired','car':2}{'type':'placed','car':1,'place':1}"
                  "{'type':'placed','car':2,'place':2}{'type':'over','car':null}");
    expect_at(&table, 2, POINT(10, 2), POINT(0, 0));
    close_table(&table);
}

/* A tongue of the wall, (8, 0) to (10, 3): outside at (9, 1), a move across the corridor at its top
 * and out again cannot be chosen. */
#define TONGUE                                                                                     \
    SHEET(20, 14,                                                                                  \
          "<polygon class='wall' points='0,0 20,0 20,14 10,14 10,11 8,11 8,14 0,14'/>"             \
          "<polygon class='wall' points='6,5 14,5 14,9 6,9'/>"                                     \
          "<line class='start finish' x1='14' y1='7' x2='20' y2='7'/>")

static void test_passing_through_is_refused(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, TONGUE, "classroom", 1, "off_track=run_wide");
    struct car *car = put_car(&table, 1, POINT(9, 2), POINT(0, 4));
    car->status = CAR_OUTSIDE;
    car->exit_progress = 1000;
    expect_refused(&table, "9,6", "cross the track and leave it again");
    /* (9, 5) is the block's wall: it ends there. */
    expect_events(&table, "9,5", "{'type':'moved','car':1,'from':[9,2],'to':[9,5],'v':[0,3]}");
    assert_int_equal(car_of(&table)->status, CAR_RACING);
    close_table(&table);
}

/* From (7, 1) over the tongue to (11, 1): out at (8, 1), back at (10, 1), which is ahead. The other
 * way round it is behind, and the car never stops racing. */
static void test_leaving_and_coming_back_in_one_move(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, TONGUE, "classroom", 1, "off_track=run_wide");
    put_car(&table, 1, POINT(6, 1), POINT(5, 0));
    expect_refused(&table, "11,1", "ahead");
    put_car(&table, 1, POINT(12, 1), POINT(-5, 0));
    expect_events(&table, "7,1",
                  "{'type':'moved','car':1,'from':[12,1],'to':[10,1],'v':[-5,0]}"
                  "{'type':'left_track','car':1,'exit':['10','1'],'to':[7,1]}");
    assert_int_equal(car_of(&table)->status, CAR_RACING);
    expect_at(&table, 1, POINT(7, 1), POINT(-5, 0));
    close_table(&table);
}

/* 5 for a straight step, 7 for a diagonal one, and the least of what is seen within 2 squares. */
static void test_progress_counts_steps(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "off_track=run_wide");
    assert_int_equal(graph_paper_progress(table.race, POINT(17, 7)), 0);
    assert_int_equal(graph_paper_progress(table.race, POINT(17, 9)), 0);
    assert_int_equal(graph_paper_progress(table.race, POINT(17, 10)), 5);
    /* (12, 11) sees (13, 10): from (14, 7) two steps up along the block and one round its corner.
     */
    assert_int_equal(graph_paper_progress(table.race, POINT(12, 11)), 17);
    /* In the block there is no track. */
    assert_int_equal(graph_paper_progress(table.race, POINT(10, 7)), -1);
    /* Round the block. */
    assert_true(graph_paper_progress(table.race, POINT(17, 3)) > 100);
    graph_paper_game.free(table.race);
    table.setup.values[FIELD_OFF_TRACK] = OFF_TRACK_RESUME;
    table.race = graph_paper_game.begin(&table.setup);
    assert_int_equal(graph_paper_progress(table.race, POINT(17, 7)), -1);
    close_table(&table);
}

/* Outside lines do not count and nobody is struck; coming back they do. */
static void test_outside_nobody_is_in_the_way(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "racing-car", 3, "order=listed off_track=run_wide nitros=0");
    put_car(&table, 1, POINT(10, 7), POINT(0, 1))->status = CAR_OUTSIDE;
    put_car(&table, 2, POINT(10, 8), POINT(0, 0))->status = CAR_OUTSIDE;
    put_car(&table, 3, POINT(10, 9), POINT(0, 0));
    paper_race_to_change(table.race)->cars[0].exit_progress =
        paper_race_to_change(table.race)->cars[1].exit_progress = 200;
    expect_events(&table, "10,8", "{'type':'moved','car':1,'from':[10,7],'to':[10,8],'v':[0,1]}");
    expect_events(&table, "10,9",
                  "{'type':'moved','car':2,'from':[10,8],'to':[10,9],'v':[0,1]}"
                  "{'type':'collided','car':2,'struck':[3],'at':[10,9]}"
                  "{'type':'missed','car':3,'left':1}");
    assert_int_equal(graph_paper_car(table.race, 2)->status, CAR_RACING);
    close_table(&table);
}

static void test_only_the_end_has_to_be_on_the_track(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "path=end");
    put_car(&table, 1, POINT(10, 4), POINT(0, 5));
    expect_events(&table, "10,9", "{'type':'moved','car':1,'from':[10,4],'to':[10,9],'v':[0,5]}");
    /* The exit of an end off the track is still where the track was left first. */
    put_car(&table, 1, POINT(10, 4), POINT(0, 4));
    expect_events(&table, "10,8",
                  "{'type':'moved','car':1,'from':[10,4],'to':[10,5],'v':[0,4]}"
                  "{'type':'left_track','car':1,'exit':['10','5'],'to':[10,5]}");
    close_table(&table);
}

static void test_walls_that_may_not_be_touched(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "walls=out");
    expect_refused(&table, "20,7>20,8", "not a start point");
    put_car(&table, 1, POINT(10, 3), POINT(0, 1));
    /* Points of walls are no track: (10, 4) is the nearest to the exit that is. */
    expect_events(&table, "10,5",
                  "{'type':'moved','car':1,'from':[10,3],'to':[10,5],'v':[0,2]}"
                  "{'type':'left_track','car':1,'exit':['10','5'],'to':[10,4]}");
    close_table(&table);
}

/* (10, 5) on the wall is declared inside, (3, 3) in the open outside. */
static void test_declared_points(void **state)
{
    (void)state;
    struct table table;
    const char *svg = SHEET(20, 14,
                            "<polygon class='wall' points='0,0 20,0 20,14 0,14'/>"
                            "<polygon class='wall' points='6,5 14,5 14,9 6,9'/>"
                            "<line class='start finish' x1='14' y1='7' x2='20' y2='7'/>"
                            "<circle class='inside' cx='10' cy='9' r='.25'/>"
                            "<circle class='outside' cx='3' cy='11' r='.25'/>");
    open_table(&table, svg, "classroom", 1, "walls=out start=anywhere");
    expect_refused(&table, "3,3>4,3", "not a start point");
    put_car(&table, 1, POINT(10, 3), POINT(0, 1));
    expect_events(&table, "10,5", "{'type':'moved','car':1,'from':[10,3],'to':[10,5],'v':[0,2]}");
    put_car(&table, 1, POINT(3, 1), POINT(0, 2));
    /* Its little square begins at 11/4. */
    expect_events(&table, "3,3",
                  "{'type':'moved','car':1,'from':[3,1],'to':['3','11/4'],'v':[0,2]}"
                  "{'type':'left_track','car':1,'exit':['3','11/4'],'to':[3,2]}");
    close_table(&table);
}

static void test_a_start_anywhere(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 2, "start=anywhere choose=reverse");
    expect_refused(&table, "10,7", "not a start point");
    act(&table, "10,4");
    expect_refused(&table, "10,4", "stands on (10, 4) already");
    act(&table, "17,8");
    /* Beyond the line from the beginning: the first crossing is still to come. */
    assert_int_equal(car_of(&table)->crossings, 0);
    assert_int_equal(graph_paper_game.round(table.race), 1);
    close_table(&table);
}

static void test_losers_play_first(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 3, "order=loser_first");
    expect_order(&table, "[1,2,3]");
    graph_paper_game.free(table.race);
    table.setup.last[0] = 2;
    table.setup.last[1] = 3;
    table.setup.last[2] = 1;
    table.setup.last_count = 3;
    table.race = graph_paper_game.begin(&table.setup);
    expect_order(&table, "[1,3,2]");
    close_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cutting_back_through_the_block),
        cmocka_unit_test(test_coming_back_ahead_is_refused),
        cmocka_unit_test(test_nobody_drives_off_the_sheet),
        cmocka_unit_test(test_no_way_to_stay_on_the_sheet),
        cmocka_unit_test(test_passing_through_is_refused),
        cmocka_unit_test(test_leaving_and_coming_back_in_one_move),
        cmocka_unit_test(test_progress_counts_steps),
        cmocka_unit_test(test_outside_nobody_is_in_the_way),
        cmocka_unit_test(test_only_the_end_has_to_be_on_the_track),
        cmocka_unit_test(test_walls_that_may_not_be_touched),
        cmocka_unit_test(test_declared_points),
        cmocka_unit_test(test_a_start_anywhere),
        cmocka_unit_test(test_losers_play_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
