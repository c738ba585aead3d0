/* What goes out: JSON with its keys in order, sentences for the log, the state's hash. */
#include "unit/rules/fixture.h"

static void test_state_of_a_waiting_car(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "racing-car", 1, "");
    expect_state(
        &table,
        "{'round':1,'to_move':1,'over':false,'cars':[{'car':1,'player':1,'status':'waiting','x':"
        "null,'y':null,'vx':0,'vy':0,'shift':[0,0],'nitros':3,'good_brakes':0,'turbo_boosts':0,"
        "'missed_turns':0,'damage':0,'crossings':0,'lap':0,'checkpoint':0,'score':0,'place':null}]"
        "}");
    close_table(&table);
}

static void test_state_at_the_end(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 2, "");
    put_car(&table, 1, POINT(16, 6), POINT(0, 2))->crossings = 1;
    put_car(&table, 2, POINT(3, 3), POINT(2, -1))->missed_turns = 4;
    act(&table, "16,8");
    expect_state(
        &table,
        "{'round':1,'to_move':null,'over':true,'cars':[{'car':1,'player':1,'status':'finished','x':"
        "16,'y':8,'vx':0,'vy':2,'shift':[0,0],'nitros':0,'good_brakes':0,'turbo_boosts':0,"
        "'missed_turns':0,'damage':0,'crossings':2,'lap':1,'checkpoint':0,'score':0,'place':1},"
        "{'car':2,'player':2,'status':'racing','x':3,'y':3,'vx':2,'vy':-1,'shift':[0,0],'nitros':0,"
        "'good_brakes':0,'turbo_boosts':0,'missed_turns':4,'damage':0,'crossings':0,'lap':0,"
        "'checkpoint':0,'score':0,'place':2}]}");
    expect_moves(&table, "[]");
    close_table(&table);
}

static void test_moves_as_rows(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "acceleration=four");
    put_car(&table, 1, POINT(16, 6), POINT(0, 0))->crossings = 1;
    expect_moves(&table, "[{'action':'16,5','x':16,'y':5,'ax':0,'ay':-1,'nitros':0,'good_brakes':0,"
                         "'turbo_boosts':0,'outcome':'clear'},"
                         "{'action':'15,6','x':15,'y':6,'ax':-1,'ay':0,'nitros':0,'good_brakes':0,"
                         "'turbo_boosts':0,'outcome':'clear'},"
                         "{'action':'16,6','x':16,'y':6,'ax':0,'ay':0,'nitros':0,'good_brakes':0,"
                         "'turbo_boosts':0,'outcome':'clear'},"
                         "{'action':'17,6','x':17,'y':6,'ax':1,'ay':0,'nitros':0,'good_brakes':0,"
                         "'turbo_boosts':0,'outcome':'clear'},"
                         "{'action':'16,7','x':16,'y':7,'ax':0,'ay':1,'nitros':0,'good_brakes':0,"
                         "'turbo_boosts':0,'outcome':'clear'}]");
    struct point from = {16, 7};
    expect_no_moves(&table, from, "started already");
    close_table(&table);
}

static void test_first_moves_as_pairs(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "");
    /* The fifth of the first start point: the car stays where it is, on the inner wall. */
    expect_row(&table, NULL, 7 * 9, 4,
               "{'action':'14,7>14,7','from':[14,7],'x':14,'y':7,'ax':0,'ay':0,'nitros':0,"
               "'good_brakes':0,'turbo_boosts':0,'outcome':'clear'}");
    struct point from = {20, 7};
    expect_row(&table, &from, 9, 8,
               "{'action':'20,7>21,8','from':[20,7],'x':21,'y':8,'ax':1,'ay':1,'nitros':0,"
               "'good_brakes':0,'turbo_boosts':0,'outcome':'off_track'}");
    expect_no_moves(&table, (struct point){20, 6}, "(20, 6)");
    close_table(&table);
}

static void test_start_points_as_rows(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "babylon", 2, "grid_depth=1");
    expect_row(&table, NULL, 14, 0, "{'action':'14,6','x':14,'y':6}");
    expect_no_moves(&table, (struct point){14, 6}, "only a start point");
    expect_order(&table, "[1,2]");
    close_table(&table);
}

static void test_sentences_of_driving(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "racing-car", 4, "order=listed laps=2");
    expect_words(&table, "16,7>16,8",
                 "Blue starts at (16, 7).\nBlue drives to (16, 8).\n"
                 "Blue begins lap 1 of 2.\n");
    expect_words(&table, "14,7>14,7", "Red starts at (14, 7).\nRed stays at (14, 7).\n");
    expect_words(&table, "18,7>17,6", "Ada starts at (18, 7).\nAda drives to (17, 6).\n");
    expect_words(&table, "20,7>18,4",
                 "Zoë starts at (20, 7).\nZoë uses 3 nitros and drives to (18, 4).\n");
    expect_words(&table, "16,10", "Blue spins on a slick at (16, 10) and misses 2 turns.\n");
    expect_words(&table, "14,9",
                 "Red uses 1 nitro and drives to (14, 9).\nRed begins lap 1 of 2.\n");
    close_table(&table);
}

static void test_sentences_of_trouble(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "racing-car", 4, "order=listed wall_missed_turns=1");
    put_car(&table, 1, POINT(3, 3), POINT(1, 1));
    put_car(&table, 2, POINT(5, 4), POINT(2, 0));
    put_car(&table, 3, POINT(10, 4), POINT(2, 3));
    put_car(&table, 4, POINT(3, 10), POINT(-9, 2));
    expect_words(&table, "5,4",
                 "Blue runs into Red at (5, 4): Blue misses 3 turns, Red 2.\n"
                 "Red misses a turn, 1 more to come.\n");
    expect_words(&table, "13,8",
                 "Ada leaves the track and goes on from (11, 5) after missing 1 turn.\n");
    expect_words(&table, "-4,13",
                 "Zoë uses 1 nitro.\n"
                 "Zoë leaves the track and goes on from (0, 11) after missing 1 "
                 "turn.\nBlue misses a turn, 2 more to come.\nRed misses a turn.\n"
                 "Ada misses a turn.\nZoë misses a turn.\nBlue misses a turn, 1 more to come.\n");
    close_table(&table);
}

static void expect_collision_words(const char *pairs, const char *expected)
{
    struct table table;
    open_table(&table, RING, "racing-car", 4, pairs);
    put_car(&table, 1, POINT(3, 3), POINT(1, 1));
    for (int number = 2; number <= 4; number++) {
        put_car(&table, number, POINT(5, 4), POINT(0, 0));
    }
    act(&table, "5,4");
    struct text words = {0};
    graph_paper_game.describe(table.race, &table.events.items[1], names, &words);
    assert_string_equal(text_string(&words), expected);
    text_free(&words);
    close_table(&table);
}

static void test_sentences_of_collisions(void **state)
{
    (void)state;
    expect_collision_words("order=listed", "Blue runs into Red, Ada and Zoë at (5, 4): Blue misses "
                                           "3 turns, Red, Ada and Zoë 2.");
    expect_collision_words("order=listed mover_missed_turns=1 struck_missed_turns=0",
                           "Blue runs into Red, Ada and Zoë at (5, 4): Blue misses 1 turn.");
    expect_collision_words(
        "order=listed mover_missed_turns=0 struck_missed_turns=1",
        "Blue runs into Red, Ada and Zoë at (5, 4): missed turns for Red, Ada and "
        "Zoë: 1.");
    expect_collision_words("order=listed mover_missed_turns=0 struck_missed_turns=0",
                           "Blue runs into Red, Ada and Zoë at (5, 4).");
}

/* From (3,3) by (-18,-1) the wall x = 0 is met after a sixth of the way, at y = 2 5/6, by (-16,-8)
 * after 3/16, at y = 1 1/2: fractions tell a reader nothing. */
static void test_sentences_of_exits(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "");
    put_car(&table, 1, POINT(3, 3), POINT(-18, -1));
    expect_words(&table, "-15,2", "Blue leaves the track and goes on from (0, 3).\n");
    close_table(&table);
    open_table(&table, RING, "babylon", 3, "choose=with_first_move order=listed");
    put_car(&table, 1, POINT(3, 3), POINT(-18, -1));
    put_car(&table, 2, POINT(3, 3), POINT(-16, -8));
    put_car(&table, 3, POINT(16, 6), POINT(0, 2));
    expect_words(&table, "-15,2", "Blue leaves the track near (0, 3).\nBlue is out of the race.\n");
    act(&table, "-13,-5");
    struct text words = {0};
    graph_paper_game.describe(table.race, &table.events.items[1], names, &words);
    assert_string_equal(text_string(&words), "Red leaves the track near (0, 2).");
    text_free(&words);
    close_table(&table);
}

/* What is lost behind an action has the round of its own turn: car 1 runs into car 2 in round 1;
 * car 2 misses that one and the next, car 1 rounds 2 and 3, and then car 2 moves in round 3. */
static void test_rounds_of_missed_turns(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "racing-car", 2, "order=listed");
    put_car(&table, 1, POINT(3, 3), POINT(1, 1));
    put_car(&table, 2, POINT(5, 4), POINT(0, 0));
    act(&table, "5,4");
    static const int cars[] = {2, 1, 2, 1}, rounds[] = {1, 2, 2, 3};
    int found = 0;
    for (int i = 0; i < table.events.count; i++) {
        const struct event *event = &table.events.items[i];
        if (graph_paper_event(event)->type != EVENT_MISSED) {
            assert_int_equal(event->round, 0);
            continue;
        }
        assert_true(found < 4);
        assert_int_equal(event->car, cars[found]);
        assert_int_equal(event->round, rounds[found]);
        found++;
    }
    assert_int_equal(found, 4);
    assert_int_equal(graph_paper_game.round(table.race), 3);
    close_table(&table);
}

static void test_sentences_of_the_end(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "babylon", 3, "choose=with_first_move");
    put_car(&table, 1, POINT(16, 6), POINT(0, 2))->crossings = 1;
    put_car(&table, 2, POINT(3, 3), POINT(-4, 0));
    put_car(&table, 3, POINT(16, 8), POINT(0, -2))->crossings = 1;
    expect_words(&table, "16,8",
                 "Blue drives to (16, 8).\nBlue crosses the finish line!\n"
                 "Blue takes 1st place.\n");
    expect_words(&table, "-1,3",
                 "Red leaves the track at (0, 3).\nRed is out of the race.\n"
                 "Ada takes 2nd place.\nRed takes 3rd place.\nThe race is over.\n");
    close_table(&table);
}

static void test_sentences_of_one_alone(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "");
    put_car(&table, 1, POINT(16, 6), POINT(0, 2));
    expect_words(&table, "16,8", "Blue drives to (16, 8).\nBlue begins lap 1.\n");
    put_car(&table, 1, POINT(16, 6), POINT(0, 2))->crossings = 1;
    expect_words(&table, "16,8",
                 "Blue drives to (16, 8).\nBlue crosses the finish line!\nThe race is over.\n");
    close_table(&table);
}

static void test_sentence_of_a_lap_lost(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "laps=3");
    put_car(&table, 1, POINT(16, 8), POINT(0, -2))->crossings = 2;
    expect_words(&table, "16,6",
                 "Blue drives to (16, 6).\nBlue crosses the line backward, into lap 1 again.\n");
    close_table(&table);
}

/* Each part of the state that a later turn depends on changes the hash. */
static void test_the_hash_covers_the_state(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "racing-car", 2, "");
    put_car(&table, 1, POINT(3, 3), POINT(1, 1));
    uint64_t hash = graph_paper_game.hash(table.race);
    struct race *other = graph_paper_game.copy(table.race);
    struct paper_race *copy = paper_race_to_change(other);
    assert_true(graph_paper_game.hash(other) == hash);
    int *const numbers[] = {
        &copy->turn,
        &copy->round,
        &copy->finished_count,
        &copy->order[1],
        &copy->cars[0].nitros,
        &copy->cars[1].missed_turns,
        &copy->cars[0].crossings,
        &copy->cars[1].place,
        &copy->cars[0].at.x,
        &copy->cars[0].at.y,
        &copy->cars[0].velocity.x,
        &copy->cars[0].velocity.y,
        &copy->cars[0].shift.x,
        &copy->cars[1].damage,
        &copy->cars[1].checkpoint,
        &copy->cars[1].good_brakes,
        &copy->cars[1].turbo_boosts,
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        ++*numbers[i];
        assert_false(graph_paper_game.hash(other) == hash);
        --*numbers[i];
    }
    copy->random.state++;
    assert_false(graph_paper_game.hash(other) == hash);
    graph_paper_game.free(other);
    assert_true(graph_paper_game.hash(table.race) == hash);
    close_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_state_of_a_waiting_car),
        cmocka_unit_test(test_state_at_the_end),
        cmocka_unit_test(test_moves_as_rows),
        cmocka_unit_test(test_first_moves_as_pairs),
        cmocka_unit_test(test_start_points_as_rows),
        cmocka_unit_test(test_sentences_of_driving),
        cmocka_unit_test(test_sentences_of_trouble),
        cmocka_unit_test(test_sentences_of_collisions),
        cmocka_unit_test(test_sentences_of_exits),
        cmocka_unit_test(test_rounds_of_missed_turns),
        cmocka_unit_test(test_sentences_of_the_end),
        cmocka_unit_test(test_sentences_of_one_alone),
        cmocka_unit_test(test_sentence_of_a_lap_lost),
        cmocka_unit_test(test_the_hash_covers_the_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
