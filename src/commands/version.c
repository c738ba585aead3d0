/* The one place that says which version this is. */
#include "commands/version.h"

#include "commands/command.h"

#include <stdio.h>

const char command_version[] = "0.1.0";

int version_run(int argument_count, char **arguments)
{
    if (argument_count > 0)
        return command_fail(STATUS_USAGE, "version takes no arguments, and there is \"%s\"",
                            arguments[0]);
    printf("graphprix %s\n", command_version);
    return STATUS_DONE;
}
