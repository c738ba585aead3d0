/* Reading numbers without the locale: strtol and strtod obey it, a file does not.
 *
 * A number is written with the digits 0 to 9, signed ones with an optional minus sign in front: no
 * plus sign, no spaces, no other base.
 */
#ifndef GRAPHPRIX_BASE_NUMBER_H
#define GRAPHPRIX_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
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

/* === pairs ==================================================================================== */

/* Two numbers for people: a point, a velocity. One function writes them, so that all are read aloud
 * rightly: programs that speak leave a minus out unless it is the sign of print, "−", behind a
 * blank that may break or a bracket. What programs and files read is "3,-2".
 */

/* To be printed at once: pair_of(3, -2).text. */
struct pair {
    char text[40]; /* "(3, −2)" */
};
struct pair pair_of(int first, int second);
/* A velocity, an acceleration, a difference of points. Its blank is one that does not break: by it
 * whoever writes the text tells vectors, which may stand as columns, from points. Read aloud it
 * swallows the minus: what leaves for pages and programs goes by json_text_key_words. */
struct pair vector_of(int first, int second);
#define VECTOR_COMMA ",\u00a0"

/* === hash ===================================================================================== */

/* FNV-1a, 64 bits, fed with numbers in a fixed byte order: the same on every machine. */

#define HASH_START UINT64_C(0xcbf29ce484222325)

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t length);
uint64_t hash_number(uint64_t hash, int64_t number); /* eight bytes, lowest first */

/* === random =================================================================================== */

/* Seeded random numbers, the same on every machine. Small enough to be part of a race's state. */

struct random {
    uint64_t state;
};

struct random random_seeded(uint64_t seed);
uint64_t random_next(struct random *random);                  /* splitmix64 */
uint32_t random_below(struct random *random, uint32_t limit); /* 0..limit-1, unbiased; limit > 0 */

/* === days ===================================================================================== */

/* Days of the calendar, counted, so that the day after another is one more: pure integers, for the
 * years 1970 to 9999 (Gregorian). No rule may ask which day it is.
 */

enum { DATE_BYTES = 11, DATE_WORDS = 40 };

/* Since 1 January 1970, which is 0; the date must be one of the calendar. */
int date_day(int year, int month, int day);
/* Exactly "2026-11-24", and there must be such a day. */
bool date_read(const char *text, int *day);
void date_write(int day, char into[DATE_BYTES]);
/* "Tuesday, 24 November 2026"; and 0 for Monday to 6. */
void date_say(int day, char into[DATE_WORDS]);
int date_weekday(int day);

#endif
