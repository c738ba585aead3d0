#include "base/system/clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_clocks_run)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
