/* What drivers know of a set-up, prepared once and then only read: the turns that are left from
 * everywhere to a car without a special, in order or damaged.
 */
#ifndef GRAPHPRIX_DRIVERS_STOCK_CARS_KNOWLEDGE_H
#define GRAPHPRIX_DRIVERS_STOCK_CARS_KNOWLEDGE_H

#include "base/budget.h"
#include "drivers/stock_cars/solver/fewest.h"
#include "drivers/stock_cars/solver/turns.h"

enum {
    KNOWN_UNKNOWN = -1,
    KNOWN_TURN = 64 /* parts of a turn: what is guessed between two maxima is no whole turn */
};

/* Each table takes so much at most, of what the budget has left: where that is too little less is
 * known, at last the turns near the finish alone. */
#define STOCK_BYTES_MOST ((size_t)400 << 20)
#define STOCK_STEPS_MOST (5 * BUDGET_SECOND)

struct stock_knowledge;

/* Only its special can be asked before the sweep, which is false if it was cancelled. */
struct stock_knowledge *stock_knowledge_make(const struct setup *setup, enum stock_special special);
bool stock_knowledge_sweep(struct stock_knowledge *knowledge, struct budget *budget);
/* Only what is exact for the car that starts alone with this special, in so many turns more than
 * the fewest at most: nothing else can be asked then. False if that was too much work. */
bool stock_knowledge_sweep_alone(struct stock_knowledge *knowledge, enum stock_special special,
                                 int slack, struct budget *budget);
/* For a first look at a course, soon there: of a car in order alone. NULL only if it was
 * cancelled. */
struct stock_knowledge *stock_knowledge_glance(const struct setup *setup, struct budget *budget);
void stock_knowledge_free(struct stock_knowledge *knowledge);

int stock_knowledge_laps(const struct stock_knowledge *knowledge);
/* Crossings that a car has still to make. */
int stock_knowledge_crossings(const struct stock_knowledge *knowledge, const struct stock_car *car);
/* In parts of a turn, for any number of crossings; of many laps all but the last ones are taken to
 * be alike. KNOWN_UNKNOWN: far, or out of reach. *spare: wild cards that are not needed for it; may
 * be NULL. */
int stock_knowledge_left(const struct stock_knowledge *knowledge, const struct stock_car *car,
                         int *spare);
/* Of more laps than are known one, as that car would drive it; KNOWN_UNKNOWN. What is left by laps
 * of such a length, which differs by what the car does now alone; KNOWN_UNKNOWN: by its own. */
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
/* Moves to the line, whatever the heading. */
int stock_knowledge_distance(const struct stock_knowledge *knowledge, struct point at);
/* Of what a car has still to drive the moves to the line, and for each crossing more ROADS_FAR. */
int stock_knowledge_to_go(const struct stock_knowledge *knowledge, const struct stock_car *car);
/* The chance that sand which nobody has looked at hides a bag, in 1/1024. */
int stock_knowledge_bag_chance(const struct stock_knowledge *knowledge);
/* That which suits the course (specials.h). */
enum stock_special stock_knowledge_special(const struct stock_knowledge *knowledge);

#endif
