/* The search backwards from the finish, round by round.
 *
 * A **move** (starting point, vector, plane) is as far from the finish as the car that makes it has
 * rounds to go, this one included. Moves that finish are 1 away. A **state** (point, velocity to
 * come, plane) has as many rounds to go as the nearest move that the car can afford there. So each
 * round spreads the moves found last over the states that can make them, and finds the moves that
 * lead to those that were not known.
 *
 * The sheet is cut into **blocks** of 8 x 8 points, a word of bits. A block keeps its velocities
 * beside each other, 8 x 8 to a **tile**, so accelerations are shifts of rows of words, and what a
 * round touches lies close together. A state's moves lie in up to four blocks: they are sent there
 * as **pieces**. Blocks belong to **buckets**, and only who has a bucket changes it: in each round
 * the threads share them out, and what is sent is taken in the next one, in the order of the
 * senders. So nothing depends on how many threads there are.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_SEARCH_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_SEARCH_H

#include "base/system/team.h"
#include "drivers/graph_paper/solver/plan.h"

#include <stdatomic.h>

enum { TILE = BLOCK * BLOCK };

/* What is known of a tile in one plane. */
struct record {
    struct record *next; /* of the cell's, with moves */
    uint64_t *moves;     /* found in this round; NULL: none */
    uint64_t touched;    /* a bit for each of them that is not 0 */
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
    struct passing_list *passing; /* by vector; NULL: none */
    struct record *records[];     /* by plane; NULL until something happens */
};

/* A block in one layer. */
struct cell {
    int block, layer;
    struct record *active; /* with moves found in this round */
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

enum { PIECE_BLOCKS = 19, PIECE_PLANES = 13, PIECE_TILES = 14, PIECE_SHIFTS = 12 }; /* bits */

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
    struct state_list standing; /* states of this round without velocity */
    struct state_list landed;   /* on slicks: they go on in a later round */
    struct found **found;       /* from 1, in leaves of FOUND_LEAF */
    uint32_t found_count;
    char *free; /* of the newest chunk of memory */
    size_t left, chunk, used;
    void **chunks;
    int chunk_count, chunk_capacity;
    uint64_t count; /* of moves found */
};

/* Which accelerations lead from a state to a move, and what they leave of the store
 * (RULES 2.2, 2.5, 2.6), turned round and for many velocities at once: from the moves of a block,
 * as rows of words by velocity, the states that can choose them. What extras allow is asked of the
 * rules once. */
struct spread {
    struct offer_list *by_store; /* after the move */
    int stores;
    int farthest;   /* on an axis, of any acceleration */
    bool by_nitros; /* alone: what one more pays for is one more step aside */
    bool four;
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
struct worker {
    struct spread_room room;
    uint64_t **spare; /* for the moves of a record, all 0: those that were used last */
    int spare_count, spare_capacity;
};

struct search {
    const struct plan *plan; /* borrowed */
    struct spread spread;
    int columns, rows; /* of blocks */
    int *block_at;     /* by row, then column; -1: no point of the track */
    struct block *blocks;
    int block_count;
    struct bucket *buckets;
    int bucket_count;
    struct team *team;
    bool in_threads; /* also where it does not pay */
    struct worker *workers;
    int worker_count;
    bool turbo, spins, coasts, limits;
    size_t memory_limit;
    const atomic_bool *cancelled; /* may be NULL */
    atomic_size_t bytes;          /* of chunks */
    atomic_bool too_large, left;  /* for memory; when it was cancelled: in the middle of a round */
    int rounds;                   /* all moves that are so far are known */
    uint64_t count;               /* of moves found */
    int64_t active;               /* cells of the last round */
};

struct search_limits {
    int threads;   /* so many; 0: as many as there are processors where it pays */
    size_t memory; /* bytes */
    const atomic_bool *cancelled;
};

/* With the moves that finish; perhaps stopped. False and the error if it is more than can be looked
 * at. */
bool search_begin(struct search *search, const struct plan *plan,
                  const struct search_limits *limits, struct error *error);
void search_end(struct search *search);

/* One round: finds the moves that are one farther, then the states from which so many rounds are to
 * go, of which those without velocity stand in the buckets. */
void search_go_on(struct search *search);
bool search_has_more(const struct search *search);
/* It needs more memory, or was cancelled, in the middle of a round, which was left: nothing but
 * freeing it makes sense then. */
bool search_is_stopped(const struct search *search);

/* How far a move is from the finish; 0: not found. Only reads. */
int search_rounds_of(const struct search *search, int plane, struct point from, struct point move);
size_t search_bytes(const struct search *search);

/* --- for the files of the search -------------------------------------------------------------- */

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
