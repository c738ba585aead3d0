/* Grey pictures of a byte a pixel, what is done to whole ones, and the eight numbers by which a
 * flat sheet comes into a photo. */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_PLANE_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_PLANE_H

#include "studio/graph_paper/photo/photo.h"

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

/* --- homographies ---------------------------------------------------------------------------- */

/* (x, y) -> (m[0] x + m[1] y + m[2], m[3] x + m[4] y + m[5]) / (m[6] x + m[7] y + m[8]) */
struct homography {
    double m[9];
};

struct spot homography_apply(const struct homography *homography, struct spot place);
/* False if it folds the sheet to a line. */
bool homography_invert(const struct homography *homography, struct homography *inverse);
/* (0, 0), (1, 0), (1, 1), (0, 1) go to these corners; false if they enclose nothing or are no
 * convex four-sided figure. */
bool homography_from_unit(const struct spot corners[4], struct homography *homography);
/* First the one, then the other. */
struct homography homography_join(const struct homography *first, const struct homography *second);

/* Solves `count` equations (rows of count + 1 numbers, the last the right side) in place; the
 * answer stands in the last column. False if there is none. */
bool solve_equations(double *rows, int count);

#endif
