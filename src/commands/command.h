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
#include "drivers/drivers.h"
#include "rules/setup.h"
#include "session/session.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum { STATUS_DONE = 0, STATUS_FAILED = 1, STATUS_USAGE = 2 };

struct command {
    const char *name;
    const char *usage;    /* "check [--json] FILE..." */
    const char *sentence; /* one line for the list */
    /* Help is the page of `help COMMAND`, behind usage and sentence. Where they
     * are NULL they are `print_help` and `print_run` of the module; ask command_help. */
    const char *help;
    void (*append_help)(struct text *page); /* what of the page other tables say; NULL: nothing */
    int (*run)(int argument_count, char **arguments);
    const char *module; /* base/system/folders.h; or NULL */
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
extern const char check_help[], generate_help[], host_help[], import_help[], lesson_help[],
    post_help[], print_help[], referee_help[], replay_help[], solve_help[], tournament_help[],
    trace_help[], worker_help[], worksheet_help[];
void referee_append_help(struct text *page);
int check_run(int argument_count, char **arguments);
int generate_run(int argument_count, char **arguments);
int host_run(int argument_count, char **arguments);
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
int worker_run(int argument_count, char **arguments);
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
/* The name of a course that is made: as a const char *; and the one that is wished, else that of
 * the file without its ending. Free it. */
bool option_read_title(void *name, const char *value, struct error *error);
char *command_course_name(const char *wished, const char *path);
/* Files that a command reads (a track's may be the name of a shipped one) and writes ("-" is the
 * standard output), const char *. Whatever a command's table says, options_read refuses one file in
 * two such places, of which one is written, by whatever paths and links it is reached, and two
 * results on the standard output, "--json" among them. */
bool option_read_input(void *name, const char *value, struct error *error);
bool option_read_output(void *name, const char *value, struct error *error);
bool option_read_seed(void *seed, const char *value, struct error *error); /* uint64_t */

/* The rules of a race; the member is a struct setup. The game begins it anew, and so does the
 * preset, so they stand in front of the others, the seed and the players among them. */
bool option_read_game(void *setup, const char *value, struct error *error);
bool option_read_preset(void *setup, const char *value, struct error *error);
bool option_read_field(void *setup, const char *value, struct error *error);

/* === referee ================================================================================== */

/* `graphprix referee`: a race on stdin and stdout (files-and-protocols section 4).
 *
 * One command a line in, exactly one JSON object a line out. The framing (referee.c) knows nothing
 * of the commands and the commands (referee_answer.c) nothing of stdin, so that they can be fed
 * without a process. Races are saved and loaded through `files`.
 *
 * Every line is answered, an empty one, too, by an error; blanks round the words do not matter.
 * `load` also answers what the first line says, because the race may be another one. Arguments
 * without meaning are wrong usage (status 2), also when it takes the track to see it; a track that
 * cannot be read or finished is work that failed (status 1).
 */

enum { REFEREE_LINE_LIMIT = 8192 };

/* session_save and session_load, or what stands in for them. */
struct referee_files {
    bool (*save)(const struct session *session, const char *path, struct error *error);
    struct session *(*load)(const char *path, bool *damaged, struct error *error);
};

struct referee {
    struct session *session; /* owned */
    const struct referee_files *files;
    const char *track; /* the file that the first race's came from, over which none is saved */
    /* The only programs that may be started, as drivers: a race that is loaded brings none. */
    const char *const *programs;
    int program_count;
    int bot_milliseconds;    /* for a program's answer; 0: as usual */
    struct drivers *drivers; /* of the session; made when it is needed */
    bool quit;               /* it was told to end */
};

/* Frees the session and ends the programs that drove in it. */
void referee_end(struct referee *referee);

/* Each appends one line without its line break. The first line: the race, what drivers do before
 * anybody is asked, and the state then. */
void referee_greet(struct referee *referee, struct text *into);
/* The answer to a line of `length` bytes without its line break; any bytes. */
void referee_answer(struct referee *referee, const char *line, size_t length, struct text *into);

/* Lets drivers act until it is a person's turn or over. What is to be told of programs is appended
 * to the note, as sentences with blanks between. */
void referee_drive(struct referee *referee, struct text *note);

/* === tournament =============================================================================== */

/* `graphprix tournament`: drivers that are no persons race against each other, many times.
 *
 * Every race has all the drivers. Races take the tracks in turn; each has a seed of its own, made
 * of the tournament's and its number, and its own seats (tournament_seat). Several races go on at
 * once, each by one thread. What comes of them is kept by their number and added up in that order,
 * so neither how many threads there are nor their timing matters; programs answer as they like.
 */

enum {
    DRIVERS_LEAST = 2,
    RACES_USUAL = 100,
    RACES_MOST = 100000,
    TRACKS_MOST = 64,
    JOBS_MOST = 64,
    REMARK_BYTES = 512
};

struct contested_track {
    const char *given;         /* as on the command line */
    struct course course;      /* retained */
    struct prepared *prepared; /* under the tournament's rules, shared by all its races */
    int best;                  /* the fewest rounds of a car that nobody meets; 0: unknown */
    const char *best_of;       /* and of which one: "a car that ..." */
};

/* What a race came to, by driver. */
struct outcome_of_driver {
    int place;
    int rounds;                    /* until it finished; 0: it did not */
    int score;                     /* of a derby */
    int faults;                    /* of a program */
    int columns[STANDING_COLUMNS]; /* the numbers of those that have an average */
};
struct race_result {
    bool raced; /* to its end */
    struct outcome_of_driver drivers[PLAYER_LIMIT];
};

struct tournament {
    struct setup setup; /* of each race but for track and seed */
    const char *drivers[PLAYER_LIMIT];
    int driver_count;
    struct contested_track tracks[TRACKS_MOST];
    int track_count;
    int races;
    int jobs; /* races at once; 0: as many as there are processors */
    int bot_milliseconds;
    const char *broker; /* its races are raced by whoever works there; NULL: here */
    int argument_count; /* what it was begun with */
    char **arguments;
    bool as_json;
    bool by_points;              /* who is first is decided by points; known when races begin */
    struct race_result *results; /* a race, by its number from 0 */
    char remarks[PLAYER_LIMIT][REMARK_BYTES]; /* the first fault of each program, or "" */
};

/* Which driver (0..) sits at a player's seat (0..): each at each as often, and each two one behind
 * the other as often as the other way round. */
int tournament_seat(const struct tournament *tournament, int race, int seat);
uint64_t tournament_seed(const struct tournament *tournament, int race);

/* Its options; false and the error. The strings stay the arguments'. */
bool tournament_read(struct tournament *tournament, int argument_count, char **arguments,
                     struct error *error);
/* With its courses: what is done once a track; false if it was interrupted. Then so many races from
 * that number on. */
bool tournament_prepare(struct tournament *tournament, const atomic_bool *interrupted);
void tournament_race_some(struct tournament *tournament, int from, int count,
                          const atomic_bool *interrupted);
/* Lets workers race them (worker.c). False and the error: they cannot be asked. */
bool tournament_spread(struct tournament *tournament, const atomic_bool *interrupted,
                       struct error *error);
/* Courses, results and itself. */
void tournament_release(struct tournament *tournament);

/* Races until all is done or somebody interrupts it (false). */
bool tournament_race(struct tournament *tournament);

/* What has been raced so far. The caller owns the object. */
json_t *tournament_to_json(const struct tournament *tournament);
void tournament_append_table(const struct tournament *tournament, struct text *into);

/* === rating =================================================================================== */

/* How strong drivers are, from who was placed before whom: Elo figures with their uncertainty.
 *
 * The model is Bradley and Terry's: a driver d points above another takes 1 / (1 + 10^(-d/400)) of
 * what the two race for, a shared place counting as half. The figures are those that make what was
 * raced most likely, 1500 on average. Where no finite ones do (somebody has always been before, or
 * behind, all others), one drawn game between each two is added.
 */

enum { RATING_LIMIT = 8, RATING_AVERAGE = 1500 };

struct games {
    int count; /* drivers */
    /* What the row's driver has taken from the column's: a game is worth 1 to both together. */
    double points[RATING_LIMIT][RATING_LIMIT];
};

struct rating {
    double elo;
    double error; /* the strength lies within elo - error .. elo + error in 95 of 100 cases */
};

/* A race of several is a game of each two of them: their places from 1. */
void games_add_race(struct games *games, const int *places);

/* One rating a driver. True if draws had to be added. Races of more than two are no independent
 * games, so the uncertainty counts a race of n drivers as n - 1 games. */
bool rating_fit(const struct games *games, struct rating *ratings);

/* === the options of a race ==================================================================== */

struct named_driver {
    int car;
    const char *argument; /* "2=club" */
    const char *driver;   /* the argument's second half */
};

struct race_options {
    const char *track;  /* a file or the name of a shipped track */
    struct setup setup; /* all but the track */
    struct player players[PLAYER_LIMIT];
    int player_count; /* 0: not given */
    bool seeded;
    int bot_milliseconds; /* 0: as usual */
    struct named_driver drivers[CAR_LIMIT];
    int driver_count;
};

/* False and the error if anything is wrong that the arguments alone can tell. The strings stay the
 * arguments'. `more` are rows of a command that takes these options (of which none is needed then)
 * and its own: they are offsets of what begins with a zeroed struct race_options; NULL: no more. */
bool race_options_read(const char *command, const struct option *more, struct race_options *options,
                       int argument_count, char **arguments, struct error *error);
/* With the course in the set-up; NULL and the error, which is wrong usage. */
struct session *race_options_begin(struct race_options *options, struct error *error);

/* === lesson =================================================================================== */

/* Where lessons of graph paper find what they name.
 */

/* A shipped track by its file's name without the ending, retained; none if there is none. It looks
 * nowhere but in the game's own folder (lesson_track_finder). */
struct course lesson_find_track(const char *name);

#endif
