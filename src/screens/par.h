/* The fewest rounds of a lap, searched for by a thread while people already choose or play.
 *
 * A search cannot be interrupted and leaving a screen must not wait for it, so what is found is
 * kept until both the thread and the screen have let go of it.
 */
#ifndef GRAPHPRIX_SCREENS_PAR_H
#define GRAPHPRIX_SCREENS_PAR_H

#include "track/track.h"

struct par;

enum par_state { PAR_SEARCHING, PAR_LAP, PAR_NO_LAP };

/* Begins the searches, one after the other; NULL among the tracks is passed over. An SDL_USEREVENT
 * wakes the window whenever one more is done. */
struct par *par_search(const struct track *const *tracks, int count);
/* What is known of the track with this index: *rounds (0: not counted), or why there is no lap,
 * which is valid until par_free. Without a thread all stay PAR_SEARCHING. */
enum par_state par_found(struct par *par, int index, int *rounds, const char **why);
/* Does not wait for the thread; NULL is allowed. */
void par_free(struct par *par);

#endif
