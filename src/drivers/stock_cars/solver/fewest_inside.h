/* What the files of fewest.h share. Included by fewest.c and fewest_turn.c alone. */
#ifndef GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_FEWEST_INSIDE_H
#define GRAPHPRIX_DRIVERS_STOCK_CARS_SOLVER_FEWEST_INSIDE_H

#include "drivers/stock_cars/solver/fewest.h"

enum {
    CHANGES = PACE_CHANGES,
    SPAN = PACE_SPAN,
    COSTS = PACE_COSTS,
    CARDS_MOST = UINT8_MAX - 1,
    LAYERS = 4
};

/* A pose with so many crossings to come. */
struct place {
    int pose, crossings;
    size_t index; /* of its row */
};

/* What is known of it. Of a speed and a maximum: the most wild cards and one, 0: it is not there. A
 * higher maximum is as good as any lower one, so what is there for it is there for them. */
struct row {
    struct place place;
    bool listed;     /* for the next turn */
    uint16_t last;   /* marked: the turn in which anything became better */
    uint16_t *since; /* [speed * LANES + maximum]: marked; UINT16_MAX: never */
    lanes best[];    /* [CHANGES + speed], then those of this turn, then of the next */
};

struct row_list {
    struct row **items;
    int count, capacity;
};

/* What a turn went on from. */
struct layer {
    int turn, count;
    int places; /* that there is room for */
    struct place *where;
    lanes *cards; /* [place][CHANGES + speed] */
};

struct fewest {
    struct reach *reach;
    struct pace *pace;
    struct steers *steers; /* NULL where repairs give cards */
    struct stock_car from;
    int crossings, crossings_most;
    struct row **rows; /* [index of a place]; NULL: nobody has been there */
    struct row_list all, now, next;
    int used;       /* of all rows */
    uint32_t *near; /* of a turn's ends */
    int near_most;
    lanes *paid; /* [cost - 1][CHANGES + speed]: what is left of the cards in a row */
    struct layer layers[LAYERS]; /* of the last search, [turn % LAYERS] */
    /* Of the search. */
    enum stock_special special;
    int wild_cards;
    int limit, turn;
    bool marks, finished;
    bool cut; /* something was left out that may be home with a higher limit */
    int none; /* nobody is home in so few turns */
    struct budget *budget;
};

static inline struct place place_of(const struct fewest *fewest, int pose, int crossings)
{
    size_t index = (size_t)(crossings - 1) * (size_t)fewest->reach->poses + (size_t)pose;
    return (struct place){pose, crossings, index};
}

static inline lanes *now_of(const struct fewest *fewest, struct row *row)
{
    return row->best + fewest->pace->stride;
}

static inline lanes *next_of(const struct fewest *fewest, struct row *row)
{
    return row->best + 2 * fewest->pace->stride;
}

/* fewest_turn.c. The row of a place, made when somebody gets there first in a search; and all of
 * them again as if nobody had been anywhere. */
struct row *stock_fewest_row(struct fewest *fewest, struct place place);
void stock_fewest_forget_rows(struct fewest *fewest);
/* All turns of ways that take so many turns at most, marked. */
void stock_fewest_mark(struct fewest *fewest, int turns);
/* Puts what is better than before there for the next turn. */
void stock_fewest_put(struct fewest *fewest, struct row *row, int speed, lanes better);
/* All turns of the cars that are there now, which are gone then. */
void stock_fewest_drive(struct fewest *fewest, struct row *row);

#endif
