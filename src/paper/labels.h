/* The one placer of all that is written over a sheet: tags of moves, numbers of lines, what a line
 * takes, sentences, and whatever a screen lays over it.
 *
 * What is there already is put in first: boxes that no label may cover, and boxes with a weight
 * that labels rather leave free. Then come the labels, the most important one first: each takes the
 * cheapest free place round its anchor and is in the way of all later ones. So no two labels
 * overlap, none covers a point that can be chosen, none crosses the edge; one that finds no room is
 * left out. Coordinates and sizes are device pixels.
 */
#ifndef GRAPHPRIX_PAPER_LABELS_H
#define GRAPHPRIX_PAPER_LABELS_H

#include "base/text.h"
#include "paper/paper.h"
#include "session/records.h"

struct label_box {
    double x, y, w, h;
};

/* Where a label would lie: near (x, y), at least `away` from it; (prefer_x, prefer_y) is the
 * direction that it should lie in, or zero. */
struct label_wish {
    double x, y, away;
    double prefer_x, prefer_y;
};

enum label_look {
    LABEL_PLATE,  /* on a card with an edge, bold, in lines */
    LABEL_RIMMED, /* on a rim of paper */
    LABEL_NUMBER  /* the same, of digits alone */
};

struct label {
    char *text; /* lines are parted by '\n' */
    enum label_look look;
    struct paper_color color; /* of the plate's edge or of the letters */
    double size;              /* of the type */
    struct label_wish wish;
    struct label_box box;
};

struct label_obstacle {
    struct label_box box;
    double weight; /* for each square pixel that is covered */
    bool never;
    bool written; /* one of the labels */
};

struct label_ways {
    double *items; /* owned; how far each number goes, or less than 0 */
    int count, capacity, told;
};

/* Is this place road, walls included? Squares from the sheet's lower left corner. */
struct label_road {
    bool (*holds)(const void *course, double x, double y); /* NULL: nothing is known of any */
    const void *course;
    double reach; /* so far a number goes to get off it; 0: it is left out, rather than far from
                     the edge */
};

struct labels {
    struct label_box seen;   /* labels stay inside */
    struct label_road road;  /* which numbers along the edges stand outside */
    struct label_ways *ways; /* that were found in this view; NULL: none are kept */
    bool numbers_every_line; /* along the edges where there is room: points are read off */
    double unit;             /* device pixels of an interface pixel */
    struct label_obstacle *obstacles;
    int obstacle_count, obstacle_capacity;
    struct label *items;
    int count, capacity;
    cairo_t *measure; /* NULL before the first text */
};

struct labels labels_begin(struct label_box seen, double unit);
void labels_end(struct labels *labels); /* frees what they own; zeroed ones are allowed */
/* Back to so many labels and obstacles, as if nothing had come after them. */
void labels_return(struct labels *labels, int count, int obstacle_count);

bool labels_can_see(const struct labels *labels, struct pixel at); /* is it within `seen`? */

/* No label covers this. */
void labels_keep_off(struct labels *labels, struct label_box box);
void labels_keep_off_disc(struct labels *labels, double x, double y, double radius);
/* Labels rather leave this free. */
void labels_avoid(struct labels *labels, struct label_box box, double weight);
void labels_avoid_disc(struct labels *labels, double x, double y, double radius, double weight);
void labels_avoid_line(struct labels *labels, double x1, double y1, double x2, double y2,
                       double weight);
/* And no label covers its head, which is so long or half as long as the arrow. */
void labels_avoid_arrow(struct labels *labels, struct pixel from, struct pixel to, double weight,
                        double head);

/* Takes this very place for something. False if it is not free. */
bool labels_put(struct labels *labels, struct label_box box);
/* Finds and takes a place for a thing of w x h. False if there is none. */
bool labels_place(struct labels *labels, double w, double h, const struct label_wish *wish,
                  struct label_box *placed);

/* A text that finds its place; broken into lines no wider than `widest` (0: one line). */
void labels_add(struct labels *labels, enum label_look look, const char *text, double size,
                struct paper_color color, double widest, const struct label_wish *wish);
/* A number whose left end and middle height are given, if that is free. */
void labels_add_number(struct labels *labels, const char *text, double size,
                       struct paper_color color, double x, double y);
double labels_text_width(struct labels *labels, enum label_look look, const char *text,
                         double size);

/* What of them touches cairo's clip; the box holds all that is drawn of one. */
void labels_draw(cairo_t *cairo, const struct labels *labels, const struct paper_theme *theme);
void labels_drawn_box(const struct labels *labels, const struct label *label, double box[4]);

/* === caption ================================================================================== */

/* What exports and print share: the files, a race on paper, and what stands round a sheet in true
 * size: words fitted into a width, players with their marks, numbers, and the ruler that shows
 * whether a printer kept the size. For this folder; cairo's unit is a millimetre, and so is that of
 * all sizes here.
 */

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

/* At the root of what cairo writes as SVG, so that clips inherit it: 1.16 says their rule where no
 * reader looks for it, and a road that is left out of the hatching would be hatched. */
#define CAPTION_SVG_CLIPS " clip-rule=\"evenodd\""
/* For cairo, which writes files piece by piece: into a struct text. */
cairo_status_t caption_append_bytes(void *text, const unsigned char *bytes, unsigned int length);
/* A PDF file whose pages have this size, to be printed in it; its unit is a point. It is whole once
 * the surface is gone. `subject` may be NULL. */
#define CAPTION_POINTS (72 / 25.4) /* in a millimetre */
cairo_surface_t *caption_begin_pdf(struct text *into, double width, double height,
                                   const char *title, const char *subject);

/* === chart ==================================================================================== */

/* The speed of every car over its moves, as a chart: a line a car in its pen, with its mark at the
 * points, over squared paper.
 *
 * Speed is the exact length of the vector that was driven, in squares a move; each line begins at
 * rest. The chart owns what it holds; lines and boxes of the drawing are device pixels.
 */

struct chart_line {
    int car, pen;
    int car_of_player; /* from 1; the lines of second cars are dashed */
    int *squares;      /* of the speed after each move, from move 1 on */
    int count, capacity;
};

struct chart {
    struct chart_line lines[CAR_LIMIT];
    int line_count;
    int most_moves; /* of any car */
    int most_square;
};

/* No line if the game has no chart. */
void chart_fill(struct chart *chart, const struct session *session);
/* The next move of a car: its speed squared. For the game's ink. */
void chart_add(struct chart *chart, int car, int square);
void chart_free(struct chart *chart);

/* Where the chart is drawn and how far its axes go. */
struct chart_frame {
    double left, top, width, height; /* of the plot, without the numbers */
    double scale;                    /* device pixels of an interface pixel */
    int moves, move_step;            /* end of the axis, from one number to the next */
    int speed, speed_step;
};
/* In a picture of width x height, with room for the numbers. */
struct chart_frame chart_frame_in(const struct chart *chart, double width, double height,
                                  double scale);
/* The point of a line after a move (0: the start). */
void chart_place(const struct chart *chart, const struct chart_frame *frame, int line, int move,
                 double *x, double *y);
/* The point nearest to (x, y), at most `reach` pixels away; false: there is none. */
bool chart_nearest(const struct chart *chart, const struct chart_frame *frame, double x, double y,
                   double reach, int *line, int *move);
/* Axes and lines on what is there; `chosen` stands out from the others, -1: none does. */
void chart_draw(cairo_t *cairo, const struct chart *chart, const struct chart_frame *frame,
                int chosen, const struct paper_theme *theme);

/* === ghost ==================================================================================== */

/* The ghost of another race: what one of its cars drove, in pale pencil under the ink of the race
 * that is on the sheet, round by round. Nothing of it is part of that race.
 */

struct paper_ghost { /* zeroed: there is none */
    const struct session *session;
    int car;
    int rounds;      /* that are drawn whole */
    double progress; /* of the one after those: as paper_draw_step counts */
};

/* So many rounds of a race are driven to their end. */
int paper_rounds_driven(const struct race *race);

void paper_draw_ghost(cairo_t *cairo, const struct paper_view *view,
                      const struct paper_ghost *ghost, const struct paper_theme *theme);
/* Holds what of it changes from so many rounds on, until behind the one that is under the pen.
 * False if nothing does. */
bool paper_ghost_box(const struct paper_view *view, const struct paper_ghost *ghost, int from,
                     double box[4]);

#endif
