/* The games that the program knows: one line a game. */
#include "rules/circuit/circuit.h"
#include "rules/graph_paper/graph_paper.h"
#include "rules/stock_cars/stock_cars.h"

const struct game *const game_usual = &graph_paper_game;

const struct game *const games[] = {&graph_paper_game, &stock_cars_game, &circuit_game, NULL};
