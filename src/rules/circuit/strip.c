/* What a circuit is, how it is read from its file and how it is asked.
 *
 * The path that draws its course becomes points in whole numbers (RULES 1.2): lines, curves and
 * arcs, each in a fixed number of parts. It looks alone, so whole numbers do, and ellipses of arcs
 * that do not stand upright.
 */

#include "rules/circuit/circuit.h"

#include "base/formats.h"
#include "base/memory.h"
#include "base/number.h"
#include "svg/svg.h"

#include <stdarg.h>
#include <stdio.h>
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

/* A number as SVG writes it, in 1/1024, rounded; moves behind it and what separates numbers. False:
 * there is none within a million. */
static bool course_path_number(const char **cursor, int *fine)
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

/* Rounded down. */
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

/* False: at path->next is what cannot be read. */
static bool read_commands(struct path *path)
{
    char command = '\0';
    bool relative = false;
    skip_blanks(&path->next);
    while (*path->next) {
        if ((*path->next >= 'a' && *path->next <= 'z') ||
            (*path->next >= 'A' && *path->next <= 'Z')) {
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

/* One closed loop in 1/1024 user units, y down; the caller frees the points. An error if it cannot
 * be read, is more than one loop, does not end with Z, or has fewer than three points. */
static bool course_path_read(const char *data, struct point **points, int *count,
                             struct error *error)
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

/* === strip ==================================================================================== */

/* What a circuit is and how it is asked, and the table of its kind (rules/setup.h). */

/* Drafts of circuits: what is wrong with them (RULES 1.4), and circuits made of them. */

struct circuit_draft circuit_draft_make(int width, int height)
{
    return (struct circuit_draft){.name = memory_copy_string(""),
                                  .note = memory_copy_string(""),
                                  .rows = 40,
                                  .lanes = CIRCUIT_LANES_LEAST,
                                  .lane_width = 5 * FINE,
                                  .view = {0, 0, width * FINE, height * FINE}};
}

static void *copy_list(const void *items, int count, size_t size)
{
    return count > 0 ? memory_copy(items, (size_t)count, size) : NULL;
}

struct circuit_draft circuit_draft_copy(const struct circuit_draft *draft)
{
    struct circuit_draft copy = *draft;
    copy.name = memory_copy_string(draft->name);
    copy.note = memory_copy_string(draft->note);
    copy.corners = copy_list(draft->corners, draft->corner_count, sizeof *draft->corners);
    copy.path = draft->path ? memory_copy_string(draft->path) : NULL;
    copy.course = copy_list(draft->course, draft->course_count, sizeof *draft->course);
    return copy;
}

void circuit_draft_free(struct circuit_draft *draft)
{
    free(draft->name);
    free(draft->note);
    free(draft->corners);
    free(draft->path);
    free(draft->course);
    *draft = (struct circuit_draft){0};
}

static bool is_same_corner(const struct draft_corner *one, const struct draft_corner *other)
{
    return one->from == other->from && one->to == other->to &&
           one->limit_count == other->limit_count && one->line_count == other->line_count &&
           memcmp(one->limits, other->limits, (size_t)one->limit_count * sizeof *one->limits) ==
               0 &&
           memcmp(one->line, other->line, (size_t)one->line_count * sizeof *one->line) == 0;
}

bool circuit_draft_is_same(const struct circuit_draft *one, const struct circuit_draft *other)
{
    bool same = strcmp(one->name, other->name) == 0 && strcmp(one->note, other->note) == 0 &&
                one->rows == other->rows && one->lanes == other->lanes &&
                one->corner_count == other->corner_count &&
                one->course_count == other->course_count && one->lane_width == other->lane_width &&
                memcmp(one->view, other->view, sizeof one->view) == 0;
    for (int i = 0; same && i < one->course_count; i++)
        same = point_equal(one->course[i], other->course[i]);
    for (int i = 0; same && i < one->corner_count; i++)
        same = is_same_corner(&one->corners[i], &other->corners[i]);
    return same;
}

struct draft_corner *circuit_draft_add_corner(struct circuit_draft *draft)
{
    if (draft->corner_count == CIRCUIT_CORNERS_MOST)
        return NULL;
    draft->corners =
        memory_resize(draft->corners, (size_t)draft->corner_count + 1, sizeof *draft->corners);
    struct draft_corner *corner = &draft->corners[draft->corner_count++];
    *corner = (struct draft_corner){0};
    return corner;
}

/* --- what is wrong (1.4) ---------------------------------------------------------------------- */

struct strip_check {
    const struct circuit_draft *draft;
    struct circuit_fault *faults;
    int count, limit;
    int corner;
};

__attribute__((format(printf, 4, 5))) static void tell(struct strip_check *check, int row, int lane,
                                                       const char *format, ...)
{
    va_list arguments;
    if (check->count >= check->limit)
        return;
    struct circuit_fault *fault = &check->faults[check->count++];
    *fault = (struct circuit_fault){.corner = check->corner, .row = row, .lane = lane};
    va_start(arguments, format);
    vsnprintf(fault->text, sizeof fault->text, format, arguments);
    va_end(arguments);
}

/* False if its rows are none: then nothing else can be said of it. */
static bool check_rows(struct strip_check *check, const struct draft_corner *corner)
{
    int last = check->draft->rows - 1;
    bool begins = corner->from >= 0 && corner->from <= last;
    if (!begins)
        tell(check, -1, 0, "data-from=\"%d\" must be a whole number from 0 to %d", corner->from,
             last);
    else if (corner->to < 0 || corner->to > last)
        tell(check, corner->from, 0, "data-to=\"%d\" must be a whole number from 0 to %d",
             corner->to, last);
    else if (corner->to < corner->from)
        tell(check, corner->from, 0, "the corner ends in row %d before it begins in row %d",
             corner->to, corner->from);
    else
        return true;
    return false;
}

static void check_neighbours(struct strip_check *check, const struct draft_corner *corner)
{
    const struct circuit_draft *draft = check->draft;
    int grid = draft->rows - circuit_grid_rows(draft->lanes);
    for (int i = 0; i < check->corner; i++) {
        const struct draft_corner *other = &draft->corners[i];
        if (other->to >= other->from && corner->from <= other->to && other->from <= corner->to) {
            tell(check, corner->from > other->from ? corner->from : other->from, 0,
                 "the corner in rows %d to %d has rows of the corner in rows %d to %d, too",
                 corner->from, corner->to, other->from, other->to);
            break;
        }
    }
    if (corner->to >= grid)
        tell(
            check, corner->to, 0,
            "the corner in rows %d to %d reaches into the starting grid, the last %d rows: it must "
            "end before row %d",
            corner->from, corner->to, circuit_grid_rows(draft->lanes), grid);
}

static void check_limits(struct strip_check *check, const struct draft_corner *corner)
{
    int lanes = check->draft->lanes;
    if (corner->limit_count != lanes) {
        tell(check, corner->from, 0,
             "data-limits must have a whole number for each of the %d lanes", lanes);
        return;
    }
    for (int lane = 1; lane <= lanes; lane++) {
        int limit = corner->limits[lane - 1];
        if (limit < CIRCUIT_LIMIT_STEP || limit > CIRCUIT_LIMIT_MOST ||
            limit % CIRCUIT_LIMIT_STEP != 0)
            tell(check, corner->from, lane,
                 "the limit %d of lane %d must be a multiple of 20 from 20 to %d", limit, lane,
                 CIRCUIT_LIMIT_MOST);
    }
}

static void check_line(struct strip_check *check, const struct draft_corner *corner)
{
    int rows = corner->to - corner->from + 1;
    if (corner->line_count == 0)
        return;
    if (corner->line_count != rows) {
        tell(check, corner->from, 0,
             "data-line must have a lane for each of the %d rows, and not for %d", rows,
             corner->line_count);
        return;
    }
    for (int i = 0; i < rows; i++) {
        int lane = corner->line[i], before = i > 0 ? corner->line[i - 1] : lane;
        if (lane < 1 || lane > check->draft->lanes)
            tell(check, corner->from + i, 0, "the line has no lane %d: there are 1 to %d", lane,
                 check->draft->lanes);
        else if (abs(lane - before) > 1)
            tell(check, corner->from + i, lane,
                 "the line leaps from lane %d to lane %d in row %d: it may change by one", before,
                 lane, corner->from + i);
    }
}

int circuit_draft_check(const struct circuit_draft *draft, struct circuit_fault *into, int limit)
{
    struct strip_check check = {draft, into, 0, limit, -1};
    if (draft->course_count == 0)
        tell(&check, -1, 0,
             "there is no course yet: it is drawn as a loop, in a file as a path with "
             "class=\"course\" and the middle of the strip");
    for (int i = 0; i < draft->corner_count; i++) {
        const struct draft_corner *corner = &draft->corners[i];
        check.corner = i;
        if (!check_rows(&check, corner))
            continue;
        check_neighbours(&check, corner);
        check_limits(&check, corner);
        check_line(&check, corner);
    }
    return check.count;
}

/* --- circuits --------------------------------------------------------------------------------- */

static int compare_corners(const void *a, const void *b)
{
    return ((const struct corner *)a)->from - ((const struct corner *)b)->from;
}

static void draft_take_corner(struct circuit *circuit, const struct draft_corner *corner)
{
    struct corner *made = &circuit->corners[circuit->corner_count++];
    *made = (struct corner){.from = corner->from, .to = corner->to};
    memcpy(made->limits, corner->limits, sizeof made->limits);
    made->has_line = corner->line_count > 0;
    for (int i = 0; i < corner->line_count; i++)
        circuit->line[corner->from + i] = corner->line[i];
}

static struct circuit *begin_circuit(const struct circuit_draft *draft)
{
    struct circuit *circuit = memory_allocate(1, sizeof *circuit);
    atomic_init(&circuit->holders, 1);
    circuit->name = memory_copy_string(draft->name);
    circuit->note = memory_copy_string(draft->note);
    circuit->rows = draft->rows;
    circuit->lanes = draft->lanes;
    circuit->corners = memory_allocate((size_t)draft->corner_count + 1, sizeof *circuit->corners);
    circuit->corner_at = memory_allocate((size_t)draft->rows, sizeof *circuit->corner_at);
    circuit->line = memory_allocate((size_t)draft->rows, sizeof *circuit->line);
    circuit->path = draft->path ? memory_copy_string(draft->path) : NULL;
    circuit->course = copy_list(draft->course, draft->course_count, sizeof *draft->course);
    circuit->course_count = draft->course_count;
    circuit->lane_width = draft->lane_width;
    memcpy(circuit->view, draft->view, sizeof circuit->view);
    return circuit;
}

static void finish_circuit(struct circuit *circuit)
{
    qsort(circuit->corners, (size_t)circuit->corner_count, sizeof *circuit->corners,
          compare_corners);
    for (int row = 0; row < circuit->rows; row++)
        circuit->corner_at[row] = -1;
    for (int i = 0; i < circuit->corner_count; i++)
        for (int row = circuit->corners[i].from; row <= circuit->corners[i].to; row++)
            circuit->corner_at[row] = i;
}

const struct circuit *circuit_make(const struct circuit_draft *draft, struct error *error)
{
    struct circuit_fault fault;
    if (circuit_draft_check(draft, &fault, 1) > 0) {
        int line = fault.corner >= 0      ? draft->corners[fault.corner].written_at
                   : draft->course_at > 0 ? draft->course_at
                                          : 1;
        error_set_at(error, line, 0, "%s", fault.text);
        return NULL;
    }
    struct circuit *circuit = begin_circuit(draft);
    for (int i = 0; i < draft->corner_count; i++)
        draft_take_corner(circuit, &draft->corners[i]);
    finish_circuit(circuit);
    return circuit;
}

/* With usual limits in place of those that are none, and without a line that cannot be drawn. */
static struct draft_corner mended_corner(const struct circuit_draft *draft,
                                         const struct draft_corner *corner)
{
    struct draft_corner copy = *corner;
    for (int lane = 0; lane < draft->lanes; lane++) {
        int limit = lane < corner->limit_count ? corner->limits[lane] : 0;
        copy.limits[lane] = limit > 0 && limit <= CIRCUIT_LIMIT_MOST ? limit : CIRCUIT_LIMIT_STEP;
    }
    if (corner->line_count != corner->to - corner->from + 1)
        copy.line_count = 0;
    for (int i = 0; i < copy.line_count; i++)
        if (copy.line[i] < 1 || copy.line[i] > draft->lanes)
            copy.line_count = 0;
    return copy;
}

const struct circuit *circuit_make_to_look_at(const struct circuit_draft *draft)
{
    struct circuit *circuit = begin_circuit(draft);
    for (int i = 0; i < draft->corner_count; i++) {
        const struct draft_corner *corner = &draft->corners[i];
        if (corner->from < 0 || corner->to >= draft->rows || corner->to < corner->from)
            continue;
        struct draft_corner copy = mended_corner(draft, corner);
        draft_take_corner(circuit, &copy);
    }
    finish_circuit(circuit);
    return circuit;
}

/* === file ===================================================================================== */

/* Reading and writing circuits (RULES 1.2 to 1.4): the data- attributes of what an SVG file draws,
 * and where it draws the course, for looks. Nothing outside the file is ever read.
 */

enum { NAME_BYTES = 1000, NOTE_BYTES = 8000, STRIP_FAR = 10000 };

static const char blanks[] = " \t\r\n";

struct reading {
    struct svg_tree tree;
    struct error *error;
    struct circuit_draft *draft;
    int courses; /* how many there were */
};

/* --- attributes ------------------------------------------------------------------------------- */

/* Numbers in 1/1024, and nothing else. */
static bool read_fine(const char *text, int *into, int count)
{
    for (int i = 0; i < count; i++)
        if (!course_path_number(&text, &into[i]))
            return false;
    return *text == '\0';
}

static bool has_class(const char *const *attributes, const char *wanted)
{
    const char *classes = scan_attribute(attributes, "class");
    size_t length = strlen(wanted);
    for (; classes && *classes; classes += strcspn(classes, blanks)) {
        classes += strspn(classes, blanks);
        if (strcspn(classes, blanks) == length && memcmp(classes, wanted, length) == 0)
            return true;
    }
    return false;
}

/* One whole number among blanks; false, with the error, if it is none or out of bounds. */
static bool read_whole(const char *const *attributes, const char *name, int least, int most,
                       int *into, struct error *error)
{
    const char *text = scan_attribute(attributes, name);
    int64_t value;
    if (!text)
        return error_set(error, "%s is missing: it is a whole number from %d to %d", name, least,
                         most);
    if (!number_is_integer(text, least, most, &value))
        return error_set(error, "%s=\"%.40s\" must be a whole number from %d to %d", name, text,
                         least, most);
    *into = (int)value;
    return true;
}

/* Whole numbers between blanks; how many there were, or -1: something is none. At most `most`. */
static int read_list(const char *text, int *into, int most)
{
    int count = 0;
    for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
        int64_t value;
        if (!number_read_integer(&text, -STRIP_FAR, STRIP_FAR, &value) ||
            (*text && !strchr(blanks, *text)))
            return -1;
        if (count < most)
            into[count] = (int)value;
        count++;
    }
    return count;
}

/* --- the root --------------------------------------------------------------------------------- */

static bool take_view(struct circuit_draft *draft, const char *const *attributes,
                      struct error *error)
{
    const char *view = scan_attribute(attributes, "viewBox");
    int fine[4] = {0, 0, 200 * FINE, 140 * FINE};
    if (view && !read_fine(view, fine, 4))
        return error_set(error, "viewBox=\"%.40s\" must be four numbers", view);
    if (fine[2] <= 0 || fine[3] <= 0)
        return error_set(error, "the viewBox must be wider and higher than 0");
    memcpy(draft->view, fine, sizeof fine);
    return true;
}

static bool take_root(struct reading *reading, const char *const *attributes)
{
    struct circuit_draft *draft = reading->draft;
    const char *format = scan_attribute(attributes, "data-graphprix-circuit");
    if (!format || strcmp(format, "1") != 0)
        return error_set(reading->error, "the first element must say data-graphprix-circuit=\"1\"");
    return read_whole(attributes, "data-rows", CIRCUIT_ROWS_LEAST, CIRCUIT_ROWS_MOST, &draft->rows,
                      reading->error) &&
           read_whole(attributes, "data-lanes", CIRCUIT_LANES_LEAST, CIRCUIT_LANES_MOST,
                      &draft->lanes, reading->error) &&
           take_view(draft, attributes, reading->error);
}

/* --- course and corners ----------------------------------------------------------------------- */

static bool take_course(struct reading *reading, const struct svg_place *place, const char *name,
                        const char *const *attributes)
{
    struct circuit_draft *draft = reading->draft;
    const struct error *trouble = place->trouble ? place->trouble : place->doubt;
    const char *path = scan_attribute(attributes, "d");
    const char *width = scan_attribute(attributes, "data-lane-width");
    if (reading->courses++ > 0)
        return error_set(reading->error, "there is a second course: leave one");
    if (strcmp(name, "path") != 0)
        return error_set(reading->error, "the course must be a path");
    if (trouble)
        return error_set_at(reading->error, trouble->line, trouble->column, "of the course %s",
                            trouble->text);
    draft->course_at = reading->tree.elements[place->element].line;
    if (width && (!read_fine(width, &draft->lane_width, 1) || draft->lane_width <= 0))
        return error_set(reading->error, "data-lane-width=\"%.40s\" must be a number above 0",
                         width);
    if (!path) /* it is not drawn yet */
        return true;
    size_t length = strlen(path);
    while (length > 0 && strchr(blanks, path[length - 1]))
        length--;
    if (length == 0 || (path[length - 1] != 'Z' && path[length - 1] != 'z'))
        return error_set(reading->error, "the course is not closed: its path must end with Z");
    if (!course_path_read(path, &draft->course, &draft->course_count, reading->error) ||
        !svg_place_points(place, draft->course, draft->course_count, reading->error))
        return false;
    if (svg_place_is_plain(place))
        draft->path = memory_copy_string(path);
    return true;
}

/* A row that there is not has a form, too: the check tells it. */
static bool read_row(struct reading *reading, const char *const *attributes, const char *name,
                     int *row)
{
    const char *text = scan_attribute(attributes, name);
    int64_t value;
    if (text && number_is_integer(text, -STRIP_FAR, STRIP_FAR, &value)) {
        *row = (int)value;
        return true;
    }
    return read_whole(attributes, name, 0, reading->draft->rows - 1, row, reading->error);
}

static bool take_limits(struct reading *reading, struct draft_corner *corner, const char *text)
{
    corner->limit_count = text ? read_list(text, corner->limits, CIRCUIT_LANES_MOST) : 0;
    if (corner->limit_count >= 0)
        return true;
    return error_set(reading->error,
                     "data-limits=\"%.40s\" must have a whole number for each of the %d lanes",
                     text, reading->draft->lanes);
}

static bool take_line(struct reading *reading, struct draft_corner *corner, const char *text)
{
    int lanes[CIRCUIT_ROWS_MOST];
    int count = read_list(text, lanes, CIRCUIT_ROWS_MOST), rows = corner->to - corner->from + 1;
    if (count <= 0 || count > CIRCUIT_ROWS_MOST)
        return error_set(reading->error, "data-line must have a lane for each of the %d rows",
                         rows > 0 ? rows : 1);
    corner->line_count = count;
    for (int i = 0; i < count; i++)
        corner->line[i] = (short)lanes[i];
    return true;
}

static bool take_corner(struct reading *reading, int line, const char *const *attributes)
{
    const char *path_line = scan_attribute(attributes, "data-line");
    struct draft_corner *corner = circuit_draft_add_corner(reading->draft);
    if (!corner)
        return error_set(reading->error, "there are more than %d corners", CIRCUIT_CORNERS_MOST);
    corner->written_at = line;
    return read_row(reading, attributes, "data-from", &corner->from) &&
           read_row(reading, attributes, "data-to", &corner->to) &&
           take_limits(reading, corner, scan_attribute(attributes, "data-limits")) &&
           (!path_line || take_line(reading, corner, path_line));
}

/* What is hidden may count or not, so it is told. */
static bool take_shape(void *data, const struct svg_place *place, const char *const *attributes,
                       struct error *error)
{
    struct reading *reading = data;
    const struct svg_element *element = &reading->tree.elements[place->element];
    bool course = has_class(attributes, "course");
    if (!course && !has_class(attributes, "corner"))
        return true;
    if (svg_place_is_hidden(place))
        return error_set(error,
                         "this %s is not to be seen (display, visibility or opacity): show "
                         "it, or take it out",
                         course ? "course" : "corner");
    return course ? take_course(reading, place, element->name, attributes)
                  : take_corner(reading, element->line, attributes);
}

static bool take_group(void *data, const struct svg_place *place, struct error *error)
{
    struct reading *reading = data;
    return take_shape(
        data, place, (const char *const *)reading->tree.elements[place->element].attributes, error);
}

/* Tools that tidy drawings up take away what draws nothing; the number of corners tells it. */
static bool check_corner_count(struct reading *reading, const char *const *root)
{
    int said;
    if (!scan_attribute(root, "data-corners"))
        return true;
    if (!read_whole(root, "data-corners", 0, CIRCUIT_CORNERS_MOST, &said, reading->error))
        return false;
    return said == reading->draft->corner_count ||
           error_set(reading->error,
                     "data-corners says %d, but there are %d corners: a program that tidies "
                     "drawings may have taken some away; open the file as it was before, or put "
                     "the number right",
                     said, reading->draft->corner_count);
}

static bool take_document(struct reading *reading)
{
    const struct svg_element *root = reading->tree.elements;
    const char *const *attributes = (const char *const *)root->attributes;
    const struct svg_visitor visitor = {.data = reading, .shape = take_shape, .group = take_group};
    bool coloured;
    bool good = take_root(reading, attributes) &&
                svg_walk_in_view(&reading->tree, reading->draft->view, &visitor, &coloured,
                                 reading->error) &&
                check_corner_count(reading, attributes);
    if (!good && reading->error->line == 0)
        reading->error->line = root->line;
    return good;
}

/* --- the whole -------------------------------------------------------------------------------- */

/* Without blanks at both ends, and line breaks as blanks. */
static char *take_words(struct text *text, size_t most)
{
    const char *words = text_string(text);
    words += strspn(words, blanks);
    char *copy = memory_copy_string(words);
    size_t length = strlen(copy);
    if (length > most) /* the last letter whole or not at all */
        for (length = most; length > 0 && ((unsigned char)copy[length] & 0xc0) == 0x80;)
            length--;
    while (length > 0 && strchr(blanks, copy[length - 1]))
        length--;
    copy[length] = '\0';
    for (char *letter = copy; *letter; letter++)
        if (strchr(blanks, *letter))
            *letter = ' ';
    return copy;
}

bool circuit_draft_read(const char *bytes, size_t length, struct circuit_draft *into,
                        struct error *error)
{
    struct error found = {0};
    struct reading reading = {.error = &found, .draft = into};
    *into = (struct circuit_draft){.lane_width = 5 * FINE};
    bool good = length <= CIRCUIT_BYTES
                    ? svg_tree_read(&reading.tree, bytes, length, &found) && take_document(&reading)
                    : error_set_at(&found, 1, 0, "the file has more than %d bytes", CIRCUIT_BYTES);
    into->name = take_words(&reading.tree.title, NAME_BYTES);
    into->note = take_words(&reading.tree.description, NOTE_BYTES);
    svg_tree_free(&reading.tree);
    if (good)
        return true;
    *error = found;
    circuit_draft_free(into);
    return false;
}

static const void *circuit_read(const char *bytes, size_t length, struct error *error)
{
    struct circuit_draft draft;
    if (!circuit_draft_read(bytes, length, &draft, error))
        return NULL;
    const struct circuit *circuit = circuit_make(&draft, error);
    circuit_draft_free(&draft);
    return circuit;
}

/* Its first element says so, as far as bytes tell; lanes alone do, too, so that whoever leaves the
 * format out is told. */
static bool circuit_recognise(const char *bytes, size_t length)
{
    static const char *const marks[] = {"data-graphprix-circuit", "data-lanes"};
    size_t first = length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (first < length && strchr(" \t\r\n", bytes[first]))
        first++;
    if (first == length || bytes[first] != '<') /* words about circuits are none */
        return false;
    for (size_t i = 0; i < length && i < 65536; i++)
        for (int j = 0; j < 2; j++)
            if (bytes[i] == 'd' && length - i >= strlen(marks[j]) &&
                memcmp(bytes + i, marks[j], strlen(marks[j])) == 0)
                return true;
    return false;
}

static void append_escaped(struct text *into, const char *element, const char *words)
{
    if (!*words)
        return;
    text_append_format(into, "  <%s>", element);
    text_append_xml(into, words);
    text_append_format(into, "</%s>\n", element);
}

/* Along the middle of its rows, since tools take away what draws nothing. */
static void append_way(const struct circuit_draft *draft, const struct draft_corner *corner,
                       const int64_t *along, struct text *into)
{
    enum { STEPS = 4 }; /* a row */
    int64_t whole = along[draft->course_count];
    int first = STEPS * corner->from, last = STEPS * (corner->to + 1);
    text_append(into, " fill=\"none\" stroke=\"#b03030\" stroke-opacity=\".3\" stroke-width=\"");
    text_append_fine(into, draft->lane_width);
    for (int i = first; i <= last; i++) {
        text_append(into, i == first ? "\" d=\"M " : i == first + 1 ? " L " : " ");
        int64_t place = whole * i / (STEPS * draft->rows);
        int low = 0, high = draft->course_count - 1;
        while (low < high) {
            int middle = (low + high + 1) / 2;
            if (along[middle] <= place)
                low = middle;
            else
                high = middle - 1;
        }
        struct point a = draft->course[low], b = draft->course[(low + 1) % draft->course_count];
        int64_t length = along[low + 1] - along[low], part = place - along[low];
        enum { ROUND = FINE / 8 };
        int x = a.x + (int)(length ? ((int64_t)b.x - a.x) * part / length : 0);
        int y = a.y + (int)(length ? ((int64_t)b.y - a.y) * part / length : 0);
        text_append_fine(into, x / ROUND * ROUND);
        text_append(into, " ");
        text_append_fine(into, y / ROUND * ROUND);
    }
    text_append(into, "\"");
}

static void append_corner(const struct circuit_draft *draft, const struct draft_corner *corner,
                          const int64_t *along, struct text *into)
{
    bool drawn = draft->course_count > 1 && corner->from >= 0 && corner->from <= corner->to &&
                 corner->to < draft->rows;
    text_append_format(into,
                       "  <%s class=\"corner\" data-from=\"%d\" data-to=\"%d\" data-limits=\"",
                       drawn ? "path" : "g", corner->from, corner->to);
    for (int i = 0; i < corner->limit_count && i < CIRCUIT_LANES_MOST; i++)
        text_append_format(into, "%s%d", i > 0 ? " " : "", corner->limits[i]);
    text_append(into, "\"");
    for (int i = 0; i < corner->line_count; i++)
        text_append_format(into, "%s%d", i == 0 ? " data-line=\"" : " ", corner->line[i]);
    text_append(into, corner->line_count > 0 ? "\"" : "");
    if (drawn)
        append_way(draft, corner, along, into);
    text_append(into, "/>\n");
}

void circuit_draft_write(const struct circuit_draft *draft, struct text *into)
{
    const int *view = draft->view;
    text_append(into, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"");
    text_append_fine(into, view[2]);
    text_append(into, "mm\" height=\"");
    text_append_fine(into, view[3]);
    text_append(into, "mm\" viewBox=\"");
    for (int i = 0; i < 4; i++) {
        text_append(into, i > 0 ? " " : "");
        text_append_fine(into, view[i]);
    }
    text_append_format(into,
                       "\" data-graphprix-circuit=\"1\" data-rows=\"%d\" data-lanes=\"%d\" "
                       "data-corners=\"%d\">\n",
                       draft->rows, draft->lanes, draft->corner_count);
    append_escaped(into, "title", draft->name);
    append_escaped(into, "desc", draft->note);
    text_append(into, "  <path class=\"course\"");
    if (draft->course_count > 0) {
        text_append(into, " d=\"");
        if (draft->path)
            text_append_xml(into, draft->path);
        for (int i = 0; !draft->path && i < draft->course_count; i++) {
            text_append(into, i == 0 ? "M " : i == 1 ? " L " : " ");
            text_append_fine(into, draft->course[i].x);
            text_append(into, " ");
            text_append_fine(into, draft->course[i].y);
        }
        text_append(into, draft->path ? "\"" : " Z\"");
    }
    text_append(into, " data-lane-width=\"");
    text_append_fine(into, draft->lane_width);
    text_append(into, "\" fill=\"none\" stroke=\"#333\"/>\n");
    /* How far along the course each of its points is, and at last its whole length; whole numbers
     * do, as what is drawn of a corner is looks. The caller frees it. */
    int count = draft->course_count;
    int64_t *along = memory_allocate((size_t)count + 1, sizeof *along);
    for (int i = 0; i < count; i++) {
        struct point a = draft->course[i], b = draft->course[(i + 1) % count];
        int64_t x = (int64_t)b.x - a.x, y = (int64_t)b.y - a.y;
        along[i + 1] = along[i] + square_root(x * x + y * y);
    }
    for (int i = 0; i < draft->corner_count; i++)
        append_corner(draft, &draft->corners[i], along, into);
    free(along);
    text_append(into, "</svg>\n");
}

static void circuit_write(const void *body, struct text *into)
{
    const struct circuit *circuit = body;
    struct circuit_draft draft = {.name = memory_copy_string(circuit->name),
                                  .note = memory_copy_string(circuit->note),
                                  .rows = circuit->rows,
                                  .lanes = circuit->lanes,
                                  .path = circuit->path ? memory_copy_string(circuit->path) : NULL,
                                  .course_count = circuit->course_count,
                                  .lane_width = circuit->lane_width};
    draft.course = copy_list(circuit->course, circuit->course_count, sizeof *circuit->course);
    memcpy(draft.view, circuit->view, sizeof draft.view);
    for (int i = 0; i < circuit->corner_count; i++) {
        const struct corner *corner = &circuit->corners[i];
        struct draft_corner *copy = circuit_draft_add_corner(&draft);
        copy->from = corner->from;
        copy->to = corner->to;
        copy->limit_count = circuit->lanes;
        memcpy(copy->limits, corner->limits, sizeof copy->limits);
        copy->line_count = corner->has_line ? corner->to - corner->from + 1 : 0;
        for (int k = 0; k < copy->line_count; k++)
            copy->line[k] = (short)circuit->line[corner->from + k];
    }
    circuit_draft_write(&draft, into);
    circuit_draft_free(&draft);
}

/* === strip ==================================================================================== */

const struct corner *circuit_corner(const struct circuit *circuit, int row)
{
    int index = circuit->corner_at[row];
    return index < 0 ? NULL : &circuit->corners[index];
}

int circuit_limit(const struct circuit *circuit, int row, int lane)
{
    const struct corner *corner = circuit_corner(circuit, row);
    return corner ? corner->limits[lane - 1] : 0;
}

int circuit_grid_rows(int lanes)
{
    return (CIRCUIT_GRID_CARS + lanes - 1) / lanes;
}

/* --- the kind --------------------------------------------------------------------------------- */

static const void *retain(const void *body)
{
    atomic_fetch_add(&((struct circuit *)body)->holders, 1);
    return body;
}

static void release(const void *body)
{
    struct circuit *circuit = (struct circuit *)body;
    if (!circuit || atomic_fetch_sub(&circuit->holders, 1) != 1)
        return;
    free(circuit->name);
    free(circuit->note);
    free(circuit->corners);
    free(circuit->corner_at);
    free(circuit->line);
    free(circuit->path);
    free(circuit->course);
    free(circuit);
}

static void tell_of(const void *body, struct course_facts *into)
{
    const struct circuit *circuit = body;
    const int *view = circuit->view;
    into->name = circuit->name;
    into->note = circuit->note;
    /* It may be raced, but it is seldom meant. */
    if (circuit->corner_count == 0)
        into->remark = "there is no corner: where a drawing was tidied up by a program, that may "
                       "have taken them away";
    /* A square of the sheet is five user units. */
    into->size.x = (view[2] + 5 * FINE - 1) / (5 * FINE);
    into->size.y = (view[3] + 5 * FINE - 1) / (5 * FINE);
    into->rows = circuit->rows;
    into->lanes = circuit->lanes;
}

static uint64_t fingerprint(const void *body)
{
    const struct circuit *circuit = body;
    uint64_t sum = hash_number(hash_number(HASH_START, circuit->rows), circuit->lanes);
    for (int i = 0; i < circuit->corner_count; i++) {
        const struct corner *corner = &circuit->corners[i];
        sum = hash_number(hash_number(sum, corner->from), corner->to);
        for (int lane = 0; lane < circuit->lanes; lane++)
            sum = hash_number(sum, corner->limits[lane]);
        for (int row = corner->from; row <= corner->to; row++)
            sum = hash_number(sum, circuit->line[row]);
    }
    return sum;
}

const struct course_kind circuit_strips = {
    .noun = "circuit",
    .unnamed = "A circuit",
    .key = "circuit",
    .extension = ".svg",
    .recognise = circuit_recognise,
    .read = circuit_read,
    .write = circuit_write,
    .retitle = svg_write_title,
    .retain = retain,
    .release = release,
    .tell = tell_of,
    .fingerprint = fingerprint,
};
