/* What each level does in a turn: one function a level and contest, all of one shape.
 *
 * They fill in the action of the car to move, which is one that the rules list, and say false only
 * if they were cancelled. Whatever they leave to chance they draw from `random`, which is seeded by
 * the set-up, the car and the race as it stands.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_LEVELS_LEVEL_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_LEVELS_LEVEL_H

#include "base/random.h"
#include "drivers/graph_paper/solver/knowledge.h"

struct turn_to_drive {
    const struct knowledge *knowledge;
    const struct race *race;
    int car;
    struct random random;         /* a copy is drawn from */
    const atomic_bool *cancelled; /* may be NULL */
};

typedef bool level_function(const struct turn_to_drive *turn, struct graph_paper_action *choice);

level_function level_hunt_as_rookie, level_hunt_as_club, level_hunt_as_pro, level_hunt_as_ace;
level_function level_race_as_rookie, level_race_as_club, level_race_as_pro, level_race_as_ace;

#endif
