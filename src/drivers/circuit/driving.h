/* Who drives on a circuit without being a person: what is known of a set-up, the best way on in a
 * move, hints, and the levels. */
#ifndef GRAPHPRIX_DRIVERS_CIRCUIT_DRIVING_H
#define GRAPHPRIX_DRIVERS_CIRCUIT_DRIVING_H

#include "base/memory.h"
#include "drivers/driving.h"
#include "rules/circuit/circuit.h"

#include <stdbool.h>
#include <stdint.h>

/* === turns ==================================================================================== */

/* The fewest turns of a car that nobody meets and that CIRCUIT_ALONE, counted backward from the
 * finish for every space, speed and wear. Fewer turns come before a longer way beyond the line.
 */

enum {
    TURN_PARTS = 16,   /* a row beyond the line is worth one part */
    TURNS_FAR = 30000, /* parts: there is no such drive */
    TURNS_ENDS = 6     /* lanes, each without and with the line benefit */
};

/* A step as 5 has it. `worst`: the largest excess so far in the corner of the space before. */
struct way_step {
    bool benefit, spins;
    int worst, halves; /* with what the line costs */
};
struct way_step circuit_way_step(const struct setup *setup, int row, int lane, bool benefit,
                                 int worst, int posted, int to_lane, bool takes_line);

/* The number of a lane among the TURNS_ENDS. */
int circuit_end(int lane, bool benefit);

/* A car as it stands at the beginning of a turn. */
struct racer {
    int position; /* 1.5 */
    int lane;
    bool benefit;
    int speed, halves;
};

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

/* === plan ===================================================================================== */

/* The best way on in a move, as the other cars stand now, by the turns that are left after it. */

enum {
    PLAN_FINE = 64,                     /* values: parts of a turn, by so much */
    PLAN_TURN = TURN_PARTS * PLAN_FINE, /* less is better */
    PLAN_FAR = 400 * PLAN_TURN,
    PLAN_ACTION = 64,
    PLAN_STEPS = 12
};

struct planner {
    const struct circuit_knowledge *knowledge;
    const struct race *race;
    int car;
    bool alone;            /* as if there were no other cars */
    struct budget *budget; /* or NULL */
    /* Beside turns; NULL: only these count. */
    const struct circuit_character *character;
};

/* What a driver thinks worth how much, in values: to have forced a pass, beside the row; to end
 * behind a car that draws it along; to end before one that is behind; a half of wear that is kept,
 * at the start; to lay BLOCK. */
struct circuit_character {
    int passing, tow, block, thrift, card;
};

/* The mover on its way. */
struct mover {
    int position, lane;
    bool benefit;
    int worst, halves;
    int posted, points;
    bool bonus; /* the last point is one */
};
struct mover_plan {
    int value;
    struct mover end;
    bool finishes;
    char action[PLAN_ACTION];
};

/* === hints ==================================================================================== */

/* What can be told to a person who is to post or to move: the turns that are still to be driven,
 * this one included, by each speed and from each space that the car can come to.
 *
 * Turns are those of a car that nobody meets and that CIRCUIT_ALONE, which is said wherever the
 * number is shown. In the phases without a speed or a way there are none.
 */

#define CIRCUIT_ALONE "never spins"

enum {
    CIRCUIT_HINT_UNKNOWN = -1, /* the car spins, or there are too many laps to count */
    CIRCUIT_HINT_SPACES = 64,
    CIRCUIT_HINT_WAY = 64
};

struct circuit_hint {
    enum circuit_outcome outcome;  /* of the cheapest way: a spin, the finish, wear or clear */
    int speed;                     /* post: which one; move: as posted */
    int row, lane;                 /* move: the space; post: where the best way ends */
    int steps;                     /* to it */
    bool ends;                     /* the move ends there */
    int halves;                    /* that the best way there costs */
    int turns;                     /* post: with this turn; move: after this move, whose last
                                      points are driven as well as can be. 0: it finishes */
    char action[CIRCUIT_HINT_WAY]; /* "speed 140", "go 1 2 2+" */
};

struct hints {
    struct circuit_hint items[CIRCUIT_HINT_SPACES]; /* by speed, or by steps and lane */
    int count;
    int best; /* the first with the fewest turns, then the largest speed or farthest space; -1 */
};

struct hints *circuit_find_hints(const void *knowledge, const struct race *race, int car,
                                 const struct point *place, struct budget *budget);
void circuit_free_hints(struct hints *hints);
/* NULL: none. */
const struct circuit_hint *circuit_hint_of_speed(const struct hints *hints, int speed);
const struct circuit_hint *circuit_hint_at(const struct hints *hints, int row, int lane);

/* === level ==================================================================================== */

enum circuit_level { CIRCUIT_ROOKIE, CIRCUIT_CLUB, CIRCUIT_PRO, CIRCUIT_ACE, CIRCUIT_LEVELS };

/* === driving ================================================================================== */

/* Computer drivers, hints and programs of circuit, as drivers/driving.h asks for them. */

extern const struct driving circuit_driving;

/* The table's functions. */
int circuit_find_par(const struct setup *setup, bool with_extras, struct budget *budget,
                     int *best_lap, struct error *error);
int circuit_find_par_from(const struct setup *setup, const char *opening, struct budget *budget,
                          struct error *error);
const char *circuit_stand_in(const struct race *race, int car, struct text *action);

/* A club comes six rows far in a turn; posting and the way take ten seconds, and the others' cars
 * move one by one. */
static inline int circuit_lap_seconds(const struct setup *setup)
{
    return circuit_of(setup)->rows * (9 + setup->players) / 6;
}

#endif
