/* What the sheet tells the car to move, besides its points: which checkpoint comes next, behind
 * which line it may come back to the track, where it may start when that is nearly anywhere.
 *
 * It changes from turn to turn and not with the pointer, so it lies on the sheet under the ink.
 */
#ifndef GRAPHPRIX_PAPER_GRAPH_PAPER_GUIDE_H
#define GRAPHPRIX_PAPER_GRAPH_PAPER_GUIDE_H

#include "paper/paper.h"
#include "rules/graph_paper/graph_paper.h"

/* A place of a drawn line, in squares. */
struct guide_point {
    double x, y;
    bool begins; /* a new line: nothing is drawn from the point before */
};

/* Borrowed for the call; zeroed: nothing to tell. */
struct paper_guide {
    bool idle_slicks, idle_turbo, idle_gates; /* on the sheet, but without effect: pale */
    int pen;    /* of the car to move; 0: nobody, and nothing of what follows */
    bool gates; /* do checkpoints count for it now? */
    int passed; /* of them, in this lap */
    const struct guide_point *limit; /* it may come back behind this line */
    int limit_count;
    double label_x, label_y; /* where on the line its label belongs, squares */
    /* Where it may start, if those are more than PAPER_RINGED_STARTS of paper/graph_paper/turn.h;
     * else NULL. */
    const struct start_runs *starts;
    uint64_t starts_mark; /* another one for other points, so that nobody compares them */
};

void paper_draw_guide(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                      const struct paper_guide *guide, const struct paper_theme *theme);
/* What is written beside the limit, if that is in sight. */
void paper_label_guide(struct labels *labels, const struct paper_view *view,
                       const struct track *track, const struct paper_guide *guide,
                       const struct paper_theme *theme);
/* What of it may look otherwise when the gates (`gate` from 0 to checkpoint_count - 1) or the limit
 * (-1) change, as paper_step_box. False if there is nothing. */
bool paper_guide_box(const struct paper_view *view, const struct track *track,
                     const struct paper_guide *guide, int gate, double box[4]);

#endif
