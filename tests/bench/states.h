/* What the plain search has seen: states of a car.
 *
 * A state is a place, a velocity and the laps, packed into one number that is never 0. `laps` is
 * the net count of the line: behind -1 nobody needs to go, and 2 is the finish.
 */
#ifndef GRAPHPRIX_BENCH_STATES_H
#define GRAPHPRIX_BENCH_STATES_H

#include "geometry/point.h"

enum { LAPS_LOWEST = -1 };

struct car_state {
    struct point at, velocity;
    int laps;
};

uint64_t car_state_pack(const struct car_state *state);
struct car_state car_state_unpack(uint64_t packed);

/* Packed states, hashed. A zeroed struct is empty. */
struct state_set {
    uint64_t *slots;
    uint64_t capacity; /* a power of two */
    uint64_t count;
};

void state_set_free(struct state_set *set);
/* False if it was there already. */
bool state_set_add(struct state_set *set, uint64_t packed);

/* Packed states in any order. A zeroed struct is empty. */
struct state_list {
    uint64_t *items;
    int count;
    int capacity;
};

void state_list_add(struct state_list *list, uint64_t packed);
void state_list_free(struct state_list *list);

#endif
