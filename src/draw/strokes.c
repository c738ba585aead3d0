/* Ink that may be different in every frame: the line under the pointer, the running stroke, arrows.
 *
 * cairo paints it into small tiles, which are cached for as long as it stays; only tiles that the
 * ink touches are painted, so a long line costs by its length and not by the box around it.
 */
#include "base/hash.h"
#include "draw/inside.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { TILE_SIZE = 128 };

/* A path in device pixels and the box that its ink stays in. */
struct ink {
    const double *points; /* x, y pairs */
    int count;
    bool circle; /* points: the centre; radius */
    double radius;
    const struct stroke *stroke;
};

static void trace(cairo_t *cairo, const struct ink *ink)
{
    if (ink->circle) {
        cairo_arc(cairo, ink->points[0], ink->points[1], ink->radius, 0, 2 * M_PI);
        return;
    }
    cairo_move_to(cairo, ink->points[0], ink->points[1]);
    for (int i = 1; i < ink->count; i++)
        cairo_line_to(cairo, ink->points[2 * i], ink->points[2 * i + 1]);
}

static void set_pen(cairo_t *cairo, const struct stroke *stroke)
{
    cairo_set_source_rgba(cairo, stroke->color.red, stroke->color.green, stroke->color.blue,
                          stroke->color.alpha);
    cairo_set_line_width(cairo, stroke->width);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    if (stroke->dash > 0)
        cairo_set_dash(cairo, &stroke->dash, 1, 0);
}

static double distance_to_segment(double x, double y, const double *a, const double *b)
{
    double dx = b[0] - a[0], dy = b[1] - a[1];
    double length = dx * dx + dy * dy;
    double t = length > 0 ? ((x - a[0]) * dx + (y - a[1]) * dy) / length : 0;
    t = fmax(0, fmin(1, t));
    return hypot(x - (a[0] + t * dx), y - (a[1] + t * dy));
}

static bool touches(const struct ink *ink, struct box tile)
{
    double x = tile.x + tile.w / 2.0, y = tile.y + tile.h / 2.0;
    double reach = hypot(tile.w, tile.h) / 2 + ink->stroke->width / 2 + 1;
    if (ink->circle)
        return fabs(hypot(x - ink->points[0], y - ink->points[1]) - ink->radius) <= reach;
    if (ink->count == 1)
        return hypot(x - ink->points[0], y - ink->points[1]) <= reach;
    for (int i = 0; i + 1 < ink->count; i++)
        if (distance_to_segment(x, y, &ink->points[2 * i], &ink->points[2 * i + 2]) <= reach)
            return true;
    return false;
}

static struct cached *paint_tile(struct canvas *canvas, const char *key, const struct ink *ink,
                                 struct box box)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, box.w, box.h);
    cairo_t *cairo = cairo_create(surface);
    cairo_translate(cairo, -box.x, -box.y);
    set_pen(cairo, ink->stroke);
    trace(cairo, ink);
    cairo_stroke(cairo);
    cairo_destroy(cairo);
    SDL_Texture *texture = pixels_make_texture(canvas, surface, false);
    cairo_surface_destroy(surface);
    return cache_add(canvas, key, texture, box.w, box.h);
}

static void draw_tile(struct canvas *canvas, const struct ink *ink, uint64_t hash, struct box box)
{
    char key[40];
    snprintf(key, sizeof key, "ink %016" PRIx64, hash_bytes(hash, &box, sizeof box));
    struct cached *cached = cache_find(canvas, key);
    if (!cached)
        cached = paint_tile(canvas, key, ink, box);
    canvas_copy(canvas, cached, box.x, box.y);
}

static uint64_t hash_ink(const struct ink *ink)
{
    uint64_t hash =
        hash_bytes(HASH_START, ink->points, 2 * (size_t)ink->count * sizeof *ink->points);
    hash = hash_bytes(hash, &ink->radius, sizeof ink->radius);
    return hash_bytes(hash, ink->stroke, sizeof *ink->stroke);
}

static struct box ink_box(const struct canvas *canvas, const struct ink *ink)
{
    double left = ink->points[0], right = left, top = ink->points[1], bottom = top;
    for (int i = 1; i < ink->count; i++) {
        left = fmin(left, ink->points[2 * i]);
        right = fmax(right, ink->points[2 * i]);
        top = fmin(top, ink->points[2 * i + 1]);
        bottom = fmax(bottom, ink->points[2 * i + 1]);
    }
    double grow = ink->radius + ink->stroke->width / 2 + 1;
    struct box clip = canvas_clip(canvas);
    /* Clipped while still a double: a point far outside must not overflow an int. */
    int x = (int)floor(fmax(left - grow, clip.x));
    int y = (int)floor(fmax(top - grow, clip.y));
    int x2 = (int)ceil(fmin(right + grow, clip.x + clip.w));
    int y2 = (int)ceil(fmin(bottom + grow, clip.y + clip.h));
    return box_make(x, y, x2 - x, y2 - y);
}

static void draw_ink(struct canvas *canvas, const struct ink *ink)
{
    if (canvas->muted || ink->count < 1)
        return;
    struct box box = ink_box(canvas, ink);
    uint64_t hash = hash_ink(ink);
    for (int y = 0; y < box.h; y += TILE_SIZE)
        for (int x = 0; x < box.w; x += TILE_SIZE) {
            struct box tile = {box.x + x, box.y + y, TILE_SIZE, TILE_SIZE};
            tile = box_intersect(tile, box);
            if (touches(ink, tile))
                draw_tile(canvas, ink, hash, tile);
        }
}

void canvas_stroke(struct canvas *canvas, const double *points, int count,
                   const struct stroke *stroke)
{
    struct ink ink = {.points = points, .count = count, .stroke = stroke};
    draw_ink(canvas, &ink);
}

void canvas_circle(struct canvas *canvas, double x, double y, double radius,
                   const struct stroke *stroke)
{
    double centre[2] = {x, y};
    struct ink ink = {
        .points = centre, .count = 1, .circle = true, .radius = radius, .stroke = stroke};
    draw_ink(canvas, &ink);
}
