/* Turns that are left, roughly; see solver.h. A turn backwards: the changes at its end, its moves
 * from the last to the first. What changes at its beginning cost is added behind that, so all turns
 * that end at one speed are one run, which is read after each move. What a repair gives depends on
 * the speed, and so those that repair are runs of their own, for each number of moves; as the order
 * is paid before cards are gained, its steers are then paid at its beginning, too.
 */
#include "drivers/stock_cars/solver/search.h"

#include "base/memory.h"
#include "base/number.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { STEERS = 3, STEER_PAIRS = STEERS * STEERS, CHANGES_MOST = ROADS_CHANGES_MOST };

/* An improvement of a state, found in sweep `turns`. */
struct turns_entry {
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
    struct turns_entry *entries;
    int entry_count, entry_capacity;
    int sweeps;
    struct budget budget; /* a part of what was given, while it is swept */
    struct plane_room room;
    uint64_t steps; /* that are not counted yet */
    int limit;      /* turns from start to finish */
    bool cut;       /* states were left out for it */
    int *reached;   /* [(crossings - 1) * size + cell]: moves until there, at least; or NULL */
    /* A run's planes, [((level * STEER_PAIRS + steers) * 2 + banked) * HEADING_COUNT + heading]:
     * what is needed behind a move that goes ahead there, and before any move. */
    struct plane *ahead, *any;
    struct plane *ends; /* [(level * 2 + dear) * HEADING_COUNT + heading]: behind the last move */
    /* [level]: the headings, a bit each, with anything behind the last move; in `any` by the step
     * before; and perhaps before the present move. Is there perhaps any left from earlier steps? */
    uint8_t *ends_live, *live, *needed;
    bool *stale;
};

/* Turns that are swept at once: all that end at one speed, or finish, with so many moves. */
struct run {
    int speed;       /* -1: those that finish */
    int least, most; /* moves; with those that repair or to finish they are alike in the pits */
    enum {
        STEERS_COUNTED,
        STEERS_CHEAP,
        STEERS_DEAR
    } steers;     /* what they cost is counted where
they end, or is the same for all */
    bool repairs; /* with moves that repair, too */
};

static inline struct state_plane *state_plane(const struct turns *turns, int level, int speed,
                                              int heading)
{
    return &turns->states[(level * turns->speeds + speed) * HEADING_COUNT + heading];
}

/* What the last sweep knew of where a turn with a repair may end: not in the lowest world, as a
 * repair leads into another one. Its cells belong to the state. */
static inline struct plane turns_end_repaired(const struct turns *turns, int level, int speed,
                                              int heading)
{
    struct plane end = state_plane(turns, level, speed, heading)->now;
    end.blocks &= turns->roads->near_repairs;
    if (level < turns->options.crossings)
        end = (struct plane){0};
    return end;
}

static inline int run_index(int level, int lefts, int rights, int banked, int heading)
{
    return (((level * STEERS + lefts) * STEERS + rights) * 2 + banked) * HEADING_COUNT + heading;
}

static inline int world_of(const struct turns *turns, int level)
{
    return level / turns->options.crossings;
}

/* Crossings to come. */
static inline int crossings_of(const struct turns *turns, int level)
{
    return level % turns->options.crossings + 1;
}

static inline int maximum_of(const struct turns *turns, int level)
{
    return turns->options.worlds[world_of(turns, level)];
}

enum { TURNS_STEPS_TOGETHER = 1 << 16 }; /* counting each by itself costs more than they do */

/* Looks, in between, whether the sweep may go on. */
static inline bool turns_go_on(struct turns *turns)
{
    uint64_t steps = turns->steps < TURNS_STEPS_TOGETHER ? 0 : turns->steps;
    turns->steps -= steps;
    return budget_goes_on(&turns->budget, steps);
}

enum { TURNS_CELL_STEPS = 6 /* of the budget, for a cell by itself */ };

/* Is handed what there is before so many moves: planes of `any`, or of `ends` without a move, in
 * which neither changes nor, unless counted, steers are paid. */
typedef void keep_moves(struct turns *turns, const struct run *run, int moves);

/* === a turn backwards ========================================================================= */

/* --- what a turn costs (3.3, 7) --------------------------------------------------------------- */

static int steer_cost(const struct turns *turns, int lefts, int rights)
{
    bool second = lefts == STEERS - 1 || rights == STEERS - 1;
    return stock_turn_cost(turns->options.special, 0, 0, second);
}

/* --- headings as bits ------------------------------------------------------------------------- */

static uint8_t heading_bit(int heading, bool set)
{
    return (uint8_t)(set << heading);
}

/* Those, and the ones beside them. */
static uint8_t with_neighbours(uint8_t headings)
{
    return (uint8_t)(headings | headings << 1 | headings >> 7 | headings >> 1 | headings << 7);
}

/* --- the end of a turn ------------------------------------------------------------------------ */

/* What a state at the next turn's beginning needs; over the limit a car on a pit tile has broken
 * it, and one that was served does not go there. */
static void take_end(struct turns *turns, const struct run *run, struct plane *into, int level,
                     int heading)
{
    const struct roads *roads = turns->roads;
    struct plane from = run->repairs ? turns_end_repaired(turns, level, run->speed, heading)
                                     : state_plane(turns, level, run->speed, heading)->now;
    bool broken_only = run->speed > STOCK_PIT_SPEED && from.tailed;
    from.tailed &= !broken_only;
    turns->steps += stock_plane_lower(&turns->room, into, &from, 0);
    for (int i = 0; i < roads->pit_count && broken_only; i++) {
        int broken = roads->tail + roads->pit_count + i;
        uint8_t need = from.cells[broken];
        stock_plane_lower_cell(&turns->room, into, roads->pits[i], need);
        stock_plane_lower_cell(&turns->room, into, broken, need);
    }
}

/* What is needed behind the last move, with a second steer in the turn or without. */
static bool take_ends(struct turns *turns, const struct run *run)
{
    bool any = false;
    for (int level = 0; level < turns->levels; level++) {
        turns->ends_live[level] = 0;
        for (int heading = 0; heading < HEADING_COUNT; heading++) {
            struct plane *cheap = &turns->ends[(level * 2) * HEADING_COUNT + heading];
            struct plane *dear = &turns->ends[(level * 2 + 1) * HEADING_COUNT + heading];
            stock_plane_clear(&turns->room, cheap);
            stock_plane_clear(&turns->room, dear);
            if (run->speed >= 0 && run->speed <= maximum_of(turns, level))
                take_end(turns, run, cheap, level, heading);
            int cost = run->steers == STEERS_COUNTED ? steer_cost(turns, STEERS - 1, 0) : 0;
            if (run->steers != STEERS_CHEAP)
                turns->steps += stock_plane_lower(&turns->room, dear, cheap, cost);
            turns->ends_live[level] |= heading_bit(heading, !stock_plane_is_empty(cheap));
        }
        any |= turns->ends_live[level] != 0;
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

/* The world into which a repair leads at this speed: a damaged car comes out too good, one in order
 * never. */
static int repaired_world(const struct turns *turns, int world, int moves)
{
    const struct turns_options *options = &turns->options;
    int maximum = options->worlds[world] + STOCK_REPAIR - moves, found = world;
    while (found + 1 < options->world_count && options->worlds[found + 1] <= maximum)
        found++;
    bool damaged = options->worlds[found] < options->from.maximum;
    return found +
           (damaged && options->worlds[found] < maximum && found + 1 < options->world_count);
}

static uint8_t need_before_repair(const struct turns *turns, uint8_t need, int moves)
{
    int gain = (STOCK_REPAIR - moves) / 3;
    gain *= turns->options.special == SPECIAL_PERFORMANCE ? 2 : 1;
    return need == PLANE_NEVER ? need : (uint8_t)number_larger(0, need - gain);
}

struct moment {
    const struct run *run;
    int moves, step; /* of the run at most; which one from the last */
    int level, lefts, rights, banked, heading;
};

/* Who finishes needs nothing more, whatever a repair in the same turn gave. */
static void go_back_to_finish(struct turns *turns, const struct moment *moment, struct plane *plane,
                              const struct special_moves *list)
{
    bool second = moment->lefts == STEERS - 1 || moment->rights == STEERS - 1;
    if (second && moment->run->steers == STEERS_CHEAP)
        return;
    uint8_t need = (uint8_t)(moment->run->steers == STEERS_COUNTED
                                 ? steer_cost(turns, moment->lefts, moment->rights)
                                 : 0);
    for (int i = 0; i < list->count; i++)
        stock_plane_lower_cell(&turns->room, plane, list->items[i].from, need);
}

/* Before those that pass the line or have to do with the pits. */
static void go_back_specially(struct turns *turns, const struct moment *moment, struct plane *plane,
                              const struct special_moves *list, int crossing, bool repairs)
{
    static const int less[] = {[CROSSING_FORWARD] = 1, [CROSSING_BACKWARD] = -1};
    int crossings = crossings_of(turns, moment->level) - less[crossing];
    int world = world_of(turns, moment->level);
    bool finishing = moment->run->speed < 0;
    if (crossings == 0 && finishing)
        go_back_to_finish(turns, moment, plane, list);
    if (crossings == 0 || crossings > turns->options.crossings ||
        (repairs && !moment->run->repairs && !finishing))
        return;
    if (repairs && !finishing)
        world = repaired_world(turns, world, moment->moves);
    bool gains = repairs && !finishing;
    int level = world * turns->options.crossings + crossings - 1;
    const struct plane *from = behind(turns, moment->step, level, moment->lefts, moment->rights,
                                      moment->banked, moment->heading);
    bool near = from->tailed || (from->blocks & list->blocks);
    turns->steps += near ? (uint64_t)list->count * TURNS_CELL_STEPS : 0;
    for (int i = 0; i < list->count && near; i++) {
        uint8_t need = from->cells[list->items[i].to];
        if (need != PLANE_NEVER)
            stock_plane_lower_cell(&turns->room, plane, list->items[i].from,
                                   gains ? need_before_repair(turns, need, moment->moves) : need);
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
    if (!stock_plane_is_empty(plane))
        stock_plane_clear(&turns->room, plane);
    if (!(turns->needed[moment->level] & heading_bit(heading, true)))
        return;
    turns->steps +=
        stock_plane_lower_before(&turns->room, plane,
                                 behind(turns, moment->step, moment->level, moment->lefts,
                                        moment->rights, moment->banked, heading),
                                 offset, turns_here ? roads->plain[heading] : roads->road[heading]);
    if (turns_here)
        turns->steps += stock_plane_lower_before(
            &turns->room, plane,
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
    struct plane *any = &turns->any[run_index(level, l, r, b, moment->heading)];
    if (stock_plane_is_empty(any) &&
        !(with_neighbours(turns->needed[level]) & heading_bit(moment->heading, true)))
        return;
    const struct plane *const ahead[] = {
        &turns->ahead[run_index(level, l, r, b, moment->heading)],
        l + 1 < STEERS ? &turns->ahead[run_index(level, l + 1, r, b, left)] : NULL,
        r + 1 < STEERS ? &turns->ahead[run_index(level, l, r + 1, b, right)] : NULL};
    turns->steps += stock_plane_lowest(&turns->room, any, ahead);
}

/* Of a level, with so many steers at most. */
static void for_each_moment(struct turns *turns, struct moment moment, int steers_most,
                            void (*visit)(struct turns *, const struct moment *))
{
    for (moment.lefts = 0; moment.lefts < STEERS; moment.lefts++)
        for (moment.rights = 0; moment.rights < STEERS; moment.rights++)
            for (moment.banked = 0;
                 moment.banked <= (turns->roads->has_banks ? 1 : 0) &&
                 moment.lefts + moment.rights <= steers_most && turns_go_on(turns);
                 moment.banked++)
                for (moment.heading = 0; moment.heading < HEADING_COUNT; moment.heading++)
                    visit(turns, &moment);
}

/* Where there can be anything before a move: it changes the crossings to come by one at most, turns
 * by one heading on a bank, and a repair leads from a world into one above. */
static void find_needed(struct turns *turns, const uint8_t *behind, const struct moment *moment)
{
    int crossings = turns->options.crossings;
    memset(turns->needed, 0, (size_t)turns->levels * sizeof *turns->needed);
    for (int level = 0; level < turns->levels; level++)
        for (int of = crossings_of(turns, level) - 1; behind[level] && of <= crossings; of++)
            if (of > 0 && of <= crossings_of(turns, level) + 1)
                turns->needed[level - crossings_of(turns, level) + of] |=
                    turns->roads->has_banks ? with_neighbours(behind[level]) : behind[level];
    for (int level = 0; moment->run->speed < 0 && level < turns->levels; level += crossings)
        turns->needed[level] = UINT8_MAX; /* before the finish */
    for (int level = 0; moment->run->repairs && level < turns->levels; level++) {
        int world = world_of(turns, level), into = repaired_world(turns, world, moment->moves);
        if (into > world)
            turns->needed[level] |= turns->needed[level + (into - world) * crossings];
    }
}

static void clear_level(struct turns *turns, int level)
{
    int first = run_index(level, 0, 0, 0, 0), next = run_index(level + 1, 0, 0, 0, 0);
    for (int i = first; i < next; i++)
        stock_plane_clear(&turns->room, &turns->any[i]);
    turns->live[level] = 0;
    turns->stale[level] = false;
}

static void look_at_level(struct turns *turns, int level)
{
    int first = run_index(level, 0, 0, 0, 0), next = run_index(level + 1, 0, 0, 0, 0);
    turns->live[level] = 0;
    for (int i = first; i < next; i++)
        turns->live[level] |=
            heading_bit((i - first) % HEADING_COUNT, !stock_plane_is_empty(&turns->any[i]));
    turns->stale[level] |= turns->live[level] != 0;
}

/* One move back. */
static void step_back(struct turns *turns, struct moment moment)
{
    int steers_most = moment.moves - moment.step;
    find_needed(turns, moment.step == 1 ? turns->ends_live : turns->live, &moment);
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

static void run_back(struct turns *turns, const struct run *run, keep_moves *keep)
{
    if (run->least > run->most || (!take_ends(turns, run) && run->speed >= 0))
        return;
    for (int moves = 0; moves <= run->most; moves++) {
        if (moves > 0)
            step_back(turns, (struct moment){.run = run, .moves = run->most, .step = moves});
        if (moves >= run->least && turns_go_on(turns))
            keep(turns, run, moves);
    }
}

/* === sweeps =================================================================================== */

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
    struct turns_entry entry = {before, (uint16_t)turns->sweeps, need};
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
    run_back(turns, &(struct run){.speed = speed, .least = least, .most = slow}, keep_found);
    run_back(turns, &(struct run){.speed = speed, .least = fast, .most = most}, keep_found);
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
                run_back(turns,
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
    array_add(turns->entries, turns->entry_count, turns->entry_capacity, (struct turns_entry){0});
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

static const struct turns_entry *find_entry(const struct turns *turns, const struct stock_car *car,
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
    const struct turns_entry *entry = crossings > 0 ? find_entry(turns, car, crossings) : NULL;
    if (spare)
        *spare = car->wild_cards - (entry ? entry->cards : 0);
    return crossings <= 0 ? 0 : entry ? entry->turns : TURNS_UNKNOWN;
}
