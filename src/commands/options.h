/* The options of a command, read from its table.
 *
 * "--seed 7" and "--seed=7" are the same, and the arguments may stand in any order: they are read
 * in the order of the table, so that fields find their preset settled and drivers their players.
 * Behind "--" nothing is an option.
 */
#ifndef GRAPHPRIX_COMMANDS_OPTIONS_H
#define GRAPHPRIX_COMMANDS_OPTIONS_H

#include "base/error.h"

#include <stddef.h>

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
