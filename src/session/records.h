/* Personal records: in how few rounds people have finished, for each track and its rules.
 *
 * A track is what it is (track/track.h), whatever it is called; of the rules those count that
 * change how many rounds a car alone needs (rules.h), so that laps and nitros make records of their
 * own, but not how many drive, who goes first, or what a collision costs. A result counts if a
 * person's car has finished and none of its moves was ever taken back in that race; hints count as
 * advice, it is the person who drives. Records are kept by the name that was typed, so renaming or
 * removing a player changes none.
 *
 * The file is JSON, in the data folder. Reading it never fails as a whole: what cannot be read is
 * told in plain sentences, the file is kept aside with ".broken" behind its name, and the rest goes
 * on. Before it is written it is read again under a lock, so two windows lose nothing of each
 * other's.
 */
#ifndef GRAPHPRIX_SESSION_RECORDS_H
#define GRAPHPRIX_SESSION_RECORDS_H

#include "base/text.h"
#include "rules/setup.h"
#include "session/session.h"

#include <stdbool.h>

enum { RECORDS_KEPT = 10, RECORD_RACE_BYTES = 128, RECORD_DATE_BYTES = 11 };

struct record {
    int rounds;
    char name[PLAYER_NAME_BYTES];
    char date[RECORD_DATE_BYTES]; /* "2026-11-20", or "" */
    char race[RECORD_RACE_BYTES]; /* the name of the race's file */
};

/* Of one track and its rules: the fewest rounds first, the earlier of equal ones before. */
struct record_list {
    struct record items[RECORDS_KEPT];
    int count;
};

struct records; /* of all tracks and rules */

/* A file that is not there (NULL: there can be none) holds none; never NULL. `told` gets a sentence
 * for each thing that was left out. */
struct records *records_load(const char *path, struct text *told);
extern const struct json_list records_list; /* how they lie in it */
void records_free(struct records *records); /* NULL is allowed */
/* Empty for a set-up without track, and where nobody has a record. */
void records_find(const struct records *records, const struct setup *setup,
                  struct record_list *list);

/* Adds what people have come to in the race, which is over and kept in a file; what is there
 * already is not added twice. True if there was nothing to add, too. `told` as above. */
bool records_add(const char *path, const struct session *session, struct text *told,
                 struct error *error);
/* Takes away the race's results of those who have taken back a move in it. */
bool records_take_back(const char *path, const struct session *session, struct text *told,
                       struct error *error);

/* === daily ==================================================================================== */

/* Daily tracks that were raced, a day each: in how many rounds, and the streak that they make.
 *
 * A day is known by the track that its generator made of it: begun when its race is, and finished
 * with the first result that a person comes to on that track in one go, under the rules of the day
 * (those of the first preset of its game, where they change how many rounds a car alone needs). The
 * fewest rounds count. A race that was begun before midnight may end after it; later than on the
 * day after, or while the clock says an earlier day, nothing is finished.
 *
 * The file is JSON in the data folder, read as session/session.h reads lists: what is wrong costs
 * itself alone.
 *
 * The streak is asked of the days that were finished, never counted on, so a clock that is set
 * back loses nothing.
 */

struct daily {
    int day;        /* base/number.h */
    int generator;  /* version of what made its track */
    uint64_t track; /* course_fingerprint */
    int par;        /* rounds, as it was said; 0: none is known */
    int rounds;     /* 0: begun, not finished */
};

struct dailies; /* all days */

/* A file that is not there (NULL: there can be none) holds none; never NULL. `told` gets a sentence
 * for each thing that was left out. */
struct dailies *dailies_load(const char *path, struct text *told);
extern const struct json_list dailies_list;
void dailies_free(struct dailies *dailies); /* NULL is allowed */
/* NULL: that day was not raced. */
const struct daily *dailies_find(const struct dailies *dailies, int day);
/* The day whose track the race is on, finished or not; NULL: it is no daily one. */
const struct daily *dailies_find_race(const struct dailies *dailies, const struct setup *setup);
/* So many days in a row were finished up to this one, itself included: 0 if it was not. */
int dailies_streak(const struct dailies *dailies, int day);
/* The same as it stands today, while today's may still be finished. */
int dailies_streak_today(const struct dailies *dailies, int today);

/* The day's race begins. What was finished stays, also if another generator had made its track. */
bool daily_begin(const char *path, const struct daily *daily, struct text *told,
                 struct error *error);
/* What people have come to in a race that is over, if it is on the track of a day that counts now.
 * True if there was nothing to keep, too. */
bool daily_add(const char *path, const struct session *session, int today, struct text *told,
               struct error *error);

/* Appends "Graph Prix daily 2026-11-24 (generator 1): 27 moves, par 25, streak 4". Of a day that
 * was finished. */
void daily_share(const struct daily *daily, int streak, struct text *into);

/* === race index =============================================================================== */

/* The saved races of some folders, newest first, for screens that list them.
 *
 * Whether a race is over and how far it has come only its replay tells. That is done by a worker
 * (base/system/worker.h), which wakes the window, and what was found is kept in a cache file, by
 * path, size and time, so that an index of hundreds of races is there at once. A cache that is
 * missing, old or broken costs time and nothing else.
 */

struct race_index;

/* What is told of a race; strings are the index's. */
struct index_entry {
    char *path;
    int folder;      /* of those that were given, from 0 */
    int64_t changed; /* seconds since 1970 */
    int nanoseconds;
    int64_t size;
    bool known;    /* else all below is not there yet */
    bool readable; /* else the file holds no race */
    bool over;
    int round;
    char *round_noun; /* what it is called: "turn" */
    char *track;
    char *rules;   /* "Racing car" */
    char *players; /* "Ada, Blaise" */
    char *winners; /* the same, of those in the first place; "" if there are none */
};

/* `cache` is a file that need not exist. */
struct race_index *race_index_open(const char *const *folders, int folder_count, const char *cache);
void race_index_close(struct race_index *list); /* NULL is allowed */

/* Takes in what the thread has found. */
void race_index_collect(struct race_index *list);
/* Waits until all is known, but no longer than this. */
void race_index_wait(struct race_index *list, int milliseconds);

int race_index_count(const struct race_index *list);
const struct index_entry *race_index_at(const struct race_index *list, int index);
/* The newest race of a folder that is not over, -1 if there is none; false in *certain while a
 * newer one is not known. */
int race_index_unfinished(const struct race_index *list, int folder, bool *certain);

/* The race itself, to draw its sheet: asked for by the first call, NULL until the thread has read
 * it (and for ever if it cannot be read). The caller frees it. */
struct session *race_index_take_session(struct race_index *list, int index);

/* The session is what its file holds: spares reading that. */
void race_index_tell(struct race_index *list, const char *path, const struct session *session);
/* What the bytes of a cache say of races of which path, size and time are set: those of which
 * anything is not as expected stay unknown. And what it is to say of those that are known,
 * appended. */
void race_index_read_cache(const char *bytes, size_t length, struct index_entry *races, int count);
void race_index_print_cache(const struct index_entry *races, int count, struct text *into);
/* Forgets what is known of it: all but the identity of its file. */
void index_entry_clear(struct index_entry *race);

/* The file is gone. */
void race_index_drop(struct race_index *list, int index);

/* === series =================================================================================== */

/* What a race came to, car by car, counted by its rules from what happened in it.
 */

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
/* A cup: each race has its own game and rules. The players are as many in all. */
struct series *series_begin_cup(const struct setup *races, const struct player *players,
                                struct allow allow, int count, struct error *error);
void series_free(struct series *series); /* NULL is allowed */

bool series_is_cup(const struct series *series);
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
/* The same of any race, as it was set up at first. */
struct setup series_race_setup(const struct series *series, int race);
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
/* The same as it stood when so many races were over. */
int series_standings_after(const struct series *series, int races,
                           struct series_standing standings[PLAYER_LIMIT]);

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

extern const struct json_list house_rules_list;
/* A file that is not there holds none; `told` gets a sentence for each thing that was left out. */
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
