/* A program that is talked to by lines: its process, its three pipes and the limits on them.
 *
 * Whatever it does, every call comes back by the deadline, soon after `cancelled` is set, or when
 * one of the limits is reached. What it writes to its error output is read, too, so that it does
 * not get stuck; the last line of it is kept to be quoted. A program is used by one thread at a
 * time; other threads may start others.
 */
#ifndef GRAPHPRIX_BASE_SYSTEM_PROGRAM_H
#define GRAPHPRIX_BASE_SYSTEM_PROGRAM_H

#include "base/error.h"
#include "base/text.h"

#include <stdatomic.h>
#include <stdint.h>

enum {
    PROGRAM_LINE_LIMIT = 1000,          /* bytes of a line */
    PROGRAM_OUTPUT_LIMIT = 64 * 1024,   /* from one program_listen_anew to the next */
    PROGRAM_ERRORS_LIMIT = 1024 * 1024, /* the same, of its error output */
    PROGRAM_LAST_WORDS_LIMIT = 100      /* bytes */
};

struct program;

struct patience {
    int64_t deadline;             /* as clock_nanoseconds */
    const atomic_bool *cancelled; /* may be NULL */
};

enum program_news {
    PROGRAM_DONE,
    PROGRAM_LATE,
    PROGRAM_CANCELLED,
    /* from here on nothing more can come of it: */
    PROGRAM_CANNOT_START,
    PROGRAM_DIED,
    PROGRAM_CLOSED_INPUT,
    PROGRAM_CLOSED_OUTPUT,
    PROGRAM_LONG_LINE,
    PROGRAM_FLOOD,
    PROGRAM_FLOOD_OF_ERRORS
};

/* `words` end with NULL; the first is a path, or a name that is looked for as a shell does. NULL
 * and the error if it is not there; that it cannot be run is told by program_send. */
struct program *program_start(char *const *words, struct error *error);

/* Comes back when all has been taken. What is not is still sent first the next time. */
enum program_news program_send(struct program *program, const char *bytes, size_t length,
                               struct patience patience);
/* The next line without its line break; it may hold zero bytes. */
enum program_news program_read_line(struct program *program, struct patience patience,
                                    struct text *line);
/* Has it begun a line that has no line break yet? */
bool program_is_within_line(const struct program *program);
/* Drops what it has said so far, adds the number of whole lines in it to *lines, and counts its
 * bytes from 0 on. */
enum program_news program_listen_anew(struct program *program, int *lines);

/* Appends, of a program that has died, "with status 1" or "of signal 11"; of one that cannot be
 * started why. */
void program_append_end(const struct program *program, struct text *into);
/* Appends the last line of its error output, fit to be quoted; "" if there is none. */
void program_append_last_words(struct program *program, struct text *into);
/* Closes its input, gives it so much time to go by itself, then ends it and all that it has started
 * (keeper_run). */
void program_end(struct program *program, int milliseconds);

/* === programs of the desktop ====================================================================
 */

/* A program of the desktop that runs beside the window: a viewer, a printer's queue, a dialog.
 *
 * It is started without a shell, gets no input, and runs on when nobody wants to know of it any
 * more, or when we end. Of what it says one stream may be kept; the window is woken (worker.h) when
 * it has ended. A program that drives a car is another matter: program_start.
 */
struct aside;

enum { ASIDE_SAID_BYTES = 8192 }; /* of what it says; all of it is read, so that it never waits */
enum aside_stream { ASIDE_NOTHING, ASIDE_OUTPUT, ASIDE_ERRORS };
enum aside_state { ASIDE_RUNS, ASIDE_DONE, ASIDE_FAILED };

/* `words` end with NULL; the first is looked for on the PATH. NULL if it cannot be started. */
struct aside *aside_start(const char *const *words, enum aside_stream kept);
/* Lets it run; NULL is allowed. */
void aside_free(struct aside *aside);

enum aside_state aside_state(const struct aside *aside);
/* Waits for its end, at most so long. */
enum aside_state aside_wait(const struct aside *aside, int milliseconds);
/* The first line of what it said, once it does not run any more; "" if it said nothing. */
const char *aside_said(const struct aside *aside);

/* What the desktop does with a file when it is asked to. */
enum desktop_deed { DESKTOP_OPENS, DESKTOP_PRINTS, DESKTOP_ASKS_WHERE };

/* Can it be asked? It may fail all the same. */
bool desktop_can(enum desktop_deed deed);
/* NULL if it cannot be started. Shows the file, or the folder. */
struct aside *desktop_open(const char *path);
/* In true size, where the printer's program takes it, on "A4" or "letter"; it says what is wrong.
 */
struct aside *desktop_print(const char *path, const char *title, const char *paper);
/* The dialog that asks where to save pages; it says what was chosen, "" for nothing. */
struct aside *desktop_ask_where(const char *proposed);

/* Where the desktop keeps documents, and in it a folder of ours: free it. Of a page the pictures,
 * which it hands out. */
char *folders_documents(void);

#endif
