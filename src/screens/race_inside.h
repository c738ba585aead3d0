/* What the files of the race screen share among themselves.
 *
 * The race screen is one person's look at a running race: where the camera is, what is pointed at,
 * which start point is chosen. None of that is part of the race. It asks the rules through
 * rules/graph_paper/graph_paper.h and changes the race through session_do and session_undo alone.
 */
#ifndef GRAPHPRIX_SCREENS_RACE_INSIDE_H
#define GRAPHPRIX_SCREENS_RACE_INSIDE_H

#include "screens/par.h"
#include "screens/race_camera.h"
#include "screens/race_choice.h"
#include "screens/race_sheet.h"
#include "screens/race_standing.h"
#include "screens/screen.h"

enum {
    RACE_ID_BYTES = 48,
    RACE_STROKE_MILLISECONDS = 200,
    RACE_ZOOM_REST = 120,
    RACE_NOTE_LINES = 4
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
    const struct session *session; /* the one that is shown */
    int steps;                     /* that it had when it was last looked at */
    struct camera camera;
    struct choice choice;
    struct standing standing;
    bool par_wanted;
    struct par *par; /* NULL unless one lap is raced, which is what par is about */
    struct race_sheet *sheet;
    struct box sheet_box; /* of the window, in device pixels */

    int pointed;                    /* index into choice.shown, or -1 */
    int pointed_start;              /* index into choice.starts, or -1 */
    bool at_keys;                   /* pointed at by the keyboard's focus */
    char want_focus[RACE_ID_BYTES]; /* to be set in the next pass; "" for none */
    struct point grid;              /* under the pointer */
    bool grid_known;

    int running; /* step under the pen, or -1 */
    Uint32 running_since;
    double progress;

    bool nitros_on;  /* by the button */
    bool shift_held; /* by the key */
    bool vectors;
    bool folded;

    bool zooming; /* a wheel or a pinch is at it; sharp again when it rests */
    Uint32 zooming_since;

    int dragging; /* the mouse button that pans, 0: none */
    int drag_x, drag_y;
    bool drag_moved;
    Uint32 trackpad_until; /* a wheel that has moved like a trackpad goes on being one */

    int asking; /* shown move that leaves the track, -1: none */
    bool has_asked;

    char note[RACE_NOTE_LINES][200]; /* what the last action led to, until the next */
    int note_count;

    struct ui_scroll log, cards;
    struct race_log log_lines;
    int clicked_player;
    Uint32 clicked_at;
};

/* screens/race.c */
void race_act(struct app *app, struct race_screen *race, const char *action);
void race_choose_move(struct app *app, struct race_screen *race, int shown);
void race_choose_start(struct app *app, struct race_screen *race, int start);
void race_give_back_start(struct app *app, struct race_screen *race);
/* Shows the points that cost nitros, or hides them. */
void race_toggle_nitros(struct app *app, struct race_screen *race);
void race_undo(struct app *app, struct race_screen *race);
/* The running stroke is drawn to its end at once. */
void race_finish_stroke(struct app *app, struct race_screen *race);
/* The camera goes to its goal: gliding, or at once where the player wants no animation. */
void race_go_to_goal(struct app *app, struct race_screen *race);
void race_centre_car(struct app *app, struct race_screen *race, int car);
int race_pen_of_car(const struct race_screen *race, int car);
const char *race_name_of_car(const struct race_screen *race, int car);
/* "Ada, your move." */
void race_print_status(const struct race_screen *race, char *text, size_t size);

/* screens/race_input.c: events that no widget took. */
bool race_event(struct app *app, struct race_screen *race, const SDL_Event *event);
/* What the pointer points at now. True if that is another point than before. */
bool race_point_at(struct race_screen *race, int x, int y);

/* screens/race_panel.c: the side panel and the bottom line. */
void race_build_panel(struct app *app, struct ui *ui, struct race_screen *race, struct box box);
void race_build_line(struct app *app, struct ui *ui, struct race_screen *race, struct box box);

/* screens/race_log.c: what happened, newest line in sight. */
void race_build_log(struct ui *ui, struct race_screen *race, struct box box);
void race_forget_log(struct race_screen *race);

/* screens/race_notes.c: what is told over the sheet. */
void race_take_notes(struct race_screen *race, int step);
void race_build_notes(struct app *app, struct ui *ui, struct race_screen *race);

#endif
