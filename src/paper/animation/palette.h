/* A few colours that stand for all of some pictures, and which of them stands for a pixel. Pixels
 * are those of cairo's RGB24.
 */
#ifndef GRAPHPRIX_PAPER_ANIMATION_PALETTE_H
#define GRAPHPRIX_PAPER_ANIMATION_PALETTE_H

#include <stddef.h>
#include <stdint.h>

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
