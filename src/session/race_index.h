/* The saved races of some folders, newest first, for screens that list them.
 *
 * Whether a race is over and how far it has come only its replay tells. That is done by a worker
 * (base/system/worker.h), which wakes the window, and what was found is kept in a cache file, by
 * path, size and time, so that an index of hundreds of races is there at once. A cache that is
 * missing, old or broken costs time and nothing else.
 */
#ifndef GRAPHPRIX_SESSION_RACE_INDEX_H
#define GRAPHPRIX_SESSION_RACE_INDEX_H

#include "session/session.h"

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

/* Takes in what the thread has found; true if there was something. */
bool race_index_collect(struct race_index *list);
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
 * appended; false if a string cannot be written. */
void race_index_read_cache(const char *bytes, size_t length, struct index_entry *races, int count);
bool race_index_print_cache(const struct index_entry *races, int count, struct text *into);
/* Forgets what is known of it: all but the identity of its file. */
void index_entry_clear(struct index_entry *race);

/* The file is gone. */
void race_index_drop(struct race_index *list, int index);

#endif
