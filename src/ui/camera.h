/* Where one looks on the sheet: pure sums, no drawing.
 *
 * The camera holds the view on the sheet's part of the window (device pixels from its upper left
 * corner) and glides to another one in a short time that ends. The origin of a resting or gliding
 * view always lies on whole pixels, so that moving the camera shifts the picture without changing
 * a line of it.
 */
#ifndef GRAPHPRIX_UI_CAMERA_H
#define GRAPHPRIX_UI_CAMERA_H

#include "paper/paper.h"

struct camera {
    struct paper_view view; /* now */
    struct paper_view goal; /* where a glide ends */
    struct paper_view start;
    int64_t glide_began; /* milliseconds */
    bool gliding;
    bool chosen;       /* a person has zoomed or panned: the size stays when the window changes */
    int width, height; /* of the sheet's part of the window */
    int columns, rows; /* of the sheet, squares */
};

enum {
    CAMERA_GLIDE_MILLISECONDS = 240,
    CAMERA_CHOOSING_SQUARE = 16, /* interface pixels: never less when a person is to choose */
    CAMERA_LARGEST_SQUARE = 96
};

/* A part of the sheet, in squares. */
struct camera_area {
    double left, bottom, right, top;
};

void camera_set_sheet(struct camera *camera, struct point squares); /* its size */
/* The window has another size or interface scale: the middle and the size of squares stay if a
 * person has chosen them, else the whole sheet comes into view at once. False if it has not. */
bool camera_resize(struct camera *camera, int width, int height, double scale);

/* Each of these aims at a goal; camera_glide or camera_jump gets there. */
void camera_fit(struct camera *camera);
void camera_zoom(struct camera *camera, double factor, double x, double y);
void camera_centre(struct camera *camera, double x, double y); /* squares */
/* Shows the area if it is not seen whole, with squares large enough to choose: no larger than it
 * takes to see all of it. Moves no further than it must when it only has to move. */
void camera_show(struct camera *camera, struct camera_area area);

/* At once, to the goal. */
void camera_jump(struct camera *camera);
void camera_pan(struct camera *camera, int dx, int dy);
void camera_begin_glide(struct camera *camera, int64_t now);
/* One moment of the glide. */
void camera_move(struct camera *camera, int64_t now);

/* The point of the sheet under a pixel, in squares. */
void camera_to_sheet(const struct camera *camera, double x, double y, double *sheet_x,
                     double *sheet_y);

#endif
