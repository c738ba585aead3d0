/* Path data of SVG in whole numbers: lines, curves and arcs, each in a fixed number of parts. */
#include "rules/circuit/circuit.h"

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

static void add_point(struct path *path, struct point to)
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
        add_point(path,
                  (struct point){
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
    add_point(path, to);
    return true;
}

/* --- arcs ------------------------------------------------------------------------------------- */

struct wide {
    int64_t x, y;
};
/* Of an ellipse that is as high as it is wide once its heights are stretched by width / height. */
struct arc {
    struct point from;
    int width, height;
    bool large, sweep;
    struct wide centre; /* seen from `from`, stretched, as all that is wide */
    int64_t radius;
};

static int64_t square_root(int64_t square)
{
    int64_t root = 0;
    for (int64_t bit = INT64_C(1) << 31; bit > 0; bit /= 2)
        if ((root + bit) * (root + bit) <= square)
            root += bit;
    return root;
}

/* In that direction from the centre. */
static struct wide on_arc(const struct arc *arc, struct wide direction)
{
    int64_t length = square_root(direction.x * direction.x + direction.y * direction.y);
    length = length > 0 ? length : 1;
    return (struct wide){arc->centre.x + direction.x * arc->radius / length,
                         arc->centre.y + direction.y * arc->radius / length};
}

static void add_on_arc(struct path *path, const struct arc *arc, struct wide at)
{
    add_point(path, (struct point){(int32_t)(arc->from.x + at.x),
                                   (int32_t)(arc->from.y + at.y * arc->height / arc->width)});
}

/* What lies between two points less than half round from each other, halved so often. */
static void add_between(struct path *path, const struct arc *arc, struct wide one,
                        struct wide other, int halvings)
{
    struct wide middle = on_arc(arc, (struct wide){one.x + other.x - 2 * arc->centre.x,
                                                   one.y + other.y - 2 * arc->centre.y});
    if (halvings == 0)
        return;
    add_between(path, arc, one, middle, halvings - 1);
    add_on_arc(path, arc, middle);
    add_between(path, arc, middle, other, halvings - 1);
}

/* Its own tilt, which only an ellipse shows, is left out. Straight where it has no width, or is far
 * larger than a sheet. */
static void add_arc(struct path *path, struct arc *arc, struct point to)
{
    enum { HALVINGS = 3, MOST = FAR * FINE / 16 };
    arc->from = path->at;
    struct point step = point_subtract(to, arc->from);
    if (arc->width == 0 || arc->height == 0 || point_equal(to, arc->from))
        return;
    struct wide end = {step.x, (int64_t)step.y * arc->width / arc->height};
    if (llabs(end.x) > MOST || llabs(end.y) > MOST)
        return;
    int64_t chord = square_root(end.x * end.x + end.y * end.y);
    chord = chord > 0 ? chord : 1;
    arc->radius = arc->width > chord / 2 ? arc->width : chord / 2 + 1;
    if (arc->radius > MOST || arc->radius * arc->height / arc->width > MOST)
        return;
    int64_t off = square_root(arc->radius * arc->radius - chord * chord / 4);
    off = arc->large ? off : -off;
    /* Across the chord, to the side on which the arc is. */
    struct wide side = arc->sweep ? (struct wide){end.y, -end.x} : (struct wide){-end.y, end.x};
    arc->centre = (struct wide){end.x / 2 + side.x * off / chord, end.y / 2 + side.y * off / chord};
    struct wide top = on_arc(arc, side);
    add_between(path, arc, (struct wide){0, 0}, top, HALVINGS);
    add_on_arc(path, arc, top);
    add_between(path, arc, top, end, HALVINGS);
}

static bool read_flag(struct path *path, bool *flag)
{
    if (*path->next != '0' && *path->next != '1')
        return false;
    *flag = *path->next++ == '1';
    skip_blanks(&path->next); /* it needs nothing behind it */
    path->next += *path->next == ',';
    skip_blanks(&path->next);
    return true;
}

static bool draw_arc(struct path *path, bool relative)
{
    int tilt;
    struct arc arc;
    struct point to;
    if (!course_path_number(&path->next, &arc.width) ||
        !course_path_number(&path->next, &arc.height) || !course_path_number(&path->next, &tilt) ||
        !read_flag(path, &arc.large) || !read_flag(path, &arc.sweep) ||
        !read_points(path, relative, &to, 1))
        return false;
    arc.width = abs(arc.width);
    arc.height = abs(arc.height);
    add_arc(path, &arc, to);
    add_point(path, to);
    return true;
}

static bool draw_command(struct path *path, char command, bool relative)
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
        add_point(path, to[0]);
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
        if (!command || path->closed || path->count > POINTS_MOST ||
            !draw_command(path, command, relative))
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
    return error_set(error, path.closed ? "the course is no loop: three points of it must differ"
                                        : "the course is not closed: its path must end with Z");
}
