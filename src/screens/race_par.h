/* The par of the running race's track, searched for by a thread while people already play.
 */
#ifndef GRAPHPRIX_SCREENS_RACE_PAR_H
#define GRAPHPRIX_SCREENS_RACE_PAR_H

#include "track/track.h"

struct par;

/* Begins the search; an SDL_USEREVENT wakes the window when it is done. */
struct par *par_search(const struct track *track);
/* The fewest rounds of one lap, 0 while they are not known (or if there is no lap). */
int par_rounds(struct par *par);
/* Does not wait for the thread; NULL is allowed. */
void par_free(struct par *par);

#endif
