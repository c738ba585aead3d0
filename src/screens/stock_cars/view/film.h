/* A turn that is driven, as a film: tile by tile in car order, with a pause at whatever is worth a
 * note.
 *
 * A share of its time (0 to 1) is what the frame counts; the ink wants to know how far the cars
 * have come (paper/stock_cars/ink.h: a unit a tile entered, one more where a car leaves the track
 * and one for what happens at the end).
 */
#ifndef GRAPHPRIX_SCREENS_STOCK_CARS_VIEW_FILM_H
#define GRAPHPRIX_SCREENS_STOCK_CARS_VIEW_FILM_H

#include "session/session.h"

struct film_piece {
    int from;  /* units driven before it */
    int units; /* 1: a tile is driven; 0: it is looked at what happened */
    int event; /* of the step: that happened, or whose way it is */
    int began; /* milliseconds */
};

/* Zeroed: none. */
struct film {
    bool found;
    int step; /* of the session */
    struct film_piece *pieces;
    int count, capacity;
    int units; /* of all cars, and the end */
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
