/* What the search keeps of blocks, tiles and rounds (search.h says what these are).
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_SEARCH_CELLS_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_SEARCH_CELLS_H

#include "drivers/graph_paper/solver/search.h"

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

#endif
