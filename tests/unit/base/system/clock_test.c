#include "base/system/host.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

static void test_clocks_run(void **state)
{
    (void)state;
    int64_t start = clock_nanoseconds();
    int64_t work = clock_processor_nanoseconds();
    const struct timespec pause = {.tv_nsec = 20000000};
    nanosleep(&pause, NULL);
    /* Sleeping takes time, but not the processor's. */
    assert_true(clock_nanoseconds() - start >= 20000000);
    assert_true(clock_processor_nanoseconds() - work < 20000000);
    work = clock_processor_nanoseconds();
    volatile unsigned sum = 0;
    for (unsigned i = 0; i < 1000000; i++) {
        sum += i;
    }
    assert_int_not_equal(sum, 0);
    assert_true(clock_processor_nanoseconds() > work);
}

/* 25 hours after the first moment of 1970, where clocks show universal time and an hour less. */
static void a_moment_is_told_in_local_time(void **state)
{
    (void)state;
    char told[32];
    setenv("TZ", "UTC0", 1);
    tzset();
    clock_print(told, sizeof told, "%Y-%m-%d %H:%M", 25 * 3600);
    assert_string_equal(told, "1970-01-02 01:00");
    setenv("TZ", "WEST1", 1);
    tzset();
    clock_print(told, sizeof told, "%Y-%m-%d %H:%M", 25 * 3600);
    assert_string_equal(told, "1970-01-02 00:00");
    clock_print(told, 4, "%Y-%m-%d", 0); /* there is no room for it */
    assert_string_equal(told, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_clocks_run),
                                       cmocka_unit_test(a_moment_is_told_in_local_time)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
