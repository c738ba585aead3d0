/* The fewest rounds (moves and missed turns) in which one car comes from a start point, or from any
 * state, to the finish, under every rule that concerns a single car. Exact, and the same for any
 * number of threads.
 *
 * No move leaves the track, except that the last may behind the line. Extras (nitros, good brakes,
 * turbo boosts) are used only if that was asked for. A solver is used by one thread at a time, but
 * the questions below only read: after solver_prepare any number of threads may ask at once. Two
 * solvers do not know each other.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_SOLVER_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_SOLVER_H

#include "base/memory.h"
#include "rules/graph_paper/graph_paper.h"

/* Whether solver_solve finds out first how far all is from the start, to leave out what is too far:
 * that pays on large sheets. */
enum solver_sight { SIGHT_USUAL, SIGHT_BOUNDED, SIGHT_WHOLE };

struct solver_options {
    bool with_extras;
    bool for_questions; /* for solver_prepare, else for solver_solve; cars will be asked
                           about that may have used extras */
    enum solver_sight sight;
    int threads;           /* at most; 0: as many as there are processors */
    struct budget *budget; /* while it searches, 2 GiB without other bytes; may be NULL */
    void (*progress)(void *data, int rounds, uint64_t moves); /* before each round; may be NULL */
    void *progress_data;
};

/* Of the budget, of each move that the search finds. */
enum { SOLVER_STEPS = 25 };

struct solver;

/* The set-up must have passed its check; its track must outlive the solver. NULL and the error if
 * it is a derby, or more than can be looked at. */
struct solver *solver_create(const struct setup *setup, const struct solver_options *options,
                             struct error *error);
void solver_free(struct solver *solver);

struct solution {
    int rounds, moves;
    struct point *line; /* the start point, then where each move leads: moves + 1 points */
    uint64_t states;    /* looked at */
};

/* Fills in the solution, whose line the caller frees. False and the error if there is no lap within
 * the race's limit of rounds, or if the budget would not do. The line has been
 * driven by the rules. */
bool solver_solve(struct solver *solver, struct solution *solution, struct error *error);
/* After it has failed: is it proved that there is no lap? Else it was not looked at to the end. */
bool solver_has_proved_none(const struct solver *solver);

/* Looks at everything from which the finish can be reached, so that questions need no search. The
 * errors are solver_solve's. */
bool solver_prepare(struct solver *solver, struct error *error);

enum { SOLVER_NEVER = -1 };
/* The fewest rounds that a racing car still needs, its missed turns included, if it stays on the
 * track and nobody meets it; SOLVER_NEVER if it cannot do so. After solver_prepare. */
int solver_remaining(const struct solver *solver, const struct car *car);
/* The same after its move to a point, this move included; SOLVER_NEVER if it cannot make it. */
int solver_remaining_by(const struct solver *solver, const struct car *car, struct point to);
/* Appends the points of one best line: where the car is, then where each of its moves leads, the
 * last one behind the line. False, and nothing appended, where solver_remaining is SOLVER_NEVER. */
bool solver_line_from(const struct solver *solver, const struct car *car, struct point_list *line);

#endif
