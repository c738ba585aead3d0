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
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_KNOWLEDGE_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_KNOWLEDGE_H

#include "base/memory.h"
#include "rules/graph_paper/graph_paper.h"

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
    int count;
    struct known_move items[];
};
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
};

struct knowledge *knowledge_prepare_within(const struct setup *setup,
                                           const struct knowledge_limits *limits,
                                           struct budget *budget);

/* What the search knows: extras of each kind at most, and laps; -1, -1: there was none. */
struct knowledge_scope {
    int extras, laps;
};
struct knowledge_scope knowledge_scope(const struct knowledge *knowledge);

#endif
