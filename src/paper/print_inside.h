/* What the files of the printer share: how a document is laid out, page by page. Lengths are
 * millimetres from the page's upper left corner; cairo's unit is a millimetre where they draw.
 *
 * A PDF forbids scaling by a line in its catalog, which is written into cairo's finished file: the
 * catalog is its last object.
 */
#ifndef GRAPHPRIX_PAPER_PRINT_INSIDE_H
#define GRAPHPRIX_PAPER_PRINT_INSIDE_H

#include "paper/print.h"

#include "paper/ink.h"
#include "paper/labels.h"

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
/* The heading of a page without a sheet: "Kidney", "Rules in short", "Page 3 of 4". Returns where
 * the page goes on. */
double print_draw_page_title(cairo_t *cairo, const struct print_layout *layout, const char *what,
                             int page);

#endif
