/* What the files of bots share: the words of the protocol (files-and-protocols section 5).
 */
#ifndef GRAPHPRIX_DRIVERS_BOT_INSIDE_H
#define GRAPHPRIX_DRIVERS_BOT_INSIDE_H

#include "drivers/driving.h"

/* bot_command.c: cuts a command into words, NULL at the end; NULL and the error if it cannot be
 * cut. Free with bot_command_free. */
char **bot_command_cut(const char *command, struct error *error);
void bot_command_free(char **words);

/* bot_words.c: appends what is sent to the program of a car before the first turn. */
void bot_words_greet(const struct setup *setup, int car, struct text *into);
bool bot_answer_is_blank(const struct text *line);
/* Appends the NAME of "ready NAME", fit to be shown; false if the line is another one. */
bool bot_answer_ready(const struct text *line, struct text *name);
/* As the table's `hear`, and an action is one that the rules take; else the error quotes the line.
 */
enum bot_hearing bot_answer_read(const struct text *line, const struct race *race, int car,
                                 struct text *into, struct error *error);

#endif
