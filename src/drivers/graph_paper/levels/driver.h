/* Computer drivers of graph paper: the levels, and what each can see.
 *
 * A driver only ever says the text of an action. What it says follows from the race and its seed
 * alone, so the same race goes the same way on every machine, also after an undo or from a file.
 * How long it thinks is limited by work counted, not by time.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_LEVELS_DRIVER_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_LEVELS_DRIVER_H

#include "base/memory.h"
#include "drivers/driving.h"
#include "drivers/graph_paper/solver/solver.h"
#include "rules/graph_paper/graph_paper.h"

enum driver_level { LEVEL_ROOKIE, LEVEL_CLUB, LEVEL_PRO, LEVEL_ACE, LEVEL_COUNT };

extern const struct driver_kind driver_kinds[LEVEL_COUNT];

/* driving.c: appends the action of the car to move; the race is not over and is of graph paper, the
 * knowledge is of its set-up. Nothing is appended if it was cancelled, which is all that can fail;
 * the budget may be NULL. */
void driver_choose(enum driver_level level, const struct knowledge *knowledge,
                   const struct race *race, struct budget *budget, struct text *action);

/* --- what each level does in a turn -----------------------------------------------------------
 *
 * The functions fill in the action of the car to move, which is one that the rules list, and say
 * false only if they were cancelled. Whatever they leave to chance they draw from `random`, which
 * is seeded by the set-up, the car and the race as it stands.
 */
struct turn_to_drive {
    const struct knowledge *knowledge;
    const struct race *race;
    int car;
    struct random random;  /* a copy is drawn from */
    struct budget *budget; /* may be NULL */
};

/* Rookie, club and pro in a race; its ace; and all of them in a derby. */
bool level_race(const struct turn_to_drive *turn, enum driver_level level,
                struct graph_paper_action *choice);
bool level_race_as_ace(const struct turn_to_drive *turn, struct graph_paper_action *choice);
bool level_hunt(const struct turn_to_drive *turn, enum driver_level level,
                struct graph_paper_action *choice);

/* === candidates =============================================================================== */

/* All actions that the car to move may well take, and how many rounds each leaves it.
 *
 * `rounds` counts from this turn to the finish, this turn and all missed ones included, if nobody
 * meets the car later: what the knowledge says of moves that stay on the track; of moves that
 * strike someone or leave the track, what the knowledge says of the place where the rules put the
 * car then. KNOWLEDGE_NEVER: it is out, or drives into a wall for certain; KNOWLEDGE_UNKNOWN: the
 * knowledge cannot tell (it never can in a derby).
 */

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

/* The race is not over. Those that cost at most so many nitros, at least one if those were without
 * limit (INT_MAX); by start point, then as graph_paper_moves lists them. The
 * list is emptied first; free the items with free. What becomes of moves that leave the track takes
 * longer to find than all the rest and is seldom asked: KNOWLEDGE_NEVER stands there until
 * candidates_weigh. */
void candidates_list(const struct knowledge *knowledge, const struct race *race, int nitros,
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

/* === ahead ==================================================================================== */

/* Looking ahead in a race: states that follow from each other by one action each, made by the rules
 * themselves, and a count of how many there were; and comparing actions by what comes of them.
 *
 * The count is what limits a driver's thinking: it is the same on every machine.
 */

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

/* No more nodes, or cancelled: what is being looked at may be given up. */
bool ahead_is_spent(const struct ahead *ahead);
/* Is there room for one more action? */
bool ahead_has_room(const struct ahead *ahead);

/* Bit n: car n is the car to move, which has a position, or one of so many others that are racing
 * and nearest to it; those below 0 do not matter. */
typedef int ahead_distance(const struct car *car, const struct car *other);
uint64_t ahead_watch(const struct race *race, int others, ahead_distance *distance);

struct weighed_action {
    struct graph_paper_action action;
    int mistake; /* by how much it is misjudged */
    int worth;
};
/* What an option comes to when one looks so many turns ahead; `best`: the most so far, or INT_MIN.
 */
typedef int ahead_weigh(void *data, const struct weighed_action *option, int turns, int best);

/* Looks 1, 2 and so on turns ahead until nodes or turns are spent. The best comes first, equal ones
 * stay as they were; turns that were given up half way change nothing. False if it was cancelled.
 */
bool ahead_compare(struct ahead *ahead, struct weighed_action *options, int count, int turns,
                   ahead_weigh *weigh, void *data);

#endif
