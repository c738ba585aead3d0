/* Lines of posts: whose order one is, whatever stands round the name - bullets, numbers, bold type,
 * smileys - and whatever forums, mail and word processors make of it (base/posted.h).
 */
#ifndef GRAPHPRIX_SESSION_POST_LINE_H
#define GRAPHPRIX_SESSION_POST_LINE_H

#include "session/session.h"

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
