/* The arguments of `graphprix referee`. */
#ifndef GRAPHPRIX_COMMANDS_REFEREE_OPTIONS_H
#define GRAPHPRIX_COMMANDS_REFEREE_OPTIONS_H

#include "session/session.h"

struct referee_options {
    const char *track;  /* a file or the name of a shipped track */
    struct setup setup; /* all but the track */
    struct player players[PLAYER_LIMIT];
};

/* False and the error if anything is wrong that the arguments alone can tell. The strings stay the
 * arguments'. */
bool referee_options_read(struct referee_options *options, int argument_count, char **arguments,
                          struct error *error);

#endif
