/* What the solver does on the tracks that come with the game and on sheets made to be hard, against
 * a plain search in the same run; times are the processor's. */
#ifndef GRAPHPRIX_BENCH_SOLVER_H
#define GRAPHPRIX_BENCH_SOLVER_H

#include "track/track.h"

#include <jansson.h>

/* A line or, if `rows` is not NULL, a row each; false if a target was missed. The long ones take
 * minutes and gigabytes, which is the plain search. */
bool bench_solver(json_t *rows, bool long_ones);
/* One lap of a track that comes with the game, and how long it takes until cars on it can be asked
 * about. */
bool bench_solver_shipped(json_t *rows, const struct track *track);

#endif
