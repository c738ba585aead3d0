/* The name of a drawing, changed in the file's own text: everything else stays byte for byte, also
 * what only the program that made it understands.
 */
#ifndef GRAPHPRIX_TRACK_SVG_TITLE_H
#define GRAPHPRIX_TRACK_SVG_TITLE_H

#include "base/error.h"
#include "base/text.h"

#include <stddef.h>

/* Appends the document with `name` as the title that svg_read_track takes. False and the error if
 * it is no XML, or in an encoding of more bytes to a letter. */
bool svg_write_title(const char *bytes, size_t length, const char *name, struct text *into,
                     struct error *error);

#endif
