/* See measure.h. Products are formed in 128 bits. */
#include "session/graph_paper/measure.h"

#include "base/number.h"
#include "geometry/exact.h"

#include <assert.h>
#include <string.h>

__extension__ typedef unsigned __int128 uint128;

/* --- making ----------------------------------------------------------------------------------- */

static struct measure lowest(int128 numerator, int128 denominator, int64_t radicand)
{
    assert(denominator != 0);
    int128 a = numerator < 0 ? -numerator : numerator;
    int128 b = denominator < 0 ? -denominator : denominator;
    while (b != 0) {
        int128 rest = a % b;
        a = b;
        b = rest;
    }
    int128 common = denominator < 0 ? -a : a;
    numerator /= common;
    denominator /= common;
    assert(numerator < MEASURE_MOST && numerator > -MEASURE_MOST && denominator < MEASURE_MOST);
    return (struct measure){(int64_t)numerator, (int64_t)denominator,
                            numerator == 0 ? 1 : radicand};
}

struct measure measure_whole(int64_t number)
{
    return lowest(number, 1, 1);
}

struct measure measure_fraction(int64_t numerator, int64_t denominator)
{
    return lowest(numerator, denominator, 1);
}

/* The root, rounded down. */
static int64_t whole_root(uint128 number)
{
    uint128 root = 0;
    for (uint128 bit = (uint128)1 << 63; bit > 0; bit >>= 1)
        if ((root + bit) * (root + bit) <= number)
            root += bit;
    return (int64_t)root;
}

/* What can be drawn out of the root; `number` keeps what stays under it. Behind the divisors up to
 * its third root, what is left has at most two prime factors. */
static int64_t draw_out(int64_t *number)
{
    int64_t left = *number, outside = 1, inside = 1;
    for (int64_t divisor = 2; divisor * divisor <= left / divisor; divisor++)
        while (left % divisor == 0) {
            left /= divisor;
            if (left % divisor == 0) {
                left /= divisor;
                outside *= divisor;
            } else {
                inside *= divisor;
            }
        }
    int64_t root = whole_root((uint128)left);
    bool is_square = root * root == left;
    *number = is_square ? inside : inside * left;
    return outside * (is_square ? root : 1);
}

struct measure measure_root(int64_t numerator, int64_t denominator)
{
    assert(numerator >= 0 && denominator > 0);
    struct measure square = lowest(numerator, denominator, 1);
    int64_t above = square.numerator, below = square.denominator;
    if (above == 0)
        return square;
    int64_t outside = draw_out(&above);
    int64_t outside_below = draw_out(&below);
    return lowest(outside, (int128)outside_below * below, above * below);
}

struct measure measure_length(struct point vector)
{
    return measure_root((int64_t)vector.x * vector.x + (int64_t)vector.y * vector.y, 1);
}

struct measure measure_times(struct measure number, int64_t numerator, int64_t denominator)
{
    return lowest((int128)number.numerator * numerator, (int128)number.denominator * denominator,
                  number.radicand);
}

bool measure_equal(struct measure a, struct measure b)
{
    return a.numerator == b.numerator && a.denominator == b.denominator && a.radicand == b.radicand;
}

/* Twice the size and rounded down first: that is where halves go up. */
int64_t measure_round(struct measure number, int places)
{
    assert(places >= 0 && places <= 3);
    int64_t power = 1;
    for (int i = 0; i < places; i++)
        power *= 10;
    int64_t size = number.numerator < 0 ? -number.numerator : number.numerator;
    int64_t doubled;
    assert((int128)size * size < ((int128)1 << 104) / number.radicand);
    if (number.radicand == 1) {
        doubled = (int64_t)((int128)size * 2 * power / number.denominator);
    } else {
        uint128 square = (uint128)size * (uint128)size * (uint128)number.radicand * 4 *
                         (uint128)power * (uint128)power;
        doubled = whole_root(square / ((uint128)number.denominator * (uint128)number.denominator));
    }
    int64_t rounded = (doubled + 1) / 2;
    return number.numerator < 0 ? -rounded : rounded;
}

/* --- showing ---------------------------------------------------------------------------------- */

enum { PLACES = 2, POWER = 100 };

/* Is it its own decimal of two places? */
static bool is_short(struct measure number)
{
    return number.radicand == 1 && POWER % number.denominator == 0;
}

/* The size of the number; what is not exact keeps its zeros. */
static void append_size(struct text *text, struct measure number)
{
    int64_t rounded = measure_round(number, PLACES);
    rounded = rounded < 0 ? -rounded : rounded;
    text_append_integer(text, rounded / POWER);
    int64_t rest = rounded % POWER;
    if (is_short(number) && rest == 0)
        return;
    if (is_short(number) && rest % 10 == 0)
        text_append_format(text, ".%d", (int)(rest / 10));
    else
        text_append_format(text, ".%02d", (int)rest);
}

static void append_exact_size(struct text *text, struct measure number)
{
    int64_t size = number.numerator < 0 ? -number.numerator : number.numerator;
    /* As pupils get it from Pythagoras: √8, not 2√2. */
    int128 under = (int128)size * size * number.radicand;
    if (number.radicand == 1)
        text_append_integer(text, size);
    else if (under < MEASURE_MOST)
        text_append_format(text, "√%lld", (long long)under);
    else
        text_append_format(text, "%lld√%lld", (long long)size, (long long)number.radicand);
    if (number.denominator != 1)
        text_append_format(text, "/%lld", (long long)number.denominator);
}

void measure_append(struct text *text, struct measure number, enum measure_style style)
{
    const char *sign = number.numerator < 0 ? "−" : "";
    bool is_whole = number.radicand == 1 && number.denominator == 1;
    if (style != MEASURE_DECIMAL || is_whole) {
        text_append(text, sign);
        append_exact_size(text, number);
    }
    if (is_whole || style == MEASURE_EXACT)
        return;
    if (style == MEASURE_BOTH)
        text_append(text, is_short(number) ? " = " : " ≈ ");
    text_append(text, sign);
    append_size(text, number);
}

void measure_append_data(struct text *text, struct measure number)
{
    if (number.numerator < 0)
        text_append(text, "-");
    append_size(text, number);
}

/* --- reading ---------------------------------------------------------------------------------- */

enum { WHOLE_MOST = 100000, PLACES_KEPT = 10 };

static void skip_blanks(const char **cursor)
{
    static const char *const blanks[] = {" ", "\t", "\u00a0", "\u202f", "\u2009"};
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++)
        if (strncmp(*cursor, blanks[i], strlen(blanks[i])) == 0) {
            *cursor += strlen(blanks[i]);
            i = (size_t)-1;
        }
}

static bool skip_word(const char **cursor, const char *word)
{
    for (size_t i = 0; word[i] != '\0'; i++) {
        char c = (*cursor)[i];
        if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != word[i])
            return false;
    }
    *cursor += strlen(word);
    return true;
}

static bool skip_sign(const char **cursor)
{
    static const char *const minus[] = {"-", "−", "–", "\u2010", "\u2011"};
    bool negative = false;
    if (!skip_word(cursor, "+"))
        for (size_t i = 0; i < sizeof minus / sizeof *minus && !negative; i++)
            negative = skip_word(cursor, minus[i]);
    skip_blanks(cursor);
    return negative;
}

static bool at_digit(const char *cursor)
{
    return *cursor >= '0' && *cursor <= '9';
}

static bool read_whole(const char **cursor, int64_t *number, struct error *error)
{
    if (!number_read_integer(cursor, 0, WHOLE_MOST, number))
        return at_digit(*cursor) ? error_set(error, "That is too large: at most %d.", WHOLE_MOST)
                                 : error_set(error, "A number is missing there.");
    skip_blanks(cursor);
    return true;
}

/* "3", or "3/2" where it may be a fraction. */
static bool read_fraction(const char **cursor, int64_t *above, int64_t *below, struct error *error)
{
    *below = 1;
    if (!read_whole(cursor, above, error))
        return false;
    if (!skip_word(cursor, "/"))
        return true;
    skip_blanks(cursor);
    return read_whole(cursor, below, error) &&
           (*below != 0 || error_set(error, "Nothing can be divided by 0."));
}

static bool skip_root(const char **cursor)
{
    if (!skip_word(cursor, "√") && !skip_word(cursor, "sqrt") && !skip_word(cursor, "root"))
        return false;
    skip_blanks(cursor);
    return true;
}

/* What stands behind the root: "13", "(13)", "(13/4)". */
static bool read_under_root(const char **cursor, struct measure *root, struct error *error)
{
    int64_t above, below = 1;
    if (!skip_word(cursor, "(")) {
        if (!read_whole(cursor, &above, error))
            return false;
    } else {
        skip_blanks(cursor);
        if (!read_fraction(cursor, &above, &below, error))
            return false;
        if (!skip_word(cursor, ")"))
            return error_set(error, "The bracket is not closed.");
        skip_blanks(cursor);
    }
    *root = measure_root(above, below);
    return true;
}

/* "/2" or "/√2" behind a root or a number; the denominator of what was read. */
static bool read_divisor(const char **cursor, struct measure *number, struct error *error)
{
    struct measure root;
    int64_t below;
    if (!skip_word(cursor, "/"))
        return true;
    skip_blanks(cursor);
    if (!skip_root(cursor)) {
        if (!read_whole(cursor, &below, error))
            return false;
        root = measure_whole(below);
    } else if (!read_under_root(cursor, &root, error)) {
        return false;
    }
    if (root.numerator == 0)
        return error_set(error, "Nothing can be divided by 0.");
    if (root.radicand != 1 && number->radicand != 1)
        return error_set(error, "Put both under one root: √(3/2), not √3/√2.");
    /* a / (b√r / c) = ac√r / (br) */
    int128 divisor = (int128)root.numerator * root.radicand;
    if (divisor * number->denominator >= MEASURE_MOST ||
        (int128)number->numerator * root.denominator >= MEASURE_MOST)
        return error_set(error, "These numbers are too large.");
    *number = measure_times(
        (struct measure){number->numerator, number->denominator, number->radicand * root.radicand},
        root.denominator, (int64_t)divisor);
    return true;
}

static bool is_decimal_mark(const char *cursor)
{
    return *cursor == '.' || *cursor == ',';
}

/* From the first digit or the mark; digits behind more than can matter are dropped. */
static bool read_decimal(const char **cursor, struct measure_typed *typed, struct error *error)
{
    bool behind = false, any = false;
    for (; at_digit(*cursor) || (is_decimal_mark(*cursor) && !behind); (*cursor)++) {
        if (is_decimal_mark(*cursor)) {
            behind = true;
            continue;
        }
        any = true;
        if (typed->places == PLACES_KEPT) {
            typed->was_cut = typed->was_cut || **cursor != '0';
            continue;
        }
        typed->places += behind;
        typed->digits = typed->digits * 10 + (**cursor - '0');
        if (!behind && typed->digits > WHOLE_MOST)
            return error_set(error, "That is too large: at most %d.", WHOLE_MOST);
    }
    typed->is_decimal = true;
    if (is_decimal_mark(*cursor))
        return error_set(error, "Write it with one point or comma: 1234.5");
    return any || error_set(error, "A number is missing there.");
}

static bool is_decimal(const char *cursor)
{
    while (at_digit(cursor))
        cursor++;
    return is_decimal_mark(cursor);
}

/* A fraction, a root, or both; the sign has been read. */
static bool read_exact(const char **cursor, struct measure *number, struct error *error)
{
    int64_t whole = 1, above, below;
    *number = measure_whole(1);
    bool has_number = at_digit(*cursor);
    if (has_number && !read_whole(cursor, &whole, error))
        return false;
    if (has_number && at_digit(*cursor)) { /* "3 1/2" */
        if (!read_fraction(cursor, &above, &below, error))
            return false;
        *number = measure_fraction(whole * below + above, below);
        return below != 1 ||
               error_set(error, "There are two numbers: type one, like 3.5 or 3 1/2 or 7/2.");
    }
    *number = measure_whole(whole);
    if (has_number && (skip_word(cursor, "*") || skip_word(cursor, "·") || skip_word(cursor, "×")))
        skip_blanks(cursor);
    if (skip_root(cursor)) {
        struct measure root;
        if (!read_under_root(cursor, &root, error))
            return false;
        *number = measure_times(root, whole, 1);
    } else if (!has_number) {
        return error_set(error, "Type a number, like 3, -2, 3.5, 7/2 or sqrt 13.");
    }
    return read_divisor(cursor, number, error);
}

bool measure_read(const char *string, struct measure_typed *typed, struct error *error)
{
    const char *cursor = string;
    *typed = (struct measure_typed){.value = {0, 1, 1}};
    skip_blanks(&cursor);
    if (skip_word(&cursor, "≈") || skip_word(&cursor, "="))
        skip_blanks(&cursor);
    if (*cursor == '\0')
        return error_set(error, "Nothing is typed yet.");
    bool negative = skip_sign(&cursor);
    bool read = is_decimal(cursor) ? read_decimal(&cursor, typed, error)
                                   : read_exact(&cursor, &typed->value, error);
    if (!read)
        return false;
    skip_blanks(&cursor);
    if (*cursor != '\0')
        return error_set(error, "Type the number alone, like 3, -2, 3.5, 7/2 or sqrt 13.");
    if (negative) {
        typed->digits = -typed->digits;
        typed->value.numerator = -typed->value.numerator;
    }
    return true;
}

/* --- judging ---------------------------------------------------------------------------------- */

/* digits / 10^places with so many places, halves away from 0. */
static int64_t round_digits(const struct measure_typed *typed, int places)
{
    int64_t size = typed->digits < 0 ? -typed->digits : typed->digits;
    for (int i = typed->places; i < places; i++)
        size *= 10;
    int64_t divisor = 1;
    for (int i = places; i < typed->places; i++)
        divisor *= 10;
    size = size / divisor + (size % divisor * 2 >= divisor);
    return typed->digits < 0 ? -size : size;
}

static bool is_exactly(const struct measure_typed *typed, struct measure right)
{
    if (!typed->is_decimal)
        return measure_equal(typed->value, right);
    int64_t power = 1;
    for (int i = 0; i < typed->places; i++)
        power *= 10;
    return right.radicand == 1 && !typed->was_cut &&
           (int128)typed->digits * right.denominator == (int128)right.numerator * power;
}

enum measure_verdict measure_judge(const struct measure_typed *typed, struct measure right)
{
    if (is_exactly(typed, right))
        return MEASURE_RIGHT;
    if (!typed->is_decimal)
        return MEASURE_WRONG;
    int places = typed->places < PLACES ? typed->places : PLACES;
    if (round_digits(typed, places) != measure_round(right, places))
        return MEASURE_WRONG;
    return typed->places == PLACES ? MEASURE_RIGHT : MEASURE_NEARLY;
}
