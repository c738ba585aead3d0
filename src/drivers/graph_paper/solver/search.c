/* See search.h: its memory, and what it knows. */
#include "drivers/graph_paper/solver/search.h"

#include "base/number.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 32, REGION = 4 }; /* regions of 4 x 4 blocks go round the buckets */
enum { SAMPLE = 64 };              /* one block in so many */
enum { MOVES_BYTES = TILE * sizeof(uint64_t) + 16 };
enum { BLOCKS_FEW = 64 };   /* one bucket will do */
enum { CELLS_ENOUGH = 64 }; /* times the stores in each: to wake other threads for a round */
enum { CHUNK_FIRST = 1 << 14, CHUNK_MOST = 1 << 18, FOUND_LEAF = 1 << 10 };

/* --- memory ----------------------------------------------------------------------------------- */

void *search_allocate(struct search *search, struct bucket *bucket, size_t size)
{
    size = (size + 15) / 16 * 16;
    if (size > bucket->left) {
        bucket->chunk = bucket->chunk == 0           ? CHUNK_FIRST
                        : bucket->chunk < CHUNK_MOST ? 2 * bucket->chunk
                                                     : bucket->chunk;
        size_t chunk = size > bucket->chunk ? size : bucket->chunk;
        bucket->chunks = array_grow(bucket->chunks, bucket->chunk_count, &bucket->chunk_capacity,
                                    sizeof *bucket->chunks);
        bucket->free = bucket->chunks[bucket->chunk_count++] = memory_allocate(chunk, 1);
        bucket->left = chunk;
        budget_take(search->budget, chunk);
    }
    void *memory = bucket->free;
    bucket->used += size;
    bucket->free += size;
    bucket->left -= size;
    return memory;
}

static size_t count_tiles(const struct block *block)
{
    return (size_t)block->across * (size_t)block->up;
}

static struct cell *make_cell(struct search *search, int block, int layer)
{
    struct block *of = &search->blocks[block];
    if (!of->cells)
        of->cells = search_allocate(search, search_bucket(search, block),
                                    (size_t)search->plan->layers * sizeof *of->cells);
    of->cells[layer].block = block;
    of->cells[layer].layer = layer;
    return &of->cells[layer];
}

struct tile *search_tile(struct search *search, int block, int tile)
{
    struct block *of = &search->blocks[block];
    if (!of->tiles)
        of->tiles = search_allocate(search, search_bucket(search, block),
                                    count_tiles(of) * sizeof *of->tiles);
    if (!of->tiles[tile])
        of->tiles[tile] = search_allocate(
            search, search_bucket(search, block),
            sizeof **of->tiles + (size_t)search->plan->planes * sizeof *of->tiles[tile]->records);
    return of->tiles[tile];
}

struct block_record *search_make_record(struct search *search, int block, int plane, int tile)
{
    struct tile *of = search_tile(search, block, tile);
    const struct plan *plan = search->plan;
    if (!of->records[plane]) {
        of->records[plane] =
            search_allocate(search, search_bucket(search, block), sizeof(struct block_record));
        of->records[plane]->tile = tile;
        of->records[plane]->store = plane % plan->stores;
    }
    return of->records[plane];
}

static struct found *found_at(const struct bucket *bucket, uint32_t index)
{
    return &bucket->found[index / FOUND_LEAF][index % FOUND_LEAF];
}

uint32_t search_keep_found(struct search *search, struct bucket *bucket, struct found found)
{
    uint32_t index = ++bucket->found_count;
    uint32_t leaf = index / FOUND_LEAF;
    if (index % FOUND_LEAF == 0 || index == 1) {
        bucket->found = memory_resize(bucket->found, leaf + 1, sizeof *bucket->found);
        bucket->found[leaf] = search_allocate(search, bucket, FOUND_LEAF * sizeof **bucket->found);
    }
    *found_at(bucket, index) = found;
    return index;
}

/* Room for the moves of a record, in which there are none. What was given back last is near. How
 * much of it there is depends on the threads, so what is counted is what one alone would need. */
static uint64_t *take_spare(struct search_worker *worker)
{
    if (worker->spare_count > 0)
        return worker->spare[--worker->spare_count];
    return memory_allocate(TILE, sizeof(uint64_t));
}

/* A record with its first moves of the round, and perhaps a cell with its first record. */
static void activate(struct search *search, int worker, int block, int plane,
                     struct block_record *record)
{
    struct bucket *bucket = search_bucket(search, block);
    struct cell *cell = make_cell(search, block, plane / search->plan->stores);
    if (!cell->active)
        array_add(bucket->active, bucket->active_count, bucket->active_capacity, cell);
    bucket->records++;
    if (search->rounds == 0)
        budget_take(search->budget, MOVES_BYTES);
    record->moves = take_spare(&search->workers[worker]);
    record->next = cell->active;
    cell->active = record;
}

void search_add_moves(struct search *search, int worker, int block, int plane, struct slot slot,
                      uint64_t moves)
{
    struct block_record *record = search_find_record(&search->blocks[block], plane, slot.tile);
    if (!record)
        record = search_make_record(search, block, plane, slot.tile);
    if (!record->moves)
        activate(search, worker, block, plane, record);
    /* Wanted when the bucket's pieces have been taken. */
    __builtin_prefetch(&record->rows[slot.word >> 3], 1);
    __builtin_prefetch(&record->rows[slot.word >> 3].found, 1);
    record->moves[slot.word] |= moves;
    record->touched |= UINT64_C(1) << slot.word;
}

/* --- the sheet -------------------------------------------------------------------------------- */

/* The velocities on one axis of moves that can begin between two numbers. */
static void find_speeds(const struct plan *plan, bool upright, int from, int to, int32_t *lowest,
                        int32_t *highest)
{
    int reach = upright ? plan->reach.y : plan->reach.x;
    *lowest = reach;
    *highest = -reach;
    for (int speed = -reach; speed <= reach; speed++) {
        struct point_range box =
            plan_find_origins(plan, (struct point){upright ? 0 : speed, upright ? speed : 0});
        int low = upright ? box.low.y : box.low.x;
        int high = upright ? box.high.y : box.high.x;
        if (low > to || high < from)
            continue;
        *lowest = speed < *lowest ? speed : *lowest;
        *highest = speed;
    }
}

/* States may have other velocities than moves where turbo areas add to them. How many tiles it
 * takes, which begin at multiples of their size. */
static int widen_speeds(const struct search *search, int32_t *low, int32_t *high, int reach)
{
    int more = search->turbo ? search->spread.farthest : 0;
    *low = *low - more < -reach ? -reach : *low - more;
    *high = *high + more > reach ? reach : *high + more;
    return *high < *low ? 0 : (*high >> 3) - (*low >> 3) + 1;
}

/* RULES 6. */
static bool limits_accelerations(const struct plan *plan)
{
    int slicks = plan->setup.values[FIELD_SLICKS];
    return graph_paper_track(&plan->setup)->slick_count > 0 &&
           (slicks == SLICKS_FOUR || slicks == SLICKS_COAST);
}

static void add_block(struct search *search, struct point corner, struct point_range speeds,
                      int *capacity)
{
    const struct plan *plan = search->plan;
    struct block block = {.corner = corner, .speeds = speeds};
    block.held = *bits_word(&plan->ways.held, corner);
    if (block.held == 0)
        return;
    block.across = widen_speeds(search, &block.speeds.low.x, &block.speeds.high.x, plan->reach.x);
    block.up = widen_speeds(search, &block.speeds.low.y, &block.speeds.high.y, plan->reach.y);
    block.low = (struct point){block.speeds.low.x & ~7, block.speeds.low.y & ~7};
    *search_block_at(search, corner) = search->block_count;
    array_add(search->blocks, search->block_count, *capacity, block);
}

static void lay_out_blocks(struct search *search)
{
    const struct plan *plan = search->plan;
    search->columns = graph_paper_track(&plan->setup)->width / BLOCK + 1;
    search->rows = graph_paper_track(&plan->setup)->height / BLOCK + 1;
    size_t all = (size_t)search->columns * (size_t)search->rows;
    search->block_at = memory_allocate(all, sizeof *search->block_at);
    memset(search->block_at, -1, all * sizeof *search->block_at);
    struct point_range *speeds = memory_allocate((size_t)search->columns, sizeof *speeds);
    for (int i = 0; i < search->columns; i++)
        find_speeds(plan, false, i * BLOCK, i * BLOCK + BLOCK - 1, &speeds[i].low.x,
                    &speeds[i].high.x);
    int capacity = 0;
    for (int y = 0; y < search->rows * BLOCK; y += BLOCK) {
        struct point_range up;
        find_speeds(plan, true, y, y + BLOCK - 1, &up.low.y, &up.high.y);
        for (int i = 0; i < search->columns; i++) {
            struct point_range both = {{speeds[i].low.x, up.low.y}, {speeds[i].high.x, up.high.y}};
            add_block(search, (struct point){i * BLOCK, y}, both, &capacity);
        }
    }
    free(speeds);
    budget_take(search->budget,
                all * sizeof *search->block_at + (size_t)capacity * sizeof *search->blocks);
}

static void share_out_blocks(struct search *search)
{
    bool one = !search->in_threads && search->block_count <= BLOCKS_FEW;
    search->bucket_count = one ? 1 : BUCKETS;
    size_t count = (size_t)search->bucket_count;
    search->buckets = memory_allocate(count, sizeof *search->buckets);
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 2; k++)
            search->buckets[i].sent[k] = memory_allocate(count, sizeof(struct piece_list));
    for (int i = 0; i < search->block_count; i++) {
        struct block *block = &search->blocks[i];
        int across = block->corner.x / (BLOCK * REGION);
        int up = block->corner.y / (BLOCK * REGION);
        block->bucket = (across + 11 * up) % search->bucket_count;
    }
}

/* Every so many blocks, or the rest. */
static void begin_bucket(struct search *search, int item, int worker, bool sample)
{
    for (int i = 0; i < search->block_count && !search_should_stop(search); i++)
        if (search->blocks[i].bucket == item && (i % SAMPLE == 0) == sample)
            search_find_finishers(search, i, worker);
}

static void begin_sample(void *data, int item, int worker)
{
    begin_bucket(data, item, worker, true);
}

static void begin_rest(void *data, int item, int worker)
{
    begin_bucket(data, item, worker, false);
}

/* --- rounds ----------------------------------------------------------------------------------- */

/* In a small round others would be longer in coming than what they do takes. */
static void run(struct search *search, team_work *work, bool is_small)
{
    if (!is_small)
        team_run(search->team, work, search, search->bucket_count);
    for (int i = 0; is_small && i < search->bucket_count; i++)
        work(search, i, 0);
}

/* A line along a large sheet is crossed by more moves than there is memory for: that is told at
 * once where the moves of some blocks say that a quarter of it would be gone before the first
 * round. */
static void find_finishers(struct search *search)
{
    size_t used = 0;
    run(search, begin_sample, false);
    for (int i = 0; i < search->bucket_count; i++)
        used += search->buckets[i].used;
    if (search->block_count > SAMPLE * SAMPLE && !budget_allows(search->budget, 4 * SAMPLE * used))
        atomic_store(&search->budget->too_large, true);
    run(search, begin_rest, false);
}

static void hire(struct search *search, int threads)
{
    search->team = team_create(search->bucket_count == 1 ? 1 : threads);
    search->worker_count = team_size(search->team);
    size_t workers = (size_t)search->worker_count;
    search->workers = memory_allocate(workers, sizeof *search->workers);
    for (size_t i = 0; i < workers; i++)
        search->workers[i].room = spread_room_create(&search->spread);
}

/* The moves that are found next are one round farther from the finish. */
static void look_ahead(struct search *search)
{
    const struct sight *sight = &search->sight;
    int nearest = sight->bound && search->rounds == 0 ? bound_rounds(sight->bound) + 1 : INT_MAX;
    for (int i = 0; i < search->bucket_count; i++) {
        struct bucket *bucket = &search->buckets[i];
        nearest = search->rounds > 0 ? number_smaller(nearest, bucket->nearest) : nearest;
        bucket->nearest = INT_MAX;
    }
    search->first_most = sight->beam > 0 ? number_smaller(nearest, INT_MAX / 2) - 1 + sight->beam
                                         : sight->most - number_larger(search->rounds, 1) + 1;
}

void search_begin(struct search *search, const struct plan *plan, const struct sight *sight,
                  int threads, struct budget *budget)
{
    *search = (struct search){
        .plan = plan,
        .sight = *sight,
        .spread = spread_create(plan),
        .turbo = plan->has_turbo,
        .spins = plan->setup.values[FIELD_SLICKS] == SLICKS_SPIN &&
                 graph_paper_track(&plan->setup)->slick_count > 0,
        .limits = limits_accelerations(plan),
        .top_speed = plan->has_turbo ? plan->setup.values[FIELD_TOP_SPEED] : 0,
        .coasts = plan->setup.values[FIELD_SLICKS] == SLICKS_COAST,
        .in_threads = threads > 0,
        .budget = budget,
    };
    search->spread.by_moves =
        !search->spread.by_nitros || search->limits || search->coasts || search->top_speed > 0;
    lay_out_blocks(search);
    share_out_blocks(search);
    hire(search, threads);
    look_ahead(search);
    find_finishers(search);
    for (int i = 0; i < search->bucket_count; i++)
        search->active += search->buckets[i].active_count;
}

/* Before the first round all buckets have theirs at once, then one after the other. */
static void count_records(struct search *search)
{
    int before = search->records_most;
    for (int i = 0; i < search->bucket_count; i++) {
        int *records = &search->buckets[i].records;
        search->records_most = search->rounds == 0               ? search->records_most + *records
                               : *records > search->records_most ? *records
                                                                 : search->records_most;
        *records = 0;
    }
    if (search->rounds > 0)
        budget_take(search->budget, (size_t)(search->records_most - before) * MOVES_BYTES);
}

void search_go_on(struct search *search)
{
    count_records(search);
    search->rounds++;
    if (search->rounds > 1)
        look_ahead(search);
    run(search, search_go_on_in_bucket,
        !search->in_threads && search->active * search->plan->stores < CELLS_ENOUGH);
    search->count = 0;
    search->active = 0;
    for (int i = 0; i < search->bucket_count; i++) {
        search->count += search->buckets[i].count;
        search->active += search->buckets[i].cells;
    }
}

bool search_has_more(const struct search *search)
{
    bool has_more = search->active > 0;
    for (int i = 0; i < search->bucket_count; i++)
        has_more = has_more || search->buckets[i].landed.count > 0;
    return has_more;
}

static void free_passing(const struct block *block)
{
    for (size_t i = 0; block->tiles && i < count_tiles(block); i++)
        for (int k = 0; block->tiles[i] && block->tiles[i]->passing && k < TILE; k++)
            free(block->tiles[i]->passing[k].items);
}

static void free_bucket(struct bucket *bucket, int count)
{
    /* Where a round was left. */
    for (int i = 0; i < bucket->active_count; i++)
        for (struct block_record *record = bucket->active[i]->active; record; record = record->next)
            free(record->moves);
    for (int i = 0; i < 2 * count; i++)
        free(bucket->sent[i / count][i % count].items);
    for (int i = 0; i < bucket->chunk_count; i++)
        free(bucket->chunks[i]);
    free(bucket->sent[0]);
    free(bucket->sent[1]);
    free(bucket->active);
    free(bucket->standing.items);
    free(bucket->landed.items);
    free(bucket->found);
    free(bucket->chunks);
}

void search_end(struct search *search)
{
    for (int i = 0; i < search->block_count; i++)
        free_passing(&search->blocks[i]);
    for (int i = 0; i < search->bucket_count; i++)
        free_bucket(&search->buckets[i], search->bucket_count);
    for (int i = 0; i < search->worker_count; i++) {
        spread_room_free(&search->workers[i].room);
        for (int k = 0; k < search->workers[i].spare_count; k++)
            free(search->workers[i].spare[k]);
        free(search->workers[i].spare);
    }
    free(search->workers);
    team_free(search->team);
    spread_free(&search->spread);
    free(search->buckets);
    free(search->blocks);
    free(search->block_at);
}

/* --- questions -------------------------------------------------------------------------------- */

int search_rounds_of(const struct search *search, int plane, struct point from, struct point move)
{
    int index = *search_block_at(search, from);
    if (index < 0)
        return 0;
    const struct block *block = &search->blocks[index];
    uint64_t mask = bits_mask(from);
    if (!search_has_speed(block, move))
        return 0;
    struct slot slot = search_slot(block, move);
    const struct block_record *record = search_find_record(block, plane, slot.tile);
    const struct bucket *bucket = &search->buckets[block->bucket];
    for (uint32_t i = record ? record->rows[slot.word >> 3].found[slot.word & 7] : 0; i != 0;) {
        const struct found *found = found_at(bucket, i);
        if ((found->moves & mask) != 0)
            return found->rounds;
        i = found->next;
    }
    return 0;
}
