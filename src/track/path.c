/* Path data: letters, each with as many groups of numbers as follow. */
#include "track/path.h"

#include "track/scan.h"

#include <string.h>

enum { QUOTE_BYTES = 24, ARGUMENT_LIMIT = 7 };

struct walk {
    struct pencil *pencil;
    struct vector control; /* the last curve's, for S and T */
    char before;           /* the letter of the stroke before, in capitals */
    struct error *error;
};

/* What kind of number each argument of a letter is. */
enum kind { KIND_NONE, KIND_X, KIND_Y, KIND_PLAIN, KIND_FLAG };

struct letter {
    char name;
    enum kind kinds[ARGUMENT_LIMIT + 1]; /* ends with KIND_NONE */
    bool (*draw)(struct walk *walk, const double *v);
};

static struct vector take(const double *v)
{
    return (struct vector){v[0], v[1]};
}

static bool draw_move(struct walk *walk, const double *v)
{
    pencil_move(walk->pencil, take(v));
    return true;
}

static bool draw_line(struct walk *walk, const double *v)
{
    return pencil_line(walk->pencil, take(v), walk->error);
}

static bool draw_horizontal(struct walk *walk, const double *v)
{
    return pencil_line(walk->pencil, (struct vector){v[0], walk->pencil->at.y}, walk->error);
}

static bool draw_vertical(struct walk *walk, const double *v)
{
    return pencil_line(walk->pencil, (struct vector){walk->pencil->at.x, v[0]}, walk->error);
}

static bool draw_cubic(struct walk *walk, const double *v)
{
    walk->control = take(v + 2);
    return pencil_cubic(walk->pencil, take(v), take(v + 2), take(v + 4), walk->error);
}

/* The last control point mirrored in the current point, if the stroke before was such a curve. */
static struct vector mirrored(const struct walk *walk, const char *curves)
{
    struct vector at = walk->pencil->at;
    if (walk->before == '\0' || !strchr(curves, walk->before))
        return at;
    return (struct vector){2 * at.x - walk->control.x, 2 * at.y - walk->control.y};
}

static bool draw_smooth_cubic(struct walk *walk, const double *v)
{
    struct vector first = mirrored(walk, "CS");
    walk->control = take(v);
    return pencil_cubic(walk->pencil, first, take(v), take(v + 2), walk->error);
}

static bool draw_quadratic(struct walk *walk, const double *v)
{
    walk->control = take(v);
    return pencil_quadratic(walk->pencil, take(v), take(v + 2), walk->error);
}

static bool draw_smooth_quadratic(struct walk *walk, const double *v)
{
    walk->control = mirrored(walk, "QT");
    return pencil_quadratic(walk->pencil, walk->control, take(v), walk->error);
}

static bool draw_arc(struct walk *walk, const double *v)
{
    struct pencil_arc arc = {v[0], v[1], v[2], v[3] != 0, v[4] != 0, {v[5], v[6]}};
    return pencil_arc(walk->pencil, &arc, walk->error);
}

static bool draw_close(struct walk *walk, const double *v)
{
    (void)v;
    return pencil_close(walk->pencil, walk->error);
}

static const struct letter letters[] = {
    {'M', {KIND_X, KIND_Y}, draw_move},
    {'L', {KIND_X, KIND_Y}, draw_line},
    {'H', {KIND_X}, draw_horizontal},
    {'V', {KIND_Y}, draw_vertical},
    {'C', {KIND_X, KIND_Y, KIND_X, KIND_Y, KIND_X, KIND_Y}, draw_cubic},
    {'S', {KIND_X, KIND_Y, KIND_X, KIND_Y}, draw_smooth_cubic},
    {'Q', {KIND_X, KIND_Y, KIND_X, KIND_Y}, draw_quadratic},
    {'T', {KIND_X, KIND_Y}, draw_smooth_quadratic},
    {'A', {KIND_PLAIN, KIND_PLAIN, KIND_PLAIN, KIND_FLAG, KIND_FLAG, KIND_X, KIND_Y}, draw_arc},
    {'Z', {KIND_NONE}, draw_close},
};

static const struct letter *find_letter(char capital)
{
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (letters[i].name == capital)
            return &letters[i];
    return NULL;
}

static bool read_argument(const char **cursor, enum kind kind, double *value, struct error *error)
{
    bool flag;
    if (kind != KIND_FLAG)
        return scan_number(cursor, value, error);
    if (!scan_flag(cursor, &flag, error))
        return false;
    *value = flag;
    return true;
}

/* One group of a letter's numbers. */
static bool read_group(const char **cursor, const struct letter *letter, bool relative,
                       struct vector at, double *values, struct error *error)
{
    for (int i = 0; letter->kinds[i] != KIND_NONE; i++) {
        if (i > 0)
            scan_separator(cursor);
        if (!read_argument(cursor, letter->kinds[i], &values[i], error))
            return false;
        if (relative && letter->kinds[i] == KIND_X)
            values[i] += at.x;
        if (relative && letter->kinds[i] == KIND_Y)
            values[i] += at.y;
    }
    return true;
}

/* Does another group follow? A comma promises one. */
static bool sees_group(const char **cursor)
{
    scan_spaces(cursor);
    if (**cursor != ',')
        return scan_sees_number(*cursor);
    scan_separator(cursor);
    return true;
}

static char to_capital(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* A letter and everything up to the next one. Further groups of a move are lines. */
static bool draw_letter(const char **cursor, struct walk *walk)
{
    double values[ARGUMENT_LIMIT];
    bool relative = **cursor >= 'a';
    const struct letter *letter = find_letter(to_capital(**cursor));
    ++*cursor;
    scan_spaces(cursor);
    do {
        if (!read_group(cursor, letter, relative, walk->pencil->at, values, walk->error) ||
            !letter->draw(walk, values))
            return false;
        walk->before = letter->name;
        if (letter->name == 'M')
            letter = find_letter('L');
    } while (letter->name != 'Z' && sees_group(cursor));
    return true;
}

static bool check_letter(const char *cursor, const struct walk *walk)
{
    char quote[QUOTE_BYTES];
    scan_quote(cursor, quote, QUOTE_BYTES);
    if (walk->before == 'Z' && scan_sees_number(cursor))
        return error_set(walk->error, "the number %s stands behind Z, which takes none", quote);
    if (!find_letter(to_capital(*cursor)))
        return error_set(walk->error, "a path command was expected, but found %s", quote);
    if (walk->before == '\0' && to_capital(*cursor) != 'M')
        return error_set(walk->error, "a path must begin with M, but found %s", quote);
    return true;
}

bool path_draw(const char *data, struct pencil *pencil, struct error *error)
{
    struct walk walk = {.pencil = pencil, .error = error};
    pencil_move(pencil, (struct vector){0, 0});
    scan_spaces(&data);
    while (*data != '\0') {
        if (!check_letter(data, &walk) || !draw_letter(&data, &walk))
            return false;
        scan_spaces(&data);
    }
    return true;
}
