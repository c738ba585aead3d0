/* Errors that a person can cause, with the place where they were found and what they are about.
 *
 * A function that can fail takes a `struct error *` (never NULL), returns false or NULL and fills
 * it in. `line` and `column` count from 1; 0 means that there is no such place. The text is one
 * sentence that says what is wrong and, if it is not plain, what to do; it has no line break, names
 * no file (whoever opened the file does) and is cut to fit, never in the middle of a character.
 * What only a programmer can cause is an assertion instead.
 */
#ifndef GRAPHPRIX_BASE_ERROR_H
#define GRAPHPRIX_BASE_ERROR_H

#include <stdbool.h>

struct error {
    int line;
    int column;
    int field; /* of the rules (rules/setup.h) that is to blame, from 1; 0: none */
    char text[400];
    char shown[400]; /* the same with fields and values by their titles; or "": as the text */
};

/* Both return false, so that a failing function can end with `return error_set(error, ...)`. */
bool error_set(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool error_set_at(struct error *error, int line, int column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Puts "file:line:column: text" (as much of the place as is known; file may be NULL) into `into`,
 * cut to `size` bytes. */
void error_describe(const struct error *error, const char *file, char *into, int size);

#endif
