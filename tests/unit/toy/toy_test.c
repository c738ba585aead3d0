/* What any game gets, on the toy: entries in secret and in any order, undo and redo, files, drivers
 * that are told no more than they may know, the referee, tournaments and records.
 */
#include "commands/command.h"
#include "session/records.h"
#include "session/session.h"
#include "support/cmocka.h"
#include "support/folder.h"
#include "toy/toy.h"

#include <stdlib.h>
#include <string.h>

static const char road_file[] = "toy Corridor\nS..~....~...F\n";

static struct setup setup_of(int players, uint64_t seed)
{
    struct error error = {0};
    struct setup setup = setup_from_preset(&toy_game, 0);
    setup.course = course_read(&toy_game, road_file, strlen(road_file), &error);
    setup.players = players;
    setup.seed = seed;
    assert_non_null(setup.course.body);
    return setup;
}

static struct session *begin(int players, const char *driver, uint64_t seed)
{
    struct setup setup = setup_of(players, seed);
    struct player list[PLAYER_LIMIT] = {0};
    struct error error = {0};
    for (int i = 0; i < players; i++) {
        snprintf(list[i].name, sizeof list[i].name, "%c", 'A' + i);
        snprintf(list[i].driver, sizeof list[i].driver, "%s", i == 0 ? "human" : driver);
        list[i].pen = i + 1;
    }
    struct session *session = session_begin(&setup, list, (struct allow){true, true}, &error);
    course_release(setup.course);
    if (!session)
        fail_msg("%s", error.text);
    return session;
}

static void enter(struct session *session, int car, const char *action)
{
    struct error error = {0};
    if (!session_do(session, car, action, &error))
        fail_msg("%d: %s: %s", car, action, error.text);
}

static uint64_t hash_of(const struct session *session)
{
    return toy_game.hash(session_race(session));
}

static int owed(const struct session *session)
{
    int cars[CAR_LIMIT];
    bool secret;
    int count = toy_game.owes(session_race(session), cars, &secret);
    assert_true(secret);
    return count;
}

/* Two rounds of three cars with dice, entered in each of the six orders. */
static void entries_in_any_order_come_to_the_same(void **state)
{
    (void)state;
    static const int orders[][3] = {{1, 2, 3}, {1, 3, 2}, {2, 1, 3},
                                    {2, 3, 1}, {3, 1, 2}, {3, 2, 1}};
    static const char *const entries[] = {"die", "2", "die"};
    uint64_t expected = 0;
    for (int i = 0; i < 6; i++) {
        struct session *session = begin(3, "human", 11);
        uint64_t start = hash_of(session);
        for (int k = 0; k < 6; k++) {
            int car = orders[i][k % 3];
            enter(session, car, entries[car - 1]);
        }
        if (i == 0)
            expected = hash_of(session);
        assert_true(hash_of(session) == expected && expected != start);
        assert_int_equal(toy_game.round(session_race(session)), 3);
        session_free(session);
    }
}

/* RULES of toy.h: 2 and 2 stay, 3 meets nobody but the mud. */
static void who_enters_the_same_stays(void **state)
{
    (void)state;
    struct session *session = begin(3, "human", 1);
    enter(session, 0, "2");
    enter(session, 0, "3");
    enter(session, 0, "2");
    const struct toy_race *race = toy_race(session_race(session));
    assert_int_equal(race->cars[0].at, 0);
    assert_int_equal(race->cars[1].at, 3);
    assert_int_equal(race->cars[2].at, 0);
    assert_int_equal(session_log_count(session), 6);
    session_free(session);
}

static void a_car_enters_once(void **state)
{
    (void)state;
    struct error error = {0};
    struct session *session = begin(2, "human", 1);
    enter(session, 2, "1");
    assert_false(session_do(session, 2, "3", &error));
    assert_int_equal(error.column, 1);
    assert_false(session_do(session, 1, "4", &error));
    assert_false(session_do(session, 3, "1", &error));
    enter(session, 0, "1");
    assert_int_equal(owed(session), 2);
    session_free(session);
}

static void undo_takes_back_what_was_shown_as_a_whole(void **state)
{
    (void)state;
    struct error error = {0};
    struct session *session = begin(3, "human", 1);
    enter(session, 1, "1");
    enter(session, 2, "2");
    assert_true(session_undo_shown(session, &error));
    assert_int_equal(owed(session), 2); /* not shown: the last entry alone */
    assert_true(session_redo(session, &error));
    assert_int_equal(owed(session), 1);
    enter(session, 3, "3");
    uint64_t shown = hash_of(session);
    assert_true(session_undo_shown(session, &error));
    assert_int_equal(session_step_count(session), 0);
    assert_int_equal(owed(session), 3);
    assert_true(session_redo(session, &error));
    assert_true(hash_of(session) == shown);
    enter(session, 2, "2");
    assert_true(session_undo_shown(session, &error)); /* the second round has one entry */
    assert_true(hash_of(session) == shown);
    assert_true(session_undo(session, &error)); /* the referee's takes back one */
    assert_int_equal(owed(session), 1);
    session_free(session);
}

static void a_file_brings_it_back_also_cut(void **state)
{
    (void)state;
    struct session *session = begin(3, "human", 5);
    struct text file = {0};
    struct error error = {0};
    bool damaged;
    static const char *const entries[] = {"1", "die", "3"};
    for (int i = 0; i < 8; i++)
        enter(session, 3 - i % 3, entries[i % 3]);
    assert_true(session_undo(session, &error));
    session_write(session, &file);
    assert_non_null(strstr(file.data, "\"car\":3,\"do\":\"1\""));
    assert_non_null(strstr(file.data, "\"road\":\"toy Corridor"));
    struct session *same = session_read(file.data, file.length, &damaged, &error);
    assert_false(damaged);
    assert_true(hash_of(same) == hash_of(session));
    session_free(same);
    struct session *cut = session_read(file.data, file.length - 3, &damaged, &error);
    assert_false(damaged);
    assert_int_equal(session_step_count(cut), 8); /* its undo is the line that was cut */
    assert_true(error.text[0]);
    session_free(cut);
    text_free(&file);
    session_free(session);
}

/* Two races that differ in the others' entry and in the dice to come are the same to car 1, and to
 * what its program is told. */
static void nobody_is_told_more_than_the_seat_may_see(void **state)
{
    (void)state;
    struct session *one = begin(2, "human", 1), *other = begin(2, "human", 2);
    struct text words[2] = {{0}, {0}};
    enter(one, 2, "1");
    enter(other, 2, "3");
    assert_true(hash_of(one) != hash_of(other));
    for (int i = 0; i < 2; i++) {
        const struct session *session = i ? other : one;
        struct race *known = race_copy_for(session_race(session), 1, 77);
        int round;
        text_append_format(&words[i], "%llx", (unsigned long long)toy_game.hash(known));
        toy_driving.ask(known, 1, &words[i]);
        race_append_state(session_race(session), &words[i]);
        for (int k = 0; k < session_step(session, 0).event_count; k++)
            event_append(&session_step(session, 0).events[k], &words[i]);
        text_append(&words[i], session_log_line(session, 0, &round));
        toy_game.free(known);
    }
    assert_string_equal(words[0].data, words[1].data);
    text_free(&words[0]);
    text_free(&words[1]);
    session_free(one);
    session_free(other);
}

static void the_referee_lets_drivers_enter_at_once(void **state)
{
    (void)state;
    struct referee referee = {.session = begin(3, "guesser", 3)};
    struct text answer = {0};
    referee_greet(&referee, &answer);
    assert_non_null(strstr(answer.data, "\"to_move\":1"));
    assert_int_equal(owed(referee.session), 1);
    text_clear(&answer);
    referee_answer(&referee, "do 2: 1", 7, &answer);
    assert_non_null(strstr(answer.data, "\"at\":1"));
    text_clear(&answer);
    referee_answer(&referee, "try 1: 3", 8, &answer);
    assert_string_equal(answer.data, "{\"ok\":true,\"at\":3}");
    for (int i = 0; i < 100 && !toy_game.over(session_race(referee.session)); i++) {
        text_clear(&answer);
        referee_answer(&referee, "do 3", 4, &answer);
    }
    assert_true(toy_game.over(session_race(referee.session)));
    struct tally tallies[CAR_LIMIT];
    assert_int_equal(tally_race(referee.session, tallies), 3);
    assert_int_equal(tallies[0].standing.place, 1);
    assert_true(tallies[0].standing.rounds >= 4);
    text_free(&answer);
    referee_end(&referee);
}

static void a_program_may_ask_before_it_enters(void **state)
{
    (void)state;
    struct session *session =
        begin(2,
              "bot:sh -c 'while read w r; do case $w in ready) echo ready A;; "
              "go) echo try 2; read a; echo do 2;; esac; done'",
              1);
    struct referee referee = {.session = session};
    struct text note = {0};
    referee_drive(&referee, &note);
    assert_string_equal(text_string(&note), "");
    assert_string_equal(session_step(session, 0).action, "2");
    text_free(&note);
    referee_end(&referee);
}

static void tournaments_are_held(void **state)
{
    (void)state;
    static struct tournament tournament;
    tournament = (struct tournament){.setup = setup_of(2, 9),
                                     .drivers = {"guesser", "guesser"},
                                     .driver_count = 2,
                                     .track_count = 1,
                                     .races = 10,
                                     .jobs = 2};
    tournament.tracks[0] =
        (struct contested_track){.given = "corridor", .course = tournament.setup.course};
    assert_true(tournament_race(&tournament));
    for (int i = 0; i < 10; i++) {
        assert_true(tournament.results[i].raced);
        assert_true(tournament.results[i].drivers[0].rounds >= 4);
    }
    prepared_release(tournament.tracks[0].prepared);
    course_release(tournament.setup.course);
    free(tournament.results);
}

static void records_are_kept(void **state)
{
    (void)state;
    struct session *session = begin(1, "human", 1);
    struct error error = {0};
    struct text told = {0};
    struct record_list list = {0};
    char *race = folder_path("a.race"), *path = folder_path("records.json");
    assert_true(session_keep(session, race, &error));
    while (owed(session) > 0)
        enter(session, 0, "3");
    assert_true(records_add(path, session, &told, &error));
    struct records *records = records_load(path, &told);
    records_find(records, session_setup(session), &list);
    assert_int_equal(list.count, 1);
    assert_int_equal(list.items[0].rounds, 5); /* 3 (mud), 6, 8 (mud), 11, 12 */
    records_free(records);
    session_free(session);
    free(race);
    free(path);
    text_free(&told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_in_any_order_come_to_the_same),
        cmocka_unit_test(who_enters_the_same_stays),
        cmocka_unit_test(a_car_enters_once),
        cmocka_unit_test(undo_takes_back_what_was_shown_as_a_whole),
        cmocka_unit_test(a_file_brings_it_back_also_cut),
        cmocka_unit_test(nobody_is_told_more_than_the_seat_may_see),
        cmocka_unit_test(the_referee_lets_drivers_enter_at_once),
        cmocka_unit_test(a_program_may_ask_before_it_enters),
        cmocka_unit_test(tournaments_are_held),
        cmocka_unit_test(records_are_kept),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
