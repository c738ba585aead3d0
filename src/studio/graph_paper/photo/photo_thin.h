/* From ink to lines of one pixel. */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_PHOTO_THIN_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_PHOTO_THIN_H

#include "studio/graph_paper/photo/photo_plane.h"

#include <stdatomic.h>

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
