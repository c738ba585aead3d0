/* Affine maps: the little mathematics that they need is done here without libm, since its last bits
 * differ between machines.
 */
#include "svg/transform.h"

#include "svg/scan.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

enum { QUOTE_BYTES = 24, ARGUMENT_LIMIT = 6 };
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
    char quote[QUOTE_BYTES];
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
                         scan_quote(*cursor, quote, QUOTE_BYTES));
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
    char quote[QUOTE_BYTES];
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
              scan_quote(*cursor, quote, QUOTE_BYTES));
    return -1;
}

static bool read_function(const char **cursor, const struct notation *notation,
                          struct transform *made, struct error *error)
{
    double values[ARGUMENT_LIMIT] = {0};
    char quote[QUOTE_BYTES];
    int function = find_function(cursor, notation->css);
    int count;
    if (function < 0)
        return error_set(error,
                         "%s is no transform: it may be matrix, translate, scale, rotate, skewX or "
                         "skewY",
                         scan_quote(*cursor, quote, QUOTE_BYTES));
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
