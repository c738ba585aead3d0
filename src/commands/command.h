/* The headless program: one table of commands, read by the program, by `help` and by the tests.
 *
 * A command gets the arguments behind its name and returns the exit status: 0 done, 1 the work
 * failed (one line on stderr says what and what to do), 2 wrong usage. Commands write only to
 * stdout and stderr.
 */
#ifndef GRAPHPRIX_COMMANDS_COMMAND_H
#define GRAPHPRIX_COMMANDS_COMMAND_H

#include "base/error.h"
#include "base/text.h"
#include "rules/setup.h"

#include <jansson.h>
#include <stddef.h>

enum { STATUS_DONE = 0, STATUS_FAILED = 1, STATUS_USAGE = 2 };

struct command {
    const char *name;
    const char *usage;    /* "check [--json] FILE..." */
    const char *sentence; /* one line for the list */
    /* Help is the page of `help COMMAND`, behind usage and sentence. Where help and run are NULL
     * they are `print_help` and `print_run` of the module for pictures; ask command_help. */
    const char *help;
    void (*append_help)(struct text *page); /* what of the page other tables say; NULL: nothing */
    int (*run)(int argument_count, char **arguments);
};

extern const struct command commands[]; /* ends with a zeroed one */
extern const char command_version[];    /* "1.0.0": what the file VERSION says */

/* By name; also "--help", "-h" and "--version". NULL if there is none. */
const struct command *command_find(const char *name);
const char *command_help(const struct command *command);
/* Runs arguments[0], which must be a command's name; "--help" behind it shows its page instead. */
int command_run(int argument_count, char **arguments);

/* "graphprix: text" on stderr, as text_append_visible shows it, and the status. */
int command_fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* module_find (base/system/file.h); a failure is told. */
void *command_load_part(const char *module, const char *name);

/* Where the shipped tracks and other assets are: GRAPHPRIX_ASSETS, else beside the program in the
 * build or in the install prefix. Owned by the module; NULL if nothing is found. */
const char *command_asset_folder(const char *name); /* "tracks" */

/* The path of a track given as a file or by the name of a shipped one ("kidney"); free it. */
char *command_track_path(const char *name);
/* Reads it and proves that it can be driven; retained. No body when that failed, or if it is no
 * course of the game, which has been told then. */
struct course command_load_course(const struct game *game, const char *name);
/* By the first rules of the game whose course it is; as it was, if that cannot be told. */
void command_begin_setup(struct setup *setup, const char *name);

/* A string; what is no UTF-8, which no JSON can hold, loses its letters beyond ASCII. */
json_t *command_text_to_json(const char *text);
/* Prints the object, reals with so many digits, as a line, and gives it up. */
void command_print_json(json_t *object, size_t digits);

/* Into a file, written whole or not at all; "-" is the standard output. */
bool command_put(const char *file, const struct text *content, struct error *error);
/* A saved race as far as it is sound; *damaged if there is more, which is told. NULL: told, too. */
struct session *command_load_race(const char *path, bool *damaged);

/* The commands of the list, and their pages of help. */
extern const char check_help[], generate_help[], import_help[], lesson_help[], post_help[],
    print_help[], referee_help[], replay_help[], solve_help[], tournament_help[], trace_help[],
    worksheet_help[];
void referee_append_help(struct text *page);
int check_run(int argument_count, char **arguments);
int generate_run(int argument_count, char **arguments);
int import_run(int argument_count, char **arguments);
int lesson_run(int argument_count, char **arguments);
int help_run(int argument_count, char **arguments);
int post_run(int argument_count, char **arguments);
int print_run(int argument_count, char **arguments);
int referee_run(int argument_count, char **arguments);
int replay_run(int argument_count, char **arguments);
int solve_run(int argument_count, char **arguments);
int tournament_run(int argument_count, char **arguments);
int trace_run(int argument_count, char **arguments);
int version_run(int argument_count, char **arguments);
int worksheet_run(int argument_count, char **arguments);

/* === options ================================================================================== */

/* The options of a command, read from its table.
 *
 * "--seed 7" and "--seed=7" are the same, and the arguments may stand in any order: they are read
 * in the order of the table, so that fields find their preset settled and drivers their players.
 * Behind "--" nothing is an option.
 */

enum { BOT_MILLISECONDS_MOST = 600000 };

enum option_kind {
    OPTION_ONCE,   /* at most */
    OPTION_MANY,   /* any number of times, also none */
    OPTION_NEEDED, /* exactly once */
    OPTION_SWITCH, /* stands without a value; `read` gets NULL */
    OPTION_PLACE,  /* no option: the one argument that stands by itself, which is needed */
    OPTION_SPARE   /* the same, which may be missing */
};

struct option {
    const char *name; /* "--seed"; of OPTION_PLACE and OPTION_SPARE what it is: "track" */
    enum option_kind kind;
    size_t member; /* offset of what `read` gets a pointer to */
    bool (*read)(void *member, const char *value, struct error *error);
    int least, most; /* where there is no `read`: the member is an int from one to the other */
};

/* Reads the arguments of a command into `options`, which is what the members' offsets are of. The
 * table ends with a zeroed row. */
bool options_read(const char *command, const struct option *table, void *options,
                  int argument_count, char **arguments, struct error *error);

/* The arguments of a command that takes files and --json: the files come first in `arguments`,
 * *count of them. */
bool options_read_files(const char *command, bool *as_json, int *count, char **arguments,
                        struct error *error);

/* Readers. The strings stay the arguments'. */
bool option_read_true(void *truth, const char *value, struct error *error); /* bool */
bool option_read_track(void *name, const char *value, struct error *error); /* const char * */
/* Files that a command reads (a track's may be the name of a shipped one) and writes ("-" is the
 * standard output), const char *. Whatever a command's table says, options_read refuses one file in
 * two such places, of which one is written, by whatever paths and links it is reached, and two
 * results on the standard output, "--json" among them. */
bool option_read_input(void *name, const char *value, struct error *error);
bool option_read_output(void *name, const char *value, struct error *error);
/* enum csv_kind */
bool option_read_csv_kind(void *kind, const char *value, struct error *error);
bool option_read_seed(void *seed, const char *value, struct error *error); /* uint64_t */

/* The rules of a race; the member is a struct setup. The game begins it anew, and so does the
 * preset, so they stand in front of the others, the seed and the players among them. */
bool option_read_game(void *setup, const char *value, struct error *error);
bool option_read_preset(void *setup, const char *value, struct error *error);
bool option_read_field(void *setup, const char *value, struct error *error);

#endif
