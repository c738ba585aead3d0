/* The best way on in a move, as the other cars stand now, by the turns that are left after it. */
#ifndef GRAPHPRIX_DRIVERS_CIRCUIT_PLAN_H
#define GRAPHPRIX_DRIVERS_CIRCUIT_PLAN_H

#include "drivers/circuit/knowledge.h"

enum {
    PLAN_FINE = 64,                     /* values: parts of a turn, by so much */
    PLAN_TURN = TURN_PARTS * PLAN_FINE, /* less is better */
    PLAN_FAR = 400 * PLAN_TURN,
    PLAN_ACTION = 64,
    PLAN_STEPS = 12
};

struct planner {
    const struct knowledge *knowledge;
    const struct race *race;
    int car;
    bool alone;            /* as if there were no other cars */
    struct budget *budget; /* or NULL */
    int passing; /* what it is worth to have forced a pass, beside the row: 0 where only turns count
                  */
};

/* The mover on its way. */
struct spot {
    int position, lane;
    bool benefit;
    int worst, halves;
    int posted, points;
    bool bonus; /* the last point is one */
};
struct plan {
    int value;
    struct spot end;
    bool finishes;
    char action[PLAN_ACTION];
};

/* A car's value at the beginning of a turn, and when it is to roll on the spin table there. */
int circuit_plan_value(const struct planner *planner, const struct racer *racer);
int circuit_plan_spun(const struct planner *planner, const struct racer *racer, int modifier);
/* What braking with so many points left comes to (7). */
int circuit_plan_brake(const struct planner *planner, const struct spot *spot);

struct spot circuit_spot_at(const struct planner *planner, int posted);
/* The mover, in phase move. */
struct spot circuit_spot_now(const struct planner *planner);
struct plan circuit_plan(const struct planner *planner, struct spot spot);
/* To every space that can be reached without a spin, by steps and lane: `end` is there, the value
 * what comes of the best way on. Returns how many. */
int circuit_plan_spaces(const struct planner *planner, struct spot from, struct plan *into,
                        int limit);
#endif
