/* What the searches of solver.h stand on. */
#ifndef GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_SEARCH_H
#define GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_SEARCH_H

#include "base/number.h"
#include "drivers/stock_cars/solver/solver.h"

#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* === where turns lead ========================================================================= */

/* Where turns lead: the ends of all ways of so many moves from a pose, a tile with a heading, with
 * two steers at most to each side. Found once for each pose that is asked for, and kept.
 *
 * Tiles are the cells of the roads, further ones of the pits included, that a car can be on,
 * counted as nodes; a pose is a node times HEADING_COUNT, plus the heading.
 */

/* One move of a car that steers to this side first, or none: `pose` is -1. */
struct reach_move {
    int pose;   /* behind it */
    int banked; /* that, turned by a bank; else the same */
    int8_t crossings, repairs;
    bool is_plain; /* none of these */
};
enum { REACH_SIDES = 3 }; /* left, ahead, right */

/* That passes the line or a repair, or is in the pits. */
struct reach_end {
    int pose;
    int8_t crossings, most; /* net, and at most on the way */
    int8_t repairs;
    bool dear; /* with a second steer to one side */
};

struct reach_ends {
    uint32_t *plain; /* all others: twice the pose, and one if dear */
    struct reach_end *items;
    struct reach_first {
        int plain, item;
    } * first; /* [moves]: up to those of moves + 1 */
    int moves; /* that are known at most */
    int plain_capacity, capacity;
    struct road_ways *ways; /* that many moves long */
    int way_count;
};

struct stock_reach {
    const struct roads *roads;
    int *cells; /* [node] */
    int *nodes; /* [cell]; -1: nobody gets there */
    int node_count, poses;
    struct reach_move *moves[2]; /* [over the limit of the pits][pose * REACH_SIDES + side] */
    bool *alike;                 /* [pose]: its moves up to that limit are those over it */
    /* [node]: what a car is on that ends its turn there over that limit; -1: it may not. */
    int *broken;
    bool *in_pits;           /* [pose]: where that is somewhere else */
    struct reach_ends *ends; /* [pose] */
    struct reach_scratch *scratch;
    struct budget *budget;
};

/* The roads and the budget must outlive it. NULL only if that has ended. */
struct stock_reach *stock_reach_make(const struct roads *roads, const struct stock_car *from,
                                     struct budget *budget);
void stock_reach_free(struct stock_reach *reach);

/* Moves that lead to a pose: from first[pose] up to that of the next one. */
struct reach_arrival {
    int from;
    int8_t crossings, repairs;
};
struct reach_arrivals {
    int *first;
    struct reach_arrival *items;
};
struct reach_arrivals stock_reach_arrivals(const struct stock_reach *reach);

int stock_reach_pose(const struct stock_reach *reach, const struct stock_car *car);
/* Finds those of 1 to so many moves. */
void stock_reach_prepare(struct stock_reach *reach, int pose, int moves);
/* Of 1 or more moves that were found; valid until more are. */
static inline const uint32_t *stock_reach_plain_ends(const struct stock_reach *reach, int pose,
                                                     int moves, int *count)
{
    const struct reach_ends *ends = &reach->ends[pose];
    *count = ends->first[moves + 1].plain - ends->first[moves].plain;
    return ends->plain + ends->first[moves].plain;
}

static inline const struct reach_end *stock_reach_ends(const struct stock_reach *reach, int pose,
                                                       int moves, int *count)
{
    const struct reach_ends *ends = &reach->ends[pose];
    *count = ends->first[moves + 1].item - ends->first[moves].item;
    return ends->items + ends->first[moves].item;
}

/* === cards of many cars at once =============================================================== */

/* Wild cards of cars that differ in their maximum alone, worked on at once: [0] that with which
 * they began, then those that a repair gives at least, and on; more than the last is taken for it.
 */

enum {
    LANES = 16,
    LANES_GAIN_LEAST = STOCK_REPAIR - STOCK_PIT_SPEED,
    LANES_GAIN_MOST = LANES_GAIN_LEAST + LANES - 2 /* two of the most that a repair gives */
};

/* No stricter than memory_allocate: some systems align by less than a vector would like. */
typedef uint8_t card_vector __attribute__((vector_size(LANES), aligned(alignof(max_align_t))));

/* Of the maximum. */
static inline int lanes_gain(int lane)
{
    return lane == 0 ? 0 : LANES_GAIN_LEAST + lane - 1;
}

static inline int lanes_of_gain(int gain)
{
    return gain < LANES_GAIN_LEAST ? 0
                                   : number_smaller(gain, LANES_GAIN_MOST) - LANES_GAIN_LEAST + 1;
}

static inline bool lanes_any(card_vector of)
{
    uint64_t words[sizeof of / sizeof(uint64_t)], any = 0;
    memcpy(words, &of, sizeof of);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        any |= words[i];
    return any != 0;
}

static inline card_vector lanes_all(int value)
{
    return (card_vector){0} + (uint8_t)value;
}

/* Loops that a compiler makes one instruction of: over bytes, for not every one does of a vector.
 */
static inline card_vector lanes_more(card_vector a, card_vector b)
{
    uint8_t more[LANES], other[LANES];
    memcpy(more, &a, sizeof a);
    memcpy(other, &b, sizeof b);
    for (int i = 0; i < LANES; i++)
        more[i] = more[i] > other[i] ? more[i] : other[i];
    memcpy(&a, more, sizeof a);
    return a;
}

static inline card_vector lanes_less(card_vector a, card_vector b)
{
    uint8_t less[LANES], other[LANES];
    memcpy(less, &a, sizeof a);
    memcpy(other, &b, sizeof b);
    for (int i = 0; i < LANES; i++)
        less[i] = less[i] < other[i] ? less[i] : other[i];
    memcpy(&a, less, sizeof a);
    return a;
}

/* What is left, 0 at least. */
static inline card_vector lanes_minus(card_vector from, int value)
{
    return lanes_more(from, lanes_all(value)) - lanes_all(value);
}

/* The sum, UINT8_MAX at most. */
static inline card_vector lanes_plus(card_vector to, int value)
{
    return lanes_less(to, lanes_all(UINT8_MAX - value)) + lanes_all(value);
}

/* [lane]: what is there for a maximum that is higher by so much. */
static inline card_vector lanes_shifted(card_vector of, int gain)
{
    uint8_t wide[2 * LANES + LANES_GAIN_MOST];
    card_vector shifted;
    memcpy(wide, &of, sizeof of);
    memset(wide + LANES, wide[LANES - 1], sizeof wide - LANES);
    memcpy(&shifted, wide + gain, sizeof shifted);
    shifted[0] = wide[lanes_of_gain(gain)];
    return shifted;
}

/* === the bound by moves ======================================================================= */

/* How many wild cards a car needs at least to be home within so many turns: what keeps the search
 * of the fewest turns to states that may still be among the fewest turns.
 *
 * As if only moves counted: a car is so many moves from home, out of the pits or in them, and
 * steers as it likes. Changes of speed are paid, the maximum holds, through the pits it goes
 * slowly, and repairs give what they give. Swept backwards from the finish, a turn at a time.
 */

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
    card_vector *needs; /* of each place, as stock_pace_needs has them */
    card_vector *pits;  /* of each place in the pits */
};

/* Places: [1] to [far] are out of the pits with as many moves to go or, at the last one, more;
 * where fewer are to go all is as good or better. Behind them are those in the pits. */
struct pace {
    const struct stock_reach *reach;
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
    bool complete;             /* more turns tell nothing new */
    card_vector *none, *never; /* of a place */
    card_vector *allowed;      /* [PACE_CHANGES + speed]: the maxima that it is not above */
    bool *lowered, *lowers;    /* [place]: needs something less since the last turn; in this one */
    struct budget *budget;     /* the reach's */
    size_t bytes_of_turns;
};

/* Of cars with this maximum at first and that many crossings to come, or less far from home; and up
 * to so many at most. The reach must outlive it. NULL only if its budget has ended. */
struct pace *stock_pace_make(const struct stock_reach *reach, const struct stock_car *from,
                             int crossings, int crossings_most, bool repairs);
void stock_pace_free(struct pace *pace);
/* Until so many turns are known, or the budget has ended. */
void stock_pace_sweep(struct pace *pace, enum stock_special special, int turns);
/* The wild cards that a repair at a speed of so many moves gives (4.5), and what it does to the
 * needs behind it. */
int stock_pace_cards_gained(const struct pace *pace, int moves);
card_vector stock_pace_repair(const struct pace *pace, card_vector needs, int moves);
/* Needs of a place, [PACE_CHANGES + speed], lower by turns of so many moves, behind which so much
 * is needed, [PACE_CHANGES + change at the end]. */
void stock_pace_lower(const struct pace *pace, card_vector *needs,
                      const card_vector behind[PACE_SPAN], int moves);

/* What is known for so many turns, which are swept. */
static inline const struct pace_turn *stock_pace_turn(const struct pace *pace, int turns)
{
    return &pace->turns[turns < pace->swept ? turns : pace->swept];
}

/* [PACE_CHANGES + speed]: the fewest wild cards with which a car can be home within so many turns,
 * UINT8_MAX: with none. Speeds may be PACE_CHANGES below 0 or above the highest one. */
static inline const card_vector *stock_pace_needs(const struct pace *pace, int turns, int place)
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

/* === the bound by steers ====================================================================== */

/* How many wild cards a car needs at least for second steers to be home within so many turns, which
 * are paid on top of what moves need: it keeps that search to states that may still be
 * among the fewest turns.
 *
 * As if a turn had any number of moves up to the maximum; but it drives whole turns, with two
 * steers at most to each side. Swept backwards from the finish, a turn at a time, for all tiles at
 * once.
 */

/* Of which map planes are, and where what they take is counted. */
struct plane_room {
    const struct roads *roads;
    struct budget *budget;
};

enum { STEERS_TOLD = 8, STEERS_NEVER = UINT16_MAX };

struct steers {
    const struct stock_reach *reach;
    int maximum, crossings;
    int swept;       /* turns */
    bool complete;   /* more turns tell nothing new */
    uint16_t *turns; /* [row * (STEERS_TOLD + 1) + cards]: within which so many do; the last: any */
    struct steers_level *levels; /* [crossings to come - 1] */
    struct plane_room room;
    uint64_t steps; /* since the last look */
};

/* Of a car with this maximum and so many crossings to come. The reach must outlive it. NULL only
 * if its budget has ended. */
struct steers *stock_steers_make(const struct stock_reach *reach, int maximum, int crossings);
void stock_steers_free(struct steers *steers);
/* Until so many turns are known, or the budget has ended. */
void stock_steers_sweep(struct steers *steers, int turns);

/* The cards, or STEERS_NEVER: nobody is home within so many turns, which are swept. Of a row,
 * (crossings - 1) * poses + pose. */
static inline int stock_steers_needed(const struct steers *steers, size_t row, int turns)
{
    const uint16_t *first = &steers->turns[row * (STEERS_TOLD + 1)];
    int cards = 0;
    while (cards <= STEERS_TOLD && first[cards] > turns)
        cards++;
    return cards > STEERS_TOLD ? STEERS_NEVER : cards;
}

#endif
