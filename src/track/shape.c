/* Flattening.
 *
 * The little mathematics that curves need is done without libm: its last bits differ between
 * machines, and a vertex that rounds differently makes another track. Bézier curves are halved
 * until their control points lie near the chord; arcs are halved on the unit circle, where the
 * middle of two directions is their sum made one long, so neither needs an angle.
 */
#include "track/draft.h"

#include "svg/svg.h"

#include <stdint.h>
#include <string.h>

enum { DEPTH_LIMIT = 24 };

/* Nothing that matters is farther away than this, and beyond it doubles lose the 1/1024. */
#define FAR_SQUARES 1e9
/* Radii and chords smaller than this would leave the range of doubles when squared. */
#define TINY 1e-20

static double magnitude(double value)
{
    return value < 0 ? -value : value;
}

/* False for what is not a number, too. */
static bool is_near(struct vector v)
{
    return magnitude(v.x) <= FAR_SQUARES && magnitude(v.y) <= FAR_SQUARES;
}

static struct vector to_squares(const struct pencil *pencil, struct vector user)
{
    struct vector v = transform_apply(&pencil->transform, user);
    return (struct vector){(v.x - pencil->sheet.corner.x) / pencil->sheet.square,
                           (v.y - pencil->sheet.corner.y) / pencil->sheet.square};
}

static int32_t round_to_fine(double squares)
{
    double size = magnitude(squares) * FINE;
    int64_t whole = (int64_t)size;
    if (size - (double)whole >= 0.5)
        whole++;
    if (whole > INT32_MAX / 2)
        whole = INT32_MAX / 2;
    return (int32_t)(squares < 0 ? -whole : whole);
}

static bool refuse_far(struct error *error)
{
    return error_set(error, "a point lies more than a thousand million squares off the sheet; look "
                            "at the numbers and transforms of this shape");
}

static bool add_vertex(struct pencil *pencil, struct vector squares, struct error *error)
{
    if (!is_near(squares))
        return refuse_far(error);
    struct point fine = {round_to_fine(squares.x), round_to_fine(squares.y)};
    fine.y = pencil->draft->height * FINE - fine.y;
    return pencil->anywhere ? draft_add_vertex_anywhere(pencil->draft, fine, error)
                            : draft_add_vertex(pencil->draft, fine, error);
}

/* The first vertex of a loop waits for the first stroke, so that a lone move draws nothing. */
static bool begin_loop(struct pencil *pencil, struct error *error)
{
    if (pencil->begun)
        return true;
    pencil->begun = true;
    draft_begin_loop(pencil->draft);
    return add_vertex(pencil, to_squares(pencil, pencil->at), error);
}

static bool finish_stroke(struct pencil *pencil, struct vector to, struct error *error)
{
    pencil->at = to;
    return add_vertex(pencil, to_squares(pencil, to), error);
}

void pencil_move(struct pencil *pencil, struct vector to)
{
    pencil->at = pencil->start = to;
    pencil->begun = false;
}

static bool pencil_line(struct pencil *pencil, struct vector to, struct error *error)
{
    return begin_loop(pencil, error) && finish_stroke(pencil, to, error);
}

/* The current point is the loop's start again. */
static bool pencil_close(struct pencil *pencil, struct error *error)
{
    if (!begin_loop(pencil, error))
        return false;
    draft_close_loop(pencil->draft);
    pencil_move(pencil, pencil->start);
    return true;
}

static struct vector middle_of(struct vector a, struct vector b)
{
    return (struct vector){(a.x + b.x) / 2, (a.y + b.y) / 2};
}

/* The square of the distance from v to the segment from a to b. */
static double squared_distance(struct vector v, struct vector a, struct vector b)
{
    double dx = b.x - a.x, dy = b.y - a.y;
    double length = dx * dx + dy * dy;
    double along = length > 0 ? ((v.x - a.x) * dx + (v.y - a.y) * dy) / length : 0;
    along = along < 0 ? 0 : along > 1 ? 1 : along;
    double x = v.x - a.x - along * dx, y = v.y - a.y - along * dy;
    return x * x + y * y;
}

/* A point of the curve is a mean of the four, in which the two control points weigh at most 3/4
 * together; the distance to a segment is convex; so the curve is at most 3/4 as far off. */
static bool is_flat(const struct vector curve[4])
{
    const double limit = PENCIL_FLATNESS * 4 / 3;
    return !(squared_distance(curve[1], curve[0], curve[3]) > limit * limit ||
             squared_distance(curve[2], curve[0], curve[3]) > limit * limit);
}

/* Adds the vertices between the ends. */
static bool halve_curve(struct pencil *pencil, const struct vector curve[4], int depth,
                        struct error *error)
{
    if (depth == 0 || is_flat(curve))
        return true;
    struct vector ab = middle_of(curve[0], curve[1]);
    struct vector bc = middle_of(curve[1], curve[2]);
    struct vector cd = middle_of(curve[2], curve[3]);
    struct vector abc = middle_of(ab, bc);
    struct vector bcd = middle_of(bc, cd);
    struct vector middle = middle_of(abc, bcd);
    const struct vector before[4] = {curve[0], ab, abc, middle};
    const struct vector after[4] = {middle, bcd, cd, curve[3]};
    return halve_curve(pencil, before, depth - 1, error) && add_vertex(pencil, middle, error) &&
           halve_curve(pencil, after, depth - 1, error);
}

static bool pencil_cubic(struct pencil *pencil, struct vector control, struct vector second,
                         struct vector to, struct error *error)
{
    const struct vector curve[4] = {
        to_squares(pencil, pencil->at),
        to_squares(pencil, control),
        to_squares(pencil, second),
        to_squares(pencil, to),
    };
    for (int i = 1; i < 3; i++)
        if (!is_near(curve[i]))
            return refuse_far(error);
    return begin_loop(pencil, error) && halve_curve(pencil, curve, DEPTH_LIMIT, error) &&
           finish_stroke(pencil, to, error);
}

static struct vector two_thirds(struct vector from, struct vector to)
{
    return (struct vector){from.x + (to.x - from.x) * 2 / 3, from.y + (to.y - from.y) * 2 / 3};
}

static bool pencil_quadratic(struct pencil *pencil, struct vector control, struct vector to,
                             struct error *error)
{
    return pencil_cubic(pencil, two_thirds(pencil->at, control), two_thirds(to, control), to,
                        error);
}

/* An arc is a piece of the unit circle, mapped. */
struct round {
    struct transform map;
    double tolerance; /* on the unit circle */
    struct vector from, to;
    double turn; /* 1 from the x axis to the y axis, else -1 */
    int quarters;
};

/* Adds the vertices between two directions that are less than half a turn apart. */
static bool halve_round(struct pencil *pencil, const struct round *round, struct vector from,
                        struct vector to, int depth, struct error *error)
{
    struct vector middle = middle_of(from, to);
    double length = transform_square_root(middle.x * middle.x + middle.y * middle.y);
    if (depth == 0 || !(1 - length > round->tolerance))
        return true;
    middle.x /= length;
    middle.y /= length;
    return halve_round(pencil, round, from, middle, depth - 1, error) &&
           add_vertex(pencil, to_squares(pencil, transform_apply(&round->map, middle)), error) &&
           halve_round(pencil, round, middle, to, depth - 1, error);
}

/* Whole quarters from the start, then the rest. */
static bool draw_round(struct pencil *pencil, const struct round *round, struct error *error)
{
    struct vector from = round->from;
    for (int i = 0; i < round->quarters; i++) {
        struct vector to = {-round->turn * from.y, round->turn * from.x};
        if (!halve_round(pencil, round, from, to, DEPTH_LIMIT, error) ||
            !add_vertex(pencil, to_squares(pencil, transform_apply(&round->map, to)), error))
            return false;
        from = to;
    }
    return halve_round(pencil, round, from, round->to, DEPTH_LIMIT, error);
}

/* How many whole quarters lie between the directions. The flag decides where rounding leaves open
 * whether they are nearly equal or nearly a turn apart. */
static int count_quarters(const struct round *round, bool large)
{
    double along = round->from.x * round->to.x + round->from.y * round->to.y;
    double across = round->turn * (round->from.x * round->to.y - round->from.y * round->to.x);
    if (across >= 0)
        return along <= 0 ? 1 : large ? 4 : 0;
    return along < 0 ? 2 : large ? 3 : 0;
}

static bool pencil_arc(struct pencil *pencil, const struct pencil_arc *arc, struct error *error);

/* SVG's implementation notes, F.6.5, on the unit circle: the ends are u and -u round the middle of
 * the chord, the centre lies across it. */
static void place_round(struct round *round, const struct pencil *pencil,
                        const struct pencil_arc *arc, struct vector u)
{
    struct vector axis = transform_direction(arc->rotation);
    struct vector middle = middle_of(pencil->at, arc->to);
    double scale = transform_square_root(u.x * u.x + u.y * u.y);
    double grow = scale > 1 ? scale : 1; /* radii that do not reach are made to */
    double across = scale < 1 ? transform_square_root((1 - scale) * (1 + scale)) / scale : 0;
    if (arc->large == arc->sweep)
        across = -across;
    u.x /= grow;
    u.y /= grow;
    struct vector centre = {across * u.y, -across * u.x};
    round->from = (struct vector){u.x - centre.x, u.y - centre.y};
    round->to = (struct vector){-u.x - centre.x, -u.y - centre.y};
    round->map = (struct transform){axis.x * arc->rx * grow,
                                    axis.y * arc->rx * grow,
                                    -axis.y * arc->ry * grow,
                                    axis.x * arc->ry * grow,
                                    middle.x,
                                    middle.y};
    centre = transform_apply(&round->map, centre);
    round->map.e = centre.x;
    round->map.f = centre.y;
    round->turn = arc->sweep ? 1 : -1;
    round->quarters = count_quarters(round, arc->large);
}

static bool pencil_arc(struct pencil *pencil, const struct pencil_arc *given, struct error *error)
{
    struct pencil_arc arc = *given;
    struct vector axis = transform_direction(arc.rotation);
    struct vector half = {(pencil->at.x - arc.to.x) / 2, (pencil->at.y - arc.to.y) / 2};
    struct round round;
    arc.rx = magnitude(arc.rx);
    arc.ry = magnitude(arc.ry);
    if (arc.rx < TINY || arc.ry < TINY)
        return pencil_line(pencil, arc.to, error);
    struct vector u = {(axis.x * half.x + axis.y * half.y) / arc.rx,
                       (axis.x * half.y - axis.y * half.x) / arc.ry};
    if (magnitude(u.x) < TINY && magnitude(u.y) < TINY) /* SVG: no arc between equal points */
        return pencil_line(pencil, arc.to, error);
    place_round(&round, pencil, &arc, u);
    struct transform whole = transform_multiply(&pencil->transform, &round.map);
    double stretch = transform_stretch(&whole) / pencil->sheet.square;
    if (!(stretch <= FAR_SQUARES))
        return refuse_far(error);
    round.tolerance = PENCIL_FLATNESS / (stretch > PENCIL_FLATNESS ? stretch : PENCIL_FLATNESS);
    return begin_loop(pencil, error) && draw_round(pencil, &round, error) &&
           finish_stroke(pencil, arc.to, error);
}

/* === shape ==================================================================================== */

/* Path data, letters with as many groups of numbers as follow each; and the basic shapes, drawn
 * with the strokes that SVG says they are equal to.
 */

enum { QUOTE_BYTES = 24, ARGUMENT_LIMIT = 7 };

struct shape_walk {
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
    bool (*draw)(struct shape_walk *walk, const double *v);
};

static struct vector vector_at(const double *v)
{
    return (struct vector){v[0], v[1]};
}

static bool draw_move(struct shape_walk *walk, const double *v)
{
    pencil_move(walk->pencil, vector_at(v));
    return true;
}

static bool draw_line(struct shape_walk *walk, const double *v)
{
    return pencil_line(walk->pencil, vector_at(v), walk->error);
}

static bool draw_horizontal(struct shape_walk *walk, const double *v)
{
    return pencil_line(walk->pencil, (struct vector){v[0], walk->pencil->at.y}, walk->error);
}

static bool draw_vertical(struct shape_walk *walk, const double *v)
{
    return pencil_line(walk->pencil, (struct vector){walk->pencil->at.x, v[0]}, walk->error);
}

static bool draw_cubic(struct shape_walk *walk, const double *v)
{
    walk->control = vector_at(v + 2);
    return pencil_cubic(walk->pencil, vector_at(v), vector_at(v + 2), vector_at(v + 4),
                        walk->error);
}

/* The last control point mirrored in the current point, if the stroke before was such a curve. */
static struct vector mirrored(const struct shape_walk *walk, const char *curves)
{
    struct vector at = walk->pencil->at;
    if (walk->before == '\0' || !strchr(curves, walk->before))
        return at;
    return (struct vector){2 * at.x - walk->control.x, 2 * at.y - walk->control.y};
}

static bool draw_smooth_cubic(struct shape_walk *walk, const double *v)
{
    struct vector first = mirrored(walk, "CS");
    walk->control = vector_at(v);
    return pencil_cubic(walk->pencil, first, vector_at(v), vector_at(v + 2), walk->error);
}

static bool draw_quadratic(struct shape_walk *walk, const double *v)
{
    walk->control = vector_at(v);
    return pencil_quadratic(walk->pencil, vector_at(v), vector_at(v + 2), walk->error);
}

static bool draw_smooth_quadratic(struct shape_walk *walk, const double *v)
{
    walk->control = mirrored(walk, "QT");
    return pencil_quadratic(walk->pencil, walk->control, vector_at(v), walk->error);
}

static bool draw_arc(struct shape_walk *walk, const double *v)
{
    struct pencil_arc arc = {v[0], v[1], v[2], v[3] != 0, v[4] != 0, {v[5], v[6]}};
    return pencil_arc(walk->pencil, &arc, walk->error);
}

static bool draw_close(struct shape_walk *walk, const double *v)
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
static bool draw_letter(const char **cursor, struct shape_walk *walk)
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

static bool check_letter(const char *cursor, const struct shape_walk *walk)
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
    struct shape_walk walk = {.pencil = pencil, .error = error};
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
    pencil_move(pencil, vector_at(v));
    return pencil_line(pencil, vector_at(v + 2), error);
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
static double radius_within(double radius, double side)
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
    double rx = radius_within(radius(attributes, "rx", v[4], v[5]), v[2]);
    double ry = radius_within(radius(attributes, "ry", v[5], v[4]), v[3]);
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
    pencil_move(pencil, vector_at(centre));
    return pencil_line(pencil, vector_at(centre), error);
}
