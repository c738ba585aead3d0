/* How strong drivers are, from who was placed before whom: Elo figures with their uncertainty.
 *
 * The model is Bradley and Terry's: a driver d points above another takes 1 / (1 + 10^(-d/400)) of
 * what the two race for, a shared place counting as half. The figures are those that make what was
 * raced most likely, 1500 on average. Where no finite ones do (somebody has always been before, or
 * behind, all others), one drawn game between each two is added.
 */
#ifndef GRAPHPRIX_COMMANDS_RATING_H
#define GRAPHPRIX_COMMANDS_RATING_H

#include <stdbool.h>

enum { RATING_LIMIT = 8, RATING_AVERAGE = 1500 };

struct games {
    int count; /* drivers */
    /* What the row's driver has taken from the column's: a game is worth 1 to both together. */
    double points[RATING_LIMIT][RATING_LIMIT];
};

struct rating {
    double elo;
    double error; /* the strength lies within elo - error .. elo + error in 95 of 100 cases */
};

/* A race of several is a game of each two of them: their places from 1. */
void games_add_race(struct games *games, const int *places);

/* One rating a driver. True if draws had to be added. Races of more than two are no independent
 * games, so the uncertainty counts a race of n drivers as n - 1 games. */
bool rating_fit(const struct games *games, struct rating *ratings);

#endif
