/* The sheet in true size, as SVG and PDF.
 *
 * Everything is drawn by the code that draws the screen's sheet, in units of which a square has
 * UNITS (a millimetre has a whole number of them), so that its sizes and its smoothness are those
 * of a large square on the screen; one matrix makes millimetres of them. The heading is laid out
 * twice: first to know how high it is.
 */
#include "paper/export.h"

#include "base/number.h"
#include "paper/brush.h"
#include "paper/lettering.h"
#include "session/tally.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { UNITS = 30, PDF_PAGE_LIMIT = 5080 }; /* the format's own, in millimetres */
static const double MILLIMETRE = (double)UNITS / EXPORT_SQUARE_MILLIMETRES;
static const double POINTS = 72 / 25.4; /* in a millimetre */
static const double MARGIN = 12, GAP = 4, FOOT = 22;
static const double TITLE_SIZE = 6, NAME_SIZE = 4.2, LINE_HEIGHT = 7.5, NUMBER_SIZE = 3.2;
static const double LEAST_PAGE = 74; /* room for a heading over the smallest sheet */

/* --- the heading ----------------------------------------------------------------------------- */

/* Words set one after the other into lines, in millimetres. */
struct heading {
    cairo_t *cairo; /* its unit is a millimetre */
    double left, right;
    double x, y; /* middle of the line */
    bool drawn;
    const struct paper_theme *theme;
};

enum { WORD_BYTES = 300 };

/* As much of the text as fits into the width, with an ellipsis if that is not all. */
static void fit_text(cairo_t *cairo, const char *text, double size, bool bold, double width,
                     char into[WORD_BYTES])
{
    snprintf(into, WORD_BYTES, "%s", text);
    size_t length = strlen(into);
    while (length > 0 && lettering_width(cairo, into, size, bold) > width) {
        do
            length--;
        while (length > 0 && (text[length] & 0xc0) == 0x80);
        snprintf(into + length, WORD_BYTES - length, "…");
    }
}

/* A mark (0: none) with a text; on the next line if it does not fit on this one. */
static void put_word(struct heading *heading, int pen, const char *text, double size, bool bold)
{
    char shown[WORD_BYTES];
    double mark = pen ? NAME_SIZE * 1.5 : 0;
    fit_text(heading->cairo, text, size, bold, heading->right - heading->left - mark, shown);
    double width = mark + lettering_width(heading->cairo, shown, size, bold);
    if (heading->x > heading->left && heading->x + width > heading->right) {
        heading->x = heading->left;
        heading->y += LINE_HEIGHT;
    }
    if (heading->drawn) {
        if (pen)
            paper_draw_mark(heading->cairo, pen, heading->x + NAME_SIZE * 0.5, heading->y,
                            NAME_SIZE * 0.95, heading->theme);
        lettering_draw(heading->cairo, shown, heading->x + mark, heading->y, size, bold,
                       heading->theme->ink);
    }
    heading->x += width + NAME_SIZE * 1.4;
}

static void print_car(const struct session *session, const struct tally *tally, char *into,
                      size_t size)
{
    const char *name = session_player(session, tally->player)->name;
    if (tally->retired)
        snprintf(into, size, "%s, out", name);
    else if (tally->place > 0)
        snprintf(into, size, "%d%s %s", tally->place, number_ordinal_ending(tally->place), name);
    else
        snprintf(into, size, "%s", name);
}

static const char *track_name(const struct session *session)
{
    const char *name = session_setup(session)->track->name;
    return name[0] ? name : "A race";
}

/* Down to the middle of its last line. */
static double set_heading(struct heading *heading, const struct session *session, int steps)
{
    struct tally tallies[CAR_LIMIT];
    int count = tally_race_after(session, steps, tallies);
    heading->x = heading->left;
    heading->y = MARGIN + TITLE_SIZE / 2;
    put_word(heading, 0, track_name(session), TITLE_SIZE, true);
    for (int i = 0; i < count; i++) {
        char text[WORD_BYTES];
        print_car(session, &tallies[i], text, sizeof text);
        put_word(heading, session_player(session, tallies[i].player)->pen, text, NAME_SIZE, false);
    }
    return heading->y;
}

static double page_width(const struct track *track)
{
    return fmax(track->width * EXPORT_SQUARE_MILLIMETRES + 2 * MARGIN, LEAST_PAGE);
}

struct export_page export_page_of(const struct session *session, int steps)
{
    const struct track *track = session_setup(session)->track;
    double width = page_width(track);
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(NULL, NULL, 10, 10);
    struct heading heading = {
        .cairo = cairo_create(surface), .left = MARGIN, .right = width - MARGIN};
    double top = set_heading(&heading, session, steps) + LINE_HEIGHT / 2 + GAP;
    cairo_destroy(heading.cairo);
    cairo_surface_destroy(surface);
    top = ceil(top);
    return (struct export_page){.left =
                                    floor((width - track->width * EXPORT_SQUARE_MILLIMETRES) / 2),
                                .top = top,
                                .width = width,
                                .height = top + track->height * EXPORT_SQUARE_MILLIMETRES + FOOT};
}

/* --- the page -------------------------------------------------------------------------------- */

static void draw_numbers(cairo_t *cairo, const struct export_page *page, const struct track *track,
                         const struct paper_theme *theme)
{
    char text[16];
    double foot = page->top + (track->height + 0.5) * EXPORT_SQUARE_MILLIMETRES;
    for (int x = 0; x <= track->width; x += 5) {
        snprintf(text, sizeof text, "%d", x);
        double half = lettering_width(cairo, text, NUMBER_SIZE, false) / 2;
        lettering_draw(cairo, text, page->left + x * EXPORT_SQUARE_MILLIMETRES - half,
                       foot + NUMBER_SIZE * 0.7, NUMBER_SIZE, false, theme->ink_soft);
    }
    for (int y = 0; y <= track->height; y += 5) {
        snprintf(text, sizeof text, "%d", y);
        double width = lettering_width(cairo, text, NUMBER_SIZE, false);
        lettering_draw(cairo, text,
                       page->left - 0.5 * EXPORT_SQUARE_MILLIMETRES - width - NUMBER_SIZE * 0.3,
                       page->top + (track->height - y) * EXPORT_SQUARE_MILLIMETRES, NUMBER_SIZE,
                       false, theme->ink_soft);
    }
}

/* 100 mm, or 50 on a narrow page, with a tick every 10. */
static void draw_ruler(cairo_t *cairo, const struct export_page *page,
                       const struct paper_theme *theme)
{
    int length = page->width >= 100 + 2 * MARGIN + 20 ? 100 : 50;
    double x = MARGIN, y = page->height - 7;
    brush_color(cairo, theme->ink_soft);
    cairo_set_line_width(cairo, 0.25);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    cairo_new_path(cairo);
    cairo_move_to(cairo, x, y);
    cairo_line_to(cairo, x + length, y);
    for (int at = 0; at <= length; at += 10) {
        double tick = at % 50 == 0 ? 2.2 : 1.2;
        cairo_move_to(cairo, x + at, y);
        cairo_line_to(cairo, x + at, y - tick);
    }
    cairo_stroke(cairo);
    char text[32];
    snprintf(text, sizeof text, "%d mm", length);
    lettering_draw(cairo, text, x + length + 2, y - 1, NUMBER_SIZE, false, theme->ink_soft);
}

/* The unit is a square's UNITS-th part; the whole race in fresh ink. */
static void draw_sheet(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                       int steps, const struct paper_theme *theme)
{
    paper_draw_sheet(cairo, view, session_setup(session)->track, theme);
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
    struct heading heading = {.cairo = cairo,
                              .left = MARGIN,
                              .right = page->width - MARGIN,
                              .drawn = true,
                              .theme = &theme};
    set_heading(&heading, session, steps);
    draw_numbers(cairo, page, session_setup(session)->track, &theme);
    draw_ruler(cairo, page, &theme);
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
    cairo_status_t status = cairo_status(cairo);
    cairo_destroy(cairo);
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    return status == CAIRO_STATUS_SUCCESS ||
           error_set(error, "the sheet could not be drawn: %s", cairo_status_to_string(status));
}

/* "1st Ada, Blaise, out": what a program reads to people, or a search finds. */
static void append_places(const struct session *session, int steps, struct text *into)
{
    struct tally tallies[CAR_LIMIT];
    int count = tally_race_after(session, steps, tallies);
    for (int i = 0; i < count; i++) {
        char car[WORD_BYTES];
        print_car(session, &tallies[i], car, sizeof car);
        text_append_format(into, "%s%s", i ? " · " : "", car);
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
    append_places(session, steps, &places);
    text_append_bytes(into, svg, (size_t)(inside + 1 - svg));
    text_append(into, "\n<title>");
    text_append_xml(into, track_name(session));
    text_append(into, "</title>\n<desc>");
    text_append_xml(into, text_string(&places));
    text_append(into, "</desc>");
    text_append(into, inside + 1);
    text_free(&places);
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
                         "the sheet is %.0f x %.0f mm in true size and a page of a PDF file is at "
                         "most %d mm wide and high: take SVG or PNG",
                         page.width, page.height, PDF_PAGE_LIMIT);
    struct text places = {0};
    append_places(session, steps, &places);
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(
        append_bytes, into, page.width * POINTS, page.height * POINTS);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, track_name(session));
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, text_string(&places));
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Graph Prix");
    text_free(&places);
    return finish(surface, POINTS, &page, session, steps, error);
}
