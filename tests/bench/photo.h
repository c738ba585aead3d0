/* How long a photo of 12 megapixels takes from its file to its walls. */
#ifndef GRAPHPRIX_BENCH_PHOTO_H
#define GRAPHPRIX_BENCH_PHOTO_H

#include <jansson.h>
#include <stdbool.h>

/* A line or, if `rows` is not NULL, a row; false if the target was missed. The time is the
 * processor's. */
bool bench_photo(json_t *rows);

#endif
