/* Everybody who drives a race's cars without being a person: levels and programs.
 *
 * Referee, tournament and window ask the crew for the action of a car that owes one and hand it to
 * the rules; the crew itself never changes a race. A crew is used by one thread at a time; setting
 * `cancelled` from another thread makes a running question come back soon.
 */
#ifndef GRAPHPRIX_DRIVERS_CREW_H
#define GRAPHPRIX_DRIVERS_CREW_H

#include "drivers/bot.h"
#include "drivers/driving.h"

struct crew;

struct crew_options {
    int bot_milliseconds; /* for an answer; 0: as usual */
    const atomic_bool *cancelled;
    struct prepared *prepared; /* of the same course and rules; retained; NULL: made when needed */
};

enum { CREW_FAULT_LIMIT = 3 /* in a row: then a built-in driver takes over */ };

/* `drivers` has an entry a player, each of which has passed driver_check; the set-up must outlive
 * the crew. */
struct crew *crew_create(const struct setup *setup, const char *const *drivers,
                         struct crew_options options);
/* Tells bots their places in the race (NULL: none) and ends them. NULL is allowed. */
void crew_free(struct crew *crew, const struct race *race);

bool crew_drives(const struct crew *crew, int car); /* no: a person does */

/* The first car that owes an action and is the crew's; 0: none. */
int crew_next_car(const struct crew *crew, const struct race *race);
/* Appends the action of a car that owes one and that the crew drives; who chooses it is shown the
 * race as the car's player may know it. `remark` gets a sentence if
 * something is to be told ("Blue's program answered nothing in 1000 ms. The car coasts."), with the
 * players' names (index player - 1). False if it was cancelled. */
bool crew_choose(struct crew *crew, const struct race *race, int car, const char *const *names,
                 struct text *action, struct text *remark);
/* How many faults a car's bot has made so far, and has a built-in driver taken over? */
int crew_faults(const struct crew *crew, int car, bool *taken_over);

#endif
