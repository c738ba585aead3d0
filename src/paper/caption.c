/* What stands round a sheet in true size. Owns nothing, cannot fail: what has no room is cut. */
#include "paper/caption.h"

#include "paper/lettering.h"

#include <cairo-pdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double TICK = 1.2, LONG_TICK = 2.2, RULER_LETTERS = 3.2;

static bool is_blank(char c)
{
    return c > 0 && c <= ' ';
}

/* On one line; what does not fit into the bytes is cut between letters. */
static void copy_line(const char *text, char into[CAPTION_BYTES])
{
    size_t length = 0;
    while (is_blank(*text))
        text++;
    for (; *text && length < CAPTION_BYTES - 8; text++) {
        bool blank = is_blank(*text);
        if (blank && (is_blank(text[1]) || text[1] == '\0'))
            continue;
        into[length++] = blank ? ' ' : *text;
    }
    while (*text && length > 0 && ((unsigned char)*text & 0xc0) == 0x80) {
        length--; /* of a letter that is not there in full */
        if (((unsigned char)into[length] & 0xc0) == 0xc0)
            break;
    }
    into[length] = '\0';
}

double caption_fit(cairo_t *cairo, const char *text, double size, bool bold, double width,
                   char into[CAPTION_BYTES])
{
    copy_line(text, into);
    size_t length = strlen(into);
    double wide;
    while ((wide = lettering_width(cairo, into, size, bold)) > width && length > 0) {
        do
            length--;
        while (length > 0 && ((unsigned char)into[length] & 0xc0) == 0x80);
        while (length > 0 && into[length - 1] == ' ')
            length--;
        strcpy(into + length, "…");
    }
    return wide;
}

void caption_put(struct caption *caption, int pen, const char *text, double size, bool bold,
                 double most)
{
    char shown[CAPTION_BYTES];
    double mark = pen ? size * 1.5 : 0, room = caption->right - caption->left;
    double width = mark + caption_fit(caption->cairo, text, size, bold,
                                      (most < room ? most : room) - mark, shown);
    if (caption->x > caption->left && caption->x + width > caption->right) {
        caption->x = caption->left;
        caption->y += caption->line_height;
    }
    if (caption->drawn) {
        if (pen)
            paper_draw_mark(caption->cairo, pen, caption->x + size * 0.5, caption->y, size * 0.95,
                            caption->theme);
        lettering_draw(caption->cairo, shown, caption->x + mark, caption->y, size, bold,
                       caption->theme->ink);
    }
    caption->x += width + size * caption->gap;
}

void caption_print_car(const struct session *session, const struct tally *tally, char *into,
                       size_t size)
{
    const char *name = session_player(session, tally->player)->name;
    char place[16];
    standing_print_place(tally->standing.place, session_setup(session)->players, place,
                         sizeof place);
    if (tally->standing.out)
        snprintf(into, size, "%s, out", name);
    else
        snprintf(into, size, "%s%s%s", place, place[0] ? " " : "", name);
}

char *caption_shown(const char *text)
{
    struct text shown = {0};
    text_append_visible(&shown, text);
    return shown.data;
}

void caption_put_players(struct caption *caption, const struct session *session, int steps,
                         double size, double most)
{
    struct tally tallies[CAR_LIMIT];
    int count = tally_race_after(session, steps, tallies);
    for (int i = 0; i < count; i++) {
        char text[CAPTION_BYTES];
        caption_print_car(session, &tallies[i], text, sizeof text);
        caption_put(caption, session_player(session, tallies[i].player)->pen, text, size, false,
                    most);
    }
}

void caption_draw_race(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                       int steps, const struct paper_theme *theme)
{
    double box[4];
    paper_draw_sheet(cairo, view, session_setup(session)->course, theme);
    for (int step = 0; step < steps; step++)
        if (paper_step_box(view, session, step, box) && brush_box_is_seen(cairo, box))
            paper_draw_step(cairo, view, session, step, 1, false, theme);
    paper_draw_cars(cairo, view, session, session_race_after(session, steps), theme);
}

void caption_draw_numbers(cairo_t *cairo, const struct caption_numbers *numbers,
                          struct paper_color color)
{
    enum { NUMBERED = 5 };
    const double *seen = numbers->seen, slack = 1e-6;
    const double half = numbers->tiles ? numbers->square / 2 : 0;
    for (int x = 0; x <= numbers->sheet.x - numbers->tiles; x += NUMBERED) {
        double at = numbers->left + x * numbers->square + half;
        if (at >= seen[0] - slack && at <= seen[0] + seen[2] + slack)
            lettering_draw_number(cairo, x, at, numbers->row, 0.5, numbers->size, false, color);
    }
    for (int y = 0; y <= numbers->sheet.y - numbers->tiles; y += NUMBERED) {
        double at = numbers->top + (numbers->sheet.y - y) * numbers->square - half;
        if (at >= seen[1] - slack && at <= seen[1] + seen[3] + slack)
            lettering_draw_number(cairo, y, numbers->column, at, 1, numbers->size, false, color);
    }
}

void caption_draw_ruler(cairo_t *cairo, double x, double y, int length, struct paper_color color)
{
    brush_color(cairo, color);
    cairo_new_path(cairo);
    brush_add_line(cairo, (struct pixel){x, y}, (struct pixel){x + length, y});
    for (int at = 0; at <= length; at += 10)
        brush_add_line(cairo, (struct pixel){x + at, y},
                       (struct pixel){x + at, y - (at % 50 == 0 ? LONG_TICK : TICK)});
    brush_stroke_blunt(cairo, 0.25, 0, 0);
    char text[32];
    snprintf(text, sizeof text, "%d mm", length);
    lettering_draw(cairo, text, x + length + 2, y - 1, RULER_LETTERS, false, color);
}

cairo_status_t caption_append_bytes(void *text, const unsigned char *bytes, unsigned int length)
{
    text_append_bytes(text, (const char *)bytes, length);
    return CAIRO_STATUS_SUCCESS;
}

/* Where a word stands last; the length of the file if it does not. */
static size_t find_last(const struct text *pdf, const char *word)
{
    size_t length = strlen(word);
    for (size_t at = pdf->length; at >= length; at--)
        if (memcmp(pdf->data + at - length, word, length) == 0)
            return at - length;
    return pdf->length;
}

/* Printers' programs shrink pages to what they take for margins, unless the file forbids it, which
 * cairo has no word for. Its catalog is the last object, so a line more in it moves nothing but the
 * table of objects behind it. Where that is not so the file stays as it is. */
static void forbid_scaling(void *into)
{
    static const char catalog[] = "/Type /Catalog\n", start[] = "startxref\n";
    static const char wish[] = "   /ViewerPreferences << /PrintScaling /None >>\n";
    struct text *pdf = into, rest = {0};
    size_t at = find_last(pdf, catalog) + strlen(catalog), last = find_last(pdf, start);
    if (at > last || last >= pdf->length || strstr(pdf->data + at, " obj\n"))
        return;
    last += strlen(start);
    unsigned long long objects = strtoull(pdf->data + last, NULL, 10) + strlen(wish);
    text_append_bytes(&rest, pdf->data + at, last - at);
    text_append_format(&rest, "%llu\n%%%%EOF\n", objects);
    text_cut(pdf, at);
    text_append(pdf, wish);
    text_append_bytes(pdf, rest.data, rest.length);
    text_free(&rest);
}

cairo_surface_t *caption_begin_pdf(struct text *into, double width, double height,
                                   const char *title, const char *subject)
{
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(
        caption_append_bytes, into, width * CAPTION_POINTS, height * CAPTION_POINTS);
    static const cairo_user_data_key_t finished; /* with the surface the file is whole */
    cairo_surface_set_user_data(surface, &finished, into, forbid_scaling);
    char *shown = caption_shown(title);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, shown);
    if (subject)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, subject);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Graph Prix");
    free(shown);
    return surface;
}
