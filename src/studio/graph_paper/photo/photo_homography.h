/* The eight numbers by which a flat sheet comes into a photo. */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_PHOTO_HOMOGRAPHY_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_PHOTO_HOMOGRAPHY_H

#include "studio/graph_paper/photo/photo.h"

/* (x, y) -> (m[0] x + m[1] y + m[2], m[3] x + m[4] y + m[5]) / (m[6] x + m[7] y + m[8]) */
struct homography {
    double m[9];
};

struct photo_place homography_apply(const struct homography *homography, struct photo_place place);
/* False if it folds the sheet to a line. */
bool homography_invert(const struct homography *homography, struct homography *inverse);
/* (0, 0), (1, 0), (1, 1), (0, 1) go to these corners; false if they enclose nothing or are no
 * convex four-sided figure. */
bool homography_from_unit(const struct photo_place corners[4], struct homography *homography);
/* First the one, then the other. */
struct homography homography_join(const struct homography *first, const struct homography *second);

/* Solves `count` equations (rows of count + 1 numbers, the last the right side) in place; the
 * answer stands in the last column. False if there is none. */
bool solve_equations(double *rows, int count);

#endif
