/* Finding faces by fontconfig: those of a family, and those that have what another face lacks.
 */
#ifndef GRAPHPRIX_PAPER_FACES_H
#define GRAPHPRIX_PAPER_FACES_H

#include <stdbool.h>
#include <stdint.h>

/* What to tell of a face. */
enum face_answer { FACE_FILE, FACE_FAMILY };

/* The best match: of this family, or of any (NULL); with the characters of the text, or whatever it
 * has (NULL). The match may lack some of them. Free the answer; NULL: there is no font at all. */
char *face_match(const char *family, bool bold, const char *characters, enum face_answer answer);

/* The characters of a text, one by one; 0 at its end. Bytes that are no UTF-8 are skipped. */
uint32_t face_next_character(const char **cursor);

#endif
