/* For draft_check.c, the only one who makes tracks: an empty track with one reference, the
 * caller's. Whatever has been put into it is freed with it.
 */
#ifndef GRAPHPRIX_TRACK_NEW_TRACK_H
#define GRAPHPRIX_TRACK_NEW_TRACK_H

#include "track/track.h"

struct track *track_new(void);

#endif
