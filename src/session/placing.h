/* Where everybody has come in, and what that means for the race after it.
 */
#ifndef GRAPHPRIX_SESSION_PLACING_H
#define GRAPHPRIX_SESSION_PLACING_H

#include "session/session.h"

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
