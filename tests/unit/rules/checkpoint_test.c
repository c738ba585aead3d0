/* Checkpoints, lines that are touched, and the end of a round (RULES 1.6, 8.2, 8.3). */
#include "unit/rules/fixture.h"

/* RING with checkpoint 1 across the left side, (1, 7) to (5, 7) with a gap at (3, 7), and
 * checkpoint 2 across the bottom, (10, 1) to (10, 4). */
#define GATES                                                                                      \
    SHEET(20, 14,                                                                                  \
          "<polygon class='wall' points='0,0 20,0 20,14 0,14'/>"                                   \
          "<polygon class='wall' points='6,5 14,5 14,9 6,9'/>"                                     \
          "<line class='start finish' x1='14' y1='7' x2='20' y2='7'/>"                             \
          "<polyline class='checkpoint' data-number='1' points='1,7 2,7 4,7 5,7'/>"                \
          "<polyline class='checkpoint' data-number='2' points='10,13 10,12 10,11 10,10'/>")

static const struct car *car_of(const struct table *table)
{
    return graph_paper_car(table->race, 1);
}

static struct car *open_gates(struct table *table, struct point at, struct point velocity, int laps)
{
    open_table(table, GATES, "classroom", 1, "checkpoints=on laps=2");
    struct car *car = put_car(table, 1, at, velocity);
    car->crossings = laps;
    car->laps_opened = laps;
    return car;
}

static void test_checkpoints_are_touched_in_order(void **state)
{
    (void)state;
    struct table table;
    open_gates(&table, POINT(9, 2), POINT(1, 0), 1);
    /* Number 2 is not next. */
    expect_events(&table, "11,2", "{'type':'moved','car':1,'from':[9,2],'to':[11,2],'v':[2,0]}");
    /* Between two neighbours, at (3/2, 7). */
    put_car(&table, 1, POINT(1, 8), POINT(1, -2));
    expect_events(&table, "2,6",
                  "{'type':'moved','car':1,'from':[1,8],'to':[2,6],'v':[1,-2]}"
                  "{'type':'checkpoint','car':1,'number':1}");
    /* Once is enough. */
    put_car(&table, 1, POINT(1, 8), POINT(1, -2));
    expect_events(&table, "2,6", "{'type':'moved','car':1,'from':[1,8],'to':[2,6],'v':[1,-2]}");
    put_car(&table, 1, POINT(9, 2), POINT(0, 0));
    expect_events(&table, "10,2",
                  "{'type':'moved','car':1,'from':[9,2],'to':[10,2],'v':[1,0]}"
                  "{'type':'checkpoint','car':1,'number':2}");
    assert_int_equal(car_of(&table)->checkpoint, 2);
    close_table(&table);
}

/* (2, 7) and (4, 7) are no neighbours: (3, 8) to (3, 6) passes between them. */
static void test_a_gap_is_no_checkpoint(void **state)
{
    (void)state;
    struct table table;
    open_gates(&table, POINT(3, 8), POINT(0, -2), 1);
    expect_events(&table, "3,6", "{'type':'moved','car':1,'from':[3,8],'to':[3,6],'v':[0,-2]}");
    close_table(&table);
}

static void test_nothing_counts_before_the_first_lap(void **state)
{
    (void)state;
    struct table table;
    open_gates(&table, POINT(1, 8), POINT(0, 0), 0);
    expect_events(&table, "1,7", "{'type':'moved','car':1,'from':[1,8],'to':[1,7],'v':[0,-1]}");
    assert_int_equal(car_of(&table)->checkpoint, 0);
    close_table(&table);
}

static void test_a_lap_counts_with_all_checkpoints(void **state)
{
    (void)state;
    struct table table;
    open_gates(&table, POINT(17, 6), POINT(0, 1), 0);
    /* The first crossing opens lap 1 and needs none. */
    expect_events(&table, "17,8",
                  "{'type':'moved','car':1,'from':[17,6],'to':[17,8],'v':[0,2]}"
                  "{'type':'lap','car':1,'lap':1}");
    /* One of two is not enough; the net number rises all the same. */
    put_car(&table, 1, POINT(17, 6), POINT(0, 1))->checkpoint = 1;
    expect_events(&table, "17,8", "{'type':'moved','car':1,'from':[17,6],'to':[17,8],'v':[0,2]}");
    assert_int_equal(car_of(&table)->crossings, 2);
    assert_int_equal(car_of(&table)->checkpoint, 1);
    assert_int_equal(graph_paper_lap(table.race, 1), 1);
    /* Backward nothing is told. */
    put_car(&table, 1, POINT(17, 8), POINT(0, -1));
    expect_events(&table, "17,6", "{'type':'moved','car':1,'from':[17,8],'to':[17,6],'v':[0,-2]}");
    assert_int_equal(car_of(&table)->crossings, 1);
    put_car(&table, 1, POINT(17, 6), POINT(0, 1))->checkpoint = 2;
    expect_events(&table, "17,8",
                  "{'type':'moved','car':1,'from':[17,6],'to':[17,8],'v':[0,2]}"
                  "{'type':'lap','car':1,'lap':2}");
    assert_int_equal(car_of(&table)->checkpoint, 0);
    /* The net number is far enough, but only checkpoints finish. */
    put_car(&table, 1, POINT(17, 6), POINT(0, 1))->crossings = 7;
    expect_events(&table, "17,8", "{'type':'moved','car':1,'from':[17,6],'to':[17,8],'v':[0,2]}");
    put_car(&table, 1, POINT(17, 6), POINT(0, 1))->checkpoint = 2;
    expect_events(&table, "17,8",
                  "{'type':'moved','car':1,'from':[17,6],'to':[17,8],'v':[0,2]}"
                  "{'type':'finished','car':1}{'type':'placed','car':1,'place':1}"
                  "{'type':'over','car':null}");
    close_table(&table);
}

/* A checkpoint up the way from (17, 7): the part on the line is before it, the rest behind it. */
static void test_a_touch_that_goes_on_behind_the_line(void **state)
{
    (void)state;
    struct table table;
    const char *svg = SHEET(20, 14,
                            "<polygon class='wall' points='0,0 20,0 20,14 0,14'/>"
                            "<polygon class='wall' points='6,5 14,5 14,9 6,9'/>"
                            "<line class='start finish' x1='14' y1='7' x2='20' y2='7'/>"
                            "<polyline class='checkpoint' data-number='1' points='17,7 17,6'/>"
                            "<polyline class='checkpoint' data-number='2' points='18,7'/>");
    open_table(&table, svg, "classroom", 1, "checkpoints=on");
    put_car(&table, 1, POINT(17, 6), POINT(0, 1));
    expect_events(&table, "17,8",
                  "{'type':'moved','car':1,'from':[17,6],'to':[17,8],'v':[0,2]}"
                  "{'type':'lap','car':1,'lap':1}{'type':'checkpoint','car':1,'number':1}");
    /* The one point of number 2 lies on the line: after number 1, before the line. */
    put_car(&table, 1, POINT(18, 6), POINT(0, 1));
    expect_events(&table, "18,8",
                  "{'type':'moved','car':1,'from':[18,6],'to':[18,8],'v':[0,2]}"
                  "{'type':'checkpoint','car':1,'number':2}{'type':'finished','car':1}"
                  "{'type':'placed','car':1,'place':1}{'type':'over','car':null}");
    close_table(&table);
}

/* Its only point lies on the line, so it was touched before the lap was opened there. */
static void test_a_touch_at_the_line_comes_before_it(void **state)
{
    (void)state;
    struct table table;
    const char *svg = SHEET(20, 14,
                            "<polygon class='wall' points='0,0 20,0 20,14 0,14'/>"
                            "<polygon class='wall' points='6,5 14,5 14,9 6,9'/>"
                            "<line class='start finish' x1='14' y1='7' x2='20' y2='7'/>"
                            "<polyline class='checkpoint' data-number='1' points='17,7'/>");
    open_table(&table, svg, "classroom", 1, "checkpoints=on");
    put_car(&table, 1, POINT(17, 6), POINT(0, 1));
    expect_events(&table, "17,8",
                  "{'type':'moved','car':1,'from':[17,6],'to':[17,8],'v':[0,2]}"
                  "{'type':'lap','car':1,'lap':1}");
    close_table(&table);
}

static void test_without_checkpoints_on_the_sheet_laps_count_as_ever(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "checkpoints=on");
    put_car(&table, 1, POINT(17, 6), POINT(0, 1))->crossings = 1;
    expect_events(&table, "17,8",
                  "{'type':'moved','car':1,'from':[17,6],'to':[17,8],'v':[0,2]}"
                  "{'type':'finished','car':1}{'type':'placed','car':1,'place':1}"
                  "{'type':'over','car':null}");
    assert_int_equal(car_of(&table)->laps_opened, 0);
    close_table(&table);
}

/* (13, 3) to (13, 6) leaves at (13, 11/2), beyond the checkpoint from (12, 5) to (14, 5). */
static void test_resuming_behind_no_checkpoint(void **state)
{
    (void)state;
    struct table table;
    const char *svg =
        SHEET(20, 14,
              "<polygon class='wall' points='0,0 20,0 20,14 0,14'/>"
              "<polygon class='wall' points='6,5 14,5 14,8.5 6,8.5'/>"
              "<line class='start finish' x1='14' y1='7' x2='20' y2='7'/>"
              "<polyline class='checkpoint' data-number='1' points='12,9 13,9 14,9'/>");
    open_table(&table, svg, "classroom", 1, "checkpoints=off");
    put_car(&table, 1, POINT(13, 3), POINT(0, 3));
    act(&table, "13,6");
    expect_at(&table, 1, POINT(13, 5), POINT(0, 0));
    graph_paper_game.free(table.race);
    table.setup.values[FIELD_CHECKPOINTS] = SWITCH_ON;
    table.race = graph_paper_game.begin(&table.setup);
    put_car(&table, 1, POINT(13, 3), POINT(0, 3));
    act(&table, "13,6");
    /* (11, 5) and (15, 5) are too far, everything else lies on it or behind it. */
    expect_at(&table, 1, POINT(13, 3), POINT(0, 0));
    close_table(&table);
}

static void test_touching_the_line_crosses_it(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "line=touch start=anywhere");
    /* On the line of a closed track a car starts with its first crossing. */
    expect_events(&table, "17,7>17,7",
                  "{'type':'started','car':1,'at':[17,7]}"
                  "{'type':'moved','car':1,'from':[17,7],'to':[17,7],'v':[0,0]}");
    assert_int_equal(car_of(&table)->crossings, 1);
    assert_int_equal(graph_paper_lap(table.race, 1), 1);
    expect_events(&table, "17,6",
                  "{'type':'moved','car':1,'from':[17,7],'to':[17,6],'v':[0,-1]}"
                  "{'type':'lap','car':1,'lap':0}");
    put_car(&table, 1, POINT(17, 6), POINT(0, 0));
    expect_events(&table, "17,7",
                  "{'type':'moved','car':1,'from':[17,6],'to':[17,7],'v':[0,1]}"
                  "{'type':'lap','car':1,'lap':1}");
    put_car(&table, 1, POINT(17, 6), POINT(0, 0));
    expect_events(&table, "16,7",
                  "{'type':'moved','car':1,'from':[17,6],'to':[16,7],'v':[-1,1]}"
                  "{'type':'finished','car':1}{'type':'placed','car':1,'place':1}"
                  "{'type':'over','car':null}");
    close_table(&table);
}

/* BAB: B finishes, C completes the round and gets farther; A, who had its turn, is last. */
static void test_the_farthest_of_a_round_wins(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 3, "finish=round");
    put_car(&table, 1, POINT(3, 3), POINT(0, 0));
    put_car(&table, 2, POINT(16, 6), POINT(0, 1))->crossings = 1;
    put_car(&table, 3, POINT(18, 6), POINT(0, 2))->crossings = 1;
    act(&table, "3,3");
    expect_events(&table, "16,8",
                  "{'type':'moved','car':2,'from':[16,6],'to':[16,8],'v':[0,2]}"
                  "{'type':'finished','car':2}");
    assert_int_equal(graph_paper_car(table.race, 2)->place, 0);
    expect_events(&table, "18,9",
                  "{'type':'moved','car':3,'from':[18,6],'to':[18,9],'v':[0,3]}"
                  "{'type':'finished','car':3}{'type':'placed','car':3,'place':1}"
                  "{'type':'placed','car':2,'place':2}{'type':'placed','car':1,'place':3}"
                  "{'type':'over','car':null}");
    assert_int_equal(graph_paper_game.round(table.race), 1);
    close_table(&table);
}

/* 1 and 2 end in the same row; 3 and 4 go on for the third place. */
static void test_equal_distances_share_the_place(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 4, "finish=round");
    put_car(&table, 1, POINT(16, 6), POINT(0, 1))->crossings = 1;
    put_car(&table, 2, POINT(18, 6), POINT(0, 2))->crossings = 1;
    put_car(&table, 3, POINT(3, 3), POINT(0, 0));
    put_car(&table, 4, POINT(17, 5), POINT(0, 1))->crossings = 1;
    act(&table, "16,8");
    act(&table, "18,8");
    act(&table, "3,3");
    expect_events(&table, "17,7",
                  "{'type':'moved','car':4,'from':[17,5],'to':[17,7],'v':[0,2]}"
                  "{'type':'placed','car':1,'place':1}{'type':'placed','car':2,'place':1}");
    assert_int_equal(graph_paper_game.round(table.race), 2);
    act(&table, "3,3");
    expect_events(&table, "17,9",
                  "{'type':'moved','car':4,'from':[17,7],'to':[17,9],'v':[0,2]}"
                  "{'type':'finished','car':4}{'type':'placed','car':4,'place':3}"
                  "{'type':'placed','car':3,'place':4}{'type':'over','car':null}");
    close_table(&table);
}

/* The wall stops car 1 half a square beyond the line, at 15/2; car 2 gets one square beyond it. */
static void test_an_exit_is_as_far_as_it_is(void **state)
{
    (void)state;
    struct table table;
    const char *svg = SHEET(20, 14,
                            "<polygon class='wall' points='0,0 20,0 20,6.5 17.5,6.5 17.5,5 20,5 "
                            "20,14 0,14'/>"
                            "<polygon class='wall' points='6,5 14,5 14,9 6,9'/>"
                            "<line class='start finish' x1='14' y1='7' x2='20' y2='7'/>");
    open_table(&table, svg, "classroom", 3, "finish=round");
    put_car(&table, 1, POINT(18, 6), POINT(0, 3))->crossings = 1;
    put_car(&table, 2, POINT(16, 6), POINT(0, 1))->crossings = 1;
    put_car(&table, 3, POINT(3, 3), POINT(0, 0));
    expect_events(&table, "18,9",
                  "{'type':'moved','car':1,'from':[18,6],'to':['18','15/2'],'v':[0,3]}"
                  "{'type':'finished','car':1}");
    act(&table, "16,8");
    expect_events(&table, "3,3",
                  "{'type':'moved','car':3,'from':[3,3],'to':[3,3],'v':[0,0]}"
                  "{'type':'placed','car':2,'place':1}{'type':'placed','car':1,'place':2}"
                  "{'type':'placed','car':3,'place':3}{'type':'over','car':null}");
    close_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_checkpoints_are_touched_in_order),
        cmocka_unit_test(test_a_gap_is_no_checkpoint),
        cmocka_unit_test(test_nothing_counts_before_the_first_lap),
        cmocka_unit_test(test_a_lap_counts_with_all_checkpoints),
        cmocka_unit_test(test_a_touch_that_goes_on_behind_the_line),
        cmocka_unit_test(test_a_touch_at_the_line_comes_before_it),
        cmocka_unit_test(test_without_checkpoints_on_the_sheet_laps_count_as_ever),
        cmocka_unit_test(test_resuming_behind_no_checkpoint),
        cmocka_unit_test(test_touching_the_line_crosses_it),
        cmocka_unit_test(test_the_farthest_of_a_round_wins),
        cmocka_unit_test(test_equal_distances_share_the_place),
        cmocka_unit_test(test_an_exit_is_as_far_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
