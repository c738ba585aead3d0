/* See states.h. */
#include "bench/states.h"

#include "base/memory.h"

#include <stdlib.h>

enum { PLACE_BITS = 13, SPEED_BITS = 14, SPEED_ZERO = 1 << (SPEED_BITS - 1) };
enum { FIRST_CAPACITY = 1 << 14 };

uint64_t car_state_pack(const struct car_state *state)
{
    uint64_t packed = (uint64_t)(state->laps - LAPS_LOWEST + 1);
    packed = packed << SPEED_BITS | (uint64_t)(state->velocity.x + SPEED_ZERO);
    packed = packed << SPEED_BITS | (uint64_t)(state->velocity.y + SPEED_ZERO);
    packed = packed << PLACE_BITS | (uint64_t)state->at.x;
    return packed << PLACE_BITS | (uint64_t)state->at.y;
}

static int32_t take_bits(uint64_t *packed, int bits)
{
    int32_t value = (int32_t)(*packed & ((UINT64_C(1) << bits) - 1));
    *packed >>= bits;
    return value;
}

struct car_state car_state_unpack(uint64_t packed)
{
    struct car_state state;
    state.at.y = take_bits(&packed, PLACE_BITS);
    state.at.x = take_bits(&packed, PLACE_BITS);
    state.velocity.y = take_bits(&packed, SPEED_BITS) - SPEED_ZERO;
    state.velocity.x = take_bits(&packed, SPEED_BITS) - SPEED_ZERO;
    state.laps = (int)packed - 1 + LAPS_LOWEST;
    return state;
}

void state_set_free(struct state_set *set)
{
    free(set->slots);
    *set = (struct state_set){0};
}

/* The slot that holds the state, or the empty one where it belongs. */
static uint64_t *find_slot(const struct state_set *set, uint64_t packed)
{
    uint64_t hash = packed * UINT64_C(0x9E3779B97F4A7C15);
    uint64_t index = (hash ^ hash >> 32) & (set->capacity - 1);
    while (set->slots[index] != 0 && set->slots[index] != packed)
        index = (index + 1) & (set->capacity - 1);
    return &set->slots[index];
}

static void grow(struct state_set *set)
{
    struct state_set larger = {.capacity = set->capacity ? 2 * set->capacity : FIRST_CAPACITY,
                               .count = set->count};
    larger.slots = memory_allocate(larger.capacity, sizeof *larger.slots);
    for (uint64_t i = 0; i < set->capacity; i++)
        if (set->slots[i] != 0)
            *find_slot(&larger, set->slots[i]) = set->slots[i];
    free(set->slots);
    *set = larger;
}

bool state_set_add(struct state_set *set, uint64_t packed)
{
    if (set->count * 2 >= set->capacity)
        grow(set);
    uint64_t *slot = find_slot(set, packed);
    if (*slot == packed)
        return false;
    *slot = packed;
    set->count++;
    return true;
}

void state_list_add(struct state_list *list, uint64_t packed)
{
    list->items = array_grow(list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = packed;
}

void state_list_free(struct state_list *list)
{
    free(list->items);
    *list = (struct state_list){0};
}
