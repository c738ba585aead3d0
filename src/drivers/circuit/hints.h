/* What can be told to a person who is to post or to move: the turns that are still to be driven,
 * this one included, by each speed and from each space that the car can come to.
 *
 * Turns are those of a car that nobody meets and that CIRCUIT_ALONE, which is said wherever the
 * number is shown. In the phases without a speed or a way there are none.
 */
#ifndef GRAPHPRIX_DRIVERS_CIRCUIT_HINTS_H
#define GRAPHPRIX_DRIVERS_CIRCUIT_HINTS_H

#include "drivers/driving.h"
#include "rules/circuit/circuit.h"

#define CIRCUIT_ALONE "never spins"

enum {
    CIRCUIT_HINT_UNKNOWN = -1, /* the car spins, or there are too many laps to count */
    CIRCUIT_HINT_SPACES = 64,
    CIRCUIT_HINT_WAY = 64
};

struct circuit_hint {
    enum circuit_outcome outcome;  /* of the cheapest way: a spin, the finish, wear or clear */
    int speed;                     /* post: which one; move: as posted */
    int row, lane;                 /* move: the space; post: where the best way ends */
    int steps;                     /* to it */
    bool ends;                     /* the move ends there */
    int halves;                    /* that the best way there costs */
    int turns;                     /* post: with this turn; move: after this move, whose last
                                      points are driven as well as can be. 0: it finishes */
    char action[CIRCUIT_HINT_WAY]; /* "speed 140", "go 1 2 2+" */
};

struct hints {
    struct circuit_hint items[CIRCUIT_HINT_SPACES]; /* by speed, or by steps and lane */
    int count;
    int best; /* the first with the fewest turns, then the largest speed or farthest space; -1 */
};

struct hints *circuit_find_hints(const void *knowledge, const struct race *race, int car,
                                 const struct point *place, struct budget *budget);
void circuit_free_hints(struct hints *hints);
/* NULL: none. */
const struct circuit_hint *circuit_hint_of_speed(const struct hints *hints, int speed);
const struct circuit_hint *circuit_hint_at(const struct hints *hints, int row, int lane);

#endif
