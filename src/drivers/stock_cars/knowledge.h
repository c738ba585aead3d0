/* What drivers know of a set-up, prepared once and then only read: the turns that are left from
 * everywhere to a car without a special, in order or damaged.
 */
#ifndef GRAPHPRIX_DRIVERS_STOCK_CARS_KNOWLEDGE_H
#define GRAPHPRIX_DRIVERS_STOCK_CARS_KNOWLEDGE_H

#include "base/memory.h"
#include "drivers/driving.h"
#include "drivers/stock_cars/solver/solver.h"

#include <stdlib.h>

enum {
    KNOWN_UNKNOWN = -1,
    KNOWN_TURN = 64 /* parts of a turn: what is guessed between two maxima is no whole turn */
};

/* Each table takes so much at most, of what the budget has left: where that is too little less is
 * known, at last the turns near the finish alone. */
#define STOCK_BYTES_MOST ((size_t)400 << 20)
#define STOCK_STEPS_MOST (5 * BUDGET_SECOND)

struct stock_knowledge;

/* Only its special can be asked before the sweep, which is false if it was cancelled. So many steps
 * a glance took; 0: there was none, and nothing is thought too much before it is begun. */
struct stock_knowledge *stock_knowledge_make(const struct setup *setup, enum stock_special special,
                                             uint64_t glanced);
bool stock_knowledge_sweep(struct stock_knowledge *knowledge, struct budget *budget);
/* Only what is exact for the car that starts alone with this special, in so many turns more than
 * the fewest at most: nothing else can be asked then. False if that was too much work. */
bool stock_knowledge_sweep_alone(struct stock_knowledge *knowledge, enum stock_special special,
                                 int slack, struct budget *budget);
/* For a first look at a course, soon there: of a car in order alone. NULL only if it was
 * cancelled. */
struct stock_knowledge *stock_knowledge_glance(const struct setup *setup, struct budget *budget);
void stock_knowledge_free(struct stock_knowledge *knowledge);

/* Crossings that a car has still to make. */
int stock_knowledge_crossings(const struct stock_knowledge *knowledge, const struct stock_car *car);
/* In parts of a turn, for any number of crossings; of many laps all but the last ones are taken to
 * be alike. KNOWN_UNKNOWN: far, or out of reach. */
int stock_knowledge_left(const struct stock_knowledge *knowledge, const struct stock_car *car);
/* Of more laps than are known one, as that car would drive it; KNOWN_UNKNOWN. What is left by laps
 * of such a length, which differs by what the car does now alone; KNOWN_UNKNOWN: by its own.
 * *spare: wild cards that are not needed for it; may be NULL. */
int stock_knowledge_lap(const struct stock_knowledge *knowledge, const struct stock_car *car);
int stock_knowledge_left_by(const struct stock_knowledge *knowledge, const struct stock_car *car,
                            int lap, int *spare);
/* Are turns prepared exactly, repairs included, for one car alone? Then that is `alone`, for a car
 * without a special that takes one turn more than the fewest at most; NULL if it was too much work.
 * For any other one, also beside others, they are found anew, from where it is, and freed; NULL,
 * too, if it was cancelled. */
bool stock_knowledge_is_exact(const struct stock_knowledge *knowledge);
const struct fewest_left *stock_knowledge_alone(const struct stock_knowledge *knowledge);
struct fewest_left *stock_knowledge_from(const struct stock_knowledge *knowledge,
                                         const struct stock_car *car, int slack,
                                         struct budget *budget);
/* That from the first starting place, alone; 0: unknown. */
int stock_knowledge_rounds(const struct stock_knowledge *knowledge);
/* At a speed of these surely no less than this, less `card` for each wild card to spare; INT_MIN:
 * nobody can say, INT_MAX: no turns are known. */
int stock_knowledge_bound(const struct stock_knowledge *knowledge, const struct stock_car *car,
                          const int speeds[2], int card);
/* Moves to the line, whatever the heading. */
int stock_knowledge_distance(const struct stock_knowledge *knowledge, struct point at);
/* Of what a car has still to drive the moves to the line, and for each crossing more ROADS_FAR. */
int stock_knowledge_to_go(const struct stock_knowledge *knowledge, const struct stock_car *car);
/* The chance that sand which nobody has looked at hides a bag, in 1/1024. */
int stock_knowledge_bag_chance(const struct stock_knowledge *knowledge);
/* That which suits the course. */
enum stock_special stock_knowledge_special(const struct stock_knowledge *knowledge);

/* === how an order is chosen =================================================================== */

enum stock_level { STOCK_ROOKIE, STOCK_CLUB, STOCK_PRO, STOCK_ACE, STOCK_LEVELS };

/* Appends the action of a car that owes one. */
void stock_level_choose(enum stock_level level, const struct stock_knowledge *knowledge,
                        const struct race *race, int car, struct text *action);

/* As the table's `explain`. */
void stock_level_explain(int level, const void *knowledge, const struct race *race, int car,
                         const char *action, struct reason *into);

/* === specials ================================================================================= */

/* Takes a glance at the course, drives alone with each as an ace does, for some laps, and takes the
 * soonest. Under rules without specials, cancelled, or too much for a glance: SPECIAL_PERFORMANCE.
 * *glanced: the steps of the glance. */
enum stock_special stock_special_that_suits(const struct setup *setup, struct budget *budget,
                                            uint64_t *glanced);

/* === ways and orders ========================================================================== */

/* The ways that a car's order can take from where it stands, on the tiles that everybody sees, and
 * what an order comes to. Oil is not entered, nor is anything off the track.
 *
 * Ways that end alike are one: the same tile, heading, steers, bank and crossings; of these the one
 * with the fewest bags is kept.
 */

struct way {
    struct point at;
    int before; /* index of the way without the last move; -1: none */
    int moves;
    char move; /* the last one: M, L or R; 0 without any */
    uint8_t heading, lefts, rights;
    int8_t crossings; /* passed, net */
    uint8_t bags;     /* in sight, each takes 1 from the speed */
    uint8_t sands;    /* entered, of which nobody knows what they hide */
    bool banked, in_pits, finishes;
};
/* A second steer to one side. */
static inline bool way_is_dear(const struct way *way)
{
    return way->lefts == 2 || way->rights == 2;
}

struct stock_ways {
    const struct race *race;
    const struct stock_car *car;
    struct way *items; /* by moves */
    int count, capacity;
    int *first; /* [moves]: of those with so many; [most + 1] is the count */
    int most;
};

/* With so many moves at most and so many steers to a side, 0..2. So many crossings are still to
 * come. */
struct stock_ways stock_ways_find(const struct race *race, int car, int crossings, int moves_most,
                                  int steers_most);
static inline void stock_ways_free(struct stock_ways *ways)
{
    free(ways->items);
    free(ways->first);
}

/* An order: a change at the beginning, a way, a change at the end. */
struct stock_plan {
    int way;
    int begin, end; /* changes; a slipstream is not counted */
    bool slips;
    int cards;              /* that it costs */
    struct stock_car after; /* as it ends if no unseen bag is met and nobody is hit */
};

/* False if the order may not be or costs more than there is. */
bool stock_plan_make(const struct stock_ways *ways, int way, int begin, int end, bool slips,
                     struct stock_plan *plan);
void stock_plan_write(const struct stock_ways *ways, const struct stock_plan *plan,
                      struct text *into);
/* May the car be slipped along: is the place of 3.2 there, and may S be written? */
static inline bool stock_plan_may_slip(const struct race *race, int car)
{
    struct stock_speed speeds[STOCK_SPEEDS];
    bool slips;
    stock_speeds(race, car, speeds, &slips);
    return slips && stock_car(race, car)->speed < stock_car(race, car)->maximum;
}

#endif
