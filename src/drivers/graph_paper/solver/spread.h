/* Which accelerations lead from a state to a move, and what they leave of the store (RULES 2.2,
 * 2.5, 2.6), turned round and for many velocities at once: from the moves of a block, as rows of
 * words by velocity, the states that can choose them. What extras allow is asked of the rules once.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_SPREAD_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_SPREAD_H

#include "drivers/graph_paper/solver/plan.h"

/* What extras add to the one step that every car has. */
struct offer {
    struct point acceleration;
    int store;       /* before the move */
    bool some_signs; /* only for states whose velocity to come has these signs */
    struct point signs;
};

struct offer_list {
    struct offer *items;
    int count, capacity;
};

struct spread {
    struct offer_list *by_store; /* after the move */
    int stores;
    int farthest;   /* on an axis, of any acceleration */
    bool by_nitros; /* alone: what one more pays for is one more step aside */
    bool four;
};

struct spread spread_create(const struct plan *plan);
void spread_free(struct spread *spread);

/* Moves of a block and the states that they are spread over, by store, then velocity. Made anew for
 * each block, in the same memory. */
struct spread_room {
    struct point_range box; /* velocities; outermost rows and columns stay empty */
    int across, up;         /* of the box */
    bool *has;              /* by store: any moves; afterwards: any states */
    uint64_t *moves, *states;
    size_t capacity; /* words of each */
};

struct spread_room spread_room_create(const struct spread *spread);
void spread_room_free(struct spread_room *room);
/* Emptied, for moves whose velocities are in the box. */
void spread_room_open(struct spread_room *room, const struct spread *spread,
                      struct point_range moves);
/* Moves to states; moves stay. */
void spread_run(const struct spread *spread, struct spread_room *room);

static inline bool spread_has(const struct spread_room *room, struct point velocity)
{
    return velocity.x >= room->box.low.x && velocity.x <= room->box.high.x &&
           velocity.y >= room->box.low.y && velocity.y <= room->box.high.y;
}

static inline size_t spread_index(const struct spread_room *room, int store, struct point velocity)
{
    int row = store * room->up + velocity.y - room->box.low.y;
    return (size_t)row * (size_t)room->across + (size_t)(velocity.x - room->box.low.x);
}

#endif
