/* A race by forum or post: people write "Name: ACTION" among whatever else they write, somebody
 * hands the posts to the program, and what came of the turn is written as text to be posted.
 */
#ifndef GRAPHPRIX_SESSION_POST_H
#define GRAPHPRIX_SESSION_POST_H

#include "session/session.h"

#include <stddef.h>

enum { POST_LIMIT = 1024 * 1024 }; /* bytes of what is read */

struct post_wish {
    bool
        drive_on; /* whoever has written nothing does what a program's car does without an answer */
    bool computers; /* they order here and now; else whoever shows the race lets them */
};

/* Does the actions of one turn: the lines that begin with the name of a player who owes one and a
 * colon (post_line.h). Lines that begin with > and what stands between [quote] and [/quote] are
 * what somebody else has written; all other lines are nothing. A computer orders for itself.
 * False: nothing was done, and `faults` has a line for each thing that is wrong, with the name, and
 * the column of the action. Wrong are an order that is missing; a line that begins with the name of
 * somebody without an order, whatever it says, and one that may be another order of the same or of
 * somebody unknown. `notes` has a line for each other line that begins with a name and was not
 * carried out, in any case. Names are shown by text_append_visible. */
bool post_take(struct session *session, const char *post, size_t length, struct post_wish wish,
               struct text *faults, struct text *notes);

/* The step with which the last turn began that has been shown; 0: none has. */
int post_last_turn(const struct session *session);
/* What happened from this step on, the course with its cars (in games that have letters for it),
 * how everybody stands, and who is asked for the next action. */
void post_write(const struct session *session, int from_step, struct text *into);

#endif
