/* What the first bytes of a picture promise, read by ourselves before any decoder sees it.
 *
 * JPEG and PNG are walked to their end, segment by segment: what breaks off, what is larger than
 * PHOTO_PIXELS_MOST and what could not hold so many pixels is refused here. Other kinds are known
 * by name only, so that a person hears what to do with them.
 */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_PHOTO_HEADER_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_PHOTO_HEADER_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

enum photo_kind {
    PHOTO_NO_KIND,
    PHOTO_JPEG,
    PHOTO_PNG,
    PHOTO_OTHER_KIND, /* a picture that must be saved as JPEG or PNG first */
};

struct photo_header {
    enum photo_kind kind;
    int width, height; /* as stored */
    int orientation;   /* 1..8 as EXIF counts them */
};

/* Kind by the first bytes; `name` (may be NULL) is set for a kind that is not read, else NULL. */
enum photo_kind photo_find_kind(const uint8_t *bytes, size_t length, const char **name);

bool photo_read_header(const uint8_t *bytes, size_t length, struct photo_header *header,
                       struct error *error);

#endif
