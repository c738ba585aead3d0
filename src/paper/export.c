/* The sheet in true size, as SVG and PDF.
 *
 * Everything is drawn by the code that draws the screen's sheet, in units of which a square has
 * UNITS (a millimetre has a whole number of them), so that its sizes and its smoothness are those
 * of a large square on the screen; one matrix makes millimetres of them. The heading is laid out
 * twice: first to know how high it is.
 */
#include "paper/export.h"

#include "paper/caption.h"
#include "paper/lettering.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNITS = 30, PDF_PAGE_LIMIT = 5080 }; /* the format's own, in millimetres */
static const double MILLIMETRE = (double)UNITS / EXPORT_SQUARE_MILLIMETRES;
static const double POINTS = 72 / 25.4; /* in a millimetre */
static const double MARGIN = 12, GAP = 4, FOOT = 22;
static const double TITLE_SIZE = 6, NAME_SIZE = 4.2, LINE_HEIGHT = 7.5, NUMBER_SIZE = 3.2;
static const double LEAST_PAGE = 74; /* room for a heading over the smallest sheet */

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
    struct tally tallies[CAR_LIMIT];
    int count = tally_race_after(session, steps, tallies);
    double width = heading->right - heading->left;
    heading->x = heading->left;
    heading->y = MARGIN + TITLE_SIZE / 2;
    heading->line_height = LINE_HEIGHT;
    caption_put(heading, 0, race_title(session), TITLE_SIZE, true, width);
    for (int i = 0; i < count; i++) {
        char text[CAPTION_BYTES];
        caption_print_car(session, &tallies[i], text, sizeof text);
        caption_put(heading, session_player(session, tallies[i].player)->pen, text, NAME_SIZE,
                    false, width);
    }
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

static void draw_numbers(cairo_t *cairo, const struct export_page *page, struct point sheet,
                         const struct paper_theme *theme)
{
    char text[16];
    double foot = page->top + (sheet.y + 0.5) * EXPORT_SQUARE_MILLIMETRES;
    for (int x = 0; x <= sheet.x; x += 5) {
        snprintf(text, sizeof text, "%d", x);
        double half = lettering_width(cairo, text, NUMBER_SIZE, false) / 2;
        lettering_draw(cairo, text, page->left + x * EXPORT_SQUARE_MILLIMETRES - half,
                       foot + NUMBER_SIZE * 0.7, NUMBER_SIZE, false, theme->ink_soft);
    }
    for (int y = 0; y <= sheet.y; y += 5) {
        snprintf(text, sizeof text, "%d", y);
        double width = lettering_width(cairo, text, NUMBER_SIZE, false);
        lettering_draw(cairo, text,
                       page->left - 0.5 * EXPORT_SQUARE_MILLIMETRES - width - NUMBER_SIZE * 0.3,
                       page->top + (sheet.y - y) * EXPORT_SQUARE_MILLIMETRES, NUMBER_SIZE, false,
                       theme->ink_soft);
    }
}

/* The unit is a square's UNITS-th part; the whole race in fresh ink. */
static void draw_sheet(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                       int steps, const struct paper_theme *theme)
{
    paper_draw_sheet(cairo, view, session_setup(session)->course, theme);
    for (int step = 0; step < steps; step++)
        paper_draw_step(cairo, view, session, step, 1, false, theme);
    paper_draw_cars(cairo, view, session, session_race_after(session, steps), theme);
}

/* The unit is a millimetre. */
static void draw_page(cairo_t *cairo, const struct export_page *page, const struct session *session,
                      int steps)
{
    static const struct paper_color white = {1, 1, 1, 1};
    struct paper_theme theme = paper_theme_paper;
    theme.paper = theme.card = white;
    brush_color(cairo, white);
    cairo_paint(cairo);
    cairo_save(cairo);
    cairo_scale(cairo, 1 / MILLIMETRE, 1 / MILLIMETRE);
    struct paper_view view = {page->left * MILLIMETRE, page->top * MILLIMETRE, UNITS, UNITS / 20.0};
    draw_sheet(cairo, &view, session, steps, &theme);
    cairo_restore(cairo);
    struct caption heading = {.cairo = cairo,
                              .left = MARGIN,
                              .right = page->width - MARGIN,
                              .drawn = true,
                              .theme = &theme};
    set_heading(&heading, session, steps);
    draw_numbers(cairo, page, sheet_size(session), &theme);
    /* 50 mm on a narrow page. */
    int length = page->width >= 100 + 2 * MARGIN + 20 ? 100 : 50;
    caption_draw_ruler(cairo, MARGIN, page->height - 7, length, theme.ink_soft);
}

/* --- the files ------------------------------------------------------------------------------- */

static cairo_status_t append_bytes(void *context, const unsigned char *bytes, unsigned int length)
{
    text_append_bytes(context, (const char *)bytes, length);
    return CAIRO_STATUS_SUCCESS;
}

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
        cairo_svg_surface_create_for_stream(append_bytes, &svg, page.width, page.height);
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
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(
        append_bytes, into, page.width * POINTS, page.height * POINTS);
    char *name = caption_shown(race_title(session));
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, name);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, text_string(&places));
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Graph Prix");
    text_free(&places);
    free(name);
    return finish(surface, POINTS, &page, session, steps, error);
}
