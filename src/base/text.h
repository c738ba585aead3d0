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
/* Length of what stands together at the beginning of a line: up to a blank or a line break, and a
 * pair of coordinates, "(12, 7)", or a size, "40 × 30", whole. */
size_t text_word(const char *string);
void text_clear(struct text *text); /* keeps the memory */
/* Back to a length that it had. */
void text_cut(struct text *text, size_t length);
void text_free(struct text *text);
const char *text_string(const struct text *text); /* never NULL */

#endif
