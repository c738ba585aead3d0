/* Programs beside the window: what they say, how they end, and that nobody waits for them. */
#include "base/system/host.h"
#include "base/system/program.h"
#include "support/cmocka.h"

#include <string.h>

enum { PATIENCE = 60000 };

static struct aside *start(const char *script, enum aside_stream kept)
{
    struct aside *aside = aside_start((const char *const[]){"sh", "-c", script, NULL}, kept);
    assert_non_null(aside);
    return aside;
}

static void expect(const char *script, enum aside_stream kept, enum aside_state state,
                   const char *said)
{
    struct aside *aside = start(script, kept);
    assert_int_equal(aside_wait(aside, PATIENCE), state);
    assert_string_equal(aside_said(aside), said);
    aside_free(aside);
}

static void test_one_stream_is_kept(void **state)
{
    (void)state;
    static const char script[] = "echo out; echo error >&2";
    expect(script, ASIDE_OUTPUT, ASIDE_DONE, "out");
    expect(script, ASIDE_ERRORS, ASIDE_DONE, "error");
    expect(script, ASIDE_NOTHING, ASIDE_DONE, "");
    expect("printf 'no line break'", ASIDE_OUTPUT, ASIDE_DONE, "no line break");
    expect("cat; echo 'nothing came in'", ASIDE_OUTPUT, ASIDE_DONE, "nothing came in");
    expect("echo why; exit 3", ASIDE_OUTPUT, ASIDE_FAILED, "why");
    expect("kill -9 $$", ASIDE_OUTPUT, ASIDE_FAILED, "");
}

static void test_all_is_read_however_much_it_is(void **state)
{
    (void)state;
    expect("yes | head -c 1000000; exit 0", ASIDE_OUTPUT, ASIDE_DONE, "y");
    struct aside *aside = start("yes '' | head -c 1000000 | tr -d '\\n'; yes x | head -c 1000000 |"
                                "tr -d '\\n'",
                                ASIDE_OUTPUT);
    assert_int_equal(aside_wait(aside, PATIENCE), ASIDE_DONE);
    assert_int_equal(strlen(aside_said(aside)), ASIDE_SAID_BYTES - 1);
    aside_free(aside);
}

static void test_nobody_waits(void **state)
{
    (void)state;
    int64_t begun = clock_nanoseconds();
    struct aside *aside = start("sleep 2", ASIDE_NOTHING);
    assert_int_equal(aside_wait(aside, 20), ASIDE_RUNS);
    assert_string_equal(aside_said(aside), "");
    aside_free(aside);
    aside_free(NULL);
    assert_true(clock_nanoseconds() - begun < INT64_C(1500000000));
    assert_null(
        aside_start((const char *const[]){"graphprix-no-such-program", NULL}, ASIDE_OUTPUT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_stream_is_kept),
        cmocka_unit_test(test_all_is_read_however_much_it_is),
        cmocka_unit_test(test_nobody_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
