/* Pictures: a race as a PNG file, a course as a thumbnail. */
#include "paper/brush.h"
#include "paper/export.h"
#include "paper/ink.h"

#include "base/text.h"

#include <math.h>

/* Keeps a picture of the largest sheet within what cairo and other programs take. */
enum { PICTURE_SIDE_LIMIT = 12000, PICTURE_MARGIN_SQUARES = 1 };

static cairo_status_t append_png(void *context, const unsigned char *bytes, unsigned int length)
{
    text_append_bytes(context, (const char *)bytes, length);
    return CAIRO_STATUS_SUCCESS;
}

static struct paper_view picture_view(struct point sheet, int square)
{
    int longer = sheet.x > sheet.y ? sheet.x : sheet.y;
    double fits = (double)PICTURE_SIDE_LIMIT / (longer + 2 * PICTURE_MARGIN_SQUARES);
    double size = fmin(square, fits);
    return (struct paper_view){round(size * PICTURE_MARGIN_SQUARES),
                               round(size * PICTURE_MARGIN_SQUARES), size,
                               brush_clamp(size / 20, 0.5, 3)};
}

static cairo_surface_t *paint_race(const struct session *session, int steps, int square)
{
    struct course course = session_setup(session)->course;
    struct point sheet = course_size(course);
    const struct paper_theme *theme = &paper_theme_paper;
    struct paper_view view = picture_view(sheet, square);
    int width = (int)ceil(sheet.x * view.square + 2 * view.left);
    int height = (int)ceil(sheet.y * view.square + 2 * view.top);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    cairo_t *cairo = cairo_create(surface);
    double seen[4] = {0, 0, width, height};
    paper_draw_sheet(cairo, &view, course, theme);
    paper_draw_numbers(cairo, &view, course, seen, theme);
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
struct paper_view paper_thumbnail_view(struct course course, int width, int height, double scale)
{
    struct point sheet = course_size(course);
    double square = fmin(width / (sheet.x + 1.0), height / (sheet.y + 1.0));
    double right = square * sheet.x, bottom = square * sheet.y;
    double box[4] = {-square / 2, -square / 2, right + square / 2, bottom + square / 2};
    if (ink_of(course.game)->widen_box)
        ink_of(course.game)->widen_box(&(struct paper_view){0, 0, square, scale}, course, box);
    square = fmin((width + box[0] - (box[2] - right)) / sheet.x,
                  (height + box[1] - (box[3] - bottom)) / sheet.y);
    return (struct paper_view){place_within(width, square * sheet.x, -box[0], box[2] - right),
                               place_within(height, square * sheet.y, -box[1], box[3] - bottom),
                               square, scale};
}

cairo_surface_t *paper_thumbnail(struct course course, int width, int height, double scale,
                                 const struct paper_theme *theme)
{
    struct paper_view view = paper_thumbnail_view(course, width, height, scale);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    cairo_t *cairo = cairo_create(surface);
    ink_of(course.game)->draw_course(cairo, &view, course, false, theme);
    cairo_destroy(cairo);
    return surface;
}
