/* Programs that drive a car by lines on stdin and stdout (files-and-protocols section 5).
 *
 * Whatever the program does, a call here comes back: each wait has a limit of time, what is read
 * has a limit of bytes, and waiting ends at once when `cancelled` is set. A bot is used by one
 * thread at a time. No shell reads the command: it is cut at blanks, with '...' and "..." holding
 * together and a backslash taking what follows as it is.
 */
#ifndef GRAPHPRIX_DRIVERS_BOT_H
#define GRAPHPRIX_DRIVERS_BOT_H

#include "drivers/driving.h"

enum {
    BOT_START_MILLISECONDS = 5000, /* from its start to `ready NAME` */
    BOT_TURN_MILLISECONDS = 1000   /* for an answer to `go` */
};

struct bot;

struct bot_options {
    int turn_milliseconds;        /* 0: BOT_TURN_MILLISECONDS */
    const atomic_bool *cancelled; /* may be NULL */
    int start_milliseconds;       /* 0: BOT_START_MILLISECONDS */
};

/* Can the command be cut into words? The error says what is wrong with it. */
bool bot_check_command(const char *command, struct error *error);

/* The program is started when it is asked first. Never NULL. The command has passed its check; the
 * set-up must outlive the bot. */
struct bot *bot_create(const char *command, const struct setup *setup, int car,
                       struct bot_options options);
/* What it called itself in `ready NAME`; "" before. UTF-8, one line. */
const char *bot_name(const struct bot *bot);

/* Asks it what its car, which owes an action, does, and appends that; the race is as its player may
 * know it. False: a fault (or it was
 * cancelled), and the error says in words for players what it did: "answered nothing in 1000 ms",
 * "died with status 1; it said: NameError: ...". The next question starts a program that has died
 * anew. */
bool bot_choose(struct bot *bot, const struct race *race, struct text *action, struct error *fault);

/* Tells it its place (0: none), gives it a moment to go, and then ends it and everything that it
 * has started: 200 ms at most. When this program ends in any other way, also by SIGKILL, that is
 * done without it (base/system/program.h). */
void bot_free(struct bot *bot, int place);

/* --- what it is made of ----------------------------------------------------------------------- */

/* Cuts a command into words, NULL at the end; NULL and the error if it cannot be cut. Free with
 * bot_command_free. */
char **bot_command_cut(const char *command, struct error *error);
void bot_command_free(char **words);

/* Appends what is sent to the program of a car before the first turn. */
void bot_words_greet(const struct setup *setup, int car, struct text *into);
bool bot_answer_is_blank(const struct text *line);
/* Appends the NAME of "ready NAME", fit to be shown; false if the line is another one. */
bool bot_answer_ready(const struct text *line, struct text *name);
/* As the table's `hear`, and an action is one that the rules take; else the error quotes the line.
 */
enum bot_hearing bot_answer_read(const struct text *line, const struct race *race, int car,
                                 struct text *into, struct error *error);

#endif
