/* The ghost of another race: what one of its cars drove, in pale pencil under the ink of the race
 * that is on the sheet, round by round. Nothing of it is part of that race.
 */
#ifndef GRAPHPRIX_PAPER_GHOST_H
#define GRAPHPRIX_PAPER_GHOST_H

#include "paper/paper.h"

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
