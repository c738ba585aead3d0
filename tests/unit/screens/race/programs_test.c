/* Which programs may be started: those of this window's own set-up, and those that were allowed. */
#include "screens/race/programs.h"
#include "support/cmocka.h"
#include "support/ring.h"

#include <string.h>

static struct session *opened(const char *first, const char *second)
{
    const char *const drivers[] = {"human", first, second};
    return ring_session_driven("racing-car", drivers, 3);
}

static const char *driver_of(const struct session *session, int player)
{
    return programs_driver(session_player(session, player));
}

static void asks_for_nothing_where_there_is_none(void **state)
{
    (void)state;
    struct session *session = opened("ace", "rookie");
    assert_false(programs_must_ask(session));
    assert_string_equal(driver_of(session, 1), "human");
    assert_string_equal(driver_of(session, 2), "ace");
    session_free(session);
}

static void asks_once_for_what_a_file_brings(void **state)
{
    (void)state;
    struct session *session = opened("bot:left", "bot:right 2");
    struct text question = {0};
    assert_true(programs_must_ask(session));
    assert_string_equal(driver_of(session, 2), "club");
    programs_describe(session, &question);
    assert_non_null(strstr(text_string(&question), "left\nright 2"));
    programs_answer(session, true);
    assert_false(programs_must_ask(session));
    assert_string_equal(driver_of(session, 2), "bot:left");
    session_free(session);
    text_free(&question);
}

static void a_no_is_a_club_driver_until_the_next_file(void **state)
{
    (void)state;
    struct session *session = opened("bot:other", "bot:other");
    struct text question = {0};
    programs_describe(session, &question);
    const char *told = strstr(text_string(&question), "other");
    assert_non_null(told);
    assert_null(strstr(told + 1, "other"));
    programs_answer(session, false);
    assert_false(programs_must_ask(session));
    assert_string_equal(driver_of(session, 3), "club");
    programs_forget_refusals();
    assert_true(programs_must_ask(session));
    session_free(session);
    text_free(&question);
}

static void breaks_words_that_are_too_long_for_a_line(void **state)
{
    (void)state;
    struct session *session = opened("bot:run 123456789012345678901234567890123\xc3\xa4"
                                     "56",
                                     "rookie");
    struct text question = {0};
    programs_describe(session, &question);
    assert_non_null(
        strstr(text_string(&question), "\nrun 123456789012345678901234567890123\xc3\xa4\n56"));
    session_free(session);
    text_free(&question);
}

static void what_was_typed_here_needs_no_question(void **state)
{
    (void)state;
    struct session *session = opened("bot:mine", "bot:mine --quick");
    programs_trust(session_player(session, 2), 1);
    assert_string_equal(driver_of(session, 2), "bot:mine");
    assert_true(programs_must_ask(session)); /* another command is another program */
    programs_answer(session, false);
    programs_forget_refusals();
    assert_string_equal(driver_of(session, 2), "bot:mine");
    assert_string_equal(driver_of(session, 3), "club");
    session_free(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(asks_for_nothing_where_there_is_none),
        cmocka_unit_test(asks_once_for_what_a_file_brings),
        cmocka_unit_test(a_no_is_a_club_driver_until_the_next_file),
        cmocka_unit_test(breaks_words_that_are_too_long_for_a_line),
        cmocka_unit_test(what_was_typed_here_needs_no_question),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
