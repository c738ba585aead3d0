/* Reading numbers without the locale: strtol and strtod obey it, a file does not.
 *
 * A number is written with the digits 0 to 9, signed ones with an optional minus sign in front: no
 * plus sign, no spaces, no other base.
 */
#ifndef GRAPHPRIX_BASE_NUMBER_H
#define GRAPHPRIX_BASE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* Reads at *cursor and moves it behind the last digit. False, with the cursor and the value as they
 * were, if there is no number or if it is not within minimum..maximum. */
bool number_read_integer(const char **cursor, int64_t minimum, int64_t maximum, int64_t *value);

/* As above, and the string holds nothing else. */
bool number_is_integer(const char *string, int64_t minimum, int64_t maximum, int64_t *value);
bool number_is_unsigned(const char *string, uint64_t *value);

/* Rounded down, for any sign of the numerator; denominator > 0. */
static inline int64_t number_floor_divide(int64_t numerator, int64_t denominator)
{
    return numerator / denominator - (numerator % denominator < 0);
}

static inline int number_smaller(int a, int b)
{
    return a < b ? a : b;
}

static inline int number_larger(int a, int b)
{
    return a > b ? a : b;
}

/* The greatest one, whatever the signs; the other number's size if one is 0. */
uint64_t number_common_divisor(int64_t a, int64_t b);

/* "th", "st", "nd" or "rd": what is said behind a number of 0 or more that is a place. */
const char *number_ordinal_ending(int number);
/* "" or "s": what is said behind a noun of which there are so many. */
const char *number_plural_ending(int count);

#endif
