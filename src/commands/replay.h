/* `graphprix replay`: a saved race as an account, a table and pictures. */
#ifndef GRAPHPRIX_COMMANDS_REPLAY_H
#define GRAPHPRIX_COMMANDS_REPLAY_H

extern const char replay_help[];
int replay_run(int argument_count, char **arguments);

#endif
