/* A race as an animated picture (GIF): the sheet, and then the ink of one step after the other,
 * over and over again.
 */
#ifndef GRAPHPRIX_PAPER_ANIMATION_ANIMATION_H
#define GRAPHPRIX_PAPER_ANIMATION_ANIMATION_H

#include "paper/paper.h"

#include <stddef.h>
#include <stdint.h>

/* Told of each step that is painted; false: somebody does not want it any more. */
typedef bool animation_progress(void *data, int steps, int of);

/* Pixels: of a square, unless the longer side of the sheet would have more. */
enum { ANIMATION_SQUARE = 16, ANIMATION_SIDE = 800, ANIMATION_SIDE_MOST = 4000 };

/* Of the first `steps` steps; those of which nothing is seen have no picture of their own. A square
 * is `square` pixels wide, or fewer where a side would have more than ANIMATION_SIDE_MOST; 0: as
 * above. `progress` may be NULL. False and the error if it cannot be made, or was not wanted. */
bool animation_append_gif(const struct session *session, int steps, int square,
                          animation_progress *progress, void *data, struct text *into,
                          struct error *error);

/* === palette ================================================================================== */

/* A few colours that stand for all of some pictures, and which of them stands for a pixel. Pixels
 * are those of cairo's RGB24.
 */

enum { PALETTE_COLORS = 127 };

struct palette;

struct palette *palette_create(void); /* free with palette_free */
void palette_free(struct palette *palette);

/* Pixels that it is to stand for. */
void palette_see(struct palette *palette, const uint32_t *pixels, size_t count);
/* From what was seen, and never changed again: the most frequent colour, and then time and again
 * the one that matters most by how often it is there and how unlike it is to those that are chosen.
 */
void palette_choose(struct palette *palette);

int palette_count(const struct palette *palette); /* 1 to PALETTE_COLORS */
uint32_t palette_color(const struct palette *palette, int index);
/* The nearest; the lower one of two that are as near. */
int palette_find(struct palette *palette, uint32_t pixel);

#endif
