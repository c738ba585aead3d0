/* What an order that is being written comes to, as the rules tell it: how far it is whole, the way
 * over the tiles, and what a click on a tile would add to it.
 *
 * Moves that are not written yet are taken as straight on. Where the rules foresee no more (behind
 * oil, off the track) tiles are counted on as the letters say, marked as such.
 */
#ifndef GRAPHPRIX_SCREENS_STOCK_CARS_VIEW_WAY_H
#define GRAPHPRIX_SCREENS_STOCK_CARS_VIEW_WAY_H

#include "screens/stock_cars/view/order_draft.h"

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
struct way {
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
void way_find(struct way *way, const struct race *race, int car, const char *text);
void way_free(struct way *way); /* becomes zeroed */
/* The one on a tile, or of so many moves of a kind; -1: none. */
int way_spot_at(const struct way *way, struct point at);
int way_spot_of(const struct way *way, char kind, int count);
/* The text with what the spot adds; with the rest straight on. */
void way_add_spot(const struct way *way, const struct stock_car *car, int spot,
                  char text[DRAFT_BYTES]);
void way_fill(const struct way *way, const struct stock_car *car, char text[DRAFT_BYTES]);

#endif
