/* What the race before means for this one: the set-up's `last`, car numbers by their places there.
 *
 * A set-up asks for it by a field whose choice is `loser_first`, or by one called `handicap` that
 * is not 0. Where there was no race before, everybody begins alike.
 */
#ifndef GRAPHPRIX_RULES_LAST_H
#define GRAPHPRIX_RULES_LAST_H

#include "base/number.h"
#include "rules/setup.h"

bool last_is_asked_for(const struct setup *setup);
/* Whoever was last is to be first, if the order is still the preset's. */
void last_ask_for_order(struct setup *setup);
/* If so, `last` must be empty or hold each of so many cars once. */
bool last_check(const struct setup *setup, int cars, struct error *error);
/* The players from 1 in the order that the field names: `listed`, as they are; `loser_first`, by
 * the best car of each, the last one first, and without a race before as listed; else drawn. */
void last_order(const struct setup *setup, int field, int cars_each, struct random *random,
                int order[PLAYER_LIMIT]);
/* What `handicap` adds for a car: so much for each place that it came in behind the first. */
int last_handicap(const struct setup *setup, int car);

#endif
