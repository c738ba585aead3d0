/* What a race came to, car by car, counted by its rules from what happened in it.
 */
#ifndef GRAPHPRIX_SESSION_SERIES_H
#define GRAPHPRIX_SESSION_SERIES_H

#include "base/text.h"
#include "rules/setup.h"
#include "session/session.h"

#include <stdbool.h>

struct tally {
    int car, player;
    int car_of_player; /* from 1: which of that player's cars, in the order of their numbers */
    struct standing standing;
};

/* One a car, in the order of places, cars without one at the end; returns how many. */
int tally_race(const struct session *session, struct tally tallies[CAR_LIMIT]);
/* The same of the first `steps` steps. */
int tally_race_after(const struct session *session, int steps, struct tally tallies[CAR_LIMIT]);

/* Is it what a person has come to in one go: finished, in rounds, with no move of it taken back? */
bool tally_is_in_one_go(const struct session *session, const struct tally *tally);

/* Where everybody has come in, and what that means for the race after it.
 */
struct placing {
    int cars[CAR_LIMIT]; /* car numbers, the first place first; cars without a place come last */
    int car_count;
    int places[PLAYER_LIMIT]; /* of each player (index player - 1), by the best car; 0: none */
};

/* As the race stands now. True if it is over. */
bool placing_of(const struct session *session, struct placing *placing);

/* The set-up of the race after it: `last` (RULES 3.3) where the order of play asks for it, else
 * empty. */
void placing_hand_on(const struct placing *placing, struct setup *setup);

/* === series =================================================================================== */

/* A series: races of the same players under the same rules over several tracks, with points for
 * the places and a table.
 *
 * The places 1 to 8 give 10, 8, 6, 5, 4, 3, 2 and 1 points, no place gives none. Players who share
 * a place each get its points, and as the next place is skipped (RULES 8.3) so are its points: two
 * winners get 10 each, whoever comes next is third and gets 6.
 * The table is sorted by points, then by races won, then by the better place in the latest race in
 * which the places differ; who is still equal shares the place.
 *
 * A series is a JSON file of its own, written atomically; it names the files of its races and holds
 * the places, so that the table stands whatever becomes of those files. The result of a race may
 * change (by undo) until the next race has begun.
 */

enum { SERIES_RACE_LIMIT = 20 };

struct series;

/* Retains the courses. The error names the one on which the set-up has no meaning. */
struct series *series_begin(const struct setup *setup, const struct player *players,
                            struct allow allow, const struct course *courses, int count,
                            struct error *error);
void series_free(struct series *series); /* NULL is allowed */

int series_players(const struct series *series);
const struct player *series_player(const struct series *series, int player); /* 1.. */
struct allow series_allow(const struct series *series);
int series_race_count(const struct series *series);
struct course series_course(const struct series *series, int race); /* 0.. */

/* The latest race that was begun, -1 if none was. */
int series_latest(const struct series *series);
/* The race to be driven now: the latest one until it is over, then the next; the count of races
 * when all are over. */
int series_due(const struct series *series);
bool series_is_over(const struct series *series, int race);
/* The name of the race's file in the races folder, NULL if it has not begun. */
const char *series_race_file(const struct series *series, int race);

/* How the race that is due is to be set up, its course borrowed; the order of play follows from the
 * race before. The seed is 0: it is to be drawn. */
struct setup series_setup(const struct series *series);
void series_race_begun(struct series *series, const char *file);
/* Takes over how the latest race stands. True if that was news. */
bool series_note(struct series *series, const struct session *session);

int series_points(int place);
int series_place(const struct series *series, int race, int player); /* 0: none */

struct series_standing {
    int player;
    int points;
    int wins;
    int place; /* 1.., shared by players who are equal */
};
/* One a player, in the order of the table; returns how many. */
int series_standings(const struct series *series, struct series_standing standings[PLAYER_LIMIT]);

/* The whole file as text; as series_save writes it. */
void series_write(const struct series *series, struct text *into);
bool series_save(const struct series *series, const char *path, struct error *error);
/* NULL and the error for anything that series_write did not make. */
struct series *series_read(const char *bytes, size_t length, struct error *error);
struct series *series_load(const char *path, struct error *error);

/* === house rules ============================================================================== */

/* House rules: rules that people have given a name and keep, in house-rules.json of the settings'
 * folder.
 *
 * Each is a preset of a family and what differs from it. Reading never fails as a whole: what
 * cannot be read is told in plain sentences and the rest is there. A file in which anything was
 * wrong is kept aside (file_set_aside) before a sound one takes its place.
 */

enum { HOUSE_RULES_LIMIT = 40, HOUSE_RULES_NAME_BYTES = 64 };

struct house_rule {
    char name[HOUSE_RULES_NAME_BYTES]; /* UTF-8, one line, not empty, nobody else's */
    const struct game *game;
    int preset;
    int values[RULES_FIELD_LIMIT];
};

struct house_rules {
    struct house_rule items[HOUSE_RULES_LIMIT];
    int count;
};

/* From the file's bytes; `told` gets a sentence for each thing that was left out. */
void house_rules_read(const char *bytes, size_t length, struct house_rules *house,
                      struct text *told);
/* Appends them as the file holds them. False if a name cannot be written. */
bool house_rules_write(const struct house_rules *house, struct text *into);
/* A file that is not there holds none. */
void house_rules_load(const char *path, struct house_rules *house, struct text *told);

/* One change to the file (NULL: there is none), which is read again under a lock first, so that two
 * windows lose nothing of each other's: `house` holds afterwards what the file does. Where it
 * cannot be written, which is told, the change is made to `house` alone. */
/* As house_rules_put. */
int house_rules_keep(const char *path, struct house_rules *house, const char *name,
                     const struct setup *setup, struct text *told, struct error *error);
void house_rules_forget(const char *path, struct house_rules *house, const char *name,
                        struct text *told);

int house_rules_find(const struct house_rules *house, const char *name); /* -1: there are none */
/* The set-up's rules under this name (blanks round it do not count), in place of those that had it.
 * The index; -1 and the error for a name without a letter, or when there are HOUSE_RULES_LIMIT. */
int house_rules_put(struct house_rules *house, const char *name, const struct setup *setup,
                    struct error *error);
void house_rules_remove(struct house_rules *house, int index);
/* A set-up with these rules: one player, no track. */
struct setup house_rules_setup(const struct house_rule *rule);

#endif
