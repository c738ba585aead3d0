/* Numbers in SVG attributes.
 *
 * strtod obeys the locale and powers of ten from libm differ between machines, so decimals are
 * converted here: exactly, in integers, wherever a coordinate of a sheet can lie.
 */
#include "svg/scan.h"

#include "geometry/exact.h"

#include <string.h>
#include <strings.h>

enum { QUOTE_BYTES = 24, EXPONENT_LIMIT = 10000, DIGIT_LIMIT = 19 };

void scan_spaces(const char **cursor)
{
    *cursor += strspn(*cursor, " \t\r\n\f");
}

void scan_separator(const char **cursor)
{
    scan_spaces(cursor);
    if (**cursor == ',') {
        (*cursor)++;
        scan_spaces(cursor);
    }
}

bool scan_sees_number(const char *cursor)
{
    if (*cursor == '+' || *cursor == '-')
        cursor++;
    return scan_is_digit(*cursor) || (*cursor == '.' && scan_is_digit(cursor[1]));
}

const char *scan_quote(const char *cursor, char *into, int size)
{
    const int room = size - 6;
    int length = 0;
    if (*cursor == '\0')
        return "the end";
    into[length++] = '\'';
    for (; *cursor != '\0' && length < room; cursor++)
        into[length++] = (unsigned char)*cursor < ' ' ? ' ' : *cursor;
    if (*cursor != '\0') {
        while (length > 1 && ((unsigned char)*cursor & 0xC0) == 0x80) {
            cursor--;
            length--;
        }
        memcpy(into + length, "...", 3);
        length += 3;
    }
    memcpy(into + length, "'", 2);
    return into;
}

struct decimal {
    uint64_t digits;
    int exponent; /* of ten */
    bool negative;
};

/* Digits that no longer fit only move the exponent. */
static const char *read_digits(const char *cursor, struct decimal *number, bool fraction)
{
    static const uint64_t room = UINT64_C(999999999999999999); /* one digit more still fits */
    for (; scan_is_digit(*cursor); cursor++) {
        if (number->digits <= room) {
            number->digits = number->digits * 10 + (uint64_t)(*cursor - '0');
            number->exponent -= fraction;
        } else {
            number->exponent += !fraction;
        }
    }
    return cursor;
}

static const char *read_exponent(const char *cursor, struct decimal *number)
{
    const char *digits = cursor;
    bool negative;
    int exponent = 0;
    if (*cursor != 'e' && *cursor != 'E')
        return cursor;
    negative = *++digits == '-';
    if (*digits == '-' || *digits == '+')
        digits++;
    if (!scan_is_digit(*digits))
        return cursor;
    for (; scan_is_digit(*digits); digits++)
        if (exponent < EXPONENT_LIMIT)
            exponent = exponent * 10 + (*digits - '0');
    number->exponent += negative ? -exponent : exponent;
    return digits;
}

static uint64_t power_of_ten(int exponent)
{
    uint64_t power = 1;
    while (exponent-- > 0)
        power *= 10;
    return power;
}

/* digits / 10^k with 0 < k <= 19: the quotient keeps at least 63 bits and whether anything was left
 * over, so the one conversion rounds correctly; powers of two then change nothing. */
static double divide_exactly(uint64_t digits, int k)
{
    __extension__ typedef unsigned __int128 wide;
    int shift = 64;
    while (digits >> 63 == 0) {
        digits <<= 1;
        shift++;
    }
    wide numerator = (wide)digits << 64;
    uint64_t divisor = power_of_ten(k);
    wide quotient = numerator / divisor;
    if (quotient * divisor != numerator)
        quotient |= 1;
    double value = (double)quotient;
    while (shift-- > 0)
        value /= 2;
    return value;
}

static double decimal_value(struct decimal number)
{
    double value;
    int exponent = number.exponent;
    if (number.digits == 0)
        return 0;
    if (exponent >= -DIGIT_LIMIT && exponent < 0) {
        value = divide_exactly(number.digits, -exponent);
    } else {
        value = (double)number.digits;
        for (; exponent > 0 && value <= SCAN_NUMBER_LIMIT; exponent--)
            value *= 10;
        for (; exponent < 0 && value > 0; exponent++)
            value /= 10;
    }
    return number.negative ? -value : value;
}

bool scan_number(const char **cursor, double *value, struct error *error)
{
    struct decimal number = {0, 0, **cursor == '-'};
    const char *at = *cursor;
    char quote[QUOTE_BYTES];
    if (!scan_sees_number(at))
        return error_set(error, "a number was expected, but found %s",
                         scan_quote(at, quote, QUOTE_BYTES));
    at += *at == '-' || *at == '+';
    at = read_digits(at, &number, false);
    if (*at == '.')
        at = read_digits(at + 1, &number, true);
    at = read_exponent(at, &number);
    for (; number.exponent < 0 && number.digits != 0 && number.digits % 10 == 0; number.exponent++)
        number.digits /= 10;
    *value = decimal_value(number);
    if (!(*value >= -SCAN_NUMBER_LIMIT && *value <= SCAN_NUMBER_LIMIT))
        return error_set(error, "the number %s is too large: a sheet has at most 4096 squares",
                         scan_quote(*cursor, quote, QUOTE_BYTES));
    *cursor = at;
    return true;
}

bool scan_flag(const char **cursor, bool *value, struct error *error)
{
    char quote[QUOTE_BYTES];
    if (**cursor != '0' && **cursor != '1')
        return error_set(error, "a flag of an arc (0 or 1) was expected, but found %s",
                         scan_quote(*cursor, quote, QUOTE_BYTES));
    *value = **cursor == '1';
    (*cursor)++;
    return true;
}

static bool refuse_rest(const char *cursor, struct error *error)
{
    char quote[QUOTE_BYTES];
    scan_spaces(&cursor);
    if (*cursor == '\0')
        return true;
    return error_set(error, "%s stands behind a number where nothing was expected",
                     scan_quote(cursor, quote, QUOTE_BYTES));
}

struct unit {
    const char *name;
    double numerator, denominator;
};

static const struct unit lengths[] = {{"px", 1, 1},    {"mm", 960, 254}, {"cm", 9600, 254},
                                      {"in", 96, 1},   {"pt", 96, 72},   {"pc", 16, 1},
                                      {"Q", 240, 254}, {NULL, 0, 0}};
static const struct unit angles[] = {{"deg", 1, 1},
                                     {"grad", 360, 400},
                                     {"rad", 180, 3.14159265358979323846},
                                     {"turn", 360, 1},
                                     {NULL, 0, 0}};

/* Moves behind the unit that stands here; false: none does. CSS takes capitals, too. */
static bool take_unit(const char **cursor, const struct unit *units, bool css, double *value)
{
    for (; units->name; units++) {
        size_t length = strlen(units->name);
        if (css ? strncasecmp(*cursor, units->name, length) : strncmp(*cursor, units->name, length))
            continue;
        *value = *value * units->numerator / units->denominator;
        *cursor += length;
        return true;
    }
    return false;
}

static bool take_percent(const char **cursor, double whole, double *value)
{
    if (**cursor != '%')
        return false;
    ++*cursor;
    *value = *value * whole / 100;
    return true;
}

bool scan_length(const char *string, double *value, struct error *error)
{
    scan_spaces(&string);
    if (!scan_number(&string, value, error))
        return false;
    take_unit(&string, lengths, false, value);
    return refuse_rest(string, error);
}

bool scan_length_of(const char *string, double whole, double *value, struct error *error)
{
    scan_spaces(&string);
    if (!scan_number(&string, value, error))
        return false;
    if (!take_percent(&string, whole, value))
        take_unit(&string, lengths, false, value);
    return refuse_rest(string, error);
}

static bool need_unit(const char *start, double value, struct error *error)
{
    char quote[QUOTE_BYTES];
    return value == 0 || error_set(error, "%s needs a unit, such as px or deg, where CSS says it",
                                   scan_quote(start, quote, QUOTE_BYTES));
}

bool scan_css_length(const char **cursor, double whole, double *value, struct error *error)
{
    const char *start = *cursor;
    return scan_number(cursor, value, error) &&
           (take_percent(cursor, whole, value) || take_unit(cursor, lengths, true, value) ||
            need_unit(start, *value, error));
}

bool scan_css_angle(const char **cursor, double *degrees, struct error *error)
{
    const char *start = *cursor;
    return scan_number(cursor, degrees, error) &&
           (take_unit(cursor, angles, true, degrees) || need_unit(start, *degrees, error));
}

bool scan_numbers(const char *string, double *values, int count, struct error *error)
{
    scan_spaces(&string);
    for (int i = 0; i < count; i++) {
        if (i > 0)
            scan_separator(&string);
        if (!scan_number(&string, &values[i], error))
            return false;
    }
    return refuse_rest(string, error);
}

const char *scan_attribute(const char *const *attributes, const char *name)
{
    for (; *attributes; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return NULL;
}

bool scan_attribute_length(const char *const *attributes, const char *name, double whole,
                           double *value, struct error *error)
{
    const char *text = scan_attribute(attributes, name);
    return !text || scan_length_of(text, whole, value, error) ||
           error_set(error, "the attribute %s is wrong: %s", name, error->text);
}
