/* The games' drivers: one line a game. */
#include "drivers/graph_paper/driving.h"

const struct driving *const drivings[] = {&graph_paper_driving, NULL};
