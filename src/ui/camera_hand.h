/* A hand on the camera: dragging, wheel, trackpad and pinch move it and change its size.
 *
 * Coordinates are device pixels of the window; `box` is the sheet's part of it. What is true has
 * moved the camera, or may yet: a new picture is wanted.
 */
#ifndef GRAPHPRIX_UI_CAMERA_HAND_H
#define GRAPHPRIX_UI_CAMERA_HAND_H

#include "draw/box.h"
#include "ui/camera.h"

#include <SDL.h>

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

#endif
