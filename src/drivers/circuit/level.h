/* How the levels choose an action; nothing is appended if that was cancelled. */
#ifndef GRAPHPRIX_DRIVERS_CIRCUIT_LEVEL_H
#define GRAPHPRIX_DRIVERS_CIRCUIT_LEVEL_H

#include "drivers/circuit/plan.h"
#include "drivers/driving.h"
#include "rules/circuit/circuit.h"

enum circuit_level { CIRCUIT_ROOKIE, CIRCUIT_CLUB, CIRCUIT_PRO, CIRCUIT_ACE, CIRCUIT_LEVELS };

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
const char *circuit_stand_in(const struct race *race, int car, struct text *action);

#endif
