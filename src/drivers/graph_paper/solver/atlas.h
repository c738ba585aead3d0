/* How far every move on a sheet is from the finish: what questions are answered from.
 *
 * The search of search.h keeps sets of points for each velocity, which suits a wide sheet and one
 * answer. A atlas keeps sets of velocities for each **place** (grid point of the track), a row of
 * them in a word: so accelerations are shifts of words, also those that nitros, brakes and boosts
 * pay for, and which moves are legal and where they arrive is found once for all layers and stores.
 * Known as in search.h: the moves that finish are 1 away; a state is as far as the nearest move
 * that its car can afford; a move one more than the state that it arrives in, and the turns missed
 * there.
 *
 * Only read once it has been made. Distances cost two bytes for each move, layer and store.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_ATLAS_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_ATLAS_H

#include "drivers/graph_paper/solver/plan.h"

enum {
    ATLAS_FASTEST = 31,     /* either way on an axis: a row of velocities is a word */
    ATLAS_ROUNDS = 60000,   /* what is farther is never */
    ATLAS_STAYS = INT16_MAX /* instead of a velocity to come: see struct atlas_arrival */
};

struct atlas_place {
    struct point at;
    int low, rows; /* of vertical velocities of moves from here and to here: the first, how many */
    int words;     /* index of its first row */
    int arrival_begin, arrival_end;
    bool near_slick; /* some of its velocities to come lead to one that limits accelerations */
    bool stops;      /* whoever comes to this slick stands still and misses turns */
};

/* The moves from a place with one vertical velocity. */
struct atlas_row {
    int first; /* index of the move at bit `left` */
    int left;
};

/* A move that does not simply arrive with its velocity in the layer where it began. */
struct atlas_arrival {
    int place, to; /* where it begins and leads, as indices */
    int16_t move_x, move_y;
    int16_t from_layer, layer;
    int16_t velocity_x, velocity_y; /* to come; ATLAS_STAYS: whoever coasts there has to stay once,
                                       though it is not standing (RULES 6) */
    bool stops;
};

/* A move that finishes. */
struct atlas_finish {
    int place;
    int layer;
    struct point move;
};

struct atlas {
    const struct plan *plan; /* borrowed */
    int *place_of;           /* by grid point, y * (width + 1) + x; -1: not on the track */
    struct atlas_place *places;
    int place_count;
    int words;              /* rows of all places */
    uint64_t *plain;        /* by row: moves that arrive here as they are in their own layer */
    uint64_t *special;      /* by row: velocities to come of arrivals */
    uint64_t *states;       /* by row: velocities to come that any move leads to */
    uint64_t *limited;      /* by row: velocities to come that lead to such a slick */
    struct atlas_row *rows; /* by row */
    struct atlas_arrival *arrivals; /* by where they lead, then by velocity */
    struct atlas_finish *finishes;
    int arrival_count, finish_count;
    int moves;           /* of one layer and store */
    uint16_t *distances; /* (layer * stores + store) * moves + index; 0: never */
};

/* Are the fastest cars slow enough? */
bool atlas_fits(const struct plan *plan);

/* Called now and then with what is done so far and needed next; false ends the search. */
typedef bool atlas_look(void *data, int rounds, uint64_t moves, size_t bytes);

/* False if `look` said so, whose data is handed on. To be freed in any case. */
bool atlas_make(struct atlas *atlas, const struct plan *plan, atlas_look *look, void *data);
void atlas_free(struct atlas *atlas); /* also a zeroed one */

/* How far a move is from the finish; 0: it does not get there. */
int atlas_rounds_of(const struct atlas *atlas, int plane, struct point from, struct point move);

/* atlas_moves.c: everything but the distances. False if `look` said so. */
bool atlas_find_moves(struct atlas *atlas, atlas_look *look, void *data);

/* -1: not on the track. */
static inline int atlas_place_at(const struct atlas *atlas, struct point at)
{
    return atlas->place_of[at.y * (atlas->plan->setup.track->width + 1) + at.x];
}

/* The bit of a velocity in the word of its row, and back. */
static inline int atlas_bit(const struct atlas *atlas, int across)
{
    return across + atlas->plan->reach.x;
}

#endif
