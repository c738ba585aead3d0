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

#include "session/session.h"

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
struct records *records_read(const char *bytes, size_t length, struct text *told);
/* Appends them as the file holds them. False if a name cannot be written. */
bool records_write(const struct records *records, struct text *into);
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
struct dailies *dailies_read(const char *bytes, size_t length, struct text *told);
/* Appends them as the file holds them. */
bool dailies_write(const struct dailies *dailies, struct text *into);
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

#endif
