/* `graphprix version`. */
#ifndef GRAPHPRIX_COMMANDS_VERSION_H
#define GRAPHPRIX_COMMANDS_VERSION_H

int version_run(int argument_count, char **arguments);

#endif
