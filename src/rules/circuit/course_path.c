/* Path data of SVG in whole numbers: lines and curves, each curve in a fixed number of parts. */
#include "rules/circuit/course_path.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* A number, and where relative steps may lead: far beyond every sheet, and its threefold is still a
 * coordinate. */
enum { PARTS = 16, FAR = 500000, POINTS_MOST = 100000 };

struct path {
    const char *next;
    struct point *points;
    int count, capacity;
    struct point at, start, control; /* control: of the curve before, for S and T */
    char last;                       /* the command before, in capitals */
    bool closed;
};

static void skip_blanks(const char **cursor)
{
    *cursor += strspn(*cursor, " \t\r\n");
}

static bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

/* Digits before and behind the point, as a number of 1/1000000. */
static bool read_digits(const char **cursor, int64_t *millionths)
{
    bool any = false;
    int64_t value = 0, scale = 100000;
    for (; is_digit(**cursor) && value <= FAR; ++*cursor, any = true)
        value = value * 10 + (**cursor - '0');
    value *= 1000000;
    if (**cursor == '.')
        for (++*cursor; is_digit(**cursor); ++*cursor, any = true, scale /= 10)
            value += (**cursor - '0') * scale;
    *millionths = value;
    return any && value <= (int64_t)FAR * 1000000;
}

/* What stands behind an e. */
static bool read_exponent(const char **cursor, int64_t *millionths)
{
    const char *at = *cursor + 1;
    bool less = *at == '-';
    int exponent = 0;
    at += *at == '-' || *at == '+';
    if (!is_digit(*at))
        return true; /* it is no exponent */
    for (; is_digit(*at) && exponent < 20; at++)
        exponent = exponent * 10 + (*at - '0');
    for (; exponent > 0; exponent--) {
        *millionths = less ? *millionths / 10 : *millionths * 10;
        if (*millionths > (int64_t)FAR * 1000000)
            return false;
    }
    *cursor = at;
    return true;
}

bool course_path_number(const char **cursor, int *fine)
{
    int64_t millionths;
    skip_blanks(cursor);
    bool less = **cursor == '-';
    *cursor += less || **cursor == '+';
    if (!read_digits(cursor, &millionths))
        return false;
    if ((**cursor == 'e' || **cursor == 'E') && !read_exponent(cursor, &millionths))
        return false;
    int64_t rounded = (millionths * FINE + 500000) / 1000000;
    *fine = (int)(less ? -rounded : rounded);
    skip_blanks(cursor);
    *cursor += **cursor == ',';
    skip_blanks(cursor);
    return true;
}

static void add(struct path *path, struct point to)
{
    if (path->count == 0 || !point_equal(path->points[path->count - 1], to))
        array_add(path->points, path->count, path->capacity, to);
    path->at = to;
}

/* A cubic curve; its points are weighed in whole numbers. */
static void add_curve(struct path *path, struct point first, struct point second, struct point to)
{
    struct point from = path->at;
    for (int i = 1; i <= PARTS; i++) {
        int64_t t = i, u = PARTS - i, whole = PARTS * PARTS * PARTS;
        int64_t a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t;
        add(path, (struct point){
                      (int32_t)((a * from.x + b * first.x + c * second.x + d * to.x) / whole),
                      (int32_t)((a * from.y + b * first.y + c * second.y + d * to.y) / whole)});
    }
    path->control = second;
}

static void add_quadratic(struct path *path, struct point control, struct point to)
{
    struct point from = path->at;
    struct point first = {(from.x + 2 * control.x) / 3, (from.y + 2 * control.y) / 3};
    struct point second = {(to.x + 2 * control.x) / 3, (to.y + 2 * control.y) / 3};
    add_curve(path, first, second, to);
    path->control = control;
}

/* The other side of the current point, if the command before was such a curve. */
static struct point mirrored(const struct path *path, const char *curves)
{
    if (!path->last || !strchr(curves, path->last))
        return path->at;
    return point_subtract(point_add(path->at, path->at), path->control);
}

static bool is_near(struct point point)
{
    enum { MOST = FAR * FINE };
    return point.x >= -MOST && point.x <= MOST && point.y >= -MOST && point.y <= MOST;
}

static bool read_points(struct path *path, bool relative, struct point *into, int count)
{
    for (int i = 0; i < count; i++) {
        if (!course_path_number(&path->next, &into[i].x) ||
            !course_path_number(&path->next, &into[i].y))
            return false;
        if (relative)
            into[i] = point_add(into[i], path->at);
        if (!is_near(into[i]))
            return false;
    }
    return true;
}

/* To (x, at.y) or (at.x, y). */
static bool draw_straight(struct path *path, char command, bool relative)
{
    int number;
    struct point to = path->at;
    if (!course_path_number(&path->next, &number))
        return false;
    if (command == 'H')
        to.x = relative ? to.x + number : number;
    else
        to.y = relative ? to.y + number : number;
    if (!is_near(to))
        return false;
    add(path, to);
    return true;
}

/* Straight to its end. */
static bool draw_arc(struct path *path, bool relative)
{
    int ignored;
    struct point to;
    for (int i = 0; i < 5; i++) {
        if (i >= 3 && (*path->next == '0' || *path->next == '1')) {
            path->next++; /* a flag, which needs nothing behind it */
            skip_blanks(&path->next);
            path->next += *path->next == ',';
        } else if (!course_path_number(&path->next, &ignored))
            return false;
    }
    if (!read_points(path, relative, &to, 1))
        return false;
    add(path, to);
    return true;
}

static bool draw(struct path *path, char command, bool relative)
{
    struct point to[3];
    static const char *const commands = "MLTQSC";
    static const int counts[] = {1, 1, 1, 2, 2, 3};
    if (command == 'H' || command == 'V')
        return draw_straight(path, command, relative);
    if (command == 'A')
        return draw_arc(path, relative);
    const char *found = strchr(commands, command);
    if (!found || !read_points(path, relative, to, counts[found - commands]))
        return false;
    struct point control = mirrored(path, command == 'S' ? "CS" : "QT");
    if (strchr("ST", command) && !is_near(control))
        return false;
    if (command == 'C')
        add_curve(path, to[0], to[1], to[2]);
    else if (command == 'S')
        add_curve(path, control, to[0], to[1]);
    else if (command == 'Q')
        add_quadratic(path, to[0], to[1]);
    else if (command == 'T')
        add_quadratic(path, control, to[0]);
    else
        add(path, to[0]);
    path->start = command == 'M' ? to[0] : path->start;
    return true;
}

static bool is_letter(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

/* False: at path->next is what cannot be read. */
static bool read_commands(struct path *path)
{
    char command = '\0';
    bool relative = false;
    skip_blanks(&path->next);
    while (*path->next) {
        if (is_letter(*path->next)) {
            relative = *path->next >= 'a';
            command = (char)(relative ? *path->next - 'a' + 'A' : *path->next);
            path->next++;
            skip_blanks(&path->next);
            if (path->closed || (command == 'M') != (path->count == 0))
                return false;
            path->closed = command == 'Z';
            if (path->closed)
                continue;
        }
        if (!command || path->closed || path->count > POINTS_MOST || !draw(path, command, relative))
            return false;
        path->last = command;
        command = command == 'M' ? 'L' : command;
    }
    return true;
}

bool course_path_read(const char *data, struct point **points, int *count, struct error *error)
{
    struct path path = {.next = data};
    bool good = read_commands(&path);
    while (path.count > 1 && point_equal(path.points[0], path.points[path.count - 1]))
        path.count--;
    if (good && path.closed && path.count >= 3) {
        *points = path.points;
        *count = path.count;
        return true;
    }
    free(path.points);
    if (!good)
        return error_set(error,
                         "the path cannot be read from \"%.20s\" on: the course is one loop "
                         "of lines and curves",
                         path.next);
    return error_set(error, "the course is not closed: its path must end with Z");
}
