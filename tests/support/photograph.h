/* Photos of drawn tracks, made by a program: a sheet with hand-drawn walls lies on a table and is
 * looked at from aside, in uneven light, by a camera with noise. The same seed makes the same
 * photo.
 *
 * Places of the sheet are squares with y up, places of the photo are pixels with y down.
 */
#ifndef GRAPHPRIX_TESTS_SUPPORT_PHOTOGRAPH_H
#define GRAPHPRIX_TESTS_SUPPORT_PHOTOGRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dot {
    double x, y;
};

struct outline {
    struct dot *dots; /* the middle of the stroke; without repeating the first */
    int count;
};

/* A drawing: its walls as they are drawn, hand and all, and a start line. */
struct drawing {
    int width, height; /* squares */
    struct outline walls[8];
    int wall_count;
    struct dot line[2];
};

enum { DRAWING_COUNT = 14 };
/* One of the shapes, drawn by an unsteady hand. */
struct drawing drawing_make(int shape, uint64_t seed);
void drawing_free(struct drawing *drawing);
const char *drawing_name(int shape);

enum photo_shade {
    SHADE_NONE,
    SHADE_HALF,  /* something beside the sheet, its edge along a line of the grid */
    SHADE_RULER, /* two narrow bands with hard edges, one along the grid */
    SHADE_HAND,  /* a palm and four fingers from below */
};

enum photo_view {
    VIEW_PAGE,   /* the whole page is seen, with some of the table */
    VIEW_FILLED, /* the page fills the picture and more, seen from aside */
    VIEW_FLAT,   /* the sheet is the picture */
};

struct scene {
    uint64_t seed;
    int width, height; /* pixels */
    enum photo_view view;
    double skew;           /* degrees */
    double tilt_x, tilt_y; /* degrees that the sheet is turned away from the camera */
    bool grid;
    bool pen;          /* else pencil */
    double grid_depth; /* 0 to 1: how dark the grid is; 0: 0.25 */
    uint32_t grid_colour;
    double shadow;   /* 0 to 1 */
    double blur;     /* pixels */
    double noise;    /* of 255 */
    int quality;     /* of JPEG; 0: a PNG */
    int orientation; /* of EXIF: the picture is stored turned; 0: none is said */
    bool start_line; /* drawn from beyond the one wall to beyond the other */
    double gap;      /* squares left out of the first wall; 0: none */
    double spurs;    /* how long strokes stick out of the walls, squares; 0: none */
    bool words;      /* somebody has written on the sheet */

    double focus;          /* of the lens, of the longer side; 0: 0.8, as phones have it */
    double nearer;         /* so much larger than that all of it is seen; 0: 1 */
    double curl;           /* degrees by which the page has risen at its right edge; its left two
                              thirds lie flat */
    enum photo_shade hard; /* a shadow with hard edges */
    double hard_depth;     /* of the light that it takes, 0 to 1 */
    double hard_edge;      /* squares from light to shadow */
    double ruled;        /* squares from line to line of lined paper, with a margin line; 0: none */
    double stroke;       /* squares; 0: as pens and pencils are */
    uint32_t ink;        /* 0: as pens and pencils are */
    double motion;       /* pixels by which the camera moved */
    double motion_angle; /* degrees */
    double defocus;      /* pixels, radius of the disc that a point becomes */
    double table;        /* how light the table is; 0: 1, wood */
    bool board;          /* chalk on a green board in place of paper, the table being a wall */
    uint32_t line_ink;   /* colour of the start line; 0: as the walls */
};

/* How places come from the sheet into the photo. */
struct photo_camera {
    double x[3], y[3], up[3],
        at[3];                 /* a step on the sheet, off it, and its (0, 0), by the camera */
    double focus, right, down; /* pixels; the middle of the picture */
    double curl_from, curl_radius, curl_to; /* squares; radius 0: it is flat */
};

struct photograph {
    uint8_t *bytes; /* a JPEG or PNG file; free with photograph_free */
    size_t length;
    struct photo_camera camera;
    struct dot gap; /* the middle of the gap, in the photo */
};

/* Where things will lie, without a picture. */
struct photograph photograph_aim(const struct drawing *drawing, const struct scene *scene);
struct photograph photograph_take(const struct drawing *drawing, const struct scene *scene);
void photograph_free(struct photograph *photograph);
struct dot photograph_place(const struct photograph *photograph, struct dot on_sheet);

#endif
