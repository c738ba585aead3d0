/* Others play the window's race at screens of their own (together/host.h): from *Invite* on there
 * is a table, until it is closed. Before that neither the network's library is loaded nor is there
 * a thread.
 *
 * The race stays the window's. Its people choose for the seats that nobody has taken, computers
 * drive as ever, and what pages do comes into the session between two passes, a line like any
 * other.
 */
#ifndef GRAPHPRIX_SCREENS_INVITE_INVITE_H
#define GRAPHPRIX_SCREENS_INVITE_INVITE_H

#include "screens/app.h"

/* A table for the running race, unless there is one, and over it how to come there. What fails is
 * told. */
void invite_open(struct app *app);
/* The same for a class: more may come than there are cars, and without a race there is one that
 * nobody drives. */
void invite_class(struct app *app);
struct race_table *invite_table(void); /* NULL: there is none */
/* The window closes. */
void invite_close(void);

/* Once a turn of the window's loop: what has come, what has been done here. True if it may be seen.
 */
bool invite_follow(void);
/* Milliseconds until that is due, -1: never. */
int invite_wait(void);
/* Before a race is freed: the table goes on with the one that takes its place, or NULL: it is
 * closed. */
void invite_follow_race(const struct session *was, struct session *session);

/* Is the player's seat played at another screen? */
bool invite_plays(const struct session *session, int player);
/* Over the race, while a page asks for its last action back. */
void invite_build_question(struct app *app, struct ui *ui);

#endif
