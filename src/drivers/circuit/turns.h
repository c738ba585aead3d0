/* The fewest turns of a car that nobody meets and that CIRCUIT_ALONE, counted backward from the
 * finish for every space, speed and wear. Fewer turns come before a longer way beyond the line.
 */
#ifndef GRAPHPRIX_DRIVERS_CIRCUIT_TURNS_H
#define GRAPHPRIX_DRIVERS_CIRCUIT_TURNS_H

#include "base/budget.h"
#include "rules/circuit/circuit.h"

#include <stdint.h>

enum {
    TURN_PARTS = 16,   /* a row beyond the line is worth one part */
    TURNS_FAR = 30000, /* parts: there is no such drive */
    TURNS_SPEEDS = 10, /* 0 to 180 mph, by their points */
    TURNS_ENDS = 6,    /* lanes, each without and with the line benefit */
    TURNS_BEHIND = 16  /* rows behind the line from which a car may set out */
};

/* What each posted speed costs from each space: made once for a circuit, for all builds. */
struct ways;
struct ways *circuit_ways_make(const struct setup *setup);
void circuit_ways_free(struct ways *ways);

/* A step as 5 has it. `worst`: the largest excess so far in the corner of the space before. */
struct way_step {
    bool benefit, spins;
    int worst, halves; /* with what the line costs */
};
struct way_step circuit_way_step(const struct setup *setup, int row, int lane, bool benefit,
                                 int worst, int posted, int to_lane, bool takes_line);

/* The fewest halves for so many steps to each end, by circuit_end; -1: spins. */
int circuit_end(int lane, bool benefit);
void circuit_ways_cost(const struct ways *ways, int row, int lane, bool benefit, int posted,
                       int steps, int halves[TURNS_ENDS]);

/* A car as it stands at the beginning of a turn. */
struct racer {
    int position; /* 1.5 */
    int lane;
    bool benefit;
    int speed, halves;
};

struct turns;
/* For `laps` laps; `all`: of every position, else of those round the start alone. NULL: the budget
 * has ended; else it holds the bytes, which circuit_turns_size tells. */
struct turns *circuit_turns_make(const struct ways *ways, const struct build *build, int laps,
                                 bool all, struct budget *budget);
void circuit_turns_free(struct turns *turns);
/* Parts of a turn; TURNS_FAR. Wear beyond what the build has makes no difference. */
int circuit_turns_left(const struct turns *turns, const struct racer *racer);
/* Bytes that a table takes. */
size_t circuit_turns_size(const struct setup *setup, const struct build *build, int laps, bool all);
/* No more than the parts of a turn that the table would tell for that car, and most often not much
 * less: soon there, and without a table. */
int circuit_turns_least(const struct ways *ways, const struct build *build, int laps,
                        const struct racer *racer, struct budget *budget);
/* Speeds that may be posted (3.1). */
void circuit_posts_of(const struct setup *setup, const struct build *build, int speed, int *least,
                      int *most);

#endif
