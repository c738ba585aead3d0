/* Chances of dice, by counting every way that they can fall (RULES 6.1, 8.5, 8.6). */
#ifndef GRAPHPRIX_SCREENS_CIRCUIT_VIEW_ODDS_H
#define GRAPHPRIX_SCREENS_CIRCUIT_VIEW_ODDS_H

#include "rules/circuit/circuit.h"

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
