/* The table of moves and the counts of a race, against a race worked out by hand on the ring. */
#include "paper/paper.h"
#include "rules/graph_paper/graph_paper.h"
#include "session/records.h"
#include "support/cmocka.h"
#include "support/ring.h"

#include <stdio.h>
#include <string.h>

/* Racing-car, listed. Car 2 strikes car 1 on (11,3): they miss 3 and 2 turns; car 1 spins on the
 * slick and misses 2 more; car 2 meets the inner wall at (11,5) and goes on from there, by nitro.
 */
static const char *const crashes[] = {"10,3>11,3", "10,2>11,3", "12,3", "14,3",
                                      "11,4",      "11,6",      "11,3"};
enum { CRASH_ACTIONS = sizeof crashes / sizeof crashes[0] };

static const char crashes_csv[] = "car,move,x,y,vx,vy,ax,ay,event\n"
                                  "1,0,10,3,0,0,,,started\n"
                                  "1,1,11,3,1,0,1,0,\n"
                                  "2,0,10,2,0,0,,,started\n"
                                  "2,1,11,3,0,0,1,1,collision\n"
                                  "1,2,12,3,1,0,1,0,\n"
                                  "1,3,14,3,0,0,1,0,slick\n"
                                  "2,2,11,4,0,1,0,1,\n"
                                  "2,3,11,5,0,0,0,1,off_track\n"
                                  "2,4,11,3,0,-2,0,-2,\n";

static struct session *race_with_crashes(void)
{
    struct session *session = ring_session("racing-car", 2, ring_allow_all);
    ring_do(session, crashes, CRASH_ACTIONS);
    return session;
}

static void assert_csv(const struct session *session, int steps, const char *expected)
{
    struct text csv = {0};
    paper_append_csv(session, steps, CSV_PLAIN, &csv);
    assert_string_equal(csv.data, expected);
    text_free(&csv);
}

static void a_row_a_move_and_one_for_the_start(void **state)
{
    (void)state;
    struct session *session = race_with_crashes();
    assert_csv(session, CRASH_ACTIONS, crashes_csv);
    session_free(session);
}

static void only_the_moves_up_to_a_step(void **state)
{
    (void)state;
    struct session *session = race_with_crashes();
    assert_csv(session, 0, "car,move,x,y,vx,vy,ax,ay,event\n");
    assert_csv(session, 1,
               "car,move,x,y,vx,vy,ax,ay,event\n"
               "1,0,10,3,0,0,,,started\n"
               "1,1,11,3,1,0,1,0,\n");
    session_free(session);
}

static void the_end_is_told_by_words(void **state)
{
    (void)state;
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    ring_do(session, ring_lap, RING_LAP_ACTIONS);
    struct text csv = {0};
    paper_append_csv(session, RING_LAP_ACTIONS, CSV_PLAIN, &csv);
    const char *line = csv.data;
    int lines = 0;
    for (const char *end = strchr(line, '\n'); end; end = strchr(end + 1, '\n')) {
        lines++;
        line = end[1] ? end + 1 : line;
    }
    char last[16]; /* the heading, the start, and a line a move */
    assert_int_equal(lines, RING_LAP_ACTIONS + 2);
    snprintf(last, sizeof last, "1,%d,", RING_LAP_ACTIONS);
    assert_memory_equal(line, last, strlen(last));
    assert_string_equal(line + strlen(line) - strlen(",finish\n"), ",finish\n");
    text_free(&csv);
    session_free(session);
}

static int number_of(const struct tally *tally, const char *id)
{
    return standing_value(&tally->standing, graph_paper_game.columns, id)->number;
}

static void counts_what_happened_to_each_car(void **state)
{
    (void)state;
    struct tally tallies[CAR_LIMIT];
    struct session *session = race_with_crashes();
    assert_int_equal(tally_race(session, tallies), 2);
    const struct tally *first = &tallies[0], *second = &tallies[1];
    assert_int_equal(first->car, 1);
    assert_int_equal(number_of(first, "moves"), 3);
    assert_int_equal(number_of(first, "missed_turns"), 4);
    assert_int_equal(number_of(first, "crashes"), 0);
    assert_int_equal(number_of(first, "hits_taken"), 1);
    assert_int_equal(number_of(first, "top_speed_squared"), 4);
    assert_int_equal(second->car, 2);
    assert_int_equal(second->car_of_player, 1);
    assert_int_equal(number_of(second, "moves"), 4);
    assert_int_equal(number_of(second, "missed_turns"), 3);
    assert_int_equal(number_of(second, "crashes"), 2);
    assert_int_equal(number_of(second, "hits_given"), 1);
    assert_int_equal(number_of(second, "hits_taken"), 0);
    assert_int_equal(number_of(second, "top_speed_squared"), 4);
    assert_int_equal(first->standing.place, 0);
    tally_race_after(session, 1, tallies);
    assert_int_equal(number_of(&tallies[0], "moves"), 1);
    assert_int_equal(number_of(&tallies[0], "hits_taken"), 0);
    assert_int_equal(number_of(&tallies[1], "moves"), 0);
    session_free(session);
}

/* The first lap takes 16 moves from the start; the second is begun at speed and takes 14. */
static void the_fastest_lap_is_counted_from_line_to_line(void **state)
{
    (void)state;
    struct error error;
    struct tally tally[CAR_LIMIT];
    struct setup setup = setup_from_preset(
        game_find("graph-paper"), fields_find_preset(game_find("graph-paper")->table, "classroom"));
    setup.course = graph_paper_course(ring_track());
    assert_true(setup_set_pair(&setup, "laps=2", &error));
    const struct player player = {.name = "Ada", .pen = 1, .driver = "human"};
    struct session *session = session_begin(&setup, &player, ring_allow_all, &error);
    course_release(setup.course);
    assert_non_null(session);
    ring_do(session, ring_lap, RING_LAP_ACTIONS - 1);
    tally_race(session, tally);
    assert_int_equal(number_of(&tally[0], "fastest_lap"), 0);
    ring_do(session, ring_lap + RING_LAP_ACTIONS - 1, 1);
    tally_race(session, tally);
    assert_int_equal(number_of(&tally[0], "fastest_lap"), 16);
    assert_false(tally[0].standing.finished);
    ring_do(session, ring_lap + 2, RING_LAP_ACTIONS - 2);
    tally_race(session, tally);
    assert_int_equal(number_of(&tally[0], "fastest_lap"), 14);
    assert_true(tally[0].standing.finished);
    assert_int_equal(tally[0].standing.place, 1);
    session_free(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_a_move_and_one_for_the_start),
        cmocka_unit_test(only_the_moves_up_to_a_step),
        cmocka_unit_test(the_end_is_told_by_words),
        cmocka_unit_test(counts_what_happened_to_each_car),
        cmocka_unit_test(the_fastest_lap_is_counted_from_line_to_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
