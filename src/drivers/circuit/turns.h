/* The fewest turns of a car that nobody meets and that CIRCUIT_ALONE, counted backward from the
 * finish for every space, speed and wear. Fewer turns come before a longer way beyond the line.
 */
#ifndef GRAPHPRIX_DRIVERS_CIRCUIT_TURNS_H
#define GRAPHPRIX_DRIVERS_CIRCUIT_TURNS_H

#include "base/memory.h"
#include "rules/circuit/circuit.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    TURN_PARTS = 16,   /* a row beyond the line is worth one part */
    TURNS_FAR = 30000, /* parts: there is no such drive */
    TURNS_SPEEDS = 10, /* 0 to 180 mph, by their points */
    TURNS_ENDS = 6,    /* lanes, each without and with the line benefit */
    TURNS_BEHIND = 16  /* rows behind the line from which a car may set out */
};

/* What each posted speed costs from each space: made once for a circuit, for all builds. */
struct turn_ways;
struct turn_ways *circuit_ways_make(const struct setup *setup);
void circuit_ways_free(struct turn_ways *ways);

/* A step as 5 has it. `worst`: the largest excess so far in the corner of the space before. */
struct way_step {
    bool benefit, spins;
    int worst, halves; /* with what the line costs */
};
struct way_step circuit_way_step(const struct setup *setup, int row, int lane, bool benefit,
                                 int worst, int posted, int to_lane, bool takes_line);

/* The fewest halves for so many steps to each end, by circuit_end; -1: spins. */
int circuit_end(int lane, bool benefit);
void circuit_ways_cost(const struct turn_ways *ways, int row, int lane, bool benefit, int posted,
                       int steps, int halves[TURNS_ENDS]);

/* A car as it stands at the beginning of a turn. */
struct racer {
    int position; /* 1.5 */
    int lane;
    bool benefit;
    int speed, halves;
};

struct circuit_turns;
/* For `laps` laps; `all`: of every position, else of those round the start alone. NULL: the budget
 * has ended; else it holds the bytes, which circuit_turns_size tells. */
struct circuit_turns *circuit_turns_make(const struct turn_ways *ways, const struct build *build,
                                         int laps, bool all, struct budget *budget);
void circuit_turns_free(struct circuit_turns *turns);
/* Parts of a turn; TURNS_FAR. Wear beyond what the build has makes no difference. */
int circuit_turns_left(const struct circuit_turns *turns, const struct racer *racer);
/* Bytes that a table takes. */
size_t circuit_turns_size(const struct setup *setup, const struct build *build, int laps, bool all);
/* No more than the parts of a turn that the table would tell for that car, and most often not much
 * less: soon there, and without a table. */
int circuit_turns_least(const struct turn_ways *ways, const struct build *build, int laps,
                        const struct racer *racer, struct budget *budget);
/* Speeds that may be posted (3.1). */
void circuit_posts_of(const struct setup *setup, const struct build *build, int speed, int *least,
                      int *most);

/* === chance =================================================================================== */

/* What dice come to (RULES 6 and 8): chances by enumeration, as shares of CHANCE_WHOLE. */

enum { CHANCE_WHOLE = 46656, CHANCE_LOSSES = 4 };

/* A force pass with dice. One blocker that resists, or two. */
struct chance_pass {
    int resist;
    int blocks;    /* cards BLOCK: 1 or 2 */
    int faster[2]; /* the passer's posted speed less theirs */
    bool chip, their_chips[2];
};
/* By points of wear that are lost. */
struct chance_result {
    int passes[CHANCE_LOSSES];                 /* the passer: it passes */
    int held[CHANCE_LOSSES];                   /* it is held, and brakes */
    int spins;                                 /* it is held, and rolls on the spin table */
    int blocker[CHANCE_LOSSES], blocker_spins; /* the first blocker */
};
struct chance_result chance_of_pass(const struct chance_pass *pass);

/* The spin table: of 36. */
struct chance_spin {
    int wear, miss, crash;
};
struct chance_spin chance_of_spin(int modifier);

/* === knowledge ================================================================================ */

/* What drivers know of a set-up, prepared once and then only read: the turns that are left to every
 * build, alone.
 */

struct circuit_knowledge;

struct circuit_knowledge *circuit_knowledge_prepare(const struct setup *setup,
                                                    struct budget *budget);
void circuit_knowledge_free(struct circuit_knowledge *knowledge);

const struct setup *circuit_knowledge_setup(const struct circuit_knowledge *knowledge);
/* In parts of a turn; TURNS_FAR. Of many laps the last ones are known, and the others are taken to
 * be as long: *exact says which, and may be NULL. */
int circuit_knowledge_left(const struct circuit_knowledge *knowledge, const struct build *build,
                           const struct racer *racer, bool *exact);
/* Whole turns for parts of them. */
int circuit_whole_turns(int parts);
/* Every build, the best one alone first; returns how many. */
int circuit_knowledge_builds(const struct circuit_knowledge *knowledge,
                             const struct build **builds);
/* From the grid, by the best build, alone; 0: unknown. */
int circuit_knowledge_rounds(const struct circuit_knowledge *knowledge);

/* The car that starts alone. */
struct racer circuit_starting_racer(const struct setup *setup, const struct build *build);
int circuit_builds_of(const struct setup *setup, struct build builds[CIRCUIT_BUILDS]);

#endif
