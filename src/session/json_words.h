/* What is wrong with a JSON text, in words for people instead of the parser's. */
#ifndef GRAPHPRIX_SESSION_JSON_WORDS_H
#define GRAPHPRIX_SESSION_JSON_WORDS_H

#include <jansson.h>

/* "it ends in the middle, as after a full disk": goes on a sentence that says what is damaged. */
const char *json_words(const json_error_t *error);

#endif
