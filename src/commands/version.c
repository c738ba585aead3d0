/* The one place that says which version this is. */
#include "commands/version.h"

#include "commands/command.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

const char command_version[] = "0.1.0";

int version_run(int argument_count, char **arguments)
{
    bool as_json = argument_count == 1 && strcmp(arguments[0], "--json") == 0;
    if (argument_count > 0 && !as_json)
        return command_fail(STATUS_USAGE, "version takes --json or nothing, not \"%s\"",
                            arguments[0]);
    printf(as_json ? "{\"version\":\"%s\"}\n" : "graphprix %s\n", command_version);
    return STATUS_DONE;
}
