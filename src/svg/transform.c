/* Numbers in SVG attributes.
 *
 * strtod obeys the locale and powers of ten from libm differ between machines, so decimals are
 * converted here: exactly, in integers, wherever a coordinate of a sheet can lie.
 */
#include "svg/svg.h"

#include "geometry/point.h"

#include <stdint.h>
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
    int exponent = k;
    uint64_t divisor = 1;
    while (exponent-- > 0)
        divisor *= 10;
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

/* === transform ================================================================================ */

/* Affine maps: the little mathematics that they need is done here without libm, since its last bits
 * differ between machines.
 */

enum { TRANSFORM_QUOTE_BYTES = 24, ARGUMENT_LIMIT = 6 };
#define PI 3.14159265358979323846

const struct transform transform_identity = {1, 0, 0, 1, 0, 0};

struct vector transform_apply(const struct transform *transform, struct vector v)
{
    return (struct vector){transform->a * v.x + transform->c * v.y + transform->e,
                           transform->b * v.x + transform->d * v.y + transform->f};
}

struct transform transform_multiply(const struct transform *outer, const struct transform *inner)
{
    return (struct transform){outer->a * inner->a + outer->c * inner->b,
                              outer->b * inner->a + outer->d * inner->b,
                              outer->a * inner->c + outer->c * inner->d,
                              outer->b * inner->c + outer->d * inner->d,
                              outer->a * inner->e + outer->c * inner->f + outer->e,
                              outer->b * inner->e + outer->d * inner->f + outer->f};
}

double transform_square_root(double value)
{
    double scale = 1;
    double root = 1.5;
    if (!(value > 0 && value < 1e300))
        return 0;
    for (; value >= 4; value /= 4)
        scale *= 2;
    for (; value < 1; value *= 4)
        scale /= 2;
    for (int i = 0; i < 6; i++) /* from 1.5, five steps reach the last bit for all of [1, 4) */
        root = (root + value / root) / 2;
    return root * scale;
}

/* The larger singular value, from the sum of squares and the determinant. */
double transform_stretch(const struct transform *t)
{
    double sum = t->a * t->a + t->b * t->b + t->c * t->c + t->d * t->d;
    double determinant = t->a * t->d - t->b * t->c;
    double spread = transform_square_root(sum * sum - 4 * determinant * determinant);
    return transform_square_root((sum + spread) / 2);
}

/* The series of cosine (first = 1) and sine (first = x) differ only in where they begin. */
static double sum_series(double first, double x, int factor)
{
    double term = first;
    double sum = first;
    for (; factor < 24; factor += 2) {
        term *= -x * x / (factor * (factor + 1));
        sum += term;
    }
    return sum;
}

struct vector transform_direction(double degrees)
{
    int64_t quarter = (int64_t)(degrees / 90 + (degrees < 0 ? -0.5 : 0.5));
    double x = (degrees - 90 * (double)quarter) * (PI / 180);
    double cosine = sum_series(1, x, 1);
    double sine = sum_series(x, x, 2);
    switch (quarter & 3) {
    case 0:
        return (struct vector){cosine, sine};
    case 1:
        return (struct vector){-sine, cosine};
    case 2:
        return (struct vector){-cosine, -sine};
    default:
        return (struct vector){sine, -cosine};
    }
}

static bool make_matrix(const double *v, int count, struct transform *t)
{
    *t = (struct transform){v[0], v[1], v[2], v[3], v[4], v[5]};
    return count == 6;
}

static bool make_translation(const double *v, int count, struct transform *t)
{
    *t = (struct transform){1, 0, 0, 1, v[0], count > 1 ? v[1] : 0};
    return count == 1 || count == 2;
}

static bool make_scaling(const double *v, int count, struct transform *t)
{
    *t = (struct transform){v[0], 0, 0, count > 1 ? v[1] : v[0], 0, 0};
    return count == 1 || count == 2;
}

static bool make_rotation(const double *v, int count, struct transform *t)
{
    struct vector to = transform_direction(v[0]);
    struct transform turn = {to.x, to.y, -to.y, to.x, v[1], v[2]};
    struct transform back = {1, 0, 0, 1, -v[1], -v[2]};
    *t = transform_multiply(&turn, &back);
    return count == 1 || count == 3;
}

static bool make_skew_x(const double *v, int count, struct transform *t)
{
    struct vector to = transform_direction(v[0]);
    *t = (struct transform){1, 0, to.y / (to.x != 0 ? to.x : 1), 1, 0, 0};
    return count == 1 && to.x != 0;
}

static bool make_skew_y(const double *v, int count, struct transform *t)
{
    bool made = make_skew_x(v, count, t);
    t->b = t->c;
    t->c = 0;
    return made;
}

static bool make_skew(const double *v, int count, struct transform *t)
{
    struct transform upright = transform_identity;
    bool made = make_skew_x(v, 1, t) && make_skew_y(v + 1, 1, &upright);
    t->b = upright.b;
    return made && count <= 2;
}

static bool make_translation_y(const double *v, int count, struct transform *t)
{
    *t = (struct transform){1, 0, 0, 1, 0, v[0]};
    return count == 1;
}

static bool make_scaling_x(const double *v, int count, struct transform *t)
{
    *t = (struct transform){v[0], 0, 0, 1, 0, 0};
    return count == 1;
}

static bool make_scaling_y(const double *v, int count, struct transform *t)
{
    *t = (struct transform){1, 0, 0, v[0], 0, 0};
    return count == 1;
}

static const struct {
    const char *name;
    bool (*make)(const double *values, int count, struct transform *made); /* unused values are 0 */
    /* What CSS puts between its brackets: numbers (n), angles (a), lengths along x and y. */
    const char *arguments;
    bool css_alone;
    const char *takes;
} functions[] = {
    {"matrix", make_matrix, "nnnnnn", false, "six numbers"},
    {"translate", make_translation, "xy", false, "one number or two"},
    {"scale", make_scaling, "nn", false, "one number or two"},
    {"rotate", make_rotation, "a", false, "an angle, or an angle and a point"},
    {"skewX", make_skew_x, "a", false, "an angle that is not upright"},
    {"skewY", make_skew_y, "a", false, "an angle that is not upright"},
    {"skew", make_skew, "aa", true, "one angle or two that are not upright"},
    {"translateX", make_translation, "x", true, "a length"},
    {"translateY", make_translation_y, "y", true, "a length"},
    {"scaleX", make_scaling_x, "n", true, "a number"},
    {"scaleY", make_scaling_y, "n", true, "a number"},
};
enum { FUNCTION_COUNT = sizeof functions / sizeof *functions };

/* How a list of transforms is written. */
struct notation {
    bool css;
    struct vector viewport;
};

static int find_function(const char **cursor, bool css)
{
    size_t length = strspn(*cursor, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    for (int i = 0; i < FUNCTION_COUNT; i++)
        if (strlen(functions[i].name) == length && (css || !functions[i].css_alone) &&
            (css ? strncasecmp(functions[i].name, *cursor, length)
                 : memcmp(functions[i].name, *cursor, length)) == 0) {
            *cursor += length;
            return i;
        }
    return -1;
}

/* An argument of CSS; of numbers percent are hundredths. */
static bool read_css_argument(const char **cursor, char kind, struct vector viewport, double *value,
                              struct error *error)
{
    char quote[TRANSFORM_QUOTE_BYTES];
    switch (kind) {
    case 'a':
        return scan_css_angle(cursor, value, error);
    case 'x':
        return scan_css_length(cursor, viewport.x, value, error);
    case 'y':
        return scan_css_length(cursor, viewport.y, value, error);
    case 'n':
        if (!scan_number(cursor, value, error))
            return false;
        if (**cursor == '%') {
            *value /= 100;
            ++*cursor;
        }
        return true;
    default:
        return error_set(error, "the transform has one argument too many before %s",
                         scan_quote(*cursor, quote, TRANSFORM_QUOTE_BYTES));
    }
}

/* Blanks, and in CSS a comma unless the list ends. */
static bool read_gap(const char **cursor, bool css, struct error *error)
{
    const char *start = *cursor;
    scan_separator(cursor);
    return !css || **cursor == ')' || memchr(start, ',', (size_t)(*cursor - start)) != NULL ||
           error_set(error, "CSS wants commas between the arguments of a transform");
}

/* What stands between brackets; -1 with the error when it is not there. */
static int read_arguments(const char **cursor, int function, const struct notation *notation,
                          double *values, struct error *error)
{
    const char *kinds = functions[function].arguments;
    int count = 0;
    char quote[TRANSFORM_QUOTE_BYTES];
    if (!notation->css)
        scan_spaces(cursor);
    if (**cursor == '(') {
        ++*cursor;
        scan_spaces(cursor);
        while (**cursor != ')' && count < ARGUMENT_LIMIT) {
            bool read = notation->css ? read_css_argument(cursor, *kinds, notation->viewport,
                                                          &values[count], error)
                                      : scan_number(cursor, &values[count], error);
            if (!read || !read_gap(cursor, notation->css, error))
                return -1;
            kinds += *kinds != '\0';
            count++;
        }
        if (**cursor == ')') {
            ++*cursor;
            return count;
        }
    }
    error_set(error, "a bracket is missing in the transform before %s",
              scan_quote(*cursor, quote, TRANSFORM_QUOTE_BYTES));
    return -1;
}

static bool read_function(const char **cursor, const struct notation *notation,
                          struct transform *made, struct error *error)
{
    double values[ARGUMENT_LIMIT] = {0};
    char quote[TRANSFORM_QUOTE_BYTES];
    int function = find_function(cursor, notation->css);
    int count;
    if (function < 0)
        return error_set(error,
                         "%s is no transform: it may be matrix, translate, scale, rotate, skewX or "
                         "skewY",
                         scan_quote(*cursor, quote, TRANSFORM_QUOTE_BYTES));
    count = read_arguments(cursor, function, notation, values, error);
    if (count < 0)
        return false;
    if (count == 0 || !functions[function].make(values, count, made))
        return error_set(error, "the transform %s takes %s", functions[function].name,
                         functions[function].takes);
    return true;
}

static bool read_list(const char *string, const struct notation *notation,
                      struct transform *transform, struct error *error)
{
    *transform = transform_identity;
    scan_spaces(&string);
    while (*string != '\0') {
        struct transform next;
        if (!read_function(&string, notation, &next, error))
            return false;
        *transform = transform_multiply(transform, &next);
        if (notation->css)
            scan_spaces(&string);
        else
            scan_separator(&string);
    }
    return true;
}

bool transform_read(const char *string, struct transform *transform, struct error *error)
{
    return read_list(string, &(struct notation){0}, transform, error);
}

bool transform_read_css(const char *string, struct vector viewport, struct transform *transform,
                        struct error *error)
{
    return read_list(string, &(struct notation){true, viewport}, transform, error);
}
