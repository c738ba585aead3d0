/* What the files of the race screen share among themselves.
 *
 * The race screen is the frame round one person's look at a running race: camera, cards, log, keys.
 * What the sheet shows and what can be chosen on it is the view's of the family, reached through
 * screens/rules_view.h alone. The race is changed through session_do and session_undo alone.
 */
#ifndef GRAPHPRIX_SCREENS_RACE_INSIDE_H
#define GRAPHPRIX_SCREENS_RACE_INSIDE_H

#include "screens/camera_hand.h"
#include "screens/rules_view.h"
#include "screens/screen.h"

enum {
    RACE_STROKE_MILLISECONDS = 200,
    RACE_NOTE_LINES = 4,
    RACE_CHIP_HEIGHT = 38,
    RACE_CHIP_MARGIN = 14 /* interface pixels */
};

/* The heights of the log's lines, measured once at a width. */
struct race_log {
    int *heights;
    int count, capacity;
    int width;
    double scale;
    int total;
    int seen; /* height of what was in sight last */
};

struct race_screen {
    const struct screen *menu;     /* what Esc opens */
    bool taught;                   /* a coach says how it ends and what comes next */
    int seat;                      /* the player whose cars can be moved here, 0: everybody's */
    const struct session *session; /* the one that is shown */
    int steps;                     /* that it had when it was last looked at */
    int car;                       /* to move, 0: nobody */
    const struct rules_view *family;
    struct view *view;
    struct view_words words; /* of this pass */
    struct camera camera;
    struct box sheet_box; /* of the window, in device pixels */

    struct point grid; /* under the pointer */
    bool grid_known;

    int running; /* step under the pen, or -1 */
    Uint32 running_since;
    double progress;

    bool folded;

    struct camera_hand hand;

    struct view_deed asked; /* waits for an answer if it has an action */
    bool has_asked;

    char note[RACE_NOTE_LINES][200]; /* what the last action led to, until the next */
    int note_count;

    struct ui_scroll log, cards;
    int revealed_car, revealed_in; /* whose card was scrolled into view, in which height */
    struct race_log log_lines;
    int clicked_player;
    Uint32 clicked_at;
};

/* screens/race.c: the frame for screen_race and for whoever puts something of its own round it, as
 * the tutorial does. Free with race_close. */
struct race_screen *race_open(struct app *app, const struct screen *menu);
void race_close(struct race_screen *race);
void race_build(struct app *app, struct ui *ui, struct race_screen *race, struct box box);
int race_animate(struct app *app, struct race_screen *race, Uint32 now);
void race_act(struct app *app, struct race_screen *race, const char *action);
/* Does what a person did, or asks before. Frees the deed. */
void race_obey(struct app *app, struct race_screen *race, struct view_deed *deed);
void race_undo(struct app *app, struct race_screen *race);
void race_redo(struct app *app, struct race_screen *race);
/* The running stroke is drawn to its end at once. */
void race_finish_stroke(struct app *app, struct race_screen *race);
/* The camera goes to its goal: gliding, or at once where the player wants no animation. */
void race_go_to_goal(struct app *app, struct race_screen *race);
void race_centre_car(struct app *app, struct race_screen *race, int car);
int race_pen_of_car(const struct race_screen *race, int car);
const char *race_name_of_car(const struct race_screen *race, int car);
struct view_look race_look(const struct race_screen *race);

/* screens/race_input.c: events that no widget took. */
bool race_event(struct app *app, struct race_screen *race, const SDL_Event *event);

/* screens/race_panel.c: the side panel and the bottom line, or the chip in place of both. */
void race_build_panel(struct app *app, struct ui *ui, struct race_screen *race, struct box box);
void race_build_line(struct app *app, struct ui *ui, struct race_screen *race, struct box box);
void race_build_chip(struct ui *ui, const struct race_screen *race);

/* screens/race_log.c: what happened, newest line in sight. */
void race_build_log(struct ui *ui, struct race_screen *race, struct box box);
void race_forget_log(struct race_screen *race);

/* screens/race_notes.c: what is told over the sheet. */
void race_take_notes(struct race_screen *race, int step);
/* Would what lies there hide what can be chosen now? */
bool race_hides_choice(const struct race_screen *race, struct box box);
void race_build_notes(struct app *app, struct ui *ui, struct race_screen *race);

#endif
