/* The loops of an area as they are drawn. The caller owns the outline; nothing can fail. */
#include "paper/graph_paper/outline.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static const double SLIGHT_ANGLE = 0.5;   /* radians: below it two edges stand for one curve */
static const double SMOOTH_PIXELS = 0.12; /* a rounded edge may differ from the curve by this */
static const double WAVER_SQUARES = 0.8;  /* from one width of the pencil to the next */
static const double WAVER_SHARE = 0.17;   /* of the width */
static const double PIECE_PIXELS = 4;     /* no piece of an edge is shorter */
enum { PIECE_LIMIT = 64, EDGES_LEAST = 2000 };
/* Points after which what was added is filled: cairo looks at all that lies beside it, too. */
enum { FILLED_AT_ONCE = 1000 };

struct track_brush track_brush_of(cairo_t *cairo, const struct paper_view *view,
                                  const struct track *track, const struct paper_theme *theme)
{
    return (struct track_brush){cairo, view, track, theme, brush_sizes(view)};
}

struct pixel track_place(const struct track_brush *brush, struct point grid)
{
    return brush_grid_place(brush->view, brush->track->height, grid);
}

struct builder {
    struct outline *outline;
    const struct paper_view *view;
    double height;
    const double *seen;
    int every; /* which vertex is drawn: 1: all of them */
};

static struct pixel device_point(const struct builder *builder, struct point fine)
{
    double square = builder->view->square;
    return (struct pixel){builder->view->left + fine.x * square / FINE,
                          builder->view->top + (builder->height - (double)fine.y / FINE) * square};
}

static void add_point(struct outline *outline, struct pixel at, double along, bool corner)
{
    array_add(outline->points, outline->count, outline->capacity,
              (struct outline_point){at.x, at.y, along, corner});
}

static double turn_at(struct pixel before, struct pixel at, struct pixel after)
{
    double ax = at.x - before.x, ay = at.y - before.y;
    double bx = after.x - at.x, by = after.y - at.y;
    return fabs(atan2(ax * by - ay * bx, ax * bx + ay * by));
}

/* The direction of the curve through `at`, as long as the shorter of its two edges. */
static struct pixel tangent_at(struct pixel before, struct pixel at, struct pixel after)
{
    double x = after.x - before.x, y = after.y - before.y;
    double length = hypot(x, y);
    double reach =
        fmin(hypot(at.x - before.x, at.y - before.y), hypot(after.x - at.x, after.y - at.y));
    if (length <= 0)
        return (struct pixel){0, 0};
    return (struct pixel){x / length * reach, y / length * reach};
}

static bool edge_is_seen(const struct builder *builder, struct pixel a, struct pixel b)
{
    const double *seen = builder->seen;
    return fmin(a.x, b.x) < seen[0] + seen[2] && fmax(a.x, b.x) > seen[0] &&
           fmin(a.y, b.y) < seen[1] + seen[3] && fmax(a.y, b.y) > seen[1];
}

static struct pixel curve_point(struct pixel from, struct pixel leaving, struct pixel to,
                                struct pixel arriving, double t)
{
    double s = 1 - t;
    double a = s * s * (1 + 2 * t), b = s * s * t, c = t * t * (3 - 2 * t), d = -t * t * s;
    return (struct pixel){from.x * a + leaving.x * b + to.x * c + arriving.x * d,
                          from.y * a + leaving.y * b + to.y * c + arriving.y * d};
}

/* The edge from q[1] to q[2], whose neighbours are q[0] and q[3], without its end point. */
static void add_edge(struct builder *builder, const struct pixel q[4], double along)
{
    double x = q[2].x - q[1].x, y = q[2].y - q[1].y;
    double length = hypot(x, y);
    double squares = length / builder->view->square;
    double turn = turn_at(q[0], q[1], q[2]), turn_next = turn_at(q[1], q[2], q[3]);
    bool corner = turn > SLIGHT_ANGLE, corner_next = turn_next > SLIGHT_ANGLE;
    struct pixel straight = {x, y};
    struct pixel leaving = corner ? straight : tangent_at(q[0], q[1], q[2]);
    struct pixel arriving = corner_next ? straight : tangent_at(q[1], q[2], q[3]);
    double bend = fmax(corner ? 0 : turn, corner_next ? 0 : turn_next);
    double pieces = fmax(sqrt(length * bend / 8 / SMOOTH_PIXELS), squares / WAVER_SQUARES);
    pieces = ceil(fmin(pieces, length / PIECE_PIXELS));
    int count = edge_is_seen(builder, q[1], q[2]) ? (int)brush_clamp(pieces, 1, PIECE_LIMIT) : 1;
    for (int i = 0; i < count; i++) {
        double t = (double)i / count;
        add_point(builder->outline, curve_point(q[1], leaving, q[2], arriving, t),
                  along + squares * t, corner && i == 0);
    }
}

static void add_loop(struct builder *builder, struct loop loop)
{
    struct outline *outline = builder->outline;
    array_add(outline->starts, outline->loop_count, outline->loop_capacity, outline->count);
    int every = loop.count / builder->every < 3 ? 1 : builder->every;
    int n = loop.count / every;
    if (n < 3)
        return;
    double along = 0;
    struct pixel q[4];
    for (int k = 1; k < 4; k++)
        q[k] = device_point(builder, loop.vertices[(n - 2 + k) % n * every]);
    for (int i = 0; i < n; i++) {
        q[0] = q[1];
        q[1] = q[2];
        q[2] = q[3];
        q[3] = device_point(builder, loop.vertices[(i + 2) % n * every]);
        add_edge(builder, q, along);
        along += hypot(q[2].x - q[1].x, q[2].y - q[1].y) / builder->view->square;
    }
    struct outline_point first = outline->points[outline->starts[outline->loop_count - 1]];
    add_point(outline, (struct pixel){first.x, first.y}, along, first.corner);
}

/* An outline of more edges than an eighth of the pixels of its sheet would be a blot that takes
 * seconds: the thumbnail of a comb with 100,000 teeth. Every so many vertices are left then; an odd
 * number, which leaves teeth that come and go. */
static int choose_every(const struct paper_view *view, const struct track *track,
                        const struct area *area)
{
    double pixels = view->square * track->width * view->square * track->height;
    double every = area_edge_count(area) / fmax(pixels / 8, EDGES_LEAST);
    return every <= 1 ? 1 : (int)ceil(every) | 1;
}

void outline_build(struct outline *outline, const struct paper_view *view,
                   const struct track *track, const struct area *area, const double seen[4])
{
    outline->count = 0;
    outline->loop_count = 0;
    struct builder builder = {outline, view, track->height, seen, choose_every(view, track, area)};
    for (int i = 0; i < area_loop_count(area); i++)
        add_loop(&builder, area_loop(area, i));
}

void outline_free(struct outline *outline)
{
    free(outline->points);
    free(outline->starts);
    *outline = (struct outline){0};
}

static int loop_end(const struct outline *outline, int loop)
{
    return loop + 1 < outline->loop_count ? outline->starts[loop + 1] : outline->count;
}

void outline_path(cairo_t *cairo, const struct outline *outline)
{
    cairo_new_path(cairo);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD);
    for (int loop = 0; loop < outline->loop_count; loop++) {
        cairo_new_sub_path(cairo);
        for (int i = outline->starts[loop]; i < loop_end(outline, loop) - 1; i++)
            cairo_line_to(cairo, outline->points[i].x, outline->points[i].y);
        cairo_close_path(cairo);
    }
}

struct pencil {
    double width;
    uint64_t seed;
    struct pixel *sides; /* half the width across, for each point */
};

static double half_width(const struct outline_point *point, double width, uint64_t seed)
{
    return width / 2 * (1 + WAVER_SHARE * brush_waver(seed, point->along / WAVER_SQUARES));
}

/* The unit normal at points[i] of the run first..last: that of both edges together. */
static struct pixel normal_at(const struct outline_point *points, int i, int first, int last)
{
    const struct outline_point *before = &points[i > first ? i - 1 : i];
    const struct outline_point *after = &points[i < last ? i + 1 : i];
    double x = after->x - before->x, y = after->y - before->y;
    double length = hypot(x, y);
    return length > 0 ? (struct pixel){-y / length, x / length} : (struct pixel){0, 0};
}

/* Adds the outline of the pencil's way along points[first..last]: down one side, up the other, with
 * a disc at the end, where another run may join at an angle. `sides` has room for all points. */
static void add_run(cairo_t *cairo, const struct outline_point *points, int first, int last,
                    const struct pencil *pencil)
{
    struct pixel *sides = pencil->sides;
    cairo_new_sub_path(cairo);
    for (int i = first; i <= last; i++) {
        struct pixel normal = normal_at(points, i, first, last);
        double half = half_width(&points[i], pencil->width, pencil->seed);
        sides[i] = (struct pixel){normal.x * half, normal.y * half};
        cairo_line_to(cairo, points[i].x - sides[i].x, points[i].y - sides[i].y);
    }
    for (int i = last; i >= first; i--)
        cairo_line_to(cairo, points[i].x + sides[i].x, points[i].y + sides[i].y);
    cairo_close_path(cairo);
    brush_add_disc(cairo, points[last].x, points[last].y, pencil->width / 2);
}

static bool edge_touches(const struct outline_point *a, const struct outline_point *b,
                         const double seen[4], double margin)
{
    return fmin(a->x, b->x) - margin < seen[0] + seen[2] && fmax(a->x, b->x) + margin > seen[0] &&
           fmin(a->y, b->y) - margin < seen[1] + seen[3] && fmax(a->y, b->y) + margin > seen[1];
}

void outline_draw_walls(cairo_t *cairo, const struct outline *outline, double width,
                        const double seen[4])
{
    cairo_new_path(cairo);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    const struct outline_point *points = outline->points;
    struct pencil pencil = {.width = width};
    pencil.sides = memory_allocate((size_t)outline->count + 1, sizeof *pencil.sides);
    for (int loop = 0; loop < outline->loop_count; loop++) {
        int first = -1, added = 0; /* of the run that is under way */
        int end = loop_end(outline, loop);
        pencil.seed = (uint64_t)loop;
        for (int i = outline->starts[loop]; i + 1 < end; i++) {
            bool touches = edge_touches(&points[i], &points[i + 1], seen, width);
            if (touches && first < 0)
                first = i;
            bool ends = i + 2 == end || points[i + 1].corner ||
                        !edge_touches(&points[i + 1], &points[i + 2], seen, width);
            if (touches && ends) {
                add_run(cairo, points, first, i + 1, &pencil);
                added += i + 2 - first;
                first = -1;
            }
            if (added > FILLED_AT_ONCE) {
                cairo_fill(cairo);
                added = 0;
            }
        }
    }
    cairo_fill(cairo);
    free(pencil.sides);
}
