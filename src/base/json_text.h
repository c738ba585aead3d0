/* JSON written into a growing text as it comes, without blanks and without a tree in between.
 *
 * A comma is set wherever something stands before on the same level, so that a value is written in
 * one way in an object and in a list. Whoever writes closes what he opened and names what stands in
 * an object; nothing checks that.
 *
 * Trees of it took four fifths of the time of a referee's move.
 */
#ifndef GRAPHPRIX_BASE_JSON_TEXT_H
#define GRAPHPRIX_BASE_JSON_TEXT_H

#include "base/text.h"

void json_text_open(struct text *into, char bracket);  /* '{' or '[' */
void json_text_close(struct text *into, char bracket); /* '}' or ']' */
/* The key of the value that comes next: UTF-8 that needs no escape. */
void json_text_key(struct text *into, const char *key);
void json_text_integer(struct text *into, int64_t number);
void json_text_boolean(struct text *into, bool value);
void json_text_null(struct text *into);
/* UTF-8, escaped where it has to be. */
void json_text_string(struct text *into, const char *string);
/* A value that is JSON already. */
void json_text_value(struct text *into, const char *json);
/* A key with its value; the second writes null unless the number is known. */
void json_text_key_integer(struct text *into, const char *key, int64_t number);
void json_text_key_integer_or_null(struct text *into, const char *key, bool known, int64_t number);
void json_text_key_string(struct text *into, const char *key, const char *string);

#endif
