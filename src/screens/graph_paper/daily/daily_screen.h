/* The dialog over home that offers the track of the date. */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_DAILY_DAILY_SCREEN_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_DAILY_DAILY_SCREEN_H

#include "screens/screen.h"

extern const struct screen screen_daily;

#endif
