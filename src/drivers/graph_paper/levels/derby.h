/* The demolition derby (RULES 9): what its drivers see, and what they make of it.
 *
 * All four levels look ahead in the same way, by the rules themselves; what differs is how far
 * (derby.c has the table). Values are hundredths of a point.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_LEVELS_DERBY_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_LEVELS_DERBY_H

#include "drivers/graph_paper/levels/ahead.h"

struct derby_sight {
    int turns;         /* of watched cars, the first of which is the one to be chosen */
    int watched;       /* other cars that are thought of as clever; the rest coasts */
    int nodes;         /* actions tried in a turn */
    bool sees_strikes; /* who could strike whom after the last of these turns */
    int mistake;       /* by how much it misjudges a move at most */
    int slips;         /* one turn in so many it drives as a rookie does; 0: never */
};

/* derby_worth.c: how good a race is for a player, as it stands. */
int derby_worth(const struct race *race, int player, const struct derby_sight *sight);
/* Its points against the average of the others'. */
int derby_score_of(const struct race *race, int player);
/* How far apart two cars will be if neither accelerates. */
int derby_distance(const struct car *a, const struct car *b);

/* More than any worth. */
#define DERBY_NOTHING 1000000

/* derby_search.c: what an action of the car to move is worth to its player, with the best that it
 * and the others then do, as far as the sight goes; `alpha`, `beta`: below and above that the
 * caller does not need to know exactly. */
int derby_look(struct ahead *ahead, const struct derby_sight *sight, uint64_t watched, int player,
               int turns, int alpha, int beta);
/* Bit n: car n is one of those that matter to the car to move, which has a position. */
uint64_t derby_watch(const struct race *race, const struct derby_sight *sight);

#endif
