/* The words of the protocol with programs: what is sent, letter by letter, what is understood, how
 * a command is cut, and what a car does whose program has not answered.
 */
#include "base/number.h"
#include "drivers/bot.h"
#include "drivers/graph_paper/driving.h"
#include "rules/graph_paper/graph_paper.h"
#include "support/cmocka.h"
#include "support/ring.h"
#include "track/draft.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Walls from (1,1) to (7,5) on a sheet of 8 x 6 squares. A slick from (5,4) to (6,5), a turbo area
 * from (6,4) to (7,5), a checkpoint on (2,1), (2,2) and (7,5); (3,2), which is near no wall, is
 * declared outside. */
static const char tray_svg[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 6\" data-graphprix=\"1\">"
    "<path class=\"wall\" d=\"M 1 1 H 7 V 5 H 1 Z\"/>"
    "<line class=\"start finish\" x1=\"4\" y1=\"1\" x2=\"4\" y2=\"5\"/>"
    "<rect class=\"slick\" x=\"5\" y=\"1\" width=\"1\" height=\"1\"/>"
    "<rect class=\"turbo\" x=\"6\" y=\"1\" width=\"1\" height=\"1\" data-arrow=\"-2 1\"/>"
    "<polyline class=\"checkpoint\" data-number=\"1\" points=\"2,5 2,4 7,1\"/>"
    "<circle class=\"outside\" cx=\"3\" cy=\"4\" r=\".25\"/></svg>";

#define TRAY_ROWS                                                                                  \
    "row 6 #########\n"                                                                            \
    "row 5 #....sst#\n"                                                                            \
    "row 4 #....sst#\n"                                                                            \
    "row 3 #.......#\n"                                                                            \
    "row 2 #.c#....#\n"                                                                            \
    "row 1 #.c.....#\n"                                                                            \
    "row 0 #########\n"
#define TRAY_ROWS_WITHOUT_WALLS                                                                    \
    "row 6 #########\n"                                                                            \
    "row 5 #########\n"                                                                            \
    "row 4 ##...ss##\n"                                                                            \
    "row 3 ##.....##\n"                                                                            \
    "row 2 ##c#...##\n"                                                                            \
    "row 1 #########\n"                                                                            \
    "row 0 #########\n"
#define TRAY_LINES "line start 4 5 4 1\nline finish 4 5 4 1\n"
#define TRAY_CHECKPOINTS "checkpoint 1 2 1\ncheckpoint 1 2 2\ncheckpoint 1 7 5\n"
/* What all of these tests play by; the last ones are put in. */
#define RULES(contest, walls, collision, checkpoints, start)                                       \
    "rule contest " contest                                                                        \
    "\nrule acceleration eight\nrule top_speed 0\nrule path whole\nrule walls " walls              \
    "\nrule line beyond\nrule off_track resume\nrule wall_missed_turns 0\nrule damage_limit 5\n"   \
    "rule collision " collision "\nrule reach end\nrule mover_missed_turns 3\n"                    \
    "rule struck_missed_turns 2\nrule nitros 0\nrule good_brakes 0\nrule turbo_boosts 0\n"         \
    "rule slicks off\nrule slick_missed_turns 2\nrule turbo_areas off\nrule "                      \
    "checkpoints " checkpoints "\nrule start " start                                               \
    "\nrule grid_depth 3\nrule choose with_first_move\n"                                           \
    "rule order listed\nrule laps 1\nrule finish crossing\nrule rounds 30\n"                       \
    "rule cars_per_player 0\nrule round_limit 1000\n"

static void assert_greeting(const char *pairs, int car, const char *expected)
{
    struct error error = {0};
    struct text said = {0};
    char words[200], *rest = words;
    struct track *track = svg_read_track(tray_svg, strlen(tray_svg), &error);
    assert_string_equal(error.text, "");
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_CLASSROOM);
    setup.course = graph_paper_course(track);
    setup.players = 2;
    snprintf(words, sizeof words, "%s", pairs);
    for (char *pair = strtok_r(words, " ", &rest); pair; pair = strtok_r(NULL, " ", &rest))
        assert_true(setup_set_pair(&setup, pair, &error));
    bot_words_greet(&setup, car, &said);
    assert_string_equal(said.data, expected);
    text_free(&said);
    track_release(track);
}

static void greets_with_the_sheet_and_the_rules(void **state)
{
    (void)state;
    assert_greeting("checkpoints=off", 2,
                    "graphprix 1\nsheet 8 6\n" TRAY_ROWS TRAY_LINES RULES(
                        "race", "in", "none", "off", "line") "you 2\nready\n");
    assert_greeting("checkpoints=on walls=out", 1,
                    "graphprix 1\nsheet 8 6\n" TRAY_ROWS_WITHOUT_WALLS TRAY_LINES TRAY_CHECKPOINTS
                        RULES("race", "out", "none", "on", "line") "you 1\nready\n");
    assert_greeting("contest=derby collision=crash start=anywhere checkpoints=on", 1,
                    "graphprix 1\nsheet 8 6\n" TRAY_ROWS RULES("derby", "in", "crash", "on",
                                                               "anywhere") "you 1\nready\n");
}

static void assert_turn(const struct session *session, const char *expected)
{
    struct text said = {0};
    graph_paper_ask(session_race(session), race_next_car(session_race(session)), &said);
    assert_string_equal(said.data, expected);
    text_free(&said);
}

static void tells_cars_starts_and_moves(void **state)
{
    (void)state;
    static const char *const first[] = {"10,3>11,3"};
    static const char *const second[] = {"10,1>11,1"};
    struct session *session =
        ring_session("classroom nitros=1 acceleration=four", 2, ring_allow_all);
    assert_turn(session, "turn 1\ncar 1 waiting - - 0 0 0 0\ncar 2 waiting - - 0 0 0 0\n"
                         "start 10 1\nstart 10 2\nstart 10 3\nstart 10 4\nstart 10 5\n");
    ring_do(session, first, 1);
    assert_turn(session, "turn 1\ncar 1 racing 11 3 1 0 0 1\ncar 2 waiting - - 0 0 0 0\n"
                         "start 10 1\nstart 10 2\nstart 10 3\nstart 10 4\nstart 10 5\n");
    ring_do(session, second, 1);
    assert_turn(session, "turn 2\ncar 1 racing 11 3 1 0 0 1\ncar 2 racing 11 1 1 0 0 1\n"
                         "move 12 1 clear 1\n"
                         "move 11 2 clear 1\nmove 12 2 clear 0\nmove 13 2 clear 1\n"
                         "move 10 3 clear 1\nmove 11 3 clear 0\nmove 12 3 clear 0\n"
                         "move 13 3 clear 0\nmove 14 3 clear 1\n"
                         "move 11 4 clear 1\nmove 12 4 clear 0\nmove 13 4 clear 1\n"
                         "move 12 5 clear 1\n");
    session_free(session);
}

/* --- answers ---------------------------------------------------------------------------------- */

static const struct {
    const char *rules;
    const char *before; /* an action, or "" */
    const char *line;
    const char *action; /* NULL: it is refused */
    const char *error;  /* a part of it */
} answers[] = {
    {"classroom", "10,3>11,3", "move 12 4", "12,4", NULL},
    {"classroom", "10,3>11,3", "  move\t 12   4 \r", "12,4", NULL},
    {"classroom", "10,3>11,3", "move 12 4 please", NULL, "\"move X Y\" was asked for"},
    {"classroom", "10,3>11,3", "move 12", NULL, "answered \"move 12\" where \"move X Y\""},
    {"classroom", "10,3>11,3", "move 12.0 4", NULL, "\"move X Y\""},
    {"classroom", "10,3>11,3", "move +12 4", NULL, "\"move X Y\""},
    {"classroom", "10,3>11,3", "move 12,4", NULL, "\"move X Y\""},
    {"classroom", "10,3>11,3", "Move 12 4", NULL, "\"move X Y\""},
    {"classroom", "10,3>11,3", "moved 12 4", NULL, "\"move X Y\""},
    {"classroom", "10,3>11,3", "12 4", NULL, "\"move X Y\""},
    {"classroom", "10,3>11,3", "move 99999999999999999999 4", NULL, "\"move X Y\""},
    {"classroom", "10,3>11,3", "move 15 4", NULL, "answered \"move 15 4\": "},
    {"classroom", "10,3>11,3", "move -5 -4", NULL, "answered \"move -5 -4\": "},
    {"classroom", "10,3>11,3", "start 10 3 move 11 3", NULL, "\"move X Y\""},
    {"classroom", "", "start 10 3 move 11 3", "10,3>11,3", NULL},
    {"classroom", "", "start 10 3", NULL, "\"start X Y move X Y\" was asked for"},
    {"classroom", "", "move 11 3", NULL, "\"start X Y move X Y\""},
    {"classroom", "", "start 9 3 move 10 3", NULL, "answered \"start 9 3 move 10 3\": "},
    {"classroom", "", "start 10 3 move 12 3", NULL, "answered \"start 10 3 move 12 3\": "},
    {"classroom choose=reverse", "", "start 10 3", "10,3", NULL},
    {"classroom choose=reverse", "", "start 10 3 move 11 3", NULL, "\"start X Y\" was asked for"},
    {"classroom choose=reverse", "10,3", "move 11 3", "11,3", NULL},
};

static void understands_answers_and_nothing_else(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        struct session *session = ring_session(answers[i].rules, 1, ring_allow_all);
        struct text line = {0};
        struct text action = {0};
        struct error error = {0};
        if (answers[i].before[0])
            ring_do(session, &answers[i].before, 1);
        text_append(&line, answers[i].line);
        bool read = bot_answer_read(&line, session_race(session), 1, &action, &error) == BOT_ACTS;
        assert_int_equal(read, answers[i].action != NULL);
        assert_string_equal(text_string(&action), answers[i].action ? answers[i].action : "");
        if (answers[i].error && !strstr(error.text, answers[i].error))
            fail_msg("%s: %s", answers[i].line, error.text);
        text_free(&line);
        text_free(&action);
        session_free(session);
    }
}

static void takes_the_name_of_a_program(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        const char *name; /* NULL: not ready */
    } lines[] = {
        {"ready Ada", "Ada"},
        {" ready  Ada  the\tfast \r", "Ada  the fast"},
        {"ready", ""},
        {"ready\377", NULL},
        {"readyAda", NULL},
        {"", NULL},
        {"go", NULL},
        {"ready \342\202\254\377\1", "\342\202\254??"},
        {"Ready Ada", NULL},
        {"already", NULL},
        {"ready \342\202", "??"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct text line = {0};
        struct text name = {0};
        text_append(&line, lines[i].line);
        assert_int_equal(bot_answer_ready(&line, &name), lines[i].name != NULL);
        assert_string_equal(text_string(&name), lines[i].name ? lines[i].name : "");
        text_free(&line);
        text_free(&name);
    }
}

/* Whatever comes is answered by an action that the rules take, or by an error of one line. */
static void survives_rubbish(void **state)
{
    (void)state;
    static const char letters[] = "moverstay 0123456789-\t\r\1\377\303\251";
    struct random random = random_seeded(20261120);
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    int taken = 0;
    for (int i = 0; i < 20000; i++) {
        struct text line = {0};
        struct text action = {0};
        struct text name = {0};
        struct error error = {0};
        if (i % 2)
            text_append_format(&line, "start 10 %u move 1", random_below(&random, 6));
        for (uint32_t left = random_below(&random, 12); left > 0; left--)
            text_append_bytes(&line, letters + random_below(&random, sizeof letters), 1);
        bool read = bot_answer_read(&line, session_race(session), 1, &action, &error) == BOT_ACTS;
        assert_int_equal(read, action.length > 0);
        assert_int_equal(read, error.text[0] == '\0');
        bot_answer_ready(&line, &name);
        taken += read;
        text_free(&line);
        text_free(&action);
        text_free(&name);
    }
    assert_in_range(taken, 1, 5000);
    session_free(session);
}

static void quotes_within_a_limit(void **state)
{
    (void)state;
    struct text quoted = {0};
    text_append_quoted(&quoted, "abc\0\342\202\254\302\205\355\240\200\300\200", 14, 100);
    assert_string_equal(quoted.data, "abc?\342\202\254??????");
    text_clear(&quoted);
    text_append_quoted(&quoted, "\342\202\254\342\202\254", 6, 5);
    assert_string_equal(quoted.data, "\342\202\254...");
    text_free(&quoted);
}

/* --- commands --------------------------------------------------------------------------------- */

static void cuts_a_command_as_people_expect(void **state)
{
    (void)state;
    static const struct {
        const char *command;
        const char *words; /* joined by '|'; NULL: an error */
        const char *error;
    } commands[] = {
        {"python3 my.py", "python3|my.py", NULL},
        {"  ./driver\t-x  ", "./driver|-x", NULL},
        {"\"my driver\" 'a  b' c\\ d", "my driver|a  b|c d", NULL},
        {"a'b'\"c\"d ''", "abcd|", NULL},
        {"'a\\b' \"c\\\"d\" e\\\\f", "a\\b|c\"d|e\\f", NULL},
        {"echo $HOME *; ls | cat >x", "echo|$HOME|*;|ls|;|cat|>x", NULL},
        {"", NULL, "needs a command"},
        {" \t ", NULL, "needs a command"},
        {"''", NULL, "needs a command"},
        {"python3 \"my.py", NULL, "a \" of the command has no second one"},
        {"python3 it's.py", NULL, "a ' of the command has no second one"},
        {"python3 my.py\\", NULL, "nothing stands behind the last \\"},
    };
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        struct error error = {0};
        struct text joined = {0};
        char **words = bot_command_cut(commands[i].command, &error);
        for (int k = 0; words && words[k]; k++)
            text_append_format(&joined, "%s%s", k > 0 ? "|" : "",
                               strcmp(words[k], "|") == 0 ? ";" : words[k]);
        assert_int_equal(words != NULL, commands[i].words != NULL);
        assert_string_equal(text_string(&joined), commands[i].words ? commands[i].words : "");
        assert_int_equal(bot_check_command(commands[i].command, &error), words != NULL);
        assert_true(words || strstr(error.text, commands[i].error));
        bot_command_free(words);
        text_free(&joined);
    }
}

/* --- without an answer ------------------------------------------------------------------------ */

/* On the ring: walls at y = 1 and 5 below the middle, a slick from (14,3) to (16,5). */
static const struct {
    const char *rules;
    const char *before[4]; /* actions */
    const char *action;
} defaults[] = {
    {"classroom", {NULL}, "10,1>10,1"},
    {"classroom choose=reverse", {NULL}, "10,1"},
    {"classroom", {"10,3>11,4"}, "12,5"},
    /* Coasting to (13,6) would lead into the wall, and staying is the first clear move. */
    {"classroom", {"10,3>11,4", "12,5"}, "12,5"},
    /* Nothing is clear: it coasts into the wall. */
    {"classroom", {"10,3>11,3", "13,3", "16,3", "19,3"}, "22,3"},
    {"classroom slicks=spin", {"10,3>11,3", "13,3"}, "14,2"},
};

static void coasts_where_nothing_happens(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) {
        struct session *session = ring_session(defaults[i].rules, 1, ring_allow_all);
        struct text action = {0};
        for (int k = 0; k < 4 && defaults[i].before[k]; k++)
            ring_do(session, &defaults[i].before[k], 1);
        graph_paper_stand_in(session_race(session), 1, &action);
        assert_string_equal(action.data, defaults[i].action);
        text_free(&action);
        session_free(session);
    }
}

static void coasts_over_the_line(void **state)
{
    (void)state;
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    struct text action = {0};
    ring_do(session, ring_lap, RING_LAP_ACTIONS - 1);
    graph_paper_stand_in(session_race(session), 1, &action);
    assert_string_equal(action.data, "13,3");
    text_free(&action);
    session_free(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(greets_with_the_sheet_and_the_rules),
        cmocka_unit_test(tells_cars_starts_and_moves),
        cmocka_unit_test(understands_answers_and_nothing_else),
        cmocka_unit_test(takes_the_name_of_a_program),
        cmocka_unit_test(survives_rubbish),
        cmocka_unit_test(quotes_within_a_limit),
        cmocka_unit_test(cuts_a_command_as_people_expect),
        cmocka_unit_test(coasts_where_nothing_happens),
        cmocka_unit_test(coasts_over_the_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
