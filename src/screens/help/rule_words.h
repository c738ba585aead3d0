/* Sentences about rules with the numbers of a set-up filled in, for help pages and tutorial.
 */
#ifndef GRAPHPRIX_SCREENS_HELP_RULE_WORDS_H
#define GRAPHPRIX_SCREENS_HELP_RULE_WORDS_H

#include "base/text.h"
#include "rules/setup.h"

/* Appends the pattern; "{nitros}" in it becomes the value of that field, a number, and
 * "{slick_missed_turns turn}" the number with its noun: "2 turns", "1 turn", "no turns". A field
 * that the rules do not have is the programmer's fault. */
void rule_words(const struct setup *setup, const char *pattern, struct text *into);

#endif
