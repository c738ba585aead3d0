/* The cells of a map worked on many at once, and the bound by steers, which is swept with them.
 * Loops go over whole chunks, so that a compiler makes them work on many cells at once.
 */
#include "drivers/stock_cars/solver/search.h"

#include "base/memory.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>

/* === cells of a map at once =================================================================== */

enum { CALL = 40, BYTES_A_STEP = 4 /* of the budget */, PLANE_NEVER = 255 };

/* A byte a cell says how many wild cards are needed. A plane is made when something is first put
 * into it; {0} is an empty one, and its cells are freed with free. It remembers which blocks of
 * cells have anything, so that what is empty costs nothing: PLANE_NEVER outside of the blocks and,
 * unless `tailed`, in the cells behind the map's tiles. */
struct plane {
    uint8_t *cells;
    uint64_t blocks;
    bool tailed;
};

static inline bool plane_is_empty(const struct plane *plane)
{
    return plane->blocks == 0 && !plane->tailed;
}

static uint64_t steps_of(uint64_t bytes)
{
    return CALL + bytes / BYTES_A_STEP;
}

static void plane_open(const struct plane_room *room, struct plane *plane)
{
    if (plane->cells)
        return;
    budget_take(room->budget, (size_t)room->roads->size);
    plane->cells = memory_allocate((size_t)room->roads->size, 1);
    memset(plane->cells, PLANE_NEVER, (size_t)room->roads->size);
}

/* The next blocks side by side that have anything, as cells, and takes them off; false at the end.
 */
static bool plane_stretch(const struct plane_room *room, uint64_t *blocks, int *lo, int *hi)
{
    if (*blocks == 0)
        return false;
    int first = __builtin_ctzll(*blocks);
    uint64_t from = *blocks >> first;
    int last = from == UINT64_MAX ? ROADS_BLOCKS : first + __builtin_ctzll(~from);
    *blocks = last < ROADS_BLOCKS ? *blocks >> last << last : 0;
    *lo = first * room->roads->block;
    *hi = last * room->roads->block;
    return true;
}

static void plane_clear(const struct plane_room *room, struct plane *plane)
{
    int lo, hi;
    while (plane_stretch(room, &plane->blocks, &lo, &hi))
        memset(plane->cells + lo, PLANE_NEVER, (size_t)(hi - lo));
    if (plane->tailed)
        memset(plane->cells + room->roads->tail, PLANE_NEVER,
               (size_t)(room->roads->size - room->roads->tail));
    plane->tailed = false;
}

static void lower_through(uint8_t *restrict into, const uint8_t *restrict from,
                          const uint8_t *restrict mask, int count)
{
    for (int i = 0; i < count; i += ROADS_CHUNK)
        for (int j = i; j < i + ROADS_CHUNK; j++) {
            uint8_t value = from[j] | mask[j];
            into[j] = value < into[j] ? value : into[j];
        }
}

static void lower_with_one_more(uint8_t *restrict into, const uint8_t *restrict from, int count)
{
    for (int i = 0; i < count; i += ROADS_CHUNK)
        for (int j = i; j < i + ROADS_CHUNK; j++) {
            uint8_t value = (uint8_t)(from[j] + (from[j] < PLANE_NEVER));
            into[j] = value < into[j] ? value : into[j];
        }
}

static void plane_lower_cell(const struct plane_room *room, struct plane *plane, int cell,
                             uint8_t need)
{
    if (need == PLANE_NEVER)
        return;
    plane_open(room, plane);
    plane->cells[cell] = need < plane->cells[cell] ? need : plane->cells[cell];
    if (cell >= room->roads->tail)
        plane->tailed = true;
    else
        plane->blocks |= UINT64_C(1) << (cell / room->roads->block);
}

/* The lower one of both, the other with a card more. Returns the steps that it took. */
static uint64_t plane_lower_with_one_more(const struct plane_room *room, struct plane *plane,
                                          const struct plane *other)
{
    uint64_t blocks = other->blocks;
    uint64_t work = 0;
    int lo, hi;
    if (plane_is_empty(other))
        return 0;
    plane_open(room, plane);
    plane->blocks |= blocks;
    while (plane_stretch(room, &blocks, &lo, &hi)) {
        lower_with_one_more(plane->cells + lo, other->cells + lo, hi - lo);
        work += (uint64_t)(hi - lo);
    }
    if (other->tailed) {
        int tail = room->roads->tail, size = room->roads->size - tail;
        lower_with_one_more(plane->cells + tail, other->cells + tail, size);
        plane->tailed = true;
        work += (uint64_t)size;
    }
    return steps_of(work);
}

static void lowest_of(uint8_t *restrict into, const uint8_t *const from[3], int count)
{
    const uint8_t *restrict a = from[0], *restrict b = from[1], *restrict c = from[2];
    for (int i = 0; i < count; i += ROADS_CHUNK)
        for (int j = i; j < i + ROADS_CHUNK; j++) {
            uint8_t value = a[j] < b[j] ? a[j] : b[j];
            into[j] = c[j] < value ? c[j] : value;
        }
}

/* Makes it the lowest of these; NULL: none. */
static uint64_t plane_lowest(const struct plane_room *room, struct plane *plane,
                             const struct plane *const others[3])
{
    const uint8_t *cells[3], *any = NULL;
    uint64_t blocks = 0, work = 0;
    bool tailed = false;
    int lo, hi;
    plane_clear(room, plane);
    for (int i = 0; i < 3; i++)
        if (others[i] && !plane_is_empty(others[i])) {
            any = others[i]->cells;
            blocks |= others[i]->blocks;
            tailed |= others[i]->tailed;
        }
    if (!any)
        return 0;
    plane_open(room, plane);
    plane->blocks = blocks;
    plane->tailed = tailed;
    while (plane_stretch(room, &blocks, &lo, &hi)) {
        for (int i = 0; i < 3; i++)
            cells[i] = (others[i] && others[i]->cells ? others[i]->cells : any) + lo;
        lowest_of(plane->cells + lo, cells, hi - lo);
        work += (uint64_t)(hi - lo);
    }
    if (tailed) {
        int tail = room->roads->tail, size = room->roads->size - tail;
        for (int i = 0; i < 3; i++)
            cells[i] = (others[i] && others[i]->cells ? others[i]->cells : any) + tail;
        lowest_of(plane->cells + tail, cells, size);
        work += (uint64_t)size;
    }
    return steps_of(work);
}

static bool is_never(const uint8_t *cells)
{
    uint64_t words[ROADS_CHUNK / 8];
    memcpy(words, cells, sizeof words);
    return (words[0] & words[1] & words[2] & words[3]) == UINT64_MAX;
}

/* Which blocks between these cells have anything. */
static uint64_t blocks_within(const struct plane_room *room, const struct plane *plane, int lo,
                              int hi)
{
    uint64_t blocks = 0;
    int size = room->roads->block;
    for (int block = lo / size; block * size < hi; block++)
        for (int i = block * size; i < (block + 1) * size; i += ROADS_CHUNK)
            if (!is_never(plane->cells + i)) {
                blocks |= UINT64_C(1) << block;
                break;
            }
    return blocks;
}

/* What is before a move of so many cells, of the map's tiles alone, through a mask. */
static uint64_t plane_lower_before(const struct plane_room *room, struct plane *plane,
                                   const struct plane *behind, int offset, const uint8_t *mask)
{
    uint64_t blocks = behind->blocks;
    uint64_t work = 0;
    int lo, hi;
    if (blocks)
        plane_open(room, plane);
    while (plane_stretch(room, &blocks, &lo, &hi)) {
        lower_through(plane->cells + lo - offset, behind->cells + lo, mask + lo - offset, hi - lo);
        plane->blocks |= blocks_within(room, plane, lo - offset, hi - offset);
        work += (uint64_t)(hi - lo);
    }
    return steps_of(work);
}

static bool is_any_lower(const uint8_t *found, const uint8_t *best)
{
    uint8_t any = 0;
    for (int i = 0; i < ROADS_CHUNK; i++)
        any |= found[i] < best[i];
    return any;
}

/* === the bound by steers ====================================================================== */

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
struct planes_step {
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
static const struct plane *behind(const struct steers *steers, const struct planes_step *step,
                                  int crossings, int banked, int heading)
{
    const struct steers_level *level = level_of(steers, crossings);
    return step->moves == 1 ? &level->now[heading]
                            : &level->any[class_of(step->lefts, step->rights, banked, heading)];
}

/* Before those that pass the line or have to do with the pits. */
static void go_back_specially(struct steers *steers, const struct planes_step *step,
                              struct plane *plane, int crossing, int repairs)
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
            plane_lower_cell(&steers->room, plane, list->items[i].from, 0);
        return;
    }
    const struct plane *from = behind(steers, step, crossings, step->banked, step->heading);
    if (from->tailed || (from->blocks & list->blocks)) {
        steers->steps += (uint64_t)list->count * CELL_STEPS;
        for (int i = 0; i < list->count; i++)
            plane_lower_cell(&steers->room, plane, list->items[i].from,
                             from->cells[list->items[i].to]);
    }
}

static void go_back(struct steers *steers, const struct planes_step *step)
{
    const struct roads *roads = steers->reach->roads;
    int heading = step->heading, offset = roads->offsets[heading];
    bool turns_here = roads->has_banks && !step->banked;
    struct plane *plane = &level_of(steers, step->crossings)
                               ->ahead[class_of(step->lefts, step->rights, step->banked, heading)];
    plane_clear(&steers->room, plane);
    steers->steps += plane_lower_before(
        &steers->room, plane, behind(steers, step, step->crossings, step->banked, heading), offset,
        turns_here ? roads->plain[heading] : roads->road[heading]);
    if (turns_here)
        steers->steps +=
            plane_lower_before(&steers->room, plane,
                               behind(steers, step, step->crossings, 1,
                                      (int)heading_turned((enum heading)heading, roads->map->turn)),
                               offset, roads->bank[heading]);
    for (int i = 0; i < CROSSING_KINDS * 2; i++)
        go_back_specially(steers, step, plane, i / 2, i % 2);
}

/* That move goes ahead, or turns and then goes ahead; the first of all second steers is paid. */
static void turn_back(struct steers *steers, const struct planes_step *step)
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
    steers->steps += plane_lowest(&steers->room, any, free);
    for (int i = 0; i < 2; i++)
        if (paid[i])
            steers->steps += plane_lower_with_one_more(&steers->room, any, turned[i]);
}

static bool goes_on(struct steers *steers)
{
    uint64_t steps = steers->steps;
    steers->steps = 0;
    return budget_goes_on(steers->room.budget, steps);
}

/* With so many steers at most in a turn up to there. */
static void for_each_class(struct steers *steers, struct planes_step step, int most,
                           void (*visit)(struct steers *, const struct planes_step *))
{
    int banked_most = steers->reach->roads->has_banks;
    for (step.lefts = 0; step.lefts < COUNTS; step.lefts++)
        for (step.rights = 0; step.rights < COUNTS; step.rights++)
            for (step.banked = 0; step.banked <= banked_most; step.banked++)
                for (step.heading = 0; step.heading < HEADING_COUNT; step.heading++)
                    if (step.lefts + step.rights <= most && goes_on(steers))
                        visit(steers, &step);
}

static void improve(struct steers *steers, const struct planes_step *step, int cell, uint8_t need)
{
    const struct stock_reach *reach = steers->reach;
    struct steers_level *level = level_of(steers, step->crossings);
    struct plane *best = &level->best[step->heading];
    uint8_t before = best->cells ? best->cells[cell] : PLANE_NEVER;
    if (need >= before)
        return;
    plane_lower_cell(&steers->room, best, cell, need);
    plane_lower_cell(&steers->room, &level->next[step->heading], cell, need);
    size_t pose = (size_t)(reach->nodes[cell] * HEADING_COUNT + step->heading);
    size_t row = (size_t)(step->crossings - 1) * (size_t)reach->poses + pose;
    for (int i = number_smaller(need, STEERS_TOLD); i <= STEERS_TOLD && i < before; i++)
        if (steers->turns[row * (STEERS_TOLD + 1) + (size_t)i] == STEERS_NEVER)
            steers->turns[row * (STEERS_TOLD + 1) + (size_t)i] = (uint16_t)(steers->swept + 1);
}

static void improve_all(struct steers *steers, const struct planes_step *step)
{
    const struct roads *roads = steers->reach->roads;
    struct steers_level *level = level_of(steers, step->crossings);
    const struct plane *found = &level->any[class_of(0, 0, 0, step->heading)];
    const struct plane *best = &level->best[step->heading];
    uint64_t blocks = found->blocks;
    int lo, hi;
    while (plane_stretch(&steers->room, &blocks, &lo, &hi))
        for (int i = lo; i < hi; i += ROADS_CHUNK) {
            if (best->cells && !is_any_lower(found->cells + i, best->cells + i))
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
        live = !plane_is_empty(&planes[i]);
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

static void step_back(struct steers *steers, struct planes_step step, int least)
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

static void sweep_turns(struct steers *steers, bool fast, int least, int most)
{
    /* What is there before any move of a turn. */
    for (int i = 0; i < steers->crossings; i++) {
        struct steers_level *level = &steers->levels[i];
        for (int j = 0; j < CLASSES; j++)
            plane_clear(&steers->room, &level->any[j]);
        level->live = is_live(level->now, HEADING_COUNT);
    }
    for (int moves = 1; moves <= most && goes_on(steers); moves++)
        step_back(steers, (struct planes_step){.fast = fast, .moves = moves, .most = most}, least);
}

/* Whoever ends a turn over the limit on a pit tile is as good as a car that has broken it. */
static void break_limits(struct steers *steers, struct planes_step step)
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
        struct planes_step step = {.crossings = i / HEADING_COUNT + 1,
                                   .heading = i % HEADING_COUNT};
        break_limits(steers, step);
        struct steers_level *level = level_of(steers, step.crossings);
        struct plane old = level->now[step.heading];
        plane_clear(&steers->room, &old);
        level->now[step.heading] = level->next[step.heading];
        level->next[step.heading] = old;
        steers->complete &= plane_is_empty(&level->now[step.heading]);
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

struct steers *stock_steers_make(const struct stock_reach *reach, int maximum, int crossings)
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
