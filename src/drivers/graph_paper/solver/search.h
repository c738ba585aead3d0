/* The search backwards from the finish, round by round, for all points of 64 columns at once.
 *
 * A **move** (starting point, vector, plane) is as far from the finish as the car that makes it has
 * rounds to go, this one included. Moves that finish are 1 away. A **state** (point, velocity to
 * come, plane) has as many rounds to go as the nearest move that the car can afford there. So each
 * round spreads the moves found last over the states that can make them, and finds the moves that
 * lead to these states. Sets of points are kept as words, in tiles of 64 x 32 points that are made
 * when something happens in them; what was found stays, so that anybody can ask how far a move is.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_SEARCH_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_SEARCH_H

#include "drivers/graph_paper/solver/spread.h"

enum { TILE_ROWS = 32 };

/* Points of a tile, in use from row `low` to row `high`. */
struct patch {
    int plane, velocity, tile;
    int low, high;
    uint64_t words[TILE_ROWS];
};

struct patch_list {
    struct patch *items;
    int count;
    int capacity;
};

/* Moves that are equally far from the finish. */
struct found {
    int next; /* the same tile farther away; 0: none */
    int rounds;
    int lane;
    int tile;
    int low, high;
    size_t words; /* index of the first */
};

/* Indices from 1; 0: nothing yet. */
struct cell {
    int first, last; /* found */
    int asked;       /* moves that need not be asked again */
    int states;      /* of this round */
    int known;       /* states of this round or a nearer one, if that is remembered */
    int moves;       /* of the next round */
};

/* A car that lands on a slick stands still there and misses turns before it goes on. */
struct landing {
    int rounds;
    struct patch patch;
};

struct search {
    const struct plan *plan; /* borrowed */
    struct spread spread;
    int columns, tiles;
    struct cell **cells; /* by lane: plane * velocities + velocity; NULL until something happens */
    struct patch_list states, moves, asked, known;
    struct found *found; /* from 1 */
    int found_count, found_capacity;
    int last_begin; /* of those of the last round */
    uint64_t *words;
    size_t word_count, word_capacity;
    struct landing *landings;
    int landing_count, landing_capacity;
    struct bits *landed; /* by plane: slick points that were landed on */
    int rounds;          /* all moves that are so far are known */
    uint64_t count;      /* of moves found */
    size_t lane_bytes;
};

/* With the moves that finish. False and the error if the lists alone are too long. */
bool search_begin(struct search *search, const struct plan *plan, struct error *error);
void search_end(struct search *search);

/* The states from which `rounds` are to go: afterwards in `states`, until the next call. */
void search_spread(struct search *search);
/* Finds the moves that are one farther; all that are nearer are known. */
void search_advance(struct search *search);
bool search_has_more(const struct search *search);
/* Does a state of this round, without velocity, lie there? */
bool search_stands(const struct search *search, int plane, struct point at);

/* How far a move is from the finish; 0: not found. */
int search_rounds_of(const struct search *search, int plane, struct point from, struct point move);
size_t search_bytes(const struct search *search);

/* For the files of the search: the cell, made if it is not there; the patch in the list, with its
 * rows in use widened to the given ones. */
struct cell *search_cell(struct search *search, int lane, int tile);
struct patch *search_patch(struct patch_list *list, int *index, const struct patch *like);

/* advance.c: finds the moves that lead to the patch of states, from which turbo areas shifted them;
 * and those that finish. */
void advance_patch(struct search *search, const struct patch *states, struct point shift);
void advance_finish(struct search *search);

#endif
