/* Grey pictures of a byte a pixel, and what is done to whole ones. */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_PHOTO_PLANE_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_PHOTO_PLANE_H

#include <stddef.h>
#include <stdint.h>

struct plane {
    int width, height;
    uint8_t *cells; /* row by row; free with plane_free */
};

struct plane plane_create(int width, int height); /* all 0 */
struct plane plane_copy(const struct plane *plane);
void plane_free(struct plane *plane);

static inline uint8_t *plane_row(const struct plane *plane, int y)
{
    return plane->cells + (size_t)y * (size_t)plane->width;
}

/* Takes away noise of single pixels: each becomes the mean of the 3 x 3 around it, nearer ones
 * counting more. */
void plane_blur(struct plane *plane);

/* Fills what is darker than its surroundings and not wider than 2 * reach: lines and letters go,
 * the edges of shadows stay. */
void plane_close(struct plane *plane, int reach);

/* The mean of factor x factor cells each. */
struct plane plane_shrink(const struct plane *plane, int factor);

/* Between four cells; a place outside counts as on the edge. */
double plane_sample(const struct plane *plane, double x, double y);

#endif
