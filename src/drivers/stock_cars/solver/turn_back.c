/* A turn backwards (turns.h): the changes at its end, its moves from the last to the first. What
 * changes at its beginning cost is added behind that, so all turns that end at one speed are one
 * run, which is read after each move. What a repair gives depends on the speed, and so those that
 * repair are runs of their own, for each number of moves; as the order is paid before cards are
 * gained, its steers are then paid at its beginning, too.
 */
#include "drivers/stock_cars/solver/turns_inside.h"

#include "base/number.h"

#include <string.h>

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

void stock_turns_run(struct turns *turns, const struct run *run, keep_moves *keep)
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
