/* What a race came to, car by car, counted from what happened in it.
 */
#ifndef GRAPHPRIX_SESSION_TALLY_H
#define GRAPHPRIX_SESSION_TALLY_H

#include "session/session.h"

struct tally {
    int car, player;
    int car_of_player; /* from 1: which of that player's cars, in the order of their numbers */
    int place;         /* 0: none */
    bool finished, retired;
    int rounds; /* in which it finished, all its moves and missed turns; 0: it has not */
    int moves;
    int missed_turns;
    int crashes; /* off the track, or into another car */
    int hits_given, hits_taken;
    int top_speed_squared; /* of the longest move, in squares */
    int best_lap;          /* moves and missed turns of the fastest lap, the first one counted from
                              the start; 0: none was completed */
    int score;             /* of the player, by scored events */
    int damage;
    bool by_points, takes_damage; /* as in struct car_figures */
};

/* One a car, in the order of places, cars without one at the end; returns how many. */
int tally_race(const struct session *session, struct tally tallies[CAR_LIMIT]);
/* The same of the first `steps` steps. */
int tally_race_after(const struct session *session, int steps, struct tally tallies[CAR_LIMIT]);

#endif
