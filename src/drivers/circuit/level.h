/* How the levels choose an action; nothing is appended if that was cancelled. */
#ifndef GRAPHPRIX_DRIVERS_CIRCUIT_LEVEL_H
#define GRAPHPRIX_DRIVERS_CIRCUIT_LEVEL_H

#include "drivers/circuit/plan.h"

enum circuit_level { CIRCUIT_ROOKIE, CIRCUIT_CLUB, CIRCUIT_PRO, CIRCUIT_ACE, CIRCUIT_LEVELS };

void circuit_level_choose(enum circuit_level level, const struct knowledge *knowledge,
                          const struct race *race, int car, struct budget *budget,
                          struct text *action);

/* ace.c: the speed that comes out best when the turn is played on, with others who drive well and
 * the dice as they fall. */
int circuit_ace_speed(const struct planner *planner, const int *speeds, int count);

#endif
