/* The games' inks: one line a game. */
#include "paper/circuit/ink.h"
#include "paper/graph_paper/ink.h"
#include "paper/stock_cars/ink.h"

const struct ink *const inks[] = {&graph_paper_ink, &stock_cars_ink, &circuit_ink, NULL};
