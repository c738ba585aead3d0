/* Where turns lead: the ends of all ways of so many moves from a pose, a tile with a heading, with
 * two steers at most to each side. Found once for each pose that is asked for, and kept.
 *
 * Tiles are the cells of roads.h, further ones of the pits included, that a car can be on, counted
 * as nodes; a pose is a node times HEADING_COUNT, plus the heading.
 */
#ifndef GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_REACH_H
#define GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_REACH_H

#include "drivers/stock_cars/solver/roads.h"

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
    struct ways *ways; /* that many moves long */
    int way_count;
};

struct reach {
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
struct reach *stock_reach_make(const struct roads *roads, const struct stock_car *from,
                               struct budget *budget);
void stock_reach_free(struct reach *reach);

int stock_reach_pose(const struct reach *reach, const struct stock_car *car);
/* Finds those of 1 to so many moves. */
void stock_reach_prepare(struct reach *reach, int pose, int moves);
/* Of 1 or more moves that were found; valid until more are. */
static inline const uint32_t *stock_reach_plain_ends(const struct reach *reach, int pose, int moves,
                                                     int *count)
{
    const struct reach_ends *ends = &reach->ends[pose];
    *count = ends->first[moves + 1].plain - ends->first[moves].plain;
    return ends->plain + ends->first[moves].plain;
}

static inline const struct reach_end *stock_reach_ends(const struct reach *reach, int pose,
                                                       int moves, int *count)
{
    const struct reach_ends *ends = &reach->ends[pose];
    *count = ends->first[moves + 1].item - ends->first[moves].item;
    return ends->items + ends->first[moves].item;
}

#endif
