/* The games that the program knows: one line a game. */
#include "rules/graph_paper/graph_paper.h"

const struct game *const games[] = {&graph_paper_game, NULL};
