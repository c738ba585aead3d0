/* What a series consists of, for series.c and series_file.c alone. */
#ifndef GRAPHPRIX_SESSION_SERIES_INSIDE_H
#define GRAPHPRIX_SESSION_SERIES_INSIDE_H

#include "session/placing.h"
#include "session/series.h"

struct series_race {
    struct course course; /* retained */
    char *file;           /* NULL: not begun */
    bool over;
    struct placing placing; /* zeroed until it is over */
};

struct series {
    struct setup setup; /* without a course and without `last` */
    struct player players[PLAYER_LIMIT];
    struct allow allow;
    struct series_race races[SERIES_RACE_LIMIT];
    int count;
};

#endif
