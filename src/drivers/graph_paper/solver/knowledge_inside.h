/* For knowledge.c and its tests: how much work the knowledge may take before it contents itself
 * with less. All of it is counted, so that the same race has the same knowledge on every machine.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_KNOWLEDGE_INSIDE_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_KNOWLEDGE_INSIDE_H

#include "drivers/graph_paper/solver/knowledge.h"

struct knowledge_limits {
    uint64_t moves;  /* that one search may find */
    size_t bytes;    /* that it may keep */
    int64_t points;  /* of the sheet: larger ones are not searched */
    int64_t planes;  /* combinations of lap, checkpoint and extras */
    int64_t at_once; /* points times planes: with more, a search without extras goes ahead */
};

struct knowledge *knowledge_prepare_within(const struct setup *setup,
                                           const struct knowledge_limits *limits,
                                           const atomic_bool *cancelled);

/* What the search knows: extras of each kind at most, and laps; -1, -1: there was none. */
struct knowledge_scope {
    int extras;
    int laps;
};
struct knowledge_scope knowledge_scope(const struct knowledge *knowledge);

#endif
