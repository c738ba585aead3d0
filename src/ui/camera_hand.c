/* A hand on the camera. Owns nothing, cannot fail. */
#include "ui/camera_hand.h"

#include "ui/clock.h"

#include <math.h>

static const double CLICK_SLIP = 5;     /* interface pixels a click may move */
static const double NOTCH_FACTOR = 1.2; /* of zoom */
static const double TRACKPAD_STEP = 40; /* interface pixels for a notch's worth of two fingers */
static const double LEAST_PINCH = 0.0005, PINCH_FACTOR = 3;
enum { TRACKPAD_MEMORY = 400, ZOOM_REST = 120, FRAME = 8 }; /* milliseconds */

static bool press(struct camera_hand *hand, struct box box, const SDL_MouseButtonEvent *button)
{
    if (hand->dragging || !box_holds(box, button->x, button->y))
        return false;
    hand->dragging = button->button;
    hand->drag_x = button->x;
    hand->drag_y = button->y;
    hand->drag_moved = false;
    return true;
}

static bool drag(struct camera_hand *hand, struct camera *camera,
                 const SDL_MouseMotionEvent *motion)
{
    int dx = motion->x - hand->drag_x, dy = motion->y - hand->drag_y;
    if (!hand->dragging || (!hand->drag_moved && hypot(dx, dy) < CLICK_SLIP * camera->view.scale))
        return false;
    hand->drag_moved = true;
    hand->drag_x = motion->x;
    hand->drag_y = motion->y;
    camera_pan(camera, dx, dy);
    return true;
}

static bool release(struct camera_hand *hand, const SDL_MouseButtonEvent *button)
{
    if (hand->dragging != button->button)
        return false;
    hand->dragging = 0;
    return true;
}

static void zoom(struct camera_hand *hand, struct camera *camera, double factor, int x, int y)
{
    camera_zoom(camera, factor, x, y);
    camera_jump(camera);
    hand->zooming = true;
    hand->zooming_since = clock_now();
}

/* A trackpad tells small fractions and goes sideways, a wheel whole notches up and down. */
static bool is_trackpad(struct camera_hand *hand, const SDL_MouseWheelEvent *wheel, Uint32 now)
{
    double x = (double)wheel->preciseX, y = (double)wheel->preciseY;
    if (x != 0 || y != floor(y))
        hand->trackpad_until = now + TRACKPAD_MEMORY;
    return hand->trackpad_until && (Sint32)(hand->trackpad_until - now) > 0;
}

static bool wheel(struct camera_hand *hand, struct camera *camera, struct box box,
                  const SDL_MouseWheelEvent *wheel)
{
    if (!box_holds(box, wheel->mouseX, wheel->mouseY))
        return false;
    double turn_x = (double)wheel->preciseX, turn_y = (double)wheel->preciseY;
    double sign = wheel->direction == SDL_MOUSEWHEEL_FLIPPED ? -1 : 1;
    bool control = SDL_GetModState() & KMOD_CTRL;
    if (!control && is_trackpad(hand, wheel, clock_now())) {
        double step = TRACKPAD_STEP * camera->view.scale * sign;
        camera_pan(camera, (int)lround(-turn_x * step), (int)lround(turn_y * step));
    } else {
        zoom(hand, camera, pow(NOTCH_FACTOR, turn_y * sign), wheel->mouseX - box.x,
             wheel->mouseY - box.y);
    }
    return true;
}

static bool pinch(struct camera_hand *hand, struct camera *camera, struct box box,
                  const SDL_MultiGestureEvent *gesture)
{
    double spread = (double)gesture->dDist;
    if (gesture->numFingers != 2 || fabs(spread) < LEAST_PINCH)
        return false;
    zoom(hand, camera, 1 + PINCH_FACTOR * spread, box.w / 2, box.h / 2);
    return true;
}

bool camera_hand_event(struct camera_hand *hand, struct camera *camera, struct box box,
                       const SDL_Event *event)
{
    switch (event->type) {
    case SDL_MOUSEMOTION:
        return drag(hand, camera, &event->motion);
    case SDL_MOUSEBUTTONDOWN:
        return press(hand, box, &event->button);
    case SDL_MOUSEBUTTONUP:
        return release(hand, &event->button);
    case SDL_MOUSEWHEEL:
        return wheel(hand, camera, box, &event->wheel);
    case SDL_MULTIGESTURE:
        return pinch(hand, camera, box, &event->mgesture);
    case SDL_WINDOWEVENT:
        if (event->window.event == SDL_WINDOWEVENT_FOCUS_LOST)
            hand->dragging = 0;
        return false;
    default:
        return false;
    }
}

static double key_factor(SDL_Keycode key)
{
    switch (key) {
    case SDLK_PLUS:
    case SDLK_EQUALS:
    case SDLK_KP_PLUS:
        return NOTCH_FACTOR;
    case SDLK_MINUS:
    case SDLK_KP_MINUS:
        return 1 / NOTCH_FACTOR;
    default:
        return 0;
    }
}

bool camera_hand_key(struct camera *camera, SDL_Keycode key, const double at[2], bool glides)
{
    double factor = key_factor(key);
    if (key == SDLK_f)
        camera_fit(camera);
    else if (factor > 0)
        camera_zoom(camera, factor, at ? at[0] : camera->width / 2.0,
                    at ? at[1] : camera->height / 2.0);
    else
        return false;
    camera_go(camera, glides);
    return true;
}

/* -1 unless a wheel is at it. */
static int time_to_rest(struct camera_hand *hand, Uint32 now)
{
    if (!hand->zooming)
        return -1;
    Uint32 rested = now - hand->zooming_since;
    hand->zooming = rested < ZOOM_REST;
    return hand->zooming ? (int)(ZOOM_REST - rested) : 0;
}

int camera_hand_animate(struct camera_hand *hand, struct camera *camera, Uint32 now, int other)
{
    int wait = camera->gliding ? FRAME : time_to_rest(hand, now);
    camera_move(camera, now);
    return wait < 0 || (other >= 0 && other < wait) ? other : wait;
}

void camera_go(struct camera *camera, bool glides)
{
    if (glides)
        camera_begin_glide(camera, clock_now());
    else
        camera_jump(camera);
}
