/* Which programs may be started: those of this window's own set-up, and those that were allowed. */
#include "screens/race/frame.h"
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
    return programs_driver(session, player);
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

static bool asks(const struct session *session, const char *part)
{
    struct text question = {0};
    programs_describe(session, &question);
    bool found = strstr(text_string(&question), part) != NULL;
    text_free(&question);
    return found;
}

static void asks_about_each_command_by_itself(void **state)
{
    (void)state;
    struct session *session = opened("bot:left", "bot:right 2");
    assert_true(programs_must_ask(session));
    assert_true(asks(session, ":\n\nleft\n\n1 more program is asked about after this one."));
    assert_false(asks(session, "right"));
    programs_answer(session, true);
    assert_true(programs_must_ask(session));
    assert_string_equal(driver_of(session, 2), "bot:left");
    assert_string_equal(driver_of(session, 3), "club"); /* nobody has said yes to it */
    assert_true(asks(session, ":\n\nright 2"));
    assert_false(asks(session, "more"));
    programs_answer(session, false);
    assert_false(programs_must_ask(session));
    assert_string_equal(driver_of(session, 2), "bot:left");
    assert_string_equal(driver_of(session, 3), "club");
    session_free(session);
}

static void a_no_is_a_club_driver_until_the_next_file(void **state)
{
    (void)state;
    struct session *session = opened("bot:other", "bot:other");
    assert_false(asks(session, "more")); /* it is the same one */
    programs_answer(session, false);
    assert_false(programs_must_ask(session));
    assert_string_equal(driver_of(session, 3), "club");
    programs_forget_refusals();
    assert_true(programs_must_ask(session));
    session_free(session);
}

/* The longest command that fits, made of what turns and hides the rest of a line. */
static void shows_all_of_a_command_that_hides(void **state)
{
    (void)state;
    char driver[PLAYER_DRIVER_BYTES] = "bot:run", expected[PLAYER_DRIVER_BYTES * 3] = "\n\nrun";
    while (strlen(driver) + strlen("\xe2\x80\xae end") < sizeof driver) {
        strcat(driver, "\xe2\x80\xae");
        strcat(expected, "<U+202E>");
    }
    strcat(driver, " end");
    strcat(expected, " end");
    struct session *session = opened(driver, "rookie");
    assert_true(asks(session, expected));
    session_free(session);
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
        cmocka_unit_test(asks_about_each_command_by_itself),
        cmocka_unit_test(a_no_is_a_club_driver_until_the_next_file),
        cmocka_unit_test(shows_all_of_a_command_that_hides),
        cmocka_unit_test(what_was_typed_here_needs_no_question),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
