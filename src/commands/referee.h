/* `graphprix referee`: a race on stdin and stdout (files-and-protocols section 4).
 *
 * One command a line in, exactly one JSON object a line out. The framing (referee.c) knows nothing
 * of the commands and the commands (referee_answer.c) nothing of stdin, so that they can be fed
 * without a process. Races are saved and loaded through `files`.
 *
 * Every line is answered, an empty one, too, by an error; blanks round the words do not matter.
 * `load` also answers what the first line says, because the race may be another one. Arguments
 * without meaning are wrong usage (status 2), also when it takes the track to see it; a track that
 * cannot be read or finished is work that failed (status 1).
 */
#ifndef GRAPHPRIX_COMMANDS_REFEREE_H
#define GRAPHPRIX_COMMANDS_REFEREE_H

#include "drivers/drivers.h"
#include "session/session.h"

#include <stddef.h>

enum { REFEREE_LINE_LIMIT = 8192 };

/* session_save and session_load, or what stands in for them. */
struct referee_files {
    bool (*save)(const struct session *session, const char *path, struct error *error);
    struct session *(*load)(const char *path, bool *damaged, struct error *error);
};

struct referee {
    struct session *session; /* owned */
    const struct referee_files *files;
    const char *track; /* the file that the first race's came from, over which none is saved */
    /* The only programs that may be started, as drivers: a race that is loaded brings none. */
    const char *const *programs;
    int program_count;
    int bot_milliseconds;    /* for a program's answer; 0: as usual */
    struct drivers *drivers; /* of the session; made when it is needed */
    bool quit;               /* it was told to end */
};

/* Frees the session and ends the programs that drove in it. */
void referee_end(struct referee *referee);

/* Each appends one line without its line break. The first line: the race, what drivers do before
 * anybody is asked, and the state then. */
void referee_greet(struct referee *referee, struct text *into);
/* The answer to a line of `length` bytes without its line break; any bytes. */
void referee_answer(struct referee *referee, const char *line, size_t length, struct text *into);

/* Lets drivers act until it is a person's turn or over. What is to be told of programs is appended
 * to the note, as sentences with blanks between. */
void referee_drive(struct referee *referee, struct text *note);

#endif
