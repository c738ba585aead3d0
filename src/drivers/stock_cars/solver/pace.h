/* How many wild cards a car needs at least to be home within so many turns: what keeps the search
 * of fewest.h to states that may still be among the fewest turns.
 *
 * As if only moves counted: a car is so many moves from home, out of the pits or in them, and
 * steers as it likes. Changes of speed are paid, the maximum holds, through the pits it goes
 * slowly, and repairs give what they give. Swept backwards from the finish, a turn at a time.
 */
#ifndef GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_PACE_H
#define GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_PACE_H

#include "base/budget.h"
#include "drivers/stock_cars/solver/lanes.h"
#include "drivers/stock_cars/solver/reach.h"

enum {
    PACE_CHANGES = ROADS_CHANGES_MOST,
    PACE_SPAN = 2 * PACE_CHANGES + 1, /* of the speeds that changes at the end lead to */
    PACE_COSTS = 3,                   /* of changes: 0 to 2 */
    PACE_NOWHERE = -1
};

/* Where a turn leads at best. */
struct pace_end {
    int place; /* 0: home */
    int repairs;
};

/* Needs within so many turns: of the places out of the pits before the first of these none, from
 * `end` on nobody is home. */
struct pace_turn {
    int first, end;
    lanes *needs; /* of each place, as stock_pace_needs has them */
    lanes *pits;  /* of each place in the pits */
};

/* Places: [1] to [far] are out of the pits with as many moves to go or, at the last one, more;
 * where fewer are to go all is as good or better. Behind them are those in the pits. */
struct pace {
    const struct reach *reach;
    int maximum, crossings, speeds;
    int far, place_count;
    int stride;             /* from a place's needs to the next one's */
    int *places;            /* [(crossings - 1) * poses + pose]; PACE_NOWHERE: no way home */
    struct pace_pits *pits; /* see pace.c */
    struct pace_end *ends;
    int *first_end; /* [place * speeds + moves] */
    int end_count, end_capacity;
    enum stock_special special;
    int8_t costs[PACE_SPAN][PACE_SPAN]; /* [of changes at the beginning][and end]; -1: too many */
    struct pace_turn *turns;
    int swept, turn_capacity;
    bool complete;          /* more turns tell nothing new */
    lanes *none, *never;    /* of a place */
    lanes *allowed;         /* [PACE_CHANGES + speed]: the maxima that it is not above */
    bool *lowered, *lowers; /* [place]: needs something less since the last turn; in this one */
    struct budget *budget;  /* the reach's */
    size_t bytes_of_turns;
};

/* Of cars with this maximum at first and that many crossings to come, or less far from home; and up
 * to so many at most. The reach must outlive it. NULL only if its budget has ended. */
struct pace *stock_pace_make(const struct reach *reach, const struct stock_car *from, int crossings,
                             int crossings_most, bool repairs);
void stock_pace_free(struct pace *pace);
/* Until so many turns are known, or the budget has ended. */
void stock_pace_sweep(struct pace *pace, enum stock_special special, int turns);
/* The wild cards that a repair at a speed of so many moves gives (4.5), and what it does to the
 * needs behind it. */
int stock_pace_cards_gained(const struct pace *pace, int moves);
lanes stock_pace_repair(const struct pace *pace, lanes needs, int moves);
/* Needs of a place, [PACE_CHANGES + speed], lower by turns of so many moves, behind which so much
 * is needed, [PACE_CHANGES + change at the end]. */
void stock_pace_lower(const struct pace *pace, lanes *needs, const lanes behind[PACE_SPAN],
                      int moves);

/* What is known for so many turns, which are swept. */
static inline const struct pace_turn *stock_pace_turn(const struct pace *pace, int turns)
{
    return &pace->turns[turns < pace->swept ? turns : pace->swept];
}

/* [PACE_CHANGES + speed]: the fewest wild cards with which a car can be home within so many turns,
 * UINT8_MAX: with none. Speeds may be PACE_CHANGES below 0 or above the highest one. */
static inline const lanes *stock_pace_needs(const struct pace *pace, int turns, int place)
{
    const struct pace_turn *turn = stock_pace_turn(pace, turns);
    if (place > pace->far)
        return turn->pits + (place - pace->far - 1) * pace->stride;
    if (place < turn->first)
        return place < 0 ? pace->never : pace->none;
    return place < turn->end ? turn->needs + (place - turn->first) * pace->stride : pace->never;
}

static inline const struct pace_end *stock_pace_ends(const struct pace *pace, int place, int moves,
                                                     int *count)
{
    const int *first = &pace->first_end[place * pace->speeds + moves];
    *count = first[1] - first[0];
    return pace->ends + first[0];
}

#endif
