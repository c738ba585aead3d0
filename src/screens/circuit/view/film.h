/* A step that is shown, as a film: space by space, cards turned together, dice that roll; with a
 * pause at whatever is worth one.
 */
#ifndef GRAPHPRIX_SCREENS_CIRCUIT_VIEW_FILM_H
#define GRAPHPRIX_SCREENS_CIRCUIT_VIEW_FILM_H

#include "rules/circuit/circuit.h"
#include "session/session.h"

struct circuit_film_piece {
    int event, count; /* of the step: what happens in it */
    int began, time;  /* milliseconds */
};

/* Zeroed: none. */
struct circuit_film {
    bool found;
    int step; /* of the session */
    struct circuit_film_piece *pieces;
    int count, capacity;
    int time;    /* milliseconds; 0: there is nothing to be seen */
    bool stroke; /* a space is entered and that is all: no film, but a stroke of the pen */
};

/* What was there before is dropped, unless it is of this step. */
void circuit_film_find(struct circuit_film *film, const struct session *session, int step);
void circuit_film_free(struct circuit_film *film);
/* The piece that is running then, and how much of it is over; -1: there is none. */
int circuit_film_piece(const struct circuit_film *film, double share, double *within);
/* Where the next piece begins, or the one before. */
double circuit_film_moment(const struct circuit_film *film, double share, bool back);

/* Where a car is then. */
struct circuit_film_place {
    bool there, touched;   /* on the track; does the step set it elsewhere, or turn it round? */
    struct space from, to; /* it is between them */
    double part;
    struct circuit_car car; /* what is told of it: posted, spun, wear and chips as they are then;
                               `entry` and `built`: what it has entered is still hidden */
};
void circuit_film_places(const struct circuit_film *film, const struct session *session,
                         double share, struct circuit_film_place places[PLAYER_LIMIT]);

/* === ways ===================================================================================== */

/* Where the moving car can drive with the points that it has, each space by its cheapest way: found
 * by trying the rules' own moves on copies of the race.
 */

enum { WAYS_MOST = 160, WAY_BYTES = 64 };

struct way_space {
    struct space at;
    int before; /* the one from which it is entered; -1: from where the car stands */
    int steps;  /* from there */
    int halves; /* that the way to it costs, this one included */
    int spent;  /* of them entering this one */
    bool takes; /* the line, here */
    int limit;  /* 0: none */
    bool on_line;
    enum circuit_outcome outcome;
    char action[WAY_BYTES]; /* "go 1 1 2+" */
};
/* Zeroed: none. Sorted by steps. */
struct film_ways {
    struct way_space spaces[WAYS_MOST];
    int count;
};
void ways_find(struct film_ways *ways, const struct race *race);
/* The cheapest there; -1: it cannot be reached. */
int ways_at(const struct film_ways *ways, struct space at);

#endif
