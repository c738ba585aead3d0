/* `graphprix tournament`: drivers that are no persons race against each other, many times.
 *
 * Every race has all the drivers. Races take the tracks in turn; each has a seed of its own, made
 * of the tournament's and its number, and its own seats (tournament_seat). Several races go on at
 * once, each by one thread. What comes of them is kept by their number and added up in that order,
 * so neither how many threads there are nor their timing matters; programs answer as they like.
 */
#ifndef GRAPHPRIX_COMMANDS_TOURNAMENT_H
#define GRAPHPRIX_COMMANDS_TOURNAMENT_H

#include "drivers/drivers.h"

#include <jansson.h>
#include <stdbool.h>

enum {
    DRIVERS_LEAST = 2,
    RACES_USUAL = 100,
    RACES_MOST = 100000,
    TRACKS_MOST = 64,
    JOBS_MOST = 64,
    REMARK_BYTES = 512
};

struct contested_track {
    const char *given;         /* as on the command line */
    struct course course;      /* retained */
    struct prepared *prepared; /* under the tournament's rules, shared by all its races */
    int best;                  /* the fewest rounds of a car that nobody meets; 0: unknown */
    const char *best_of;       /* and of which one: "a car that ..." */
};

/* What a race came to, by driver. */
struct outcome_of_driver {
    int place;
    int rounds;                    /* until it finished; 0: it did not */
    int score;                     /* of a derby */
    int faults;                    /* of a program */
    int columns[STANDING_COLUMNS]; /* the numbers of those that have an average */
};
struct race_result {
    bool raced; /* to its end */
    struct outcome_of_driver drivers[PLAYER_LIMIT];
};

struct tournament {
    struct setup setup; /* of each race but for track and seed */
    const char *drivers[PLAYER_LIMIT];
    int driver_count;
    struct contested_track tracks[TRACKS_MOST];
    int track_count;
    int races;
    int jobs; /* races at once; 0: as many as there are processors */
    int bot_milliseconds;
    bool as_json;
    bool by_points;              /* who is first is decided by points; known when races begin */
    struct race_result *results; /* a race, by its number from 0 */
    char remarks[PLAYER_LIMIT][REMARK_BYTES]; /* the first fault of each program, or "" */
};

/* Which driver (0..) sits at a player's seat (0..): each at each as often, and each two one behind
 * the other as often as the other way round. */
int tournament_seat(const struct tournament *tournament, int race, int seat);
uint64_t tournament_seed(const struct tournament *tournament, int race);

/* Races until all is done or somebody interrupts it (false). */
bool tournament_race(struct tournament *tournament);

/* What has been raced so far. The caller owns the object. */
json_t *tournament_to_json(const struct tournament *tournament);
void tournament_append_table(const struct tournament *tournament, struct text *into);

/* === rating =================================================================================== */

/* How strong drivers are, from who was placed before whom: Elo figures with their uncertainty.
 *
 * The model is Bradley and Terry's: a driver d points above another takes 1 / (1 + 10^(-d/400)) of
 * what the two race for, a shared place counting as half. The figures are those that make what was
 * raced most likely, 1500 on average. Where no finite ones do (somebody has always been before, or
 * behind, all others), one drawn game between each two is added.
 */

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
