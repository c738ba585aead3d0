/* A race that is over, and whose last car drives on to the flag. */
#include "rules/circuit/circuit.h"
#include "rules/graph_paper/graph_paper.h"
#include "session/session.h"
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

static uint64_t hash_of(const struct session *session)
{
    return session_setup(session)->game->hash(session_race(session));
}

static void drive_on(struct session *session, int car)
{
    struct error error;
    assert_int_equal(session_left_car(session), car);
    assert_true(session_do(session, 0, ACTION_DRIVE_ON, &error));
    assert_int_equal(race_next_car(session_race(session)), car);
    assert_int_equal(session_left_car(session), 0);
}

/* What is written of it leads to the same state, and to each one on the way. */
static void expect_it_can_be_opened(const struct session *session)
{
    struct text file = {0};
    struct error error;
    bool damaged = true;
    const struct game *game = session_setup(session)->game;
    session_write(session, &file);
    struct session *opened = session_read(file.data, file.length, &damaged, &error);
    assert_non_null(opened);
    assert_string_equal(error.text, "");
    assert_false(damaged);
    assert_int_equal(session_step_count(opened), session_step_count(session));
    for (int i = 0; i <= session_step_count(session); i++)
        assert_true(game->hash(session_race_after(opened, i)) ==
                    game->hash(session_race_after(session, i)));
    session_free(opened);
    text_free(&file);
}

static void the_last_car_drives_to_the_flag(void **state)
{
    (void)state;
    static const char *const rest[] = {"11,3", "12,3", "13,3"};
    static const char *const persons[] = {"human", "human"};
    struct session *session = finished_race(persons);
    struct error error;
    int round, before = session_log_count(session);
    drive_on(session, 2);
    assert_string_equal(session_log_line(session, before, &round), "Blaise drives on to the flag.");
    assert_false(graph_paper_game.over(session_race(session)));
    assert_int_equal(graph_paper_car(session_race(session), 2)->place, 0);
    expect_it_can_be_opened(session);
    ring_do(session, rest, 3);
    ring_do(session, ring_lap + 2, RING_LAP_ACTIONS - 2);
    const struct car *car = graph_paper_car(session_race(session), 2);
    assert_true(graph_paper_game.over(session_race(session)));
    assert_int_equal(car->status, CAR_FINISHED);
    assert_int_equal(car->place, 2);
    assert_int_equal(graph_paper_car(session_race(session), 1)->place, 1);
    assert_int_equal(session_left_car(session), 0);
    assert_false(session_do(session, 0, "12,3", &error));
    assert_false(session_do(session, 0, ACTION_DRIVE_ON, &error));
    expect_it_can_be_opened(session);
    session_free(session);
}

static void driving_on_is_undone_and_done_again(void **state)
{
    (void)state;
    static const char *const rest[] = {"11,3"};
    static const char *const persons[] = {"human", "human"};
    struct session *session = finished_race(persons);
    struct error error;
    uint64_t over = hash_of(session);
    drive_on(session, 2);
    uint64_t on = hash_of(session);
    assert_true(on != over);
    ring_do(session, rest, 1);
    assert_true(session_undo(session, &error));
    assert_true(hash_of(session) == on);
    assert_true(session_undo(session, &error));
    assert_true(hash_of(session) == over);
    assert_int_equal(session_left_car(session), 2);
    assert_true(session_redo(session, &error));
    assert_true(hash_of(session) == on);
    assert_true(session_can_redo(session));
    expect_it_can_be_opened(session);
    session_free(session);
}

static void nobody_drives_on_for_a_computer_or_before_the_end(void **state)
{
    (void)state;
    static const char *const drivers[] = {"human", "club"};
    struct error error;
    struct session *session = finished_race(drivers);
    assert_int_equal(session_left_car(session), 0);
    assert_false(session_do(session, 0, ACTION_DRIVE_ON, &error));
    assert_false(session_do(session, 2, ACTION_DRIVE_ON, &error));
    session_free(session);
    session = ring_session("classroom", 2, ring_allow_all);
    ring_do(session, ring_lap, 1);
    assert_int_equal(session_left_car(session), 0);
    assert_false(session_do(session, 0, ACTION_DRIVE_ON, &error));
    session_free(session);
}

/* A line of a file. */
static void only_who_is_left_drives_on_in_a_file(void **state)
{
    (void)state;
    static const char *const persons[] = {"human", "human"};
    static const struct {
        const char *line, *error;
    } lines[] = {
        {"{\"n\":%d,\"car\":1,\"do\":\"drive on\",\"hash\":\"%016llx\"}\n",
         "an action after the end of the race"},
        {"{\"n\":%d,\"car\":2,\"do\":\"12,3\",\"hash\":\"%016llx\"}\n",
         "an action after the end of the race"},
        {"{\"n\":%d,\"car\":2,\"do\":\"drive on\",\"hash\":\"%016llx\"}\n",
         "the action \"drive on\": the race goes another way than when it was saved"},
    };
    struct session *session = finished_race(persons);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct text file = {0};
        struct error error;
        bool damaged = false;
        int count = session_step_count(session);
        session_write(session, &file);
        text_append_format(&file, lines[i].line, count + 1, (unsigned long long)hash_of(session));
        struct session *opened = session_read(file.data, file.length, &damaged, &error);
        assert_true(damaged);
        assert_int_equal(error.line, count + 2);
        assert_memory_equal(error.text, lines[i].error, strlen(lines[i].error));
        assert_int_equal(session_step_count(opened), count);
        session_free(opened);
        text_free(&file);
    }
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
    drive_on(session, 2);
    assert_true(session_do(session, 0, "-", &error));
    assert_false(setup.game->over(session_race(session)));
    assert_true(session_do(session, 0, "retire", &error));
    assert_true(setup.game->over(session_race(session)));
    expect_it_can_be_opened(session);
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
    drive_on(session, 2);
    assert_int_equal(circuit_phase(session_race(session)), PHASE_POST);
    while (race_next_car(session_race(session)) == 2)
        assert_true(session_do(session, 0, slow_move(session_race(session), 2, moves), &error));
    assert_int_equal(circuit_car(session_race(session), 2)->status, CIRCUIT_FINISHED);
    assert_int_equal(circuit_car(session_race(session), 2)->place, 2);
    expect_it_can_be_opened(session);
    session_free(session);
    course_release(setup.course);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_car_drives_to_the_flag),
        cmocka_unit_test(driving_on_is_undone_and_done_again),
        cmocka_unit_test(only_who_is_left_drives_on_in_a_file),
        cmocka_unit_test(nobody_drives_on_for_a_computer_or_before_the_end),
        cmocka_unit_test(the_last_stock_car_gives_orders_again),
        cmocka_unit_test(the_last_car_of_a_circuit_posts_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
