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

/* Is it what a person has come to in one go: finished, in rounds, with no move of it taken back? */
bool tally_is_in_one_go(const struct session *session, const struct tally *tally);

/* Where everybody has come in, and what that means for the race after it.
 */
struct placing {
    int cars[CAR_LIMIT]; /* car numbers, the first place first; cars without a place come last */
    int car_count;
    int places[PLAYER_LIMIT]; /* of each player (index player - 1), by the best car; 0: none */
};

/* As the race stands now. True if it is over. */
bool placing_of(const struct session *session, struct placing *placing);

/* The set-up of the race after it: `last` (RULES 3.3) where the order of play asks for it, else
 * empty. */
void placing_hand_on(const struct placing *placing, struct setup *setup);

#endif
