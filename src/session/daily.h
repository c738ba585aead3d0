/* Daily tracks that were raced, a day each: in how many rounds, and the streak that they make.
 *
 * A day is known by the track that its generator made of it: begun when its race is, and finished
 * with the first result that a person comes to on that track in one go, under the rules of the day
 * (those of the first preset of its game, where they change how many rounds a car alone needs). The
 * fewest rounds count. A race that was begun before midnight may end after it; later than on the
 * day after, or while the clock says an earlier day, nothing is finished.
 *
 * The file is JSON in the data folder, read as session/json_file.h reads lists: what is wrong costs
 * itself alone.
 */
#ifndef GRAPHPRIX_SESSION_DAILY_H
#define GRAPHPRIX_SESSION_DAILY_H

#include "session/session.h"

struct daily {
    int day;        /* base/date.h */
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
