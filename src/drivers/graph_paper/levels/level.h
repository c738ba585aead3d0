/* What each level does in a turn, and what they have in common.
 *
 * The functions fill in the action of the car to move, which is one that the rules list, and say
 * false only if they were cancelled. Whatever they leave to chance they draw from `random`, which
 * is seeded by the set-up, the car and the race as it stands.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_LEVELS_LEVEL_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_LEVELS_LEVEL_H

#include "drivers/graph_paper/levels/driver.h"

#include <stdlib.h>

struct turn_to_drive {
    const struct knowledge *knowledge;
    const struct race *race;
    int car;
    struct random random;         /* a copy is drawn from */
    const atomic_bool *cancelled; /* may be NULL */
};

/* Rookie, club and pro in a race; its ace; and all of them in a derby. */
bool level_race(const struct turn_to_drive *turn, enum driver_level level,
                struct graph_paper_action *choice);
bool level_race_as_ace(const struct turn_to_drive *turn, struct graph_paper_action *choice);
bool level_hunt(const struct turn_to_drive *turn, enum driver_level level,
                struct graph_paper_action *choice);

#endif
