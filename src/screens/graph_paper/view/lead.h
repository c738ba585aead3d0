/* Who is ahead while the race is on: laps first, then the way that is left to the finish line.
 *
 * The way goes from grid point to grid point inside the track, 5 for a straight step and 7 for a
 * diagonal one, and is found once for a sheet. It is for the panel only; the places that count come
 * from the rules (RULES 8.3).
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_VIEW_LEAD_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_VIEW_LEAD_H

#include "rules/graph_paper/graph_paper.h"

struct lead {
    const struct track *track; /* borrowed */
    int *way;                  /* to the line, by y * (width + 1) + x; 0: there is none */
};

/* NULL ways for a sheet without lines or one so large that counting would take long. */
void lead_find(struct lead *lead, const struct track *track);
void lead_free(struct lead *lead);

/* The car's place if the race were over now: that of the rules if it has one, else counted from the
 * way it has come. 0 while that is not known. */
int lead_place(const struct lead *lead, const struct race *race, int car);

#endif
