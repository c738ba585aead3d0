/* The track of a date, the same for everybody: a wish that follows from the date alone, by
 * integers. The week begins with an easy one and ends with a hard one; style and size are drawn.
 */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_GENERATE_DAILY_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_GENERATE_DAILY_H

#include "base/date.h"
#include "studio/graph_paper/generate/generate.h"

struct generator_wish daily_wish(int day); /* base/date.h */
/* Its track, called "Daily 2026-11-24", and its par; NULL when cancelled. */
struct track *daily_track(int day, const atomic_bool *cancelled, int *par);
/* The track of such a wish, by whatever name it was made, is called so from now on. */
void daily_name(struct track *track, int day);

#endif
