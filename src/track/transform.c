/* Affine maps and the little mathematics that curves need, without libm: its last bits differ
 * between machines, and a vertex that rounds differently makes another track.
 */
#include "track/transform.h"

#include "track/scan.h"

#include <stdint.h>
#include <string.h>

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

static const struct {
    const char *name;
    bool (*make)(const double *values, int count, struct transform *made); /* unused values are 0 */
    const char *takes;
} functions[] = {
    {"matrix", make_matrix, "six numbers"},
    {"translate", make_translation, "one number or two"},
    {"scale", make_scaling, "one number or two"},
    {"rotate", make_rotation, "an angle, or an angle and a point"},
    {"skewX", make_skew_x, "an angle that is not upright"},
    {"skewY", make_skew_y, "an angle that is not upright"},
};
enum { FUNCTION_COUNT = sizeof functions / sizeof *functions };

static int find_function(const char **cursor)
{
    size_t length = strspn(*cursor, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    for (int i = 0; i < FUNCTION_COUNT; i++)
        if (strlen(functions[i].name) == length &&
            memcmp(functions[i].name, *cursor, length) == 0) {
            *cursor += length;
            return i;
        }
    return -1;
}

/* The numbers between brackets; -1 with the error when they are not there. */
static int read_arguments(const char **cursor, double *values, struct error *error)
{
    int count = 0;
    char quote[QUOTE_BYTES];
    scan_spaces(cursor);
    if (**cursor == '(') {
        ++*cursor;
        scan_spaces(cursor);
        while (**cursor != ')' && count < ARGUMENT_LIMIT) {
            if (!scan_number(cursor, &values[count++], error))
                return -1;
            scan_separator(cursor);
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

static bool read_function(const char **cursor, struct transform *made, struct error *error)
{
    double values[ARGUMENT_LIMIT] = {0};
    char quote[QUOTE_BYTES];
    int function = find_function(cursor);
    int count;
    if (function < 0)
        return error_set(error,
                         "%s is no transform: it may be matrix, translate, scale, rotate, skewX or "
                         "skewY",
                         scan_quote(*cursor, quote, QUOTE_BYTES));
    count = read_arguments(cursor, values, error);
    if (count < 0)
        return false;
    if (!functions[function].make(values, count, made))
        return error_set(error, "the transform %s takes %s", functions[function].name,
                         functions[function].takes);
    return true;
}

bool transform_read(const char *string, struct transform *transform, struct error *error)
{
    *transform = transform_identity;
    scan_spaces(&string);
    while (*string != '\0') {
        struct transform next;
        if (!read_function(&string, &next, error))
            return false;
        *transform = transform_multiply(transform, &next);
        scan_separator(&string);
    }
    return true;
}
