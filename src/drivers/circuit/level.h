/* How the levels choose an action; nothing is appended if that was cancelled. */
#ifndef GRAPHPRIX_DRIVERS_CIRCUIT_LEVEL_H
#define GRAPHPRIX_DRIVERS_CIRCUIT_LEVEL_H

#include "drivers/circuit/plan.h"
#include "drivers/driving.h"
#include "rules/circuit/circuit.h"

enum circuit_level { CIRCUIT_ROOKIE, CIRCUIT_CLUB, CIRCUIT_PRO, CIRCUIT_ACE, CIRCUIT_LEVELS };

void circuit_level_choose(enum circuit_level level, const struct knowledge *knowledge,
                          const struct race *race, int car, struct budget *budget,
                          struct text *action);

/* ace.c: the speed that comes out best when the turn is played on, with others who drive well and
 * the dice as they fall. */
int circuit_ace_speed(const struct planner *planner, const int *speeds, int count);

/* === driving ================================================================================== */

/* Computer drivers, hints and programs of circuit, as drivers/driving.h asks for them. */

extern const struct driving circuit_driving;

/* The table's functions: par.c, bot.c. */
bool circuit_has_par(const struct setup *setup);
int circuit_find_par(const struct setup *setup, bool with_extras, struct budget *budget,
                     int *best_lap, struct error *error);
int circuit_find_par_from(const struct setup *setup, const char *opening, struct budget *budget,
                          struct error *error);
bool circuit_prove(struct course course, struct budget *budget, int *par, struct error *error);
void circuit_greet(const struct setup *setup, struct text *into);
void circuit_ask(const struct race *race, int car, struct text *into);
enum bot_hearing circuit_hear(const struct race *race, int car, const struct text *line,
                              struct text *into, struct error *error);
const char *circuit_stand_in(const struct race *race, int car, struct text *action);

#endif
