/* See reach.h. Ways grow by a move at a time; those that are at one pose with the same steers,
 * bank, crossings and repairs are one.
 */
#include "drivers/stock_cars/solver/reach.h"

#include "base/memory.h"
#include "base/number.h"

#include <stdlib.h>

enum {
    STEERS = 3,
    CLASSES = STEERS * STEERS * 2, /* lefts, rights, banked */
    MOVES_STEP = 6                 /* by which more are found at once */
};

/* What a way has met, kept apart from its steers: nearly always nothing. */
struct story {
    int8_t crossings, most, repairs;
};

struct way {
    int pose;
    int16_t story;
    int8_t lefts, rights;
    bool banked;
};

struct way_list {
    struct way *items;
    int count, capacity;
};

struct reach_scratch {
    struct way_list ways, longer;
    struct story *stories;
    int story_count, story_capacity;
    uint32_t **seen; /* [story][pose * CLASSES + class]: in which pass */
    int seen_capacity;
    uint32_t pass;
};

/* --- the nodes and their moves ---------------------------------------------------------------- */

static void use_cell(struct reach *reach, int cell)
{
    if (reach->nodes[cell] >= 0)
        return;
    reach->nodes[cell] = reach->node_count;
    reach->cells[reach->node_count++] = cell;
}

static void use_cells(struct reach *reach, int heading)
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

static void use_all_cells(struct reach *reach, const struct stock_car *from)
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
static void add_move(struct reach *reach, bool fast, int node, int heading, struct reach_move move)
{
    for (int side = 0; side < REACH_SIDES; side++) {
        int from = (heading - (side - 1) + HEADING_COUNT) % HEADING_COUNT;
        reach->moves[fast][(node * HEADING_COUNT + from) * REACH_SIDES + side] = move;
    }
}

static void add_specials(struct reach *reach, int heading, int fast)
{
    static const int8_t crossings[] = {[CROSSING_FORWARD] = 1, [CROSSING_BACKWARD] = -1};
    for (int i = 0; i < CROSSING_KINDS * 2; i++) {
        const struct special_moves *list = &reach->roads->specials[heading][fast][i / 2][i % 2];
        for (int j = 0; j < list->count; j++) {
            int to = reach->nodes[list->items[j].to] * HEADING_COUNT + heading;
            add_move(reach, fast, reach->nodes[list->items[j].from], heading,
                     (struct reach_move){to, to, crossings[i / 2], (int8_t)(i % 2)});
        }
    }
}

static void add_moves(struct reach *reach, int heading, int fast)
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
        }
        add_move(reach, fast, node, heading, move);
    }
    add_specials(reach, heading, fast);
}

static void compare_moves(struct reach *reach)
{
    reach->alike = memory_allocate((size_t)reach->poses, sizeof *reach->alike);
    for (int pose = 0; pose < reach->poses; pose++) {
        const struct reach_move *slow = &reach->moves[0][pose * REACH_SIDES];
        const struct reach_move *fast = &reach->moves[1][pose * REACH_SIDES];
        reach->alike[pose] = true;
        for (int side = 0; side < REACH_SIDES; side++)
            reach->alike[pose] &=
                slow[side].pose == fast[side].pose && slow[side].repairs == fast[side].repairs;
    }
}

static void find_broken(struct reach *reach)
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
}

struct reach *stock_reach_make(const struct roads *roads, const struct stock_car *from)
{
    struct reach *reach = memory_allocate(1, sizeof *reach);
    reach->roads = roads;
    use_all_cells(reach, from);
    for (int fast = 0; fast < 2; fast++) {
        reach->moves[fast] =
            memory_allocate((size_t)reach->poses * REACH_SIDES, sizeof *reach->moves[fast]);
        for (int heading = 0; heading < HEADING_COUNT; heading++)
            add_moves(reach, heading, fast);
    }
    compare_moves(reach);
    find_broken(reach);
    reach->ends = memory_allocate((size_t)reach->poses, sizeof *reach->ends);
    reach->scratch = memory_allocate(1, sizeof *reach->scratch);
    return reach;
}

void stock_reach_free(struct reach *reach)
{
    if (!reach)
        return;
    for (int i = 0; i < reach->poses; i++) {
        free(reach->ends[i].items);
        free(reach->ends[i].first);
    }
    for (int i = 0; i < reach->scratch->story_count; i++)
        free(reach->scratch->seen[i]);
    free(reach->scratch->seen);
    free(reach->scratch->stories);
    free(reach->scratch->ways.items);
    free(reach->scratch->longer.items);
    free(reach->scratch);
    free(reach->ends);
    free(reach->broken);
    free(reach->alike);
    free(reach->moves[0]);
    free(reach->moves[1]);
    free(reach->cells);
    free(reach->nodes);
    free(reach);
}

int stock_reach_pose(const struct reach *reach, const struct stock_car *car)
{
    int cell = stock_roads_cell(reach->roads, car->at, car->pit);
    return reach->nodes[cell] * HEADING_COUNT + (int)car->heading;
}

/* --- ways ------------------------------------------------------------------------------------- */

static int find_story(struct reach *reach, struct story story)
{
    struct reach_scratch *scratch = reach->scratch;
    int at = 0;
    while (at < scratch->story_count && (scratch->stories[at].crossings != story.crossings ||
                                         scratch->stories[at].most != story.most ||
                                         scratch->stories[at].repairs != story.repairs))
        at++;
    if (at == scratch->story_count) {
        int count = at;
        uint32_t *seen = memory_allocate((size_t)reach->poses * CLASSES, sizeof *seen);
        array_add(scratch->seen, count, scratch->seen_capacity, seen);
        array_add(scratch->stories, scratch->story_count, scratch->story_capacity, story);
    }
    return at;
}

static int class_of(int lefts, int rights, bool banked)
{
    return (lefts * STEERS + rights) * 2 + banked;
}

/* In this pass; and it is from now on. */
static bool is_seen(struct reach_scratch *scratch, const struct way *way)
{
    uint32_t *seen = &scratch->seen[way->story][way->pose * CLASSES +
                                                class_of(way->lefts, way->rights, way->banked)];
    bool before = *seen == scratch->pass;
    *seen = scratch->pass;
    return before;
}

static void go_on(struct reach *reach, struct way way, int side, bool fast)
{
    struct reach_scratch *scratch = reach->scratch;
    const struct reach_move *move = &reach->moves[fast][way.pose * REACH_SIDES + side];
    way.lefts = (int8_t)(way.lefts + (side == 0));
    way.rights = (int8_t)(way.rights + (side == REACH_SIDES - 1));
    if (move->pose < 0 || way.lefts == STEERS || way.rights == STEERS)
        return;
    way.pose = way.banked ? move->pose : move->banked;
    way.banked |= move->pose != move->banked;
    if (move->crossings || move->repairs) {
        struct story story = scratch->stories[way.story];
        story.crossings = (int8_t)(story.crossings + move->crossings);
        story.most = (int8_t)number_larger(story.most, story.crossings);
        story.repairs = (int8_t)(story.repairs + move->repairs);
        way.story = (int16_t)find_story(reach, story);
    }
    if (!is_seen(scratch, &way))
        array_add(scratch->longer.items, scratch->longer.count, scratch->longer.capacity, way);
}

/* With a left and a right less another one is at the same pose: all that this one can do it can. */
static bool is_outdone(const struct reach_scratch *scratch, const struct way *way)
{
    const uint32_t *seen = &scratch->seen[way->story][way->pose * CLASSES];
    bool outdone = false;
    for (int less = 1; less <= number_smaller(way->lefts, way->rights); less++)
        outdone |=
            seen[class_of(way->lefts - less, way->rights - less, way->banked)] == scratch->pass;
    return outdone;
}

/* Ways that are outdone are left behind. */
static void drop_outdone(struct reach_scratch *scratch)
{
    struct way_list *ways = &scratch->ways;
    int count = 0;
    for (int i = 0; i < ways->count; i++)
        if (!is_outdone(scratch, &ways->items[i]))
            ways->items[count++] = ways->items[i];
    ways->count = count;
}

static void grow(struct reach *reach, bool fast)
{
    struct reach_scratch *scratch = reach->scratch;
    struct way_list ways = scratch->ways;
    scratch->longer.count = 0;
    scratch->pass++;
    for (int i = 0; i < ways.count; i++)
        for (int side = 0; side < REACH_SIDES; side++)
            go_on(reach, ways.items[i], side, fast);
    reach->work += (uint64_t)ways.count;
    scratch->ways = scratch->longer;
    scratch->longer = ways;
    drop_outdone(scratch);
}

/* Each end once, the cheaper way to it. */
static void keep_ends(struct reach *reach, struct reach_ends *ends, int moves)
{
    struct reach_scratch *scratch = reach->scratch;
    int count = ends->first[moves];
    scratch->pass++;
    for (int dear = 0; dear < 2; dear++)
        for (int i = 0; i < scratch->ways.count; i++) {
            struct way way = scratch->ways.items[i];
            const struct story *story = &scratch->stories[way.story];
            struct reach_end end = {way.pose, story->crossings, story->most, story->repairs, dear};
            bool is_dear = way.lefts == STEERS - 1 || way.rights == STEERS - 1;
            way.lefts = way.rights = way.banked = false;
            if (is_dear == (dear > 0) && !is_seen(scratch, &way))
                array_add(ends->items, count, ends->capacity, end);
        }
    ends->first[moves + 1] = count;
}

static void begin_ways(struct reach *reach, int pose)
{
    struct way start = {.pose = pose, .story = (int16_t)find_story(reach, (struct story){0})};
    reach->scratch->ways.count = 0;
    list_add(&reach->scratch->ways, start);
}

/* Up to the limit of the pits, and over it: begun anew where the first moves are not the same then.
 */
static void find_ends(struct reach *reach, int pose)
{
    struct reach_ends *ends = &reach->ends[pose];
    bool alike = true;
    begin_ways(reach, pose);
    for (int moves = 1; moves <= STOCK_PIT_SPEED; moves++) {
        for (int i = 0; i < reach->scratch->ways.count && alike; i++)
            alike = reach->alike[reach->scratch->ways.items[i].pose];
        grow(reach, false);
        keep_ends(reach, ends, moves);
    }
    if (!alike)
        begin_ways(reach, pose);
    for (int moves = alike ? STOCK_PIT_SPEED + 1 : 1; moves <= ends->moves; moves++) {
        grow(reach, true);
        if (moves > STOCK_PIT_SPEED)
            keep_ends(reach, ends, moves);
    }
}

void stock_reach_prepare(struct reach *reach, int pose, int moves)
{
    struct reach_ends *ends = &reach->ends[pose];
    if (moves <= ends->moves)
        return;
    ends->moves = (moves + MOVES_STEP - 1) / MOVES_STEP * MOVES_STEP;
    ends->first = memory_resize(ends->first, (size_t)ends->moves + 2, sizeof *ends->first);
    ends->first[1] = 0;
    find_ends(reach, pose);
}
