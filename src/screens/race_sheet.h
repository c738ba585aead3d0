/* The sheet of a running race on the screen: decides what of the cached picture has to be painted
 * anew when the camera, the race or the pointer has moved.
 */
#ifndef GRAPHPRIX_SCREENS_RACE_SHEET_H
#define GRAPHPRIX_SCREENS_RACE_SHEET_H

#include "draw/sheet.h"
#include "paper/turn.h"
#include "screens/race_camera.h"

/* What is to be seen. Borrowed until the next call. */
struct race_scene {
    const struct session *session;
    const struct camera *camera;
    int steps;                     /* that lie on the sheet as dry ink */
    int running;                   /* the step under the pen, or -1 */
    double progress;               /* of it, from 0 to 1 */
    const struct paper_turn *turn; /* or NULL */
    bool moving; /* the size changes from frame to frame: edges may be coarser until it rests */
};

struct race_sheet;

struct race_sheet *race_sheet_create(const struct paper_theme *theme);
void race_sheet_free(struct race_sheet *sheet); /* NULL is allowed */
/* Another race, or one that was changed by something else than more steps. */
void race_sheet_forget(struct race_sheet *sheet);
void race_sheet_draw(struct race_sheet *sheet, struct canvas *canvas, struct box box,
                     const struct race_scene *scene);

#endif
