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

#include "base/memory.h"
#include "base/system/worker.h"
#include "drivers/graph_paper/solver/search.h"
#include "geometry/point.h"
#include "rules/graph_paper/graph_paper.h"
#include "track/track.h"

#include <stdatomic.h>

/* === bits ===================================================================================== */

/* Sets of grid points or of squares, as words of 8 x 8 of them: bit 8 y + x of a word is the point
 * x to the right of its lower left corner and y above it. So a word is well filled on narrow
 * tracks, too, and a question about all moves of a block by one vector is a few operations on
 * words: what the moves lead to is the window that lies as far from the block as the vector says.
 *
 * What is outside the sheet is in no set. Whoever makes one frees `words`.
 */

enum { BLOCK = 8 }; /* points on a side */

struct bits {
    int columns, rows; /* blocks, with one outside the sheet all round */
    uint64_t *words;
};

static inline struct bits bits_create(int width, int height)
{
    struct bits bits = {.columns = width / BLOCK + 3, .rows = height / BLOCK + 3};
    bits.words = memory_allocate((size_t)bits.columns * (size_t)bits.rows, sizeof *bits.words);
    return bits;
}

static inline uint64_t *bits_word(const struct bits *bits, struct point at)
{
    return &bits->words[((at.y >> 3) + 1) * bits->columns + (at.x >> 3) + 1];
}

static inline uint64_t bits_mask(struct point at)
{
    return UINT64_C(1) << ((at.y & 7) * BLOCK + (at.x & 7));
}

/* All columns of a word of which the bits of `row` say so. */
static inline uint64_t bits_columns(unsigned row)
{
    return UINT64_C(0x0101010101010101) * row;
}

/* The word whose lower left corner is (x, y), anywhere. */
static inline uint64_t bits_window(const struct bits *bits, int x, int y)
{
    int column = (x >> 3) + 1;
    int row = (y >> 3) + 1;
    if (column < 0 || column >= bits->columns - 1 || row < 0 || row >= bits->rows - 1)
        return 0;
    const uint64_t *low = bits->words + row * bits->columns + column;
    const uint64_t *high = low + bits->columns;
    int right = x & 7;
    int up = (y & 7) * BLOCK;
    int rest = 56 - up;
    uint64_t mask = bits_columns(0xffu >> right);
    uint64_t near = low[0] >> up | high[0] << rest << BLOCK;
    uint64_t far = low[1] >> up | high[1] << rest << BLOCK;
    return (near >> right & mask) | (far << (BLOCK - right) & ~mask);
}

/* The set holds points of the sheet, and the point is one. */
static inline bool bits_has(const struct bits *bits, struct point at)
{
    return (*bits_word(bits, at) & bits_mask(at)) != 0;
}

static inline void bits_add(const struct bits *bits, struct point at)
{
    *bits_word(bits, at) |= bits_mask(at);
}

/* The point of the lowest bit of the word that begins at `corner`. */
static inline struct point bits_first(uint64_t word, struct point corner)
{
    int bit = __builtin_ctzll(word);
    return (struct point){corner.x + (bit & 7), corner.y + (bit >> 3)};
}

/* The low bits from `low` to `high`, as far as they are among 8. */
static inline unsigned bits_span(int low, int high)
{
    low = low > 0 ? low : 0;
    high = high < BLOCK - 1 ? high : BLOCK - 1;
    return low > high ? 0 : (0xffu >> (BLOCK - 1 - high + low)) << low;
}

/* The points of the word at `corner` that lie in the box. */
static inline uint64_t bits_in_box(const struct point_range *box, struct point corner)
{
    uint64_t columns = bits_columns(bits_span(box->low.x - corner.x, box->high.x - corner.x));
    int low = box->low.y - corner.y;
    int high = box->high.y - corner.y;
    low = low > 0 ? low : 0;
    high = high < BLOCK - 1 ? high : BLOCK - 1;
    if (low > high)
        return 0;
    return columns & ~UINT64_C(0) >> (BLOCK * (BLOCK - 1 - high + low)) << BLOCK * low;
}

/* A number that changes evenly over the sheet: at a corner, and by a step to the right and up. */
struct slope {
    int64_t at, right, up;
};

static inline unsigned bits_above_in_row(int64_t at, int64_t right)
{
    unsigned row = 0;
    for (int i = 0; i < BLOCK; i++)
        row |= (unsigned)(at + i * right > 0) << i;
    return row;
}

/* The points of the word where the number is above 0. */
static inline uint64_t bits_above(struct slope slope)
{
    int64_t right = slope.right * (BLOCK - 1);
    int64_t up = slope.up * (BLOCK - 1);
    int64_t below = right < 0 ? right : 0; /* by which the least of a row is less than its first */
    int64_t above = right > 0 ? right : 0;
    if (slope.at + below + (up < 0 ? up : 0) > 0)
        return ~UINT64_C(0);
    if (slope.at + above + (up > 0 ? up : 0) <= 0)
        return 0;
    if (slope.up == 0)
        return bits_columns(bits_above_in_row(slope.at, slope.right));
    uint64_t word = 0;
    for (int y = 0; y < BLOCK; y++) {
        int64_t first = slope.at + y * slope.up;
        unsigned row = first + above <= 0  ? 0
                       : first + below > 0 ? 0xffu
                                           : bits_above_in_row(first, slope.right);
        word |= (uint64_t)row << BLOCK * y;
    }
    return word;
}

static inline struct slope slope_by(struct slope slope, int64_t factor, int64_t more)
{
    return (struct slope){slope.at * factor + more, slope.right * factor, slope.up * factor};
}

/* === ways ===================================================================================== */

/* Which moves stay on the track, asked for the 64 starting points of a block at once (RULES 2.3,
 * 2.4).
 *
 * Boxes without a wall in them decide the bulk: a move that can be covered by a chain of such boxes
 * lies in the track. Then the squares that the move passes decide: if all are free of walls and
 * inside it does, if one is free of walls and outside it does not. What is left passes a square
 * with a wall in it and is asked exactly, one by one. Immutable once made.
 */

enum { CLEARANCES = 3 };

/* The squares of a set that a move may pass in a step: one, or two beside or above each other, of
 * which both are in it (inside) or either is (outside). */
struct way_passed {
    struct bits one, beside, above;
};

struct ways {
    struct ground ground;
    bool end_only;    /* path = end */
    struct bits held; /* grid points of the track */
    struct way_passed inside,
        outside;                   /* squares without walls, named by their lower left corners */
    struct bits clear[CLEARANCES]; /* nothing but track within 2, 4, 8 squares */
};

struct ways ways_create(const struct track *track, bool walls_out, bool end_only);
void ways_free(struct ways *ways);

/* Of the points of the word at `corner`, all of the track: those from which the move is sure to
 * stay on it, and those from which it has to be asked exactly. */
struct ways_sorted {
    uint64_t legal, unsure;
};
struct ways_sorted ways_sort(const struct ways *ways, struct point move, struct point corner,
                             uint64_t word);
/* Those from which it does; exactly, one by one. */
uint64_t ways_keep_exactly(const struct ways *ways, struct point move, struct point corner,
                           uint64_t word);

/* Do moves that cross the line forward get beyond it before they leave the track? Those of the word
 * in neither set are not sure. */
struct ways_answer {
    uint64_t yes, no;
};
struct ways_answer ways_get_beyond(const struct ways *ways, struct point move, struct point corner,
                                   const struct track_line *line, uint64_t word);

/* How far beyond the line points are, on its left: at the corner, and by a step; and what a move
 * adds. */
static inline int64_t slope_of(const struct track_line *line, struct point move)
{
    struct point way = point_subtract(line->to, line->from);
    return (int64_t)way.x * move.y - (int64_t)way.y * move.x;
}

static inline struct slope slope_beyond(const struct track_line *line, struct point corner)
{
    return (struct slope){point_cross(line->from, line->to, corner),
                          slope_of(line, (struct point){1, 0}),
                          slope_of(line, (struct point){0, 1})};
}

/* === plan ===================================================================================== */

/* What a search for the fewest rounds is about, and what does not change while it runs: the sheet,
 * the velocities that can occur, layers, and moves that pass something.
 *
 * A **layer** says how far the race has come: net crossings, or laps opened and the checkpoint
 * passed last. A **store** is what is left of nitros, brakes and boosts. A **plane** is a layer
 * with a store. A move is known by the point that it starts from, its vector, and the plane that it
 * starts in.
 */

/* Tiles of 8 x 8 velocities are numbered in so many bits. */
enum { PLAN_TILE_BITS = 14 };
/* Net crossings below this are not looked at: whoever goes back so far has to come back. */
enum { CROSSINGS_LOWEST = -2 };

/* What is left, or what an acceleration takes. */
struct store {
    int nitros, good_brakes, turbo_boosts;
};

/* How fast a car can be on one axis of a sheet with turbo areas, and from where: what can happen if
 * nothing but that axis counts, so that everything that does happen is among it. */
struct reach {
    int fastest;     /* of any move, also of one off the sheet */
    int *low, *high; /* where moves can begin, by speed + fastest; low > high: nowhere */
};

struct plan {
    struct setup setup; /* one player's, without extras unless they were asked for */
    struct race *race;  /* as it begins; asked for rules only */
    struct ways ways;
    struct bits slick;  /* grid points on slicks, if they matter */
    struct point reach; /* the highest velocity on each axis */
    int across;         /* 2 reach.x + 1 */
    int velocities;
    int step;  /* how much faster on an axis each round */
    int spare; /* how much faster than by that a car may be */
    bool has_turbo;
    struct reach across_reach, up_reach; /* with turbo areas, if they were found */
    bool has_checkpoints;
    int layers;
    struct store store; /* at the start */
    int stores, planes;
    struct point_range
        *features; /* where moves may pass something; the first is the finish line's */
    int feature_count;
    struct point *shifts; /* that turbo areas may add up to, (0, 0) first */
    int shift_count;
};

/* The set-up is of a race and has passed its check; its track is borrowed. With `any_speed` also
 * speeds are looked at that only the set-up's extras can give. False and the error if it is more
 * than can be looked at. */
bool plan_make(struct plan *plan, const struct setup *setup, bool with_extras, bool any_speed,
               struct error *error);
void plan_free(struct plan *plan);

int plan_layer_of(const struct plan *plan, const struct car *car); /* -1: not looked at */
/* A car in the layer with all its store. */
struct car plan_car_in(const struct plan *plan, int layer);
int plan_store_index(const struct plan *plan, struct store store);
struct store plan_store_at(const struct plan *plan, int index);

static inline struct point plan_velocity_at(const struct plan *plan, int index)
{
    return (struct point){index % plan->across - plan->reach.x,
                          index / plan->across - plan->reach.y};
}

static inline bool plan_has_velocity(const struct plan *plan, struct point velocity)
{
    return velocity.x >= -plan->reach.x && velocity.x <= plan->reach.x &&
           velocity.y >= -plan->reach.y && velocity.y <= plan->reach.y;
}

/* From where could a car that has come by its velocity make this move, as far as the sheet's size
 * tells? */
struct point_range plan_find_origins(const struct plan *plan, struct point move);

/* Of the points of a word, those from which the whole move crosses the finish line, wherever walls
 * are. */
struct plan_crossers {
    uint64_t forward, backward;
};
struct plan_crossers plan_find_crossers(const struct plan *plan, struct point move,
                                        struct point corner, uint64_t word);
/* Where moves begin whose boxes meet that of the feature. */
struct point_range plan_find_near(const struct plan *plan, int feature, struct point move);

/* === bound ==================================================================================== */

/* From below: the first round in which any car can make a move, found forwards on a coarser sheet.
 * A search that knows of a lap of so many rounds leaves out what is too far from the start for the
 * rounds that it still has to go.
 *
 * The coarser sheet has cells of 4 x 4 points, and velocities as they are. Whoever is in a cell may
 * be at any of its points, and walls are looked at here and there, so a car there comes as far as
 * any: what is told is never a round too many. At the finish line cells are parted, lest a lap be
 * had by being on both sides of it; and a car that has not begun its lap after a while may cross
 * the line at any speed, lest the whole lap be driven backwards in search of a better run-up.
 *
 * It is the same for any number of threads, and once made it is only read. Of extras, checkpoints
 * and turbo areas it knows nothing.
 */

struct bound;

/* Where cars start that are so far in their race. */
struct starts {
    int plane;
    struct bits points;
};

/* By so many threads; 0: as many as there are processors. The budget must last as long. NULL if the
 * budget ends, or if not even that car finishes within `most` rounds. */
struct bound *bound_create(const struct plan *plan, const struct starts *starts, int count,
                           int most, int threads, struct budget *budget);
/* Until so many rounds are known; no more can be asked about. False if the budget ends. */
bool bound_extend(struct bound *bound, int rounds);
void bound_free(struct bound *bound);        /* NULL is allowed */
int bound_rounds(const struct bound *bound); /* no race has fewer */

/* Of points in the block at the corner those from which the move, in that layer, may be one of the
 * first `rounds`. */
uint64_t bound_within(const struct bound *bound, struct point corner, uint64_t points,
                      struct point move, int layer, int rounds);
/* The first round in which it may be one from some of them, or from points beside them. */
int bound_first(const struct bound *bound, struct point corner, uint64_t points, struct point move,
                int layer);

/* === search =================================================================================== */

struct block;
struct bucket;
struct search_worker;

/* Which accelerations lead from a state to a move, and what they leave of the store
 * (RULES 2.2, 2.5, 2.6), turned round and for many velocities at once: from the moves of a block,
 * as rows of words by velocity, the states that can choose them. What extras allow is asked of the
 * rules once. */
struct spread {
    struct offer_list *by_store; /* after the move */
    int stores;
    int farthest;   /* on an axis, of any acceleration */
    int step;       /* of those that cost nothing */
    int round;      /* how many accelerations cost nothing */
    bool by_nitros; /* alone: what one more pays for is one more step aside */
    bool by_moves;  /* the room's moves are asked for */
};

/* What a search leaves out. */
struct sight {
    const struct bound *bound; /* NULL: nothing */
    int most;                  /* rounds from the start to the finish that are looked for */
    int beam; /* not 0: also what is so many rounds farther from the start than the nearest */
};

struct search {
    const struct plan *plan; /* borrowed */
    struct sight sight;      /* borrowed, too */
    int first_most; /* a move that is found now can be in that round of the race at the latest */
    struct spread spread;
    int columns, rows; /* of blocks */
    int *block_at;     /* by row, then column; -1: no point of the track */
    struct block *blocks;
    int block_count;
    struct bucket *buckets;
    int bucket_count;
    struct team *team;
    bool in_threads; /* also where it does not pay */
    struct search_worker *workers;
    int worker_count;
    bool turbo, spins, coasts, limits;
    int top_speed; /* where turbo areas can push a car beyond it; else 0 */
    struct budget *budget;
    atomic_bool left; /* in the middle of a round */
    int records_most; /* room for the moves of so many is counted */
    int rounds;       /* all moves that are so far are known */
    uint64_t count;   /* of moves found */
    int64_t active;   /* cells of the last round */
};

/* With the moves that finish; perhaps stopped. So many threads; 0: as many as there are processors
 * where it pays. The budget, which must last until the end, knows of its bytes. */
void search_begin(struct search *search, const struct plan *plan, const struct sight *sight,
                  int threads, struct budget *budget);
void search_end(struct search *search);

/* One round: finds the moves that are one farther, then the states from which so many rounds are to
 * go, of which those without velocity stand in the buckets. */
void search_go_on(struct search *search);
bool search_has_more(const struct search *search);
/* The budget came to its end in the middle of a round, which was left: nothing but freeing it makes
 * sense then. */
static inline bool search_is_stopped(const struct search *search)
{
    return atomic_load_explicit(&search->left, memory_order_relaxed);
}

/* How far a move is from the finish; 0: not found. Only reads. */
int search_rounds_of(const struct search *search, int plane, struct point from, struct point move);

/* === search inside ============================================================================ */

/* What it keeps of blocks, tiles and rounds, and what its two files do for each other. */

enum { TILE = BLOCK * BLOCK };

/* What is known of a tile in one plane. */
struct block_record {
    struct block_record *next; /* of the cell's, with moves */
    uint64_t *moves;           /* found in this round; NULL: none */
    uint64_t touched;          /* a bit for each of them that is not 0 */
    int tile, store;
    struct {
        uint64_t known[BLOCK]; /* states that have had their round, or never have one */
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

/* Velocities that accelerations without a price lead to, with `four`, eight and `two` of them. */
enum { ROUND_FOUR = 5, ROUND_EIGHT = 9, ROUND_TWO = 25 };

/* Moves of a block and the states that they are spread over, by store, then velocity. Made anew for
 * each block, in the same memory. */
struct spread_room {
    struct point_range box;   /* velocities; outermost rows and columns stay empty */
    int across, up;           /* of the box */
    int round[ROUND_TWO];     /* from a word to those of velocities round its own */
    bool *has;                /* by store: any moves */
    uint64_t *moves, *states; /* moves only where spread.by_moves */
    size_t capacity;          /* words of each */
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
