/* The moves of a race as a table: one row a move in the order played, and a row with move 0 where a
 * car starts. A missed turn is no move and has no row.
 *
 * Velocity and place are those after the move: a car that was struck later on, or resumes after a
 * crash, goes on with velocity 0 in spite of what its last row says of the way there.
 */
#ifndef GRAPHPRIX_PAPER_GRAPH_PAPER_MOVES_TABLE_H
#define GRAPHPRIX_PAPER_GRAPH_PAPER_MOVES_TABLE_H

#include "paper/chart.h"

enum moves_word {
    MOVES_STARTED = 1 << 0,
    MOVES_FINISH = 1 << 1,
    MOVES_OFF_TRACK = 1 << 2,
    MOVES_COLLISION = 1 << 3,
    MOVES_SLICK = 1 << 4,
    MOVES_RETIRED = 1 << 5
};

struct moves_row {
    int step; /* index into the session's */
    int car;
    int move; /* from 1 for each car; 0: the start point */
    struct point at, velocity;
    struct point acceleration; /* relative to the principal point; not for the start point */
    struct point driven;       /* the vector of the move as it was chosen */
    unsigned words;            /* enum moves_word */
};

/* Zeroed = empty; free the rows with free. */
struct moves_table {
    struct moves_row *rows;
    int count;
    int capacity;
};

/* Of the first `steps` steps; appended. */
void moves_table_fill(struct moves_table *table, const struct session *session, int steps);
/* With the heading "car,move,x,y,vx,vy,ax,ay,event"; lines end with \n. */
void moves_table_write_csv(const struct moves_table *table, struct text *into);

/* Both for the game's ink (paper/ink.h). */
void moves_table_append_csv(const struct session *session, int steps, struct text *into);
void moves_table_fill_chart(struct chart *chart, const struct session *session);

#endif
