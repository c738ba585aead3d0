/* Graph paper's line in the table of inks. */
#ifndef GRAPHPRIX_PAPER_GRAPH_PAPER_INK_H
#define GRAPHPRIX_PAPER_GRAPH_PAPER_INK_H

#include "drivers/graph_paper/solver/hints.h"
#include "paper/graph_paper/cars.h"
#include "paper/ink.h"
#include "paper/labels.h"
#include "paper/paper.h"
#include "rules/graph_paper/graph_paper.h"

extern const struct ink graph_paper_ink;

/* print.c: what printed pages and tables say. */
int graph_paper_spare(struct course course, double boxes[2][4]);
void graph_paper_explain(struct print_words *words, const struct setup *setup, bool table);
void graph_paper_draw_figure(cairo_t *cairo, const struct setup *setup, double width,
                             const struct paper_theme *theme);
extern const struct ink_table graph_paper_ink_table;
void graph_paper_append_csv(const struct session *session, int steps, struct csv *csv);
void graph_paper_fill_chart(struct chart *chart, const struct session *session);

/* === hints ==================================================================================== */

/* Signs of points: outcomes and prices; hints on the sheet: what each point leads to, the best
 * line, full braking.
 *
 * A clear point becomes a bead with how many rounds more it costs than the best point, at every
 * scale. The best points have a thick ring and a bold 0; a wave in the bead is the slick's. A
 * doomed point is a triangle: no other sign is one.
 */

/* An outcome's shape, `radius` device pixels: clear dot, off the track cross, collision burst,
 * slick wave, finish flag. `strength` from 0 to 1 is how faint it is. */
void paper_draw_outcome(cairo_t *cairo, enum outcome outcome, int pen, double x, double y,
                        double radius, double strength, const struct paper_theme *theme);

/* A point that cannot be chosen: a pale ring, struck through. */
void paper_draw_refused(cairo_t *cairo, double x, double y, double radius, double strength,
                        const struct paper_theme *theme);

/* What a move costs, as written on paper: a square for a nitro, a bar across the way for a good
 * brake, a chevron along it for a turbo boost. `size` is in device pixels; (ahead_x, ahead_y), a
 * unit vector, is the way, upwards where there is none. Drawn in the source that is set. */
enum paper_sign { SIGN_NITRO, SIGN_BRAKE, SIGN_BOOST };
void paper_draw_sign(cairo_t *cairo, enum paper_sign sign, double x, double y, double size,
                     double ahead_x, double ahead_y);

/* --- hints ----------------------------------------------------------------------------------- */

/* How the numbers of a turn are written, the same for all its points. */
struct paper_numbers {
    const struct hints *hints; /* NULL: none are */
    double letter, radius;     /* of the type and the beads, device pixels; a radius of 0: squares
                                  are too small for any numbers */
    double doomed;             /* radius of the triangles */
    int pen;
};
struct paper_numbers paper_numbers_of(const struct paper_view *view, const struct hints *hints,
                                      int pen);

/* How a point is drawn; `strength` as of paper_draw_outcome. */
struct paper_hint_look {
    double x, y;
    bool chosen, slick;
    double strength;
};
/* In place of the sign of its outcome. False if the hint has none, and nothing is drawn. */
bool paper_draw_hint(cairo_t *cairo, const struct paper_numbers *numbers, const struct hint *hint,
                     const struct paper_hint_look *look, const struct paper_theme *theme);
void paper_draw_doomed(cairo_t *cairo, double x, double y, double radius, double strength,
                       const struct paper_theme *theme);

/* A line of moves, dotted, with a tick a move and a label beside its end: the best line of a hint,
 * the best lap of a sheet. */
struct dotted_line {
    const struct point *points; /* grid points; a line of less than two is not drawn */
    int count;
    int height; /* of the sheet, squares */
    struct paper_color color;
    char label[32]; /* what it takes; "": none */
};
void dotted_draw(cairo_t *cairo, const struct paper_view *view, const struct dotted_line *line);
/* Beside its end, if that is in sight. */
void dotted_label(struct labels *labels, const struct paper_view *view,
                  const struct dotted_line *line, const struct paper_theme *theme);
/* What it touches at most, as paper_step_box. */
bool dotted_box(const struct paper_view *view, const struct dotted_line *line, double box[4]);

/* The best line from here; its points stay the hints'. */
struct dotted_line paper_best_line(const struct track *track, const struct hints *hints, int pen,
                                   const struct paper_theme *theme);

/* Full braking, dashed: a bar where the car stands, a cross where it leaves the track. */
struct track_brush;

/* === turn ===================================================================================== */

/* A turn as it is shown to whoever is to move: what changes with every movement of the pointer and
 * is no ink yet. The screen draws it over the sheet; the class draws it on the blackboard.
 */

/* More start points than this are the guide's (paper/graph_paper/features.h): here only the chosen
 * one is drawn.
 */
enum { PAPER_RINGED_STARTS = 60 };

struct paper_turn {
    int pen;
    /* Start points to choose from; the chosen one (index or -1) is where the moves begin. */
    const struct point *starts;
    int start_count;
    int chosen_start;

    bool has_car; /* is there a point that the move starts from? The rest needs it */
    struct point car;
    struct point velocity;
    struct point principal;
    struct point shift;       /* of the principal point, by turbo areas */
    const struct move *moves; /* those that are shown; what costs something is fainter */
    int move_count;
    int chosen;               /* the one pointed at: index or -1 */
    const struct move *after; /* what could follow the chosen one, fainter still */
    int after_count;

    const struct refused_move *refused; /* within reach, but not to be chosen */
    int refused_count;
    int chosen_refused;  /* the one pointed at: index or -1 */
    const char *refusal; /* why, in a sentence; with chosen_refused */

    double folded; /* 0: all points are where they belong; 1: all are within the principal point */

    bool vectors;    /* velocity, acceleration and principal point as labelled arrows */
    unsigned arrows; /* of them, 1 << arrow_switch of each that is shown */

    const struct hints
        *hints; /* or NULL; the best line is drawn for itself (paper/graph_paper/ink.h) */
};

/* What of the turn's signs is drawn at most, as paper_step_box. False if there is nothing. */
bool paper_turn_box(const struct paper_view *view, const struct track *track,
                    const struct paper_turn *turn, double box[4]);
void paper_draw_turn(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                     const struct paper_turn *turn, const struct paper_theme *theme);

/* What no label may cover, and then what is written beside the turn. */
void paper_keep_off_turn(struct labels *labels, const struct paper_view *view,
                         const struct track *track, const struct paper_turn *turn);
void paper_label_turn(struct labels *labels, const struct paper_view *view,
                      const struct track *track, const struct paper_turn *turn,
                      const struct paper_theme *theme);

#endif
