/* A map as cells with moves, and where turns on it lead. */
#include "drivers/stock_cars/solver/search.h"

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

int stock_roads_cell(const struct roads *roads, struct point at, enum stock_pit pit)
{
    int cell = tile_cell(roads, at);
    int index = pit == PIT_OUT ? -1 : pit_index(roads, cell);
    return pit == PIT_SERVED   ? roads->tail + index
           : pit == PIT_BROKEN ? roads->tail + roads->pit_count + index
                               : cell;
}

bool stock_roads_is_pit(const struct roads *roads, int cell)
{
    return cell >= roads->tail || pit_index(roads, cell) >= 0;
}

/* --- moves ------------------------------------------------------------------------------------ */

/* A tile and the one ahead of it. */
struct roads_step {
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

/* At a speed within the limit and over it, of a car in this state of its visit. A car that has been
 * served keeps to the limit, lest it lose the repair. */
static void add_special(struct roads *roads, const struct roads_step *step, enum stock_pit pit,
                        bool fast)
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
    roads->has_repairs |= repairs;
}

static void add_move(struct roads *roads, const struct setup *setup, struct point at,
                     enum heading heading)
{
    struct roads_step step = {.from = at,
                              .to = point_add(at, heading_steps[heading]),
                              .from_tile = tile_at(setup, at, false),
                              .heading = heading};
    int cell = tile_cell(roads, at);
    step.to_tile = tile_at(setup, step.to, true);
    step.crossing = crossing_of(roads->map, step.from, step.to);
    if (step.from_tile == TILE_OFF || step.to_tile == TILE_OFF)
        return;
    bool banked = step.from_tile == TILE_BANK && step.to_tile == TILE_BANK;
    if (tile_is_pit(step.from_tile) || tile_is_pit(step.to_tile) || step.crossing) {
        bool in_pits = tile_is_pit(step.from_tile);
        for (int fast = 0; fast < 2; fast++)
            for (enum stock_pit pit = PIT_CLEAR; pit <= (in_pits ? PIT_BROKEN : PIT_CLEAR); pit++)
                add_special(roads, &step, pit, fast);
    } else {
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

struct roads_spread {
    const struct roads *roads;
    bool back; /* against the moves */
    int *distances;
    int *cells; /* in the order in which they were reached */
    int count;
    /* Of the moves in the pits those at a cell: from first[cell] up to that of the next one. */
    int *first, *there;
};

static void reach_cell(struct roads_spread *spread, int cell, int distance)
{
    if (spread->distances[cell] <= distance)
        return;
    spread->distances[cell] = distance;
    spread->cells[spread->count++] = cell;
}

/* Each move that may be made slowly and does not cross the line is counted at its cell, or put
 * there. */
static void visit_special_moves(struct roads_spread *spread, bool counts)
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

static void index_special_moves(struct roads_spread *spread)
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
static void reach_from_line(struct roads_spread *spread, int distance)
{
    for (int i = 0; i < HEADING_COUNT * 2; i++) {
        const struct special_moves *list =
            &spread->roads->specials[i / 2][0][CROSSING_FORWARD][i % 2];
        for (int j = 0; j < list->count; j++)
            reach_cell(spread, spread->back ? list->items[j].from : list->items[j].to, distance);
    }
}

static void spread_on(struct roads_spread *spread, int cell)
{
    const struct roads *roads = spread->roads;
    int distance = spread->distances[cell] + 1;
    for (int heading = 0; heading < HEADING_COUNT; heading++) {
        int offset = roads->offsets[heading];
        int from = spread->back ? cell - offset : cell;
        if (cell < roads->tail && roads->road[heading][from] == 0)
            reach_cell(spread, spread->back ? from : cell + offset, distance);
    }
    for (int i = spread->first[cell]; i < spread->first[cell + 1]; i++)
        reach_cell(spread, spread->there[i], distance);
}

static int *spread_from(const struct roads *roads, bool back, int cell)
{
    size_t size = (size_t)roads->size;
    struct roads_spread spread = {.roads = roads,
                                  .back = back,
                                  .distances = memory_allocate(size, sizeof(int)),
                                  .cells = memory_allocate(size, sizeof(int))};
    for (int i = 0; i < roads->size; i++)
        spread.distances[i] = ROADS_FAR;
    index_special_moves(&spread);
    if (cell >= 0)
        reach_cell(&spread, cell, 0);
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

/* === where turns lead ========================================================================= */

/* Ways grow by a move at a time; those that are at one pose with the same steers,
 * bank, crossings and repairs are one.
 */

/* How ways have steered, as bits: (lefts * COUNTS + rights) * 2 + banked. */
enum {
    POSE_STEPS = 200, /* of the budget: to make a pose, and for ways that grow by a move */
    WAYS_STEPS = 70,
    COUNTS = 3, /* of steers to one side: 0 to 2 */
    BANKED = 1,
    RIGHT = 2,
    LEFT = COUNTS * RIGHT,
    BOTH = LEFT + RIGHT,
    ALL_BANKED = 0x2aaaa,
    NOT_BANKED = 0x15555,
    MAY_LEFT = 0x00fff,
    MAY_RIGHT = 0x0f3cf,
    CHEAP = MAY_LEFT & MAY_RIGHT, /* without a second steer to one side */
    BY_ONE = 0x3cf00,             /* a left and a right, at least */
    BY_TWO = 0x30000
};

/* What a way has met, kept apart from its steers: nearly always nothing. */
struct story {
    int8_t crossings, most, repairs;
};

/* Those at one pose that have met the same. */
struct road_ways {
    int pose, story;
    uint32_t steers;
};

struct way_list {
    struct road_ways *items;
    int count, capacity;
};

struct reach_scratch {
    struct way_list ways, longer;
    struct story *stories;
    int story_count, story_capacity;
    uint32_t **steers; /* [story][pose]: of the longer ways */
    int steers_capacity;
};

/* --- the nodes and their moves ---------------------------------------------------------------- */

static void use_cell(struct stock_reach *reach, int cell)
{
    if (reach->nodes[cell] >= 0)
        return;
    reach->nodes[cell] = reach->node_count;
    reach->cells[reach->node_count++] = cell;
}

static void use_cells(struct stock_reach *reach, int heading)
{
    const struct roads *roads = reach->roads;
    for (int cell = 0; cell < roads->tail; cell++)
        if (roads->road[heading][cell] == 0) {
            use_cell(reach, cell);
            use_cell(reach, cell + roads->offsets[heading]);
        }
    for (int i = 0; i < 2 * CROSSING_KINDS * 2; i++) {
        const struct special_moves *list = &roads->specials[heading][i / 6][i / 2 % 3][i % 2];
        for (int j = 0; j < list->count; j++) {
            use_cell(reach, list->items[j].from);
            use_cell(reach, list->items[j].to);
        }
    }
}

static void use_all_cells(struct stock_reach *reach, const struct stock_car *from)
{
    const struct roads *roads = reach->roads;
    reach->cells = memory_allocate((size_t)roads->size, sizeof *reach->cells);
    reach->nodes = memory_allocate((size_t)roads->size, sizeof *reach->nodes);
    for (int i = 0; i < roads->size; i++)
        reach->nodes[i] = -1;
    use_cell(reach, stock_roads_cell(roads, from->at, from->pit));
    for (int heading = 0; heading < HEADING_COUNT; heading++)
        use_cells(reach, heading);
    for (int i = 0; i < roads->pit_count; i++) {
        use_cell(reach, roads->pits[i]);
        use_cell(reach, roads->tail + roads->pit_count + i);
    }
    reach->poses = reach->node_count * HEADING_COUNT;
}

/* From whatever heading a car steers to that of the move. */
static void join_move(struct stock_reach *reach, bool fast, int node, int heading,
                      struct reach_move move)
{
    for (int side = 0; side < REACH_SIDES; side++) {
        int from = (heading - (side - 1) + HEADING_COUNT) % HEADING_COUNT;
        reach->moves[fast][(node * HEADING_COUNT + from) * REACH_SIDES + side] = move;
    }
}

static void join_specials(struct stock_reach *reach, int heading, int fast)
{
    static const int8_t crossings[] = {[CROSSING_FORWARD] = 1, [CROSSING_BACKWARD] = -1};
    for (int i = 0; i < CROSSING_KINDS * 2; i++) {
        const struct special_moves *list = &reach->roads->specials[heading][fast][i / 2][i % 2];
        for (int j = 0; j < list->count; j++) {
            int to = reach->nodes[list->items[j].to] * HEADING_COUNT + heading;
            join_move(reach, fast, reach->nodes[list->items[j].from], heading,
                      (struct reach_move){to, to, crossings[i / 2], (int8_t)(i % 2), i < 1});
        }
    }
}

static void join_moves(struct stock_reach *reach, int heading, int fast)
{
    const struct roads *roads = reach->roads;
    int turned =
        roads->has_banks ? (int)heading_turned((enum heading)heading, roads->map->turn) : 0;
    for (int node = 0; node < reach->node_count; node++) {
        int cell = reach->cells[node];
        struct reach_move move = {.pose = -1};
        if (cell < roads->tail && roads->road[heading][cell] == 0) {
            int to = reach->nodes[cell + roads->offsets[heading]] * HEADING_COUNT;
            move.pose = to + heading;
            move.banked = to + (roads->bank[heading][cell] == 0 ? turned : heading);
            move.is_plain = move.pose == move.banked;
        }
        join_move(reach, fast, node, heading, move);
    }
    join_specials(reach, heading, fast);
}

static void find_broken(struct stock_reach *reach)
{
    const struct roads *roads = reach->roads;
    reach->broken = memory_allocate((size_t)reach->node_count, sizeof *reach->broken);
    for (int node = 0; node < reach->node_count; node++)
        reach->broken[node] = node;
    for (int i = 0; i < roads->pit_count; i++) {
        int served = reach->nodes[roads->tail + i];
        reach->broken[reach->nodes[roads->pits[i]]] =
            reach->nodes[roads->tail + roads->pit_count + i];
        if (served >= 0)
            reach->broken[served] = -1;
    }
    reach->in_pits = memory_allocate((size_t)reach->poses, sizeof *reach->in_pits);
    for (int pose = 0; pose < reach->poses; pose++)
        reach->in_pits[pose] = reach->broken[pose / HEADING_COUNT] != pose / HEADING_COUNT;
}

/* Of all poses, before anything is known of one. */
static size_t bytes_of_poses(const struct stock_reach *reach)
{
    const size_t of_pose = 2 * REACH_SIDES * sizeof *reach->moves[0] + sizeof *reach->ends +
                           sizeof *reach->alike + sizeof *reach->in_pits + sizeof(uint32_t);
    return 2 * (size_t)reach->roads->size * sizeof(int) + (size_t)reach->poses * of_pose;
}

struct stock_reach *stock_reach_make(const struct roads *roads, const struct stock_car *from,
                                     struct budget *budget)
{
    struct stock_reach *reach = memory_allocate(1, sizeof *reach);
    reach->roads = roads;
    reach->budget = budget;
    reach->scratch = memory_allocate(1, sizeof *reach->scratch);
    use_all_cells(reach, from);
    if (!budget_take(budget, bytes_of_poses(reach))) {
        reach->poses = 0;
        stock_reach_free(reach);
        return NULL;
    }
    for (int fast = 0; fast < 2; fast++) {
        reach->moves[fast] =
            memory_allocate((size_t)reach->poses * REACH_SIDES, sizeof *reach->moves[fast]);
        for (int heading = 0; heading < HEADING_COUNT; heading++)
            join_moves(reach, heading, fast);
    }
    reach->alike = memory_allocate((size_t)reach->poses, sizeof *reach->alike);
    for (int pose = 0; pose < reach->poses; pose++) {
        const struct reach_move *slow = &reach->moves[0][pose * REACH_SIDES];
        const struct reach_move *fast = &reach->moves[1][pose * REACH_SIDES];
        reach->alike[pose] = true;
        for (int side = 0; side < REACH_SIDES; side++)
            reach->alike[pose] &=
                slow[side].pose == fast[side].pose && slow[side].repairs == fast[side].repairs;
    }
    find_broken(reach);
    reach->ends = memory_allocate((size_t)reach->poses, sizeof *reach->ends);
    budget_goes_on(budget, (uint64_t)reach->poses * POSE_STEPS);
    return reach;
}

void stock_reach_free(struct stock_reach *reach)
{
    if (!reach)
        return;
    for (int i = 0; i < reach->poses; i++) {
        free(reach->ends[i].items);
        free(reach->ends[i].plain);
        free(reach->ends[i].first);
        free(reach->ends[i].ways);
    }
    for (int i = 0; i < reach->scratch->story_count; i++)
        free(reach->scratch->steers[i]);
    free(reach->scratch->steers);
    free(reach->scratch->stories);
    free(reach->scratch->ways.items);
    free(reach->scratch->longer.items);
    free(reach->scratch);
    free(reach->ends);
    free(reach->broken);
    free(reach->in_pits);
    free(reach->alike);
    free(reach->moves[0]);
    free(reach->moves[1]);
    free(reach->cells);
    free(reach->nodes);
    free(reach);
}

int stock_reach_pose(const struct stock_reach *reach, const struct stock_car *car)
{
    int cell = stock_roads_cell(reach->roads, car->at, car->pit);
    return reach->nodes[cell] * HEADING_COUNT + (int)car->heading;
}

/* --- ways ------------------------------------------------------------------------------------- */

static int find_story(struct stock_reach *reach, struct story story)
{
    struct reach_scratch *scratch = reach->scratch;
    int at = 0;
    while (at < scratch->story_count && (scratch->stories[at].crossings != story.crossings ||
                                         scratch->stories[at].most != story.most ||
                                         scratch->stories[at].repairs != story.repairs))
        at++;
    if (at == scratch->story_count) {
        int count = at;
        uint32_t *steers = memory_allocate((size_t)reach->poses, sizeof *steers);
        budget_take(reach->budget, (size_t)reach->poses * sizeof *steers);
        array_add(scratch->steers, count, scratch->steers_capacity, steers);
        array_add(scratch->stories, scratch->story_count, scratch->story_capacity, story);
    }
    return at;
}

static int story_after(struct stock_reach *reach, int before, const struct reach_move *move)
{
    struct story story = reach->scratch->stories[before];
    story.crossings = (int8_t)(story.crossings + move->crossings);
    story.most = (int8_t)number_larger(story.most, story.crossings);
    story.repairs = (int8_t)(story.repairs + move->repairs);
    return find_story(reach, story);
}

/* There is room for it. */
static inline void add_ways(struct reach_scratch *scratch, int pose, int story, uint32_t steers)
{
    uint32_t *all = &scratch->steers[story][pose];
    if (*all == 0)
        scratch->longer.items[scratch->longer.count++] = (struct road_ways){pose, story, 0};
    *all |= steers;
}

/* With a move that tells, or on which some turn. */
static void go_on_specially(struct stock_reach *reach, int story, uint32_t steers,
                            const struct reach_move *move)
{
    uint32_t banked = steers & ALL_BANKED, others = (steers & NOT_BANKED) << BANKED;
    if (move->crossings || move->repairs)
        story = story_after(reach, story, move);
    if (move->pose == move->banked)
        add_ways(reach->scratch, move->pose, story, steers);
    else if (banked)
        add_ways(reach->scratch, move->pose, story, banked);
    if (move->pose != move->banked && others)
        add_ways(reach->scratch, move->banked, story, others);
}

static inline void go_on(struct stock_reach *reach, int story, uint32_t steers,
                         const struct reach_move *move)
{
    if (move->pose < 0 || steers == 0)
        return;
    if (move->is_plain)
        add_ways(reach->scratch, move->pose, story, steers);
    else
        go_on_specially(reach, story, steers, move);
}

static void grow(struct stock_reach *reach, bool fast)
{
    struct reach_scratch *scratch = reach->scratch;
    struct way_list old = scratch->ways;
    int most = old.count * REACH_SIDES * 2;
    scratch->longer.count = 0;
    if (scratch->longer.capacity < most) {
        scratch->longer.capacity = 2 * most;
        scratch->longer.items =
            memory_resize(scratch->longer.items, 2 * (size_t)most, sizeof *scratch->longer.items);
    }
    for (int i = 0; i < old.count; i++) {
        const struct road_ways *ways = &old.items[i];
        const struct reach_move *moves = &reach->moves[fast][ways->pose * REACH_SIDES];
        go_on(reach, ways->story, (ways->steers & MAY_LEFT) << LEFT, &moves[0]);
        go_on(reach, ways->story, ways->steers, &moves[1]);
        go_on(reach, ways->story, (ways->steers & MAY_RIGHT) << RIGHT, &moves[2]);
    }
    /* Of the longer ones. Ways are left behind if one with a left and a right less is at the same
     * pose, or with two: all that they can do it can. */
    for (int i = 0; i < scratch->longer.count; i++) {
        struct road_ways *ways = &scratch->longer.items[i];
        uint32_t *steers = &scratch->steers[ways->story][ways->pose];
        ways->steers = *steers & ~((*steers << BOTH & BY_ONE) | (*steers << 2 * BOTH & BY_TWO));
        *steers = 0;
    }
    budget_goes_on(reach->budget, (uint64_t)old.count * WAYS_STEPS);
    scratch->ways = scratch->longer;
    scratch->longer = old;
}

/* Each end once, the cheaper way to it. */
static void keep_ends(struct stock_reach *reach, struct reach_ends *ends, int moves)
{
    struct reach_scratch *scratch = reach->scratch;
    int plain = ends->first[moves].plain, count = ends->first[moves].item;
    if (plain + scratch->ways.count > ends->plain_capacity) {
        ends->plain_capacity = 2 * (plain + scratch->ways.count);
        ends->plain = memory_resize(ends->plain, (size_t)ends->plain_capacity, sizeof *ends->plain);
    }
    for (int i = 0; i < scratch->ways.count; i++) {
        const struct road_ways *ways = &scratch->ways.items[i];
        const struct story *story = &scratch->stories[ways->story];
        bool dear = !(ways->steers & CHEAP);
        if (ways->story == 0 && !reach->in_pits[ways->pose])
            ends->plain[plain++] = (uint32_t)ways->pose << 1 | dear;
        else
            array_add(ends->items, count, ends->capacity,
                      (struct reach_end){ways->pose, story->crossings, story->most, story->repairs,
                                         dear});
    }
    ends->first[moves + 1] = (struct reach_first){plain, count};
}

static void begin_ways(struct stock_reach *reach, int pose)
{
    struct road_ways start = {pose, find_story(reach, (struct story){0}), 1};
    reach->scratch->ways.count = 0;
    list_add(&reach->scratch->ways, start);
}

/* Up to the limit of the pits; leaves the ways behind so many moves over it, begun anew where the
 * first ones are not the same then. */
static void begin_ends(struct stock_reach *reach, struct reach_ends *ends, int pose)
{
    bool alike = true;
    begin_ways(reach, pose);
    ends->first[1] = (struct reach_first){0, 0};
    for (int moves = 1; moves <= STOCK_PIT_SPEED; moves++) {
        for (int i = 0; i < reach->scratch->ways.count && alike; i++)
            alike = reach->alike[reach->scratch->ways.items[i].pose];
        grow(reach, false);
        keep_ends(reach, ends, moves);
    }
    if (alike)
        return;
    begin_ways(reach, pose);
    for (int moves = 1; moves <= STOCK_PIT_SPEED; moves++)
        grow(reach, true);
}

static size_t bytes_of_ends(const struct reach_ends *ends)
{
    return (size_t)ends->plain_capacity * sizeof *ends->plain +
           (size_t)ends->capacity * sizeof *ends->items +
           (size_t)ends->way_count * sizeof *ends->ways + (size_t)ends->moves * sizeof *ends->first;
}

/* The ways are kept, to go on from. */
void stock_reach_prepare(struct stock_reach *reach, int pose, int moves)
{
    struct reach_ends *ends = &reach->ends[pose];
    struct way_list *ways = &reach->scratch->ways;
    int known = ends->moves;
    if (moves <= known)
        return;
    budget_give(reach->budget, bytes_of_ends(ends));
    ends->moves = number_larger(moves, STOCK_PIT_SPEED);
    ends->first = memory_resize(ends->first, (size_t)ends->moves + 2, sizeof *ends->first);
    if (known == 0)
        begin_ends(reach, ends, pose);
    ways->count = known == 0 ? ways->count : 0;
    for (int i = 0; known > 0 && i < ends->way_count; i++)
        list_add(ways, ends->ways[i]);
    for (int i = number_larger(known, STOCK_PIT_SPEED) + 1; i <= moves; i++) {
        grow(reach, true);
        keep_ends(reach, ends, i);
    }
    free(ends->ways);
    ends->ways = memory_copy(ways->items, (size_t)ways->count, sizeof *ways->items);
    ends->way_count = ways->count;
    budget_take(reach->budget, bytes_of_ends(ends));
}

/* === arrivals ================================================================================= */

static bool same_move(const struct reach_move *a, const struct reach_move *b)
{
    return a->pose == b->pose && a->banked == b->banked && a->crossings == b->crossings &&
           a->repairs == b->repairs;
}

/* Each that leads anywhere else than one before is counted at that pose, or put there. */
static void visit_moves(const struct stock_reach *reach, struct reach_arrivals *arrivals,
                        bool counts)
{
    for (int i = 0; i < reach->poses * REACH_SIDES * 2; i++) {
        const struct reach_move *move = &reach->moves[i % 2][i / 2];
        const int to[] = {move->pose, move->banked};
        if (move->pose < 0 || (i % 2 && same_move(move, &reach->moves[0][i / 2])))
            continue;
        for (int j = 0; j < 1 + (to[0] != to[1]); j++)
            if (counts)
                arrivals->first[to[j]]++;
            else
                arrivals->items[--arrivals->first[to[j]]] =
                    (struct reach_arrival){i / 2 / REACH_SIDES, move->crossings, move->repairs};
    }
}

struct reach_arrivals stock_reach_arrivals(const struct stock_reach *reach)
{
    size_t poses = (size_t)reach->poses;
    struct reach_arrivals arrivals = {.first = memory_allocate(poses + 1, sizeof(int))};
    visit_moves(reach, &arrivals, true);
    for (size_t i = 1; i <= poses; i++)
        arrivals.first[i] += arrivals.first[i - 1];
    arrivals.items = memory_allocate((size_t)arrivals.first[poses] + 1, sizeof *arrivals.items);
    visit_moves(reach, &arrivals, false);
    return arrivals;
}
