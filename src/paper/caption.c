/* What stands round a sheet in true size. Owns nothing, cannot fail: what has no room is cut. */
#include "paper/caption.h"

#include "base/text.h"
#include "paper/lettering.h"

#include <stdio.h>
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

void caption_fit(cairo_t *cairo, const char *text, double size, bool bold, double width,
                 char into[CAPTION_BYTES])
{
    copy_line(text, into);
    size_t length = strlen(into);
    while (length > 0 && lettering_width(cairo, into, size, bold) > width) {
        do
            length--;
        while (length > 0 && ((unsigned char)into[length] & 0xc0) == 0x80);
        while (length > 0 && into[length - 1] == ' ')
            length--;
        strcpy(into + length, "…");
    }
}

void caption_put(struct caption *caption, int pen, const char *text, double size, bool bold,
                 double most)
{
    char shown[CAPTION_BYTES];
    double mark = pen ? size * 1.5 : 0, room = caption->right - caption->left;
    caption_fit(caption->cairo, text, size, bold, (most < room ? most : room) - mark, shown);
    double width = mark + lettering_width(caption->cairo, shown, size, bold);
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
    caption->x += width + size * 1.4;
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

void caption_draw_ruler(cairo_t *cairo, double x, double y, int length, struct paper_color color)
{
    brush_color(cairo, color);
    cairo_set_line_width(cairo, 0.25);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    cairo_new_path(cairo);
    cairo_move_to(cairo, x, y);
    cairo_line_to(cairo, x + length, y);
    for (int at = 0; at <= length; at += 10) {
        cairo_move_to(cairo, x + at, y);
        cairo_line_to(cairo, x + at, y - (at % 50 == 0 ? LONG_TICK : TICK));
    }
    cairo_stroke(cairo);
    char text[32];
    snprintf(text, sizeof text, "%d mm", length);
    lettering_draw(cairo, text, x + length + 2, y - 1, RULER_LETTERS, false, color);
}
