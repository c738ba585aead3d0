/* The games' inks: one line a game. */
#include "paper/graph_paper/ink.h"

const struct ink *const inks[] = {&graph_paper_ink, NULL};
