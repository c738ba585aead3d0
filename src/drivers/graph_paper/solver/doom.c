/* Doomed cars: on the track, but every way on from there leaves it.
 *
 * A search into the depth over what the rules say a car may do next, slowest moves first, so that a
 * car that can stop is soon seen to. A car that stands, finishes or comes back to where it was on
 * the same way is safe, and with it all on the way there; one whose moves all lead off the track or
 * to doomed states is doomed. As a way without an end comes back some time, this is exact. An asker
 * owns its table; it is used by one thread.
 */
#include "drivers/graph_paper/solver/hints.h"

#include "base/hash.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* All that decides how a car that is alone can go on. */
struct state {
    struct point at, velocity, shift;
    int nitros, good_brakes, turbo_boosts;
    int crossings, laps_opened, checkpoint;
};

enum verdict { VERDICT_OPEN, VERDICT_SAFE, VERDICT_DOOMED };

struct entry {
    struct state state;
    enum verdict verdict;
};

struct option {
    struct point acceleration;
    int speed; /* squared, afterwards */
};

/* A state on the way that is being looked at, with the moves that are left to be tried. */
struct level {
    struct car car;
    int entry;
    int next, end; /* of `options` */
};

struct doom_asker {
    const struct knowledge *knowledge;
    const struct race *race;
    const atomic_bool *cancelled;
    int moves_left;
    struct entry *entries; /* from 1 */
    int entry_count, entry_capacity;
    int *slots; /* of a hash table: indices of entries, 0: free */
    int slot_count;
    struct level *levels;
    int level_count, level_capacity;
    struct option *options;
    int option_count, option_capacity;
};

enum { SLOTS_AT_FIRST = 1 << 8 };

struct doom_asker *doom_asker_create(const struct knowledge *knowledge, const struct race *race,
                                     int most_moves, const atomic_bool *cancelled)
{
    struct doom_asker *asker = memory_allocate(1, sizeof *asker);
    asker->knowledge = knowledge;
    asker->race = race;
    asker->cancelled = cancelled;
    asker->moves_left = most_moves;
    asker->slot_count = SLOTS_AT_FIRST;
    asker->slots = memory_allocate(SLOTS_AT_FIRST, sizeof *asker->slots);
    asker->entries =
        array_grow(NULL, asker->entry_count, &asker->entry_capacity, sizeof *asker->entries);
    asker->entry_count = 1;
    return asker;
}

void doom_asker_free(struct doom_asker *asker)
{
    if (!asker)
        return;
    free(asker->entries);
    free(asker->slots);
    free(asker->levels);
    free(asker->options);
    free(asker);
}

/* --- what was looked at ----------------------------------------------------------------------- */

static struct state state_of(const struct car *car)
{
    struct state state;
    memset(&state, 0, sizeof state);
    state.at = car->at;
    state.velocity = car->velocity;
    state.shift = car->shift;
    state.nitros = car->nitros;
    state.good_brakes = car->good_brakes;
    state.turbo_boosts = car->turbo_boosts;
    state.crossings = car->crossings;
    state.laps_opened = car->laps_opened;
    state.checkpoint = car->checkpoint;
    return state;
}

/* The slot with the state, or the free one where it belongs. */
static int find_slot(const struct doom_asker *asker, const struct state *state)
{
    uint64_t hash = hash_bytes(HASH_START, state, sizeof *state);
    int slot = (int)(hash % (uint64_t)asker->slot_count);
    while (asker->slots[slot] != 0 &&
           memcmp(&asker->entries[asker->slots[slot]].state, state, sizeof *state) != 0)
        slot = (slot + 1) % asker->slot_count;
    return slot;
}

static void double_slots(struct doom_asker *asker)
{
    free(asker->slots);
    asker->slot_count *= 2;
    asker->slots = memory_allocate((size_t)asker->slot_count, sizeof *asker->slots);
    for (int i = 1; i < asker->entry_count; i++)
        asker->slots[find_slot(asker, &asker->entries[i].state)] = i;
}

/* The entry of the car's state; `*is_new` if it was made now, open. */
static int find_entry(struct doom_asker *asker, const struct car *car, bool *is_new)
{
    struct state state = state_of(car);
    int slot = find_slot(asker, &state);
    *is_new = asker->slots[slot] == 0;
    if (!*is_new)
        return asker->slots[slot];
    asker->entries = array_grow(asker->entries, asker->entry_count, &asker->entry_capacity,
                                sizeof *asker->entries);
    asker->entries[asker->entry_count] = (struct entry){.state = state};
    asker->slots[slot] = asker->entry_count++;
    if (asker->entry_count > asker->slot_count / 2)
        double_slots(asker);
    return asker->entry_count - 1;
}

/* --- the search ------------------------------------------------------------------------------- */

static bool is_surely_safe(const struct doom_asker *asker, const struct car *car)
{
    bool stands =
        car->velocity.x == 0 && car->velocity.y == 0 && car->shift.x == 0 && car->shift.y == 0;
    return car->status == CAR_FINISHED || stands || knowledge_remaining(asker->knowledge, car) >= 0;
}

static int compare_speeds(const void *a, const void *b)
{
    const struct option *first = a, *second = b;
    if (first->speed != second->speed)
        return first->speed - second->speed;
    if (first->acceleration.y != second->acceleration.y)
        return first->acceleration.y - second->acceleration.y;
    return first->acceleration.x - second->acceleration.x;
}

static void add_options(struct doom_asker *asker, const struct car *car)
{
    struct move price;
    struct point a, way = point_add(car->velocity, car->shift);
    int reach = 1 + (car->nitros > 1 ? car->nitros : 1), first = asker->option_count;
    for (a.y = -reach; a.y <= reach; a.y++)
        for (a.x = -reach; a.x <= reach; a.x++) {
            if (!graph_paper_pays(asker->race, car, a, &price))
                continue;
            struct point then = point_add(way, a);
            asker->options = array_grow(asker->options, asker->option_count,
                                        &asker->option_capacity, sizeof *asker->options);
            asker->options[asker->option_count++] =
                (struct option){a, then.x * then.x + then.y * then.y};
        }
    qsort(asker->options + first, (size_t)(asker->option_count - first), sizeof *asker->options,
          compare_speeds);
}

static void go_deeper(struct doom_asker *asker, const struct car *car, int entry)
{
    int first = asker->option_count;
    add_options(asker, car);
    asker->levels = array_grow(asker->levels, asker->level_count, &asker->level_capacity,
                               sizeof *asker->levels);
    asker->levels[asker->level_count++] =
        (struct level){.car = *car, .entry = entry, .next = first, .end = asker->option_count};
}

/* The car after the next move of the deepest level that stays on the track; false: there is none.
 */
static bool make_next_move(struct doom_asker *asker, struct car *then)
{
    struct level *level = &asker->levels[asker->level_count - 1];
    while (level->next < level->end && asker->moves_left > 0) {
        struct point acceleration = asker->options[level->next++].acceleration;
        struct point way = point_add(level->car.velocity, level->car.shift);
        struct move price;
        enum outcome outcome;
        asker->moves_left--;
        graph_paper_pays(asker->race, &level->car, acceleration, &price);
        *then = level->car;
        then->nitros -= price.nitros;
        then->good_brakes -= price.good_brakes;
        then->turbo_boosts -= price.turbo_boosts;
        if (graph_paper_drive_alone(asker->race, then,
                                    point_add(level->car.at, point_add(way, acceleration)),
                                    &outcome) &&
            outcome != OUTCOME_OFF_TRACK)
            return true;
    }
    return false;
}

/* Ends the search: all that are on the way have this in common. */
static enum doom leave(struct doom_asker *asker, enum doom doom)
{
    for (int i = 0; i < asker->level_count && doom == DOOM_SAFE; i++)
        asker->entries[asker->levels[i].entry].verdict = VERDICT_SAFE;
    asker->level_count = asker->option_count = 0;
    return doom;
}

static bool must_end(struct doom_asker *asker)
{
    if (asker->cancelled && atomic_load(asker->cancelled))
        asker->moves_left = 0;
    return asker->moves_left == 0;
}

/* From the one level that is there. */
static enum doom search(struct doom_asker *asker)
{
    while (asker->level_count > 0) {
        struct car then;
        bool moved = make_next_move(asker, &then), is_new;
        if (must_end(asker))
            return leave(asker, DOOM_UNKNOWN);
        if (!moved) {
            struct level *level = &asker->levels[--asker->level_count];
            asker->entries[level->entry].verdict = VERDICT_DOOMED;
            asker->option_count =
                asker->level_count > 0 ? asker->levels[asker->level_count - 1].end : 0;
            continue;
        }
        if (is_surely_safe(asker, &then))
            return leave(asker, DOOM_SAFE);
        int entry = find_entry(asker, &then, &is_new);
        if (is_new)
            go_deeper(asker, &then, entry);
        else if (asker->entries[entry].verdict != VERDICT_DOOMED)
            return leave(asker, DOOM_SAFE); /* or open: the way has come back to itself */
    }
    return DOOM_CERTAIN;
}

enum doom doom_ask(struct doom_asker *asker, const struct car *car)
{
    bool is_new;
    if (is_surely_safe(asker, car))
        return DOOM_SAFE;
    if (must_end(asker))
        return DOOM_UNKNOWN;
    int entry = find_entry(asker, car, &is_new);
    if (!is_new && asker->entries[entry].verdict != VERDICT_OPEN)
        return asker->entries[entry].verdict == VERDICT_SAFE ? DOOM_SAFE : DOOM_CERTAIN;
    go_deeper(asker, car, entry);
    return search(asker);
}
