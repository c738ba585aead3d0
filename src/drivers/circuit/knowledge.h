/* What drivers know of a set-up, prepared once and then only read: the turns that are left to every
 * build, alone.
 */
#ifndef GRAPHPRIX_DRIVERS_CIRCUIT_KNOWLEDGE_H
#define GRAPHPRIX_DRIVERS_CIRCUIT_KNOWLEDGE_H

#include "base/budget.h"
#include "drivers/circuit/turns.h"

struct knowledge;

struct knowledge *circuit_knowledge_prepare(const struct setup *setup, struct budget *budget);
void circuit_knowledge_free(struct knowledge *knowledge);

const struct setup *circuit_knowledge_setup(const struct knowledge *knowledge);
/* In parts of a turn; TURNS_FAR. Of many laps the last ones are known, and the others are taken to
 * be as long: *exact says which, and may be NULL. */
int circuit_knowledge_left(const struct knowledge *knowledge, const struct build *build,
                           const struct racer *racer, bool *exact);
/* Whole turns for parts of them. */
int circuit_whole_turns(int parts);
/* Every build, the best one alone first; returns how many. */
int circuit_knowledge_builds(const struct knowledge *knowledge, const struct build **builds);
/* From the grid, by the best build, alone; 0: unknown. */
int circuit_knowledge_rounds(const struct knowledge *knowledge);

/* The car that starts alone. */
struct racer circuit_starting_racer(const struct setup *setup, const struct build *build);
int circuit_builds_of(const struct setup *setup, struct build builds[CIRCUIT_BUILDS]);

#endif
