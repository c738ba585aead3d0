/* Which programs may be started as drivers: those that were typed in this window's set-up, and
 * those that a person has said yes to. A file that was opened starts nothing by itself.
 *
 * A command stands for itself, whichever race it is in; what was decided is kept until the window
 * closes, a no until another file is opened.
 */
#ifndef GRAPHPRIX_SCREENS_RACE_PROGRAMS_H
#define GRAPHPRIX_SCREENS_RACE_PROGRAMS_H

#include "session/session.h"

/* The players of a set-up that a person has looked through and started. */
void programs_trust(const struct player *players, int count);
void programs_forget_refusals(void);

/* Is there one that nobody was asked about? */
bool programs_must_ask(const struct session *session);
/* While there is one: the question about the first of them, with all of its command, whatever that
 * is made of; and what was decided about this one alone. */
void programs_describe(const struct session *session, struct text *question);
void programs_answer(const struct session *session, bool run);

/* Who drives for the player: the driver of the set-up, or the one that stands in for a program that
 * may not be started. */
const char *programs_driver(const struct session *session, int player);

#endif
