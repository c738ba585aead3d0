/* What is drawn: pixels that are darker than the paper round them. */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_PHOTO_INK_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_PHOTO_INK_H

#include "studio/graph_paper/photo/photo_inside.h"
#include "studio/graph_paper/photo/photo_plane.h"

/* How much darker each pixel is than the paper, 0 to 255 parts of its light. Shadows do not count:
 * what is wider than any stroke is paper. */
struct plane photo_darkness(const struct photo *photo, const atomic_bool *cancelled);

/* What ink was found: how dark paper and strokes are. */
struct ink_levels {
    int paper;  /* noise and texture stay below */
    int stroke; /* from here on it is surely ink */
};

/* The darkness counts where `counts` is not 0 (NULL: everywhere). False if nothing is drawn. */
bool photo_find_levels(const struct plane *darkness, const struct plane *counts,
                       struct ink_levels *levels);

/* 0: paper; 1: ink beside ink; 2: surely ink. */
struct plane photo_find_ink(const struct plane *darkness, const struct plane *counts,
                            const struct ink_levels *levels);

#endif
