/* Reading numbers without the locale: strtod obeys it, a file does not. */
#ifndef GRAPHPRIX_BASE_NUMBER_H
#define GRAPHPRIX_BASE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* Read at *cursor and move it behind what was read; false (cursor unmoved) if there is none or if
 * it does not fit. A sign is accepted; a plus only where `number_read_integer` says so: never. */
bool number_read_integer(const char **cursor, int64_t minimum, int64_t maximum, int64_t *value);

/* The whole string is one integer within the bounds. */
bool number_is_integer(const char *string, int64_t minimum, int64_t maximum, int64_t *value);
bool number_is_unsigned(const char *string, uint64_t *value);

#endif
