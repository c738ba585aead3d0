/* `graphprix tournament`: drivers that are no persons race against each other, many times.
 *
 * Every race has all the drivers. Races take the tracks in turn; each has a seed of its own, made
 * of the tournament's and its number, and its own seats (tournament_seat). Several races go on at
 * once, each by one thread. What comes of them is kept by their number and added up in that order,
 * so neither how many threads there are nor their timing matters; programs answer as they like.
 */
#ifndef GRAPHPRIX_COMMANDS_TOURNAMENT_H
#define GRAPHPRIX_COMMANDS_TOURNAMENT_H

#include "drivers/crew.h"

#include <jansson.h>

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
const struct contested_track *tournament_track(const struct tournament *tournament, int race);

/* Races until all is done or somebody interrupts it (false). */
bool tournament_race(struct tournament *tournament);

/* What has been raced so far. The caller owns the object. */
json_t *tournament_to_json(const struct tournament *tournament);
void tournament_append_table(const struct tournament *tournament, struct text *into);

#endif
