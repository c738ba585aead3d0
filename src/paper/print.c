/* Documents: their pages one after the other, as a file or one of them as a picture. What a picture
 * shows is recorded first and then shrunk, so it is drawn as it is for a file.
 */
#include "paper/print_inside.h"

#include <cairo-pdf.h>
#include <math.h>
#include <stdlib.h>

static const double POINTS = 72 / 25.4; /* in a millimetre */

static void draw_page(cairo_t *cairo, const struct print_layout *layout, int page)
{
    int sheet = layout->across.pages * layout->down.pages;
    print_prepare(cairo);
    if (page < sheet)
        print_draw_sheet(cairo, layout, page);
    else if (page < sheet + layout->words_pages)
        print_draw_words(cairo, layout, page - sheet);
    else
        print_draw_table(cairo, layout, page - sheet - layout->words_pages);
}

static cairo_status_t append_bytes(void *context, const unsigned char *bytes, unsigned int length)
{
    text_append_bytes(context, (const char *)bytes, length);
    return CAIRO_STATUS_SUCCESS;
}

bool print_pdf(const struct print_subject *subject, const struct print_options *options,
               struct text *into, struct error *error)
{
    struct print_layout layout;
    if (!print_lay_out(subject, options, &layout, error))
        return false;
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(
        append_bytes, into, layout.plan.page_width * POINTS, layout.plan.page_height * POINTS);
    char *title = caption_shown(layout.course.body ? course_title(layout.course) : "Squared paper");
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Graph Prix");
    free(title);
    cairo_t *cairo = cairo_create(surface);
    for (int page = 0; page < layout.plan.pages; page++) {
        cairo_save(cairo);
        cairo_scale(cairo, POINTS, POINTS);
        draw_page(cairo, &layout, page);
        cairo_restore(cairo);
        cairo_show_page(cairo);
    }
    return brush_finish(cairo, surface, "pages", error);
}

cairo_surface_t *print_preview(const struct print_subject *subject,
                               const struct print_options *options, int page, int width, int height)
{
    struct print_layout layout;
    struct error error;
    if (!print_lay_out(subject, options, &layout, &error) || page < 0 || page >= layout.plan.pages)
        return NULL;
    double scale = fmin(width / layout.plan.page_width, height / layout.plan.page_height);
    cairo_t *recorder = print_measure();
    draw_page(recorder, &layout, page);
    int across = (int)fmax(round(layout.plan.page_width * scale), 1);
    int down = (int)fmax(round(layout.plan.page_height * scale), 1);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, across, down);
    cairo_t *cairo = cairo_create(surface);
    brush_color(cairo, layout.theme.paper);
    cairo_paint(cairo);
    cairo_scale(cairo, scale, scale);
    cairo_set_source_surface(cairo, cairo_get_target(recorder), 0, 0);
    cairo_paint(cairo);
    cairo_destroy(cairo);
    cairo_destroy(recorder);
    return surface;
}
