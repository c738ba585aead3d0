/* A turn that is driven, as a film: all cars at once, move by move, with a pause at whatever is
 * worth a note, and at the end what comes of it.
 *
 * A share of its time (0 to 1) is what the frame counts; the ink wants to know how far the cars
 * have come (paper/stock_cars/ink.h: a unit a move, and one for what happens at the end).
 */
#ifndef GRAPHPRIX_SCREENS_STOCK_CARS_VIEW_FILM_H
#define GRAPHPRIX_SCREENS_STOCK_CARS_VIEW_FILM_H

#include "session/session.h"

struct film_piece {
    int from;  /* units driven before it */
    int units; /* 1: a move is driven; 0: it is looked at what happened */
    int event; /* of the step: that happened, or the only way; -1: none of it alone */
    int began; /* milliseconds */
};

/* Zeroed: none. */
struct film {
    bool found;
    int step; /* of the session */
    struct film_piece *pieces;
    int count, capacity;
    int units; /* moves of the longest way, and the end */
    int time;  /* milliseconds; 0: nothing is driven in this step */
};

/* What was there before is dropped, unless it is of this step. */
void film_find(struct film *film, const struct session *session, int step);
void film_free(struct film *film);
/* The piece that is running then; -1: there is none. */
int film_piece_at(const struct film *film, double share);
/* How far the ink has come. */
double film_progress(const struct film *film, double share);
/* Where the next piece begins that shows something new, or the one before. */
double film_moment(const struct film *film, double share, bool back);

#endif
