/* See turns.h: sweeps of turns backwards, and what they have found. */
#include "drivers/stock_cars/solver/turns_inside.h"

#include "base/memory.h"
#include "base/number.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- sweeps ----------------------------------------------------------------------------------- */

static void note(struct turns *turns, struct state_plane *state, int cell, uint8_t need)
{
    if (!state->entries) {
        budget_take(&turns->budget, (size_t)turns->roads->size * sizeof *state->entries);
        state->entries = memory_allocate((size_t)turns->roads->size, sizeof *state->entries);
    }
    uint32_t before = state->entries[cell];
    if (before && turns->entries[before].turns == turns->sweeps) {
        turns->entries[before].cards = need;
        return;
    }
    struct entry entry = {before, (uint16_t)turns->sweeps, need};
    state->entries[cell] = (uint32_t)turns->entry_count;
    size_t capacity = (size_t)turns->entry_capacity;
    array_add(turns->entries, turns->entry_count, turns->entry_capacity, entry);
    budget_take(&turns->budget, ((size_t)turns->entry_capacity - capacity) * sizeof entry);
}

/* Turns for so many moves from a standing start, at least. */
static int fewest_turns(int moves, int maximum)
{
    int turns = 0;
    for (int speed = 0; moves > 0 && speed < maximum; turns++) {
        speed = number_smaller(speed + CHANGES_MOST, maximum);
        moves -= speed;
    }
    return turns + (number_larger(moves, 0) + maximum - 1) / maximum;
}

static bool is_too_late(struct turns *turns, int level, int cell)
{
    const struct roads *roads = turns->roads;
    int crossings = crossings_of(turns, level);
    int moves = turns->reached ? turns->reached[(crossings - 1) * roads->size + cell] : 0;
    bool late = moves < ROADS_FAR && turns->reached &&
                turns->sweeps + fewest_turns(moves, maximum_of(turns, level)) > turns->limit;
    turns->cut |= late;
    return late || moves >= ROADS_FAR;
}

/* To what is lower than what was known. What is too late or too dear now will be so in all later
 * sweeps, and is not looked at again. */
static void improve(struct turns *turns, struct state_plane *state, int level, int speed, int cell,
                    uint8_t need)
{
    const struct roads *roads = turns->roads;
    bool broken = cell >= roads->tail + roads->pit_count;
    bool left_out = need > turns->options.wild_cards || is_too_late(turns, level, cell) ||
                    (speed > STOCK_PIT_SPEED && !broken && roads->has_repairs &&
                     stock_roads_is_pit(roads, cell));
    stock_plane_lower_cell(&turns->room, &state->best, cell, need);
    if (left_out)
        return;
    stock_plane_lower_cell(&turns->room, &state->next, cell, need);
    note(turns, state, cell, need);
}

/* From one cell to another. */
static void improve_some(struct turns *turns, int level, int speed, int heading,
                         const struct plane *found, int cost, int from, int to)
{
    struct state_plane *state = state_plane(turns, level, speed, heading);
    turns->steps += (uint64_t)(to - from) * TURNS_CELL_STEPS;
    for (int i = from; i < to; i++) {
        uint8_t need = stock_plane_need(found->cells[i], cost);
        if (need < (state->best.cells ? state->best.cells[i] : PLANE_NEVER))
            improve(turns, state, level, speed, i, need);
    }
}

static void improve_all(struct turns *turns, int level, int speed, int heading,
                        const struct plane *found, int cost)
{
    struct state_plane *state = state_plane(turns, level, speed, heading);
    uint64_t blocks = found->blocks;
    int lo, hi;
    while (stock_plane_stretch(&turns->room, &blocks, &lo, &hi))
        for (int i = lo; i < hi; i += ROADS_CHUNK)
            if (!state->best.cells ||
                stock_plane_is_lower(found->cells + i, (uint8_t)cost, state->best.cells + i))
                improve_some(turns, level, speed, heading, found, cost, i, i + ROADS_CHUNK);
    if (found->tailed)
        improve_some(turns, level, speed, heading, found, cost, turns->roads->tail,
                     turns->roads->size);
}

/* Before so many moves with this at the beginning. */
static void keep_begin(struct turns *turns, int moves, int begin, int cost)
{
    int speed = moves - begin;
    for (int level = 0; level < turns->levels && turns_go_on(turns); level++)
        for (int heading = 0; heading < HEADING_COUNT; heading++)
            if (speed >= 0 && speed <= maximum_of(turns, level) &&
                moves <= maximum_of(turns, level))
                improve_all(turns, level, speed, heading,
                            moves == 0 ? &turns->ends[level * 2 * HEADING_COUNT + heading]
                                       : &turns->any[run_index(level, 0, 0, 0, heading)],
                            cost);
}

static void keep_found(struct turns *turns, const struct run *run, int moves)
{
    int end = run->speed < 0 ? 0 : run->speed - moves;
    int steers = run->steers == STEERS_DEAR && turns->options.special != SPECIAL_SWAYBARS;
    for (int begin = -CHANGES_MOST; begin <= CHANGES_MOST; begin++) {
        int cost = stock_turn_cost(turns->options.special, begin, end, false);
        if (cost >= 0 && (moves > 0 || end == 0))
            keep_begin(turns, moves, begin, cost + steers);
    }
}

/* What this sweep found is what the next one goes on from. */
static bool shift(struct turns *turns)
{
    bool any = false;
    for (int i = 0; i < turns->levels * turns->speeds * HEADING_COUNT; i++) {
        struct state_plane *state = &turns->states[i];
        struct plane old = state->now;
        stock_plane_clear(&turns->room, &old);
        state->now = state->next;
        state->next = old;
        any |= !stock_plane_is_empty(&state->now);
    }
    return any;
}

/* The moves that it takes to get everywhere: over the line, round, and on. */
static void find_reached(struct turns *turns, int more)
{
    const struct roads *roads = turns->roads;
    const struct turns_options *options = &turns->options;
    int cell = stock_roads_cell(roads, options->from.at, options->from.pit);
    int *start = stock_roads_from(roads, cell);
    int *line = stock_roads_from(roads, -1), *to_line = stock_roads_to_line(roads);
    int first = to_line[cell], lap = ROADS_FAR;
    for (int i = 0; i < roads->size; i++)
        lap = line[i] == 0 ? number_smaller(lap, to_line[i]) : lap;
    turns->reached = memory_allocate((size_t)options->crossings * (size_t)roads->size, sizeof(int));
    for (int left = 1; left <= options->crossings; left++) {
        int *reached = &turns->reached[(left - 1) * roads->size];
        int before = (options->crossings - left) * lap + (options->rolling ? 0 : first - lap);
        bool waiting = left == options->crossings && !options->rolling;
        for (int i = 0; i < roads->size; i++)
            reached[i] = waiting ? start[i] : line[i] < ROADS_FAR ? before + line[i] : ROADS_FAR;
    }
    int fewest = fewest_turns(first + (options->crossings - !options->rolling) * lap,
                              options->worlds[options->world_count - 1]);
    turns->limit = options->slack > 0 ? fewest + fewest * (2 * more + 1) / 8 + 1 + options->slack
                                      : fewest + more;
    free(start);
    free(line);
    free(to_line);
}

/* Turns that were found within the limit are the fewest: no state of such a way is left out. */
static bool is_enough(struct turns *turns)
{
    const struct turns_options *options = &turns->options;
    if (budget_has_ended(&turns->budget) || turns->sweeps == UINT16_MAX)
        return true;
    if (options->slack < 0)
        return false;
    int left = stock_turns_left(turns, &options->from, options->crossings, NULL);
    return left != TURNS_UNKNOWN && turns->sweeps >= left + options->slack;
}

/* All that are alike in the pits: up to the limit or over it. */
static void sweep_together(struct turns *turns, int speed, int least, int most)
{
    int slow = number_smaller(most, STOCK_PIT_SPEED);
    int fast = number_larger(least, STOCK_PIT_SPEED + 1);
    stock_turns_run(turns, &(struct run){.speed = speed, .least = least, .most = slow}, keep_found);
    stock_turns_run(turns, &(struct run){.speed = speed, .least = fast, .most = most}, keep_found);
}

static bool any_repaired(const struct turns *turns, int speed)
{
    bool any = false;
    for (int level = turns->options.crossings; level < turns->levels && !any; level++)
        for (int heading = 0; heading < HEADING_COUNT && speed <= maximum_of(turns, level);
             heading++) {
            struct plane end = turns_end_repaired(turns, level, speed, heading);
            any |= !stock_plane_is_empty(&end);
        }
    return any;
}

static void sweep(struct turns *turns)
{
    bool repairs = turns->roads->has_repairs && turns->options.world_count > 1;
    if (++turns->sweeps == 1)
        sweep_together(turns, -1, 1, turns->speeds - 1);
    for (int speed = 0; speed < turns->speeds && turns_go_on(turns); speed++) {
        int least = number_larger(speed - CHANGES_MOST, 0);
        int most = number_smaller(speed + CHANGES_MOST, turns->speeds - 1);
        sweep_together(turns, speed, least, most);
        for (int moves = number_larger(least, 1); moves <= number_smaller(most, STOCK_PIT_SPEED) &&
                                                  repairs && any_repaired(turns, speed);
             moves++)
            for (int dear = 0; dear < 2; dear++)
                stock_turns_run(turns,
                                &(struct run){.speed = speed,
                                              .least = moves,
                                              .most = moves,
                                              .steers = dear ? STEERS_DEAR : STEERS_CHEAP,
                                              .repairs = true},
                                keep_found);
    }
}

/* Gives them back as long as they are counted. */
static void free_cells(struct turns *turns, struct plane *plane)
{
    if (plane->cells && turns->room.budget)
        budget_give(turns->room.budget, (size_t)turns->roads->size);
    free(plane->cells);
    *plane = (struct plane){0};
}

static void free_planes(struct turns *turns, struct plane **planes, size_t count)
{
    for (size_t i = 0; i < count && *planes; i++)
        free_cells(turns, &(*planes)[i]);
    free(*planes);
    *planes = NULL;
}

void stock_turns_free(struct turns *turns)
{
    if (!turns)
        return;
    size_t planes = (size_t)turns->levels * HEADING_COUNT;
    for (size_t i = 0; i < planes * (size_t)turns->speeds && turns->states; i++) {
        free(turns->states[i].best.cells);
        free(turns->states[i].now.cells);
        free(turns->states[i].next.cells);
        free(turns->states[i].entries);
    }
    free(turns->states);
    free_planes(turns, &turns->ahead, planes * STEER_PAIRS * 2);
    free_planes(turns, &turns->any, planes * STEER_PAIRS * 2);
    free_planes(turns, &turns->ends, planes * 2);
    free(turns->ends_live);
    free(turns->live);
    free(turns->stale);
    free(turns->needed);
    free(turns->entries);
    free(turns->reached);
    free(turns);
}

static void discard(struct turns *turns)
{
    budget_return(&turns->budget);
    turns->budget.whole = NULL;
    stock_turns_free(turns);
}

/* Of all that is there before anything is swept. */
static size_t bytes_of(const struct turns *turns)
{
    const struct turns_options *options = &turns->options;
    size_t planes = (size_t)turns->levels * HEADING_COUNT;
    size_t reached = options->slack >= 0 ? (size_t)options->crossings : 0;
    return planes * (size_t)turns->speeds * sizeof *turns->states +
           planes * (2 * STEER_PAIRS * 2 + 2) * sizeof *turns->any +
           (reached + 6) * (size_t)turns->roads->size * sizeof(int);
}

/* NULL if the budget ends by that. */
static struct turns *make(const struct roads *roads, const struct turns_options *options, int more,
                          struct budget *budget)
{
    struct turns *turns = memory_allocate(1, sizeof *turns);
    turns->roads = roads;
    turns->options = *options;
    turns->budget = budget_part(budget, 0, 0);
    turns->room = (struct plane_room){roads, &turns->budget};
    turns->speeds = options->worlds[options->world_count - 1] + 1;
    turns->levels = options->world_count * options->crossings;
    if (!budget_take(&turns->budget, bytes_of(turns))) {
        discard(turns);
        return NULL;
    }
    if (options->slack >= 0)
        find_reached(turns, more);
    size_t planes = (size_t)turns->levels * HEADING_COUNT;
    turns->states = memory_allocate(planes * (size_t)turns->speeds, sizeof *turns->states);
    turns->ahead = memory_allocate(planes * STEER_PAIRS * 2, sizeof *turns->ahead);
    turns->any = memory_allocate(planes * STEER_PAIRS * 2, sizeof *turns->any);
    turns->ends = memory_allocate(planes * 2, sizeof *turns->ends);
    turns->ends_live = memory_allocate((size_t)turns->levels, sizeof *turns->ends_live);
    turns->live = memory_allocate((size_t)turns->levels, sizeof *turns->live);
    turns->stale = memory_allocate((size_t)turns->levels, sizeof *turns->stale);
    turns->needed = memory_allocate((size_t)turns->levels, sizeof *turns->needed);
    array_add(turns->entries, turns->entry_count, turns->entry_capacity, (struct entry){0});
    return turns;
}

/* What is known at the end, or is to be swept again with a higher limit. */
static bool is_known(struct turns *turns)
{
    return !turns->cut || budget_has_ended(&turns->budget) ||
           stock_turns_left(turns, &turns->options.from, turns->options.crossings, NULL) !=
               TURNS_UNKNOWN;
}

/* Only what answers questions is kept. */
static void finish(struct turns *turns)
{
    size_t planes = (size_t)turns->levels * HEADING_COUNT;
    for (size_t i = 0; i < planes * (size_t)turns->speeds; i++) {
        struct state_plane *state = &turns->states[i];
        struct plane *const all[] = {&state->best, &state->now, &state->next};
        for (int j = 0; j < 3; j++)
            free_cells(turns, all[j]);
    }
    free_planes(turns, &turns->ahead, planes * STEER_PAIRS * 2);
    free_planes(turns, &turns->any, planes * STEER_PAIRS * 2);
    free_planes(turns, &turns->ends, planes * 2);
    free(turns->reached);
    turns->reached = NULL;
    turns->budget.whole = NULL;
    turns->room.budget = NULL;
}

/* With a limit at first of what may be at best, or not much above where more than the fewest is
 * asked for; higher if that is too low. */
struct turns *stock_turns_sweep(const struct roads *roads, const struct turns_options *options,
                                struct budget *budget)
{
    struct turns *turns = NULL;
    for (int more = 0, further = 1;; more += further, further += 3) {
        turns = make(roads, options, more, budget);
        if (!turns)
            return NULL;
        do
            sweep(turns);
        while (shift(turns) && !is_enough(turns));
        if (is_known(turns))
            break;
        discard(turns);
    }
    if (budget_is_cancelled(budget)) {
        discard(turns);
        return NULL;
    }
    finish(turns);
    return turns;
}

/* --- questions -------------------------------------------------------------------------------- */

static const struct entry *find_entry(const struct turns *turns, const struct stock_car *car,
                                      int crossings)
{
    const struct turns_options *options = &turns->options;
    int world = 0;
    while (world + 1 < options->world_count && options->worlds[world + 1] <= car->maximum)
        world++;
    if (crossings > options->crossings || car->speed >= turns->speeds)
        return NULL;
    const struct state_plane *state = state_plane(turns, world * options->crossings + crossings - 1,
                                                  car->speed, (int)car->heading);
    uint32_t entry =
        state->entries ? state->entries[stock_roads_cell(turns->roads, car->at, car->pit)] : 0;
    while (entry && turns->entries[entry].before &&
           turns->entries[turns->entries[entry].before].cards <= car->wild_cards)
        entry = turns->entries[entry].before;
    return entry && turns->entries[entry].cards <= car->wild_cards ? &turns->entries[entry] : NULL;
}

int stock_turns_left(const struct turns *turns, const struct stock_car *car, int crossings,
                     int *spare)
{
    const struct entry *entry = crossings > 0 ? find_entry(turns, car, crossings) : NULL;
    if (spare)
        *spare = car->wild_cards - (entry ? entry->cards : 0);
    return crossings <= 0 ? 0 : entry ? entry->turns : TURNS_UNKNOWN;
}
