/* Driving back to the track under run_wide (RULES 4.4), for drivers of all levels. */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_LEVELS_OUTSIDE_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_LEVELS_OUTSIDE_H

#include "drivers/graph_paper/levels/level.h"

/* The car to move is outside. */
bool outside_come_back(const struct turn_to_drive *turn, struct graph_paper_action *choice);

#endif
