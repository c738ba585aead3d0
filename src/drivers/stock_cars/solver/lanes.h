/* Wild cards of cars that differ in their maximum alone, worked on at once: [0] that with which
 * they began, then those that a repair gives at least, and on; more than the last is taken for it.
 */
#ifndef GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_LANES_H
#define GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_LANES_H

#include "base/number.h"
#include "rules/stock_cars/stock_cars.h"

#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    LANES = 16,
    LANES_GAIN_LEAST = STOCK_REPAIR - STOCK_PIT_SPEED,
    LANES_GAIN_MOST = LANES_GAIN_LEAST + LANES - 2 /* two of the most that a repair gives */
};

typedef uint8_t lanes __attribute__((vector_size(LANES)));
_Static_assert(alignof(lanes) <= alignof(max_align_t), "memory_allocate gives memory fit for them");

/* Of the maximum. */
static inline int lanes_gain(int lane)
{
    return lane == 0 ? 0 : LANES_GAIN_LEAST + lane - 1;
}

static inline int lanes_of_gain(int gain)
{
    return gain < LANES_GAIN_LEAST ? 0
                                   : number_smaller(gain, LANES_GAIN_MOST) - LANES_GAIN_LEAST + 1;
}

static inline bool lanes_any(lanes of)
{
    uint64_t words[sizeof of / sizeof(uint64_t)], any = 0;
    memcpy(words, &of, sizeof of);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        any |= words[i];
    return any != 0;
}

static inline lanes lanes_all(int value)
{
    return (lanes){0} + (uint8_t)value;
}

/* Loops that a compiler makes one instruction of. */
static inline lanes lanes_more(lanes a, lanes b)
{
    lanes more = a;
    for (int i = 0; i < LANES; i++)
        more[i] = a[i] > b[i] ? a[i] : b[i];
    return more;
}

static inline lanes lanes_less(lanes a, lanes b)
{
    lanes less = a;
    for (int i = 0; i < LANES; i++)
        less[i] = a[i] < b[i] ? a[i] : b[i];
    return less;
}

/* What is left, 0 at least. */
static inline lanes lanes_minus(lanes from, int value)
{
    return lanes_more(from, lanes_all(value)) - lanes_all(value);
}

/* The sum, UINT8_MAX at most. */
static inline lanes lanes_plus(lanes to, int value)
{
    return lanes_less(to, lanes_all(UINT8_MAX - value)) + lanes_all(value);
}

/* [lane]: what is there for a maximum that is higher by so much. */
static inline lanes lanes_shifted(lanes of, int gain)
{
    uint8_t wide[2 * LANES + LANES_GAIN_MOST];
    lanes shifted;
    memcpy(wide, &of, sizeof of);
    memset(wide + LANES, wide[LANES - 1], sizeof wide - LANES);
    memcpy(&shifted, wide + gain, sizeof shifted);
    shifted[0] = wide[lanes_of_gain(gain)];
    return shifted;
}

#endif
