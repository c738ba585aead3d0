/* A growing string. `data` always ends with a zero byte that `length` does not count; a zeroed
 * struct is an empty text whose data is NULL until something is appended. Free with text_free.
 */
#ifndef GRAPHPRIX_BASE_TEXT_H
#define GRAPHPRIX_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
    char *data;
    size_t length;
    size_t capacity;
};

void text_append(struct text *text, const char *string);
void text_append_bytes(struct text *text, const char *bytes, size_t length);
void text_append_format(struct text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_append_integer(struct text *text, int64_t number);
/* A multiple of 1/1024 as the shortest exact decimal: 1536 gives "1.5". */
void text_append_fine(struct text *text, int32_t fine);
/* The string as XML character data: & < > " are escaped, bytes XML forbids are dropped. */
void text_append_xml(struct text *text, const char *string);
/* Bytes from outside as one line of UTF-8, fit to be shown: what is none of it and control
 * characters become '?', tabs blanks, and "..." stands behind what is cut after `limit` bytes. The
 * byte behind the last can be read. */
void text_append_quoted(struct text *text, const char *bytes, size_t length, size_t limit);
/* The string fit to be shown: characters that turn, break or hide what stands beside them (control
 * characters, line breaks among them, and those that change the direction) or that nobody sees
 * stand as marks, "<U+202E>", bytes that are no UTF-8 as "<FF>". For windows, terminals and paper;
 * data (JSON, track files) stay exact. */
void text_append_visible(struct text *text, const char *string);
/* Would text_append_visible mark nothing? */
bool text_is_visible(const char *string);
/* Bytes of the well-formed character of UTF-8 that the string begins with, and
 * its code; 0: none. */
size_t text_decode(const char *string, uint32_t *code);
/* Nothing but such characters? */
bool text_is_utf8(const char *string);
/* How many characters of UTF-8. */
int text_letters(const char *string);
/* No control characters, line breaks among them? */
bool text_is_one_line(const char *string);
/* Length of what stands together where a line may begin: up to a blank or a line break, and whole
 * what is a pair, "(12, 7)", a size, "40 × 30", "4 · 3/2", "16 − 3 · 2", "x = 3", or "= 10". */
size_t text_word(const char *string);
void text_clear(struct text *text); /* keeps the memory */
/* Back to a length that it had. */
void text_cut(struct text *text, size_t length);
void text_free(struct text *text);
const char *text_string(const struct text *text); /* never NULL */

/* === folded words ============================================================================= */

/* Words as people look for them: without case and without accents.
 */

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

/* === posts ==================================================================================== */

/* Text out of forums, mail and word processors: what these make of what somebody has typed is taken
 * back, so that it is read as it was meant. Bytes need not end with a zero.
 *
 * A file that is right as it stands is never read so.
 */

/* The same of all pieces. */
void posted_append(struct text *into, const char *at, const char *end);
/* The character of the line, from 1, that byte of what was appended came from. */
int posted_column(const char *at, const char *end, size_t byte);

/* Bytes of a blank of any kind (*shown) or of what nobody sees, with which the bytes begin; 0: they
 * begin with something else. Tabs and line breaks are something else, too. */
size_t posted_blank(const char *at, const char *end, bool *shown);

/* Is the character a bullet, an arrow, a smiley or the like: nothing of what words are made of? */
bool posted_is_decoration(uint32_t code);

/* UTF-16 that says so at its begin, as Windows writes it, becomes UTF-8. False: it is none. */
bool posted_decode(const char *bytes, size_t length, struct text *into);

#endif
