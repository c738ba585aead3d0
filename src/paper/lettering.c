/* Type on the sheet. Owns nothing; without any font cairo's own built-in face is drawn. */
#include "paper/lettering.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double CAPITAL_SHARE = 0.36; /* half the capitals' height, of the type's size */
static const double ARROW_SHARE = 0.80;   /* width and height of an arrow's field */

/* Length in bytes of the arrow (U+2190 to U+2193) at `text` and its direction, or 0. */
static int read_arrow(const char *text, int *dx, int *dy)
{
    static const int directions[4][2] = {{-1, 0}, {0, -1}, {1, 0}, {0, 1}};
    const unsigned char *bytes = (const unsigned char *)text;
    if (bytes[0] != 0xe2 || bytes[1] != 0x86 || bytes[2] < 0x90 || bytes[2] > 0x93)
        return 0;
    *dx = directions[bytes[2] - 0x90][0];
    *dy = directions[bytes[2] - 0x90][1];
    return 3;
}

/* The text as it is drawn: itself, or with marks, in `marked`, which is to be freed. */
static const char *shown(const char *text, struct text *marked)
{
    *marked = (struct text){0};
    if (text_is_visible(text))
        return text;
    text_append_visible(marked, text);
    return marked->data;
}

static void select_face(cairo_t *cairo, double size, bool bold)
{
    cairo_select_font_face(cairo, "Andika", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, size);
}

/* The next piece of the text that has no arrow, copied into `piece` (64 bytes). */
static int take_letters(const char *text, char piece[64])
{
    int length = 0, dx, dy;
    while (length < 63 && text[length] && !read_arrow(text + length, &dx, &dy)) {
        if (length > 56 && (text[length] & 0xc0) != 0x80)
            break; /* between characters */
        piece[length] = text[length];
        length++;
    }
    piece[length] = '\0';
    return length;
}

static void draw_arrow(cairo_t *cairo, double x, double y, double size, int dx, int dy, bool bold)
{
    double middle = x + size * ARROW_SHARE / 2;
    double half = size * 0.31;
    brush_arrow(cairo, middle - dx * half, y - dy * half, middle + dx * half, y + dy * half,
                size * (bold ? 0.12 : 0.09), size * 0.26);
}

double lettering_width(cairo_t *cairo, const char *string, double size, bool bold)
{
    double width = 0;
    char piece[64];
    struct text marked;
    const char *text = shown(string, &marked);
    select_face(cairo, size, bold);
    while (*text) {
        int dx, dy;
        int length = read_arrow(text, &dx, &dy);
        if (length > 0) {
            width += size * ARROW_SHARE;
        } else {
            cairo_text_extents_t extents;
            length = take_letters(text, piece);
            cairo_text_extents(cairo, piece, &extents);
            width += extents.x_advance;
        }
        text += length;
    }
    text_free(&marked);
    return width;
}

void lettering_draw(cairo_t *cairo, const char *string, double x, double y, double size, bool bold,
                    struct paper_color color)
{
    char piece[64];
    struct text marked;
    const char *text = shown(string, &marked);
    select_face(cairo, size, bold);
    brush_color(cairo, color);
    double base = y + size * CAPITAL_SHARE;
    if (!brush_is_vector(cairo))
        base = round(base);
    while (*text) {
        int dx, dy;
        int length = read_arrow(text, &dx, &dy);
        if (length > 0) {
            draw_arrow(cairo, x, y, size, dx, dy, bold);
            x += size * ARROW_SHARE;
        } else {
            cairo_text_extents_t extents;
            length = take_letters(text, piece);
            cairo_text_extents(cairo, piece, &extents);
            cairo_move_to(cairo, x, base);
            cairo_show_text(cairo, piece);
            x += extents.x_advance;
        }
        text += length;
    }
    cairo_new_path(cairo);
    text_free(&marked);
}

static void draw_rimmed(cairo_t *cairo, const char *text, double x, double y, double size,
                        struct paper_color color, const struct paper_theme *theme)
{
    static const int around[8][2] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0},
                                     {1, 0},   {-1, 1}, {0, 1},  {1, 1}};
    double reach = fmax(round(size / 10), 1);
    select_face(cairo, size, false);
    brush_color(cairo, theme->paper);
    if (brush_is_vector(cairo)) {
        /* One stroke round the letters, so that the file holds the text but once. */
        cairo_move_to(cairo, x, y + size * CAPITAL_SHARE);
        cairo_text_path(cairo, text);
        cairo_set_line_width(cairo, 2 * reach);
        cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
        cairo_stroke(cairo);
        lettering_draw(cairo, text, x, y, size, false, color);
        return;
    }
    x = round(x);
    for (int i = 0; i < 8; i++) {
        cairo_move_to(cairo, x + around[i][0] * reach,
                      round(y + size * CAPITAL_SHARE) + around[i][1] * reach);
        cairo_show_text(cairo, text);
    }
    lettering_draw(cairo, text, x, y, size, false, color);
}

void lettering_draw_rimmed(cairo_t *cairo, const char *text, double x, double y, double size,
                           struct paper_color color, const struct paper_theme *theme)
{
    struct text marked;
    draw_rimmed(cairo, shown(text, &marked), x, y, size, color, theme);
    text_free(&marked);
}

/* Selects the handwriting face; false if it cannot write all of the text. */
static bool select_title_face(cairo_t *cairo, const char *text, double size)
{
    cairo_select_font_face(cairo, "Comic Neue", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
    cairo_set_font_size(cairo, size);
    cairo_glyph_t *glyphs = NULL;
    int count = 0;
    bool whole =
        cairo_scaled_font_text_to_glyphs(cairo_get_scaled_font(cairo), 0, 0, text, -1, &glyphs,
                                         &count, NULL, NULL, NULL) == CAIRO_STATUS_SUCCESS;
    for (int i = 0; i < count; i++)
        whole = whole && glyphs[i].index != 0;
    cairo_glyph_free(glyphs);
    return whole;
}

void lettering_draw_title(cairo_t *cairo, const char *text, double x, double y, double size,
                          struct paper_color color)
{
    if (!text_is_visible(text) || !select_title_face(cairo, text, size)) {
        lettering_draw(cairo, text, x, y, size, true, color);
        return;
    }
    brush_color(cairo, color);
    cairo_move_to(cairo, x, y + size * CAPITAL_SHARE);
    cairo_show_text(cairo, text);
    cairo_new_path(cairo);
}

void lettering_print_vector(struct point vector, char text[LETTERING_VELOCITY_BYTES])
{
    int length = 0;
    if (vector.x)
        length = snprintf(text, LETTERING_VELOCITY_BYTES, "%s %d", vector.x > 0 ? "→" : "←",
                          abs(vector.x));
    if (vector.y)
        length += snprintf(text + length, LETTERING_VELOCITY_BYTES - (size_t)length, "%s%s %d",
                           length ? " " : "", vector.y > 0 ? "↑" : "↓", abs(vector.y));
    if (length == 0)
        strcpy(text, "0");
}
