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

#include "paper/ink.h"
#include "paper/labels.h"
#include "paper/paper.h"

#include <stddef.h>
#include <stdint.h>

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
    bool no_table; /* leave out the table for moves; its vectors stand as others do */
    struct course beside; /* another sheet on the page of a course's one, each on its half; as small
                             as it takes if no square is wanted. None: a page for one */
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

/* === among the files that print =============================================================== */

/* What the files of the printer share: how a document is laid out, page by page. Lengths are
 * millimetres from the page's upper left corner; cairo's unit is a millimetre where they draw.
 *
 * A PDF forbids scaling by a line in its catalog, which is written into cairo's finished file: the
 * catalog is its last object.
 */

/* Every page: what is free of ink at its edges, and the foot with the ruler. */
#define PRINT_MARGIN 10.0
#define PRINT_FOOT 11.0
#define PRINT_TITLE 6.5 /* size of type */
#define PRINT_SMALL 3.3 /* the same */
#define PRINT_TITLE_ROW 9.0

/* Upright: width and height. */
extern const double print_paper_sizes[PRINT_PAPER_COUNT][2];

/* How a length of squares is cut into pages along one axis. */
struct print_cut {
    int squares; /* of the sheet */
    int pages;
    int step;    /* squares from one page's beginning to the next one's, */
    int first;   /* but from the first one's to the second one's, where lines are counted from the
                    other end */
    int most;    /* squares that a page but the last can have before its strip */
    int overlap; /* squares that a page shows of the next one: what that is glued onto */
};

struct print_layout {
    const struct print_subject *subject;
    const struct print_options *options;
    struct course course; /* none: empty paper */
    struct setup setup;   /* in force, unless it is empty paper */
    struct paper_theme theme;
    struct print_plan plan;
    double square;
    double head;      /* height of what stands over a sheet */
    int note_lines;   /* of it, lines of the course's note */
    int legend_lines; /* and of players */
    bool tiled;       /* the sheet is on several pages */
    bool half;        /* of a page, on which another sheet is, too */
    struct print_cut across, down;
    double sheet_x, sheet_y; /* where a page's part of the sheet begins */
    int words_pages;
    int table_pages;
};

/* print.c. Its theme, for all that is printed. */
struct paper_theme print_theme(void);
/* False and the error as print_plan. */
bool print_lay_out(const struct print_subject *subject, const struct print_options *options,
                   struct print_layout *layout, struct error *error);

/* A page of the whole document, of the plan's size. */
void print_draw_page(cairo_t *cairo, const struct print_layout *layout, int page);
/* A cairo that records: nothing is seen of it, and type is as wide as on paper. */
cairo_t *print_begin_measuring(void);
/* What was recorded of a page of this size as a picture of at most `width` x `height` device
 * pixels; ends the recorder. */
cairo_surface_t *print_shrink(cairo_t *recorder, double page_width, double page_height, int width,
                              int height);

/* print_sheet.c: page `index` of the sheet. */
void print_draw_sheet(cairo_t *cairo, const struct print_layout *layout, int index);
/* Title, note, players; returns how high that is. A cairo that is not `drawn` on only measures. */
double print_set_head(cairo_t *cairo, const struct print_layout *layout, const char *label,
                      bool drawn);
/* "Name ________", or that these are solutions; ends at `right`, returns where it begins. */
double print_draw_name_field(cairo_t *cairo, const struct paper_theme *theme, double right,
                             double y, bool solved);
/* The ruler and what is to be said beside it. */
void print_draw_foot(cairo_t *cairo, const struct print_layout *layout, const char *first,
                     const char *second);

/* print_table.c: the table for moves. */
/* The heading of a page without a sheet: "Kidney", "Rules in short", "Page 3 of 4". */
void print_draw_page_title(cairo_t *cairo, const struct print_layout *layout, const char *what,
                           int page);

/* === animation ================================================================================ */

/* A race as an animated picture (GIF): the sheet, and then the ink of one step after the other,
 * over and over again.
 */

/* Told of each step that is painted; false: somebody does not want it any more. */
typedef bool animation_progress(void *data, int steps, int of);

/* Pixels: of a square, unless the longer side of the sheet would have more. */
enum { ANIMATION_SQUARE = 16, ANIMATION_SIDE = 800, ANIMATION_SIDE_MOST = 4000 };

/* Of the first `steps` steps; those of which nothing is seen have no picture of their own. A square
 * is `square` pixels wide, or fewer where a side would have more than ANIMATION_SIDE_MOST; 0: as
 * above. `progress` may be NULL. False and the error if it cannot be made, or was not wanted. */
bool animation_append_gif(const struct session *session, int steps, int square,
                          animation_progress *progress, void *data, struct text *into,
                          struct error *error);

/* === poster =================================================================================== */

/* A moment of a race as a small replay: the last moves up to it, the cars gliding from place to
 * place. The last picture is the moment itself.
 */
struct clip {
    const struct session *session;
    int step, car; /* the moment's, and the car that is in the middle */
    const char *title, *words;
};
enum { CLIP_MOVES = 6, CLIP_SHARES = 5, CLIP_MILLISECONDS = 90 }; /* a move's, a picture's */
int clip_last(const struct clip *clip);
void clip_draw(cairo_t *cairo, const struct clip *clip, int picture, int width, int height,
               double scale, const struct paper_theme *theme);

/* Who has won what: a table, and moments. All are borrowed. */
enum { POSTER_CLIPS = 3 };
struct poster {
    const char *title, *words;
    int pen; /* of the winner; 0: none */
    struct poster_row {
        const char *name;
        int pen, points;
    } rows[PLAYER_LIMIT];
    struct clip clips[POSTER_CLIPS];
    int row_count, clip_count;
};
bool poster_append_png(const struct poster *poster, struct text *into, struct error *error);
/* The same, its moments one after the other, as animation_append_gif. */
bool poster_append_gif(const struct poster *poster, animation_progress *progress, void *data,
                       struct text *into, struct error *error);
/* A cup of so many device pixels. */
void poster_draw_cup(cairo_t *cairo, double side, struct paper_color color);

/* === palette ================================================================================== */

/* A few colours that stand for all of some pictures, and which of them stands for a pixel. Pixels
 * are those of cairo's RGB24.
 */

enum { PALETTE_COLORS = 127 };

struct palette;

struct palette *palette_create(void); /* free with palette_free */
void palette_free(struct palette *palette);

/* Pixels that it is to stand for. */
void palette_see(struct palette *palette, const uint32_t *pixels, size_t count);
/* From what was seen, and never changed again: the most frequent colour, and then time and again
 * the one that matters most by how often it is there and how unlike it is to those that are chosen.
 */
void palette_choose(struct palette *palette);

int palette_count(const struct palette *palette); /* 1 to PALETTE_COLORS */
uint32_t palette_color(const struct palette *palette, int index);
/* The nearest; the lower one of two that are as near. */
int palette_find(struct palette *palette, uint32_t pixel);

#endif
