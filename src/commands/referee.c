/* The referee's process: arguments, the track, lines in and objects out.
 *
 * A line longer than REFEREE_LINE_LIMIT is read to its end and refused, so that what follows it is
 * understood again. Every object is flushed at once: whoever asks waits for it.
 */
#include "commands/referee.h"

#include "base/number.h"
#include "commands/command.h"
#include "commands/options.h"
#include "drivers/driving.h"
#include "session/save.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char referee_help[] =
    "  --track FILE          a track as SVG, or the name of a shipped one\n"
    "  --players N           1 to 8\n"
    "  --game NAME           see below; the one that the track is of if not given\n"
    "  --rules PRESET        see below; the game's first if not given\n"
    "  --set field=value     a rule by itself, on top of the preset; any number of times\n"
    "  --driver N=NAME       who drives car N, see below; all cars of a player have one driver\n"
    "  --bot-ms N            how many milliseconds a program has for an answer; 1000\n"
    "  --seed N              for everything random; 1 if not given\n"
    "\n"
    "The first line out tells the race. Then one command a line in, one JSON object a line out:\n"
    "  state                 where everybody is and whose turn it is\n"
    "  moves                 what the car to move may do, and what would happen\n"
    "  moves FROM X,Y        the first moves from one start point\n"
    "  do ACTION             12,9 moves there; 7,3>8,4 starts on 7,3 and moves; 7,3 picks a start\n"
    "  do 2: ACTION          that of car 2, where several owe one in secret\n"
    "  do drive on           when it is over: the car that is left goes on to the flag\n"
    "  try ACTION            what it would come to, in games that tell\n"
    "  undo                  back to before the last action of a person\n"
    "  save FILE, load FILE  a race file\n"
    "  quit                  ends, as the end of input does\n"
    "A refused command answers {\"ok\":false,\"error\":\"...\"} and changes nothing.\n"
    "Drivers act by themselves: what they do stands in the \"events\" of the first line, of "
    "\"do\"\n"
    "and of \"load\"; what went wrong with a program, in \"note\". A race that is loaded brings\n"
    "its own drivers, but its programs must be named by --driver here, too.\n";

static void append_drivers(const struct driving *driving, struct text *page)
{
    text_append_format(page, "\nDrivers:\n  %-20s  a person, who says what to do\n", "human");
    for (int i = 0; i < driving->kind_count; i++)
        text_append_format(page, "  %-20s  %s\n", driving->kinds[i].name,
                           driving->kinds[i].sentence);
    text_append_format(page, "  %-20s  A program, started without a shell.\n", "bot:COMMAND");
}

static void append_presets(const struct rule_table *table, struct text *page)
{
    text_append(page, "\nPresets:\n");
    for (int i = 0; i < table->preset_count; i++) {
        const struct rule_preset *preset = &table->presets[i];
        text_append_format(page, "  %-20s  %s\n", preset->name, preset->sentence);
    }
}

static void append_values(const struct rule_field *field, struct text *page)
{
    if (field->choices == NULL)
        text_append_format(page, "%d..%d", field->minimum, field->maximum);
    for (int i = 0; i < field->choice_count; i++)
        text_append_format(page, "%s%s", i == 0 ? "" : " ", field->choices[i].name);
}

static void append_fields(const struct rule_table *table, struct text *page)
{
    text_append_format(page, "\nFields, with the value of %s in brackets:\n",
                       table->presets[0].name);
    for (int i = 0; i < table->field_count; i++) {
        const struct rule_field *field = &table->fields[i];
        char buffer[12];
        text_append_format(page, "  %-20s  ", field->name);
        append_values(field, page);
        text_append_format(page, " [%s]\n", fields_print(field, field->defaults[0], buffer));
        text_append_format(page, "  %-20s    %s\n", "", field->sentence);
    }
}

void referee_append_help(struct text *page)
{
    for (int i = 0; games[i] != NULL; i++) {
        if (games[1] != NULL)
            text_append_format(page, "\n%s (--game %s)\n", games[i]->title, games[i]->name);
        append_drivers(driving_of(games[i]), page);
        append_presets(games[i]->table, page);
        append_fields(games[i]->table, page);
    }
}

/* --- arguments -------------------------------------------------------------------------------- */

struct named_driver {
    int car;
    const char *argument; /* "2=club" */
    const char *driver;   /* the argument's second half */
};

struct referee_options {
    const char *track;  /* a file or the name of a shipped track */
    struct setup setup; /* all but the track */
    struct player players[PLAYER_LIMIT];
    int bot_milliseconds; /* 0: as usual */
    struct named_driver drivers[CAR_LIMIT];
    int driver_count;
};

static bool refuse_driver(const char *argument, const char *why, struct error *error)
{
    return error_set(error, "--driver %.80s: %s", argument, why);
}

static bool read_driver(void *into, const char *value, struct error *error)
{
    struct referee_options *options = into;
    const char *cursor = value;
    int64_t car;
    if (!number_read_integer(&cursor, 1, CAR_LIMIT, &car) || *cursor != '=')
        return error_set(error, "--driver must be N=NAME with the number of a car, not \"%s\"",
                         value);
    if (strlen(++cursor) >= PLAYER_DRIVER_BYTES)
        return error_set(error, "the driver of car %d is too long: at most %d bytes", (int)car,
                         PLAYER_DRIVER_BYTES - 1);
    for (int i = 0; i < options->driver_count; i++)
        if (options->drivers[i].car == car)
            return refuse_driver(value, "that car has a driver already", error);
    options->drivers[options->driver_count++] =
        (struct named_driver){.car = (int)car, .argument = value, .driver = cursor};
    return true;
}

static bool read_track(void *into, const char *value, struct error *error)
{
    struct referee_options *options = into;
    command_begin_setup(&options->setup, value);
    return option_read_track(&options->track, value, error);
}

/* When it is known which game it is. */
static bool check_drivers(const struct referee_options *options, struct error *error)
{
    struct error why = {0};
    for (int i = 0; i < options->driver_count; i++)
        if (!driver_check(options->setup.game, options->drivers[i].driver, &why))
            return refuse_driver(options->drivers[i].argument, why.text, error);
    return true;
}

/* False and the error if anything is wrong that the arguments alone can tell. The strings stay the
 * arguments'. */
static bool read_options(struct referee_options *options, int argument_count, char **arguments,
                         struct error *error)
{
    enum {
        SETUP = offsetof(struct referee_options, setup),
        SEED = offsetof(struct referee_options, setup.seed),
        PLAYERS = offsetof(struct referee_options, setup.players),
        LIMIT = offsetof(struct referee_options, bot_milliseconds),
    };
    static const struct option table[] = {
        {"--track", OPTION_NEEDED, 0, read_track, 0, 0},
        {"--game", OPTION_ONCE, SETUP, option_read_game, 0, 0},
        {"--rules", OPTION_ONCE, SETUP, option_read_preset, 0, 0},
        {"--players", OPTION_NEEDED, PLAYERS, NULL, 1, PLAYER_LIMIT},
        {"--seed", OPTION_ONCE, SEED, option_read_seed, 0, 0},
        {"--set", OPTION_MANY, SETUP, option_read_field, 0, 0},
        {"--driver", OPTION_MANY, 0, read_driver, 0, 0},
        {"--bot-ms", OPTION_ONCE, LIMIT, NULL, 1, BOT_MILLISECONDS_MOST},
        {0},
    };
    *options = (struct referee_options){.setup = setup_from_preset(games[0], 0)};
    for (int i = 0; i < PLAYER_LIMIT; i++) {
        struct player *player = &options->players[i];
        snprintf(player->name, sizeof player->name, "Player %d", i + 1);
        strcpy(player->driver, "human");
        player->pen = i % PEN_COUNT + 1;
    }
    return options_read("referee", table, options, argument_count, arguments, error) &&
           check_drivers(options, error);
}

static bool seat_driver(struct referee_options *options, const struct race *race,
                        const struct named_driver *driver, const char **of_player,
                        struct error *error)
{
    const struct game *game = options->setup.game;
    int cars = game->car_count(race);
    if (driver->car > cars)
        return error_set(error, "--driver %.80s: cars are numbered 1 to %d here", driver->argument,
                         cars);
    int player = game->player_of(race, driver->car);
    const char **given = &of_player[player - 1];
    if (*given != NULL && strcmp(*given, driver->driver) != 0)
        return error_set(error,
                         "--driver %.80s: player %d has that car, and all of a player's cars have "
                         "one driver",
                         driver->argument, player);
    *given = driver->driver;
    strcpy(options->players[player - 1].driver, driver->driver);
    return true;
}

/* Gives the players their drivers: which cars are whose takes the whole set-up, which has its track
 * and has passed its check. */
static bool seat_drivers(struct referee_options *options, struct error *error)
{
    const char *of_player[PLAYER_LIMIT] = {NULL};
    bool seated = true;
    if (options->driver_count == 0)
        return true;
    struct race *race = options->setup.game->begin(&options->setup);
    for (int i = 0; i < options->driver_count && seated; i++)
        seated = seat_driver(options, race, &options->drivers[i], of_player, error);
    options->setup.game->free(race);
    return seated;
}

/* --- lines ------------------------------------------------------------------------------------ */

/* False when nobody can be told any more. */
static bool print_line(struct text *line)
{
    text_append_bytes(line, "\n", 1);
    bool told = fwrite(line->data, 1, line->length, stdout) == line->length && fflush(stdout) == 0;
    text_clear(line);
    return told;
}

/* One byte more than the limit is kept, so that a line that is too long can be told from one that
 * fits. */
static bool read_line(struct text *line)
{
    text_clear(line);
    int c = getc_unlocked(stdin);
    if (c == EOF)
        return false;
    for (; c != EOF && c != '\n'; c = getc_unlocked(stdin)) {
        char byte = (char)c;
        if (line->length <= REFEREE_LINE_LIMIT)
            text_append_bytes(line, &byte, 1);
    }
    return true;
}

static int play(struct referee *referee)
{
    struct text line = {0};
    struct text answer = {0};
    referee_greet(referee, &answer);
    bool heard = print_line(&answer);
    while (heard && !referee->quit && read_line(&line)) {
        referee_answer(referee, text_string(&line), line.length, &answer);
        heard = print_line(&answer);
    }
    text_free(&answer);
    text_free(&line);
    if (!heard)
        return command_fail(STATUS_FAILED, "cannot write to the standard output");
    if (ferror(stdin))
        return command_fail(STATUS_FAILED, "cannot read the standard input");
    return STATUS_DONE;
}

static const struct referee_files real_files = {session_save, session_load};

/* The programs that were named are those that were seated. */
static int list_programs(const struct referee_options *options, const char *programs[PLAYER_LIMIT])
{
    int count = 0;
    for (int i = 0; i < options->setup.players; i++)
        if (driver_command(options->players[i].driver) != NULL)
            programs[count++] = options->players[i].driver;
    return count;
}

static int run(struct referee_options *options)
{
    struct error error = {0};
    const char *programs[PLAYER_LIMIT];
    struct referee referee = {.files = &real_files, .programs = programs};
    if (setup_check(&options->setup, &error) && seat_drivers(options, &error))
        referee.session = session_begin(&options->setup, options->players,
                                        (struct allow){.undo = true, .hints = true}, &error);
    if (referee.session == NULL)
        return command_fail(STATUS_USAGE, "%s", error.text);
    referee.program_count = list_programs(options, programs);
    referee.bot_milliseconds = options->bot_milliseconds;
    char *track_path = command_track_path(options->track);
    referee.track = track_path;
    int status = play(&referee);
    referee_end(&referee);
    free(track_path);
    return status;
}

int referee_run(int argument_count, char **arguments)
{
    struct referee_options options;
    struct error error = {0};
    if (!read_options(&options, argument_count, arguments, &error))
        return command_fail(STATUS_USAGE, "%s", error.text);
    options.setup.course = command_load_course(options.setup.game, options.track);
    int status = options.setup.course.body ? run(&options) : STATUS_FAILED;
    course_release(options.setup.course);
    return status;
}
