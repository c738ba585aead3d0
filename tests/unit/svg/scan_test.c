/* Numbers in attributes: the nearest double, whatever the locale, and nothing else. */
#include "base/number.h"
#include "support/cmocka.h"
#include "svg/svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect_number(const char *string, double expected, const char *rest)
{
    struct error error = {0};
    double value = 0;
    if (!scan_number(&string, &value, &error))
        fail_msg("%s", error.text);
    assert_true(value == expected);
    assert_string_equal(string, rest);
}

static void test_forms(void **state)
{
    (void)state;
    expect_number("12", 12, "");
    expect_number("-12.5", -12.5, "");
    expect_number("+.5", .5, "");
    expect_number("7.", 7, "");
    expect_number("1e2", 100, "");
    expect_number("1E+2", 100, "");
    expect_number("25e-2", .25, "");
    expect_number("0", 0, "");
    expect_number("-0.0", 0, "");
}

static void test_ends_where_the_next_number_begins(void **state)
{
    (void)state;
    expect_number(".5.5-3", .5, ".5-3");
    expect_number("1-2", 1, "-2");
    expect_number("1e2e3", 100, "e3");
    expect_number("3em", 3, "em");
    expect_number("1e", 1, "e");
    expect_number("1e+", 1, "e+");
    expect_number("4,5", 4, ",5");
}

/* glibc's strtod rounds correctly; tests run in the C locale. */
static void test_nearest_double(void **state)
{
    (void)state;
    struct random random = random_seeded(11);
    for (int i = 0; i < 100000; i++) {
        char string[64];
        snprintf(string, sizeof string, "%u.%015llu", random_below(&random, 5000),
                 (unsigned long long)(random_next(&random) % 1000000000000000u));
        string[strlen(string) - random_below(&random, 15)] = '\0'; /* 1 to 15 decimals */
        expect_number(string, strtod(string, NULL), "");
        snprintf(string, sizeof string, "%llue-%u",
                 (unsigned long long)random_next(&random) % 1000000000000000000u,
                 10 + random_below(&random, 10));
        expect_number(string, strtod(string, NULL), "");
    }
}

/* Halves of 1/1024 decide which way a vertex rounds: they must arrive exactly. */
static void test_exact_fractions(void **state)
{
    (void)state;
    expect_number("0.00048828125", 1.0 / 2048, "");
    expect_number("4095.99951171875", 4096 - 1.0 / 2048, "");
    expect_number("0.000488281250000000000000000000000", 1.0 / 2048, "");
    expect_number("000000000000000000000000000003.0009765625", 3 + 1.0 / 1024, "");
    expect_number("1000000000e-9", 1, "");
    expect_number("0.0000000000000000000000000001e28", 1, "");
}

static void expect_refused(const char *string, const char *text)
{
    struct error error = {0};
    const char *cursor = string;
    double value;
    assert_false(scan_number(&cursor, &value, &error));
    assert_ptr_equal(cursor, string);
    assert_non_null(strstr(error.text, text));
}

static void test_refuses_what_is_no_number(void **state)
{
    (void)state;
    expect_refused("", "expected, but found the end");
    expect_refused("nan", "found 'nan'");
    expect_refused("inf", "found 'inf'");
    expect_refused("-", "found '-'");
    expect_refused(".", "found '.'");
    expect_refused("e5", "found 'e5'");
    expect_refused("--1", "found '--1'");
}

static void test_refuses_numbers_without_measure(void **state)
{
    (void)state;
    expect_refused("1e308", "'1e308' is too large");
    expect_refused("-1e308", "too large");
    expect_refused("1e999999999999999999999", "too large");
    expect_refused("1000000001", "too large");
    expect_number("1e9", 1e9, "");
    expect_number("1e-999999999999", 0, "");
    expect_number("0e999", 0, "");
}

static void test_quotes_whole_characters(void **state)
{
    (void)state;
    char into[16];
    assert_string_equal(scan_quote("abc", into, 16), "'abc'");
    assert_string_equal(scan_quote("0123456789abc", into, 16), "'012345678...'");
    assert_string_equal(scan_quote("01234567\xC3\xA4tail", into, 16), "'01234567...'");
    assert_string_equal(scan_quote("a\nb", into, 16), "'a b'");
}

static void test_lengths(void **state)
{
    (void)state;
    static const struct {
        const char *string;
        double value;
    } lengths[] = {{"40", 40},     {" 40px ", 40}, {"1in", 96}, {"25.4mm", 96},
                   {"2.54cm", 96}, {"72pt", 96},   {"6pc", 96}, {"101.6Q", 96}};
    struct error error = {0};
    double value;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        assert_true(scan_length(lengths[i].string, &value, &error));
        assert_true(value > lengths[i].value - 1e-12 && value < lengths[i].value + 1e-12);
    }
    assert_false(scan_length("50%", &value, &error));
    assert_false(scan_length("50 mm", &value, &error));
    assert_false(scan_length("wide", &value, &error));
}

static void test_lists(void **state)
{
    (void)state;
    struct error error = {0};
    double values[4];
    assert_true(scan_numbers(" 1 2,3 , -4 ", values, 4, &error));
    assert_true(values[0] == 1 && values[1] == 2 && values[2] == 3 && values[3] == -4);
    assert_false(scan_numbers("1 2 3", values, 4, &error));
    assert_false(scan_numbers("1 2 3 4 5", values, 4, &error));
    assert_false(scan_numbers("1,,2 3 4", values, 4, &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_ends_where_the_next_number_begins),
        cmocka_unit_test(test_nearest_double),
        cmocka_unit_test(test_exact_fractions),
        cmocka_unit_test(test_refuses_what_is_no_number),
        cmocka_unit_test(test_refuses_numbers_without_measure),
        cmocka_unit_test(test_quotes_whole_characters),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
