/* Where one looks on the sheet: pure sums, no drawing.
 *
 * The camera holds the view on the sheet's part of the window (device pixels from its upper left
 * corner) and glides to another one in a short time that ends. The origin of a resting or gliding
 * view always lies on whole pixels, so that moving the camera shifts the picture without changing
 * a line of it.
 */
#ifndef GRAPHPRIX_UI_CAMERA_H
#define GRAPHPRIX_UI_CAMERA_H

#include "draw/canvas.h"
#include "paper/paper.h"

#include <SDL.h>
#include <stdbool.h>

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
 * takes to see all of it. Moves no further than it must when it only has to move, and not at all
 * where the whole sheet shows it; there it goes back to the whole sheet. */
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

/* === camera hand ============================================================================== */

/* A hand on the camera: dragging, wheel, trackpad and pinch move it and change its size.
 *
 * Coordinates are device pixels of the window; `box` is the sheet's part of it. What is true has
 * moved the camera, or may yet: a new picture is wanted.
 */

/* Zeroed: nothing is held. */
struct camera_hand {
    int dragging; /* the mouse button that pans, 0: none */
    int drag_x, drag_y;
    bool drag_moved;
    bool zooming; /* a wheel or a pinch is at it; sharp again when it rests */
    Uint32 zooming_since;
    Uint32 trackpad_until; /* a wheel that has moved like a trackpad goes on being one */
};

/* Pans while any button is held that was pressed on the sheet, as soon as it is more than a slip;
 * zooms by wheel and pinch. When the window loses the focus what is held is let go, because its
 * release will not be seen. False for every other event. */
bool camera_hand_event(struct camera_hand *hand, struct camera *camera, struct box box,
                       const SDL_Event *event);
/* The keys + and - zoom at a place of the camera's window, the middle if it is NULL; F shows all of
 * the sheet. False for other keys. */
bool camera_hand_key(struct camera *camera, SDL_Keycode key, const double at[2], bool glides);
/* One moment. Milliseconds until the next picture is wanted, or `other` if that comes before; -1 is
 * never. When the wheel has come to rest there is one more, with sharp edges. */
int camera_hand_animate(struct camera_hand *hand, struct camera *camera, Uint32 now, int other);

/* To the camera's goal: gliding, as in the settings, or at once. */
void camera_go(struct camera *camera, bool glides);

/* === clock ==================================================================================== */

/* The time by which things move on the screen: the machine's, or that of a file, so that whoever
 * looks on can have any moment stand still.
 */

Uint32 clock_now(void); /* milliseconds, from any beginning */

/* From now on it is what the file says, a number of milliseconds, each time it is looked at; NULL:
 * the machine's again. The path is borrowed. False if there is no number in it. */
bool clock_hold(const char *path);
bool clock_is_held(void);
/* Looks at the file. True if it says something else now; what is no number changes nothing. */
bool clock_look(void);

#endif
