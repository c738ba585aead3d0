/* From a photo to what is drawn on it, and from ink to lines of one pixel. */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_INK_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_INK_H

#include "studio/graph_paper/photo/grid.h"
#include "studio/graph_paper/photo/inside.h"
#include "studio/graph_paper/photo/plane.h"

#include <stdatomic.h>

/* How much darker each pixel is than the paper, 0 to 255 parts of its light. Shadows do not count:
 * what is wider than 2 * reach pixels is paper. */
struct plane photo_darkness(const struct photo *photo, int reach, const atomic_bool *cancelled);

/* What ink was found: how dark paper and strokes are. */
struct ink_levels {
    int noise;  /* what the paper's texture alone reaches */
    int paper;  /* noise, texture and print stay below */
    int stroke; /* from here on it is surely ink */
};

/* The darkness counts where `counts` is not 0 (NULL: everywhere). False if nothing is drawn. */
bool photo_find_levels(const struct plane *darkness, const struct plane *counts,
                       struct ink_levels *levels);

/* 0: paper; 1: ink beside ink; 2: surely ink. Less is ink where the grid (NULL: there is none) is
 * seen small. */
struct plane photo_find_ink(const struct plane *darkness, const struct plane *counts,
                            const struct ink_levels *levels, const struct grid *grid);

/* 1: edges are as sharp as they can be, in all directions; below PHOTO_BLURRED the camera moved or
 * was not focused. */
double photo_sharpness(const struct photo *photo, const struct plane *counts);
#define PHOTO_BLURRED .25

/* --- thinning -------------------------------------------------------------------------------- */

/* Takes pixels away from the border of what is not 0 until lines of one pixel are left in its
 * middle. What hung together does so still, and holes stay holes. */
void photo_thin(struct plane *ink, const atomic_bool *cancelled);

/* Fills holes (0, touching by sides) of at most `most` pixels with 1, and narrow ones of at most
 * six times that which are narrower than `narrow` on the whole. */
void photo_fill_holes(struct plane *ink, int most, double narrow);

/* Clears what hangs together (touching by sides or corners) and is smaller both ways than `least`,
 * or has no more than `strong` cells of 2; what stays is 1. */
void photo_drop_specks(struct plane *ink, int least, int strong);

#endif
