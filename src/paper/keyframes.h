/* Pictures of a race on its way, so that any of its moments is a copy and a few strokes.
 *
 * Each shows the sheet with all ink before some step, all of it faded; the one that is nearest
 * before the fresh ink of a moment is what the moment is painted on. The result is the same to the
 * pixel as painting everything.
 */
#ifndef GRAPHPRIX_PAPER_KEYFRAMES_H
#define GRAPHPRIX_PAPER_KEYFRAMES_H

#include "paper/paper.h"

struct paper_keyframes;

/* The session is borrowed and may not change meanwhile. */
struct paper_keyframes *paper_keyframes_create(const struct session *session);
void paper_keyframes_free(struct paper_keyframes *frames); /* NULL is allowed */

/* What they show: so many device pixels of a view, in these colours. */
struct paper_keyframes_look {
    struct paper_view view;
    int width, height;
    const struct paper_theme *theme;
};
/* Do they show just that? False for NULL. */
bool paper_keyframes_show(const struct paper_keyframes *frames,
                          const struct paper_keyframes_look *look);
/* Paints all of them. */
void paper_keyframes_paint(struct paper_keyframes *frames, const struct paper_keyframes_look *look);
/* The sheet with the ink of the first `steps` steps, into cairo's clip. */
void paper_keyframes_draw(cairo_t *cairo, const struct paper_keyframes *frames, int steps);

#endif
