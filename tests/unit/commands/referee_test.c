/* The referee's line handler in this process: any bytes in, one object out, and a refused line
 * leaves the race as it was. The transcripts in tests/golden try the commands themselves. */
#include "commands/command.h"
#include "session/session.h"
#include "support/cmocka.h"
#include "support/ring.h"

#include "rules/graph_paper/graph_paper.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Files that are not there: one that cannot be written, one race in memory. */
static struct text stored;

static bool store(const struct session *session, const char *path, struct error *error)
{
    if (strcmp(path, "full") == 0)
        return error_set(error, "the disk is full");
    text_clear(&stored);
    session_write(session, &stored);
    return true;
}

static struct session *fetch(const char *path, bool *damaged, struct error *error)
{
    size_t length = stored.length - (strcmp(path, "cut") == 0 ? 9 : 0);
    *damaged = true;
    if (strcmp(path, "missing") == 0) {
        error_set(error, "there is no such file");
        return NULL;
    }
    struct session *session = session_read(stored.data, length, damaged, error);
    if (strcmp(path, "damaged") == 0)
        *damaged = !error_set_at(error, 3, 0, "the line is damaged");
    return session;
}

static const struct referee_files files = {store, fetch};

static int set_up(void **state)
{
    struct referee *referee = malloc(sizeof *referee);
    *referee =
        (struct referee){.files = &files, .session = ring_session("racing-car", 2, ring_allow_all)};
    *state = referee;
    return 0;
}

static int tear_down(void **state)
{
    struct referee *referee = *state;
    referee_end(referee);
    free(referee);
    text_free(&stored);
    return 0;
}

/* Takes the text. */
static json_t *parse(struct text *answer)
{
    json_t *parsed = json_loads(text_string(answer), JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(parsed);
    text_free(answer);
    return parsed;
}

static json_t *greeting_of(struct referee *referee)
{
    struct text answer = {0};
    referee_greet(referee, &answer);
    return parse(&answer);
}

static json_t *ask(struct referee *referee, const char *line)
{
    struct text answer = {0};
    referee_answer(referee, line, strlen(line), &answer);
    return parse(&answer);
}

static void assert_answer(struct referee *referee, const char *line, bool ok)
{
    json_t *answer = ask(referee, line);
    if (json_is_true(json_object_get(answer, "ok")) != ok)
        fail_msg("%s: %s", line, json_string_value(json_object_get(answer, "error")));
    json_decref(answer);
}

/* An answer of {"ok":false,"error":...} that can be printed, and no change. */
static void assert_refused(struct referee *referee, const char *line, size_t length)
{
    const struct session *session = referee->session;
    uint64_t hash = graph_paper_game.hash(session_race(session));
    struct text printed = {0};
    referee_answer(referee, line, length, &printed);
    assert_null(strchr(printed.data, '\n'));
    json_t *answer = parse(&printed);
    assert_true(json_is_false(json_object_get(answer, "ok")));
    assert_true(json_string_length(json_object_get(answer, "error")) > 0);
    assert_int_equal(json_object_size(answer), 2);
    json_decref(answer);
    assert_ptr_equal(referee->session, session);
    assert_true(graph_paper_game.hash(session_race(session)) == hash);
    assert_false(referee->quit);
}

static void any_bytes_are_answered(void **state)
{
    static const struct {
        const char *bytes;
        size_t length;
    } rows[] = {
        {"", 0},
        {" \t\r", 3},
        {"state\0", 6},
        {"\0", 1},
        {"\xff\xfe", 2},
        {"do \xff", 4},
        {"moves \xc3", 7},
        {"load \xff\xff", 7},
        {"\x01\x02", 2},
        {"quit now", 8},
        {"undo 1", 6},
        {"{\"do\":1}", 8},
        {"moves FROM", 10},
        {"moves FROM 1,1", 14},
        {"moves FROM 10,3 ,", 17},
        {"moves FROM 99999999999,1", 24},
    };
    struct referee *referee = *state;
    assert_answer(referee, "do 10,3>11,3", true);
    text_append(&stored, "rubbish");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_refused(referee, rows[i].bytes, rows[i].length);
    char endless[REFEREE_LINE_LIMIT + 1];
    memset(endless, 'a', sizeof endless);
    assert_refused(referee, endless, sizeof endless);
    assert_refused(referee, endless, sizeof endless - 1);
}

static void blanks_round_the_words_do_not_matter(void **state)
{
    struct referee *referee = *state;
    assert_answer(referee, "  do   10,3>11,3 \t\r", true);
    assert_answer(referee, "\tstate\r", true);
    assert_answer(referee, "moves FROM 10,2", true);
    assert_answer(referee, "moves from 10,2", true);
    assert_int_equal(session_step_count(referee->session), 1);
}

static void saves_that_fail_are_told(void **state)
{
    struct referee *referee = *state;
    assert_answer(referee, "do 10,3>11,3", true);
    assert_refused(referee, "save full", 9);
    assert_answer(referee, "save here", true);
    assert_refused(referee, "load missing", 12);
    assert_refused(referee, "load damaged", 12);
}

static void a_load_takes_the_other_race(void **state)
{
    struct referee *referee = *state;
    assert_answer(referee, "do 10,3>11,3", true);
    assert_answer(referee, "do 10,2>11,2", true);
    assert_answer(referee, "save here", true);
    json_t *answer = ask(referee, "load here");
    assert_null(json_object_get(answer, "note"));
    assert_non_null(json_object_get(answer, "state"));
    json_decref(answer);
    assert_int_equal(session_step_count(referee->session), 2);
    answer = ask(referee, "load cut");
    assert_true(json_is_true(json_object_get(answer, "ok")));
    assert_non_null(strstr(json_string_value(json_object_get(answer, "note")), "cut:3:"));
    json_decref(answer);
    assert_int_equal(session_step_count(referee->session), 1);
}

/* "events" and "note" stand in the first line only if there is something to tell. */
static void the_first_line_tells_what_drivers_did(void **state)
{
    struct referee *referee = *state;
    json_t *greeting = greeting_of(referee);
    assert_int_equal(json_object_size(greeting), 3); /* ok, race, state */
    json_decref(greeting);
    static const char *const drivers[] = {"club", "human"};
    referee_end(referee);
    referee->session = ring_session_driven("classroom", drivers, 2);
    greeting = greeting_of(referee);
    assert_int_equal(json_object_size(greeting), 4);
    assert_true(json_array_size(json_object_get(greeting, "events")) >= 2);
    json_decref(greeting);
    /* Loaded where it is the person's turn, it has nothing to tell. */
    assert_answer(referee, "save here", true);
    json_t *answer = ask(referee, "load here");
    assert_int_equal(json_object_size(answer), 3);
    json_decref(answer);
}

/* What is loaded names the programs that it wants; only the command line may. */
static void a_loaded_race_starts_no_program(void **state)
{
    struct referee *referee = *state;
    static const char *const drivers[] = {"human", "bot:/nowhere/driver"};
    static const char *const named[] = {"bot:/nowhere/other", "bot:/nowhere/driver"};
    struct session *other = ring_session_driven("classroom", drivers, 2);
    struct error error;
    assert_true(store(other, "here", &error));
    session_free(other);
    assert_refused(referee, "load here", 9);
    referee->programs = named;
    referee->program_count = 1;
    assert_refused(referee, "load here", 9);
    referee->program_count = 2;
    assert_answer(referee, "load here", true);
}

static void quitting_is_told_to_the_caller(void **state)
{
    struct referee *referee = *state;
    assert_false(referee->quit);
    assert_answer(referee, "quit", true);
    assert_true(referee->quit);
}

/* Every action that is listed is accepted and is printed as it was listed (parse and format). */
static void every_listed_action_can_be_done(void **state)
{
    struct referee *referee = *state;
    const uint64_t seed = 3;
    print_message("seed %" PRIu64 "\n", seed);
    struct random random = random_seeded(seed);
    bool over = false;
    for (int i = 0; i < 150 && !over; i++) {
        json_t *answer = ask(referee, "moves");
        const json_t *moves = json_object_get(answer, "moves");
        size_t count = json_array_size(moves);
        assert_true(count > 0);
        const json_t *move = json_array_get(moves, random_below(&random, (uint32_t)count));
        const char *action = json_string_value(json_object_get(move, "action"));
        char line[64];
        snprintf(line, sizeof line, "do %s", action);
        assert_answer(referee, line, true);
        int last = session_step_count(referee->session) - 1;
        assert_string_equal(session_step(referee->session, last).action, action);
        over = graph_paper_game.over(session_race(referee->session));
        json_decref(answer);
    }
}

static void options_seat_drivers(void **state)
{
    (void)state;
    char *arguments[] = {"--track",   "tracks/graph-paper/kidney.svg",
                         "--players", "3",
                         "--driver",  "2=club",
                         "--seed",    "7"};
    struct race_options options = {0};
    struct error error = {0};
    assert_true(race_options_read("referee", NULL, &options, 8, arguments, &error));
    assert_true(options.seeded && options.setup.seed == 7);
    options.setup.course = course_load(options.track, &error);
    struct session *session = race_options_begin(&options, &error);
    assert_non_null(session);
    assert_int_equal(session_setup(session)->players, 3);
    assert_string_equal(session_player(session, 2)->driver, "club");
    assert_string_equal(session_player(session, 3)->driver, "human");
    session_free(session);
    course_release(options.setup.course);
    /* What a referee needs another command may do without. */
    struct race_options none = {0};
    assert_false(race_options_read("referee", NULL, &none, 0, NULL, &error));
    const struct option own[] = {{0}};
    struct race_options empty = {0};
    assert_true(race_options_read("host", own, &empty, 0, NULL, &error));
}

#define REFEREE_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        REFEREE_TEST(any_bytes_are_answered),
        REFEREE_TEST(blanks_round_the_words_do_not_matter),
        REFEREE_TEST(saves_that_fail_are_told),
        REFEREE_TEST(a_load_takes_the_other_race),
        REFEREE_TEST(the_first_line_tells_what_drivers_did),
        REFEREE_TEST(a_loaded_race_starts_no_program),
        REFEREE_TEST(quitting_is_told_to_the_caller),
        REFEREE_TEST(every_listed_action_can_be_done),
        cmocka_unit_test(options_seat_drivers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
