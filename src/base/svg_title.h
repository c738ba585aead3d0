/* The name of a drawing that another program may have made. */
#ifndef GRAPHPRIX_BASE_SVG_TITLE_H
#define GRAPHPRIX_BASE_SVG_TITLE_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

/* Appends the document with `name` as its first title, the one that readers of courses take;
 * everything else stays byte for byte, also what only the program that made it understands. False
 * and the error if it is no XML, or in an encoding of more bytes to a letter. */
bool svg_write_title(const char *bytes, size_t length, const char *name, struct text *into,
                     struct error *error);

#endif
