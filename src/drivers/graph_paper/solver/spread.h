/* Which accelerations lead from a state to a move, and what they leave of the store
 * (RULES 2.2, 2.5, 2.6), turned round: for a move and what is left after it, the velocities to come
 * that it can be chosen from and what was there before.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_SPREAD_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_SPREAD_H

#include "drivers/graph_paper/solver/plan.h"

struct offer {
    struct point acceleration;
    int store;       /* before the move */
    bool some_signs; /* only for states whose velocity to come has these signs */
    struct point signs;
    bool on_slick; /* also where the velocity to come leads onto a limiting slick (6) */
};

struct offer_list {
    struct offer *items;
    int count;
    int capacity;
};

struct spread {
    struct offer_list *by_store; /* after the move */
    int stores;
};

struct spread spread_create(const struct plan *plan);
void spread_free(struct spread *spread);

static inline int spread_sign(int number)
{
    return (number > 0) - (number < 0);
}

static inline bool spread_fits(const struct offer *offer, struct point velocity)
{
    return !offer->some_signs ||
           (offer->signs.x == spread_sign(velocity.x) && offer->signs.y == spread_sign(velocity.y));
}

#endif
