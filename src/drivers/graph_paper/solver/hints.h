/* What can be told to a person who is about to move: how many rounds each point is from the finish,
 * from which points no way stays on the track, where full braking leads, the best line from here.
 *
 * Pure: follows from the knowledge and the race alone, other cars are not counted. What a turn
 * leads to is asked of the rules, with whatever is left of nitros, brakes and boosts. Rounds are as
 * good as the knowledge: where that knows few extras they may be more than need be. Where it knows
 * no rounds (a derby, a huge sheet) there are no numbers and no line, but doomed points and braking
 * all the same. The work is limited by counting: a point that is not seen through is not called
 * doomed.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_HINTS_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_HINTS_H

#include "base/memory.h"
#include "drivers/graph_paper/solver/knowledge.h"

enum way_end {
    WAY_STOPS,
    WAY_LEAVES, /* the track at `exit`, on the way to the last point; or no move can be chosen there
                 */
    WAY_FINISHES,
    WAY_LAP,    /* one is complete; the next one is not followed */
    WAY_GOES_ON /* it is too long to be followed */
};

struct hint_way {
    struct point *points; /* where it begins, then where each move leads */
    int count;            /* 0: there is no such way */
    int rounds;           /* that it takes, missed turns included */
    enum way_end end;
    struct exact_point exit;
};

enum { HINT_NO_ROUNDS = -1 };

struct hint {
    struct point to;
    /* Still to go from there, missed turns included: 0 at a point that finishes. For a start point
     * the whole race. HINT_NO_ROUNDS: the move ends otherwise than by driving on, or it is not
     * known. */
    int rounds;
    bool doomed; /* on the track, but every way on from there leaves it */
    /* Braking as hard as may be from there: without extras, unless only they keep it on the track.
     * None for start points, moves off the track, into cars and over the finish. */
    struct hint_way braking;
    /* Of the points that can be reached from there without extras, those that are doomed. */
    struct point *doomed_after;
    int doomed_after_count;
};

struct hints {
    struct hint *items; /* in the order of graph_paper_starts, or of graph_paper_moves */
    int count;
    int best;             /* the fewest rounds of an item; HINT_NO_ROUNDS */
    struct hint_way line; /* a best one, from the car or start point, or from the best start */
};

/* For the car to move; the race is not over and of the knowledge's set-up (but for its players).
 * `start` is the start point that a waiting car thinks of, NULL: the start points themselves are
 * asked about; else NULL. NULL only if it was cancelled; the budget may be NULL. */
struct hints *hints_find(const struct knowledge *knowledge, const struct race *race,
                         const struct point *start, struct budget *budget);
void hints_free(struct hints *hints); /* NULL is allowed */

const struct hint *hints_at(const struct hints *hints, struct point to); /* NULL: not among them */

#endif
