/* How soon a sheet that is being drawn shows its par and its best lap: large sheets with as many
 * vertices as a long evening with the pen leaves, one of them without any lap. Times are the
 * processor's.
 */
#ifndef GRAPHPRIX_BENCH_GHOST_H
#define GRAPHPRIX_BENCH_GHOST_H

#include <jansson.h>
#include <stdbool.h>

/* A line or, if `rows` is not NULL, a row each; false if a target was missed. */
bool bench_ghost(json_t *rows);

#endif
