/* The plain search that the solver is measured against: breadth first, state by state, with a hash
 * set, as every version of the game has it. Only what the measured sheets need: eight neighbours,
 * one lap or an open track, no slicks.
 */
#ifndef GRAPHPRIX_BENCH_PLAIN_H
#define GRAPHPRIX_BENCH_PLAIN_H

#include "track/track.h"

struct plain_result {
    int rounds; /* 0: there is no lap */
    uint64_t states;
};

struct plain_result bench_plain_search(const struct track *track, bool walls_out);

#endif
