/* The headless program: one table of commands, read by the program, by `help` and by the tests.
 *
 * A command gets the arguments behind its name and returns the exit status: 0 done, 1 the work
 * failed (one line on stderr says what and what to do), 2 wrong usage. Commands write only to
 * stdout and stderr.
 */
#ifndef GRAPHPRIX_COMMANDS_COMMAND_H
#define GRAPHPRIX_COMMANDS_COMMAND_H

enum { STATUS_DONE = 0, STATUS_FAILED = 1, STATUS_USAGE = 2 };

struct command {
    const char *name;
    const char *usage;    /* "check [--json] FILE..." */
    const char *sentence; /* one line for the list */
    const char *help;     /* the page of `help COMMAND`, behind usage and sentence */
    int (*run)(int argument_count, char **arguments);
};

extern const struct command commands[]; /* ends with a zeroed one */
const struct command *command_find(const char *name);
/* Runs arguments[0] as a command. */
int command_run(int argument_count, char **arguments);

/* "graphprix: text" on stderr, and the status. */
int command_fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Where the shipped tracks and other assets are: GRAPHPRIX_ASSETS, else beside the program in the
 * build or in the install prefix. Owned by the module; NULL if nothing is found. */
const char *command_asset_folder(const char *name); /* "tracks" */

#endif
