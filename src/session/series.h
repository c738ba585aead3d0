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
#ifndef GRAPHPRIX_SESSION_SERIES_H
#define GRAPHPRIX_SESSION_SERIES_H

#include "session/session.h"

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

#endif
