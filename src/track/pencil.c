/* Flattening.
 *
 * The little mathematics that curves need is done without libm: its last bits differ between
 * machines, and a vertex that rounds differently makes another track. Bézier curves are halved
 * until their control points lie near the chord; arcs are halved on the unit circle, where the
 * middle of two directions is their sum made one long, so neither needs an angle.
 */
#include "track/pencil.h"

#include <stdint.h>

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

bool pencil_line(struct pencil *pencil, struct vector to, struct error *error)
{
    return begin_loop(pencil, error) && finish_stroke(pencil, to, error);
}

bool pencil_close(struct pencil *pencil, struct error *error)
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

bool pencil_cubic(struct pencil *pencil, struct vector control, struct vector second,
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

bool pencil_quadratic(struct pencil *pencil, struct vector control, struct vector to,
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

bool pencil_arc(struct pencil *pencil, const struct pencil_arc *given, struct error *error)
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
