/* The arguments of `graphprix referee`. */
#ifndef GRAPHPRIX_COMMANDS_REFEREE_OPTIONS_H
#define GRAPHPRIX_COMMANDS_REFEREE_OPTIONS_H

#include "session/session.h"

struct named_driver {
    int car;
    const char *argument; /* "2=club" */
    const char *driver;   /* the argument's second half */
};

struct referee_options {
    const char *track;  /* a file or the name of a shipped track */
    struct setup setup; /* all but the track */
    struct player players[PLAYER_LIMIT];
    int bot_milliseconds; /* 0: as usual */
    struct named_driver drivers[CAR_LIMIT];
    int driver_count;
};

/* False and the error if anything is wrong that the arguments alone can tell. The strings stay the
 * arguments'. */
bool referee_options_read(struct referee_options *options, int argument_count, char **arguments,
                          struct error *error);
/* Gives the players their drivers: which cars are whose takes the whole set-up, which has its track
 * and has passed its check. */
bool referee_options_seat_drivers(struct referee_options *options, struct error *error);

#endif
