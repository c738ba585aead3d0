/* What the files of stock cars' help share: what its lessons need, and small drawings of
 * pieces of maps as data.
 *
 * A drawing is 8 x 5 tiles, rows from the top, (0, 0) the lower left one as on maps; at its edges
 * they go on for ever. The race goes to the right. The marks are those of the race's ink.
 */
#ifndef GRAPHPRIX_SCREENS_STOCK_CARS_LESSONS_LESSONS_H
#define GRAPHPRIX_SCREENS_STOCK_CARS_LESSONS_LESSONS_H

#include "rules/stock_cars/stock_cars.h"
#include "screens/help/book.h"

/* Of NEEDS_OWN: what is on the map; without one it may be. */
enum { STOCK_NEED_BANKS_LEFT, STOCK_NEED_BANKS_RIGHT, STOCK_NEED_PITS };

enum { STOCK_DIAGRAM_MARKS = 10 };

enum stock_diagram_kind {
    STOCK_DIAGRAM_END, /* of the list */
    STOCK_DIAGRAM_WAY, /* `text`: the moves of an order, from (x, y) with that heading; l and r turn
                          without a move */
    STOCK_DIAGRAM_LETTERS, /* the same with the letter at each tile */
    STOCK_DIAGRAM_CAR,
    STOCK_DIAGRAM_GHOST, /* where a car was */
    STOCK_DIAGRAM_LEFT,  /* it left the track from there */
    STOCK_DIAGRAM_BURST,
    STOCK_DIAGRAM_TEXT /* its middle at (x, y), 0.5 is the middle of a tile */
};

struct stock_diagram_mark {
    enum stock_diagram_kind kind;
    int pen;
    double x, y;
    enum heading heading;
    const char *text;
};

struct stock_diagram {
    const char *rows[DIAGRAM_HIGH];
    enum turn turn; /* of banks */
    struct stock_diagram_mark marks[STOCK_DIAGRAM_MARKS];
};

#endif
