/* The games' drivers: one line a game. */
#include "drivers/circuit/driving.h"
#include "drivers/graph_paper/driving.h"
#include "drivers/stock_cars/driving.h"

const struct driving *const drivings[] = {&graph_paper_driving, &stock_cars_driving,
                                          &circuit_driving, NULL};
