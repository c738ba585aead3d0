/* What an acceleration costs and where a slick leaves no choice (RULES 2.2, 2.5, 2.6, 6, 7). */
#include "unit/rules/fixture.h"

static int count_moves(const struct table *table)
{
    struct move_list moves = {0};
    graph_paper_moves(table->race, NULL, &moves);
    int count = moves.count;
    graph_paper_free_moves(&moves);
    return count;
}

/* One car of RING in the open, at (2, 2) with the velocity (3, 0), and so many points to choose. */
static void expect_choice(const char *pairs, struct point velocity, int count)
{
    struct table table;
    open_table(&table, RING, "classroom", 1, pairs);
    put_car(&table, 1, POINT(5, 2), velocity);
    if (count_moves(&table) != count) {
        fail_msg("%s: %d moves", pairs, count_moves(&table));
    }
    close_table(&table);
}

static void test_how_many_points_can_be_paid_for(void **state)
{
    (void)state;
    expect_choice("", POINT(3, 0), 9);
    /* ax = -2 with ay from -1 to 1: braking along x only, there is nothing to brake along y. */
    expect_choice("good_brakes=1", POINT(3, 0), 9 + 3);
    /* ax = +2 with ay from -1 to 1, ay = -2 or +2 with ax from -1 to 1, both: 3 + 6 + 2. */
    expect_choice("turbo_boosts=1", POINT(3, 0), 9 + 11);
    /* All 25, because ax = -2 goes with ay = -2 or +2, too. */
    expect_choice("turbo_boosts=1 good_brakes=1", POINT(3, 0), 25);
    expect_choice("turbo_boosts=1 good_brakes=1", POINT(-1, 1), 25);
    /* Nothing to brake anywhere. */
    expect_choice("good_brakes=9", POINT(0, 0), 9);
    expect_choice("turbo_boosts=1", POINT(0, 0), 25);
    expect_choice("acceleration=four", POINT(3, 0), 5);
    expect_choice("acceleration=four good_brakes=1", POINT(3, 0), 6);
    expect_choice("acceleration=four good_brakes=1 turbo_boosts=1", POINT(3, 0), 9);
    /* Excess 1 under eight: one axis 2, the other up to 1: 12 points; under four 8 points. */
    expect_choice("nitros=1", POINT(3, 0), 9 + 12);
    expect_choice("acceleration=four nitros=1", POINT(3, 0), 5 + 8);
    /* Five more beyond each side of the 25. */
    expect_choice("acceleration=two nitros=1", POINT(3, 0), 25 + 20);
    /* vx from 0, which takes the brakes, to 2. */
    expect_choice("top_speed=2 good_brakes=1", POINT(2, 0), 9);
    /* ax from -3 to -1, ay from -2 to 2, whose excess is at most 2: 3 for ax = -3, else all 5. */
    expect_choice("top_speed=2 nitros=2", POINT(3, 0), 3 + 5 + 5);
    /* With four, (-1, -1) would have an excess of 1: only one axis comes nearer to the limit. */
    expect_choice("acceleration=four top_speed=2", POINT(3, 3), 3);
}

static struct move find_move(const struct table *table, struct point to)
{
    struct move_list moves = {0};
    struct move found = {.nitros = -1};
    graph_paper_moves(table->race, NULL, &moves);
    for (int i = 0; i < moves.count; i++) {
        if (point_equal(moves.items[i].to, to)) {
            found = moves.items[i];
        }
    }
    graph_paper_free_moves(&moves);
    return found;
}

static void expect_price(const struct table *table, struct point to, int nitros, int brakes,
                         int boosts)
{
    struct move move = find_move(table, to);
    assert_int_equal(move.nitros, nitros);
    assert_int_equal(move.good_brakes, brakes);
    assert_int_equal(move.turbo_boosts, boosts);
}

/* At (5, 3) with (3, -1): the principal point is (8, 2). */
static void test_each_point_has_one_price(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "good_brakes=2 turbo_boosts=1 nitros=3");
    put_car(&table, 1, POINT(5, 3), POINT(3, -1));
    expect_price(&table, POINT(9, 3), 0, 0, 0);
    expect_price(&table, POINT(6, 3), 0, 1, 0);
    /* Both axes against their velocity: one use. */
    expect_price(&table, POINT(6, 4), 0, 1, 0);
    expect_price(&table, POINT(10, 0), 0, 0, 1);
    expect_price(&table, POINT(10, 4), 0, 1, 1);
    /* 3 is more than brakes and boosts can do, also for the other axis. */
    expect_price(&table, POINT(5, 3), 2, 0, 0);
    expect_price(&table, POINT(11, 0), 3, 0, 0);
    expect_price(&table, POINT(11, 4), 3, 0, 0);
    expect_refused(&table, "12,4", "takes 4 nitros and 3 are left");
    act(&table, "10,4");
    assert_int_equal(graph_paper_car(table.race, 1)->good_brakes, 1);
    assert_int_equal(graph_paper_car(table.race, 1)->turbo_boosts, 0);
    assert_int_equal(graph_paper_car(table.race, 1)->nitros, 3);
    expect_at(&table, 1, POINT(10, 4), POINT(5, 1));
    /* The boost is used up: two nitros do what it did. */
    put_car(&table, 1, POINT(5, 3), POINT(3, -1));
    expect_price(&table, POINT(10, 4), 2, 0, 0);
    close_table(&table);
}

/* BAB: slowing down by two squares instead of one, twice in a race. */
static void test_good_brakes_wear_out(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "good_brakes=2");
    put_car(&table, 1, POINT(2, 2), POINT(5, 0));
    act(&table, "5,2");
    expect_at(&table, 1, POINT(5, 2), POINT(3, 0));
    /* 1 may become -1, so 3 may become 1 and 1 again -1. */
    act(&table, "6,2");
    expect_at(&table, 1, POINT(6, 2), POINT(1, 0));
    expect_refused(&table, "5,2", "too far");
    act(&table, "6,2");
    put_car(&table, 1, POINT(6, 2), POINT(1, 0))->good_brakes = 1;
    act(&table, "5,2");
    expect_at(&table, 1, POINT(5, 2), POINT(-1, 0));
    close_table(&table);
}

/* RCG 8: a nitro may slow a car down as well, on either axis. */
static void test_nitros_work_either_way(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "racing-car", 1, "");
    put_car(&table, 1, POINT(2, 2), POINT(4, 0));
    expect_price(&table, POINT(4, 2), 1, 0, 0);
    expect_price(&table, POINT(8, 2), 1, 0, 0);
    expect_price(&table, POINT(6, 4), 1, 0, 0);
    expect_price(&table, POINT(4, 4), 2, 0, 0);
    close_table(&table);
}

/* The slick of RING covers (16, 10) to (18, 12). */
static void test_coasting_over_a_slick(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "slicks=coast nitros=3 good_brakes=1");
    put_car(&table, 1, POINT(17, 8), POINT(0, 2));
    assert_int_equal(count_moves(&table), 1);
    expect_refused(
        &table, "17,11",
        "too far from the principal point (17, 10), which lies on a slick: the velocity");
    /* Just beside it everything can be chosen: 9 + 12 + 16 + 20 with three nitros. */
    put_car(&table, 1, POINT(15, 8), POINT(0, 2));
    assert_int_equal(count_moves(&table), 9 + 12 + 16 + 20);
    /* Standing on it a car gets away. */
    put_car(&table, 1, POINT(17, 11), POINT(0, 0));
    assert_int_equal(count_moves(&table), 9 + 12 + 16 + 20);
    /* A shift makes the principal point, too, and with it the car is not at rest. */
    put_car(&table, 1, POINT(17, 8), POINT(0, 0))->shift = POINT(0, 3);
    assert_int_equal(count_moves(&table), 1);
    put_car(&table, 1, POINT(17, 11), POINT(-1, 0))->shift = POINT(1, 0);
    assert_int_equal(count_moves(&table), 1);
    act(&table, "17,11");
    expect_at(&table, 1, POINT(17, 11), POINT(0, 0));
    close_table(&table);
}

static void test_five_points_on_a_slick(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "slicks=four nitros=3 turbo_boosts=1");
    put_car(&table, 1, POINT(17, 8), POINT(0, 2));
    assert_int_equal(count_moves(&table), 5);
    expect_price(&table, POINT(17, 11), 0, 0, 0);
    expect_refused(&table, "18,11", "slick: only its four nearest neighbours");
    put_car(&table, 1, POINT(17, 11), POINT(0, 0));
    assert_int_equal(count_moves(&table), 5);
    /* Landing on one has no effect. */
    put_car(&table, 1, POINT(17, 7), POINT(0, 2));
    expect_events(&table, "17,10",
                  "{'type':'moved','car':1,'from':[17,7],'to':[17,10],'v':[0,3]}"
                  "{'type':'lap','car':1,'lap':1}");
    close_table(&table);
}

/* A turbo area in grid coordinates (2, 3) to (4, 5). */
#define PUSHED                                                                                     \
    SHEET(20, 14,                                                                                  \
          "<polygon class='wall' points='0,0 20,0 20,14 0,14'/>"                                   \
          "<polygon class='wall' points='6,5 14,5 14,9 6,9'/>"                                     \
          "<line class='start finish' x1='14' y1='7' x2='20' y2='7'/>"                             \
          "<polygon class='turbo' data-arrow='2 -1' points='2,9 4,9 4,11 2,11'/>"                  \
          "<polygon class='turbo' data-arrow='0 3' points='3,9 4,9 4,11 3,11'/>")

static void test_turbo_areas_push_the_next_move(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, PUSHED, "classroom", 1, "turbo_areas=on");
    put_car(&table, 1, POINT(1, 6), POINT(0, 0));
    /* Its corner (2, 5) is enough. */
    expect_events(&table, "2,5",
                  "{'type':'moved','car':1,'from':[1,6],'to':[2,5],'v':[1,-1]}"
                  "{'type':'turbo','car':1,'shift':[2,-1]}");
    /* (2, 5) + (1, -1) + (2, -1). It begins in one area and passes both. */
    expect_events(&table, "5,3",
                  "{'type':'moved','car':1,'from':[2,5],'to':[5,3],'v':[3,-2]}"
                  "{'type':'turbo','car':1,'shift':[2,-1]}"
                  "{'type':'turbo','car':1,'shift':[0,3]}");
    assert_int_equal(graph_paper_car(table.race, 1)->shift.x, 2);
    assert_int_equal(graph_paper_car(table.race, 1)->shift.y, 2);
    /* (5, 3) + (3, -2) + (2, 2); afterwards nothing is left of it. */
    expect_events(&table, "10,3", "{'type':'moved','car':1,'from':[5,3],'to':[10,3],'v':[5,0]}");
    assert_int_equal(graph_paper_car(table.race, 1)->shift.x, 0);
    /* Standing in one counts, too. */
    put_car(&table, 1, POINT(2, 4), POINT(0, 0));
    expect_events(&table, "2,4",
                  "{'type':'moved','car':1,'from':[2,4],'to':[2,4],'v':[0,0]}"
                  "{'type':'turbo','car':1,'shift':[2,-1]}");
    close_table(&table);
}

static void test_a_crash_loses_the_shift(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, PUSHED, "racing-car", 2, "turbo_areas=on order=listed");
    put_car(&table, 1, POINT(1, 4), POINT(2, 0));
    put_car(&table, 2, POINT(2, 4), POINT(0, 0))->shift = POINT(2, 2);
    expect_events(&table, "2,4",
                  "{'type':'moved','car':1,'from':[1,4],'to':[2,4],'v':[1,0]}"
                  "{'type':'turbo','car':1,'shift':[2,-1]}"
                  "{'type':'collided','car':1,'struck':[2],'at':[2,4]}"
                  "{'type':'missed','car':2,'left':1}{'type':'missed','car':1,'left':2}"
                  "{'type':'missed','car':2,'left':0}{'type':'missed','car':1,'left':1}");
    assert_int_equal(graph_paper_car(table.race, 1)->shift.x, 0);
    assert_int_equal(graph_paper_car(table.race, 2)->shift.x, 0);
    close_table(&table);
}

/* Car 2 stands before the areas and stops car 1 there. */
static void test_areas_behind_the_end_do_not_push(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, PUSHED, "racing-car", 2, "turbo_areas=on order=listed reach=whole");
    put_car(&table, 1, POINT(0, 4), POINT(3, 0));
    put_car(&table, 2, POINT(1, 4), POINT(0, 0));
    act(&table, "4,4");
    assert_int_equal(graph_paper_event(&table.events.items[1])->type, EVENT_COLLIDED);
    close_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_how_many_points_can_be_paid_for),
        cmocka_unit_test(test_each_point_has_one_price),
        cmocka_unit_test(test_good_brakes_wear_out),
        cmocka_unit_test(test_nitros_work_either_way),
        cmocka_unit_test(test_coasting_over_a_slick),
        cmocka_unit_test(test_five_points_on_a_slick),
        cmocka_unit_test(test_turbo_areas_push_the_next_move),
        cmocka_unit_test(test_a_crash_loses_the_shift),
        cmocka_unit_test(test_areas_behind_the_end_do_not_push),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
