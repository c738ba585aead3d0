/* Numbers in SVG attributes.
 *
 * strtod obeys the locale and powers of ten from libm differ between machines, so decimals are
 * converted here: exactly, in integers, wherever a coordinate of a sheet can lie.
 */

#include "base/memory.h"
#include "geometry/point.h"
#include "svg/svg.h"

#include <expat.h>
#include <stdint.h>
#include <stdlib.h>
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

/* === tree ===================================================================================== */

/* expat's events become a list of elements. The first error stops the parser; it carries the line
 * and column of the element it is about.
 */

enum { ENTITY_LIMIT = 64, ENTITY_BYTES = 128, REFERENCE_LIMIT = 4096 };

#define SVG_PREFIX "http://www.w3.org/2000/svg|"

/* Attributes of other languages that are kept, under names of their own. */
static const char *const renamed[][2] = {
    {"http://www.w3.org/1999/xlink|href", "href"},
    {"http://www.inkscape.org/namespaces/inkscape|label", "label"},
    {"http://www.inkscape.org/namespaces/inkscape|groupmode", "groupmode"},
};

struct parsing {
    XML_Parser parser;
    struct svg_tree *tree;
    int open[SVG_DEPTH_LIMIT + 1]; /* elements that have begun; -1: of those that are not kept */
    int depth;
    int foreign;       /* how many of the open ones are in one of another language */
    struct text *text; /* where character data goes, or NULL */
    int text_depth;
    int doctype_line;
    int entities;
    int references; /* at most, to entities of any kind */
    bool failed;
    struct error *error;
};

static void fail_parsing(struct parsing *parsing)
{
    if (parsing->error->line == 0) {
        parsing->error->line = (int)XML_GetCurrentLineNumber(parsing->parser);
        parsing->error->column = (int)XML_GetCurrentColumnNumber(parsing->parser) + 1;
    }
    parsing->failed = true;
    XML_StopParser(parsing->parser, XML_FALSE);
}

/* --- elements --------------------------------------------------------------------------------- */

/* Is it one of the words, each of which stands between blanks? */
static bool is_among(const char *words, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = words; (at = strstr(at, name)) != NULL && *at; at++)
        if (at > words && at[-1] == ' ' && at[length] == ' ')
            return true;
    return false;
}

bool svg_tree_keeps(const char *name)
{
    static const char *const names[] = {"class",
                                        "id",
                                        "d",
                                        "style",
                                        "transform",
                                        "points",
                                        "x",
                                        "y",
                                        "x1",
                                        "y1",
                                        "x2",
                                        "y2",
                                        "cx",
                                        "cy",
                                        "r",
                                        "rx",
                                        "ry",
                                        "width",
                                        "height",
                                        "href",
                                        "viewBox",
                                        "fill",
                                        "stroke",
                                        "display",
                                        "visibility",
                                        "opacity",
                                        "overflow",
                                        "clip-path",
                                        "mask",
                                        "transform-origin",
                                        "preserveAspectRatio",
                                        "clipPathUnits",
                                        "systemLanguage",
                                        "requiredExtensions",
                                        "data-name",
                                        "data-number",
                                        "data-points",
                                        "data-arrow",
                                        "data-square",
                                        "data-graphprix",
                                        "data-graphprix-circuit",
                                        "data-rows",
                                        "data-lanes",
                                        "data-corners",
                                        "data-lane-width",
                                        "data-from",
                                        "data-to",
                                        "data-limits",
                                        "data-line"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (*names[i] == *name && strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* The name under which an attribute is kept; NULL: it is not. */
static const char *kept_name(const char *name)
{
    for (size_t i = 0; *name == 'h' && i < sizeof renamed / sizeof *renamed; i++)
        if (strcmp(renamed[i][0], name) == 0)
            return renamed[i][1];
    return svg_tree_keeps(name) ? name : NULL;
}

/* Comments of CSS; lines stay lines. */
static void blank_comments(char *at)
{
    while (at && (at = strstr(at, "/*")) != NULL) {
        char *end = strstr(at + 2, "*/");
        end = end ? end + 2 : at + strlen(at);
        for (; at < end; at++)
            *at = *at == '\n' ? '\n' : ' ';
    }
}

/* One block: the list, and behind it the words, the element's name first. */
static void take_words(struct svg_element *element, const char *name, const char *const *from)
{
    size_t count = 0, length = strlen(name) + 1;
    for (int i = 0; from[i]; i += 2)
        if (kept_name(from[i])) {
            count += 2;
            length += strlen(kept_name(from[i])) + strlen(from[i + 1]) + 2;
        }
    const char **list = memory_allocate((count + 1) * sizeof *list + length, 1);
    char *into = (char *)(list + count + 1);
    size_t next = 0;
    element->name = strcpy(into, name);
    into += strlen(name) + 1;
    for (int i = 0; from[i]; i += 2)
        for (int k = 0; k < 2 && kept_name(from[i]); k++) {
            const char *word = k == 0 ? kept_name(from[i]) : from[i + 1];
            list[next++] = strcpy(into, word);
            if (k == 1 && strcmp(from[i], "style") == 0)
                blank_comments(into);
            into += strlen(word) + 1;
        }
    element->attributes = list;
    element->bytes = (int)length;
}

static int line_now(const struct parsing *parsing)
{
    return (int)XML_GetCurrentLineNumber(parsing->parser);
}

static bool keep_element(struct parsing *parsing, const char *name, const char *const *attributes)
{
    struct svg_tree *tree = parsing->tree;
    if (tree->count >= SVG_ELEMENT_LIMIT)
        return error_set(parsing->error,
                         "there is one element too many: a drawing has at most %d; "
                         "simplify it",
                         SVG_ELEMENT_LIMIT);
    tree->elements =
        array_grow(tree->elements, tree->count, &tree->capacity, sizeof *tree->elements);
    struct svg_element *element = &tree->elements[tree->count];
    *element = (struct svg_element){.line = line_now(parsing), .parent = -1};
    static const struct {
        const char *name;
        enum svg_kind kind;
    } kinds[] = {{"g", SVG_GROUP},       {"a", SVG_GROUP}, {"svg", SVG_VIEW},
                 {"switch", SVG_SWITCH}, {"use", SVG_USE}, {"symbol", SVG_SYMBOL},
                 {"clipPath", SVG_CLIP}, {NULL, SVG_OTHER}};
    int i = 0;
    while (kinds[i].name && strcmp(kinds[i].name, name) != 0)
        i++;
    element->kind = is_among(" path polygon polyline line rect circle ellipse ", name)
                        ? SVG_SHAPE
                        : kinds[i].kind;
    if (parsing->depth > 0)
        element->parent = parsing->open[parsing->depth - 1];
    take_words(element, name, attributes);
    element->column = (int)XML_GetCurrentColumnNumber(parsing->parser) + 1;
    parsing->open[parsing->depth] = tree->count++;
    return true;
}

/* A sheet that begins here, for a medium or all. */
static void begin_sheet(struct parsing *parsing, const char *media)
{
    struct svg_tree *tree = parsing->tree;
    array_add(tree->sheets, tree->sheet_count, tree->sheet_capacity,
              (struct svg_sheet){tree->styles.length, line_now(parsing)});
    if (media && *media)
        text_append_format(&tree->styles, "@media %s{", media);
}

static struct text *begin_style(struct parsing *parsing, const char *const *attributes)
{
    const char *type = scan_attribute(attributes, "type");
    if (type && *type && strcasecmp(type, "text/css") != 0)
        return NULL;
    begin_sheet(parsing, scan_attribute(attributes, "media"));
    return &parsing->tree->styles;
}

static void begin_text(struct parsing *parsing, const char *name, const char *const *attributes)
{
    struct svg_tree *tree = parsing->tree;
    struct text *text = strcmp(name, "title") == 0  ? &tree->title
                        : strcmp(name, "desc") == 0 ? &tree->description
                                                    : NULL;
    if (parsing->text)
        return;
    if (parsing->depth != 1 || (text && text->length > 0))
        text = NULL;
    if (strcmp(name, "style") == 0)
        text = begin_style(parsing, attributes);
    parsing->text = text;
    parsing->text_depth = parsing->depth;
}

/* What moves, shows or hides the element that it stands in, or that it names. */
static void note_animation(struct parsing *parsing, const char *name, const char *const *attributes)
{
    const char *what = scan_attribute(attributes, "attributeName");
    const char *target = scan_attribute(attributes, "href");
    int above = parsing->open[parsing->depth - 1];
    if (!is_among(" animate set animateTransform animateMotion ", name) || above < 0)
        return;
    if (is_among(" animate set ", name) &&
        (!what || is_among(" fill stroke style ", what) || !kept_name(what)))
        return;
    for (int i = 0; attributes[i] && !target; i += 2)
        if (strcmp(attributes[i], renamed[0][0]) == 0)
            target = attributes[i + 1];
    /* Of another element: of any, as far as we look. */
    parsing->tree->elements[target ? 0 : above].moved = line_now(parsing);
}

/* `name` is NULL for an element of another language. */
static bool begin_element(struct parsing *parsing, const char *name, const char *const *attributes)
{
    if (parsing->depth >= SVG_DEPTH_LIMIT)
        return error_set(parsing->error, "elements are nested more than %d deep; ungroup some",
                         SVG_DEPTH_LIMIT);
    parsing->open[parsing->depth] = -1;
    if (parsing->depth == 0) {
        if (!name || strcmp(name, "svg") != 0)
            return error_set(parsing->error,
                             "this is no SVG drawing: the outermost element must be <svg>");
        return keep_element(parsing, name, attributes);
    }
    if (parsing->foreign > 0 || !name) {
        parsing->foreign++;
        return true;
    }
    begin_text(parsing, name, attributes);
    struct svg_tree *tree = parsing->tree;
    tree->texts += strcmp(name, "text") == 0;
    tree->pictures += strcmp(name, "image") == 0;
    tree->gradients |= is_among(" linearGradient radialGradient pattern ", name);
    tree->effects |= is_among(" filter mask clipPath marker ", name);
    note_animation(parsing, name, attributes);
    return keep_element(parsing, name, attributes);
}

/* The name of an SVG element, with or without a namespace; NULL for others. */
static const char *plain_name(const char *name)
{
    if (strncmp(name, SVG_PREFIX, strlen(SVG_PREFIX)) == 0)
        return name + strlen(SVG_PREFIX);
    return strchr(name, '|') ? NULL : name;
}

static void XMLCALL on_start(void *data, const XML_Char *name, const XML_Char **attributes)
{
    struct parsing *parsing = data;
    if (parsing->failed)
        return;
    if (begin_element(parsing, plain_name(name), (const char *const *)attributes))
        parsing->depth++;
    else
        fail_parsing(parsing);
}

/* What is not drawn and holds nothing that is goes again, unless a switch may choose it, or it
 * hides what it is laid on. */
static void end_element(struct svg_tree *tree, int index)
{
    struct svg_element *element = &tree->elements[index];
    struct svg_element *above = element->parent >= 0 ? &tree->elements[element->parent] : NULL;
    bool holds = element->kind <= SVG_SWITCH;
    element->end = tree->count;
    if (element->kind == SVG_OTHER && element->end == index + 1 &&
        !(above && above->kind == SVG_SWITCH) && strcmp(element->name, "mask") != 0) {
        free(element->attributes);
        tree->count--;
    } else if (above) {
        above->shapes += holds ? element->shapes : element->kind <= SVG_USE;
    }
}

/* A medium that it is for ends with it. */
static void end_sheet(struct svg_tree *tree)
{
    size_t start = tree->sheets[tree->sheet_count - 1].start;
    text_append(&tree->styles, "\n");
    blank_comments(tree->styles.data + start);
}

static void XMLCALL on_end(void *data, const XML_Char *name)
{
    struct parsing *parsing = data;
    (void)name;
    if (parsing->failed || parsing->depth == 0)
        return;
    parsing->depth--;
    parsing->foreign -= parsing->foreign > 0;
    if (parsing->open[parsing->depth] >= 0)
        end_element(parsing->tree, parsing->open[parsing->depth]);
    if (parsing->text && parsing->depth == parsing->text_depth) {
        if (parsing->text == &parsing->tree->styles)
            end_sheet(parsing->tree);
        parsing->text = NULL;
    }
}

static void XMLCALL on_text(void *data, const XML_Char *bytes, int length)
{
    struct parsing *parsing = data;
    if (parsing->text && parsing->depth == parsing->text_depth + 1)
        text_append_bytes(parsing->text, bytes, (size_t)length);
}

/* A style sheet of another file, which is never read; the styles tell it. */
static void XMLCALL on_instruction(void *data, const XML_Char *target, const XML_Char *words)
{
    struct parsing *parsing = data;
    (void)words;
    if (parsing->failed || parsing->text || strcmp(target, "xml-stylesheet") != 0)
        return;
    begin_sheet(parsing, NULL);
    text_append(&parsing->tree->styles, "@import xml-stylesheet;\n");
}

/* --- declarations ----------------------------------------------------------------------------- */

static void XMLCALL on_doctype(void *data, const XML_Char *name, const XML_Char *system,
                               const XML_Char *public, int has_declarations)
{
    struct parsing *parsing = data;
    (void)name, (void)system, (void)public, (void)has_declarations;
    parsing->doctype_line = (int)XML_GetCurrentLineNumber(parsing->parser);
}

static void refuse_declaration(struct parsing *parsing)
{
    if (parsing->failed)
        return;
    error_set(parsing->error,
              "the DOCTYPE declares entities or other things, which are never read unless they "
              "stand for a namespace; save the drawing as plain SVG");
    parsing->error->line = parsing->doctype_line;
    fail_parsing(parsing);
}

/* What follows a beginning; NULL if nothing does, or it begins otherwise. */
static const char *behind_beginning(const char *value, int length, const char *beginning)
{
    int used = (int)strlen(beginning);
    return length > used && memcmp(value, beginning, (size_t)used) == 0 ? value + used : NULL;
}

/* A web address without anything that XML would read again. */
static bool is_namespace(const char *value, int length)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "-._~:/?#@!$()*+,;=";
    const char *rest = behind_beginning(value, length, "http://");
    rest = rest ? rest : behind_beginning(value, length, "https://");
    if (!rest || length > ENTITY_BYTES)
        return false;
    for (; rest < value + length; rest++)
        if (*rest == '\0' || !strchr(letters, *rest))
            return false;
    return true;
}

static void XMLCALL on_entity(void *data, const XML_Char *name, int is_parameter,
                              const XML_Char *value, int length, const XML_Char *base,
                              const XML_Char *system, const XML_Char *public,
                              const XML_Char *notation)
{
    struct parsing *parsing = data;
    (void)name, (void)base;
    bool known = !is_parameter && value && !system && !public && !notation &&
                 is_namespace(value, length) && ++parsing->entities <= ENTITY_LIMIT &&
                 parsing->references <= REFERENCE_LIMIT;
    if (!known)
        refuse_declaration(parsing);
}

static void XMLCALL on_element_declaration(void *data, const XML_Char *name, XML_Content *model)
{
    struct parsing *parsing = data;
    (void)name;
    XML_FreeContentModel(parsing->parser, model);
    refuse_declaration(parsing);
}

static void XMLCALL on_attribute_declaration(void *data, const XML_Char *element,
                                             const XML_Char *attribute, const XML_Char *type,
                                             const XML_Char *value, int is_required)
{
    (void)element, (void)attribute, (void)type, (void)value, (void)is_required;
    refuse_declaration(data);
}

static void XMLCALL on_notation(void *data, const XML_Char *name, const XML_Char *base,
                                const XML_Char *system, const XML_Char *public)
{
    (void)name, (void)base, (void)system, (void)public;
    refuse_declaration(data);
}

static void XMLCALL on_skipped_entity(void *data, const XML_Char *name, int is_parameter)
{
    struct parsing *parsing = data;
    (void)name, (void)is_parameter;
    if (parsing->failed)
        return;
    error_set(parsing->error, "an entity stands here that the file does not declare, and nothing "
                              "outside it is ever read; write the character itself");
    fail_parsing(parsing);
}

static void *allocate(size_t size)
{
    return memory_allocate(size, 1);
}

static void *resize(void *old, size_t size)
{
    return memory_resize(old, size, 1);
}

static const XML_Memory_Handling_Suite parser_memory = {allocate, resize, free};

/* --- ids -------------------------------------------------------------------------------------- */

struct named {
    const char *id;
    int element;
};

static int compare_named(const void *a, const void *b)
{
    const struct named *first = a, *second = b;
    int order = strcmp(first->id, second->id);
    return order ? order : (first->element > second->element) - (first->element < second->element);
}

static void list_named(struct svg_tree *tree)
{
    int count = 0;
    struct named *list = memory_allocate((size_t)tree->count, sizeof *list);
    for (int i = 0; i < tree->count; i++) {
        const char *id = scan_attribute(tree->elements[i].attributes, "id");
        if (id)
            list[count++] = (struct named){id, i};
    }
    qsort(list, (size_t)count, sizeof *list, compare_named);
    tree->named = memory_allocate((size_t)count, sizeof *tree->named);
    tree->named_count = count;
    for (int i = 0; i < count; i++)
        tree->named[i] = list[i].element;
    free(list);
}

static int compare_id(const struct svg_tree *tree, int named, const char *id)
{
    return strcmp(scan_attribute(tree->elements[tree->named[named]].attributes, "id"), id);
}

int svg_tree_find(const struct svg_tree *tree, const char *id)
{
    int low = 0, high = tree->named_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (compare_id(tree, middle, id) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < tree->named_count && compare_id(tree, low, id) == 0 ? tree->named[low] : -1;
}

/* --- the whole document ----------------------------------------------------------------------- */

bool svg_tree_read(struct svg_tree *tree, const char *bytes, size_t length, struct error *error)
{
    struct parsing parsing = {.tree = tree, .error = error};
    *tree = (struct svg_tree){0};
    for (size_t i = 0; i < length; i++)
        parsing.references += bytes[i] == '&';
    parsing.parser = XML_ParserCreate_MM(NULL, &parser_memory, "|");
    XML_Parser parser = parsing.parser;
    XML_SetUserData(parser, &parsing);
    XML_SetElementHandler(parser, on_start, on_end);
    XML_SetCharacterDataHandler(parser, on_text);
    XML_SetProcessingInstructionHandler(parser, on_instruction);
    XML_SetStartDoctypeDeclHandler(parser, on_doctype);
    XML_SetEntityDeclHandler(parser, on_entity);
    XML_SetElementDeclHandler(parser, on_element_declaration);
    XML_SetAttlistDeclHandler(parser, on_attribute_declaration);
    XML_SetNotationDeclHandler(parser, on_notation);
    XML_SetSkippedEntityHandler(parser, on_skipped_entity);
    bool read = XML_Parse(parsing.parser, bytes, (int)length, XML_TRUE) == XML_STATUS_OK;
    if (!read && !parsing.failed)
        error_set_at(error, (int)XML_GetCurrentLineNumber(parsing.parser),
                     (int)XML_GetCurrentColumnNumber(parsing.parser) + 1,
                     "this is not well-formed XML (%s); mend it or save the drawing again",
                     XML_ErrorString(XML_GetErrorCode(parsing.parser)));
    XML_ParserFree(parsing.parser);
    if (read)
        list_named(tree);
    return read;
}

void svg_tree_free(struct svg_tree *tree)
{
    for (int i = 0; i < tree->count; i++)
        free(tree->elements[i].attributes);
    free(tree->elements);
    free(tree->named);
    text_free(&tree->title);
    text_free(&tree->description);
    text_free(&tree->styles);
    free(tree->sheets);
    *tree = (struct svg_tree){0};
}
