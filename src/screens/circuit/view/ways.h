/* Where the moving car can drive with the points that it has, each space by its cheapest way: found
 * by trying the rules' own moves on copies of the race.
 */
#ifndef GRAPHPRIX_SCREENS_CIRCUIT_VIEW_WAYS_H
#define GRAPHPRIX_SCREENS_CIRCUIT_VIEW_WAYS_H

#include "rules/circuit/circuit.h"

enum { WAYS_MOST = 160, WAY_BYTES = 64 };

struct way_space {
    struct space at;
    int before; /* the one from which it is entered; -1: from where the car stands */
    int steps;  /* from there */
    int halves; /* that the way to it costs, this one included */
    int spent;  /* of them entering this one */
    bool takes; /* the line, here */
    int limit;  /* 0: none */
    bool on_line;
    enum circuit_outcome outcome;
    char action[WAY_BYTES]; /* "go 1 1 2+" */
};
/* Zeroed: none. Sorted by steps. */
struct ways {
    struct way_space spaces[WAYS_MOST];
    int count;
};
void ways_find(struct ways *ways, const struct race *race);
/* The cheapest there; -1: it cannot be reached. */
int ways_at(const struct ways *ways, struct space at);

#endif
