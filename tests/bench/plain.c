/* See plain.h. A state of a car is a place, a velocity and the laps, packed into one number that is
 * never 0. */
#include "bench/plain.h"

#include "base/memory.h"
#include "base/number.h"
#include "track/track.h"

#include <stdlib.h>

/* `laps` is the net count of the line: behind -1 nobody needs to go, and 2 is the finish. */
enum { LAPS_LOWEST = -1 };

struct car_state {
    struct point at, velocity;
    int laps;
};

/* Packed states, hashed. */
struct state_set {
    uint64_t *slots;
    uint64_t capacity; /* a power of two */
    uint64_t count;
};

/* Packed states in any order. */
struct state_list {
    uint64_t *items;
    int count;
    int capacity;
};

enum { PLACE_BITS = 13, SPEED_BITS = 14, SPEED_ZERO = 1 << (SPEED_BITS - 1) };
enum { FIRST_CAPACITY = 1 << 14 };

static uint64_t car_state_pack(const struct car_state *state)
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

static struct car_state car_state_unpack(uint64_t packed)
{
    struct car_state state;
    state.at.y = take_bits(&packed, PLACE_BITS);
    state.at.x = take_bits(&packed, PLACE_BITS);
    state.velocity.y = take_bits(&packed, SPEED_BITS) - SPEED_ZERO;
    state.velocity.x = take_bits(&packed, SPEED_BITS) - SPEED_ZERO;
    state.laps = (int)packed - 1 + LAPS_LOWEST;
    return state;
}

static void state_set_free(struct state_set *set)
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

static bool state_set_add(struct state_set *set, uint64_t packed)
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

static void state_list_add(struct state_list *list, uint64_t packed)
{
    list->items = array_grow(list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = packed;
}

static void state_list_free(struct state_list *list)
{
    free(list->items);
    *list = (struct state_list){0};
}

/* --- the search ------------------------------------------------------------------------------- */

struct plain {
    const struct track *track;
    struct ground ground;
    struct state_set seen;
    struct state_list next;
    bool finished;
};

static void visit(struct plain *plain, const struct car_state *state)
{
    uint64_t packed = car_state_pack(state);
    if (state_set_add(&plain->seen, packed))
        state_list_add(&plain->next, packed);
}

/* The last move may leave the track behind the line. */
static bool finishes(const struct plain *plain, struct point from, struct point to)
{
    struct exact_point exit;
    return ground_find_exit(&plain->ground, from, to, &exit) ||
           track_line_crossing(&plain->track->finish, false, from, exit) > 0;
}

static void try_move(struct plain *plain, const struct car_state *from, struct point to)
{
    const struct track *track = plain->track;
    struct car_state state = {to, point_subtract(to, from->at), from->laps};
    bool was_beyond = track_line_side(&track->finish, from->at) > 0;
    int crossing = 0;
    if (was_beyond != (track_line_side(&track->finish, to) > 0))
        crossing = track_line_crossing(&track->finish, false, from->at, exact_from_grid(to));
    if (crossing > 0 && (track->open || from->laps == 1)) {
        plain->finished |= finishes(plain, from->at, to);
        return;
    }
    if (!track->open)
        state.laps += crossing;
    if (state.laps >= LAPS_LOWEST && to.x >= 0 && to.y >= 0 && to.x <= track->width &&
        to.y <= track->height && ground_holds_move(&plain->ground, from->at, to))
        visit(plain, &state);
}

static void visit_starts(struct plain *plain)
{
    const struct track_line *start = &plain->track->start;
    struct point whole = point_subtract(start->to, start->from);
    int count = (int)number_common_divisor(whole.x, whole.y);
    for (int i = 0; i <= count; i++) {
        struct car_state state = {0};
        state.at = point_add(start->from, (struct point){whole.x / count * i, whole.y / count * i});
        if (ground_holds_point(&plain->ground, state.at))
            visit(plain, &state);
    }
}

static void expand(struct plain *plain, uint64_t packed)
{
    struct car_state state = car_state_unpack(packed);
    struct point principal = point_add(state.at, state.velocity);
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++)
            try_move(plain, &state, point_add(principal, (struct point){x, y}));
}

struct plain_result bench_plain_search(const struct track *track, bool walls_out)
{
    struct plain plain = {.track = track, .ground = {track, walls_out}};
    struct plain_result result = {0};
    visit_starts(&plain);
    while (!plain.finished && plain.next.count > 0) {
        struct state_list list = plain.next;
        plain.next = (struct state_list){0};
        for (int i = 0; i < list.count && !plain.finished; i++)
            expand(&plain, list.items[i]);
        state_list_free(&list);
        result.rounds++;
    }
    result.states = plain.seen.count;
    if (!plain.finished)
        result.rounds = 0;
    state_list_free(&plain.next);
    state_set_free(&plain.seen);
    return result;
}
