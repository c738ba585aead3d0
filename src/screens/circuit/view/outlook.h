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

/* === odds ===================================================================================== */

/* Chances of dice, by counting every way that they can fall (RULES 6.1, 8.5, 8.6). */

/* A force pass as far as it is laid open; blockers are those who may resist, by lane. */
struct pass_case {
    int passer, blockers[2], blocker_count; /* speeds, mph */
    bool passer_chip, blocker_chips[2];
    int blocks; /* cards that say BLOCK */
};
/* What is added to the passer's dice against that blocker, its chip left out (8.5). */
int pass_by_speed(int passer, int blocker);
int pass_by_blocks(int blocks);

/* Of so many ways in all. */
struct pass_ways {
    int all, through; /* the pass succeeds */
    int spins;        /* the passer has to roll on the spin table; else it is held */
};
struct pass_ways pass_count(const struct pass_case *pass);

/* Ways of 36 that the spin table says this, by its modifier. */
void spin_count(int modifier, int ways[SPIN_CRASH + 1]);

/* Per cent, never 0 or 100 for what is only nearly so. */
int percent_of(int ways, int all);

#endif
