/* Lines that several hosts keep together, by NATS JetStream: what of a table's lists is asked of a
 * broker. It is a module of its own (base/system/folders.h), so that nobody without libnats misses
 * it; `broker_open` is found there by its name.
 *
 * No host owns a table. A line is appended with the sequence of the last one that the host has
 * read; who was slower is refused and reads on. So there is no leader, no lease and no lock, and a
 * host that dies takes nothing with it.
 */
#ifndef GRAPHPRIX_SESSION_BROKER_H
#define GRAPHPRIX_SESSION_BROKER_H

#include "base/error.h"
#include "base/text.h"

enum log_list { LOG_LINES, LOG_SEATS };

enum log_verdict {
    LOG_DONE,
    LOG_REFUSED, /* by the rules, or because it cannot be kept: the error says why */
    LOG_BEHIND   /* somebody was faster: log_catch_up, and look again */
};

/* A line as it lies there. Sequences of one list grow and are never 0. */
struct broker_line {
    char code[8];
    enum log_list list;
    uint64_t sequence;
    struct text text;
};

struct broker {
    /* `append` will be asked for next of that list, with the same line: it is on its way
     * meanwhile, so that many together wait no longer than one. */
    void (*send)(struct broker *broker, const char *code, enum log_list list,
                 const struct text *line, uint64_t last);
    /* `last`: the sequence of the last line known, 0 for none; becomes that of this one. */
    enum log_verdict (*append)(struct broker *broker, const char *code, enum log_list list,
                               const struct text *line, uint64_t *last, struct error *error);
    /* The lines behind `after`, in their order; `take` NULL: are there any, into the bool `data`.
     * False and the error if they cannot be read. */
    bool (*read)(struct broker *broker, const char *code, enum log_list list, uint64_t after,
                 void (*take)(void *data, const struct broker_line *line), void *data,
                 struct error *error);
    /* What has come of any table since the last call, one's own lines among it; false: nothing. The
     * text is the caller's. */
    bool (*next)(struct broker *broker, struct broker_line *into);
    /* `next` begins with what was written in the last hours: has it not told all of that yet, or
     * may it have missed something since, as the broker says nothing? */
    bool (*behind)(struct broker *broker);
    /* Units of work, each for one worker of many. `put` adds one, and `result` waits so many
     * milliseconds for what came of any; both are whose work it is. `take` waits for a unit (NULL:
     * there is none), `keep` says that it is still at it, and `done` hands over what came of it
     * (NULL: it is left to others). A unit whose worker says nothing for ten seconds, or whose
     * result was not heard, comes again. */
    bool (*put)(struct broker *broker, const struct text *unit, struct error *error);
    bool (*result)(struct broker *broker, int milliseconds, struct text *into);
    void *(*take)(struct broker *broker, int milliseconds, struct text *into);
    void (*keep)(struct broker *broker, void *unit);
    void (*done)(struct broker *broker, void *unit, const struct text *result);
    void (*close)(struct broker *broker);
};

/* `wake` is called by any thread when there is a next line. NULL and the error. */
typedef struct broker *broker_opener(const char *url, void (*wake)(void *data), void *data,
                                     struct error *error);
broker_opener broker_open;

#endif
