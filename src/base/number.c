/* See number.h. */
#include "base/number.h"

#include <stddef.h>

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
