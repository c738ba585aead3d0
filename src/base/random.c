#include "base/number.h"

#include <assert.h>

struct random random_seeded(uint64_t seed)
{
    return (struct random){.state = seed};
}

uint64_t random_next(struct random *random)
{
    random->state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = random->state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint32_t random_below(struct random *random, uint32_t limit)
{
    assert(limit > 0);
    /* 2^32 mod limit: without that many of the draws every remainder is equally likely. */
    uint32_t surplus = (UINT32_MAX - limit + 1) % limit;
    uint32_t draw;
    do {
        draw = (uint32_t)(random_next(random) >> 32);
    } while (draw < surplus);
    return draw % limit;
}
