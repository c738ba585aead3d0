/* How far along the track a place is (RULES 4.4). */
#include "rules/graph_paper/race.h"

int graph_paper_progress(const struct race *race, struct point grid)
{
    (void)race;
    (void)grid;
    return -1;
}
