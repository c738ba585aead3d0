/* See steers.h. */
#include "drivers/stock_cars/solver/steers.h"

#include "base/memory.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>

enum {
    COUNTS = 3,                                   /* of steers to one side: 0 to 2 */
    CELL_STEPS = 6,                               /* of the budget, for one by itself */
    CLASSES = COUNTS * COUNTS * 2 * HEADING_COUNT /* lefts, rights, banked, heading */
};

/* With so many crossings to come: the fewest wild cards. */
struct steers_level {
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
    int crossings;
    int lefts, rights, banked, heading;
};

static struct steers_level *level_of(const struct steers *steers, int crossings)
{
    return &steers->levels[crossings - 1];
}

static int class_of(int lefts, int rights, int banked, int heading)
{
    return ((lefts * COUNTS + rights) * 2 + banked) * HEADING_COUNT + heading;
}

/* Behind a move. */
static const struct plane *behind(const struct steers *steers, const struct step *step,
                                  int crossings, int banked, int heading)
{
    const struct steers_level *level = level_of(steers, crossings);
    return step->moves == 1 ? &level->now[heading]
                            : &level->any[class_of(step->lefts, step->rights, banked, heading)];
}

/* Before those that pass the line or have to do with the pits. */
static void go_back_specially(struct steers *steers, const struct step *step, struct plane *plane,
                              int crossing, int repairs)
{
    static const int less[] = {[CROSSING_FORWARD] = 1, [CROSSING_BACKWARD] = -1};
    const struct roads *roads = steers->reach->roads;
    const struct special_moves *list =
        &roads->specials[step->heading][step->fast][crossing][repairs];
    int crossings = step->crossings - less[crossing];
    if (list->count == 0 || crossings > steers->crossings)
        return;
    if (crossings == 0) {
        for (int i = 0; steers->swept == 0 && i < list->count; i++)
            stock_plane_lower_cell(&steers->room, plane, list->items[i].from, 0);
        return;
    }
    const struct plane *from = behind(steers, step, crossings, step->banked, step->heading);
    if (from->tailed || (from->blocks & list->blocks)) {
        steers->steps += (uint64_t)list->count * CELL_STEPS;
        for (int i = 0; i < list->count; i++)
            stock_plane_lower_cell(&steers->room, plane, list->items[i].from,
                                   from->cells[list->items[i].to]);
    }
}

static void go_back(struct steers *steers, const struct step *step)
{
    const struct roads *roads = steers->reach->roads;
    int heading = step->heading, offset = roads->offsets[heading];
    bool turns_here = roads->has_banks && !step->banked;
    struct plane *plane = &level_of(steers, step->crossings)
                               ->ahead[class_of(step->lefts, step->rights, step->banked, heading)];
    stock_plane_clear(&steers->room, plane);
    steers->steps += stock_plane_lower_before(
        &steers->room, plane, behind(steers, step, step->crossings, step->banked, heading), offset,
        turns_here ? roads->plain[heading] : roads->road[heading]);
    if (turns_here)
        steers->steps += stock_plane_lower_before(
            &steers->room, plane,
            behind(steers, step, step->crossings, 1,
                   (int)heading_turned((enum heading)heading, roads->map->turn)),
            offset, roads->bank[heading]);
    for (int i = 0; i < CROSSING_KINDS * 2; i++)
        go_back_specially(steers, step, plane, i / 2, i % 2);
}

/* That move goes ahead, or turns and then goes ahead; the first of all second steers is paid. */
static void turn_back(struct steers *steers, const struct step *step)
{
    struct steers_level *level = level_of(steers, step->crossings);
    int l = step->lefts, r = step->rights, b = step->banked, heading = step->heading;
    int left = (heading + HEADING_COUNT - 1) % HEADING_COUNT, right = (heading + 1) % HEADING_COUNT;
    const int most = COUNTS - 1;
    const struct plane *turned[] = {l < most ? &level->ahead[class_of(l + 1, r, b, left)] : NULL,
                                    r < most ? &level->ahead[class_of(l, r + 1, b, right)] : NULL};
    const bool paid[] = {l + 1 == most && r < most, r + 1 == most && l < most};
    const struct plane *const free[] = {&level->ahead[class_of(l, r, b, heading)],
                                        paid[0] ? NULL : turned[0], paid[1] ? NULL : turned[1]};
    struct plane *any = &level->any[class_of(l, r, b, heading)];
    steers->steps += stock_plane_lowest(&steers->room, any, free);
    for (int i = 0; i < 2; i++)
        if (paid[i])
            steers->steps += stock_plane_lower(&steers->room, any, turned[i], 1);
}

static bool goes_on(struct steers *steers)
{
    uint64_t steps = steers->steps;
    steers->steps = 0;
    return budget_goes_on(steers->room.budget, steps);
}

/* With so many steers at most in a turn up to there. */
static void for_each_class(struct steers *steers, struct step step, int most,
                           void (*visit)(struct steers *, const struct step *))
{
    int banked_most = steers->reach->roads->has_banks;
    for (step.lefts = 0; step.lefts < COUNTS; step.lefts++)
        for (step.rights = 0; step.rights < COUNTS; step.rights++)
            for (step.banked = 0; step.banked <= banked_most; step.banked++)
                for (step.heading = 0; step.heading < HEADING_COUNT; step.heading++)
                    if (step.lefts + step.rights <= most && goes_on(steers))
                        visit(steers, &step);
}

static void improve(struct steers *steers, const struct step *step, int cell, uint8_t need)
{
    const struct reach *reach = steers->reach;
    struct steers_level *level = level_of(steers, step->crossings);
    struct plane *best = &level->best[step->heading];
    uint8_t before = best->cells ? best->cells[cell] : PLANE_NEVER;
    if (need >= before)
        return;
    stock_plane_lower_cell(&steers->room, best, cell, need);
    stock_plane_lower_cell(&steers->room, &level->next[step->heading], cell, need);
    size_t pose = (size_t)(reach->nodes[cell] * HEADING_COUNT + step->heading);
    size_t row = (size_t)(step->crossings - 1) * (size_t)reach->poses + pose;
    for (int i = number_smaller(need, STEERS_TOLD); i <= STEERS_TOLD && i < before; i++)
        if (steers->turns[row * (STEERS_TOLD + 1) + (size_t)i] == STEERS_NEVER)
            steers->turns[row * (STEERS_TOLD + 1) + (size_t)i] = (uint16_t)(steers->swept + 1);
}

static void improve_all(struct steers *steers, const struct step *step)
{
    const struct roads *roads = steers->reach->roads;
    struct steers_level *level = level_of(steers, step->crossings);
    const struct plane *found = &level->any[class_of(0, 0, 0, step->heading)];
    const struct plane *best = &level->best[step->heading];
    uint64_t blocks = found->blocks;
    int lo, hi;
    while (stock_plane_stretch(&steers->room, &blocks, &lo, &hi))
        for (int i = lo; i < hi; i += ROADS_CHUNK) {
            if (best->cells && !stock_plane_is_lower(found->cells + i, 0, best->cells + i))
                continue;
            steers->steps += ROADS_CHUNK * CELL_STEPS;
            for (int j = i; j < i + ROADS_CHUNK; j++)
                improve(steers, step, j, found->cells[j]);
        }
    steers->steps += found->tailed ? (uint64_t)(roads->size - roads->tail) * CELL_STEPS : 0;
    for (int i = roads->tail; found->tailed && i < roads->size; i++)
        improve(steers, step, i, found->cells[i]);
}

static bool is_live(const struct plane *planes, int count)
{
    bool live = false;
    for (int i = 0; i < count && !live; i++)
        live = !stock_plane_is_empty(&planes[i]);
    return live;
}

/* A move changes the crossings to come by one at most. */
static void find_needed(struct steers *steers)
{
    for (int i = 0; i < steers->crossings; i++) {
        struct steers_level *level = &steers->levels[i];
        level->needed = level->live || (i == 0 && steers->swept == 0) ||
                        (i > 0 && level[-1].live) || (i + 1 < steers->crossings && level[1].live);
    }
}

static void step_back(struct steers *steers, struct step step, int least)
{
    int count = step.most - step.moves;
    find_needed(steers);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < steers->crossings; i++) {
            struct steers_level *level = &steers->levels[i];
            step.crossings = i + 1;
            if (level->needed)
                for_each_class(steers, step, count + (pass == 0), pass == 0 ? go_back : turn_back);
            if (pass == 0)
                continue;
            level->live = level->needed && is_live(level->any, CLASSES);
            for (step.heading = 0;
                 level->live && step.moves >= least && step.heading < HEADING_COUNT; step.heading++)
                improve_all(steers, &step);
        }
}

/* What is there before any move of a turn. */
static void begin_sweep(struct steers *steers)
{
    for (int i = 0; i < steers->crossings; i++) {
        struct steers_level *level = &steers->levels[i];
        for (int j = 0; j < CLASSES; j++)
            stock_plane_clear(&steers->room, &level->any[j]);
        level->live = is_live(level->now, HEADING_COUNT);
    }
}

static void sweep_turns(struct steers *steers, bool fast, int least, int most)
{
    begin_sweep(steers);
    for (int moves = 1; moves <= most && goes_on(steers); moves++)
        step_back(steers, (struct step){.fast = fast, .moves = moves, .most = most}, least);
}

/* Whoever ends a turn over the limit on a pit tile is as good as a car that has broken it. */
static void break_limits(struct steers *steers, struct step step)
{
    const struct roads *roads = steers->reach->roads;
    const struct plane *best = &level_of(steers, step.crossings)->best[step.heading];
    for (int i = 0; best->tailed && i < roads->pit_count; i++)
        improve(steers, &step, roads->pits[i], best->cells[roads->tail + roads->pit_count + i]);
}

/* What this sweep found is what the next one goes on from. */
static void shift(struct steers *steers)
{
    steers->complete = true;
    for (int i = 0; i < steers->crossings * HEADING_COUNT; i++) {
        struct step step = {.crossings = i / HEADING_COUNT + 1, .heading = i % HEADING_COUNT};
        break_limits(steers, step);
        struct steers_level *level = level_of(steers, step.crossings);
        struct plane old = level->now[step.heading];
        stock_plane_clear(&steers->room, &old);
        level->now[step.heading] = level->next[step.heading];
        level->next[step.heading] = old;
        steers->complete &= stock_plane_is_empty(&level->now[step.heading]);
    }
    steers->swept++;
}

void stock_steers_sweep(struct steers *steers, int turns)
{
    while (steers->swept < turns && !steers->complete && goes_on(steers)) {
        sweep_turns(steers, false, 1, STOCK_PIT_SPEED);
        sweep_turns(steers, true, STOCK_PIT_SPEED + 1, steers->maximum);
        shift(steers);
    }
}

struct steers *stock_steers_make(const struct reach *reach, int maximum, int crossings)
{
    struct steers *steers = memory_allocate(1, sizeof *steers);
    *steers = (struct steers){.reach = reach,
                              .maximum = maximum,
                              .crossings = crossings,
                              .room = {reach->roads, reach->budget}};
    size_t count = (size_t)crossings * (size_t)reach->poses * (STEERS_TOLD + 1);
    if (!budget_take(reach->budget,
                     count * sizeof *steers->turns + (size_t)crossings * sizeof *steers->levels)) {
        steers->crossings = 0;
        stock_steers_free(steers);
        return NULL;
    }
    steers->turns = memory_allocate(count, sizeof *steers->turns);
    memset(steers->turns, UINT8_MAX, count * sizeof *steers->turns);
    steers->levels = memory_allocate((size_t)crossings, sizeof *steers->levels);
    return steers;
}

static void free_planes(struct plane *planes, int count)
{
    for (int i = 0; i < count; i++)
        free(planes[i].cells);
}

void stock_steers_free(struct steers *steers)
{
    if (!steers)
        return;
    for (int i = 0; i < steers->crossings; i++) {
        struct steers_level *level = &steers->levels[i];
        free_planes(level->best, HEADING_COUNT);
        free_planes(level->now, HEADING_COUNT);
        free_planes(level->next, HEADING_COUNT);
        free_planes(level->ahead, CLASSES);
        free_planes(level->any, CLASSES);
    }
    free(steers->levels);
    free(steers->turns);
    free(steers);
}
