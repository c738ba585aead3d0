/* What stands round a sheet in true size: words fitted into a width, players with their marks, and
 * the ruler that shows whether a printer kept the size. For this folder; cairo's unit is a
 * millimetre, and so is that of all sizes here.
 */
#ifndef GRAPHPRIX_PAPER_CAPTION_H
#define GRAPHPRIX_PAPER_CAPTION_H

#include "paper/brush.h"
#include "session/tally.h"

enum { CAPTION_BYTES = 400 };

/* As much of the text as fits into the width, with an ellipsis if that is not all. Breaks of lines
 * and runs of blanks become one blank. */
void caption_fit(cairo_t *cairo, const char *text, double size, bool bold, double width,
                 char into[CAPTION_BYTES]);

/* Words and marks set one after the other into lines. */
struct caption {
    cairo_t *cairo;
    double left, right;
    double x, y;        /* y: middle of the line */
    double line_height; /* to the next one */
    bool drawn;         /* else they are only measured */
    const struct paper_theme *theme;
};
/* A mark (0: none) with a text, at most `most` wide; on the next line if it does not fit here. */
void caption_put(struct caption *caption, int pen, const char *text, double size, bool bold,
                 double most);

/* "2nd Ada", "Blaise, out", "Chen": a car's player and how the race went. */
void caption_print_car(const struct session *session, const struct tally *tally, char *into,
                       size_t size);
/* As text_append_visible shows it, for what is no drawing (title and description). Free it. */
char *caption_shown(const char *text);

/* `length` mm from (x, y) to the right with a tick every 10 mm, and its length behind it. */
void caption_draw_ruler(cairo_t *cairo, double x, double y, int length, struct paper_color color);

#endif
