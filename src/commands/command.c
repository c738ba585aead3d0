/* Finding and running commands, help and version, and what commands share: how they fail, where the
 * assets are, reading and writing.
 */
#include "commands/command.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/folders.h"
#include "drivers/driving.h"
#include "session/save.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* "help" or "run" of a command that is in the module for pictures. */
static void *find_in_module(const struct command *command, const char *what)
{
    char name[64];
    snprintf(name, sizeof name, "%s_%s", command->name, what);
    return command_load_part(module_pictures, name);
}

const char *command_help(const struct command *command)
{
    return command->help != NULL ? command->help : find_in_module(command, "help");
}

static int run(const struct command *command, int argument_count, char **arguments)
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
static int finish(int status)
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
        return finish(command_find("help")->run(1, page));
    }
    return finish(run(command, argument_count - 1, arguments + 1));
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

static void append_overview(struct text *page)
{
    text_append(
        page, "Graph Prix: car races on squared paper.\n\n"
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
        text_append_format(page, "  %-*s  %s\n", width, command->name, command->sentence);
    text_append(page, "\n\"graphprix help COMMAND\" tells more about one of them.\n");
}

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
        append_overview(&page);
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

const char command_version[] = "0.1.0";

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
