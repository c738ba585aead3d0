/* What the files of the search do for each other.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_SEARCH_INSIDE_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_SEARCH_INSIDE_H

#include "drivers/graph_paper/solver/search_cells.h"

/* Zeroed, until the search ends. */
void *search_allocate(struct search *search, struct bucket *bucket, size_t size);
static inline int *search_block_at(const struct search *search, struct point at)
{
    return &search->block_at[(at.y >> 3) * search->columns + (at.x >> 3)];
}
/* A velocity's place: its tile in the block, and its word there. */
struct slot {
    int tile, word;
};
static inline struct slot search_slot(const struct block *block, struct point velocity)
{
    int x = velocity.x - block->low.x;
    int y = velocity.y - block->low.y;
    return (struct slot){(y >> 3) * block->across + (x >> 3), (y & 7) * BLOCK + (x & 7)};
}
static inline struct point search_velocity(const struct block *block, struct slot slot)
{
    return (struct point){block->low.x + slot.tile % block->across * BLOCK + (slot.word & 7),
                          block->low.y + slot.tile / block->across * BLOCK + (slot.word >> 3)};
}
static inline bool search_has_speed(const struct block *block, struct point velocity)
{
    return velocity.x >= block->speeds.low.x && velocity.x <= block->speeds.high.x &&
           velocity.y >= block->speeds.low.y && velocity.y <= block->speeds.high.y;
}
static inline struct bucket *search_bucket(const struct search *search, int block)
{
    return &search->buckets[search->blocks[block].bucket];
}
struct tile *search_tile(struct search *search, int block, int tile);
struct record *search_make_record(struct search *search, int block, int plane, int tile);
/* NULL: nothing has happened there. */
static inline struct record *search_find_record(const struct block *block, int plane, int tile)
{
    const struct tile *of = block->tiles ? block->tiles[tile] : NULL;
    return of ? of->records[plane] : NULL;
}
bool search_should_stop(struct search *search); /* notices that it was cancelled */
uint32_t search_keep_found(struct search *search, struct bucket *bucket, struct found found);
void search_give_back(struct worker *worker, uint64_t *moves); /* all 0 */
/* They were found in this round. */
void search_add_moves(struct search *search, int worker, int block, int plane, struct slot slot,
                      uint64_t moves);

/* search_round.c: takes what was sent to a bucket, spreads it, and sends what leads there. */
struct spread spread_create(const struct plan *plan);
void spread_free(struct spread *spread);
struct spread_room spread_room_create(const struct spread *spread);
void spread_room_free(struct spread_room *room);
team_work search_go_on_in_bucket;

/* search_moves.c: of the moves from a block by one vector those that simply arrive, asked if that
 * was not; what else they do is then in the tile; and the moves from a block that finish, added. */
uint64_t search_ask(struct search *search, int block, struct slot slot, struct tile *tile,
                    uint64_t moves);
void search_find_finishers(struct search *search, int block, int worker);

#endif
