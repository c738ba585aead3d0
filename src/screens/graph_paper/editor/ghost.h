/* Is this sheet a track, what is its par, and what does its best lap look like? Found by a thread
 * while somebody draws.
 *
 * A question takes the place of the one before; an SDL_USEREVENT wakes the window when an answer is
 * there. Nobody waits for the thread.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_EDITOR_GHOST_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_EDITOR_GHOST_H

#include "track/draft.h"

#include <stdint.h>

struct ghost;

enum ghost_state {
    GHOST_NONE,      /* nothing was asked */
    GHOST_SEARCHING, /* the answer before this one is still shown */
    GHOST_LAP,
    GHOST_NO_LAP
};

struct ghost_answer {
    enum ghost_state state;
    uint64_t version; /* of the sheet that it is about */
    int rounds;       /* par; 0: so large that it was not counted */
    const struct point
        *line; /* of the best lap, grid points; owned by the ghost until the next call */
    int count;
    bool has_place; /* no lap: no car gets past this grid point */
    struct point at;
    char why[400];
};

struct ghost *ghost_create(void);
void ghost_free(struct ghost *ghost); /* NULL is allowed */
/* The track has passed its check; it is retained. NULL: nothing is wanted any more. */
void ghost_ask(struct ghost *ghost, const struct track *track, uint64_t version);
struct ghost_answer ghost_answer(struct ghost *ghost);

#endif
