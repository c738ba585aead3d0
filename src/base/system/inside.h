/* What each system has of its own, for what is the same everywhere. */
#ifndef GRAPHPRIX_BASE_SYSTEM_INSIDE_H
#define GRAPHPRIX_BASE_SYSTEM_INSIDE_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* --- files, for file.h ------------------------------------------------------------------------ */

/* A path is UTF-8 with '/' between folders. What comes back false, or -1, has errno set. */

enum path_use {
    PATH_READ,   /* comes back at once, also for a pipe that nobody writes to */
    PATH_CREATE, /* a new file, with the rights that the user gives new ones */
    PATH_APPEND  /* to a file that is there */
};

/* A descriptor for bytes as they are, closed in programs that we start. */
int path_open(const char *path, enum path_use use);
/* Does the file that is open still have that path? */
bool path_leads_to(const char *path, int descriptor);
bool path_stat(const char *path, struct stat *status);
bool path_sync(int descriptor);
/* Over what is there; afterwards that is on disk. */
bool path_move(const char *from, const char *to);
bool path_remove(const char *path);
bool path_make_folder(const char *path); /* one, which only the user may enter */
/* May the file be replaced? Then the new one, which is open, gets its rights. */
bool path_may_write(const char *path);
void path_give_rights(int descriptor, const struct stat *old);

/* --- programs, for program.h ------------------------------------------------------------------ */

/* A program that is talked to: its process and its three pipes, which never block. program.c knows
 * of lines and limits. */

struct process;

enum process_pipe { PROCESS_INPUT, PROCESS_OUTPUT, PROCESS_ERRORS };
enum process_state { PROCESS_RUNS, PROCESS_CANNOT_START, PROCESS_ENDED, PROCESS_LOST };

/* As program_start; also one that cannot be run may come to be, and then tells it by its state.
 * `path` gets that of the program: free it. */
struct process *process_start(char *const *words, char **path, struct error *error);
/* Ends it and all that it has started. */
void process_free(struct process *process);

/* With its news so far; `number` is the errno of one that cannot start. */
enum process_state process_state(struct process *process, int *number);
/* Appends how it ended, "with status 1" or "of signal 11". */
void process_append_end(const struct process *process, struct text *into);

/* How many bytes were taken; 0: none now, -1: the pipe is closed. */
ptrdiff_t process_write(struct process *process, const char *bytes, size_t length);
ptrdiff_t process_read(struct process *process, enum process_pipe from, char *into, size_t size);
void process_close(struct process *process, enum process_pipe pipe);
bool process_is_open(const struct process *process, enum process_pipe pipe);
/* Until something can be read, or be written if that is wanted, or it has news; so long at most. */
void process_wait(struct process *process, bool wants_to_write, int milliseconds);

#endif
