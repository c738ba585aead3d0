/* Computer drivers, hints and programs of graph paper, as drivers/driving.h asks for them. */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_DRIVING_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_DRIVING_H

#include "base/memory.h"
#include "drivers/driving.h"
#include "rules/setup.h"
#include "track/track.h"

#include <stdbool.h>

/* === lap ====================================================================================== */

/* The proof that a lap is possible (files-and-protocols section 1): a search under racing-car
 * without nitros, from every allowed start point.
 */

struct lap {
    bool possible; /* true for an arena, which needs no lap */
    int rounds;    /* par: the fewest moves and missed turns to the finish; 0 for an arena and for a
                      track so large that they were not counted */
};

/* False and the error "no lap possible: ..." with what to do, naming the place that no car gets
 * past; `lap` may be NULL. When the budget (which may be NULL) has ended it comes back soon, with
 * nothing proved. */
bool lap_prove(const struct track *track, struct budget *budget, struct lap *lap,
               struct error *error);

/* The race that one drives alone to try a track out: racing-car, one lap, and what is drawn has its
 * effect, turbo areas and checkpoints, too. */
struct setup lap_rules_as_drawn(const struct track *track);

/* Under those rules, with what can be shown of it. Where nothing else is drawn than walls, slicks
 * and lines, the rounds are par as above. */
struct lap_finding {
    struct lap lap;
    struct point *line; /* of a best lap: the start point, then where each move leads, the last one
                           behind the line; NULL where its rounds were not counted */
    int count;
    bool has_place;  /* no lap is possible: */
    struct point at; /* no car gets past this grid point */
};
/* Free the finding's line. */
bool lap_find(const struct track *track, struct budget *budget, struct lap_finding *finding,
              struct error *error);

/* The way of the race at a grid point, as one of eight steps to a neighbour; (0, 0) where it is not
 * known: off the track, in an arena, on sheets too large to be measured at once. */
struct point lap_heading(const struct track *track, struct point at);

/* Which lines of an open track are crossed against its course: the start, if the finish is nearer
 * behind it, and the finish, if the start is nearer ahead of it. Neither where that is not known,
 * as above. */
struct lap_turned {
    bool start, finish;
};
struct lap_turned lap_find_turned(const struct track *track);

/* === driving ================================================================================== */

extern const struct driving graph_paper_driving;

/* lap.c and bot.c: the table's functions. */
int graph_paper_find_par(const struct setup *setup, bool with_extras, struct budget *budget,
                         int *best_lap, struct error *error);
void graph_paper_greet(const struct setup *setup, struct text *into);
void graph_paper_ask(const struct race *race, int car, struct text *into);
enum bot_hearing graph_paper_hear(const struct race *race, int car, const struct text *line,
                                  struct text *into, struct error *error);
const char *graph_paper_stand_in(const struct race *race, int car, struct text *action);

#endif
