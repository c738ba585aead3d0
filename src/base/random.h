/* Seeded random numbers, the same on every machine. Small enough to be part of a race's state. */
#ifndef GRAPHPRIX_BASE_RANDOM_H
#define GRAPHPRIX_BASE_RANDOM_H

#include <stdint.h>

struct random {
    uint64_t state;
};

struct random random_seeded(uint64_t seed);
uint64_t random_next(struct random *random);                  /* splitmix64 */
uint32_t random_below(struct random *random, uint32_t limit); /* 0..limit-1, unbiased; limit > 0 */

#endif
