/* What computers work out for the race that is shown, beside the window (base/system/worker.h).
 *
 * One worker a race. It has a race of its own, which follows the actions of the one that is shown;
 * it prepares what drivers know once, and it alone has to do with the drivers and its programs.
 */
#ifndef GRAPHPRIX_SCREENS_RACE_THINKING_H
#define GRAPHPRIX_SCREENS_RACE_THINKING_H

#include "drivers/driving.h"
#include "session/session.h"

struct thinking;

/* Begins with what drivers know. `drivers` says who drives, one for each player, each of which has
 * passed driver_check: not always as in the session, if a program may not be started. */
struct thinking *thinking_open(const struct session *session, const char *const *drivers);
/* What runs is given up, programs are ended. NULL is allowed. */
void thinking_close(struct thinking *thinking);

/* What is wanted now, in place of what was wanted before. */
enum question_kind {
    THINK_NOTHING, /* a person is to move */
    THINK_MOVE,    /* what does a car that owes an action do, which a computer drives? */
    THINK_HINTS,   /* what can be told to the person whose car it is? By thinking_hints alone */
    THINK_END      /* the race is over: programs are told their places and end; after an undo others
                    * may be asked again */
};
void thinking_want(struct thinking *thinking, enum question_kind kind,
                   const struct session *session, int car);

/* Is the answer to the question asked last there? It is appended, with what is to be told of it
 * ("Blue's program answered nothing in 1000 ms. The car coasts.") or nothing, unless they are NULL.
 * It stays there until something else is wanted. */
bool thinking_answer(struct thinking *thinking, struct text *action, struct text *remark);

/* The hints for a person's car that owes an action in the session's present state, with `place` as
 * what is thought of (or NULL); NULL as long as they are not there. What was asked last for another
 * car, state or place is given up, and its answer never shown again. They are there until something
 * else is wanted. */
const struct hints *thinking_hints(struct thinking *thinking, const struct session *session,
                                   int car, const struct point *place);
/* Nobody wants hints now: none are looked for nor kept. */
void thinking_forget_hints(struct thinking *thinking, const struct session *session);

/* Has a built-in driver taken over from the car's program, which made too many faults? */
bool thinking_has_taken_over(const struct thinking *thinking, int car);

/* === programs ================================================================================= */

/* Which programs may be started as drivers: those that were typed in this window's set-up, and
 * those that a person has said yes to. A file that was opened starts nothing by itself.
 *
 * A command stands for itself, whichever race it is in; what was decided is kept until the window
 * closes, a no until another file is opened.
 */

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
