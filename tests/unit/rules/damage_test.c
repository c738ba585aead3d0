/* Damage, moves that cannot be chosen and turns without a choice (RULES 4.3, 5.2, 5.3, 5.4). */
#include "unit/rules/fixture.h"

static const struct car *car_of(const struct table *table, int number)
{
    return graph_paper_car(table->race, number);
}

/* (10, 4) to (12, 7) leaves at the wall y = 5; the longer axis is 3. */
static void test_leaving_the_track_damages(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 2, "off_track=damage wall_missed_turns=1 damage_limit=5");
    put_car(&table, 2, POINT(3, 3), POINT(0, 0));
    put_car(&table, 1, POINT(10, 4), POINT(2, 3));
    expect_events(&table, "12,7",
                  "{'type':'moved','car':1,'from':[10,4],'to':['32/3','5'],'v':[2,3]}"
                  "{'type':'left_track','car':1,'exit':['32/3','5'],'to':[11,5]}");
    assert_int_equal(car_of(&table, 1)->damage, 3);
    assert_int_equal(car_of(&table, 1)->missed_turns, 1);
    act(&table, "3,3");
    /* At the limit it is out, where it would have gone on. */
    put_car(&table, 1, POINT(10, 4), POINT(1, 2))->missed_turns = 0;
    paper_race_to_change(table.race)->turn = 0;
    expect_events(&table, "11,6",
                  "{'type':'moved','car':1,'from':[10,4],'to':['21/2','5'],'v':[1,2]}"
                  "{'type':'left_track','car':1,'exit':['21/2','5'],'to':[10,5]}"
                  "{'type':'retired','car':1}{'type':'placed','car':2,'place':1}"
                  "{'type':'placed','car':1,'place':2}{'type':'over','car':null}");
    assert_int_equal(car_of(&table, 1)->status, CAR_RETIRED);
    expect_at(&table, 1, POINT(10, 5), POINT(0, 0));
    close_table(&table);
}

/* 5.4: the mover's longer axis is 2; the slick comes before it is out. */
static void test_running_into_a_car_damages(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 3, "collision=damage slicks=spin");
    put_car(&table, 1, POINT(3, 3), POINT(1, 1));
    put_car(&table, 2, POINT(5, 4), POINT(2, 0))->shift = POINT(1, 1);
    put_car(&table, 3, POINT(16, 12), POINT(0, 0));
    expect_events(&table, "5,4",
                  "{'type':'moved','car':1,'from':[3,3],'to':[5,4],'v':[2,1]}"
                  "{'type':'collided','car':1,'struck':[2],'at':[5,4]}");
    assert_int_equal(car_of(&table, 1)->damage, 2);
    assert_int_equal(car_of(&table, 1)->missed_turns, 0);
    assert_int_equal(car_of(&table, 2)->damage, 0);
    assert_int_equal(car_of(&table, 2)->missed_turns, 0);
    assert_int_equal(car_of(&table, 2)->shift.x, 0);
    expect_at(&table, 2, POINT(5, 4), POINT(0, 0));
    act(&table, "5,4");
    act(&table, "16,12");
    put_car(&table, 1, POINT(16, 9), POINT(0, 2))->damage = 2;
    expect_events(&table, "16,12",
                  "{'type':'moved','car':1,'from':[16,9],'to':[16,12],'v':[0,3]}"
                  "{'type':'collided','car':1,'struck':[3],'at':[16,12]}"
                  "{'type':'slick','car':1}{'type':'retired','car':1}");
    expect_at(&table, 1, POINT(16, 12), POINT(0, 0));
    close_table(&table);
}

/* The car is stopped half way, at the first occupied point; its velocity was (4, 4). */
static void test_reach_whole_stops_on_the_way(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "racing-car", 4, "order=listed reach=whole");
    put_car(&table, 1, POINT(0, 0), POINT(3, 3));
    put_car(&table, 2, POINT(2, 2), POINT(1, 0));
    put_car(&table, 3, POINT(3, 3), POINT(1, 0));
    put_car(&table, 4, POINT(2, 2), POINT(1, 0));
    expect_events(&table, "4,4",
                  "{'type':'moved','car':1,'from':[0,0],'to':[2,2],'v':[4,4]}"
                  "{'type':'collided','car':1,'struck':[2,4],'at':[2,2]}"
                  "{'type':'missed','car':2,'left':1}");
    expect_at(&table, 1, POINT(2, 2), POINT(0, 0));
    expect_at(&table, 3, POINT(3, 3), POINT(1, 0));
    close_table(&table);
}

/* Two cars stand where the move begins; one leaves. */
static void test_the_beginning_of_a_move_strikes_nobody(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "racing-car", 2, "order=listed reach=whole");
    put_car(&table, 1, POINT(3, 3), POINT(1, 0));
    put_car(&table, 2, POINT(3, 3), POINT(0, 0));
    expect_events(&table, "5,3", "{'type':'moved','car':1,'from':[3,3],'to':[5,3],'v':[2,0]}");
    close_table(&table);
}

/* Cars come before walls: the exit itself is occupied. */
static void test_reach_whole_meets_cars_before_walls(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "racing-car", 2, "order=listed reach=whole nitros=0");
    put_car(&table, 1, POINT(10, 3), POINT(0, 3));
    put_car(&table, 2, POINT(10, 5), POINT(0, 0));
    expect_events(&table, "10,6",
                  "{'type':'moved','car':1,'from':[10,3],'to':[10,5],'v':[0,3]}"
                  "{'type':'collided','car':1,'struck':[2],'at':[10,5]}"
                  "{'type':'missed','car':2,'left':1}{'type':'missed','car':1,'left':2}"
                  "{'type':'missed','car':2,'left':0}{'type':'missed','car':1,'left':1}");
    close_table(&table);
}

/* The last finish line comes before the car behind it; the end is where that car stands. */
static void test_finishing_strikes_nobody(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "racing-car", 3, "order=listed reach=whole nitros=0");
    put_car(&table, 1, POINT(15, 6), POINT(0, 3))->crossings = 1;
    put_car(&table, 2, POINT(15, 8), POINT(1, 0));
    put_car(&table, 3, POINT(3, 3), POINT(0, 0));
    expect_events(&table, "15,9",
                  "{'type':'moved','car':1,'from':[15,6],'to':[15,8],'v':[0,3]}"
                  "{'type':'finished','car':1}{'type':'placed','car':1,'place':1}");
    expect_at(&table, 1, POINT(15, 9), POINT(0, 3));
    expect_at(&table, 2, POINT(15, 8), POINT(1, 0));
    close_table(&table);
}

static int count_refused(const struct table *table, enum refusal why)
{
    struct refused_list refused = {0};
    struct move_list moves = {0};
    graph_paper_refused(table->race, NULL, &refused);
    graph_paper_moves(table->race, NULL, &moves);
    assert_int_equal(refused.count + moves.count, 9);
    for (int i = 0; i < refused.count; i++) {
        assert_int_equal(refused.items[i].why, why);
    }
    int count = refused.count;
    graph_paper_free_moves(&moves);
    free(refused.items);
    return count;
}

static void test_forbidden_ends(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 2, "collision=forbid");
    put_car(&table, 1, POINT(3, 3), POINT(1, 1));
    put_car(&table, 2, POINT(5, 4), POINT(0, 0));
    assert_int_equal(count_refused(&table, REFUSAL_OCCUPIED), 1);
    expect_refused(&table, "5,4", "(5, 4) cannot be chosen: car 2 is in the way");
    /* Through it is no matter, and neither is staying where it is. */
    put_car(&table, 2, POINT(4, 4), POINT(0, 0));
    assert_int_equal(count_refused(&table, REFUSAL_OCCUPIED), 1);
    put_car(&table, 1, POINT(4, 4), POINT(0, 0));
    assert_int_equal(count_refused(&table, REFUSAL_OCCUPIED), 0);
    /* The point across the block is not reached. */
    put_car(&table, 1, POINT(10, 4), POINT(0, 5));
    put_car(&table, 2, POINT(10, 10), POINT(0, 0));
    assert_int_equal(count_refused(&table, REFUSAL_OCCUPIED), 0);
    close_table(&table);
}

/* From (1, 1) with (2, 2): car 2 at (2, 2) closes (2, 2), (3, 3) and (4, 4). */
static void test_forbidden_ways(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 2, "collision=forbid reach=whole");
    put_car(&table, 1, POINT(1, 1), POINT(2, 2));
    put_car(&table, 2, POINT(2, 2), POINT(0, 0));
    assert_int_equal(count_refused(&table, REFUSAL_OCCUPIED), 3);
    expect_refused(&table, "4,4", "car 2 is in the way");
    /* Up to the exit and with it: straight up through (10, 5), but not to the left or right. */
    put_car(&table, 1, POINT(10, 4), POINT(0, 5));
    put_car(&table, 2, POINT(10, 5), POINT(0, 0));
    assert_int_equal(count_refused(&table, REFUSAL_OCCUPIED), 3);
    close_table(&table);
}

/* All nine points of car 1, at (3, 3) with (2, 0), lie behind seven others; car 8 moves before. */
static void open_closed(struct table *table, const char *pairs)
{
    static const struct point at[] = {{4, 2}, {4, 3}, {4, 4}, {5, 2}, {5, 4}, {6, 2}, {6, 4}};
    struct text all = {0};
    text_append(&all, "collision=forbid reach=whole ");
    text_append(&all, pairs);
    open_table(table, RING, "classroom", 8, text_string(&all));
    text_free(&all);
    put_car(table, 1, POINT(3, 3), POINT(2, 0))->shift = POINT(0, 0);
    for (int car = 2; car <= 8; car++) {
        put_car(table, car, at[car - 2], POINT(0, 0));
    }
    paper_race_to_change(table->race)->turn = 7;
}

static void test_without_a_choice_a_car_crashes_where_it_stands(void **state)
{
    (void)state;
    struct table table;
    open_closed(&table, "wall_missed_turns=1");
    expect_events(&table, "6,4",
                  "{'type':'moved','car':8,'from':[6,4],'to':[6,4],'v':[0,0]}"
                  "{'type':'left_track','car':1,'exit':['3','3'],'to':[3,3]}");
    expect_at(&table, 1, POINT(3, 3), POINT(0, 0));
    assert_int_equal(car_of(&table, 1)->missed_turns, 1);
    assert_int_equal(race_next_car(table.race), 2);
    close_table(&table);
    open_closed(&table, "off_track=damage");
    act(&table, "6,4");
    assert_int_equal(car_of(&table, 1)->damage, 2);
    close_table(&table);
    open_closed(&table, "off_track=retire");
    expect_events(&table, "6,4",
                  "{'type':'moved','car':8,'from':[6,4],'to':[6,4],'v':[0,0]}"
                  "{'type':'left_track','car':1,'exit':['3','3'],'to':[3,3]}"
                  "{'type':'retired','car':1}");
    close_table(&table);
    open_closed(&table, "off_track=run_wide");
    expect_events(&table, "6,4",
                  "{'type':'moved','car':8,'from':[6,4],'to':[6,4],'v':[0,0]}"
                  "{'type':'retired','car':1}");
    close_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_leaving_the_track_damages),
        cmocka_unit_test(test_running_into_a_car_damages),
        cmocka_unit_test(test_reach_whole_stops_on_the_way),
        cmocka_unit_test(test_the_beginning_of_a_move_strikes_nobody),
        cmocka_unit_test(test_reach_whole_meets_cars_before_walls),
        cmocka_unit_test(test_finishing_strikes_nobody),
        cmocka_unit_test(test_forbidden_ends),
        cmocka_unit_test(test_forbidden_ways),
        cmocka_unit_test(test_without_a_choice_a_car_crashes_where_it_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
