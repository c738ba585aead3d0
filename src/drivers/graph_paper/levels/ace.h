/* The ace of races: it knows how many rounds everybody still needs, and looks ahead at what the
 * cars near it will do to each other.
 *
 * Every car is taken to do what is best for itself. Nothing is said of blocking, dodging, striking,
 * or of the finish: that is what comes out when the rounds to go of all cars are compared.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_LEVELS_ACE_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_LEVELS_ACE_H

#include "drivers/graph_paper/levels/ahead.h"
#include "drivers/graph_paper/solver/knowledge.h"

struct ace {
    const struct knowledge *knowledge;
    struct ahead ahead;
    int rounds[AHEAD_DEEPEST + 1][CAR_LIMIT]; /* that car n still needs: [depth][n - 1] */
    uint64_t watched;                         /* bit n: car n chooses; the others drive alone */
};

static inline bool ace_watches(const struct ace *ace, int car)
{
    return (ace->watched >> car & 1) != 0;
}

/* What the race comes to for each car, as it sees it. */
struct ace_worths {
    int of[CAR_LIMIT];
};

/* ace_worth.c: fills in the rounds of the depth that was just reached. */
void ace_count_rounds(struct ace *ace);
/* What the race is worth to each watched car as it stands: to be in front counts most, then by how
 * much. */
void ace_weigh(const struct ace *ace, struct ace_worths *worths);

/* ace_search.c: worths after so many more turns of watched cars. */
void ace_look(struct ace *ace, int turns, struct ace_worths *worths);
/* One action and what follows it, worths included. */
void ace_look_after(struct ace *ace, const struct graph_paper_action *action, int turns,
                    struct ace_worths *worths);
/* The cars that may meet the car to move soon, and itself. */
uint64_t ace_watch(const struct race *race);

#endif
