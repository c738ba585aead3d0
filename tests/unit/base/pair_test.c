/* Pairs of numbers for people, as espeak-ng 1.51 reads them with every minus. */
#include "base/number.h"
#include "support/cmocka.h"

#include <limits.h>

static void assert_pair(int first, int second, const char *expected)
{
    assert_string_equal(pair_of(first, second).text, expected);
}

static void each_minus_is_a_sign_that_is_read(void **state)
{
    (void)state;
    assert_pair(12, 9, "(12, 9)");
    assert_pair(3, -2, "(3, −2)");
    assert_pair(-3, 2, "(−3, 2)");
    assert_pair(-1, -1, "(−1, −1)");
    assert_pair(0, 0, "(0, 0)");
    assert_pair(INT_MIN, INT_MAX, "(−2147483648, 2147483647)");
    assert_string_equal(vector_of(3, -2).text, "(3,\u00a0−2)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_minus_is_a_sign_that_is_read)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
