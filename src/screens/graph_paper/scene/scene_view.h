/* A scene on the screen: a sheet that is looked at, pointed at and clicked, for whoever shows one -
 * the free demonstration, lessons, exercises. It changes no scene: it says what a person did.
 *
 * Targets: `sheet` (a surface; its text is "LEFT BOTTOM SQUARE", the pixel of grid point (0, 0) and
 * the pixels of a square), `move X,Y` of the points that can be chosen, `velocity N` (the tip of an
 * arrow) and `body N`, N from 1, both dragged. By keyboard: arrows move the ring over the sheet, or
 * over the points that can be chosen, and Enter takes what is ringed; a tip or a body that has the
 * focus is moved by the arrows. + - F and the mouse move the camera.
 *
 * In a pass: scene_view_build; before it, events go to scene_view_event, and scene_view_animate is
 * what the screen's `animate` asks.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_SCENE_SCENE_VIEW_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_SCENE_SCENE_VIEW_H

#include "paper/graph_paper/classroom/scene_ink.h"
#include "session/graph_paper/task.h"
#include "ui/camera.h"
#include "ui/ui.h"

struct scene_view;

struct scene_view *scene_view_create(void);
void scene_view_free(struct scene_view *view); /* NULL is allowed */

/* What can be done besides looking. */
struct scene_hands {
    bool chooses; /* one of the points of look.body's next move: look.chooses is set by it */
    bool places;  /* any grid point */
    bool drags;   /* bodies, and the tips of the velocities that they set out with (in row 0) */
    bool drags_choice; /* the tip of look.body's next velocity: what it would be */
};

enum scene_request_kind {
    SCENE_NOTHING,
    SCENE_CHOSE,   /* at: the acceleration of look.body */
    SCENE_CLICKED, /* at: a grid point; body: that stands there, or -1; with `drags` bodies, too */
    SCENE_MOVED_BODY,  /* at: where the body is held now, a grid point */
    SCENE_MOVED_TIP,   /* at: the velocity that the arrow of the body shows now */
    SCENE_MOVED_CHOICE /* at: the acceleration of look.body that its arrow shows now */
};
struct scene_request {
    enum scene_request_kind kind;
    int body;
    struct point at;
};

/* Draws the scene into the box and tells what was done in this pass, at most one thing. Of the look
 * what is pointed at is filled in by the view: the point under the pointer, and with `chooses` the
 * arrows of the choice that is pointed at. */
void scene_view_build(struct scene_view *view, struct ui *ui, struct box box,
                      const struct scene *scene, const struct scene_look *look,
                      struct scene_hands hands, struct scene_request *request);
bool scene_view_event(struct scene_view *view, const SDL_Event *event);
int scene_view_animate(struct scene_view *view, Uint32 now, int other);

/* A place of the sheet comes into sight if it is out of it. */
void scene_view_follow(struct scene_view *view, struct point at);
/* Squares of this scene in the window, for what is laid over it. */
/* The part of its box that the sheet takes, from the corner of that. */
struct box scene_view_sheet(const struct scene_view *view);
const struct camera *scene_view_camera(const struct scene_view *view);
/* What is written on the sheet, in pixels of its box. */
const struct labels *scene_view_labels(const struct scene_view *view);

/* === answers ================================================================================== */

/* Numbers that pupils type, in lessons, exercises and beside a race: the field of one, framed while
 * it is known to be wrong, and the two of a vector between brackets, as the class writes them.
 */

struct answer_field {
    const char *id;
    const char *label; /* "vx": `label wrong: vx` while it is faulty */
    char *typed;       /* TASK_TYPED_BYTES */
    bool faulty;
};

/* True when it changed. */
bool answer_field(struct ui *ui, const struct answer_field *field, struct box box);
/* Below each other where vectors are columns, else side by side. */
bool answer_vector(struct ui *ui, const struct answer_field fields[2], struct box box);
/* Its size, when a field is so large. */
struct point answer_vector_size(const struct canvas *canvas, struct point field);

#endif
