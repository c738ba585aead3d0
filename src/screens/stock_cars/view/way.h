/* What an order that is being written comes to, as the rules tell it: how far it is whole, the way
 * over the tiles, and what a click on a tile would add to it.
 *
 * Moves that are not written yet are taken as straight on. Where the rules foresee no more (behind
 * oil, off the track) tiles are counted on as the letters say, marked as such.
 */
#ifndef GRAPHPRIX_SCREENS_STOCK_CARS_VIEW_WAY_H
#define GRAPHPRIX_SCREENS_STOCK_CARS_VIEW_WAY_H

#include "rules/stock_cars/stock_cars.h"

/* === order draft ============================================================================== */

/* An order that is being written: its text, and the parts that clicks and keys add to it.
 *
 * The text is all there is. Clicks read its parts, change them and write it anew, with groups
 * ("(3M)") and with the marks of wild cards where RULES 3.3 wants them; what was typed stays as it
 * was typed until then. No race is asked here: whether an order may be given is the rules' to say.
 */

enum { DRAFT_CHANGES = 8, DRAFT_MOVES = 1024, DRAFT_BYTES = STOCK_ORDER_BYTES + 24 };

/* What a text says, one letter each, marks left out. Zeroed: nothing. */
struct order_parts {
    char begin[DRAFT_CHANGES + 1], end[DRAFT_CHANGES + 1]; /* changes: 'A', 'B', 'S' */
    char moves[DRAFT_MOVES + 1];                           /* 'M', 'L', 'R' */
    int move_count;
    bool open;        /* the text ends inside a group, whose part does not count yet */
    int moves_behind; /* byte of the text behind the last move, where more of them would stand */
    int read; /* bytes of it that say this: all of them, but of "-" none, and none of an open group
               */
};

/* False: the text is not how an order begins, or has more parts than there is room for. "-" and
 * blanks are an order without parts. */
bool order_parts_read(const char *text, struct order_parts *into);
/* Capitals, moves in groups, and marked as a car with that special has to mark; "" without parts.
 */
void order_parts_write(const struct order_parts *parts, enum stock_special special,
                       char text[DRAFT_BYTES]);

/* What changes at the beginning add to the speed. */
int order_parts_gain(const struct order_parts *parts);
/* The beginning becomes these changes, as in struct stock_speed; moves that a car of that speed
 * (before them) has no more are dropped, and what is at the end with them. */
void order_parts_begin(struct order_parts *parts, const char *changes, int speed);
/* So many moves of a kind more, in place of what is at the end. */
void order_parts_move(struct order_parts *parts, char kind, int count);
/* A change at the end, if there are moves and not yet two of its kind: false if not. */
bool order_parts_end(struct order_parts *parts, char kind);
/* The last part goes; false if there was none. */
bool order_parts_take_back(struct order_parts *parts);

/* === way ====================================================================================== */

enum way_state {
    WAY_FAULTY, /* it cannot become an order like this */
    WAY_OPEN,   /* moves, or the end of a group, are missing */
    WAY_WHOLE
};

struct way_tile { /* of a move that is written */
    struct point at;
    enum heading heading; /* of the move */
    bool off, unsure;     /* off the track; behind what nobody knows */
};

struct way_spot { /* a tile that can be clicked */
    struct point at;
    char kind; /* of the moves that a click adds */
    int count;
    bool off, unsure, chance; /* chance: oil, or sand that nobody has looked at */
};

enum { WAY_SPOTS = 128, WAY_FAULT_BYTES = 160 };

/* Zeroed: none. */
struct order_way {
    enum way_state state;
    int column;                  /* byte of the text, from 0: what is wrong with it */
    char fault[WAY_FAULT_BYTES]; /* and why; also what is missing while it is open */
    struct order_parts parts;
    bool retires;
    int speed, left; /* of the moves; of them not yet written, less than 0: too many */
    bool settled;    /* it finishes or has left the track: what follows is lost, but is written */
    bool tried;      /* the trial is there: of the order, straight on to its end */
    struct stock_trial trial;
    struct way_tile *tiles;
    int tile_count, tile_capacity;
    struct way_spot spots[WAY_SPOTS];
    int spot_count;
};

/* Of a car that owes an order; what was there before is dropped. */
void way_find(struct order_way *way, const struct race *race, int car, const char *text);
void way_free(struct order_way *way); /* becomes zeroed */
/* The one on a tile, or of so many moves of a kind; -1: none. */
int way_spot_at(const struct order_way *way, struct point at);
int way_spot_of(const struct order_way *way, char kind, int count);
/* The text with what the spot adds; with the rest straight on. */
void way_add_spot(const struct order_way *way, const struct stock_car *car, int spot,
                  char text[DRAFT_BYTES]);
void way_fill(const struct order_way *way, const struct stock_car *car, char text[DRAFT_BYTES]);

#endif
