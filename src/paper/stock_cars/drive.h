/* What the cars drive in a step, all at once, a unit a move: how far each is when a share of it has
 * been shown. For this folder.
 */
#ifndef GRAPHPRIX_PAPER_STOCK_CARS_DRIVE_H
#define GRAPHPRIX_PAPER_STOCK_CARS_DRIVE_H

#include "paper/brush.h"
#include "paper/stock_cars/ink.h"

/* A car's way. It takes a unit a tile entered, one more for leaving the track. */
struct drive {
    int car;
    const struct stock_event *drove;
    const struct stock_entered *path; /* of the event */
    int count;
    const struct stock_event *left; /* where it left the track; NULL: it did not */
    int units;
};
struct drives {
    struct drive items[PLAYER_LIMIT];
    int count;
    int units; /* of the longest, and one for what happens at the end of the turn */
};
void drives_of(const struct step *step, struct drives *into);
/* Units of this way that have been driven. */
double drive_shown(const struct drives *drives, const struct drive *drive, double progress);
/* Has an event of the step happened by then? */
bool drives_reached(const struct drives *drives, const struct event *event, double progress);

#endif
