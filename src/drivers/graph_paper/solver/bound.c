/* See search.h: from below. */
#include "drivers/graph_paper/solver/search.h"

#include "base/number.h"
#include "base/system/worker.h"
#include "rules/graph_paper/graph_paper.h"

#include <stdlib.h>
#include <string.h>

enum {
    CELL_BITS = 2,
    CELL = 1 << CELL_BITS, /* points on a side */
    SIDE_BITS = CELL_BITS + 3,
    SIDE = 1 << SIDE_BITS, /* of a block of 8 x 8 cells */
    BUCKETS = 32,
    LOOK_STEP = 8,    /* points between two looks at the walls */
    MOVE_STEPS = 250, /* of the budget, for the moves of a block by a vector in a round */
    ROUNDS_MOST = UINT16_MAX - 1
};

/* Of the finish line, as far as it would go. */
enum side { NEAR, ANY, BEYOND };

/* Cars that have come to a block by a vector. */
struct arrival_cells {
    struct arrival_cells *next; /* in the same layer, in this round */
    uint64_t cells;
    int block;
    int16_t x, y, layer;
};

struct arrival_list {
    struct arrival_cells *items;
    int count, capacity;
};

/* Moves from a block in a layer, by 8 x 8 vectors. */
struct move_tile {
    uint64_t made[TILE], first[TILE]; /* at all; in the first round of them */
    uint16_t round[TILE];             /* that one; 0: none */
};

struct block_layer {
    int block;
    struct arrival_cells *came; /* in this round */
    struct move_tile **tiles;   /* NULL until something happens */
};

struct cell_block {
    struct point corner; /* in cells */
    uint64_t held, slick;
    enum side side;
    int twin; /* on the other one; -1: none */
    int bucket;
    struct block_layer *layers; /* NULL until something happens */
};

struct cell_bucket {
    struct arrival_list sent[2][BUCKETS]; /* in this round, and in the last one */
    struct block_layer **active;
    int active_count, active_capacity;
    uint64_t moves; /* in this round */
    bool finished;
};

/* Moves from a block by vector, all 0 between two blocks, and a bit for each that is not; with a
 * margin for what is too fast. */
struct cell_room {
    uint64_t *moves, *touched;
};

struct bound {
    const struct plan *plan;
    struct budget *budget;
    int64_t touch;
    bool spins;
    int columns, rows; /* of blocks */
    int *block_at;
    struct cell_block *blocks;
    int block_count, block_capacity;
    struct bits open[4]; /* cells not off the track; or the right (1), upper (2) neighbours not */
    struct point low;    /* of the first tile */
    int across, up;      /* tiles */
    struct cell_bucket *buckets;
    struct cell_room *rooms; /* by thread */
    struct team *team;
    int workers;
    bool finished;
    int start_layer; /* the highest */
    int warm_up;     /* rounds that are looked at up to there */
    int rounds;
    size_t listed; /* bytes of lists that are counted */
};

static const struct track *track_of(const struct bound *bound)
{
    return graph_paper_track(&bound->plan->setup);
}

/* --- the coarser sheet ------------------------------------------------------------------------ */

/* Points of a block that have not only squares off the track around them. */
static uint64_t find_open(const struct plan *plan, struct point at)
{
    const struct bits *off = &plan->ways.outside.one;
    return ~(bits_window(off, at.x, at.y) & bits_window(off, at.x - 1, at.y) &
             bits_window(off, at.x, at.y - 1) & bits_window(off, at.x - 1, at.y - 1));
}

/* The four cells of a block of points, by the bit of each in its word. */
static int cell_bit(struct point corner)
{
    return (corner.y >> CELL_BITS & 7) * BLOCK + (corner.x >> CELL_BITS & 7);
}

static const uint64_t lower_left = 0x0f0f0f0f, lower_right = 0xf0f0f0f0;

static uint64_t to_cells(uint64_t points, struct point corner)
{
    uint64_t cells = (points & lower_left) != 0;
    cells |= (uint64_t)((points & lower_right) != 0) << 1;
    cells |= (uint64_t)((points >> 32 & lower_left) != 0) << BLOCK;
    cells |= (uint64_t)((points >> 32 & lower_right) != 0) << (BLOCK + 1);
    return cells << cell_bit(corner);
}

static uint64_t to_points(uint64_t cells, struct point corner)
{
    cells >>= cell_bit(corner);
    return (cells & 1) * lower_left | (cells >> 1 & 1) * lower_right |
           ((cells >> BLOCK & 1) * lower_left | (cells >> (BLOCK + 1) & 1) * lower_right) << 32;
}

/* Of points in the block at the corner those on the side. */
static uint64_t on_side(const struct bound *bound, enum side side, struct point corner,
                        uint64_t points)
{
    struct slope slope = slope_beyond(&track_of(bound)->finish, corner);
    uint64_t beyond = bits_above(slope_by(slope, 1, bound->touch));
    return points & (side == BEYOND ? beyond : ~beyond);
}

static int *block_at(const struct bound *bound, struct point corner)
{
    return &bound->block_at[(corner.y >> SIDE_BITS) * bound->columns + (corner.x >> SIDE_BITS)];
}

static void add_block(struct bound *bound, struct point corner, struct cell_block block)
{
    int *at = block_at(bound, corner);
    block.corner = (struct point){corner.x >> CELL_BITS, corner.y >> CELL_BITS};
    block.bucket = ((corner.x >> SIDE_BITS) + 11 * (corner.y >> SIDE_BITS)) % BUCKETS;
    block.twin = *at;
    if (block.held == 0)
        return;
    *at = bound->block_count;
    array_add(bound->blocks, bound->block_count, bound->block_capacity, block);
}

/* The corners of the blocks of points in a block of cells, one after the other. */
static bool next_corner(const struct bound *bound, struct point first, struct point *at)
{
    const struct track *track = track_of(bound);
    at->x += BLOCK;
    if (at->x >= first.x + SIDE || at->x > track->width) {
        at->x = first.x;
        at->y += BLOCK;
    }
    return at->y < first.y + SIDE && at->y <= track->height;
}

static void lay_out_block(struct bound *bound, struct point corner)
{
    const struct plan *plan = bound->plan;
    struct cell_block sides[2] = {{.side = NEAR}, {.side = BEYOND}};
    for (struct point at = {corner.x - BLOCK, corner.y}; next_corner(bound, corner, &at);) {
        uint64_t held = *bits_word(&plan->ways.held, at);
        *bits_word(&bound->open[0], (struct point){corner.x >> CELL_BITS, corner.y >> CELL_BITS}) |=
            to_cells(find_open(plan, at), at);
        for (int i = 0; i < 2 && held != 0; i++) {
            uint64_t part = on_side(bound, sides[i].side, at, held);
            sides[i].held |= to_cells(part, at);
            sides[i].slick |= to_cells(part & *bits_word(&plan->slick, at), at);
        }
    }
    add_block(bound, corner, sides[0]);
    add_block(bound, corner, sides[1]);
}

/* Cells or their neighbours on one side. */
static void widen(const struct bits *cells, struct point step, struct bits *into)
{
    struct point at;
    for (at.y = 0; at.y < (cells->rows - 2) * BLOCK; at.y += BLOCK)
        for (at.x = 0; at.x < (cells->columns - 2) * BLOCK; at.x += BLOCK)
            *bits_word(into, at) =
                *bits_word(cells, at) | bits_window(cells, at.x + step.x, at.y + step.y);
}

static void lay_out(struct bound *bound)
{
    const struct track *track = track_of(bound);
    bound->columns = (track->width >> SIDE_BITS) + 1;
    bound->rows = (track->height >> SIDE_BITS) + 1;
    size_t all = (size_t)bound->columns * (size_t)bound->rows;
    bound->block_at = memory_allocate(all, sizeof *bound->block_at);
    memset(bound->block_at, -1, all * sizeof *bound->block_at);
    for (int i = 0; i < 4; i++)
        bound->open[i] = bits_create(track->width >> CELL_BITS, track->height >> CELL_BITS);
    struct point at;
    for (at.y = 0; at.y <= track->height; at.y += SIDE)
        for (at.x = 0; at.x <= track->width; at.x += SIDE)
            lay_out_block(bound, at);
    widen(&bound->open[0], (struct point){1, 0}, &bound->open[1]);
    widen(&bound->open[0], (struct point){0, 1}, &bound->open[2]);
    widen(&bound->open[1], (struct point){0, 1}, &bound->open[3]);
}

static int tile_of(const struct bound *bound, struct point move)
{
    return ((move.y - bound->low.y) >> 3) * bound->across + ((move.x - bound->low.x) >> 3);
}

static int word_of(struct point move)
{
    return (move.y & 7) * BLOCK + (move.x & 7);
}

/* --- arrivals to moves ------------------------------------------------------------------------ */

static void take_arrival(struct bound *bound, struct arrival_cells *arrival)
{
    struct cell_block *block = &bound->blocks[arrival->block];
    struct cell_bucket *bucket = &bound->buckets[block->bucket];
    if (!block->layers) {
        block->layers = memory_allocate((size_t)bound->plan->layers, sizeof *block->layers);
        budget_take(bound->budget, (size_t)bound->plan->layers * sizeof *block->layers);
        for (int i = 0; i < bound->plan->layers; i++)
            block->layers[i].block = arrival->block;
    }
    struct block_layer *layer = &block->layers[arrival->layer];
    if (!layer->came)
        array_add(bucket->active, bucket->active_count, bucket->active_capacity, layer);
    arrival->next = layer->came;
    layer->came = arrival;
}

/* Of the moves by a vector, which may be too fast by a step. */
static int room_across(const struct plan *plan)
{
    return plan->across + 2 * plan->step;
}

static int room_index(const struct plan *plan, struct point move)
{
    return (move.y + plan->reach.y + plan->step) * room_across(plan) + move.x + plan->reach.x +
           plan->step;
}

static void accelerate(const struct bound *bound, const struct cell_room *room,
                       struct block_layer *layer)
{
    const struct plan *plan = bound->plan;
    bool four = plan->setup.values[FIELD_ACCELERATION] == ACCELERATION_FOUR;
    int step = plan->step;
    for (const struct arrival_cells *by = layer->came; by; by = by->next)
        for (int y = -step; y <= step; y++) {
            int aside = four && y != 0 ? 0 : step;
            int index = room_index(plan, (struct point){by->x - aside, by->y + y});
            uint64_t bits = (UINT64_C(2) << 2 * aside) - 1;
            for (int x = 0; x <= 2 * aside; x++)
                room->moves[index + x] |= by->cells;
            uint64_t *touched = &room->touched[index >> 6];
            int shift = index & 63;
            touched[0] |= bits << shift;
            touched[1] |= bits >> 1 >> (63 - shift);
        }
    layer->came = NULL;
}

/* --- moves to arrivals ------------------------------------------------------------------------ */

/* Who lands on a slick may stand there. */
static void send_to(struct bound *bound, struct cell_bucket *bucket, int column, int row,
                    enum side side, struct arrival_cells arrival)
{
    if (arrival.cells == 0 || column < 0 || column >= bound->columns || row < 0 ||
        row >= bound->rows)
        return;
    uint64_t cells = arrival.cells;
    arrival.block = bound->block_at[row * bound->columns + column];
    for (; arrival.block >= 0; arrival.block = bound->blocks[arrival.block].twin) {
        const struct cell_block *block = &bound->blocks[arrival.block];
        arrival.cells = cells & block->held;
        if (arrival.cells == 0 || block->side + side == NEAR + BEYOND)
            continue;
        struct arrival_list *list = &bucket->sent[bound->rounds & 1][block->bucket];
        list_add(list, arrival);
        if (bound->spins && (arrival.cells & block->slick) != 0)
            list_add(list, (struct arrival_cells){.cells = arrival.cells & block->slick,
                                                  .block = arrival.block,
                                                  .layer = arrival.layer});
    }
}

/* Some points of a cell come to the next one, too, unless the vector is a number of cells. */
static void scatter(struct bound *bound, struct cell_bucket *bucket, struct point corner,
                    enum side side, struct arrival_cells arrival)
{
    struct point to = {corner.x + (arrival.x >> CELL_BITS), corner.y + (arrival.y >> CELL_BITS)};
    uint64_t columns[2] = {0, 0};
    int besides = (arrival.x & (CELL - 1)) != 0 ? 1 : 0;
    for (int more = 0; more <= besides; more++) {
        int right = (to.x & 7) + more;
        uint64_t mask = bits_columns(0xffu >> right);
        columns[0] |= (arrival.cells & mask) << (right & 7);
        columns[1] |= (arrival.cells & ~mask) >> (BLOCK - right);
    }
    uint64_t upright = (arrival.y & (CELL - 1)) != 0 ? ~UINT64_C(0) : 0;
    int up = (to.y & 7) * BLOCK;
    for (int i = 0; i < 2; i++) {
        uint64_t word = columns[i];
        arrival.cells = word << up | (word << up << BLOCK & upright);
        send_to(bound, bucket, (to.x >> 3) + i, to.y >> 3, side, arrival);
        arrival.cells = word >> (56 - up) >> BLOCK | (word >> (56 - up) & upright);
        send_to(bound, bucket, (to.x >> 3) + i, (to.y >> 3) + 1, side, arrival);
    }
}

/* Those whose move is not seen to leave the track: at some places it looks whether there is nothing
 * but what is off it around the nearest grid point. */
static uint64_t keep_on_track(const struct bound *bound, struct point corner, struct point move,
                              uint64_t cells)
{
    int count = bound->plan->ways.end_only ? 1 : point_reach(move) / LOOK_STEP + 1;
    for (int i = 1; i < count && cells != 0; i++) {
        int x = (2 * move.x * i + (move.x < 0 ? -count : count)) / (2 * count);
        int y = (2 * move.y * i + (move.y < 0 ? -count : count)) / (2 * count);
        int widened = ((x & (CELL - 1)) != 0) + 2 * ((y & (CELL - 1)) != 0);
        cells &= bits_window(&bound->open[widened], corner.x + (x >> CELL_BITS),
                             corner.y + (y >> CELL_BITS));
    }
    return cells;
}

/* May it pass the line, or come to a cell that does? */
static bool is_near_line(const struct bound *bound, const struct cell_block *block,
                         struct point move)
{
    struct point_range box = plan_find_near(bound->plan, 0, move);
    struct point low = {block->corner.x * CELL, block->corner.y * CELL};
    return box.low.x < low.x + SIDE + CELL && box.high.x > low.x - CELL &&
           box.low.y < low.y + SIDE + CELL && box.high.y > low.y - CELL;
}

/* Cells from which some points stay on their side of the line, cross it, or get to the other side
 * round its ends. */
struct passers {
    uint64_t stay, cross, round;
};

static struct passers find_passers(const struct bound *bound, const struct cell_block *block,
                                   struct point move, uint64_t cells)
{
    const struct plan *plan = bound->plan;
    struct passers passers = {0, 0, 0};
    struct point first = {block->corner.x * CELL, block->corner.y * CELL};
    enum side other = NEAR + BEYOND - block->side;
    for (struct point at = {first.x - BLOCK, first.y}; next_corner(bound, first, &at);) {
        uint64_t points = to_points(cells, at) & *bits_word(&plan->ways.held, at);
        points = points ? on_side(bound, block->side, at, points) : 0;
        uint64_t changed = points ? on_side(bound, other, point_add(at, move), points) : 0;
        passers.stay |= to_cells(points & ~changed, at);
        if (changed == 0)
            continue;
        struct plan_crossers crossers = plan_find_crossers(plan, move, at, changed);
        uint64_t cross = crossers.forward | crossers.backward;
        passers.cross |= to_cells(cross, at);
        struct ways_sorted sorted = ways_sort(&plan->ways, move, at, changed & ~cross);
        passers.round |= to_cells(sorted.legal | sorted.unsure, at);
    }
    return passers;
}

static void drive_near_line(struct bound *bound, struct cell_bucket *bucket,
                            const struct cell_block *block, struct arrival_cells arrival)
{
    struct point move = {arrival.x, arrival.y};
    struct passers passers = find_passers(bound, block, move, arrival.cells);
    enum side other = NEAR + BEYOND - block->side;
    bool is_looked_at = arrival.layer > bound->start_layer || bound->rounds <= bound->warm_up;
    uint64_t cells = keep_on_track(bound, block->corner, move, arrival.cells);
    arrival.cells = is_looked_at ? passers.stay & cells : 0;
    scatter(bound, bucket, block->corner, block->side, arrival);
    arrival.cells = is_looked_at ? passers.round & cells : 0;
    scatter(bound, bucket, block->corner, other, arrival);
    if (passers.cross != 0 && block->side == NEAR && arrival.layer == bound->plan->layers - 1) {
        bucket->finished = true; /* walls behind the line do not count */
        return;
    }
    if (!track_of(bound)->open)
        arrival.layer = (int16_t)(arrival.layer + (block->side == NEAR ? 1 : -1));
    arrival.cells = passers.cross & cells;
    if (arrival.layer >= 0 &&
        (arrival.layer > bound->start_layer || bound->rounds <= bound->warm_up))
        scatter(bound, bucket, block->corner, other, arrival);
}

static void drive(struct bound *bound, struct cell_bucket *bucket, const struct block_layer *layer,
                  struct point move, uint64_t cells)
{
    const struct cell_block *block = &bound->blocks[layer->block];
    struct arrival_cells arrival = {.cells = cells,
                                    .x = (int16_t)move.x,
                                    .y = (int16_t)move.y,
                                    .layer = (int16_t)(layer - block->layers)};
    if (is_near_line(bound, block, move)) {
        drive_near_line(bound, bucket, block, arrival);
        return;
    }
    arrival.cells = keep_on_track(bound, block->corner, move, cells);
    if (arrival.cells != 0 &&
        (arrival.layer > bound->start_layer || bound->rounds <= bound->warm_up))
        scatter(bound, bucket, block->corner, ANY, arrival);
}

static void make_move(struct bound *bound, struct cell_bucket *bucket,
                      const struct block_layer *layer, struct point move, uint64_t cells)
{
    struct move_tile **tile = &layer->tiles[tile_of(bound, move)];
    int word = word_of(move);
    if (!*tile) {
        *tile = memory_allocate(1, sizeof **tile);
        budget_take(bound->budget, sizeof **tile);
    }
    cells &= ~(*tile)->made[word];
    if (cells == 0)
        return;
    (*tile)->made[word] |= cells;
    if ((*tile)->round[word] == 0) {
        (*tile)->round[word] = (uint16_t)bound->rounds;
        (*tile)->first[word] = cells;
    }
    bucket->moves++;
    drive(bound, bucket, layer, move, cells);
}

static void make_moves(struct bound *bound, struct cell_bucket *bucket, struct block_layer *layer,
                       const struct cell_room *room)
{
    const struct plan *plan = bound->plan;
    int across = room_across(plan);
    int words =
        room_index(plan, (struct point){plan->reach.x + plan->step, plan->reach.y + plan->step}) /
        64;
    if (!layer->tiles) {
        size_t tiles = (size_t)bound->across * (size_t)bound->up;
        layer->tiles = memory_allocate(tiles, sizeof *layer->tiles);
        budget_take(bound->budget, tiles * sizeof *layer->tiles);
    }
    for (int i = 0; i <= words; i++)
        for (; room->touched[i] != 0; room->touched[i] &= room->touched[i] - 1) {
            int index = 64 * i + __builtin_ctzll(room->touched[i]);
            struct point move = {index % across - plan->step - plan->reach.x,
                                 index / across - plan->step - plan->reach.y};
            uint64_t cells = room->moves[index];
            room->moves[index] = 0;
            if (plan_has_velocity(plan, move))
                make_move(bound, bucket, layer, move, cells);
        }
}

/* From the block, at any speed, once the warm-up is over. */
static void cross_at_any_speed(struct bound *bound, struct cell_bucket *bucket,
                               const struct cell_block *block)
{
    const struct plan *plan = bound->plan;
    for (int i = 0; i < plan->velocities && !budget_has_ended(bound->budget); i++) {
        struct point move = plan_velocity_at(plan, i);
        struct arrival_cells arrival = {.cells = block->held,
                                        .x = (int16_t)move.x,
                                        .y = (int16_t)move.y,
                                        .layer = (int16_t)bound->start_layer};
        if (block->side == NEAR && slope_of(&track_of(bound)->finish, move) > 0 &&
            is_near_line(bound, block, move))
            drive_near_line(bound, bucket, block, arrival);
    }
}

/* --- rounds ----------------------------------------------------------------------------------- */

static void go_on_in_bucket(void *data, int item, int worker)
{
    struct bound *bound = data;
    struct cell_bucket *bucket = &bound->buckets[item];
    int last = 1 - (bound->rounds & 1);
    for (int from = 0; from < BUCKETS; from++)
        for (int i = 0; i < bound->buckets[from].sent[last][item].count; i++)
            take_arrival(bound, &bound->buckets[from].sent[last][item].items[i]);
    for (int i = 0; i < bucket->active_count; i++) {
        accelerate(bound, &bound->rooms[worker], bucket->active[i]);
        if (!budget_has_ended(bound->budget))
            make_moves(bound, bucket, bucket->active[i], &bound->rooms[worker]);
    }
    bucket->active_count = 0;
    for (int from = 0; from < BUCKETS; from++)
        bound->buckets[from].sent[last][item].count = 0;
    for (int i = 0; bound->rounds == bound->warm_up + 1 && i < bound->block_count; i++)
        if (bound->blocks[i].bucket == item)
            cross_at_any_speed(bound, bucket, &bound->blocks[i]);
}

/* Who starts at the last line before the finish, or in a race from one line to another, looks about
 * as long as it takes. */
static void find_warm_up(struct bound *bound, const struct starts *starts, int count)
{
    const struct plan *plan = bound->plan;
    int layer = -1;
    for (int i = 0; i < count; i++)
        layer = number_larger(layer, starts[i].plane);
    bool is_short = track_of(bound)->open || layer == plan->layers - 1;
    bound->start_layer = is_short ? -1 : layer;
    bound->warm_up = is_short ? ROUNDS_MOST : point_reach(plan->reach) / 2;
}

static void start(struct bound *bound, const struct starts *starts)
{
    struct point at;
    for (at.y = 0; at.y <= track_of(bound)->height; at.y += BLOCK)
        for (at.x = 0; at.x <= track_of(bound)->width; at.x += BLOCK)
            for (enum side side = NEAR; side <= BEYOND; side += BEYOND) {
                uint64_t points = on_side(bound, side, at, *bits_word(&starts->points, at));
                send_to(bound, bound->buckets, at.x >> SIDE_BITS, at.y >> SIDE_BITS, side,
                        (struct arrival_cells){.cells = to_cells(points, at),
                                               .layer = (int16_t)starts->plane});
            }
}

/* Lists become longer in the middle of a round, and never shorter. */
static void count_lists(struct bound *bound)
{
    size_t bytes = 0;
    for (int i = 0; i < BUCKETS; i++) {
        const struct cell_bucket *bucket = &bound->buckets[i];
        for (int k = 0; k < 2 * BUCKETS; k++)
            bytes += (size_t)bucket->sent[k / BUCKETS][k % BUCKETS].capacity *
                     sizeof *bucket->sent[0][0].items;
        bytes += (size_t)bucket->active_capacity * sizeof(struct block_layer *);
    }
    budget_take(bound->budget, bytes - bound->listed);
    bound->listed = bytes;
}

/* One round: is there still somebody on the way? */
static bool go_on(struct bound *bound)
{
    uint64_t moves = 0;
    bound->rounds++;
    team_run(bound->team, go_on_in_bucket, bound, BUCKETS);
    for (int i = 0; i < BUCKETS; i++) {
        bound->finished = bound->finished || bound->buckets[i].finished;
        moves += bound->buckets[i].moves;
        bound->buckets[i].moves = 0;
    }
    count_lists(bound);
    return budget_goes_on(bound->budget, moves * MOVE_STEPS) &&
           (moves > 0 || bound->rounds <= bound->warm_up);
}

static void hire(struct bound *bound, int threads)
{
    const struct plan *plan = bound->plan;
    size_t room = (size_t)room_across(plan) * (size_t)(2 * (plan->reach.y + plan->step) + 1);
    bound->team = team_create(threads);
    bound->workers = team_size(bound->team);
    bound->buckets = memory_allocate(BUCKETS, sizeof *bound->buckets);
    bound->rooms = memory_allocate((size_t)bound->workers, sizeof *bound->rooms);
    for (int i = 0; i < bound->workers; i++) {
        bound->rooms[i].moves = memory_allocate(room, sizeof *bound->rooms[i].moves);
        bound->rooms[i].touched = memory_allocate(room / 64 + 2, sizeof *bound->rooms[i].touched);
    }
}

struct bound *bound_create(const struct plan *plan, const struct starts *starts, int count,
                           int most, int threads, struct budget *budget)
{
    struct bound *bound = memory_allocate(1, sizeof *bound);
    const int *values = plan->setup.values;
    bound->plan = plan;
    bound->budget = budget;
    bound->touch = values[FIELD_LINE] == LINE_TOUCH;
    bound->spins = values[FIELD_SLICKS] == SLICKS_SPIN;
    bound->low = (struct point){-plan->reach.x & ~7, -plan->reach.y & ~7};
    bound->across = ((plan->reach.x - bound->low.x) >> 3) + 1;
    bound->up = ((plan->reach.y - bound->low.y) >> 3) + 1;
    lay_out(bound);
    find_warm_up(bound, starts, count);
    hire(bound, threads);
    for (int i = 0; i < count; i++)
        start(bound, &starts[i]);
    bool goes_on = true;
    while (!bound->finished && goes_on && bound->rounds < number_smaller(most, ROUNDS_MOST))
        goes_on = go_on(bound);
    if (bound->finished && !budget_has_ended(budget))
        return bound;
    bound_free(bound);
    return NULL;
}

bool bound_extend(struct bound *bound, int rounds)
{
    while (bound->rounds < number_smaller(rounds, ROUNDS_MOST) && !budget_has_ended(bound->budget))
        go_on(bound);
    return !budget_has_ended(bound->budget);
}

void bound_free(struct bound *bound)
{
    if (!bound)
        return;
    for (int i = 0; i < bound->workers; i++) {
        free(bound->rooms[i].moves);
        free(bound->rooms[i].touched);
    }
    for (int i = 0; i < BUCKETS; i++) {
        for (int k = 0; k < 2 * BUCKETS; k++)
            free(bound->buckets[i].sent[k / BUCKETS][k % BUCKETS].items);
        free(bound->buckets[i].active);
    }
    for (int i = 0; i < bound->block_count; i++) {
        struct block_layer *layers = bound->blocks[i].layers;
        for (int k = 0; layers && k < bound->plan->layers; k++) {
            for (int t = 0; layers[k].tiles && t < bound->across * bound->up; t++)
                free(layers[k].tiles[t]);
            free(layers[k].tiles);
        }
        free(layers);
    }
    for (int i = 0; i < 4; i++)
        free(bound->open[i].words);
    free(bound->blocks);
    free(bound->block_at);
    free(bound->buckets);
    free(bound->rooms);
    team_free(bound->team);
    free(bound);
}

int bound_rounds(const struct bound *bound)
{
    return bound->rounds;
}

/* --- questions -------------------------------------------------------------------------------- */

static const struct move_tile *find_tile(const struct bound *bound, const struct cell_block *block,
                                         struct point move, int layer)
{
    return block->layers && block->layers[layer].tiles
               ? block->layers[layer].tiles[tile_of(bound, move)]
               : NULL;
}

uint64_t bound_within(const struct bound *bound, struct point corner, uint64_t points,
                      struct point move, int layer, int rounds)
{
    uint64_t within = 0;
    if (rounds > bound->rounds || (layer <= bound->start_layer && rounds > bound->warm_up))
        return points;
    int index = *block_at(bound, corner);
    bool is_parted = index >= 0 && bound->blocks[index].twin >= 0;
    for (; index >= 0; index = bound->blocks[index].twin) {
        const struct cell_block *block = &bound->blocks[index];
        const struct move_tile *tile = find_tile(bound, block, move, layer);
        int word = word_of(move);
        if (!tile || tile->round[word] == 0 || tile->round[word] > rounds)
            continue;
        uint64_t cells = tile->round[word] == rounds ? tile->first[word] : tile->made[word];
        uint64_t part = is_parted ? on_side(bound, block->side, corner, points) : points;
        within |= cells == ~UINT64_C(0) ? part : part & to_points(cells, corner);
    }
    return within;
}

int bound_first(const struct bound *bound, struct point corner, uint64_t points, struct point move,
                int layer)
{
    int first = layer <= bound->start_layer ? bound->warm_up + 1 : bound->rounds + 1;
    for (int i = *block_at(bound, corner); i >= 0; i = bound->blocks[i].twin) {
        const struct cell_block *block = &bound->blocks[i];
        const struct move_tile *tile = find_tile(bound, block, move, layer);
        int round = tile ? tile->round[word_of(move)] : 0;
        if (round > 0 && round < first && on_side(bound, block->side, corner, points) != 0)
            first = round;
    }
    return first;
}
