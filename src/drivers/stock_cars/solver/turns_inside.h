/* What the files of turns.h share. Included by turns.c and turn_back.c alone. */
#ifndef GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_TURNS_INSIDE_H
#define GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_TURNS_INSIDE_H

#include "drivers/stock_cars/solver/planes.h"
#include "drivers/stock_cars/solver/turns.h"

enum { STEERS = 3, STEER_PAIRS = STEERS * STEERS, CHANGES_MOST = ROADS_CHANGES_MOST };

/* An improvement of a state, found in sweep `turns`. */
struct entry {
    uint32_t before; /* index of the one before, 0: there is none */
    uint16_t turns;
    uint8_t cards;
};

struct state_plane {
    struct plane best, now, next; /* of all sweeps, of the last one, of this one */
    uint32_t *entries;            /* [cell], the newest */
};

struct turns {
    const struct roads *roads;
    struct turns_options options;
    int speeds;                 /* 0..speeds - 1 */
    int levels;                 /* worlds times crossings */
    struct state_plane *states; /* [(level * speeds + speed) * HEADING_COUNT + heading] */
    struct entry *entries;
    int entry_count, entry_capacity;
    int sweeps;
    struct budget budget; /* a part of what was given, while it is swept */
    struct plane_room room;
    uint64_t steps; /* that are not counted yet */
    int limit;      /* turns from start to finish */
    bool cut;       /* states were left out for it */
    int *reached;   /* [(crossings - 1) * size + cell]: moves until there, at least; or NULL */
    /* A run's planes, [((level * STEER_PAIRS + steers) * 2 + banked) * HEADING_COUNT + heading]:
     * what is needed behind a move that goes ahead there, and before any move. */
    struct plane *ahead, *any;
    struct plane *ends; /* [(level * 2 + dear) * HEADING_COUNT + heading]: behind the last move */
    /* [level]: the headings, a bit each, with anything behind the last move; in `any` by the step
     * before; and perhaps before the present move. Is there perhaps any left from earlier steps? */
    uint8_t *ends_live, *live, *needed;
    bool *stale;
};

/* Turns that are swept at once: all that end at one speed, or finish, with so many moves. */
struct run {
    int speed;       /* -1: those that finish */
    int least, most; /* moves; with those that repair or to finish they are alike in the pits */
    enum {
        STEERS_COUNTED,
        STEERS_CHEAP,
        STEERS_DEAR
    } steers;     /* what they cost is counted where
they end, or is the same for all */
    bool repairs; /* with moves that repair, too */
};

static inline struct state_plane *state_plane(const struct turns *turns, int level, int speed,
                                              int heading)
{
    return &turns->states[(level * turns->speeds + speed) * HEADING_COUNT + heading];
}

/* What the last sweep knew of where a turn with a repair may end: not in the lowest world, as a
 * repair leads into another one. Its cells belong to the state. */
static inline struct plane turns_end_repaired(const struct turns *turns, int level, int speed,
                                              int heading)
{
    struct plane end = state_plane(turns, level, speed, heading)->now;
    end.blocks &= turns->roads->near_repairs;
    return level < turns->options.crossings ? (struct plane){0} : end;
}

static inline int run_index(int level, int lefts, int rights, int banked, int heading)
{
    return (((level * STEERS + lefts) * STEERS + rights) * 2 + banked) * HEADING_COUNT + heading;
}

static inline int world_of(const struct turns *turns, int level)
{
    return level / turns->options.crossings;
}

/* Crossings to come. */
static inline int crossings_of(const struct turns *turns, int level)
{
    return level % turns->options.crossings + 1;
}

static inline int maximum_of(const struct turns *turns, int level)
{
    return turns->options.worlds[world_of(turns, level)];
}

enum { TURNS_STEPS_TOGETHER = 1 << 16 }; /* counting each by itself costs more than they do */

/* Looks, in between, whether the sweep may go on. */
static inline bool turns_go_on(struct turns *turns)
{
    uint64_t steps = turns->steps < TURNS_STEPS_TOGETHER ? 0 : turns->steps;
    turns->steps -= steps;
    return budget_goes_on(&turns->budget, steps);
}

enum { TURNS_CELL_STEPS = 6 /* of the budget, for a cell by itself */ };

/* turn_back.c. Hands what there is before so many moves to `keep`: planes of `any`, or of `ends`
 * without a move, in which neither changes nor, unless counted, steers are paid. */
typedef void keep_moves(struct turns *turns, const struct run *run, int moves);
void stock_turns_run(struct turns *turns, const struct run *run, keep_moves *keep);

#endif
