/* What lies on the table over the sheet: of a force pass the cards, chips and dice of each, of a
 * spin the dice; with every number that was added, as far as it has been shown.
 */
#ifndef GRAPHPRIX_SCREENS_CIRCUIT_VIEW_TABLE_H
#define GRAPHPRIX_SCREENS_CIRCUIT_VIEW_TABLE_H

#include "rules/circuit/circuit.h"
#include "session/session.h"

enum {
    TABLE_ROWS = 10,
    TABLE_LINES = 4,
    TABLE_LINE_BYTES = 120,
    TABLE_FOOT_LINES = 5,
    TABLE_NO_CARD = -1
};

/* One who lays a card or rolls. */
struct pass_table_row {
    int car;
    bool lays, laid;   /* may it resist; does its card lie there? */
    int card;          /* CARD_PASS, CARD_BLOCK; TABLE_NO_CARD: its back is all that is known */
    double turning;    /* 1 when its face is up */
    bool chip;         /* spent in this attempt */
    bool rolls, spins; /* spins: for the spin table */
    int dice[2], modified[2];
    double rolling;                            /* 1 when they lie still */
    char lines[TABLE_LINES][TABLE_LINE_BYTES]; /* the first of two is the sum, the second comment */
    int line_count;
};
struct pass_table {
    struct pass_table_row rows[TABLE_ROWS];
    int count, blocks;
    char foot[TABLE_FOOT_LINES][TABLE_LINE_BYTES]; /* what came of it */
    int foot_count;
    bool brief; /* only sums: it is in the way */
};

/* Of a step as it lies when `share` of it has been shown; nothing: no row. Names by car - 1. */
/* Of a force pass that is under way: who has laid a card, and chips. Cards are not looked at. */

#endif
