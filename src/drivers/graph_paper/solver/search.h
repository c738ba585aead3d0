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
#include "drivers/graph_paper/solver/bound.h"

#include <stdatomic.h>

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
    bool by_nitros; /* alone: what one more pays for is one more step aside */
    bool four;
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

#endif
