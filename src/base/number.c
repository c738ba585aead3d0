#include "base/number.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads one or more digits; returns what is behind them, NULL if there are none or too many. */
static const char *read_digits(const char *cursor, uint64_t *value)
{
    const char *start = cursor;
    uint64_t sum = 0;
    for (; *cursor >= '0' && *cursor <= '9'; cursor++) {
        unsigned digit = (unsigned)(*cursor - '0');
        if (sum > (UINT64_MAX - digit) / 10)
            return NULL;
        sum = sum * 10 + digit;
    }
    *value = sum;
    return cursor == start ? NULL : cursor;
}

bool number_read_integer(const char **cursor, int64_t minimum, int64_t maximum, int64_t *value)
{
    bool negative = **cursor == '-';
    uint64_t size;
    const char *end = read_digits(*cursor + (negative ? 1 : 0), &size);
    if (end == NULL || size > (uint64_t)INT64_MAX + (negative ? 1 : 0))
        return false;
    int64_t number = negative && size > 0 ? -(int64_t)(size - 1) - 1 : (int64_t)size;
    if (number < minimum || number > maximum)
        return false;
    *cursor = end;
    *value = number;
    return true;
}

bool number_is_integer(const char *string, int64_t minimum, int64_t maximum, int64_t *value)
{
    int64_t number;
    if (!number_read_integer(&string, minimum, maximum, &number) || *string != '\0')
        return false;
    *value = number;
    return true;
}

bool number_is_unsigned(const char *string, uint64_t *value)
{
    uint64_t number;
    const char *end = read_digits(string, &number);
    if (end == NULL || *end != '\0')
        return false;
    *value = number;
    return true;
}

const char *number_ordinal_ending(int number)
{
    static const char *const endings[] = {"th", "st", "nd", "rd"};
    int last = number % 10;
    bool teens = number % 100 / 10 == 1;
    return endings[teens || last > 3 ? 0 : last];
}

static uint64_t size_of(int64_t number)
{
    return number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
}

uint64_t number_common_divisor(int64_t a, int64_t b)
{
    uint64_t divisor = size_of(a);
    for (uint64_t other = size_of(b); other != 0;) {
        uint64_t rest = divisor % other;
        divisor = other;
        other = rest;
    }
    return divisor;
}

const char *number_plural_ending(int count)
{
    return count == 1 ? "" : "s";
}

/* === pair ===================================================================================== */

/* Two numbers in words. */

static struct pair write_pair(int first, const char *comma, int second)
{
    struct pair pair;
    snprintf(pair.text, sizeof pair.text, "(%s%u%s%s%u)", first < 0 ? "−" : "",
             (unsigned)llabs(first), comma, second < 0 ? "−" : "", (unsigned)llabs(second));
    return pair;
}

struct pair pair_of(int first, int second)
{
    return write_pair(first, ", ", second);
}

struct pair vector_of(int first, int second)
{
    return write_pair(first, VECTOR_COMMA, second);
}

/* === hash ===================================================================================== */

#define PRIME UINT64_C(0x100000001b3)

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t length)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ byte[i]) * PRIME;
    return hash;
}

/* Of most numbers seven bytes are 0, each of which only multiplies. */
uint64_t hash_number(uint64_t hash, int64_t number)
{
    uint64_t rest = (uint64_t)number;
    if (rest <= 0xFF) {
        uint64_t fourth = PRIME * PRIME * PRIME * PRIME;
        return (hash ^ rest) * (fourth * fourth);
    }
    for (int i = 0; i < 8; i++) {
        hash = (hash ^ (rest & 0xFF)) * PRIME;
        rest >>= 8;
    }
    return hash;
}

/* === random =================================================================================== */

struct random random_seeded(uint64_t seed)
{
    return (struct random){.state = seed};
}

uint64_t random_next(struct random *random)
{
    random->state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = random->state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint32_t random_below(struct random *random, uint32_t limit)
{
    assert(limit > 0);
    /* 2^32 mod limit: without that many of the draws every remainder is equally likely. */
    uint32_t surplus = (UINT32_MAX - limit + 1) % limit;
    uint32_t draw;
    do {
        draw = (uint32_t)(random_next(random) >> 32);
    } while (draw < surplus);
    return draw % limit;
}

/* === date ===================================================================================== */

/* The calendar by years that begin in March, so that the day that may be missing comes last. */

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
static bool date_read_digits(const char **text, int count, char then, int *number)
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
    if (!date_read_digits(&text, 4, '-', &parts.year) ||
        !date_read_digits(&text, 2, '-', &parts.month) ||
        !date_read_digits(&text, 2, '\0', &parts.day))
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
