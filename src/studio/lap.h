/* The proof that a lap is possible (files-and-protocols section 1): a search under racing-car
 * without nitros, from every allowed start point.
 */
#ifndef GRAPHPRIX_STUDIO_LAP_H
#define GRAPHPRIX_STUDIO_LAP_H

#include "track/track.h"

struct lap {
    bool possible; /* true for an arena, which needs no lap */
    int moves;     /* the fewest moves to the finish, par; 0 for an arena */
};

/* False and the error "no lap possible: ..." with what to do, naming the place that no car gets
 * past; `lap` may be NULL. */
bool lap_prove(const struct track *track, struct lap *lap, struct error *error);

#endif
