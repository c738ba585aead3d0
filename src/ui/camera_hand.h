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

/* Any button on the sheet takes hold of it; only what is longer than a slip moves it. */
bool camera_hand_press(struct camera_hand *hand, struct box box,
                       const SDL_MouseButtonEvent *button);
bool camera_hand_drag(struct camera_hand *hand, struct camera *camera,
                      const SDL_MouseMotionEvent *motion);
bool camera_hand_release(struct camera_hand *hand, const SDL_MouseButtonEvent *button);
bool camera_hand_wheel(struct camera_hand *hand, struct camera *camera, struct box box,
                       const SDL_MouseWheelEvent *wheel);
bool camera_hand_pinch(struct camera_hand *hand, struct camera *camera, struct box box,
                       const SDL_MultiGestureEvent *gesture);
/* Any of these events, for a screen on which they mean nothing else; when the window loses the
 * focus what is held is let go, because its release will not be seen. False for every other event.
 */
bool camera_hand_event(struct camera_hand *hand, struct camera *camera, struct box box,
                       const SDL_Event *event);
/* Of the keys + and - : 0 for others. */
double camera_hand_key_factor(SDL_Keycode key);
/* Milliseconds until one more picture is wanted, with sharp edges, because the wheel has come to
 * rest; -1: none is. */
int camera_hand_rest(struct camera_hand *hand, Uint32 now);

/* To the camera's goal: gliding, as in the settings, or at once. */
void camera_go(struct camera *camera, bool glides);

#endif
