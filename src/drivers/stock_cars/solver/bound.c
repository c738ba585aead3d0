/* See bound.h. */
#include "drivers/stock_cars/solver/bound.h"

#include "base/memory.h"
#include "base/number.h"
#include "drivers/stock_cars/solver/planes.h"

#include <stdlib.h>
#include <string.h>

enum {
    STEERS = 3,
    CHANGES_MOST = 2,
    CLASSES = STEERS * STEERS * 2 * HEADING_COUNT /* lefts, rights, banked, heading */
};

/* In a world with so many crossings to come: the least speed. */
struct bound_level {
    struct plane best[HEADING_COUNT], now[HEADING_COUNT], next[HEADING_COUNT];
    /* That which must be reached in the present turn, before a move ahead and before any. */
    struct plane ahead[CLASSES], any[CLASSES];
    bool live, needed; /* is there anything behind the next move; and before it? */
};

/* Turns whose moves are alike in the pits, one move back. */
struct step {
    bool fast;
    int moves; /* up to the end of the turn, this one included */
    int most;  /* of a turn */
    int world, crossings;
    int lefts, rights, banked, heading;
};

static struct bound_level *level_of(const struct bound *bound, int world, int crossings)
{
    return &bound->levels[world * bound->crossings + crossings - 1];
}

static int maximum_of(const struct bound *bound, int world)
{
    return bound->maximum + world * BOUND_GAIN;
}

static int class_of(int lefts, int rights, int banked, int heading)
{
    return ((lefts * STEERS + rights) * 2 + banked) * HEADING_COUNT + heading;
}

/* Behind a move. */
static const struct plane *behind(const struct bound *bound, const struct step *step, int world,
                                  int crossings, int banked, int heading)
{
    const struct bound_level *level = level_of(bound, world, crossings);
    return step->moves == 1 ? &level->now[heading]
                            : &level->any[class_of(step->lefts, step->rights, banked, heading)];
}

/* Before those that pass the line or have to do with the pits. Who finishes does so at any speed.
 */
static void go_back_specially(struct bound *bound, const struct step *step, struct plane *plane,
                              int crossing, int repairs)
{
    static const int less[] = {[CROSSING_FORWARD] = 1, [CROSSING_BACKWARD] = -1};
    const struct roads *roads = bound->reach->roads;
    const struct special_moves *list =
        &roads->specials[step->heading][step->fast][crossing][repairs];
    int crossings = step->crossings - less[crossing];
    int world = number_smaller(step->world + repairs, bound->worlds - 1);
    if (list->count == 0 || crossings > bound->crossings)
        return;
    if (crossings == 0) {
        for (int i = 0; bound->swept == 0 && i < list->count; i++)
            stock_plane_lower_cell(roads, plane, list->items[i].from, 0);
        return;
    }
    const struct plane *from = behind(bound, step, world, crossings, step->banked, step->heading);
    if (from->tailed || (from->blocks & list->blocks))
        for (int i = 0; i < list->count; i++)
            stock_plane_lower_cell(roads, plane, list->items[i].from,
                                   from->cells[list->items[i].to]);
}

static void go_back(struct bound *bound, const struct step *step)
{
    const struct roads *roads = bound->reach->roads;
    int heading = step->heading, offset = roads->offsets[heading];
    bool turns_here = roads->has_banks && !step->banked;
    struct plane *plane = &level_of(bound, step->world, step->crossings)
                               ->ahead[class_of(step->lefts, step->rights, step->banked, heading)];
    stock_plane_clear(roads, plane);
    bound->work += stock_plane_lower_before(
        roads, plane, behind(bound, step, step->world, step->crossings, step->banked, heading),
        offset, turns_here ? roads->plain[heading] : roads->road[heading]);
    if (turns_here)
        bound->work += stock_plane_lower_before(
            roads, plane,
            behind(bound, step, step->world, step->crossings, 1,
                   (int)heading_turned((enum heading)heading, roads->map->turn)),
            offset, roads->bank[heading]);
    for (int i = 0; i < CROSSING_KINDS * 2; i++)
        go_back_specially(bound, step, plane, i / 2, i % 2);
}

/* That move goes ahead, or turns and then goes ahead. */
static void turn_back(struct bound *bound, const struct step *step)
{
    const struct roads *roads = bound->reach->roads;
    struct bound_level *level = level_of(bound, step->world, step->crossings);
    int l = step->lefts, r = step->rights, b = step->banked, heading = step->heading;
    int left = (heading + HEADING_COUNT - 1) % HEADING_COUNT, right = (heading + 1) % HEADING_COUNT;
    const struct plane *const ahead[] = {
        &level->ahead[class_of(l, r, b, heading)],
        l + 1 < STEERS ? &level->ahead[class_of(l + 1, r, b, left)] : NULL,
        r + 1 < STEERS ? &level->ahead[class_of(l, r + 1, b, right)] : NULL};
    bound->work += stock_plane_lowest(roads, &level->any[class_of(l, r, b, heading)], ahead);
}

/* With so many steers at most in a turn up to there. */
static void for_each_class(struct bound *bound, struct step step, int steers,
                           void (*visit)(struct bound *, const struct step *))
{
    int banked_most = bound->reach->roads->has_banks;
    for (step.lefts = 0; step.lefts < STEERS; step.lefts++)
        for (step.rights = 0; step.rights < STEERS; step.rights++)
            for (step.banked = 0; step.banked <= banked_most; step.banked++)
                for (step.heading = 0; step.heading < HEADING_COUNT; step.heading++)
                    if (step.lefts + step.rights <= steers)
                        visit(bound, &step);
}

/* The speed before a turn of so many moves behind which this one is needed, or with which it is
 * begun with. */
static uint8_t speed_before(uint8_t behind, int moves)
{
    int least = number_larger(behind, moves) - CHANGES_MOST;
    return behind == PLANE_NEVER ? PLANE_NEVER : (uint8_t)number_larger(least, 0);
}

static void improve(struct bound *bound, const struct step *step, int cell, uint8_t speed)
{
    const struct reach *reach = bound->reach;
    struct bound_level *level = level_of(bound, step->world, step->crossings);
    struct plane *best = &level->best[step->heading];
    int most = maximum_of(bound, step->world);
    int before = best->cells && best->cells[cell] != PLANE_NEVER ? best->cells[cell] : most + 1;
    if (speed >= before)
        return;
    stock_plane_lower_cell(reach->roads, best, cell, speed);
    stock_plane_lower_cell(reach->roads, &level->next[step->heading], cell, speed);
    int pose = reach->nodes[cell] * HEADING_COUNT + step->heading;
    uint16_t *row = (uint16_t *)stock_bound_row(bound, step->crossings, pose);
    for (int i = speed; i < before; i++)
        row[bound->first[step->world] + i] = (uint16_t)(bound->swept + 1);
}

/* Of a chunk: as speed_before has it. */
static bool any_lower(const uint8_t *found, int moves, const uint8_t *best)
{
    uint8_t any = 0, least = (uint8_t)number_larger(moves, CHANGES_MOST);
    for (int i = 0; i < ROADS_CHUNK; i++) {
        uint8_t needed = found[i] > least ? found[i] : least;
        uint8_t speed = found[i] == PLANE_NEVER ? PLANE_NEVER : (uint8_t)(needed - CHANGES_MOST);
        any |= (uint8_t)(speed < best[i]);
    }
    return any;
}

static void improve_all(struct bound *bound, const struct step *step)
{
    const struct roads *roads = bound->reach->roads;
    struct bound_level *level = level_of(bound, step->world, step->crossings);
    const struct plane *found = &level->any[class_of(0, 0, 0, step->heading)];
    const struct plane *best = &level->best[step->heading];
    uint64_t blocks = found->blocks;
    int lo, hi;
    while (stock_plane_stretch(roads, &blocks, &lo, &hi))
        for (int i = lo; i < hi; i += ROADS_CHUNK) {
            if (best->cells && !any_lower(found->cells + i, step->moves, best->cells + i))
                continue;
            for (int j = i; j < i + ROADS_CHUNK; j++)
                if (found->cells[j] != PLANE_NEVER)
                    improve(bound, step, j, speed_before(found->cells[j], step->moves));
        }
    for (int i = roads->tail; found->tailed && i < roads->size; i++)
        improve(bound, step, i, speed_before(found->cells[i], step->moves));
}

static bool is_live(const struct plane *planes, int count)
{
    bool live = false;
    for (int i = 0; i < count && !live; i++)
        live = !stock_plane_is_empty(&planes[i]);
    return live;
}

/* A move changes the crossings to come by one at most, and a repair leads to the next world. */
static void find_needed(struct bound *bound, int moves)
{
    for (int i = 0; i < bound->worlds * bound->crossings; i++) {
        int world = i / bound->crossings, crossings = i % bound->crossings + 1;
        struct bound_level *level = &bound->levels[i];
        level->needed = level->live || (crossings == 1 && bound->swept == 0) ||
                        (crossings > 1 && level[-1].live) ||
                        (crossings < bound->crossings && level[1].live) ||
                        (world + 1 < bound->worlds && level[bound->crossings].live);
        level->needed &= moves <= maximum_of(bound, world);
    }
}

static void step_back(struct bound *bound, struct step step, int least)
{
    int levels = bound->worlds * bound->crossings, steers = step.most - step.moves;
    find_needed(bound, step.moves);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < levels; i++) {
            struct bound_level *level = &bound->levels[i];
            step.world = i / bound->crossings;
            step.crossings = i % bound->crossings + 1;
            if (level->needed)
                for_each_class(bound, step, steers + (pass == 0), pass == 0 ? go_back : turn_back);
            if (pass == 0)
                continue;
            level->live = level->needed && is_live(level->any, CLASSES);
            for (step.heading = 0;
                 level->live && step.moves >= least && step.heading < HEADING_COUNT; step.heading++)
                improve_all(bound, &step);
        }
}

/* What is there before any move of a turn. */
static void begin_sweep(struct bound *bound)
{
    for (int i = 0; i < bound->worlds * bound->crossings; i++) {
        struct bound_level *level = &bound->levels[i];
        for (int j = 0; j < CLASSES; j++)
            stock_plane_clear(bound->reach->roads, &level->any[j]);
        level->live = is_live(level->now, HEADING_COUNT);
    }
}

static void sweep_turns(struct bound *bound, bool fast, int least, int most)
{
    begin_sweep(bound);
    for (int moves = 1; moves <= most; moves++)
        step_back(bound, (struct step){.fast = fast, .moves = moves, .most = most}, least);
}

/* Whoever ends a turn over the limit on a pit tile is as good as a car that has broken it. */
static void break_limits(struct bound *bound, struct step step)
{
    const struct roads *roads = bound->reach->roads;
    const struct plane *best = &level_of(bound, step.world, step.crossings)->best[step.heading];
    for (int i = 0; best->tailed && i < roads->pit_count; i++)
        improve(bound, &step, roads->pits[i], best->cells[roads->tail + roads->pit_count + i]);
}

/* What this sweep found is what the next one goes on from. */
static void shift(struct bound *bound)
{
    const struct roads *roads = bound->reach->roads;
    bound->complete = true;
    for (int i = 0; i < bound->worlds * bound->crossings * HEADING_COUNT; i++) {
        struct step step = {.world = i / HEADING_COUNT / bound->crossings,
                            .crossings = i / HEADING_COUNT % bound->crossings + 1,
                            .heading = i % HEADING_COUNT};
        break_limits(bound, step);
        struct bound_level *level = level_of(bound, step.world, step.crossings);
        struct plane old = level->now[step.heading];
        stock_plane_clear(roads, &old);
        level->now[step.heading] = level->next[step.heading];
        level->next[step.heading] = old;
        bound->complete &= stock_plane_is_empty(&level->now[step.heading]);
    }
    bound->swept++;
}

void stock_bound_sweep(struct bound *bound, int turns, const atomic_bool *cancelled)
{
    while (bound->swept < turns && !bound->complete && !(cancelled && atomic_load(cancelled))) {
        sweep_turns(bound, false, 1, STOCK_PIT_SPEED);
        sweep_turns(bound, true, STOCK_PIT_SPEED + 1, maximum_of(bound, bound->worlds - 1));
        shift(bound);
    }
}

struct bound *stock_bound_make(const struct reach *reach, int maximum, int crossings, bool repairs)
{
    struct bound *bound = memory_allocate(1, sizeof *bound);
    *bound = (struct bound){.reach = reach, .maximum = maximum, .crossings = crossings};
    bound->worlds = repairs && reach->roads->has_repairs ? BOUND_WORLDS : 1;
    for (int i = 0; i < bound->worlds; i++)
        bound->first[i + 1] = bound->first[i] + maximum_of(bound, i) + 1;
    size_t rows = (size_t)crossings * (size_t)reach->poses,
           length = (size_t)bound->first[bound->worlds];
    bound->rows = memory_allocate(rows * length, sizeof *bound->rows);
    memset(bound->rows, UINT8_MAX, rows * length * sizeof *bound->rows);
    bound->levels =
        memory_allocate((size_t)bound->worlds * (size_t)crossings, sizeof *bound->levels);
    return bound;
}

static void free_planes(struct plane *planes, int count)
{
    for (int i = 0; i < count; i++)
        free(planes[i].cells);
}

void stock_bound_free(struct bound *bound)
{
    if (!bound)
        return;
    for (int i = 0; i < bound->worlds * bound->crossings; i++) {
        struct bound_level *level = &bound->levels[i];
        free_planes(level->best, HEADING_COUNT);
        free_planes(level->now, HEADING_COUNT);
        free_planes(level->next, HEADING_COUNT);
        free_planes(level->ahead, CLASSES);
        free_planes(level->any, CLASSES);
    }
    free(bound->levels);
    free(bound->rows);
    free(bound);
}
