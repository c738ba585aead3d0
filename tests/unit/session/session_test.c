/* A session: states kept, steps, undo, log, and what it refuses. */
#include "session/session.h"
#include "support/cmocka.h"
#include "support/ring.h"

#include "rules/graph_paper/graph_paper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct point place_after(const struct session *session, int steps, int car)
{
    return graph_paper_car(session_race_after(session, steps), car)->at;
}

static struct session *read_again(const struct session *session, bool *damaged)
{
    struct text file = {0};
    struct error error = {0};
    session_write(session, &file);
    struct session *again = session_read(file.data, file.length, damaged, &error);
    assert_non_null(again);
    text_free(&file);
    return again;
}

static void keeps_the_state_after_every_action(void **state)
{
    (void)state;
    struct error error = {0};
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    ring_do(session, ring_lap, RING_LAP_ACTIONS);
    assert_int_equal(session_step_count(session), 16);
    for (int kept = 1; kept >= 0; kept--) { /* and made again when it was let go */
        assert_int_equal(graph_paper_car(session_race_after(session, 0), 1)->status, CAR_WAITING);
        assert_true(point_equal(place_after(session, 1, 1), (struct point){11, 3}));
        assert_true(point_equal(place_after(session, 4, 1), (struct point){16, 6}));
        assert_true(point_equal(place_after(session, 15, 1), (struct point){10, 3}));
        assert_false(graph_paper_game.over(session_race_after(session, 15)));
        assert_true(graph_paper_game.over(session_race(session)));
        assert_ptr_equal(session_race(session), session_race_after(session, 16));
        assert_int_equal(session_step(session, 15).event_count > 0, kept);
        session_let_go(session);
    }
    assert_true(session_undo(session, &error));
    assert_true(point_equal(place_after(session, 15, 1), (struct point){10, 3}));
    session_free(session);
}

static void steps_tell_who_did_what_when(void **state)
{
    (void)state;
    static const char *const actions[] = {"10,3>11,3", "10,2>11,2", "13,3"};
    struct session *session = ring_session("classroom", 2, ring_allow_all);
    ring_do(session, actions, 3);
    struct step second = session_step(session, 1);
    assert_int_equal(second.car, 2);
    assert_int_equal(second.round, 1);
    assert_string_equal(second.action, "10,2>11,2");
    assert_int_equal(second.event_count, 3);
    assert_int_equal(graph_paper_event(&second.events[0])->type, EVENT_STARTED);
    assert_int_equal(graph_paper_event(&second.events[2])->type, EVENT_LAP);
    struct step third = session_step(session, 2);
    assert_int_equal(third.car, 1);
    assert_int_equal(third.round, 2);
    assert_int_equal(third.event_count, 1);
    session_free(session);
}

static void an_action_may_name_its_car(void **state)
{
    (void)state;
    struct error error = {0};
    struct session *session = ring_session("classroom", 2, ring_allow_all);
    assert_false(session_do(session, 2, "10,2>11,2", &error));
    assert_string_equal(error.text, "car 2 owes no action now");
    assert_int_equal(error.column, 1);
    assert_true(session_do(session, 1, "10,3>11,3", &error));
    assert_false(session_do(session, 1, "13,3", &error));
    assert_true(session_do(session, 2, "10,2>11,2", &error));
    assert_int_equal(session_step_count(session), 2);
    session_free(session);
}

static void assert_refused(struct session *session, const char *action)
{
    struct error error = {0};
    uint64_t hash = graph_paper_game.hash(session_race(session));
    int steps = session_step_count(session);
    int lines = session_log_count(session);
    struct text before = {0};
    struct text after = {0};
    session_write(session, &before);
    assert_false(session_do(session, 0, action, &error));
    assert_true(error.text[0] != '\0');
    assert_true(graph_paper_game.hash(session_race(session)) == hash);
    assert_int_equal(session_step_count(session), steps);
    assert_int_equal(session_log_count(session), lines);
    session_write(session, &after);
    assert_string_equal(before.data, after.data);
    text_free(&before);
    text_free(&after);
}

static void what_is_refused_changes_nothing(void **state)
{
    (void)state;
    char long_action[ACTION_BYTES + 1];
    memset(long_action, '0', sizeof long_action);
    strcpy(long_action + ACTION_BYTES - 4, "16,6");
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    ring_do(session, ring_lap, 3);
    static const char *const wrong[] = {"",       "16",        "16,6,5", "1e3,4", "19,4",
                                        "16,6\n", "10,3>11,3", "\xff",   "16,6 ", "16,6\x01"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_refused(session, wrong[i]);
    assert_refused(session, long_action);
    ring_do(session, ring_lap + 3, RING_LAP_ACTIONS - 3);
    assert_refused(session, "16,3");
    session_free(session);
}

static void undo_goes_back_one_action_at_a_time(void **state)
{
    (void)state;
    struct error error = {0};
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    assert_false(session_can_undo(session));
    assert_false(session_undo(session, &error));
    ring_do(session, ring_lap, 5);
    uint64_t hash = graph_paper_game.hash(session_race_after(session, 3));
    assert_true(session_can_undo(session));
    assert_true(session_undo(session, &error));
    assert_true(session_undo(session, &error));
    assert_int_equal(session_step_count(session), 3);
    assert_true(graph_paper_game.hash(session_race(session)) == hash);
    assert_true(point_equal(place_after(session, 3, 1), (struct point){15, 4}));
    ring_do(session, ring_lap + 3, RING_LAP_ACTIONS - 3);
    assert_true(graph_paper_game.over(session_race(session)));
    for (int left = RING_LAP_ACTIONS; left > 0; left--)
        assert_true(session_undo(session, &error));
    assert_false(session_undo(session, &error));
    session_free(session);
}

static void what_was_undone_can_be_done_again(void **state)
{
    (void)state;
    struct error error = {0};
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    assert_false(session_can_redo(session));
    assert_false(session_redo(session, &error));
    assert_non_null(strstr(error.text, "nothing to do again"));
    ring_do(session, ring_lap, 5);
    uint64_t hash = graph_paper_game.hash(session_race(session));
    for (int i = 0; i < 3; i++)
        assert_true(session_undo(session, &error));
    for (int i = 0; i < 3; i++) {
        assert_true(session_can_redo(session));
        assert_true(session_redo(session, &error));
        assert_string_equal(session_step(session, 2 + i).action, ring_lap[2 + i]);
    }
    assert_false(session_can_redo(session));
    assert_true(graph_paper_game.hash(session_race(session)) == hash);
    session_free(session);
}

static void another_action_makes_an_end_of_redo(void **state)
{
    (void)state;
    struct error error = {0};
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    ring_do(session, ring_lap, 5);
    for (int i = 0; i < 3; i++)
        assert_true(session_undo(session, &error));
    ring_do(session, ring_lap + 2, 1); /* by hand: the same move as before */
    assert_true(session_can_redo(session));
    static const char *const other[] = {"16,4"};
    assert_false(session_do(session, 0, "99,99", &error));
    assert_true(session_can_redo(session)); /* a refused one changes nothing */
    assert_string_not_equal(other[0], ring_lap[3]);
    ring_do(session, other, 1);
    assert_false(session_can_redo(session));
    session_free(session);
}

/* Whoever opens the race again tomorrow can still do again what was undone today. */
static void redo_outlives_the_program(void **state)
{
    (void)state;
    struct error error = {0};
    bool damaged;
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    ring_do(session, ring_lap, 5);
    assert_true(session_undo(session, &error));
    assert_true(session_undo(session, &error));
    assert_true(session_redo(session, &error));
    struct session *again = read_again(session, &damaged);
    assert_true(session_redo(again, &error));
    assert_string_equal(session_step(again, 4).action, ring_lap[4]);
    assert_false(session_can_redo(again));
    session_free(again);
    session_free(session);
}

/* Undo goes to before the last action of a person; what drivers did after it goes and comes with
 * it. */
static void drivers_go_with_the_person_before_them(void **state)
{
    (void)state;
    static const char *const drivers[] = {"human", "club", "bot:./mine"};
    static const char *const actions[] = {"10,3>11,3", "10,2>11,2", "10,4>11,4",
                                          "12,3",      "13,2",      "13,5"};
    struct error error = {0};
    struct session *session = ring_session_driven("classroom", drivers, 3);
    struct text whole = {0};
    ring_do(session, actions, 6);
    uint64_t end = graph_paper_game.hash(session_race(session));
    assert_true(session_undo(session, &error));
    assert_int_equal(session_step_count(session), 3);
    assert_true(session_undo(session, &error));
    assert_int_equal(session_step_count(session), 0);
    assert_false(session_can_undo(session));
    assert_true(session_redo(session, &error));
    assert_int_equal(session_step_count(session), 3);
    assert_true(session_redo(session, &error));
    assert_int_equal(session_step_count(session), 6);
    assert_false(session_can_redo(session));
    assert_true(graph_paper_game.hash(session_race(session)) == end);
    /* On disk it is the same, and stays so. */
    session_write(session, &whole);
    bool damaged;
    struct session *again = session_read(whole.data, whole.length, &damaged, &error);
    assert_false(damaged);
    assert_string_equal(session_player(again, 3)->driver, "bot:./mine");
    assert_true(session_undo(again, &error));
    assert_int_equal(session_step_count(again), 3);
    text_free(&whole);
    session_free(again);
    session_free(session);
}

/* What a driver did before any person cannot be taken back; nor is one waited for that thinks. */
static void a_driver_in_front_stays(void **state)
{
    (void)state;
    static const char *const drivers[] = {"ace", "human", "rookie"};
    static const char *const actions[] = {"10,3>11,3", "10,2>11,2", "10,4>11,4", "12,3", "13,2"};
    struct error error = {0};
    struct session *session = ring_session_driven("classroom", drivers, 3);
    ring_do(session, actions, 1);
    assert_false(session_can_undo(session));
    assert_false(session_undo(session, &error));
    assert_non_null(strstr(error.text, "nothing to undo"));
    ring_do(session, actions + 1, 4);
    assert_true(session_undo(session, &error));
    assert_int_equal(session_step_count(session), 4);
    assert_true(session_undo(session, &error));
    assert_int_equal(session_step_count(session), 1);
    assert_false(session_undo(session, &error));
    /* The rookie had not answered yet when it was undone: the redo ends there, too. */
    assert_true(session_redo(session, &error));
    assert_int_equal(session_step_count(session), 4);
    assert_true(session_redo(session, &error));
    assert_int_equal(session_step_count(session), 5);
    assert_false(session_can_redo(session));
    session_free(session);
}

static void a_set_up_may_forbid_undo(void **state)
{
    (void)state;
    struct error error = {0};
    struct session *session =
        ring_session("classroom", 1, (struct allow){.undo = false, .hints = true});
    ring_do(session, ring_lap, 2);
    assert_false(session_can_undo(session));
    assert_false(session_undo(session, &error));
    assert_non_null(strstr(error.text, "without undo"));
    assert_int_equal(session_step_count(session), 2);
    session_free(session);
}

static void the_log_follows_the_steps(void **state)
{
    (void)state;
    int round = 0;
    struct error error = {0};
    struct session *session = ring_session("classroom", 2, ring_allow_all);
    assert_int_equal(session_log_count(session), 0);
    static const char *const actions[] = {"10,3>11,3", "10,2>11,2", "13,3"};
    ring_do(session, actions, 2);
    int before = session_log_count(session);
    assert_true(before > 0);
    ring_do(session, actions + 2, 1);
    int after = session_log_count(session);
    assert_true(after > before);
    assert_non_null(strstr(session_log_line(session, after - 1, &round), "Ada"));
    assert_int_equal(round, 2);
    assert_non_null(strstr(session_log_line(session, before - 1, &round), "Blaise"));
    assert_int_equal(round, 1);
    assert_true(session_undo(session, &error));
    assert_int_equal(session_log_count(session), before);
    session_free(session);
}

/* Ada runs into Blaise in round 2: Blaise misses that and round 3, Ada rounds 3 and 4, and in round
 * 4 Blaise is to move. */
static void the_log_tells_the_round_of_a_missed_turn(void **state)
{
    (void)state;
    static const int expected[] = {2, 3, 3, 4};
    static const char *const actions[] = {"10,3>11,3", "10,2>10,2", "10,2"};
    struct session *session = ring_session("racing-car order=listed", 2, ring_allow_all);
    ring_do(session, actions, 3);
    int missed = 0;
    for (int i = session_log_count_after(session, 2); i < session_log_count(session); i++) {
        int round = 0;
        bool misses = strstr(session_log_line(session, i, &round), " misses a turn");
        assert_true(!misses || missed < 4);
        assert_int_equal(round, misses ? expected[missed] : 2);
        missed += misses;
    }
    assert_int_equal(missed, 4);
    session_free(session);
}

static bool begins_with(struct player player, struct error *error)
{
    struct track *track = ring_track();
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_CLASSROOM);
    setup.course = graph_paper_course(track);
    struct session *session = session_begin(&setup, &player, ring_allow_all, error);
    track_release(track);
    session_free(session);
    return session != NULL;
}

/* Who drives from then on is none of the file's; what somebody is called is, until something is
 * done. */
static void the_file_says_who_began(void **state)
{
    (void)state;
    struct error error;
    bool damaged;
    struct session *session = ring_session("classroom", 2, ring_allow_all);
    session_rename(session, 2, "Ada");
    session_hand_over(session, 1, "club");
    assert_true(session_do(session, 1, "10,3>11,3", &error));
    session_rename(session, 2, "Ben");
    struct session *again = read_again(session, &damaged);
    assert_string_equal(session_player(again, 1)->driver, "human");
    assert_string_equal(session_player(again, 2)->name, "Ada");
    session_free(again);
    session_free(session);
}

static void players_are_checked(void **state)
{
    (void)state;
    struct error error = {0};
    const struct player good = {"Zoë", 8, "human"};
    struct player endless = good;
    memset(endless.name, 'a', sizeof endless.name);
    assert_true(begins_with(good, &error));
    assert_false(begins_with(endless, &error));
    assert_false(begins_with((struct player){"", 1, "human"}, &error));
    assert_false(begins_with((struct player){"two\nlines", 1, "human"}, &error));
    assert_false(begins_with((struct player){"\xc3", 1, "human"}, &error));
    assert_false(begins_with((struct player){"Ada", 0, "human"}, &error));
    assert_false(begins_with((struct player){"Ada", 9, "human"}, &error));
    assert_true(begins_with((struct player){"Ada", 1, "club"}, &error));
    assert_true(begins_with((struct player){"Ada", 1, "bot:python3 'my bot.py'"}, &error));
    assert_false(begins_with((struct player){"Ada", 1, "bot:"}, &error));
    assert_false(begins_with((struct player){"Ada", 1, "Club"}, &error));
    assert_non_null(strstr(error.text, "there is no driver \"Club\"; it may be human, rookie"));
}

static void a_set_up_without_meaning_is_refused(void **state)
{
    (void)state;
    struct error error = {0};
    struct track *track = ring_track();
    struct player player = {"Ada", 1, "human"};
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_DERBY);
    setup.course = graph_paper_course(track);
    setup.values[FIELD_COLLISION] = COLLISION_NONE;
    assert_null(session_begin(&setup, &player, ring_allow_all, &error));
    assert_non_null(strstr(error.text, "collision"));
    track_release(track);
}

/* What can be written can be opened again, so a race cannot grow without end. */
static void a_race_that_is_too_long_is_told(void **state)
{
    (void)state;
    struct error error = {0};
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    int records = 0;
    while (session_do(session, 0, ring_lap[0], &error) && session_undo(session, &error))
        records += 2;
    assert_int_equal(records, RECORD_LIMIT);
    assert_non_null(strstr(error.text, "at most"));
    bool damaged;
    struct session *again = read_again(session, &damaged);
    assert_false(damaged);
    session_free(again);
    session_free(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_the_state_after_every_action),
        cmocka_unit_test(steps_tell_who_did_what_when),
        cmocka_unit_test(an_action_may_name_its_car),
        cmocka_unit_test(what_is_refused_changes_nothing),
        cmocka_unit_test(undo_goes_back_one_action_at_a_time),
        cmocka_unit_test(what_was_undone_can_be_done_again),
        cmocka_unit_test(another_action_makes_an_end_of_redo),
        cmocka_unit_test(redo_outlives_the_program),
        cmocka_unit_test(drivers_go_with_the_person_before_them),
        cmocka_unit_test(a_driver_in_front_stays),
        cmocka_unit_test(a_set_up_may_forbid_undo),
        cmocka_unit_test(the_log_follows_the_steps),
        cmocka_unit_test(the_log_tells_the_round_of_a_missed_turn),
        cmocka_unit_test(the_file_says_who_began),
        cmocka_unit_test(players_are_checked),
        cmocka_unit_test(a_set_up_without_meaning_is_refused),
        cmocka_unit_test(a_race_that_is_too_long_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
