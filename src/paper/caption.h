/* What exports and print share: the files, a race on paper, and what stands round a sheet in true
 * size: words fitted into a width, players with their marks, numbers, and the ruler that shows
 * whether a printer kept the size. For this folder; cairo's unit is a millimetre, and so is that of
 * all sizes here.
 */
#ifndef GRAPHPRIX_PAPER_CAPTION_H
#define GRAPHPRIX_PAPER_CAPTION_H

#include "base/text.h"
#include "paper/brush.h"
#include "session/series.h"

enum { CAPTION_BYTES = 400 };

/* As much of the text as fits into the width, with an ellipsis if that is not all. Breaks of lines
 * and runs of blanks become one blank. Returns how wide that is. */
double caption_fit(cairo_t *cairo, const char *text, double size, bool bold, double width,
                   char into[CAPTION_BYTES]);

/* Between players. */
#define CAPTION_GAP 1.4

/* Words and marks set one after the other into lines. */
struct caption {
    cairo_t *cairo;
    double left, right;
    double x, y;        /* y: middle of the line */
    double line_height; /* to the next one */
    double gap;         /* after each, of its size */
    bool drawn;         /* else they are only measured */
    const struct paper_theme *theme;
};
/* A mark (0: none) with a text, at most `most` wide; on the next line if it does not fit here. */
void caption_put(struct caption *caption, int pen, const char *text, double size, bool bold,
                 double most);

/* Each car's player by caption_print_car with the mark, in the order of places. */
void caption_put_players(struct caption *caption, const struct session *session, int steps,
                         double size, double most);

/* "2nd Ada", "Blaise, out", "Chen": a car's player and how the race went. */
void caption_print_car(const struct session *session, const struct tally *tally, char *into,
                       size_t size);
/* As text_append_visible shows it, for what is no drawing (title and description). Free it. */
char *caption_shown(const char *text);

/* The race after its first `steps` steps, all ink fresh; the clip is where it is wanted. */
void caption_draw_race(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                       int steps, const struct paper_theme *theme);

/* The number of every fifth line of a sheet, as far as the lines are seen. */
struct caption_numbers {
    double left, top, square; /* of the sheet's upper left grid point, and a square's side */
    struct point sheet;       /* squares */
    bool tiles;               /* which have the numbers, not the lines between them */
    double seen[4];           /* x, y, width, height */
    double row, column;       /* middle of those below, right end of those at the side */
    double size;
};
void caption_draw_numbers(cairo_t *cairo, const struct caption_numbers *numbers,
                          struct paper_color color);

/* `length` mm from (x, y) to the right with a tick every 10 mm, and its length behind it. */
void caption_draw_ruler(cairo_t *cairo, double x, double y, int length, struct paper_color color);

/* For cairo, which writes files piece by piece: into a struct text. */
cairo_status_t caption_append_bytes(void *text, const unsigned char *bytes, unsigned int length);
/* A PDF file whose pages have this size, to be printed in it; its unit is a point. It is whole once
 * the surface is gone. `subject` may be NULL. */
#define CAPTION_POINTS (72 / 25.4) /* in a millimetre */
cairo_surface_t *caption_begin_pdf(struct text *into, double width, double height,
                                   const char *title, const char *subject);

#endif
