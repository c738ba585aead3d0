/* Computer drivers, hints and programs of graph paper, as drivers/driving.h asks for them. */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_DRIVING_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_DRIVING_H

#include "drivers/driving.h"

extern const struct driving graph_paper_driving;

/* lap.c and bot.c: the table's functions. */
bool graph_paper_has_par(const struct setup *setup);
int graph_paper_find_par(const struct setup *setup, bool with_extras, struct budget *budget,
                         int *best_lap, struct error *error);
void graph_paper_greet(const struct setup *setup, struct text *into);
void graph_paper_ask(const struct race *race, int car, struct text *into);
enum bot_hearing graph_paper_hear(const struct race *race, int car, const struct text *line,
                                  struct text *into, struct error *error);
const char *graph_paper_stand_in(const struct race *race, int car, struct text *action);

#endif
