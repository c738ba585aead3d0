/* Looking some moves ahead along the way to the finish, without knowing rounds: what a driver sees
 * who drives by eye, and what all drivers do on sheets that are too large to be searched.
 *
 * Only lines are looked at on which the car could always still come to a stop by braking straight
 * on. Of the places that can be reached in so many moves those nearest to the finish are followed.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_LEVELS_HORIZON_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_LEVELS_HORIZON_H

#include "drivers/graph_paper/levels/candidates.h"
#include "drivers/graph_paper/levels/level.h"

struct horizon {
    int moves;   /* after the next one, at least 0 */
    int width;   /* places that are followed from move to move */
    int fastest; /* lines on which it is faster on an axis are not for it; 0: all are */
};

/* Less is better: the rest of the way in fifths of a square where the best of its lines ends; below
 * HORIZON_FINISH if that finishes, the less the sooner. More than HORIZON_WALL: it ends in a wall,
 * the more the sooner. Writes one number a candidate; a candidate that leaves the track or strikes
 * a car is judged by where that leaves it. False if it was cancelled. */
#define HORIZON_FINISH (-INT64_C(1000000000))
#define HORIZON_WALL INT64_C(1000000000000)
bool horizon_judge(const struct turn_to_drive *turn, struct horizon horizon,
                   const struct candidate_list *list, int64_t *judged);

#endif
