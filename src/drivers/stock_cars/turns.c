/* See turns.h. A turn backwards: the changes at its end, its moves from the last to the first, the
 * changes at its beginning. What changes cost is added up, so all turns that end at one speed are
 * one run, which is read after each move. Where a car is repaired or finishes, what it had to pay
 * until then counts, and each number of moves and each change at the beginning is a run of its own.
 */
#include "drivers/stock_cars/turns.h"

#include "base/memory.h"
#include "base/number.h"
#include "drivers/stock_cars/planes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { STEERS = 3, STEER_PAIRS = STEERS * STEERS, CHANGES_MOST = 2 };

/* An improvement of a state, found in sweep `turns`. */
struct entry {
    uint32_t before; /* index of the one before, 0: there is none */
    uint16_t turns;
    uint8_t cards;
};

struct state_plane {
    struct plane best, now, next; /* of all sweeps, of the last one, of this one */
    uint32_t *entries;            /* [cell], the newest */
};

struct turns {
    const struct roads *roads;
    struct turns_options options;
    int speeds;                 /* 0..speeds - 1 */
    int levels;                 /* worlds times crossings */
    struct state_plane *states; /* [(level * speeds + speed) * HEADING_COUNT + heading] */
    struct entry *entries;
    int entry_count, entry_capacity;
    int sweeps;
    bool limited;
    uint64_t work;
    int limit;    /* turns from start to finish */
    bool cut;     /* states were left out for it */
    int *reached; /* [(crossings - 1) * size + cell]: moves until there, at least; or NULL */
    /* A run's planes, [((level * STEER_PAIRS + steers) * 2 + banked) * HEADING_COUNT + heading]:
     * what is needed behind a move that goes ahead there, and before any move. */
    struct plane *ahead, *any;
    struct plane *ends; /* [(level * 2 + dear) * HEADING_COUNT + heading]: behind the last move */
    /* [level]: is there anything behind the last move; in `any` by the step before; perhaps in it
     * from an earlier one; and before the present move? */
    bool *ends_live, *live, *stale, *needed;
};

/* --- indices ---------------------------------------------------------------------------------- */

static struct state_plane *state_plane(const struct turns *turns, int level, int speed, int heading)
{
    return &turns->states[(level * turns->speeds + speed) * HEADING_COUNT + heading];
}

static int run_index(int level, int lefts, int rights, int banked, int heading)
{
    return (((level * STEERS + lefts) * STEERS + rights) * 2 + banked) * HEADING_COUNT + heading;
}

static int world_of(const struct turns *turns, int level)
{
    return level / turns->options.crossings;
}

/* Crossings to come. */
static int crossings_of(const struct turns *turns, int level)
{
    return level % turns->options.crossings + 1;
}

static int maximum_of(const struct turns *turns, int level)
{
    return turns->options.worlds[world_of(turns, level)];
}

/* --- what a turn costs (3.3, 7) --------------------------------------------------------------- */

/* So much is changed at the beginning and at the end; -1: that may not be. */
static int change_cost(const struct turns *turns, int begin, int end)
{
    int added = number_larger(begin, 0) + number_larger(end, 0);
    int taken = number_larger(-begin, 0) + number_larger(-end, 0);
    int seconds = (added == CHANGES_MOST) + (taken == CHANGES_MOST);
    if (added > CHANGES_MOST || taken > CHANGES_MOST)
        return -1;
    return seconds - (turns->options.special == SPECIAL_TURBO && seconds > 0);
}

static int steer_cost(const struct turns *turns, int lefts, int rights)
{
    bool second = lefts == STEERS - 1 || rights == STEERS - 1;
    return second && turns->options.special != SPECIAL_SWAYBARS;
}

/* --- the end of a turn ------------------------------------------------------------------------ */

/* What a state at the next turn's beginning needs; over the limit a car on a pit tile has broken
 * it, and one that was served does not go there. */
static void take_end(struct turns *turns, struct plane *into, int level, int speed, int heading,
                     int cost)
{
    const struct roads *roads = turns->roads;
    const struct plane *from = &state_plane(turns, level, speed, heading)->now;
    if (speed <= STOCK_PIT_SPEED || !from->tailed) {
        turns->work += stock_plane_lower(turns->roads, into, from, cost);
        return;
    }
    struct plane tiles = *from;
    tiles.tailed = false;
    turns->work += stock_plane_lower(turns->roads, into, &tiles, cost);
    for (int i = 0; i < roads->pit_count; i++) {
        int broken = roads->tail + roads->pit_count + i;
        uint8_t need = stock_plane_need(from->cells[broken], cost);
        stock_plane_lower_cell(turns->roads, into, roads->pits[i], need);
        stock_plane_lower_cell(turns->roads, into, broken, need);
    }
}

/* Behind the last of so many moves and changes from `least` to `most`; `begin` is NULL: what they
 * cost is added later. `dear`: with a second steer. */
static bool take_ends(struct turns *turns, int moves, const int *begin, int least, int most)
{
    bool any = false;
    for (int level = 0; level < turns->levels; level++) {
        turns->ends_live[level] = false;
        for (int heading = 0; heading < HEADING_COUNT; heading++) {
            struct plane *cheap = &turns->ends[(level * 2) * HEADING_COUNT + heading];
            struct plane *dear = &turns->ends[(level * 2 + 1) * HEADING_COUNT + heading];
            stock_plane_clear(turns->roads, cheap);
            stock_plane_clear(turns->roads, dear);
            for (int end = least; end <= most; end++) {
                int cost = begin ? change_cost(turns, *begin, end) : 0, speed = moves + end;
                if (cost >= 0 && speed >= 0 && speed <= maximum_of(turns, level))
                    take_end(turns, cheap, level, speed, heading, cost);
            }
            turns->work +=
                stock_plane_lower(turns->roads, dear, cheap, steer_cost(turns, STEERS - 1, 0));
            turns->ends_live[level] |= !stock_plane_is_empty(cheap);
        }
        any |= turns->ends_live[level];
    }
    return any;
}

/* --- moves ------------------------------------------------------------------------------------ */

static const struct plane *behind(const struct turns *turns, int step, int level, int lefts,
                                  int rights, int banked, int heading)
{
    bool dear = lefts == STEERS - 1 || rights == STEERS - 1;
    return step == 1 ? &turns->ends[(level * 2 + dear) * HEADING_COUNT + heading]
                     : &turns->any[run_index(level, lefts, rights, banked, heading)];
}

/* The world into which a repair leads at this speed. */
static int repaired_world(const struct turns *turns, int world, int moves)
{
    const struct turns_options *options = &turns->options;
    int maximum = options->worlds[world] + STOCK_REPAIR - moves, found = world;
    while (found + 1 < options->world_count && options->worlds[found + 1] <= maximum)
        found++;
    bool above =
        options->optimistic && options->worlds[found] < maximum && found + 1 < options->world_count;
    return found + above;
}

/* The order is paid before the cards are gained. */
static uint8_t need_before_repair(const struct turns *turns, uint8_t need, int moves)
{
    enum { ORDER_COST_MOST = 3 };
    int gain = (STOCK_REPAIR - moves) / 3;
    gain *= turns->options.special == SPECIAL_PERFORMANCE ? 2 : 1;
    int least = turns->options.optimistic ? 0 : number_smaller(need, ORDER_COST_MOST);
    return need == PLANE_NEVER ? need : (uint8_t)number_larger(least, need - gain);
}

struct moment {
    int moves, step, begin; /* moves of the run; which one from the last; change at the beginning */
    int level, lefts, rights, banked, heading;
};

/* Before those that pass the line or have to do with the pits. */
static void go_back_specially(struct turns *turns, const struct moment *moment, struct plane *plane,
                              const struct special_moves *list, int crossing, bool repairs)
{
    static const int less[] = {[CROSSING_FORWARD] = 1, [CROSSING_BACKWARD] = -1};
    int crossings = crossings_of(turns, moment->level) - less[crossing];
    int world = world_of(turns, moment->level);
    bool finishes = crossings == 0;
    if (crossings > turns->options.crossings || (finishes && turns->sweeps > 1))
        return;
    if (repairs && turns->options.world_count == 1)
        return;
    if (repairs)
        world = repaired_world(turns, world, moment->moves);
    bool gains = world != world_of(turns, moment->level);
    int level = world * turns->options.crossings + crossings - 1;
    const struct plane *from = finishes ? NULL
                                        : behind(turns, moment->step, level, moment->lefts,
                                                 moment->rights, moment->banked, moment->heading);
    uint8_t need = (uint8_t)(change_cost(turns, moment->begin, 0) +
                             steer_cost(turns, moment->lefts, moment->rights));
    bool near = finishes || from->tailed || (from->blocks & list->blocks);
    for (int i = 0; i < list->count && near; i++) {
        need = finishes ? need : from->cells[list->items[i].to];
        if (need != PLANE_NEVER)
            stock_plane_lower_cell(
                turns->roads, plane, list->items[i].from,
                gains && !finishes ? need_before_repair(turns, need, moment->moves) : need);
    }
}

/* Before a move that goes ahead. */
static void go_back(struct turns *turns, const struct moment *moment)
{
    const struct roads *roads = turns->roads;
    int heading = moment->heading, offset = roads->offsets[heading];
    struct plane *plane = &turns->ahead[run_index(moment->level, moment->lefts, moment->rights,
                                                  moment->banked, heading)];
    bool turns_here = roads->has_banks && !moment->banked;
    stock_plane_clear(turns->roads, plane);
    turns->work +=
        stock_plane_lower_before(turns->roads, plane,
                                 behind(turns, moment->step, moment->level, moment->lefts,
                                        moment->rights, moment->banked, heading),
                                 offset, turns_here ? roads->plain[heading] : roads->road[heading]);
    if (turns_here)
        turns->work += stock_plane_lower_before(
            turns->roads, plane,
            behind(turns, moment->step, moment->level, moment->lefts, moment->rights, 1,
                   (int)heading_turned((enum heading)heading, roads->map->turn)),
            offset, roads->bank[heading]);
    for (int crossing = 0; crossing < CROSSING_KINDS; crossing++)
        for (int repairs = 0; repairs < 2; repairs++) {
            const struct special_moves *list =
                &roads->specials[heading][moment->moves > STOCK_PIT_SPEED][crossing][repairs];
            if (list->count > 0)
                go_back_specially(turns, moment, plane, list, crossing, repairs);
        }
}

/* Before any move: that one goes ahead, or turns and then goes ahead. */
static void turn_back(struct turns *turns, const struct moment *moment)
{
    int level = moment->level, l = moment->lefts, r = moment->rights, b = moment->banked;
    int left = (moment->heading + HEADING_COUNT - 1) % HEADING_COUNT;
    int right = (moment->heading + 1) % HEADING_COUNT;
    struct plane *plane = &turns->any[run_index(level, l, r, b, moment->heading)];
    stock_plane_clear(turns->roads, plane);
    turns->work += stock_plane_lower(turns->roads, plane,
                                     &turns->ahead[run_index(level, l, r, b, moment->heading)], 0);
    if (l + 1 < STEERS)
        turns->work += stock_plane_lower(turns->roads, plane,
                                         &turns->ahead[run_index(level, l + 1, r, b, left)], 0);
    if (r + 1 < STEERS)
        turns->work += stock_plane_lower(turns->roads, plane,
                                         &turns->ahead[run_index(level, l, r + 1, b, right)], 0);
}

/* Of a level, with so many steers at most. */
static void for_each_moment(struct turns *turns, struct moment moment, int steers_most,
                            void (*visit)(struct turns *, const struct moment *))
{
    for (moment.lefts = 0; moment.lefts < STEERS; moment.lefts++)
        for (moment.rights = 0; moment.rights < STEERS; moment.rights++)
            for (moment.banked = 0; moment.banked <= turns->roads->has_banks; moment.banked++)
                for (moment.heading = 0; moment.heading < HEADING_COUNT; moment.heading++)
                    if (moment.lefts + moment.rights <= steers_most)
                        visit(turns, &moment);
}

/* Where there can be anything before a move: it changes the crossings to come by one at most. */
static void find_needed(struct turns *turns, const bool *behind)
{
    int crossings = turns->options.crossings;
    memset(turns->needed, 0, (size_t)turns->levels * sizeof *turns->needed);
    for (int level = 0; level < turns->levels; level++)
        for (int of = crossings_of(turns, level) - 1; behind[level] && of <= crossings; of++)
            if (of > 0 && of <= crossings_of(turns, level) + 1)
                turns->needed[of - 1] = true;
    if (turns->sweeps == 1)
        turns->needed[0] = true; /* before the finish */
    for (int level = crossings; level < turns->levels; level++)
        turns->needed[level] = turns->needed[level - crossings];
}

static void clear_level(struct turns *turns, int level)
{
    int first = run_index(level, 0, 0, 0, 0), next = run_index(level + 1, 0, 0, 0, 0);
    for (int i = first; i < next; i++)
        stock_plane_clear(turns->roads, &turns->any[i]);
    turns->live[level] = turns->stale[level] = false;
}

static void look_at_level(struct turns *turns, int level)
{
    int first = run_index(level, 0, 0, 0, 0), next = run_index(level + 1, 0, 0, 0, 0);
    turns->live[level] = false;
    for (int i = first; i < next && !turns->live[level]; i++)
        turns->live[level] = !stock_plane_is_empty(&turns->any[i]);
    turns->stale[level] |= turns->live[level];
}

/* One move back, of a run of so many moves at most. */
static void step_back(struct turns *turns, struct moment moment)
{
    int steers_most = moment.moves - moment.step;
    find_needed(turns, moment.step == 1 ? turns->ends_live : turns->live);
    for (moment.level = 0; moment.level < turns->levels; moment.level++)
        if (turns->needed[moment.level])
            for_each_moment(turns, moment, steers_most + 1, go_back);
    for (moment.level = 0; moment.level < turns->levels; moment.level++)
        if (turns->needed[moment.level]) {
            for_each_moment(turns, moment, steers_most, turn_back);
            look_at_level(turns, moment.level);
        } else if (turns->stale[moment.level]) {
            clear_level(turns, moment.level);
        }
}

/* --- sweeps ----------------------------------------------------------------------------------- */

static void note(struct turns *turns, struct state_plane *state, int cell, uint8_t need)
{
    if (!state->entries)
        state->entries = memory_allocate((size_t)turns->roads->size, sizeof *state->entries);
    uint32_t before = state->entries[cell];
    if (before && turns->entries[before].turns == turns->sweeps) {
        turns->entries[before].cards = need;
        return;
    }
    struct entry entry = {before, (uint16_t)turns->sweeps, need};
    state->entries[cell] = (uint32_t)turns->entry_count;
    array_add(turns->entries, turns->entry_count, turns->entry_capacity, entry);
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
    int moves = turns->reached[(crossings_of(turns, level) - 1) * turns->roads->size + cell];
    bool late = moves < ROADS_FAR &&
                turns->sweeps + fewest_turns(moves, maximum_of(turns, level)) > turns->limit;
    turns->cut |= late;
    return late || moves >= ROADS_FAR;
}

/* To what is lower than what was known. */
static void improve(struct turns *turns, struct state_plane *state, int level, int speed, int cell,
                    uint8_t need)
{
    const struct roads *roads = turns->roads;
    bool broken = cell >= roads->tail + roads->pit_count;
    if (need > turns->options.wild_cards || (turns->reached && is_too_late(turns, level, cell)) ||
        (speed > STOCK_PIT_SPEED && !broken && roads->has_repairs &&
         stock_roads_is_pit(roads, cell)))
        return;
    stock_plane_lower_cell(turns->roads, &state->best, cell, need);
    stock_plane_lower_cell(turns->roads, &state->next, cell, need);
    note(turns, state, cell, need);
}

/* From one cell to another. */
static void improve_some(struct turns *turns, int level, int speed, int heading,
                         const struct plane *found, int cost, int from, int to)
{
    struct state_plane *state = state_plane(turns, level, speed, heading);
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
    while (stock_plane_stretch(turns->roads, &blocks, &lo, &hi))
        for (int i = lo; i < hi; i += ROADS_CHUNK)
            if (!state->best.cells ||
                stock_plane_is_lower(found->cells + i, (uint8_t)cost, state->best.cells + i))
                improve_some(turns, level, speed, heading, found, cost, i, i + ROADS_CHUNK);
    if (found->tailed)
        improve_some(turns, level, speed, heading, found, cost, turns->roads->tail,
                     turns->roads->size);
}

/* What has been found before so many moves, with that at the beginning of the turn. */
static void keep_found(struct turns *turns, int moves, int begin, int cost)
{
    int speed = moves - begin;
    for (int level = 0; level < turns->levels; level++)
        for (int heading = 0; heading < HEADING_COUNT; heading++)
            if (cost >= 0 && speed >= 0 && speed <= maximum_of(turns, level))
                improve_all(turns, level, speed, heading,
                            moves == 0 ? &turns->ends[level * 2 * HEADING_COUNT + heading]
                                       : &turns->any[run_index(level, 0, 0, 0, heading)],
                            cost);
}

/* Turns of so many moves with this at the beginning. */
static void run_alone(struct turns *turns, int moves, int begin)
{
    int most = moves > 0 ? CHANGES_MOST : 0;
    bool finish = turns->sweeps == 1 && moves > 0;
    if (!take_ends(turns, moves, &begin, -most, most) && !finish)
        return;
    if (moves < begin || moves - begin >= turns->speeds)
        return;
    for (int step = 1; step <= moves; step++)
        step_back(turns, (struct moment){.moves = moves, .step = step, .begin = begin});
    keep_found(turns, moves, begin, 0);
}

/* All turns that end at this speed with so many moves at least and at most, whose moves have to do
 * with the pits alike. */
static void run_together(struct turns *turns, int speed, int least, int most)
{
    if (least > most || !take_ends(turns, speed, NULL, 0, 0))
        return;
    for (int moves = 0; moves <= most; moves++) {
        if (moves > 0)
            step_back(turns, (struct moment){.moves = most, .step = moves});
        int end = speed - moves;
        for (int begin = -CHANGES_MOST; begin <= CHANGES_MOST && moves >= least; begin++)
            if (moves > 0 || end == 0)
                keep_found(turns, moves, begin, change_cost(turns, begin, end));
    }
}

/* What this sweep found is what the next one goes on from. */
static bool shift(struct turns *turns)
{
    bool any = false;
    for (int i = 0; i < turns->levels * turns->speeds * HEADING_COUNT; i++) {
        struct state_plane *state = &turns->states[i];
        struct plane old = state->now;
        stock_plane_clear(turns->roads, &old);
        state->now = state->next;
        state->next = old;
        any |= !stock_plane_is_empty(&state->now);
    }
    return any;
}

static bool is_cancelled(const atomic_bool *cancelled)
{
    return cancelled && atomic_load(cancelled);
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
static bool is_enough(struct turns *turns, const atomic_bool *cancelled)
{
    const struct turns_options *options = &turns->options;
    turns->limited |= options->work > 0 && turns->work > options->work;
    if (turns->limited || is_cancelled(cancelled) || turns->sweeps == UINT16_MAX)
        return true;
    if (options->slack < 0)
        return false;
    int left = stock_turns_left(turns, &options->from, options->crossings);
    return left != TURNS_UNKNOWN && turns->sweeps >= left + options->slack;
}

static void sweep(struct turns *turns, const atomic_bool *cancelled)
{
    bool alone =
        ++turns->sweeps == 1 || (turns->roads->has_repairs && turns->options.world_count > 1);
    for (int speed = 0; speed < turns->speeds && !is_cancelled(cancelled); speed++) {
        int least = number_larger(speed - CHANGES_MOST, 0);
        int most = number_smaller(speed + CHANGES_MOST, turns->speeds - 1);
        for (int begin = -CHANGES_MOST; begin <= CHANGES_MOST && alone; begin++)
            run_alone(turns, speed, begin);
        if (!alone) {
            run_together(turns, speed, least, number_smaller(most, STOCK_PIT_SPEED));
            run_together(turns, speed, number_larger(least, STOCK_PIT_SPEED + 1), most);
        }
    }
}

static void free_planes(struct plane *planes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(planes[i].cells);
    free(planes);
}

void stock_turns_free(struct turns *turns)
{
    if (!turns)
        return;
    size_t planes = (size_t)turns->levels * HEADING_COUNT;
    for (size_t i = 0; i < planes * (size_t)turns->speeds; i++) {
        free(turns->states[i].best.cells);
        free(turns->states[i].now.cells);
        free(turns->states[i].next.cells);
        free(turns->states[i].entries);
    }
    free(turns->states);
    free_planes(turns->ahead, planes * STEER_PAIRS * 2);
    free_planes(turns->any, planes * STEER_PAIRS * 2);
    free_planes(turns->ends, planes * 2);
    free(turns->ends_live);
    free(turns->live);
    free(turns->stale);
    free(turns->needed);
    free(turns->entries);
    free(turns->reached);
    free(turns);
}

static struct turns *make(const struct roads *roads, const struct turns_options *options)
{
    struct turns *turns = memory_allocate(1, sizeof *turns);
    turns->roads = roads;
    turns->options = *options;
    turns->speeds = options->worlds[options->world_count - 1] + 1;
    turns->levels = options->world_count * options->crossings;
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

/* With a limit at first of what may be at best, or not much above where more than the fewest is
 * asked for; higher if that is too low. */
struct turns *stock_turns_sweep(const struct roads *roads, const struct turns_options *options,
                                const atomic_bool *cancelled)
{
    for (int more = 0, further = 1;; more += further++) {
        struct turns *turns = make(roads, options);
        if (options->slack >= 0)
            find_reached(turns, more);
        do
            sweep(turns, cancelled);
        while (shift(turns) && !is_enough(turns, cancelled));
        bool again = turns->cut && !turns->limited && !is_cancelled(cancelled) &&
                     stock_turns_left(turns, &options->from, options->crossings) == TURNS_UNKNOWN;
        if (!again && !is_cancelled(cancelled))
            return turns;
        stock_turns_free(turns);
        if (!again)
            return NULL;
    }
}

bool stock_turns_were_limited(const struct turns *turns)
{
    return turns->limited;
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

int stock_turns_left(const struct turns *turns, const struct stock_car *car, int crossings)
{
    const struct entry *entry = crossings > 0 ? find_entry(turns, car, crossings) : NULL;
    return crossings <= 0 ? 0 : entry ? entry->turns : TURNS_UNKNOWN;
}

int stock_turns_spare_cards(const struct turns *turns, const struct stock_car *car, int crossings)
{
    const struct entry *entry = crossings > 0 ? find_entry(turns, car, crossings) : NULL;
    return car->wild_cards - (entry ? entry->cards : 0);
}
