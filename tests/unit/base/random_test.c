#include "base/number.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* The published outputs of splitmix64 for this seed. */
static void test_known_numbers(void **state)
{
    (void)state;
    const uint64_t expected[] = {UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
                                 UINT64_C(9817491932198370423), UINT64_C(4593380528125082431),
                                 UINT64_C(16408922859458223821)};
    struct random random = random_seeded(1234567);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_true(random_next(&random) == expected[i]);
    }
}

static void test_below_stays_below(void **state)
{
    (void)state;
    struct random random = random_seeded(7);
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(random_below(&random, 1), 0);
        assert_true(random_below(&random, 3) < 3);
        assert_true(random_below(&random, UINT32_MAX) < UINT32_MAX);
    }
}

/* With 3 * 2^30 a plain remainder would give the lowest third of the numbers twice as often as the
 * others, so that half of all draws would be below 2^30. Expected: a third of 30,000, with a
 * standard deviation of 82. */
static void test_below_is_fair(void **state)
{
    (void)state;
    struct random random = random_seeded(11);
    int low = 0;
    for (int i = 0; i < 30000; i++) {
        low += random_below(&random, UINT32_C(3) << 30) < UINT32_C(1) << 30 ? 1 : 0;
    }
    assert_in_range(low, 9600, 10400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_numbers),
        cmocka_unit_test(test_below_stays_below),
        cmocka_unit_test(test_below_is_fair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
