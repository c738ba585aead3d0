/* The thread that thinks: its answers are the drivers's to the race as it is now, whatever was
 * asked before and taken back; and closing it ends it. */
#include "base/number.h"
#include "base/system/worker.h"
#include "drivers/drivers.h"
#include "drivers/stock_cars/hints.h"
#include "screens/race/frame.h"
#include "support/cmocka.h"
#include "support/ring.h"

#include <SDL.h>
#include <stdlib.h>

static const char *const seats[] = {"rookie", "club", "rookie"};
static const char *const names[] = {"Ada", "Blaise", "Chen"};
enum { PLAYERS = 3, PATIENCE = 60000, SEED = 20261120 };

static struct session *session;
static struct error error;

static int begin(void **state)
{
    (void)state;
    session = ring_session_driven("racing-car", seats, PLAYERS);
    return session ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    session_free(session);
    return 0;
}

/* By the drivers itself, in this thread. */
static char *expected(void)
{
    struct drivers *drivers =
        drivers_create(session_setup(session), seats, (struct drivers_options){0});
    struct text action = {0}, remark = {0};
    assert_true(drivers_choose(drivers, session_race(session), race_next_car(session_race(session)),
                               names, &action, &remark));
    assert_int_equal(remark.length, 0);
    drivers_free(drivers, NULL);
    return action.data;
}

static char *wait_for_answer(struct thinking *thinking)
{
    struct text action = {0}, remark = {0};
    for (int i = 0; i < PATIENCE && !thinking_answer(thinking, &action, &remark); i++)
        SDL_Delay(1);
    assert_true(action.length > 0);
    assert_int_equal(remark.length, 0);
    text_free(&remark);
    return action.data;
}

static void assert_answer(struct thinking *thinking)
{
    char *answer = wait_for_answer(thinking), *right = expected();
    assert_string_equal(answer, right);
    free(answer);
    free(right);
}

static void act(void)
{
    char *action = expected();
    assert_true(session_do(session, 0, action, &error));
    free(action);
}

static void answers_as_the_crew_does(void **state)
{
    (void)state;
    struct thinking *thinking = thinking_open(session, seats);
    for (int i = 0; i < 6; i++) {
        thinking_want(thinking, THINK_MOVE, session, race_next_car(session_race(session)));
        assert_answer(thinking);
        assert_answer(thinking); /* it stays there */
        act();
    }
    thinking_want(thinking, THINK_NOTHING, session, 0);
    assert_false(thinking_answer(thinking, NULL, NULL));
    thinking_close(thinking);
    assert_true(worker_wait_for_all(PATIENCE));
}

/* Shorter than the system lets anybody sleep: about as long as an answer takes. */
static void spin(uint32_t microseconds)
{
    Uint64 begun = SDL_GetPerformanceCounter(), second = SDL_GetPerformanceFrequency();
    while ((SDL_GetPerformanceCounter() - begun) * 1000000 / second < microseconds)
        ;
}

/* Sessions of another length and of another way, asked one upon the other. */
static void answers_what_was_asked_last(void **state)
{
    (void)state;
    struct session *first = session, *second = ring_session_driven("racing-car", seats, PLAYERS);
    struct random random = random_seeded(SEED);
    struct thinking *thinking = thinking_open(first, seats);
    session = second;
    for (int i = 0; i < 4; i++)
        act();
    for (int i = 0; i < 80; i++) {
        session = session == first ? second : first;
        thinking_want(thinking, THINK_MOVE, session, race_next_car(session_race(session)));
        spin(random_below(&random, 600));
        if (i % 2 == 0)
            continue;
        assert_answer(thinking);
        if (i % 20 == 1 && session_step_count(session) < 8)
            act();
    }
    session = first;
    session_free(second);
    thinking_close(thinking);
    assert_true(worker_wait_for_all(PATIENCE));
}

/* At any moment: while it prepares, while it thinks, while it waits. The session goes first. */
static void can_be_closed_at_any_time(void **state)
{
    (void)state;
    for (int i = 0; i < 24; i++) {
        struct session *short_lived = ring_session_driven("babylon", seats, PLAYERS);
        struct thinking *thinking = thinking_open(short_lived, seats);
        if (i % 3 > 0)
            thinking_want(thinking, THINK_MOVE, short_lived,
                          race_next_car(session_race(short_lived)));
        if (i % 3 > 1)
            thinking_want(thinking, THINK_END, short_lived, 0);
        session_free(short_lived);
        SDL_Delay((Uint32)i);
        thinking_close(thinking);
    }
    assert_true(worker_wait_for_all(PATIENCE));
    thinking_close(NULL);
}

/* --- hints ------------------------------------------------------------------------------------ */

static const struct hints *wait_for_hints(struct thinking *thinking, int car)
{
    const struct hints *hints = thinking_hints(thinking, session, car, NULL);
    for (int i = 0; i < PATIENCE && !hints; i++) {
        SDL_Delay(1);
        hints = thinking_hints(thinking, session, car, NULL);
    }
    assert_non_null(hints);
    return hints;
}

/* Every order leads this car there, as the rules try it. */
static void expect_hints_of(struct thinking *thinking, int car)
{
    const struct hints *hints = wait_for_hints(thinking, car);
    assert_true(hints->best >= 0);
    for (int i = 0; i < hints->count; i++) {
        const struct stock_hint *hint = &hints->items[i];
        struct stock_trial trial;
        assert_true(stock_try(session_race(session), car, hint->order, &trial, &error));
        assert_int_equal(trial.off_track, 0);
        assert_true(point_equal(trial.ends.at, hint->at));
        assert_int_equal(trial.cards, hint->cards);
        stock_trial_free(&trial);
    }
}

static struct session *begin_stock(int players)
{
    static const char map[] = "name: Lane\nrace: N\nlaps: 1\n\n*******\n*******\n**   **\n**   **\n"
                              "**   **\nFF   **\n**   **\n1*   **\n*2   **\n*******\n*******\n";
    struct setup setup = setup_from_preset(&stock_cars_game, STOCK_PRESET_STOCK_CARS);
    struct player list[PLAYER_LIMIT] = {{.name = "Ada", .driver = "human", .pen = 1},
                                        {.name = "Bo", .driver = "human", .pen = 2}};
    setup.players = players;
    setup.values[STOCK_SPECIALS] = STOCK_OFF;
    setup.course = course_read(&stock_cars_game, map, sizeof map - 1, &error);
    assert_non_null(setup.course.body);
    struct session *begun = session_begin(&setup, list, ring_allow_all, &error);
    assert_non_null(begun);
    course_release(setup.course);
    return begun;
}

/* In a secret turn: of whoever is asked about, whatever another one has entered, and of the state
 * as it is after what was taken back. Nothing of the question before is shown in between. */
static void hints_are_of_the_car_and_the_state(void **state)
{
    static const char *const persons[] = {"human", "human"};
    static const char *const orders[] = {"AM", "AL", "M", "A(2M)"};
    (void)state;
    session = begin_stock(2);
    struct thinking *thinking = thinking_open(session, persons);
    for (int i = 0; i < 4; i++) {
        int car = 1 + i % 2;
        expect_hints_of(thinking, car);
        expect_hints_of(thinking, 2); /* without a question in between that is of nobody's hints */
        expect_hints_of(thinking, car);
        assert_true(session_do(session, car, orders[i], &error));
    }
    assert_true(session_undo(session, &error));
    expect_hints_of(thinking, 2);
    thinking_forget_hints(thinking, session);
    assert_false(thinking_answer(thinking, NULL, NULL));
    thinking_close(thinking);
    session_free(session);
    assert_true(worker_wait_for_all(PATIENCE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(answers_as_the_crew_does, begin, end),
        cmocka_unit_test_setup_teardown(answers_what_was_asked_last, begin, end),
        cmocka_unit_test_setup_teardown(can_be_closed_at_any_time, begin, end),
        cmocka_unit_test(hints_are_of_the_car_and_the_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
