#include "base/number.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void test_reads_and_moves_on(void **state)
{
    (void)state;
    const char *cursor = "12,-7";
    int64_t value;
    assert_true(number_read_integer(&cursor, -100, 100, &value));
    assert_int_equal(value, 12);
    assert_string_equal(cursor, ",-7");
    cursor++;
    assert_true(number_read_integer(&cursor, -100, 100, &value));
    assert_int_equal(value, -7);
    assert_string_equal(cursor, "");
}

static void test_leaves_everything_on_failure(void **state)
{
    (void)state;
    const char *bad[] = {"", "-", "x", "+1", " 1", "--1", "101", "-101", "99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *cursor = bad[i];
        int64_t value = 42;
        assert_false(number_read_integer(&cursor, -100, 100, &value));
        assert_ptr_equal(cursor, bad[i]);
        assert_int_equal(value, 42);
    }
}

static void test_limits(void **state)
{
    (void)state;
    int64_t value;
    assert_true(number_is_integer("9223372036854775807", INT64_MIN, INT64_MAX, &value));
    assert_true(value == INT64_MAX);
    assert_true(number_is_integer("-9223372036854775808", INT64_MIN, INT64_MAX, &value));
    assert_true(value == INT64_MIN);
    assert_false(number_is_integer("9223372036854775808", INT64_MIN, INT64_MAX, &value));
    assert_false(number_is_integer("-9223372036854775809", INT64_MIN, INT64_MAX, &value));
    assert_true(number_is_integer("-0", 0, 0, &value));
    assert_int_equal(value, 0);
    assert_true(number_is_integer("000000000000000000000000000012", 0, 100, &value));
    assert_int_equal(value, 12);
    assert_true(number_is_integer("5", 5, 5, &value));
    assert_false(number_is_integer("4", 5, 5, &value));
    assert_false(number_is_integer("6", 5, 5, &value));
}

static void test_whole_string(void **state)
{
    (void)state;
    int64_t value = 42;
    assert_false(number_is_integer("12 ", 0, 100, &value));
    assert_false(number_is_integer("1.5", 0, 100, &value));
    assert_false(number_is_integer("1e2", 0, 100, &value));
    assert_int_equal(value, 42);
}

static void test_unsigned(void **state)
{
    (void)state;
    uint64_t value = 42;
    assert_false(number_is_unsigned("18446744073709551616", &value));
    assert_false(number_is_unsigned("-1", &value));
    assert_false(number_is_unsigned("", &value));
    assert_false(number_is_unsigned("7x", &value));
    assert_true(value == 42);
    assert_true(number_is_unsigned("18446744073709551615", &value));
    assert_true(value == UINT64_MAX);
}

static void test_ordinals(void **state)
{
    (void)state;
    static const struct {
        int number;
        const char *ending;
    } said[] = {{0, "th"},  {1, "st"},  {2, "nd"},  {3, "rd"},   {4, "th"},   {9, "th"},
                {10, "th"}, {11, "th"}, {12, "th"}, {13, "th"},  {14, "th"},  {21, "st"},
                {22, "nd"}, {33, "rd"}, {50, "th"}, {101, "st"}, {111, "th"}, {1012, "th"}};
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++)
        assert_string_equal(number_ordinal_ending(said[i].number), said[i].ending);
}

static void test_division(void **state)
{
    (void)state;
    assert_int_equal(number_floor_divide(7, 2), 3);
    assert_int_equal(number_floor_divide(-7, 2), -4);
    assert_int_equal(number_floor_divide(-8, 2), -4);
    assert_int_equal(number_common_divisor(12, -18), 6);
    assert_int_equal(number_common_divisor(0, -5), 5);
    assert_int_equal(number_common_divisor(INT64_MIN, 0), UINT64_C(1) << 63);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_and_moves_on),
        cmocka_unit_test(test_leaves_everything_on_failure),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_whole_string),
        cmocka_unit_test(test_unsigned),
        cmocka_unit_test(test_ordinals),
        cmocka_unit_test(test_division),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
