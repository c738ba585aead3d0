/* Drivers: what a driver does follows from the race, its seed and the car alone, whoever asks and
 * however often; and programs that make faults are told of and replaced. */
#include "drivers/drivers.h"
#include "rules/graph_paper/graph_paper.h"
#include "session/session.h"
#include "support/cmocka.h"
#include "support/ring.h"

#include <stdlib.h>
#include <string.h>

static const char *const all_levels[] = {"rookie", "club", "pro", "ace"};
static const char *const names[] = {"Ada", "Blaise", "Chen", "Dorothy"};
enum { LEVELS = 4 };

static const char *const rules[] = {"racing-car", "babylon", "babylon-advanced", "derby rounds=3"};
enum { RULES = sizeof rules / sizeof *rules };

static struct drivers *drivers_of(const struct session *session, struct prepared *prepared)
{
    const char *seats[PLAYER_LIMIT];
    for (int i = 0; i < session_setup(session)->players; i++)
        seats[i] = session_player(session, i + 1)->driver;
    return drivers_create(session_setup(session), seats,
                          (struct drivers_options){.prepared = prepared, .bot_milliseconds = 200});
}

static bool is_over(const struct session *session)
{
    return graph_paper_game.over(session_race(session));
}

static char *ask(struct drivers *drivers, const struct session *session)
{
    struct text action = {0};
    struct text remark = {0};
    assert_true(drivers_choose(drivers, session_race(session), race_next_car(session_race(session)),
                               names, &action, &remark));
    assert_int_equal(remark.length, 0);
    return action.data;
}

static void act(struct drivers *drivers, struct session *session)
{
    char *action = ask(drivers, session);
    const char *const actions[] = {action};
    ring_do(session, actions, 1);
    free(action);
}

/* At every turn drivers that are made just then, with what was prepared for both, says the same. */
static void whoever_asks_hears_the_same(void **state)
{
    (void)state;
    for (int i = 0; i < RULES; i++) {
        struct session *session = ring_session_driven(rules[i], all_levels, LEVELS);
        struct setup other = *session_setup(session);
        other.seed = 99;
        other.players = 1;
        struct prepared *prepared = prepared_make(&other, NULL);
        struct drivers *drivers = drivers_of(session, NULL);
        while (!is_over(session)) {
            struct drivers *fresh = drivers_of(session, prepared);
            char *action = ask(drivers, session);
            char *again = ask(drivers, session);
            char *other_action = ask(fresh, session);
            const char *const actions[] = {action};
            assert_string_equal(again, action);
            assert_string_equal(other_action, action);
            ring_do(session, actions, 1);
            drivers_free(fresh, NULL);
            free(action);
            free(again);
            free(other_action);
        }
        prepared_release(prepared);
        drivers_free(drivers, session_race(session));
        session_free(session);
    }
}

static void assert_same_text(const struct session *one, const struct session *other)
{
    struct text first = {0};
    struct text second = {0};
    session_write(one, &first);
    session_write(other, &second);
    assert_string_equal(first.data, second.data);
    text_free(&first);
    text_free(&second);
}

/* A race that was saved half-way and opened elsewhere comes to the same end, line by line. */
static void a_saved_race_goes_on_as_it_would_have(void **state)
{
    (void)state;
    enum { ACTIONS_BEFORE = 18 };
    for (int i = 0; i < RULES; i++) {
        struct session *session = ring_session_driven(rules[i], all_levels, LEVELS);
        struct drivers *drivers = drivers_of(session, NULL);
        struct text saved = {0};
        struct error error;
        bool damaged;
        for (int done = 0; done < ACTIONS_BEFORE && !is_over(session); done++)
            act(drivers, session);
        session_write(session, &saved);
        while (!is_over(session))
            act(drivers, session);
        struct session *opened = session_read(saved.data, saved.length, &damaged, &error);
        assert_false(damaged);
        struct drivers *other = drivers_of(opened, NULL);
        while (!is_over(opened))
            act(other, opened);
        assert_same_text(session, opened);
        text_free(&saved);
        drivers_free(drivers, session_race(session));
        drivers_free(other, session_race(opened));
        session_free(session);
        session_free(opened);
    }
}

static void persons_are_left_alone(void **state)
{
    (void)state;
    static const char *const humans[] = {"human", "human"};
    static const char *const mixed[] = {"human", "club"};
    struct session *session = ring_session_driven("derby", humans, 2);
    struct drivers *drivers = drivers_of(session, NULL);
    for (int car = 1; car <= 4; car++)
        assert_false(drivers_drives(drivers, car));
    drivers_free(drivers, session_race(session));
    session_free(session);
    /* Two cars each: 1 and 2 are the person's. */
    session = ring_session_driven("derby", mixed, 2);
    drivers = drivers_of(session, NULL);
    for (int car = 1; car <= 4; car++)
        assert_int_equal(drivers_drives(drivers, car), car > 2);
    drivers_free(drivers, NULL);
    session_free(session);
    drivers_free(NULL, NULL);
}

static void a_program_that_fails_is_replaced(void **state)
{
    (void)state;
    static const char *const seats[] = {"bot:/nowhere/driver"};
    static const char *const told[] = {"The car takes the first start point.", "The car coasts.",
                                       "A computer driver takes over.", ""};
    struct session *session = ring_session_driven("classroom", seats, 1);
    struct drivers *drivers = drivers_of(session, NULL);
    for (int i = 0; i < 4; i++) {
        struct text action = {0};
        struct text remark = {0};
        bool taken_over;
        assert_true(drivers_choose(drivers, session_race(session),
                                   race_next_car(session_race(session)), names, &action, &remark));
        if (told[i][0])
            assert_non_null(strstr(text_string(&remark), "Ada's program could not be started"));
        assert_non_null(strstr(text_string(&remark), told[i]));
        assert_int_equal(remark.length > 0, told[i][0] != '\0');
        assert_int_equal(drivers_faults(drivers, 1, &taken_over), i < 3 ? i + 1 : 3);
        assert_int_equal(taken_over, i >= 2);
        const char *const actions[] = {action.data};
        ring_do(session, actions, 1);
        text_free(&action);
        text_free(&remark);
    }
    drivers_free(drivers, session_race(session));
    session_free(session);
}

static void what_is_cancelled_says_nothing(void **state)
{
    (void)state;
    static const char *const seats[] = {"ace", "bot:sleep 100"};
    for (int i = 0; i < 2; i++) {
        struct session *session = ring_session_driven("racing-car", seats + i, 1);
        atomic_bool cancelled;
        atomic_init(&cancelled, true);
        struct drivers *drivers = drivers_create(session_setup(session), seats + i,
                                                 (struct drivers_options){.cancelled = &cancelled});
        struct text action = {0};
        struct text remark = {0};
        bool taken_over;
        assert_false(drivers_choose(drivers, session_race(session),
                                    race_next_car(session_race(session)), names, &action, &remark));
        assert_int_equal(action.length, 0);
        assert_int_equal(remark.length, 0);
        assert_int_equal(drivers_faults(drivers, 1, &taken_over), 0);
        drivers_free(drivers, session_race(session));
        text_free(&action);
        text_free(&remark);
        session_free(session);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whoever_asks_hears_the_same),
        cmocka_unit_test(a_saved_race_goes_on_as_it_would_have),
        cmocka_unit_test(persons_are_left_alone),
        cmocka_unit_test(a_program_that_fails_is_replaced),
        cmocka_unit_test(what_is_cancelled_says_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
