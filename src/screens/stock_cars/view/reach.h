/* Where the other cars may stand after this turn, and who is ahead: what everybody can see of the
 * race, counted by tiles. What others have entered plays no part in it.
 */
#ifndef GRAPHPRIX_SCREENS_STOCK_CARS_VIEW_REACH_H
#define GRAPHPRIX_SCREENS_STOCK_CARS_VIEW_REACH_H

#include "rules/stock_cars/stock_cars.h"

/* Tiles on which a car may end its turn; the same one may be there several times. Zeroed: none. */
struct view_reach {
    struct reached {
        struct point at;
        int car;
    } * tiles;
    int count, capacity;
};
/* Of all racing cars but this one; what was there before is dropped. Wild cards are spent as if
 * each steer had them for itself, so it may be a little more than there is. */
void reach_find(struct view_reach *reach, const struct race *race, const struct stock_map *map,
                int but);
void reach_free(struct view_reach *reach); /* becomes zeroed */

/* How many moves each tile of a map is away from crossing the line forward; -1: it cannot. As
 * [y * width + x]; freed with free. */
int *distances_to_line(const struct stock_map *map);
/* By crossings, then by that distance; its place where it has one. */
int place_so_far(const struct race *race, const struct stock_map *map, const int *distances,
                 int car);

#endif
