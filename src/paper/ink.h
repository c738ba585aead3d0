/* What every game gives the paper floor: how its courses and races look on a sheet, and what is
 * said on printed pages. Pictures, exports, keyframes and print draw any game by this table;
 * whoever draws asks paper/paper.h.
 *
 * Functions that draw cannot fail. What they draw on has the clip set to where it is wanted.
 */
#ifndef GRAPHPRIX_PAPER_INK_H
#define GRAPHPRIX_PAPER_INK_H

#include "base/formats.h"
#include "paper/labels.h"

/* The rules in short, as they are set in columns (paper/print.c). */
struct chart;
struct print_words;
void words_head(struct print_words *words, const char *title);
/* A paragraph; `lead` is bold and may be "". */
void words_say(struct print_words *words, const char *lead, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The game's figure, so high on paper. */
#define PRINT_FIGURE_HEIGHT 36.0
void words_show_figure(struct print_words *words);

/* The table to write moves into: a row a move, some columns a car. */
enum { INK_COLUMNS = 4 };
struct ink_row {
    int car, move;            /* from 1; move 0: where it started */
    int numbers[INK_COLUMNS]; /* the last two are a vector */
};
struct ink_rows { /* zeroed: empty; free the items with free */
    struct ink_row *items;
    int count, capacity;
};
struct ink_table {
    const char *letters[INK_COLUMNS]; /* over the columns */
    const char *notes[2];             /* what they mean, in the foot */
    /* What has been written after so many steps. */
    void (*fill)(const struct session *session, int steps, struct ink_rows *into);
};

/* A page on which one driver writes, in millimetres. */
struct ink_order_sheet {
    double left, top, width, height;
    const struct setup *setup;
    const struct session *session; /* what has been driven in its first steps; NULL: no race */
    int steps;
    int car, pen;
};

/* The course and the words are every game's; all else may be NULL: it has nothing of the kind. */
struct ink {
    const struct game *game;

    /* All within the clip, opaque: every pixel is painted. On a sheet the squares are drawn, too
     * (paper_draw_grid); else only what is readable when a square is a few pixels. */
    void (*draw_course)(cairo_t *cairo, const struct paper_view *view, struct course course,
                        bool on_sheet, const struct paper_theme *theme);
    /* Makes a box (left, top, right, bottom) so wide that it holds what stands over the sheet's
     * edge. */
    void (*widen_box)(const struct paper_view *view, struct course course, double box[4]);
    /* No label covers what is to be read on the course. */
    void (*keep_off)(struct labels *labels, const struct paper_view *view, struct course course);

    /* As paper_draw_step and paper_step_box; NULL: a step leaves no ink. */
    void (*draw_step)(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                      int step, double progress, bool faded, const struct paper_theme *theme);
    bool (*step_box)(const struct paper_view *view, const struct session *session, int step,
                     double box[4]);
    /* What one car has driven in a step, without what that changed on the course or did to others.
     * NULL: all ink of its own steps. */
    void (*draw_own)(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                     int step, int car, double progress, const struct paper_theme *theme);
    int fresh_moves; /* in place of PAPER_FRESH_MOVES; 0: those */
    /* A car where it stands, and what of it is drawn at most; false if it is not on the sheet.
     * NULL: its pen's mark on the square where the rules say that it is. */
    void (*draw_car)(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                     const struct race *race, int car, const struct paper_theme *theme);
    bool (*car_box)(const struct paper_view *view, const struct session *session,
                    const struct race *race, int car, double box[4]);

    /* Tenths of a millimetre of a printed square, so that its counters have room. NULL:
     * PRINT_SQUARE_USUAL. */
    int (*usual_square)(struct course course);
    /* Boxes (left, top, right, bottom, squares from the upper left corner) that no seam of two
     * pages should cross, like a start line; at most two, returns how many. */
    int (*spare)(struct course course, double boxes[2][4]);
    /* The rules in force; `table`: moves are written down, too. */
    void (*explain)(struct print_words *words, const struct setup *setup, bool table);
    /* In millimetres, `width` wide and PRINT_FIGURE_HEIGHT high. */
    void (*draw_figure)(cairo_t *cairo, const struct setup *setup, double width,
                        const struct paper_theme *theme);
    const struct ink_table *table;
    /* A page for each car in place of that table, below the name of who drives it. */
    const char *order_sheet_title;
    void (*draw_order_sheet)(cairo_t *cairo, const struct ink_order_sheet *sheet,
                             const struct paper_theme *theme);
    /* The moves of the first steps as lines of a table. NULL: a row an action. */
    void (*append_csv)(const struct session *session, int steps, struct csv *csv);
    /* The motion of all cars, row by row, and its graphs (paper_append_motion,
     * paper_export_graphs). Both NULL: the game has none. */
    void (*append_motion)(const struct session *session, int steps, struct csv *csv);
    bool (*export_graphs)(const struct session *session, int steps, const char *ending,
                          struct text *into, struct error *error);
    /* How fast each car was (chart_add). NULL: the game has no chart. */
    void (*fill_chart)(struct chart *chart, const struct session *session);
    const char *chart_axes; /* "squares a move, over the moves" */
};

extern const struct ink *const inks[];             /* ends with NULL */
const struct ink *ink_of(const struct game *game); /* there is one for each game */

/* The squares of a sheet of this size (squares) within the clip, strong every fifth. */
void paper_draw_grid(cairo_t *cairo, const struct paper_view *view, struct point size,
                     const struct paper_theme *theme);

/* Trees, tents and the like in pencil on squares that are free: those round them, up to three
 * above, are for looking at alone. Where, is a hash of the square. Where they are so near to the
 * middle as can be stands the name (NULL: none). */
void paper_draw_scenery(cairo_t *cairo, const struct paper_view *view, struct point size,
                        bool (*is_free)(const void *of, struct point square), const void *of,
                        const char *name, const struct paper_theme *theme);

#endif
