/* `graphprix referee`: a race on stdin and stdout (files-and-protocols section 4).
 *
 * One command a line in, exactly one JSON object a line out. The framing (referee.c) knows nothing
 * of the commands and the commands (referee_answer.c) nothing of stdin, so that they can be fed
 * without a process. Races are saved and loaded through `files`.
 */
#ifndef GRAPHPRIX_COMMANDS_REFEREE_H
#define GRAPHPRIX_COMMANDS_REFEREE_H

#include "session/session.h"

#include <jansson.h>
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
    bool quit; /* it was told to end */
};

/* The first line: the race and its state. The caller owns every object returned here. */
json_t *referee_greet(const struct referee *referee);
/* The answer to a line of `length` bytes without its line break; any bytes. */
json_t *referee_answer(struct referee *referee, const char *line, size_t length);
/* {"ok":false,"error":...} */
json_t *referee_refuse(const char *text);

int referee_run(int argument_count, char **arguments);
extern const char referee_help[];
void referee_append_help(struct text *page);

#endif
