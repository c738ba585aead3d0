/* Pictures: a race as a PNG file, a track as a thumbnail. */
#include "paper/brush.h"
#include "paper/export.h"
#include "paper/graph_paper/features.h"
#include "rules/graph_paper/graph_paper.h"

#include "base/text.h"

#include <math.h>

/* Keeps a picture of the largest sheet within what cairo and other programs take. */
enum { PICTURE_SIDE_LIMIT = 12000, PICTURE_MARGIN_SQUARES = 1 };

static cairo_status_t append_png(void *context, const unsigned char *bytes, unsigned int length)
{
    text_append_bytes(context, (const char *)bytes, length);
    return CAIRO_STATUS_SUCCESS;
}

static struct paper_view picture_view(const struct track *track, int square)
{
    int longer = track->width > track->height ? track->width : track->height;
    double fits = (double)PICTURE_SIDE_LIMIT / (longer + 2 * PICTURE_MARGIN_SQUARES);
    double size = fmin(square, fits);
    return (struct paper_view){round(size * PICTURE_MARGIN_SQUARES),
                               round(size * PICTURE_MARGIN_SQUARES), size,
                               brush_clamp(size / 20, 0.5, 3)};
}

static cairo_surface_t *paint_race(const struct session *session, int steps, int square)
{
    const struct track *track = graph_paper_track(session_setup(session));
    const struct paper_theme *theme = &paper_theme_paper;
    struct paper_view view = picture_view(track, square);
    int width = (int)ceil(track->width * view.square + 2 * view.left);
    int height = (int)ceil(track->height * view.square + 2 * view.top);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    cairo_t *cairo = cairo_create(surface);
    double seen[4] = {0, 0, width, height};
    paper_draw_sheet(cairo, &view, track, theme);
    paper_draw_numbers(cairo, &view, track, seen, theme);
    paper_draw_ink(cairo, &view, session, steps, theme);
    paper_draw_cars(cairo, &view, session, session_race_after(session, steps), theme);
    cairo_destroy(cairo);
    return surface;
}

bool export_png(const struct session *session, int steps, int square, struct text *into,
                struct error *error)
{
    cairo_surface_t *surface = paint_race(session, steps, square);
    cairo_status_t status = cairo_surface_write_to_png_stream(surface, append_png, into);
    cairo_surface_destroy(surface);
    return status == CAIRO_STATUS_SUCCESS ||
           error_set(error, "the picture could not be made: %s", cairo_status_to_string(status));
}

/* In the middle, but with so much room before and behind. */
static double place_within(double length, double drawn, double before, double behind)
{
    return round(brush_clamp((length - drawn) / 2, before, fmax(length - behind - drawn, before)));
}

/* Half a square of the paper around the sheet, more where a sign stands over its edge. */
struct paper_view paper_thumbnail_view(const struct track *track, int width, int height,
                                       double scale)
{
    double square = fmin(width / (track->width + 1.0), height / (track->height + 1.0));
    double right = square * track->width, bottom = square * track->height;
    double box[4] = {-square / 2, -square / 2, right + square / 2, bottom + square / 2};
    features_widen_box(&(struct paper_view){0, 0, square, scale}, track, box);
    square = fmin((width + box[0] - (box[2] - right)) / track->width,
                  (height + box[1] - (box[3] - bottom)) / track->height);
    return (struct paper_view){
        place_within(width, square * track->width, -box[0], box[2] - right),
        place_within(height, square * track->height, -box[1], box[3] - bottom), square, scale};
}

cairo_surface_t *paper_thumbnail(const struct track *track, int width, int height, double scale,
                                 const struct paper_theme *theme)
{
    struct paper_view view = paper_thumbnail_view(track, width, height, scale);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    cairo_t *cairo = cairo_create(surface);
    paper_draw_sketch(cairo, &view, track, theme);
    cairo_destroy(cairo);
    return surface;
}
