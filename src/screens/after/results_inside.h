/* What the files of the results share among themselves: parts of a page that is built from the top
 * down.
 */
#ifndef GRAPHPRIX_SCREENS_AFTER_RESULTS_INSIDE_H
#define GRAPHPRIX_SCREENS_AFTER_RESULTS_INSIDE_H

#include "screens/app.h"
#include "session/records.h"
#include "ui/layout.h"

/* screens/after/results.c: a table of places, of a race or of a series: a card with a header,
 * and rows that begin with place and mark and are tinted for whoever is first. Where the columns
 * have no room, a row tells its cells in lines below. */
enum {
    TABLE_COLUMNS = SERIES_RACE_LIMIT + 1,
    TABLE_NAME_BYTES = PLAYER_NAME_BYTES + 16,
    TABLE_NAME_LEAST = 120 /* width of the names, in interface pixels */
};
struct table_cell {
    char text[STANDING_TEXT_BYTES];
    bool told; /* in a second line */
    bool strong, soft;
};
struct table_row {
    int place; /* 0: none yet */
    int players;
    int pen;
    bool out; /* of the race */
    char name[TABLE_NAME_BYTES];
    struct table_cell cells[TABLE_COLUMNS];
};
struct table {
    char titles[TABLE_COLUMNS][STANDING_TEXT_BYTES];
    int columns, rows;
    double least;     /* a column is so wide, in interface pixels, or as its title asks for */
    const char *lead; /* over the names, or NULL */
    struct table_row row[CAR_LIMIT];
};
/* Room beside place and mark in a table as wide as this, for the name and the cells. */
int table_room(const struct canvas *canvas, int width);
void table_build(struct layout *column, const struct table *table);

/* What each car came to. The fewest rounds without and with extras; 0: not known. */

/* screens/after/results.c: the speed of all cars. Opened for a session, closed with the
 * screen. */
/* As high as this, in pixels, or as it needs to be. */
/* The pointer is at (x, y) of the window: true if it points at something else now. */

#endif
