/* How many turns a car of stock cars has still to drive: exactly for one that nobody meets, and by
 * a guess for all others. */
#ifndef GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_SOLVER_H
#define GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_SOLVER_H

#include "base/memory.h"
#include "rules/stock_cars/stock_cars.h"

#include <stdint.h>

/* === roads ==================================================================================== */

/* A map as searches and sweeps drive over it: tiles in one row of cells, and which moves join
 * them.
 *
 * A cell is a byte in a plane. The longer side of the map is the outer one, so what lies near each
 * other is near in memory. Behind the tiles of the map each pit tile has two cells more: for a car
 * that has been served there, and for one that broke the limit. Moves that only lead from tile to
 * tile are masks over whole planes; those that do more are in lists. No move leads into
 * oil, sand or off the track; a car that has come into oil or sand may leave it.
 */

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

/* === the fewest turns ========================================================================= */

/* The fewest turns there are for one car alone that never leaves the track nor enters oil or sand:
 * exact over tile, heading, speed, maximum, wild cards, crossings and visits of the pits, repairs
 * included, as often as they pay.
 *
 * Searched forward, turn by turn. A state is a pose with a speed and so many crossings to come;
 * what is kept of it are the most wild cards with which a car can be there, for each maximum that
 * repairs give, all worked on at once. Left out is what cannot be home within a limit by the bounds
 * of search.h, which is raised until a car is. Nobody who was repaired breaks the limit in the same
 * visit. What is left from a state is then told by the same turns backwards, of the states alone
 * that were met.
 */

enum { FEWEST_UNKNOWN = -1 };

struct fewest;

/* Of cars from that place, with this maximum and speed and so many crossings to come, who may go
 * back over the line until so many are at most. With `repairs`, or as if the pits gave none. Roads
 * and budget must outlive it. NULL only if the budget has ended, as it may in all that follows. */
struct fewest *stock_fewest_make(const struct roads *roads, const struct stock_car *from,
                                 int crossings, int crossings_most, bool repairs,
                                 struct budget *budget);
void stock_fewest_free(struct fewest *fewest);

/* With these wild cards and this special. FEWEST_UNKNOWN: there is no way, or the budget ended. */
int stock_fewest_find(struct fewest *fewest, int wild_cards, enum stock_special special);
/* So many turns are not enough, as far as was found out. */
int stock_fewest_more_than(const struct fewest *fewest);

/* --- from wherever such a car may be ---------------------------------------------------------- */

struct fewest_left;

/* From the states of all ways of so many turns at most of the car for which the fewest were found.
 * NULL if the budget ended. The roads must outlive it. */
struct fewest_left *stock_fewest_look_back(struct fewest *fewest, int turns);
void stock_fewest_left_free(struct fewest_left *left);
/* Turns for a car with so many crossings to come, 0 for none; FEWEST_UNKNOWN: it has another
 * special or is on none of these ways. *spare: how many of its wild cards it would not need to be
 * as fast; may be NULL. */
int stock_fewest_left(const struct fewest_left *left, const struct stock_car *car, int crossings,
                      int *spare);

/* === turns that are left, roughly ============================================================= */

/* The turns that are left: for every tile, heading, speed and number of crossings still to come, in
 * how many turns a car finishes that nobody meets and that never leaves the track nor enters oil or
 * sand, by the wild cards that it has.
 *
 * Found by a sweep from the finish backwards: what turn k finds are the fewest wild cards with
 * which a car finishes within k turns, of all speeds at once. A guess for cars in trouble: their
 * maximum is taken for that of one of a few worlds. States that the car could only come to too late
 * to finish in the fewest turns and some slack are left out, by the moves that it takes at least to
 * get there; as long as it does not finish within the limit guessed for that, the limit is raised.
 * What is exact, repairs included, is told above.
 */

enum { TURNS_UNKNOWN = -1, TURNS_WORLDS = 3, TURNS_NEED_MOST = 200 };

struct turns_options {
    enum stock_special special;
    /* Maxima, rising: what a repair leads into is, up to that of the car, not below what it gives,
     * then not above that. */
    int worlds[TURNS_WORLDS];
    int world_count;
    int crossings;         /* how many may be to come at most */
    int wild_cards;        /* states that need more are not followed; at most TURNS_NEED_MOST */
    struct stock_car from; /* the car that is to finish, with all crossings to come */
    bool rolling;          /* it has come over the line before, with one lap more */
    int slack;             /* turns beyond its fewest to sweep; -1: until all is known */
};

struct turns;

/* NULL only if it was cancelled, or if nothing could be known within the budget: where that ends,
 * what it knows is less. The roads must outlive it. */
struct turns *stock_turns_sweep(const struct roads *roads, const struct turns_options *options,
                                struct budget *budget);
void stock_turns_free(struct turns *turns);

/* Of a car with so many crossings still to come; 0 for none. Its maximum is taken for that of the
 * highest world that is not above it. *spare: how many of its wild cards it would not need to be as
 * fast; may be NULL. */
int stock_turns_left(const struct turns *turns, const struct stock_car *car, int crossings,
                     int *spare);
/* The least at one of these speeds in parts, so many a turn, less `card` of them for each wild card
 * to spare, and the least turns alone; INT_MAX: nothing is known. */
int stock_turns_bound(const struct turns *turns, const struct stock_car *car, int crossings,
                      const int speeds[2], int parts, int card, int *left);

#endif
