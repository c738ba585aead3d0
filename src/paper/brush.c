/* Pencil and pen: the strokes everything on the sheet is made of. Owns nothing, cannot fail. */
#include "paper/brush.h"

#include "base/hash.h"

#include <math.h>

enum { STROKE_PIECES = 3 };
static const double TURN = 6.283185307179586;

double brush_clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

struct brush_sizes brush_sizes(const struct paper_view *view)
{
    double square = view->square;
    double scale = view->scale;
    return (struct brush_sizes){
        .wall = brush_clamp(square * 0.13, 1.7 * scale, 4.2 * scale),
        .ink = brush_clamp(square * 0.10, 1.6 * scale, 3.4 * scale),
        .thin = brush_clamp(square * 0.06, 1.1 * scale, 2.0 * scale),
        .tick = brush_clamp(square * 0.27, 3.2 * scale, 9.0 * scale),
        .nitro = brush_clamp(square * 0.46, 7.0 * scale, 16.0 * scale),
        .car = brush_clamp(square * 0.86, 13.0 * scale, 30.0 * scale),
        .point = brush_clamp(square * 0.19, 2.8 * scale, 7.0 * scale),
        .start = fmin(8.0 * scale, square * 0.5),
        .letter = brush_clamp(square * 0.7, 14.0 * scale, 17.0 * scale),
    };
}

double brush_chance(uint64_t seed, int64_t index)
{
    uint64_t hash = hash_number(hash_number(HASH_START, (int64_t)seed), index);
    hash ^= hash >> 29;
    return (double)(hash >> 11) / 9007199254740992.0;
}

double brush_waver(uint64_t seed, double t)
{
    double base = floor(t);
    double part = t - base;
    double a = brush_chance(seed, (int64_t)base);
    double b = brush_chance(seed, (int64_t)base + 1);
    return 2 * (a + (b - a) * part * part * (3 - 2 * part)) - 1;
}

void brush_color(cairo_t *cairo, struct paper_color color)
{
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha);
}

struct paper_color brush_mix(struct paper_color a, struct paper_color b, double share)
{
    double rest = 1 - share;
    return (struct paper_color){a.red * share + b.red * rest, a.green * share + b.green * rest,
                                a.blue * share + b.blue * rest, a.alpha * share + b.alpha * rest};
}

/* Half the width at `part` of the stroke: fuller where the pen is put down, thinner where it is
 * lifted. */
static double half_width(double width, double part, uint64_t seed)
{
    double taper = 1.08 - 0.22 * part;
    return width / 2 * (taper + 0.10 * brush_waver(seed, part * STROKE_PIECES));
}

/* Adds points on the half circle round (x, y) that begins at (nx, ny), a vector as long as the
 * radius, and turns by two quarters: quicker than cairo's arcs for ends a few pixels wide. */
static void add_half_circle(cairo_t *cairo, double x, double y, double nx, double ny)
{
    static const double steps[5][2] = {
        {1, 0}, {0.70710678, 0.70710678}, {0, 1}, {-0.70710678, 0.70710678}, {-1, 0}};
    for (int i = 0; i < 5; i++) {
        double c = steps[i][0], s = steps[i][1];
        cairo_line_to(cairo, x + nx * c - ny * s, y + nx * s + ny * c);
    }
}

void brush_add_stroke(cairo_t *cairo, double x1, double y1, double x2, double y2, double width,
                      uint64_t seed)
{
    double dx = x2 - x1, dy = y2 - y1;
    double length = hypot(dx, dy);
    if (length < 0.01) {
        brush_add_disc(cairo, x1, y1, width / 2);
        return;
    }
    double nx = -dy / length, ny = dx / length;
    double halves[STROKE_PIECES + 1];
    for (int i = 0; i <= STROKE_PIECES; i++)
        halves[i] = half_width(width, (double)i / STROKE_PIECES, seed);
    cairo_new_sub_path(cairo);
    add_half_circle(cairo, x1, y1, nx * halves[0], ny * halves[0]);
    for (int i = 1; i < STROKE_PIECES; i++) {
        double part = (double)i / STROKE_PIECES;
        cairo_line_to(cairo, x1 + dx * part - nx * halves[i], y1 + dy * part - ny * halves[i]);
    }
    double half = halves[STROKE_PIECES];
    add_half_circle(cairo, x2, y2, -nx * half, -ny * half);
    for (int i = STROKE_PIECES - 1; i > 0; i--) {
        double part = (double)i / STROKE_PIECES;
        cairo_line_to(cairo, x1 + dx * part + nx * halves[i], y1 + dy * part + ny * halves[i]);
    }
    cairo_close_path(cairo);
}

void brush_add_disc(cairo_t *cairo, double x, double y, double radius)
{
    cairo_new_sub_path(cairo);
    if (radius < 2) {
        add_half_circle(cairo, x, y, radius, 0);
        add_half_circle(cairo, x, y, -radius, 0);
    } else {
        cairo_arc(cairo, x, y, radius, 0, TURN);
    }
    cairo_close_path(cairo);
}

static void stroke_path(cairo_t *cairo, double width)
{
    cairo_set_line_width(cairo, width);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_stroke(cairo);
}

void brush_circle(cairo_t *cairo, double x, double y, double radius, double width)
{
    cairo_new_path(cairo);
    cairo_arc(cairo, x, y, radius, 0, TURN);
    cairo_close_path(cairo);
    stroke_path(cairo, width);
}

void brush_polygon(cairo_t *cairo, const double *points, int count, double width)
{
    cairo_new_path(cairo);
    for (int i = 0; i < count; i++)
        cairo_line_to(cairo, points[2 * i], points[2 * i + 1]);
    cairo_close_path(cairo);
    stroke_path(cairo, width);
}

void brush_arrow(cairo_t *cairo, double x1, double y1, double x2, double y2, double width,
                 double head)
{
    double angle = atan2(y2 - y1, x2 - x1);
    cairo_new_path(cairo);
    cairo_move_to(cairo, x1, y1);
    cairo_line_to(cairo, x2, y2);
    cairo_move_to(cairo, x2 - head * cos(angle - 0.5), y2 - head * sin(angle - 0.5));
    cairo_line_to(cairo, x2, y2);
    cairo_line_to(cairo, x2 - head * cos(angle + 0.5), y2 - head * sin(angle + 0.5));
    stroke_path(cairo, width);
}

bool brush_is_vector(cairo_t *cairo)
{
    cairo_surface_type_t type = cairo_surface_get_type(cairo_get_target(cairo));
    return type == CAIRO_SURFACE_TYPE_PDF || type == CAIRO_SURFACE_TYPE_SVG ||
           type == CAIRO_SURFACE_TYPE_RECORDING;
}

bool brush_clip_box(cairo_t *cairo, double box[4])
{
    double right, bottom;
    cairo_clip_extents(cairo, &box[0], &box[1], &right, &bottom);
    box[2] = right - box[0];
    box[3] = bottom - box[1];
    return box[2] > 0 && box[3] > 0;
}

bool brush_is_seen(cairo_t *cairo, double x1, double y1, double x2, double y2, double margin)
{
    double left, top, right, bottom;
    cairo_clip_extents(cairo, &left, &top, &right, &bottom);
    return fmin(x1, x2) - margin < right && fmax(x1, x2) + margin > left &&
           fmin(y1, y2) - margin < bottom && fmax(y1, y2) + margin > top;
}

bool brush_finish(cairo_t *cairo, cairo_surface_t *surface, const char *what, struct error *error)
{
    cairo_status_t status = cairo_status(cairo);
    cairo_destroy(cairo);
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    return status == CAIRO_STATUS_SUCCESS ||
           error_set(error, "the %s could not be drawn: %s", what, cairo_status_to_string(status));
}
