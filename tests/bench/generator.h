/* How long a track takes that is generated on a sheet of 60 x 45, its lap proved: the median and
 * the worst of many seeds of all styles and difficulties. Times are the processor's.
 */
#ifndef GRAPHPRIX_BENCH_GENERATOR_H
#define GRAPHPRIX_BENCH_GENERATOR_H

#include <jansson.h>
#include <stdbool.h>

/* A line or, if `rows` is not NULL, a row; false if the target was missed. */
bool bench_generator(json_t *rows);

#endif
