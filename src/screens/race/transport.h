/* The buttons by which what happened is played, and those for its speed, in a row of a bar. */
#ifndef GRAPHPRIX_SCREENS_RACE_TRANSPORT_H
#define GRAPHPRIX_SCREENS_RACE_TRANSPORT_H

#include "ui/layout.h"

enum race_press { PRESS_NONE, PRESS_START, PRESS_BACK, PRESS_PLAY, PRESS_FORWARD, PRESS_END };
struct race_transport {
    bool playing;
    bool can_play, can_go_back, can_go_on;
};
enum { RACE_TRANSPORT_ICONS = 5, RACE_TRANSPORT_SIDE = 44, RACE_TRANSPORT_GAP = 6 };
enum race_press race_build_transport(struct layout *row, struct race_transport state);
/* A button a speed, or one that goes through them where there is no room. */
struct race_speed {
    const char *id, *name;
    double times; /* 0: at once */
};
void race_build_speeds(struct layout *row, const struct race_speed *speeds, int count, int *speed);

#endif
