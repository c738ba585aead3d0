/* Help on stdout. Everything in it comes from the table of commands (list.c), or from the tables
 * that a command's `append_help` reads. */
#include "commands/help.h"

#include "commands/command.h"

#include <stdio.h>
#include <string.h>

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
