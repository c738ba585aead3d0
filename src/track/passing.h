/* What a move passes on its way: the checkpoints of a track (RULES 4.1, 8.2).
 *
 * A checkpoint is its points and the straight joins of those that are neighbours, also diagonally.
 */
#ifndef GRAPHPRIX_TRACK_PASSING_H
#define GRAPHPRIX_TRACK_PASSING_H

#include "geometry/along.h"
#include "track/track.h"

/* The first place within the stretch, ends included, at which the segment touches the checkpoint.
 * False if there is none. With `behind` a touch that ends at the stretch's first place does not
 * count, but one that goes on from there does, at that place: what comes after a line that was
 * crossed there (RULES 5.5). */
bool passing_find_checkpoint(const struct track_checkpoint *checkpoint, struct point from,
                             struct point to, struct along_contact within, bool behind,
                             struct along_place *place);

/* Does the straight way from an exit to a grid point touch any checkpoint of the track other than
 * at the exit itself? */
bool passing_way_touches_checkpoint(const struct track *track, struct exact_point from,
                                    struct point to);

#endif
