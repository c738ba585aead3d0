/* Is this sheet a track, what is its par, and what does its best lap look like? Found beside the
 * window (base/system/worker.h) while somebody draws.
 *
 * The newest question cancels the one before, whose answer stays in sight meanwhile. A tried race
 * is practice: no file, no record, and it ends when a screen comes up that cannot show it.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_EDITOR_BEST_LAP_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_EDITOR_BEST_LAP_H

#include "drivers/graph_paper/lap.h"

#include <stdint.h>

struct best_lap;

enum best_lap_state {
    BEST_LAP_NONE,      /* nothing was asked */
    BEST_LAP_SEARCHING, /* the answer before this one is still shown */
    BEST_LAP_LAP,
    BEST_LAP_NO_LAP
};

struct best_lap_answer {
    enum best_lap_state state;
    uint64_t version;           /* of the sheet that it is about */
    struct lap_finding finding; /* its line is owned by it until the next call */
    char why[400];
};

struct best_lap *best_lap_create(void);
void best_lap_free(struct best_lap *best_lap); /* NULL is allowed */
/* The track has passed its check; it is retained. NULL: nothing is wanted any more. */
void best_lap_ask(struct best_lap *best_lap, const struct track *track, uint64_t version);
struct best_lap_answer best_lap_answer(struct best_lap *best_lap);

#endif
