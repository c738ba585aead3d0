/* `graphprix help` and `graphprix help COMMAND`, made from the table of commands. */
#ifndef GRAPHPRIX_COMMANDS_HELP_H
#define GRAPHPRIX_COMMANDS_HELP_H

int help_run(int argument_count, char **arguments);

#endif
