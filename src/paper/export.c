/* Pictures: a race as a file, a course as a thumbnail.
 *
 * In true size, as SVG and PDF, everything is drawn by the code that draws the screen's sheet, in
 * units of which a square has UNITS (a millimetre has a whole number of them), so that its sizes
 * and its smoothness are those of a large square on the screen; one matrix makes millimetres of
 * them. The heading is laid out twice: first to know how high it is.
 */
#include "paper/export.h"

#include "paper/caption.h"
#include "paper/ink.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNITS = 30, PDF_PAGE_LIMIT = 5080 }; /* the format's own, in millimetres */
static const double MILLIMETRE = (double)UNITS / EXPORT_SQUARE_MILLIMETRES;
static const double MARGIN = 12, GAP = 4, FOOT = 22;
static const double TITLE_SIZE = 6, NAME_SIZE = 4.2, LINE_HEIGHT = 7.5, NUMBER_SIZE = 3.2;
static const double LEAST_PAGE = 74; /* room for a heading over the smallest sheet */

/* Keeps a picture of the largest sheet within what cairo and other programs take. */
enum { PICTURE_SIDE_LIMIT = 12000, PICTURE_MARGIN_SQUARES = 1 };

/* --- the heading ----------------------------------------------------------------------------- */

static struct point sheet_size(const struct session *session)
{
    return course_size(session_setup(session)->course);
}

static const char *race_title(const struct session *session)
{
    const char *name = course_name(session_setup(session)->course);
    return name[0] ? name : "A race";
}

/* Down to the middle of its last line. */
static double set_heading(struct caption *heading, const struct session *session, int steps)
{
    double width = heading->right - heading->left;
    heading->x = heading->left;
    heading->y = MARGIN + TITLE_SIZE / 2;
    heading->line_height = LINE_HEIGHT;
    heading->gap = CAPTION_GAP;
    caption_put(heading, 0, race_title(session), TITLE_SIZE, true, width);
    caption_put_players(heading, session, steps, NAME_SIZE, width);
    return heading->y;
}

static double page_width(struct point sheet)
{
    return fmax(sheet.x * EXPORT_SQUARE_MILLIMETRES + 2 * MARGIN, LEAST_PAGE);
}

struct export_page export_page_of(const struct session *session, int steps)
{
    struct point sheet = sheet_size(session);
    double width = page_width(sheet);
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(NULL, NULL, 10, 10);
    struct caption heading = {
        .cairo = cairo_create(surface), .left = MARGIN, .right = width - MARGIN};
    double top = set_heading(&heading, session, steps) + LINE_HEIGHT / 2 + GAP;
    cairo_destroy(heading.cairo);
    cairo_surface_destroy(surface);
    top = ceil(top);
    return (struct export_page){.left = floor((width - sheet.x * EXPORT_SQUARE_MILLIMETRES) / 2),
                                .top = top,
                                .width = width,
                                .height = top + sheet.y * EXPORT_SQUARE_MILLIMETRES + FOOT};
}

/* --- the page -------------------------------------------------------------------------------- */

/* The unit is a millimetre. */
static void draw_page(cairo_t *cairo, const struct export_page *page, const struct session *session,
                      int steps)
{
    static const struct paper_color white = {1, 1, 1, 1};
    struct point sheet = sheet_size(session);
    struct paper_theme theme = paper_theme_paper;
    theme.paper = theme.card = white;
    brush_color(cairo, white);
    cairo_paint(cairo);
    cairo_save(cairo);
    cairo_scale(cairo, 1 / MILLIMETRE, 1 / MILLIMETRE);
    struct paper_view view = {page->left * MILLIMETRE, page->top * MILLIMETRE, UNITS, UNITS / 20.0};
    caption_draw_race(cairo, &view, session, steps, &theme);
    cairo_restore(cairo);
    struct caption heading = {.cairo = cairo,
                              .left = MARGIN,
                              .right = page->width - MARGIN,
                              .drawn = true,
                              .theme = &theme};
    set_heading(&heading, session, steps);
    const struct caption_numbers numbers = {
        .left = page->left,
        .top = page->top,
        .square = EXPORT_SQUARE_MILLIMETRES,
        .sheet = sheet,
        .tiles = session_setup(session)->game->course->tiles,
        .seen = {page->left, page->top, page->width, page->height},
        .row = page->top + (sheet.y + 0.5) * EXPORT_SQUARE_MILLIMETRES + NUMBER_SIZE * 0.7,
        .column = page->left - 0.5 * EXPORT_SQUARE_MILLIMETRES - NUMBER_SIZE * 0.3,
        .size = NUMBER_SIZE};
    caption_draw_numbers(cairo, &numbers, theme.ink_soft);
    /* 50 mm on a narrow page. */
    int length = page->width >= 100 + 2 * MARGIN + 20 ? 100 : 50;
    caption_draw_ruler(cairo, MARGIN, page->height - 7, length, theme.ink_soft);
}

/* --- the files ------------------------------------------------------------------------------- */

/* Draws, ends the file and gives the surface back. */
static bool finish(cairo_surface_t *surface, double unit, const struct export_page *page,
                   const struct session *session, int steps, struct error *error)
{
    cairo_t *cairo = cairo_create(surface);
    cairo_scale(cairo, unit, unit);
    draw_page(cairo, page, session, steps);
    return brush_finish(cairo, surface, "sheet", error);
}

/* "1st Ada, Blaise, out": what a program reads to people, or a search finds. */
static void append_places(const struct session *session, int steps, struct text *into)
{
    struct tally tallies[CAR_LIMIT];
    int count = tally_race_after(session, steps, tallies);
    for (int i = 0; i < count; i++) {
        char car[CAPTION_BYTES];
        caption_print_car(session, &tallies[i], car, sizeof car);
        text_append(into, i ? " · " : "");
        text_append_visible(into, car);
    }
}

/* cairo draws letters as shapes into SVG, so the words stand in its title and description. */
static void append_with_words(const char *svg, const struct session *session, int steps,
                              struct text *into)
{
    const char *root = strstr(svg, "<svg");
    const char *inside = root ? strchr(root, '>') : NULL;
    if (!inside) {
        text_append(into, svg);
        return;
    }
    struct text places = {0};
    char *name = caption_shown(race_title(session));
    append_places(session, steps, &places);
    text_append_bytes(into, svg, (size_t)(inside + 1 - svg));
    text_append(into, "\n<title>");
    text_append_xml(into, name);
    text_append(into, "</title>\n<desc>");
    text_append_xml(into, text_string(&places));
    text_append(into, "</desc>");
    text_append(into, inside + 1);
    text_free(&places);
    free(name);
}

bool export_svg(const struct session *session, int steps, struct text *into, struct error *error)
{
    struct export_page page = export_page_of(session, steps);
    struct text svg = {0};
    cairo_surface_t *surface =
        cairo_svg_surface_create_for_stream(caption_append_bytes, &svg, page.width, page.height);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_MM);
    bool made = finish(surface, 1, &page, session, steps, error);
    if (made)
        append_with_words(text_string(&svg), session, steps, into);
    text_free(&svg);
    return made;
}

bool export_pdf(const struct session *session, int steps, struct text *into, struct error *error)
{
    struct export_page page = export_page_of(session, steps);
    if (page.width > PDF_PAGE_LIMIT || page.height > PDF_PAGE_LIMIT)
        return error_set(error,
                         "the sheet is %.0f × %.0f mm in true size and a page of a PDF file is at "
                         "most %d mm wide and high: take SVG or PNG",
                         page.width, page.height, PDF_PAGE_LIMIT);
    struct text places = {0};
    append_places(session, steps, &places);
    cairo_surface_t *surface =
        caption_begin_pdf(into, page.width, page.height, race_title(session), text_string(&places));
    text_free(&places);
    return finish(surface, CAPTION_POINTS, &page, session, steps, error);
}

/* --- of pixels ---------------------------------------------------------------------------------
 */

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
    cairo_status_t status = cairo_surface_write_to_png_stream(surface, caption_append_bytes, into);
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
static struct paper_view thumbnail_view(struct course course, int width, int height, double scale)
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

struct paper_view paper_draw_thumbnail(cairo_t *cairo, struct course course, int width, int height,
                                       double scale, const struct paper_theme *theme)
{
    struct paper_view view = thumbnail_view(course, width, height, scale);
    ink_of(course.game)->draw_course(cairo, &view, course, false, theme);
    return view;
}
