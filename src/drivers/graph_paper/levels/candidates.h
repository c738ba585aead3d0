/* All actions that the car to move may well take, and how many rounds each leaves it.
 *
 * `rounds` counts from this turn to the finish, this turn and all missed ones included, if nobody
 * meets the car later: what the knowledge says of moves that stay on the track; of moves that
 * strike someone or leave the track, what the knowledge says of the place where the rules put the
 * car then. KNOWLEDGE_NEVER: it is out, or drives into a wall for certain; KNOWLEDGE_UNKNOWN: the
 * knowledge cannot tell (it never can in a derby).
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_LEVELS_CANDIDATES_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_LEVELS_CANDIDATES_H

#include "drivers/graph_paper/solver/knowledge.h"

/* A waiting car looks at this many start points, those with the fewest rounds to go. */
enum { CANDIDATE_STARTS = 24 };

struct candidate {
    struct graph_paper_action action;
    bool start_only; /* choose = reverse: the action is a start point, and `move` means nothing */
    struct move move;
    bool tried; /* `after` is how the rules leave the car, whomever it met: see candidate_after */
    struct car after;
    struct point velocity; /* then */
    int rounds;
};

struct candidate_list {
    struct candidate *items;
    int count, capacity;
};

/* The race is not over. At least one; by start point, then as graph_paper_moves lists them. The
 * list is emptied first; free the items with free. What becomes of moves that leave the track takes
 * longer to find than all the rest and is seldom asked: KNOWLEDGE_NEVER stands there until
 * candidates_weigh. */
void candidates_list(const struct knowledge *knowledge, const struct race *race,
                     struct candidate_list *list);
/* Tries them out, too. */
void candidates_weigh(const struct knowledge *knowledge, const struct race *race,
                      struct candidate_list *list);
/* The car after its move; not of one that leaves the track before candidates_weigh. */
struct car candidate_after(const struct knowledge *knowledge, const struct race *race,
                           const struct candidate *candidate);

/* The first of those with the fewest rounds; unknown is more than any number, never more than
 * that. */
const struct candidate *candidates_best(const struct candidate_list *list);
/* Below 0 if fewer rounds are left by `a` than by `b`. */
int candidates_compare(const struct candidate *a, const struct candidate *b);

#endif
