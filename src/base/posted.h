/* Text out of forums, mail and word processors: what these make of what somebody has typed is taken
 * back, so that it is read as it was meant. Bytes need not end with a zero.
 *
 * A file that is right as it stands is never read so.
 */
#ifndef GRAPHPRIX_BASE_POSTED_H
#define GRAPHPRIX_BASE_POSTED_H

#include "base/text.h"

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
