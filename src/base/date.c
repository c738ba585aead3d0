/* The calendar by years that begin in March, so that the day that may be missing comes last. */
#include "base/number.h"

#include <stdio.h>
#include <string.h>

enum { YEAR_FIRST = 1970, YEAR_LAST = 9999, DAYS_BEFORE = 719468 /* from 1 March of year 0 on */ };

struct parts {
    int year, month, day;
};

int date_day(int year, int month, int day)
{
    int since_march = (month + 9) % 12;
    int y = year - (since_march >= 10);
    int in_year = (153 * since_march + 2) / 5 + day - 1;
    return 365 * y + y / 4 - y / 100 + y / 400 + in_year - DAYS_BEFORE;
}

static bool is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int days_of_month(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap(year));
}

static struct parts parts_of(int day)
{
    struct parts parts = {YEAR_FIRST + day / 366, 1, 1}; /* or a later year */
    while (date_day(parts.year + 1, 1, 1) <= day)
        parts.year++;
    while (parts.month < 12 && date_day(parts.year, parts.month + 1, 1) <= day)
        parts.month++;
    parts.day = 1 + day - date_day(parts.year, parts.month, 1);
    return parts;
}

/* So many digits and then the letter (0: the end). */
static bool read_digits(const char **text, int count, char then, int *number)
{
    *number = 0;
    for (; count > 0; count--, (*text)++) {
        if (**text < '0' || **text > '9')
            return false;
        *number = 10 * *number + (**text - '0');
    }
    return *(*text)++ == then;
}

bool date_read(const char *text, int *day)
{
    struct parts parts;
    if (!read_digits(&text, 4, '-', &parts.year) || !read_digits(&text, 2, '-', &parts.month) ||
        !read_digits(&text, 2, '\0', &parts.day))
        return false;
    if (parts.year < YEAR_FIRST || parts.month < 1 || parts.month > 12 || parts.day < 1 ||
        parts.day > days_of_month(parts.year, parts.month))
        return false;
    *day = date_day(parts.year, parts.month, parts.day);
    return true;
}

void date_write(int day, char into[DATE_BYTES])
{
    int last = date_day(YEAR_LAST, 12, 31);
    struct parts parts = parts_of(day < 0 ? 0 : day > last ? last : day);
    const int numbers[] = {parts.year / 100, parts.year % 100, parts.month, parts.day};
    char digits[9];
    for (int i = 0; i < 4; i++) {
        digits[2 * i] = (char)('0' + numbers[i] / 10);
        digits[2 * i + 1] = (char)('0' + numbers[i] % 10);
    }
    memcpy(into, digits, 4);
    into[4] = into[7] = '-';
    memcpy(into + 5, digits + 4, 2);
    memcpy(into + 8, digits + 6, 2);
    into[10] = '\0';
}

int date_weekday(int day)
{
    return (day + 3) % 7; /* the first day was a Thursday */
}

void date_say(int day, char into[DATE_WORDS])
{
    static const char *const weekdays[] = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                           "Friday", "Saturday", "Sunday"};
    static const char *const months[] = {"January",   "February", "March",    "April",
                                         "May",       "June",     "July",     "August",
                                         "September", "October",  "November", "December"};
    struct parts parts = parts_of(day);
    snprintf(into, DATE_WORDS, "%s, %d %s %d", weekdays[date_weekday(day)], parts.day,
             months[parts.month - 1], parts.year);
}
