/* How well the levels drive, and how long they think. */
#ifndef GRAPHPRIX_BENCH_LEVELS_H
#define GRAPHPRIX_BENCH_LEVELS_H

#include "base/error.h"

#include <jansson.h>

/* A line each or, if `rows` is not NULL, a row; *reached becomes false if a target was missed.
 * False and the error if a track that comes with the game cannot be read; without any tracks
 * nothing is measured. */

/* A move among eight cars on the long road, by level. */
bool bench_level_moves(json_t *rows, bool *reached, struct error *error);
/* Alone on all tracks against the fewest rounds, and in races of two against the next lower level:
 * some minutes. */
bool bench_level_races(json_t *rows, bool *reached, struct error *error);

#endif
