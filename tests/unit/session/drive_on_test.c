/* A race that is over, and whose last car drives on to the flag. */
#include "rules/circuit/circuit.h"
#include "rules/graph_paper/graph_paper.h"
#include "session/course_file.h"
#include "session/save.h"
#include "support/cmocka.h"
#include "support/ring.h"

#include <string.h>

/* The second car waits at the line until the first has finished. */
static struct session *finished_race(const char *const *drivers)
{
    struct session *session = ring_session_driven("classroom", drivers, 2);
    for (int i = 0; i < RING_LAP_ACTIONS; i++) {
        const char *waits = i == 0 ? "10,2>11,2" : "11,2";
        ring_do(session, &ring_lap[i], 1);
        if (i + 1 < RING_LAP_ACTIONS)
            ring_do(session, &waits, 1);
    }
    assert_true(graph_paper_game.over(session_race(session)));
    return session;
}

static void the_last_car_drives_to_the_flag(void **state)
{
    (void)state;
    static const char *const rest[] = {"11,3", "12,3", "13,3"};
    static const char *const persons[] = {"human", "human"};
    struct session *session = finished_race(persons);
    struct text before = {0}, after = {0};
    struct error error;
    session_write(session, &before);
    assert_true(session_can_drive_on(session));
    struct session *on = session_drive_on(session);
    assert_non_null(on);
    assert_false(graph_paper_game.over(session_race(on)));
    assert_int_equal(race_next_car(session_race(on)), 2);
    assert_int_equal(graph_paper_car(session_race(on), 2)->place, 0);
    assert_false(session_can_undo(on));
    ring_do(on, rest, 3);
    ring_do(on, ring_lap + 2, RING_LAP_ACTIONS - 2);
    const struct car *car = graph_paper_car(session_race(on), 2);
    assert_true(graph_paper_game.over(session_race(on)));
    assert_int_equal(car->status, CAR_FINISHED);
    assert_int_equal(car->place, 2);
    assert_int_equal(graph_paper_car(session_race(on), 1)->place, 1);
    assert_false(session_can_drive_on(on));
    assert_false(session_do(on, 0, "12,3", &error));
    /* Neither the race nor what is written of both has changed. */
    session_write(on, &after);
    assert_string_equal(text_string(&before), text_string(&after));
    assert_true(graph_paper_game.over(session_race(session)));
    assert_int_equal(graph_paper_car(session_race(session), 2)->status, CAR_RACING);
    text_free(&before);
    text_free(&after);
    session_free(on);
    session_free(session);
}

static void nobody_drives_on_for_a_computer_or_before_the_end(void **state)
{
    (void)state;
    static const char *const drivers[] = {"human", "club"};
    struct session *session = finished_race(drivers);
    assert_false(session_can_drive_on(session));
    assert_null(session_drive_on(session));
    session_free(session);
    session = ring_session("classroom", 2, ring_allow_all);
    ring_do(session, ring_lap, 1);
    assert_false(session_can_drive_on(session));
    session_free(session);
}

static void the_last_stock_car_gives_orders_again(void **state)
{
    (void)state;
    static const char *const actions[] = {"special none", "special none", "retire", "-"};
    struct error error;
    struct player players[2] = {{"Ada", 1, "human"}, {"Blaise", 2, "human"}};
    struct setup setup = setup_from_preset(game_find("stock-cars"), 0);
    setup.course = course_load("tracks/stock-cars/first-lap.map", &error);
    setup.players = 2;
    setup.seed = 1;
    struct session *session = session_begin(&setup, players, ring_allow_all, &error);
    assert_non_null(session);
    for (int i = 0; i < 4; i++)
        assert_true(session_do(session, 0, actions[i], &error));
    assert_true(setup.game->over(session_race(session)));
    struct session *on = session_drive_on(session);
    assert_non_null(on);
    assert_int_equal(race_next_car(session_race(on)), 2);
    assert_true(session_do(on, 0, "-", &error));
    assert_false(setup.game->over(session_race(on)));
    assert_true(session_do(on, 0, "retire", &error));
    assert_true(setup.game->over(session_race(on)));
    session_free(on);
    session_free(session);
    course_release(setup.course);
}

/* The first car goes at about 60 mph and the other crawls; neither enters a corner too fast. */
static const char *slow_move(const struct race *race, int car, struct circuit_move *moves)
{
    int count = circuit_moves(race, car, moves), best = 0;
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        if (moves[i].kind == MOVE_BUILD)
            return "build 1 1 1 1 1";
        bool better = moves[i].kind == MOVE_SPEED && car == 1 ? moves[i].speed > moves[best].speed
                                                              : moves[i].speed < moves[best].speed;
        if (moves[i].kind == MOVE_SPEED ? better && moves[i].speed <= 60
                                        : moves[i].outcome > moves[best].outcome)
            best = i;
    }
    return moves[best].action;
}

static void the_last_car_of_a_circuit_posts_again(void **state)
{
    (void)state;
    struct error error;
    struct circuit_move moves[CIRCUIT_MOVES];
    struct player players[2] = {{"Ada", 1, "human"}, {"Blaise", 2, "human"}};
    struct setup setup = setup_from_preset(game_find("circuit"), 0);
    setup.course = course_load("tracks/circuit/first-corners.svg", &error);
    setup.players = 2;
    setup.seed = 1;
    struct session *session = session_begin(&setup, players, ring_allow_all, &error);
    assert_non_null(session);
    for (int car; (car = race_next_car(session_race(session))) != 0;)
        assert_true(session_do(session, 0, slow_move(session_race(session), car, moves), &error));
    assert_int_equal(circuit_car(session_race(session), 1)->place, 1);
    assert_int_equal(circuit_car(session_race(session), 2)->status, CIRCUIT_RACING);
    struct session *on = session_drive_on(session);
    assert_non_null(on);
    assert_int_equal(race_next_car(session_race(on)), 2);
    assert_int_equal(circuit_phase(session_race(on)), PHASE_POST);
    while (race_next_car(session_race(on)) == 2)
        assert_true(session_do(on, 0, slow_move(session_race(on), 2, moves), &error));
    assert_int_equal(circuit_car(session_race(on), 2)->status, CIRCUIT_FINISHED);
    assert_int_equal(circuit_car(session_race(on), 2)->place, 2);
    session_free(on);
    session_free(session);
    course_release(setup.course);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_car_drives_to_the_flag),
        cmocka_unit_test(nobody_drives_on_for_a_computer_or_before_the_end),
        cmocka_unit_test(the_last_stock_car_gives_orders_again),
        cmocka_unit_test(the_last_car_of_a_circuit_posts_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
