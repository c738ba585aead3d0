/* For draft_check.c and inspect.c, the only ones who make tracks: a track with one reference, the
 * caller's. Whatever has been put into it is freed with it.
 */
#ifndef GRAPHPRIX_TRACK_NEW_TRACK_H
#define GRAPHPRIX_TRACK_NEW_TRACK_H

#include "track/track.h"

struct track *track_new(void); /* empty */
/* The same sheet without inspected points. Keeps a reference to the lender. */
struct track *track_new_borrowing(const struct track *lender);

#endif
