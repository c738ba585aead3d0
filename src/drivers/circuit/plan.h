/* The best way on in a move, as the other cars stand now, by the turns that are left after it. */
#ifndef GRAPHPRIX_DRIVERS_CIRCUIT_PLAN_H
#define GRAPHPRIX_DRIVERS_CIRCUIT_PLAN_H

#include "drivers/circuit/turns.h"
#include "drivers/driving.h"
#include "rules/circuit/circuit.h"

enum {
    PLAN_FINE = 64,                     /* values: parts of a turn, by so much */
    PLAN_TURN = TURN_PARTS * PLAN_FINE, /* less is better */
    PLAN_FAR = 400 * PLAN_TURN,
    PLAN_ACTION = 64,
    PLAN_STEPS = 12
};

struct planner {
    const struct circuit_knowledge *knowledge;
    const struct race *race;
    int car;
    bool alone;            /* as if there were no other cars */
    struct budget *budget; /* or NULL */
    int passing; /* what it is worth to have forced a pass, beside the row: 0 where only turns count
                  */
};

/* The mover on its way. */
struct mover {
    int position, lane;
    bool benefit;
    int worst, halves;
    int posted, points;
    bool bonus; /* the last point is one */
};
struct mover_plan {
    int value;
    struct mover end;
    bool finishes;
    char action[PLAN_ACTION];
};

/* A car's value at the beginning of a turn, and when it is to roll on the spin table there. */
int circuit_plan_value(const struct planner *planner, const struct racer *racer);
int circuit_plan_spun(const struct planner *planner, const struct racer *racer, int modifier);
/* What braking with so many points left comes to (7). */
int circuit_plan_brake(const struct planner *planner, const struct mover *spot);

struct mover circuit_spot_at(const struct planner *planner, int posted);
/* The mover, in phase move. */
struct mover circuit_spot_now(const struct planner *planner);
struct mover_plan circuit_plan(const struct planner *planner, struct mover spot);
/* To every space that can be reached without a spin, by steps and lane: `end` is there, the value
 * what comes of the best way on. Returns how many. */
int circuit_plan_spaces(const struct planner *planner, struct mover from, struct mover_plan *into,
                        int limit);

/* === hints ==================================================================================== */

/* What can be told to a person who is to post or to move: the turns that are still to be driven,
 * this one included, by each speed and from each space that the car can come to.
 *
 * Turns are those of a car that nobody meets and that CIRCUIT_ALONE, which is said wherever the
 * number is shown. In the phases without a speed or a way there are none.
 */

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
