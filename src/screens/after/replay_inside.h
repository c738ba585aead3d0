/* What the files of the replay share among themselves.
 *
 * The replay looks at a session and changes nothing of it: every state is kept there, so showing
 * the race after n actions is asking for it. The sheet is drawn by the family's view.
 */
#ifndef GRAPHPRIX_SCREENS_AFTER_REPLAY_INSIDE_H
#define GRAPHPRIX_SCREENS_AFTER_REPLAY_INSIDE_H

#include "screens/app.h"
#include "screens/rules_view.h"
#include "ui/camera_hand.h"

enum { REPLAY_SPEEDS = 4 };

struct replay_screen {
    const struct session *session;
    struct session *own; /* the same, if it was opened for this screen alone; else NULL */
    const struct rules_view *family;
    struct view *view;
    struct camera camera;
    struct camera_hand hand;
    struct box sheet_box; /* of the window, in device pixels */

    int steps; /* actions that are shown */
    bool playing;
    int speed;       /* index */
    Uint32 since;    /* when the last action was shown, while playing */
    int running;     /* the action under the pen, or -1 */
    double progress; /* of it, from 0 to 1 */
    bool folded;     /* only the sheet and the bar */
    struct ui_scroll cards;
    int car_in_sight; /* whose card was brought into sight last; 0: none */
};

/* screens/after/replay.c */
void replay_seek(struct app *app, struct replay_screen *replay, int steps);
void replay_play(struct app *app, struct replay_screen *replay, bool playing);
int replay_pen_of_car(const struct replay_screen *replay, int car);
const char *replay_name_of_car(const struct replay_screen *replay, int car);
/* The car whose action was the last one shown; 0: none. */
int replay_car(const struct replay_screen *replay);
extern const char *const replay_speed_names[REPLAY_SPEEDS];

/* screens/after/replay_bar.c: slider and buttons, and the sentence about the last action. */
int replay_bar_height(const struct canvas *canvas, int width);
void replay_build_bar(struct app *app, struct ui *ui, struct replay_screen *replay, struct box box);

/* screens/after/replay_panel.c: how each car stood, and what has been told so far. */
void replay_build_panel(struct app *app, struct ui *ui, struct replay_screen *replay,
                        struct box box);

#endif
