/* Everybody who drives a race's cars without being a person: levels and programs.
 *
 * Referee, tournament and window ask the drivers for the action of a car that owes one and hand it
 * to the rules; they themselves never change a race. They are used by one thread at a time; setting
 * `cancelled` from another thread makes a running question come back soon.
 */
#ifndef GRAPHPRIX_DRIVERS_DRIVERS_H
#define GRAPHPRIX_DRIVERS_DRIVERS_H

#include "drivers/bot.h"
#include "drivers/driving.h"

struct drivers;

struct drivers_options {
    int bot_milliseconds; /* for an answer; 0: as usual */
    const atomic_bool *cancelled;
    struct prepared *prepared; /* of the same course and rules; retained; NULL: made when needed */
};

enum { DRIVERS_FAULT_LIMIT = 3 /* in a row: then a built-in driver takes over */ };

/* `seats` has an entry a player, each of which has passed driver_check; the set-up must outlive
 * the drivers. */
struct drivers *drivers_create(const struct setup *setup, const char *const *seats,
                               struct drivers_options options);
/* Tells bots their places in the race (NULL: none) and ends them. NULL is allowed. */
void drivers_free(struct drivers *drivers, const struct race *race);

bool drivers_drives(const struct drivers *drivers, int car); /* no: a person does */

/* The first car that owes an action and is driven by them; 0: none. */
int drivers_next_car(const struct drivers *drivers, const struct race *race);
/* Appends the action of a car that owes one and that they drive; who chooses it is shown the
 * race as the car's player may know it. `remark` gets a sentence if
 * something is to be told ("Blue's program answered nothing in 1000 ms. The car coasts."), with the
 * players' names (index player - 1). False if it was cancelled. */
bool drivers_choose(struct drivers *drivers, const struct race *race, int car,
                    const char *const *names, struct text *action, struct text *remark);
/* Why the level that drives the car chose that action there: false: that is not told. */
bool drivers_explain(const struct drivers *drivers, const struct race *race, int car,
                     const char *action, struct reason *into);
/* How many faults a car's bot has made so far, and has a built-in driver taken over? */
int drivers_faults(const struct drivers *drivers, int car, bool *taken_over);

#endif
