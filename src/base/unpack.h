/* Files that another program has packed by gzip, as .svgz is. */
#ifndef GRAPHPRIX_BASE_UNPACK_H
#define GRAPHPRIX_BASE_UNPACK_H

#include "base/error.h"
#include "base/text.h"

/* Do the bytes begin as gzip's do? */
bool unpack_is_packed(const char *bytes, size_t length);

/* Appends what is packed in them. False with the error, and nothing appended, if they are damaged
 * or hold more than `limit` bytes; no more than that is ever unpacked. */
bool unpack_append(const char *bytes, size_t length, size_t limit, struct text *into,
                   struct error *error);

#endif
