/* What dice come to (RULES 6 and 8): chances by enumeration, as shares of CHANCE_WHOLE. */
#ifndef GRAPHPRIX_DRIVERS_CIRCUIT_CHANCE_H
#define GRAPHPRIX_DRIVERS_CIRCUIT_CHANCE_H

#include <stdbool.h>

enum { CHANCE_WHOLE = 46656, CHANCE_LOSSES = 4 };

/* A force pass with dice. One blocker that resists, or two. */
struct chance_pass {
    int resist;
    int blocks;    /* cards BLOCK: 1 or 2 */
    int faster[2]; /* the passer's posted speed less theirs */
    bool chip, their_chips[2];
};
/* By points of wear that are lost. */
struct chance_result {
    int passes[CHANCE_LOSSES];                 /* the passer: it passes */
    int held[CHANCE_LOSSES];                   /* it is held, and brakes */
    int spins;                                 /* it is held, and rolls on the spin table */
    int blocker[CHANCE_LOSSES], blocker_spins; /* the first blocker */
};
struct chance_result chance_of_pass(const struct chance_pass *pass);

/* The spin table: of 36. */
struct chance_spin {
    int wear, miss, crash;
};
struct chance_spin chance_of_spin(int modifier);

#endif
