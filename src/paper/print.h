/* Sheets to print: squared paper in true size with a course, a race so far, or nothing on it.
 *
 * A document is a PDF file: the sheet, over several pages with cut marks where it is larger than
 * one, on each page a 100 mm ruler to check that the printer kept the size; then the rules in short
 * and a table to write moves into. White paper, whatever the theme of the screen is. Nothing lies
 * within 10 mm of a page's edge, which printers may not reach.
 *
 * Everything is drawn in sixths of a millimetre, whatever a square measures, so pens stay as thick
 * as pens are. A page shows whole squares and then a strip of the next one, which is cut and laid
 * on it: both hold the line they meet on.
 */
#ifndef GRAPHPRIX_PAPER_PRINT_H
#define GRAPHPRIX_PAPER_PRINT_H

#include "paper/paper.h"

enum print_paper { PRINT_A4, PRINT_A3, PRINT_LETTER, PRINT_PAPER_COUNT };
extern const char *const print_paper_names[PRINT_PAPER_COUNT]; /* "A4" */
/* What follows --paper: an enum print_paper by its name, in any case of letters. */
bool print_read_paper(void *paper, const char *name, struct error *error);

/* Tenths of a millimetre. */
enum { PRINT_SQUARE_LEAST = 30, PRINT_SQUARE_MOST = 200, PRINT_SQUARE_USUAL = 50 };

struct print_options {
    enum print_paper paper;
    int square;    /* tenths of a millimetre; 0: 5 mm, or what the course needs for counters */
    bool no_rules; /* leave out the rules in short */
    bool no_table; /* leave out the table for moves */
    /* Of a worksheet: room for a pupil's name on each page in place of who takes part, or the word
     * that it is the solution; and which sheet it is, before the page's number. NULL: none. */
    const char *sheet;
    const char *remark; /* one more sentence at the foot of the sheet; NULL: none */
    bool solved;
};
extern const struct print_options print_usual; /* A4, the usual squares, with both */

/* What is printed: one of the three. */
struct print_subject {
    const struct session *session; /* the race after its first `steps` steps */
    int steps;
    struct course course;      /* without a race */
    const struct setup *setup; /* of a course: the rules to explain and how many players the table
                                  is for, its course not looked at; NULL: print_usual_setup */
    int columns, rows;         /* neither: empty squared paper of this size; 0: as fits on a page.
                                  It has no rules and no table. */
};
/* The first rules that can be played on it, for four players. */
struct setup print_usual_setup(struct course course);

/* How the sheet falls on pages; the better of upright and lying is taken. The pages of the sheet
 * come first, row by row, then those with the rules, then those with the table. */
struct print_plan {
    bool lying;
    double page_width, page_height; /* millimetres */
    int across, down;               /* pages of the sheet */
    int pages;                      /* in all */
    int columns, rows;              /* squares of the sheet */
    int square, usual_square;       /* tenths of a millimetre */
    int one_page_square; /* the largest square (tenths of a millimetre) with which the sheet would
                            fit on one page of this paper; 0: none does, or it is on one page */
};
/* False and the error if it would take more than PRINT_PAGES_MOST pages. */
enum { PRINT_PAGES_MOST = 400 };
bool print_plan(const struct print_subject *subject, const struct print_options *options,
                struct print_plan *plan, struct error *error);

bool print_pdf(const struct print_subject *subject, const struct print_options *options,
               struct text *into, struct error *error);
/* One page as a picture for the screen, at most `width` x `height` device pixels; page from 0. */
cairo_surface_t *print_preview(const struct print_subject *subject,
                               const struct print_options *options, int page, int width,
                               int height);

/* === export =================================================================================== */

/* A race as a file: a picture of pixels (PNG), or the sheet in true size by lines and letters (SVG,
 * PDF). The bytes are appended to `into`; whoever has asked writes them where they belong. All show
 * the race after its first `steps` steps, on white paper whatever the theme of the screen is.
 * False and the error if cairo cannot make it.
 *
 * cairo writes letters as shapes into SVG, so names and places also stand in <title> and <desc>.
 */

/* A square is `square` pixels wide, or fewer where the picture would be wider than 12,000. */
enum { EXPORT_SQUARE_LEAST = 2, EXPORT_SQUARE_MOST = 200, EXPORT_SQUARE = 24 };
bool export_png(const struct session *session, int steps, int square, struct text *into,
                struct error *error);

/* A course, with a race on it or NULL, as a picture whose longer side has so many pixels. */
enum { EXPORT_SIDE_LEAST = 16, EXPORT_SIDE_MOST = 2048 };
bool export_thumbnail(struct course course, const struct session *session, int steps, int side,
                      struct text *into, struct error *error);

/* As PNG; the surface is given up. */
bool export_surface(cairo_surface_t *surface, struct text *into, struct error *error);

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
