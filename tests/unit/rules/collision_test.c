/* Other cars, slicks and missed turns (RULES 2.7, 2.8, 5.3, 6). */
#include "unit/rules/fixture.h"

static int missed(const struct table *table, int car)
{
    return graph_paper_car(table->race, car)->missed_turns;
}

/* Mover 3, struck 2. Then 2 misses (1 left), the round wraps, 1 misses (2 left), 2 misses (0 left),
 * wrap, 1 misses (1 left), and 2 moves: two rounds on. */
static void test_both_cars_stop_and_miss_turns_at_once(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "racing-car", 2, "order=listed");
    put_car(&table, 1, POINT(3, 3), POINT(1, 1));
    put_car(&table, 2, POINT(5, 4), POINT(2, 0));
    expect_events(&table, "5,4",
                  "{'type':'moved','car':1,'from':[3,3],'to':[5,4],'v':[2,1]}"
                  "{'type':'collided','car':1,'struck':[2],'at':[5,4]}"
                  "{'type':'missed','car':2,'left':1}"
                  "{'type':'missed','car':1,'left':2}"
                  "{'type':'missed','car':2,'left':0}"
                  "{'type':'missed','car':1,'left':1}");
    expect_at(&table, 1, POINT(5, 4), POINT(0, 0));
    expect_at(&table, 2, POINT(5, 4), POINT(0, 0));
    assert_int_equal(race_next_car(table.race), 2);
    assert_int_equal(graph_paper_game.round(table.race), 3);
    close_table(&table);
}

/* Cars 2 and 3 share a point, 4 has finished there, 5 is retired there. */
static void test_every_car_on_the_point_is_struck(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "racing-car", 6, "order=listed mover_missed_turns=4");
    put_car(&table, 1, POINT(3, 3), POINT(1, 1))->missed_turns = 0;
    put_car(&table, 2, POINT(5, 4), POINT(2, 0))->missed_turns = 5;
    put_car(&table, 3, POINT(5, 4), POINT(0, 1));
    put_car(&table, 4, POINT(5, 4), POINT(1, 1))->status = CAR_FINISHED;
    put_car(&table, 5, POINT(5, 4), POINT(0, 0))->status = CAR_RETIRED;
    put_car(&table, 6, POINT(4, 3), POINT(1, 1));
    expect_events(&table, "5,4",
                  "{'type':'moved','car':1,'from':[3,3],'to':[5,4],'v':[2,1]}"
                  "{'type':'collided','car':1,'struck':[2,3],'at':[5,4]}"
                  "{'type':'missed','car':2,'left':6}"
                  "{'type':'missed','car':3,'left':1}");
    assert_int_equal(missed(&table, 1), 4);
    assert_int_equal(missed(&table, 2), 6);
    assert_int_equal(missed(&table, 3), 1);
    expect_at(&table, 4, POINT(5, 4), POINT(1, 1));
    assert_int_equal(race_next_car(table.race), 6);
    close_table(&table);
}

/* Car 2 stands on the middle of the way: with `reach = end` nothing happens. */
static void test_only_the_end_of_a_move_collides(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "racing-car", 2, "order=listed");
    put_car(&table, 1, POINT(3, 3), POINT(2, 1));
    put_car(&table, 2, POINT(4, 4), POINT(0, 0));
    expect_events(&table, "5,5", "{'type':'moved','car':1,'from':[3,3],'to':[5,5],'v':[2,2]}");
    close_table(&table);
}

static void test_a_move_of_zero_length_never_collides(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "racing-car", 2, "order=listed");
    put_car(&table, 1, POINT(3, 3), POINT(0, 0));
    put_car(&table, 2, POINT(3, 3), POINT(1, 0));
    expect_events(&table, "3,3", "{'type':'moved','car':1,'from':[3,3],'to':[3,3],'v':[0,0]}");
    expect_at(&table, 2, POINT(3, 3), POINT(1, 0));
    close_table(&table);
}

/* The point behind the wall is occupied, but the move never gets there. */
static void test_a_point_behind_a_wall_is_not_reached(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "racing-car", 2, "order=listed nitros=0");
    put_car(&table, 1, POINT(10, 4), POINT(0, 5));
    put_car(&table, 2, POINT(10, 10), POINT(1, 0));
    expect_events(&table, "10,10",
                  "{'type':'moved','car':1,'from':[10,4],'to':[10,5],'v':[0,6]}"
                  "{'type':'left_track','car':1,'exit':['10','5'],'to':[10,5]}");
    expect_at(&table, 2, POINT(10, 10), POINT(1, 0));
    close_table(&table);
}

static void test_cars_may_share_a_point(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 2, "");
    put_car(&table, 1, POINT(3, 3), POINT(1, 1));
    put_car(&table, 2, POINT(5, 4), POINT(2, 0));
    expect_events(&table, "5,4", "{'type':'moved','car':1,'from':[3,3],'to':[5,4],'v':[2,1]}");
    expect_at(&table, 1, POINT(5, 4), POINT(2, 1));
    close_table(&table);
}

static void test_spinning_on_a_slick(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "racing-car", 1, "");
    put_car(&table, 1, POINT(16, 8), POINT(0, 1));
    /* Its boundary belongs to it. */
    expect_events(&table, "16,10",
                  "{'type':'moved','car':1,'from':[16,8],'to':[16,10],'v':[0,2]}"
                  "{'type':'slick','car':1}"
                  "{'type':'missed','car':1,'left':1}"
                  "{'type':'missed','car':1,'left':0}");
    expect_at(&table, 1, POINT(16, 10), POINT(0, 0));
    /* Staying on it is ending on it. */
    expect_events(&table, "16,10",
                  "{'type':'moved','car':1,'from':[16,10],'to':[16,10],'v':[0,0]}"
                  "{'type':'slick','car':1}"
                  "{'type':'missed','car':1,'left':1}"
                  "{'type':'missed','car':1,'left':0}");
    /* Passing over has no effect. */
    put_car(&table, 1, POINT(17, 9), POINT(0, 4));
    expect_events(&table, "17,13", "{'type':'moved','car':1,'from':[17,9],'to':[17,13],'v':[0,4]}");
    close_table(&table);
}

static void test_slicks_off(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "");
    put_car(&table, 1, POINT(16, 8), POINT(0, 1));
    expect_events(&table, "16,10", "{'type':'moved','car':1,'from':[16,8],'to':[16,10],'v':[0,2]}");
    close_table(&table);
}

/* 3 for the collision and 2 for the slick; the struck car, which did not move, misses only 2. */
static void test_slick_and_collision_add_up(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "racing-car", 3, "order=listed");
    put_car(&table, 1, POINT(16, 8), POINT(0, 2));
    put_car(&table, 2, POINT(17, 11), POINT(1, 0));
    put_car(&table, 3, POINT(3, 3), POINT(0, 0));
    expect_events(&table, "17,11",
                  "{'type':'moved','car':1,'from':[16,8],'to':[17,11],'v':[1,3]}"
                  "{'type':'collided','car':1,'struck':[2],'at':[17,11]}"
                  "{'type':'slick','car':1}"
                  "{'type':'missed','car':2,'left':1}");
    assert_int_equal(missed(&table, 1), 5);
    close_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_cars_stop_and_miss_turns_at_once),
        cmocka_unit_test(test_every_car_on_the_point_is_struck),
        cmocka_unit_test(test_only_the_end_of_a_move_collides),
        cmocka_unit_test(test_a_move_of_zero_length_never_collides),
        cmocka_unit_test(test_a_point_behind_a_wall_is_not_reached),
        cmocka_unit_test(test_cars_may_share_a_point),
        cmocka_unit_test(test_spinning_on_a_slick),
        cmocka_unit_test(test_slicks_off),
        cmocka_unit_test(test_slick_and_collision_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
