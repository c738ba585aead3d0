/* See bench_plain.h. */
#include "commands/bench_plain.h"

#include "base/memory.h"
#include "base/number.h"
#include "track/ground.h"

#include <stdlib.h>
#include <string.h>

enum { PLACE_BITS = 13, SPEED_BITS = 12, SPEED_ZERO = 1 << (SPEED_BITS - 1), LOWEST = -2 };

struct state {
    struct point at, velocity;
    int crossings;
};

struct set {
    uint64_t *slots; /* 0: empty */
    uint64_t capacity, count;
};

struct plain {
    const struct track *track;
    struct ground ground;
    struct set set;
    uint64_t *next;
    uint64_t next_count, next_capacity;
    bool finished;
};

static uint64_t pack(const struct state *state)
{
    uint64_t packed = (uint64_t)(state->crossings - LOWEST + 1);
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

static struct state unpack(uint64_t packed)
{
    struct state state;
    state.at.y = take_bits(&packed, PLACE_BITS);
    state.at.x = take_bits(&packed, PLACE_BITS);
    state.velocity.y = take_bits(&packed, SPEED_BITS) - SPEED_ZERO;
    state.velocity.x = take_bits(&packed, SPEED_BITS) - SPEED_ZERO;
    state.crossings = (int)packed - 1 + LOWEST;
    return state;
}

static uint64_t *find_slot(const struct set *set, uint64_t packed)
{
    uint64_t hash = packed * UINT64_C(0x9E3779B97F4A7C15);
    uint64_t index = (hash ^ hash >> 32) & (set->capacity - 1);
    while (set->slots[index] != 0 && set->slots[index] != packed)
        index = (index + 1) & (set->capacity - 1);
    return &set->slots[index];
}

static void grow(struct set *set)
{
    struct set larger = {.capacity = set->capacity ? 2 * set->capacity : 1 << 14,
                         .count = set->count};
    larger.slots = memory_allocate(larger.capacity, sizeof *larger.slots);
    for (uint64_t i = 0; i < set->capacity; i++)
        if (set->slots[i] != 0)
            *find_slot(&larger, set->slots[i]) = set->slots[i];
    free(set->slots);
    *set = larger;
}

static bool add_new(struct set *set, uint64_t packed)
{
    if (set->count * 2 >= set->capacity)
        grow(set);
    uint64_t *slot = find_slot(set, packed);
    if (*slot != 0)
        return false;
    *slot = packed;
    set->count++;
    return true;
}

static void visit(struct plain *plain, const struct state *state)
{
    uint64_t packed = pack(state);
    if (!add_new(&plain->set, packed))
        return;
    if (plain->next_count == plain->next_capacity) {
        plain->next_capacity = plain->next_capacity ? 2 * plain->next_capacity : 1 << 14;
        plain->next = memory_resize(plain->next, plain->next_capacity, sizeof *plain->next);
    }
    plain->next[plain->next_count++] = packed;
}

/* The last move may leave the track behind the line. */
static bool finishes(const struct plain *plain, struct point from, struct point to)
{
    struct exact_point exit;
    return ground_find_exit(&plain->ground, from, to, &exit) ||
           track_line_crossing(&plain->track->finish, false, from, exit) > 0;
}

static void try_move(struct plain *plain, const struct state *from, struct point to)
{
    const struct track *track = plain->track;
    struct state state = {to, point_subtract(to, from->at), from->crossings};
    bool was_beyond = track_line_side(&track->finish, from->at) > 0;
    int crossing = 0;
    if (was_beyond != (track_line_side(&track->finish, to) > 0))
        crossing = track_line_crossing(&track->finish, false, from->at, exact_from_grid(to));
    if (crossing > 0 && (track->open || from->crossings == 1)) {
        plain->finished |= finishes(plain, from->at, to);
        return;
    }
    if (!track->open)
        state.crossings += crossing;
    if (state.crossings >= LOWEST && to.x >= 0 && to.y >= 0 && to.x <= track->width &&
        to.y <= track->height && ground_holds_move(&plain->ground, from->at, to))
        visit(plain, &state);
}

static void visit_starts(struct plain *plain)
{
    const struct track_line *start = &plain->track->start;
    struct point whole = point_subtract(start->to, start->from);
    int count = (int)number_common_divisor(whole.x, whole.y);
    for (int i = 0; i <= count; i++) {
        struct state state = {0};
        state.at = point_add(start->from, (struct point){whole.x / count * i, whole.y / count * i});
        if (ground_holds_point(&plain->ground, state.at))
            visit(plain, &state);
    }
}

static void expand(struct plain *plain, uint64_t packed)
{
    struct state state = unpack(packed);
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
    while (!plain.finished && plain.next_count > 0) {
        uint64_t *list = plain.next;
        uint64_t count = plain.next_count;
        plain.next = NULL;
        plain.next_count = plain.next_capacity = 0;
        for (uint64_t i = 0; i < count && !plain.finished; i++)
            expand(&plain, list[i]);
        free(list);
        result.rounds++;
    }
    result.states = plain.set.count;
    if (!plain.finished)
        result.rounds = 0;
    free(plain.next);
    free(plain.set.slots);
    return result;
}
