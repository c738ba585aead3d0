/* What the parts of the tracer share.
 *
 * A photo is kept as a working copy whose longer side has at most WORK_MOST pixels: that is 50 to
 * the square of an ordinary sheet. All parts count in pixels of this copy, as places: the middle of
 * the first pixel is (0.5, 0.5).
 */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_INSIDE_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_INSIDE_H

#include "studio/graph_paper/photo/photo.h"

#include <math.h>

enum { PHOTO_WORK_LEAST = 1900, PHOTO_WORK_MOST = 2400 };

struct photo {
    int width, height; /* of the upright picture */
    int across, down;  /* of the working copy */
    uint32_t *pixels;  /* of the working copy: 0xffRRGGBB row by row */
};

static inline bool photo_is_cancelled(const atomic_bool *cancelled)
{
    return cancelled != NULL && atomic_load_explicit(cancelled, memory_order_relaxed);
}

/* --- HEIC: by libheif, where it is there ------------------------------------------------------ */

struct Pix;
bool photo_has_heif(void);
/* The upright picture, 32 bits a pixel; NULL if it is damaged or has more than `most` pixels. */
struct Pix *photo_decode_heif(const void *bytes, size_t length, int64_t most);

/* --- planes: grey pictures of a byte a pixel, and what is done to whole ones ------------------ */

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

/* Between four spots: x from the first to the second, y from those to the third and fourth. */
static inline struct spot spot_within(const struct spot corners[4], double x, double y)
{
    return (struct spot){(1 - y) * ((1 - x) * corners[0].x + x * corners[1].x) +
                             y * ((1 - x) * corners[2].x + x * corners[3].x),
                         (1 - y) * ((1 - x) * corners[0].y + x * corners[1].y) +
                             y * ((1 - x) * corners[2].y + x * corners[3].y)};
}

/* --- homographies ---------------------------------------------------------------------------- */

/* (x, y) -> (m[0] x + m[1] y + m[2], m[3] x + m[4] y + m[5]) / (m[6] x + m[7] y + m[8]) */
struct homography {
    double m[9];
};

static inline struct spot homography_apply(const struct homography *homography, struct spot place)
{
    const double *m = homography->m;
    double scale = m[6] * place.x + m[7] * place.y + m[8];
    if (fabs(scale) < 1e-12)
        scale = scale < 0 ? -1e-12 : 1e-12;
    return (struct spot){(m[0] * place.x + m[1] * place.y + m[2]) / scale,
                         (m[3] * place.x + m[4] * place.y + m[5]) / scale};
}

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

/* --- what is drawn, and ink as lines of one pixel --------------------------------------------- */

struct grid;

/* The light of each pixel, 0 to 255. */
struct plane photo_light(const struct photo *photo);

/* Are lines lighter than what they are drawn on? Then a negative is traced; free its pixels. */
bool photo_is_board(const struct photo *photo, const atomic_bool *cancelled);
struct photo photo_negative(const struct photo *photo);

/* The longest straight red stroke, if there is one on the sheet that is known. */
void photo_find_red(const struct photo *photo, struct photo_tracing *tracing);

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
