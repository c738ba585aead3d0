/* A race by forum or post: people write "Name: ACTION" among whatever else they write, somebody
 * hands the posts to the program, and what came of the turn is written as text to be posted.
 *
 * Nothing that names somebody is passed over: an order that cannot be read is told and is not
 * missing, so nobody's car drives on for it.
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

/* === post line ================================================================================ */

/* Lines of posts: whose order one is, whatever stands round the name - bullets, numbers, bold type,
 * smileys - and whatever forums, mail and word processors make of it (base/text.h).
 */

enum post_line_kind {
    POST_WORDS,   /* what somebody else has written, or nothing of a player */
    POST_ORDER,   /* "Ada: AMM" */
    POST_UNREAD,  /* begins with a player's name, and is no order: "Ada AMM", "~~Ada: AMM~~" */
    POST_STRANGER /* "Cleo: AMM", and nobody is called so */
};

struct post_line {
    enum post_line_kind kind;
    int player;         /* from 1; 0: of nobody */
    struct text name;   /* as it is written */
    struct text action; /* what is ordered, or what stands behind the name */
};

/* Zeroed but for the players. */
struct post_reader {
    const struct player *players;
    int count;
    int quotes;      /* [quote] within which the text is */
    int quoted_from; /* the line of the outermost one */
};

/* The next line, without its end; free it. */
void post_line_read(struct post_reader *reader, const char *line, const char *end, int number,
                    struct post_line *into);
void post_line_free(struct post_line *line);

/* Can each name be told from the others and from all else, as people type it? */
bool post_names_check(const struct player *players, int count, struct error *error);

#endif
