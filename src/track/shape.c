/* Path data, letters with as many groups of numbers as follow each; and the basic shapes, drawn
 * with the strokes that SVG says they are equal to.
 */
#include "track/shape.h"

#include "svg/scan.h"

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

/* --- shapes ----------------------------------------------------------------------------------- */

/* What percent of a length are of: the viewport's width, its height, or for radii the length of its
 * diagonal by the square root of two. */
static double whole_of(const char *name, struct vector viewport)
{
    if (strcmp(name, "r") == 0)
        return transform_square_root((viewport.x * viewport.x + viewport.y * viewport.y) / 2);
    return strchr(name, 'y') || *name == 'h' ? viewport.y : viewport.x;
}

/* A radius or side that is not there, or is what fits. */
static bool is_automatic(const char *const *attributes, const char *name)
{
    const char *text = scan_attribute(attributes, name);
    if (!text)
        return true;
    scan_spaces(&text);
    return strncmp(text, "auto", 4) == 0 && text[4 + strspn(text + 4, " \t\r\n")] == '\0';
}

/* The lengths of these names, 0 where one is not there. Radii and sides, unlike places, must not be
 * negative. The names end with NULL. */
static bool read_lengths(const char *const *attributes, const char *const *names,
                         const struct pencil *pencil, double *values, struct error *error)
{
    for (; *names; names++, values++) {
        bool side = strchr("rwh", **names) != NULL;
        *values = 0;
        if (side && is_automatic(attributes, *names))
            continue;
        if (!scan_attribute_length(attributes, *names, whole_of(*names, pencil->viewport), values,
                                   error))
            return false;
        if (*values < 0 && side)
            return error_set(error, "the attribute %s must not be negative", *names);
    }
    return true;
}

static bool draw_path(const char *const *attributes, struct pencil *pencil, struct error *error)
{
    const char *data = scan_attribute(attributes, "d");
    return path_draw(data ? data : "", pencil, error);
}

static bool draw_points(const char *const *attributes, struct pencil *pencil, struct error *error)
{
    const char *cursor = scan_attribute(attributes, "points");
    struct vector at;
    bool first = true;
    if (!cursor)
        return true;
    scan_spaces(&cursor);
    for (; *cursor != '\0'; first = false) {
        if (!first)
            scan_separator(&cursor);
        if (!scan_number(&cursor, &at.x, error))
            return false;
        scan_separator(&cursor);
        if (!scan_number(&cursor, &at.y, error))
            return false;
        if (first) /* a point alone counts, too: it may be a checkpoint */
            pencil_move(pencil, at);
        if (!pencil_line(pencil, at, error))
            return false;
        scan_spaces(&cursor);
    }
    return true;
}

static bool draw_polygon(const char *const *attributes, struct pencil *pencil, struct error *error)
{
    return draw_points(attributes, pencil, error) &&
           (!pencil->begun || pencil_close(pencil, error));
}

static bool draw_straight(const char *const *attributes, struct pencil *pencil, struct error *error)
{
    static const char *const names[] = {"x1", "y1", "x2", "y2", NULL};
    double v[4];
    if (!read_lengths(attributes, names, pencil, v, error))
        return false;
    pencil_move(pencil, take(v));
    return pencil_line(pencil, take(v + 2), error);
}

static bool draw_quarter(struct pencil *pencil, double rx, double ry, double x, double y,
                         struct error *error)
{
    struct pencil_arc arc = {rx, ry, 0, false, true, {x, y}};
    return pencil_arc(pencil, &arc, error);
}

static bool draw_oval(double cx, double cy, double rx, double ry, struct pencil *pencil,
                      struct error *error)
{
    pencil_move(pencil, (struct vector){cx + rx, cy});
    return draw_quarter(pencil, rx, ry, cx, cy + ry, error) &&
           draw_quarter(pencil, rx, ry, cx - rx, cy, error) &&
           draw_quarter(pencil, rx, ry, cx, cy - ry, error) &&
           draw_quarter(pencil, rx, ry, cx + rx, cy, error) && pencil_close(pencil, error);
}

static bool draw_circle(const char *const *attributes, struct pencil *pencil, struct error *error)
{
    static const char *const names[] = {"cx", "cy", "r", NULL};
    double v[3];
    return read_lengths(attributes, names, pencil, v, error) &&
           draw_oval(v[0], v[1], v[2], v[2], pencil, error);
}

/* One radius stands for both. */
static double radius(const char *const *attributes, const char *name, double given, double other)
{
    return is_automatic(attributes, name) ? other : given;
}

static bool draw_ellipse(const char *const *attributes, struct pencil *pencil, struct error *error)
{
    static const char *const names[] = {"cx", "cy", "rx", "ry", NULL};
    double v[4];
    return read_lengths(attributes, names, pencil, v, error) &&
           draw_oval(v[0], v[1], radius(attributes, "rx", v[2], v[3]),
                     radius(attributes, "ry", v[3], v[2]), pencil, error);
}

/* Neither radius is more than half a side. */
static double within(double radius, double side)
{
    return radius > side / 2 ? side / 2 : radius;
}

static bool draw_rect(const char *const *attributes, struct pencil *pencil, struct error *error)
{
    static const char *const names[] = {"x", "y", "width", "height", "rx", "ry", NULL};
    double v[6];
    if (!read_lengths(attributes, names, pencil, v, error))
        return false;
    double x = v[0], y = v[1], right = x + v[2], bottom = y + v[3];
    double rx = within(radius(attributes, "rx", v[4], v[5]), v[2]);
    double ry = within(radius(attributes, "ry", v[5], v[4]), v[3]);
    if (rx == 0 || ry == 0)
        rx = ry = 0;
    pencil_move(pencil, (struct vector){x + rx, y});
    return pencil_line(pencil, (struct vector){right - rx, y}, error) &&
           draw_quarter(pencil, rx, ry, right, y + ry, error) &&
           pencil_line(pencil, (struct vector){right, bottom - ry}, error) &&
           draw_quarter(pencil, rx, ry, right - rx, bottom, error) &&
           pencil_line(pencil, (struct vector){x + rx, bottom}, error) &&
           draw_quarter(pencil, rx, ry, x, bottom - ry, error) &&
           pencil_line(pencil, (struct vector){x, y + ry}, error) &&
           draw_quarter(pencil, rx, ry, x + rx, y, error) && pencil_close(pencil, error);
}

static const struct shape shapes[] = {
    {"path", draw_path, false},       {"polygon", draw_polygon, false},
    {"polyline", draw_points, false}, {"line", draw_straight, false},
    {"rect", draw_rect, false},       {"circle", draw_circle, true},
    {"ellipse", draw_ellipse, true},
};

const struct shape *shape_find(const char *element)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (strcmp(shapes[i].element, element) == 0)
            return &shapes[i];
    return NULL;
}

bool shape_draw_centre(const struct shape *shape, const char *const *attributes,
                       struct pencil *pencil, struct error *error)
{
    static const char *const names[] = {"cx", "cy", NULL};
    double centre[2];
    if (!shape->is_round)
        return error_set(error,
                         "an inspected point must be a circle round its grid point, not a %s",
                         shape->element);
    if (!read_lengths(attributes, names, pencil, centre, error))
        return false;
    pencil_move(pencil, take(centre));
    return pencil_line(pencil, take(centre), error);
}
