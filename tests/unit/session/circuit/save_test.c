/* Saves of circuits that were cut off, also while builds, speeds and cards are being entered in
 * secret: what is read is a beginning of the race, it owes the same cars, and the rest leads to the
 * same end, to the last die.
 */
#include "drivers/driving.h"
#include "rules/circuit/circuit.h"
#include "session/session.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { CLUB = 1, CARS = 8 };

static void drive(struct session *session)
{
    const struct driving *driving = driving_of(&circuit_game);
    const struct setup *setup = session_setup(session);
    struct prepared *prepared = prepared_make(setup, NULL);
    while (!circuit_game.over(session_race(session))) {
        struct text action = {0};
        struct error error = {0};
        int cars[CAR_LIMIT], car;
        bool secret;
        /* The last one that owes an entry comes first. */
        car = cars[circuit_game.owes(session_race(session), cars, &secret) - 1];
        struct race *known = race_copy_for(session_race(session), car, setup->seed);
        driving->choose(CLUB, prepared_body(prepared), known, car, NULL, &action);
        circuit_game.free(known);
        if (!session_do(session, car, text_string(&action), &error))
            fail_msg("%s: %s", text_string(&action), error.text);
        text_free(&action);
    }
    prepared_release(prepared);
}

static void expect_same(const struct race *one, const struct race *other)
{
    int cars[2][CAR_LIMIT], count[2];
    bool secret[2];
    count[0] = circuit_game.owes(one, cars[0], &secret[0]);
    count[1] = circuit_game.owes(other, cars[1], &secret[1]);
    assert_true(circuit_game.hash(one) == circuit_game.hash(other));
    assert_int_equal(count[0], count[1]);
    assert_int_equal(secret[0], secret[1]);
    assert_memory_equal(cars[0], cars[1], (size_t)count[0] * sizeof(int));
}

/* Cut at the end of a line (the actions before it are whole), or in the middle of the last one. */
static void expect_beginning(const struct session *whole, const char *bytes, size_t length,
                             int steps)
{
    struct error error = {0};
    bool damaged = true;
    struct session *read = session_read(bytes, length, &damaged, &error);
    assert_non_null(read);
    assert_false(damaged);
    assert_int_equal(session_step_count(read), steps);
    expect_same(session_race(read), session_race_after(whole, steps));
    for (int i = steps; i < session_step_count(whole); i++) {
        struct step step = session_step(whole, i);
        assert_true(session_do(read, step.car, step.action, &error));
    }
    expect_same(session_race(read), session_race(whole));
    session_free(read);
}

static void test_a_save_may_be_cut_while_entries_are_secret(void **state)
{
    (void)state;
    struct setup setup = setup_from_preset(&circuit_game, CIRCUIT_PRESET_FORCE_PASS);
    struct player players[CARS] = {{{0}, 0, {0}}};
    struct text text = {0};
    struct error error = {0};
    int half_entered[PHASE_OVER] = {0};
    setup.course = course_load("tests/golden/circuit.svg", &error);
    setup.players = CARS;
    setup.values[CIRCUIT_LAPS] = 3;
    setup.seed = 3;
    for (int i = 0; i < CARS; i++) {
        snprintf(players[i].name, sizeof players[i].name, "Player %d", i + 1);
        strcpy(players[i].driver, "human");
        players[i].pen = i + 1;
    }
    struct session *session = session_begin(&setup, players, (struct allow){true, true}, &error);
    assert_non_null(session);
    drive(session);
    session_write(session, &text);
    size_t end = strcspn(text.data, "\n") + 1;
    for (int steps = 0; steps < session_step_count(session); steps++) {
        const struct race *race = session_race_after(session, steps);
        int cars[CAR_LIMIT], before[CAR_LIMIT];
        bool secret;
        int owing = circuit_game.owes(race, cars, &secret);
        size_t line = strcspn(text.data + end, "\n") + 1;
        bool half =
            steps > 0 && secret &&
            circuit_game.owes(session_race_after(session, steps - 1), before, &secret) > owing;
        if (half) {
            half_entered[circuit_phase(race)]++;
            expect_beginning(session, text.data, end, steps);
            expect_beginning(session, text.data, end + line / 2, steps);
        }
        end += line;
    }
    assert_true(half_entered[PHASE_BUILD] > 0 && half_entered[PHASE_POST] > 0);
    assert_true(half_entered[PHASE_CARDS] > 0);
    text_free(&text);
    session_free(session);
    course_release(setup.course);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_save_may_be_cut_while_entries_are_secret),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
