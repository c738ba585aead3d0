/* An order that is being written: its text, and the parts that clicks and keys add to it.
 *
 * The text is all there is. Clicks read its parts, change them and write it anew, with groups
 * ("(3M)") and with the marks of wild cards where RULES 3.3 wants them; what was typed stays as it
 * was typed until then. No race is asked here: whether an order may be given is the rules' to say.
 */
#ifndef GRAPHPRIX_SCREENS_STOCK_CARS_VIEW_ORDER_DRAFT_H
#define GRAPHPRIX_SCREENS_STOCK_CARS_VIEW_ORDER_DRAFT_H

#include "rules/stock_cars/stock_cars.h"

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
/* How often the order has a letter. */
int order_parts_count(const struct order_parts *parts, char kind);

#endif
