/* See options.h. First the shape of all arguments is looked at, then each row of the table goes
 * through them by itself. */
#include "commands/options.h"

#include "base/csv.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "commands/command.h"
#include "rules/game.h"

#include <stdlib.h>
#include <string.h>

/* --- readers --------------------------------------------------------------------------------- */

bool option_read_true(void *truth, const char *value, struct error *error)
{
    (void)value;
    (void)error;
    *(bool *)truth = true;
    return true;
}

bool option_read_track(void *name, const char *value, struct error *error)
{
    *(const char **)name = value;
    return value[0] != '\0' || error_set(error, "a track is a file or the name of a shipped one");
}

bool option_read_input(void *name, const char *value, struct error *error)
{
    *(const char **)name = value;
    return value[0] != '\0' || error_set(error, "the name of the file to read is missing");
}

bool option_read_output(void *name, const char *value, struct error *error)
{
    *(const char **)name = value;
    return value[0] != '\0' || error_set(error, "the name of a file is missing");
}

bool option_read_csv_kind(void *kind, const char *value, struct error *error)
{
    for (int i = 0; i < CSV_KIND_COUNT; i++)
        if (strcmp(csv_kind_names[i], value) == 0) {
            *(enum csv_kind *)kind = (enum csv_kind)i;
            return true;
        }
    return error_set(error, "--csv-for is plain, excel or german, not \"%s\"", value);
}

bool option_read_game(void *setup, const char *value, struct error *error)
{
    const struct game *game = game_find(value);
    if (!game)
        return error_set(error, "--game %s is not available yet; it may be %s", value,
                         games[0]->name);
    *(struct setup *)setup = setup_from_preset(game, 0);
    return true;
}

static bool refuse_preset(const struct rule_table *table, const char *value, struct error *error)
{
    struct text names = {0};
    for (int i = 0; i < table->preset_count; i++)
        text_append_format(&names, i == 0 ? "%s" : ", %s", table->presets[i].name);
    error_set(error, "--rules %s: there is no such preset; it may be %s", value,
              text_string(&names));
    text_free(&names);
    return false;
}

bool option_read_preset(void *setup, const char *value, struct error *error)
{
    const struct game *game = ((struct setup *)setup)->game;
    int preset = fields_find_preset(game->table, value);
    if (preset < 0)
        return refuse_preset(game->table, value, error);
    *(struct setup *)setup = setup_from_preset(game, preset);
    return true;
}

bool option_read_seed(void *seed, const char *value, struct error *error)
{
    return number_is_unsigned(value, seed) ||
           error_set(error, "--seed must be a whole number from 0 to 2^64 - 1, not \"%s\"", value);
}

bool option_read_field(void *setup, const char *value, struct error *error)
{
    return setup_set_pair(setup, value, error);
}

/* --- the table ------------------------------------------------------------------------------- */

struct reading {
    const char *command;
    const struct option *table;
    int argument_count;
    char **arguments;
    int plain; /* from this one on none is an option: "--" stood there */
};

struct argument {
    const char *name;
    const char *value; /* NULL: there is none */
    const struct option *option;
};

static bool has_name(const struct option *option, const char *given, size_t length)
{
    return strlen(option->name) == length && strncmp(given, option->name, length) == 0;
}

static bool is_place(const struct option *option)
{
    return option->kind == OPTION_PLACE || option->kind == OPTION_SPARE;
}

static const struct option *find_option(const struct option *table, const char *given,
                                        size_t length, bool plain)
{
    bool by_itself = plain || given[0] != '-' || given[1] == '\0';
    for (const struct option *option = table; option->name != NULL; option++)
        if (is_place(option) ? by_itself : !plain && has_name(option, given, length))
            return option;
    return NULL;
}

/* Reads the argument at *at and moves behind it and its value. */
static struct argument next_argument(const struct reading *reading, int *at)
{
    bool plain = *at >= reading->plain;
    const char *given = reading->arguments[(*at)++];
    size_t length = strcspn(given, "=");
    struct argument argument = {.name = given,
                                .option = find_option(reading->table, given, length, plain)};
    if (plain || (argument.option != NULL && is_place(argument.option)))
        argument.value = given;
    else if (given[length] == '=')
        argument.value = given + length + 1;
    else if (argument.option != NULL && argument.option->kind != OPTION_SWITCH &&
             *at < reading->argument_count)
        argument.value = reading->arguments[(*at)++];
    return argument;
}

/* Takes the first "--" out that is no option's value. */
static void end_options(struct reading *reading)
{
    for (int at = 0; at < reading->argument_count;) {
        int count = reading->argument_count - at - 1;
        if (strcmp(reading->arguments[at], "--") == 0) {
            memmove(&reading->arguments[at], &reading->arguments[at + 1],
                    (size_t)count * sizeof *reading->arguments);
            reading->argument_count--;
            reading->plain = at;
            return;
        }
        next_argument(reading, &at);
    }
}

static bool check_shape(const struct reading *reading, struct error *error)
{
    for (int at = 0; at < reading->argument_count;) {
        struct argument argument = next_argument(reading, &at);
        if (argument.option == NULL)
            return error_set(error, "%s does not know \"%s\"; try \"graphprix help %s\"",
                             reading->command, argument.name, reading->command);
        bool is_switch = argument.option->kind == OPTION_SWITCH;
        if (is_switch && argument.value != NULL)
            return error_set(error, "%s stands without a value", argument.option->name);
        if (!is_switch && argument.value == NULL)
            return error_set(error, "%s needs a value behind it", argument.name);
    }
    return true;
}

static bool refuse_another(const struct reading *reading, const struct argument *argument,
                           struct error *error)
{
    const struct option *option = argument->option;
    if (is_place(option))
        return error_set(error, "%s takes one %s, not also \"%s\"", reading->command, option->name,
                         argument->name);
    return error_set(error, "%s is given more than once", option->name);
}

static bool refuse_none(const struct reading *reading, const struct option *option,
                        struct error *error)
{
    return error_set(error, "%s needs %s%s; try \"graphprix help %s\"", reading->command,
                     option->kind == OPTION_PLACE ? "a " : "", option->name, reading->command);
}

static bool read_number(const struct option *option, int *number, const char *value,
                        struct error *error)
{
    int64_t read;
    if (!number_is_integer(value, option->least, option->most, &read))
        return error_set(error, "%s must be a number from %d to %d, not \"%s\"", option->name,
                         option->least, option->most, value);
    *number = (int)read;
    return true;
}

static bool read_option(const struct reading *reading, const struct option *option, void *options,
                        struct error *error)
{
    int found = 0;
    for (int at = 0; at < reading->argument_count;) {
        struct argument argument = next_argument(reading, &at);
        if (argument.option != option)
            continue;
        if (++found > 1 && option->kind != OPTION_MANY && option->kind != OPTION_SWITCH)
            return refuse_another(reading, &argument, error);
        void *member = (char *)options + option->member;
        if (!(option->read ? option->read(member, argument.value, error)
                           : read_number(option, member, argument.value, error)))
            return false;
    }
    bool needed = option->kind == OPTION_NEEDED || option->kind == OPTION_PLACE;
    return found > 0 || !needed || refuse_none(reading, option, error);
}

/* --- one file in two places ------------------------------------------------------------------- */

static bool is_input(const struct option *option)
{
    return option->read == option_read_input || option->read == option_read_track;
}

static bool goes_to_output(const struct argument *argument)
{
    if (argument->option->read != option_read_output)
        return strcmp(argument->name, "--json") == 0;
    return strcmp(argument->value, "-") == 0 || strcmp(argument->value, "/dev/stdout") == 0;
}

/* `written` would be written over what `other` reads or writes. */
static bool refuse_overwriting(const char *command, const struct argument *written,
                               const struct argument *other, struct error *error)
{
    const char *what = strcmp(command, "print") == 0    ? "pages"
                       : strcmp(command, "replay") == 0 ? "export"
                                                        : "track";
    if (is_input(other->option))
        return error_set(error, "%s %s is the file that is read: give the %s another name",
                         written->option->name, written->value, what);
    return error_set(error, "%s and %s are one file, %s: give each a name of its own",
                     other->option->name, written->option->name, written->value);
}

static bool are_one_file(const struct argument *written, const struct argument *other)
{
    char *path = is_input(other->option) ? command_track_path(other->value) : NULL;
    bool same =
        (!path || file_exists(path)) && file_is_same(written->value, path ? path : other->value);
    free(path);
    return same;
}

static bool check_files(const struct reading *reading, struct error *error)
{
    int standard = 0;
    for (int at = 0; at < reading->argument_count;) {
        struct argument written = next_argument(reading, &at);
        bool to_output = goes_to_output(&written);
        standard += to_output;
        if (standard > 1)
            return error_set(error, "only one result can go to the standard output");
        if (to_output || written.option->read != option_read_output)
            continue;
        for (int from = 0; from < reading->argument_count;) {
            struct argument other = next_argument(reading, &from);
            bool before = other.option->read == option_read_output && from < at;
            if ((before || is_input(other.option)) && are_one_file(&written, &other))
                return refuse_overwriting(reading->command, &written, &other, error);
        }
    }
    return true;
}

static bool read_all(const struct reading *reading, void *options, struct error *error)
{
    if (!check_shape(reading, error))
        return false;
    for (const struct option *option = reading->table; option->name != NULL; option++)
        if (!read_option(reading, option, options, error))
            return false;
    return check_files(reading, error);
}

bool options_read(const char *command, const struct option *table, void *options,
                  int argument_count, char **arguments, struct error *error)
{
    struct reading reading = {command, table, argument_count,
                              memory_copy(arguments, (size_t)argument_count, sizeof *arguments),
                              argument_count};
    end_options(&reading);
    bool done = read_all(&reading, options, error);
    free(reading.arguments);
    return done;
}

bool options_read_files(const char *command, bool *as_json, int *count, char **arguments,
                        struct error *error)
{
    int files = 0;
    bool plain = false;
    *as_json = false;
    for (int i = 0; i < *count; i++)
        if (!plain && strcmp(arguments[i], "--") == 0)
            plain = true;
        else if (!plain && strcmp(arguments[i], "--json") == 0)
            *as_json = true;
        else if (!plain && strncmp(arguments[i], "--", 2) == 0)
            return error_set(error, "%s takes --json and files, not \"%s\"", command, arguments[i]);
        else
            arguments[files++] = arguments[i];
    *count = files;
    return files > 0 || error_set(error, "%s needs a file; try \"graphprix help %.*s\"", command,
                                  (int)strcspn(command, " "), command);
}
