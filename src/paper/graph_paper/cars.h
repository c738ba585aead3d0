/* Cars on the sheet: mark and ring, tally marks for missed turns, notches for damage.
 */
#ifndef GRAPHPRIX_PAPER_GRAPH_PAPER_CARS_H
#define GRAPHPRIX_PAPER_GRAPH_PAPER_CARS_H

#include "paper/labels.h"

/* As the table of inks says (paper/ink.h). */
void cars_draw(cairo_t *cairo, const struct paper_view *view, const struct session *session,
               const struct race *race, int car, const struct paper_theme *theme);
bool cars_box(const struct paper_view *view, const struct session *session, const struct race *race,
              int car, double box[4]);

/* The car of a step when the pen has drawn so much of it: how it looks (in that state of the race)
 * and where the middle of its mark is. False: it does not move there. */
bool cars_way(const struct paper_view *view, const struct session *session, int step,
              double progress, const struct race **state, struct pixel *at);
/* The middle of its mark. */
struct pixel cars_middle(const struct paper_view *view, const struct session *session,
                         const struct race *race, int car);

/* A ring round the car that is to move, within its box. */
void cars_draw_mover(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                     const struct race *race, int car, const struct paper_theme *theme);
/* No label covers the cars with their numbers and tallies. */
void cars_keep_off(struct labels *labels, const struct paper_view *view,
                   const struct session *session, const struct race *race);

#endif
