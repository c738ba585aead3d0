/* graphprix [FILE] opens the window, graphprix COMMAND works without one. */
#include "app/inside.h"
#include "base/number.h"
#include "base/system/file.h"
#include "commands/command.h"
#include "screens/app.h"

#include <stdio.h>
#include <string.h>

/* The value of an option, "--scale 150" or "--scale=150"; NULL if this is another option. */
static const char *option_value(const char *name, char **arguments, int *at)
{
    const char *given = arguments[*at];
    size_t length = strlen(name);
    if (strncmp(given, name, length) != 0)
        return NULL;
    if (given[length] == '=')
        return given + length + 1;
    if (given[length] != 0)
        return NULL;
    return arguments[*at + 1] ? arguments[++*at] : "";
}

static int read_file(const char *given, struct window_options *options)
{
    if (options->file)
        return command_fail(STATUS_USAGE, "one file at a time, not also \"%s\"", given);
    /* A word may be a misspelt command; what looks like a path can only be meant as one. */
    if (!file_exists(given) && strpbrk(given, "./"))
        return command_fail(STATUS_FAILED, "%s: there is no such file: check the name", given);
    if (!file_exists(given))
        return command_fail(
            STATUS_USAGE, "there is no command and no file \"%s\"; try \"graphprix help\"", given);
    options->file = given;
    return STATUS_DONE;
}

static int read_option(char **arguments, int *at, struct window_options *options)
{
    const char *given = arguments[*at];
    const char *value;
    if (strcmp(given, "--full-screen") == 0 || strcmp(given, "--fullscreen") == 0) {
        options->full_screen = true;
        return STATUS_DONE;
    }
    if ((value = option_value("--scale", arguments, at))) {
        int64_t number;
        if (!number_is_integer(value, SCALE_MINIMUM, SCALE_MAXIMUM, &number))
            return command_fail(STATUS_USAGE, "--scale takes a number from %d to %d, not \"%s\"",
                                SCALE_MINIMUM, SCALE_MAXIMUM, value);
        options->scale = (int)number;
        return STATUS_DONE;
    }
    if ((value = option_value("--watch", arguments, at))) {
        options->watch = value;
        return value[0] ? STATUS_DONE : command_fail(STATUS_USAGE, "--watch takes a file, or -");
    }
    if ((value = option_value("--clock", arguments, at))) {
        options->clock = value;
        return value[0] ? STATUS_DONE : command_fail(STATUS_USAGE, "--clock takes a file");
    }
    if (given[0] == '-' && given[1])
        return command_fail(STATUS_USAGE, "there is no option \"%s\"; try \"graphprix help\"",
                            given);
    return read_file(given, options);
}

int main(int argument_count, char **arguments)
{
    file_survive_limits();
    if (argument_count > 1 && command_find(arguments[1]))
        return command_run(argument_count - 1, arguments + 1);
    struct window_options options = {0};
    bool ended = false; /* behind "--" nothing is an option */
    for (int i = 1; i < argument_count; i++) {
        bool ends = !ended && strcmp(arguments[i], "--") == 0;
        int status = ends    ? STATUS_DONE
                     : ended ? read_file(arguments[i], &options)
                             : read_option(arguments, &i, &options);
        ended |= ends;
        if (status != STATUS_DONE)
            return status;
    }
    int (*run)(const struct window_options *);
    *(void **)&run = command_load_part(module_window, "window_run");
    return run ? run(&options) : STATUS_FAILED;
}
