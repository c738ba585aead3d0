/* `graphprix check`: are these tracks and saved races sound? */
#ifndef GRAPHPRIX_COMMANDS_CHECK_H
#define GRAPHPRIX_COMMANDS_CHECK_H

extern const char check_help[];

int check_run(int argument_count, char **arguments);

#endif
