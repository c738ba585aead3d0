/* What a race came to, car by car, counted from what happened in it.
 */
#ifndef GRAPHPRIX_SCREENS_TALLY_H
#define GRAPHPRIX_SCREENS_TALLY_H

#include "session/session.h"

struct tally {
    int car, player;
    int place; /* 0: none */
    bool retired;
    int moves;
    int crashes; /* off the track, or into another car */
    int missed_turns;
    int top_speed_squared; /* of the longest move, in squares */
};

/* One a car, in the order of places, cars without one at the end; returns how many. */
int tally_race(const struct session *session, struct tally tallies[CAR_LIMIT]);

#endif
