/* A turn as it is shown to whoever is to move: what changes with every movement of the pointer and
 * is no ink yet. The screen draws it over the sheet; the class draws it on the blackboard.
 */
#ifndef GRAPHPRIX_PAPER_GRAPH_PAPER_TURN_H
#define GRAPHPRIX_PAPER_GRAPH_PAPER_TURN_H

#include "paper/graph_paper/arrows.h"
#include "paper/graph_paper/hints.h"
#include "paper/labels.h"
#include "paper/paper.h"
#include "rules/graph_paper/graph_paper.h"

/* More start points than this are the guide's (paper/graph_paper/guide.h): here only the chosen one
 * is drawn.
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
        *hints; /* or NULL; the best line is drawn for itself (paper/graph_paper/hints.h) */
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
