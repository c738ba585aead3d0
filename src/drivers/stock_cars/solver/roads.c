/* See roads.h. */
#include "drivers/stock_cars/solver/roads.h"

#include "base/memory.h"
#include "base/number.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS_OF_TILES = 56 /* the others are for the margins */ };

/* What is driven on there; off the track for a car that keeps out of oil and sand. */
static char tile_at(const struct setup *setup, struct point at, bool keeps_out)
{
    char tile = stock_map_tile(stock_map_of(setup), at);
    bool lost = (tile == TILE_OIL && setup->values[STOCK_OIL] == STOCK_ON) ||
                (tile_is_alley(tile) && setup->values[STOCK_SANDBAGS] == STOCK_ON);
    bool asphalt = tile == TILE_OIL || tile_is_alley(tile);
    return lost && keeps_out ? TILE_OFF : asphalt ? TILE_ASPHALT : tile;
}

static int tile_cell(const struct roads *roads, struct point at)
{
    return roads->margin +
           (roads->upright ? at.y * roads->stride + at.x : at.x * roads->stride + at.y);
}

static int pit_index(const struct roads *roads, int cell)
{
    int low = 0, high = roads->pit_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (roads->pits[middle] < cell)
            low = middle + 1;
        else
            high = middle;
    }
    return low < roads->pit_count && roads->pits[low] == cell ? low : -1;
}

static int further_cell(const struct roads *roads, int cell, enum stock_pit pit)
{
    int index = pit == PIT_OUT ? -1 : pit_index(roads, cell);
    return pit == PIT_SERVED   ? roads->tail + index
           : pit == PIT_BROKEN ? roads->tail + roads->pit_count + index
                               : cell;
}

int stock_roads_cell(const struct roads *roads, struct point at, enum stock_pit pit)
{
    return further_cell(roads, tile_cell(roads, at), pit);
}

bool stock_roads_is_pit(const struct roads *roads, int cell)
{
    return cell >= roads->tail || pit_index(roads, cell) >= 0;
}

/* --- moves ------------------------------------------------------------------------------------ */

/* A tile and the one ahead of it. */
struct step {
    struct point from, to;
    char from_tile, to_tile;
    enum heading heading;
    int crossing;
};

static int crossing_of(const struct stock_map *map, struct point from, struct point to)
{
    int crossing = stock_map_crossing(map, from, to);
    return crossing == 0 ? CROSSING_NONE : crossing > 0 ? CROSSING_FORWARD : CROSSING_BACKWARD;
}

static void add_to_list(const struct roads *roads, struct special_moves *list,
                        struct special_move move)
{
    list_add(list, move);
    if (move.to < roads->tail)
        list->blocks |= UINT64_C(1) << (move.to / roads->block);
}

/* Whoever is repaired there ends the turn within those blocks, or in the pits. */
static void note_repair(struct roads *roads, struct point at)
{
    int cell = stock_roads_cell(roads, at, PIT_OUT), most = STOCK_PIT_SPEED - 1;
    for (int rows = -most; rows <= most; rows++)
        for (int cells = -most; cells <= most; cells++) {
            int near = cell + rows * roads->stride + cells;
            if (near >= 0 && near < roads->tail)
                roads->near_repairs |= UINT64_C(1) << (near / roads->block);
        }
}

/* At a speed within the limit and over it, of a car in this state of its visit. A car that has been
 * served keeps to the limit, lest it lose the repair. */
static void add_special(struct roads *roads, const struct step *step, enum stock_pit pit, bool fast)
{
    bool is_pit = tile_is_pit(step->to_tile);
    bool touches = tile_is_pit(step->from_tile) || is_pit;
    bool repairs = !fast && pit == PIT_CLEAR && step->from_tile == TILE_PIT_MARK &&
                   step->to_tile != TILE_PIT_MARK;
    enum stock_pit after = fast ? PIT_BROKEN : repairs ? PIT_SERVED : pit;
    struct special_move move = {.from = stock_roads_cell(roads, step->from, pit),
                                .to = stock_roads_cell(roads, step->to, is_pit ? after : PIT_OUT)};
    if (!touches || !fast || pit != PIT_SERVED)
        add_to_list(roads, &roads->specials[step->heading][fast][step->crossing][repairs], move);
    if (repairs)
        note_repair(roads, step->to);
    roads->has_repairs |= repairs;
}

static void add_specials(struct roads *roads, const struct step *step)
{
    bool in_pits = tile_is_pit(step->from_tile);
    for (int fast = 0; fast < 2; fast++)
        for (enum stock_pit pit = PIT_CLEAR; pit <= (in_pits ? PIT_BROKEN : PIT_CLEAR); pit++)
            add_special(roads, step, pit, fast);
}

static void add_move(struct roads *roads, const struct setup *setup, struct point at,
                     enum heading heading)
{
    struct step step = {.from = at,
                        .to = point_add(at, heading_steps[heading]),
                        .from_tile = tile_at(setup, at, false),
                        .heading = heading};
    int cell = tile_cell(roads, at);
    step.to_tile = tile_at(setup, step.to, true);
    step.crossing = crossing_of(roads->map, step.from, step.to);
    if (step.from_tile == TILE_OFF || step.to_tile == TILE_OFF)
        return;
    bool banked = step.from_tile == TILE_BANK && step.to_tile == TILE_BANK;
    if (tile_is_pit(step.from_tile) || tile_is_pit(step.to_tile) || step.crossing)
        add_specials(roads, &step);
    else {
        (banked ? roads->bank : roads->plain)[heading][cell] = 0;
        roads->road[heading][cell] = 0;
    }
    roads->has_banks |= banked;
}

static void lay_out(struct roads *roads)
{
    const struct stock_map *map = roads->map;
    int outer = number_larger(map->width, map->height);
    roads->upright = map->height > map->width;
    roads->stride = number_smaller(map->width, map->height) + 1;
    int chunks = outer * roads->stride / ROADS_CHUNK + 1;
    roads->block = (chunks / BLOCKS_OF_TILES + 1) * ROADS_CHUNK;
    roads->margin = (roads->stride / roads->block + 1) * roads->block;
    int last = (roads->margin + outer * roads->stride) / roads->block;
    roads->tail = last * roads->block + roads->block + roads->margin;
    assert(roads->tail / roads->block <= ROADS_BLOCKS);
    for (int i = 0; i < HEADING_COUNT; i++) {
        struct point step = heading_steps[i];
        roads->offsets[i] =
            roads->upright ? step.y * roads->stride + step.x : step.x * roads->stride + step.y;
    }
}

/* By cell. */
static void list_pits(struct roads *roads)
{
    const struct stock_map *map = roads->map;
    int capacity = 0;
    int outer = roads->upright ? map->height : map->width;
    int inner = roads->upright ? map->width : map->height;
    for (int o = 0; o < outer; o++)
        for (int i = 0; i < inner; i++) {
            struct point at = roads->upright ? (struct point){i, o} : (struct point){o, i};
            if (tile_is_pit(stock_map_tile(map, at)))
                array_add(roads->pits, roads->pit_count, capacity, tile_cell(roads, at));
        }
    roads->size =
        roads->tail + (2 * roads->pit_count + ROADS_CHUNK - 1) / ROADS_CHUNK * ROADS_CHUNK;
}

static uint8_t *closed_mask(const struct roads *roads)
{
    uint8_t *mask = memory_allocate((size_t)roads->size, 1);
    memset(mask, ROADS_CLOSED, (size_t)roads->size);
    return mask;
}

/* With all moves of the pits, a list of which may have grown by half of it more. */
static size_t bytes_of(const struct roads *roads)
{
    enum { MASKS = 3 * HEADING_COUNT, STATES = 6 };
    return (size_t)roads->size * MASKS +
           (size_t)roads->pit_count * HEADING_COUNT * STATES * 3 / 2 * sizeof(struct special_move);
}

struct roads *stock_roads_make(const struct setup *setup, struct budget *budget)
{
    struct roads *roads = memory_allocate(1, sizeof *roads);
    struct point at;
    roads->map = stock_map_of(setup);
    lay_out(roads);
    list_pits(roads);
    if (!budget_take(budget, bytes_of(roads))) {
        stock_roads_free(roads);
        return NULL;
    }
    for (enum heading heading = 0; heading < HEADING_COUNT; heading++) {
        roads->plain[heading] = closed_mask(roads);
        roads->bank[heading] = closed_mask(roads);
        roads->road[heading] = closed_mask(roads);
        for (at.y = 0; at.y < roads->map->height; at.y++)
            for (at.x = 0; at.x < roads->map->width; at.x++)
                add_move(roads, setup, at, heading);
    }
    return roads;
}

void stock_roads_free(struct roads *roads)
{
    if (!roads)
        return;
    for (int i = 0; i < HEADING_COUNT; i++) {
        free(roads->plain[i]);
        free(roads->bank[i]);
        free(roads->road[i]);
        for (int j = 0; j < 2 * CROSSING_KINDS * 2; j++)
            free(roads->specials[i][j / 6][j / 2 % 3][j % 2].items);
    }
    free(roads->pits);
    free(roads);
}

/* --- distances -------------------------------------------------------------------------------- */

struct spread {
    const struct roads *roads;
    bool back; /* against the moves */
    int *distances;
    int *cells; /* in the order in which they were reached */
    int count;
    /* Of the moves in the pits those at a cell: from first[cell] up to that of the next one. */
    int *first, *there;
};

static void reach(struct spread *spread, int cell, int distance)
{
    if (spread->distances[cell] <= distance)
        return;
    spread->distances[cell] = distance;
    spread->cells[spread->count++] = cell;
}

/* Each move that may be made slowly and does not cross the line is counted at its cell, or put
 * there. */
static void visit_special_moves(struct spread *spread, bool counts)
{
    for (int i = 0; i < HEADING_COUNT * 2; i++) {
        const struct special_moves *list = &spread->roads->specials[i / 2][0][CROSSING_NONE][i % 2];
        for (int j = 0; j < list->count; j++) {
            const struct special_move *move = &list->items[j];
            int *first = &spread->first[spread->back ? move->to : move->from];
            if (counts)
                ++*first;
            else
                spread->there[--*first] = spread->back ? move->from : move->to;
        }
    }
}

static void index_special_moves(struct spread *spread)
{
    size_t size = (size_t)spread->roads->size;
    spread->first = memory_allocate(size + 1, sizeof(int));
    visit_special_moves(spread, true);
    for (size_t i = 1; i <= size; i++)
        spread->first[i] += spread->first[i - 1];
    spread->there = memory_allocate((size_t)spread->first[size] + 1, sizeof(int));
    visit_special_moves(spread, false);
}

/* By all that cross the line forward. */
static void reach_from_line(struct spread *spread, int distance)
{
    for (int i = 0; i < HEADING_COUNT * 2; i++) {
        const struct special_moves *list =
            &spread->roads->specials[i / 2][0][CROSSING_FORWARD][i % 2];
        for (int j = 0; j < list->count; j++)
            reach(spread, spread->back ? list->items[j].from : list->items[j].to, distance);
    }
}

static void spread_on(struct spread *spread, int cell)
{
    const struct roads *roads = spread->roads;
    int distance = spread->distances[cell] + 1;
    for (int heading = 0; heading < HEADING_COUNT; heading++) {
        int offset = roads->offsets[heading];
        int from = spread->back ? cell - offset : cell;
        if (cell < roads->tail && roads->road[heading][from] == 0)
            reach(spread, spread->back ? from : cell + offset, distance);
    }
    for (int i = spread->first[cell]; i < spread->first[cell + 1]; i++)
        reach(spread, spread->there[i], distance);
}

static int *spread_from(const struct roads *roads, bool back, int cell)
{
    size_t size = (size_t)roads->size;
    struct spread spread = {.roads = roads,
                            .back = back,
                            .distances = memory_allocate(size, sizeof(int)),
                            .cells = memory_allocate(size, sizeof(int))};
    for (int i = 0; i < roads->size; i++)
        spread.distances[i] = ROADS_FAR;
    index_special_moves(&spread);
    if (cell >= 0)
        reach(&spread, cell, 0);
    else
        reach_from_line(&spread, back);
    for (int i = 0; i < spread.count; i++)
        spread_on(&spread, spread.cells[i]);
    free(spread.first);
    free(spread.there);
    free(spread.cells);
    return spread.distances;
}

int *stock_roads_to_line(const struct roads *roads)
{
    return spread_from(roads, true, -1);
}

int *stock_roads_from(const struct roads *roads, int cell)
{
    return spread_from(roads, false, cell);
}

/* --- what a turn costs ------------------------------------------------------------------------ */

int stock_turn_cost(enum stock_special special, int begin, int end, bool dear)
{
    int added = number_larger(begin, 0) + number_larger(end, 0);
    int taken = number_larger(-begin, 0) + number_larger(-end, 0);
    int seconds = (added == ROADS_CHANGES_MOST) + (taken == ROADS_CHANGES_MOST);
    if (added > ROADS_CHANGES_MOST || taken > ROADS_CHANGES_MOST)
        return -1;
    return seconds - (special == SPECIAL_TURBO && seconds > 0) +
           (dear && special != SPECIAL_SWAYBARS);
}
