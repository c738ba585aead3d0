/* Saved races: JSON Lines, `.race` (files-and-protocols section 3).
 *
 * The running race is such a file, too: session_keep writes it and from then on every action and
 * undo is appended and fsynced by a thread of its own, in order. A failure to write (a full disk)
 * never disturbs the race: session_keep_failed tells it, once each time it happens, and the writer
 * tries again with the next action, so that the file is whole again when there is room.
 */
#ifndef GRAPHPRIX_SESSION_SAVE_H
#define GRAPHPRIX_SESSION_SAVE_H

#include "base/system/file.h"
#include "session/session.h"

#include <jansson.h>

/* The values of all fields, or of those that differ from the preset, as both the save and the
 * referee write them: a number as a number, a choice by its name. The caller owns the object. */
json_t *session_rules_to_json(const struct setup *setup, bool only_changes);
/* One of them back. */
bool session_rule_from_json(struct setup *setup, const char *field, const json_t *value,
                            struct error *error);

/* The whole file as text; as session_save writes it (atomically). */
void session_write(const struct session *session, struct text *into);
bool session_save(const struct session *session, const char *path, struct error *error);

/* Reads a whole file. When something in it is wrong the error says where (line), and *damaged is
 * set: the session returned is the race up to there, or NULL if there is none. A cut last line is
 * dropped and told in *error with *damaged false (error->text is "" when there was nothing to
 * tell). `length` bytes, not zero-ended. */
struct session *session_read(const char *bytes, size_t length, bool *damaged, struct error *error);
struct session *session_load(const char *path, bool *damaged, struct error *error);

/* Keeps the session in `path` from now on: writes it there (atomically) and appends from then on.
 * False: the first writing failed; the session is kept all the same and the next action tries
 * again. Also false, and not kept, if another window keeps that file: two never write one. */
bool session_keep(struct session *session, const char *path, struct error *error);
/* session_load of a race that goes on in its own file: nobody else writes it from before it is read
 * until the session is freed. NULL with *busy: another window has it open. A damaged one is not
 * kept; a file that cannot be written is told in *error, as a cut line is. */
struct session *session_resume(const char *path, bool *busy, bool *damaged, struct error *error);
const char *session_kept_path(const struct session *session); /* NULL if it is not kept */
/* Has the writer failed since the last call? Then the error says why. */
bool session_keep_failed(struct session *session, struct error *error);
/* Is all of it on disk? */
bool session_keep_is_whole(struct session *session);
/* Waits until everything that was done is on disk. */
void session_keep_flush(struct session *session);

/* A path for a new race in the folder that no file has yet: "2026-11-20-kidney-2.race"; free it. */
char *saved_race_new_path(const char *folder, const char *track_name);
/* The same for any kind of file; `suffix` is ".race". */
char *saved_new_path(const char *folder, const char *name, const char *suffix);
/* The files of some folders with this suffix, the one that was written last first. Free the array
 * and the paths. */
struct saved_file {
    char *path;
    int folder; /* its index */
    struct file_stamp stamp;
};
struct saved_file *saved_files_newest_first(const char *const *folders, int folder_count,
                                            const char *suffix, int *count);
/* The paths of a folder's files with this suffix, the one that was written last first. Free them
 * with file_free_names. */
char **saved_paths_newest_first(const char *folder, const char *suffix, int *count);

#endif
