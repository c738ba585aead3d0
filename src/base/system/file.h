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

/* As many of the first bytes of such a file as it has; 0: it cannot be read. */
size_t file_read_start(const char *path, void *start, size_t size);

/* A whole file that may be packed by gzip (.svgz): what it holds, at most `limit` bytes. */
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

/* Bytes that nobody can guess. */
void file_draw_secret(unsigned char *into, size_t length);

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

/* Without links, from the root on; NULL if there is no such file or folder. Free it. */
char *file_full_path(const char *path);
/* Joins with one '/'; free() it. */
char *file_join(const char *folder, const char *name);
/* The path's parts: what is behind the last '/', and what is before it ("." for nothing; free it).
 */
const char *file_own_name(const char *path);
char *file_folder_of(const char *path);

/* === who may write ==============================================================================
 */

/* One window at a time may write a file.
 *
 * The lock is held on a hidden file beside the one that it is for (".NAME.lock"), because that one
 * is replaced when it is written whole. The system lets go of it when the program ends, however it
 * ends; what a killed program leaves behind is an empty file that locks nothing. */
struct file_lock;

/* NULL if somebody else holds it, be it in this program. Where locking is not possible (a folder
 * that cannot be written, a file system without locks) everybody gets one. */
struct file_lock *file_lock_take(const char *path);
/* For a file that whoever changes it reads again first, so that nobody holds it for longer than a
 * moment: waits for half a second at most. Creates the folder. NULL and the error if it cannot be
 * had. */
struct file_lock *file_lock_wait(const char *path, struct error *error);
void file_lock_release(struct file_lock *lock); /* NULL is allowed */

/* === the trash ==================================================================================
 */

/* Files put where they can be fetched back from, by the freedesktop rules: `trash` is the user's
 * trash folder (XDG_DATA_HOME/Trash), made if need be. False, with the file where it was, if that
 * cannot be, as on another disk. */
bool trash_put(const char *path, const char *trash, struct error *error);
/* The same, and tells where the file lies now: free it. NULL on failure. */
char *trash_move(const char *path, const char *trash, struct error *error);
/* Back from there to a path that no file has; never over one. */
bool trash_take_back(const char *lies_at, const char *path, struct error *error);

/* === folders ================================================================================== */

/* Where the player's files are, by the XDG rules, and ours, parts of the program among them.
 * Folders are made when they are first needed. All strings are the caller's to free.
 *
 * What only the window or pictures need is loaded when it is asked for, from beside the program or
 * from lib/graphprix: what draws and shows brings eighty libraries, which cost more than most
 * commands do (a start takes 2.7 ms of processor time instead of 9). A module uses what the
 * program holds of the floors below.
 */

char *folders_data(const char *name); /* XDG_DATA_HOME/graphprix/NAME */
char *folders_config(void);           /* XDG_CONFIG_HOME/graphprix */
char *folders_cache(void);            /* XDG_CACHE_HOME/graphprix */
char *folders_trash(void);            /* XDG_DATA_HOME/Trash, which all programs share */

/* The folder of the program, links followed; "." where the system does not tell. */
void folders_program(char *into, size_t size);

/* Parts of the program that are loaded when they are needed, because the libraries that they need
 * cost more time than most commands take: what draws pictures, and what the window is made of.
 */
extern const char module_pictures[]; /* paper, photos, and the commands that are about them */
extern const char module_window[];
extern const char module_together[]; /* the network, and the commands that are about it */
extern const char module_broker[];   /* session/broker.h */

/* A function or an object by its name; where the module is linked into the program already, as in
 * the tests, nothing is loaded. A module stands beside the program in the build, else in the
 * install prefix. NULL and the error if that failed. */
void *module_find(const char *module, const char *name, struct error *error);

/* Functions of a library of the system that the program is not linked with, by their names; it
 * stays loaded. False: it is not there, or one of them is not. */
bool library_find(const char *library, const char *const *names, void **found, int count);

/* === journal ================================================================================== */

/* A text file that grows on disk while something else goes on.
 *
 * Lines are handed over at once and written, in order, by a thread beside, each made sure of
 * with fsync; where the system has no thread to give, they are written before journal_append comes
 * back. After a failure (a full disk, a file that was removed) nothing is appended to what
 * may be half a line: the next line handed over makes the whole file be written again, atomically.
 * So the file is, at any moment and whatever kills the program, a whole beginning of the text, at
 * worst with a cut last line.
 */

struct journal;

/* Writes `content` to `path` at once, if it is not there already. If that fails (*written is false,
 * and the error says why) the journal tries again with the next line. */
struct journal *journal_open(const char *path, const struct text *content, bool *written,
                             struct error *error);
/* Writes what is left, then frees. NULL is allowed. */
void journal_close(struct journal *journal);

void journal_append(struct journal *journal, const char *bytes, size_t length);
/* Waits until all is on disk, or until one more try to get it there has failed. */
void journal_flush(struct journal *journal);
/* Has a try failed since the last call? Then the error says why. */
bool journal_failed(struct journal *journal, struct error *error);
/* All of the text, as whoever appends to it knows it. */
void journal_append_content(const struct journal *journal, struct text *into);
/* Is all of the text on disk? */
bool journal_is_whole(struct journal *journal);
const char *journal_path(const struct journal *journal);

#endif
