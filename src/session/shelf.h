/* The saved races of some folders, newest first, for screens that list them.
 *
 * Whether a race is over and how far it has come only its replay tells. That is done by a worker
 * (base/system/worker.h), which wakes the window, and what was found is kept in a cache file, by
 * path, size and time, so that a shelf of hundreds of races is there at once. A cache that is
 * missing, old or broken costs time and nothing else.
 */
#ifndef GRAPHPRIX_SESSION_SHELF_H
#define GRAPHPRIX_SESSION_SHELF_H

#include "session/session.h"

struct shelf;

/* What is told of a race; strings are the shelf's. */
struct shelf_race {
    char *path;
    int folder;      /* index into the shelf's folders */
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
struct shelf *shelf_open(const char *const *folders, int folder_count, const char *cache);
void shelf_close(struct shelf *shelf); /* NULL is allowed */

/* Takes in what the thread has found; true if there was something. */
bool shelf_collect(struct shelf *shelf);
/* Waits until all is known, but no longer than this. */
void shelf_wait(struct shelf *shelf, int milliseconds);

int shelf_count(const struct shelf *shelf);
const struct shelf_race *shelf_at(const struct shelf *shelf, int index);
/* The newest race of a folder that is not over, -1 if there is none; false in *certain while a
 * newer one is not known. */
int shelf_unfinished(const struct shelf *shelf, int folder, bool *certain);

/* The race itself, to draw its sheet: asked for by the first call, NULL until the thread has read
 * it (and for ever if it cannot be read). The caller frees it. */
struct session *shelf_take_session(struct shelf *shelf, int index);

/* The session is what its file holds: spares reading that. */
void shelf_tell(struct shelf *shelf, const char *path, const struct session *session);
/* What the bytes of a cache say of races of which path, size and time are set: those of which
 * anything is not as expected stay unknown. And what it is to say of those that are known,
 * appended; false if a string cannot be written. */
void shelf_read_cache(const char *bytes, size_t length, struct shelf_race *races, int count);
bool shelf_print_cache(const struct shelf_race *races, int count, struct text *into);
/* Forgets what is known of it: all but the identity of its file. */
void shelf_race_clear(struct shelf_race *race);

/* The file is gone. */
void shelf_drop(struct shelf *shelf, int index);

#endif
