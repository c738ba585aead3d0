/* What a race came to, car by car, counted by its rules from what happened in it.
 */
#ifndef GRAPHPRIX_SESSION_TALLY_H
#define GRAPHPRIX_SESSION_TALLY_H

#include "session/session.h"

struct tally {
    int car, player;
    int car_of_player; /* from 1: which of that player's cars, in the order of their numbers */
    struct standing standing;
};

/* One a car, in the order of places, cars without one at the end; returns how many. */
int tally_race(const struct session *session, struct tally tallies[CAR_LIMIT]);
/* The same of the first `steps` steps. */
int tally_race_after(const struct session *session, int steps, struct tally tallies[CAR_LIMIT]);

#endif
