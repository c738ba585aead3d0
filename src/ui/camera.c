/* See camera.h. */
#include "ui/camera.h"

#include <math.h>
#include <stdio.h>

static const char *held; /* the file, or NULL */
static Uint32 held_at;

Uint32 clock_now(void)
{
    return held ? held_at : SDL_GetTicks();
}

static bool read_number(const char *path, unsigned *number)
{
    FILE *file = fopen(path, "r");
    bool read = file && fscanf(file, "%9u", number) == 1;
    if (file)
        fclose(file);
    return read;
}

bool clock_hold(const char *path)
{
    unsigned number = 0;
    bool good = !path || read_number(path, &number);
    held = good ? path : NULL;
    held_at = number;
    return good;
}

bool clock_is_held(void)
{
    return held != NULL;
}

bool clock_look(void)
{
    unsigned number;
    if (!held || !read_number(held, &number) || number == held_at)
        return false;
    held_at = number;
    return true;
}

/* === camera =================================================================================== */

/* Where one looks on the sheet. Owns nothing, cannot fail. */

static const double FIT_MARGIN_SQUARES = 0.9; /* of paper and table round a fitted sheet */
static const double SHOW_MARGIN = 34;         /* interface pixels between an area and the edge */
static const double LEAST_MARGIN = 8;         /* before the camera moves */
static const double COMFORTABLE_SQUARE = 24;  /* interface pixels, when it has to go closer */

static double fit_square(const struct camera *camera)
{
    double across = camera->width / (camera->columns + 2 * FIT_MARGIN_SQUARES);
    double down = camera->height / (camera->rows + 2 * FIT_MARGIN_SQUARES);
    return fmax(fmin(fmin(across, down), CAMERA_LARGEST_SQUARE * camera->goal.scale), 0.05);
}

/* Where the low edge of the sheet may lie on a side of the window: at most `slack` pixels of it are
 * beyond the sheet; a sheet that is smaller than that stays in the middle. */
static double bound_edge(double edge, double sheet, double window, double slack)
{
    double least = window - slack - sheet, most = slack;
    if (least > most)
        least = most = (window - sheet) / 2;
    return round(fmin(fmax(edge, least), most));
}

static void keep_on_sheet(struct camera *camera, double slack_x, double slack_y)
{
    struct paper_view *goal = &camera->goal;
    goal->left = bound_edge(goal->left, camera->columns * goal->square, camera->width, slack_x);
    goal->top = bound_edge(goal->top, camera->rows * goal->square, camera->height, slack_y);
}

/* A person may push half of the window off the sheet; so it cannot get lost. */
static void bound_by_half(struct camera *camera)
{
    keep_on_sheet(camera, camera->width / 2.0, camera->height / 2.0);
}

/* The camera itself shows no more of the table than it must. */
static void bound_by_margin(struct camera *camera)
{
    double slack = FIT_MARGIN_SQUARES * camera->goal.square;
    keep_on_sheet(camera, slack, slack);
}

void camera_set_sheet(struct camera *camera, struct point squares)
{
    *camera = (struct camera){.columns = squares.x, .rows = squares.y};
    camera->goal.scale = camera->goal.square = 1;
}

void camera_fit(struct camera *camera)
{
    struct paper_view *goal = &camera->goal;
    goal->square = fit_square(camera);
    goal->left = (camera->width - camera->columns * goal->square) / 2;
    goal->top = (camera->height - camera->rows * goal->square) / 2;
    bound_by_half(camera);
    camera->chosen = false;
}

void camera_centre(struct camera *camera, double x, double y)
{
    struct paper_view *goal = &camera->goal;
    goal->left = camera->width / 2.0 - x * goal->square;
    goal->top = camera->height / 2.0 - (camera->rows - y) * goal->square;
    bound_by_margin(camera);
}

bool camera_resize(struct camera *camera, int width, int height, double scale)
{
    if (width == camera->width && height == camera->height && scale == camera->goal.scale)
        return false;
    double x, y;
    camera_to_sheet(camera, camera->width / 2.0, camera->height / 2.0, &x, &y);
    double ratio = scale / camera->goal.scale;
    camera->width = width;
    camera->height = height;
    camera->goal.scale = scale;
    if (camera->chosen) {
        camera->goal.square = camera->view.square * ratio;
        camera_centre(camera, x, y);
    } else {
        camera_fit(camera);
    }
    camera_jump(camera);
    return true;
}

void camera_zoom(struct camera *camera, double factor, double x, double y)
{
    struct paper_view *goal = &camera->goal;
    double smallest = fmin(fit_square(camera), CAMERA_CHOOSING_SQUARE * goal->scale) * 0.7;
    double largest = CAMERA_LARGEST_SQUARE * goal->scale;
    double square = fmin(fmax(goal->square * factor, smallest), largest);
    double ratio = square / goal->square;
    goal->left = x - (x - goal->left) * ratio;
    goal->top = y - (y - goal->top) * ratio;
    goal->square = square;
    camera->chosen = true;
    bound_by_half(camera);
}

/* The shift of a view that brings [low, high] between the margins of a side of this length. */
static double shift_into(double low, double high, double length, double margin)
{
    if (high - low > length - 2 * margin)
        return length / 2 - (low + high) / 2;
    if (low < margin)
        return margin - low;
    return high > length - margin ? length - margin - high : 0;
}

/* The least shift of the goal that brings the area within the margins; (0, 0) if it is there. */
static void shift_to_area(const struct camera *camera, struct camera_area area, double margin,
                          double *dx, double *dy)
{
    const struct paper_view *goal = &camera->goal;
    *dx = shift_into(goal->left + area.left * goal->square, goal->left + area.right * goal->square,
                     camera->width, margin);
    *dy =
        shift_into(goal->top + (camera->rows - area.top) * goal->square,
                   goal->top + (camera->rows - area.bottom) * goal->square, camera->height, margin);
}

/* As near the middle of things as the sheet's edges allow, but the area in sight in any case:
 * points off the sheet can be chosen, too. */
static void settle_on_area(struct camera *camera, struct camera_area area)
{
    double dx, dy;
    bound_by_margin(camera);
    shift_to_area(camera, area, LEAST_MARGIN * camera->goal.scale, &dx, &dy);
    camera->goal.left = round(camera->goal.left + dx);
    camera->goal.top = round(camera->goal.top + dy);
}

/* Are squares too small to choose, or so large that not all of the area is seen? */
static bool suits(const struct camera *camera, struct camera_area area)
{
    const struct paper_view *goal = &camera->goal;
    double least = CAMERA_CHOOSING_SQUARE * goal->scale, edges = 2 * LEAST_MARGIN * goal->scale;
    double wide = (area.right - area.left) * goal->square + edges;
    double high = (area.top - area.bottom) * goal->square + edges;
    return goal->square == least ||
           (goal->square > least && wide <= camera->width && high <= camera->height);
}

/* Unless a person has chosen what to see: the whole sheet, if the area can be chosen from there. */
static bool shows_whole_sheet(struct camera *camera, struct camera_area area)
{
    struct camera whole = *camera;
    double dx, dy;
    camera_fit(&whole);
    shift_to_area(&whole, area, 0, &dx, &dy);
    if (camera->chosen || !suits(&whole, area) || dx != 0 || dy != 0)
        return false;
    camera->goal = whole.goal;
    return true;
}

void camera_show(struct camera *camera, struct camera_area area)
{
    struct paper_view *goal = &camera->goal;
    if (shows_whole_sheet(camera, area))
        return;
    if (!suits(camera, area)) {
        /* Squares large enough to choose, and the area in the middle. */
        double scale = goal->scale, margin = SHOW_MARGIN * scale;
        double wide = (camera->width - 2 * margin) / fmax(area.right - area.left, 1);
        double high = (camera->height - 2 * margin) / fmax(area.top - area.bottom, 1);
        goal->square = fmax(fmin(fmin(wide, high), COMFORTABLE_SQUARE * scale),
                            CAMERA_CHOOSING_SQUARE * scale);
        camera_centre(camera, (area.left + area.right) / 2, (area.bottom + area.top) / 2);
        settle_on_area(camera, area);
        return;
    }
    double dx, dy, far_x, far_y;
    shift_to_area(camera, area, LEAST_MARGIN * goal->scale, &dx, &dy);
    if (dx == 0 && dy == 0)
        return;
    /* It has to move: then far enough for the next turns, too. */
    shift_to_area(camera, area, fmin(camera->width, camera->height) * 0.22, &far_x, &far_y);
    goal->left += dx != 0 ? far_x : 0;
    goal->top += dy != 0 ? far_y : 0;
    settle_on_area(camera, area);
}

void camera_jump(struct camera *camera)
{
    camera->view = camera->goal;
    camera->gliding = false;
}

void camera_pan(struct camera *camera, int dx, int dy)
{
    camera->goal = camera->view;
    camera->goal.left += dx;
    camera->goal.top += dy;
    camera->chosen = true;
    bound_by_half(camera);
    camera_jump(camera);
}

void camera_begin_glide(struct camera *camera, int64_t now)
{
    const struct paper_view *view = &camera->view, *goal = &camera->goal;
    if (view->left == goal->left && view->top == goal->top && view->square == goal->square)
        return;
    camera->start = *view;
    camera->glide_began = now;
    camera->gliding = true;
}

void camera_move(struct camera *camera, int64_t now)
{
    if (!camera->gliding)
        return;
    double t = (double)(now - camera->glide_began) / CAMERA_GLIDE_MILLISECONDS;
    if (t >= 1) {
        camera_jump(camera);
        return;
    }
    double part = t * t * (3 - 2 * t);
    const struct paper_view *a = &camera->start, *b = &camera->goal;
    struct paper_view *view = &camera->view;
    double middle_x = camera->width / 2.0, middle_y = camera->height / 2.0;
    if (a->square == b->square) {
        view->left = round(a->left + (b->left - a->left) * part);
        view->top = round(a->top + (b->top - a->top) * part);
        return;
    }
    /* The middle of the picture goes straight, the size by equal factors. */
    double x =
        (middle_x - a->left) / a->square * (1 - part) + (middle_x - b->left) / b->square * part;
    double y =
        (middle_y - a->top) / a->square * (1 - part) + (middle_y - b->top) / b->square * part;
    view->square = a->square * pow(b->square / a->square, part);
    view->left = round(middle_x - x * view->square);
    view->top = round(middle_y - y * view->square);
}

void camera_to_sheet(const struct camera *camera, double x, double y, double *sheet_x,
                     double *sheet_y)
{
    double square = camera->view.square > 0 ? camera->view.square : 1;
    *sheet_x = (x - camera->view.left) / square;
    *sheet_y = camera->rows - (y - camera->view.top) / square;
}

/* === hand ===================================================================================== */

/* A hand on the camera. Owns nothing, cannot fail. */

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
    hand->drag_moved = true; /* a finger that rests meanwhile is no click */
    /* One finger after the other: back by as much as forth. */
    zoom(hand, camera, exp(PINCH_FACTOR * spread), box.w / 2, box.h / 2);
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
