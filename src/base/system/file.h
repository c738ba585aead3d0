/* Whole files in, whole files out. Errors say what went wrong and what to do, without the path.
 */
#ifndef GRAPHPRIX_BASE_SYSTEM_FILE_H
#define GRAPHPRIX_BASE_SYSTEM_FILE_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Appends the file's bytes to `content`. A folder, a device, a file over `limit` bytes and one that
 * may not be read are errors. */
bool file_read(const char *path, size_t limit, struct text *content, struct error *error);

/* The same of a file that may be packed by gzip (.svgz): what it holds, at most `limit` bytes. */
bool file_read_unpacked(const char *path, size_t limit, struct text *content, struct error *error);

/* Temporary file in the same folder, fsync, rename, fsync of the folder: afterwards either the old
 * or the new content is there, whole. On failure the old file is untouched and no scrap is left. */
bool file_write_atomically(const char *path, const void *bytes, size_t length, struct error *error);

/* From now on writing a file that becomes larger than is allowed fails, as a full disk does, and
 * ends no program. */
void file_survive_limits(void);

/* Takes away what killed programs left in the folder while they wrote: temporary files of ours that
 * nobody has touched for so many seconds. */
void file_sweep(const char *folder, int seconds);

/* All bytes into an open file, and fsync. False with errno set on failure. */
bool file_write_all(int descriptor, const char *bytes, size_t length);

/* Creates the folder and those above it (mode 0700 for new ones, as the XDG rules ask). */
bool file_make_folder(const char *path, struct error *error);

/* False, with a person's words for an errno in the error. */
bool file_explain(struct error *error, int number);

bool file_exists(const char *path);
bool file_is_folder(const char *path);

/* What tells that a file is another one than before: its size, and when it was changed. */
struct file_stamp {
    bool known;
    int64_t seconds, nanoseconds, size;
};
struct file_stamp file_stamp(const char *path); /* not known: it cannot be asked, or no path */
bool file_stamp_is_same(const struct file_stamp *one, const struct file_stamp *other);

/* Takes the name, so that no other program gets it, by an empty file. False with errno set. */
bool file_reserve(const char *path);
/* True, too, if there is no such file (any more). */
bool file_remove(const char *path, struct error *error);

/* Would writing to one path change what the other leads to? They lead to one file, also by links,
 * or to one that is not there yet. */
bool file_is_same(const char *one, const char *other);

/* Renames a file that cannot be read to PATH.broken, or PATH.broken-2 and so on where there is one,
 * so that a new one can be written and nothing is lost. `aside` gets that path appended. */
bool file_set_aside(const char *path, struct text *aside, struct error *error);
/* Creates the folder that the file is or will be in. */
bool file_make_folder_of(const char *path, struct error *error);

/* Names of the entries of a folder that end with `suffix`, sorted by byte; freed by the caller with
 * file_free_names. A folder that is not there has none. */
char **file_list_folder(const char *path, const char *suffix, int *count);
bool file_ends_with(const char *path, const char *suffix);
void file_free_names(char **names, int count);

/* The program of this name that may be run, as a shell looks for it; a name with a slash is a path.
 * NULL: it is nowhere. Free it. */
char *file_find_program(const char *name);
bool file_program_exists(const char *name);

/* Joins with one '/'; free() it. */
char *file_join(const char *folder, const char *name);
/* The path's parts: what is behind the last '/', and what is before it ("." for nothing; free it).
 */
const char *file_own_name(const char *path);
char *file_folder_of(const char *path);

#endif
