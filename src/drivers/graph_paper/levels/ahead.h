/* Looking ahead in a race: states that follow from each other by one action each, made by the rules
 * themselves, and a count of how many there were; and comparing actions by what comes of them.
 *
 * The count is what limits a driver's thinking: it is the same on every machine.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_LEVELS_AHEAD_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_LEVELS_AHEAD_H

#include "base/budget.h"
#include "rules/graph_paper/graph_paper.h"

enum { AHEAD_DEEPEST = 24 };

struct ahead {
    struct race *states[AHEAD_DEEPEST + 1]; /* made when needed, kept until the end */
    struct move_list moves[AHEAD_DEEPEST + 1];
    int depth;
    struct event_list events; /* of the last action */
    int nodes, limit;
    struct budget *budget;
};

/* Depth 0 is a copy of the race. The budget may be NULL. */
void ahead_begin(struct ahead *ahead, const struct race *race, int limit, struct budget *budget);
void ahead_end(struct ahead *ahead);

static inline const struct race *ahead_race(const struct ahead *ahead)
{
    return ahead->states[ahead->depth];
}

/* The moves of the car to move, which has a position; good until this depth is asked again. */
const struct move_list *ahead_moves(struct ahead *ahead);

/* One action farther, which must be legal; ahead_undo goes back. */
void ahead_do(struct ahead *ahead, const struct graph_paper_action *action);
void ahead_undo(struct ahead *ahead);

bool ahead_is_cancelled(const struct ahead *ahead);
/* No more nodes, or cancelled: what is being looked at may be given up. */
bool ahead_is_spent(const struct ahead *ahead);
/* Is there room for one more action? */
bool ahead_has_room(const struct ahead *ahead);

/* Bit n: car n is the car to move, which has a position, or one of so many others that are racing
 * and nearest to it; those below 0 do not matter. */
typedef int ahead_distance(const struct car *car, const struct car *other);
uint64_t ahead_watch(const struct race *race, int others, ahead_distance *distance);

struct option {
    struct graph_paper_action action;
    int mistake; /* by how much it is misjudged */
    int worth;
};
/* What an option comes to when one looks so many turns ahead; `best`: the most so far, or INT_MIN.
 */
typedef int ahead_weigh(void *data, const struct option *option, int turns, int best);

/* Looks 1, 2 and so on turns ahead until nodes or turns are spent. The best comes first, equal ones
 * stay as they were; turns that were given up half way change nothing. False if it was cancelled.
 */
bool ahead_compare(struct ahead *ahead, struct option *options, int count, int turns,
                   ahead_weigh *weigh, void *data);

#endif
