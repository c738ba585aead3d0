/* `graphprix solve`: the fewest rounds to the finish, and one line that does it
 * (files-and-protocols section 6). */
#ifndef GRAPHPRIX_COMMANDS_SOLVE_H
#define GRAPHPRIX_COMMANDS_SOLVE_H

extern const char solve_help[];
int solve_run(int argument_count, char **arguments);

#endif
