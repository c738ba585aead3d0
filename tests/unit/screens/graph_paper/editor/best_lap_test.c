/* The best lap of a sheet: its line driven by hand on straights, the newest question wins, nobody
 * waits for the thread.
 */
#include "screens/graph_paper/editor/editor.h"

#include "support/cmocka.h"
#include "support/straight.h"
#include "track/draft.h"

#include <SDL.h>
#include <stdlib.h>
#include <string.h>

enum { PATIENCE = 90000 }; /* milliseconds; only a failure waits so long, and a busy machine */

static struct best_lap *best_lap;

static int open_best_lap(void **state)
{
    (void)state;
    best_lap = best_lap_create();
    return 0;
}

static int close_best_lap(void **state)
{
    (void)state;
    best_lap_free(best_lap);
    return 0;
}

/* What is known when the question was answered. */
static struct best_lap_answer wait_for_answer(void)
{
    Uint32 begun = SDL_GetTicks();
    struct best_lap_answer answer = best_lap_answer(best_lap);
    while (answer.state == BEST_LAP_SEARCHING && SDL_GetTicks() - begun < PATIENCE) {
        SDL_Delay(2);
        answer = best_lap_answer(best_lap);
    }
    assert_int_not_equal(answer.state, BEST_LAP_SEARCHING);
    return answer;
}

static struct best_lap_answer ask(struct track *track, uint64_t version)
{
    best_lap_ask(best_lap, track, version);
    track_release(track);
    return wait_for_answer();
}

static struct track *read_track(const char *svg)
{
    struct error error = {0};
    struct track *track = svg_read_track(svg, strlen(svg), &error);
    if (!track)
        fail_msg("line %d: %s", error.line, error.text);
    return track;
}

/* Much for the search: from shelf to shelf up a large sheet. */
static struct track *make_long_way(void)
{
    struct text svg = {0};
    text_append(&svg, "<svg viewBox='0 0 300 150'><rect class='wall' width='300' height='150'/>"
                      "<path class='start' d='M290 150V135'/><path class='finish' d='M150 0V15'/>");
    for (int i = 1; i < 10; i++)
        text_append_format(&svg, "<rect class='wall' x='%s' y='%d.8' width='284.8' height='.4'/>",
                           i % 2 ? "15" : ".2", 149 - 15 * i);
    text_append(&svg, "</svg>");
    struct track *track = read_track(svg.data);
    text_free(&svg);
    return track;
}

/* 1, 2, 3, 4 squares from x = 1: past x = 7 in the fourth move. */
static void test_the_line_of_a_straight(void **state)
{
    (void)state;
    struct best_lap_answer answer = ask(straight_create(7, ""), 11);
    assert_int_equal(answer.state, BEST_LAP_LAP);
    assert_int_equal(answer.version, 11);
    assert_int_equal(answer.finding.lap.rounds, 4);
    assert_int_equal(answer.finding.count, 5);
    assert_int_equal(answer.finding.line[0].x, 1);
    assert_true(answer.finding.line[4].x > 7);
    struct point velocity = {0, 0};
    for (int i = 1; i < answer.finding.count; i++) {
        struct point moved = point_subtract(answer.finding.line[i], answer.finding.line[i - 1]);
        assert_in_range(moved.x - velocity.x + 1, 0, 2);
        assert_in_range(moved.y - velocity.y + 1, 0, 2);
        velocity = moved;
    }
    assert_false(answer.finding.has_place);
    assert_string_equal(answer.why, "");
}

static void test_the_place_that_nobody_gets_past(void **state)
{
    (void)state;
    struct best_lap_answer answer =
        ask(read_track("<svg viewBox='0 0 20 2'><rect class='wall' width='9' height='2'/>"
                       "<rect class='wall' x='10' width='10' height='2'/>"
                       "<path class='start' d='M1 0V2'/><path class='finish' d='M19 0V2'/></svg>"),
            5);
    assert_int_equal(answer.state, BEST_LAP_NO_LAP);
    assert_int_equal(answer.version, 5);
    assert_true(answer.finding.has_place);
    assert_int_equal(answer.finding.at.x, 9);
    assert_in_range(answer.finding.at.y, 0, 2);
    assert_null(answer.finding.line);
    assert_non_null(strstr(answer.why, "widen the track there"));
}

static void test_an_arena(void **state)
{
    (void)state;
    struct best_lap_answer answer = ask(
        read_track("<svg viewBox='0 0 8 8'><circle class='wall' cx='4' cy='4' r='4'/></svg>"), 1);
    assert_int_equal(answer.state, BEST_LAP_LAP);
    assert_int_equal(answer.finding.lap.rounds, 0);
    assert_int_equal(answer.finding.count, 0);
}

/* The search that is running is given up, and what it would have found is never seen. */
static void test_the_newest_question_wins(void **state)
{
    (void)state;
    struct track *long_way = make_long_way();
    Uint32 begun = SDL_GetTicks();
    ask(track_retain(long_way), 99);
    Uint32 whole = SDL_GetTicks() - begun;
    for (uint64_t version = 1; version <= 30; version++) {
        best_lap_ask(best_lap, long_way, version);
        if (version % 10 == 0)
            SDL_Delay(30);
    }
    track_release(long_way);
    begun = SDL_GetTicks();
    struct best_lap_answer answer = ask(straight_create(6, ""), 31);
    assert_int_equal(answer.version, 31);
    assert_int_equal(answer.finding.lap.rounds, 3);
    assert_true(SDL_GetTicks() - begun < whole / 2);
}

static void test_the_answer_before_is_still_shown(void **state)
{
    (void)state;
    struct track *long_way = make_long_way();
    ask(straight_create(6, ""), 1);
    best_lap_ask(best_lap, long_way, 2);
    struct best_lap_answer answer = best_lap_answer(best_lap);
    assert_int_equal(answer.state, BEST_LAP_SEARCHING);
    assert_int_equal(answer.version, 1);
    assert_int_equal(answer.finding.count, 4);
    assert_int_equal(answer.finding.line[0].x, 1);
    track_release(long_way);
}

static void test_nothing_is_wanted(void **state)
{
    (void)state;
    assert_int_equal(best_lap_answer(best_lap).state, BEST_LAP_NONE);
    ask(straight_create(6, ""), 1);
    best_lap_ask(best_lap, NULL, 1);
    assert_int_equal(best_lap_answer(best_lap).state, BEST_LAP_NONE);
    assert_int_equal(best_lap_answer(best_lap).finding.count, 0);
    /* The same sheet again: it is searched again. */
    assert_int_equal(ask(straight_create(6, ""), 1).finding.lap.rounds, 3);
}

/* A version that was answered is not searched for twice. */
static void test_the_same_question_keeps_its_answer(void **state)
{
    (void)state;
    struct track *track = straight_create(6, "");
    best_lap_ask(best_lap, track, 9);
    wait_for_answer();
    best_lap_ask(best_lap, track, 9);
    assert_int_equal(best_lap_answer(best_lap).state, BEST_LAP_LAP);
    track_release(track);
}

static void test_nobody_waits(void **state)
{
    (void)state;
    struct track *long_way = make_long_way();
    Uint32 begun = SDL_GetTicks();
    for (int i = 0; i < 10; i++) {
        struct best_lap *one = best_lap_create();
        best_lap_ask(one, long_way, 1);
        best_lap_free(one);
    }
    assert_true(SDL_GetTicks() - begun < 1000);
    best_lap_free(NULL);
    track_release(long_way);
    SDL_Delay(300); /* the last of them let go */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_the_line_of_a_straight, open_best_lap, close_best_lap),
        cmocka_unit_test_setup_teardown(test_the_place_that_nobody_gets_past, open_best_lap,
                                        close_best_lap),
        cmocka_unit_test_setup_teardown(test_an_arena, open_best_lap, close_best_lap),
        cmocka_unit_test_setup_teardown(test_the_newest_question_wins, open_best_lap,
                                        close_best_lap),
        cmocka_unit_test_setup_teardown(test_the_answer_before_is_still_shown, open_best_lap,
                                        close_best_lap),
        cmocka_unit_test_setup_teardown(test_nothing_is_wanted, open_best_lap, close_best_lap),
        cmocka_unit_test_setup_teardown(test_the_same_question_keeps_its_answer, open_best_lap,
                                        close_best_lap),
        cmocka_unit_test(test_nobody_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
