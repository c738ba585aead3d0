/* See command.h. First the shape of all arguments is looked at, then each row of the table goes
 * through them by itself. */
#include "commands/command.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "drivers/driving.h"
#include "rules/game.h"
#include "session/session.h"

#include <stdarg.h>
#include <stdio.h>
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

enum { TITLE_MOST = 200 };

bool option_read_title(void *name, const char *value, struct error *error)
{
    *(const char **)name = value;
    return strlen(value) <= TITLE_MOST ||
           error_set(error, "--name is too long: at most %d bytes", TITLE_MOST);
}

char *command_course_name(const char *wished, const char *path)
{
    struct text name = {0};
    const char *given = wished ? wished : file_own_name(path);
    const char *dot = wished ? NULL : strrchr(given, '.');
    text_append_quoted(&name, given, dot && dot != given ? (size_t)(dot - given) : strlen(given),
                       TITLE_MOST);
    return name.data ? name.data : memory_copy_string("");
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

bool option_read_game(void *setup, const char *value, struct error *error)
{
    const struct game *game = game_find(value);
    if (!game)
        return error_set(error, "--game %s is not available yet; it may be %s", value,
                         game_usual->name);
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

struct command_reading {
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

static bool is_place(const struct option *option)
{
    return option->kind == OPTION_PLACE || option->kind == OPTION_SPARE;
}

static const struct option *find_option(const struct option *table, const char *given,
                                        size_t length, bool plain)
{
    bool by_itself = plain || given[0] != '-' || given[1] == '\0';
    for (const struct option *option = table; option->name != NULL; option++)
        if (is_place(option) ? by_itself
                             : !plain && strlen(option->name) == length &&
                                   strncmp(given, option->name, length) == 0)
            return option;
    return NULL;
}

/* Reads the argument at *at and moves behind it and its value. */
static struct argument next_argument(const struct command_reading *reading, int *at)
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
static void end_options(struct command_reading *reading)
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

static bool check_shape(const struct command_reading *reading, struct error *error)
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

static bool refuse_another(const struct command_reading *reading, const struct argument *argument,
                           struct error *error)
{
    const struct option *option = argument->option;
    if (is_place(option))
        return error_set(error, "%s takes one %s, not also \"%s\"", reading->command, option->name,
                         argument->name);
    return error_set(error, "%s is given more than once", option->name);
}

static bool refuse_none(const struct command_reading *reading, const struct option *option,
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

static bool read_option(const struct command_reading *reading, const struct option *option,
                        void *options, struct error *error)
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

static bool are_one_file(const struct argument *written, const struct argument *other)
{
    char *path = is_input(other->option) ? command_track_path(other->value) : NULL;
    bool same =
        (!path || file_exists(path)) && file_is_same(written->value, path ? path : other->value);
    free(path);
    return same;
}

static bool read_all(const struct command_reading *reading, void *options, struct error *error)
{
    if (!check_shape(reading, error))
        return false;
    for (const struct option *option = reading->table; option->name != NULL; option++)
        if (!read_option(reading, option, options, error))
            return false;
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
            if ((before || is_input(other.option)) && are_one_file(&written, &other)) {
                /* `written` would be written over what `other` reads or writes. */
                const char *command = reading->command;
                const char *what = strcmp(command, "print") == 0    ? "pages"
                                   : strcmp(command, "replay") == 0 ? "export"
                                                                    : "track";
                if (is_input(other.option))
                    return error_set(error,
                                     "%s %s is the file that is read: give the %s another name",
                                     written.option->name, written.value, what);
                return error_set(error, "%s and %s are one file, %s: give each a name of its own",
                                 other.option->name, written.option->name, written.value);
            }
        }
    }
    return true;
}

bool options_read(const char *command, const struct option *table, void *options,
                  int argument_count, char **arguments, struct error *error)
{
    struct command_reading reading = {
        command, table, argument_count,
        memory_copy(arguments, (size_t)argument_count, sizeof *arguments), argument_count};
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

/* === command ================================================================================== */

/* Finding and running commands, help and version, and what commands share: how they fail, where the
 * assets are, reading and writing.
 */

static const struct {
    const char *option;
    const char *command;
} other_names[] = {{"--help", "help"}, {"-h", "help"}, {"--version", "version"}};

const struct command *command_find(const char *name)
{
    for (size_t i = 0; i < sizeof other_names / sizeof *other_names; i++)
        if (strcmp(name, other_names[i].option) == 0)
            name = other_names[i].command;
    for (const struct command *command = commands; command->name != NULL; command++)
        if (strcmp(name, command->name) == 0)
            return command;
    return NULL;
}

/* "help" or "run" of a command that is in a module. */
static void *find_in_module(const struct command *command, const char *what)
{
    char name[64];
    snprintf(name, sizeof name, "%s_%s", command->name, what);
    return command_load_part(command->module, name);
}

const char *command_help(const struct command *command)
{
    return command->help != NULL ? command->help : find_in_module(command, "help");
}

static int run_command(const struct command *command, int argument_count, char **arguments)
{
    int (*found)(int argument_count, char **arguments) = command->run;
    if (found == NULL)
        *(void **)&found = find_in_module(command, "run");
    return found != NULL ? found(argument_count, arguments) : STATUS_FAILED;
}

static bool asks_for_help(int argument_count, char **arguments)
{
    for (int i = 1; i < argument_count && strcmp(arguments[i], "--") != 0; i++)
        if (strcmp(arguments[i], "--help") == 0 || strcmp(arguments[i], "-h") == 0)
            return true;
    return false;
}

/* Whoever reads the output must not take half of it for all of it. */
static int finish_output(int status)
{
    if (status == STATUS_DONE && (fflush(stdout) != 0 || ferror(stdout)))
        return command_fail(STATUS_FAILED, "cannot write to the standard output");
    return status;
}

int command_run(int argument_count, char **arguments)
{
    const struct command *command = argument_count > 0 ? command_find(arguments[0]) : NULL;
    if (command == NULL)
        return command_fail(STATUS_USAGE, "there is no command \"%s\"; try \"graphprix help\"",
                            argument_count > 0 ? arguments[0] : "");
    if (asks_for_help(argument_count, arguments)) {
        char *page[] = {(char *)command->name};
        return finish_output(command_find("help")->run(1, page));
    }
    return finish_output(run_command(command, argument_count - 1, arguments + 1));
}

int command_fail(int status, const char *format, ...)
{
    va_list arguments, again;
    struct text line = {0};
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    char *plain = memory_allocate((size_t)length + 1, 1);
    vsnprintf(plain, (size_t)length + 1, format, again);
    va_end(again);
    va_end(arguments);
    text_append(&line, "graphprix: ");
    text_append_visible(&line, plain);
    fprintf(stderr, "%s\n", text_string(&line));
    free(plain);
    text_free(&line);
    return status;
}

void *command_load_part(const char *module, const char *name)
{
    struct error error = {0};
    void *found = module_find(module, name, &error);
    if (found == NULL)
        command_fail(STATUS_FAILED, "%s", error.text);
    return found;
}

/* --- help, from the table of commands and the tables that `append_help` reads ----------------- */

static int append_page(const struct command *command, struct text *page)
{
    const char *help = command_help(command);
    if (help == NULL)
        return STATUS_FAILED;
    text_append_format(page, "usage: graphprix %s\n\n%s\n", command->usage, command->sentence);
    if (help[0] != '\0')
        text_append_format(page, "\n%s", help);
    if (command->append_help != NULL)
        command->append_help(page);
    return STATUS_DONE;
}

int help_run(int argument_count, char **arguments)
{
    bool ended = argument_count > 0 && strcmp(arguments[0], "--") == 0;
    argument_count -= ended;
    arguments += ended;
    if (argument_count > 1)
        return command_fail(STATUS_USAGE, "help takes one command, and there is also \"%s\"",
                            arguments[1]);
    struct text page = {0};
    int status = STATUS_DONE;
    if (argument_count == 0) {
        text_append(
            &page,
            "Graph Prix: car races on squared paper.\n\n"
            "  graphprix [FILE]        opens the window, with a track, a saved race or a photo\n"
            "  graphprix COMMAND ...   works without a window\n\n"
            "  --full-screen           before FILE: fills the screen\n"
            "  --scale PERCENT         how large text and buttons are, 75 to 250\n"
            "  --watch OUT             writes what is on the screen, a JSON line a picture\n\n");
        int width = 0;
        for (const struct command *command = commands; command->name != NULL; command++)
            if ((int)strlen(command->name) > width)
                width = (int)strlen(command->name);
        for (const struct command *command = commands; command->name != NULL; command++)
            text_append_format(&page, "  %-*s  %s\n", width, command->name, command->sentence);
        text_append(&page, "\n\"graphprix help COMMAND\" tells more about one of them.\n");
    } else {
        const struct command *command = command_find(arguments[0]);
        if (command == NULL)
            return command_fail(STATUS_USAGE, "there is no command \"%s\"; try \"graphprix help\"",
                                arguments[0]);
        status = append_page(command, &page);
    }
    fputs(text_string(&page), stdout);
    text_free(&page);
    return status;
}

const char command_version[] = GRAPHPRIX_VERSION;

int version_run(int argument_count, char **arguments)
{
    bool as_json = argument_count > 0 && strcmp(arguments[0], "--json") == 0;
    bool ended = argument_count > as_json && strcmp(arguments[as_json], "--") == 0;
    if (argument_count > as_json + ended)
        return command_fail(STATUS_USAGE, "version takes --json or nothing, not \"%s\"",
                            arguments[as_json + ended]);
    printf(as_json ? "{\"version\":\"%s\"}\n" : "graphprix %s\n", command_version);
    return STATUS_DONE;
}

/* --- what commands share ---------------------------------------------------------------------- */

const char *command_asset_folder(const char *name)
{
    /* build/, build/asan/, PREFIX/bin/, PREFIX/games/, and the source folder. */
    static const char *const places[] = {"..", "../..", "../share/graphprix",
                                         "../share/games/graphprix", "."};
    static char found[4096 + 256];
    char program[4096];
    const char *given = getenv("GRAPHPRIX_ASSETS");
    if (given != NULL && given[0] != '\0') {
        snprintf(found, sizeof found, "%s/%s", given, name);
        return file_is_folder(found) ? found : NULL;
    }
    folders_program(program, sizeof program);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(found, sizeof found, "%s/%s/%s", program, places[i], name);
        if (file_is_folder(found))
            return found;
    }
    return NULL;
}

char *command_track_path(const char *name)
{
    const char *folder = command_asset_folder("tracks");
    if (folder == NULL || file_exists(name) || strchr(name, '/') != NULL)
        return memory_copy_string(name);
    for (const struct game *const *game = games; *game; game++) {
        struct text path = {0};
        text_append_format(&path, "%s/%s/%s%s", folder, (*game)->name, name,
                           (*game)->course->extension);
        if (file_exists(text_string(&path)))
            return path.data;
        text_free(&path);
    }
    return memory_copy_string(name);
}

static bool load_course(const struct game *game, const char *path, struct course *course,
                        struct error *error)
{
    const struct driving *driving = driving_of(game);
    *course = course_load(path, error);
    if (course->body && course->game != game) {
        const struct game *other = course->game;
        course_release(*course);
        *course = (struct course){0};
        return error_set(error, "this is a %s of %s; try --game %s", other->course->noun,
                         other->title, other->name);
    }
    if (course->body && driving->prove && !driving->prove(*course, NULL, NULL, error)) {
        course_release(*course);
        *course = (struct course){0};
    }
    return course->body != NULL;
}

struct course command_load_course(const struct game *game, const char *name)
{
    struct error error = {0};
    struct course course = {0};
    char *path = command_track_path(name);
    if (!load_course(game, path, &course, &error)) {
        char text[4096 + sizeof error.text];
        error_describe(&error, path, text, (int)sizeof text);
        command_fail(STATUS_FAILED, "%s", text);
    }
    free(path);
    return course;
}

void command_begin_setup(struct setup *setup, const char *name)
{
    char *path = command_track_path(name);
    const struct game *game = course_file_game(path);
    game = game ? game : course_file_recognise(path);
    if (game)
        *setup = setup_from_preset(game, 0);
    free(path);
}

json_t *command_text_to_json(const char *text)
{
    json_t *words = json_string(text);
    if (words != NULL)
        return words;
    char *plain = memory_copy_string(text);
    for (char *c = plain; *c != '\0'; c++)
        if ((unsigned char)*c >= 128)
            *c = '?';
    words = json_string(plain);
    free(plain);
    return words;
}

void command_print_json(json_t *object, size_t digits)
{
    json_dumpf(object, stdout, JSON_COMPACT | JSON_REAL_PRECISION(digits));
    putchar('\n');
    json_decref(object);
}

bool command_put(const char *file, const struct text *content, struct error *error)
{
    if (strcmp(file, "-") != 0)
        return file_write_atomically(file, content->data, content->length, error);
    fwrite(content->data, 1, content->length, stdout);
    return true;
}

struct session *command_load_race(const char *path, bool *damaged)
{
    struct error error = {0};
    char where[4096 + sizeof error.text];
    struct session *session = session_load(path, damaged, &error);
    error_describe(&error, path, where, (int)sizeof where);
    if (session == NULL)
        command_fail(STATUS_FAILED, "%s", where);
    else if (*damaged)
        command_fail(STATUS_FAILED, "%s; the race up to there is used", where);
    else if (error.text[0] != '\0')
        command_fail(STATUS_DONE, "%s", where);
    return session;
}
