/* Words as people look for them: without case and without accents.
 */
#ifndef GRAPHPRIX_BASE_FOLD_H
#define GRAPHPRIX_BASE_FOLD_H

#include "base/text.h"

/* Appends the string in small letters: "Straße Élan" gives "strasse elan", Cyrillic and Greek
 * likewise. Marks that stand over letters are dropped, bytes that are no UTF-8 become '?'. */
void fold_append(struct text *into, const char *string);

/* How many bytes of the string are `beginning`, in capitals or not; 0: it begins otherwise. Accents
 * count. */
size_t fold_match(const char *string, const char *beginning);

/* Reads the character at *cursor, which is not at the end, and steps behind it; 0 for a byte that
 * is no UTF-8. */
uint32_t fold_next(const char **cursor);
void fold_append_character(struct text *into, uint32_t character);
uint32_t fold_small(uint32_t character); /* the small letter of a capital; else itself */

/* Order of folded names: numbers within them count as numbers, so "lap 9" comes before "lap 10". */
int fold_compare(const char *one, const char *other);

/* The length of the string, cut to at most `bytes` between two characters. */
size_t fold_cut(const char *string, size_t bytes);

#endif
