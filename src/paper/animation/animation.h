/* A race as an animated picture (GIF): the sheet, and then the ink of one step after the other,
 * over and over again.
 */
#ifndef GRAPHPRIX_PAPER_ANIMATION_ANIMATION_H
#define GRAPHPRIX_PAPER_ANIMATION_ANIMATION_H

#include "paper/paper.h"

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

#endif
