/* What the search keeps of blocks, tiles and rounds (search.h says what these are), and what its
 * two files do for each other.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_SEARCH_INSIDE_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_SEARCH_INSIDE_H

#include "drivers/graph_paper/solver/search.h"

enum { TILE = BLOCK * BLOCK };

/* What is known of a tile in one plane. */
struct block_record {
    struct block_record *next; /* of the cell's, with moves */
    uint64_t *moves;           /* found in this round; NULL: none */
    uint64_t touched;          /* a bit for each of them that is not 0 */
    int tile, store;
    struct {
        uint64_t known[BLOCK]; /* states that have had their round */
        uint32_t found[BLOCK]; /* the newest struct found; 0: none */
    } rows[BLOCK];
};

/* What moves do that do not simply arrive with their vector as velocity in the layer where they
 * began. */
struct passing {
    uint64_t moves;
    int from, to; /* layers; SEARCH_ANY: from any one, `to` more */
    int shift;    /* index of the plan's; 0 also if they stop on a slick */
};

enum { SEARCH_ANY = -1 };

struct passing_list {
    struct passing *items;
    int count, capacity;
};

/* Vectors of moves from a block, and velocities of states there. What does not depend on the plane
 * is asked when it is first needed. */
struct tile {
    struct {
        uint64_t plain, refused; /* moves that simply arrive; moves that do not */
    } asked[TILE];
    struct passing_list *passing;   /* by vector; NULL: none */
    struct block_record *records[]; /* by plane; NULL until something happens */
};

/* A block in one layer. */
struct cell {
    int block, layer;
    struct block_record *active; /* with moves found in this round */
};

struct block {
    struct point corner;
    uint64_t held;             /* points of the track */
    struct point_range speeds; /* the velocities */
    struct point low;          /* of the first tile; multiples of its size */
    int across, up;            /* how many tiles */
    int bucket;
    bool passes;         /* moves from here may pass something */
    struct cell *cells;  /* by layer; NULL until something happens */
    struct tile **tiles; /* by row, then column; NULL until something happens */
};

/* Moves of one block, plane and vector that are equally far from the finish. */
struct found {
    uint64_t moves;
    uint32_t next; /* nearer ones; 0: none */
    int32_t rounds;
};

enum {
    PIECE_BLOCKS = 19,
    PIECE_PLANES = 13,
    PIECE_TILES = PLAN_TILE_BITS,
    PIECE_SHIFTS = 12
}; /* bits */

/* Moves by one vector from a block that lead to new states. */
struct piece {
    uint64_t moves;
    uint32_t block : PIECE_BLOCKS, plane : PIECE_PLANES;
    uint32_t tile : PIECE_TILES, word : 6, shift : PIECE_SHIFTS;
};

struct piece_list {
    struct piece *items;
    int count, capacity;
};

/* States of a plane. */
struct state_of_plane {
    int block, plane;
    uint64_t points;
    int rounds;
};

struct state_list {
    struct state_of_plane *items;
    int count, capacity;
};

struct bucket {
    struct piece_list *sent[2]; /* by bucket: in this round, and in the last one */
    struct cell **active;
    int active_count, active_capacity;
    int cells;                  /* that were active in this round */
    int records;                /* with moves found in this round */
    struct state_list standing; /* states of this round without velocity */
    struct state_list landed;   /* on slicks: they go on in a later round */
    struct found **found;       /* from 1, in leaves of FOUND_LEAF */
    uint32_t found_count;
    char *free; /* of the newest chunk of memory */
    size_t left, chunk, used;
    void **chunks;
    int chunk_count, chunk_capacity;
    uint64_t count; /* of moves found */
    int nearest;    /* first round of a move from a state of this round, for a beam */
};

/* Moves of a block and the states that they are spread over, by store, then velocity. Made anew for
 * each block, in the same memory. */
struct spread_room {
    struct point_range box; /* velocities; outermost rows and columns stay empty */
    int across, up;         /* of the box */
    bool *has;              /* by store: any moves; afterwards: any states */
    uint64_t *moves, *states;
    size_t capacity; /* words of each */
};

/* What a thread needs while it has a bucket. */
struct search_worker {
    struct spread_room room;
    uint64_t **spare; /* for the moves of a record, all 0: those that were used last */
    int spare_count, spare_capacity;
};

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
/* Of moves from a block that are as far from the finish as this round's, or of states to which they
 * are the way, those that the sight does not leave out. */
static inline uint64_t search_keep(const struct search *search, const struct block *block,
                                   struct point move, int plane, uint64_t points)
{
    return search->sight.bound ? bound_within(search->sight.bound, block->corner, points, move,
                                              plane, search->first_most)
                               : points;
}
struct tile *search_tile(struct search *search, int block, int tile);
struct block_record *search_make_record(struct search *search, int block, int plane, int tile);
/* NULL: nothing has happened there. */
static inline struct block_record *search_find_record(const struct block *block, int plane,
                                                      int tile)
{
    const struct tile *of = block->tiles ? block->tiles[tile] : NULL;
    return of ? of->records[plane] : NULL;
}
/* Notices that it was cancelled. */
static inline bool search_should_stop(struct search *search)
{
    if (budget_has_ended(search->budget))
        atomic_store_explicit(&search->left, true, memory_order_relaxed);
    return search_is_stopped(search);
}
uint32_t search_keep_found(struct search *search, struct bucket *bucket, struct found found);
void search_free_moves(struct search_worker *worker, uint64_t *moves); /* all 0 */
/* They were found in this round. */
void search_add_moves(struct search *search, int worker, int block, int plane, struct slot slot,
                      uint64_t moves);

/* search_round.c: takes what was sent to a bucket, spreads it, and sends what leads there. */
struct spread spread_create(const struct plan *plan);
void spread_free(struct spread *spread);
struct spread_room spread_room_create(const struct spread *spread);
void spread_room_free(struct spread_room *room);
team_work search_go_on_in_bucket;

/* The moves from a block that finish, added. */
void search_find_finishers(struct search *search, int block, int worker);

#endif
