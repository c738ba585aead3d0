/* What the parts of the tracer share.
 *
 * A photo is kept as a working copy whose longer side has at most WORK_MOST pixels: that is 50 to
 * the square of an ordinary sheet. All parts count in pixels of this copy, as places: the middle of
 * the first pixel is (0.5, 0.5).
 */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_INSIDE_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_INSIDE_H

#include "studio/graph_paper/photo/photo.h"

enum { PHOTO_WORK_LEAST = 1900, PHOTO_WORK_MOST = 2400 };

struct photo {
    int width, height; /* of the upright picture */
    int across, down;  /* of the working copy */
    uint32_t *pixels;  /* of the working copy: 0xffRRGGBB row by row */
};

static inline bool photo_is_cancelled(const atomic_bool *cancelled)
{
    return cancelled != NULL && atomic_load_explicit(cancelled, memory_order_relaxed);
}

/* --- the header of a file -------------------------------------------------------------------- */

/* What the first bytes of a picture promise, before any decoder sees it: JPEG and PNG are walked to
 * their end, segment by segment; what breaks off, what is larger than PHOTO_PIXELS_MOST and what
 * could not hold so many pixels is refused. Other kinds are known by name only, so that a person
 * hears what to do with them. */
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
