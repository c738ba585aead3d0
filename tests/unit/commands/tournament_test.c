/* Tournaments: who sits where, the same results whatever the threads do, and being interrupted.
 * What drivers are worth is not told here, but for what holds of any levels. */
#include "base/memory.h"
#include "commands/command.h"
#include "rules/graph_paper/graph_paper.h"
#include "support/cmocka.h"
#include "support/folder.h"
#include "support/ring.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* --- seats and seeds ------------------------------------------------------------------------- */

static void seats_go_round(void **state)
{
    (void)state;
    struct tournament tournament = {.track_count = 2};
    for (int players = DRIVERS_LEAST; players <= PLAYER_LIMIT; players++) {
        int sat[PLAYER_LIMIT][PLAYER_LIMIT] = {0};
        int before[PLAYER_LIMIT][PLAYER_LIMIT] = {0};
        tournament.driver_count = players;
        for (int race = 0; race < 2 * players * tournament.track_count; race++) {
            int driver[PLAYER_LIMIT];
            for (int seat = 0; seat < players; seat++) {
                driver[seat] = tournament_seat(&tournament, race, seat);
                assert_in_range(driver[seat], 0, players - 1);
                sat[driver[seat]][seat]++;
                for (int earlier = 0; earlier < seat; earlier++)
                    before[driver[earlier]][driver[seat]]++;
            }
        }
        for (int i = 0; i < players; i++)
            for (int j = 0; j < players; j++) {
                assert_int_equal(sat[i][j], 4);
                assert_int_equal(before[i][j], i == j ? 0 : 2 * players);
            }
    }
}

static void the_first_race_is_seated_as_named(void **state)
{
    (void)state;
    struct tournament tournament = {.track_count = 3, .driver_count = 4};
    for (int race = 0; race < 3; race++)
        for (int seat = 0; seat < 4; seat++)
            assert_int_equal(tournament_seat(&tournament, race, seat), seat);
    assert_int_equal(tournament_seat(&tournament, 3, 0), 1);
}

static void every_race_has_a_seed_of_its_own(void **state)
{
    (void)state;
    struct tournament one = {.setup = {.seed = 1}};
    struct tournament other = {.setup = {.seed = 2}};
    for (int i = 0; i < 200; i++) {
        for (int j = 0; j < i; j++)
            assert_true(tournament_seed(&one, i) != tournament_seed(&one, j));
        for (int j = 0; j < 200; j++)
            assert_true(tournament_seed(&one, i) != tournament_seed(&other, j));
    }
}

/* --- races on the ring ----------------------------------------------------------------------- */

struct entry {
    const char *preset;
    const char *drivers[4];
    int races;
    int jobs;
};

static int find_preset(const char *name)
{
    int preset = fields_find_preset(graph_paper_game.table, name);
    assert_true(preset >= 0);
    return preset;
}

static struct tournament *hold(struct entry entry)
{
    struct tournament *tournament = memory_allocate(1, sizeof *tournament);
    tournament->setup = setup_from_preset(&graph_paper_game, find_preset(entry.preset));
    tournament->setup.seed = 7;
    tournament->setup.values[FIELD_ROUNDS] = 5;
    for (int i = 0; i < 4 && entry.drivers[i]; i++)
        tournament->drivers[tournament->driver_count++] = entry.drivers[i];
    tournament->setup.players = tournament->driver_count;
    tournament->tracks[0] =
        (struct contested_track){.given = "ring", .course = graph_paper_course(ring_track())};
    tournament->track_count = 1;
    tournament->races = entry.races;
    tournament->jobs = entry.jobs;
    assert_true(tournament_race(tournament));
    return tournament;
}

static double number(const json_t *object, int driver, const char *key)
{
    const json_t *row = json_array_get(json_object_get(object, "drivers"), (size_t)driver);
    const json_t *value = json_object_get(row, key);
    if (!json_is_number(value))
        fail_msg("%s is no number", key);
    return json_number_value(value);
}

static void threads_do_not_matter(void **state)
{
    (void)state;
    const char *presets[] = {"racing-car", "babylon", "derby"};
    for (size_t i = 0; i < sizeof presets / sizeof *presets; i++) {
        struct entry entry = {presets[i], {"club", "rookie", "pro"}, 12, 1};
        struct tournament *alone = hold(entry);
        entry.jobs = 4;
        struct tournament *together = hold(entry);
        assert_memory_equal(alone->results, together->results, 12 * sizeof *alone->results);
        json_t *one = tournament_to_json(alone);
        json_t *other = tournament_to_json(together);
        assert_true(json_equal(one, other));
        json_decref(one);
        json_decref(other);
        tournament_release(alone);
        tournament_release(together);
    }
}

/* As workers race them: each piece by somebody who has only read the options, the last one first.
 */
static void pieces_come_to_the_same(void **state)
{
    (void)state;
    enum { RACES = 12, PIECE = 5 };
    struct tournament *whole = hold((struct entry){"classroom", {"club", "rookie"}, RACES, 1});
    for (int from = 2 * PIECE; from >= 0; from -= PIECE) {
        char *arguments[] = {"--track",  "ring",   "--rules", "classroom", "--set",
                             "rounds=5", "--seed", "7",       "--driver",  "club",
                             "--driver", "rookie", "--jobs",  "1"};
        struct tournament *piece = memory_allocate(1, sizeof *piece);
        const atomic_bool interrupted = false;
        struct error error = {0};
        int count = RACES - from < PIECE ? RACES - from : PIECE;
        assert_true(tournament_read(piece, 14, arguments, &error));
        piece->tracks[0].course = graph_paper_course(ring_track());
        piece->races = RACES;
        piece->results = memory_allocate(RACES, sizeof *piece->results);
        assert_true(tournament_prepare(piece, &interrupted));
        tournament_race_some(piece, from, count, &interrupted);
        for (int race = 0; race < RACES; race++)
            assert_int_equal(piece->results[race].raced, race >= from && race < from + count);
        assert_memory_equal(&whole->results[from], &piece->results[from],
                            (size_t)count * sizeof *piece->results);
        tournament_release(piece);
    }
    tournament_release(whole);
}

/* What a race of n drivers gives away, and what the figures must add up to. */
static void figures_add_up(void **state)
{
    (void)state;
    struct tournament *tournament =
        hold((struct entry){"classroom", {"club", "ace", "club"}, 24, 2});
    json_t *object = tournament_to_json(tournament);
    double wins = 0, elo = 0;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(number(object, i, "races"), 24);
        assert_in_range(number(object, i, "place"), 1, 3);
        wins += number(object, i, "wins");
        elo += number(object, i, "elo");
        assert_true(number(object, i, "elo_low") < number(object, i, "elo"));
        assert_true(number(object, i, "elo_high") > number(object, i, "elo"));
        assert_true(number(object, i, "finished") <= 24);
        assert_int_equal(number(object, i, "faults"), 0);
    }
    assert_true(wins > 23.99 && wins < 24.01);
    assert_true(elo > 4499.9 && elo < 4500.1);
    /* Two of the three finish; the last one's race is over then. */
    int finished = 0;
    for (int i = 0; i < 3; i++)
        finished += (int)number(object, i, "finished");
    assert_int_equal(finished, 48);
    json_decref(object);
    tournament_release(tournament);
}

static void a_driver_is_as_strong_as_itself(void **state)
{
    (void)state;
    struct tournament *tournament = hold((struct entry){"racing-car", {"club", "club"}, 100, 2});
    json_t *object = tournament_to_json(tournament);
    assert_true(number(object, 0, "elo_low") <= 1500 && number(object, 0, "elo_high") >= 1500);
    json_decref(object);
    tournament_release(tournament);
}

static void a_rookie_is_weaker_than_an_ace(void **state)
{
    (void)state;
    struct tournament *tournament = hold((struct entry){"racing-car", {"rookie", "ace"}, 12, 2});
    json_t *object = tournament_to_json(tournament);
    assert_true(number(object, 0, "elo_high") < number(object, 1, "elo_low"));
    assert_true(number(object, 0, "place") > number(object, 1, "place"));
    json_decref(object);
    tournament_release(tournament);
}

static void a_derby_counts_points(void **state)
{
    (void)state;
    struct tournament *tournament = hold((struct entry){"derby", {"rookie", "club"}, 2, 2});
    json_t *object = tournament_to_json(tournament);
    const json_t *row = json_array_get(json_object_get(object, "drivers"), 0);
    assert_true(json_is_number(json_object_get(row, "score")));
    assert_true(json_is_null(json_object_get(row, "rounds_above")));
    assert_true(json_is_null(json_object_get(row, "finishing_share")));
    assert_true(json_is_null(
        json_object_get(json_array_get(json_object_get(object, "tracks"), 0), "best")));
    json_decref(object);
    tournament_release(tournament);
}

/* A program that cannot be started costs nobody else anything, and the table says what happened. */
static void faults_are_counted(void **state)
{
    (void)state;
    struct tournament *tournament =
        hold((struct entry){"classroom", {"bot:/nowhere/driver", "club"}, 4, 2});
    json_t *object = tournament_to_json(tournament);
    struct text table = {0};
    assert_true(number(object, 0, "faults") >= 3 * 4);
    assert_int_equal(number(object, 1, "faults"), 0);
    tournament_append_table(tournament, &table);
    assert_non_null(strstr(table.data, "faults"));
    assert_non_null(
        strstr(table.data, "The first fault of bot:/nowhere/driver: Driver 1's program"));
    text_free(&table);
    json_decref(object);
    tournament_release(tournament);
}

/* --- being interrupted ----------------------------------------------------------------------- */

/* A process with a tournament that would go on for long; what it says comes out of *output. */
static pid_t begin_long_one(const char *driver, int *output)
{
    char *arguments[] = {"--track",  "tests/golden/strip.svg",
                         "--driver", "club",
                         "--driver", (char *)driver,
                         "--races",  "100000",
                         "--jobs",   "2"};
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        int status = tournament_run((int)(sizeof arguments / sizeof *arguments), arguments);
        fflush(stdout);
        _exit(status);
    }
    close(ends[1]);
    *output = ends[0];
    return child;
}

/* Sends it Ctrl+C and returns what it has said; it must end with status 1. */
static struct text interrupt_it(pid_t child, int output)
{
    struct text told = {0};
    char buffer[4096];
    int status;
    kill(child, SIGINT);
    for (ssize_t got = 1; got > 0;) {
        got = read(output, buffer, sizeof buffer);
        text_append_bytes(&told, buffer, got > 0 ? (size_t)got : 0);
    }
    close(output);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), STATUS_FAILED);
    return told;
}

static void ctrl_c_tells_what_has_been_raced(void **state)
{
    (void)state;
    int output;
    pid_t child = begin_long_one("club", &output);
    sleep(1);
    struct text told = interrupt_it(child, output);
    assert_non_null(strstr(text_string(&told), "above the best"));
    assert_non_null(strstr(text_string(&told), "of 100000 races"));
    assert_null(strstr(text_string(&told), "interrupted after 0 of"));
    text_free(&told);
}

static bool is_running(int process)
{
    return kill(process, 0) == 0;
}

/* Programs that never answer write down who they are; both threads have begun one. */
static void ctrl_c_ends_programs(void **state)
{
    (void)state;
    int output;
    int first = 0, second = 0;
    char *file = folder_path("running");
    struct text driver = {0};
    text_append_format(&driver, "bot:sh -c 'echo $$ >>%s; exec sleep 100'", file);
    pid_t child = begin_long_one(driver.data, &output);
    for (int i = 0; i < 500 && second == 0; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
        FILE *list = fopen(file, "r");
        if (list && fscanf(list, "%d %d", &first, &second) != 2)
            second = 0;
        if (list)
            fclose(list);
    }
    assert_true(second > 0);
    assert_true(is_running(first) && is_running(second));
    struct text told = interrupt_it(child, output);
    assert_non_null(strstr(text_string(&told), "interrupted after 0 of 100000 races"));
    assert_false(is_running(first));
    assert_false(is_running(second));
    text_free(&told);
    text_free(&driver);
    free(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_go_round),
        cmocka_unit_test(the_first_race_is_seated_as_named),
        cmocka_unit_test(every_race_has_a_seed_of_its_own),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(pieces_come_to_the_same),
        cmocka_unit_test(figures_add_up),
        cmocka_unit_test(a_driver_is_as_strong_as_itself),
        cmocka_unit_test(a_rookie_is_weaker_than_an_ace),
        cmocka_unit_test(a_derby_counts_points),
        cmocka_unit_test(faults_are_counted),
        cmocka_unit_test(ctrl_c_tells_what_has_been_raced),
        cmocka_unit_test(ctrl_c_ends_programs),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
