/* What a search for a lap has seen: places on the sheet and states of a car.
 *
 * A state is a place, a velocity and the laps, packed into one number that is never 0. `laps` is
 * the net count of the line, -1 to 1: behind -1 nobody needs to go, and 2 is the finish.
 */
#ifndef GRAPHPRIX_STUDIO_PLACES_H
#define GRAPHPRIX_STUDIO_PLACES_H

#include "geometry/point.h"

enum { LAPS_LOWEST = -1, LAPS_HIGHEST = 1 };

struct car_state {
    struct point at, velocity;
    int laps;
};

uint64_t car_state_pack(const struct car_state *state);
struct car_state car_state_unpack(uint64_t packed);

/* A bit for each grid point and count of laps. */
struct place_set {
    int width, height;
    unsigned char *bits;
};

struct place_set place_set_create(int width, int height); /* of the sheet */
void place_set_free(struct place_set *set);
bool place_set_has(const struct place_set *set, struct point at, int laps);
/* False if it was there already. */
bool place_set_add(struct place_set *set, struct point at, int laps);

/* Packed states, hashed. A zeroed struct is empty. */
struct state_set {
    uint64_t *slots;
    uint64_t capacity; /* a power of two */
    uint64_t count;
};

void state_set_free(struct state_set *set);
bool state_set_has(const struct state_set *set, uint64_t packed);
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
