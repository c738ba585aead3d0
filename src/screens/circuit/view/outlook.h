/* What a speed would cost at best, by corners alone: an exact look ahead over spaces, this turn and
 * the next two, as if the car had the circuit to itself (RULES 3.1, 4.2, 5, 9.1).
 */
#ifndef GRAPHPRIX_SCREENS_CIRCUIT_VIEW_OUTLOOK_H
#define GRAPHPRIX_SCREENS_CIRCUIT_VIEW_OUTLOOK_H

#include "rules/circuit/circuit.h"

/* A car as it is to be judged. */
struct outlook_car {
    int row, lane;
    int laps_left; /* times that the line can be crossed before the crossing that finishes */
    bool on_line, lines;
    int halves;
    int acc, dec, top;
};
struct outlook_car outlook_car_of(const struct setup *setup, const struct circuit_car *car);

enum { OUTLOOK_TURNS = 3 };
struct outlook {
    int now;    /* halves that this turn costs at least; -1: it cannot but spin */
    int in_all; /* with the turns after it, at best speeds; -1: in one of them it spins */
    bool finishes;
};
struct outlook outlook_of(const struct circuit *circuit, const struct outlook_car *car, int speed);

#endif
