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
/* The same of a move that costs no more than the search looks at. */
int solver_remaining_paid(const struct solver *solver, const struct car *car,
                          const struct move *move);
/* Appends the points of one best line: where the car is, then where each of its moves leads, the
 * last one behind the line. False, and nothing appended, where solver_remaining is SOLVER_NEVER. */
bool solver_line_from(const struct solver *solver, const struct car *car, struct point_list *line);

/* === knowledge ================================================================================ */

/* What computer drivers and hints know of a race's track under its rules: how far every state of a
 * car is from the finish. Made once for a race, then only read: by any number of threads at once.
 *
 * Where the search would be too much work (a sheet of thousands of squares, dozens of laps with
 * many nitros) less is known, always by counting and never by the clock: so the same
 * race has the same knowledge on every machine. First a car with many extras is taken for one with
 * few; then only the last laps are exact, and each one before them costs what a flying lap costs;
 * at last nothing is known but distances, and rounds are KNOWLEDGE_UNKNOWN. Of a derby
 * nothing but distances is known either.
 */

struct knowledge;

/* The set-up must have passed its check; it is copied and its track retained. Takes some tens to
 * hundreds of milliseconds. NULL only if it was cancelled; the budget may be NULL. */
struct knowledge *knowledge_prepare(const struct setup *setup, struct budget *budget);
void knowledge_release(struct knowledge *knowledge); /* NULL is allowed */

const struct setup *knowledge_setup(const struct knowledge *knowledge); /* of one player */
/* A car as it would stand at a start point before its first move. */
struct car knowledge_placed(const struct knowledge *knowledge, struct point start);

enum { KNOWLEDGE_NEVER = -1, KNOWLEDGE_UNKNOWN = -2 };
/* The fewest rounds that a racing car still needs, missed turns and extras included, if it stays on
 * the track and nobody meets it. KNOWLEDGE_NEVER: it cannot; KNOWLEDGE_UNKNOWN: this knowledge
 * cannot tell.
 */
int knowledge_remaining(const struct knowledge *knowledge, const struct car *car);
/* The same for its move to a point, this move included. */
int knowledge_remaining_by(const struct knowledge *knowledge, const struct car *car,
                           struct point to);
/* The moves of a racing car, as the rules list them where it meets nobody, and the rounds that each
 * leaves; those that leave the track are not told theirs. They are worked out once and kept for
 * whoever asks of such a car again, in whatever race; not for ever more of them: then it is NULL,
 * as for a car that does not race. */
struct known_move {
    struct point to;
    int rounds;
    unsigned char nitros, good_brakes, turbo_boosts, outcome;
};
struct known_moves {
    int remaining; /* knowledge_remaining of the car */
    struct point at, principal;
    struct point low, high; /* all of them are within */
    /* Moves without rounds have not been asked of the rules, who tell their outcome, and whether
     * they may be made at all: none finishes, and few are ever looked at. */
    bool leaves_open;
    int count;
    struct known_move items[];
};
static inline bool known_is_open(const struct known_moves *moves, int index)
{
    return moves->leaves_open && moves->items[index].rounds < 0;
}
const struct known_moves *knowledge_moves(const struct knowledge *knowledge, const struct car *car);
static inline struct move known_move(const struct known_moves *moves, int index)
{
    const struct known_move *known = &moves->items[index];
    return (struct move){.from = moves->at,
                         .to = known->to,
                         .acceleration = point_subtract(known->to, moves->principal),
                         .nitros = known->nitros,
                         .good_brakes = known->good_brakes,
                         .turbo_boosts = known->turbo_boosts,
                         .outcome = (enum outcome)known->outcome};
}

/* The fewest rounds of the whole race from a start point, or from the best one. */
int knowledge_rounds_from(const struct knowledge *knowledge, struct point start);
int knowledge_rounds(const struct knowledge *knowledge);

/* How far a grid point is from the finish line, forward along the track, in fifths of a square (a
 * step straight is 5, diagonally 7; the last step crosses the line, so from beyond it the way leads
 * round the lap); KNOWLEDGE_NEVER: there is no way of single steps. Known for every knowledge with
 * a finish line. */
int knowledge_distance(const struct knowledge *knowledge, struct point at);
/* The same from where a car stands to the end of its race, with the laps and checkpoints that are
 * still to come. */
int64_t knowledge_way(const struct knowledge *knowledge, const struct car *car);

/* --- how much work it may take before it contents itself with less --------------------------- */

struct knowledge_limits {
    uint64_t moves;  /* that one search may find */
    size_t bytes;    /* that it may keep */
    int64_t points;  /* of the sheet: larger ones are not searched */
    int64_t planes;  /* combinations of lap, checkpoint and extras */
    int64_t at_once; /* points times planes: with more, a search without extras goes ahead */
    size_t kept;     /* bytes of knowledge_moves */
};

struct knowledge *knowledge_prepare_within(const struct setup *setup,
                                           const struct knowledge_limits *limits,
                                           struct budget *budget);

/* What the search knows: extras of each kind at most, and laps; -1, -1: there was none. */
struct knowledge_scope {
    int extras, laps;
};
struct knowledge_scope knowledge_scope(const struct knowledge *knowledge);

/* === hints ==================================================================================== */

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
