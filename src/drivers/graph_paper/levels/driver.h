/* Computer drivers of graph paper: the levels, and what each can see.
 *
 * A driver only ever says the text of an action. What it says follows from the race and its seed
 * alone, so the same race goes the same way on every machine, also after an undo or from a file.
 * How long it thinks is limited by work counted, not by time.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_LEVELS_DRIVER_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_LEVELS_DRIVER_H

#include "base/budget.h"
#include "drivers/driving.h"
#include "drivers/graph_paper/solver/knowledge.h"

enum driver_level { LEVEL_ROOKIE, LEVEL_CLUB, LEVEL_PRO, LEVEL_ACE, LEVEL_COUNT };

extern const struct driver_kind driver_kinds[LEVEL_COUNT];

/* driving.c: appends the action of the car to move; the race is not over and is of graph paper, the
 * knowledge is of its set-up. Nothing is appended if it was cancelled, which is all that can fail;
 * the budget may be NULL. */
void driver_choose(enum driver_level level, const struct knowledge *knowledge,
                   const struct race *race, struct budget *budget, struct text *action);

/* --- what each level does in a turn -----------------------------------------------------------
 *
 * The functions fill in the action of the car to move, which is one that the rules list, and say
 * false only if they were cancelled. Whatever they leave to chance they draw from `random`, which
 * is seeded by the set-up, the car and the race as it stands.
 */
struct turn_to_drive {
    const struct knowledge *knowledge;
    const struct race *race;
    int car;
    struct random random;  /* a copy is drawn from */
    struct budget *budget; /* may be NULL */
};

/* Rookie, club and pro in a race; its ace; and all of them in a derby. */
bool level_race(const struct turn_to_drive *turn, enum driver_level level,
                struct graph_paper_action *choice);
bool level_race_as_ace(const struct turn_to_drive *turn, struct graph_paper_action *choice);
bool level_hunt(const struct turn_to_drive *turn, enum driver_level level,
                struct graph_paper_action *choice);

#endif
