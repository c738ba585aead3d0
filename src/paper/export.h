/* A race as a file: a picture of pixels (PNG), or the sheet in true size by lines and letters (SVG,
 * PDF). The bytes are appended to `into`; whoever has asked writes them where they belong. All show
 * the race after its first `steps` steps, on white paper whatever the theme of the screen is.
 * False and the error if cairo cannot make it.
 */
#ifndef GRAPHPRIX_PAPER_EXPORT_H
#define GRAPHPRIX_PAPER_EXPORT_H

#include "paper/paper.h"

/* A square is `square` pixels wide, or fewer where the picture would be wider than 12,000. */
enum { EXPORT_SQUARE_LEAST = 2, EXPORT_SQUARE_MOST = 200, EXPORT_SQUARE = 24 };
bool export_png(const struct session *session, int steps, int square, struct text *into,
                struct error *error);

/* A square is 5 mm. One unit of the SVG file is a millimetre. Above the sheet stand its name and
 * the players with their marks, in the order of places; along it its numbers; below it a ruler that
 * shows whether a printer kept the size. A sheet that is larger than a page of a PDF file may be
 * (5 m) is an error. */
enum { EXPORT_SQUARE_MILLIMETRES = 5 };
bool export_svg(const struct session *session, int steps, struct text *into, struct error *error);
bool export_pdf(const struct session *session, int steps, struct text *into, struct error *error);

/* Where the grid point (0, height) is on the page and how large that is, in millimetres. */
struct export_page {
    double left, top, width, height;
};
struct export_page export_page_of(const struct session *session, int steps);

#endif
