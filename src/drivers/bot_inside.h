/* What the files of bots share: the words of the protocol (files-and-protocols section 5).
 */
#ifndef GRAPHPRIX_DRIVERS_BOT_INSIDE_H
#define GRAPHPRIX_DRIVERS_BOT_INSIDE_H

#include "rules/graph_paper/graph_paper.h"

/* bot_command.c: cuts a command into words, NULL at the end; NULL and the error if it cannot be
 * cut. Free with bot_command_free. */
char **bot_command_cut(const char *command, struct error *error);
void bot_command_free(char **words);

/* bot_words.c: appends what is sent to the program of a car. */
void bot_words_greet(const struct setup *setup, int car, struct text *into);
/* All of a turn but its last line, `go`. */
void bot_words_turn(const struct race *race, struct text *into);

/* bot_answer.c: what is understood. */
bool bot_answer_is_blank(const struct text *line);
/* Appends the NAME of "ready NAME", fit to be shown; false if the line is another one. */
bool bot_answer_ready(const struct text *line, struct text *name);
/* False, with the error quoting the line and saying what was wanted. */
bool bot_answer_refuse(const struct text *line, const char *wanted, struct error *error);
/* Appends the action; the error says what is wrong with an answer that cannot be understood, or
 * that the rules refuse. */
bool bot_answer_read(const struct text *line, const struct race *race, struct text *action,
                     struct error *error);

#endif
