/* What a step of the session leaves on the sheet, as the table of inks says (paper/ink.h): line,
 * tick at the end, circle for a move of zero length, a small square for each nitro, bar and chevron
 * for brakes and boosts, burst at an exit, dashes outside the track.
 */
#ifndef GRAPHPRIX_PAPER_GRAPH_PAPER_STEPS_H
#define GRAPHPRIX_PAPER_GRAPH_PAPER_STEPS_H

#include "paper/paper.h"

void steps_draw(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                int step, double progress, bool faded, const struct paper_theme *theme);
bool steps_box(const struct paper_view *view, const struct session *session, int step,
               double box[4]);

#endif
