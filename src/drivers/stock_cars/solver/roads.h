/* A map as the sweep of turns.h drives over it: tiles in one row of cells, and which moves join
 * them.
 *
 * A cell is a byte in a plane. The longer side of the map is the outer one, so what lies near each
 * other is near in memory. Behind the tiles of the map each pit tile has two cells more: for a car
 * that has been served there, and for one that broke the limit. Moves that only lead from tile to
 * tile are masks over whole planes; those that do more are in lists. No move leads into
 * oil, sand or off the track; a car that has come into oil or sand may leave it.
 */
#ifndef GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_ROADS_H
#define GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_ROADS_H

#include "base/budget.h"
#include "rules/stock_cars/stock_cars.h"

#include <stdint.h>

enum { ROADS_CHUNK = 32, ROADS_BLOCKS = 64, ROADS_CLOSED = 255 };

/* A move that passes the line or has to do with the pits. */
struct special_move {
    int from, to; /* cells */
};

/* Those that do the same. */
struct special_moves {
    struct special_move *items;
    int count, capacity;
    uint64_t blocks; /* of the map's tiles that they lead to */
};
enum { CROSSING_NONE, CROSSING_FORWARD, CROSSING_BACKWARD, CROSSING_KINDS };

struct roads {
    const struct stock_map *map;
    bool upright; /* x is counted inside, y outside */
    int stride;
    int offsets[HEADING_COUNT]; /* from a cell to the one ahead */
    int margin;                 /* cells in front of the first tile's */
    int block;                  /* cells of which a plane remembers whether there is anything */
    int tail;                   /* where the further cells of pit tiles begin */
    int size;                   /* of a plane, whole chunks */
    int *pits;                  /* their cells */
    int pit_count;
    bool has_banks, has_repairs;
    uint64_t near_repairs; /* the blocks of the map's tiles where a turn with a repair may end */
    /* 0 where a move from the cell is open, else ROADS_CLOSED: `plain` of those that do not turn on
     * a bank, `bank` of those that do, `road` of both. */
    uint8_t *plain[HEADING_COUNT], *bank[HEADING_COUNT], *road[HEADING_COUNT];
    /* [heading][over the limit of the pits][crossing][repairs] */
    struct special_moves specials[HEADING_COUNT][2][CROSSING_KINDS][2];
};

/* Of a set-up whose fields say what oil and sand are. NULL only if the budget has ended, which
 * holds its bytes then. */
struct roads *stock_roads_make(const struct setup *setup, struct budget *budget);
void stock_roads_free(struct roads *roads);
int stock_roads_cell(const struct roads *roads, struct point at, enum stock_pit pit);
bool stock_roads_is_pit(const struct roads *roads, int cell); /* of the map or further ones */

/* [cell]: the fewest moves, whatever the heading and not over the line: from there until the line
 * is crossed forward; from this cell, or from just behind the line (-1), to there. ROADS_FAR where
 * there is no way. Freed with free. */
enum { ROADS_FAR = 1 << 20 };
int *stock_roads_to_line(const struct roads *roads);
int *stock_roads_from(const struct roads *roads, int cell);

/* The cards for changes of a turn at its beginning and its end, and for a second steer to one side
 * (3.3, 7); -1: no turn may have so many. */
enum { ROADS_CHANGES_MOST = 2 };
int stock_turn_cost(enum stock_special special, int begin, int end, bool dear);

#endif
