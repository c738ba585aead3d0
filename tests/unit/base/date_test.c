/* Days are counted as the calendar goes: ends of months, leap years, and back again. */
#include "base/number.h"
#include "support/cmocka.h"

#include <string.h>

static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

static bool is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* Day after day through all of the calendar, counted on fingers. */
static void each_day_is_one_more_than_the_day_before(void **state)
{
    (void)state;
    int count = 0;
    for (int year = 1970; year <= 9999; year++)
        for (int month = 1; month <= 12; month++)
            for (int day = 1; day <= days[month - 1] + (month == 2 && is_leap(year)); day++)
                assert_int_equal(date_day(year, month, day), count++);
    assert_int_equal(count, 2932897); /* 8030 years of 365 days, and 1947 leap days */
}

static void check(const char *date, int expected, const char *words)
{
    int day = -1;
    char written[DATE_BYTES], said[DATE_WORDS];
    assert_true(date_read(date, &day));
    assert_int_equal(day, expected);
    date_write(day, written);
    assert_string_equal(written, date);
    date_say(day, said);
    assert_string_equal(said, words);
}

/* Counted by the calendar of another program (date -d DATE +%s, a day being 86400). */
static void dates_are_read_and_written(void **state)
{
    (void)state;
    check("1970-01-01", 0, "Thursday, 1 January 1970");
    check("1999-12-31", 10956, "Friday, 31 December 1999");
    check("2000-02-29", 11016, "Tuesday, 29 February 2000");
    check("2000-03-01", 11017, "Wednesday, 1 March 2000");
    check("2026-11-24", 20781, "Tuesday, 24 November 2026");
    check("2028-02-29", 21243, "Tuesday, 29 February 2028");
    check("2100-03-01", 47541, "Monday, 1 March 2100");
    check("9999-12-31", 2932896, "Friday, 31 December 9999");
    assert_int_equal(date_weekday(20781), 1);
}

static void what_is_no_date_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",           "2026",        "2026-11",    "2026-11-",
                                        "2026-11-00", "2026-11-31",  "2026-00-01", "2026-13-01",
                                        "2026-02-29", "2100-02-29",  "1969-12-31", "2026-1-01",
                                        "2026-11-1",  "2026-11-011", " 2026-11-1", "2026-11-01 ",
                                        "2026/11/01", "-026-11-01",  "today",      "2026-11-0x"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        int day = 77;
        if (date_read(wrong[i], &day))
            fail_msg("\"%s\" was read as %d", wrong[i], day);
        assert_int_equal(day, 77);
    }
}

/* A file or a clock may say anything. */
static void days_beyond_the_calendar_are_its_ends(void **state)
{
    (void)state;
    char written[DATE_BYTES];
    date_write(-5, written);
    assert_string_equal(written, "1970-01-01");
    date_write(2932897, written);
    assert_string_equal(written, "9999-12-31");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_day_is_one_more_than_the_day_before),
        cmocka_unit_test(dates_are_read_and_written),
        cmocka_unit_test(what_is_no_date_is_refused),
        cmocka_unit_test(days_beyond_the_calendar_are_its_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
